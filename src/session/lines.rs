//! Messages on lines of their own, as the stdio transport has them.

use std::borrow::Cow;

use super::Session;

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
        while let Some(end) = chunk.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = chunk.split_at(end + 1);
            chunk = rest;
            if self.is_passing {
                out.extend_from_slice(line);
                self.is_passing = false;
            } else if self.open.is_empty() {
                pass(session, line, out);
            } else {
                self.open.extend_from_slice(line);
                pass(session, &std::mem::take(&mut self.open), out);
            }
        }
        if self.is_passing || self.open.len() + chunk.len() > session.limits().message_bytes {
            out.append(&mut self.open);
            out.extend_from_slice(chunk);
            self.is_passing = !chunk.is_empty() || self.is_passing;
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

/// Hands on a whole line.
fn pass(session: &mut Session, line: &[u8], out: &mut Vec<u8>) {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let ending = line.get(text.len()..).unwrap_or_default();
    match session.from_server(text) {
        Cow::Borrowed(_) => out.extend_from_slice(line),
        Cow::Owned(changed) => {
            // Line feeds stand between tokens only, where they say nothing.
            out.extend(changed.into_iter().filter(|byte| *byte != b'\n'));
            out.extend_from_slice(ending);
        }
    }
}
