//! The text of a string token, and the token of a text.

use std::borrow::Cow;
use std::collections::BinaryHeap;

use super::scan::plain_end;

/// The text of a valid string token without its quotes, in generalized UTF-8 (WTF-8): an escaped
/// surrogate without its partner, which no UTF-8 can hold, becomes its own three bytes. Two
/// tokens mean the same string exactly when these bytes are equal.
pub(crate) fn decode(token: &[u8]) -> Cow<'_, [u8]> {
    let first = backslash_or_end(token, 0);
    if first == token.len() {
        return Cow::Borrowed(token);
    }
    let mut text = Vec::with_capacity(token.len());
    let (mut kept_from, mut at) = (0, first);
    while at < token.len() {
        text.extend_from_slice(token.get(kept_from..at).unwrap_or_default());
        let rest = token.get(at + 1..).unwrap_or_default();
        let (unit, mut rest) = escape_value(rest);
        match unit {
            0xd800..=0xdbff => match low_surrogate(rest) {
                Some((low, tail)) => {
                    push_code_point(&mut text, 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
                    rest = tail;
                }
                None => push_code_point(&mut text, unit),
            },
            _ => push_code_point(&mut text, unit),
        }
        kept_from = token.len() - rest.len();
        at = backslash_or_end(token, kept_from);
    }
    text.extend_from_slice(token.get(kept_from..).unwrap_or_default());
    Cow::Owned(text)
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

/// The code unit that an escape means, and what follows it; `rest` starts behind the backslash.
fn escape_value(rest: &[u8]) -> (u32, &[u8]) {
    let Some((&kind, tail)) = rest.split_first() else { return (u32::from(b'\\'), rest) };
    let simple = match kind {
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => 0x0a,
        b'r' => 0x0d,
        b't' => 0x09,
        b'u' => {
            let (digits, tail) = tail.split_at(tail.len().min(4));
            let unit =
                digits.iter().fold(0, |unit, &digit| unit * 16 + char::from(digit).to_digit(16).unwrap_or_default());
            return (unit, tail);
        }
        other => u32::from(other),
    };
    (simple, tail)
}

/// The low surrogate that `rest` starts with, and what follows it.
fn low_surrogate(rest: &[u8]) -> Option<(u32, &[u8])> {
    let (unit, tail) = escape_value(rest.strip_prefix(br"\").filter(|rest| rest.first() == Some(&b'u'))?);
    matches!(unit, 0xdc00..=0xdfff).then_some((unit, tail))
}

/// Appends a code point, surrogates included, in generalized UTF-8.
fn push_code_point(text: &mut Vec<u8>, code_point: u32) {
    match char::from_u32(code_point) {
        Some(character) => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => {
            // A surrogate: the three-byte pattern, which `char` refuses to write.
            let continuation = |shift: u32| 0x80 | ((code_point >> shift) & 0x3f) as u8;
            text.extend_from_slice(&[0xe0 | (code_point >> 12) as u8, continuation(6), continuation(0)]);
        }
    }
}

/// Appends `text`, which is UTF-8, as the inside of a string token: what `JSON.stringify` writes
/// between the quotes.
pub(crate) fn escape_into(text: &[u8], token: &mut Vec<u8>) {
    let mut kept_from = 0;
    loop {
        let at = plain_end(text, kept_from).min(text.len());
        token.extend_from_slice(text.get(kept_from..at).unwrap_or_default());
        let Some(&byte) = text.get(at) else { return };
        let short = match byte {
            b'"' | b'\\' => byte,
            0x08 => b'b',
            0x09 => b't',
            0x0a => b'n',
            0x0c => b'f',
            0x0d => b'r',
            _ => b'u',
        };
        token.extend_from_slice(&[b'\\', short]);
        if short == b'u' {
            let hex = |nibble: u8| b"0123456789abcdef"[usize::from(nibble & 15)];
            token.extend_from_slice(&[b'0', b'0', hex(byte >> 4), hex(byte)]);
        }
        kept_from = at + 1;
    }
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
