//! Whether the content of a reply already says what its structuredContent says.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::incoming::text_blocks;
use super::lists::{Listed, Listing, Lists};
use super::object::object_of;
use super::reply::Text;
use super::said::Said;
use super::splice::Splice;
use super::texts::Texts;
use crate::json::{
    Limits, Member, Rules, Supplied, Told, decode, equal, in_order, inside_quotes, items, members, rewrite, same_bytes,
    without_columns,
};

/// What prunes both sides before they are compared: they say the same where they differ only in what goes anyway.
#[derive(Clone, Copy)]
pub(super) struct Pruning<'a> {
    pub(super) rules: &'a Rules,
    pub(super) supplied: Supplied<'a>,
    /// Whether texts that are JSON become compact, or became so in an earlier projection: then a string that is JSON is said by the text that
    /// became of it.
    pub(super) compacts_texts: bool,
    /// How lists are written, or were in an earlier projection.
    pub(super) lists: Lists,
}

/// A text that is JSON, as it can be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The text with lists of objects, where an earlier projection wrote columns.
    before: Option<Vec<u8>>,
    /// The text, or what it was before, compact and pruned.
    pub(super) pruned: Vec<u8>,
}

impl Reading {
    /// What the text of a block says, pruned, and with lists of objects as it was before that.
    pub(super) fn pruned_and_before<'s>(self, said: &'s Said<'_>) -> (Vec<u8>, Cow<'s, [u8]>) {
        (self.pruned, self.before.map_or_else(|| Cow::Borrowed(said.text()), Cow::Owned))
    }
}

/// So many times as many bytes as columns and the payload have together are looked at to find out what columns say.
const MOST_TIMES: usize = 16;

impl Pruning<'_> {
    /// The ways to read a text, as the columns that an earlier projection wrote and as it came; none for what is no JSON. It may say a payload of so
    /// many bytes.
    fn readings(&self, text: &[u8], payload: usize) -> Vec<Reading> {
        let as_it_came = self.of(text).map(|pruned| Reading { before: None, pruned });
        let before =
            if self.lists.as_columns { without_columns(text, MOST_TIMES * (text.len() + payload)) } else { Ok(None) };
        let as_columns = before.ok().flatten().and_then(|before| {
            let pruned = self.of(&before)?;
            Some(Reading { before: Some(before), pruned })
        });
        // Columns first: where they are part of a value that doesn't count, since its name comes again, the text says the payload either way.
        as_columns.into_iter().chain(as_it_came).collect()
    }

    /// A pruned text with its lists as they are to be written, and the text that it was before; `pointer` leads to it if anybody asks what was decided.
    pub(super) fn list(&self, pruned: Vec<u8>, before: &[u8], pointer: Option<&str>) -> Listed {
        match self.lists.as_columns {
            true => Listing::of(&pruned, before, self.rules).write(pruned, pointer),
            false => Listed::objects(pruned),
        }
    }

    /// What becomes of a text that is data, nothing where it isn't JSON with anything inside; `pointer` is as for [`list`](Self::list).
    ///
    /// Columns that an earlier projection would have written stay as they are. Whether it did can't be told: the server may have sent them.
    pub(super) fn list_data(&self, said: &Said<'_>, pointer: Option<&str>) -> Option<Listed> {
        if !matches!(said.first(), Some(b'{' | b'[')) {
            return None;
        }
        let text = said.text();
        if self.lists.as_columns
            && let Some(before) = without_columns(text, MOST_TIMES * text.len()).ok()?
        {
            let listed = self.list(self.of(&before)?, &before, None);
            if same_bytes(&listed.text, text) {
                return Some(listed);
            }
        }
        Some(self.list(self.of(text)?, text, pointer))
    }

    /// The text compact and pruned, if it is JSON.
    pub(super) fn of(&self, text: &[u8]) -> Option<Vec<u8>> {
        rewrite(text, self.rules, self.supplied, Limits::default()).ok()
    }

    /// What became of a string that is data, where texts become compact.
    fn of_string(&self, inside: &[u8]) -> Option<Vec<u8>> {
        if self.compacts_texts { self.list_data(&Said::new(inside), None).map(|listed| listed.text) } else { None }
    }

    /// Whether a text is the string of a token, given by what stands between its quotes, or what becomes of that string.
    fn is_text_of(&self, said: &Said<'_>, inside: &[u8]) -> bool {
        said.is(inside) || self.of_string(inside).is_some_and(|compact| same_bytes(&compact, said.text()))
    }

    /// The same for any of several texts.
    fn has_text_of(&self, texts: &Texts<'_, '_>, inside: &[u8]) -> bool {
        texts.have_string(inside) || self.of_string(inside).is_some_and(|compact| texts.have_text(&compact))
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
}

