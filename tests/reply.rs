//! Replies that somebody else built: what section 4 of the design promises, on replies that nobody would write by hand.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

#[path = "checks/choices.rs"]
mod choices;
mod replies;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use choices::{Choices, Seeded, wound};
use mcp_projection::{Call, Policy, Projection};
use replies::{Exchange, Tree, exchange, hold, hold_bytes};
use serde_json::{Value, json};

/// Runs a check under its seed, which a failure then names.
fn seeded(seeds: Range<u64>, mut check: impl FnMut(&mut Seeded)) {
    for seed in seeds {
        let done = catch_unwind(AssertUnwindSafe(|| check(&mut Seeded::new(seed))));
        assert!(done.is_ok(), "the seed was {seed}");
    }
}

fn projection(policy: &str) -> Projection {
    Projection::new(&Policy::from_json(policy.as_bytes()).unwrap()).unwrap()
}

/// The reply as it goes on, which a second projection leaves as it is.
fn replied(policy: &str, reply: &str, call: &Call<'_>) -> String {
    let once = hold_bytes(&projection(policy), reply.as_bytes(), call).unwrap();
    String::from_utf8(once).unwrap()
}

/// A call to a tool whose outputSchema nobody knows.
const DECLARED: Call<'_> = Call {
    arguments: None,
    summary: None,
    host: None,
    revision: None,
    declares_output_schema: true,
    output_schema: None,
};

/// A call to a tool whose outputSchema asks for nothing.
const LENIENT: Call<'_> = Call { output_schema: Some(br#"{"type":"object"}"#), ..DECLARED };

#[test]
fn nothing_is_lost_and_twice_is_once() {
    seeded(0..20_000, |choices| hold(&exchange(choices)));
}

#[test]
fn broken_replies_are_refused_or_hold_too() {
    let mut accepted = 0;
    seeded(0..20_000, |choices| {
        let exchange = exchange(choices);
        let mut reply = exchange.reply.clone().into_bytes();
        wound(choices, &mut reply);
        accepted += usize::from(hold_bytes(&exchange.projection(), &reply, &exchange.call()).is_some());
    });
    assert!((2_000..16_000).contains(&accepted), "{accepted} were still replies");
}

/// What a text block becomes: the text it was, or the compact JSON of a value.
#[derive(Debug)]
enum Said {
    Text(String),
    Data(Value),
}

/// What becomes of a reply without rules, under shape `content`.
#[derive(Debug)]
enum Expected {
    Unchanged,
    FlaggedAsError,
    /// structuredContent goes, and these are the texts.
    Texts(Vec<Said>),
}

