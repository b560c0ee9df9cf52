//! Whether the content of a reply already says what its structuredContent says.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::incoming::{Block, text_blocks};
use super::object::object_of;
use super::reply::Text;
use super::said::Said;
use super::splice::Splice;
use crate::json::{Limits, Member, Rules, Supplied, decode, equal, items, members, rewrite, same_bytes, says};

/// What prunes both sides before they are compared: they say the same where they differ only in what goes anyway.
#[derive(Clone, Copy)]
pub(super) struct Pruning<'a> {
    pub(super) rules: &'a Rules,
    pub(super) supplied: Supplied<'a>,
    /// Whether texts that are JSON become compact, or became so in an earlier projection: then a string that is JSON is said by the text that
    /// became of it.
    pub(super) compacts_texts: bool,
}

impl Pruning<'_> {
    /// The text compact and pruned, if it is JSON.
    pub(super) fn of(&self, text: &[u8]) -> Option<Vec<u8>> {
        rewrite(text, self.rules, self.supplied, Limits::default()).ok()
    }

    /// What becomes of a text that is data: nothing where it isn't JSON with anything inside.
    pub(super) fn of_data(&self, said: &Said<'_>) -> Option<Vec<u8>> {
        if matches!(said.first(), Some(b'{' | b'[')) { self.of(said.text()) } else { None }
    }

    /// Whether a text is the string of a token, given by what stands between its quotes, or what becomes of that string.
    fn is_text_of(&self, said: &Said<'_>, inside: &[u8]) -> bool {
        said.is(inside)
            || self.compacts_texts
                && self.of_data(&Said::new(inside)).is_some_and(|compact| same_bytes(&compact, said.text()))
    }
}

/// A value that a reply is asked for, part of a text that was read, with what is only found out about it once somebody asks: for a long
/// one each answer takes about as long as reading the reply does.
pub(super) struct Asked<'a> {
    json: &'a [u8],
    pruning: Pruning<'a>,
    pruned: OnceCell<Vec<u8>>,
    members: OnceCell<Option<Vec<Member<'a>>>>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(json: &'a [u8], pruning: Pruning<'a>) -> Self {
        Self { json, pruning, pruned: OnceCell::new(), members: OnceCell::new() }
    }

    /// The same where its members are known.
    pub(super) fn with_members(json: &'a [u8], members: Option<&[Member<'a>]>, pruning: Pruning<'a>) -> Self {
        let known = OnceCell::from(members.map(<[_]>::to_vec));
        Self { members: known, ..Self::new(json, pruning) }
    }

    /// The value compact and pruned.
    pub(super) fn pruned(&self) -> &[u8] {
        // It is valid, so that nothing stands in the way.
        self.pruned.get_or_init(|| self.pruning.of(self.json).unwrap_or_else(|| self.json.to_vec()))
    }

    /// Its members, where it is an object.
    fn members(&self) -> Option<&[Member<'a>]> {
        self.members.get_or_init(|| members(self.json, Limits::default()).ok().flatten()).as_deref()
    }

    /// The value of its only member.
    fn only(&self) -> Option<&'a [u8]> {
        match self.members()? {
            [only] => Some(only.value),
            _ => None,
        }
    }

    /// Whether a text is known to be one of its strings. Then it can't be all of it too, unless a rule drops the string.
    fn holds(&self, said: &Said<'_>) -> bool {
        let strings =
            self.members.get().into_iter().flatten().flatten().filter_map(|member| inside_quotes(member.value));
        self.pruning.rules.is_empty() && { strings }.any(|inside| said.is(inside))
    }

    /// Whether a text says it that starts with this byte; `said` is the text compact and pruned, if it is JSON.
    fn is_said<'t>(&self, first: u8, said: impl Fn() -> Option<&'t [u8]>) -> bool {
        starts_alike(first, self.json.first().copied())
            && said().is_some_and(|said| same_bytes(said, self.pruned()) || says(said, self.pruned()))
    }
}

