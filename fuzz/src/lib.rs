//! The checks of `tests/checks`, with a way in for inputs from a fuzzer and one for inputs from a seed.

#[path = "../../tests/checks/mod.rs"]
mod checks;
#[allow(dead_code)] // Flattening is not asked for here.
#[path = "../../tests/reference/mod.rs"]
mod reference;
#[path = "../../tests/replies/mod.rs"]
mod replies;
#[path = "../../tests/streams/mod.rs"]
mod streams;

use std::cell::RefCell;

use arbitrary::Unstructured;
use checks::choices::{self, Choices, Seeded, wound};
use checks::documents::{case, document};
use checks::lists::hold_lists;
use checks::{Case, hold, hold_units};
use mcp_projection::json::{self, Engine};
use mcp_projection::{Call, Elsewhere, Named, Policy, Projection, PruneRule, Scalar, presets};

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Rules with names that are short enough to be found by chance.
fn short_rules() -> Case {
    let owned = |name: &str| name.to_owned();
    let rule = |guard: &[&str], drop: &[&str], equal: Scalar, empty: &str| PruneRule {
        guard: guard.iter().copied().map(owned).collect(),
        drop: drop.iter().map(|name| (owned(name), Elsewhere::Tool(owned("other")))).collect(),
        drop_equal: Named::from([(owned("e"), equal)]),
        drop_empty: vec![owned(empty)],
    };
    let rules = vec![
        rule(&["a", "b", "c"], &["d", "f"], Scalar::Null, "g"),
        rule(&["a"], &[], Scalar::String(owned("x")), "d"),
        rule(&["", "id"], &["b"], Scalar::Integer(0), "a"),
    ];
    Case { rules, arguments: None }
}

/// Any bytes, as bytes and as UTF-16.
pub fn rewrite(bytes: &[u8]) {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    ENGINE.with_borrow_mut(|engine| {
        hold(engine, bytes, &short_rules());
        hold_units(engine, &units, &short_rules());
    });
}

/// Any document under any rules, chosen by bytes.
pub fn rules(bytes: &[u8]) {
    made(&mut Bytes(Unstructured::new(bytes)));
}

/// Any bytes, and any document under any rules, chosen by them: its lists as columns, and back.
pub fn columns(bytes: &[u8]) {
    hold_lists(bytes, &short_rules());
    listed(&mut Bytes(Unstructured::new(bytes)));
}

/// Any reply under any policy, chosen by bytes; and the bytes themselves under that policy.
pub fn reply(bytes: &[u8]) {
    let exchange = replies::exchange(&mut Bytes(Unstructured::new(bytes)));
    replies::hold(&exchange);
    replies::hold_bytes(&exchange.projection(), bytes, &exchange.call());
}

/// Any text as a policy, which then prunes what it is.
pub fn policy(text: &[u8]) {
    let Ok(policy) = Policy::from_json(text) else { return };
    let written = serde_json::to_vec(&policy).expect("a policy can be written");
    assert_eq!(Policy::from_json(&written).as_ref(), Ok(&policy), "{}", text.escape_ascii());
    let Ok(projection) = Projection::new(&policy) else { return };
    let call = Call { arguments: Some(text), ..Call::default() };
    for tool in ["", "tool", "outl_page_get"] {
        let pruned = projection.prune(tool, text).expect("a policy is JSON");
        assert!(pruned.len() <= text.len(), "{}", text.escape_ascii());
        for call in [&call, &Call::default()] {
            projection.success(tool, text, call).expect("a policy is JSON");
        }
    }
}

/// Any stream of a server or a client, cut as its own bytes say.
pub fn stream(bytes: &[u8]) {
    streams::hold(bytes, &mut Bytes(Unstructured::new(bytes)));
}

/// The input that a seed makes for a target, checked; answers whether there is such a target.
pub fn seeded(target: &str, seed: u64) -> bool {
    let mut choices = Seeded::new(seed);
    match target {
        "rewrite" => {
            let mut text = document(&mut choices).into_bytes();
            wound(&mut choices, &mut text);
            rewrite(&text);
        }
        "rules" => made(&mut choices),
        "columns" => {
            listed(&mut choices);
            let mut text = document(&mut choices).into_bytes();
            wound(&mut choices, &mut text);
            columns(&text);
        }
        "reply" => {
            let exchange = replies::exchange(&mut choices);
            replies::hold(&exchange);
            let mut text = exchange.reply.clone().into_bytes();
            wound(&mut choices, &mut text);
            replies::hold_bytes(&exchange.projection(), &text, &exchange.call());
        }
        "stream" => {
            let mut stream = streams::stream(&mut choices);
            if choices.once_in(3) {
                wound(&mut choices, &mut stream);
            }
            streams::hold(&stream, &mut choices);
        }
        "policy" => {
            let preset = choices.pick(&[presets::outline as fn() -> Policy, Policy::default, with_everything]);
            let mut text = serde_json::to_vec(&preset()).expect("a policy can be written");
            wound(&mut choices, &mut text);
            policy(&text);
        }
        _ => return false,
    }
    true
}

fn with_everything() -> Policy {
    Policy::from_json(
        br#"{"version":1,"prune":{"r":{"where":["id","text"],"drop":{"t":{"in":"text","except":["kind"]},"s":"arguments.a.b",
        "u":"tool:x"},"dropEqual":{"n":null,"i":-1,"s2":"\u00e9"},"dropEmpty":["e"]}},"defaults":{"prune":["r"]},
        "tools":{"a*":{"flatten":{"member":"md","elsewhere":{"slug":"arguments.slug"},"remainder":"block"}},"*b":{"prune":[]}}}"#,
    )
    .expect("a policy")
}

fn made(choices: &mut impl Choices) {
    let mut text = document(choices).into_bytes();
    if choices.once_in(3) {
        wound(choices, &mut text);
    }
    let case = case(choices);
    ENGINE.with_borrow_mut(|engine| hold(engine, &text, &case));
}

fn listed(choices: &mut impl Choices) {
    let text = document(choices).into_bytes();
    hold_lists(&text, &case(choices));
}

/// Choices that a fuzzer makes; the first of each where it has no more to say.
struct Bytes<'a>(Unstructured<'a>);

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.int_in_range(0..=bound - 1).unwrap_or(0)
    }
}
