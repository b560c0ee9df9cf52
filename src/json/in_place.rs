//! Texts that are rewritten where they lie.
#![allow(unsafe_code)] // Moves without a question for each step; see `move_short_down`.

use super::kernel::{self, WIDTH};

/// How many NUL bytes stand behind a text, so that sixteen bytes can be looked at from each of its bytes.
pub(crate) const PADDING: usize = 64;

/// A text in a buffer, with one byte to look at for each of its units, and [`PADDING`] NULs behind it.
pub(super) trait InPlace {
    /// The same text, for a function that takes it by value.
    type Reborrowed<'b>: InPlace
    where
        Self: 'b;

    fn reborrow(&mut self) -> Self::Reborrowed<'_>;

    /// What the grammar is read from.
    fn bytes(&self) -> &[u8];

    /// Moves `length` units from `from` down to `to`; where it goes too far, it writes only to what lies in between.
    fn move_down(&mut self, from: usize, to: usize, length: usize);

    /// The same, if it takes no call.
    fn move_short_down(&mut self, from: usize, to: usize, length: usize) -> bool;
}

/// UTF-8 that is known to be valid; or Latin-1, and what the rules say of members must then be ASCII.
pub(super) struct Narrow<'a>(pub(super) &'a mut [u8]);

/// UTF-16, whose lone surrogates stay what they are, with a byte of shadow for each unit: the unit itself, or 0xff for all from 0xff on.
/// What the rules say of members must then be ASCII.
pub(super) struct Wide<'a> {
    pub(super) shadow: &'a mut [u8],
    pub(super) units: &'a mut [u16],
}

impl InPlace for Narrow<'_> {
    type Reborrowed<'b>
        = Narrow<'b>
    where
        Self: 'b;

    #[inline(always)]
    fn reborrow(&mut self) -> Narrow<'_> {
        Narrow(self.0)
    }

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.0
    }

    #[inline(always)]
    fn move_down(&mut self, from: usize, to: usize, length: usize) {
        move_down(self.0, from, to, length);
    }

    #[inline(always)]
    fn move_short_down(&mut self, from: usize, to: usize, length: usize) -> bool {
        move_short_down(self.0, from, to, length)
    }
}

impl InPlace for Wide<'_> {
    type Reborrowed<'b>
        = Wide<'b>
    where
        Self: 'b;

    #[inline(always)]
    fn reborrow(&mut self) -> Wide<'_> {
        Wide { shadow: self.shadow, units: self.units }
    }

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.shadow
    }

    #[inline(always)]
    fn move_down(&mut self, from: usize, to: usize, length: usize) {
        // Of the shadow only what is still to be judged has to follow, but telling it apart costs more.
        move_down(self.shadow, from, to, length);
        move_down(self.units, from, to, length);
    }

    #[inline(always)]
    fn move_short_down(&mut self, from: usize, to: usize, length: usize) -> bool {
        self.move_down(from, to, length);
        true
    }
}

impl<'a> Wide<'a> {
    /// Casts the shadow of the first `length` units; behind it stand NULs already.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn new(units: &'a mut [u16], shadow: &'a mut [u8], length: usize) -> Self {
        let units_cast = units.get(..length).unwrap_or(units);
        let (chunks, rest) = units_cast.as_chunks::<WIDTH>();
        let (places, _) = shadow.as_chunks_mut::<WIDTH>();
        for (place, chunk) in places.iter_mut().zip(chunks) {
            *place = kernel::shades(chunk);
        }
        let behind = WIDTH * chunks.len();
        for (shade, unit) in shadow.iter_mut().skip(behind).zip(rest) {
            *shade = (*unit).min(0xff) as u8;
        }
        Self { shadow, units }
    }
}

/// Moves as [`InPlace::move_down`] does: most spans are short, and a call to move each costs more than the move.
#[inline(always)]
fn move_down<U: Copy>(units: &mut [U], from: usize, to: usize, length: usize) {
    if !move_short_down(units, from, to, length) {
        units.copy_within(from..from + length, to);
    }
}

/// Moves a short span, if it goes far enough down: with a gap of a step between them a step can't overtake what is still to be
/// read, even where it goes too far: what it overwrites lies in the gap.
#[inline(always)]
fn move_short_down<U: Copy>(units: &mut [U], from: usize, to: usize, length: usize) -> bool {
    let step = 16 / size_of::<U>();
    if length > 512 || from - to < step || from + length + step > units.len() {
        return false;
    }
    let start = units.as_mut_ptr();
    let mut done = 0;
    while done < length {
        // SAFETY: the last step starts before `from + length`, so it ends before `from + length + step`, which lies inside
        // `units`; and `to` is less than `from`. A step is 16 bytes.
        unsafe {
            let sixteen = start.add(from + done).cast::<[u8; 16]>().read_unaligned();
            start.add(to + done).cast::<[u8; 16]>().write_unaligned(sixteen);
        }
        done += step;
    }
    true
}
