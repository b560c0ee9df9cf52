//! Arrays of objects, while they are read.

use super::candidates::{
    Candidate, FEWEST_ROWS, Mark, Part, Sizes, Span, Telling, have_duplicates, is_worthwhile, small,
};
use super::survey::{Frame, Survey};

pub(super) struct OpenList {
    pub(super) candidate: u32,
    /// How many marks there were before it, and how many candidates that are written.
    pub(super) first_mark: usize,
    pub(super) written_before: usize,
    /// The columns are those of its first row.
    pub(super) sizes: Sizes,
    /// Whether the rows have the same names so far, and whether these are what a look at the bytes tells.
    pub(super) is_uniform: bool,
    pub(super) is_quick: bool,
    pub(super) has_duplicates: Option<bool>,
    /// Where the names of its first row start among those of lists.
    pub(super) names_from: usize,
    /// How many bytes its rows got longer as objects that would be taken for columns: rows of columns needn't.
    pub(super) escaped: i64,
    pub(super) source: OpenSource,
}

/// The same for a list's rows in the source.
pub(super) struct OpenSource {
    pub(super) is_uniform: bool,
    pub(super) has_duplicates: Option<bool>,
    pub(super) columns_from: usize,
    pub(super) columns: usize,
    pub(super) names: usize,
    /// The bytes of the lost cells of columns that some row has.
    pub(super) lost: usize,
}

/// A member of all of a list's rows in the source.
pub(super) struct SourceColumn {
    pub(super) name: Span,
    /// Whether any row has it still, and whether any row has lost one that is no scalar and not empty.
    pub(super) is_kept: bool,
    pub(super) has_long: bool,
    /// The bytes of its lost cells, until any row has it.
    pub(super) lost: usize,
}

/// Which columns a list has.
pub(super) enum Chosen {
    /// Those of its rows.
    Own,
    /// Those of its rows in the source that some row has still.
    Source,
}

