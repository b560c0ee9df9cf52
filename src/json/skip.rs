//! Validates one value without writing anything.

use super::error::{Expected, Fault, fault};
use super::scan::{byte, scalar_end, string, whitespace_end};

/// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all.
pub(super) fn value_end(bytes: &[u8], mut at: usize, outer: usize, depth: usize) -> Result<usize, Fault> {
    // For each open array or object, whether it is an object.
    let mut open: Vec<bool> = Vec::new();
    let mut expected = Expected::Value;
    'value: loop {
        match byte(bytes, at) {
            opening @ (b'[' | b'{') => {
                if outer + open.len() >= depth {
                    return fault(at, Expected::Depth(depth));
                }
                let is_object = opening == b'{';
                at = whitespace_end(bytes, at + 1);
                match byte(bytes, at) {
                    b'}' if is_object => at += 1,
                    b']' if !is_object => at += 1,
                    _ => {
                        open.push(is_object);
                        expected = Expected::ValueOrBracket;
                        if is_object {
                            at = name_end(bytes, at, Expected::NameOrBrace)?;
                            expected = Expected::Value;
                        }
                        continue 'value;
                    }
                }
            }
            _ => at = scalar_end(bytes, at, expected)?,
        }
        loop {
            let Some(&is_object) = open.last() else { return Ok(at) };
            at = whitespace_end(bytes, at);
            match (byte(bytes, at), is_object) {
                (b',', _) => {
                    at = whitespace_end(bytes, at + 1);
                    if is_object {
                        at = name_end(bytes, at, Expected::Name)?;
                    }
                    expected = Expected::Value;
                    continue 'value;
                }
                (b']', false) | (b'}', true) => {
                    at += 1;
                    open.pop();
                }
                (_, false) => return fault(at, Expected::CommaOrBracket),
                (_, true) => return fault(at, Expected::CommaOrBrace),
            }
        }
    }
}

/// Behind the member name at `at`, its colon and the whitespace around that.
pub(super) fn name_end(bytes: &[u8], at: usize, expected: Expected) -> Result<usize, Fault> {
    if byte(bytes, at) != b'"' {
        return fault(at, expected);
    }
    let at = whitespace_end(bytes, string(bytes, at)?.end);
    if byte(bytes, at) != b':' {
        return fault(at, Expected::Colon);
    }
    Ok(whitespace_end(bytes, at + 1))
}
