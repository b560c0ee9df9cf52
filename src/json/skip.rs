//! Validates one value without writing anything.

use super::error::{Expected, Fault, fault};
use super::scan::{Encoding, Utf8, byte, scalar_end, string, whitespace_end};

/// What a skip works with, kept from one to the next to save allocations.
#[derive(Debug, Default)]
pub(super) struct Skipper {
    /// For each open array or object, whether it is an object.
    open: Vec<bool>,
}

impl Skipper {
    /// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all.
    pub(super) fn value_end<E: Encoding>(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        outer: usize,
        depth: usize,
    ) -> Result<usize, Fault> {
        if !matches!(byte(bytes, at), b'[' | b'{') {
            return scalar_end::<E>(bytes, at, Expected::Value);
        }
        let open = &mut self.open;
        open.clear();
        // Whether the innermost open array or object is an object, and whether nothing inside it was read yet.
        let (mut in_object, mut is_first) = (false, false);
        'value: loop {
            if in_object {
                at = name_end::<E>(bytes, at, if is_first { Expected::NameOrBrace } else { Expected::Name })?;
            }
            match byte(bytes, at) {
                b'"' => at = string::<E>(bytes, at)?.end,
                opening @ (b'[' | b'{') => {
                    if outer + open.len() >= depth {
                        return fault(at, Expected::Depth(depth));
                    }
                    at = whitespace_end(bytes, at + 1);
                    if byte(bytes, at) == opening + 2 {
                        at += 1;
                    } else {
                        in_object = opening == b'{';
                        is_first = true;
                        open.push(in_object);
                        continue 'value;
                    }
                }
                _ => {
                    let expected = if is_first && !in_object { Expected::ValueOrBracket } else { Expected::Value };
                    at = scalar_end::<E>(bytes, at, expected)?;
                }
            }
            loop {
                if open.is_empty() {
                    return Ok(at);
                }
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
                open.pop();
                in_object = open.last().is_some_and(|is_object| *is_object);
            }
        }
    }
}

/// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all.
pub(super) fn value_end(bytes: &[u8], at: usize, outer: usize, depth: usize) -> Result<usize, Fault> {
    Skipper::default().value_end::<Utf8>(bytes, at, outer, depth)
}

/// Behind the member name at `at`, its colon and the whitespace around that.
#[inline(always)]
pub(super) fn name_end<E: Encoding>(bytes: &[u8], at: usize, expected: Expected) -> Result<usize, Fault> {
    if byte(bytes, at) != b'"' {
        return fault(at, expected);
    }
    let at = whitespace_end(bytes, string::<E>(bytes, at)?.end);
    if byte(bytes, at) != b':' {
        return fault(at, Expected::Colon);
    }
    Ok(whitespace_end(bytes, at + 1))
}