/// Rules 4 (a) to (d), unwrapping and the rescue, said as plainly as the design says them.
fn reference(reply: &Value, unwrap: Option<&str>) -> Expected {
    let structured = &reply["structuredContent"];
    let is_complete = reply.get("resultType").is_none_or(|kind| kind == "complete");
    if !is_complete || reply["isError"] == true || structured.is_null() {
        return Expected::Unchanged;
    }
    let mut payload = structured;
    let mut beside = serde_json::Map::new();
    if let (Some(name), Some(members)) = (unwrap, structured.as_object()) {
        if members.get("ok") == Some(&json!(false)) {
            return Expected::FlaggedAsError;
        }
        if let Some(inner) = members.get(name) {
            payload = inner;
            beside = members.clone();
            beside.retain(|other, value| other != name && !value.is_null() && !(other == "ok" && value == true));
        }
    }
    let texts: Vec<&str> = text_blocks(reply);
    let parsed = |text: &&str| serde_json::from_str::<Value>(text).ok();
    let only = payload.as_object().filter(|members| members.len() == 1).and_then(|members| members.values().next());
    let mut said: Vec<Said> = texts.iter().map(|text| Said::Text((*text).to_owned())).collect();
    let is_item = |(text, item): (&&str, &Value)| {
        item.as_str() == Some(text) || parsed(text).is_some_and(|text| says(&text, item, &Value::is_null))
    };
    let strings = |carried: &[&str]| {
        let mut rest = payload.as_object().cloned().unwrap_or_default();
        // A text says one member of those that have the same string.
        let mut said = BTreeSet::new();
        rest.retain(|name, value| match value.as_str() {
            _ if carried.contains(&name.as_str()) => false,
            Some(text) if texts.contains(&text) => !said.insert(text.to_owned()),
            _ => true,
        });
        rest
    };
    // Of blocks that the payload hasn't got it says nothing; that there are none is said by no blocks alone.
    let blocks = |of: &Value| of.get("content").and_then(Value::as_array).cloned();
    let is_mirror = blocks(payload)
        .zip(blocks(reply))
        .is_some_and(|(own, blocks)| blocks.starts_with(&own) && own.is_empty() == blocks.is_empty());
    let mut added = Vec::new();
    let first = |says: &dyn Fn(&Value) -> bool| {
        texts.iter().enumerate().find_map(|(at, text)| Some((at, parsed(text).filter(|text| says(text))?)))
    };
    if let Some((at, data)) = first(&|text| says(text, payload, &Value::is_null))
        .or_else(|| first(&|text| only.is_some_and(|only| says(text, only, &Value::is_null))))
    {
        said[at] = Said::Data(data);
    } else if payload.as_str().is_some_and(|text| texts.contains(&text)) {
        // The document is the payload.
    } else if is_mirror || payload.as_object().is_some_and(|members| strings(&[]).len() < members.len()) {
        added.push(strings(if is_mirror { &["content"] } else { &[] }));
    } else if let Some(items) = only
        .unwrap_or(payload)
        .as_array()
        .filter(|items| !items.is_empty() && items.len() == texts.len() && texts.iter().zip(*items).all(is_item))
    {
        for ((text, item), said) in texts.iter().zip(items).zip(&mut said) {
            if item.as_str() != Some(text) {
                *said = Said::Data(parsed(text).unwrap());
            }
        }
    } else if let (false, Some((at, data))) =
        (std::ptr::eq(payload, structured), first(&|text| says(text, structured, &Value::is_null)))
    {
        // The text says the payload with all that stands around it.
        said[at] = Said::Data(data);
        beside.clear();
    } else {
        said.push(Said::Data(payload.clone()));
    }
    added.push(beside);
    for members in added.into_iter().filter(|members| !members.is_empty()) {
        let rest = Value::Object(members);
        if !texts.iter().filter_map(parsed).any(|text| text.is_object() && says(&text, &rest, &|_| true)) {
            said.push(Said::Data(rest));
        }
    }
    Expected::Texts(said)
}

/// Whether a text's value says another, where the text's objects may have more members of which this holds; below, null ones.
fn says(text: &Value, other: &Value, may_be_more: &dyn Fn(&Value) -> bool) -> bool {
    match (text, other) {
        (Value::Array(items), Value::Array(others)) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|(item, other)| says(item, other, &Value::is_null))
        }
        (Value::Object(members), Value::Object(others)) => {
            others.keys().all(|name| members.contains_key(name))
                && members.iter().all(|(name, value)| match others.get(name) {
                    Some(other) => says(value, other, &Value::is_null),
                    None => may_be_more(value),
                })
        }
        (Value::Number(number), Value::Number(other)) => {
            number == other || number.as_f64().map(f64::to_bits) == other.as_f64().map(f64::to_bits)
        }
        _ => text == other,
    }
}

fn text_blocks(reply: &Value) -> Vec<&str> {
    let blocks = reply["content"].as_array().into_iter().flatten().filter(|block| block["type"] == "text");
    blocks.filter_map(|block| block["text"].as_str()).collect()
}

