//! Whether the content of a reply already says what its structuredContent says.

use std::borrow::Cow;

use super::object::object_of;
use crate::json::{Limits, Member, Rules, Supplied, decode, equal, items, members, rewrite, says};

/// What prunes both sides before they are compared: they say the same where they differ only in what goes anyway.
#[derive(Clone, Copy)]
pub(super) struct Pruning<'a> {
    pub(super) rules: &'a Rules,
    pub(super) supplied: Supplied<'a>,
}

impl Pruning<'_> {
    /// The text compact and pruned, if it is JSON.
    pub(super) fn of(&self, text: &[u8]) -> Option<Vec<u8>> {
        rewrite(text, self.rules, self.supplied, Limits::default()).ok()
    }
}

/// How the text blocks of a reply carry a payload.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Carry {
    /// A block is JSON and equals the payload, or its only member: the block's number, and its text compact and pruned.
    Data { block: usize, pruned: Vec<u8> },
    /// Blocks equal strings of the payload, or mirror all content: the members that they carry, by their decoded names. `None` stands for the
    /// payload itself, where it is a string.
    Documents { members: Option<Vec<Vec<u8>>> },
    /// The blocks equal the items of the payload, or of its only member: for each block that is JSON, its text compact and pruned.
    Items { pruned: Vec<Option<Vec<u8>>> },
    /// Nothing carries it.
    Nothing,
}

/// How text blocks carry a payload, which is valid JSON; `pruned` is the payload compact and pruned, `content` the reply's array of blocks.
pub(super) fn carry(
    payload: &[u8],
    pruned: &[u8],
    content: Option<&[u8]>,
    blocks: &[Cow<'_, [u8]>],
    pruning: Pruning<'_>,
) -> Carry {
    let members = members(payload, Limits::default()).ok().flatten();
    let only = match members.as_deref() {
        Some([only]) => Some(only.value),
        _ => None,
    };
    if let Some(data) = data(pruned, only, blocks, pruning) {
        return data;
    }
    let documents = match &members {
        Some(members) => documents(members, blocks),
        None => inside_quotes(payload)
            .is_some_and(|inside| blocks.iter().any(|block| *block == decode(inside)))
            .then_some(Carry::Documents { members: None }),
    };
    documents
        .or_else(|| carried_items(only.unwrap_or(payload), blocks, pruning))
        .or_else(|| mirrored(members.as_deref()?, content?, blocks))
        .unwrap_or(Carry::Nothing)
}

/// Rule (a): a block is JSON and equals the payload, or its only member.
fn data(pruned: &[u8], only: Option<&[u8]>, blocks: &[Cow<'_, [u8]>], pruning: Pruning<'_>) -> Option<Carry> {
    let only = only.and_then(|only| pruning.of(only));
    let forms = [Some(pruned), only.as_deref()];
    blocks.iter().enumerate().find_map(|(block, text)| {
        // Most texts that are no data show it in their first byte.
        let first = text.iter().find(|byte| !byte.is_ascii_whitespace())?;
        let alike = |form: &&[u8]| starts_alike(*first, form.first().copied());
        if !forms.iter().flatten().any(alike) {
            return None;
        }
        let text = pruning.of(text)?;
        let is_form = |form: &[u8]| text == form || says(&text, form);
        let is_carried = forms.into_iter().flatten().filter(alike).any(is_form);
        is_carried.then_some(Carry::Data { block, pruned: text })
    })
}

/// Whether two values may be equal whose first bytes these are: numbers can be written in many ways.
fn starts_alike(left: u8, right: Option<u8>) -> bool {
    let kind = |byte: u8| if matches!(byte, b'-' | b'0'..=b'9') { b'0' } else { byte };
    right.is_some_and(|right| kind(left) == kind(right))
}

/// Rule (b): a block equals a string of the payload, byte for byte.
fn documents(members: &[Member<'_>], blocks: &[Cow<'_, [u8]>]) -> Option<Carry> {
    let carried = carried_strings(members, blocks);
    (!carried.is_empty()).then_some(Carry::Documents { members: Some(carried) })
}

/// The names of members whose strings are the texts of blocks. Of a name that occurs twice the last value counts.
fn carried_strings(members: &[Member<'_>], blocks: &[Cow<'_, [u8]>]) -> Vec<Vec<u8>> {
    let mut carried: Vec<Vec<u8>> = Vec::new();
    for (at, member) in members.iter().enumerate() {
        let Some(inside) = inside_quotes(member.value) else { continue };
        // A text has at most as many bytes as its token.
        if !blocks.iter().any(|block| block.len() <= inside.len() && *block == decode(inside)) {
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
fn carried_items(list: &[u8], blocks: &[Cow<'_, [u8]>], pruning: Pruning<'_>) -> Option<Carry> {
    let items = items(list, Limits::default()).ok()??;
    // No blocks say nothing: that the list is empty would be lost.
    if items.is_empty() || items.len() != blocks.len() {
        return None;
    }
    let mut pruned = Vec::new();
    for (item, block) in items.into_iter().zip(blocks) {
        let item = list.get(item)?;
        if inside_quotes(item).is_some_and(|inside| *block == decode(inside)) {
            pruned.push(None);
            continue;
        }
        let (item, text) = (pruning.of(item)?, pruning.of(block)?);
        if item != text && !says(&text, &item) {
            return None;
        }
        pruned.push(Some(text));
    }
    Some(Carry::Items { pruned })
}

/// Rule (d): the payload's member `content` equals the reply's.
fn mirrored(members: &[Member<'_>], content: &[u8], blocks: &[Cow<'_, [u8]>]) -> Option<Carry> {
    let own = members.iter().rev().find(|member| decode(member.name).as_ref() == b"content")?;
    if own.value != content && !equal(own.value, content) {
        return None;
    }
    let mut carried = carried_strings(members, blocks);
    carried.push(b"content".to_vec());
    Some(Carry::Documents { members: Some(carried) })
}

/// The members of a pruned payload that blocks don't carry, as an object; `None` where they carry all.
pub(super) fn remainder(pruned: &[u8], is_carried: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let members = members(pruned, Limits::default()).ok()??;
    let left: Vec<&Member<'_>> = members.iter().filter(|member| !is_carried(&decode(member.name))).collect();
    (!left.is_empty()).then(|| object_of(&left))
}

/// Whether a block says a compact, pruned value already.
pub(super) fn is_said(value: &[u8], blocks: &[Cow<'_, [u8]>], pruning: Pruning<'_>) -> bool {
    data(value, None, blocks, pruning).is_some()
}

/// What stands between the quotes of a string token.
pub(super) fn inside_quotes(value: &[u8]) -> Option<&[u8]> {
    value.strip_prefix(b"\"")?.strip_suffix(b"\"")
}
