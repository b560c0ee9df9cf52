//! The engine against a slow reference, on documents and policies that nobody would write by hand.

mod reference;

use std::cell::RefCell;
use std::fmt;

use mcp_projection::json::{Condition, Engine, Expected, Form, Limits, Refusal, Rule, Rules, Trust, rewrite};
use mcp_projection::{
    Call, Elsewhere, Flatten, JsonError, Named, Policy, Projection, PruneRule, Remainder, Scalar, ToolFailure,
    ToolPolicy,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reference::Tree;
use serde::de::IgnoredAny;

/// Names that rules and documents share, so that guards hold by chance.
const NAMES: [&str; 10] = ["id", "text", "children", "a", "", "é", "😀\u{2028}", "q\"\\/\n", "__proto__", "\u{fffd}"];

/// How many of [`NAMES`], from the first on, come up more often than the others.
const COMMON: usize = 4;

fn name() -> impl Strategy<Value = &'static str> {
    prop_oneof![3 => select(&NAMES[..COMMON]), 2 => select(&NAMES[..])]
}

/// Names that only documents have: beginnings and extensions of the ones above, texts that become them when they
/// are decoded twice or lossily, and surrogates without a partner.
const STRANGE_NAMES: [&str; 9] = [
    r#""i""#,
    r#""id ""#,
    r#""ID""#,
    r#""\\u0069d""#,
    r#""e\u0301""#,
    r#""\ud83d""#,
    r#""\ude00\ud83d""#,
    r#""\ufffd""#,
    r#""\u0000""#,
];

/// Values that rules compare with, as often as not written in another way than the policy's. The first ones
/// come up more often.
const TELLING_VALUES: [&str; 24] = [
    "null",
    "0",
    "0.0",
    r#""\u00e9""#,
    "{}",
    r#"{"a":{},"id":"é"}"#,
    r#"{"id":"\u00e9","a":1,"a":{}}"#,
    "true",
    "false",
    "-0",
    "0e0",
    "1",
    "1.0",
    "-1",
    "9007199254740993",
    r#""""#,
    r#""é""#,
    r#""\u00E9""#,
    r#""null""#,
    r#""/\n""#,
    r#""\/\u000a""#,
    "[]",
    "[null]",
    "[[]]",
];

fn telling_value() -> impl Strategy<Value = String> {
    prop_oneof![select(&TELLING_VALUES[..7]), select(&TELLING_VALUES[..])].prop_map(str::to_owned)
}

const ODD_NUMBERS: [&str; 10] = [
    "1e400",
    "-1E+400",
    "1e-400",
    "0.1e1",
    "-0.0",
    "123456789012345678901234567890",
    "0.000000000000000000000000000001",
    "1E0",
    "100",
    "1.10",
];

/// A string token for a text: each character as it is where JSON allows that, or escaped one way or the other.
fn spelled(text: &str, ways: &[u8]) -> String {
    let mut token = String::from("\"");
    for (at, character) in text.chars().enumerate() {
        let way = ways.get(at % ways.len().max(1)).copied().unwrap_or(0) % 4;
        match (way, character) {
            (0 | 1, '"' | '\\') => token.extend(['\\', character]),
            (0 | 1, '\n') => token.push_str("\\n"),
            (1, '/') => token.push_str("\\/"),
            (0 | 1, _) if character >= ' ' => token.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    token.push_str(&if way == 2 { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") });
                }
            }
        }
    }
    token + "\""
}

fn name_token() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (name(), vec(any::<u8>(), 0..4)).prop_map(|(text, ways)| spelled(text, &ways)),
        1 => select(&STRANGE_NAMES[..]).prop_map(str::to_owned),
    ]
}

fn string_token() -> impl Strategy<Value = String> {
    const STRANGE: [&str; 5] =
        [r#""\ud83d""#, r#""\ude00""#, r#""\uD83D\uDE00""#, r#""\b\f\r\t\/""#, "\"\u{7f}\u{2028}\u{ffff}\""];
    let piece = prop_oneof![
        12 => "[ -~]{0,40}".prop_map(|text| spelled(&text, &[0])),
        12 => any::<String>().prop_map(|text| spelled(&text, &[0, 0, 0, 3])),
        12 => select(&STRANGE[..]).prop_map(str::to_owned),
        // Long enough to be moved another way than short ones.
        1 => (0..1500_usize).prop_map(|length| format!("\"{}\"", "long ".repeat(length / 5))),
    ];
    vec(piece, 0..3).prop_map(|pieces| {
        let inside: String = pieces.iter().map(|piece| &piece[1..piece.len() - 1]).collect();
        format!("\"{inside}\"")
    })
}

fn number_token() -> impl Strategy<Value = String> {
    prop_oneof![
        select(&ODD_NUMBERS[..]).prop_map(str::to_owned),
        "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?",
    ]
}

/// A document before it is laid out.
#[derive(Clone, Debug)]
enum Shape {
    Token(String),
    Array(Vec<Shape>),
    Object(Vec<(String, Shape)>),
}

impl Shape {
    /// The text, with whitespace from `gaps` taken in turn wherever some may stand.
    fn layout(&self, gaps: &[String]) -> String {
        let mut text = String::new();
        let mut gaps = gaps.iter().cycle();
        let mut gap = |text: &mut String| text.push_str(gaps.next().map_or("", String::as_str));
        gap(&mut text);
        self.layout_into(&mut text, &mut gap);
        text
    }

    /// All values in it, itself first.
    fn values(&self) -> Vec<&Self> {
        let inside: Vec<&Self> = match self {
            Self::Token(_) => Vec::new(),
            Self::Array(items) => items.iter().flat_map(Self::values).collect(),
            Self::Object(members) => members.iter().flat_map(|(_, value)| value.values()).collect(),
        };
        std::iter::once(self).chain(inside).collect()
    }

    fn layout_into(&self, text: &mut String, gap: &mut impl FnMut(&mut String)) {
        match self {
            Self::Token(token) => text.push_str(token),
            Self::Array(items) => {
                text.push('[');
                gap(text);
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        text.push(',');
                        gap(text);
                    }
                    item.layout_into(text, gap);
                }
                text.push(']');
            }
            Self::Object(members) => {
                text.push('{');
                gap(text);
                for (at, (name, value)) in members.iter().enumerate() {
                    if at > 0 {
                        text.push(',');
                        gap(text);
                    }
                    text.push_str(name);
                    gap(text);
                    text.push(':');
                    gap(text);
                    value.layout_into(text, gap);
                }
                text.push('}');
            }
        }
        gap(text);
    }
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        6 => telling_value(),
        1 => number_token(),
        1 => string_token(),
    ]
    .prop_map(Shape::Token);
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..4).prop_map(Shape::Array),
            4 => vec((name_token(), inner), 0..9).prop_map(Shape::Object),
        ]
    })
}

