//! Validates one value without writing anything.

use super::error::{Expected, Fault, fault};
use super::scan::{Encoding, Utf8, byte, closing_of, scalar_end, string, whitespace_end};

/// What a skip works with, kept from one value to the next to save allocations.
#[derive(Debug, Default)]
pub(super) struct Skipper {
    outer: Vec<u64>,
}

/// The arrays and objects that are open: a bit for each, set for an object.
struct Open<'a> {
    /// The bits of the innermost up to 64, the innermost the lowest.
    inner: u64,
    /// The bits of the others, 64 in each word.
    outer: &'a mut Vec<u64>,
    /// How many there are.
    level: usize,
}

impl Open<'_> {
    #[inline(always)]
    fn enter(&mut self, is_object: bool) {
        if self.level.is_multiple_of(64) && self.level > 0 {
            self.outer.push(self.inner);
        }
        self.inner = self.inner << 1 | u64::from(is_object);
        self.level += 1;
    }

    /// Leaves the innermost; answers whether the one around it is an object.
    #[inline(always)]
    fn leave(&mut self) -> bool {
        self.level -= 1;
        self.inner >>= 1;
        if self.level.is_multiple_of(64) {
            self.inner = self.outer.pop().unwrap_or(0);
        }
        self.inner & 1 == 1
    }
}

impl Skipper {
    /// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all.
    #[inline(never)]
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
        // A skip that failed may have left something.
        self.outer.clear();
        let mut open = Open { inner: 0, outer: &mut self.outer, level: 0 };
        // Whether the innermost is an object, and whether nothing inside it was read yet.
        let (mut in_object, mut is_first) = (false, false);
        'value: loop {
            if in_object {
                at = member::<E>(bytes, at, if is_first { Expected::NameOrBrace } else { Expected::Name })?.value;
            }
            match byte(bytes, at) {
                b'"' => at = string::<E>(bytes, at)?.end,
                opening @ (b'[' | b'{') => {
                    if outer + open.level >= depth {
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
                    let expected = if is_first && !in_object { Expected::ValueOrBracket } else { Expected::Value };
                    at = scalar_end::<E>(bytes, at, expected)?;
                }
            }
            while open.level > 0 {
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
                in_object = open.leave();
            }
            return Ok(at);
        }
    }
}

/// Behind the value that starts at `at`, inside `outer` arrays and objects of at most `depth` in all.
pub(super) fn value_end(bytes: &[u8], at: usize, outer: usize, depth: usize) -> Result<usize, Fault> {
    Skipper::default().value_end::<Utf8>(bytes, at, outer, depth)
}

/// A member whose name was read, up to its value.
pub(super) struct MemberStart {
    /// Behind the name's closing quote.
    pub(super) name_end: usize,
    /// The value's first byte.
    pub(super) value: usize,
}

/// The member whose name stands at `at`.
#[inline(always)]
pub(super) fn member<E: Encoding>(bytes: &[u8], at: usize, expected: Expected) -> Result<MemberStart, Fault> {
    if byte(bytes, at) != b'"' {
        return fault(at, expected);
    }
    let name_end = string::<E>(bytes, at)?.end;
    let at = whitespace_end(bytes, name_end);
    if byte(bytes, at) != b':' {
        return fault(at, Expected::Colon);
    }
    Ok(MemberStart { name_end, value: whitespace_end(bytes, at + 1) })
}
