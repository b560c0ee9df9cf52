//! Which of the rules' names comes next: most likely the one that came next the last time.

use super::kernel::{self, Chunk, WIDTH, chunk};
use super::rules::{Drops, Rules};

/// What is known of a name: how it stands in a text, and what came behind it.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub(super) struct Guess {
    /// The name with its quotes and a colon.
    text: Chunk,
    /// A bit for each byte of `text` behind that; more bits than there are bytes where the name is never met this way.
    ignored: u32,
    /// How long the name is with its quotes and colon.
    pub(super) width: u32,
    /// The place of the name that came next.
    next: u32,
    /// The name's bit among the rules' first 64 names; none for others.
    pub(super) bit: u64,
    pub(super) drops: Drops,
    /// How many times more nothing is tried that was in vain the last time.
    pause: u32,
}

/// The place in front of all names.
pub(super) const FRONT: u32 = 0;

/// More than a comparison ever shows.
const NEVER: u32 = 1 << WIDTH;

/// One guess for each of the rules' names, kept from one text to the next.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    /// The rules that they are about.
    rules: u64,
    all: Vec<Guess>,
}

impl Guesses {
    /// Makes ready for texts under these rules.
    pub(super) fn be_about(&mut self, rules: &Rules) {
        if self.rules == rules.id() && !self.all.is_empty() {
            return;
        }
        self.rules = rules.id();
        self.all.clear();
        self.all.push(Guess {
            text: [0; WIDTH],
            ignored: NEVER,
            width: 0,
            bit: 0,
            next: FRONT,
            drops: Drops::Never,
            pause: 0,
        });
        self.all.extend(rules.all_names().enumerate().map(|(number, (name, drops))| {
            let mut text = [0; WIDTH];
            let width = name.len() + 3;
            let mut ignored = NEVER;
            if width <= WIDTH && !name.iter().any(|&byte| matches!(byte, b'"' | b'\\' | ..=0x1f)) {
                for (place, byte) in text.iter_mut().zip(b"\"".iter().chain(name).chain(b"\":")) {
                    *place = *byte;
                }
                ignored = 0xffff << width & 0xffff;
            }
            let bit = u32::try_from(number).ok().and_then(|number| 1_u64.checked_shl(number)).unwrap_or(0);
            Guess { text, ignored, width: width as u32, bit, next: FRONT, drops, pause: 0 }
        }));
    }

    /// The name that is expected behind the one at the place `last`, and its place, if it stands at `at` with a colon right behind it.
    #[inline(always)]
    pub(super) fn expected(&self, last: u32, bytes: &[u8], at: usize) -> Option<(u32, &Guess)> {
        let place = self.all.get(last as usize)?.next;
        let guess = self.all.get(place as usize)?;
        let same = kernel::same(chunk(bytes, at)?, &guess.text);
        (same | guess.ignored == 0xffff).then_some((place, guess))
    }

    /// Whether the member of this name and those behind it are most likely plain.
    #[inline(always)]
    pub(super) fn is_worth_a_try(&mut self, place: u32) -> bool {
        match self.all.get_mut(place as usize) {
            Some(guess) if guess.pause > 0 => {
                guess.pause -= 1;
                false
            }
            _ => true,
        }
    }

    /// Notes that the member of this name was not plain.
    #[inline(always)]
    pub(super) fn was_in_vain(&mut self, place: u32) {
        if let Some(guess) = self.all.get_mut(place as usize) {
            guess.pause = 15;
        }
    }

    /// Notes that the name at `place` came behind the one at `last`.
    #[inline(always)]
    pub(super) fn learn(&mut self, last: u32, place: u32) {
        if let Some(guess) = self.all.get_mut(last as usize) {
            guess.next = place;
        }
    }
}
