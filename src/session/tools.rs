//! What a server says of its tools' output.

use std::borrow::Cow;

use super::memory::Shelf;
use super::message::{string, value_at};
use crate::json::{Limits, decode, items, members};
use crate::projection::{Call, Projection, Splice};

/// How many tools are remembered.
const MOST_TOOLS: usize = 10_000;

/// How many bytes their names and schemas may have.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// What a result of `tools/list` was read as.
pub(super) struct ToolsRead<'r> {
    /// As it goes on: without the outputSchemas that the policy strips.
    pub(super) result: Cow<'r, [u8]>,
    /// Whether there was more to remember than may be.
    pub(super) is_too_much: bool,
}

/// Reads a result of `tools/list` and remembers each tool with its outputSchema.
pub(super) fn read<'r>(tools: &mut impl Shelf, result: &'r [u8], projection: &Projection) -> ToolsRead<'r> {
    let mut splice = Splice::new(result);
    let mut is_too_much = false;
    let list = value_at(result, &["tools"]).unwrap_or_default();
    let start = offset(result, list);
    for item in items(list, Limits::default()).ok().flatten().unwrap_or_default() {
        let Some(tool) = list.get(item.clone()) else { continue };
        let Some(name) = value_at(tool, &["name"]).and_then(string).and_then(|name| String::from_utf8(name).ok())
        else {
            continue;
        };
        let Some(members) = members(tool, Limits::default()).ok().flatten() else { continue };
        let is_schema = |name: &[u8]| decode(name).as_ref() == b"outputSchema";
        let schema = members.iter().rev().find(|member| is_schema(member.name)).map(|member| member.value);
        let schema = schema.filter(|schema| schema.starts_with(b"{")).unwrap_or_default();
        tools.take(name.as_bytes());
        if tools.texts() < MOST_TOOLS && tools.bytes() + name.len() + schema.len() <= MOST_BYTES {
            tools.put(name.as_bytes(), schema);
        } else {
            is_too_much = true;
        }
        if !schema.is_empty() && projection.forms(&name, &Call::default()).strips_output_schema {
            splice.take_out_at(start + item.start, &members, |member| is_schema(member.name));
        }
    }
    ToolsRead { result: splice.finish(), is_too_much }
}

/// Where a part of a text stands in it.
fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}
