//! What a text block says.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::json::{decode, same_bytes};

/// The text of a block: its token, and what that means once somebody asks.
pub(super) struct Said<'a> {
    /// The token without its quotes.
    pub(super) inside: &'a [u8],
    text: OnceCell<Cow<'a, [u8]>>,
}

impl<'a> Said<'a> {
    pub(super) fn new(inside: &'a [u8]) -> Self {
        Self { inside, text: OnceCell::new() }
    }

    pub(super) fn text(&self) -> &[u8] {
        self.text.get_or_init(|| decode(self.inside))
    }

    /// The text's first byte that is no whitespace. Most texts that are no data show it there.
    pub(super) fn first(&self) -> Option<u8> {
        let first = |text: &[u8]| text.iter().copied().find(|byte| !byte.is_ascii_whitespace());
        match first(self.inside) {
            // Whitespace, or the quote of a string.
            Some(b'\\') => first(self.text()),
            first => first,
        }
    }

    /// Whether it is the text of the token that has this between its quotes.
    pub(super) fn is(&self, inside: &[u8]) -> bool {
        // Servers escape alike what they say twice.
        if same_bytes(self.inside, inside) {
            return true;
        }
        let same = |(left, right): &(&u8, &u8)| left == right && **left != b'\\';
        let plain = self.inside.iter().zip(inside).take_while(same).count();
        let has_escape = |token: &[u8]| token.get(plain) == Some(&b'\\');
        // Up to there both mean what stands there.
        (has_escape(self.inside) || has_escape(inside)) && same_bytes(self.text(), &decode(inside))
    }
}

#[cfg(test)]
mod tests {
    use super::Said;

    #[test]
    fn a_text_is_its_token_however_that_is_escaped() {
        for (left, right) in
            [("", ""), ("a", "a"), (r"\u0061", "a"), ("b\\u0061", "ba"), (r"\n", r"\u000A"), (r"é\/", r"\u00e9/")]
        {
            assert!(Said::new(left.as_bytes()).is(right.as_bytes()), "{left} {right}");
            assert!(Said::new(right.as_bytes()).is(left.as_bytes()), "{right} {left}");
        }
        for (left, right) in
            [("", "a"), ("a", "ab"), ("ab", "ac"), (r"a\n", "a"), (r"a\n", "an"), (r"\u0061", "b"), (r"\\n", r"\n")]
        {
            assert!(!Said::new(left.as_bytes()).is(right.as_bytes()), "{left} {right}");
            assert!(!Said::new(right.as_bytes()).is(left.as_bytes()), "{right} {left}");
        }
    }

    #[test]
    fn a_text_starts_behind_its_whitespace_escaped_or_not() {
        for (token, first) in
            [(r"  {", Some(b'{')), (r" \n\t [", Some(b'[')), (r#"\"x\""#, Some(b'"')), ("", None), (r"\n ", None)]
        {
            assert_eq!(Said::new(token.as_bytes()).first(), first, "{token}");
        }
    }
}
