//! Server-sent events, as the Streamable HTTP transport has them (HTML Living Standard, section 9.2).

use std::borrow::Cow;

use memchr::memchr2;

use super::memory::Shelf;
use super::{Conversation, Session};

/// A stream of events from a server, cut anywhere, also inside a line's end or a character.
///
/// An event is handed on as soon as the empty line behind it is there. Of an event whose data is projected the `data` lines change, in the
/// place of the first; ids, names, retry times and comments stay where they are. All other events go on byte for byte.
#[derive(Debug, Default)]
pub struct Events {
    /// An event whose end hasn't come.
    open: Vec<u8>,
    /// Where the line that is being read starts in it.
    line: usize,
    /// Whether the last byte was a CR, to which an LF would belong.
    is_behind_return: bool,
    /// Whether the start of this event went on already.
    is_passing: bool,
    /// Whether the line that is passing has anything in it.
    has_passed_text: bool,
    /// Whether the first event is through, before which a byte order mark may stand.
    is_behind_first: bool,
}

impl Events {
    /// Takes the next bytes from the server, and appends to `out` what goes on to the client.
    pub fn push(&mut self, session: &mut Session, mut chunk: &[u8], out: &mut Vec<u8>) {
        while let Some(end) = memchr2(b'\r', b'\n', chunk) {
            let (text, rest) = chunk.split_at(end);
            self.push_text(session, text, out);
            if let Some((ending, rest)) = rest.split_first() {
                self.push_ending(session, *ending, out);
                chunk = rest;
            }
        }
        self.push_text(session, chunk, out);
    }

    /// A part of a line without its end.
    fn push_text(&mut self, session: &mut Session, text: &[u8], out: &mut Vec<u8>) {
        if text.is_empty() {
            return;
        }
        self.is_behind_return = false;
        if !self.is_passing && self.open.len() + text.len() > session.limits().message_bytes {
            session.conversation().missed();
            out.append(&mut self.open);
            self.line = 0;
            self.is_passing = true;
            self.is_behind_first = true;
        }
        if self.is_passing {
            out.extend_from_slice(text);
            self.has_passed_text = true;
        } else {
            self.open.extend_from_slice(text);
        }
    }

    /// What ends a line: CR, LF, or one after the other.
    fn push_ending(&mut self, session: &mut Session, ending: u8, out: &mut Vec<u8>) {
        let belongs_to_return = std::mem::replace(&mut self.is_behind_return, ending == b'\r') && ending == b'\n';
        if self.is_passing || self.open.is_empty() && belongs_to_return {
            // Where an event has ended with the CR, its end is on the way already.
            out.push(ending);
            if self.is_passing && !belongs_to_return {
                self.is_passing = std::mem::replace(&mut self.has_passed_text, false);
            }
            return;
        }
        let is_empty_line = self.line == self.open.len() && !belongs_to_return;
        self.open.push(ending);
        self.line = self.open.len();
        if is_empty_line {
            let text = std::mem::take(&mut self.open);
            let is_first = !std::mem::replace(&mut self.is_behind_first, true);
            out.extend_from_slice(&event(&mut session.conversation(), &text, is_first));
            self.line = 0;
        }
    }

    /// The stream has ended: appends what is left of it, which no client takes for an event.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.open);
        *self = Self::default();
    }
}

/// A whole event from the server as it goes on, with the empty line behind it.
pub(crate) fn event<'e>(
    conversation: &mut Conversation<'_, impl Shelf>,
    event: &'e [u8],
    is_first: bool,
) -> Cow<'e, [u8]> {
    let mark = if is_first && event.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK } else { b"" };
    let lines = lines_of(event.get(mark.len()..).unwrap_or_default());
    let values: Vec<_> = lines.iter().filter_map(|line| data_of(line.text)).collect();
    let data = match values.as_slice() {
        [] => return Cow::Borrowed(event),
        [value] => Cow::Borrowed(*value),
        values => Cow::Owned(values.join(&b'\n')),
    };
    let mut changed = match conversation.server_sends(&data) {
        Cow::Borrowed(_) => return Cow::Borrowed(event),
        Cow::Owned(changed) => Some(changed),
    };
    let mut out = mark.to_vec();
    for line in lines {
        if data_of(line.text).is_none() {
            out.extend_from_slice(line.text);
            out.extend_from_slice(line.ending);
        } else if let Some(changed) = changed.take() {
            // A line feed between two tokens takes a line of its own.
            for part in changed.split(|byte| *byte == b'\n') {
                out.extend_from_slice(b"data: ");
                out.extend_from_slice(part);
                out.extend_from_slice(line.ending);
            }
        }
    }
    Cow::Owned(out)
}

/// It may lead the stream.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

struct Line<'a> {
    text: &'a [u8],
    ending: &'a [u8],
}

fn lines_of(event: &[u8]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = event;
    while let Some(end) = memchr2(b'\r', b'\n', rest) {
        let length = if rest.get(end..).is_some_and(|ending| ending.starts_with(b"\r\n")) { 2 } else { 1 };
        let (line, behind) = rest.split_at(end + length);
        let (text, ending) = line.split_at(end);
        lines.push(Line { text, ending });
        rest = behind;
    }
    lines
}

/// The value of a line that is data: what stands behind the colon, but for one space.
fn data_of(line: &[u8]) -> Option<&[u8]> {
    match line.strip_prefix(b"data")? {
        b"" => Some(b""),
        value => value.strip_prefix(b":").map(|value| value.strip_prefix(b" ").unwrap_or(value)),
    }
}
