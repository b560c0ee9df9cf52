//! What the ledger's server promises (seed 003): the rows reach the model, whichever channel its host shows it.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use mcp_projection::{Call, Policy, Projection, Reply, ToolFailure, presets};
use serde_json::{Value, json};

fn mirrored() -> Projection {
    Projection::new(&presets::mirrored()).unwrap()
}

fn success(payload: &Value, call: &Call<'_>) -> Reply {
    mirrored().success("accounter_search_charges", payload.to_string().as_bytes(), call).unwrap()
}

fn texts(reply: &Reply) -> Vec<String> {
    reply.texts().map(|text| text.into_owned()).collect()
}

fn structured(reply: &Reply) -> Value {
    serde_json::from_slice(reply.structured_content().unwrap()).unwrap()
}

/// What a list tool of the ledger's server computes: a page of charges.
fn charges(count: usize) -> Value {
    let charge = |number: usize| {
        json!({
            "id": format!("CHARGE-{number:05}"),
            "date": "2026-08-27",
            "amount": {"raw": -1250.5, "currency": "ILS"},
            "counterparty": {"id": format!("BUSINESS-{}", number % 2), "name": "Café \"Aroma\"\u{2028}"},
            "memberBusinessId": format!("MEMBER-{number}"),
        })
    };
    json!({"charges": (0..count).map(charge).collect::<Vec<_>>(), "pageInfo": {"page": 1, "totalPages": 1}})
}

#[test]
fn the_rows_reach_the_content_with_their_ids() {
    let call =
        Call { summary: Some("Found 7 charge(s) across 2 businesses; showing 7 on page 1 of 1."), ..Call::default() };
    let reply = success(&charges(7), &call);
    let texts = texts(&reply);
    assert_eq!(texts.len(), 2);
    assert_eq!(texts[0], "Found 7 charge(s) across 2 businesses; showing 7 on page 1 of 1.");
    for number in 0..7 {
        for id in [format!("CHARGE-{number:05}"), format!("MEMBER-{number}"), format!("BUSINESS-{}", number % 2)] {
            assert!(texts[1].contains(&id), "{id}");
        }
    }
    assert_eq!(texts[1].as_bytes(), reply.structured_content().unwrap(), "some text is exactly structuredContent");
    assert_eq!(structured(&reply)["charges"], charges(7)["charges"]);
    assert!(!reply.is_error());
}

#[test]
fn a_list_without_a_summary_leads_with_its_counts() {
    let reply = success(&charges(7), &Call::default());
    assert_eq!(texts(&reply)[0], "Showing 7 of 7 charges.");
    let reply = success(&charges(400), &Call::default());
    let kept = structured(&reply)["returnedCount"].as_u64().unwrap();
    let line = format!("Showing {kept} of 400 charges; ask for the next page or narrow the filter.");
    assert_eq!(texts(&reply)[0], line);
    // What is no list has no line.
    let term = json!({"term": "charge", "meaning": "a movement of money"});
    assert_eq!(texts(&success(&term, &Call::default())), [term.to_string()]);
}

#[test]
fn the_longest_prefix_within_sixty_thousand_bytes_is_kept() {
    let payload = charges(400);
    let reply = success(&payload, &Call::default());
    let found = structured(&reply);
    // Serialising each prefix, as the server itself once did.
    let with = |kept: usize| {
        let mut cut = payload.clone();
        cut["charges"].as_array_mut().unwrap().truncate(kept);
        cut["returnedCount"] = json!(kept);
        cut["totalCount"] = json!(400);
        cut["truncated"] = json!(true);
        cut["continuation"] = json!({
            "reason": "payload_size", "returnedCount": kept, "totalCount": 400,
            "hint": "ask for the next page or narrow the filter",
        });
        cut
    };
    let longest = (0..400).rev().find(|kept| with(*kept).to_string().len() <= 60_000).unwrap();
    assert_eq!(found, with(longest));
    assert!(reply.structured_content().unwrap().len() <= 60_000);
    assert!(longest > 200, "{longest}");
}

