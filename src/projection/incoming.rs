//! A reply that somebody else built, as spans of its text.

use std::borrow::Cow;
use std::ops::Range;

use super::object::object_with;
use super::reply::Text;
use super::said::Said;
use super::splice::Splice;
use crate::json::{
    Fault, JsonError, Limits, Member, Place, Reader, decode, inside_quotes, last_named, member_value, members,
    not_an_object, same_bytes,
};

/// A reply that was read.
pub(super) struct Incoming<'a> {
    pub(super) text: &'a [u8],
    pub(super) members: Vec<Member<'a>>,
    /// Where the content's items stand in the text; `None` where the reply has no content.
    items: Option<Vec<Range<usize>>>,
    /// The text blocks, but for one that was set apart.
    pub(super) blocks: Vec<Block<'a>>,
    /// The item of the content that was set apart.
    pub(super) note: Option<usize>,
    /// The members of structuredContent, where it is an object.
    pub(super) structured_members: Option<Vec<Member<'a>>>,
}

/// A content block that has text.
pub(super) struct Block<'a> {
    /// Which item of the content it is.
    pub(super) item: usize,
    /// Where the text's token stands, quotes included.
    pub(super) span: Range<usize>,
    pub(super) said: Said<'a>,
}

/// Why a reply is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Untouched {
    /// It isn't complete, or stands for a task.
    NotComplete,
    /// Its content is no array.
    NoContent,
}

impl Untouched {
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::NotComplete => "the reply isn't complete, or it stands for a task",
            Self::NoContent => "its content is no array",
        }
    }
}

impl<'a> Incoming<'a> {
    pub(super) fn read(text: &'a [u8]) -> Result<Result<Self, Untouched>, JsonError> {
        let (mut content, mut structured) = (None, None);
        let members = Reader::read(text, Limits::default(), |reader, place| {
            if reader.first(place) != b'{' {
                return Ok((None, reader.skip(place)?));
            }
            let (members, end) = reader.members(place, &mut |name, value| {
                // Of a name that occurs twice the last value counts.
                match (decode(name).as_ref(), reader.first(value)) {
                    (b"content", b'[') => {
                        let (read, end) = Content::read(reader, value)?;
                        content = Some(read);
                        Ok(end)
                    }
                    (b"structuredContent", b'{') => {
                        let (members, end) = reader.members(value, &mut |_, value| reader.skip(value))?;
                        structured = Some(members);
                        Ok(end)
                    }
                    (b"content", _) => {
                        content = None;
                        reader.skip(value)
                    }
                    (b"structuredContent", _) => {
                        structured = None;
                        reader.skip(value)
                    }
                    _ => reader.skip(value),
                }
            })?;
            Ok((Some(members), end))
        })?;
        let Some(members) = members else { return Err(not_an_object(text)) };
        let mut incoming =
            Self { text, members, items: None, blocks: Vec::new(), note: None, structured_members: structured };
        let is_complete = incoming.value("resultType").is_none_or(|kind| decode(kind).as_ref() == b"\"complete\"");
        if !is_complete || incoming.value("task").is_some_and(|task| member_value(task, "taskId").is_some()) {
            return Ok(Err(Untouched::NotComplete));
        }
        match content {
            Some(Content { items, blocks }) => (incoming.items, incoming.blocks) = (Some(items), blocks),
            None if incoming.member("content").is_some() => return Ok(Err(Untouched::NoContent)),
            None => {}
        }
        Ok(Ok(incoming))
    }

    /// The member of this name: of one that occurs twice, the last.
    pub(super) fn member(&self, name: &str) -> Option<&Member<'a>> {
        self.members.iter().rev().find(|member| decode(member.name).as_ref() == name.as_bytes())
    }

    pub(super) fn value(&self, name: &str) -> Option<&'a [u8]> {
        self.member(name).map(|member| member.value)
    }

    /// Sets a block with this text apart, which an earlier projection added: it says nothing of the payload.
    pub(super) fn set_note_apart(&mut self, text: &[u8]) {
        if let Some(at) = self.blocks.iter().position(|block| same_bytes(block.said.text(), text)) {
            self.note = Some(self.blocks.remove(at).item);
        }
    }

    /// The array of content blocks, without the one that was set apart.
    pub(super) fn content(&self) -> Option<Cow<'a, [u8]>> {
        let content = self.member("content")?;
        let (Some(note), Some(items)) = (self.note, &self.items) else { return Some(Cow::Borrowed(content.value)) };
        let kept = items.iter().enumerate().filter(|(number, _)| *number != note);
        let kept: Vec<&[u8]> = kept.filter_map(|(_, item)| self.text.get(item.clone())).collect();
        Some(Cow::Owned([b"[".as_slice(), &kept.join(&b","[..]), b"]"].concat()))
    }

    /// The structuredContent, where there is one that says something.
    pub(super) fn structured(&self) -> Option<&'a [u8]> {
        self.value(STRUCTURED).filter(|value| *value != b"null")
    }
}

const STRUCTURED: &str = "structuredContent";

