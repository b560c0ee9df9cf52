//! The texts of a reply's blocks, to look strings up among them.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::incoming::Block;
use crate::json::{decode, in_order, same_bytes};

/// The text blocks of a reply. A payload and its blocks may both be many: then a string is looked up in an order, and not one by one.
pub(super) struct Texts<'a, 'r> {
    pub(super) blocks: &'a [Block<'r>],
    in_order: OnceCell<Vec<(Cow<'a, [u8]>, usize)>>,
}

/// So many blocks at most are asked one by one, which asks for the text of those alone that might be the string.
const FEW: usize = 8;

impl<'a, 'r> Texts<'a, 'r> {
    pub(super) fn new(blocks: &'a [Block<'r>]) -> Self {
        Self { blocks, in_order: OnceCell::new() }
    }

    pub(super) fn are_few(&self) -> bool {
        self.blocks.len() <= FEW
    }

    /// Whether a block's text is the string of a token, given by what stands between its quotes.
    pub(super) fn have_string(&self, inside: &[u8]) -> bool {
        match self.are_few() {
            true => self.blocks.iter().any(|block| block.said.is(inside)),
            false => self.have_in_order(&decode(inside)),
        }
    }

    /// Whether a block's text is this one.
    pub(super) fn have_text(&self, text: &[u8]) -> bool {
        match self.are_few() {
            true => self.blocks.iter().any(|block| same_bytes(block.said.text(), text)),
            false => self.have_in_order(text),
        }
    }

    fn have_in_order(&self, text: &[u8]) -> bool {
        let numbered = || self.blocks.iter().enumerate().map(|(at, block)| (Cow::Borrowed(block.said.text()), at));
        let texts = self.in_order.get_or_init(|| in_order(numbered().collect()));
        texts.binary_search_by(|(other, _)| other.as_ref().cmp(text)).is_ok()
    }
}
