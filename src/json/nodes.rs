//! A text read once into a flat list of values.
//!
//! For questions that look at the inside of a value again and again: whether two texts mean the same, what is missing from one
//! that the other has. Reading the texts themselves would look at the inside of an object again for each object around it.

use std::borrow::Cow;

use super::careful::{MemberStart, member};
use super::error::{Expected, Fault, fault};
use super::rewrite::Limits;
use super::scan::{byte, not_utf8, scalar, whitespace_end};
use super::text::{decode, in_order};

/// Out of line, like [`Nodes::read_name`], so that what scanning takes on the stack is taken once and not for each level.
#[inline(never)]
fn scalar_out_of_line(text: &[u8], start: usize) -> Result<usize, Fault> {
    scalar(text, start, Expected::Value)
}

/// A value, or a member's name, which stands right before its value.
pub(crate) struct Node {
    /// Where it starts in the text; an array or object is known by its bracket.
    start: usize,
    /// Behind it in the text.
    end: usize,
    /// The node that follows behind this one and all inside it.
    next: usize,
}

/// A text, read.
pub(crate) struct Nodes<'a> {
    text: &'a [u8],
    /// Each value before what is inside it.
    nodes: Vec<Node>,
}

impl<'a> Nodes<'a> {
    /// The value of a whole text is node 0; `None` for a text that is no JSON within the default limits.
    pub(crate) fn read(text: &'a [u8]) -> Option<Self> {
        let mut nodes = Self { text, nodes: Vec::new() };
        Limits::default().admit(text.len()).ok()?;
        if not_utf8(text).is_some() {
            return None;
        }
        let end = nodes.read_value(whitespace_end(text, 0), Limits::default().depth).ok()?;
        (whitespace_end(text, end) == text.len()).then_some(nodes)
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
        let MemberStart { name_end, value } = member(self.text, start, Expected::Name)?;
        self.nodes.push(Node { start, end: name_end, next: self.nodes.len() + 1 });
        Ok(value)
    }

    fn read_member(&mut self, start: usize, depth: usize) -> Result<usize, Fault> {
        let value = self.read_name(start)?;
        self.read_value(value, depth)
    }

    /// How many values and names there are.
    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Where a value or a member's name starts in the text, and where it ends.
    pub(crate) fn start(&self, number: usize) -> usize {
        self.nodes.get(number).map_or(0, |node| node.start)
    }

    pub(crate) fn end(&self, number: usize) -> usize {
        self.nodes.get(number).map_or(0, |node| node.end)
    }

    /// The text of a value or of a member's name, whose quotes belong to it.
    pub(crate) fn token(&self, number: usize) -> &'a [u8] {
        self.nodes.get(number).and_then(|node| self.text.get(node.start..node.end)).unwrap_or_default()
    }

    /// The node behind a value and all inside it.
    fn next(&self, number: usize) -> usize {
        self.nodes.get(number).map_or(number + 1, |node| node.next)
    }

    /// The items of an array, or the names of an object each followed by its value.
    pub(crate) fn inside(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.next(number);
        std::iter::successors(Some(number + 1), |at| Some(self.next(*at))).take_while(move |at| *at < end)
    }

    /// The members of an object, in the order of their names' texts: of a name that occurs twice, the last.
    pub(crate) fn members(&self, number: usize) -> Vec<(Cow<'a, [u8]>, usize)> {
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
}
