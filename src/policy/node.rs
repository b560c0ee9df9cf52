//! A policy's JSON before it has types.
//!
//! Serde's derived readers would do for the types, but not for the promise that nothing is silently ignored: they take a list
//! for an object and an object for a word, `null` for an absent member, and lose the place of an error. Read by hand from this
//! tree, a policy costs a fraction of their code in the WebAssembly module.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::json::{Expected, Fault, JsonError, Limits, Place, Reader, decode, inside_quotes};

/// Any JSON value.
pub(super) enum Node {
    Null,
    Boolean(bool),
    Integer(i128),
    /// A number that is no integer, or one that its format can't hold exactly.
    Fraction,
    String(String),
    Array(Vec<Node>),
    /// Members in their order, duplicates included.
    Object(Vec<(String, Node)>),
    /// What a serde format may hold and JSON may not.
    Foreign,
}

/// No policy is nested deeper; what is, is a mistake.
const DEPTH: usize = 128;

impl Node {
    /// What a JSON text says.
    pub(super) fn of_text(text: &[u8]) -> Result<Self, JsonError> {
        Reader::read(text, Limits { depth: DEPTH, ..Limits::default() }, Self::at)
    }

    /// The value at a place, and the offset behind it; it recurs once for each level.
    fn at(reader: &Reader<'_>, place: Place) -> Result<(Self, usize), Fault> {
        // What UTF-8 can't hold is half of a surrogate pair, which an escape may say.
        let string = |token: &[u8], place| {
            String::from_utf8(decode(token).into_owned()).map_err(|_| reader.refusal(place, Expected::Utf8))
        };
        let mut nodes = Vec::new();
        let mut node = |place| {
            let (node, end) = Self::at(reader, place)?;
            nodes.push(node);
            Ok(end)
        };
        match reader.first(place) {
            b'[' => {
                let (_, end) = reader.items(place, &mut node)?;
                Ok((Self::Array(nodes), end))
            }
            b'{' => {
                let mut names = Vec::new();
                let (_, end) = reader.members(place, &mut |name, value| {
                    names.push(string(name, value)?);
                    node(value)
                })?;
                Ok((Self::Object(names.into_iter().zip(nodes).collect()), end))
            }
            _ => {
                let (token, end) = reader.value(place)?;
                let node = match (token, inside_quotes(token)) {
                    (_, Some(inside)) => Self::String(string(inside, place)?),
                    (b"null", _) => Self::Null,
                    (b"true", _) => Self::Boolean(true),
                    (b"false", _) => Self::Boolean(false),
                    (number, _) => Self::of_number(number),
                };
                Ok((node, end))
            }
        }
    }

    /// `-0` is an integer to Rust, but no plain decimal; and what serde's formats hand over as an integer has 64 bits.
    fn of_number(token: &[u8]) -> Self {
        let integer = std::str::from_utf8(token).ok().and_then(|digits| digits.parse::<i128>().ok());
        let fits = |integer: &i128| token != b"-0" && (i64::MIN.into()..=u64::MAX.into()).contains(integer);
        integer.filter(fits).map_or(Self::Fraction, Self::Integer)
    }

    /// The kind of value, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "a boolean",
            Self::Integer(_) => "an integer",
            Self::Fraction => "a number that is no integer or beyond exact reach",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
            Self::Foreign => "a value that JSON has not",
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NodeVisitor;

        // Each kind of value has its method, so that no error message of serde's is ever made.
        impl<'de> Visitor<'de> for NodeVisitor {
            type Value = Node;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Node, E> {
                Ok(Node::Null)
            }

            fn visit_none<E>(self) -> Result<Node, E> {
                Ok(Node::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
                Node::deserialize(deserializer)
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
                Node::deserialize(deserializer)
            }

            fn visit_bool<E>(self, boolean: bool) -> Result<Node, E> {
                Ok(Node::Boolean(boolean))
            }

            fn visit_i64<E>(self, integer: i64) -> Result<Node, E> {
                Ok(Node::Integer(integer.into()))
            }

            fn visit_u64<E>(self, integer: u64) -> Result<Node, E> {
                Ok(Node::Integer(integer.into()))
            }

            fn visit_i128<E>(self, integer: i128) -> Result<Node, E> {
                Ok(Node::Integer(integer))
            }

            fn visit_u128<E>(self, integer: u128) -> Result<Node, E> {
                Ok(i128::try_from(integer).map_or(Node::Fraction, Node::Integer))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
                Ok(Node::Fraction)
            }

            fn visit_char<E>(self, character: char) -> Result<Node, E> {
                Ok(Node::String(character.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Node, E> {
                Ok(Node::String(text.to_owned()))
            }

            fn visit_string<E>(self, text: String) -> Result<Node, E> {
                Ok(Node::String(text))
            }

            fn visit_bytes<E>(self, _: &[u8]) -> Result<Node, E> {
                Ok(Node::Foreign)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
                let mut array = Vec::new();
                while let Some(item) = items.next_element()? {
                    array.push(item);
                }
                Ok(Node::Array(array))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Node, A::Error> {
                let mut object = Vec::new();
                while let Some(name) = members.next_key::<String>()? {
                    object.push((name, members.next_value()?));
                }
                Ok(number(&object).unwrap_or(Node::Object(object)))
            }
        }

        deserializer.deserialize_any(NodeVisitor)
    }
}

/// With its feature `arbitrary_precision`, which any crate of a program may turn on, serde_json hands over a number
/// as an object with one member of this name.
fn number(object: &[(String, Node)]) -> Option<Node> {
    match object {
        [(name, Node::String(digits))] if name == "$serde_json::private::Number" => {
            // `-0` is an integer to Rust, but no plain decimal.
            Some(digits.parse().ok().filter(|_| digits != "-0").map_or(Node::Fraction, Node::Integer))
        }
        _ => None,
    }
}
