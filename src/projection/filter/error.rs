//! An error that somebody else built.

use super::Filter;
use crate::json::{JsonError, Limits, Rules, decode, equal, inside_quotes, members, rewrite};
use crate::policy::ErrorShape;
use crate::projection::reply::Text;
use crate::projection::report::{rules, saved};
use crate::projection::success::escaped;

impl<'r> Filter<'_, 'r> {
    /// An error keeps its text and its data, and nothing of it is pruned.
    pub(super) fn error(&mut self, structured: Option<&'r [u8]>) -> Result<(), JsonError> {
        let Some(structured) = structured else { return Ok(()) };
        let form = match self.forms.error {
            // What may not stay has to be in the text.
            _ if !self.forms.admits(structured) => ErrorShape::Text,
            form => form,
        };
        if form == ErrorShape::Envelope {
            return Ok(());
        }
        let error = error_object(structured);
        let said = self.reply.blocks.first().map(|block| &block.said);
        let is_said = said.is_some_and(|said| {
            let text = said.text();
            ends_with(text, error) || ends_with(text, structured) || is_document(text, error)
        });
        if !is_said {
            let compact = escaped(&rewrite(error, &Rules::default(), None, Limits::default())?);
            self.report.note(rules::ERROR_DATA, saved(0, compact.len() + 2), || ("/content".to_owned(), String::new()));
            match said {
                Some(said) => {
                    self.changes.set_text(0, Text::token(&[said.inside, b"\\n", compact.as_slice()].concat()));
                }
                None => self.changes.add_block(Text::token(&compact)),
            }
        }
        if form == ErrorShape::Text {
            self.remove_structured("the text says it", rules::DUPLICATE);
        }
        Ok(())
    }
}

/// The error in an envelope `{"ok": false, "error": …}`, or the whole of any other structuredContent.
fn error_object(structured: &[u8]) -> &[u8] {
    let Some(members) = members(structured, Limits::default()).ok().flatten() else { return structured };
    let mut error = None;
    for member in &members {
        match (decode(member.name).as_ref(), member.value) {
            (b"error", value) if value.first() == Some(&b'{') => error = Some(value),
            (b"ok", b"false") | (_, b"null") => {}
            _ => return structured,
        }
    }
    error.unwrap_or(structured)
}

/// Whether a text is the string that a value is, or says what its only member is, as `{"result": …}` wrappers have it.
fn is_document(text: &[u8], value: &[u8]) -> bool {
    let is_text = |value: &[u8]| inside_quotes(value).map(|inside| decode(inside).as_ref() == text);
    match members(value, Limits::default()).ok().flatten().as_deref() {
        Some([only]) => is_text(only.value).unwrap_or_else(|| equal(text, only.value)),
        Some(_) => false,
        None => is_text(value) == Some(true),
    }
}

/// Whether a text says a value: as all of it, or from the start of one of its lines to its end.
fn ends_with(text: &[u8], value: &[u8]) -> bool {
    let line_starts = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let opens = |at: &usize| text.get(*at).is_some_and(|byte| Some(byte) == value.first());
    // The first line that opens such a value holds it if it was written over several, the last if over one.
    let mut candidates = std::iter::once(0).chain(line_starts).filter(opens);
    let first = candidates.next();
    let last = candidates.next_back();
    first.into_iter().chain(last).any(|at| text.get(at..).is_some_and(|rest| equal(rest, value)))
}
