//! Whether two texts mean the same value.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;

use super::nodes::Nodes;
use super::number::same_number;
use super::text::decode;

/// Whether two JSON texts are valid, within the default limits, and mean the same value: whitespace and the order of
/// members don't count, strings are compared by their text, of a name that occurs twice the last value counts.
/// Numbers are the same only when written the same, since `1` and `1.0` differ to some readers.
pub(crate) fn equal(left: &[u8], right: &[u8]) -> bool {
    match (Nodes::read(left), Told::read(right)) {
        (Some(left), Some(right)) => Sides { left, right: &right, strictness: Strictness::Exact }.equal(0, 0),
        _ => false,
    }
}

/// A JSON text that others may say as well, ready to be compared with many of them: no comparison takes longer than the other
/// text does, however long this one is.
pub(crate) struct Told<'a> {
    nodes: Nodes<'a>,
    /// For each node that is an object, its members in the order of their names, once they were asked for.
    members: OnceCell<Vec<OnceCell<Sorted<'a>>>>,
}

/// Members in the order of their names.
type Sorted<'a> = Vec<(Cow<'a, [u8]>, usize)>;

impl<'a> Told<'a> {
    /// `None` for a text that is no JSON within the default limits.
    pub(crate) fn read(text: &'a [u8]) -> Option<Self> {
        Some(Self { nodes: Nodes::read(text)?, members: OnceCell::new() })
    }

    /// Whether a text says the same, except that numbers are compared by their value, however two writers wrote it, and that a
    /// member of the text may also be null which this one has not, at any depth.
    pub(crate) fn is_said_by(&self, text: &[u8]) -> bool {
        Nodes::read(text).is_some_and(|left| Sides { left, right: self, strictness: Strictness::Told }.equal(0, 0))
    }

    /// The same, except that the text, an object as this one, may have any other members at its top.
    pub(crate) fn is_part_of(&self, text: &[u8]) -> bool {
        Nodes::read(text).is_some_and(|left| Sides { left, right: self, strictness: Strictness::Part }.equal(0, 0))
    }

    fn members(&self, object: usize) -> &[(Cow<'a, [u8]>, usize)] {
        let all = self.members.get_or_init(|| (0..self.nodes.count()).map(|_| OnceCell::new()).collect());
        all.get(object).map(|known| known.get_or_init(|| self.nodes.members(object)).as_slice()).unwrap_or_default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Exact,
    Told,
    Part,
}

/// How many bytes of a token one byte of a text takes at most.
const LONGEST_ESCAPE: usize = 6;

struct Sides<'a, 'r, 't> {
    left: Nodes<'a>,
    right: &'r Told<'t>,
    strictness: Strictness,
}

impl Sides<'_, '_, '_> {
    /// Whether two values are equal; it recurs once for each level.
    fn equal(&self, left: usize, right: usize) -> bool {
        let (token, other) = (self.left.token(left), self.right.nodes.token(right));
        match (token.first(), other.first()) {
            (Some(b'['), Some(b'[')) => self.items_equal(left, right),
            (Some(b'{'), Some(b'{')) => self.members_equal(left, right),
            (Some(b'"'), Some(b'"')) => {
                token == other || other.len() <= LONGEST_ESCAPE * token.len() && decode(token) == decode(other)
            }
            (Some(b'-' | b'0'..=b'9'), Some(b'-' | b'0'..=b'9')) if self.strictness != Strictness::Exact => {
                same_number(token, other)
            }
            _ => token == other,
        }
    }

    fn items_equal(&self, left: usize, right: usize) -> bool {
        let (mut items, mut others) = (self.left.inside(left), self.right.nodes.inside(right));
        loop {
            match (items.next(), others.next()) {
                (None, None) => return true,
                (Some(item), Some(other)) if self.equal(item, other) => {}
                _ => return false,
            }
        }
    }

    fn members_equal(&self, left: usize, right: usize) -> bool {
        if self.are_named_alike(left, right) {
            let (names, others) = (self.left.inside(left).step_by(2), self.right.nodes.inside(right).step_by(2));
            return names.zip(others).all(|(name, other)| self.equal(name + 1, other + 1));
        }
        let (members, others) = (self.left.members(left), self.right.members(right));
        // None of them is met twice.
        if others.len() > members.len() {
            return false;
        }
        let mut others = others.iter().peekable();
        for (name, value) in &members {
            // Both are in the order of their names.
            let met = others.next_if(|(other, _)| name.cmp(other) == Ordering::Equal);
            let is_accounted_for = match met {
                Some((_, other)) => self.equal(*value, *other),
                None => match self.strictness {
                    Strictness::Exact => false,
                    Strictness::Part if left == 0 => true,
                    Strictness::Told | Strictness::Part => self.left.token(*value) == b"null",
                },
            };
            if !is_accounted_for {
                return false;
            }
        }
        others.next().is_none()
    }

