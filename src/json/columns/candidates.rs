//! What may change, and whether it is worth it.

use std::borrow::Cow;

use super::super::kernel::{self, WIDTH, chunk};
use super::super::text::{decode, in_order};

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start: small(start), end: small(end) }
    }

    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub(super) fn length(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the same bytes stand at `at`. Most names have at most sixteen.
    #[inline(always)]
    pub(super) fn stands_at(self, text: &[u8], at: usize) -> bool {
        let length = self.length();
        match (chunk(text, at), chunk(text, self.start as usize)) {
            (Some(found), Some(known)) if length <= WIDTH => {
                (kernel::same(found, known) | u32::MAX << length) == u32::MAX
            }
            _ => text.get(at..at + length) == Some(self.of(text)),
        }
    }
}

/// An offset as it is kept: a text has less than 4 GiB.
pub(super) fn small(offset: usize) -> u32 {
    offset as u32
}

/// An array that may become columns, or an object that may be taken for one that did.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) start: u32,
    /// Whether it changes; of an object as long as it doesn't turn into a row.
    pub(super) is_written: bool,
    /// For an object, the number of the list that it is a row of, if it is.
    pub(super) row_of: Option<u32>,
    /// How many rows a list has; `None` for an object.
    pub(super) rows: Option<u32>,
    /// How many bytes it gets shorter.
    pub(super) saved: i64,
    /// Its names, among those of the survey.
    pub(super) columns: Span,
    /// Where its names are the source's, which of the source's columns it has, among those of the survey.
    pub(super) kept: Option<Span>,
}

impl Candidate {
    pub(super) fn new(start: usize, rows: Option<u32>, row_of: Option<u32>) -> Self {
        let columns = Span { start: 0, end: 0 };
        Self { start: small(start), is_written: false, row_of, rows, saved: 0, columns, kept: None }
    }
}

/// A place that changes if its candidate does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// What is left out.
    pub(super) span: Span,
    pub(super) candidate: u32,
    pub(super) part: Part,
}

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The opening bracket.
    Start,
    /// The opening brace of a row.
    RowStart,
    /// A name, with its colon and the comma before it.
    Cell,
    /// A member that pruning took: the span's start is its place, its end a number among the survey's lost cells.
    Lost,
    /// The closing brace of a row.
    RowEnd,
    /// The closing bracket.
    End,
}

/// A cell that pruning took.
#[derive(Clone, Copy, Debug)]
pub(super) struct LostCell {
    /// The number of its column in the source.
    pub(super) column: u32,
    /// Its value in the source.
    pub(super) value: Span,
}

/// What a list's rows have beside the bytes of their values, as far as it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    pub(super) columns: usize,
    /// The bytes of the columns' names, their quotes included.
    pub(super) names: usize,
    pub(super) rows: usize,
    /// The bytes that rows have as objects: of names, colons and commas.
    pub(super) around_values: usize,
    /// The bytes of cells that the objects lack.
    pub(super) lost: usize,
}

pub(super) const FEWEST_ROWS: usize = 3;

/// What stands around the names and rows of columns, `{"columns":[` and `],"rows":[` and `]}`, less the brackets of a list.
const AROUND: usize = 12 + 10 + 2 - 2;

/// How many bytes longer an object gets that is written as `{"columns":[…],"row":[…]}`, however many members it has.
pub(super) const ESCAPE: i64 = 20;

impl Sizes {
    /// How long the list is as columns that has so many bytes as objects none of which would be taken for columns.
    pub(super) fn as_columns(self, as_objects: i64) -> i64 {
        let Self { columns, names, rows, around_values, lost } = self;
        // The header has a comma between names, each row one between cells.
        let more = AROUND + names + (rows + 1) * columns.saturating_sub(1) + lost;
        as_objects + more as i64 - around_values as i64
    }
}

/// Whether columns are worth it: the text as objects is at least a tenth longer.
pub(super) fn is_worthwhile(as_objects: i64, as_columns: i64) -> bool {
    11 * as_columns <= 10 * as_objects
}

/// Whether two of these names, tokens with their quotes, are the same to a reader.
pub(super) fn have_duplicates<'a>(names: impl Iterator<Item = Cow<'a, [u8]>>) -> bool {
    let decoded = |name: Cow<'a, [u8]>| match name {
        Cow::Borrowed(name) => decode(name),
        Cow::Owned(name) => Cow::Owned(decode(&name).into_owned()),
    };
    let names = in_order(names.map(|name| (decoded(name), 0)).collect());
    names.iter().zip(names.iter().skip(1)).any(|(one, next)| one.0 == next.0)
}

/// An object's members so far, where they may be those of columns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Telling {
    pub(super) columns: bool,
    pub(super) rows: bool,
    pub(super) row: bool,
}

impl Telling {
    /// Whether a name, a token with its quotes, may be one of columns' members; most show in their first byte that they aren't.
    #[inline(always)]
    pub(super) fn may_tell(name: Option<&u8>) -> bool {
        matches!(name, Some(b'c' | b'r' | b'\\'))
    }

    /// Notes one more name; answers whether it is one of columns' members.
    pub(super) fn note(&mut self, name: &[u8]) -> bool {
        match decode(name).as_ref() {
            b"\"columns\"" => self.columns = true,
            b"\"rows\"" => self.rows = true,
            b"\"row\"" => self.row = true,
            _ => return false,
        }
        true
    }

    /// Whether the object would be taken for columns.
    pub(super) fn is_taken_for_columns(self) -> bool {
        self.columns && (self.rows != self.row)
    }
}
