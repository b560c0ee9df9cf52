//! Uniform lists as columns.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

#[allow(dead_code)] // The engine's own checks are run elsewhere.
#[path = "checks/mod.rs"]
mod checks;
#[allow(dead_code)] // Flattening is not asked for here.
mod reference;

use checks::choices::{Choices, Seeded, wound};
use checks::documents::{case, document};
use checks::lists::hold_lists;
use mcp_projection::{Call, Policy, Projection, PruneRule, expand_columns, json};
use reference::Tree;
use serde_json::{Value, json};

#[test]
fn lists_by_chance_become_what_their_definition_says_and_are_read_back() {
    let (mut lists, mut escaped, mut filled) = (0, 0, 0);
    for seed in 0..30_000 {
        let mut choices = Seeded::new(seed);
        let mut json = document(&mut choices).into_bytes();
        if choices.once_in(5) {
            wound(&mut choices, &mut json);
        }
        let case = case(&mut choices);
        let Ok(held) = std::panic::catch_unwind(|| hold_lists(&json, &case)) else { panic!("the seed was {seed}") };
        let Some((text, back)) = held else { continue };
        lists += usize::from(text.contains("],\"rows\":["));
        escaped += usize::from(text.contains("],\"row\":["));
        let rules: Vec<&PruneRule> = case.rules.iter().collect();
        let arguments = case.arguments_tree();
        let pruned = Tree::parse(std::str::from_utf8(&json).unwrap()).unwrap().pruned(&rules, arguments.as_ref());
        filled += usize::from(back != pruned.print());
    }
    assert!(
        lists > 3_000 && escaped > 1_000 && filled > 700,
        "{lists} have lists, {escaped} escapes, {filled} filled cells"
    );
}

fn projection(policy: &str) -> Projection {
    Projection::new(&Policy::from_json(policy.as_bytes()).unwrap()).unwrap()
}

const COLUMNS: &str = r#"{"defaults":{"lists":"columns"}}"#;

/// The only text of a success.
fn text(policy: &str, payload: &str) -> String {
    let reply = projection(policy).success("tool", payload.as_bytes(), &Call::default()).unwrap();
    let texts: Vec<String> = reply.texts().map(|text| text.into_owned()).collect();
    assert_eq!(texts.len(), 1, "{texts:?}");
    texts.concat()
}

fn expanded(text: &str) -> String {
    String::from_utf8(expand_columns(text.as_bytes()).unwrap()).unwrap()
}

/// Rows with a name of so many bytes and strings of so many.
fn rows(count: usize, name: usize, value: usize) -> String {
    let row = format!("{{\"{}\":\"{}\"}}", "n".repeat(name), "v".repeat(value));
    format!("[{}]", vec![row; count].join(","))
}

#[test]
fn a_list_becomes_columns_from_a_tenth_more_as_objects_on() {
    let mut exact = 0;
    for count in 0..12 {
        for name in 0..40 {
            for value in 0..40 {
                let objects = rows(count, name, value);
                let (name, value) = ("n".repeat(name), "v".repeat(value));
                let row = format!("[\"{value}\"]");
                let columns = format!("{{\"columns\":[\"{name}\"],\"rows\":[{}]}}", vec![row; count].join(","));
                let is_worth_it = count >= 3 && 11 * columns.len() <= 10 * objects.len();
                exact += usize::from(count >= 3 && 11 * columns.len() == 10 * objects.len());
                assert_eq!(text(COLUMNS, &objects), if is_worth_it { columns } else { objects });
            }
        }
    }
    assert_eq!(exact, 8, "lists at the border");
}

