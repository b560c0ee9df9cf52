//! Skips a value that is dropped.
//!
//! What is dropped is often a list of objects that all look the same. So the skipper learns what stands between one string value
//! and the next, names and brackets and all, and where the same bytes come again it reads over them in one step.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::careful;
use super::kernel::{self, WIDTH, chunk};
use super::scan::{
    byte, closing_of, long_string_stop, odd_string_end, scalar_end, short_string_stop, string_end, whitespace_end,
};

/// How many gaps are known at a time; a power of two.
const GAPS: usize = 32;

/// How many levels a value may have that is skipped fast: each takes a bit.
const LEVELS: usize = 63;

/// Room for the whitespace of a pretty-printed text.
const LONGEST_GAP: usize = 128;

/// What stood between two string values, from the closing quote of the first to the opening quote of the second.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Gap {
    text: [u8; LONGEST_GAP],
    /// A bit for each of the first sixteen bytes of `text` that is behind the gap.
    ignored: u32,
    length: u32,
    /// The arrays and objects that were open before the gap, and behind it.
    before: u64,
    after: u64,
    /// Whether the string behind this gap had less than eight bytes when the gap was learnt.
    is_short: bool,
    /// The gap that came next when this one was met last.
    next: u32,
}

/// What was learnt of the values that were skipped.
#[derive(Debug, Default)]
pub(super) struct Skipper {
    gaps: [Gap; GAPS],
    /// The last gap that was read over, and what is open behind it.
    last: usize,
    open: u64,
    /// How many gaps were learnt of this text.
    lessons: usize,
}

/// No gap, and what came before the first.
const START: usize = 0;

/// After so many lessons nothing more is learnt: these values don't look the same.
const MOST_LESSONS: usize = 64;

impl Skipper {
    /// Makes ready for a text. What was learnt of another holds.
    pub(super) fn be_ready(&mut self) {
        self.lessons = 0;
    }

