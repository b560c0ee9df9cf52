//! A conversation seen from the middle: what is projected, and that nothing else changes, wherever a stream is cut.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::borrow::Cow;

use mcp_projection::{Events, Lines, Policy, Projection, Session, SessionLimits, presets};

/// A tool's result as servers send it: the payload twice.
const RESULT: &str = r#"{"content":[{"type":"text","text":"{\n  \"a\": 1\n}"}],"structuredContent":{"a":1}}"#;
/// The same as it goes on.
const PROJECTED: &str = r#"{"content":[{"type":"text","text":"{\"a\":1}"}]}"#;

fn session() -> Session {
    Session::new(Projection::new(&Policy::default()).unwrap(), SessionLimits::default())
}

fn call(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t","arguments":{{"x":1}}}}}}"#)
}

fn result(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

fn goes_on_as(session: &mut Session, message: &str) -> String {
    String::from_utf8(session.from_server(message.as_bytes()).into_owned()).unwrap()
}

#[test]
fn the_result_of_a_tool_call_is_projected_once() {
    for id in ["1", "\"a\"", "9007199254740993", "-1", "null", "\"\\u0061b\""] {
        let mut session = session();
        session.from_client(call(id).as_bytes());
        assert_eq!(goes_on_as(&mut session, &result(id, RESULT)), result(id, PROJECTED), "{id}");
        // Answered ids are forgotten.
        assert_eq!(goes_on_as(&mut session, &result(id, RESULT)), result(id, RESULT), "{id}");
    }
}

#[test]
fn ids_of_two_kinds_are_two() {
    let mut session = session();
    session.from_client(call("1").as_bytes());
    assert_eq!(goes_on_as(&mut session, &result("\"1\"", RESULT)), result("\"1\"", RESULT));
    assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", PROJECTED));
    session.from_client(call("9007199254740993").as_bytes());
    assert_eq!(goes_on_as(&mut session, &result("9007199254740992", RESULT)), result("9007199254740992", RESULT));
}

#[test]
fn all_else_goes_on_byte_for_byte() {
    let mut session = session();
    session.from_client(br#"{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"x"}}"#);
    session.from_client(call("1").as_bytes());
    for message in [
        result("2", RESULT),
        result("7", RESULT),
        format!("[{}]", result("3", RESULT)),
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}"#.to_owned(),
        format!(r#"{{"id":1,"result":{RESULT}}}"#),
        "{ not JSON".to_owned(),
        String::new(),
        format!(" {} ", r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"no"}}"#),
    ] {
        assert!(matches!(session.from_server(message.as_bytes()), Cow::Borrowed(_)), "{message}");
    }
    // The server's own request with the same id has nothing to do with the client's.
    assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", PROJECTED));
}

#[test]
fn a_batch_is_left_and_its_ids_are_forgotten() {
    let mut session = session();
    session.from_client(format!("[{},{}]", call("1"), call("2")).as_bytes());
    let batch = format!("[{}]", result("1", RESULT));
    assert_eq!(goes_on_as(&mut session, &batch), batch);
    assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", RESULT));
    assert_eq!(goes_on_as(&mut session, &result("2", RESULT)), result("2", PROJECTED));
}

#[test]
fn cancelled_calls_and_errors_are_forgotten() {
    let mut session = session();
    session.from_client(call("1").as_bytes());
    session.from_client(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", RESULT));
    session.from_client(call("2").as_bytes());
    goes_on_as(&mut session, r#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"no"}}"#);
    assert_eq!(goes_on_as(&mut session, &result("2", RESULT)), result("2", RESULT));
}

#[test]
fn of_too_many_calls_the_oldest_pass_and_long_messages_too() {
    let limits = SessionLimits { pending: 2, message_bytes: 400, ..SessionLimits::default() };
    let mut session = Session::new(Projection::new(&Policy::default()).unwrap(), limits);
    for id in ["1", "2", "3"] {
        session.from_client(call(id).as_bytes());
    }
    assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", RESULT));
    assert_eq!(goes_on_as(&mut session, &result("2", RESULT)), result("2", PROJECTED));
    let long = result("3", &RESULT.replace("\"a\"", &format!("\"{}\"", "a".repeat(500))));
    assert_eq!(goes_on_as(&mut session, &long), long);
    assert_eq!(goes_on_as(&mut session, &result("3", RESULT)), result("3", PROJECTED));
}

#[test]
fn an_output_schema_is_learned_and_stripped_if_the_policy_says_so() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let tools = |schema: &str| {
        result(
            "1",
            &format!(r#"{{"tools":[{{"name":"t",{schema}"inputSchema":{{}}}},{{"name":"u"}}],"nextCursor":"x"}}"#),
        )
    };
    let declared = tools(r#""outputSchema":{"type":"object"},"#);

    let mut keeping = session();
    keeping.from_client(list.as_bytes());
    assert_eq!(goes_on_as(&mut keeping, &declared), declared);
    keeping.from_client(call("2").as_bytes());
    let reply = goes_on_as(&mut keeping, &result("2", RESULT));
    assert_eq!(reply, result("2", &PROJECTED.replace("]}", r#"],"structuredContent":{"a":1}}"#)));

    let policy = Policy::from_json(br#"{"tools":{"t":{"outputSchema":"strip"}}}"#).unwrap();
    let mut stripping = Session::new(Projection::new(&policy).unwrap(), SessionLimits::default());
    stripping.from_client(list.as_bytes());
    assert_eq!(goes_on_as(&mut stripping, &declared), tools(""));
    stripping.from_client(call("2").as_bytes());
    assert_eq!(goes_on_as(&mut stripping, &result("2", RESULT)), result("2", PROJECTED));
}

#[test]
fn the_host_and_the_revision_are_those_of_the_conversation() {
    let policy = Policy::from_json(br#"{"defaults":{"shape":"mirrored"}}"#).unwrap();
    let projection = Projection::new(&policy).unwrap().for_host("auto");
    let mirrored = r#"{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}"#;
    for (name, expected) in [("claude-code", PROJECTED), ("nobody knows it", mirrored)] {
        let mut session = Session::new(projection.clone(), SessionLimits::default());
        let initialize = format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18","clientInfo":{{"name":"{name}"}}}}}}"#
        );
        session.from_client(initialize.as_bytes());
        let agreed = result("0", r#"{"protocolVersion":"2025-06-18","capabilities":{}}"#);
        assert_eq!(goes_on_as(&mut session, &agreed), agreed);
        session.from_client(call("1").as_bytes());
        assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", expected), "{name}");
        // An array is no structuredContent in this revision.
        session.from_client(call("2").as_bytes());
        let list = goes_on_as(&mut session, &result("2", r#"{"content":[],"structuredContent":[1]}"#));
        assert!(!list.contains(r#""structuredContent":[1]"#), "{list}");
    }
}

/// The output for a stream that comes in these chunks.
fn through_lines<'a>(chunks: impl Iterator<Item = &'a [u8]>, calls: &[String]) -> String {
    let (mut session, mut lines, mut out) = (session(), Lines::default(), Vec::new());
    calls.iter().for_each(|call| session.from_client(call.as_bytes()));
    chunks.for_each(|chunk| lines.push(&mut session, chunk, &mut out));
    lines.finish(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn through_events<'a>(chunks: impl Iterator<Item = &'a [u8]>, calls: &[String]) -> String {
    let (mut session, mut events, mut out) = (session(), Events::default(), Vec::new());
    calls.iter().for_each(|call| session.from_client(call.as_bytes()));
    chunks.for_each(|chunk| events.push(&mut session, chunk, &mut out));
    events.finish(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Checks that a stream becomes the same wherever it is cut: in two at each place, in three at places near each other, byte by byte.
fn assert_becomes(stream: &str, expected: &str, through: impl Fn(&mut dyn Iterator<Item = &[u8]>) -> String) {
    let bytes = stream.as_bytes();
    assert_eq!(through(&mut std::iter::once(bytes)), expected, "whole: {stream:?}");
    assert_eq!(through(&mut bytes.chunks(1)), expected, "byte by byte: {stream:?}");
    for first in 0..=bytes.len() {
        for gap in [0, 1, 2, 5, 40] {
            let second = (first + gap).min(bytes.len());
            let mut chunks = [&bytes[..first], &bytes[first..second], &bytes[second..]].into_iter();
            assert_eq!(through(&mut chunks), expected, "cut at {first} and {second}: {stream:?}");
        }
    }
}

fn calls() -> Vec<String> {
    vec![call("1"), call("\"é\"")]
}

#[test]
fn lines_become_the_same_wherever_they_are_cut() {
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"é ☃"}}"#;
    for ending in ["\n", "\r\n"] {
        let stream = |one: &str, two: &str| {
            let (one, two) = (result("1", one), result("\"é\"", two));
            format!("{log}{ending}{one}{ending}{ending}not JSON{ending}{two}{ending}{log}")
        };
        assert_becomes(&stream(RESULT, RESULT), &stream(PROJECTED, PROJECTED), |chunks| {
            through_lines(chunks, &calls())
        });
    }
    // A last line that nothing ends is no message.
    let partial = result("1", RESULT);
    assert_becomes(&partial, &partial, |chunks| through_lines(chunks, &calls()));
}

#[test]
fn events_become_the_same_wherever_they_are_cut() {
    for ending in ["\n", "\r\n", "\r"] {
        let event =
            |fields: &[&str]| fields.iter().map(|field| format!("{field}{ending}")).collect::<String>() + ending;
        let log = event(&[
            "event: message",
            r#"data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"x":"é"}}"#,
        ]);
        let stream = |one: &str, two: &str| {
            let (one, two) = (format!("data: {}", result("1", one)), format!("data:{}", result("\"é\"", two)));
            let two = if two.contains("structured") { two } else { two.replace("data:{", "data: {") };
            [
                event(&[": a comment"]),
                log.clone(),
                event(&["id: 7", "event: message", &one, "retry: 100"]),
                event(&[&two]),
                event(&["data: not JSON", "data"]),
                event(&[]),
                "data: without an end".to_owned(),
            ]
            .concat()
        };
        assert_becomes(&stream(RESULT, RESULT), &stream(PROJECTED, PROJECTED), |chunks| {
            through_events(chunks, &calls())
        });
    }
}

#[test]
fn an_event_of_several_data_lines_is_one_message() {
    let message = result("1", RESULT);
    let (start, end) = message.split_at(message.find("\"result\"").unwrap());
    let stream = format!("data: {start}\nid: 1\ndata: {end}\n\n");
    let (start, end) = (start, &result("1", PROJECTED)[start.len()..]);
    let expected = format!("data: {start}\ndata: {end}\nid: 1\n\n");
    assert_becomes(&stream, &expected, |chunks| through_events(chunks, &calls()));
    let marked = format!("\u{feff}{stream}");
    assert_becomes(&marked, &format!("\u{feff}{expected}"), |chunks| through_events(chunks, &calls()));
}

#[test]
fn an_event_or_line_goes_on_as_soon_as_it_ends() {
    let (mut session, mut events, mut out) = (session(), Events::default(), Vec::new());
    session.from_client(call("1").as_bytes());
    for ending in ["\n\n", "\r\n\r\n", "\r\r"] {
        out.clear();
        events.push(&mut session, format!("data: x{ending}").as_bytes(), &mut out);
        assert_eq!(out, format!("data: x{ending}").as_bytes());
    }
    let (mut lines, mut out) = (Lines::default(), Vec::new());
    lines.push(&mut session, b"{}\n{", &mut out);
    assert_eq!(out, b"{}\n");
}

#[test]
fn what_is_too_long_passes_in_pieces_and_what_follows_is_projected_again() {
    let limits = SessionLimits { message_bytes: 200, ..SessionLimits::default() };
    let long = "x".repeat(1000);
    let small = r#"{"content":[{"type":"text","text":"[ 1 ]"}],"structuredContent":[1]}"#;
    let projected = r#"{"content":[{"type":"text","text":"[1]"}]}"#;
    for size in [1, 7, 150, 5000] {
        let mut session = Session::new(Projection::new(&presets::outline()).unwrap(), limits);
        session.from_client(call("1").as_bytes());
        session.from_client(call("2").as_bytes());
        let stream = format!("data: {long}\ndata: {long}\n\ndata: {}\n\n", result("1", small));
        let (mut events, mut out) = (Events::default(), Vec::new());
        stream.as_bytes().chunks(size).for_each(|chunk| events.push(&mut session, chunk, &mut out));
        assert_eq!(String::from_utf8_lossy(&out), stream.replace(small, projected), "{size}");

        let stream = format!("{long}\n{}\n", result("2", small));
        let (mut lines, mut out) = (Lines::default(), Vec::new());
        stream.as_bytes().chunks(size).for_each(|chunk| lines.push(&mut session, chunk, &mut out));
        assert_eq!(String::from_utf8_lossy(&out), stream.replace(small, projected), "{size}");
    }
}