fn has_unique_names(tree: &Tree) -> bool {
    match tree {
        Tree::Object(members) => {
            let is_unique = |at: usize| members[at + 1..].iter().all(|(name, _)| *name != members[at].0);
            (0..members.len()).all(is_unique) && members.iter().all(|(_, value)| has_unique_names(value))
        }
        Tree::List(items) => items.iter().all(has_unique_names),
        Tree::Token(_) | Tree::Text(_) => true,
    }
}

fn hold_reference(exchange: &Exchange, unwrap: Option<&str>) -> &'static str {
    let policy = unwrap.map_or_else(|| "{}".to_owned(), |name| json!({"defaults": {"unwrap": name}}).to_string());
    let projection = projection(&policy);
    let reply: Value = serde_json::from_str(&exchange.reply).unwrap();
    let projected = projection.reply("tool", exchange.reply.as_bytes(), &Call::default()).unwrap();
    let found: Value = serde_json::from_slice(&projected).unwrap();
    let expected = reference(&reply, unwrap);
    let show = || format!("{}\nbecame {}\nnot {expected:?}", exchange.reply, String::from_utf8_lossy(&projected));
    match &expected {
        Expected::Unchanged => {
            assert!(matches!(projected, Cow::Borrowed(_)), "{}", show());
            "unchanged"
        }
        Expected::FlaggedAsError => {
            let mut flagged = reply.clone();
            flagged["isError"] = json!(true);
            assert_eq!(found, flagged, "{}", show());
            "flagged"
        }
        Expected::Texts(said) => {
            assert_eq!(found.get("structuredContent"), None, "{}", show());
            assert_eq!(found.get("_meta"), reply.get("_meta"), "{}", show());
            let texts = text_blocks(&found);
            assert_eq!(texts.len(), said.len(), "{}", show());
            for (text, said) in texts.iter().zip(said) {
                match said {
                    Said::Text(said) => assert_eq!(text, said, "{}", show()),
                    Said::Data(value) => {
                        let found: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{}", show()));
                        assert!(says(&found, value, &Value::is_null), "{}", show());
                        let compact = projection.prune("tool", text.as_bytes()).unwrap();
                        assert_eq!(String::from_utf8(compact).unwrap(), *text, "{}", show());
                    }
                }
            }
            if said.len() > text_blocks(&reply).len() { "added to" } else { "carried" }
        }
    }
}

#[test]
fn what_carries_a_payload_is_what_a_plain_reading_of_the_rules_finds() {
    let mut seen = std::collections::BTreeMap::new();
    seeded(0..20_000, |choices| {
        let exchange = exchange(choices);
        let unwrap = choices.once_in(2).then_some("data");
        if has_unique_names(&exchange.payload) {
            *seen.entry(hold_reference(&exchange, unwrap)).or_insert(0) += 1;
        }
    });
    assert!(seen.values().all(|times| *times > 4) && seen.len() == 4, "{seen:?}");
}

#[test]
fn a_text_is_data_for_one_payload_however_many_blocks_there_are() {
    let reply = r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"[1]"},{"type":"text","text":"{ }"}],"structuredContent":["a",[ 1.0 ],{}]}"#;
    let expected =
        r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"[1]"},{"type":"text","text":"{}"}]}"#;
    assert_eq!(replied("{}", reply, &Call::default()), expected);
}

