//! Replies by chance that carry their payload in every way that servers have, or not at all, under policies by chance; and what has to
//! hold for each of them.

use std::borrow::Cow;
use std::fmt::Write;

use mcp_projection::{Call, Policy, Projection};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::choices::Choices;

/// A reply, and all that says how it is projected.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    /// What structuredContent was made of.
    #[allow(dead_code)] // Not everyone asks.
    pub(crate) payload: Tree,
    pub(crate) policy: String,
    pub(crate) reply: String,
    pub(crate) host: Option<&'static str>,
    pub(crate) revision: Option<&'static str>,
    pub(crate) declares_output_schema: bool,
    pub(crate) output_schema: Option<&'static str>,
}

impl Exchange {
    pub(crate) fn projection(&self) -> Projection {
        let policy = Policy::from_json(self.policy.as_bytes()).and_then(|policy| Projection::new(&policy));
        policy.unwrap_or_else(|error| unreachable!("{error} in {}", self.policy))
    }

    pub(crate) fn call(&self) -> Call<'_> {
        Call {
            host: self.host,
            revision: self.revision,
            declares_output_schema: self.declares_output_schema,
            output_schema: self.output_schema.map(str::as_bytes),
            ..Call::default()
        }
    }
}

/// A value whose text can be written in many ways.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    /// A number or a word.
    Token(&'static str),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(&'static str, Tree)>),
}

const NAMES: [&str; 16] = [
    "id",
    "text",
    "children",
    "md",
    "content",
    "data",
    "ok",
    "items",
    "rows",
    "message",
    "collapsed",
    "note",
    "é",
    "",
    "columns",
    "row",
];

const TOKENS: [&str; 12] =
    ["null", "true", "false", "0", "-0", "1", "1.0", "100", "1e2", "9007199254740993", "1e300", "-1"];

const TEXTS: [&str; 11] =
    ["", "ok", "Found 7", "{ \"a\" : 1 }", "[ 1 ]", "a\nb", "é \u{2028}", "q\"\\/", "null", "{'a': 1}", "😀"];

/// A payload, mostly an object.
pub(crate) fn payload(choices: &mut impl Choices) -> Tree {
    match choices.below(8) {
        0 => tree(choices, 2),
        1 => Tree::List((0..choices.below(4)).map(|_| tree(choices, 2)).collect()),
        2 => Tree::Object(vec![(choices.pick(&["result", "data", "rows"]), tree(choices, 3))]),
        _ => object(choices, 3),
    }
}

fn object(choices: &mut impl Choices, depth: usize) -> Tree {
    let mut members = Vec::new();
    for _ in 0..choices.below(6) {
        let value = tree(choices, depth - 1);
        members.push((choices.pick(&NAMES), value));
    }
    // So that guards hold now and then.
    if choices.once_in(4) {
        members.extend([("id", Tree::Token("1")), ("text", Tree::Text("t".to_owned()))]);
        members.push(("collapsed", Tree::Token("false")));
    }
    Tree::Object(members)
}

fn tree(choices: &mut impl Choices, depth: usize) -> Tree {
    match choices.below(if depth == 0 { 5 } else { 8 }) {
        0 | 1 => Tree::Token(choices.pick(&TOKENS)),
        2 | 3 => Tree::Text(choices.pick(&TEXTS).to_owned()),
        4 => Tree::Text(format!("only copy {}", choices.below(1000))),
        5 => Tree::List((0..choices.below(4)).map(|_| tree(choices, depth - 1)).collect()),
        6 if choices.once_in(2) => rows(choices, depth),
        _ => object(choices, depth),
    }
}

/// Objects with the same names; now and then one that rules take something from, or what columns look like.
fn rows(choices: &mut impl Choices, depth: usize) -> Tree {
    let names: Vec<&str> = match choices.below(4) {
        0 => vec!["id", "text", "collapsed", "note"],
        1 => vec!["columns", "rows"],
        _ => (0..=choices.below(4)).map(|_| choices.pick(&NAMES)).collect(),
    };
    let mut row = |_| {
        let value = |name: &&'static str| match *name {
            "collapsed" => Tree::Token(choices.pick(&["true", "false"])),
            "note" => Tree::Token(choices.pick(&["null", "1"])),
            _ => tree(choices, depth - 1),
        };
        let values: Vec<Tree> = { names.iter().map(value).collect() };
        names.iter().copied().zip(values).collect()
    };
    let rows: Vec<Vec<(&str, Tree)>> = (0..5).map(&mut row).collect();
    if choices.once_in(4) {
        let cells = |row: Vec<(&str, Tree)>| Tree::List(row.into_iter().map(|(_, cell)| cell).collect());
        let columns = names.iter().map(|name| Tree::Text((*name).to_owned())).collect();
        let rows = Tree::List(rows.into_iter().map(cells).collect());
        return Tree::Object(vec![("columns", Tree::List(columns)), ("rows", rows)]);
    }
    Tree::List(rows.into_iter().skip(choices.below(3)).map(Tree::Object).collect())
}

