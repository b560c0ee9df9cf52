//! Tokens: where the string, number, literal or run of whitespace that starts at an offset ends.
//!
//! Every function reads `bytes` from `at` and returns the offset behind the token. Past the end of
//! the text [`byte`] answers NUL, which no branch of the grammar accepts, so the loops need no
//! question of their own about the end.
//!
//! Whether a text is UTF-8 is asked of all of it at once, by [`not_utf8`]: here bytes from 0x80 on are right, whatever they are.

use std::num::NonZeroUsize;

use super::error::{Expected, Fault, fault};
use super::kernel::{self, WIDTH, chunk, chunks};

/// The byte at `at`, or NUL behind the end of the text.
#[inline(always)]
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// The offset of the first byte from `at` on that is no insignificant whitespace.
#[inline(always)]
pub(super) fn whitespace_end(bytes: &[u8], at: usize) -> usize {
    // Most often there is none, or a single space.
    if byte(bytes, at) > b' ' { at } else { long_whitespace_end(bytes, at) }
}

#[cfg_attr(optimize_attribute, optimize(speed))]
fn long_whitespace_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = chunk(bytes, at) {
        match kernel::not_whitespace(chunk) {
            0 => at += WIDTH,
            mask => return at + mask.trailing_zeros() as usize,
        }
    }
    while matches!(byte(bytes, at), b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at
}

/// The closing bracket of an opening one: in ASCII it stands two behind.
#[inline(always)]
pub(super) fn closing_of(opening: u8) -> u8 {
    opening + 2
}

/// Behind the string whose first byte inside its quotes stands at `inside`; `None` where it is broken.
#[inline(always)]
pub(super) fn string_end(bytes: &[u8], inside: usize) -> Option<usize> {
    let stop = string_stop(bytes, inside);
    if byte(bytes, stop) == b'"' { Some(stop + 1) } else { odd_string_end(bytes, stop).map(NonZeroUsize::get) }
}

/// [`string_end`] from the first byte on that takes a look.
#[cold]
#[inline(never)]
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(super) fn odd_string_end(bytes: &[u8], at: usize) -> Option<NonZeroUsize> {
    string_from(bytes, at).ok().and_then(NonZeroUsize::new)
}

/// Behind the string whose opening quote stands at `at`, or what is wrong with it.
pub(super) fn string(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    string_from(bytes, at + 1)
}

/// The first byte from `at` on that a string can't be read over without a look; an earlier one near the end of `bytes`.
#[inline(always)]
pub(super) fn string_stop(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = chunk(bytes, at) {
        match kernel::string_stops(chunk) {
            0 => at += WIDTH,
            mask => return at + mask.trailing_zeros() as usize,
        }
    }
    at
}

/// The same for a string that is most likely long: in large steps, since processors guess wrong how many small ones it takes.
#[inline(always)]
pub(super) fn long_string_stop(bytes: &[u8], mut at: usize) -> usize {
    while let Some([first, second, third, fourth]) = chunks(bytes, at) {
        let low = kernel::string_stops(first) | kernel::string_stops(second) << WIDTH;
        let high = kernel::string_stops(third) | kernel::string_stops(fourth) << WIDTH;
        let mask = u64::from(low) | u64::from(high) << (2 * WIDTH);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += 4 * WIDTH;
    }
    at
}

/// The same for a string that most likely has less than eight bytes: numbers answer sooner than vectors do.
#[inline(always)]
pub(super) fn short_string_stop(bytes: &[u8], at: usize) -> usize {
    let Some(eight) = eight(bytes, at) else { return at };
    // In each byte: below one means that the byte is a quote, or a backslash, and below 0x20 that it is a control character. Such a byte sets its highest
    // bit and may borrow from those behind it, but the first is the one that counts.
    let low = (eight ^ (EACH * u64::from(b'"'))).wrapping_sub(EACH)
        | (eight ^ (EACH * u64::from(b'\\'))).wrapping_sub(EACH)
        | eight.wrapping_sub(EACH * 0x20);
    let mask = low & !eight & (EACH * 0x80);
    if mask != 0 { at + mask.trailing_zeros() as usize / 8 } else { long_string_stop(bytes, at + 8) }
}

