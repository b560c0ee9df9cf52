//! Copies a text around what changes of it.

use super::candidates::{Candidate, ESCAPE, Mark, Part, Span};
use super::survey::Survey;

/// What is copied at a time: most of what stands between two changes is shorter, and a call to copy it would cost more than the copy.
const STEP: usize = 16;

/// What is worth a call to be copied.
const LONG: usize = 256;

/// What a text becomes, in its units.
struct Output<'o, T> {
    units: &'o mut Vec<T>,
    length: usize,
}

impl<T: Copy + Default + From<u8>> Output<'_, T> {
    /// Appends a part of a text.
    #[inline(always)]
    fn copy(&mut self, text: &[T], start: usize, end: usize) {
        let mut from = start;
        if end > start + LONG {
            self.copy_rest(text, start, end, self.length);
            from = end;
        }
        while from < end {
            let to = self.length + (from - start);
            let step = text.get(from..).and_then(|rest| rest.first_chunk::<STEP>());
            match step.zip(self.units.get_mut(to..).and_then(|rest| rest.first_chunk_mut::<STEP>())) {
                // What it copies too far is written over.
                Some((step, place)) => *place = *step,
                None => {
                    self.copy_rest(text, from, end, to);
                    break;
                }
            }
            from += STEP;
        }
        self.length += end.saturating_sub(start);
    }

    /// The same for many units at once, and near the end of the text.
    #[inline(never)]
    fn copy_rest(&mut self, text: &[T], from: usize, end: usize, to: usize) {
        let rest = text.get(from..end).unwrap_or_default();
        if let Some(place) = self.units.get_mut(to..to + rest.len()) {
            place.copy_from_slice(rest);
        }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.units.get_mut(self.length) {
            *place = T::from(byte);
        }
        self.length += 1;
    }

    /// Appends ASCII, or bytes of a text in UTF-8.
    #[inline(always)]
    fn push_all(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.push(*byte));
    }
}

impl Survey<'_> {
    /// Writes a text with the changes that the survey found, in its units, to the start of `units`; answers its length.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn write<T: Copy + Default + From<u8>>(&self, text: &[T], units: &mut Vec<T>) -> usize {
        // Only objects that would be taken for columns make it longer. The last step may go beyond it.
        let longest = text.len() + self.written * ESCAPE as usize + STEP;
        if units.len() < longest {
            units.resize(longest, T::default());
        }
        let mut out = Output { units, length: 0 };
        // Of each candidate, whether a cell of its row was written. A row inside another one is a row of another candidate.
        let mut states: Vec<Option<bool>> =
            self.candidates.iter().map(|candidate| self.is_written(candidate).then_some(false)).collect();
        let mut copied = 0;
        for Mark { span, candidate: number, part } in &self.marks {
            let (number, start) = (*number as usize, span.start as usize);
            let Some(Some(has_cell)) = states.get_mut(number) else { continue };
            let mut end = span.end as usize;
            match part {
                Part::Cell => {
                    out.copy(text, copied, start);
                    if std::mem::replace(has_cell, true) {
                        out.push(b',');
                    }
                }
                Part::RowStart => {
                    out.copy(text, copied, start);
                    out.push(b'[');
                    // Its first name may go with it.
                    *has_cell = span.length() > 1;
                }
                Part::RowEnd => {
                    out.copy(text, copied, start);
                    out.push(b']');
                }
                Part::Start => {
                    out.copy(text, copied, start);
                    if let Some(candidate) = self.candidates.get(number) {
                        self.write_header(candidate, text, &mut out);
                    }
                    *has_cell = false;
                }
                Part::End => {
                    out.copy(text, copied, start);
                    out.push_all(b"]}");
                }
                Part::Lost => {
                    let candidate = self.candidates.get(number);
                    let Some(value) = candidate.and_then(|candidate| self.lost_cell(candidate, span.end)) else {
                        continue;
                    };
                    out.copy(text, copied, start);
                    if std::mem::replace(has_cell, true) {
                        out.push(b',');
                    }
                    out.push_all(value);
                    end = start;
                }
            }
            copied = end;
        }
        out.copy(text, copied, text.len());
        out.length
    }

    /// The value of a cell that pruning took, if its list has its column and takes it from the source.
    fn lost_cell(&self, candidate: &Candidate, number: u32) -> Option<&[u8]> {
        let cell = self.lost_cells.get(number as usize)?;
        let kept = self.kept.get(candidate.kept?.start as usize..)?;
        let source = self.source.as_ref()?.text;
        kept.get(cell.column as usize)?.then(|| cell.value.of(source))
    }

    fn write_header<T: Copy + Default + From<u8>>(&self, candidate: &Candidate, text: &[T], out: &mut Output<'_, T>) {
        let Span { start, end } = candidate.columns;
        let names = self.columns.get(start as usize..end as usize).unwrap_or_default();
        let source = self.source.as_ref().map(|source| source.text).filter(|_| candidate.kept.is_some());
        out.push_all(b"{\"columns\":[");
        for (number, name) in names.iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            match source {
                Some(source) => out.push_all(name.of(source)),
                None => out.copy(text, name.start as usize, name.end as usize),
            }
        }
        out.push_all(if candidate.rows.is_some() { b"],\"rows\":[" } else { b"],\"row\":[" });
    }
}
