//! An engine with a buffer of its own, for callers that can write into it: from outside WebAssembly, say.

use super::columns::{Listed, Units, list_units};
use super::in_place::{Narrow, PADDING, Wide};
use super::rewrite::{Limits, Stop, Trust, Workspace, rewrite_in_place};
use super::rules::Rules;
use super::scan::not_utf8;

/// Rewrites texts in a buffer that it keeps from one to the next.
///
/// A call has two steps: ask for room, write the text there, then [`rewrite`](Self::rewrite) it; the output stands where the
/// text stood.
#[derive(Debug, Default)]
pub struct Engine {
    bytes: Vec<u8>,
    units: Vec<u16>,
    workspace: Workspace,
    /// The last text with its lists as columns, in bytes or in units.
    columns: Vec<u8>,
    wide_columns: Vec<u16>,
}

/// What is in an [`Engine`]'s room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Bytes that should be UTF-8.
    Utf8,
    /// Bytes that are known to be UTF-8, or Latin-1. The rules must then be ASCII: see [`Rules::is_ascii`].
    Known,
    /// UTF-16 units, in which a surrogate may lack its partner. The rules must then be ASCII, too.
    Utf16,
}

/// What became of the lists of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// It is no JSON, not compact, or over a limit. It is still in the room.
    Refused,
    /// None became columns, and the text stays as it is.
    Same,
    /// They became columns: the text is so long, and the first in [`Engine::columns`], or in [`Engine::wide_columns`].
    Columns(usize),
}

/// Why a text was not rewritten. It is gone from the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is no JSON, or over a limit; [`rewrite`](super::rewrite()) says where.
    Error,
    /// A member was dropped on the likely guess that its object's guard would come, and it didn't: write the text again and rewrite it
    /// with less trust.
    TrustBroken,
}

impl Engine {
    /// Room for a text of this many bytes; `None` where there is no memory for it.
    pub fn room(&mut self, length: usize) -> Option<&mut [u8]> {
        let needed = length.checked_add(PADDING)?;
        grow(&mut self.bytes, needed)?;
        self.bytes.get_mut(..length)
    }

    /// Room for a text of this many UTF-16 units; `None` where there is no memory for it.
    pub fn wide_room(&mut self, length: usize) -> Option<&mut [u16]> {
        self.room(length)?;
        grow(&mut self.units, length)?;
        self.units.get_mut(..length)
    }

    /// Rewrites the text that was written into the room; answers the output's length, in bytes or units.
    ///
    /// # Errors
    ///
    /// [`Refusal`].
    pub fn rewrite(
        &mut self,
        length: usize,
        form: Form,
        rules: &Rules,
        limits: Limits,
        trust: Trust,
    ) -> Result<usize, Refusal> {
        let Self { bytes, units, workspace, .. } = self;
        // Once admitted, a length is far from the end of numbers.
        limits.admit(length).map_err(|_| Refusal::Error)?;
        let Some(padding) = bytes.get_mut(length..length + PADDING) else { return Err(Refusal::Error) };
        if form == Form::Utf16 && units.len() < length {
            return Err(Refusal::Error);
        }
        padding.fill(0);
        if form == Form::Utf8 && not_utf8(bytes.get(..length).unwrap_or_default()).is_some() {
            return Err(Refusal::Error);
        }
        let depth = limits.depth;
        let written = match form {
            Form::Utf8 | Form::Known => rewrite_in_place(Narrow(bytes), length, rules, None, depth, trust, workspace),
            Form::Utf16 => {
                let wide = Wide::new(units, bytes, length);
                rewrite_in_place(wide, length, rules, None, depth, trust, workspace)
            }
        };
        written.map_err(|stop| match stop {
            Stop::Refused => Refusal::Error,
            Stop::TrustBroken => Refusal::TrustBroken,
        })
    }

    /// Writes the uniform lists of the text as columns that was written into the room, if it is compact. Bytes that should be UTF-8 have to be known to be.
    pub fn list(&mut self, length: usize, form: Form, is_latin1: bool) -> Lists {
        let Self { bytes, units, columns, wide_columns, .. } = self;
        if Limits::default().admit(length).is_err()
            || bytes.len() < length
            || form == Form::Utf16 && units.len() < length
        {
            return Lists::Refused;
        }
        let listed = match form {
            Form::Utf16 => {
                let wide = Wide::new(units, bytes, length);
                let (shadow, units) = (wide.shadow.get(..length), wide.units.get(..length));
                let (shadow, units) = (shadow.unwrap_or_default(), units.unwrap_or_default());
                list_units(shadow, Units::Utf16(units), units, wide_columns)
            }
            Form::Utf8 | Form::Known => {
                let text = bytes.get(..length).unwrap_or_default();
                list_units(text, if is_latin1 { Units::Latin1 } else { Units::Utf8 }, text, columns)
            }
        };
        match listed {
            Listed::Refused => Lists::Refused,
            Listed::Same => Lists::Same,
            Listed::Columns(length) => Lists::Columns(length),
        }
    }

    /// The last text with its lists as columns that wasn't UTF-16, and whatever is behind it.
    #[must_use]
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// The last one of UTF-16.
    #[must_use]
    pub fn wide_columns(&self) -> &[u16] {
        &self.wide_columns
    }

    /// The first `length` bytes of the room.
    #[must_use]
    pub fn bytes(&self, length: usize) -> &[u8] {
        self.bytes.get(..length).unwrap_or_default()
    }

    /// The first `length` units of the wide room.
    #[must_use]
    pub fn units(&self, length: usize) -> &[u16] {
        self.units.get(..length).unwrap_or_default()
    }
}

/// Makes a buffer at least so long, and a little longer, since the next text may be; twice as long would be a waste for huge ones.
fn grow<T: Default + Clone>(buffer: &mut Vec<T>, needed: usize) -> Option<()> {
    if buffer.len() < needed {
        let length = needed.checked_add(needed / 8)?;
        // What is in it is of no more use; kept, it would be copied, and take room beside the new one.
        *buffer = Vec::new();
        buffer.try_reserve_exact(length).ok()?;
        buffer.resize(length, T::default());
    }
    Some(())
}
