//! A conversation seen from the middle: what is projected, and that nothing else changes, wherever a stream is cut.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::borrow::Cow;

use mcp_projection::{ClientLines, Events, Lines, Policy, Projection, ReplyReport, Session, SessionLimits};

/// A tool's result as servers send it: the payload twice.
const RESULT: &str = r#"{"content":[{"type":"text","text":"{\n  \"a\": 1\n}"}],"structuredContent":{"a":1}}"#;
/// The same as it goes on.
const PROJECTED: &str = r#"{"content":[{"type":"text","text":"{\"a\":1}"}]}"#;

/// The same where the tool declares an outputSchema.
const KEPT: &str = r#"{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}"#;

const ASKS_FOR_TOOLS: &str = r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#;

/// The answer to that.
fn tools(tools: &str) -> String {
    result("0", &format!(r#"{{"tools":[{tools}]}}"#))
}

const DECLARES: &str = r#"{"name":"t","outputSchema":{"type":"object"}}"#;

fn session() -> Session {
    session_with(SessionLimits::default())
}

fn session_with(limits: SessionLimits) -> Session {
    Session::new(Projection::new(&Policy::default()).unwrap(), limits)
}

/// As what the result of a call goes on.
fn replied(session: &mut Session) -> String {
    session.from_client(call("1").as_bytes());
    let message = goes_on_as(session, &result("1", RESULT));
    message.replacen(r#"{"jsonrpc":"2.0","id":1,"result":"#, "", 1).strip_suffix('}').unwrap().to_owned()
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
fn an_id_that_is_used_again_is_that_of_the_last_request() {
    let mut session = session();
    session.from_client(call("1").as_bytes());
    session.from_client(br#"{"jsonrpc":"2.0","id":1,"method":"resources/read"}"#);
    assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", RESULT));
}

#[test]
fn arguments_take_room_only_where_the_policy_asks_for_them() {
    let limits = SessionLimits { pending_bytes: 200, ..SessionLimits::default() };
    let long = call("1").replace(r#"{"x":1}"#, &format!(r#"{{"x":"{}"}}"#, "x".repeat(200)));
    let asks = br#"{"prune":{"p":{"where":["y"],"drop":{"x":"arguments.x"}}},"defaults":{"prune":["p"]}}"#;
    for (policy, expected) in [(b"{}".as_slice(), PROJECTED), (asks.as_slice(), RESULT)] {
        let mut session = Session::new(Projection::new(&Policy::from_json(policy).unwrap()).unwrap(), limits);
        session.from_client(long.as_bytes());
        assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", expected));
    }
}

#[test]
fn a_call_that_is_too_long_is_not_seen() {
    let limits = SessionLimits { message_bytes: 150, ..SessionLimits::default() };
    let long = call("1").replace(r#"{"x":1}"#, &format!(r#"{{"x":"{}"}}"#, "x".repeat(200)));
    let small = r#"{"content":[],"structuredContent":[1]}"#;
    let mut session = session_with(limits);
    session.from_client(long.as_bytes());
    assert_eq!(goes_on_as(&mut session, &result("1", small)), result("1", small));
    for size in [1, 7, 100, 1000] {
        let mut lines = ClientLines::default();
        let stream = format!("{long}\n{}\r\n", call("2"));
        stream.as_bytes().chunks(size).for_each(|chunk| lines.push(&mut session, chunk));
        assert_eq!(goes_on_as(&mut session, &result("1", small)), result("1", small));
        assert_ne!(goes_on_as(&mut session, &result("2", small)), result("2", small));
    }
    // What ends such a line is none of its own.
    let (mut lines, end) = (ClientLines::default(), format!("{}\n", call("1")));
    ["x".repeat(200), end].iter().for_each(|chunk| lines.push(&mut session, chunk.as_bytes()));
    assert_eq!(goes_on_as(&mut session, &result("1", small)), result("1", small));
}

#[test]
fn where_a_session_starts_in_the_middle_tools_that_were_not_listed_may_declare_an_output_schema() {
    let mut session = session().assuming_output_schemas();
    assert_eq!(replied(&mut session), KEPT);
    session.from_client(ASKS_FOR_TOOLS.as_bytes());
    goes_on_as(&mut session, &tools(r#"{"name":"t","outputSchema":null}"#));
    assert_eq!(replied(&mut session), PROJECTED);
    session.from_client(ASKS_FOR_TOOLS.as_bytes());
    goes_on_as(&mut session, &tools(DECLARES));
    assert_eq!(replied(&mut session), KEPT);
}

#[test]
fn so_may_they_where_a_list_went_by_unread() {
    let long = tools(&format!(r#"{DECLARES},{{"name":"{}"}}"#, "x".repeat(200)));
    let limits = SessionLimits { message_bytes: 200, ..SessionLimits::default() };
    for framing in 0..5 {
        let mut session = session_with(limits);
        session.from_client(ASKS_FOR_TOOLS.as_bytes());
        let mut out = Vec::new();
        match framing {
            0 => assert_eq!(goes_on_as(&mut session, &long), long),
            1 => Lines::default().push(&mut session, format!("{long}\n").as_bytes(), &mut out),
            2 => Lines::default().push(&mut session, long.as_bytes(), &mut out),
            3 => Events::default().push(&mut session, format!("data: {long}\n\n").as_bytes(), &mut out),
            _ => Events::default().push(&mut session, format!("data: {long}").as_bytes(), &mut out),
        }
        assert_eq!(replied(&mut session), KEPT, "{framing}");
    }
    // One that nobody asked for says nothing.
    let mut session = session_with(limits);
    assert_eq!(goes_on_as(&mut session, &long), long);
    assert_eq!(replied(&mut session), PROJECTED);
    // One whose request was forgotten isn't read.
    let mut session = session_with(SessionLimits { pending: 1, ..SessionLimits::default() });
    session.from_client(ASKS_FOR_TOOLS.as_bytes());
    session.from_client(ASKS_FOR_TOOLS.replace("\"id\":0", "\"id\":7").as_bytes());
    goes_on_as(&mut session, &tools(DECLARES));
    assert_eq!(replied(&mut session), KEPT);
}

#[test]
fn of_more_tools_than_can_be_remembered_those_that_are_not_may_declare_an_output_schema() {
    let many: Vec<_> = (0..10_000).map(|number| format!(r#"{{"name":"{number}"}}"#)).collect();
    let large = format!(r#"{{"name":"x","outputSchema":{{"title":"{}"}}}}"#, "x".repeat(17 * 1024 * 1024));
    for list in [many.join(","), large] {
        let mut session = session();
        session.from_client(ASKS_FOR_TOOLS.as_bytes());
        let listed = tools(&list);
        assert_eq!(goes_on_as(&mut session, &listed), listed);
        session.from_client(ASKS_FOR_TOOLS.as_bytes());
        goes_on_as(&mut session, &tools(r#"{"name":"5"}"#));
        assert_eq!(replied(&mut session), if list.len() > 1_000_000 { KEPT } else { PROJECTED });
        session.from_client(ASKS_FOR_TOOLS.as_bytes());
        goes_on_as(&mut session, &tools(r#"{"name":"one more"},{"name":"and one more"}"#));
        assert_eq!(replied(&mut session), KEPT);
    }
}

#[test]
fn what_a_batch_says_of_tools_and_of_the_revision_is_known() {
    let mut session = session();
    session.from_client(format!("[{ASKS_FOR_TOOLS}]").as_bytes());
    let batch = format!("[{}]", tools(DECLARES));
    assert_eq!(goes_on_as(&mut session, &batch), batch);
    assert_eq!(replied(&mut session), KEPT);
    session.from_client(br#"[{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}]"#);
    goes_on_as(&mut session, &format!("[{}]", result("\"i\"", r#"{"protocolVersion":"2025-06-18"}"#)));
    session.from_client(call("2").as_bytes());
    // An array is no structuredContent in this revision.
    let list = result("2", r#"{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}"#);
    assert_ne!(goes_on_as(&mut session, &list), list);
}

#[test]
fn a_schema_that_was_listed_says_what_may_be_pruned() {
    let policy = br#"{"prune":{"p":{"where":["b"],"dropEqual":{"a":1}}},"defaults":{"prune":["p"]}}"#;
    for (required, left) in [(r#""b""#, r#"{"b":2}"#), (r#""a""#, r#"{"a":1,"b":2}"#)] {
        let mut session =
            Session::new(Projection::new(&Policy::from_json(policy).unwrap()).unwrap(), SessionLimits::default());
        session.from_client(ASKS_FOR_TOOLS.as_bytes());
        goes_on_as(
            &mut session,
            &tools(&format!(r#"{{"name":"t","outputSchema":{{"type":"object","required":[{required}]}}}}"#)),
        );
        session.from_client(call("1").as_bytes());
        let reply = |text: &str, payload: &str| {
            format!(r#"{{"content":[{{"type":"text","text":{text:?}}}],"structuredContent":{payload}}}"#)
        };
        let (before, pruned) = (r#"{"a":1,"b":2}"#, r#"{"b":2}"#);
        let message = result("1", &reply(before, before));
        assert_eq!(goes_on_as(&mut session, &message), result("1", &reply(pruned, left)));
    }
}

#[test]
fn from_revision_2026_07_28_on_each_request_says_who_asks() {
    let policy = br#"{"defaults":{"shape":"mirrored"}}"#;
    let projection = Projection::new(&Policy::from_json(policy).unwrap()).unwrap();
    let meta = r#""_meta":{"io.modelcontextprotocol/clientInfo":{"name":"claude-code"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    let call = call("1").replace(r#""arguments""#, &format!(r#"{meta},"arguments""#));
    for (projection, expected) in [(projection.clone().for_host("auto"), PROJECTED), (projection, KEPT)] {
        let mut session = Session::new(projection, SessionLimits::default());
        session.from_client(call.as_bytes());
        assert_eq!(goes_on_as(&mut session, &result("1", RESULT)), result("1", expected));
    }
}

#[test]
fn each_result_of_a_call_is_reported_if_anybody_asks() {
    let mut session = session();
    let mut reports = Vec::new();
    for (id, result_text) in [("1", RESULT), ("2", "[1]"), ("3", RESULT)] {
        if id != "3" {
            session.from_client(call(id).as_bytes());
        }
        session.from_server_reporting(result(id, result_text).as_bytes(), &mut |report| reports.push(report));
    }
    let summary: Vec<_> = reports
        .iter()
        .map(|ReplyReport { tool, bytes_before, bytes_after, decisions }| {
            let rules: Vec<_> = decisions.iter().map(|decision| decision.rule.as_str()).collect();
            (tool.as_str(), *bytes_before, *bytes_after, rules.join(" "))
        })
        .collect();
    let first = ("t", RESULT.len(), PROJECTED.len(), "duplicate compact".to_owned());
    assert_eq!(summary, [first, ("t", 3, 3, "untouched".to_owned())]);
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
