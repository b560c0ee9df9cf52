//! A text in whatever form it came, and how long it is in UTF-8.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::super::kernel::{self, WIDTH};
use super::candidates::Span;

/// What the bytes of a text are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Units<'a> {
    Utf8,
    Latin1,
    /// The shadow of these: see [`Wide`](super::super::in_place::Wide).
    Utf16(&'a [u16]),
}

/// A text that is read, as bytes.
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    units: Units<'a>,
    /// How many bytes more than units the text has in UTF-8 up to each multiple of [`STEP`]; nothing where it has no more at all.
    more: OnceCell<Vec<u32>>,
}

const STEP: usize = 512;

/// The bit that bytes beyond ASCII have.
const BEYOND_ASCII: u128 = u128::from_ne_bytes([0x80; WIDTH]);

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8], units: Units<'a>) -> Self {
        Self { bytes, units, more: OnceCell::new() }
    }

    /// How many bytes more than units a part of the text has in UTF-8: what is worthwhile, and what fits a budget, depends on no form.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn more(&self, span: Span) -> usize {
        let (start, end) = (span.start as usize, span.end as usize);
        match self.units {
            Units::Utf8 => 0,
            _ if end - start <= STEP => self.more_between(start, end),
            _ => self.more_up_to(end) - self.more_up_to(start),
        }
    }

    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn more_up_to(&self, at: usize) -> usize {
        let steps = self.more.get_or_init(|| {
            if is_ascii(self.bytes) {
                return Vec::new();
            }
            let mut sum = 0;
            let sums = (0..=self.bytes.len() / STEP).map(|step| {
                let before = sum;
                sum += self.more_between(step * STEP, (step + 1) * STEP) as u32;
                before
            });
            sums.collect()
        });
        let step = at / STEP;
        steps.get(step).map_or(0, |sum| *sum as usize + self.more_between(step * STEP, at))
    }

    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn more_between(&self, start: usize, end: usize) -> usize {
        let bytes = self.bytes.get(start..end.min(self.bytes.len())).unwrap_or_default();
        let units = match self.units {
            Units::Utf8 => return 0,
            Units::Latin1 => [].as_slice(),
            Units::Utf16(units) => units.get(start..).unwrap_or_default(),
        };
        // Of two bytes are those below U+0800, and half of a pair of surrogates is two bytes of four.
        let is_third = |at: usize| units.get(at).is_some_and(|unit| !matches!(unit, ..0x800 | 0xd800..0xe000));
        let (chunks, rest) = bytes.as_chunks::<WIDTH>();
        let mut more = 0;
        for (number, chunk) in chunks.iter().enumerate() {
            let beyond = u128::from_ne_bytes(*chunk) & BEYOND_ASCII;
            if beyond == 0 {
                continue;
            }
            more += beyond.count_ones() as usize;
            let mut third = kernel::same(chunk, &[0xff; WIDTH]);
            while third != 0 {
                more += usize::from(is_third(number * WIDTH + third.trailing_zeros() as usize));
                third &= third - 1;
            }
        }
        let behind = WIDTH * chunks.len();
        let rest = rest.iter().zip(behind..).filter(|(byte, _)| !byte.is_ascii());
        more + rest.map(|(_, at)| 1 + usize::from(is_third(at))).sum::<usize>()
    }

    /// Whether two parts of the text, which have the same bytes, are the same.
    #[inline(always)]
    pub(super) fn are_same(&self, one: Span, at: usize) -> bool {
        match self.units {
            Units::Utf8 | Units::Latin1 => true,
            Units::Utf16(units) => {
                let start = one.start as usize;
                units.get(start..start + one.length()) == units.get(at..at + one.length())
            }
        }
    }

    /// Whether only the same part of a text has the same bytes.
    pub(super) fn is_known_by_bytes(&self, span: Span) -> bool {
        !matches!(self.units, Units::Utf16(_)) || span.of(self.bytes).is_ascii()
    }

    /// A part of the text in UTF-8.
    pub(super) fn utf8(&self, span: Span) -> Cow<'a, [u8]> {
        let bytes = span.of(self.bytes);
        match self.units {
            _ if bytes.is_ascii() => Cow::Borrowed(bytes),
            Units::Utf8 => Cow::Borrowed(bytes),
            Units::Latin1 => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into_bytes()),
            Units::Utf16(units) => {
                let units = units.get(span.start as usize..span.end as usize).unwrap_or_default();
                Cow::Owned(String::from_utf16_lossy(units).into_bytes())
            }
        }
    }
}

/// In WebAssembly, what the standard library has looks at four bytes at a time.
#[cfg_attr(optimize_attribute, optimize(speed))]
fn is_ascii(bytes: &[u8]) -> bool {
    let (chunks, rest) = bytes.as_chunks::<WIDTH>();
    chunks.iter().all(|chunk| u128::from_ne_bytes(*chunk) & BEYOND_ASCII == 0) && rest.is_ascii()
}