/// What else than its texts says how content may carry a payload.
#[derive(Clone, Copy)]
pub(super) struct Content<'a> {
    /// The reply's array of blocks.
    pub(super) json: Option<&'a [u8]>,
    /// Whether other blocks may stand behind those that carry the payload: what an earlier projection added does.
    pub(super) may_go_on: bool,
    /// The member that is to be sent as a document: where a block is that already, no other is taken for data.
    pub(super) sent: Option<&'a str>,
}

/// How the text blocks of a reply carry a payload.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Carry {
    /// A block is JSON and equals the payload, or its only member.
    Data(Data),
    /// Blocks equal strings of the payload, or mirror all content: the members that they carry. `None` stands for the payload itself, where it
    /// is a string. `is_all` says that it has no others.
    Documents { members: Option<Names>, is_all: bool },
    /// The blocks equal the items of the payload, or of its only member: for each block that is JSON, how it was read.
    Items { read: Vec<Option<Reading>> },
    /// Nothing carries it.
    Nothing,
}

/// A block that is JSON and equals a payload, or its only member.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Data {
    /// The block's number.
    pub(super) block: usize,
    pub(super) reading: Reading,
}

/// Members' decoded names, to look names up in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    in_order: Vec<Vec<u8>>,
}

impl Names {
    pub(super) fn of<'n>(names: impl Iterator<Item = Cow<'n, [u8]>>) -> Self {
        let in_order = in_order(names.map(|name| (name, 0)).collect());
        Self { in_order: in_order.into_iter().map(|(name, _)| name.into_owned()).collect() }
    }

    pub(super) fn contains(&self, name: &[u8]) -> bool {
        self.in_order.binary_search_by(|other| other.as_slice().cmp(name)).is_ok()
    }
}

const CONTENT: &[u8] = b"content";

/// How content carries a payload.
pub(super) fn carry(payload: &Asked<'_>, texts: &Texts<'_, '_>, content: Content<'_>) -> Carry {
    let is_sent = |carried: &Carry| match (carried, content.sent) {
        (Carry::Documents { members: Some(members), .. }, Some(sent)) => members.contains(sent.as_bytes()),
        _ => false,
    };
    let sent = || documents(payload, texts, content).filter(is_sent);
    content
        .sent
        .and_then(|_| sent())
        .or_else(|| data(payload, texts).map(Carry::Data))
        .or_else(|| documents(payload, texts, content))
        .or_else(|| carried_items(payload.only().unwrap_or(payload.json), texts, content.may_go_on, payload.pruning))
        .unwrap_or(Carry::Nothing)
}

