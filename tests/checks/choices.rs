//! Where chance comes from, and what it does to a text.

/// Where chance comes from: a generator with a seed, or a fuzzer.
pub(crate) trait Choices {
    /// A number below `bound`, which isn't zero.
    fn below(&mut self, bound: usize) -> usize;

    /// One of several.
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Whether something that happens once in so many times happens.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }
}

/// A xorshift generator: the same numbers for the same seed.
pub(crate) struct Seeded(u64);

impl Seeded {
    pub(crate) fn new(seed: u64) -> Self {
        // Zero would stay zero; the multiplier sets neighbouring seeds apart.
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Choices for Seeded {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

/// Bytes that mean something to the grammar or to UTF-8, and a few that don't.
const TELLING_BYTES: &[u8] =
    b"{}[]:,\"\\/bfnrtuaeE+-.019 \n\r\t\x00\x0b\x1f\x7f\x80\xbf\xc0\xc3\xe0\xed\xef\xf0\xf4\xf5\xff";

/// Wounds a text in a few places: a byte replaced, put in or left out, the end cut off, a part doubled.
pub(crate) fn wound(choices: &mut impl Choices, text: &mut Vec<u8>) {
    for _ in 0..=choices.below(3) {
        let at = choices.below(text.len() + 1);
        match choices.below(6) {
            0 => text.insert(at, choices.pick(TELLING_BYTES)),
            1 => drop(text.drain(at..text.len().min(at + 1))),
            2 => text.truncate(at),
            3 => {
                let end = text.len().min(at + choices.below(20));
                let part = text[at..end].to_vec();
                let to = choices.below(text.len() + 1);
                text.splice(to..to, part);
            }
            _ => {
                let byte = choices.pick(TELLING_BYTES);
                text.iter_mut().skip(at).take(1).for_each(|old| *old = byte);
            }
        }
    }
}