/// An object, which is what most payloads are.
fn object() -> impl Strategy<Value = Shape> {
    vec((name_token(), shape()), 0..9).prop_map(Shape::Object)
}

/// What may set one of several objects apart from the others.
#[derive(Clone, Copy, Debug)]
enum Twist {
    Nothing,
    Lacks(Index),
    Repeats(Index),
    Turned(Index),
}

/// Objects that are much alike, in a list or each inside the one before: what held for the last one mostly holds for
/// the next, but not always.
fn flock() -> impl Strategy<Value = Shape> {
    let twist = prop_oneof![
        4 => Just(Twist::Nothing),
        1 => any::<Index>().prop_map(Twist::Lacks),
        1 => any::<Index>().prop_map(Twist::Repeats),
        1 => any::<Index>().prop_map(Twist::Turned),
    ];
    let value = prop_oneof![3 => telling_value().prop_map(Shape::Token), 1 => shape()];
    (vec((name_token(), value), 1..7), vec(twist, 1..9), any::<bool>()).prop_map(|(members, twists, nested)| {
        let mut objects = Vec::new();
        for twist in twists {
            let mut members = members.clone();
            match twist {
                Twist::Nothing => {}
                Twist::Lacks(at) => drop(members.remove(at.index(members.len()))),
                Twist::Repeats(at) => members.push(at.get(&members).clone()),
                Twist::Turned(at) => {
                    let first = at.index(members.len());
                    members.rotate_left(first);
                }
            }
            if nested && let Some(inner) = objects.pop() {
                // Anywhere among the members, and in place of one.
                let middle = members.len() / 2;
                match members.get_mut(middle) {
                    Some((_, value)) => *value = Shape::Array(Vec::from([inner])),
                    None => members.push(("\"children\"".to_owned(), inner)),
                }
            }
            objects.push(Shape::Object(members));
        }
        Shape::Array(objects)
    })
}

/// The arguments of a call, with those that the rules ask for.
fn arguments() -> impl Strategy<Value = Shape> {
    let asked = |name: &str| {
        let name = format!("\"{name}\"");
        telling_value().prop_map(move |value| (name.clone(), Shape::Token(value)))
    };
    let others = || vec((name_token(), telling_value().prop_map(Shape::Token)), 0..3);
    let inner = (others(), asked("a")).prop_map(|(mut members, asked)| {
        members.push(asked);
        ("\"id\"".to_owned(), Shape::Object(members))
    });
    (others(), asked("a"), inner, any::<bool>()).prop_map(|(mut members, asked, inner, both)| {
        members.push(asked);
        members.extend(both.then_some(inner));
        Shape::Object(members)
    })
}

/// A payload and the arguments of its call, which as often as not hold some value of the payload, laid out in its own way.
fn exchange() -> impl Strategy<Value = (String, String)> {
    // At least one object, the payload or inside it.
    let payload = prop_oneof![object(), flock()];
    (payload, arguments(), any::<Index>(), any::<bool>(), gaps(), gaps()).prop_map(
        |(payload, mut arguments, which, related, payload_gaps, arguments_gaps)| {
            if let (true, Shape::Object(members)) = (related, &mut arguments) {
                let values = payload.values();
                // Rather one that has members, of which some may go.
                let objects: Vec<&&Shape> = values.iter().filter(|value| matches!(value, Shape::Object(_))).collect();
                let held = if which.index(4) == 0 { which.get(&values) } else { which.get(&objects) };
                members.push(("\"a\"".to_owned(), Shape::clone(held)));
            }
            (payload.layout(&payload_gaps), arguments.layout(&arguments_gaps))
        },
    )
}

fn gaps() -> impl Strategy<Value = Vec<String>> {
    // Longer than what is looked at in one step, too.
    let gap = || prop_oneof![6 => "[ \\n\\r\\t]{0,3}", 1 => "[ \\n\\r\\t]{0,80}"];
    prop_oneof![Just(vec![]), vec(gap(), 1..6)]
}

fn laid_out(shape: impl Strategy<Value = Shape>) -> impl Strategy<Value = String> {
    (shape, gaps()).prop_map(|(shape, gaps)| shape.layout(&gaps))
}

