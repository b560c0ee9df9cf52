//! Guarded pruning and compaction by their definition: read a tree, judge each object, print the tree.
//!
//! It is slow and plain on purpose, and shares nothing with the engine: serde_json finds the tokens, decodes
//! names and tells valid texts from others. A token is kept as it was written ([`RawValue`]), so duplicates,
//! the order of members, odd numbers and surrogates without a partner all survive in the tree.

#[allow(dead_code)] // Not everyone asks.
mod lists;

use std::collections::BTreeMap;
use std::fmt;

use mcp_projection::{Elsewhere, Flatten, PruneRule, Remainder, Scalar};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A string token, quotes included, and the text that it means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    token: String,
    /// In UTF-8, but for surrogates without a partner, which are three bytes each.
    text: Vec<u8>,
}

/// A JSON value with every token as it was written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    /// A string, number or literal.
    Scalar(String),
    Array(Vec<Tree>),
    Object(Vec<(Name, Tree)>),
}

impl Tree {
    /// Reads a text; nothing but serde_json decides whether it is JSON.
    pub(crate) fn parse(text: &str) -> serde_json::Result<Self> {
        let token = serde_json::from_str::<&RawValue>(text)?.get();
        match token.as_bytes().first() {
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(token)?;
                items.into_iter().map(|item| Self::parse(item.get())).collect::<Result<_, _>>().map(Self::Array)
            }
            Some(b'{') => {
                let Members(members) = serde_json::from_str(token)?;
                let member = |(name, value): (&RawValue, &RawValue)| {
                    let token = name.get().to_owned();
                    Ok((Name { text: text_of(&token)?, token }, Self::parse(value.get())?))
                };
                members.into_iter().map(member).collect::<Result<_, _>>().map(Self::Object)
            }
            _ => Ok(Self::Scalar(token.to_owned())),
        }
    }

    /// The compact text.
    pub(crate) fn print(&self) -> String {
        let list = |items: Vec<String>| items.join(",");
        match self {
            Self::Scalar(token) => token.clone(),
            Self::Array(items) => format!("[{}]", list(items.iter().map(Self::print).collect())),
            Self::Object(members) => {
                let member = |(name, value): &(Name, Self)| format!("{}:{}", name.token, value.print());
                format!("{{{}}}", list(members.iter().map(member).collect()))
            }
        }
    }

    /// The value of an object's member: of a name that occurs twice, the last.
    fn member(&self, name: &[u8]) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().rev().find(|(other, _)| other.text == name).map(|(_, value)| value)
    }

    /// The value that a path of member names leads to.
    fn at(&self, path: &[String]) -> Option<&Self> {
        path.iter().try_fold(self, |value, name| value.member(name.as_bytes()))
    }

    /// The tree without the members that the rules drop, all rules and all emptiness judged on the tree as it is.
    pub(crate) fn pruned(&self, rules: &[&PruneRule], arguments: Option<&Self>) -> Self {
        match self {
            Self::Scalar(_) => self.clone(),
            Self::Array(items) => Self::Array(items.iter().map(|item| item.pruned(rules, arguments)).collect()),
            Self::Object(members) => {
                let holding: Vec<&&PruneRule> = rules
                    .iter()
                    .filter(|rule| rule.guard.iter().all(|name| self.member(name.as_bytes()).is_some()))
                    .collect();
                let goes = |name: &Name| {
                    let Ok(text) = std::str::from_utf8(&name.text) else { return false };
                    let Some(value) = self.member(&name.text) else { return false };
                    holding.iter().any(|rule| drops(rule, text, value, arguments))
                };
                Self::Object(
                    members
                        .iter()
                        .filter(|(name, _)| !goes(name))
                        .map(|(name, value)| (name.clone(), value.pruned(rules, arguments)))
                        .collect(),
                )
            }
        }
    }

    /// The texts of a flattened payload, a lone surrogate as U+FFFD; `None` where that would lose something.
    pub(crate) fn flattened(&self, flatten: &Flatten, arguments: Option<&Self>) -> Option<Vec<String>> {
        let Self::Object(members) = self else { return None };
        let Self::Scalar(token) = self.member(flatten.member.as_bytes())? else { return None };
        let text = lossy(&text_of(token).ok()?);
        let unnamed: Vec<(Name, Self)> = members
            .iter()
            .filter(|(name, _)| name.text != flatten.member.as_bytes())
            .filter(|(name, _)| {
                let elsewhere = std::str::from_utf8(&name.text).ok().and_then(|text| flatten.elsewhere.get(text));
                let value = self.member(&name.text);
                !elsewhere
                    .zip(value)
                    .is_some_and(|(elsewhere, value)| is_held(elsewhere, value, arguments, Tree::means))
            })
            .cloned()
            .collect();
        match (unnamed.is_empty(), flatten.remainder) {
            (true, _) => Some(vec![text]),
            (false, None) => None,
            (false, Some(Remainder::Block)) => Some(vec![text, Self::Object(unnamed).print()]),
        }
    }

    /// Whether two values have the same compact text or are strings of the same text. Pruning asks no more of what an
    /// argument holds, and keeps the member in doubt.
    fn is_written_like(&self, other: &Self) -> bool {
        self.print() == other.print() || matches!(self, Self::Scalar(_)) && self.means(other)
    }

    /// Whether two values are the same to every reader: layout, the order of members, and how strings are
    /// escaped don't count, how numbers are written does.
    fn means(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(left), Self::Scalar(right)) => {
                left == right || matches!((text_of(left), text_of(right)), (Ok(left), Ok(right)) if left == right)
            }
            (Self::Array(left), Self::Array(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.means(right))
            }
            (Self::Object(left), Self::Object(right)) => {
                // Later members of a name take the place of earlier ones.
                let by_name = |members: &[(Name, Self)]| -> BTreeMap<Vec<u8>, Self> {
                    members.iter().map(|(name, value)| (name.text.clone(), value.clone())).collect()
                };
                let (left, right) = (by_name(left), by_name(right));
                left.len() == right.len()
                    && left.iter().all(|(name, value)| right.get(name).is_some_and(|other| value.means(other)))
            }
            _ => false,
        }
    }
}