/// A one in each of eight bytes.
const EACH: u64 = u64::from_le_bytes([1; 8]);

/// The eight bytes at `at` as a number, where there are so many.
#[inline(always)]
pub(super) fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk::<8>().map(|eight| u64::from_le_bytes(*eight))
}

/// The first byte from `at` on that stands for itself in no string token: a quote, a backslash, a control character; or the end.
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(super) fn plain_end(bytes: &[u8], at: usize) -> usize {
    let mut at = string_stop(bytes, at);
    while !matches!(byte(bytes, at), b'"' | b'\\' | ..=0x1f) {
        at += 1;
    }
    at
}

/// The rest of a string.
#[inline(always)]
fn string_from(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    loop {
        match byte(bytes, at) {
            b'"' => return Ok(at + 1),
            b'\\' => {
                at = escapes_end(bytes, at)?;
                continue;
            }
            // Behind the text too, where it stands for the missing quote; see `Fault::locate`.
            0..=0x1f => return fault(at, Expected::EscapedControl),
            0x20.. => at += 1,
        }
        at = string_stop(bytes, at);
    }
}

/// The first byte that takes a look and is no backslash, from a backslash at `at` on: JSON inside a string has an escape every few
/// bytes, so that each step of sixteen bytes is asked about once for all of them.
#[inline(always)]
fn escapes_end(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    'step: while let Some(chunk) = chunk(bytes, at) {
        let mut stops = kernel::string_stops(chunk);
        while stops != 0 {
            let stop = at + stops.trailing_zeros() as usize;
            if byte(bytes, stop) != b'\\' {
                return Ok(stop);
            }
            let end = escape_end(bytes, stop)?;
            if end >= at + WIDTH {
                at = end;
                continue 'step;
            }
            stops &= u32::MAX << (end - at);
        }
        at += WIDTH;
    }
    if byte(bytes, at) == b'\\' {
        at = escape_end(bytes, at)?;
    }
    Ok(string_stop(bytes, at))
}

/// Behind the escape sequence whose backslash stands at `at`.
#[inline(always)]
fn escape_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match byte(bytes, at + 1) {
        // By far the most common two of JSON inside a string.
        b'"' | b'n' => Ok(at + 2),
        b'\\' | b'/' | b'b' | b'f' | b'r' | b't' => Ok(at + 2),
        b'u' => match (at + 2..at + 6).find(|&digit| !byte(bytes, digit).is_ascii_hexdigit()) {
            None => Ok(at + 6),
            Some(digit) => fault(digit, Expected::HexDigit),
        },
        _ => fault(at + 1, Expected::Escape),
    }
}

/// The offset of the first byte that is no UTF-8 (RFC 3629, table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing
/// above U+10FFFF), or of the sequence that the end cuts off; `None` for a text that is UTF-8.
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(super) fn not_utf8(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < bytes.len() {
        if byte(bytes, at) < 0x80 {
            at = ascii_end(bytes, at);
        } else if let Some(end) = character_end(bytes, at) {
            at = end;
        } else {
            return Some(at);
        }
    }
    None
}

/// The first byte from `at` on that is from 0x80 on, or the end.
#[inline(always)]
fn ascii_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(four) = chunks(bytes, at) {
        if !kernel::are_ascii(four) {
            let [first, second, third, fourth] = four;
            let low = kernel::beyond_ascii(first) | kernel::beyond_ascii(second) << WIDTH;
            let high = kernel::beyond_ascii(third) | kernel::beyond_ascii(fourth) << WIDTH;
            let mask = u64::from(low) | u64::from(high) << (2 * WIDTH);
            return at + mask.trailing_zeros() as usize;
        }
        at += 4 * WIDTH;
    }
    while bytes.get(at).is_some_and(u8::is_ascii) {
        at += 1;
    }
    at
}