fn document() -> impl Strategy<Value = String> {
    laid_out(prop_oneof![1 => shape(), 3 => object(), 2 => flock()])
}

fn scalar() -> impl Strategy<Value = Scalar> {
    prop_oneof![
        Just(Scalar::Null),
        any::<bool>().prop_map(Scalar::Boolean),
        select(&[0, 0, 1, -1, 9_007_199_254_740_993][..]).prop_map(Scalar::Integer),
        select(&["", "é", "null", "/\n"][..]).prop_map(|text| Scalar::String(text.to_owned())),
    ]
}

/// A rule as it may stand in a policy: no member that is dropped in two ways, every sibling in the guard.
fn rule() -> impl Strategy<Value = PruneRule> {
    let name = || name().prop_map(str::to_owned);
    let elsewhere = prop_oneof![
        2 => any::<Index>().prop_map(|sibling| (0, sibling)),
        4 => any::<Index>().prop_map(|argument| (1, argument)),
        1 => any::<Index>().prop_map(|tool| (2, tool)),
    ];
    (
        prop_oneof![3 => subsequence(&NAMES[..COMMON], 1..=2), 2 => subsequence(&NAMES[..], 1..=3)],
        btree_map(name(), elsewhere, 0..4),
        btree_map(name(), scalar(), 0..4),
        subsequence(&NAMES[..], 0..4),
    )
        .prop_map(|(guard, drop, drop_equal, drop_empty)| {
            let own = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<String>>();
            let guard = own(guard);
            let drop: Named<Elsewhere> = drop
                .into_iter()
                .map(|(member, (kind, pick))| {
                    let siblings: Vec<&String> = guard.iter().filter(|sibling| **sibling != member).collect();
                    let elsewhere = match (kind, siblings.as_slice()) {
                        (0, [_, ..]) => Elsewhere::Sibling { member: pick.get(&siblings).to_string(), except: vec![] },
                        (1, _) => Elsewhere::Argument(pick.get(&[own(vec!["a"]), own(vec!["id", "a"])]).clone()),
                        _ => Elsewhere::Tool("other".to_owned()),
                    };
                    (member, elsewhere)
                })
                .collect();
            let drop_equal = drop_equal.into_iter().filter(|(member, _)| !drop.contains_key(member)).collect();
            let drop_empty = own(drop_empty).into_iter().filter(|member| !drop.contains_key(member)).collect();
            PruneRule { guard, drop, drop_equal, drop_empty }
        })
}

/// A policy whose rules all hold for every tool. A rule that can't stand beside the ones before it is left out.
fn policy_of(rules: Vec<PruneRule>) -> Policy {
    let defaults = ToolPolicy { prune: Some(Vec::new()), ..ToolPolicy::default() };
    let mut policy = Policy { defaults, ..Policy::default() };
    for (number, rule) in rules.into_iter().enumerate() {
        let mut with_rule = policy.clone();
        let name = format!("rule-{number}");
        with_rule.defaults.prune.get_or_insert_default().push(name.clone());
        with_rule.prune.insert(name, rule);
        if Projection::new(&with_rule).is_ok() {
            policy = with_rule;
        }
    }
    policy
}

fn policy() -> impl Strategy<Value = Policy> {
    vec(rule(), 1..5).prop_map(policy_of)
}

/// A world of three names and four values, in which everything meets everything.
fn small_world() -> impl Strategy<Value = (Policy, Shape, Shape)> {
    const NAMES: [&str; 3] = ["a", "b", "c"];
    let name = || select(&NAMES[..]).prop_map(str::to_owned);
    let elsewhere =
        prop_oneof![Just(Elsewhere::Tool("other".to_owned())), Just(Elsewhere::Argument(Vec::from(["a".to_owned()]))),];
    let scalar = prop_oneof![Just(Scalar::Null), Just(Scalar::Integer(0))];
    let rule = (
        subsequence(&NAMES[..], 1..=2),
        btree_map(name(), elsewhere, 0..3),
        btree_map(name(), scalar, 0..2),
        subsequence(&NAMES[..], 0..=1),
    )
        .prop_map(|(guard, drop, drop_equal, drop_empty)| {
            let own = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<String>>();
            let (drop, drop_equal) = (drop.into_iter().collect(), drop_equal.into_iter().collect());
            PruneRule { guard: own(guard), drop, drop_equal, drop_empty: own(drop_empty) }
        });
    let leaf = select(&["null", "0", "[]", "{}"][..]).prop_map(|token| Shape::Token(token.to_owned()));
    let shape = leaf.prop_recursive(4, 24, 4, move |inner| {
        vec((name().prop_map(|name| spelled(&name, &[])), inner), 1..5).prop_map(Shape::Object)
    });
    (vec(rule, 1..3).prop_map(policy_of), vec(shape, 1..4), any::<Index>()).prop_map(|(policy, shapes, which)| {
        let payload = Shape::Array(shapes);
        let held = (*which.get(&payload.values())).clone();
        (policy, payload, Shape::Object(Vec::from([("\"a\"".to_owned(), held)])))
    })
}

