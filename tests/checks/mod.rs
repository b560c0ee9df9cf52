//! The engine held against serde_json: what is JSON and what comes out, in every form and on every level of trust.
//!
//! The crate that this is part of says which engine: it has a `json` at its root. So the same checks hold the library's engine,
//! its scalar twin, and what a fuzzer thinks of.

pub(crate) mod choices;
pub(crate) mod documents;
#[allow(dead_code)] // Not everyone asks.
pub(crate) mod lists;
#[cfg(test)]
mod tests;

use serde::de::IgnoredAny;

use crate::json::{
    Condition, Engine, Form, JsonError, Limits, Refusal, Rule, Rules, Scalar, SuppliedValue, Trust, rewrite,
};
use crate::reference::Tree;
use mcp_projection::{Elsewhere, PruneRule};

/// Rules for both sides, and the call's arguments, if they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) rules: Vec<PruneRule>,
    /// A name and the JSON text of its value; `drop` may name such an argument.
    pub(crate) arguments: Option<Vec<(String, String)>>,
}

impl Case {
    /// The engine's rules, with the arguments numbered as they are in `arguments`.
    fn compiled(&self) -> Rules {
        let rules: Vec<Rule> = self.rules.iter().map(|rule| self.engine_rule(rule)).collect();
        Rules::new(&rules)
    }

    fn engine_rule(&self, rule: &PruneRule) -> Rule {
        let always = rule.drop.iter().map(|(name, elsewhere)| {
            let condition = match (elsewhere, &self.arguments) {
                (Elsewhere::Argument(path), Some(arguments)) => Condition::Supplied(
                    arguments.iter().position(|(name, _)| *path == [name.clone()]).unwrap_or(arguments.len()),
                ),
                _ => Condition::Always,
            };
            (name.clone(), condition)
        });
        let equal =
            rule.drop_equal.iter().map(|(name, scalar)| (name.clone(), Condition::Equal(engine_scalar(scalar))));
        let empty = rule.drop_empty.iter().map(|name| (name.clone(), Condition::Empty));
        Rule { guard: rule.guard.clone(), drops: always.chain(equal).chain(empty).collect() }
    }

    fn supplied(&self) -> Option<Vec<Option<SuppliedValue>>> {
        let value = |(_, json): &(String, String)| SuppliedValue::new(json.as_bytes(), Limits::default()).ok();
        self.arguments.as_ref().map(|arguments| arguments.iter().map(value).collect())
    }

    pub(crate) fn arguments_tree(&self) -> Option<Tree> {
        let member = |(name, json): &(String, String)| format!("{}:{json}", serde_json::json!(name));
        let members: Vec<String> = self.arguments.as_ref()?.iter().map(member).collect();
        Some(tree(&format!("{{{}}}", members.join(","))))
    }
}

fn engine_scalar(scalar: &mcp_projection::Scalar) -> Scalar {
    match scalar {
        mcp_projection::Scalar::Null => Scalar::Null,
        mcp_projection::Scalar::Boolean(boolean) => Scalar::Boolean(*boolean),
        mcp_projection::Scalar::Integer(integer) => Scalar::Integer(*integer),
        mcp_projection::Scalar::String(text) => Scalar::String(text.clone()),
    }
}

fn tree(text: &str) -> Tree {
    Tree::parse(text).unwrap_or_else(|error| panic!("the reference refused {text}: {error}"))
}

/// The text, where serde_json, skipping values, finds it to be JSON in UTF-8 of at most 512 levels. These two, the encoding and
/// the depth, are all that the engine asks for and serde_json doesn't.
pub(crate) fn accepted(json: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(json).ok()?;
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    (depth(text) <= Limits::default().depth).then_some(text)
}

/// How many arrays and objects of a valid text stand inside each other at most.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest) = (0, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open -= 1,
            b'"' => while bytes.next().is_some_and(|byte| byte != b'"' && (byte != b'\\' || bytes.next().is_some())) {},
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