/// The array of a reply's content blocks.
struct Content<'a> {
    items: Vec<Range<usize>>,
    blocks: Vec<Block<'a>>,
}

impl<'a> Content<'a> {
    /// What stands at the place of an array, and the offset behind it.
    fn read(reader: &Reader<'a>, place: Place) -> Result<(Self, usize), Fault> {
        let (mut blocks, mut item) = (Vec::new(), 0);
        let (items, end) = reader.items(place, &mut |place| {
            let end = if reader.first(place) == b'{' {
                let (members, end) = reader.members(place, &mut |_, value| reader.skip(value))?;
                blocks.extend(block(item, &members));
                end
            } else {
                reader.skip(place)?
            };
            item += 1;
            Ok(end)
        })?;
        Ok((Self { items, blocks }, end))
    }
}

/// The text blocks of an array of blocks, which stands alone.
pub(super) fn text_blocks(content: &[u8]) -> Option<Vec<Block<'_>>> {
    Reader::read(content, Limits::default(), |reader, place| match reader.first(place) {
        b'[' => Content::read(reader, place).map(|(content, end)| (Some(content.blocks), end)),
        _ => Ok((None, reader.skip(place)?)),
    })
    .ok()?
}

/// The block with these members, where it is one of text.
fn block<'a>(item: usize, members: &[Member<'a>]) -> Option<Block<'a>> {
    if decode(last_named(members, "type")?.value).as_ref() != b"\"text\"" {
        return None;
    }
    let member = last_named(members, "text")?;
    let inside = inside_quotes(member.value)?;
    Some(Block { item, span: member.value_span(), said: Said::new(inside) })
}

/// What changes of a reply; everything else of it stays byte for byte.
#[derive(Default)]
pub(super) struct Changes {
    /// What a block's text becomes, by the number of the block.
    texts: Vec<(usize, Text)>,
    added: Vec<Text>,
    /// A block that is added in front of an item of the content.
    added_before: Option<(usize, Text)>,
    structured: Option<Structured>,
    is_error: bool,
    /// What a member of `_meta` becomes.
    meta: Option<(&'static [u8], Vec<u8>)>,
}

enum Structured {
    Goes,
    Becomes(Vec<u8>),
}

impl Changes {
    /// Gives a block another text.
    pub(super) fn set_text(&mut self, block: usize, text: Text) {
        self.texts.push((block, text));
    }

    /// Adds a block behind all others.
    pub(super) fn add_block(&mut self, text: Text) {
        self.added.push(text);
    }

    /// Adds a block in front of an item of the content.
    pub(super) fn add_before(&mut self, item: usize, text: Text) {
        self.added_before = Some((item, text));
    }

    pub(super) fn remove_structured(&mut self) {
        self.structured = Some(Structured::Goes);
    }

    pub(super) fn set_structured(&mut self, json: Vec<u8>) {
        self.structured = Some(Structured::Becomes(json));
    }

    /// Flags the reply as an error.
    pub(super) fn set_error(&mut self) {
        self.is_error = true;
    }

    pub(super) fn set_meta(&mut self, name: &'static [u8], value: Vec<u8>) {
        self.meta = Some((name, value));
    }

    /// The changed reply.
    pub(super) fn apply<'a>(self, reply: &Incoming<'a>) -> Cow<'a, [u8]> {
        let mut splice = Splice::new(reply.text);
        // Members that the reply hasn't got yet, without their commas.
        let mut new_members: Vec<Vec<u8>> = Vec::new();
        for (block, text) in self.texts {
            let Some(block) = reply.blocks.get(block) else { continue };
            let mut token = Vec::new();
            text.token_into(&mut token);
            splice.replace(block.span.clone(), token);
        }
        if let Some((item, text)) = self.added_before
            && let Some(item) = reply.items.iter().flatten().nth(item)
        {
            let mut block = Vec::new();
            text.block_into(&mut block);
            block.push(b',');
            splice.replace(item.start..item.start, block);
        }
        if !self.added.is_empty() {
            let mut blocks = Vec::new();
            for text in &self.added {
                if !blocks.is_empty() {
                    blocks.push(b',');
                }
                text.block_into(&mut blocks);
            }
            match (reply.member("content"), &reply.items) {
                (Some(content), Some(items)) => {
                    let at = items.last().map_or(content.value_span().start + 1, |last| last.end);
                    if !items.is_empty() {
                        blocks.insert(0, b',');
                    }
                    splice.replace(at..at, blocks);
                }
                _ => new_members.push([b"\"content\":[".as_slice(), &blocks, b"]"].concat()),
            }
        }
        let mut structured_goes = false;
        match self.structured {
            None => {}
            Some(Structured::Goes) => structured_goes = true,
            Some(Structured::Becomes(json)) => match reply.member(STRUCTURED) {
                Some(member) => splice.replace(member.value_span(), json),
                None => new_members.push([b"\"structuredContent\":".as_slice(), &json].concat()),
            },
        }
        if self.is_error {
            match reply.member("isError") {
                Some(member) => splice.replace(member.value_span(), b"true".to_vec()),
                None => new_members.push(b"\"isError\":true".to_vec()),
            }
        }
        if let Some((name, value)) = self.meta {
            set_meta(reply, &mut splice, &mut new_members, name, &value);
        }
        let goes = |member: &Member<'_>| structured_goes && decode(member.name).as_ref() == STRUCTURED.as_bytes();
        splice.take_out(&reply.members, goes);
        add_members(reply, &mut splice, new_members, reply.members.iter().any(|member| !goes(member)));
        splice.finish()
    }
}

