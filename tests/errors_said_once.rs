//! An error's data is put into its text only where the text doesn't say it already.
#![allow(missing_docs, clippy::unwrap_used)] // A test that fails may panic.

use mcp_projection::{Call, Policy, Projection};
use serde_json::{Value, json};

/// What mcp-server-motherduck (MIT) says of a table that isn't there.
const TEXT: &str = "{\n  \"success\": false,\n  \"database\": \"duck\",\n  \"schema\": \"main\",\n  \"table\": \"nope\",\n  \"error\": \"Table or view not found: duck.main.nope\",\n  \"errorType\": \"NotFoundError\"\n}";

fn projected(error: &str, reply: &Value) -> Value {
    let policy = json!({ "defaults": { "error": error, "errorWhen": { "success": false } } }).to_string();
    let projection = Projection::new(&Policy::from_json(policy.as_bytes()).unwrap()).unwrap();
    let text = reply.to_string();
    let once = projection.reply("list_columns", text.as_bytes(), &Call::default()).unwrap();
    assert_eq!(projection.reply("list_columns", &once, &Call::default()).unwrap(), once);
    serde_json::from_slice(&once).unwrap()
}

#[test]
fn a_wrapped_text_that_is_the_error_is_not_said_twice() {
    for flagged in [false, true] {
        let reply = json!({
            "_meta": { "fastmcp": { "wrap_result": true } },
            "content": [{ "text": TEXT, "type": "text" }],
            "isError": flagged,
            "structuredContent": { "result": TEXT },
        });
        for error in ["text", "mirrored"] {
            let projected = projected(error, &reply);
            assert_eq!(projected["content"], reply["content"], "{error}");
            assert_eq!(projected["isError"], json!(true), "{error}");
            assert_eq!(projected.get("structuredContent").is_some(), error == "mirrored", "{error}");
        }
    }
}

#[test]
fn a_wrapped_value_that_the_text_says_is_not_said_twice() {
    let value: Value = serde_json::from_str(TEXT).unwrap();
    let reply = json!({ "content": [{ "type": "text", "text": TEXT }], "isError": true, "structuredContent": { "result": value } });
    assert_eq!(projected("text", &reply)["content"], reply["content"]);
}

#[test]
fn what_the_text_does_not_say_is_still_put_there() {
    for (text, structured) in [
        (TEXT, json!({ "result": TEXT, "retryAfter": 3 })),
        ("another text", json!({ "result": TEXT })),
        (TEXT, json!({ "result": { "success": false } })),
        ("3", json!({ "result": "3.0" })),
        ("retry later\n3", json!({ "retryAfter": 3 })),
    ] {
        let reply =
            json!({ "content": [{ "type": "text", "text": text }], "isError": true, "structuredContent": structured });
        let said = projected("text", &reply)["content"][0]["text"].as_str().unwrap().to_owned();
        assert_eq!(said, format!("{text}\n{structured}"));
    }
}
