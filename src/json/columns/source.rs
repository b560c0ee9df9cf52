//! The text that a pruned one comes from, read beside it.

use super::super::scan::{byte, closing_of};
use super::candidates::Span;
use super::survey::{name_end, scalar_end};

/// A compact text from which pruning made another, and how far it was read. The two differ by members that are gone; where they differ in more, as
/// in counts that a budget wrote, what has no counterpart is read without.
pub(super) struct Source<'a> {
    pub(super) text: &'a [u8],
    at: usize,
}

/// A member of the source that the other text doesn't have.
#[derive(Clone, Copy)]
pub(super) struct Lost {
    pub(super) name: Span,
    /// Its value, where that is a scalar or empty.
    pub(super) value: Option<Span>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Enters the array or object that has this bracket; answers whether there is one. What stands in its place is left behind.
    pub(super) fn enter(&mut self, bracket: u8) -> bool {
        let is_alike = byte(self.text, self.at) == bracket;
        if is_alike {
            self.at += 1;
        } else {
            self.skip();
        }
        is_alike
    }

    /// Leaves the value behind that comes next.
    pub(super) fn skip(&mut self) {
        self.at = value_end(self.text, self.at);
    }

    /// Goes behind the comma that may follow a value.
    pub(super) fn end_value(&mut self) {
        if byte(self.text, self.at) == b',' {
            self.at += 1;
        }
    }

    /// Whether the array that was entered has one more item.
    pub(super) fn has_item(&self) -> bool {
        byte(self.text, self.at) != b']'
    }

    /// Goes to the value of the next member of this name, and notes those before it as lost; answers the name's place, or nothing where there is
    /// none and all are lost.
    pub(super) fn seek(&mut self, name: &[u8], lost: &mut Vec<Lost>) -> Option<Span> {
        while byte(self.text, self.at) == b'"' {
            let start = self.at;
            let end = name_end(self.text, start);
            let found = Span::new(start, end);
            self.at = end + 1;
            if found.of(self.text) == name {
                return Some(found);
            }
            let value = self.at;
            let is_short = match byte(self.text, value) {
                opening @ (b'[' | b'{') => byte(self.text, value + 1) == closing_of(opening),
                _ => true,
            };
            self.skip();
            lost.push(Lost { name: found, value: is_short.then(|| Span::new(value, self.at)) });
            self.end_value();
        }
        None
    }

    /// Leaves the object that was entered, and notes the members that are left as lost.
    pub(super) fn leave_object(&mut self, lost: &mut Vec<Lost>) {
        // No member has this for its name.
        let _ = self.seek(b"", lost);
        self.at += 1;
    }

    /// Leaves the array that was entered.
    pub(super) fn leave_array(&mut self) {
        while self.at < self.text.len() && self.has_item() {
            self.skip();
            self.end_value();
        }
        self.at += 1;
    }
}

/// Behind the value at `at` of a valid, compact text.
fn value_end(text: &[u8], mut at: usize) -> usize {
    let mut open = 0_usize;
    loop {
        match byte(text, at) {
            b'[' | b'{' => {
                open += 1;
                at += 1;
            }
            b']' | b'}' => {
                open = open.saturating_sub(1);
                at += 1;
            }
            b',' | b':' => at += 1,
            _ => at = scalar_end(text, at),
        }
        if open == 0 || at >= text.len() {
            return at;
        }
    }
}