fn flatten() -> impl Strategy<Value = Flatten> {
    let elsewhere = prop_oneof![
        Just(Elsewhere::Tool("other".to_owned())),
        select(&["a", "id", "é"][..]).prop_map(|name| Elsewhere::Argument(vec![name.to_owned()])),
    ];
    (
        select(&["text", "é"][..]),
        btree_map(select(&["id", "a", "", "q\"\\/\n"][..]).prop_map(str::to_owned), elsewhere, 0..5),
        any::<bool>(),
    )
        .prop_map(|(member, elsewhere, block)| Flatten {
            member: member.to_owned(),
            elsewhere: elsewhere.into_iter().collect(),
            remainder: block.then_some(Remainder::Block),
        })
}

/// A small payload in which the member that `flatten` sends is a string more often than not.
fn flat_payload() -> impl Strategy<Value = String> {
    let name = || {
        (select(&["id", "a", "", "é", "text", "q\"\\/\n"][..]), vec(any::<u8>(), 0..3))
            .prop_map(|(text, ways)| spelled(text, &ways))
    };
    let member = (name(), prop_oneof![string_token(), telling_value()].prop_map(Shape::Token));
    laid_out(vec(member, 0..5).prop_map(Shape::Object))
}

fn projection(policy: &Policy) -> Projection {
    Projection::new(policy).unwrap_or_else(|error| unreachable!("{error}"))
}

/// The engine's own rules for a policy, for a call of which nothing is known.
fn engine_rules(policy: &Policy) -> Rules {
    let rules = policy.prune.values().map(|rule| {
        let dropped = rule.drop.keys().map(|name| (name.clone(), Condition::Always));
        let equal = rule.drop_equal.iter().map(|(name, scalar)| (name.clone(), Condition::Equal(scalar.clone())));
        let empty = rule.drop_empty.iter().map(|name| (name.clone(), Condition::Empty));
        Rule { guard: rule.guard.clone(), drops: dropped.chain(equal).chain(empty).collect() }
    });
    Rules::new(&rules.collect::<Vec<_>>())
}

/// What an engine makes of a text, read again with less trust wherever trust was broken.
fn through(engine: &mut Engine, payload: &str, form: Form, rules: &Rules) -> Result<String, Refusal> {
    let mut refusal = Refusal::TrustBroken;
    for trust in [Trust::Given, Trust::Earned, Trust::None] {
        let units: Vec<u16> = payload.encode_utf16().collect();
        let length = if form == Form::Utf16 { units.len() } else { payload.len() };
        match form {
            Form::Utf16 => engine.wide_room(length).expect("memory").copy_from_slice(&units),
            _ => engine.room(length).expect("memory").copy_from_slice(payload.as_bytes()),
        }
        match engine.rewrite(length, form, rules, Limits::default(), trust) {
            Ok(length) if form == Form::Utf16 => {
                return Ok(String::from_utf16(engine.units(length)).expect("whole characters"));
            }
            Ok(length) => return Ok(text(engine.bytes(length).to_vec())),
            Err(why) => refusal = why,
        }
    }
    Err(refusal)
}

thread_local! {
    /// One engine for all cases: what one leaves behind must not meddle with the next.
    static ENGINE: RefCell<Engine> = RefCell::default();
}

fn tree(text: &str) -> Tree {
    Tree::parse(text).unwrap_or_else(|error| unreachable!("the reference refused {text}: {error}"))
}

fn text(json: Vec<u8>) -> String {
    String::from_utf8(json).unwrap_or_else(|error| unreachable!("the engine wrote {error}"))
}

fn compact(json: &[u8]) -> Result<Vec<u8>, JsonError> {
    rewrite(json, &Rules::default(), None, Limits::default())
}

fn compact_or_panic(json: &[u8]) -> Vec<u8> {
    compact(json).unwrap_or_else(|error| unreachable!("{error}: {}", String::from_utf8_lossy(json)))
}