    /// Whether two objects have the same names in the same order, each once; where there are many names the answer may be no all the same.
    fn are_named_alike(&self, left: usize, right: usize) -> bool {
        let mut names: [&[u8]; 16] = [b""; 16];
        let mut tokens = self.left.inside(left).step_by(2);
        let mut others = self.right.nodes.inside(right).step_by(2);
        for known in 0..=names.len() {
            let (token, other) = match (tokens.next(), others.next()) {
                (None, None) => return true,
                (Some(token), Some(other)) => (self.left.token(token), self.right.nodes.token(other)),
                _ => return false,
            };
            // An escaped name may be the same as one that stands there without.
            if token != other || token.contains(&b'\\') || names.iter().take(known).any(|name| *name == token) {
                return false;
            }
            if let Some(place) = names.get_mut(known) {
                *place = token;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Told, equal};

    fn says(text: &[u8], other: &[u8]) -> bool {
        Told::read(other).is_some_and(|other| other.is_said_by(text))
    }

    #[test]
    fn layout_order_and_escapes_do_not_count() {
        for (left, right) in [
            ("1", " 1 "),
            (r#""\u0069d""#, r#""id""#),
            (r#""\ud83d\ude00""#, "\"\u{1f600}\""),
            (r#"{"a":[1,{"b":null}],"c":""}"#, r#"{ "c" : "", "\u0061" : [ 1, { "b" : null } ] }"#),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
            (r#"{"b":0,"a":1,"a":{"x":[],"y":{}}}"#, r#"{"a":{"y":{},"x":[]},"b":0}"#),
            ("[]", "[ ]"),
            ("{}", "{ }"),
        ] {
            assert!(equal(left.as_bytes(), right.as_bytes()), "{left} {right}");
            assert!(equal(right.as_bytes(), left.as_bytes()), "{right} {left}");
        }
    }

    #[test]
    fn values_that_differ_or_are_broken_are_not_equal() {
        for (left, right) in [
            ("1", "1.0"),
            ("1", "\"1\""),
            ("1", "12"),
            ("null", "nul"),
            ("[1,2]", "[2,1]"),
            ("[1]", "[1,1]"),
            ("[1,]", "[1]"),
            ("[]", "[1]"),
            ("[]", "{}"),
            ("{}", "{\"a\":1}"),
            ("{\"a\":1}", "{\"b\":1}"),
            ("{\"a\":1,}", "{\"a\":1}"),
            (r#""\ud83d""#, "\"\u{fffd}\""),
            ("[", "["),
            ("", ""),
        ] {
            assert!(!equal(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
        let deep = "[".repeat(1_000_000);
        assert!(!equal(deep.as_bytes(), deep.as_bytes()));
        let deepest = "[".repeat(512) + &"]".repeat(512);
        assert!(equal(deepest.as_bytes(), format!(" {deepest} ").as_bytes()));
        assert!(!equal(format!("[{deepest}]").as_bytes(), format!("[{deepest}]").as_bytes()));
    }

    #[test]
    fn a_text_says_what_another_says_but_for_layout_and_nulls() {
        for (left, right) in [
            (r#"{"a":1,"b":null}"#, r#"{"a":1}"#),
            (r#"[{"x":null}]"#, "[{}]"),
            (r#"{"b":null,"a":{"c":null,"d":[]}}"#, r#"{"a":{"d":[]}}"#),
            (r#"{"a":null}"#, r#"{"a":null}"#),
            (r#"[1e2,{"a":1.0}]"#, r#"[100.0,{"a":1}]"#),
        ] {
            assert!(says(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
        for (left, right) in [
            (r#"{"a":1}"#, r#"{"a":1,"b":null}"#),
            (r#"{"a":1,"b":0}"#, r#"{"a":1}"#),
            ("[null]", "[]"),
            (r#"{"a":null}"#, r#"{"a":1}"#),
            ("0", "-0"),
        ] {
            assert!(!says(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
    }

    #[test]
    fn a_part_is_said_among_other_members_at_the_top_alone() {
        let is_part =
            |part: &str, text: &str| Told::read(part.as_bytes()).is_some_and(|part| part.is_part_of(text.as_bytes()));
        assert!(is_part(r#"{"b":{"c":1},"a":[]}"#, r#"{"a":[],"x":{"y":0},"b":{"c":1.0,"d":null},"é":2}"#));
        assert!(is_part("{}", r#"{"a":1}"#));
        for (part, text) in [
            (r#"{"b":{"c":1}}"#, r#"{"b":{"c":1,"d":2}}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"x":2}"#),
            (r#"{"a":1}"#, r#"[{"a":1}]"#),
            (r#"{"a":1}"#, r#"{"a":1,"a":2}"#),
        ] {
            assert!(!is_part(part, text), "{part} {text}");
        }
    }

    #[test]
    fn members_of_one_order_are_compared_like_any() {
        let wide = |count: usize| {
            let members: Vec<String> = (0..count).map(|n| format!("\"m{n}\":{n}")).collect();
            format!("{{{}}}", members.join(","))
        };
        for count in [15, 16, 17, 40] {
            assert!(equal(wide(count).as_bytes(), wide(count).as_bytes()), "{count}");
            assert!(!equal(wide(count).as_bytes(), wide(count + 1).as_bytes()), "{count}");
        }
        // Of a name that occurs twice the value that counts is the last, on both sides and escaped or not.
        assert!(equal(br#"{"a":1,"a":2}"#, br#"{"a":3,"a":2}"#));
        assert!(!equal(br#"{"a":2,"a":1}"#, br#"{"a":2,"a":3}"#));
        assert!(equal(br#"{"\u0061":1,"a":2}"#, br#"{"\u0061":3,"a":2}"#));
    }
}
