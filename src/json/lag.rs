//! A writer that follows a reader in the same buffer.

use super::in_place::InPlace;
use super::scan::{byte, whitespace_end};

/// The span that is kept but not yet moved to its place, which ends where the reader stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Lag {
    /// Where it starts.
    pub(super) from: usize,
    /// Where it goes: never behind `from`.
    pub(super) to: usize,
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
        // Most often there is none.
        if byte(text.bytes(), at) > b' ' { at } else { self.leave_out_whitespace(text.reborrow(), at) }
    }

    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn leave_out_whitespace(&mut self, mut text: impl InPlace, at: usize) -> usize {
        let end = whitespace_end(text.bytes(), at);
        if end > at {
            self.flush(&mut text, at);
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

    /// [`flush`](Self::flush), if it takes no call.
    #[inline(always)]
    pub(super) fn flush_short(&mut self, text: &mut impl InPlace, at: usize) -> bool {
        let length = at - self.from;
        if self.to != self.from && !text.move_short_down(self.from, self.to, length) {
            return false;
        }
        self.to += length;
        self.from = at;
        true
    }

    /// Leaves out what stands in the input from `start` to `end` and in the output behind `length`, and reads on at `end`.
    #[inline(always)]
    pub(super) fn drop(&mut self, text: &mut impl InPlace, start: usize, length: usize, end: usize) {
        if self.from < start {
            self.flush(text, start);
        }
        // What was moved of it is taken back.
        self.to = length;
        self.from = end;
    }
}