/// How the text blocks of a reply carry a payload.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Carry {
    /// A block is JSON and equals the payload, or its only member: the block's number, and its text compact and pruned.
    Data { block: usize, pruned: Vec<u8> },
    /// Blocks equal strings of the payload, or mirror all content: the members that they carry, by their decoded names. `None` stands for the
    /// payload itself, where it is a string. `is_all` says that it has no others.
    Documents { members: Option<Vec<Vec<u8>>>, is_all: bool },
    /// The blocks equal the items of the payload, or of its only member: for each block that is JSON, its text compact and pruned.
    Items { pruned: Vec<Option<Vec<u8>>> },
    /// Nothing carries it.
    Nothing,
}

const CONTENT: &[u8] = b"content";

/// How text blocks carry a payload; `content` is the reply's array of blocks.
pub(super) fn carry(payload: &Asked<'_>, content: Option<&[u8]>, blocks: &[Block<'_>]) -> Carry {
    data(payload, blocks)
        .or_else(|| documents(payload, content, blocks))
        .or_else(|| carried_items(payload.only().unwrap_or(payload.json), blocks, payload.pruning))
        .unwrap_or(Carry::Nothing)
}

/// Rule (a): a block is JSON and equals the payload, or its only member.
fn data(payload: &Asked<'_>, blocks: &[Block<'_>]) -> Option<Carry> {
    let only = OnceCell::new();
    blocks.iter().enumerate().find_map(|(block, Block { said, .. })| {
        let first = said.first().filter(|_| !payload.holds(said))?;
        let text = OnceCell::new();
        let read = || text.get_or_init(|| payload.pruning.of(said.text())).as_deref();
        let is_carried = payload.is_said(first, read)
            || only
                .get_or_init(|| payload.only().map(|only| Asked::new(only, payload.pruning)))
                .as_ref()
                .is_some_and(|only| only.is_said(first, read));
        if is_carried { text.into_inner().flatten().map(|pruned| Carry::Data { block, pruned }) } else { None }
    })
}

/// Whether two values may be equal whose first bytes these are: numbers can be written in many ways.
fn starts_alike(left: u8, right: Option<u8>) -> bool {
    let kind = |byte: u8| if matches!(byte, b'-' | b'0'..=b'9') { b'0' } else { byte };
    right.is_some_and(|right| kind(left) == kind(right))
}

/// Rules (b) and (d): a block equals a string of the payload, byte for byte, or the payload's member `content` is the reply's.
fn documents(payload: &Asked<'_>, content: Option<&[u8]>, blocks: &[Block<'_>]) -> Option<Carry> {
    let Some(members) = payload.members() else {
        let inside = inside_quotes(payload.json)?;
        let is_carried = blocks.iter().any(|block| payload.pruning.is_text_of(&block.said, inside));
        return is_carried.then_some(Carry::Documents { members: None, is_all: true });
    };
    let mut carried = carried_strings(members, blocks, payload.pruning);
    if content.is_some_and(|content| is_mirrored(members, content, payload.pruning)) {
        carried.push(CONTENT.to_vec());
    }
    let is_all = carried.len() == members.len();
    (!carried.is_empty()).then_some(Carry::Documents { members: Some(carried), is_all })
}

/// The names of members whose strings are the texts of blocks. Of a name that occurs twice the last value counts.
fn carried_strings(members: &[Member<'_>], blocks: &[Block<'_>], pruning: Pruning<'_>) -> Vec<Vec<u8>> {
    let mut carried: Vec<Vec<u8>> = Vec::new();
    for (at, member) in members.iter().enumerate() {
        let Some(inside) = inside_quotes(member.value) else { continue };
        if !blocks.iter().any(|block| pruning.is_text_of(&block.said, inside)) {
            continue;
        }
        let name = decode(member.name);
        if !members.iter().skip(at + 1).any(|later| decode(later.name) == name) {
            carried.push(name.into_owned());
        }
    }
    carried
}

