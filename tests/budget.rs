//! A budget keeps the longest prefix that fits, and says so, whatever stands around the list.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::collections::BTreeMap;

use mcp_projection::{Call, Policy, Projection, Reply};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use serde_json::value::RawValue;

fn projection(budget: &str) -> Projection {
    let policy = format!(r#"{{"defaults":{{"shape":"mirrored","budget":{budget}}}}}"#);
    Projection::new(&Policy::from_json(policy.as_bytes()).unwrap()).unwrap()
}

fn structured(reply: &Reply) -> String {
    String::from_utf8(reply.structured_content().unwrap().to_vec()).unwrap()
}

/// A payload's members, each a name's token and a compact value, of which one is the list.
#[derive(Clone, Debug)]
struct Payload {
    members: Vec<(String, String)>,
    /// Where the list goes among them.
    place: usize,
    items: Vec<String>,
}

impl Payload {
    /// The payload with the first so many items and with other members, which take the place of those of their name or follow.
    fn with(&self, kept: usize, counts: &[(&str, String)]) -> String {
        let mut members = self.members.clone();
        members.insert(self.place, ("\"rows\"".to_owned(), format!("[{}]", self.items[..kept].join(","))));
        for (name, value) in counts {
            let mut is_there = false;
            for member in &mut members {
                if serde_json::from_str::<String>(&member.0).unwrap() == *name {
                    member.1 = value.clone();
                    is_there = true;
                }
            }
            if !is_there {
                members.push((format!("\"{name}\""), value.clone()));
            }
        }
        let members: Vec<String> = members.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        format!("{{{}}}", members.join(","))
    }

    /// The value that a name has.
    fn value(&self, name: &str) -> Option<Value> {
        let named = |member: &&(String, String)| serde_json::from_str::<String>(&member.0).unwrap() == name;
        self.members.iter().rev().find(named).map(|(_, value)| serde_json::from_str(value).unwrap())
    }

    /// What the design says of a budget, by trying: all of it, or else the longest prefix, or else no items.
    fn cut(&self, max_bytes: usize, hint: Option<&str>) -> (String, bool) {
        let total = self.value("totalCount").and_then(|total| total.as_u64()).unwrap_or(0).max(self.items.len() as u64);
        let came_cut = total > self.items.len() as u64 || self.value("truncated") == Some(Value::Bool(true));
        let with = |kept: usize| {
            let is_cut = kept < self.items.len();
            let mut counts = Vec::new();
            let is_integer = |value: &Value| value.is_u64();
            if self.value("returnedCount").as_ref().is_none_or(is_integer) {
                counts.push(("returnedCount", kept.to_string()));
            }
            if self.value("totalCount").as_ref().is_none_or(is_integer) {
                counts.push(("totalCount", total.to_string()));
            }
            if self.value("truncated").as_ref().is_none_or(Value::is_boolean) {
                counts.push(("truncated", (is_cut || came_cut).to_string()));
            }
            let own = self.value("continuation");
            if (is_cut || came_cut) && own.as_ref().is_none_or(Value::is_object) {
                let reason = if is_cut { "payload_size" } else { "result_cap" };
                let mut continuation = format!(r#"{{"reason":"{reason}","returnedCount":{kept},"totalCount":{total}"#);
                if let Some(hint) = hint {
                    continuation += &format!(",\"hint\":{}", serde_json::to_string(hint).unwrap());
                }
                if let Some(cursor) = own.as_ref().and_then(|own| own.get("cursor")) {
                    continuation += &format!(",\"cursor\":{cursor}");
                }
                counts.push(("continuation", continuation + "}"));
            }
            self.with(kept, &counts)
        };
        let fitting = (0..=self.items.len()).rev().map(with).find(|text| text.len() <= max_bytes);
        let is_met = fitting.is_some();
        (fitting.unwrap_or_else(|| with(0)), is_met)
    }
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(&["1", "null", "-0", "1e300", "\"é\"", "\"\\ud83d\"", "{}", r#"{"id":9007199254740993}"#][..])
            .prop_map(str::to_owned),
        1 => "[a-zé😀]{0,40}".prop_map(|text| format!("{text:?}")),
    ]
}

/// Members that budgets know, with values of the right and of the wrong type, and others.
fn member() -> impl Strategy<Value = (String, String)> {
    let known = [
        ("\"totalCount\"", "0"),
        ("\"totalCount\"", "99999"),
        ("\"total\\u0043ount\"", "40"),
        ("\"totalCount\"", "\"many\""),
        ("\"totalCount\"", "-1"),
        ("\"returnedCount\"", "7"),
        ("\"returnedCount\"", "null"),
        ("\"truncated\"", "true"),
        ("\"truncated\"", "false"),
        ("\"truncated\"", "\"no\""),
        ("\"continuation\"", "{\"cursor\":\"x\",\"reason\":\"own\"}"),
        ("\"continuation\"", "{}"),
        ("\"continuation\"", "\"next\""),
    ];
    prop_oneof![
        2 => select(known.to_vec()).prop_map(|(name, value)| (name.to_owned(), value.to_owned())),
        1 => (select(vec!["\"note\"", "\"é\"", "\"\""]), select(vec!["1", "\"a note\"", "{\"rows\":[1]}"]))
            .prop_map(|(name, value)| (name.to_owned(), value.to_owned())),
    ]
}

fn payload() -> impl Strategy<Value = Payload> {
    (vec(member(), 0..5), any::<prop::sample::Index>(), vec(value(), 0..40)).prop_map(|(members, place, items)| {
        let place = place.index(members.len() + 1);
        Payload { members, place, items }
    })
}

fn hint() -> impl Strategy<Value = Option<&'static str>> {
    select(vec![None, Some(""), Some("ask for \"more\""), Some("é\n😀")])
}

fn budget(list: &str, max_bytes: usize, hint: Option<&str>) -> String {
    let mut budget = serde_json::json!({"items": list, "maxBytes": max_bytes});
    if let Some(hint) = hint {
        budget["hint"] = hint.into();
    }
    budget.to_string()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn the_longest_prefix_that_fits_is_kept(
        payload in payload(), max_bytes in 1..800_usize, hint in hint(), list in select(vec!["rows", "*"]),
    ) {
        let projection = projection(&budget(list, max_bytes, hint));
        let text = payload.with(payload.items.len(), &[]);
        let (expected, is_met) = payload.cut(max_bytes, hint);
        let reply = projection.success("tool", text.as_bytes(), &Call::default()).unwrap();
        prop_assert_eq!(&structured(&reply), &expected);
        let texts: Vec<_> = reply.texts().collect();
        prop_assert_eq!(texts.last().map(|text| text.as_ref()), Some(expected.as_str()));
        prop_assert_eq!(is_met, expected.len() <= max_bytes);

        // What can't be met is reported.
        let decisions = projection.explain("tool", text.as_bytes(), &Call::default()).unwrap();
        let problem = decisions.iter().any(|decision| decision.rule == "budget" && decision.reason.is_some());
        prop_assert_eq!(problem, !is_met);
        let after: usize = reply.texts().map(|text| text.len()).sum::<usize>() + expected.len();
        let saved: i64 = decisions.iter().map(|decision| decision.bytes_saved).sum();
        prop_assert_eq!(saved, text.len() as i64 - after as i64);
    }

    #[test]
    fn a_finished_reply_is_cut_once_and_only_where_it_is_over(
        payload in payload(), max_bytes in 1..800_usize, hint in hint(),
        shape in select(vec!["mirrored", "content", "structured"]),
    ) {
        let policy = format!(r#"{{"defaults":{{"shape":"{shape}","budget":{}}}}}"#, budget("rows", max_bytes, hint));
        let projection = Projection::new(&Policy::from_json(policy.as_bytes()).unwrap()).unwrap();
        let text = payload.with(payload.items.len(), &[]);
        let token = serde_json::to_string(&text).unwrap();
        let reply = format!(r#"{{"content":[{{"type":"text","text":{token}}}],"structuredContent":{text}}}"#);
        let once = projection.reply("tool", reply.as_bytes(), &Call::default()).unwrap();
        let twice = projection.reply("tool", &once, &Call::default()).unwrap();
        prop_assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once));
        let said = String::from_utf8_lossy(&once).into_owned();
        if text.len() <= max_bytes {
            let kept = if shape == "content" { format!(r#"{{"content":[{{"type":"text","text":{token}}}]}}"#) } else { reply };
            prop_assert_eq!(said, kept);
        } else if shape != "structured" {
            let (cut, is_met) = payload.cut(max_bytes, hint);
            let is_shorter = cut.len() < text.len() && (is_met || !payload.items.is_empty());
            if is_shorter && is_met {
                prop_assert!(said.contains(&serde_json::to_string(&cut).unwrap()), "{} not in {}", cut, said);
            }
            // What the model reads, as it reads it.
            let read: BTreeMap<&str, &RawValue> = serde_json::from_slice(&once).unwrap();
            let read: Value = serde_json::from_str(read["content"].get()).unwrap();
            let read = read[0]["text"].as_str().unwrap().len();
            prop_assert!(read <= text.len(), "{} became {}", reply, said);
        }
    }

    #[test]
    fn an_echo_is_kept_whole_or_dropped_whole(payload in payload(), max_bytes in 1..800_usize, hint in hint()) {
        let mut budget: Value = serde_json::from_str(&budget("rows", max_bytes, hint)).unwrap();
        budget["echo"] = "rows".into();
        budget.as_object_mut().unwrap().remove("items");
        let text = payload.with(payload.items.len(), &[]);
        let reply = projection(&budget.to_string()).success("tool", text.as_bytes(), &Call::default()).unwrap();
        if text.len() <= max_bytes {
            prop_assert_eq!(structured(&reply), text);
            return Ok(());
        }
        let hint = hint.map_or_else(String::new, |hint| format!(",\"hint\":{}", serde_json::to_string(hint).unwrap()));
        let count = payload.items.len();
        let omitted = format!(r#"{{"key":"rows","count":{count},"reason":"payload_size"{hint}}}"#);
        let mut members = payload.members.clone();
        members.insert(payload.place, ("\"itemsOmitted\"".to_owned(), omitted));
        let members: Vec<String> = members.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        prop_assert_eq!(structured(&reply), format!("{{{}}}", members.join(",")));
    }
}

#[test]
fn only_one_list_is_the_only_list() {
    for (payload, reason) in [
        (r#"{"a":[1],"b":[2]}"#, "the payload has several lists at its top"),
        (r#"{"a":1,"b":{"c":[1]}}"#, "the payload has no list at its top"),
        (r#"{"a":[1],"a":2}"#, "the payload has no list at its top"),
        (r#"{"a":[1],"\u0061":[2]}"#, "the payload has several lists at its top"),
        ("[1,2,3]", "the payload is no object"),
    ] {
        let projection = projection(r#"{"items":"*","maxBytes":5}"#);
        let reply =
            projection.success("tool", payload.as_bytes(), &Call { revision: Some("2026-07-28"), ..Call::default() });
        let reply = reply.unwrap();
        assert_eq!(structured(&reply), payload);
        assert_eq!(reply.texts().collect::<Vec<_>>(), [payload]);
        let decisions = projection.explain("tool", payload.as_bytes(), &Call::default()).unwrap();
        assert!(decisions.iter().any(|decision| decision.reason.as_deref() == Some(reason)), "{decisions:?}");
    }
}

#[test]
fn a_named_list_has_to_be_one_list() {
    for (payload, reason) in [
        (r#"{"a":[1]}"#, "the payload has no member `rows`"),
        (r#"{"rows":{"a":[1]}}"#, "`rows` is no list"),
        (r#"{"rows":[1],"r\u006fws":[2]}"#, "`rows` occurs twice"),
    ] {
        let projection = projection(r#"{"items":"rows","maxBytes":5}"#);
        let reply = projection.success("tool", payload.as_bytes(), &Call::default()).unwrap();
        assert_eq!(structured(&reply), payload);
        let decisions = projection.explain("tool", payload.as_bytes(), &Call::default()).unwrap();
        assert!(decisions.iter().any(|decision| decision.reason.as_deref() == Some(reason)), "{decisions:?}");
    }
}
