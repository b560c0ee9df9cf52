//! The vectors that every language's binding runs: the same bytes in, the same bytes out.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::borrow::Cow;

use mcp_projection::{Call, JsonError, Policy, Projection, ToolFailure, expand_columns, presets};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Vectors {
    vectors: Vec<Vector>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Vector {
    name: String,
    policy: serde_json::Value,
    #[serde(default)]
    tool: String,
    payload: Option<String>,
    result: Option<String>,
    arguments: Option<String>,
    call: Option<String>,
    prune: Option<String>,
    texts: Option<Vec<String>>,
    expanded: Option<String>,
    error: Option<Place>,
    failure: Option<String>,
    reply: Option<String>,
    #[serde(default)]
    unchanged: bool,
    policy_error: Option<PolicyPlace>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Place {
    offset: usize,
    line: usize,
    column: usize,
    expected: String,
}

#[derive(Deserialize)]
struct PolicyPlace {
    pointer: String,
}

fn place(error: JsonError) -> Place {
    let (offset, line, column) = (error.offset(), error.line(), error.column());
    Place { offset, line, column, expected: error.expected().to_string() }
}

fn projection(policy: &serde_json::Value) -> Result<Projection, mcp_projection::PolicyError> {
    match policy.as_str() {
        Some("outline") => Projection::new(&presets::outline()),
        Some("structured") => Projection::new(&presets::structured()),
        Some("mirrored") => Projection::new(&presets::mirrored()),
        Some(other) => panic!("no preset {other}"),
        None => Projection::new(&Policy::from_json(policy.to_string().as_bytes())?),
    }
}

/// What is known of a call.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Known {
    arguments: Option<Box<RawValue>>,
    summary: Option<String>,
    host: Option<String>,
    revision: Option<String>,
    #[serde(default)]
    declares_output_schema: bool,
    output_schema: Option<Box<RawValue>>,
}

impl Known {
    fn call(&self) -> Call<'_> {
        Call {
            arguments: self.arguments.as_ref().map(|raw| raw.get().as_bytes()),
            summary: self.summary.as_deref(),
            host: self.host.as_deref(),
            revision: self.revision.as_deref(),
            declares_output_schema: self.declares_output_schema,
            output_schema: self.output_schema.as_ref().map(|raw| raw.get().as_bytes()),
        }
    }
}

/// A finished reply becomes another, or stays; and a second time it stays.
fn check_reply(vector: &Vector, projection: &Projection, result: &str, call: &Call<'_>) {
    let name = &vector.name;
    let found = projection.reply(&vector.tool, result.as_bytes(), call);
    if let Some(expected) = &vector.error {
        assert_eq!(&place(found.expect_err(name)), expected, "{name}");
        return;
    }
    let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(matches!(found, Cow::Borrowed(_)), vector.unchanged, "{name}");
    let expected = if vector.unchanged { result } else { vector.reply.as_deref().unwrap() };
    assert_eq!(String::from_utf8_lossy(&found), expected, "{name}");
    let twice = projection.reply(&vector.tool, &found, call).unwrap();
    assert_eq!(String::from_utf8_lossy(&twice), expected, "{name}, twice");
}

fn check(vector: &Vector) {
    let name = &vector.name;
    let projection = projection(&vector.policy);
    if let Some(place) = &vector.policy_error {
        let error = projection.expect_err(name);
        assert_eq!(error.pointer(), place.pointer, "{name}: {error}");
        return;
    }
    let projection = projection.unwrap_or_else(|error| panic!("{name}: {error}"));
    let known: Known = vector.call.as_deref().map(|call| serde_json::from_str(call).unwrap()).unwrap_or_default();
    if let Some(result) = &vector.result {
        check_reply(vector, &projection, result, &known.call());
        return;
    }
    if let (Some(failure), Some(reply)) = (&vector.failure, &vector.reply) {
        let failure = ToolFailure::from_json(failure.as_bytes()).unwrap();
        let found = projection.failure(&vector.tool, &failure, &known.call());
        assert_eq!(&String::from_utf8(found.to_json()).unwrap(), reply, "{name}");
        assert!(found.is_error(), "{name}");
        return;
    }
    let payload = vector.payload.as_ref().unwrap_or_else(|| panic!("{name} has nothing to do")).as_bytes();
    if let Some(reply) = &vector.reply {
        let success = projection.success(&vector.tool, payload, &known.call()).unwrap();
        assert_eq!(&String::from_utf8(success.to_json()).unwrap(), reply, "{name}");
        assert!(!success.is_error(), "{name}");
        return;
    }
    let call = Call { arguments: vector.arguments.as_deref().map(str::as_bytes), ..Call::default() };
    let success = projection.success(&vector.tool, payload, &call);
    let pruned = projection.prune(&vector.tool, payload);
    if let Some(expected) = &vector.error {
        assert_eq!(&place(success.expect_err(name)), expected, "{name}");
        assert_eq!(&place(pruned.expect_err(name)), expected, "{name}");
        return;
    }
    let success = success.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(success.texts().collect::<Vec<_>>(), *vector.texts.as_ref().unwrap(), "{name}");
    assert_eq!(success.structured_content(), None, "{name}");
    assert!(!success.is_error(), "{name}");
    let pruned = pruned.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(&String::from_utf8(pruned.clone()).unwrap(), vector.prune.as_ref().unwrap(), "{name}");
    assert_eq!(projection.prune(&vector.tool, &pruned).unwrap(), pruned, "{name}, twice");
    if vector.policy["defaults"]["lists"] == "columns" {
        let text = success.texts().last().unwrap().into_owned();
        let expanded = String::from_utf8(expand_columns(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(Some(&expanded), vector.expanded.as_ref().or(vector.prune.as_ref()), "{name}, expanded");
    }

    // The reply as a host receives it says the same.
    let reply: serde_json::Value = serde_json::from_slice(&success.to_json()).unwrap();
    let texts: Vec<_> =
        reply["content"].as_array().unwrap().iter().map(|block| block["text"].as_str().unwrap()).collect();
    assert_eq!(texts, success.texts().collect::<Vec<_>>(), "{name}");
}

#[test]
fn every_vector_holds_byte_for_byte() {
    let text = include_str!("../vectors/vectors.json");
    let vectors: Vectors = serde_json::from_str(text).unwrap();
    assert!(vectors.vectors.len() > 160);
    vectors.vectors.iter().for_each(check);
}
