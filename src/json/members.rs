//! The members of the object at the top of a text.

use super::error::{Expected, Fault, JsonError, fault};
use super::rewrite::Limits;
use super::scan::{Utf8, byte, whitespace_end};
use super::skip::{MemberStart, member, value_end};

/// One member of an object, as spans of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Member<'a> {
    /// The name as it stands between its quotes, escapes and all.
    pub(crate) name: &'a [u8],
    /// The value, with whatever whitespace it has inside.
    pub(crate) value: &'a [u8],
}

/// The members of the object that `text` is, in their order, duplicates included; `None` where it
/// is another kind of value. The whole text is validated in any case.
pub(crate) fn members(text: &[u8], limits: Limits) -> Result<Option<Vec<Member<'_>>>, JsonError> {
    limits.admit(text.len()).and_then(|()| read(text, limits.depth)).map_err(|fault| fault.locate(text))
}

fn read(text: &[u8], depth: usize) -> Result<Option<Vec<Member<'_>>>, Fault> {
    let start = whitespace_end(text, 0);
    let (found, end) = if byte(text, start) == b'{' && depth > 0 {
        let (found, end) = members_at(text, start, depth)?;
        (Some(found), end)
    } else {
        (None, value_end(text, start, 0, depth)?)
    };
    let end = whitespace_end(text, end);
    if end == text.len() { Ok(found) } else { fault(end, Expected::End) }
}

/// The members of the object whose brace stands at `start`, and the offset behind it.
fn members_at(text: &[u8], start: usize, depth: usize) -> Result<(Vec<Member<'_>>, usize), Fault> {
    let mut found = Vec::new();
    let mut at = whitespace_end(text, start + 1);
    if byte(text, at) == b'}' {
        return Ok((found, at + 1));
    }
    let mut expected = Expected::NameOrBrace;
    loop {
        let MemberStart { name_end, value } = member::<Utf8>(text, at, expected)?;
        let end = value_end(text, value, 1, depth)?;
        found.push(Member {
            name: text.get(at + 1..name_end - 1).unwrap_or_default(),
            value: text.get(value..end).unwrap_or_default(),
        });
        at = whitespace_end(text, end);
        match byte(text, at) {
            b',' => at = whitespace_end(text, at + 1),
            b'}' => return Ok((found, at + 1)),
            _ => return fault(at, Expected::CommaOrBrace),
        }
        expected = Expected::Name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_and_values(text: &str) -> Option<Vec<(String, String)>> {
        let own = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let found = members(text.as_bytes(), Limits::default()).ok()??;
        Some(found.iter().map(|member| (own(member.name), own(member.value))).collect())
    }

    #[test]
    fn members_come_in_order_with_duplicates() {
        let expected = [("a", "1"), (r"\u0062", "[ 2 ]"), ("a", "{}")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        assert_eq!(names_and_values(r#" { "a" : 1 , "\u0062":[ 2 ],"a":{} } "#), Some(expected));
        assert_eq!(names_and_values("{}"), Some(Vec::new()));
        assert_eq!(names_and_values("[{}]"), None);
    }

    #[test]
    fn a_fault_has_its_place() {
        for (text, offset, expected) in [
            ("{", 1, Expected::NameOrBrace),
            (r#"{"a""#, 4, Expected::Colon),
            (r#"{"a":}"#, 5, Expected::Value),
            (r#"{"a":1,}"#, 7, Expected::Name),
            (r#"{"a":1"#, 6, Expected::CommaOrBrace),
            (r#"{"a":1} x"#, 8, Expected::End),
            ("[1,]", 3, Expected::Value),
        ] {
            let error = members(text.as_bytes(), Limits::default()).map(|_| ()).expect_err(text);
            assert_eq!((error.offset(), error.expected()), (offset, expected), "{text}");
        }
        let shallow = Limits { depth: 2, ..Limits::default() };
        assert!(members(br#"{"a":[]}"#, shallow).is_ok());
        let error = members(br#"{"a":[[]]}"#, shallow).expect_err("three levels");
        assert_eq!((error.offset(), error.expected()), (6, Expected::Depth(2)));
    }
}
