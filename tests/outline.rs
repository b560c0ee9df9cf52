//! What an outliner's server found out the hard way (RFC 0276 of outl), on its own recorded replies.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::collections::BTreeSet;

use mcp_projection::{Call, Projection, ToolFailure, presets};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Recorded {
    tool: String,
    arguments: Box<RawValue>,
    result: RecordedResult,
}

#[derive(Deserialize)]
struct RecordedResult {
    #[serde(rename = "structuredContent")]
    structured_content: Envelope,
}

#[derive(Deserialize)]
struct Envelope {
    data: Box<RawValue>,
    error: Option<Value>,
}

/// A recorded reply of the outl server; the payload is what its handler computed.
fn recorded(name: &str) -> Recorded {
    let path = format!("{}/examples/outline-replies/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const SUCCESSES: [&str; 9] = [
    "backlinks",
    "block-toggle-todo",
    "block-tree",
    "daily-get",
    "daily-today",
    "export-json",
    "page-get",
    "page-render",
    "search",
];

impl Recorded {
    fn payload(&self) -> &str {
        self.result.structured_content.data.get()
    }

    fn value(&self) -> Value {
        serde_json::from_str(self.payload()).unwrap()
    }

    /// The text blocks of the projected reply, and the reply itself.
    fn projected(&self) -> (Vec<String>, Value) {
        let projection = Projection::new(&presets::outline()).unwrap();
        let call = Call { arguments: Some(self.arguments.get().as_bytes()), ..Call::default() };
        let reply = projection.success(&self.tool, self.payload().as_bytes(), &call).unwrap();
        let texts = reply.texts().map(Into::into).collect();
        (texts, serde_json::from_slice(&reply.to_json()).unwrap())
    }

    /// The projected payload, where it is JSON.
    fn projected_value(&self) -> Value {
        let (texts, _) = self.projected();
        let [text] = texts.as_slice() else { panic!("{} blocks", texts.len()) };
        serde_json::from_str(text).unwrap()
    }
}

/// Every value of a member of this name, at any depth.
fn all(value: &Value, name: &str) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Array(items) => found.extend(items.iter().flat_map(|item| all(item, name))),
        Value::Object(members) => {
            for (member, value) in members {
                if member == name {
                    found.push(value.clone());
                }
                found.extend(all(value, name));
            }
        }
        _ => {}
    }
    found
}

fn ids(value: &Value) -> BTreeSet<String> {
    all(value, "id").iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

#[test]
fn success_payload_is_content_only_and_compact() {
    for name in SUCCESSES {
        let (texts, reply) = recorded(name).projected();
        assert_eq!(texts.len(), 1, "{name}");
        assert_eq!(reply, json!({ "content": [{ "type": "text", "text": texts[0] }] }), "{name}");
        if name != "page-render" {
            let value: Value = serde_json::from_str(&texts[0]).unwrap();
            assert_eq!(value.to_string(), texts[0], "{name} is compact");
        }
    }
}

#[test]
fn error_payload_keeps_structured_content() {
    let recorded = recorded("page-update-refused");
    let error = recorded.result.structured_content.error.unwrap();
    let text = |name: &str| error[name].as_str().unwrap();
    let failure = ToolFailure::new(text("code"), text("message")).unwrap();
    let failure = failure.with_data(error["data"].to_string().as_bytes()).unwrap();
    let projection = Projection::new(&presets::outline()).unwrap();
    let reply = projection.failure(&recorded.tool, &failure, &Call::default());

    let reply: Value = serde_json::from_slice(&reply.to_json()).unwrap();
    assert_eq!(reply["isError"], json!(true));
    assert_eq!(reply["content"][0]["text"], json!(format!("{}: {}", text("code"), text("message"))));
    assert_eq!(reply["structuredContent"]["ok"], json!(false));
    for member in ["path", "lines", "sample", "recovery_command"] {
        assert!(!error["data"][member].is_null(), "the recorded error has {member}");
        assert_eq!(reply["structuredContent"]["error"]["data"][member], error["data"][member], "{member}");
    }
}

#[test]
fn journal_reads_keep_their_ids_and_date() {
    for name in ["daily-today", "daily-get"] {
        let journal = recorded(name);
        let (before, after) = (journal.value(), journal.projected_value());
        assert!(!ids(&before).is_empty(), "{name}");
        assert_eq!(ids(&after), ids(&before), "{name}");
        assert!(before["date"].is_string(), "{name}");
        assert_eq!(after["date"], before["date"], "{name}");
        assert_eq!(after["md"], before["md"], "{name}");
    }
}

#[test]
fn every_reply_keeps_its_ids_and_loses_its_tokens() {
    let mut tokens = 0;
    for name in SUCCESSES.iter().filter(|name| **name != "page-render") {
        let reply = recorded(name);
        let (before, after) = (reply.value(), reply.projected_value());
        assert_eq!(all(&after, "id"), all(&before, "id"), "{name}");
        tokens += all(&before, "tokens").len();
        assert_eq!(all(&after, "tokens").len(), 0, "{name}");
    }
    assert!(tokens > 50, "the recorded replies have {tokens} tokens members");
}

#[test]
fn meaningful_values_survive() {
    let (mut states, mut folded, mut with_properties) = (0, 0, 0);
    for name in SUCCESSES.iter().filter(|name| **name != "page-render") {
        let reply = recorded(name);
        let (before, after) = (reply.value(), reply.projected_value());
        let kept = |value: &Value, member: &str, noise: &[Value]| -> Vec<Value> {
            all(value, member).into_iter().filter(|value| !noise.contains(value)).collect()
        };
        for (member, noise) in
            [("todo", vec![json!(null)]), ("collapsed", vec![json!(false)]), ("properties", vec![json!([])])]
        {
            assert_eq!(kept(&after, member, &noise), kept(&before, member, &noise), "{name} {member}");
        }
        states += kept(&before, "todo", &[json!(null)]).len();
        folded += kept(&before, "collapsed", &[json!(false)]).len();
        with_properties += kept(&before, "properties", &[json!([])]).len();
    }
    assert!(states > 0 && folded > 0 && with_properties > 0, "{states} {folded} {with_properties}");
}

/// The parser's own type, which can't be read without any of its members.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct AstNode {
    text: String,
    properties: Vec<Value>,
    children: Vec<AstNode>,
}

