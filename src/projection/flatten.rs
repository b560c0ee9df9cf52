//! Sends one string member's raw text, when the reader has everything else.

use std::borrow::Cow;

use super::call::Call;
use super::object::object_of;
use super::reply::Text;
use super::report::pointer_into;
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

/// Why a payload isn't flattened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is no object.
    NoObject,
    /// The member that would be sent is missing or no string.
    NoString(String),
    /// The reader has this member nowhere else: the first of them.
    Unnamed(Vec<u8>),
}

impl Refusal {
    pub(super) fn pointer_and_reason(&self) -> (String, String) {
        match self {
            Self::NoObject => (String::new(), "the payload is no object".to_owned()),
            Self::NoString(member) => (pointer_into("", member.as_bytes()), "it is missing, or no string".to_owned()),
            Self::Unnamed(name) => (
                pointer_into("", name),
                "the reader has it nowhere else, as far as the policy and the call say".to_owned(),
            ),
        }
    }
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

    /// The text blocks of a flattened payload, or why it can't be flattened without losing something.
    pub(super) fn blocks(
        &self,
        payload: &[u8],
        call: &Call<'_>,
        limits: Limits,
    ) -> Result<Result<Vec<Text>, Refusal>, JsonError> {
        let Some(members) = members(payload, limits)? else { return Ok(Err(Refusal::NoObject)) };
        let names: Vec<_> = members.iter().map(|member| decode(member.name)).collect();
        let sent = last(&members, &names, self.member.as_bytes());
        let Some(Member { value: [b'"', text @ .., b'"'], .. }) = sent else {
            return Ok(Err(Refusal::NoString(self.member.clone())));
        };
        let unnamed = self.unnamed(&members, &names, call);
        let mut blocks = vec![Text::token(text)];
        match (unnamed.first(), self.remainder) {
            (None, _) => {}
            (Some(first), None) => return Ok(Err(Refusal::Unnamed(decode(first.name).into_owned()))),
            (Some(_), Some(Remainder::Block)) => {
                blocks.push(Text::raw(rewrite(&object_of(&unnamed), &Rules::default(), None, limits)?));
            }
        }
        Ok(Ok(blocks))
    }

    /// The member whose text is sent.
    pub(super) fn member(&self) -> &str {
        &self.member
    }

    /// The members that the reader has nowhere else when the one that is sent is sent alone.
    pub(super) fn unnamed<'m, 'a>(
        &self,
        members: &'m [Member<'a>],
        names: &[Cow<'_, [u8]>],
        call: &Call<'_>,
    ) -> Vec<&'m Member<'a>> {
        let supplied: Vec<(&[u8], bool)> = self
            .elsewhere
            .iter()
            .map(|(name, argument)| {
                let is_there = match argument {
                    Some(path) if call.arguments.is_some() => {
                        let dropped_and_held = last(members, names, name.as_bytes()).zip(call.argument(path));
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
        members.iter().zip(names).filter(|(_, name)| !is_accounted_for(name)).map(|(member, _)| member).collect()
    }
}

/// The member of this name: of a name that occurs twice the last value counts, and it counts for all of them.
fn last<'m, 'a>(members: &'m [Member<'a>], names: &[Cow<'_, [u8]>], name: &[u8]) -> Option<&'m Member<'a>> {
    names.iter().rposition(|other| other.as_ref() == name).and_then(|at| members.get(at))
}
