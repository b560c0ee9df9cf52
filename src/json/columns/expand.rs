//! Reads columns back.

use std::ops::Range;

use super::super::error::{Expected, Fault, JsonError};
use super::super::rewrite::{Limits, rewrite};
use super::super::rules::Rules;
use super::super::scan::byte;
use super::likely::has_columns;
use super::survey::{name_end, scalar_end};

/// The text, compact, with lists of objects in place of columns: the exact inverse of what `"lists": "columns"` makes of a compact text.
///
/// Columns are an object of exactly `columns`, an array of strings, and behind it either `rows`, an array of arrays that have as many items, or `row`, one
/// such array; every other object stays one. A text may have twice as many levels of nesting as others, since columns take more than objects do.
///
/// # Errors
///
/// The first place where `text` is no JSON, or where it is over a limit, as the text that it stands for may be: few bytes of columns can stand for many.
pub fn expand_columns(text: &[u8]) -> Result<Vec<u8>, JsonError> {
    let compact = rewrite(text, &Rules::default(), None, LIMITS)?;
    match expanded(&compact, LIMITS.bytes) {
        Ok(None) => Ok(compact),
        Ok(Some(text)) => Ok(text),
        Err(TooLong) => Err(Fault { offset: text.len(), expected: Expected::Size(LIMITS.bytes) }.locate(text)),
    }
}

/// Those of texts with columns. An array and the objects in it, two levels, take three as columns; an object that would be taken for them takes two.
const LIMITS: Limits = Limits { depth: 1024, bytes: 1 << 30 };

/// The text that columns stand for is longer than it may be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// A text with lists of objects in place of columns that a projection wrote, in at most so many bytes; `None` where it has none of those.
pub(crate) fn without_columns(text: &[u8], most: usize) -> Result<Option<Vec<u8>>, TooLong> {
    // What a projection writes is compact.
    if !has_columns(text) {
        return Ok(None);
    }
    match rewrite(text, &Rules::default(), None, LIMITS) {
        Ok(compact) => expanded(&compact, most),
        Err(_) => Ok(None),
    }
}

fn expanded(text: &[u8], most: usize) -> Result<Option<Vec<u8>>, TooLong> {
    let mut reader = Reader { text, open: Vec::new(), tables: Vec::new(), names: Vec::new(), marks: Vec::new() };
    reader.read();
    if reader.tables.iter().any(|table| table.is_whole) { reader.write(most).map(Some) } else { Ok(None) }
}

/// An object that may be columns.
struct Table {
    /// Its names, among those of the reader.
    names: Range<usize>,
    /// Whether it is columns as far as it was read; and whether it was read to its end.
    is_sound: bool,
    is_whole: bool,
}

/// What an array or object is to the table that it is a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Other,
    /// The object itself.
    Table,
    /// Its `rows`.
    Rows,
    /// One of these, or its `row`.
    Row,
}

/// An array or object that is open.
struct Frame {
    is_object: bool,
    role: Role,
    /// The number of the table, if it is part of one.
    table: usize,
    /// How many rows or cells it has so far.
    items: usize,
}

/// A place that changes if its table is whole.
struct Mark {
    /// What is left out.
    span: Range<usize>,
    table: usize,
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    /// What stands around the rows.
    Around,
    /// A row's opening bracket.
    RowStart,
    /// The place before a cell.
    Cell,
    /// A row's closing bracket.
    RowEnd,
}

