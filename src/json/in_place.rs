//! Texts that are rewritten where they lie.

use std::marker::PhantomData;

use super::scan::{AsItIs, Encoding};

/// How many NUL bytes stand behind a text, so that sixteen bytes can be looked at from each of its bytes.
pub(crate) const PADDING: usize = 64;

/// A text in a buffer, with one byte to look at for each of its units, and [`PADDING`] NULs behind it.
pub(super) trait InPlace {
    /// What its bytes from 0x80 on are.
    type Encoding: Encoding;

    /// What the grammar is read from.
    fn bytes(&self) -> &[u8];

    /// Moves `length` units from `from` down to `to`; where it goes too far, it writes only to what lies in between.
    fn move_down(&mut self, from: usize, to: usize, length: usize);
}

/// Bytes of some encoding: [`Utf8`](super::scan::Utf8) if they prove to be; [`AsItIs`] for UTF-8 that is known to be valid, or Latin-1, and what the
/// rules say of members must then be ASCII.
pub(super) struct Narrow<'a, E> {
    bytes: &'a mut [u8],
    encoding: PhantomData<E>,
}

impl<'a, E> Narrow<'a, E> {
    pub(super) fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, encoding: PhantomData }
    }
}

/// UTF-16, whose lone surrogates stay what they are, with a byte of shadow for each unit: the unit itself, or 0xff for all from 0xff on.
/// What the rules say of members must then be ASCII.
pub(super) struct Wide<'a> {
    pub(super) shadow: &'a mut [u8],
    pub(super) units: &'a mut [u16],
}

impl<E: Encoding> InPlace for Narrow<'_, E> {
    type Encoding = E;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    #[inline(always)]
    fn move_down(&mut self, from: usize, to: usize, length: usize) {
        move_bytes_down(self.bytes, from, to, length);
    }
}

impl InPlace for Wide<'_> {
    type Encoding = AsItIs;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.shadow
    }

    #[inline(always)]
    fn move_down(&mut self, from: usize, to: usize, length: usize) {
        // Of the shadow only what is still to be judged has to follow, but telling it apart costs more.
        move_bytes_down(self.shadow, from, to, length);
        self.units.copy_within(from..from + length, to);
    }
}

impl<'a> Wide<'a> {
    /// Casts the shadow of the first `length` units; behind it stand NULs already.
    pub(super) fn new(units: &'a mut [u16], shadow: &'a mut [u8], length: usize) -> Self {
        for (shade, unit) in shadow.iter_mut().zip(units.iter().take(length)) {
            *shade = (*unit).min(0xff) as u8;
        }
        Self { shadow, units }
    }
}

/// Most spans are short, and a call to move each costs more than the move. With a gap of 32 bytes between them two steps of 16 can't
/// overtake what is still to be read, even where they go too far: what they overwrite lies in the gap.
#[inline(always)]
fn move_bytes_down(bytes: &mut [u8], from: usize, to: usize, length: usize) {
    if from - to >= 32 && length <= 512 {
        let mut done = 0;
        while done < length {
            copy_16(bytes, from + done, to + done);
            copy_16(bytes, from + done + 16, to + done + 16);
            done += 32;
        }
    } else {
        bytes.copy_within(from..from + length, to);
    }
}

#[inline(always)]
fn copy_16(bytes: &mut [u8], from: usize, to: usize) {
    let Some(sixteen) = bytes.get(from..).and_then(|rest| rest.first_chunk::<16>()).copied() else { return };
    if let Some(place) = bytes.get_mut(to..).and_then(|rest| rest.first_chunk_mut::<16>()) {
        *place = sixteen;
    }
}
