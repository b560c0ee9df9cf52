//! Uniform lists written as columns: the member names once, and what takes no more than JSON to read back.
//!
//! An array of at least three objects with the same member names in the same order, `[{"id":1,"n":"a"},…]`, becomes
//! `{"columns":["id","n"],"rows":[[1,"a"],…]}`, where its text as objects is at least a tenth longer than that. An object that would then be taken
//! for one of these, because its members are exactly `columns` and `rows` or exactly `columns` and `row`, is written as
//! `{"columns":["columns","rows"],"row":[…]}`. All values stay the bytes that they were, and [`expand_columns`] has them all back in their places.
//!
//! A compact text is read once, by the survey, which marks what would change wherever a list or an object may have to, and settles each when
//! it ends: what is inside was settled before, so that lengths are sums. Nothing is tried and taken back. If anything changes,
//! the text is copied around the marks that count. Both take as long as the text is, however it is nested.
//!
//! Where a text was pruned, the text that it comes from may be read beside it: a list whose rows differ only in members that pruning took
//! gets them back as cells, if they are short.

mod candidates;
mod expand;
mod likely;
mod lists;
mod lost;
mod objects;
mod source;
mod survey;
mod text;
mod write;

use candidates::Candidate;
pub use expand::expand_columns;
pub(crate) use expand::without_columns;
pub(crate) use likely::may_have_columns;
use source::Source;
use survey::Survey;
use text::Text;
pub(super) use text::Units;

/// A text with its uniform lists as columns.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) text: Vec<u8>,
    pub(crate) changes: Vec<Change>,
}

/// A list that became columns, or an object that would have been taken for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// Where it starts in the text that is all objects.
    pub(crate) start: usize,
    /// How many rows it has; `None` for an object.
    pub(crate) rows: Option<usize>,
    /// How many bytes it got shorter by this; negative for an object.
    pub(crate) saved: i64,
}

/// A valid, compact text with its uniform lists as columns; `None` where none is worth it and no object has to change.
///
/// `source` is the compact text that pruning made this one of, if it took anything.
pub(crate) fn columns(text: &[u8], source: Option<&[u8]>) -> Option<Columns> {
    if !may_have_columns(text) {
        return None;
    }
    let mut survey = Survey::new(Text::new(text, Units::Utf8), source.map(Source::new));
    survey.run()?;
    let change = |candidate: &Candidate| Change {
        start: candidate.start as usize,
        rows: candidate.rows.map(|rows| rows as usize),
        saved: candidate.saved,
    };
    let written = survey.candidates.iter().filter(|candidate| survey.is_written(candidate));
    let changes: Vec<Change> = written.map(change).collect();
    if changes.is_empty() {
        return None;
    }
    let mut out = Vec::new();
    let length = survey.write(text, &mut out);
    out.truncate(length);
    Some(Columns { text: out, changes })
}

/// What became of a text that may not be valid or compact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// It is neither, or has too many levels.
    Refused,
    /// Nothing of it changes.
    Same,
    /// Its lists became columns, in a text of its own that is so long.
    Columns(usize),
}

/// Writes the lists of a text as columns, if it is valid and compact: its own units to `out`, of which `bytes` are what `kind` says.
pub(super) fn list_units<T: Copy + Default + From<u8>>(
    bytes: &[u8],
    kind: Units<'_>,
    units: &[T],
    out: &mut Vec<T>,
) -> Listed {
    let mut survey = Survey::new(Text::new(bytes, kind), None);
    if survey.run().is_none() {
        return Listed::Refused;
    }
    if survey.written == 0 {
        return Listed::Same;
    }
    Listed::Columns(survey.write(units, out))
}

/// How long an array is, for each number of its first items, if the text ends behind them: from none to all. The array is valid and compact; `source` is
/// as for [`columns`].
pub(crate) fn prefix_lengths(list: &[u8], source: Option<&[u8]>) -> Vec<usize> {
    let mut survey = Survey::new(Text::new(list, Units::Utf8), source.map(Source::new)).with_prefixes();
    // Nothing is to be said of what is no array.
    let _ = survey.run();
    survey.into_prefixes()
}