/// A valid, compact text as it is read.
struct Reader<'a> {
    text: &'a [u8],
    open: Vec<Frame>,
    tables: Vec<Table>,
    /// Where the names of tables stand.
    names: Vec<Range<usize>>,
    marks: Vec<Mark>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let text = self.text;
        let mut at = 0;
        'value: loop {
            let role = self.note_item(at);
            match byte(text, at) {
                bracket @ (b'{' | b'[') => {
                    let rows = if bracket == b'{' { self.open_table(at) } else { None };
                    at = match (rows, role) {
                        (Some(rows), _) => rows,
                        (None, Some(table)) if bracket == b'[' => {
                            self.open_row(at, table);
                            at + 1
                        }
                        _ => {
                            self.open.push(Frame { is_object: bracket == b'{', role: Role::Other, table: 0, items: 0 });
                            at + 1
                        }
                    };
                    match byte(text, at) {
                        b']' | b'}' => {}
                        b'"' if self.open.last().is_some_and(|frame| frame.is_object) => {
                            at = name_end(text, at) + 1;
                            continue 'value;
                        }
                        _ => continue 'value,
                    }
                }
                _ => at = scalar_end(text, at),
            }
            loop {
                match (byte(text, at), self.open.last()) {
                    (b',', Some(frame)) => {
                        at = if frame.is_object { name_end(text, at + 1) + 1 } else { at + 1 };
                        continue 'value;
                    }
                    (b']' | b'}', Some(_)) => {
                        self.leave(at);
                        at += 1;
                    }
                    _ => return,
                }
            }
        }
    }

    /// Counts the value that starts at `at` for the array that it is in; answers the table whose row it has to be, if any.
    fn note_item(&mut self, at: usize) -> Option<usize> {
        let frame = self.open.last_mut()?;
        let number = frame.table;
        frame.items += 1;
        match frame.role {
            Role::Other => return None,
            Role::Row => {
                self.marks.push(Mark { span: at..at, table: number, part: Part::Cell });
                return None;
            }
            Role::Rows if byte(self.text, at) == b'[' => return Some(number),
            // A row that is none, or a member too many.
            Role::Rows | Role::Table => {}
        }
        if let Some(table) = self.tables.get_mut(number) {
            table.is_sound = false;
        }
        None
    }

    /// Opens the object at `at` as a table, if it starts like one; answers where the first of what is in its `rows` or `row` starts.
    fn open_table(&mut self, at: usize) -> Option<usize> {
        let rest = |at: usize| self.text.get(at..).unwrap_or_default();
        rest(at).strip_prefix(b"{\"columns\":[\"")?;
        let mut end = at + 12;
        let from = self.names.len();
        let mut names = Vec::new();
        while byte(self.text, end) == b'"' {
            let start = end;
            end = name_end(self.text, start);
            names.push(start..end);
            if byte(self.text, end) == b',' {
                end += 1;
            }
        }
        let (rows, has_rows) = match rest(end) {
            text if text.starts_with(b"],\"rows\":[") => (end + 9, true),
            text if text.starts_with(b"],\"row\":[") => (end + 8, false),
            _ => return None,
        };
        self.names.append(&mut names);
        let table = self.tables.len();
        self.tables.push(Table { names: from..self.names.len(), is_sound: true, is_whole: false });
        self.marks.push(Mark { span: at..rows, table, part: Part::Around });
        self.open.push(Frame { is_object: true, role: Role::Table, table, items: 0 });
        if has_rows {
            self.open.push(Frame { is_object: false, role: Role::Rows, table, items: 0 });
        } else {
            self.open_row(rows, table);
        }
        Some(rows + 1)
    }

    fn open_row(&mut self, at: usize, table: usize) {
        self.marks.push(Mark { span: at..at + 1, table, part: Part::RowStart });
        self.open.push(Frame { is_object: false, role: Role::Row, table, items: 0 });
    }

    /// Leaves the innermost array or object, whose closing bracket stands at `at`.
    fn leave(&mut self, at: usize) {
        let Some(Frame { role, table: number, items, .. }) = self.open.pop() else { return };
        let Some(table) = self.tables.get_mut(number).filter(|_| role != Role::Other) else { return };
        let part = match role {
            Role::Row => {
                table.is_sound &= items == table.names.len();
                Part::RowEnd
            }
            Role::Table => {
                table.is_whole = table.is_sound;
                Part::Around
            }
            Role::Rows | Role::Other => {
                // Without a row the names would be lost.
                table.is_sound &= items > 0;
                return;
            }
        };
        self.marks.push(Mark { span: at..at + 1, table: number, part });
    }

    /// Calls `change` with each place that changes, and for a cell with the name that it gets.
    fn changes<'s>(&'s self, mut change: impl FnMut(&'s Mark, &'s [u8])) {
        // For each table, the number of the cell that comes next. A table inside another one is another table.
        let mut next = vec![0; self.tables.len()];
        for mark in &self.marks {
            let table = self.tables.get(mark.table).filter(|table| table.is_whole);
            let Some((table, next)) = table.zip(next.get_mut(mark.table)) else { continue };
            let mut name: &[u8] = b"";
            match mark.part {
                Part::RowStart => *next = table.names.start,
                Part::Cell => {
                    name = self.names.get(*next).and_then(|name| self.text.get(name.clone())).unwrap_or_default();
                    *next += 1;
                }
                Part::Around | Part::RowEnd => {}
            }
            change(mark, name);
        }
    }

    fn write(&self, most: usize) -> Result<Vec<u8>, TooLong> {
        // Few bytes of columns can stand for many: these are counted first. Nothing but names and their colons is added.
        let mut added = self.text.len() as u64;
        self.changes(|_, name| added += if name.is_empty() { 0 } else { name.len() as u64 + 1 });
        if added > most as u64 {
            return Err(TooLong);
        }
        let mut out = Vec::with_capacity(added as usize);
        let mut copied = 0;
        self.changes(|Mark { span, part, .. }, name| {
            out.extend_from_slice(self.text.get(copied..span.start).unwrap_or_default());
            copied = span.end;
            match part {
                Part::Around => {}
                Part::RowStart => out.push(b'{'),
                Part::Cell => {
                    out.extend_from_slice(name);
                    out.push(b':');
                }
                Part::RowEnd => out.push(b'}'),
            }
        });
        out.extend_from_slice(self.text.get(copied..).unwrap_or_default());
        Ok(out)
    }
}
