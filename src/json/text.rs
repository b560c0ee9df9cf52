//! The text of a string token, and the token of a text.

use std::borrow::Cow;
use std::collections::BinaryHeap;

use super::kernel::{self, Chunk, WIDTH, chunk};
use super::scan::plain_end;

/// The text of a valid string token without its quotes, in generalized UTF-8 (WTF-8): an escaped
/// surrogate without its partner, which no UTF-8 can hold, becomes its own three bytes. Two
/// tokens mean the same string exactly when these bytes are equal.
pub(crate) fn decode(token: &[u8]) -> Cow<'_, [u8]> {
    let first = backslash_or_end(token, 0);
    if first == token.len() { Cow::Borrowed(token) } else { Cow::Owned(decoded(token, first)) }
}

/// What stands between the quotes of a string token; `None` for other values.
pub(crate) fn inside_quotes(value: &[u8]) -> Option<&[u8]> {
    value.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// The text of a token whose first backslash stands at `at`.
///
/// JSON inside a string has an escape every few bytes, where calls to copy what lies between two of them cost more than the copies: it
/// is copied in steps of sixteen bytes, and what a step copied too far is written over.
#[cfg_attr(optimize_attribute, optimize(speed))]
fn decoded(token: &[u8], mut at: usize) -> Vec<u8> {
    // No escape has fewer bytes than what it means, but four bytes are written for each.
    let mut text = vec![0; token.len() + LONGEST];
    if let (Some(plain), Some(place)) = (token.get(..at), text.get_mut(..at)) {
        place.copy_from_slice(plain);
    }
    let mut length = at;
    while at < token.len() {
        let plain = match chunk(token, at) {
            Some(chunk) => {
                put(&mut text, length, chunk);
                WIDTH.min(kernel::backslashes(chunk).trailing_zeros() as usize)
            }
            None => match token.get(at) {
                Some(b'\\') | None => 0,
                Some(byte) => {
                    put(&mut text, length, &[*byte]);
                    1
                }
            },
        };
        (at, length) = (at + plain, length + plain);
        if token.get(at) == Some(&b'\\') {
            let character = character(token, at + 1);
            put(&mut text, length, &character.bytes);
            (at, length) = (character.end, length + character.length);
        }
    }
    text.truncate(length);
    text
}

/// How many bytes a character has at most.
const LONGEST: usize = 4;

/// What an escape means.
struct Character {
    bytes: [u8; LONGEST],
    length: usize,
    /// Behind the escape.
    end: usize,
}

/// What an escape means, from behind its backslash on.
#[inline(always)]
fn character(token: &[u8], at: usize) -> Character {
    let simple = match token.get(at) {
        Some(b'n') => b'\n',
        Some(b'u') => return numbered_character(token, at),
        Some(b'b') => 0x08,
        Some(b'f') => 0x0c,
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(other) => *other,
        // Not in a valid token.
        None => b'\\',
    };
    Character { bytes: [simple, 0, 0, 0], length: 1, end: at + 1 }
}

/// What an escape means whose `u` stands at `at`, together with the next one if the two are a pair of surrogates.
#[inline(never)]
fn numbered_character(token: &[u8], at: usize) -> Character {
    let first = code_unit(token, at + 1);
    if matches!(first, 0xd800..=0xdbff) && token.get(at + 5..at + 7) == Some(br"\u") {
        let low = code_unit(token, at + 7);
        if matches!(low, 0xdc00..=0xdfff) {
            return encoded(0x1_0000 + ((first - 0xd800) << 10) + (low - 0xdc00), at + 11);
        }
    }
    encoded(first, at + 5)
}

/// The number that four hexadecimal digits are.
fn code_unit(token: &[u8], at: usize) -> u32 {
    let digits = token.get(at..at + 4).unwrap_or_default();
    digits.iter().fold(0, |unit, &digit| unit * 16 + char::from(digit).to_digit(16).unwrap_or_default())
}

/// A code point, surrogates included, in generalized UTF-8.
fn encoded(code_point: u32, end: usize) -> Character {
    let mut bytes = [0; LONGEST];
    let length = match char::from_u32(code_point) {
        Some(character) => character.encode_utf8(&mut bytes).len(),
        None => {
            // A surrogate: the three-byte pattern, which `char` refuses to write.
            let continuation = |shift: u32| 0x80 | ((code_point >> shift) & 0x3f) as u8;
            bytes = [0xe0 | (code_point >> 12) as u8, continuation(6), continuation(0), 0];
            3
        }
    };
    Character { bytes, length, end }
}

/// Writes bytes to a place; where that is too near the end, none of them.
#[inline(always)]
fn put<const COUNT: usize>(text: &mut [u8], at: usize, bytes: &[u8; COUNT]) {
    if let Some(place) = text.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<COUNT>()) {
        *place = *bytes;
    }
}

/// The next backslash from `at` on, or the end.
fn backslash_or_end(token: &[u8], mut at: usize) -> usize {
    loop {
        at = plain_end(token, at);
        // In a valid token nothing else stops it.
        if at >= token.len() || token.get(at) == Some(&b'\\') {
            return at.min(token.len());
        }
        at += 1;
    }
}

/// How many bytes are escaped at a time.
const PIECE: usize = 512;

