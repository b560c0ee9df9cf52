//! Streams of lines and of server-sent events become the same wherever they are cut.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

#[path = "checks/choices.rs"]
#[allow(dead_code)] // Not all of it is asked for here.
mod choices;
mod streams;

use choices::Seeded;
use mcp_projection::{Events, Lines, Policy, Projection, Session, SessionLimits, presets};

/// A tool's result as servers send it: the payload twice.
const RESULT: &str = r#"{"content":[{"type":"text","text":"{\n  \"a\": 1\n}"}],"structuredContent":{"a":1}}"#;
/// The same as it goes on.
const PROJECTED: &str = r#"{"content":[{"type":"text","text":"{\"a\":1}"}]}"#;

fn session() -> Session {
    session_with(SessionLimits::default())
}

fn session_with(limits: SessionLimits) -> Session {
    Session::new(Projection::new(&Policy::default()).unwrap(), limits)
}

fn call(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t","arguments":{{"x":1}}}}}}"#)
}

fn result(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
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
    // One that is just short enough is a message, whether what ends it has come or not.
    let whole = result("1", RESULT);
    let limits = SessionLimits { message_bytes: whole.len(), ..SessionLimits::default() };
    let stream = format!("{whole}\r\n");
    for at in 0..stream.len() {
        let (mut session, mut lines, mut out) = (session_with(limits), Lines::default(), Vec::new());
        session.from_client(call("1").as_bytes());
        [&stream[..at], &stream[at..]].iter().for_each(|chunk| lines.push(&mut session, chunk.as_bytes(), &mut out));
        assert_eq!(String::from_utf8_lossy(&out), format!("{}\r\n", result("1", PROJECTED)), "{at}");
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
    // Later on it is a part of a field's name.
    let marked = format!(": first\n\n\u{feff}{stream}");
    assert_becomes(&marked, &marked, |chunks| through_events(chunks, &calls()));
    let marked = format!("\u{feff}data: {}\n\n", result("1", RESULT));
    let limits = SessionLimits { message_bytes: 200, ..SessionLimits::default() };
    let (mut session, mut events, mut out) = (session_with(limits), Events::default(), Vec::new());
    session.from_client(call("1").as_bytes());
    let stream = format!("data: {}\n\n{marked}", "x".repeat(300));
    stream.as_bytes().chunks(100).for_each(|chunk| events.push(&mut session, chunk, &mut out));
    assert_eq!(String::from_utf8_lossy(&out), stream);
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

#[test]
fn streams_by_chance_become_the_same_wherever_they_are_cut() {
    for seed in 0..20_000 {
        let mut choices = Seeded::new(seed);
        let stream = streams::stream(&mut choices);
        streams::hold(&stream, &mut choices);
    }
}
