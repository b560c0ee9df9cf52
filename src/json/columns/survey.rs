//! Finds the lists that are worth to be written as columns, and the objects that would be taken for one.

use super::super::rewrite::Limits;
use super::super::scan::{self, byte, string_end};
use super::candidates::{Candidate, ESCAPE, FEWEST_ROWS, LostCell, Mark, Part, Span, Telling, small};
use super::lists::{OpenList, SourceColumn, around};
use super::objects::OpenObject;
use super::source::{Lost, Source};
use super::text::Text;

/// A compact text as it is read.
pub(super) struct Survey<'a> {
    pub(super) text: Text<'a>,
    pub(super) source: Option<Source<'a>>,
    /// The innermost array or object, and those around it.
    pub(super) inner: Frame,
    pub(super) outer: Vec<Frame>,
    /// The open arrays of objects, and the open objects that may be taken for columns.
    pub(super) lists: Vec<OpenList>,
    pub(super) objects: Vec<OpenObject>,
    /// The names of the first rows of open lists, of open objects, and of the source's first rows.
    pub(super) list_names: Vec<Span>,
    pub(super) object_names: Vec<Span>,
    pub(super) source_columns: Vec<SourceColumn>,
    /// What was found, in the order of the text; who names a candidate has its number.
    pub(super) candidates: Vec<Candidate>,
    pub(super) marks: Vec<Mark>,
    /// How many of the candidates are written.
    pub(super) written: usize,
    /// The names of those that are written; and for those whose names are the source's, which columns it has.
    pub(super) columns: Vec<Span>,
    pub(super) kept: Vec<bool>,
    pub(super) lost_cells: Vec<LostCell>,
    /// Members of the source that were just found to be lost.
    pub(super) lost: Vec<Lost>,
    /// For each number of the text's first items how long it is, if anybody asked.
    pub(super) prefixes: Option<Vec<usize>>,
}

/// An array or object that is open.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    pub(super) start: u32,
    pub(super) is_object: bool,
    /// Of an array, whether it is an open list; of an object, whether it is a row of one.
    pub(super) is_in_list: bool,
    /// Of an object, whether it may be taken for columns.
    pub(super) may_tell: bool,
    /// Whether something stands in its place in the source, and whether that is an array or object as well, which is open.
    pub(super) has_source: bool,
    pub(super) is_in_source: bool,
    /// How many members an object has so far, and how many bytes their names.
    pub(super) members: u32,
    pub(super) names: u32,
    /// Of a row, how many members the source's has so far.
    pub(super) source_members: u32,
    /// How many bytes of UTF-8 what is inside got shorter.
    pub(super) saved: i64,
}

/// Where known rows end.
enum Stop {
    /// Behind a row, or where one may start that isn't known.
    Rows(usize),
    /// Behind a member of a row.
    Member(usize),
    /// Before a value of a row that has something inside.
    Value(usize),
}

impl<'a> Survey<'a> {
    pub(super) fn new(text: Text<'a>, source: Option<Source<'a>>) -> Self {
        Self {
            text,
            source,
            inner: Frame::default(),
            outer: Vec::new(),
            lists: Vec::new(),
            objects: Vec::new(),
            list_names: Vec::new(),
            object_names: Vec::new(),
            source_columns: Vec::new(),
            candidates: Vec::new(),
            marks: Vec::new(),
            written: 0,
            columns: Vec::new(),
            kept: Vec::new(),
            lost_cells: Vec::new(),
            lost: Vec::new(),
            prefixes: None,
        }
    }

    pub(super) fn with_prefixes(self) -> Self {
        Self { prefixes: Some(vec![2]), ..self }
    }

    pub(super) fn into_prefixes(self) -> Vec<usize> {
        self.prefixes.unwrap_or_default()
    }