/// So many cases, unless the environment asks for another number (`PROPTEST_CASES`).
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn pruning_is_what_the_definition_says(policy in policy(), payload in document()) {
        let rules: Vec<&PruneRule> = policy.prune.values().collect();
        let pruned = text(projection(&policy).prune("any", payload.as_bytes()).expect("a valid payload"));
        prop_assert_eq!(&pruned, &tree(&payload).pruned(&rules, None).print());
        prop_assert!(pruned.len() <= payload.len());
    }

    #[test]
    fn pruning_knows_the_arguments_of_the_call(
        policy in policy(),
        (payload, arguments) in exchange(),
    ) {
        let rules: Vec<&PruneRule> = policy.prune.values().collect();
        let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
        let reply = projection(&policy).success("any", payload.as_bytes(), &call).expect("a valid payload");
        let texts: Vec<_> = reply.texts().collect();
        prop_assert_eq!(texts, [tree(&payload).pruned(&rules, Some(&tree(&arguments))).print()]);
        prop_assert!(!reply.is_error() && reply.structured_content().is_none());
    }

    #[test]
    fn flattening_is_what_the_definition_says(
        flatten in flatten(),
        payload in flat_payload(),
        arguments in proptest::option::of(flat_payload()),
    ) {
        let defaults = ToolPolicy { flatten: Some(flatten.clone()), ..ToolPolicy::default() };
        let call = Call { arguments: arguments.as_deref().map(str::as_bytes), ..Call::default() };
        let policy = Policy { defaults, ..Policy::default() };
        let reply = projection(&policy).success("any", payload.as_bytes(), &call).expect("a valid payload");
        let payload = tree(&payload);
        let expected = payload.flattened(&flatten, arguments.as_deref().map(tree).as_ref());
        let texts: Vec<_> = reply.texts().collect();
        prop_assert_eq!(texts, expected.unwrap_or_else(|| vec![payload.print()]));
    }

    #[test]
    fn pruning_twice_is_pruning_once(policy in policy(), payload in document()) {
        let projection = projection(&policy);
        let once = projection.prune("any", payload.as_bytes()).expect("a valid payload");
        let twice = projection.prune("any", &once).expect("the engine's own output");
        prop_assert_eq!(text(once), text(twice));
    }

    #[test]
    fn every_form_of_text_comes_to_the_same(policy in policy(), payload in document()) {
        let rules = engine_rules(&policy);
        let expected = tree(&payload).pruned(&policy.prune.values().collect::<Vec<_>>(), None).print();
        let forms = if rules.is_ascii() { &[Form::Utf8, Form::Known, Form::Utf16][..] } else { &[Form::Utf8] };
        for form in forms {
            let output = ENGINE.with_borrow_mut(|engine| through(engine, &payload, *form, &rules));
            prop_assert_eq!(output, Ok(expected.clone()), "{:?}", form);
        }
    }

    #[test]
    fn without_rules_every_token_stays(payload in document()) {
        let compacted = text(compact_or_panic(payload.as_bytes()));
        prop_assert_eq!(&tree(&compacted), &tree(&payload));
        prop_assert_eq!(text(compact_or_panic(compacted.as_bytes())), compacted);
    }

    #[test]
    fn a_policy_survives_being_written_and_read(policy in policy()) {
        let written = serde_json::to_vec(&policy).expect("a policy is JSON");
        prop_assert_eq!(Policy::from_json(&written), Ok(policy));
    }

    #[test]
    fn a_text_that_ends_too_early_is_refused_at_its_end(
        payload in laid_out(prop_oneof![object(), flock()]),
        cut in any::<Index>(),
    ) {
        let payload = payload.trim_end().as_bytes();
        let cut = payload.get(..cut.index(payload.len())).expect("an index below the length");
        let error = compact(cut).expect_err("a text without its end");
        // Of a character that was cut in two, the first byte is blamed.
        let valid = std::str::from_utf8(cut).map_or_else(|error| error.valid_up_to(), str::len);
        prop_assert_eq!(error.offset(), valid);
    }
}

proptest! {
    // They are small, and faults that take several coincidences are rare.
    #![proptest_config(cases(40_000))]

    #[test]
    fn pruning_is_right_where_everything_meets((policy, payload, arguments) in small_world()) {
        let rules: Vec<&PruneRule> = policy.prune.values().collect();
        let (payload, arguments) = (payload.layout(&[]), arguments.layout(&[]));
        let projection = projection(&policy);
        let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
        let reply = projection.success("any", payload.as_bytes(), &call).expect("a valid payload");
        let texts: Vec<_> = reply.texts().collect();
        prop_assert_eq!(texts, [tree(&payload).pruned(&rules, Some(&tree(&arguments))).print()]);
        let pruned = text(projection.prune("any", payload.as_bytes()).expect("a valid payload"));
        prop_assert_eq!(pruned, tree(&payload).pruned(&rules, None).print());
    }
}

/// A small wound to a text.
#[derive(Clone, Debug)]
enum Wound {
    Flip(Index, u8),
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Truncate(Index),
    Double(Index, Index),
}

/// Bytes that mean something to the grammar or to UTF-8, and a few that don't.
const TELLING_BYTES: &[u8] =
    b"{}[]:,\"\\/bfnrtuaeE+-.019 \n\r\t\x00\x0b\x0c\x1f\x7f\x80\xbf\xc0\xc3\xe0\xed\xef\xf0\xf4\xf5\xff";

impl Wound {
    fn inflict(&self, text: &mut Vec<u8>) {
        // One place more than there are bytes: behind the last.
        let place = |index: &Index, text: &Vec<u8>| index.index(text.len() + 1);
        match self {
            Self::Flip(at, bit) => {
                let at = place(at, text);
                text.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (bit % 8));
            }
            Self::Replace(at, byte) => {
                let at = place(at, text);
                text.iter_mut().skip(at).take(1).for_each(|old| *old = *byte);
            }
            Self::Insert(at, byte) => text.insert(place(at, text), *byte),
            Self::Remove(at) => {
                let at = place(at, text);
                text.drain(at..text.len().min(at + 1));
            }
            Self::Truncate(at) => text.truncate(place(at, text)),
            Self::Double(from, to) => {
                let (from, to) = (place(from, text), place(to, text));
                let span = text.get(from.min(to)..from.max(to)).unwrap_or_default().to_vec();
                text.splice(to..to, span);
            }
        }
    }
}

fn wound() -> impl Strategy<Value = Wound> {
    let at = any::<Index>;
    let byte = || select(TELLING_BYTES);
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, bit)| Wound::Flip(at, bit)),
        (at(), byte()).prop_map(|(at, byte)| Wound::Replace(at, byte)),
        (at(), byte()).prop_map(|(at, byte)| Wound::Insert(at, byte)),
        at().prop_map(Wound::Remove),
        at().prop_map(Wound::Truncate),
        (at(), at()).prop_map(|(from, to)| Wound::Double(from, to)),
    ]
}

/// Bytes that may be JSON, shown as text when a test fails.
#[derive(Clone)]
struct Wounded(Vec<u8>);

impl fmt::Debug for Wounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

fn wounded() -> impl Strategy<Value = Wounded> {
    (document(), vec(wound(), 1..4)).prop_map(|(text, wounds)| {
        let mut text = text.into_bytes();
        wounds.iter().for_each(|wound| wound.inflict(&mut text));
        Wounded(text)
    })
}