/// Holds all that the engine promises of bytes, whatever they are; answers whether they are JSON.
pub(crate) fn hold(engine: &mut Engine, json: &[u8], case: &Case) -> bool {
    let accepted = accepted(json);
    let parsed = accepted.map(tree);
    let shown = || format!("{} under {case:?}", json.escape_ascii());

    // Without rules.
    let compact = rewrite(json, &Rules::default(), None, Limits::default());
    hold_verdict(json, compact.as_ref(), parsed.as_ref().map(Tree::print), &shown);
    if let Ok(compact) = &compact {
        assert_eq!(rewrite(compact, &Rules::default(), None, Limits::default()).as_ref(), Ok(compact), "{}", shown());
    }

    // With rules and arguments.
    let rules = case.compiled();
    let holding: Vec<&PruneRule> = case.rules.iter().collect();
    if case.arguments.is_some() {
        let pruned = rewrite(json, &rules, case.supplied().as_deref(), Limits::default());
        let arguments = case.arguments_tree();
        hold_verdict(
            json,
            pruned.as_ref(),
            parsed.as_ref().map(|tree| tree.pruned(&holding, arguments.as_ref()).print()),
            &shown,
        );
    }

    // With rules alone, in place.
    let rules = if case.arguments.is_some() { Case { arguments: None, ..case.clone() }.compiled() } else { rules };
    let pruned = rewrite(json, &rules, None, Limits::default());
    let expected = parsed.as_ref().map(|tree| tree.pruned(&holding, None).print());
    hold_verdict(json, pruned.as_ref(), expected.clone(), &shown);
    if let (Err(with), Err(without)) = (&pruned, &compact) {
        assert_eq!(with, without, "rules change the error of {}", shown());
    }
    for trust in [Trust::None, Trust::Earned, Trust::Given] {
        let found = bytes_through(engine, json, Form::Utf8, &rules, trust);
        assert_eq!(found.as_deref(), expected.as_ref().map(String::as_bytes), "{trust:?}, {}", shown());
        let Ok(text) = std::str::from_utf8(json) else { continue };
        if !rules.is_ascii() {
            continue;
        }
        let found = bytes_through(engine, json, Form::Known, &rules, trust);
        assert_eq!(found.as_deref(), expected.as_ref().map(String::as_bytes), "{trust:?}, known, {}", shown());
        let units: Vec<u16> = text.encode_utf16().collect();
        let found = units_through(engine, &units, &rules, trust);
        let wide = expected.as_ref().map(|text| text.encode_utf16().collect::<Vec<u16>>());
        assert_eq!(found, wide, "{trust:?}, UTF-16, {}", shown());
        if let Some(latin1) = latin1(text) {
            let found = bytes_through(engine, &latin1, Form::Known, &rules, trust);
            assert_eq!(found, expected.as_deref().and_then(self::latin1), "{trust:?}, Latin-1, {}", shown());
        }
    }
    accepted.is_some()
}

/// Holds what the engine promises of UTF-16 units, whatever they are: a surrogate without its partner counts as any other character.
pub(crate) fn hold_units(engine: &mut Engine, units: &[u16], case: &Case) {
    let rules = Case { arguments: None, ..case.clone() }.compiled();
    if !rules.is_ascii() {
        return;
    }
    let text = String::from_utf16_lossy(units);
    let holding: Vec<&PruneRule> = case.rules.iter().collect();
    let expected = accepted(text.as_bytes()).map(|text| tree(text).pruned(&holding, None).print());
    for trust in [Trust::None, Trust::Earned, Trust::Given] {
        let found = units_through(engine, units, &rules, trust).map(|units| String::from_utf16_lossy(&units));
        assert_eq!(found, expected, "{trust:?}, {units:x?} under {case:?}");
    }
}

fn hold_verdict(
    json: &[u8],
    found: Result<&Vec<u8>, &JsonError>,
    expected: Option<String>,
    shown: &impl Fn() -> String,
) {
    match (found, expected) {
        (Ok(found), Some(expected)) => {
            assert_eq!(String::from_utf8_lossy(found), expected, "{}", shown());
            assert!(found.len() <= json.len(), "{}", shown());
        }
        (Err(error), None) => assert!(error.offset() <= json.len(), "{error}: {}", shown()),
        (found, expected) => panic!("the engine says {found:?}, serde_json {expected:?}: {}", shown()),
    }
}

fn latin1(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|character| u8::try_from(character).ok()).collect()
}

fn bytes_through(engine: &mut Engine, json: &[u8], form: Form, rules: &Rules, trust: Trust) -> Option<Vec<u8>> {
    engine.room(json.len())?.copy_from_slice(json);
    match engine.rewrite(json.len(), form, rules, Limits::default(), trust) {
        Ok(length) => Some(engine.bytes(length).to_vec()),
        Err(Refusal::Error) => None,
        Err(Refusal::TrustBroken) => bytes_through(engine, json, form, rules, less(trust)),
    }
}

fn units_through(engine: &mut Engine, units: &[u16], rules: &Rules, trust: Trust) -> Option<Vec<u16>> {
    engine.wide_room(units.len())?.copy_from_slice(units);
    match engine.rewrite(units.len(), Form::Utf16, rules, Limits::default(), trust) {
        Ok(length) => Some(engine.units(length).to_vec()),
        Err(Refusal::Error) => None,
        Err(Refusal::TrustBroken) => units_through(engine, units, rules, less(trust)),
    }
}

fn less(trust: Trust) -> Trust {
    match trust {
        Trust::Given => Trust::Earned,
        Trust::Earned => Trust::None,
        Trust::None => panic!("where there is no trust, none can be broken"),
    }
}
