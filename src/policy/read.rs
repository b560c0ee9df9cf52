//! Reads types from a policy's JSON, each with the place of what is wrong.

use super::error::PolicyError;
use super::named::{order_of, repeated};
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

    /// What is wrong here, in parts: putting them together here costs each message less than `format!` does.
    pub(super) fn error(&self, problem: &[&str]) -> PolicyError {
        let mut tokens = Vec::new();
        let mut place = self;
        while let Some(outer) = place.outer {
            tokens.push(place.token);
            place = outer;
        }
        tokens.reverse();
        PolicyError::at(&tokens, problem.concat())
    }

    /// Something else stands here.
    pub(super) fn expected(&self, expected: &str, found: &Node) -> PolicyError {
        self.error(&["expected ", expected, ", found ", found.kind()])
    }
}

/// A type that a policy holds.
///
/// It is filled in place through `dyn Read`, so that the code which walks an object is there once, not for each type: of all
/// that the WebAssembly module holds, reading policies was the largest part.
pub(super) trait Read {
    /// What stands where nothing was read yet.
    fn unread() -> Self
    where
        Self: Sized;

    /// Becomes what the node says.
    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError>;
}

impl Read for bool {
    fn unread() -> Self {
        false
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        let Node::Boolean(boolean) = node else { return Err(place.expected("a boolean", &node)) };
        *self = boolean;
        Ok(())
    }
}

impl Read for u64 {
    fn unread() -> Self {
        0
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        let Node::Integer(integer) = node else { return Err(place.expected("an integer from 0 on", &node)) };
        *self = Self::try_from(integer).map_err(|_| place.error(&["expected an integer from 0 on"]))?;
        Ok(())
    }
}

impl Read for String {
    fn unread() -> Self {
        Self::new()
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        let Node::String(text) = node else { return Err(place.expected("a string", &node)) };
        *self = text;
        Ok(())
    }
}

impl Read for Vec<String> {
    fn unread() -> Self {
        Self::new()
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        let Node::Array(items) = node else { return Err(place.expected("an array", &node)) };
        for (index, item) in items.into_iter().enumerate() {
            let mut text = String::new();
            text.read(item, &place.inside(&index.to_string()))?;
            self.push(text);
        }
        Ok(())
    }
}

/// A member that may be absent; where it is given it has to be what it should be, `null` not excepted.
impl<T: Read> Read for Option<T> {
    fn unread() -> Self {
        None
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        self.insert(T::unread()).read(node, place)
    }
}

/// The members of an object, each name once.
pub(super) fn object(node: Node, place: &Place<'_>) -> Result<Vec<(String, Node)>, PolicyError> {
    let Node::Object(members) = node else { return Err(place.expected("an object", &node)) };
    match repeated(names_of(&members)).and_then(|at| members.get(at)) {
        None => Ok(members),
        Some((name, _)) => Err(place.inside(name).error(&["expected this member once, found it twice"])),
    }
}

/// The members of an object in the order of their names, each name once.
pub(super) fn object_by_name(node: Node, place: &Place<'_>) -> Result<Vec<(String, Node)>, PolicyError> {
    let members = object(node, place)?;
    let order = order_of(names_of(&members));
    let mut members: Vec<_> = members.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|at| members.get_mut(at)?.take()).collect())
}

fn names_of(members: &[(String, Node)]) -> impl Iterator<Item = &str> {
    members.iter().map(|(name, _)| name.as_str())
}

/// A member of known name, and where its value goes.
pub(super) struct Member<'a> {
    name: &'static str,
    is_required: bool,
    value: &'a mut dyn Read,
}

/// A member that may be absent.
pub(super) fn optional<'a>(name: &'static str, value: &'a mut dyn Read) -> Member<'a> {
    Member { name, is_required: false, value }
}

/// A member that must be there.
pub(super) fn required<'a>(name: &'static str, value: &'a mut dyn Read) -> Member<'a> {
    Member { name, is_required: true, value }
}

/// Reads an object that may have these members and no others.
pub(super) fn read_members(node: Node, place: &Place<'_>, known: &mut [Member<'_>]) -> Result<(), PolicyError> {
    let mut members = object(node, place)?;
    for Member { name, is_required, value } in known.iter_mut() {
        match members.iter().position(|(other, _)| other == name) {
            Some(at) => value.read(members.remove(at).1, &place.inside(name))?,
            None if *is_required => {
                return Err(place.error(&["expected the member `", name, "`, which is missing"]));
            }
            None => {}
        }
    }
    match members.first() {
        None => Ok(()),
        Some((name, _)) => {
            let known: Vec<&str> = known.iter().map(|member| member.name).collect();
            let problem = ["unknown member; expected one of `", &known.join("`, `"), "`"];
            Err(place.inside(name).error(&problem))
        }
    }
}

/// The number of the word that stands here.
pub(super) fn read_word(node: &Node, words: &[&str], place: &Place<'_>) -> Result<usize, PolicyError> {
    let expected = || [if words.len() > 1 { "one of `" } else { "`" }, &words.join("`, `"), "`"].concat();
    let Node::String(found) = node else { return Err(place.expected(&expected(), node)) };
    words
        .iter()
        .position(|word| word == found)
        .ok_or_else(|| place.error(&["unknown word `", found, "`; expected ", &expected()]))
}

/// Reads words: `Shape { Content = "content", … }`.
macro_rules! words {
    ($($type:ident { $($variant:ident = $word:literal),+ $(,)? })+) => {$(
        impl Read for $type {
            fn unread() -> Self {
                [$(Self::$variant),+][0]
            }

            fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
                let number = read_word(&node, &[$($word),+], place)?;
                if let Some(found) = [$(Self::$variant),+].get(number) {
                    *self = *found;
                }
                Ok(())
            }
        }

        impl $type {
            /// What a word stands for.
            #[allow(dead_code)] // Not every type is read outside of policies.
            pub(crate) fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// The word for it.
            pub(crate) fn word(self) -> &'static str {
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
                let mut value = <Self as Read>::unread();
                value.read(node, &Place::TOP).map_err(serde::de::Error::custom)?;
                Ok(value)
            }
        }
    )+};
}
pub(super) use deserialize_by_reading;
