//! Tokens: where the string, number, literal or run of whitespace that starts at an offset ends.
//!
//! Every function reads `bytes` from `at` and returns the offset behind the token. Past the end of
//! the text [`byte`] answers NUL, which no branch of the grammar accepts, so the loops need no
//! question of their own about the end.

use super::error::{Expected, Fault, fault};

/// The byte at `at`, or NUL behind the end of the text.
#[inline(always)]
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// The offset of the first byte from `at` on that is no insignificant whitespace.
#[inline]
pub(super) fn whitespace_end(bytes: &[u8], mut at: usize) -> usize {
    while matches!(byte(bytes, at), b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at
}

/// A string token that was read to its closing quote.
#[derive(Clone, Copy)]
pub(super) struct StringToken {
    /// Behind the closing quote.
    pub(super) end: usize,
    /// Whether a backslash occurs in it, so that its text differs from its bytes.
    pub(super) escaped: bool,
}

/// The string whose opening quote stands at `at`.
#[inline]
pub(super) fn string(bytes: &[u8], at: usize) -> Result<StringToken, Fault> {
    let mut escaped = false;
    let mut at = at + 1;
    loop {
        match byte(bytes, at) {
            b'"' => return Ok(StringToken { end: at + 1, escaped }),
            b'\\' => {
                escaped = true;
                at = escape_end(bytes, at)?;
            }
            0..=0x1f => {
                let ended = at >= bytes.len();
                return fault(at, if ended { Expected::Quote } else { Expected::EscapedControl });
            }
            0x20..=0x7f => at += 1,
            0x80.. => at = utf8_end(bytes, at)?,
        }
    }
}

/// Behind the escape sequence whose backslash stands at `at`.
fn escape_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match byte(bytes, at + 1) {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(at + 2),
        b'u' => match (at + 2..at + 6).find(|&digit| !byte(bytes, digit).is_ascii_hexdigit()) {
            None => Ok(at + 6),
            Some(digit) => fault(digit, Expected::HexDigit),
        },
        _ => fault(at + 1, Expected::Escape),
    }
}

/// Behind the multi-byte UTF-8 sequence that starts at `at` (RFC 3629, table 3-7 of the Unicode
/// standard: no overlong forms, no surrogates, nothing above U+10FFFF).
fn utf8_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    let second = byte(bytes, at + 1);
    let (length, second_fits) = match byte(bytes, at) {
        0xc2..=0xdf => (2, matches!(second, 0x80..=0xbf)),
        0xe0 => (3, matches!(second, 0xa0..=0xbf)),
        0xe1..=0xec | 0xee..=0xef => (3, matches!(second, 0x80..=0xbf)),
        0xed => (3, matches!(second, 0x80..=0x9f)),
        0xf0 => (4, matches!(second, 0x90..=0xbf)),
        0xf1..=0xf3 => (4, matches!(second, 0x80..=0xbf)),
        0xf4 => (4, matches!(second, 0x80..=0x8f)),
        _ => (1, false),
    };
    let rest_fits = (at + 2..at + length).all(|next| matches!(byte(bytes, next), 0x80..=0xbf));
    if second_fits && rest_fits { Ok(at + length) } else { fault(at, Expected::Utf8) }
}

/// Behind the number whose first character, a minus or a digit, stands at `at`.
#[inline]
pub(super) fn number_end(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    if byte(bytes, at) == b'-' {
        at += 1;
    }
    at = match byte(bytes, at) {
        b'0' => at + 1,
        _ => digits_end(bytes, at)?,
    };
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
#[inline]
fn digits_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start;
    while byte(bytes, at).is_ascii_digit() {
        at += 1;
    }
    if at == start { fault(at, Expected::Digit) } else { Ok(at) }
}

/// Behind the literal that starts at `at` and has to be `word`.
#[inline]
fn literal_end(bytes: &[u8], at: usize, word: &'static str) -> Result<usize, Fault> {
    match word.bytes().enumerate().find(|&(n, wanted)| byte(bytes, at + n) != wanted) {
        None => Ok(at + word.len()),
        Some((n, _)) => fault(at + n, Expected::Literal(word)),
    }
}

/// Behind the string, number or literal at `at`; `expected` says what to blame where no value
/// starts there.
#[inline]
pub(super) fn scalar_end(bytes: &[u8], at: usize, expected: Expected) -> Result<usize, Fault> {
    match byte(bytes, at) {
        b'"' => string(bytes, at).map(|token| token.end),
        b'-' | b'0'..=b'9' => number_end(bytes, at),
        b't' => literal_end(bytes, at, "true"),
        b'f' => literal_end(bytes, at, "false"),
        b'n' => literal_end(bytes, at, "null"),
        _ => fault(at, expected),
    }
}
