//! A writer that follows a reader in the same buffer.

use super::scan::{byte, whitespace_end};

/// How many NUL bytes stand behind a text, so that sixteen bytes can be looked at from each of its bytes.
pub(crate) const PADDING: usize = 64;

/// The span that is kept but not yet moved to its place, which ends where the reader stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Lag {
    /// Where it starts.
    from: usize,
    /// Where it goes: never behind `from`.
    to: usize,
}

impl Lag {
    /// Where the byte at `at` goes in the output.
    #[inline(always)]
    pub(super) fn output(&self, at: usize) -> usize {
        self.to + (at - self.from)
    }

    /// Leaves out the whitespace at `at`; answers what follows it.
    #[inline(always)]
    pub(super) fn skip_whitespace(&mut self, bytes: &mut [u8], at: usize) -> usize {
        if byte(bytes, at) > b' ' {
            return at;
        }
        let end = whitespace_end(bytes, at);
        if end > at {
            self.flush(bytes, at);
            self.from = end;
        }
        end
    }

    /// Moves the span, which ends at `at`, to its place; answers the length of the output.
    #[inline(always)]
    pub(super) fn flush(&mut self, bytes: &mut [u8], at: usize) -> usize {
        let length = at - self.from;
        if self.to != self.from {
            move_down(bytes, self.from, self.to, length);
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

/// Moves `length` bytes down from `from` to `to`.
///
/// Most spans are short, and a call to move each costs more than the move. With a gap of 32 bytes between them two steps of 16 can't
/// overtake what is still to be read, even where they go too far: what they overwrite lies in the gap.
#[inline(always)]
fn move_down(bytes: &mut [u8], from: usize, to: usize, length: usize) {
    if from - to >= 32 && length <= 512 {
        let mut done = 0;
        while done < length {
            copy_16(bytes, from + done, to + done);
            copy_16(bytes, from + done + 16, to + done + 16);
            done += 32;
        }
    } else {
        bytes.copy_within(from..from + length, to);
    }
}

#[inline(always)]
fn copy_16(bytes: &mut [u8], from: usize, to: usize) {
    let Some(sixteen) = bytes.get(from..).and_then(|rest| rest.first_chunk::<16>()).copied() else { return };
    if let Some(place) = bytes.get_mut(to..).and_then(|rest| rest.first_chunk_mut::<16>()) {
        *place = sixteen;
    }
}
