//! Where a session keeps what it knows.
//!
//! All of it is texts by their keys, so that it can lie outside the module as well: what a trap does to the module's own memory then
//! takes nothing that the session knows.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// Texts by their keys, in the order in which they came.
pub(crate) trait Shelf {
    /// Keeps a text, as the newest, in place of the one with the same key.
    fn put(&mut self, key: &[u8], text: &[u8]);
    /// The text with this key.
    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>>;
    /// The text with this key, which is then gone.
    fn take(&mut self, key: &[u8]) -> Option<Vec<u8>>;
    /// The text that came first, which is then gone.
    fn take_oldest(&mut self) -> Option<Vec<u8>>;
    /// How many texts there are.
    fn texts(&self) -> usize;
    /// How many bytes the keys and the texts have.
    fn bytes(&self) -> usize;
}

/// All that a session knows.
#[derive(Debug, Default)]
pub(crate) struct Memory<S> {
    /// The requests that have no answer yet, by their ids; those for the list of tools apart.
    pub(crate) requests: S,
    pub(crate) lists: S,
    /// The outputSchemas of the server's tools by the tools' names; an empty text for one that was listed without.
    pub(crate) tools: S,
    /// What there is one of, by what it is.
    pub(crate) facts: S,
}

/// A shelf in the process's own memory.
#[derive(Debug, Default)]
pub(super) struct OwnShelf {
    /// Each text with its place in the order.
    texts: HashMap<Vec<u8>, (u64, Vec<u8>)>,
    keys_in_order: BTreeMap<u64, Vec<u8>>,
    next_place: u64,
    bytes: usize,
}

impl Shelf for OwnShelf {
    fn put(&mut self, key: &[u8], text: &[u8]) {
        self.take(key);
        self.texts.insert(key.to_vec(), (self.next_place, text.to_vec()));
        self.keys_in_order.insert(self.next_place, key.to_vec());
        self.next_place += 1;
        self.bytes += key.len() + text.len();
    }

    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>> {
        self.texts.get(key).map(|(_, text)| Cow::Borrowed(text.as_slice()))
    }

    fn take(&mut self, key: &[u8]) -> Option<Vec<u8>> {
        let (place, text) = self.texts.remove(key)?;
        self.keys_in_order.remove(&place);
        self.bytes -= key.len() + text.len();
        Some(text)
    }

    fn take_oldest(&mut self) -> Option<Vec<u8>> {
        let (_, key) = self.keys_in_order.first_key_value()?;
        let key = key.clone();
        self.take(&key)
    }

    fn texts(&self) -> usize {
        self.texts.len()
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_by_their_keys_and_in_their_order() {
        let mut shelf = OwnShelf::default();
        for (key, text) in [("a", "1"), ("b", "22"), ("c", ""), ("a", "333")] {
            shelf.put(key.as_bytes(), text.as_bytes());
        }
        assert_eq!((shelf.texts(), shelf.bytes()), (3, 8));
        assert_eq!(shelf.get(b"a").as_deref(), Some(b"333".as_slice()));
        assert_eq!(shelf.get(b"d"), None);
        assert_eq!(shelf.take_oldest().as_deref(), Some(b"22".as_slice()));
        assert_eq!(shelf.take(b"c").as_deref(), Some(b"".as_slice()));
        assert_eq!(shelf.take(b"c"), None);
        assert_eq!(shelf.take_oldest().as_deref(), Some(b"333".as_slice()));
        assert_eq!(shelf.take_oldest(), None);
        assert_eq!((shelf.texts(), shelf.bytes()), (0, 0));
    }
}
