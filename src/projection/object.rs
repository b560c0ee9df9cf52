//! Writes objects from parts of other texts.

use crate::json::Member;

/// Writes an object, member by member, compact.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: Vec<u8>,
}

impl Writer {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.text.is_empty() {
            self.text.push(b'{');
        }
        self.text.push(b'}');
        self.text
    }
}

/// Takes an object's members, one after the other.
pub(super) trait Members {
    /// Takes a member: its name as the inside of a token, its value in parts.
    fn member(&mut self, name: &[u8], value: &[&[u8]]);
}

impl Members for Writer {
    fn member(&mut self, name: &[u8], value: &[&[u8]]) {
        self.text.extend_from_slice(if self.text.is_empty() { b"{\"" } else { b",\"" });
        self.text.extend_from_slice(name);
        self.text.extend_from_slice(b"\":");
        for part in value {
            self.text.extend_from_slice(part);
        }
    }
}

/// Counts what a [`Writer`] would write.
#[derive(Debug, Default)]
pub(super) struct Length {
    bytes: usize,
}

impl Length {
    pub(super) fn finish(self) -> usize {
        self.bytes.max(1) + 1
    }
}

impl Members for Length {
    fn member(&mut self, name: &[u8], value: &[&[u8]]) {
        // A brace or comma, two quotes and a colon.
        self.bytes += 4 + name.len() + value.iter().map(|part| part.len()).sum::<usize>();
    }
}

/// An object of one member.
pub(super) fn object_with(name: &[u8], value: &[u8]) -> Vec<u8> {
    let mut object = Writer::default();
    object.member(name, &[value]);
    object.finish()
}

/// An object of these members, their names and values as they came.
pub(super) fn object_of(members: &[&Member<'_>]) -> Vec<u8> {
    let mut object = Writer::default();
    for member in members {
        object.member(member.name, &[member.value]);
    }
    object.finish()
}
