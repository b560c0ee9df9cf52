//! Which arrays and objects are open.

/// A bit for each array or object that is open, set for an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Nesting {
    /// The bits of the innermost up to 64, the innermost the lowest.
    inner: u64,
    /// The bits of the others, 64 in each word.
    outer: Vec<u64>,
    level: usize,
}

impl Nesting {
    /// How many are open.
    #[inline(always)]
    pub(super) fn level(&self) -> usize {
        self.level
    }

    #[inline(always)]
    pub(super) fn enter(&mut self, is_object: bool) {
        if self.level.is_multiple_of(64) && self.level > 0 {
            self.outer.push(self.inner);
        }
        self.inner = self.inner << 1 | u64::from(is_object);
        self.level += 1;
    }

    /// Leaves the innermost; answers whether the one around it is an object, if there is one.
    #[inline(always)]
    pub(super) fn leave(&mut self) -> Option<bool> {
        self.level -= 1;
        self.inner >>= 1;
        if self.level.is_multiple_of(64) {
            self.inner = self.outer.pop().unwrap_or(0);
        }
        (self.level > 0).then_some(self.inner & 1 == 1)
    }

    /// Leaves all.
    pub(super) fn clear(&mut self) {
        self.inner = 0;
        self.outer.clear();
        self.level = 0;
    }
}