#[test]
fn pruning_leaves_the_parser_ast_alone() {
    let export = recorded("export-json");
    let (before, after) = (export.value(), export.projected_value());
    assert_eq!(after, before);
    let read = |value: &Value| -> Vec<AstNode> { serde_json::from_value(value["blocks"].clone()).unwrap() };
    let blocks = read(&after);
    assert_eq!(blocks, read(&before));
    assert!(blocks.iter().any(|block| block.properties.is_empty()), "an empty list of properties is among them");
}

#[test]
fn a_page_as_markdown_is_sent_as_it_is() {
    let page = recorded("page-render");
    let (texts, _) = page.projected();
    assert_eq!(json!(texts), json!([page.value()["md"]]));

    // The caller asked for another page: then its slug is no copy of the payload's.
    let projection = Projection::new(&presets::outline()).unwrap();
    let call = Call { arguments: Some(br#"{"slug":"another"}"#), ..Call::default() };
    let reply = projection.success(&page.tool, page.payload().as_bytes(), &call).unwrap();
    let texts: Vec<_> = reply.texts().collect();
    assert_eq!(serde_json::from_str::<Value>(&texts[0]).unwrap(), page.value());
}

#[test]
fn an_unnamed_sibling_stops_a_flatten() {
    let page = recorded("page-render");
    let mut grown = page.value();
    grown["tags"] = json!(["a"]);
    let projection = Projection::new(&presets::outline()).unwrap();
    let call = Call { arguments: Some(page.arguments.get().as_bytes()), ..Call::default() };
    let reply = projection.success(&page.tool, grown.to_string().as_bytes(), &call).unwrap();
    assert_eq!(reply.texts().collect::<Vec<_>>(), [grown.to_string()]);
}

#[test]
fn a_payload_of_another_kind_is_an_error_and_the_next_call_works() {
    let projection = Projection::new(&presets::outline()).unwrap();
    for bad in ["", "{", "nul", "\"\u{0}\"", "[1,]"] {
        assert!(projection.success("outl_page_get", bad.as_bytes(), &Call::default()).is_err(), "{bad}");
        assert!(projection.prune("outl_page_get", bad.as_bytes()).is_err(), "{bad}");
        assert!(projection.success("outl_page_get", b"{}", &Call::default()).is_ok());
    }
}

#[test]
fn a_projection_is_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    shared(&Projection::new(&presets::outline()).unwrap());
}
