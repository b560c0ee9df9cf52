//! Objects that may be taken for columns, while they are read.

use super::candidates::{Candidate, ESCAPE, Part, Span, Telling, small};
use super::survey::Survey;

pub(super) struct OpenObject {
    pub(super) candidate: u32,
    pub(super) names_from: usize,
    pub(super) telling: Telling,
}

impl Survey<'_> {
    /// Notes a member of an object that may be taken for columns.
    pub(super) fn tell(&mut self, start: usize, end: usize) {
        let name = Span::new(start, end);
        let at = self.inner.start as usize;
        if !self.inner.may_tell {
            let mut telling = Telling::default();
            if !telling.note(name.of(self.text.bytes)) {
                return;
            }
            let row_of = self.lists.last().filter(|_| self.inner.is_in_list).map(|list| list.candidate);
            let candidate = small(self.candidates.len());
            self.candidates.push(Candidate::new(at, None, row_of));
            self.objects.push(OpenObject { candidate, names_from: self.object_names.len(), telling });
            self.mark(Span::new(at, at + 1), Some(candidate), Part::Start);
            self.inner.may_tell = true;
        } else if !self.objects.last_mut().is_some_and(|object| object.telling.note(name.of(self.text.bytes))) {
            self.inner.may_tell = false;
            if let Some(object) = self.objects.pop() {
                self.object_names.truncate(object.names_from);
            }
            return;
        }
        self.object_names.push(name);
        let comma = usize::from(self.inner.members > 0);
        let candidate = self.objects.last().map(|object| object.candidate);
        self.mark(Span::new(start - comma, end + 1), candidate, Part::Cell);
    }

    /// Answers whether the object would be taken for columns.
    pub(super) fn leave_object_that_may_tell(&mut self, at: usize) -> bool {
        let Some(OpenObject { candidate, names_from, telling }) = self.objects.pop() else { return false };
        let is_taken = telling.is_taken_for_columns();
        if is_taken {
            let from = self.columns.len();
            self.columns.extend_from_slice(self.object_names.get(names_from..).unwrap_or_default());
            let columns = Span::new(from, self.columns.len());
            self.settle(candidate, columns, -ESCAPE, at);
        }
        self.object_names.truncate(names_from);
        is_taken
    }
}
