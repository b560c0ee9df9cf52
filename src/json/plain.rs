//! The part of the pass that most of an object takes: members whose names come as expected and whose values take no more than a look.
//!
//! One function that calls no other, so that all it needs is in registers: what takes a call is left to [`rewrite`](super::rewrite()), which takes
//! over where this stops.

use super::in_place::InPlace;
use super::rewrite::{Frame, Pass};
use super::rules::Drops;
use super::scan::{byte, closing_of, literal_end, string_stop};

impl Pass<'_> {
    /// Reads over plain members from the name at `start` on: scalars and empty arrays and objects that stay, and literals and empties
    /// that go.
    ///
    /// Answers where the first other member starts, or whitespace in front of it; or, where a value has no comma behind it, the value's end: it
    /// is then complete.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn read_plain_members<T: InPlace>(&mut self, mut text: T, start: usize) -> usize {
        let guesses = &self.workspace.guesses;
        let can_nest = self.workspace.nesting.level() < self.depth;
        let (trusting, trusted) = (self.trusting, self.trusted);
        let Frame { mut seen, mut owed, mut last_name, inside, .. } = self.inner;
        let mut lag = self.lag;
        let mut at = start;
        self.is_complete = loop {
            let Some((place, guess)) = guesses.expected(last_name, text.bytes(), at) else { break false };
            // A name that comes again, and all beyond the first 64.
            if seen & guess.bit != 0 || guess.bit == 0 {
                break false;
            }
            let quick = match &guess.drops {
                Drops::Never => None,
                Drops::Quickly(quick) if trusting => Some(quick),
                _ => break false,
            };
            let value = at + guess.width as usize;
            let end;
            match quick {
                Some(quick) if can_nest && quick.stands_at(text.bytes(), value) => {
                    let debt = quick.debt(seen | guess.bit);
                    // The comma before it goes, too, if there is one and it was not moved yet.
                    let takes_comma = lag.from < at && lag.output(at) > inside as usize;
                    if debt & !trusted != 0 || !takes_comma || !lag.flush_short(&mut text, at - 1) {
                        break false;
                    }
                    end = value + quick.length as usize;
                    owed |= debt;
                    lag.from = end;
                }
                _ => {
                    let Some(plain_end) = plain_value_end(text.bytes(), value, can_nest) else {
                        break false;
                    };
                    end = plain_end;
                }
            }
            seen |= guess.bit;
            last_name = place;
            at = end;
            if byte(text.bytes(), at) != b',' {
                break true;
            }
            at += 1;
        };
        self.lag = lag;
        (self.inner.seen, self.inner.owed, self.inner.last_name) = (seen, owed, last_name);
        at
    }
}

/// Behind the scalar or empty array or object at `at`, if it takes no more than a look.
#[inline(always)]
fn plain_value_end(bytes: &[u8], at: usize, can_nest: bool) -> Option<usize> {
    match byte(bytes, at) {
        b'"' => {
            let stop = string_stop(bytes, at + 1);
            (byte(bytes, stop) == b'"').then_some(stop + 1)
        }
        opening @ (b'[' | b'{') => (can_nest && byte(bytes, at + 1) == closing_of(opening)).then_some(at + 2),
        first @ (b't' | b'f' | b'n') => literal_end(bytes, at, first),
        b'1'..=b'9' => {
            let mut end = at + 1;
            while byte(bytes, end).is_ascii_digit() {
                end += 1;
            }
            (!matches!(byte(bytes, end), b'.' | b'e' | b'E')).then_some(end)
        }
        _ => None,
    }
}
