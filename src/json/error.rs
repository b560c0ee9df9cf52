//! What is wrong with a JSON text, and where.

use std::error::Error;
use std::fmt;

/// What the grammar, or a limit, asked for at the place where the text broke it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// Any JSON value.
    Value,
    /// An object, where any other value would be JSON all the same.
    Object,
    /// A value, or the end of the array that was just opened.
    ValueOrBracket,
    /// A member name.
    Name,
    /// A member name, or the end of the object that was just opened.
    NameOrBrace,
    /// The colon after a member name.
    Colon,
    /// More items or the end of the array.
    CommaOrBracket,
    /// More members or the end of the object.
    CommaOrBrace,
    /// Nothing: the value is complete, but the text goes on.
    End,
    /// The rest of `true`, `false` or `null`.
    Literal(&'static str),
    /// A decimal digit of a number.
    Digit,
    /// The rest of a string.
    Quote,
    /// One of `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`, `u` after a backslash.
    Escape,
    /// A hexadecimal digit of a `\u` escape.
    HexDigit,
    /// An escape, because a raw control character (below U+0020) stands there.
    EscapedControl,
    /// Well-formed UTF-8.
    Utf8,
    /// At most this many levels of arrays and objects inside each other.
    Depth(usize),
    /// A text of at most this many bytes.
    Size(usize),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value => f.write_str("a value"),
            Self::Object => f.write_str("an object"),
            Self::ValueOrBracket => f.write_str("a value or `]`"),
            Self::Name => f.write_str("a member name in quotes"),
            Self::NameOrBrace => f.write_str("a member name in quotes or `}`"),
            Self::Colon => f.write_str("`:`"),
            Self::CommaOrBracket => f.write_str("`,` or `]`"),
            Self::CommaOrBrace => f.write_str("`,` or `}`"),
            Self::End => f.write_str("the end of the text"),
            Self::Literal(word) => write!(f, "`{word}`"),
            Self::Digit => f.write_str("a digit"),
            Self::Quote => f.write_str("a closing quote"),
            Self::Escape => f.write_str("one of `\"\\/bfnrtu` after the backslash"),
            Self::HexDigit => f.write_str("four hexadecimal digits after `\\u`"),
            Self::EscapedControl => f.write_str("an escape in place of the raw control character"),
            Self::Utf8 => f.write_str("well-formed UTF-8"),
            Self::Depth(limit) => write!(f, "at most {limit} levels of nesting"),
            Self::Size(limit) => write!(f, "at most {limit} bytes"),
        }
    }
}

/// A text that is no JSON value, or that is over a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    offset: usize,
    line: usize,
    column: usize,
    expected: Expected,
}

impl JsonError {
    /// Where the text stopped being JSON: the byte offset of the first byte that can't be part of
    /// it; the text's length where it ends too early, or the start of the UTF-8 sequence that it cuts off.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line of [`offset`](Self::offset), from 1; a line ends after each line feed.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of [`offset`](Self::offset) in its line, from 1, counted in UTF-8 bytes.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What should have stood there.
    #[must_use]
    pub fn expected(&self) -> Expected {
        self.expected
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, line, column, expected } = self;
        write!(f, "not JSON: expected {expected} at line {line} column {column} (byte {offset})")
    }
}

impl Error for JsonError {}

/// A [`JsonError`] before its line and column are counted, which only happens once the text is
/// given up: the scan itself carries nothing but an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(super) offset: usize,
    pub(super) expected: Expected,
}

impl Fault {
    /// The fault as seen by someone who holds the whole text.
    pub(super) fn locate(self, text: &[u8]) -> JsonError {
        let offset = self.offset.min(text.len());
        // Behind the text the scan finds NUL bytes.
        let ended = offset == text.len() && self.expected == Expected::EscapedControl;
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        JsonError {
            offset,
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + offset - line_start,
            expected: if ended { Expected::Quote } else { self.expected },
        }
    }
}

/// A [`Fault`] at `offset`, as the scanning functions return it.
pub(super) fn fault<T>(offset: usize, expected: Expected) -> Result<T, Fault> {
    Err(Fault { offset, expected })
}
