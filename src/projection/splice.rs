//! Changes parts of a text and leaves the rest byte for byte.

use std::borrow::Cow;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::json::Member;

/// Changes to a text, by their places in it.
#[derive(Debug)]
pub(crate) struct Splice<'a> {
    text: &'a [u8],
    /// What each place becomes; the places don't overlap.
    changes: Vec<(Range<usize>, Vec<u8>)>,
}

impl<'a> Splice<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text, changes: Vec::new() }
    }

    /// Puts something else in a place; an empty place is one between two bytes, where changes follow each other in the order they come in.
    pub(super) fn replace(&mut self, place: Range<usize>, new: Vec<u8>) {
        if self.text.get(place.clone()) != Some(&new) {
            self.changes.push((place, new));
        }
    }

    /// Takes members out of the object that has these, each with a comma of its own.
    pub(super) fn take_out(&mut self, members: &[Member<'_>], goes: impl Fn(&Member<'_>) -> bool) {
        self.take_out_at(0, members, goes);
    }

    /// The same for an object whose members were read from a part of the text that starts at `start`.
    pub(crate) fn take_out_at(&mut self, start: usize, members: &[Member<'_>], goes: impl Fn(&Member<'_>) -> bool) {
        let mut kept_before = false;
        for (number, member) in members.iter().enumerate() {
            if !goes(member) {
                kept_before = true;
                continue;
            }
            let previous = number.checked_sub(1).and_then(|number| members.get(number));
            let next = members.get(number + 1);
            let place = match (kept_before, previous, next) {
                // The comma before it goes too.
                (true, Some(previous), _) => previous.span.end..member.span.end,
                // The comma behind it goes too.
                (false, _, Some(next)) => member.span.start..next.span.start,
                _ => member.span.clone(),
            };
            self.replace(start + place.start..start + place.end, Vec::new());
        }
    }

    /// The changed text; the text itself where nothing changed.
    pub(crate) fn finish(self) -> Cow<'a, [u8]> {
        if self.changes.is_empty() {
            return Cow::Borrowed(self.text);
        }
        // Last by its number, so that what is added at one place keeps its order. A heap's sort, as that of texts is.
        let places = self.changes.iter().enumerate().map(|(number, (place, _))| (place.end, place.start, number));
        let in_order = BinaryHeap::from(places.collect::<Vec<_>>()).into_sorted_vec();
        let added: usize = self.changes.iter().map(|(_, new)| new.len()).sum();
        let mut changed = Vec::with_capacity(self.text.len() + added);
        let mut kept_from = 0;
        for (place, new) in in_order.into_iter().filter_map(|(_, _, number)| self.changes.get(number)) {
            changed.extend_from_slice(self.text.get(kept_from..place.start).unwrap_or_default());
            changed.extend_from_slice(new);
            kept_from = place.end;
        }
        changed.extend_from_slice(self.text.get(kept_from..).unwrap_or_default());
        Cow::Owned(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::Splice;
    use crate::json::{Limits, members};

    #[test]
    fn each_member_goes_with_one_comma() {
        let text = r#"{ "a" : 1 , "b":2,"c" : 3 }"#;
        for (gone, left) in [
            ("", r#"{ "a" : 1 , "b":2,"c" : 3 }"#),
            ("a", r#"{ "b":2,"c" : 3 }"#),
            ("b", r#"{ "a" : 1,"c" : 3 }"#),
            ("c", r#"{ "a" : 1 , "b":2 }"#),
            ("ab", r#"{ "c" : 3 }"#),
            ("bc", r#"{ "a" : 1 }"#),
            ("ac", r#"{ "b":2 }"#),
            ("abc", "{  }"),
        ] {
            let members = members(text.as_bytes(), Limits::default()).ok().flatten().unwrap_or_default();
            let mut splice = Splice::new(text.as_bytes());
            splice.take_out(&members, |member| member.name.iter().all(|byte| gone.as_bytes().contains(byte)));
            assert_eq!(String::from_utf8_lossy(&splice.finish()), left, "{gone}");
        }
    }

    #[test]
    fn additions_at_one_place_keep_their_order_and_follow_what_was_taken_there() {
        let mut splice = Splice::new(b"abcdef");
        splice.replace(6..6, b"1".to_vec());
        splice.replace(6..6, b"2".to_vec());
        splice.replace(3..6, Vec::new());
        splice.replace(1..2, b"B".to_vec());
        splice.replace(0..1, b"a".to_vec());
        assert_eq!(String::from_utf8_lossy(&splice.finish()), "aBc12");
    }
}