/// Rule (a): a block is JSON and equals the payload, or its only member.
pub(super) fn data(payload: &Asked<'_>, texts: &Texts<'_, '_>) -> Option<Data> {
    // Each text is read at most once.
    let mut read: Vec<OnceCell<Vec<Reading>>> = texts.blocks.iter().map(|_| OnceCell::new()).collect();
    let block_that_says = |asked: &Asked<'_>| {
        let told = OnceCell::new();
        texts.blocks.iter().zip(&read).enumerate().find_map(|(number, (block, read))| {
            let said = &block.said;
            // Most texts that are no data show it in their first byte; a list may have become columns.
            let may_say = said.first().is_some_and(|first| {
                starts_alike(first, asked.json.first().copied()) || first == b'{' && payload.pruning.lists.as_columns
            });
            if !may_say || texts.are_few() && payload.holds(said) {
                return None;
            }
            let readings = read.get_or_init(|| payload.pruning.readings(said.text(), payload.json.len()));
            let is_told = |text: &[u8]| {
                let told = told.get_or_init(|| Told::read(asked.pruned())).as_ref();
                told.is_some_and(|told: &Told<'_>| told.is_said_by(text))
            };
            let says = |reading: &Reading| same_bytes(&reading.pruned, asked.pruned()) || is_told(&reading.pruned);
            readings.iter().position(says).map(|which| (number, which))
        })
    };
    let only = || block_that_says(&Asked::new(payload.only()?, payload.pruning));
    // What says all of it, as an earlier projection would have written it, comes before all that happens to say its only member.
    let (block, which) = block_that_says(payload).or_else(only)?;
    let reading = read.get_mut(block)?.take()?.into_iter().nth(which)?;
    Some(Data { block, reading })
}

/// Whether two values may be equal whose first bytes these are: numbers can be written in many ways.
fn starts_alike(left: u8, right: Option<u8>) -> bool {
    let kind = |byte: u8| if matches!(byte, b'-' | b'0'..=b'9') { b'0' } else { byte };
    right.is_some_and(|right| kind(left) == kind(right))
}

/// Rules (b) and (d): a block equals a string of the payload, byte for byte, or the payload's member `content` is the reply's.
fn documents(payload: &Asked<'_>, texts: &Texts<'_, '_>, content: Content<'_>) -> Option<Carry> {
    let Some(members) = payload.members() else {
        let inside = inside_quotes(payload.json)?;
        let is_carried = payload.pruning.has_text_of(texts, inside);
        return is_carried.then_some(Carry::Documents { members: None, is_all: true });
    };
    let mut carried = carried_strings(members, texts, content.sent, payload.pruning);
    if is_mirrored(members, content, payload.pruning) {
        carried.push(Cow::Borrowed(CONTENT));
    }
    let is_all = carried.len() == members.len();
    (!carried.is_empty()).then(|| Carry::Documents { members: Some(Names::of(carried.into_iter())), is_all })
}

/// The names of members whose strings are the texts of blocks. Of a name that occurs twice the last value counts. Of members with the same
/// string one is said, the one to be `sent` if it is among them: that the others have it too is said nowhere.
fn carried_strings<'m>(
    members: &'m [Member<'_>],
    texts: &Texts<'_, '_>,
    sent: Option<&str>,
    pruning: Pruning<'_>,
) -> Vec<Cow<'m, [u8]>> {
    let is_carried =
        |member: &Member<'_>| inside_quotes(member.value).is_some_and(|inside| pruning.has_text_of(texts, inside));
    let found: Vec<bool> = members.iter().map(is_carried).collect();
    if !found.contains(&true) {
        return Vec::new();
    }
    let names = in_order(members.iter().enumerate().map(|(number, member)| (decode(member.name), number)).collect());
    let mut names = names.into_iter().peekable();
    let mut carried = Vec::new();
    while let Some((name, number)) = names.next() {
        let is_last = names.peek().is_none_or(|(next, _)| *next != name);
        if is_last && found.get(number) == Some(&true) {
            carried.push((name, members.get(number).map_or(b"".as_slice(), |member| member.value)));
        }
    }
    let is_sent = |(name, _): &(Cow<'_, [u8]>, _)| sent.is_some_and(|sent| sent.as_bytes() == name.as_ref());
    if let Some(at) = carried.iter().position(is_sent) {
        let first = carried.remove(at);
        carried.insert(0, first);
    }
    let strings = in_order(carried.iter().enumerate().map(|(at, (_, value))| (decode(value), at)).collect());
    let mut is_repeated = vec![false; carried.len()];
    for ((one, _), (next, at)) in strings.iter().zip(strings.iter().skip(1)) {
        if let Some(mark) = is_repeated.get_mut(*at) {
            *mark = one == next;
        }
    }
    carried.into_iter().zip(is_repeated).filter(|(_, is_repeated)| !is_repeated).map(|((name, _), _)| name).collect()
}

