//! Members with names of the author's choice.

use std::borrow::Cow;

use serde::ser::{Serialize, Serializer};

use super::error::PolicyError;
use super::node::Node;
use super::read::{Place, Read, object_by_name};
use crate::json::in_order;

/// An object's members whose names are the author's choice, each name once, in the order of the names.
///
/// A `BTreeMap` would do, but for the WebAssembly module: there its code, made anew for each type of value, was a
/// quarter of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T> {
    members: Vec<(String, T)>,
}

impl<T> Named<T> {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self { members: Vec::new() }
    }

    /// Adds a member, or replaces the one of this name; answers the value that it had.
    pub fn insert(&mut self, name: String, value: T) -> Option<T> {
        match self.position(&name) {
            Ok(at) => self.members.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.members.insert(at, (name, value));
                None
            }
        }
    }

    /// The value of the member with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.position(name).ok().and_then(|at| self.members.get(at)).map(|(_, value)| value)
    }

    /// Whether there is a member with this name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_ok()
    }

    /// The members in the order of their names.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, T)> {
        self.members.iter()
    }

    /// The names in their order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.members.iter().map(|(name, _)| name)
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.members.iter().map(|(_, value)| value)
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Where a name is, or where it would be.
    fn position(&self, name: &str) -> Result<usize, usize> {
        self.members.binary_search_by(|(other, _)| other.as_str().cmp(name))
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Of a name that comes twice, the last value stays.
impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(members: I) -> Self {
        let mut named = Self::new();
        for (name, value) in members {
            named.insert(name, value);
        }
        named
    }
}

/// Of a name that comes twice, the last value stays.
impl<T, const COUNT: usize> From<[(String, T); COUNT]> for Named<T> {
    fn from(members: [(String, T); COUNT]) -> Self {
        members.into_iter().collect()
    }
}

impl<T> IntoIterator for Named<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Named<T> {
    type Item = &'a (String, T);
    type IntoIter = std::slice::Iter<'a, (String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name, value)))
    }
}

impl<T: Read> Read for Named<T> {
    fn unread() -> Self {
        Self::new()
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        for (name, node) in object_by_name(node, place)? {
            let mut value = T::unread();
            value.read(node, &place.inside(&name))?;
            self.members.push((name, value));
        }
        Ok(())
    }
}

/// The numbers of names in the order of the names; of equal ones, the first comes first.
pub(super) fn order_of<'a>(names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let names = names.enumerate().map(|(number, name)| (Cow::Borrowed(name.as_bytes()), number)).collect();
    in_order(names).into_iter().map(|(_, number)| number).collect()
}

/// The number of the first name that was there before.
pub(super) fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> Option<usize> {
    let names: Vec<&str> = names.collect();
    let order = order_of(names.iter().copied());
    let pairs = order.iter().zip(order.iter().skip(1));
    pairs.filter(|(first, second)| names.get(**first) == names.get(**second)).map(|(_, second)| *second).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stand_in_the_order_of_their_names_whatever_order_they_came_in() {
        let mut named: Named<u8> = ["b", "c", "a"].into_iter().zip(0..).map(|(name, n)| (name.to_owned(), n)).collect();
        assert_eq!(named.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(named.insert("b".to_owned(), 7), Some(0));
        assert_eq!(named.insert("bb".to_owned(), 8), None);
        assert_eq!(named.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [2, 7, 8, 1]);
        assert_eq!((named.get("bb"), named.get("d"), named.len()), (Some(&8), None, 4));
    }

    #[test]
    fn the_first_repetition_is_found() {
        for (names, expected) in
            [("a b c", None), ("a b a b", Some(2)), ("b b a a a", Some(1)), ("c b a a c", Some(3)), ("", None)]
        {
            assert_eq!(repeated(names.split_whitespace()), expected, "{names}");
        }
    }
}