/// Whether the reader holds a dropped value: where nothing is known of the call, the policy is taken at its word.
fn is_held(elsewhere: &Elsewhere, value: &Tree, arguments: Option<&Tree>, same: fn(&Tree, &Tree) -> bool) -> bool {
    match (elsewhere, arguments) {
        (Elsewhere::Argument(path), Some(arguments)) => arguments.at(path).is_some_and(|held| same(held, value)),
        _ => true,
    }
}

/// Whether a rule whose guard holds drops the member of this name and value.
fn drops(rule: &PruneRule, name: &str, value: &Tree, arguments: Option<&Tree>) -> bool {
    rule.drop.get(name).is_some_and(|elsewhere| is_held(elsewhere, value, arguments, Tree::is_written_like))
        || rule.drop_equal.get(name).is_some_and(|scalar| is_exactly(value, scalar))
        || rule.drop_empty.iter().any(|empty| empty == name) && is_empty(value)
}

fn is_empty(value: &Tree) -> bool {
    match value {
        Tree::Scalar(_) => false,
        Tree::Array(items) => items.is_empty(),
        Tree::Object(members) => members.is_empty(),
    }
}

fn is_exactly(value: &Tree, scalar: &Scalar) -> bool {
    let Tree::Scalar(token) = value else { return false };
    match scalar {
        Scalar::Null => token == "null",
        Scalar::Boolean(boolean) => *token == boolean.to_string(),
        Scalar::Integer(integer) => *token == integer.to_string(),
        Scalar::String(text) => text_of(token).is_ok_and(|other| other == text.as_bytes()),
    }
}

/// The text that a string token means, as serde_json decodes it; an error for other tokens.
fn text_of(token: &str) -> serde_json::Result<Vec<u8>> {
    struct TextVisitor;

    impl Visitor<'_> for TextVisitor {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_bytes<E: Error>(self, text: &[u8]) -> Result<Vec<u8>, E> {
            Ok(text.to_vec())
        }
    }

    // As bytes and not as a string: only so does it read surrogates without a partner.
    serde_json::Deserializer::from_str(token).deserialize_bytes(TextVisitor)
}

/// The text as a Rust string, each lone surrogate as one U+FFFD.
fn lossy(text: &[u8]) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.first() {
        let length = rest.iter().skip(1).take_while(|byte| (0x80..0xc0).contains(*byte)).count() + 1;
        let (character, tail) = rest.split_at(length);
        match (std::str::from_utf8(character), character) {
            (Ok(character), _) => units.extend(character.encode_utf16()),
            (Err(_), &[_, middle, last]) => {
                units.push(0xd000 | u16::from(middle & 0x3f) << 6 | u16::from(last & 0x3f));
            }
            (Err(_), _) => unreachable!("{first:#x} starts no character in {text:?}"),
        }
        rest = tail;
    }
    String::from_utf16_lossy(&units)
}

/// All members of an object in their order, their names as tokens too.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}
