//! Uniform lists as columns, in the texts that a projection writes.

use super::report::{Decision, pointer_into, rules};
use crate::json::{
    Change, Columns, Limits, Nodes, Rules, columns, decode, inside_quotes, may_have_columns, member_value,
    prefix_lengths, rewrite,
};

/// How to read columns, for models that never saw any.
pub(super) const NOTE: &str = "Lists are written as {\"columns\":[names],\"rows\":[[values],…]}: each row is an object, its values in the order of the names.";

/// How the lists of texts are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists {
    /// Whether uniform ones become columns.
    pub(super) as_columns: bool,
    /// Whether a block of its own says how to read columns, where there are any.
    pub(super) with_note: bool,
}

/// How a compact text is written whose uniform lists become columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    /// The compact text from which pruning made it, if that took anything.
    source: Option<Vec<u8>>,
}

/// A text as it is written.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) text: Vec<u8>,
    /// Whether it has columns.
    pub(super) has_columns: bool,
    /// What was decided, if anybody asked.
    pub(super) decisions: Vec<Decision>,
}

impl Listed {
    /// A text that has all its lists as objects.
    pub(super) fn objects(text: Vec<u8>) -> Self {
        Self { text, has_columns: false, decisions: Vec::new() }
    }
}

impl Listing {
    /// For a pruned text, and the text in any layout that it was before.
    pub(super) fn of(pruned: &[u8], before: &[u8], rules: &Rules) -> Self {
        if rules.is_empty() || !may_have_columns(pruned) {
            return Self::default();
        }
        let compact = rewrite(before, &Rules::default(), None, Limits::default()).ok();
        Self { source: compact.filter(|compact| compact.len() != pruned.len()) }
    }

    fn columns(&self, text: &[u8]) -> Option<Columns> {
        columns(text, self.source.as_deref())
    }

    /// How long a text is with its lists as columns.
    pub(super) fn length(&self, text: &[u8]) -> usize {
        self.columns(text).map_or(text.len(), |columns| columns.text.len())
    }

    /// How long the list is that is a member of an object, for each number of its first items.
    pub(super) fn prefix_lengths(&self, name: &[u8], list: &[u8]) -> Vec<usize> {
        let source = self.source.as_deref().and_then(|source| member_value(source, std::str::from_utf8(name).ok()?));
        prefix_lengths(list, source)
    }

    /// A text as it is written, to which `pointer` leads if anybody asks.
    pub(super) fn write(&self, text: Vec<u8>, pointer: Option<&str>) -> Listed {
        let Some(Columns { text: written, changes }) = self.columns(&text) else { return Listed::objects(text) };
        let has_columns = changes.iter().any(|change| change.rows.is_some());
        let decisions = pointer.map_or_else(Vec::new, |pointer| decisions(&text, &changes, pointer));
        Listed { text: written, has_columns, decisions }
    }
}

/// One decision for each list that became columns, and for each object that would be taken for columns.
fn decisions(text: &[u8], changes: &[Change], pointer: &str) -> Vec<Decision> {
    let Some(nodes) = Nodes::read(text) else { return Vec::new() };
    let mut explanation = Explanation { nodes, changes: changes.iter().peekable(), decisions: Vec::new() };
    explanation.value(0, pointer);
    explanation.decisions
}

struct Explanation<'a> {
    nodes: Nodes<'a>,
    /// In the order of the text.
    changes: std::iter::Peekable<std::slice::Iter<'a, Change>>,
    decisions: Vec<Decision>,
}

impl Explanation<'_> {
    /// Looks for changes in a value; it recurs once for each level.
    fn value(&mut self, value: usize, pointer: &str) {
        if let Some(change) = self.changes.next_if(|change| change.start == self.nodes.start(value)) {
            let reason = match change.rows {
                Some(rows) => format!("{rows} rows became columns"),
                None => "it would be taken for columns".to_owned(),
            };
            self.decisions.push(Decision::new(rules::LISTS, pointer.to_owned(), change.saved, &reason));
        }
        let has_change = |explanation: &mut Self| {
            let end = explanation.nodes.end(value);
            explanation.changes.peek().is_some_and(|change| change.start < end)
        };
        if !has_change(self) {
            return;
        }
        let is_object = self.nodes.token(value).starts_with(b"{");
        let inside: Vec<usize> = self.nodes.inside(value).collect();
        for (number, node) in inside.into_iter().enumerate() {
            let step = match is_object {
                // Names and values take turns.
                true if number % 2 == 0 => continue,
                true => {
                    let name = decode(self.nodes.token(node - 1)).into_owned();
                    pointer_into(pointer, inside_quotes(&name).unwrap_or(&name))
                }
                false => format!("{pointer}/{number}"),
            };
            self.value(node, &step);
        }
    }
}