/// Rule (c): the blocks equal the items of a list, one by one.
fn carried_items(list: &[u8], texts: &Texts<'_, '_>, may_go_on: bool, pruning: Pruning<'_>) -> Option<Carry> {
    let blocks = texts.blocks;
    if list.first() != Some(&b'[') || blocks.is_empty() {
        return None;
    }
    let items = items(list, Limits::default()).ok()??;
    // No blocks say nothing: that the list is empty would be lost.
    if items.is_empty() || items.len() > blocks.len() || items.len() < blocks.len() && !may_go_on {
        return None;
    }
    let mut read = Vec::new();
    for (item, block) in items.into_iter().zip(blocks) {
        let item = list.get(item)?;
        if inside_quotes(item).is_some_and(|inside| pruning.is_text_of(&block.said, inside)) {
            read.push(None);
            continue;
        }
        let (item, readings) = (pruning.of(item)?, pruning.readings(block.said.text(), item.len()));
        let told = OnceCell::new();
        let is_told =
            |text: &[u8]| told.get_or_init(|| Told::read(&item)).as_ref().is_some_and(|told| told.is_said_by(text));
        let says = |reading: &Reading| same_bytes(&item, &reading.pruned) || is_told(&reading.pruned);
        read.push(Some(readings.into_iter().find(says)?));
    }
    Some(Carry::Items { read })
}

/// Rule (d): the blocks of the payload's member `content` are the reply's first.
fn is_mirrored(members: &[Member<'_>], content: Content<'_>, pruning: Pruning<'_>) -> bool {
    let own = members.iter().rev().find(|member| decode(member.name).as_ref() == CONTENT);
    let lists = own.zip(content.json).filter(|(own, _)| own.value.first() == Some(&b'['));
    let Some((own, json)) = lists else { return false };
    let is_content = |own: &[u8]| same_bytes(own, json) || starts_with(json, own, content.may_go_on);
    // The reply's texts may have become compact before.
    let is_compact_content = || with_texts_compact(own.value, pruning).is_some_and(|own| is_content(&own));
    is_content(own.value) || pruning.compacts_texts && is_compact_content()
}

/// Whether the first blocks of a content are those of another.
fn starts_with(content: &[u8], own: &[u8], may_go_on: bool) -> bool {
    let read = |list| items(list, Limits::default()).ok().flatten();
    let (Some(blocks), Some(own_blocks)) = (read(content), read(own)) else { return false };
    let is_same = |(block, own_block): (&Range<usize>, &Range<usize>)| {
        content.get(block.clone()).zip(own.get(own_block.clone())).is_some_and(|(block, own)| equal(block, own))
    };
    // That there are none is said by no blocks alone, or by those that an earlier projection added.
    (may_go_on || own_blocks.is_empty() == blocks.is_empty())
        && own_blocks.len() <= blocks.len()
        && blocks.iter().zip(&own_blocks).all(is_same)
}

/// An array of blocks with what becomes of its texts that are data.
fn with_texts_compact<'a>(content: &'a [u8], pruning: Pruning<'_>) -> Option<Cow<'a, [u8]>> {
    let mut splice = Splice::new(content);
    for block in text_blocks(content)? {
        let Some(listed) = pruning.list_data(&block.said, None) else { continue };
        let mut token = Vec::new();
        Text::raw(listed.text).token_into(&mut token);
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

/// Whether a block says all members of a compact, pruned object already, whatever else it says.
pub(super) fn is_said(object: &[u8], texts: &Texts<'_, '_>, pruning: Pruning<'_>) -> bool {
    let told = OnceCell::new();
    texts.blocks.iter().filter(|block| block.said.first() == Some(b'{')).any(|block| {
        let is_part = |reading: &Reading| {
            let told = told.get_or_init(|| Told::read(object)).as_ref();
            told.is_some_and(|told: &Told<'_>| told.is_part_of(&reading.pruned))
        };
        pruning.readings(block.said.text(), object.len()).iter().any(is_part)
    })
}
