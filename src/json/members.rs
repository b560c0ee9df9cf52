//! The members of the object, or the items of the array, at the top of a text.

use std::ops::Range;

use super::careful::{check_encoding, member, value_end};
use super::error::{Expected, Fault, JsonError, fault};
use super::rewrite::Limits;
use super::scan::{byte, whitespace_end};
use super::text::decode;

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
    Reader::read(text, limits, |reader, place| match reader.first(place) {
        b'{' => reader.members(place, &mut |_, value| reader.skip(value)).map(|(found, end)| (Some(found), end)),
        _ => Ok((None, reader.skip(place)?)),
    })
}

/// The member that a name stands for among an object's: of one that occurs twice, the last.
pub(crate) fn last_named<'m, 'a>(members: &'m [Member<'a>], name: &str) -> Option<&'m Member<'a>> {
    members.iter().rev().find(|member| decode(member.name).as_ref() == name.as_bytes())
}

/// The value of an object's member; `None` where it is missing, and for what is no object.
pub(crate) fn member_value<'a>(object: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let members = members(object, Limits::default()).ok()??;
    last_named(&members, name).map(|member| member.value)
}

/// What is wrong with a text that has to be an object and is another kind of value.
pub(crate) fn not_an_object(text: &[u8]) -> JsonError {
    Fault { offset: whitespace_end(text, 0), expected: Expected::Object }.locate(text)
}

/// Where the items of the array that `text` is stand; `None` where it is another kind of value. The whole text is
/// validated in any case.
pub(crate) fn items(text: &[u8], limits: Limits) -> Result<Option<Vec<Range<usize>>>, JsonError> {
    Reader::read(text, limits, |reader, place| match reader.first(place) {
        b'[' => reader.items(place, &mut |item| reader.skip(item)).map(|(found, end)| (Some(found), end)),
        _ => Ok((None, reader.skip(place)?)),
    })
}

/// Reads a text level by level and each of its bytes once: whoever is handed a member or an item says whether it is skipped, or looks
/// inside it.
pub(crate) struct Reader<'a> {
    text: &'a [u8],
    depth: usize,
}

/// Where a value stands.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    at: usize,
    /// How many arrays and objects it is in.
    level: usize,
}

/// What was found in an object or array, and the offset behind it.
type Inside<T> = Result<(Vec<T>, usize), Fault>;

impl<'a> Reader<'a> {
    /// Reads the value that a text is: `whole` answers what it found, and the offset behind the value.
    pub(crate) fn read<T>(
        text: &'a [u8],
        limits: Limits,
        whole: impl FnOnce(&Self, Place) -> Result<(T, usize), Fault>,
    ) -> Result<T, JsonError> {
        let read = || {
            limits.admit(text.len())?;
            check_encoding(text, limits.depth)?;
            let (found, end) =
                whole(&Self { text, depth: limits.depth }, Place { at: whitespace_end(text, 0), level: 0 })?;
            let end = whitespace_end(text, end);
            if end == text.len() { Ok(found) } else { fault(end, Expected::End) }
        };
        read().map_err(|fault: Fault| fault.locate(text))
    }

    /// The first byte of a value; NUL where there is none.
    pub(crate) fn first(&self, place: Place) -> u8 {
        byte(self.text, place.at)
    }

    /// The offset behind a value.
    pub(crate) fn skip(&self, place: Place) -> Result<usize, Fault> {
        value_end(self.text, place.at, place.level, self.depth)
    }

    /// A value, and the offset behind it.
    pub(crate) fn value(&self, place: Place) -> Result<(&'a [u8], usize), Fault> {
        let end = self.skip(place)?;
        Ok((self.text.get(place.at..end).unwrap_or_default(), end))
    }

    /// What is wrong with a value that the grammar allows.
    pub(crate) fn refusal(&self, place: Place, expected: Expected) -> Fault {
        Fault { offset: place.at, expected }
    }

    /// The place of a value inside another one.
    fn inside(&self, outer: Place, at: usize) -> Result<Place, Fault> {
        if outer.level < self.depth {
            Ok(Place { at, level: outer.level + 1 })
        } else {
            fault(outer.at, Expected::Depth(self.depth))
        }
    }

    /// The members of the object at a place, whose brace was seen; `value` is handed the name of each, as it stands between its quotes, and
    /// answers the offset behind its value.
    pub(crate) fn members(
        &self,
        place: Place,
        value: &mut dyn FnMut(&'a [u8], Place) -> Result<usize, Fault>,
    ) -> Inside<Member<'a>> {
        let text = self.text;
        let mut found = Vec::new();
        let mut at = whitespace_end(text, self.inside(place, place.at + 1)?.at);
        if byte(text, at) == b'}' {
            return Ok((found, at + 1));
        }
        let mut expected = Expected::NameOrBrace;
        loop {
            let start = member(text, at, expected)?;
            let name = text.get(at + 1..start.name_end - 1).unwrap_or_default();
            let end = value(name, self.inside(place, start.value)?)?;
            found.push(Member { name, value: text.get(start.value..end).unwrap_or_default(), span: at..end });
            at = whitespace_end(text, end);
            match byte(text, at) {
                b',' => at = whitespace_end(text, at + 1),
                b'}' => return Ok((found, at + 1)),
                _ => return fault(at, Expected::CommaOrBrace),
            }
            expected = Expected::Name;
        }
    }

    /// Where the items of the array at a place stand, whose bracket was seen; `item` answers the offset behind each.
    pub(crate) fn items(
        &self,
        place: Place,
        item: &mut dyn FnMut(Place) -> Result<usize, Fault>,
    ) -> Inside<Range<usize>> {
        let text = self.text;
        let mut found = Vec::new();
        let mut at = whitespace_end(text, self.inside(place, place.at + 1)?.at);
        if byte(text, at) == b']' {
            return Ok((found, at + 1));
        }
        loop {
            if found.is_empty() && !starts_value(byte(text, at)) {
                return fault(at, Expected::ValueOrBracket);
            }
            let end = item(self.inside(place, at)?)?;
            found.push(at..end);
            at = whitespace_end(text, end);
            match byte(text, at) {
                b',' => at = whitespace_end(text, at + 1),
                b']' => return Ok((found, at + 1)),
                _ => return fault(at, Expected::CommaOrBracket),
            }
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