impl Survey<'_> {
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn open_list(&mut self, at: usize) {
        let candidate = small(self.candidates.len());
        self.lists.push(OpenList {
            candidate,
            first_mark: self.marks.len(),
            written_before: self.written,
            sizes: Sizes::default(),
            is_uniform: true,
            is_quick: false,
            has_duplicates: None,
            names_from: self.list_names.len(),
            escaped: 0,
            source: OpenSource {
                is_uniform: self.inner.is_in_source,
                has_duplicates: None,
                columns_from: self.source_columns.len(),
                columns: 0,
                names: 0,
                lost: 0,
            },
        });
        self.candidates.push(Candidate::new(at, Some(0), None));
        self.inner.is_in_list = true;
        self.mark(Span::new(at, at + 1), Some(candidate), Part::Start);
    }

    /// The list that is open is none that could become columns.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn give_up_list(&mut self) {
        self.inner.is_in_list = false;
        if let Some(list) = self.lists.pop() {
            self.forget(&list);
        }
    }

    /// Forgets what was noted of a list that stays as it is.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn forget(&mut self, list: &OpenList) {
        self.list_names.truncate(list.names_from);
        self.source_columns.truncate(list.source.columns_from);
        if self.written == list.written_before && self.objects.is_empty() {
            self.marks.truncate(list.first_mark);
            self.candidates.truncate(list.candidate as usize);
        }
    }

    /// Notes a member of a row.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn cell(&mut self, start: usize, end: usize, is_expected: bool) {
        let Some(list) = self.lists.last_mut() else { return };
        let comma = usize::from(self.inner.members > 0);
        let span = Span::new(start - comma, end + 1);
        self.marks.push(Mark { span, candidate: list.candidate, part: Part::Cell });
        if list.sizes.rows == 0 {
            self.list_names.push(Span::new(start, end));
        } else if !is_expected {
            list.is_uniform = false;
            self.give_up_row();
        }
    }

    /// The list that the open row belongs to can't become columns, unless its rows in the source are uniform.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn give_up_row(&mut self) {
        if self.lists.last().is_some_and(|list| !list.is_uniform && !list.source.is_uniform) {
            if let Some(array) = self.outer.last_mut() {
                array.is_in_list = false;
            }
            self.give_up_list();
        }
    }

    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn leave_row(&mut self, at: usize, escape: i64) {
        let Frame { is_in_source, members, names, source_members, .. } = self.inner;
        let Some(list) = self.lists.last_mut() else { return };
        let (members, names) = (members as usize, names as usize);
        if list.sizes.rows == 0 {
            (list.sizes.columns, list.sizes.names) = (members, names);
            let own = self.list_names.get(list.names_from..).unwrap_or_default();
            let first = own.first().and_then(|name| self.text.bytes.get(name.start as usize + 1));
            // What takes a closer look are names that bytes don't tell apart, rows that may have to be escaped, and what somebody asked about each row.
            list.is_quick = members > 0
                && !Telling::may_tell(first)
                && own.iter().all(|name| self.text.is_known_by_bytes(*name))
                && self.source.is_none()
                && self.prefixes.is_none();
        }
        list.is_uniform &= list.sizes.columns == members;
        list.is_quick &= list.is_uniform;
        let all = self.source_columns.len() - list.source.columns_from;
        list.source.is_uniform &= is_in_source && source_members as usize == all;
        list.sizes.rows += 1;
        list.sizes.around_values += around(names, members);
        list.escaped += escape;
        let span = Span::new(at, at + 1);
        self.marks.push(Mark { span, candidate: list.candidate, part: Part::RowEnd });
        self.give_up_row();
    }

    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn settle_list(&mut self, list: &OpenList, chosen: &Chosen, saved: i64, at: usize) {
        let from = self.columns.len();
        let mut kept = None;
        match chosen {
            Chosen::Own => self.columns.extend(self.list_names.drain(list.names_from..)),
            Chosen::Source => {
                let kept_from = self.kept.len();
                for column in self.source_columns.drain(list.source.columns_from..) {
                    self.kept.push(column.is_kept);
                    if column.is_kept {
                        self.columns.push(column.name);
                    }
                }
                kept = Some(Span::new(kept_from, self.kept.len()));
            }
        }
        self.list_names.truncate(list.names_from);
        self.source_columns.truncate(list.source.columns_from);
        if let Some(candidate) = self.candidates.get_mut(list.candidate as usize) {
            (candidate.kept, candidate.rows) = (kept, Some(small(list.sizes.rows)));
        }
        self.settle(list.candidate, Span::new(from, self.columns.len()), saved, at);
    }

    /// How long the innermost open list is as columns, if it is worth it for one that has so many bytes as objects.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn worthwhile(&mut self, as_objects: i64) -> Option<(i64, Chosen)> {
        let list = self.lists.last_mut()?;
        let (text, sizes) = (&self.text, list.sizes);
        if sizes.rows < FEWEST_ROWS {
            return None;
        }
        let length = |sizes: Sizes| {
            let as_columns = sizes.as_columns(as_objects - list.escaped);
            (sizes.columns > 0 && is_worthwhile(as_objects, as_columns)).then_some(as_columns)
        };
        if list.is_uniform {
            let names = self.list_names.get(list.names_from..)?;
            let more: usize = names.iter().map(|name| text.more(*name)).sum();
            let own = length(Sizes {
                names: sizes.names + more,
                around_values: sizes.around_values + sizes.rows * more,
                ..sizes
            });
            let is_ambiguous = || have_duplicates(names.iter().map(|name| text.utf8(*name)));
            if let Some(length) = own.filter(|_| !*list.has_duplicates.get_or_insert_with(is_ambiguous)) {
                return Some((length, Chosen::Own));
            }
        }
        let open = &mut list.source;
        let length = length(Sizes { columns: open.columns, names: open.names, lost: open.lost, ..sizes });
        let length = length.filter(|_| open.is_uniform)?;
        let (source, columns) = (self.source.as_ref()?.text, self.source_columns.get(open.columns_from..)?);
        let is_ambiguous = || have_duplicates(columns.iter().map(|column| column.name.of(source).into()));
        let is_ambiguous = *open.has_duplicates.get_or_insert_with(is_ambiguous);
        (!is_ambiguous).then_some((length, Chosen::Source))
    }
}

/// How many bytes an object has beside its values and braces: names that have so many, colons and commas.
pub(super) fn around(names: usize, members: usize) -> usize {
    names + members + members.saturating_sub(1)
}