#[test]
fn inner_lists_are_settled_before_the_one_around_them() {
    // As objects the outer list is long enough only because of what the inner ones are as objects.
    let inner = rows(9, 10, 1);
    let outer = format!("[{}]", vec![format!("{{\"ab\":{inner}}}"); 3].join(","));
    let written = text(COLUMNS, &inner);
    assert!(written.starts_with("{\"columns\""));
    assert_eq!(text(COLUMNS, &outer), outer.replace(&inner, &written));
    // With longer names it is worth it, too.
    let outer = outer.replace("ab", &"ab".repeat(40));
    let row = format!("[{written}]");
    let name = "ab".repeat(40);
    assert_eq!(text(COLUMNS, &outer), format!("{{\"columns\":[\"{name}\"],\"rows\":[{}]}}", vec![row; 3].join(",")));
}

/// The payload with as many of its rows as fit, by trial.
fn longest(payload: &str, max_bytes: usize, hint: bool) -> Option<String> {
    let whole: Value = serde_json::from_str(payload).unwrap();
    let all = whole["list"].as_array().unwrap().len();
    (0..=all).rev().find_map(|kept| {
        let mut cut = whole.clone();
        let counts = json!({ "returnedCount": kept, "totalCount": all, "truncated": kept < all });
        cut["list"].as_array_mut().unwrap().truncate(kept);
        cut.as_object_mut().unwrap().extend(counts.as_object().unwrap().clone());
        if kept < all {
            cut["continuation"] = json!({ "reason": "payload_size", "returnedCount": kept, "totalCount": all });
            if hint {
                cut["continuation"]["hint"] = json!("more");
            }
        }
        let columns = text(COLUMNS, &cut.to_string());
        (columns.len() <= max_bytes).then_some(columns)
    })
}

#[test]
fn a_budget_keeps_the_longest_prefix_of_rows_that_fits_as_columns() {
    let row = |number: usize| json!({ "identifier": number, "description": "x".repeat(number % 7), "is_open": true });
    for odd in [usize::MAX, 0, 2, 5, 11] {
        let list: Vec<Value> =
            (0..12).map(|number| if number == odd { json!({ "identifier": number }) } else { row(number) }).collect();
        let payload = json!({ "list": list, "other": [row(1), row(2), row(3), row(4)], "name": "é" }).to_string();
        for max_bytes in (150..1300).step_by(7) {
            let policy = format!(
                r#"{{"defaults":{{"lists":"columns","budget":{{"items":"list","maxBytes":{max_bytes},"hint":"more"}}}}}}"#
            );
            let found = text(&policy, &payload);
            if let Some(expected) = longest(&payload, max_bytes, true) {
                let value = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
                assert_eq!(value(&found), value(&expected), "{odd} {max_bytes}");
                assert!(found.len() <= max_bytes, "{odd} {max_bytes}: {found}");
            } else {
                assert_eq!(serde_json::from_str::<Value>(&expanded(&found)).unwrap()["list"], json!([]));
            }
        }
    }
}

#[test]
fn a_budget_counts_what_pruning_dropped_and_columns_keep() {
    let row = |number: usize| {
        let state = if number.is_multiple_of(3) { json!("done") } else { json!(null) };
        json!({ "identifier": number, "state": state, "title": "t".repeat(number), "tags": [] })
    };
    let payload = json!({ "list": (0..20).map(row).collect::<Vec<_>>() }).to_string();
    let mut seen = Vec::new();
    for max_bytes in 150..900 {
        let policy = format!(
            r#"{{"prune":{{"r":{{"where":["identifier"],"dropEqual":{{"state":null}},"dropEmpty":["tags"]}}}},
            "defaults":{{"prune":["r"],"lists":"columns","budget":{{"items":"*","maxBytes":{max_bytes}}}}}}}"#
        );
        let found = text(&policy, &payload);
        let value: Value = serde_json::from_str(&expanded(&found)).unwrap();
        let kept = value["returnedCount"].as_u64().unwrap();
        assert!(found.len() <= max_bytes || kept == 0, "{max_bytes}: {found}");
        assert_eq!(value["list"].as_array().unwrap().len() as u64, kept);
        if found.contains(r#""columns":["identifier","state","title"]"#) {
            seen.push(kept);
        }
    }
    assert!(seen.is_sorted() && seen.contains(&4) && seen.contains(&20), "{seen:?}");
}