#[test]
fn a_string_is_found_among_many_blocks_as_among_few() {
    for count in [1, 8, 9, 40] {
        let texts: Vec<String> = (0..count).map(|number| format!(r"text\u0020{number}")).collect();
        let blocks: Vec<_> = texts.iter().map(|text| format!(r#"{{"type":"text","text":"{text}"}}"#)).collect();
        for (policy, found) in [("{}", "text 0"), (r#"{"defaults":{"compactText":true}}"#, r"text\u00200")] {
            let content = format!(r#""content":[{}"#, blocks.join(","));
            let structured = format!(r#"{{"x":"{found}","y":"text","z":"text {count}"}}"#);
            let rest = format!(r#",{{"type":"text","text":"{{\"y\":\"text\",\"z\":\"text {count}\"}}"}}]"#);
            let reply = format!(r#"{{{content}],"structuredContent":{structured}}}"#);
            assert_eq!(replied(policy, &reply, &Call::default()), format!("{{{content}{rest}}}"));
        }
    }
}

#[test]
fn a_document_that_became_compact_is_still_the_string_that_it_repeats_where_that_string_stays() {
    let policy = r#"{"defaults":{"compactText":true}}"#;
    for structured in [r#"{"content":"{ \"a\": 1 }"}"#, r#"["{ \"a\": 1 }"]"#] {
        let reply =
            format!(r#"{{"content":[{{"type":"text","text":"{{ \"a\": 1 }}"}}],"structuredContent":{structured}}}"#);
        let content = r#""content":[{"type":"text","text":"{\"a\":1}"}]"#;
        let kept = format!(r#"{{{content},"structuredContent":{structured}}}"#);
        assert_eq!(replied(policy, &reply, &DECLARED), kept);
        assert_eq!(replied(policy, &reply, &Call::default()), format!("{{{content}}}"));
    }
}

#[test]
fn what_follows_the_payload_follows_it_once_where_structured_content_stays() {
    let image = r#"{"type":"image","data":"aa"}"#;
    for (policy, content, structured, added) in [
        ("{}", image.to_owned(), format!(r#"{{"content":[{image}],"x":1}}"#), r#"{\"x\":1}"#),
        ("{}", String::new(), r#"{"content":[],"x":1}"#.to_owned(), r#"{\"x\":1}"#),
        (
            r#"{"defaults":{"unwrap":"data"}}"#,
            r#"{"type":"text","text":"a"},{"type":"text","text":"b"}"#.to_owned(),
            r#"{"data":["a","b"],"note":"x"}"#.to_owned(),
            r#"{\"note\":\"x\"}"#,
        ),
        (
            r#"{"prune":{"r":{"where":["id"],"dropEqual":{"c":false}}},"defaults":{"unwrap":"data","prune":["r"]}}"#,
            r#"{"type":"text","text":"a"}"#.to_owned(),
            r#"{"data":"a","note":{"id":1,"c":false}}"#.to_owned(),
            r#"{\"note\":{\"id\":1}}"#,
        ),
    ] {
        let reply = format!(r#"{{"content":[{content}],"structuredContent":{structured}}}"#);
        let comma = if content.is_empty() { "" } else { "," };
        let expected = format!(
            r#"{{"content":[{content}{comma}{{"type":"text","text":"{added}"}}],"structuredContent":{structured}}}"#
        );
        assert_eq!(replied(policy, &reply, &DECLARED), expected);
    }
}

#[test]
fn a_flattened_remainder_is_sent_once_where_structured_content_stays() {
    let policy = r#"{"prune":{"r":{"where":["id","text"],"dropEqual":{"c":false}}},
        "defaults":{"prune":["r"],"flatten":{"member":"text","remainder":"block"}}}"#;
    let reply = r#"{"content":[],"structuredContent":{"id":1,"text":"a","c":false}}"#;
    let rest = r#"{"type":"text","text":"a"},{"type":"text","text":"{\"id\":1}"}"#;
    let expected = format!(r#"{{"content":[{rest}],"structuredContent":{{"id":1,"text":"a"}}}}"#);
    assert_eq!(replied(policy, reply, &LENIENT), expected);
}

#[test]
fn a_document_that_is_sent_already_is_not_sent_in_place_of_data_too() {
    let policy = r#"{"defaults":{"flatten":{"member":"md","elsewhere":{"slug":"tool:other"}}}}"#;
    let blocks = r##"{"type":"text","text":"# A"},{"type":"text","text":"{ \"md\": \"# A\", \"slug\": \"a\" }"}"##;
    let reply = format!(r##"{{"content":[{blocks}],"structuredContent":{{"md":"# A","slug":"a"}}}}"##);
    assert_eq!(replied(policy, &reply, &Call::default()), format!(r#"{{"content":[{blocks}]}}"#));
}

#[test]
fn a_list_is_not_cut_where_blocks_are_its_items() {
    let policy = r#"{"defaults":{"budget":{"items":"rows","maxBytes":20}}}"#;
    let reply = r#"{"content":[{"type":"text","text":"aaaaaaaaaaaaaaaaaaaaa"},{"type":"text","text":"b"}],"structuredContent":{"rows":["aaaaaaaaaaaaaaaaaaaaa","b"]}}"#;
    assert_eq!(replied(policy, reply, &LENIENT), reply);
}

#[test]
fn a_payload_s_own_content_is_not_cut_where_it_is_the_reply_s() {
    let policy = r#"{"defaults":{"budget":{"items":"*","maxBytes":20}}}"#;
    let blocks = r#"[{"type":"text","text":"aaaaaaaaaa"},{"type":"text","text":"b"}]"#;
    let reply = format!(r#"{{"content":{blocks},"structuredContent":{{"title":"b","content":{blocks}}}}}"#);
    let schema = br#"{"properties":{"totalCount":{},"truncated":{}}}"#;
    for call in [LENIENT, Call { output_schema: Some(schema), ..Call::default() }] {
        assert_eq!(replied(policy, &reply, &call), reply);
    }
}

#[test]
fn counts_that_a_budget_adds_follow_a_flattened_document_at_once() {
    let policy = r#"{"defaults":{"budget":{"items":"rows","maxBytes":40},"flatten":{"member":"md","elsewhere":{"slug":"tool:x"}}}}"#;
    let reply = r#"{"content":[{"type":"text","text":"Found"}],"structuredContent":{"md":"Found","rows":["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]}}"#;
    let schema = br#"{"properties":{"totalCount":{},"truncated":{}}}"#;
    let sent = replied(policy, reply, &Call { output_schema: Some(schema), ..Call::default() });
    assert!(sent.contains(r#"{"type":"text","text":"{\"rows\":[],\"totalCount\":1,\"truncated\":true}"}"#), "{sent}");
}

#[test]
fn rows_beside_a_document_are_cut_like_those_that_stay() {
    let policy = r#"{"defaults":{"budget":{"items":"rows","maxBytes":40}}}"#;
    let reply = r#"{"content":[{"type":"text","text":"Found"}],"structuredContent":{"message":"Found","rows":["aaaaaaaaaa","bbbbbbbbbb"]}}"#;
    let cut = r#"{"message":"Found","rows":[]}"#;
    let projected = replied(policy, reply, &LENIENT);
    assert!(projected.contains(&format!(r#""structuredContent":{cut}"#)), "{projected}");
    assert!(projected.contains(r#"{"type":"text","text":"{\"rows\":[]}"}"#), "{projected}");
    assert!(projected.contains(r#""returnedCount":0,"totalCount":2,"truncated":true"#), "{projected}");
}

#[test]
fn a_budget_never_makes_a_reply_longer() {
    for (shape, budget) in [
        ("content", r#"{"items":"rows","maxBytes":10,"hint":"h"}"#),
        ("content", r#"{"echo":"rows","maxBytes":10,"hint":"h"}"#),
        ("mirrored", r#"{"items":"*","maxBytes":10,"hint":"h"}"#),
    ] {
        let policy = format!(r#"{{"defaults":{{"shape":"{shape}","budget":{budget}}}}}"#);
        let payload = r#"{"rows":[1,2,3],"note":"no"}"#;
        let text = serde_json::to_string(payload).unwrap();
        let content = format!(r#""content":[{{"type":"text","text":{text}}}]"#);
        let reply = format!(r#"{{{content},"structuredContent":{payload}}}"#);
        let expected = if shape == "content" { format!("{{{content}}}") } else { reply.clone() };
        assert_eq!(replied(&policy, &reply, &Call::default()), expected);
        let decisions = projection(&policy).explain("tool", reply.as_bytes(), &Call::default()).unwrap();
        assert!(decisions.iter().any(|decision| decision.rule == "budget" && decision.reason.is_some()));
    }
}

#[test]
fn a_budget_that_nothing_meets_takes_what_it_can_once() {
    let rows = (0..60).map(|row| row.to_string()).collect::<Vec<_>>().join(",");
    for (shape, call) in [("mirrored", Call::default()), ("structured", Call::default()), ("mirrored", LENIENT)] {
        let policy = format!(r#"{{"defaults":{{"shape":"{shape}","budget":{{"items":"rows","maxBytes":10}}}}}}"#);
        let reply = format!(r#"{{"content":[],"structuredContent":{{"rows":[{rows}],"note":"more than ten bytes"}}}}"#);
        let projected = replied(&policy, &reply, &call);
        assert!(projected.contains(r#""reason":"payload_size","returnedCount":0,"totalCount":60"#), "{projected}");
    }
}

#[test]
fn a_list_in_a_wrapper_that_the_revision_asked_for_is_cut_at_once() {
    let policy = r#"{"defaults":{"shape":"mirrored","budget":{"items":"*","maxBytes":200}}}"#;
    let rows = vec![r#""a row""#; 40].join(",");
    let reply = format!(r#"{{"content":[],"structuredContent":[{rows}]}}"#);
    let call = Call { revision: Some("2025-11-25"), ..Call::default() };
    assert!(replied(policy, &reply, &call).contains(r#""totalCount":40,"truncated":true"#));
}

#[test]
fn a_list_that_another_value_of_its_name_hides_is_no_list() {
    let policy = r#"{"defaults":{"shape":"mirrored","budget":{"items":"*","maxBytes":20}}}"#;
    let structured = r#"{"rows":[1,2,3,4,5,6,7,8,9,10,11,12],"rows":5}"#;
    let text = serde_json::to_string(structured).unwrap();
    let reply = format!(r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{structured}}}"#);
    assert_eq!(replied(policy, &reply, &Call::default()), reply);
}

#[test]
fn a_block_that_happens_to_be_the_cut_list_is_not_taken_for_the_payload() {
    let policy = r#"{"defaults":{"shape":"mirrored","budget":{"items":"rows","maxBytes":40}}}"#;
    let block = r#"{"type":"text","text":"[ 1 ]"}"#;
    let reply = format!(
        r#"{{"content":[{block}],"structuredContent":{{"rows":[1,"a row that is longer than the budget is"]}}}}"#
    );
    let expected = format!(r#"{{"content":[{block},{{"type":"text","text":"{{\"rows\":[1]}}"}}],"#);
    let projected = replied(policy, &reply, &LENIENT);
    assert!(projected.starts_with(&expected), "{projected}");
}

#[test]
fn a_reply_is_known_by_its_content_however_the_name_is_written() {
    let reply = br#"{"\u0063ontent":[{"type":"text","text":"[1]"}],"structuredContent":[1]}"#;
    let decisions = projection("{}").explain("tool", reply, &Call::default()).unwrap();
    assert_eq!(decisions.iter().map(|decision| decision.rule.as_str()).collect::<Vec<_>>(), ["duplicate"]);
}

#[test]
fn rows_that_follow_a_document_are_cut_to_the_budget() {
    let policy = r#"{"defaults":{"budget":{"items":"rows","maxBytes":160}}}"#;
    let rows = vec![r#""a row""#; 100].join(",");
    let reply = format!(
        r#"{{"content":[{{"type":"text","text":"Found"}}],"structuredContent":{{"message":"Found","rows":[{rows}]}}}}"#
    );
    let projected: Value = serde_json::from_str(&replied(policy, &reply, &Call::default())).unwrap();
    let texts = text_blocks(&projected);
    assert_eq!((texts.len(), texts[0]), (2, "Found"));
    let rest: Value = serde_json::from_str(texts[1]).unwrap();
    assert!(texts[1].len() <= 160 && rest["totalCount"] == 100 && rest["truncated"] == true, "{}", texts[1]);
}

/// The reply as it goes on, which a second projection leaves as it is.
fn once(policy: &str, reply: &str, call: &Call<'_>) -> String {
    let sent = replied(policy, reply, call);
    assert_eq!(replied(policy, &sent, call), sent, "twice: {reply}");
    sent
}

#[test]
fn a_payload_and_no_other_text_says_that_a_call_failed() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let failed = r#"{"success":false}"#;
    let flagged = |policy: &str, reply: &Value| {
        let sent = once(policy, &reply.to_string(), &Call::default());
        serde_json::from_str::<Value>(&sent).unwrap()["isError"] == true
    };
    let when = r#"{"defaults":{"errorWhen":{"success":false}}}"#;
    let unwrap = r#"{"defaults":{"errorWhen":{"success":false},"unwrap":"data"}}"#;
    let flatten =
        r#"{"defaults":{"errorWhen":{"success":false},"flatten":{"member":"md","elsewhere":{"slug":"tool:x"}}}}"#;
    for (policy, reply, expected) in [
        (when, json!({ "content": [], "structuredContent": { "success": false } }), true),
        (when, json!({ "content": [text(failed)], "structuredContent": { "result": failed } }), true),
        (when, json!({ "content": [text(failed)], "structuredContent": { "result": { "success": false } } }), true),
        (when, json!({ "content": [text(failed)] }), true),
        (unwrap, json!({ "content": [], "structuredContent": { "success": false, "data": { "a": 1 } } }), true),
        // A text beside the payload, or one of several, is no payload.
        (when, json!({ "content": [text("sum"), text(failed)], "structuredContent": { "success": true } }), false),
        (when, json!({ "content": [text(failed)], "structuredContent": { "path": "a", "content": failed } }), false),
        (when, json!({ "content": [text("x"), text(failed)] }), false),
        (when, json!({ "content": [text("x")], "structuredContent": { "last": { "success": false } } }), false),
        // A flattened payload's text is a document.
        (flatten, json!({ "content": [], "structuredContent": { "md": failed, "slug": "x" } }), false),
        (flatten, json!({ "content": [], "structuredContent": { "md": failed } }), false),
    ] {
        assert_eq!(flagged(policy, &reply), expected, "{policy} {reply}");
    }
}

#[test]
fn an_error_carries_no_structured_content_that_its_revision_has_not() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let call = Call { revision: Some(revision), ..Call::default() };
        for (structured, text) in [("[1]", r#"x\n[1]"#), (r#""s""#, r#"x\n\"s\""#), ("null", "x")] {
            let reply = format!(
                r#"{{"content":[{{"type":"text","text":"x"}}],"structuredContent":{structured},"isError":true}}"#
            );
            let expected = format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}"#);
            assert_eq!(once("{}", &reply, &call), expected);
        }
    }
    let reply = r#"{"content":[{"type":"text","text":"x"}],"structuredContent":[1],"isError":true}"#;
    for revision in [None, Some("2026-07-28"), Some("no revision")] {
        assert_eq!(once("{}", reply, &Call { revision, ..Call::default() }), reply);
    }
}

#[test]
fn a_text_says_one_of_two_members_that_have_it() {
    let reply =
        r#"{"content":[{"type":"text","text":"done"}],"structuredContent":{"status":"done","result":"done","n":1}}"#;
    let sent = once("{}", reply, &Call::default());
    assert_eq!(
        sent,
        r#"{"content":[{"type":"text","text":"done"},{"type":"text","text":"{\"status\":\"done\",\"n\":1}"}]}"#
    );
    let flatten = r#"{"defaults":{"flatten":{"member":"status","elsewhere":{"n":"tool:x"}}}}"#;
    let sent = once(flatten, reply, &Call::default());
    assert_eq!(sent, r#"{"content":[{"type":"text","text":"done"},{"type":"text","text":"{\"result\":\"done\"}"}]}"#);
}