fn set_meta(reply: &Incoming<'_>, splice: &mut Splice<'_>, new_members: &mut Vec<Vec<u8>>, name: &[u8], value: &[u8]) {
    let Some(meta) = reply.member("_meta") else {
        new_members.push([b"\"_meta\":".as_slice(), &object_with(name, value)].concat());
        return;
    };
    // One that is no object has no members to add to.
    let Some(members) = members(meta.value, Limits::default()).ok().flatten() else { return };
    let start = meta.value_span().start;
    match (members.iter().rev().find(|member| decode(member.name).as_ref() == name), members.last()) {
        (Some(member), _) => {
            let place = member.value_span();
            splice.replace(start + place.start..start + place.end, value.to_vec());
        }
        (None, last) => {
            let object = object_with(name, value);
            // Without its braces it is a member.
            let member = object.get(1..object.len() - 1).unwrap_or_default();
            let (at, comma) = last.map_or((start + 1, b"".as_slice()), |last| (start + last.span.end, b","));
            splice.replace(at..at, [comma, member].concat());
        }
    }
}

fn add_members(reply: &Incoming<'_>, splice: &mut Splice<'_>, new_members: Vec<Vec<u8>>, mut follow_others: bool) {
    // Behind the last member, or else behind the brace.
    let brace = || reply.text.iter().position(|byte| *byte == b'{').map_or(0, |brace| brace + 1);
    let at = reply.members.last().map_or_else(brace, |last| last.span.end);
    for member in new_members {
        let comma: &[u8] = if follow_others { b"," } else { b"" };
        splice.replace(at..at, [comma, &member].concat());
        follow_others = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{Incoming, Untouched};

    type TextsAndNames = (Vec<(usize, String)>, Option<Vec<String>>);

    /// The texts of a reply's blocks with their items, and the names of structuredContent's members.
    fn read(reply: &str) -> Result<TextsAndNames, Untouched> {
        let incoming = Incoming::read(reply.as_bytes()).expect(reply)?;
        let own = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let texts = incoming.blocks.iter().map(|block| (block.item, own(block.said.text()))).collect();
        let names = |members: &[crate::json::Member<'_>]| members.iter().map(|member| own(member.name)).collect();
        Ok((texts, incoming.structured_members.as_deref().map(names)))
    }

    #[test]
    fn text_blocks_are_found_among_others() {
        let reply = r#" { "content" : [ {"type":"text","text":"a"}, {"type":"image","data":""}, 1, {"type":"text"}, {"type":"text","text":2},
            { "text" : "\u0062" , "type" : "\u0074ext", "text" : "c" } ] } "#;
        assert_eq!(read(reply), Ok((vec![(0, "a".to_owned()), (5, "c".to_owned())], None)));
    }

    #[test]
    fn of_a_name_that_occurs_twice_the_last_counts() {
        let (text, names) = ([(0, "a".to_owned())], vec!["b".to_owned()]);
        let twice = |first: &str, last: &str| format!("{{{first},{last}}}");
        let content = r#""content":[{"type":"text","text":"a"}]"#;
        for other in [r#""content":1"#, r#""content":[]"#, r#""c\u006fntent":[{"type":"text","text":"x"}]"#] {
            assert_eq!(read(&twice(other, content)), Ok((text.to_vec(), None)), "{other}");
        }
        assert_eq!(read(&twice(content, r#""content":1"#)), Err(Untouched::NoContent));
        assert_eq!(read(&twice(content, r#""content":[]"#)), Ok((Vec::new(), None)));
        let structured = r#""structuredContent":{"b":1}"#;
        for other in [r#""structuredContent":1"#, r#""structuredContent":{}"#, r#""\u0073tructuredContent":{"x":1}"#] {
            assert_eq!(read(&twice(other, structured)), Ok((Vec::new(), Some(names.clone()))), "{other}");
        }
        assert_eq!(read(&twice(structured, r#""structuredContent":1"#)), Ok((Vec::new(), None)));
    }

    #[test]
    fn a_fault_inside_a_block_has_its_place() {
        for (reply, offset) in [
            (r#"{"content":[{"type":"text","text":"\x"}]}"#, 36),
            (r#"{"content":[{"type":"text",}]}"#, 27),
            (r#"{"content":[1,]}"#, 14),
            (r#"{"structuredContent":{"a":}}"#, 26),
            ("[]", 0),
            ("{} x", 3),
        ] {
            let error = Incoming::read(reply.as_bytes()).map(|_| ()).expect_err(reply);
            assert_eq!(error.offset(), offset, "{reply}");
        }
    }
}
