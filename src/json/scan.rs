//! Tokens: where the string, number, literal or run of whitespace that starts at an offset ends.
//!
//! Every function reads `bytes` from `at` and returns the offset behind the token. Past the end of
//! the text [`byte`] answers NUL, which no branch of the grammar accepts, so the loops need no
//! question of their own about the end.

use super::error::{Expected, Fault, fault};
use super::kernel::{self, Chunk, WIDTH};

/// What bytes from 0x80 on are.
pub(super) trait Encoding {
    /// Whether they have yet to be shown to be UTF-8.
    const CHECKED: bool;
}

/// UTF-8, if they prove to be.
pub(super) struct Utf8;

impl Encoding for Utf8 {
    const CHECKED: bool = true;
}

/// Whatever they are, they are right.
pub(super) struct AsItIs;

impl Encoding for AsItIs {
    const CHECKED: bool = false;
}

/// The byte at `at`, or NUL behind the end of the text.
#[inline(always)]
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// The sixteen bytes from `at` on, where there are so many.
#[inline(always)]
pub(super) fn chunk(bytes: &[u8], at: usize) -> Option<&Chunk> {
    bytes.get(at..)?.first_chunk::<WIDTH>()
}

/// The offset of the first byte from `at` on that is no insignificant whitespace.
#[inline(always)]
pub(super) fn whitespace_end(bytes: &[u8], at: usize) -> usize {
    // Most often there is none, or a single space.
    if byte(bytes, at) > b' ' { at } else { long_whitespace_end(bytes, at) }
}

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

/// A string token that was read to its closing quote.
#[derive(Clone, Copy)]
pub(super) struct StringToken {
    /// Behind the closing quote.
    pub(super) end: usize,
    /// Whether a backslash occurs in it, so that its text differs from its bytes.
    pub(super) escaped: bool,
}

/// The string whose opening quote stands at `at`. What `E` says becomes of bytes from 0x80 on.
#[inline(always)]
pub(super) fn string<E: Encoding>(bytes: &[u8], at: usize) -> Result<StringToken, Fault> {
    let stop = string_stop::<E>(bytes, at + 1);
    if byte(bytes, stop) == b'"' {
        return Ok(StringToken { end: stop + 1, escaped: false });
    }
    string_from::<E>(bytes, stop)
}

/// The first byte from `at` on that a string can't be read over without a look.
///
/// The first step stands before the loop: most strings are short, and WebAssembly engines ask at the head of each loop whether they
/// are to stop.
#[inline(always)]
fn string_stop<E: Encoding>(bytes: &[u8], at: usize) -> usize {
    match chunk(bytes, at).map(stops::<E>) {
        Some(0) => long_string_stop::<E>(bytes, at + WIDTH),
        Some(mask) => at + mask.trailing_zeros() as usize,
        None => long_string_stop::<E>(bytes, at),
    }
}

/// The first byte from `at` on that stands for itself in no string token: a quote, a backslash, a control character; or the end.
pub(super) fn plain_end(bytes: &[u8], at: usize) -> usize {
    string_stop::<AsItIs>(bytes, at)
}

#[inline(always)]
fn stops<E: Encoding>(chunk: &Chunk) -> u32 {
    if E::CHECKED { kernel::string_stops(chunk) } else { kernel::known_string_stops(chunk) }
}

#[inline(never)]
fn long_string_stop<E: Encoding>(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = chunk(bytes, at) {
        match stops::<E>(chunk) {
            0 => at += WIDTH,
            mask => return at + mask.trailing_zeros() as usize,
        }
    }
    while match byte(bytes, at) {
        b'"' | b'\\' | ..=0x1f => false,
        0x80.. => !E::CHECKED,
        _ => true,
    } {
        at += 1;
    }
    at
}

/// The rest of a string, from a byte on that takes a look.
#[inline(never)]
fn string_from<E: Encoding>(bytes: &[u8], mut at: usize) -> Result<StringToken, Fault> {
    let mut escaped = false;
    loop {
        match byte(bytes, at) {
            b'"' => return Ok(StringToken { end: at + 1, escaped }),
            b'\\' => {
                escaped = true;
                at = escapes_end::<E>(bytes, at)?;
                continue;
            }
            // Behind the text too, where it stands for the missing quote; see `Fault::locate`.
            0..=0x1f => return fault(at, Expected::EscapedControl),
            0x80.. if E::CHECKED => {
                at = utf8_end(bytes, at)?;
                continue;
            }
            0x20.. => at += 1,
        }
        at = string_stop::<E>(bytes, at);
    }
}

