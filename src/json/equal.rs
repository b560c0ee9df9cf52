//! Whether two texts mean the same value.
//!
//! Each text is first read once into a flat list of nodes. Comparing the texts themselves would look at the inside
//! of an object again for each object around it, as members can come in any order.

use std::borrow::Cow;

use super::error::{Expected, Fault, fault};
use super::rewrite::Limits;
use super::scan::{Utf8, byte, scalar_end, whitespace_end};
use super::skip::{MemberStart, member};
use super::text::{decode, in_order};

/// Out of line, like [`Nodes::read_name`], so that what scanning takes on the stack is taken once and not for each level.
#[inline(never)]
fn scalar_out_of_line(text: &[u8], start: usize) -> Result<usize, Fault> {
    scalar_end::<Utf8>(text, start, Expected::Value)
}

/// Whether two JSON texts are valid, within the default limits, and mean the same value: whitespace and the order of
/// members don't count, strings are compared by their text, of a name that occurs twice the last value counts.
/// Numbers are the same only when written the same, since `1` and `1.0` differ to some readers.
pub(crate) fn equal(left: &[u8], right: &[u8]) -> bool {
    match (Nodes::read(left), Nodes::read(right)) {
        (Ok(left), Ok(right)) => left.equals(0, &right, 0),
        _ => false,
    }
}

/// A value, or a member's name, which stands right before its value.
struct Node {
    /// Where it starts in the text; an array or object is known by its bracket.
    start: usize,
    /// Behind it in the text.
    end: usize,
    /// The node that follows behind this one and all inside it.
    next: usize,
}

/// A text, read.
struct Nodes<'a> {
    text: &'a [u8],
    /// Each value before what is inside it.
    nodes: Vec<Node>,
}

impl<'a> Nodes<'a> {
    fn read(text: &'a [u8]) -> Result<Self, Fault> {
        let mut nodes = Self { text, nodes: Vec::new() };
        let end = nodes.read_value(whitespace_end(text, 0), Limits::default().depth)?;
        let end = whitespace_end(text, end);
        if end == text.len() { Ok(nodes) } else { fault(end, Expected::End) }
    }

    /// Appends the value at `start` and all inside it; it recurs at most `depth` times.
    fn read_value(&mut self, start: usize, depth: usize) -> Result<usize, Fault> {
        let number = self.nodes.len();
        self.nodes.push(Node { start, end: start, next: number + 1 });
        let end = match byte(self.text, start) {
            b'[' => self.read_list(start, depth, b']', Self::read_value)?,
            b'{' => self.read_list(start, depth, b'}', Self::read_member)?,
            _ => scalar_out_of_line(self.text, start)?,
        };
        let next = self.nodes.len();
        if let Some(node) = self.nodes.get_mut(number) {
            (node.end, node.next) = (end, next);
        }
        Ok(end)
    }

    fn read_list(
        &mut self,
        start: usize,
        depth: usize,
        closing: u8,
        read_one: fn(&mut Self, usize, usize) -> Result<usize, Fault>,
    ) -> Result<usize, Fault> {
        let Some(depth) = depth.checked_sub(1) else { return fault(start, Expected::Depth(Limits::default().depth)) };
        let mut at = whitespace_end(self.text, start + 1);
        if byte(self.text, at) == closing {
            return Ok(at + 1);
        }
        loop {
            at = whitespace_end(self.text, read_one(self, at, depth)?);
            match byte(self.text, at) {
                b',' => at = whitespace_end(self.text, at + 1),
                last if last == closing => return Ok(at + 1),
                _ if closing == b']' => return fault(at, Expected::CommaOrBracket),
                _ => return fault(at, Expected::CommaOrBrace),
            }
        }
    }

    #[inline(never)]
    fn read_name(&mut self, start: usize) -> Result<usize, Fault> {
        let MemberStart { name_end, value } = member::<Utf8>(self.text, start, Expected::Name)?;
        self.nodes.push(Node { start, end: name_end, next: self.nodes.len() + 1 });
        Ok(value)
    }

    fn read_member(&mut self, start: usize, depth: usize) -> Result<usize, Fault> {
        let value = self.read_name(start)?;
        self.read_value(value, depth)
    }

    fn token(&self, number: usize) -> &'a [u8] {
        self.nodes.get(number).and_then(|node| self.text.get(node.start..node.end)).unwrap_or_default()
    }

    fn next(&self, number: usize) -> usize {
        self.nodes.get(number).map_or(number + 1, |node| node.next)
    }

    /// The items of an array, or the names of an object each followed by its value.
    fn inside(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.next(number);
        std::iter::successors(Some(number + 1), |at| Some(self.next(*at))).take_while(move |at| *at < end)
    }

    /// The members of an object, in the order of their names' texts: of a name that occurs twice, the last.
    fn members(&self, number: usize) -> Vec<(Cow<'a, [u8]>, usize)> {
        let names = self.inside(number).step_by(2).map(|name| (decode(self.token(name)), name + 1)).collect();
        let mut members = in_order(names);
        members.dedup_by(|later, kept| {
            let is_repeated = later.0 == kept.0;
            if is_repeated {
                kept.1 = later.1;
            }
            is_repeated
        });
        members
    }

    /// Whether two values are equal; it recurs once for each level.
    fn equals(&self, number: usize, other: &Nodes<'_>, other_number: usize) -> bool {
        let (token, other_token) = (self.token(number), other.token(other_number));
        match (token.first(), other_token.first()) {
            (Some(b'['), Some(b'[')) => {
                let (mut items, mut others) = (self.inside(number), other.inside(other_number));
                loop {
                    match (items.next(), others.next()) {
                        (None, None) => return true,
                        (Some(item), Some(other_item)) if self.equals(item, other, other_item) => {}
                        _ => return false,
                    }
                }
            }
            (Some(b'{'), Some(b'{')) => {
                let (members, others) = (self.members(number), other.members(other_number));
                members.len() == others.len()
                    && members.iter().zip(&others).all(|((name, value), (other_name, other_value))| {
                        name == other_name && self.equals(*value, other, *other_value)
                    })
            }
            (Some(b'"'), Some(b'"')) => token == other_token || decode(token) == decode(other_token),
            _ => token == other_token,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::equal;

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
}