#[test]
fn a_page_that_came_cut_says_that_there_is_more() {
    let mut payload = charges(3);
    payload["totalCount"] = json!(41);
    payload["continuation"] = json!({"cursor": "page-2"});
    let found = structured(&success(&payload, &Call::default()));
    assert_eq!(found["returnedCount"], 3);
    assert_eq!(found["totalCount"], 41);
    assert_eq!(found["truncated"], true);
    assert_eq!(
        found["continuation"],
        json!({"reason": "result_cap", "returnedCount": 3, "totalCount": 41,
            "hint": "ask for the next page or narrow the filter", "cursor": "page-2"})
    );
    // A total below what is there is none.
    payload["totalCount"] = json!(1);
    let found = structured(&success(&payload, &Call::default()));
    assert_eq!((&found["totalCount"], &found["truncated"]), (&json!(3), &json!(false)));
}

#[test]
fn one_huge_row_leaves_none_and_valid_json() {
    let mut payload = charges(1);
    payload["charges"][0]["note"] = json!("x".repeat(70_000));
    let reply = success(&payload, &Call::default());
    let found = structured(&reply);
    assert_eq!(found["charges"], json!([]));
    assert_eq!((&found["returnedCount"], &found["totalCount"]), (&json!(0), &json!(1)));
    assert_eq!(found["pageInfo"], payload["pageInfo"]);
    assert_eq!(serde_json::from_str::<Value>(&texts(&reply)[1]).unwrap(), found);
}

#[test]
fn an_error_says_what_to_fix_in_its_first_text_block() {
    let failure = ToolFailure::from_json(
        br#"{"code":"VALIDATION_ERROR","message":"Invalid arguments",
            "data":{"issues":[{"path":["filters","fromDate"],"message":"expected YYYY-MM-DD"}]}}"#,
    );
    let reply = mirrored().failure("accounter_search_charges", &failure.unwrap(), &Call::default());
    let texts = texts(&reply);
    assert_eq!(texts.len(), 1);
    let (line, data) = texts[0].split_once('\n').unwrap();
    assert_eq!(line, "VALIDATION_ERROR: Invalid arguments");
    let envelope = structured(&reply);
    assert_eq!(serde_json::from_str::<Value>(data).unwrap(), envelope["error"]);
    assert_eq!(envelope["ok"], false);
    assert_eq!(envelope["error"]["data"]["issues"][0]["path"][1], "fromDate");
    assert!(reply.is_error());
}

#[test]
fn a_write_keeps_its_outcome_when_its_echo_is_too_long() {
    let policy =
        br#"{"defaults":{"shape":"mirrored","budget":{"echo":"updated","maxBytes":200,"hint":"list them again"}}}"#;
    let projection = Projection::new(&Policy::from_json(policy).unwrap()).unwrap();
    let payload = json!({"outcome": "updated", "failures": [{"id": "CHARGE-7"}], "updated": vec!["CHARGE"; 100]});
    let reply = projection.success("accounter_tag_charges", payload.to_string().as_bytes(), &Call::default()).unwrap();
    let found = structured(&reply);
    assert_eq!(found["outcome"], "updated");
    assert_eq!(found["failures"], payload["failures"]);
    assert_eq!(found.get("updated"), None);
    assert_eq!(
        found["itemsOmitted"],
        json!({"key": "updated", "count": 100, "reason": "payload_size", "hint": "list them again"})
    );
    assert_eq!(texts(&reply), [String::from_utf8(reply.structured_content().unwrap().to_vec()).unwrap()]);
}

#[test]
fn a_reply_whose_rows_were_hidden_gains_them() {
    let structured = charges(7).to_string();
    let summary = r#"{"type":"text","text":"Found 7 charge(s) across 2 businesses; showing 7 on page 1 of 1."}"#;
    let hidden = format!(r#"{{"content":[{summary}],"structuredContent":{structured}}}"#);
    let seen = mirrored().reply("accounter_search_charges", hidden.as_bytes(), &Call::default()).unwrap();
    let text = serde_json::to_string(&structured).unwrap();
    let expected =
        format!(r#"{{"content":[{summary},{{"type":"text","text":{text}}}],"structuredContent":{structured}}}"#);
    assert_eq!(String::from_utf8_lossy(&seen), expected);
}
