//! A writer that follows a reader in the same buffer.

use super::in_place::InPlace;
use super::scan::{byte, whitespace_end};

/// The span that is kept but not yet moved to its place, which ends where the reader stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Lag {
    /// Where it starts.
    from: usize,
    /// Where it goes: never behind `from`.
    to: usize,
}

impl Lag {
    /// Where the unit at `at` goes in the output.
    #[inline(always)]
    pub(super) fn output(&self, at: usize) -> usize {
        self.to + (at - self.from)
    }

    /// Leaves out the whitespace at `at`; answers what follows it.
    #[inline(always)]
    pub(super) fn skip_whitespace(&mut self, text: &mut impl InPlace, at: usize) -> usize {
        if byte(text.bytes(), at) > b' ' {
            return at;
        }
        let end = whitespace_end(text.bytes(), at);
        if end > at {
            self.flush(text, at);
            self.from = end;
        }
        end
    }

    /// Moves the span, which ends at `at`, to its place; answers the length of the output.
    #[inline(always)]
    pub(super) fn flush(&mut self, text: &mut impl InPlace, at: usize) -> usize {
        let length = at - self.from;
        if self.to != self.from {
            text.move_down(self.from, self.to, length);
        }
        self.to += length;
        self.from = at;
        self.to
    }

    /// Shortens the output to `length`, and reads on at `at`; there is nothing unmoved.
    #[inline(always)]
    pub(super) fn take_back_to(&mut self, length: usize, at: usize) {
        self.to = length;
        self.from = at;
    }
}
