//! What a payload is said with, and how that gets into the content.

use std::borrow::Cow;

use super::{Filter, SaidAs};
use crate::json::{Rules, same_bytes};
use crate::projection::carry::{Pruning, Reading};
use crate::projection::lists::{Listed, NOTE};
use crate::projection::reply::Text;
use crate::projection::report::{Decision, rules, saved};

/// The texts of blocks that say something together.
#[derive(Default)]
pub(super) struct Written {
    texts: Vec<Text>,
    /// The first of them that has columns.
    columns: Option<usize>,
    /// What was decided about its lists.
    decisions: Vec<Decision>,
}

impl Written {
    fn add(&mut self, listed: Listed) {
        if listed.has_columns && self.columns.is_none() {
            self.columns = Some(self.texts.len());
        }
        self.texts.push(Text::raw(listed.text));
        self.decisions.extend(listed.decisions);
    }
}

impl From<Listed> for Written {
    fn from(listed: Listed) -> Self {
        let mut written = Self::default();
        written.add(listed);
        written
    }
}

impl<'a> Filter<'a, '_> {
    /// A pruned text, and what it was before, to which `pointer` leads.
    pub(super) fn text_written(&self, pruned: Vec<u8>, before: &[u8], pruning: Pruning<'_>, pointer: &str) -> Written {
        pruning.list(pruned, before, self.report.is_asked_for().then_some(pointer)).into()
    }

    /// The texts of blocks, of which the data weren't pruned.
    pub(super) fn blocks_written(&self, blocks: Vec<Text>, pruning: Pruning<'_>, pointer: &str) -> Written {
        let pruning = Pruning { rules: &Rules::default(), ..pruning };
        let mut written = Written::default();
        for block in blocks {
            match block {
                Text::Raw(text) => {
                    written.add(pruning.list(text, b"", self.report.is_asked_for().then_some(pointer)));
                }
                Text::Token(_) => written.texts.push(block),
            }
        }
        written
    }

    /// The text of a block as it was read.
    pub(super) fn read_written(&self, block: usize, reading: Reading, pruning: Pruning<'_>, pointer: &str) -> Written {
        let (pruned, before) = self.pruned_and_before(block, reading);
        self.text_written(pruned, &before, pruning, pointer)
    }

    /// What the text of a block says, pruned, and before that.
    pub(super) fn pruned_and_before(&self, block: usize, reading: Reading) -> (Vec<u8>, Cow<'a, [u8]>) {
        let reply = self.reply;
        reply.blocks.get(block).map(|block| reading.pruned_and_before(&block.said)).unwrap_or_default()
    }

    /// Gives a block the first of these texts, and adds the others: how the payload then is said, if anything changed.
    pub(super) fn set_block(&mut self, block: usize, written: Written) -> Option<SaidAs> {
        let Written { texts, columns, decisions } = written;
        let mut texts = texts.into_iter();
        let text = texts.next()?;
        let form = if matches!(text, Text::Raw(_)) { SaidAs::Data } else { SaidAs::Document };
        let old = self.reply.blocks.get(block)?;
        if let Text::Raw(new) = &text
            && same_bytes(old.said.text(), new)
        {
            return None;
        }
        self.report.add(|| decisions);
        if columns == Some(0) && self.takes_note() {
            self.changes.add_before(old.item, note());
        }
        self.changes.set_text(block, text);
        for (number, text) in texts.enumerate() {
            if columns == Some(number + 1) && self.takes_note() {
                self.changes.add_block(note());
            }
            self.changes.add_block(text);
        }
        Some(form)
    }

    /// Adds blocks with these texts. `pruning` answers what pruning took from what they say; it is asked whether the first of them is data.
    pub(super) fn add_blocks(
        &mut self,
        rule: &str,
        pointer: &str,
        reason: &str,
        written: Written,
        pruning: impl FnOnce(bool) -> Vec<Decision>,
    ) {
        let Written { texts, columns, decisions } = written;
        let is_data = matches!(texts.first(), Some(Text::Raw(_)));
        self.report.note_added(rule, pointer, reason, &texts, || [pruning(is_data), decisions].concat());
        for (number, text) in texts.into_iter().enumerate() {
            if columns == Some(number) && self.takes_note() {
                self.changes.add_block(note());
            }
            self.changes.add_block(text);
        }
    }

    /// Whether the reply now needs the sentence that says how to read columns; it is then to get it.
    fn takes_note(&mut self) -> bool {
        let takes_note = self.forms.lists.with_note && !std::mem::replace(&mut self.has_note, true);
        if takes_note {
            let bytes = saved(0, note().block_length() + 1);
            self.report.note(rules::LISTS, bytes, || ("/content".to_owned(), "it says how to read columns".to_owned()));
        }
        takes_note
    }
}

fn note() -> Text {
    Text::raw(NOTE.as_bytes().to_vec())
}