/// Rule (c): the blocks equal the items of a list, one by one.
fn carried_items(list: &[u8], blocks: &[Block<'_>], pruning: Pruning<'_>) -> Option<Carry> {
    // No blocks say nothing: that the list is empty would be lost.
    if list.first() != Some(&b'[') || blocks.is_empty() {
        return None;
    }
    let items = items(list, Limits::default()).ok()??;
    if items.len() != blocks.len() {
        return None;
    }
    let mut pruned = Vec::new();
    for (item, Block { said, .. }) in items.into_iter().zip(blocks) {
        let item = list.get(item)?;
        if inside_quotes(item).is_some_and(|inside| pruning.is_text_of(said, inside)) {
            pruned.push(None);
            continue;
        }
        let (item, text) = (pruning.of(item)?, pruning.of(said.text())?);
        if !same_bytes(&item, &text) && !says(&text, &item) {
            return None;
        }
        pruned.push(Some(text));
    }
    Some(Carry::Items { pruned })
}

/// Rule (d): the payload's member `content` equals the reply's.
fn is_mirrored(members: &[Member<'_>], content: &[u8], pruning: Pruning<'_>) -> bool {
    let Some(own) = members.iter().rev().find(|member| decode(member.name).as_ref() == CONTENT) else { return false };
    let is_content = |own: &[u8]| same_bytes(own, content) || starts_with(content, own);
    // The reply's texts may have become compact before.
    let is_compact_content = || with_texts_compact(own.value, pruning).is_some_and(|own| is_content(&own));
    is_content(own.value) || pruning.compacts_texts && is_compact_content()
}

/// Whether the blocks of a payload are those of a content, behind which an earlier projection may have put the payload's other members.
fn starts_with(content: &[u8], own: &[u8]) -> bool {
    let blocks = |list| items(list, Limits::default()).ok().flatten();
    let (Some(blocks), Some(own_blocks)) = (blocks(content), blocks(own)) else { return false };
    let is_same = |(own_block, block): (&Range<usize>, &Range<usize>)| {
        own.get(own_block.clone()).zip(content.get(block.clone())).is_some_and(|(own, block)| equal(own, block))
    };
    // That there are none is said by no blocks alone.
    own_blocks.is_empty() == blocks.is_empty()
        && own_blocks.len() <= blocks.len()
        && own_blocks.iter().zip(&blocks).all(is_same)
}

/// An array of blocks with what becomes of its texts that are data.
fn with_texts_compact<'a>(content: &'a [u8], pruning: Pruning<'_>) -> Option<Cow<'a, [u8]>> {
    let mut splice = Splice::new(content);
    for block in text_blocks(content)? {
        let Some(compact) = pruning.of_data(&block.said) else { continue };
        let mut token = Vec::new();
        Text::raw(compact).token_into(&mut token);
        splice.replace(block.span, token);
    }
    Some(splice.finish())
}

/// The members of a pruned payload that blocks don't carry, as an object; `None` where they carry all.
pub(super) fn remainder(pruned: &[u8], is_carried: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let members = members(pruned, Limits::default()).ok()??;
    let left: Vec<&Member<'_>> = members.iter().filter(|member| !is_carried(&decode(member.name))).collect();
    (!left.is_empty()).then(|| object_of(&left))
}

/// Whether a block says all of a compact, pruned value already.
pub(super) fn is_said(value: &[u8], blocks: &[Block<'_>], pruning: Pruning<'_>) -> bool {
    let value = Asked { pruned: OnceCell::from(value.to_vec()), ..Asked::with_members(value, None, pruning) };
    data(&value, blocks).is_some()
}

/// What stands between the quotes of a string token.
pub(super) fn inside_quotes(value: &[u8]) -> Option<&[u8]> {
    value.strip_prefix(b"\"")?.strip_suffix(b"\"")
}
