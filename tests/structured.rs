//! What the file server promises (seed 001): typed fields beside a text that is byte for byte what it was before there were any.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::borrow::Cow;

use mcp_projection::{Call, Policy, Projection, ToolFailure, presets};
use serde_json::{Value, json};

fn structured() -> Projection {
    Projection::new(&presets::structured()).unwrap()
}

/// The schema of `edit_file`, as the seed publishes it, shortened by its descriptions.
const EDIT_FILE: &[u8] = br#"{"type":"object","properties":{"path":{"type":"string"},"replacements":{"type":"integer"},
    "lines_added":{"type":"integer"},"lines_removed":{"type":"integer"},"total_lines":{"type":"integer"},
    "content_hash":{"type":"string"},"backup_id":{"type":"string"},"risk_warning":{"type":"string"},"message":{"type":"string"}},
    "required":["path","replacements","lines_added","lines_removed","total_lines","message"]}"#;

fn edit(message: &str) -> String {
    format!(
        r#"{{"path":"/srv/main.go","replacements":1,"lines_added":1,"lines_removed":1,"total_lines":9007199254740993,"content_hash":"1a2b3c4d","message":{message}}}"#
    )
}

#[test]
fn the_text_is_the_message_byte_for_byte_and_the_fields_stay_as_they_are() {
    for message in [
        r#""OK: 1 replacement\n--- a/main.go\n+++ b/main.go\n-v3.0.0\n+v4.0.0\n""#,
        "\"tab\\tand \u{2028} and é and 😀\"",
        r#""escaped \u00e9 \/ \u0000 \ud83d\ude00""#,
        r#""half of a pair: \ud83d""#,
        r##""# content_hash: 1a2b3c4d""##,
        r#""{ \"looks\" : \"like data\" }""#,
        r#""""#,
    ] {
        let payload = edit(message);
        for call in [Call::default(), Call { output_schema: Some(EDIT_FILE), ..Call::default() }] {
            let reply = structured().success("edit_file", payload.as_bytes(), &call).unwrap();
            let json = String::from_utf8(reply.to_json()).unwrap();
            // The very token, so that no reader sees another string.
            let expected =
                format!(r#"{{"content":[{{"type":"text","text":{message}}}],"structuredContent":{payload}}}"#);
            assert_eq!(json, expected);
            assert!(!reply.is_error());
        }
    }
}

#[test]
fn a_file_is_sent_as_it_stands_on_disk() {
    let payload = "{\"content\":\"package main\\r\\n\\n// é \u{2028}\\n\",\"content_hash\":\"1a2b3c4d\"}";
    let reply = structured().success("read_file", payload.as_bytes(), &Call::default()).unwrap();
    assert_eq!(reply.texts().collect::<Vec<_>>(), ["package main\r\n\n// é \u{2028}\n"]);
    assert_eq!(reply.structured_content(), Some(payload.as_bytes()));
}

#[test]
fn what_is_absent_stays_absent_and_what_is_null_stays_null() {
    let several = r#"{"content":"a.go\nb.go"}"#;
    let reply = structured().success("read_file", several.as_bytes(), &Call::default()).unwrap();
    assert_eq!(reply.structured_content(), Some(several.as_bytes()));
    let null = r#"{"content":"","content_hash":null}"#;
    let reply = structured().success("read_file", null.as_bytes(), &Call::default()).unwrap();
    assert_eq!(reply.structured_content(), Some(null.as_bytes()));
}

#[test]
fn without_its_message_the_text_is_all_of_it() {
    for payload in [r#"{"path":"/srv/a"}"#, r#"{"message":7}"#, r#"{"message":null,"path":""}"#] {
        let reply = structured().success("write_file", payload.as_bytes(), &Call::default()).unwrap();
        assert_eq!(reply.texts().collect::<Vec<_>>(), [payload]);
        assert_eq!(reply.structured_content(), Some(payload.as_bytes()));
    }
    // Of a name that occurs twice the last value counts.
    let twice = r#"{"message":"first","mess\u0061ge":"last"}"#;
    let reply = structured().success("write_file", twice.as_bytes(), &Call::default()).unwrap();
    assert_eq!(reply.texts().collect::<Vec<_>>(), ["last"]);
}

#[test]
fn an_error_is_text_alone_which_no_client_holds_against_the_schema() {
    let failure = ToolFailure::new("HASH_MISMATCH", "the file changed on disk").unwrap();
    let failure = failure.with_data(br#"{ "expected_hash" : "1a2b3c4d", "found" : "5e6f7a8b" }"#).unwrap();
    let reply = structured().failure("edit_file", &failure, &Call::default());
    let text = "HASH_MISMATCH: the file changed on disk\n{\"code\":\"HASH_MISMATCH\",\"message\":\"the file changed on disk\",\"data\":{\"expected_hash\":\"1a2b3c4d\",\"found\":\"5e6f7a8b\"}}";
    assert_eq!(reply.texts().collect::<Vec<_>>(), [text]);
    assert_eq!(reply.structured_content(), None);
    assert!(reply.is_error());

    // Also where somebody else built it.
    let built = br#"{"isError":true,"structuredContent":{"code":"HASH_MISMATCH"},"content":[{"type":"text","text":"changed"}]}"#;
    let reply = structured().reply("edit_file", built, &Call::default()).unwrap();
    let expected = r#"{"isError":true,"content":[{"type":"text","text":"changed\n{\"code\":\"HASH_MISMATCH\"}"}]}"#;
    assert_eq!(String::from_utf8_lossy(&reply), expected);
}

#[test]
fn counts_go_to_meta_unless_the_schema_has_a_place_for_them() {
    let policy = br#"{"defaults":{"shape":"structured","budget":{"items":"lines","maxBytes":60}}}"#;
    let projection = Projection::new(&Policy::from_json(policy).unwrap()).unwrap();
    let payload = json!({"lines": (0..40).collect::<Vec<_>>()}).to_string();
    let success = |schema: Option<&'static [u8]>| {
        let call = Call { output_schema: schema, ..Call::default() };
        let reply = projection.success("search_files", payload.as_bytes(), &call).unwrap();
        let value = |json: &[u8]| serde_json::from_slice::<Value>(json).unwrap();
        (value(reply.structured_content().unwrap()), reply.meta().map(value))
    };
    let counts = |kept: usize| {
        json!({"returnedCount": kept, "totalCount": 40, "truncated": true,
            "continuation": {"reason": "payload_size", "returnedCount": kept, "totalCount": 40}})
    };
    for schema in [None, Some(br#"{"properties":{"lines":{}},"additionalProperties":false}"#.as_slice())] {
        let (found, meta) = success(schema);
        assert_eq!(found, json!({"lines": (0..19).collect::<Vec<_>>()}), "{{\"lines\":[0,…,18]}} has 59 bytes");
        assert_eq!(meta, Some(json!({"mcp-projection/budget": counts(19)})));
    }
    let (found, meta) = success(Some(br#"{"properties":{"truncated":{},"totalCount":{}}}"#));
    assert_eq!((&found["truncated"], &found["totalCount"]), (&json!(true), &json!(40)));
    let kept = found["lines"].as_array().unwrap().len();
    assert!(found.to_string().len() <= 60, "{found}");
    let mut apart = counts(kept);
    apart.as_object_mut().unwrap().retain(|name, _| name == "returnedCount" || name == "continuation");
    assert_eq!(meta, Some(json!({"mcp-projection/budget": apart})));
}

#[test]
fn a_finished_reply_that_keeps_the_promise_is_not_touched() {
    let payload = edit(r#""OK: 1 replacement""#);
    let reply = format!(
        r#"{{ "content": [ {{"type":"text","text":"OK: 1 replacement"}} ],
            "structuredContent": {payload}, "_meta": {{"took":1.50}}, "isError": false }}"#
    );
    let found = structured();
    let found = found.reply("edit_file", reply.as_bytes(), &Call::default()).unwrap();
    assert!(matches!(found, Cow::Borrowed(_)));
}

#[test]
fn a_budget_leaves_what_the_output_schema_asks_for() {
    let policy = br#"{"defaults":{"shape":"structured","budget":{"items":"rows","maxBytes":40}}}"#;
    let projection = Projection::new(&Policy::from_json(policy).unwrap()).unwrap();
    let payload = format!(r#"{{"rows":[{}]}}"#, ["1000"; 20].join(","));
    let schema = br#"{"type":"object","properties":{"rows":{"type":"array","minItems":10}}}"#;
    for (output_schema, count) in [(schema.as_slice(), 10), (br#"{"type":"object"}"#, 6)] {
        let call = Call { output_schema: Some(output_schema), ..Call::default() };
        let reply = projection.success("t", payload.as_bytes(), &call).unwrap();
        let value: serde_json::Value = serde_json::from_slice(reply.structured_content().unwrap()).unwrap();
        assert_eq!(value["rows"].as_array().unwrap().len(), count);
    }
}

#[test]
fn a_model_learns_that_a_list_was_cut_where_the_counts_are_in_meta() {
    let payload = format!(r#"{{"rows":[{}]}}"#, ["1000"; 20].join(","));
    for (shape, summary, expected) in [
        ("content", None, vec!["{\"rows\":[1000,1000,1000,1000,1000,1000]}", "Showing 6 of 20 rows; ask again."]),
        ("mirrored", None, vec!["Showing 6 of 20 rows; ask again.", "{\"rows\":[1000,1000,1000,1000,1000,1000]}"]),
        (
            "mirrored",
            Some("Rows."),
            vec!["Rows.", "Showing 6 of 20 rows; ask again.", "{\"rows\":[1000,1000,1000,1000,1000,1000]}"],
        ),
    ] {
        let policy = json!({ "defaults": { "shape": shape, "budget": { "items": "rows", "maxBytes": 40, "hint": "ask again" } } });
        let projection = Projection::new(&Policy::from_json(policy.to_string().as_bytes()).unwrap()).unwrap();
        let call = Call { declares_output_schema: true, summary, ..Call::default() };
        let reply = projection.success("t", payload.as_bytes(), &call).unwrap();
        assert_eq!(reply.texts().collect::<Vec<_>>(), expected, "{shape} {summary:?}");
        // What fits is counted in `_meta` alone.
        let whole = projection.success("t", br#"{"rows":[1]}"#, &call).unwrap();
        assert_eq!(whole.texts().last().unwrap(), r#"{"rows":[1]}"#);
    }
}
