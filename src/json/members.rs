//! The members of the object, or the items of the array, at the top of a text.

use std::ops::Range;

use super::error::{Expected, Fault, JsonError, fault};
use super::rewrite::Limits;
use super::scan::{Utf8, byte, whitespace_end};
use super::skip::{MemberStart, member, value_end};

/// One member of an object, as spans of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member<'a> {
    /// The name as it stands between its quotes, escapes and all.
    pub(crate) name: &'a [u8],
    /// The value, with whatever whitespace it has inside.
    pub(crate) value: &'a [u8],
    /// Where the member stands, from the name's opening quote to behind the value.
    pub(crate) span: Range<usize>,
}

impl Member<'_> {
    /// Where the value stands.
    pub(crate) fn value_span(&self) -> Range<usize> {
        self.span.end - self.value.len()..self.span.end
    }
}

/// The members of the object that `text` is, in their order, duplicates included; `None` where it
/// is another kind of value. The whole text is validated in any case.
pub(crate) fn members(text: &[u8], limits: Limits) -> Result<Option<Vec<Member<'_>>>, JsonError> {
    read(text, b'{', limits, members_at)
}

/// The members of the object that `text` has to be.
pub(crate) fn object(text: &[u8], limits: Limits) -> Result<Vec<Member<'_>>, JsonError> {
    let not_an_object = || Fault { offset: whitespace_end(text, 0), expected: Expected::Object };
    members(text, limits)?.ok_or_else(|| not_an_object().locate(text))
}

/// Where the items of the array that `text` is stand; `None` where it is another kind of value. The whole text is
/// validated in any case.
pub(crate) fn items(text: &[u8], limits: Limits) -> Result<Option<Vec<Range<usize>>>, JsonError> {
    read(text, b'[', limits, items_at)
}

/// What stands in an object or array, and the offset behind it.
type Inside<T> = Result<(Vec<T>, usize), Fault>;

fn read<'a, T>(
    text: &'a [u8],
    opening: u8,
    limits: Limits,
    inside: fn(&'a [u8], usize, usize) -> Inside<T>,
) -> Result<Option<Vec<T>>, JsonError> {
    let read = || {
        limits.admit(text.len())?;
        let start = whitespace_end(text, 0);
        let (found, end) = if byte(text, start) == opening && limits.depth > 0 {
            let (found, end) = inside(text, start, limits.depth)?;
            (Some(found), end)
        } else {
            (None, value_end(text, start, 0, limits.depth)?)
        };
        let end = whitespace_end(text, end);
        if end == text.len() { Ok(found) } else { fault(end, Expected::End) }
    };
    read().map_err(|fault: Fault| fault.locate(text))
}

/// The members of the object whose brace stands at `start`.
fn members_at(text: &[u8], start: usize, depth: usize) -> Inside<Member<'_>> {
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
            span: at..end,
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

/// The items of the array whose bracket stands at `start`.
fn items_at(text: &[u8], start: usize, depth: usize) -> Inside<Range<usize>> {
    let mut found = Vec::new();
    let mut at = whitespace_end(text, start + 1);
    if byte(text, at) == b']' {
        return Ok((found, at + 1));
    }
    loop {
        if found.is_empty() && !starts_value(byte(text, at)) {
            return fault(at, Expected::ValueOrBracket);
        }
        let end = value_end(text, at, 1, depth)?;
        found.push(at..end);
        at = whitespace_end(text, end);
        match byte(text, at) {
            b',' => at = whitespace_end(text, at + 1),
            b']' => return Ok((found, at + 1)),
            _ => return fault(at, Expected::CommaOrBracket),
        }
    }
}

fn starts_value(byte: u8) -> bool {
    matches!(byte, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')
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
    fn spans_say_where_things_stand() {
        let text = br#" { "a" : [ 1 ] ,"b":"x" } "#;
        let found = members(text, Limits::default()).ok().flatten().unwrap_or_default();
        let spans: Vec<_> = found.iter().map(|member| (member.span.clone(), member.value_span())).collect();
        assert_eq!(spans, [(3..14, 9..14), (16..23, 20..23)]);
        let of_items = |text: &str| items(text.as_bytes(), Limits::default()).ok().flatten();
        assert_eq!(of_items(r#" [ 1 ,{"a":[]}, "x"] "#), Some(vec![3..4, 6..14, 16..19]));
        assert_eq!(of_items("[ ]"), Some(Vec::new()));
        assert_eq!(of_items("{}"), None);
        for (text, offset, expected) in [
            ("[", 1, Expected::ValueOrBracket),
            ("[1,]", 3, Expected::Value),
            ("[1 2]", 3, Expected::CommaOrBracket),
            ("[1]]", 3, Expected::End),
            ("[[[]]", 5, Expected::CommaOrBracket),
        ] {
            let error = items(text.as_bytes(), Limits::default()).map(|_| ()).expect_err(text);
            assert_eq!((error.offset(), error.expected()), (offset, expected), "{text}");
        }
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
