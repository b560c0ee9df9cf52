//! Random conversations, cut into chunks everywhere: what is projected is what a plain model of the conversation says, and all else goes on byte
//! for byte.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::collections::HashMap;

use mcp_projection::{Call, ClientLines, Events, Lines, Policy, Projection, Session, SessionLimits};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Tokens of ids, no two of which mean the same.
const IDS: [&str; 8] =
    ["1", "\"1\"", "9007199254740993", "9007199254740992", "null", "-7", "\"a\\u00e9☃\"", "\"a\\\"b\\\\\""];

/// Results of tool calls, as they come.
const RESULTS: [&str; 7] = [
    r#"{"content":[{"type":"text","text":"{\n  \"slug\": \"s\",\n  \"é\": 9007199254740993\n}"}],"structuredContent":{"slug":"s","é":9007199254740993}}"#,
    r#"{ "content" : [ { "type":"text","text":"2 rows ☃" } ] , "structuredContent" : { "rows":[1,2.0] } }"#,
    r#"{"content":[{"type":"text","text":"only text"}]}"#,
    r#"{"isError":true,"content":[{"type":"text","text":"no"}],"structuredContent":{"ok":false}}"#,
    r#"{"resultType":"input_required","content":[],"structuredContent":{"a":1}}"#,
    r#"{"task":{"taskId":"1"}}"#,
    "[1, 2]",
];

/// Lists of tools, which say of the tool `declares` that it declares an outputSchema.
const LIST: &str = r#"{"tools":[{"name":"declares","outputSchema":{"type":"object"}},{"name":"plain"}]}"#;

const TOOLS: [&str; 3] = ["plain", "declares", "unlisted"];

/// What a client or a server may say, and what neither of them should.
#[derive(Clone, Debug)]
enum Step {
    Calls {
        id: &'static str,
        tool: &'static str,
    },
    Asks {
        id: &'static str,
        method: &'static str,
    },
    Cancels {
        id: &'static str,
    },
    /// Calls under two ids in one message.
    CallsInBatch {
        ids: [&'static str; 2],
    },
    Answers {
        id: &'static str,
        result: &'static str,
    },
    Fails {
        id: &'static str,
    },
    AnswersInBatch {
        id: &'static str,
        result: &'static str,
    },
    Says(&'static str),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let id = || select(IDS.to_vec());
    let result = || select(RESULTS.to_vec());
    let says = select(vec![
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"é","progress":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}}"#,
        r#"{"jsonrpc":"2.0","id":"1","method":"elicitation/create"}"#,
        r#"{"id":1,"result":{"content":[],"structuredContent":{"a":1}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"#,
        "plain text",
        "[]",
    ]);
    let step = prop_oneof![
        4 => (id(), select(TOOLS.to_vec())).prop_map(|(id, tool)| Step::Calls { id, tool }),
        1 => (id(), select(vec!["tools/list", "resources/read", "ping"])).prop_map(|(id, method)| Step::Asks { id, method }),
        1 => id().prop_map(|id| Step::Cancels { id }),
        1 => (id(), id()).prop_map(|(one, two)| Step::CallsInBatch { ids: [one, two] }),
        5 => (id(), result()).prop_map(|(id, result)| Step::Answers { id, result }),
        2 => id().prop_map(|id| Step::Answers { id, result: LIST }),
        1 => id().prop_map(|id| Step::Fails { id }),
        1 => (id(), result()).prop_map(|(id, result)| Step::AnswersInBatch { id, result }),
        2 => says.prop_map(Step::Says),
    ];
    vec(step, 0..12)
}

fn projection() -> Projection {
    let policy =
        br#"{"tools":{"plain":{"prune":["p"]}},"prune":{"p":{"where":["slug"],"drop":{"slug":"arguments.slug"}}}}"#;
    Projection::new(&Policy::from_json(policy).unwrap()).unwrap()
}

const ARGUMENTS: &str = r#"{"slug":"s"}"#;

fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

fn call(id: &str, tool: &str) -> String {
    request(id, "tools/call", &format!(r#"{{"name":"{tool}","arguments":{ARGUMENTS}}}"#))
}

fn answer(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id} ,"result":{result}}}"#)
}

/// A message, who sends it, and as what it goes on.
#[derive(Debug)]
struct Sent {
    by_client: bool,
    message: String,
    expected: String,
}

