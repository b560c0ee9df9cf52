//! Uniform lists as columns, held against their definition.

use std::cell::RefCell;

use mcp_projection::{Call, Named, Policy, Projection, PruneRule, ToolPolicy, expand_columns};

use super::{Case, accepted, latin1, tree};
use crate::json::{Engine, Form, Lists};

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// A projection with these rules that writes columns; `None` where the rules are none that a policy may have.
fn projection(case: &Case) -> Option<Projection> {
    let named = || case.rules.iter().enumerate().map(|(number, rule)| (format!("r{number}"), rule.clone()));
    let defaults = ToolPolicy {
        lists: Some(mcp_projection::Lists::Columns),
        prune: Some(named().map(|(name, _)| name).collect()),
        ..ToolPolicy::default()
    };
    Projection::new(&Policy { prune: named().collect::<Named<PruneRule>>(), defaults, ..Policy::default() }).ok()
}

/// Holds that an engine, in whatever form a text comes, writes the columns of one that is compact, and refuses what is not.
fn hold_forms(text: &str) {
    let tree = accepted(text.as_bytes()).map(tree);
    let compact = tree.filter(|tree| tree.print() == text);
    let expected = compact.map(|tree| tree.in_columns(&[], None).print());
    let shown = || text.escape_debug().to_string();
    ENGINE.with_borrow_mut(|engine| {
        let found = listed_bytes(engine, text.as_bytes(), false);
        assert_eq!(found.as_deref(), expected.as_ref().map(String::as_bytes), "{}", shown());
        let units: Vec<u16> = text.encode_utf16().collect();
        let wide = expected.as_ref().map(|text| text.encode_utf16().collect::<Vec<u16>>());
        assert_eq!(listed_units(engine, &units), wide, "UTF-16, {}", shown());
        if let Some(latin1) = latin1(text) {
            let found = listed_bytes(engine, &latin1, true);
            assert_eq!(found, expected.as_deref().and_then(self::latin1), "Latin-1, {}", shown());
        }
    });
}

fn listed_bytes(engine: &mut Engine, text: &[u8], is_latin1: bool) -> Option<Vec<u8>> {
    engine.room(text.len())?.copy_from_slice(text);
    match engine.list(text.len(), Form::Known, is_latin1) {
        Lists::Refused => None,
        Lists::Same => Some(text.to_vec()),
        Lists::Columns(length) => Some(engine.columns().get(..length)?.to_vec()),
    }
}

fn listed_units(engine: &mut Engine, text: &[u16]) -> Option<Vec<u16>> {
    engine.wide_room(text.len())?.copy_from_slice(text);
    match engine.list(text.len(), Form::Utf16, false) {
        Lists::Refused => None,
        Lists::Same => Some(text.to_vec()),
        Lists::Columns(length) => Some(engine.wide_columns().get(..length)?.to_vec()),
    }
}

/// Holds what becomes of a text's lists under the rules of a case, and without rules, and that columns are read back exactly; whatever the text is.
/// Answers the text under the rules, and what is read back from it, if it is JSON.
pub(crate) fn hold_lists(json: &[u8], case: &Case) -> Option<(String, String)> {
    let shown = || format!("{} under {case:?}", json.escape_ascii());
    if let Ok(text) = std::str::from_utf8(json) {
        hold_forms(text);
        accepted(json).into_iter().for_each(|text| hold_forms(&tree(text).print()));
    }
    let without_rules = Case::default();
    let mut answer = None;
    for case in [&without_rules, case] {
        let Some(projection) = projection(case) else { continue };
        let arguments = case.arguments_tree().map(|arguments| arguments.print());
        let call = Call { arguments: arguments.as_deref().map(str::as_bytes), ..Call::default() };
        let reply = projection.success("", json, &call);
        let Some(text) = accepted(json) else {
            assert!(reply.is_err(), "{}", shown());
            // Any text is read back or refused.
            let _ = expand_columns(json);
            continue;
        };
        let reply = reply.unwrap_or_else(|error| panic!("{error}: {}", shown()));
        let found = reply.to_json();
        let holding: Vec<&PruneRule> = case.rules.iter().collect();
        let payload = tree(text);
        let expected = payload.in_columns(&holding, case.arguments_tree().as_ref());
        let found: serde_json::Value = serde_json::from_slice(&found).unwrap_or_default();
        let found = found["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        assert_eq!(found, expected.print(), "{}", shown());
        let back = expand_columns(found.as_bytes()).map(|back| String::from_utf8_lossy(&back).into_owned());
        assert_eq!(back, Ok(expected.expanded().print()), "{}", shown());
        if case.rules.is_empty() {
            assert_eq!(back, Ok(payload.print()), "{}", shown());
        }
        // Any text is read back as its definition says, whoever wrote it.
        let back = expand_columns(json).map(|back| String::from_utf8_lossy(&back).into_owned());
        assert_eq!(back, Ok(payload.expanded().print()), "{}", shown());
        answer = Some((found, expected.expanded().print()));
    }
    answer
}
