//! Reads types from a policy's JSON, each with the place of what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::error::PolicyError;
use super::node::Node;

/// Where in the document something stands: the way up to the top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    outer: Option<&'a Place<'a>>,
    token: &'a str,
}

impl<'a> Place<'a> {
    /// The whole document.
    pub(super) const TOP: Place<'static> = Place { outer: None, token: "" };

    /// A member, or an item by its decimal index.
    pub(super) fn inside(&'a self, token: &'a str) -> Self {
        Self { outer: Some(self), token }
    }

    /// What is wrong here.
    pub(super) fn error(&self, problem: impl Into<String>) -> PolicyError {
        let mut tokens = Vec::new();
        let mut place = self;
        while let Some(outer) = place.outer {
            tokens.push(place.token);
            place = outer;
        }
        PolicyError::at(tokens.into_iter().rev(), problem)
    }

    /// Something else stands here.
    pub(super) fn expected(&self, expected: &str, found: &Node) -> PolicyError {
        self.error(["expected ", expected, ", found ", found.kind()].concat())
    }
}

/// A type that a policy holds.
pub(super) trait Read: Sized {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError>;
}

impl Read for bool {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        match node {
            Node::Boolean(boolean) => Ok(boolean),
            other => Err(place.expected("a boolean", &other)),
        }
    }
}

impl Read for u64 {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        match node {
            Node::Integer(integer) => Self::try_from(integer).map_err(|_| place.error("expected an integer from 0 on")),
            other => Err(place.expected("an integer from 0 on", &other)),
        }
    }
}

impl Read for String {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        match node {
            Node::String(text) => Ok(text),
            other => Err(place.expected("a string", &other)),
        }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let Node::Array(items) = node else { return Err(place.expected("an array", &node)) };
        let mut read = Self::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            read.push(T::read(item, &place.inside(&index.to_string()))?);
        }
        Ok(read)
    }
}

/// An object whose members have names of the author's choice.
impl<T: Read> Read for BTreeMap<String, T> {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let mut read = Self::new();
        for (name, value) in Members::of(node, place)?.members {
            let value = T::read(value, &place.inside(&name))?;
            read.insert(name, value);
        }
        Ok(read)
    }
}

/// An object with members of known names, taken one by one.
pub(super) struct Members<'a> {
    place: &'a Place<'a>,
    members: Vec<(String, Node)>,
    known: Vec<&'static str>,
}

impl<'a> Members<'a> {
    /// The members of an object, each name once.
    pub(super) fn of(node: Node, place: &'a Place<'a>) -> Result<Self, PolicyError> {
        let Node::Object(members) = node else { return Err(place.expected("an object", &node)) };
        let mut met = BTreeSet::new();
        for (name, _) in &members {
            if !met.insert(name.as_str()) {
                return Err(place.inside(name).error("expected this member once, found it twice"));
            }
        }
        Ok(Self { place, members, known: Vec::new() })
    }

    /// A member that may be absent; where it is given it has to be what it should be, `null` not excepted.
    pub(super) fn take<T: Read>(&mut self, name: &'static str) -> Result<Option<T>, PolicyError> {
        self.known.push(name);
        match self.members.iter().position(|(other, _)| other == name) {
            None => Ok(None),
            Some(at) => T::read(self.members.remove(at).1, &self.place.inside(name)).map(Some),
        }
    }

    /// A member that must be there.
    pub(super) fn require<T: Read>(&mut self, name: &'static str) -> Result<T, PolicyError> {
        self.take(name)?
            .ok_or_else(|| self.place.error(["expected the member `", name, "`, which is missing"].concat()))
    }

    /// Refuses whatever was not taken.
    pub(super) fn end(self) -> Result<(), PolicyError> {
        match self.members.first() {
            None => Ok(()),
            Some((name, _)) => {
                let known = self.known.join("`, `");
                Err(self.place.inside(name).error(["unknown member; expected one of `", &known, "`"].concat()))
            }
        }
    }
}

/// Reads words: `Shape { Content = "content", … }`.
macro_rules! words {
    (@list $only:literal) => { concat!("`", $only, "`") };
    (@list $first:literal $($word:literal)+) => { concat!("one of `", $first, "`" $(, ", `", $word, "`")+) };
    ($($type:ident { $($variant:ident = $word:literal),+ $(,)? })+) => {$(
        impl Read for $type {
            fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
                const EXPECTED: &str = words!(@list $($word)+);
                match &node {
                    $(Node::String(word) if word == $word => Ok(Self::$variant),)+
                    Node::String(word) => Err(place.error(["unknown word `", word, "`; expected ", EXPECTED].concat())),
                    other => Err(place.expected(EXPECTED, other)),
                }
            }
        }

        impl $type {
            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    )+};
}
pub(super) use words;

/// Makes serde read a type as [`Read`] does.
macro_rules! deserialize_by_reading {
    ($($type:ty),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let node = <Node as serde::Deserialize>::deserialize(deserializer)?;
                Read::read(node, &Place::TOP).map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(super) use deserialize_by_reading;