/// Behind the multi-byte UTF-8 sequence that starts at `at`; `None` where it is broken.
#[inline(always)]
fn character_end(bytes: &[u8], at: usize) -> Option<usize> {
    let second = byte(bytes, at + 1);
    let continues = |at| matches!(byte(bytes, at), 0x80..=0xbf);
    match byte(bytes, at) {
        0xc2..=0xdf if matches!(second, 0x80..=0xbf) => Some(at + 2),
        0xe0 if matches!(second, 0xa0..=0xbf) && continues(at + 2) => Some(at + 3),
        0xed if matches!(second, 0x80..=0x9f) && continues(at + 2) => Some(at + 3),
        0xe1..=0xec | 0xee..=0xef if matches!(second, 0x80..=0xbf) && continues(at + 2) => Some(at + 3),
        0xf0 if matches!(second, 0x90..=0xbf) && continues(at + 2) && continues(at + 3) => Some(at + 4),
        0xf1..=0xf3 if matches!(second, 0x80..=0xbf) && continues(at + 2) && continues(at + 3) => Some(at + 4),
        0xf4 if matches!(second, 0x80..=0x8f) && continues(at + 2) && continues(at + 3) => Some(at + 4),
        _ => None,
    }
}

/// Behind the number whose first character, a minus or a digit, stands at `at`; `None` where it is broken.
#[inline(always)]
fn number_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    if byte(bytes, at) == b'-' {
        at += 1;
    }
    at = match byte(bytes, at) {
        b'0' => at + 1,
        _ => digits_end(bytes, at)?,
    };
    match byte(bytes, at) {
        b'.' | b'e' | b'E' => fraction_end(bytes, at).map(NonZeroUsize::get),
        _ => Some(at),
    }
}

/// Behind the fraction and exponent at `at`, of which one at least is there.
#[inline(never)]
#[cfg_attr(optimize_attribute, optimize(speed))]
fn fraction_end(bytes: &[u8], mut at: usize) -> Option<NonZeroUsize> {
    if byte(bytes, at) == b'.' {
        at = digits_end(bytes, at + 1)?;
    }
    if matches!(byte(bytes, at), b'e' | b'E') {
        at += 1;
        if matches!(byte(bytes, at), b'+' | b'-') {
            at += 1;
        }
        at = digits_end(bytes, at)?;
    }
    NonZeroUsize::new(at)
}

/// Behind the run of digits at `at`, which has one at least.
#[inline(always)]
fn digits_end(bytes: &[u8], start: usize) -> Option<usize> {
    if !byte(bytes, start).is_ascii_digit() {
        return None;
    }
    // The first steps stand before the loop: most numbers are short, and WebAssembly engines ask at the head of each loop whether they are to stop.
    let mut at = start + 1;
    for _ in 0..2 {
        if !byte(bytes, at).is_ascii_digit() {
            return Some(at);
        }
        at += 1;
    }
    while byte(bytes, at).is_ascii_digit() {
        at += 1;
    }
    Some(at)
}

/// Where a broken number lacks a digit: behind what it has.
fn number_fault(bytes: &[u8], mut at: usize) -> Fault {
    while matches!(byte(bytes, at), b'-' | b'+' | b'.' | b'e' | b'E') || byte(bytes, at).is_ascii_digit() {
        let is_sign_of_exponent = matches!(byte(bytes, at), b'e' | b'E') && matches!(byte(bytes, at + 1), b'+' | b'-');
        let next = if is_sign_of_exponent { at + 2 } else { at + 1 };
        if !byte(bytes, at).is_ascii_digit() && !byte(bytes, next).is_ascii_digit() {
            return Fault { offset: next, expected: Expected::Digit };
        }
        at = next;
    }
    Fault { offset: at, expected: Expected::Digit }
}

/// The literals, each with its last four bytes: compared as a whole, they are one number.
const LITERALS: [(&str, [u8; 4]); 3] = [("true", *b"true"), ("false", *b"alse"), ("null", *b"null")];