/// How a value is written.
#[derive(Clone, Copy, Debug, Default)]
struct Layout {
    is_spaced: bool,
    /// Whether characters are escaped that need not be.
    is_escaped: bool,
    is_reversed: bool,
    /// Whether objects get members that are null.
    has_nulls: bool,
}

fn layout(choices: &mut impl Choices) -> Layout {
    let [is_spaced, is_escaped, is_reversed, has_nulls] = [3, 6, 6, 6].map(|times| choices.once_in(times));
    Layout { is_spaced, is_escaped, is_reversed, has_nulls }
}

fn written(tree: &Tree, layout: Layout) -> String {
    let mut out = String::new();
    write(tree, layout, &mut out);
    out
}

fn write(tree: &Tree, layout: Layout, out: &mut String) {
    let gap = if layout.is_spaced { "\n " } else { "" };
    match tree {
        Tree::Token(token) => out.push_str(token),
        Tree::Text(text) => write_text(text, layout, out),
        Tree::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(gap);
                write(item, layout, out);
            }
            out.push(']');
        }
        Tree::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            // Of a name that occurs twice the last value counts.
            let is_unique = |at: usize| members.iter().skip(at + 1).all(|(name, _)| *name != members[at].0);
            if layout.is_reversed && (0..members.len()).all(is_unique) {
                members.reverse();
            }
            let nothing = ("nothing", Tree::Token("null"));
            if layout.has_nulls {
                members.push(&nothing);
            }
            out.push('{');
            for (at, (name, value)) in members.into_iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(gap);
                write_text(name, layout, out);
                out.push(':');
                write(value, layout, out);
            }
            out.push_str(gap);
            out.push('}');
        }
    }
}

fn write_text(text: &str, layout: Layout, out: &mut String) {
    if layout.is_escaped {
        out.push('"');
        for unit in text.encode_utf16() {
            write!(out, "\\u{unit:04x}").expect("a string takes everything");
        }
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).expect("a text can be written"));
    }
}

/// A text block that carries a payload, or a part of it, or looks like it.
fn texts(choices: &mut impl Choices, payload: &Tree) -> Vec<String> {
    let own = |tree: &Tree, layout: Layout| match tree {
        Tree::Text(text) => text.clone(),
        other => written(other, layout),
    };
    let inner = match payload {
        Tree::Object(members) => members.last().map(|(_, value)| value),
        _ => None,
    };
    let layout = layout(choices);
    match (choices.below(8), payload, inner) {
        (0 | 1, ..) => vec![written(payload, layout)],
        (2, _, Some(inner)) => vec![own(inner, layout)],
        (3, Tree::List(items), _) | (3, _, Some(Tree::List(items))) => {
            items.iter().map(|item| own(item, layout)).collect()
        }
        (4, Tree::Object(members), _) => {
            let strings = members.iter().filter(|(_, value)| matches!(value, Tree::Text(_)));
            strings.take(choices.below(2) + 1).map(|(_, value)| own(value, layout)).collect()
        }
        (5, ..) => vec![choices.pick(&TEXTS).to_owned()],
        (6, ..) => {
            let mut broken = written(payload, layout);
            broken.pop();
            vec![broken + ",}"]
        }
        _ => Vec::new(),
    }
}

const OTHER_BLOCKS: [&str; 9] = [
    r#"{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}"#,
    r#"{ "type" : "audio", "data":"UklGRg==","mimeType":"audio/wav" , "annotations":{"priority":0.50}}"#,
    r#"{"type":"resource","resource":{"uri":"file:///a","text":"{ \"a\" : 1 }"}}"#,
    r#"{"type":"resource_link","uri":"file:///a","name":"a","_meta":{"x":1e300}}"#,
    r#"{"text":"no type"}"#,
    r#"{"type":"text"}"#,
    r#"{"type":"text","text":7}"#,
    "null",
    "[ 1 ]",
];

