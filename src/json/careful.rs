//! Reads values with the one aim to say what is wrong, and where.
//!
//! The fast ways through a text, [`rewrite`](super::rewrite()) and [`skip`](super::skip), only know that they can't go on.

use super::error::{Expected, Fault, fault};
use super::nesting::Nesting;
use super::scan::{byte, closing_of, not_utf8, scalar, string, whitespace_end};

/// The first thing that is wrong with a text that isn't UTF-8: that, or what is wrong before.
pub(super) fn check_encoding(text: &[u8], depth: usize) -> Result<(), Fault> {
    let Some(offset) = not_utf8(text) else { return Ok(()) };
    let earlier = check_grammar(text, depth).err().filter(|fault| fault.offset <= offset);
    Err(earlier.unwrap_or(Fault { offset, expected: Expected::Utf8 }))
}

/// The first thing that is wrong with a text that is no JSON value or has more than `depth` levels.
pub(super) fn check_grammar(text: &[u8], depth: usize) -> Result<(), Fault> {
    let end = value_end(text, whitespace_end(text, 0), 0, depth)?;
    let end = whitespace_end(text, end);
    if end == text.len() { Ok(()) } else { fault(end, Expected::End) }
}

/// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all.
pub(super) fn value_end(bytes: &[u8], mut at: usize, outer: usize, depth: usize) -> Result<usize, Fault> {
    let mut open = Nesting::default();
    // Whether the innermost is an object, and whether nothing inside it was read yet.
    let (mut in_object, mut is_first) = (false, false);
    'value: loop {
        if in_object {
            at = member(bytes, at, if is_first { Expected::NameOrBrace } else { Expected::Name })?.value;
        }
        match byte(bytes, at) {
            opening @ (b'[' | b'{') => {
                if outer + open.level() >= depth {
                    return fault(at, Expected::Depth(depth));
                }
                at = whitespace_end(bytes, at + 1);
                if byte(bytes, at) == closing_of(opening) {
                    at += 1;
                } else {
                    in_object = opening == b'{';
                    is_first = true;
                    open.enter(in_object);
                    continue 'value;
                }
            }
            _ => {
                let is_item = is_first && !in_object;
                at = scalar(bytes, at, if is_item { Expected::ValueOrBracket } else { Expected::Value })?;
            }
        }
        while open.level() > 0 {
            at = whitespace_end(bytes, at);
            let next = byte(bytes, at);
            if next == b',' {
                at = whitespace_end(bytes, at + 1);
                is_first = false;
                continue 'value;
            }
            if next != if in_object { b'}' } else { b']' } {
                return fault(at, if in_object { Expected::CommaOrBrace } else { Expected::CommaOrBracket });
            }
            at += 1;
            in_object = open.leave() == Some(true);
        }
        return Ok(at);
    }
}

/// A member whose name was read, up to its value.
pub(super) struct MemberStart {
    /// Behind the name's closing quote.
    pub(super) name_end: usize,
    /// The value's first byte.
    pub(super) value: usize,
}

/// The member whose name stands at `at`.
pub(super) fn member(bytes: &[u8], at: usize, expected: Expected) -> Result<MemberStart, Fault> {
    if byte(bytes, at) != b'"' {
        return fault(at, expected);
    }
    let name_end = string(bytes, at)?;
    let at = whitespace_end(bytes, name_end);
    if byte(bytes, at) != b':' {
        return fault(at, Expected::Colon);
    }
    Ok(MemberStart { name_end, value: whitespace_end(bytes, at + 1) })
}