#[test]
fn an_echo_stays_if_it_fits_as_columns() {
    let list = rows(20, 20, 1);
    let payload = format!("{{\"list\":{list}}}");
    let columns = format!("{{\"list\":{}}}", text(COLUMNS, &list));
    let policy = |max_bytes: usize| {
        format!(r#"{{"defaults":{{"lists":"columns","budget":{{"echo":"list","maxBytes":{max_bytes}}}}}}}"#)
    };
    assert_eq!(text(&policy(columns.len()), &payload), columns);
    assert!(text(&policy(columns.len() - 1), &payload).starts_with(r#"{"itemsOmitted""#));
}

#[test]
fn explain_names_each_list_and_each_object_that_would_be_taken_for_columns() {
    let inner = rows(4, 20, 1);
    let payload = format!(
        r#"{{"a/b":{inner},"deep":[0,{{"x":{inner}}}],"short":{},"table":{{"columns":[],"rows":{inner}}}}}"#,
        rows(2, 20, 1)
    );
    let projection = projection(COLUMNS);
    let decisions = projection.explain("tool", payload.as_bytes(), &Call::default()).unwrap();
    let saved = inner.len() as i64 - text(COLUMNS, &inner).len() as i64;
    let found: Vec<_> = decisions.iter().map(|d| (d.rule.as_str(), d.pointer.as_str(), d.bytes_saved)).collect();
    assert_eq!(
        found,
        [
            ("lists", "/a~1b", saved),
            ("lists", "/deep/1/x", saved),
            ("lists", "/table", -20),
            ("lists", "/table/rows", saved),
        ]
    );
    assert_eq!(decisions[0].reason.as_deref(), Some("4 rows became columns"));
    assert_eq!(decisions[2].reason.as_deref(), Some("it would be taken for columns"));
    let sum: i64 = decisions.iter().map(|decision| decision.bytes_saved).sum();
    assert_eq!(sum, payload.len() as i64 - text(COLUMNS, &payload).len() as i64);
    // Rows of columns aren't objects any more.
    let rows = format!("[{}]", [r#"{"columns":1,"rows":2}"#; 3].join(","));
    let decisions = projection.explain("tool", rows.as_bytes(), &Call::default()).unwrap();
    assert_eq!(decisions.len(), 1, "{decisions:?}");
    assert_eq!(decisions[0].bytes_saved, rows.len() as i64 - text(COLUMNS, &rows).len() as i64);
}

#[test]
fn lists_are_read_back_at_the_deepest_level() {
    let nested = |levels: usize, open: &str, close: &str, inside: &str| {
        format!("{}{inside}{}", open.repeat(levels), close.repeat(levels))
    };
    let uniform = "x".repeat(400);
    let open = format!("[{{\"{uniform}\":1}},{{\"{uniform}\":2}},{{\"{uniform}\":");
    for (levels, open, close) in [(256, open.as_str(), "}]"), (512, r#"{"columns":1,"rows":"#, "}")] {
        let payload = nested(levels, open, close, "0");
        let written = text(COLUMNS, &payload);
        assert_ne!(written, payload);
        assert_eq!(expanded(&written), payload);
        let reply = json!({ "content": [{ "type": "text", "text": written }] }).to_string();
        let data = projection(r#"{"defaults":{"lists":"columns","compactText":true}}"#);
        let twice = data.reply("tool", reply.as_bytes(), &Call::default()).unwrap();
        assert!(matches!(twice, std::borrow::Cow::Borrowed(_)), "{levels}");
    }
}

#[test]
fn columns_that_stand_for_too_much_are_refused() {
    // More than a thousand times a name of a megabyte.
    let name = "n".repeat(1 << 20);
    let text = format!("{{\"columns\":[\"{name}\"],\"rows\":[{}0]]}}", "[0],".repeat(1100) + "[");
    let error = expand_columns(text.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "not JSON: expected at most {} bytes at line 1 column {} (byte {})",
            1 << 30,
            text.len() + 1,
            text.len()
        )
    );
    for broken in ["", "{\"columns\":[\"a\"],\"rows\":[[1]", "[1,]"] {
        assert!(expand_columns(broken.as_bytes()).is_err(), "{broken}");
    }
    // A reply that holds them isn't expanded to find out what it says.
    let reply = json!({ "content": [{ "type": "text", "text": text }] }).to_string();
    let data = projection(r#"{"defaults":{"lists":"columns","compactText":true}}"#);
    assert!(matches!(data.reply("tool", reply.as_bytes(), &Call::default()), Ok(std::borrow::Cow::Borrowed(_))));
}

#[test]
fn what_only_looks_like_columns_stays_as_it_is() {
    for text in [
        r#"{"columns":["a"],"rows":[]}"#,
        r#"{"columns":[],"rows":[[]]}"#,
        r#"{"columns":["a"],"rows":[[1],[]]}"#,
        r#"{"columns":["a"],"rows":[[1],[2,3]]}"#,
        r#"{"columns":["a"],"rows":[[1],{"a":2}]}"#,
        r#"{"columns":["a"],"rows":[[1]],"more":2}"#,
        r#"{"columns":["a",1],"rows":[[1,2]]}"#,
        r#"{"columns":["a"],"row":[]}"#,
        r#"{"columns":["a"],"row":[1,2]}"#,
        r#"{"rows":[[1]],"columns":["a"]}"#,
        r#"{"columns":"a","rows":[[1]]}"#,
    ] {
        assert_eq!(expanded(text), text);
        // What is inside is read back all the same.
        let around = format!("{{\"columns\":[\"a\"],\"rows\":[[1],[{text},{text}]]}}");
        assert_eq!(expanded(&around), around);
    }
    let within = r#"{"columns":["a","b"],"rows":[[1],[{"columns":["x"],"row":[5]}]]}"#;
    assert_eq!(expanded(within), r#"{"columns":["a","b"],"rows":[[1],[{"x":5}]]}"#);
}

#[test]
fn a_value_that_an_argument_supplies_is_a_cell_if_it_is_short() {
    let policy = r#"{"prune":{"r":{"where":["identifier"],"drop":{"filter":"arguments.filter"}}},
        "defaults":{"prune":["r"],"lists":"columns"}}"#;
    for (argument, is_short) in [("\"open\"", true), ("[]", true), ("[1]", false), (r#"{"state":"open"}"#, false)] {
        let row = |number: usize, filter: &str| {
            let description = "a name long enough";
            format!("{{\"identifier\":{number},\"filter\":{filter},\"{description}\":null}}")
        };
        let payload = format!("[{},{},{}]", row(1, argument), row(2, "[2]"), row(3, argument));
        let arguments = format!("{{\"filter\":{argument}}}");
        let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
        let reply = projection(policy).success("tool", payload.as_bytes(), &call).unwrap();
        let text = reply.texts().next().unwrap().into_owned();
        let pruned = payload.replace(&format!("\"filter\":{argument},"), "");
        assert_eq!(text.starts_with("{\"columns\""), is_short, "{text}");
        assert_eq!(expanded(&text), if is_short { payload } else { pruned });
    }
}

#[test]
fn the_note_stands_in_no_ones_way_a_second_time() {
    let list = rows(4, 20, 1);
    let item = format!("{{\"list\":{list}}}");
    let block = |text: &str| json!({ "type": "text", "text": text });
    let parsed = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    // Blocks that are a list's items, and a server that mirrors its blocks.
    let items = json!({ "content": [block(&item), block(&item)], "structuredContent": { "result": [parsed(&item), parsed(&item)] } });
    let content = json!([block(&list), { "type": "image", "data": "", "mimeType": "image/png" }]);
    let mirrored = json!({ "content": content, "structuredContent": { "content": content, "note": 1 } });
    let call = Call { declares_output_schema: true, ..Call::default() };
    for (reply, blocks) in [(items, 3), (mirrored, 4)] {
        let projection = projection(r#"{"defaults":{"lists":"columns","listsNote":true,"compactText":true}}"#);
        let once = projection.reply("tool", reply.to_string().as_bytes(), &call).unwrap().into_owned();
        let value: Value = serde_json::from_slice(&once).unwrap();
        let content = value["content"].as_array().unwrap();
        assert_eq!(content.len(), blocks, "{value}");
        assert!(content[0]["text"].as_str().unwrap().starts_with("Lists are written as"), "{value}");
        assert!(content[1]["text"].as_str().unwrap().contains("\"columns\""), "{value}");
        let twice = projection.reply("tool", &once, &call).unwrap();
        assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once));
    }
}

#[test]
fn only_shape_content_has_columns() {
    let list = rows(4, 20, 1);
    let block = |text: &str| json!({ "type": "text", "text": text });
    let data = json!({ "n": 1 });
    let reply = json!({ "content": [block("{ \"n\":1 }"), block(&format!(" {list}"))], "structuredContent": data });
    let reply = reply.to_string();
    for (shape, expected) in
        [("content", text(COLUMNS, &list)), ("mirrored", list.clone()), ("structured", list.clone())]
    {
        let projection =
            projection(&format!(r#"{{"defaults":{{"shape":"{shape}","lists":"columns","compactText":true}}}}"#));
        let found = projection.reply("tool", reply.as_bytes(), &Call::default()).unwrap();
        let found: Value = serde_json::from_slice(&found).unwrap();
        assert_eq!(found["content"][1]["text"], json!(expected), "{shape}");
    }
}

#[test]
fn cells_that_pruning_took_stay_also_where_structured_content_stays() {
    let policy = r#"{"prune":{"task":{"where":["id"],"dropEqual":{"todo":null}}},"defaults":{"prune":["task"],"lists":"columns"}}"#;
    let projection = projection(policy);
    let payload = r#"{"rows":[{"id":1,"name":"x","todo":null},{"id":2,"name":"x","todo":"T"},{"id":3,"name":"x","todo":null},{"id":4,"name":"x","todo":"T"}]}"#;
    let columns =
        r#"{"rows":{"columns":["id","name","todo"],"rows":[[1,"x",null],[2,"x","T"],[3,"x",null],[4,"x","T"]]}}"#;
    let schema = br#"{"type":"object"}"#;
    let call = Call { output_schema: Some(schema), ..Call::default() };
    let made = projection.success("tool", payload.as_bytes(), &call).unwrap();
    assert_eq!(made.texts().collect::<Vec<_>>(), [columns]);
    let reply = format!(r#"{{"content":[],"structuredContent":{payload}}}"#);
    let once = projection.reply("tool", reply.as_bytes(), &call).unwrap();
    let once: Value = serde_json::from_slice(&once).unwrap();
    assert_eq!(once["content"], json!([{"type": "text", "text": columns}]));
    let made: Value = serde_json::from_slice(&made.to_json()).unwrap();
    assert_eq!(made, once);
    let once = once.to_string();
    assert_eq!(&*projection.reply("tool", once.as_bytes(), &call).unwrap(), once.as_bytes());
}

#[test]
fn a_finished_reply_is_cut_where_objects_that_would_be_taken_for_columns_exceed_its_budget() {
    let projection = projection(r#"{"defaults":{"lists":"columns","budget":{"items":"items","maxBytes":180}}}"#);
    let table = r#"{"columns":1,"rows":2}"#;
    let payload = format!(r#"{{"items":[{table},{table},{{"z":1}},{table},{table},{table}]}}"#);
    let reply = format!(r#"{{"content":[],"structuredContent":{payload}}}"#);
    let reply = projection.reply("tool", reply.as_bytes(), &Call::default()).unwrap();
    let reply: Value = serde_json::from_slice(&reply).unwrap();
    let sent = reply["content"][0]["text"].as_str().unwrap();
    assert!(payload.len() <= 180 && sent.len() <= 180 && sent.contains("\"truncated\":true"), "{sent}");
}