fn block(choices: &mut impl Choices, text: &str) -> String {
    let mut token = String::new();
    write_text(text, layout(choices), &mut token);
    match choices.below(5) {
        0 => format!(r#"{{ "type" : "text" , "text" : {token} }}"#),
        1 => format!(r#"{{"annotations":{{"audience":["user"]}},"text":{token},"type":"\u0074ext"}}"#),
        2 => format!(r#"{{"text":"first","type":"text","t\u0065xt":{token}}}"#),
        _ => format!(r#"{{"type":"text","text":{token}}}"#),
    }
}

fn reply(choices: &mut impl Choices, payload: &Tree) -> String {
    let mut blocks: Vec<String> = Vec::new();
    for _ in 0..choices.below(3) {
        if choices.once_in(3) {
            blocks.push(choices.pick(&OTHER_BLOCKS).to_owned());
        }
        let texts = texts(choices, payload);
        blocks.extend(texts.iter().map(|text| block(choices, text)));
    }
    let content = format!("[{}]", blocks.join(choices.pick(&[",", " , "])));
    let mut structured = written(payload, layout(choices));
    if choices.once_in(8)
        && let Some(inside) = structured.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))
    {
        // A server that mirrors its blocks.
        let comma = if inside.trim().is_empty() { "" } else { "," };
        structured = format!(r#"{{{inside}{comma}"content":{content}}}"#);
    }
    let mut members = vec![
        format!(r#""content":{content}"#),
        format!(r#"{}:{structured}"#, choices.pick(&["\"structuredContent\"", "\"structured\\u0043ontent\""])),
    ];
    for (times, member) in [
        (4, r#""_meta" : {"progress":1.0}"#),
        (6, r#""isError":false"#),
        (8, r#""isError":true"#),
        (6, r#""resultType":"complete""#),
        (20, r#""resultType":"task""#),
        (6, r#""unheard of":[ 1e2 ]"#),
        (20, r#""structuredContent":null"#),
        (20, r#""structuredContent":{"note":"another"}"#),
    ] {
        if choices.once_in(times) {
            let at = choices.below(members.len() + 1);
            members.insert(at, member.to_owned());
        }
    }
    if choices.once_in(20) {
        members.remove(choices.below(members.len()));
    }
    if choices.once_in(2) {
        members.rotate_left(1);
    }
    match choices.below(3) {
        0 => format!(" {{\n  {}\n}} ", members.join(" ,\n  ")),
        _ => format!("{{{}}}", members.join(",")),
    }
}

const RULES: &str =
    r#""prune":{"r":{"where":["id","text"],"dropEqual":{"collapsed":false,"note":null},"dropEmpty":["children"]}}"#;

fn policy(choices: &mut impl Choices) -> String {
    let shape = choices.pick(&["content", "content", "content", "mirrored", "structured"]);
    let mut entry = vec![format!(r#""shape":"{shape}""#)];
    let error = choices.pick(&["envelope", "mirrored", "text"]);
    entry.push(format!(r#""error":"{error}""#));
    let budget = choices.pick(&[
        r#""budget":{"items":"rows","maxBytes":40}"#,
        r#""budget":{"items":"*","maxBytes":200,"hint":"more \"é\""}"#,
        r#""budget":{"echo":"items","maxBytes":60,"hint":"h"}"#,
    ]);
    let flatten = choices.pick(&[
        r#""flatten":{"member":"md"}"#,
        r#""flatten":{"member":"md","elsewhere":{"ok":"tool:other"},"remainder":"block"}"#,
        r#""flatten":{"member":"text","remainder":"block"}"#,
    ]);
    let is_flattened = shape == "content" && choices.once_in(4);
    for (is_in, member) in [
        (choices.once_in(2), r#""prune":["r"]"#),
        (choices.once_in(4), r#""unwrap":"data""#),
        (choices.once_in(4), budget),
        (is_flattened, flatten),
        (!is_flattened && choices.once_in(4), r#""compactText":true"#),
        (choices.once_in(8), r#""errorWhen":{"ok":false}"#),
        (choices.once_in(6), r#""outputSchema":"strip""#),
        (shape == "structured" && choices.once_in(2), r#""textMember":"message""#),
        (choices.once_in(2), r#""lists":"columns""#),
        (choices.once_in(3), r#""listsNote":true"#),
    ] {
        if is_in {
            entry.push(member.to_owned());
        }
    }
    format!(r#"{{"version":1,{RULES},"tools":{{"*":{{{}}}}}}}"#, entry.join(","))
}

/// A reply with a policy and a call.
pub(crate) fn exchange(choices: &mut impl Choices) -> Exchange {
    let payload = payload(choices);
    let reply = reply(choices, &payload);
    let policy = policy(choices);
    let host = choices.once_in(6).then(|| choices.pick(&["claude-code", "chatgpt", "nobody knows"]));
    let revision = choices.once_in(2).then(|| choices.pick(&["2025-06-18", "2025-11-25", "2026-07-28"]));
    let output_schema = choices.once_in(6).then(|| {
        choices.pick(&[
            r#"{"type":"object"}"#,
            r#"{"type":"object","required":["collapsed","rows"],"properties":{"totalCount":{},"truncated":{}}}"#,
            "true",
        ])
    });
    let declares_output_schema = choices.once_in(6);
    Exchange { payload, policy, reply, host, revision, declares_output_schema, output_schema }
}

/// Holds the projection of any bytes to what never depends on them: no panic, and for what is JSON valid JSON that a second time
/// leaves as it is, with every block that isn't text byte for byte.
pub(crate) fn hold_bytes(projection: &Projection, reply: &[u8], call: &Call<'_>) -> Option<Vec<u8>> {
    let Ok(once) = projection.reply("tool", reply, call) else { return None };
    let show = || format!("{}\nbecame {}", String::from_utf8_lossy(reply), String::from_utf8_lossy(&once));
    if let Cow::Owned(changed) = &once {
        assert_ne!(changed, reply, "what doesn't change is borrowed");
    }
    assert!(serde_json::from_slice::<&RawValue>(&once).is_ok(), "{}", show());
    let twice = projection.reply("tool", &once, call).unwrap_or_else(|error| unreachable!("{error}: {}", show()));
    assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once), "twice isn't once: {}", show());
    assert!(matches!(twice, Cow::Borrowed(_)), "{}", show());
    let (before, after) = (other_blocks(reply), other_blocks(&once));
    assert_eq!(after, before, "{}", show());
    let decisions = projection.explain("tool", reply, call).unwrap_or_default();
    if is_reply(reply) {
        let saved: i64 = decisions.iter().map(|decision| decision.bytes_saved).sum();
        assert_eq!(saved, reply.len() as i64 - once.len() as i64, "{decisions:?} for {}", show());
    }
    Some(once.into_owned())
}

/// Holds the projection of a made reply to the law: what only structuredContent said is still said.
pub(crate) fn hold(exchange: &Exchange) {
    let projection = exchange.projection();
    let reply = exchange.reply.as_bytes();
    let Some(projected) = hold_bytes(&projection, reply, &exchange.call()) else { return };
    // A budget takes items, and says so; and what is elsewhere goes.
    if ["\"budget\"", "\"elsewhere\""].iter().any(|member| exchange.policy.contains(member)) {
        return;
    }
    let before: Value = serde_json::from_slice(reply).expect("made replies are JSON");
    let after: Value = serde_json::from_slice(&projected).expect("seen before");
    let mut said = Vec::new();
    if let Some(structured) = after.get("structuredContent") {
        leaves(structured, &mut said);
    }
    for block in after["content"].as_array().into_iter().flatten() {
        leaves(block, &mut said);
        if let Some(text) = block["text"].as_str() {
            said.push(text.to_owned());
            // An error's data stands behind its message.
            for (at, _) in text.match_indices('\n').chain([(0, "")]) {
                if let Ok(data) = serde_json::from_str(text[at..].trim_start_matches('\n')) {
                    leaves(&data, &mut said);
                }
            }
        }
    }
    let mut needed = Vec::new();
    if let Some(structured) = before.get("structuredContent") {
        leaves(structured, &mut needed);
    }
    // The policy may call a text data that is a string elsewhere.
    let is_data =
        |leaf: &String| serde_json::from_str(leaf).is_ok_and(|value: Value| value.is_object() || value.is_array());
    needed.retain(|leaf| !(exchange.policy.contains("compactText") && is_data(leaf)));
    for leaf in needed {
        assert!(said.contains(&leaf), "{leaf:?} is lost: {exchange:?} became {}", String::from_utf8_lossy(&projected));
    }
}

/// The strings of a value, and its numbers as they are written.
fn leaves(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, into)),
        Value::Object(members) => members.values().for_each(|value| leaves(value, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn is_reply(reply: &[u8]) -> bool {
    let Ok(reply) = serde_json::from_slice::<Value>(reply) else { return false };
    let blocks = reply["content"].as_array();
    blocks.is_some_and(|blocks| blocks.iter().all(|block| block.get("type").is_some()))
}

/// The blocks that have no text, as they are written.
fn other_blocks(reply: &[u8]) -> Vec<String> {
    let Ok(reply) = serde_json::from_slice::<std::collections::HashMap<String, &RawValue>>(reply) else {
        return Vec::new();
    };
    let content = reply.get("content").map(|content| content.get()).unwrap_or_default();
    let blocks: Vec<&RawValue> = serde_json::from_str(content).unwrap_or_default();
    let is_other = |block: &&&RawValue| {
        // What serde_json can't read, such as half a surrogate, may be text.
        let block: serde_json::Result<Value> = serde_json::from_str(block.get());
        block.is_ok_and(|block| block["type"] != "text" || !block["text"].is_string())
    };
    blocks.iter().filter(is_other).map(|block| block.get().to_owned()).collect()
}