    /// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all; `None` where it is broken.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn value_end(&mut self, bytes: &[u8], at: usize, outer: usize, depth: usize) -> Option<NonZeroUsize> {
        if !matches!(byte(bytes, at), b'[' | b'{') {
            return scalar_end(bytes, at).and_then(NonZeroUsize::new);
        }
        let fast = if depth.saturating_sub(outer) < LEVELS { None } else { self.container_end(bytes, at) };
        fast.or_else(|| deep_value_end(bytes, at, outer, depth))
    }

    /// Behind the array or object that starts at `start`; `None` where it is broken or has more than [`LEVELS`] levels.
    #[inline(always)]
    fn container_end(&mut self, bytes: &[u8], start: usize) -> Option<NonZeroUsize> {
        // A one, and behind it a bit for each array or object that is open, set for an object, the innermost the lowest.
        let mut open = 1_u64;
        let mut at = start;
        self.last = START;
        // Where the gap starts that is being read.
        let mut from = start;
        // Whether a value was read to its end, and not what stands before it.
        let mut is_complete = false;
        'gap: loop {
            self.open = open;
            let stop = self.known_end(bytes, from);
            if stop != from {
                open = self.open;
                from = stop;
                at = stop + 1;
                is_complete = true;
                if byte(bytes, stop) != b'"' {
                    at = odd_string_end(bytes, stop)?.get();
                    from = at - 1;
                    continue 'gap;
                }
            }
            let before = open;
            loop {
                if is_complete {
                    at = whitespace_end(bytes, at);
                    let next = byte(bytes, at);
                    if next == b',' {
                        at = whitespace_end(bytes, at + 1);
                        if open & 1 == 1 {
                            at = name_end(bytes, at)?;
                        }
                    } else if next == if open & 1 == 1 { b'}' } else { b']' } {
                        at += 1;
                        open >>= 1;
                        if open == 1 {
                            return NonZeroUsize::new(at);
                        }
                        continue;
                    } else {
                        return None;
                    }
                }
                is_complete = true;
                match byte(bytes, at) {
                    b'"' => {
                        let inside = at + 1;
                        at = string_end(bytes, inside)?;
                        self.learn(bytes, from..inside, before, open, at - inside <= 8);
                        from = at - 1;
                        continue 'gap;
                    }
                    opening @ (b'[' | b'{') => {
                        if open >= 1 << LEVELS {
                            return None;
                        }
                        at = whitespace_end(bytes, at + 1);
                        if byte(bytes, at) == closing_of(opening) {
                            at += 1;
                            if open == 1 {
                                return NonZeroUsize::new(at);
                            }
                        } else {
                            open <<= 1;
                            if opening == b'{' {
                                open |= 1;
                                at = name_end(bytes, at)?;
                            }
                            is_complete = false;
                        }
                    }
                    _ => at = scalar_end(bytes, at)?,
                }
            }
        }
    }

    /// Reads over known gaps from `from` on, and the strings behind them. Answers where no known gap stands, or a byte of a string that takes
    /// a look.
    ///
    /// A function of its own that calls no other, so that all it needs is in registers.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn known_end(&mut self, bytes: &[u8], from: usize) -> usize {
        let (mut last, mut open, mut at) = (self.last, self.open, from);
        loop {
            let number = self.gap(last).next as usize;
            let gap = self.gap(number);
            if !gap.stands_at(bytes, at, open) {
                break;
            }
            last = number;
            open = gap.after;
            let inside = at + gap.length as usize;
            at = if gap.is_short { short_string_stop(bytes, inside) } else { long_string_stop(bytes, inside) };
            if byte(bytes, at) != b'"' {
                break;
            }
        }
        (self.last, self.open) = (last, open);
        at
    }

    #[inline(always)]
    fn gap(&self, number: usize) -> &Gap {
        // The remainder says to the compiler that there is one.
        &self.gaps[number % GAPS]
    }

    /// Notes that this gap comes behind the last one.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn learn(&mut self, bytes: &[u8], range: Range<usize>, before: u64, after: u64, is_short: bool) {
        let last = std::mem::replace(&mut self.last, START);
        let (start, length) = (range.start, range.len());
        let Some(text) = bytes.get(range).filter(|text| text.len() <= LONGEST_GAP) else { return };
        // Gaps of a length share a place: those that matter have lengths of their own most often.
        let number = length % (GAPS - 1) + 1;
        let gap = &mut self.gaps[number];
        if !gap.stands_at(bytes, start, before) || gap.after != after {
            if self.lessons == MOST_LESSONS {
                return;
            }
            self.lessons += 1;
            for (place, byte) in gap.text.iter_mut().zip(text) {
                *place = *byte;
            }
            gap.ignored = (0xffff_u32.checked_shl(length as u32).unwrap_or(0)) & 0xffff;
            (gap.length, gap.before, gap.after, gap.is_short, gap.next) = (length as u32, before, after, is_short, 0);
        }
        self.gaps[last % GAPS].next = number as u32;
        self.last = number;
    }
}

#[cold]
#[inline(never)]
fn deep_value_end(bytes: &[u8], at: usize, outer: usize, depth: usize) -> Option<NonZeroUsize> {
    careful::value_end(bytes, at, outer, depth).ok().and_then(NonZeroUsize::new)
}

impl Default for Gap {
    fn default() -> Self {
        Self { text: [0; LONGEST_GAP], ignored: 0, length: 0, before: 0, after: 0, is_short: false, next: 0 }
    }
}

impl Gap {
    /// Whether this gap starts at `at`, where these arrays and objects are open.
    #[inline(always)]
    fn stands_at(&self, bytes: &[u8], at: usize, open: u64) -> bool {
        self.before == open && self.has_chunk(bytes, at, 0, self.ignored) && {
            let length = self.length as usize;
            let mut seen = WIDTH;
            while seen < length {
                // The last chunk ends with the gap.
                if !self.has_chunk(bytes, at, seen.min(length - WIDTH), 0) {
                    return false;
                }
                seen += WIDTH;
            }
            true
        }
    }

    #[inline(always)]
    fn has_chunk(&self, bytes: &[u8], at: usize, from: usize, ignored: u32) -> bool {
        match (chunk(bytes, at + from), chunk(&self.text, from)) {
            (Some(found), Some(known)) => kernel::same(found, known) | ignored == 0xffff,
            _ => false,
        }
    }
}

/// Behind the colon of the member whose name stands at `at`, and what whitespace follows; `None` where it is broken.
#[inline(always)]
fn name_end(bytes: &[u8], at: usize) -> Option<usize> {
    if byte(bytes, at) != b'"' {
        return None;
    }
    let at = whitespace_end(bytes, string_end(bytes, at + 1)?);
    if byte(bytes, at) != b':' {
        return None;
    }
    Some(whitespace_end(bytes, at + 1))
}
