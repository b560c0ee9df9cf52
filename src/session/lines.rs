//! Messages on lines of their own, as the stdio transport has them.

use std::borrow::Cow;

use memchr::memchr;

use super::memory::Shelf;
use super::{Conversation, Session};

/// A stream of lines from a server, cut anywhere.
///
/// A line is handed on as soon as it ends. What ends it (LF, or CR and LF) stays. A line that is too long goes on in the pieces it comes in,
/// and the last one, where nothing ends it, goes on as it is.
#[derive(Debug, Default)]
pub struct Lines {
    /// The start of a line whose end hasn't come.
    open: Vec<u8>,
    /// Whether the start of this line went on already.
    is_passing: bool,
}

impl Lines {
    /// Takes the next bytes from the server, and appends to `out` what goes on to the client.
    pub fn push(&mut self, session: &mut Session, mut chunk: &[u8], out: &mut Vec<u8>) {
        while let Some((text, rest)) = line_end(chunk) {
            chunk = rest;
            if self.is_passing {
                out.extend_from_slice(text);
                self.is_passing = false;
            } else if self.open.is_empty() {
                pass(session, text, out);
            } else {
                self.open.extend_from_slice(text);
                pass(session, &std::mem::take(&mut self.open), out);
            }
        }
        if self.is_passing || is_too_long(self.open.len() + chunk.len(), session) {
            if !self.is_passing {
                session.conversation().missed();
            }
            out.append(&mut self.open);
            out.extend_from_slice(chunk);
            self.is_passing = true;
        } else {
            self.open.extend_from_slice(chunk);
        }
    }

    /// The stream has ended: appends what is left of it.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.open);
        self.is_passing = false;
    }
}

/// A stream of lines from a client, cut anywhere, which goes on as it is.
///
/// Take each chunk before it goes on to the server, so that no answer comes before its request.
#[derive(Debug, Default)]
pub struct ClientLines {
    /// The start of a line whose end hasn't come.
    open: Vec<u8>,
    /// Whether this line is too long.
    is_passing: bool,
}

impl ClientLines {
    /// Takes the next bytes from the client.
    pub fn push(&mut self, session: &mut Session, mut chunk: &[u8]) {
        while let Some((text, rest)) = line_end(chunk) {
            chunk = rest;
            if std::mem::take(&mut self.is_passing) {
            } else if self.open.is_empty() {
                session.from_client(text);
            } else {
                self.open.extend_from_slice(text);
                session.from_client(&std::mem::take(&mut self.open));
            }
        }
        if self.is_passing || is_too_long(self.open.len() + chunk.len(), session) {
            self.open = Vec::new();
            self.is_passing = true;
        } else {
            self.open.extend_from_slice(chunk);
        }
    }
}

/// Whether a line whose end hasn't come is too long for a message, also if its last byte belongs to what ends it.
fn is_too_long(bytes: usize, session: &Session) -> bool {
    bytes > session.limits().message_bytes.saturating_add(1)
}

/// The text up to the first line feed, with it, and what stands behind.
fn line_end(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr(b'\n', text)?;
    text.split_at_checked(end + 1)
}

/// Hands on a whole line.
fn pass(session: &mut Session, text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&line(&mut session.conversation(), text));
}

/// A whole line from the server as it goes on, with what ends it.
pub(crate) fn line<'l>(conversation: &mut Conversation<'_, impl Shelf>, line: &'l [u8]) -> Cow<'l, [u8]> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let ending = line.get(text.len()..).unwrap_or_default();
    match conversation.server_sends(text) {
        Cow::Borrowed(_) => Cow::Borrowed(line),
        Cow::Owned(mut changed) => {
            changed.extend_from_slice(ending);
            Cow::Owned(changed)
        }
    }
}