/// Appends `text`, which is UTF-8, as the inside of a string token: what `JSON.stringify` writes
/// between the quotes. It copies like [`decode`], in steps of sixteen bytes.
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(crate) fn escape_into(text: &[u8], token: &mut Vec<u8>) {
    let (mut at, mut length) = (0, token.len());
    token.reserve(text.len() + text.len() / 8 + LONGEST_ESCAPE * PIECE.min(text.len()) + 2 * WIDTH);
    while at < text.len() {
        let piece = text.len().min(at + PIECE);
        // Should nothing of it be plain; the last step may go beyond it.
        token.resize(length + LONGEST_ESCAPE * (piece - at) + 2 * WIDTH, 0);
        while at < piece {
            let plain = match chunk(text, at) {
                Some(chunk) => {
                    put(token, length, chunk);
                    WIDTH.min(kernel::string_stops(chunk).trailing_zeros() as usize)
                }
                None => match text.get(at) {
                    Some(byte) if !matches!(byte, b'"' | b'\\' | ..=0x1f) => {
                        put(token, length, &[*byte]);
                        1
                    }
                    _ => 0,
                },
            };
            (at, length) = (at + plain, length + plain);
            if let Some(byte @ (b'"' | b'\\' | ..=0x1f)) = text.get(at) {
                let short = match byte {
                    b'"' | b'\\' => *byte,
                    0x08 => b'b',
                    0x09 => b't',
                    0x0a => b'n',
                    0x0c => b'f',
                    0x0d => b'r',
                    _ => b'u',
                };
                put(token, length, &[b'\\', short]);
                (at, length) = (at + 1, length + 2);
                if short == b'u' {
                    let hex = |nibble: u8| b"0123456789abcdef"[usize::from(nibble & 15)];
                    put(token, length, &[b'0', b'0', hex(byte >> 4), hex(*byte)]);
                    length += 4;
                }
            }
        }
    }
    token.truncate(length);
}

/// How many bytes the escape of one byte has at most.
const LONGEST_ESCAPE: usize = 6;

/// Whether two long texts have the same bytes: in WebAssembly, what compilers make of `==` looks at one byte after the other.
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(crate) fn same_bytes(left: &[u8], right: &[u8]) -> bool {
    let ((chunks, rest), (others, other_rest)) = (left.as_chunks::<WIDTH>(), right.as_chunks::<WIDTH>());
    let same = |(chunk, other): (&Chunk, &Chunk)| u128::from_ne_bytes(*chunk) == u128::from_ne_bytes(*other);
    left.len() == right.len() && chunks.iter().zip(others).all(same) && rest == other_rest
}

/// Texts with their numbers in the order of the texts; of equal ones, that with the lower number comes first.
///
/// A heap's sort: those of slices are many times its code, which counts in a WebAssembly module.
#[inline(never)]
pub(crate) fn in_order(texts: Vec<(Cow<'_, [u8]>, usize)>) -> Vec<(Cow<'_, [u8]>, usize)> {
    BinaryHeap::from(texts).into_sorted_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_means_its_text() {
        let cases: [(&[u8], &[u8]); 8] = [
            (b"plain", b"plain"),
            (br"\u0069d", b"id"),
            (br#"\"\\\/\b\f\n\r\t"#, b"\"\\/\x08\x0c\n\r\t"),
            (br"\ud83d\ude00", "\u{1f600}".as_bytes()),
            (br"\uD83D\uDE00!", "\u{1f600}!".as_bytes()),
            (br"\ud83d", b"\xed\xa0\xbd"),
            (br"\ud83d\u0041", b"\xed\xa0\xbdA"),
            (br"\ude00\ud83d", b"\xed\xb8\x80\xed\xa0\xbd"),
        ];
        for (token, text) in cases {
            assert_eq!(decode(token).as_ref(), text, "{}", String::from_utf8_lossy(token));
        }
    }

    #[test]
    fn what_is_escaped_means_the_text_again_wherever_its_escapes_stand() {
        let control = "\u{1}".repeat(2 * PIECE);
        for special in
            [control.as_str(), "\"", "\\", "\n", "\u{1}", "\u{e9}", "\u{1f600}", "\"\n\\\"", "\u{0}\u{0}\u{0}"]
        {
            for before in 0..40 {
                for behind in [0, 1, 15, 16, 17, PIECE] {
                    let text = "x".repeat(before) + special + &"y".repeat(behind) + special;
                    let expected = serde_json::to_string(&text).unwrap_or_default();
                    let mut token = b"\"".to_vec();
                    escape_into(text.as_bytes(), &mut token);
                    token.push(b'"');
                    assert_eq!(String::from_utf8_lossy(&token), expected);
                    assert_eq!(decode(&expected.as_bytes()[1..expected.len() - 1]).as_ref(), text.as_bytes());
                    assert_eq!(decode(expected.as_bytes()).as_ref(), format!("\"{text}\"").as_bytes());
                    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
                    assert_eq!(decode(units.as_bytes()).as_ref(), text.as_bytes());
                }
            }
        }
    }

    #[test]
    fn texts_of_the_same_bytes_are_told_from_others() {
        for length in [0, 1, 15, 16, 17, 32, 40] {
            let text: Vec<u8> = (0..length).collect();
            assert!(same_bytes(&text, &text.clone()), "{length}");
            assert!(!same_bytes(&text, &[&text[..], b"x"].concat()), "{length}");
            for place in 0..text.len() {
                let mut other = text.clone();
                other[place] ^= 0x80;
                assert!(!same_bytes(&text, &other), "{length} {place}");
            }
        }
    }

    #[test]
    fn escaping_is_what_serde_json_writes() {
        let all: String = (0..0x300).filter_map(char::from_u32).chain(['\u{2028}', '\u{1f600}']).collect();
        let mut token = vec![b'"'];
        escape_into(all.as_bytes(), &mut token);
        token.push(b'"');
        assert_eq!(String::from_utf8(token).ok(), serde_json::to_string(&all).ok());
        assert_eq!(
            decode(serde_json::to_string(&all).unwrap_or_default().trim_matches('"').as_bytes()).len(),
            all.len()
        );
    }
}
