//! Sends one string member's raw text, when the reader has everything else.

use super::call::Call;
use super::reply::Text;
use crate::json::{JsonError, Limits, Member, Rules, decode, equal, members, rewrite};
use crate::policy::{Elsewhere, Flatten, Remainder};

/// A policy's `flatten`, compiled.
#[derive(Clone, Debug)]
pub(super) struct FlattenPlan {
    member: String,
    /// The other members that the reader has, each with the path of the argument that it is, if it is one.
    elsewhere: Vec<(String, Option<Vec<String>>)>,
    remainder: Option<Remainder>,
}

impl FlattenPlan {
    pub(super) fn new(flatten: &Flatten) -> Self {
        let argument = |elsewhere: &Elsewhere| match elsewhere {
            Elsewhere::Argument(path) => Some(path.clone()),
            Elsewhere::Sibling { .. } | Elsewhere::Tool(_) => None,
        };
        let elsewhere =
            flatten.elsewhere.iter().map(|(member, elsewhere)| (member.clone(), argument(elsewhere))).collect();
        Self { member: flatten.member.clone(), elsewhere, remainder: flatten.remainder }
    }

    /// The text blocks of a flattened payload; `None` where it can't be flattened without losing something.
    pub(super) fn blocks(
        &self,
        payload: &[u8],
        call: &Call<'_>,
        limits: Limits,
    ) -> Result<Option<Vec<Text>>, JsonError> {
        let Some(members) = members(payload, limits)? else { return Ok(None) };
        let names: Vec<_> = members.iter().map(|member| decode(member.name)).collect();
        // Of a name that occurs twice the last value counts, and it counts for all of them.
        let last = |name: &[u8]| names.iter().rposition(|other| other.as_ref() == name).and_then(|at| members.get(at));

        let Some(Member { value: [b'"', text @ .., b'"'], .. }) = last(self.member.as_bytes()) else { return Ok(None) };
        let supplied: Vec<(&[u8], bool)> = self
            .elsewhere
            .iter()
            .map(|(name, argument)| {
                let is_there = match argument {
                    Some(path) if call.arguments.is_some() => {
                        let dropped_and_held = last(name.as_bytes()).zip(call.argument(path));
                        dropped_and_held.is_some_and(|(dropped, held)| equal(held, dropped.value))
                    }
                    _ => true,
                };
                (name.as_bytes(), is_there)
            })
            .collect();
        let is_accounted_for = |name: &[u8]| {
            name == self.member.as_bytes() || supplied.iter().any(|(other, is_there)| *is_there && *other == name)
        };

        let unnamed: Vec<&Member<'_>> =
            members.iter().zip(&names).filter(|(_, name)| !is_accounted_for(name)).map(|(member, _)| member).collect();
        let mut blocks = vec![Text::token(text)];
        match (unnamed.is_empty(), self.remainder) {
            (true, _) => {}
            (false, None) => return Ok(None),
            (false, Some(Remainder::Block)) => blocks.push(Text::raw(object_of(&unnamed, limits)?)),
        }
        Ok(Some(blocks))
    }
}

/// A compact object of these members, their names and values as they came.
fn object_of(members: &[&Member<'_>], limits: Limits) -> Result<Vec<u8>, JsonError> {
    let mut object = Vec::new();
    for member in members {
        object.push(if object.is_empty() { b'{' } else { b',' });
        object.push(b'"');
        object.extend_from_slice(member.name);
        object.extend_from_slice(b"\":");
        object.extend_from_slice(member.value);
    }
    object.push(b'}');
    rewrite(&object, &Rules::default(), None, limits)
}