/// What happens in a conversation, by a plain model of it.
fn conversation(steps: &[Step]) -> Vec<Sent> {
    let projection = projection();
    // The method or the tool that was asked for, by the token of the id.
    let mut pending: HashMap<&str, &str> = HashMap::new();
    let mut is_listed = false;
    let mut sent = Vec::new();
    for step in steps {
        let (by_client, message) = match step {
            Step::Calls { id, tool } => {
                pending.insert(id, tool);
                (true, call(id, tool))
            }
            Step::Asks { id, method } => {
                pending.insert(id, method);
                (true, request(id, method, "{}"))
            }
            Step::Cancels { id } => {
                pending.remove(id);
                let cancelled =
                    format!(r#"{{"method":"notifications/cancelled","params":{{"requestId":{id}}},"jsonrpc":"2.0"}}"#);
                (true, cancelled)
            }
            Step::CallsInBatch { ids } => {
                pending.extend(ids.map(|id| (id, "plain")));
                (true, format!("[{}, {}]", call(ids[0], "plain"), call(ids[1], "plain")))
            }
            Step::Answers { id, result } => {
                let tool = pending.remove(id);
                let is_list = tool == Some("tools/list") && *result == LIST;
                let expected = match tool {
                    Some(tool) if TOOLS.contains(&tool) => {
                        let declares = is_listed && tool == "declares";
                        let call = Call {
                            arguments: Some(ARGUMENTS.as_bytes()),
                            declares_output_schema: declares,
                            output_schema: declares.then_some(br#"{"type":"object"}"#.as_slice()),
                            ..Call::default()
                        };
                        match projection.reply(tool, result.as_bytes(), &call) {
                            Ok(reply) => String::from_utf8(reply.into_owned()).unwrap(),
                            Err(_) => (*result).to_owned(),
                        }
                    }
                    _ => (*result).to_owned(),
                };
                is_listed |= is_list;
                sent.push(Sent { by_client: false, message: answer(id, result), expected: answer(id, &expected) });
                continue;
            }
            Step::Fails { id } => {
                pending.remove(id);
                (false, format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"no"}}}}"#))
            }
            Step::AnswersInBatch { id, result } => {
                pending.remove(id);
                (false, format!("[{}]", answer(id, result)))
            }
            Step::Says(message) => (false, (*message).to_owned()),
        };
        sent.push(Sent { by_client, expected: message.clone(), message });
    }
    sent
}

/// The places where a text is cut: at `first`, and from there on every `size` bytes.
fn cut(bytes: &[u8], first: usize, size: usize) -> impl Iterator<Item = &[u8]> {
    let (start, rest) = bytes.split_at(first.min(bytes.len()));
    std::iter::once(start).chain(rest.chunks(size.max(1)))
}

/// Runs a conversation whose server's messages are framed by `frame`, and cut at `first` and then every `size` bytes.
fn run(
    conversation: &[Sent],
    frame: impl Fn(&str) -> String,
    first: usize,
    size: usize,
    mut push: impl FnMut(&mut Session, &[u8], &mut Vec<u8>),
) -> String {
    let mut session = Session::new(projection(), SessionLimits::default());
    let (mut lines, mut out) = (ClientLines::default(), Vec::new());
    for sent in conversation {
        if sent.by_client {
            cut(format!("{}\r\n", sent.message).as_bytes(), first, size)
                .for_each(|chunk| lines.push(&mut session, chunk));
        } else {
            cut(frame(&sent.message).as_bytes(), first, size).for_each(|chunk| push(&mut session, chunk, &mut out));
        }
    }
    String::from_utf8(out).unwrap()
}

fn expected(conversation: &[Sent], frame: impl Fn(&str) -> String) -> String {
    conversation.iter().filter(|sent| !sent.by_client).map(|sent| frame(&sent.expected)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn messages_go_on_as_the_model_says(steps in steps()) {
        let conversation = conversation(&steps);
        let mut session = Session::new(projection(), SessionLimits::default());
        for Sent { by_client, message, expected } in &conversation {
            if *by_client {
                session.from_client(message.as_bytes());
            } else {
                let out = session.from_server(message.as_bytes()).into_owned();
                prop_assert_eq!(&String::from_utf8(out).unwrap(), expected);
            }
        }
    }

    #[test]
    fn lines_go_on_the_same_wherever_they_are_cut(steps in steps(), first in 0..400_usize, size in 1..60_usize, crlf: bool) {
        let conversation = conversation(&steps);
        let ending = if crlf { "\r\n" } else { "\n" };
        let frame = |message: &str| format!("{message}{ending}");
        let mut lines = Lines::default();
        let out = run(&conversation, frame, first, size, |session, chunk, out| lines.push(session, chunk, out));
        prop_assert_eq!(out, expected(&conversation, frame));
    }

    #[test]
    fn events_go_on_the_same_wherever_they_are_cut(
        steps in steps(),
        first in 0..400_usize,
        size in 1..60_usize,
        ending in select(vec!["\n", "\r\n", "\r"]),
    ) {
        let conversation = conversation(&steps);
        let frame = |message: &str| {
            format!(": é{ending}id: é7{ending}event: message{ending}data: {message}{ending}retry: 5{ending}{ending}")
        };
        let mut events = Events::default();
        let out = run(&conversation, frame, first, size, |session, chunk, out| events.push(session, chunk, out));
        prop_assert_eq!(out, expected(&conversation, frame));
    }
}
