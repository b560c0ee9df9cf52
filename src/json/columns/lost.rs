//! Members that pruning took from some rows, which columns may keep.

use super::candidates::{LostCell, Mark, Part, Span};
use super::lists::SourceColumn;
use super::source::Lost;
use super::survey::Survey;

impl Survey<'_> {
    /// Goes to the member in the source that has this name; answers whether there is one.
    pub(super) fn counterpart(&mut self, start: usize, end: usize) -> bool {
        let Some(source) = &mut self.source else { return false };
        let name = self.text.bytes.get(start..end).unwrap_or_default();
        let found = source.seek(name, &mut self.lost);
        self.note_lost(start - usize::from(self.inner.members > 0));
        if let (Some(name), true) = (found, self.inner.is_in_list) {
            self.source_cell(name, None);
        }
        found.is_some()
    }

    /// Takes note of members that pruning took where the text is now.
    pub(super) fn note_lost(&mut self, at: usize) {
        for Lost { name, value } in std::mem::take(&mut self.lost) {
            if !self.inner.is_in_list {
                break;
            }
            self.source_cell(name, Some((value, at)));
        }
    }

    pub(super) fn give_up_source(&mut self) {
        if let Some(list) = self.lists.last_mut() {
            list.source.is_uniform = false;
        }
        self.give_up_row();
    }

    /// Notes a member of a row in the source; one that was lost has a value, unless that is long, and a place where it would be.
    pub(super) fn source_cell(&mut self, name: Span, lost: Option<(Option<Span>, usize)>) {
        let (Some(list), Some(source)) = (self.lists.last_mut(), &self.source) else { return };
        if !list.source.is_uniform {
            return;
        }
        let (candidate, open) = (list.candidate, &mut list.source);
        let column = self.inner.source_members;
        self.inner.source_members += 1;
        if list.sizes.rows == 0 {
            self.source_columns.push(SourceColumn { name, is_kept: false, has_long: false, lost: 0 });
        }
        let known = self.source_columns.get_mut(open.columns_from + column as usize);
        let Some(known) = known.filter(|known| known.name.of(source.text) == name.of(source.text)) else {
            return self.give_up_source();
        };
        match lost {
            None if !known.is_kept => {
                known.is_kept = true;
                open.columns += 1;
                open.names += name.length();
                open.lost += known.lost;
            }
            None => {}
            Some((None, _)) => known.has_long = true,
            Some((Some(value), at)) => {
                *(if known.is_kept { &mut open.lost } else { &mut known.lost }) += value.length();
                let number = self.lost_cells.len();
                self.lost_cells.push(LostCell { column, value });
                let span = Span::new(at, number);
                self.marks.push(Mark { span, candidate, part: Part::Lost });
            }
        }
        if known.is_kept && known.has_long {
            self.give_up_source();
        }
    }
}
