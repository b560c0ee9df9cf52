//! Streams by chance, of messages, of what is nearly one, and of what ends lines and events; and what has to hold for each of them.

use mcp_projection::{ClientLines, Events, Lines, Policy, Projection, Session, SessionLimits};

use crate::choices::Choices;

const PIECES: [&str; 20] = [
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "data: ",
    "data:",
    "data",
    "id: 1",
    ": é",
    "event: message",
    "retry: 1",
    "\u{feff}",
    " ",
    "x",
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1}}}"#,
    r#"{"jsonrpc":"2.0","id":"é","result":{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}}"#,
    r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"t","outputSchema":{}}]}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#,
    r#"{"jsonrpc":"2.0","id":1,"#,
    r#""result":{"content":[],"structuredContent":{"a":1}}}"#,
];

/// A stream that nobody made up.
pub(crate) fn stream(choices: &mut impl Choices) -> Vec<u8> {
    let pieces = choices.below(30);
    (0..pieces).map(|_| choices.pick(&PIECES)).collect::<String>().into_bytes()
}

fn projection() -> Projection {
    let policy = Policy::from_json(br#"{"defaults":{"outputSchema":"strip"}}"#);
    let projection = policy.and_then(|policy| Projection::new(&policy));
    projection.unwrap_or_else(|error| unreachable!("{error}"))
}

/// A session that has seen what a client asks for.
fn session(message_bytes: usize) -> Session {
    let mut session = Session::new(projection(), SessionLimits { message_bytes, ..SessionLimits::default() });
    for request in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":"é","method":"tools/call","params":{"name":"u"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    ] {
        session.from_client(request.as_bytes());
    }
    session
}

/// Holds that a stream becomes the same however it is cut, that it goes on byte for byte where nothing is asked for, and that a client may send it.
pub(crate) fn hold(stream: &[u8], choices: &mut impl Choices) {
    let most = choices.pick(&[usize::MAX, 200, 60, 1, 0]);
    let mut cuts: Vec<_> = (0..choices.below(6)).map(|_| choices.below(stream.len() + 1)).collect();
    cuts.sort_unstable();
    let chunks: Vec<_> = {
        let ends = cuts.iter().copied().chain([stream.len()]);
        let starts = [0].into_iter().chain(cuts.iter().copied());
        starts.zip(ends).map(|(start, end)| &stream[start..end]).collect()
    };
    let lines = |chunks: &[&[u8]], mut session: Session| {
        let (mut lines, mut out) = (Lines::default(), Vec::new());
        chunks.iter().for_each(|chunk| lines.push(&mut session, chunk, &mut out));
        lines.finish(&mut out);
        out
    };
    let events = |chunks: &[&[u8]], mut session: Session| {
        let (mut events, mut out) = (Events::default(), Vec::new());
        chunks.iter().for_each(|chunk| events.push(&mut session, chunk, &mut out));
        events.finish(&mut out);
        out
    };
    let unasked = || Session::new(projection(), SessionLimits::default());
    for through in [&lines as &dyn Fn(&[&[u8]], Session) -> Vec<u8>, &events] {
        let (whole, in_chunks) = (through(&[stream], session(most)), through(&chunks, session(most)));
        assert_eq!(
            whole.escape_ascii().to_string(),
            in_chunks.escape_ascii().to_string(),
            "{}: {cuts:?}",
            stream.escape_ascii()
        );
        assert_eq!(through(&chunks, unasked()), stream, "{}: {cuts:?}", stream.escape_ascii());
    }
    let (mut session, mut lines) = (session(most), ClientLines::default());
    chunks.iter().for_each(|chunk| lines.push(&mut session, chunk));
}