/// Why serde_json and the engine may disagree on whether a text is JSON. There is no other reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Difference {
    /// The engine has a limit of 512 levels; serde_json, skipping a value, has none.
    DepthLimit,
    /// serde_json, skipping a value, doesn't look whether a string is UTF-8.
    Utf8,
    /// serde_json refuses `\ud83d` without its partner where it builds a string, which has no place for it;
    /// RFC 8259 allows it and JavaScript reads it.
    LoneSurrogate,
    /// serde_json builds at most 128 levels.
    RecursionLimit,
    /// serde_json, without `arbitrary_precision`, refuses `1e400`.
    NumberRange,
}

/// Holds the engine's verdict on a text against serde_json's two ways of reading: skipping a value (a grammar
/// without meaning) and building one. Answers which difference excuses each disagreement.
fn differences(json: &[u8]) -> Result<Vec<Difference>, TestCaseError> {
    let verdict = compact(json);
    let mut differences = Vec::new();

    let skipped = serde_json::from_slice::<IgnoredAny>(json);
    match (&verdict, &skipped) {
        (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
        (Err(error), Ok(_)) if error.expected() == Expected::Depth(512) => differences.push(Difference::DepthLimit),
        (Err(error), Ok(_)) if std::str::from_utf8(json).is_err() => {
            prop_assert_eq!(error.expected(), Expected::Utf8);
            differences.push(Difference::Utf8);
        }
        (engine, serde) => prop_assert!(false, "the engine says {:?}, serde_json {:?}", engine, serde),
    }

    let built = serde_json::from_slice::<serde_json::Value>(json);
    match (&verdict, built.map_err(|error| error.to_string())) {
        (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
        (Err(error), Ok(_)) => prop_assert_eq!(error.expected(), Expected::Depth(512)),
        (Ok(_), Err(error)) => differences.push(match error {
            error if error.contains("surrogate") || error.contains("unexpected end of hex escape") => {
                Difference::LoneSurrogate
            }
            error if error.contains("recursion limit exceeded") => Difference::RecursionLimit,
            error if error.contains("number out of range") => Difference::NumberRange,
            error => return Err(TestCaseError::fail(format!("serde_json alone says {error}"))),
        }),
    }
    Ok(differences)
}

proptest! {
    #![proptest_config(cases(12_000))]

    #[test]
    fn what_is_json_is_what_serde_json_says(Wounded(json) in wounded()) {
        differences(&json)?;
    }

    #[test]
    fn an_error_stands_at_the_first_byte_that_cannot_be_right(Wounded(json) in wounded()) {
        let Err(error) = compact(&json) else { return Ok(()) };
        let offset = error.offset();
        prop_assert!(offset <= json.len());
        let (before, from) = json.split_at(offset);

        // What comes before could still have become JSON.
        let viable = |json: &[u8]| serde_json::from_slice::<IgnoredAny>(json).err().is_none_or(|error| error.is_eof());
        prop_assert!(std::str::from_utf8(before).is_ok());
        // serde_json calls a number without its digits broken even where the text just ends.
        let digit: &[u8] = if error.expected() == Expected::Digit { b"0" } else { b"" };
        prop_assert!(viable(&[before, digit].concat()), "serde_json refuses the text before {}", error);

        // With the byte that is blamed it couldn't.
        match error.expected() {
            Expected::Utf8 => prop_assert!(std::str::from_utf8(from).is_err_and(|error| error.valid_up_to() == 0)),
            // serde_json looks at the digits only once it has four bytes.
            Expected::HexDigit => prop_assert!(from.first().is_none_or(|digit| !digit.is_ascii_hexdigit())),
            _ => {
                let through = json.get(..=offset).filter(|through| viable(through));
                prop_assert_eq!(through, None, "serde_json accepts the byte blamed by {}", error);
            }
        }

        // The line and the column are counted in bytes, and both from 1.
        let lines: Vec<&[u8]> = before.split(|&byte| byte == b'\n').collect();
        prop_assert_eq!(error.line(), lines.len());
        prop_assert_eq!(error.column(), lines.last().map_or(0, |line| line.len()) + 1);
    }

    #[test]
    fn every_way_in_finds_the_same_fault(policy in policy(), Wounded(json) in wounded()) {
        let verdict = compact(&json).map(|_| ());
        prop_assert_eq!(projection(&policy).prune("any", &json).map(|_| ()), verdict);
        let failure = ToolFailure::new("CODE", "message").expect("a code");
        prop_assert_eq!(failure.with_data(&json).map(|_| ()), verdict);
        if let Ok(json) = std::str::from_utf8(&json) {
            let refusal = verdict.map_err(|_| Refusal::Error);
            for form in [Form::Utf8, Form::Known, Form::Utf16] {
                let output = ENGINE.with_borrow_mut(|engine| through(engine, json, form, &Rules::default()));
                prop_assert_eq!(output.map(|_| ()), refusal, "{:?}", form);
            }
        }
        // A flatten looks for the members of the payload first.
        let flatten = Flatten { member: "text".to_owned(), elsewhere: Named::new(), remainder: None };
        let defaults = ToolPolicy { flatten: Some(flatten), ..ToolPolicy::default() };
        let flattening = projection(&Policy { defaults, ..Policy::default() });
        prop_assert_eq!(flattening.success("any", &json, &Call::default()).map(|_| ()), verdict);
    }
}

#[test]
fn each_known_difference_from_serde_json_is_real() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    for (json, expected) in [
        (nested(513).into_bytes(), vec![Difference::DepthLimit]),
        (nested(512).into_bytes(), vec![Difference::RecursionLimit]),
        (b"\"\xc3\"".to_vec(), vec![Difference::Utf8]),
        (br#"["\ud83d"]"#.to_vec(), vec![Difference::LoneSurrogate]),
        (br#"["\ud83d\ud83d"]"#.to_vec(), vec![Difference::LoneSurrogate]),
        (br#"["\ude00"]"#.to_vec(), vec![Difference::LoneSurrogate]),
    ] {
        assert_eq!(differences(&json).ok(), Some(expected), "{}", String::from_utf8_lossy(&json));
    }
    let range = differences(b"1e400").expect("valid JSON");
    assert!(range.is_empty() || range == [Difference::NumberRange], "{range:?}");
}

#[test]
fn more_guard_members_than_bits_in_a_word() {
    let names: Vec<String> = (0..150).map(|number| format!("member-{number}")).collect();
    let mut policy = Policy::default();
    for (number, guard) in names.chunks(50).enumerate() {
        let drop = Named::from([(format!("dropped-{number}"), Elsewhere::Tool("other".to_owned()))]);
        let guard = guard.to_vec();
        policy.prune.insert(format!("rule-{number}"), PruneRule { guard, drop, ..PruneRule::default() });
    }
    policy.defaults.prune = Some(policy.prune.keys().cloned().collect());
    let projection = projection(&policy);
    let rules: Vec<&PruneRule> = policy.prune.values().collect();

    let dropped = (0..3).map(|number| format!("dropped-{number}"));
    let all: Vec<String> = dropped.chain(names.iter().rev().cloned()).map(|name| format!("\"{name}\":0")).collect();
    for missing in 0..all.len() {
        let members: Vec<&str> =
            all.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, member)| member.as_str()).collect();
        let payload = format!("{{{},\"inner\":{{{}}}}}", members.join(","), all.join(","));
        let pruned = text(projection.prune("any", payload.as_bytes()).expect("a valid payload"));
        assert_eq!(pruned, tree(&payload).pruned(&rules, None).print());
        assert!(pruned.len() < payload.len());
    }
}

/// One rule more than there are bits in a word for each step beyond it; their guards and what they drop are their own.
#[test]
fn more_rules_than_bits_in_a_word() {
    let mut policy = Policy::default();
    for number in 0..70 {
        let drop = Named::from([(format!("dropped-{number}"), Elsewhere::Tool("other".to_owned()))]);
        let guard = Vec::from([format!("guard-{number}"), "id".to_owned(), "text".to_owned()]);
        policy.prune.insert(format!("rule-{number:02}"), PruneRule { guard, drop, ..PruneRule::default() });
    }
    policy.defaults.prune = Some(policy.prune.keys().cloned().collect());
    let rules: Vec<&PruneRule> = policy.prune.values().collect();
    let projection = projection(&policy);
    for number in 0..70 {
        for guard in [number, (number + 1) % 70] {
            for members in ["{D,\"id\":1,\"text\":1,G}", "{\"id\":1,\"text\":1,D,G}", "{G,\"id\":1,\"text\":1,D}"] {
                let object = members
                    .replace('D', &format!("\"dropped-{number}\":[]"))
                    .replace('G', &format!("\"guard-{guard}\":{{}}"));
                let pruned = text(projection.prune("any", object.as_bytes()).expect("a valid payload"));
                assert_eq!(pruned, tree(&object).pruned(&rules, None).print());
            }
        }
    }
}

/// Every value against every value that a rule can ask for, in every place that the guard can have.
#[test]
fn a_member_goes_only_at_exactly_the_value() {
    let near_misses =
        ["1e2", "0 ", "00", "1.", "1e0", "10", "-1.0", "-10", "9007199254740992", "\"0\"", "{\"a\":0}", "[{}]"];
    let values = TELLING_VALUES.into_iter().chain(ODD_NUMBERS).chain(near_misses);
    let values: Vec<&str> = values.filter(|value| Tree::parse(value).is_ok()).collect();
    let scalars =
        ["null", "true", "false", "0", "1", "-1", "9007199254740993", r#""""#, r#""é""#, r#""null""#, r#""/\n""#];
    let rules = scalars.iter().map(|scalar| format!(r#"{{"where":["id"],"dropEqual":{{"a":{scalar}}}}}"#));
    for rule in rules.chain([r#"{"where":["id"],"dropEmpty":["a"]}"#.to_owned()]) {
        let policy = format!(r#"{{"prune":{{"r":{rule}}},"defaults":{{"prune":["r"]}}}}"#);
        let policy = Policy::from_json(policy.as_bytes()).unwrap_or_else(|error| unreachable!("{error}"));
        let rules: Vec<&PruneRule> = policy.prune.values().collect();
        let projection = projection(&policy);
        for value in &values {
            for payload in [
                format!(r#"{{"id":1,"a":{value}}}"#),
                format!(r#"{{"a":{value},"id":1}}"#),
                format!(r#"{{ "id" : 1 , "a" : {value} , "b" : {value} }}"#),
                format!(r#"[{{"id":1,"a":{value}}},{{"a":{value},"b":1,"id":1}},{{"a":{value}}}]"#),
                format!(r#"{{"a":0,"id":1,"a":{value}}}"#),
                format!(r#"{{"a":{value},"id":1,"a":[1]}}"#),
            ] {
                let pruned = text(projection.prune("any", payload.as_bytes()).expect("a valid payload"));
                assert_eq!(pruned, tree(&payload).pruned(&rules, None).print(), "{rule} {payload}");
            }
        }
    }
}

/// What goes from inside a value doesn't count when the value itself is judged.
#[test]
fn a_value_is_compared_as_the_payload_has_it() {
    let policy =
        br#"{"prune":{"r":{"where":["a"],"drop":{"a":"tool:t","x":"arguments.x"}}},"defaults":{"prune":["r"]}}"#;
    let projection = projection(&Policy::from_json(policy).unwrap_or_else(|error| unreachable!("{error}")));
    for (arguments, expected) in
        [(r#"{"x":{"a":{},"id":1}}"#, "{}"), (r#"{"x":{"id":1}}"#, r#"{"x":{"id":1}}"#), ("{}", r#"{"x":{"id":1}}"#)]
    {
        let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
        for payload in [r#"{"x":{"a":{},"id":1},"a":null}"#, r#"{"a":null,"x":{"a":{},"id":1}}"#] {
            let reply = projection.success("any", payload.as_bytes(), &call).expect("a valid payload");
            assert_eq!(reply.texts().collect::<Vec<_>>(), [expected], "{arguments} {payload}");
        }
    }
}

/// Every value as what a payload has, against every value as what an argument has.
#[test]
fn an_argument_holds_only_what_it_equals() {
    const OTHERS: [&str; 15] = [
        r#""\ud83d""#,
        r#""\uD83D""#,
        r#""\ude00""#,
        r#""\ufffd""#,
        r#""\ud83d\ude00""#,
        "\"😀\"",
        "[1,2]",
        "[1]",
        "[2,1]",
        r#"{"a":1,"a":{},"id":"é"}"#,
        r#"{"\u0061":{},"id":"é"}"#,
        r#"{"b":{},"id":"é"}"#,
        r#"{"a":{},"id":"é","b":1}"#,
        r#"{"a":{},"id":"e"}"#,
        r#"[{"a":{},"id":"é"}]"#,
    ];
    let values: Vec<&str> = TELLING_VALUES.into_iter().chain(ODD_NUMBERS).chain(OTHERS).collect();
    let rule = r#"{"where":["id"],"drop":{"a":"arguments.a"}}"#;
    let pruning = format!(r#"{{"prune":{{"r":{rule}}},"defaults":{{"prune":["r"]}}}}"#);
    let flattening = r#"{"defaults":{"flatten":{"member":"id","elsewhere":{"a":"arguments.a"}}}}"#;
    for policy in [pruning.as_str(), flattening] {
        let policy = Policy::from_json(policy.as_bytes()).unwrap_or_else(|error| unreachable!("{error}"));
        let rules: Vec<&PruneRule> = policy.prune.values().collect();
        let projection = projection(&policy);
        for (value, held) in values.iter().flat_map(|value| values.iter().map(move |held| (value, held))) {
            let payload = format!(r#"{{"id":"text","a":{value}}}"#);
            let arguments = format!(r#"{{"a":{held}}}"#);
            let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
            let reply = projection.success("any", payload.as_bytes(), &call).expect("a valid payload");
            let (payload, arguments) = (tree(&payload), tree(&arguments));
            let flattened =
                policy.defaults.flatten.as_ref().and_then(|flatten| payload.flattened(flatten, Some(&arguments)));
            let expected = flattened.unwrap_or_else(|| Vec::from([payload.pruned(&rules, Some(&arguments)).print()]));
            assert_eq!(reply.texts().collect::<Vec<_>>(), expected, "{value} {held}");
        }
    }
}

/// Chance must not make the properties above empty: what is generated has to meet the rules, often and in
/// every way.
#[test]
fn what_is_generated_is_worth_testing() {
    const CASES: u32 = 600;
    let mut runner = TestRunner::deterministic();
    let strategy = (policy(), exchange(), wounded());
    let (mut pruned, mut by_several, mut kept_back, mut supplied, mut broken) = (0, 0, 0, 0, 0);
    for _ in 0..CASES {
        let (policy, (payload, arguments), wounded) = strategy.new_tree(&mut runner).expect("no rejection").current();
        let rules: Vec<&PruneRule> = policy.prune.values().collect();
        let (payload, arguments, no_arguments) = (tree(&payload), tree(&arguments), tree("{}"));
        let unaware = payload.pruned(&rules, None);
        let aware = payload.pruned(&rules, Some(&arguments));
        pruned += u32::from(unaware != payload);
        by_several += u32::from(rules.iter().filter(|rule| payload.pruned(&[**rule], None) != payload).count() > 1);
        kept_back += u32::from(aware != unaware);
        supplied += u32::from(aware != payload.pruned(&rules, Some(&no_arguments)));
        broken += u32::from(compact(&wounded.0).is_err());
    }
    for (what, count, least) in [
        ("lose a member", pruned, 0.25),
        ("lose members to several rules", by_several, 0.03),
        ("keep a member that the arguments don't hold", kept_back, 0.1),
        ("lose a member that the arguments hold", supplied, 0.01),
        ("are broken by wounds", broken, 0.5),
        ("survive wounds", CASES - broken, 0.05),
    ] {
        let share = f64::from(count) / f64::from(CASES);
        assert!(share >= least, "{share:.3} of the cases {what}; expected {least} at least");
    }
}