/// Behind the literal at `at` whose first byte is `first`.
#[inline(always)]
pub(super) fn literal_end(bytes: &[u8], at: usize, first: u8) -> Option<usize> {
    let [(_, r#true), (_, r#false), (_, null)] = LITERALS;
    let (from, last) = match first {
        b't' => (at, r#true),
        b'f' => (at + 1, r#false),
        _ => (at, null),
    };
    (*bytes.get(from..)?.first_chunk::<4>()? == last).then_some(from + 4)
}

/// Behind the string, number or literal at `at`; `None` where it is broken or none is there.
#[inline(always)]
pub(super) fn scalar_end(bytes: &[u8], at: usize) -> Option<usize> {
    match byte(bytes, at) {
        b'"' => string_end(bytes, at + 1),
        b'-' | b'0'..=b'9' => number_end(bytes, at),
        first => literal_end(bytes, at, first),
    }
}

/// Behind the string, number or literal at `at`, or what is wrong with it; `expected` says what to blame where no value
/// starts there.
pub(super) fn scalar(bytes: &[u8], at: usize, expected: Expected) -> Result<usize, Fault> {
    match byte(bytes, at) {
        b'"' => string(bytes, at),
        b'-' | b'0'..=b'9' => number_end(bytes, at).ok_or_else(|| number_fault(bytes, at)),
        first => match LITERALS.iter().find(|(word, _)| word.as_bytes().first() == Some(&first)) {
            None => fault(at, expected),
            Some((word, _)) => match word.bytes().enumerate().find(|&(n, wanted)| byte(bytes, at + n) != wanted) {
                None => Ok(at + word.len()),
                Some((n, _)) => fault(at + n, Expected::Literal(word)),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Expected, byte, not_utf8, short_string_stop, string, string_stop};

    fn hold(bytes: &[u8]) {
        let expected = (0..bytes.len()).find(|&at| matches!(byte(bytes, at), b'"' | b'\\' | ..=0x1f));
        assert_eq!(short_string_stop(bytes, 0), expected.unwrap_or(bytes.len()), "{bytes:?}");
        assert_eq!(string_stop(bytes, 0), expected.unwrap_or(bytes.len()), "{bytes:?}");
    }

    #[test]
    fn a_string_stops_at_the_first_byte_that_takes_a_look() {
        for first in 0..=255 {
            for second in 0..=255 {
                for place in 0..8 {
                    // A stop behind all that is tried, and room to look at.
                    let mut bytes = [b'x'; 256];
                    bytes[80] = b'"';
                    bytes[place] = first;
                    bytes[place + 1] = second;
                    hold(&bytes);
                }
            }
        }
    }

    #[test]
    fn escapes_end_a_string_nowhere_and_are_judged_wherever_they_stand() {
        for before in 0..40 {
            for between in 0..20 {
                let (before, between) = ("x".repeat(before), "y".repeat(between));
                for escape in [r#"\""#, r"\\", r"\n", r"\u00e9", r"\u00E9", r#"\"\n\\\""#] {
                    let text = format!("\"{before}{escape}{between}{escape}\" ");
                    assert_eq!(string(text.as_bytes(), 0).ok(), Some(text.len() - 1), "{text}");
                }
                let start = before.len() + between.len() + 3;
                for (broken, offset, expected) in [
                    (r"\x", start + 1, Expected::Escape),
                    (r"\u00g0", start + 4, Expected::HexDigit),
                    (r"\u00", start + 4, Expected::HexDigit),
                    ("\u{1}", start, Expected::EscapedControl),
                    (r"\", start + 1, Expected::Escape),
                ] {
                    let text = format!("\"{before}\\n{between}{broken}");
                    let fault = string(text.as_bytes(), 0).err().map(|fault| (fault.offset, fault.expected));
                    assert_eq!(fault, Some((offset, expected)), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_utf8_is_what_the_standard_library_says() {
        let first = 0x7f..=0xff;
        let second = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
        let later = [b'x', 0x7f, 0x80, 0xbf, 0xc2];
        for before in [0, 1, 15, 16, 63, 64, 65, 130] {
            for first in first.clone() {
                for (second, third) in second.iter().flat_map(|second| later.map(|third| (*second, third))) {
                    for sequence in later.map(|fourth| [first, second, third, fourth]) {
                        for length in 0..=4 {
                            let bytes = [vec![b'x'; before].as_slice(), &sequence[..length]].concat();
                            let expected = std::str::from_utf8(&bytes).err().map(|error| error.valid_up_to());
                            assert_eq!(not_utf8(&bytes), expected, "{before} {sequence:?} {length}");
                        }
                    }
                }
            }
        }
    }
}