    /// Reads the text; nothing where it isn't valid or isn't compact, or where it has too many levels.
    ///
    /// A row that is like the ones before it is read by a function of its own; this one reads what that leaves.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn run(&mut self) -> Option<()> {
        let text = self.text.bytes;
        let mut at = 0;
        let mut has_source = self.source.is_some();
        // Whether the name that belongs to the next value was read.
        let mut is_named = false;
        'value: loop {
            if self.inner.is_object && !std::mem::take(&mut is_named) {
                (at, has_source) = self.name(at)?;
            }
            'complete: {
                match byte(text, at) {
                    bracket @ (b'{' | b'[') => {
                        if bracket == b'{' && self.inner.is_in_list && !self.inner.is_object {
                            match self.known_rows(at)? {
                                Stop::Rows(end) if end == at => {}
                                Stop::Rows(end) | Stop::Member(end) => {
                                    at = end;
                                    break 'complete;
                                }
                                Stop::Value(value) => {
                                    (at, is_named) = (value, true);
                                    continue 'value;
                                }
                            }
                        }
                        self.enter(bracket, at, has_source)?;
                        at += 1;
                        match byte(text, at) {
                            b']' | b'}' => {}
                            _ if bracket == b'{' => continue 'value,
                            first => {
                                has_source = self.item(first);
                                continue 'value;
                            }
                        }
                    }
                    _ => {
                        at = scan::scalar_end(text, at)?;
                        if let (Some(source), true) = (&mut self.source, has_source) {
                            source.skip();
                            source.end_value();
                        }
                        if self.outer.len() == 1 {
                            self.note_prefix(at);
                        }
                    }
                }
            }
            while !self.outer.is_empty() {
                match byte(text, at) {
                    b',' => {
                        at += 1;
                        if !self.inner.is_object {
                            has_source = self.item(byte(text, at));
                        }
                        continue 'value;
                    }
                    b'}' if self.inner.is_object => self.leave_object(at),
                    b']' if !self.inner.is_object => self.leave_array(at),
                    _ => return None,
                }
                at += 1;
                if self.outer.len() == 1 {
                    self.note_prefix(at);
                }
            }
            return (at == text.len()).then_some(());
        }
    }

    /// Whether a candidate is written: a row of columns is no object any more that could be taken for some.
    pub(super) fn is_written(&self, candidate: &Candidate) -> bool {
        let list = candidate.row_of.and_then(|list| self.candidates.get(list as usize));
        candidate.is_written && !list.is_some_and(|list| list.is_written)
    }

    /// Reads rows from the one on that starts at `start`, as long as they are like the first but for their values, and these have nothing inside.
    ///
    /// All that changes from one cell to the next are two numbers and the marks, so that the rest is in registers.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn known_rows(&mut self, start: usize) -> Option<Stop> {
        let text = self.text.bytes;
        let Some(list) = self.lists.last_mut().filter(|list| list.is_quick) else { return Some(Stop::Rows(start)) };
        let names = self.list_names.get(list.names_from..).unwrap_or_default();
        let candidate = list.candidate;
        let marks = &mut self.marks;
        let mut row = start;
        let mut rows = 0;
        let (members, at, is_before_value) = 'rows: loop {
            let mut at = row;
            for (number, name) in names.iter().enumerate() {
                // With the brace or comma before it and the colon behind it.
                let gap = Span { start: name.start - 1, end: name.end + 1 };
                if !gap.stands_at(text, at) {
                    break 'rows (number, at, false);
                }
                let value = at + gap.length();
                let part = if number == 0 { Part::RowStart } else { Part::Cell };
                marks.push(Mark { span: Span::new(at, value), candidate, part });
                at = match byte(text, value) {
                    b'"' => string_end(text, value + 1)?,
                    b'{' | b'[' => break 'rows (number + 1, value, true),
                    _ => scan::scalar_end(text, value)?,
                };
            }
            if byte(text, at) != b'}' {
                break (names.len(), at, false);
            }
            marks.push(Mark { span: Span::new(at, at + 1), candidate, part: Part::RowEnd });
            rows += 1;
            at += 1;
            if byte(text, at) != b',' || byte(text, at + 1) != b'{' {
                break (0, at, false);
            }
            row = at + 1;
        };
        list.sizes.rows += rows;
        list.sizes.around_values += rows * around(list.sizes.names, list.sizes.columns);
        if members == 0 {
            // Where another row starts, the comma before it is still to be read.
            return Some(Stop::Rows(if at == row && rows > 0 { at - 1 } else { at }));
        }
        let names = names.iter().take(members).map(|name| name.length()).sum();
        self.outer.push(self.inner);
        self.inner = Frame {
            start: small(row),
            is_object: true,
            is_in_list: true,
            members: small(members),
            names: small(names),
            ..Frame::default()
        };
        Some(if is_before_value { Stop::Value(at) } else { Stop::Member(at) })
    }

    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn enter(&mut self, bracket: u8, at: usize, has_source: bool) -> Option<()> {
        if self.outer.len() >= Limits::default().depth {
            return None;
        }
        let is_object = bracket == b'{';
        let is_in_source = has_source && self.source.as_mut().is_some_and(|source| source.enter(bracket));
        let is_row = is_object && self.inner.is_in_list && !self.inner.is_object;
        self.outer.push(self.inner);
        let start = small(at);
        self.inner = Frame { start, is_object, is_in_list: is_row, is_in_source, has_source, ..Frame::default() };
        if !is_object && byte(self.text.bytes, at + 1) == b'{' {
            self.open_list(at);
        } else if is_row {
            self.mark(Span::new(at, at + 1), self.lists.last().map(|list| list.candidate), Part::RowStart);
        }
        Some(())
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, span: Span, candidate: Option<u32>, part: Part) {
        if let Some(candidate) = candidate {
            self.marks.push(Mark { span, candidate, part });
        }
    }

    /// Looks at an item's first byte; answers whether the item has a counterpart in the source.
    #[inline(always)]
    fn item(&mut self, first: u8) -> bool {
        if self.inner.is_in_list && first != b'{' {
            self.give_up_list();
        }
        self.inner.is_in_source && self.source.as_ref().is_some_and(Source::has_item)
    }

    /// Reads a name; answers where its value starts, and whether the source has that, too.
    #[inline(always)]
    fn name(&mut self, start: usize) -> Option<(usize, bool)> {
        let text = self.text.bytes;
        if byte(text, start) != b'"' {
            return None;
        }
        let expected = if self.inner.is_in_list { self.expected_name(start) } else { None };
        let end = match expected {
            Some(end) => end,
            None => string_end(text, start + 1)?,
        };
        if byte(text, end) != b':' {
            return None;
        }
        let has_source = self.inner.is_in_source && self.counterpart(start, end);
        if self.inner.is_in_list {
            self.cell(start, end, expected.is_some());
        }
        if self.inner.may_tell || self.inner.members == 0 && Telling::may_tell(text.get(start + 1)) {
            self.tell(start, end);
        }
        self.inner.members += 1;
        self.inner.names += small(end - start);
        Some((end + 1, has_source))
    }

    /// Behind the name at `start`, if it is the one that the list's first row has in its place.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn expected_name(&self, start: usize) -> Option<usize> {
        let list = self.lists.last()?;
        let name = self.list_names.get(list.names_from + self.inner.members as usize)?;
        let is_same = name.stands_at(self.text.bytes, start) && self.text.are_same(*name, start);
        (list.sizes.rows > 0 && is_same).then(|| start + name.length())
    }

    /// Ends the object whose closing brace stands at `at`.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn leave_object(&mut self, at: usize) {
        if let (Some(source), true) = (&mut self.source, self.inner.is_in_source) {
            source.leave_object(&mut self.lost);
            self.note_lost(at);
        }
        let Frame { is_in_list, may_tell, saved, .. } = self.inner;
        let escape = if may_tell && self.leave_object_that_may_tell(at) { ESCAPE } else { 0 };
        if is_in_list {
            self.leave_row(at, escape);
        }
        self.leave(saved - escape);
    }

    pub(super) fn settle(&mut self, number: u32, columns: Span, saved: i64, at: usize) {
        if let Some(candidate) = self.candidates.get_mut(number as usize) {
            (candidate.is_written, candidate.columns, candidate.saved) = (true, columns, saved);
        }
        self.written += 1;
        self.mark(Span::new(at, at + 1), Some(number), Part::End);
    }

    /// Ends the array whose closing bracket stands at `at`.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn leave_array(&mut self, at: usize) {
        if let (Some(source), true) = (&mut self.source, self.inner.is_in_source) {
            source.leave_array();
        }
        let Frame { start, mut saved, is_in_list, .. } = self.inner;
        if is_in_list {
            let has_rows = self.lists.last().is_some_and(|list| list.sizes.rows >= FEWEST_ROWS);
            let as_objects = if has_rows { self.length_between(start, at) - saved } else { 0 };
            match (self.worthwhile(as_objects), self.lists.pop()) {
                (Some((length, chosen)), Some(list)) => {
                    let gain = as_objects - length;
                    saved += gain;
                    self.settle_list(&list, &chosen, gain - list.escaped, at);
                }
                (_, Some(list)) => self.forget(&list),
                (_, None) => {}
            }
        }
        self.leave(saved);
    }

    /// How many bytes of UTF-8 there are from an opening bracket to a closing one, both included.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn length_between(&self, start: u32, end: usize) -> i64 {
        let span = Span { start, end: small(end + 1) };
        i64::from(small(span.length() + self.text.more(span)))
    }

    /// Leaves the innermost array or object, in which so many bytes were saved.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn leave(&mut self, saved: i64) {
        if let (Some(source), true) = (&mut self.source, self.inner.has_source) {
            source.end_value();
        }
        if let Some(outer) = self.outer.pop() {
            self.inner = outer;
        }
        self.inner.saved += saved;
    }

    /// Notes how long the whole array is if it ends behind the item that ends at `at`.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn note_prefix(&mut self, at: usize) {
        if self.prefixes.is_none() || self.inner.is_object {
            return;
        }
        let as_objects = self.length_between(self.inner.start, at) - self.inner.saved;
        let as_columns = if self.inner.is_in_list { self.worthwhile(as_objects) } else { None };
        let length = as_columns.map_or(as_objects, |(length, _)| length);
        if let Some(prefixes) = &mut self.prefixes {
            prefixes.push(usize::try_from(length).unwrap_or(0));
        }
    }
}

/// Behind the name at `at` of a valid text.
pub(super) fn name_end(text: &[u8], at: usize) -> usize {
    // In a valid text every string ends.
    string_end(text, at + 1).unwrap_or(text.len())
}

/// Behind the string, number or literal at `at` of a valid, compact text.
pub(super) fn scalar_end(text: &[u8], at: usize) -> usize {
    scan::scalar_end(text, at).unwrap_or(text.len())
}