/// The first byte that takes a look and is no backslash, from a backslash at `at` on: JSON inside a string has an escape every few
/// bytes, so that each step of sixteen bytes is asked about once for all of them.
#[inline(always)]
fn escapes_end<E: Encoding>(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    'step: while let Some(chunk) = chunk(bytes, at) {
        let mut stops = stops::<E>(chunk);
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
    Ok(long_string_stop::<E>(bytes, at))
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

/// Behind the multi-byte UTF-8 sequence that starts at `at` (RFC 3629, table 3-7 of the Unicode
/// standard: no overlong forms, no surrogates, nothing above U+10FFFF).
#[inline(always)]
fn utf8_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    let second = byte(bytes, at + 1);
    let continues = |at| matches!(byte(bytes, at), 0x80..=0xbf);
    let end = match byte(bytes, at) {
        0xc2..=0xdf if matches!(second, 0x80..=0xbf) => at + 2,
        0xe0 if matches!(second, 0xa0..=0xbf) && continues(at + 2) => at + 3,
        0xed if matches!(second, 0x80..=0x9f) && continues(at + 2) => at + 3,
        0xe1..=0xec | 0xee..=0xef if matches!(second, 0x80..=0xbf) && continues(at + 2) => at + 3,
        0xf0 if matches!(second, 0x90..=0xbf) && continues(at + 2) && continues(at + 3) => at + 4,
        0xf1..=0xf3 if matches!(second, 0x80..=0xbf) && continues(at + 2) && continues(at + 3) => at + 4,
        0xf4 if matches!(second, 0x80..=0x8f) && continues(at + 2) && continues(at + 3) => at + 4,
        _ => return fault(at, Expected::Utf8),
    };
    Ok(end)
}

/// Behind the number whose first character, a minus or a digit, stands at `at`.
#[inline(always)]
pub(super) fn number_end(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    if byte(bytes, at) == b'-' {
        at += 1;
    }
    at = match byte(bytes, at) {
        b'0' => at + 1,
        _ => digits_end(bytes, at)?,
    };
    match byte(bytes, at) {
        b'.' | b'e' | b'E' => fraction_end(bytes, at),
        _ => Ok(at),
    }
}

/// Behind the fraction and exponent at `at`, of which one at least is there.
#[inline(never)]
fn fraction_end(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
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
    Ok(at)
}

/// Behind the run of digits at `at`, which has one at least.
#[inline(always)]
fn digits_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    if !byte(bytes, start).is_ascii_digit() {
        return fault(start, Expected::Digit);
    }
    // The first steps stand before the loop, as in `string_stop`.
    let mut at = start + 1;
    for _ in 0..2 {
        if !byte(bytes, at).is_ascii_digit() {
            return Ok(at);
        }
        at += 1;
    }
    while byte(bytes, at).is_ascii_digit() {
        at += 1;
    }
    Ok(at)
}

/// Behind the literal that starts at `at` and has to be `word`, whose last four bytes are `last`: compared as a whole, four bytes are
/// one number, where a slice of any length would be a call.
#[inline(always)]
fn literal_end(bytes: &[u8], at: usize, word: &'static str, last: [u8; 4]) -> Result<usize, Fault> {
    let end = at + word.len();
    match bytes.get(end - 4..).and_then(|rest| rest.first_chunk::<4>()) {
        Some(four) if *four == last => Ok(end),
        _ => broken_literal(bytes, at, word),
    }
}

#[cold]
fn broken_literal(bytes: &[u8], at: usize, word: &'static str) -> Result<usize, Fault> {
    let same = word.bytes().enumerate().take_while(|&(n, wanted)| byte(bytes, at + n) == wanted).count();
    fault(at + same, Expected::Literal(word))
}

/// Behind the string, number or literal at `at`; `expected` says what to blame where no value
/// starts there.
#[inline(always)]
pub(super) fn scalar_end<E: Encoding>(bytes: &[u8], at: usize, expected: Expected) -> Result<usize, Fault> {
    match byte(bytes, at) {
        b'"' => string::<E>(bytes, at).map(|token| token.end),
        b'-' | b'0'..=b'9' => number_end(bytes, at),
        b't' => literal_end(bytes, at, "true", *b"true"),
        b'f' => literal_end(bytes, at, "false", *b"alse"),
        b'n' => literal_end(bytes, at, "null", *b"null"),
        _ => fault(at, expected),
    }
}

#[cfg(test)]
mod tests {
    use super::{AsItIs, Expected, Utf8, string};

    #[test]
    fn escapes_end_a_string_nowhere_and_are_judged_wherever_they_stand() {
        for before in 0..40 {
            for between in 0..20 {
                let (before, between) = ("x".repeat(before), "y".repeat(between));
                for escape in [r#"\""#, r"\\", r"\n", r"\u00e9", r"\u00E9", r#"\"\n\\\""#] {
                    let text = format!("\"{before}{escape}{between}{escape}\" ");
                    for read in [string::<Utf8>, string::<AsItIs>] {
                        let token = read(text.as_bytes(), 0).map(|token| (token.end, token.escaped));
                        assert_eq!(token.ok(), Some((text.len() - 1, true)), "{text}");
                    }
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
                    for read in [string::<Utf8>, string::<AsItIs>] {
                        let fault = read(text.as_bytes(), 0).err().map(|fault| (fault.offset, fault.expected));
                        assert_eq!(fault, Some((offset, expected)), "{text}");
                    }
                }
            }
        }
    }
}
