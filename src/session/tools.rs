//! What a server says of its tools' output.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::message::{string, value_at};
use crate::json::{Limits, decode, items, members};
use crate::projection::{Call, Projection, Splice};

/// The outputSchemas of a server's tools, by the tools' names.
#[derive(Debug, Default)]
pub(super) struct Tools {
    schemas: BTreeMap<String, Vec<u8>>,
}

/// How many tools' schemas are remembered; beyond that a tool counts as one without.
const MOST_TOOLS: usize = 10_000;

impl Tools {
    /// The outputSchema that a tool was listed with last, as JSON text.
    pub(super) fn output_schema(&self, tool: &str) -> Option<&[u8]> {
        self.schemas.get(tool).map(Vec::as_slice)
    }

    /// Reads a result of `tools/list`, and answers it as it goes on: without the outputSchemas that the policy strips.
    pub(super) fn read<'r>(&mut self, result: &'r [u8], projection: &Projection) -> Cow<'r, [u8]> {
        let mut splice = Splice::new(result);
        let Some((list, start)) = value_at(result, &["tools"]).map(|list| (list, offset(result, list))) else {
            return Cow::Borrowed(result);
        };
        for item in items(list, Limits::default()).ok().flatten().unwrap_or_default() {
            let Some(tool) = list.get(item.clone()) else { continue };
            let Some(name) = value_at(tool, &["name"]).and_then(string).and_then(|name| String::from_utf8(name).ok())
            else {
                continue;
            };
            let Some(members) = members(tool, Limits::default()).ok().flatten() else { continue };
            let is_schema = |name: &[u8]| decode(name).as_ref() == b"outputSchema";
            match members.iter().rev().find(|member| is_schema(member.name)) {
                Some(schema) if schema.value.first() == Some(&b'{') => {
                    if self.schemas.len() < MOST_TOOLS || self.schemas.contains_key(&name) {
                        self.schemas.insert(name.clone(), schema.value.to_vec());
                    }
                }
                _ => {
                    self.schemas.remove(&name);
                    continue;
                }
            }
            if projection.forms(&name, &Call::default()).strips_output_schema {
                splice.take_out_at(start + item.start, &members, |member| is_schema(member.name));
            }
        }
        splice.finish()
    }
}

/// Where a part of a text stands in it.
fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}
