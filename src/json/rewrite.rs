//! The one pass: validates a text and writes it again, compact and without dropped members.
//!
//! It works in place. The reader runs ahead, the writer follows in the same buffer, and bytes are
//! copied late: as long as nothing was left out the two stand on the same offset and nothing is
//! copied at all; after that each kept span moves in one piece when whitespace or a dropped member ends it.
//!
//! Whether a member goes can't always be known when it is met: a guard member may come last, and the same name may come
//! again. Three ways lead out:
//!
//! - Its object has the guard already: it goes at once.
//! - Its object most likely has the guard, because most of it was met or because the last such object had it: it goes on trust.
//!   The object then owes the guard, and a name may not come twice. Where it turns out otherwise the whole text is
//!   read again from the start, this time without trust: twice at most, so the work stays linear.
//! - Else it becomes a [`Slot`]: its place in the output. When the object closes, its slots are confirmed or forgotten; each
//!   object looks at its own slots once, through a chain that leads from the last to the first. Confirmed slots are cut out by one
//!   compaction at the very end.

use std::ops::Range;

use super::error::{Expected, Fault, JsonError, fault};
use super::in_place::{InPlace, Narrow, PADDING};
use super::lag::Lag;
use super::rules::{Rules, Seen, Supplied, Verdict};
use super::scan::{Utf8, byte, closing_of, scalar_end, string, whitespace_end};
use super::skip::Skipper;
use super::text::decode;

/// How much a text may ask of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many arrays and objects may stand inside each other.
    pub depth: usize,
    /// How many bytes a text may have; whatever is given, the engine takes 4 GiB less 64 bytes at most.
    pub bytes: usize,
}

/// The engine's own limit, under which each offset fits four bytes.
const MAX_BYTES: usize = u32::MAX as usize - PADDING;

impl Limits {
    /// Whether a text is small enough.
    pub(super) fn admit(self, length: usize) -> Result<(), Fault> {
        let most = self.bytes.min(MAX_BYTES);
        if length > most { fault(most, Expected::Size(most)) } else { Ok(()) }
    }
}

impl Default for Limits {
    /// 512 levels and 1 GiB.
    fn default() -> Self {
        Self { depth: 512, bytes: 1 << 30 }
    }
}

/// The text, compact and without what `rules` drop; every token that stays keeps its bytes.
///
/// # Errors
///
/// The first place where `text` is no JSON, or where it is over a limit.
pub fn rewrite(text: &[u8], rules: &Rules, supplied: Supplied<'_>, limits: Limits) -> Result<Vec<u8>, JsonError> {
    limits.admit(text.len()).map_err(|over| over.locate(text))?;
    let mut bytes = Vec::with_capacity(text.len() + PADDING);
    let mut workspace = Workspace::default();
    // A supplied value is compared with a member as the payload has it, so nothing may be gone from inside by then.
    let first = if supplied.is_none() { Trust::Earned } else { Trust::None };
    for trust in [first, Trust::None] {
        bytes.clear();
        bytes.extend_from_slice(text);
        bytes.resize(text.len() + PADDING, 0);
        match rewrite_in_place(
            Narrow::<Utf8>::new(&mut bytes),
            text.len(),
            rules,
            supplied,
            limits.depth,
            trust,
            &mut workspace,
        ) {
            Ok(length) => {
                bytes.truncate(length);
                return Ok(bytes);
            }
            Err(Stop::Fault(fault)) => return Err(fault.locate(text)),
            Err(Stop::TrustBroken) => {}
        }
    }
    // Without trust none is broken.
    fault(0, Expected::Value).map_err(|fault: Fault| fault.locate(text))
}

/// How readily a member goes before its object's guard is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Never; such a pass is never in vain.
    None,
    /// Where most of the guard was met, or the last such object had it.
    Earned,
    /// Always: for texts of a kind that has deserved it before.
    Given,
}

/// Why a pass gave up; the buffer is then of no more use.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    Fault(Fault),
    /// A member went on trust that turns out to be misplaced: read the text again without trust.
    TrustBroken,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What a pass works with, kept from one text to the next to save allocations.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The arrays and objects around the innermost one.
    outer: Vec<Frame>,
    /// For each open object, the bits of [`Seen::rest`].
    seen: Vec<u64>,
    slots: Vec<Slot>,
    /// One for each name of the rules.
    decisions: Vec<Decision>,
    /// How many objects with slots were closed.
    closes: usize,
    /// The slots of the object that is being closed, last first.
    chain: Vec<usize>,
    skipper: Skipper,
}

/// An array or object that is open, or the place around the whole text.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// A bit for each of the rules' first 64 names that it was seen to have.
    seen: u64,
    /// The rules on whose trust members went, as bits.
    owed: u64,
    /// Where its first item or member goes in the output.
    inside: u32,
    /// How many slots there were before it.
    slots_before: u32,
    /// The last slot of this object's own members, the head of its chain; [`NO_SLOT`] where it has none.
    last_slot: u32,
    /// Its closing bracket; [`NO_BRACKET`] around the whole text.
    closing: u8,
    /// Whether the last slot's value is being read.
    slot_is_open: bool,
}

/// Stands for the number of a slot where there is none.
const NO_SLOT: u32 = u32::MAX;

/// Stands for the closing bracket where there is none; no byte of JSON outside strings.
const NO_BRACKET: u8 = 0xff;

impl Frame {
    #[inline(always)]
    fn new(closing: u8, inside: usize, slots_before: usize) -> Self {
        let (inside, slots_before) = (small(inside), small(slots_before));
        Self { seen: 0, owed: 0, inside, slots_before, last_slot: NO_SLOT, closing, slot_is_open: false }
    }
}

/// A member that may have to go; all offsets are in the output, whose size fits four bytes.
#[derive(Debug)]
struct Slot {
    /// The member's name.
    name: u32,
    /// The name's opening quote.
    start: u32,
    /// The value's first byte.
    value: u32,
    /// Behind the value.
    end: u32,
    /// The slot before it in the same object, or [`NO_SLOT`].
    previous: u32,
    /// What to cut out, the comma included, once that is certain; empty until then.
    cut: Range<u32>,
}

/// What the last occurrence of a name in the object that is being closed asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Decision {
    /// The number of the close it was made in: an older one is void.
    close: usize,
    drop: bool,
}

/// Rewrites the first `length` units of a text; answers the new length.
///
/// The text comes by value, so that its address and length stay in registers; and each kind of text has a function of its own,
/// because compilers lose their grip on one that holds them all.
#[inline(never)]
pub(super) fn rewrite_in_place<T: InPlace>(
    text: T,
    length: usize,
    rules: &Rules,
    supplied: Supplied<'_>,
    depth: usize,
    trust: Trust,
    workspace: &mut Workspace,
) -> Result<usize, Stop> {
    workspace.outer.clear();
    workspace.seen.clear();
    workspace.slots.clear();
    workspace.decisions.clear();
    workspace.closes = 0;
    let (trusting, trusted) = match trust {
        Trust::None => (false, 0),
        Trust::Earned => (true, 0),
        Trust::Given => (true, u64::MAX),
    };
    let more_words = rules.words().saturating_sub(1);
    Pass { rules, supplied, depth, trusting, trusted, more_words, confirmed: 0, workspace }.run(text, length)
}

struct Pass<'a> {
    rules: &'a Rules,
    supplied: Supplied<'a>,
    depth: usize,
    trusting: bool,
    /// The rules, as bits, that held where their members were met last.
    trusted: u64,
    /// How many words of bits the rules need beside the first.
    more_words: usize,
    /// Behind the last slot that was confirmed; slots before it have to be kept.
    confirmed: usize,
    workspace: &'a mut Workspace,
}

impl Pass<'_> {
    #[inline(always)]
    fn run<T: InPlace>(&mut self, mut text: T, length: usize) -> Result<usize, Stop> {
        let mut lag = Lag::default();
        let mut at = lag.skip_whitespace(&mut text, 0);
        let mut inner = Frame::new(NO_BRACKET, 0, 0);
        // Whether nothing inside the innermost array or object was read yet.
        let mut is_first = false;
        'value: loop {
            'complete: {
                if inner.closing == b'}' {
                    if byte(text.bytes(), at) != b'"' {
                        return Err(fault_at(at, if is_first { Expected::NameOrBrace } else { Expected::Name }));
                    }
                    let start = at;
                    let token = string::<T::Encoding>(text.bytes(), at)?;
                    let known = if token.escaped {
                        self.rules.find(&decode(text.bytes().get(start + 1..token.end - 1).unwrap_or_default()))
                    } else {
                        self.rules.find_in(text.bytes(), start + 1, token.end - 1)
                    };
                    at = lag.skip_whitespace(&mut text, token.end);
                    if byte(text.bytes(), at) != b':' {
                        return Err(fault_at(at, Expected::Colon));
                    }
                    at = lag.skip_whitespace(&mut text, at + 1);
                    if let Some(found) = known {
                        let comes_again = self.note(&mut inner, found.number);
                        if found.name.is_droppable() {
                            // Where whitespace stood around the colon, the name was moved; in the output they are adjacent.
                            let value = lag.output(at);
                            let name = value - (token.end - start + 1);
                            let short = if comes_again || !self.trusting {
                                None
                            } else {
                                found.name.short_verdict(
                                    text.bytes(),
                                    at,
                                    inner.seen,
                                    self.trusted,
                                    self.supplied.is_some(),
                                )
                            };
                            let verdict = match short {
                                Some(verdict) => verdict,
                                None => self.verdict(found.number, comes_again, text.bytes(), at, inner.seen)?,
                            };
                            match verdict {
                                Verdict::Stays => {}
                                Verdict::Open => {
                                    let previous = inner.last_slot;
                                    inner.last_slot = small(self.workspace.slots.len());
                                    inner.slot_is_open = true;
                                    self.workspace.slots.push(Slot {
                                        name: small(found.number),
                                        start: small(name),
                                        value: small(value),
                                        end: small(value),
                                        previous,
                                        cut: 0..0,
                                    });
                                }
                                Verdict::Goes { debt, end } => {
                                    inner.owed |= debt;
                                    let outer = self.workspace.outer.len();
                                    let end = match end {
                                        // At the last level an empty array is one too many.
                                        Some(end) if outer < self.depth => end,
                                        _ => {
                                            let skipper = &mut self.workspace.skipper;
                                            skipper.value_end::<T::Encoding>(text.bytes(), at, outer, self.depth)?
                                        }
                                    };
                                    lag.flush(&mut text, at);
                                    if name > inner.inside as usize {
                                        // The comma before it goes too.
                                        lag.take_back_to(name - 1, end);
                                        at = end;
                                        break 'complete;
                                    }
                                    // All before it in its object are gone, so the comma behind it goes.
                                    at = whitespace_end(text.bytes(), end);
                                    if byte(text.bytes(), at) == b',' {
                                        at = whitespace_end(text.bytes(), at + 1);
                                        lag.take_back_to(name, at);
                                        is_first = false;
                                        continue 'value;
                                    }
                                    lag.take_back_to(name, at);
                                    break 'complete;
                                }
                            }
                        }
                    }
                }
                match byte(text.bytes(), at) {
                    b'"' => at = string::<T::Encoding>(text.bytes(), at)?.end,
                    opening @ (b'{' | b'[') => {
                        // The place around the text is no level.
                        if self.workspace.outer.len() == self.depth {
                            return Err(fault_at(at, Expected::Depth(self.depth)));
                        }
                        at += 1;
                        let inside = lag.output(at);
                        at = lag.skip_whitespace(&mut text, at);
                        let closing = closing_of(opening);
                        if byte(text.bytes(), at) == closing {
                            at += 1;
                        } else {
                            self.workspace.outer.push(inner);
                            inner = Frame::new(closing, inside, self.workspace.slots.len());
                            for _ in 0..self.more_words {
                                self.workspace.seen.push(0);
                            }
                            is_first = true;
                            continue 'value;
                        }
                    }
                    _ => {
                        let expected =
                            if is_first && inner.closing == b']' { Expected::ValueOrBracket } else { Expected::Value };
                        at = scalar_end::<T::Encoding>(text.bytes(), at, expected)?;
                    }
                }
            }
            // A value is complete: end what it completes, go on to what follows.
            loop {
                if inner.slot_is_open {
                    inner.slot_is_open = false;
                    if let Some(slot) = self.workspace.slots.get_mut(inner.last_slot as usize) {
                        slot.end = small(lag.output(at));
                    }
                }
                at = lag.skip_whitespace(&mut text, at);
                let next = byte(text.bytes(), at);
                if next == b',' && inner.closing != NO_BRACKET {
                    at = lag.skip_whitespace(&mut text, at + 1);
                    is_first = false;
                    continue 'value;
                }
                if next != inner.closing || inner.closing == NO_BRACKET {
                    return match inner.closing {
                        b'}' => Err(fault_at(at, Expected::CommaOrBrace)),
                        b']' => Err(fault_at(at, Expected::CommaOrBracket)),
                        _ if at != length => Err(fault_at(at, Expected::End)),
                        _ => {
                            let written = lag.flush(&mut text, at);
                            Ok(self.compact(&mut text, written))
                        }
                    };
                }
                if inner.last_slot != NO_SLOT {
                    // The values to be judged have to lie where the slots say.
                    let written = lag.flush(&mut text, at);
                    self.settle_slots(text.bytes(), written, inner);
                }
                if inner.owed != 0 {
                    self.settle_debts(inner)?;
                }
                if self.more_words > 0 {
                    self.workspace.seen.truncate(self.workspace.seen.len() - self.more_words);
                }
                at += 1;
                inner = self.workspace.outer.pop().unwrap_or(Frame::new(NO_BRACKET, 0, 0));
            }
        }
    }

    /// Notes that the innermost object has a member of the rules; answers whether it was noted before.
    #[inline(always)]
    fn note(&mut self, inner: &mut Frame, number: usize) -> bool {
        if number >= 64 {
            return self.note_beyond_64(number);
        }
        let bit = 1_u64 << number;
        let comes_again = inner.seen & bit != 0;
        inner.seen |= bit;
        comes_again
    }

    #[cold]
    fn note_beyond_64(&mut self, number: usize) -> bool {
        let bit = 1_u64 << (number % 64);
        let from = self.workspace.seen.len() - self.more_words;
        let Some(word) = self.workspace.seen.get_mut(from + number / 64 - 1) else { return false };
        let comes_again = *word & bit != 0;
        *word |= bit;
        comes_again
    }

    /// What is known of the innermost object's members.
    fn seen(&self, first: u64) -> Seen<'_> {
        let from = self.workspace.seen.len() - self.more_words;
        Seen { first, rest: self.workspace.seen.get(from..).unwrap_or_default() }
    }

    /// Whether a member goes whose value stands at `at`, as far as can be said before its object is complete.
    #[inline(never)]
    fn verdict(&self, number: usize, comes_again: bool, bytes: &[u8], at: usize, seen: u64) -> Result<Verdict, Stop> {
        if !self.trusting {
            return Ok(Verdict::Open);
        }
        if comes_again {
            // Each verdict supposed that the name doesn't come again.
            return Err(Stop::TrustBroken);
        }
        Ok(self.rules.verdict(number, bytes, at, self.seen(seen), self.trusted, self.supplied.is_some()))
    }

    /// Calls in what an object owes that closes.
    fn settle_debts(&mut self, closed: Frame) -> Result<(), Stop> {
        let seen = self.seen(closed.seen);
        let mut owed = closed.owed;
        while owed != 0 {
            if !self.rules.holds(owed.trailing_zeros() as usize, seen) {
                return Err(Stop::TrustBroken);
            }
            owed &= owed - 1;
        }
        self.trusted |= closed.owed;
        Ok(())
    }

    /// Decides which members of an object go that closes and that are still in the output.
    #[inline(never)]
    fn settle_slots(&mut self, bytes: &[u8], written: usize, closed: Frame) {
        let workspace = &mut *self.workspace;
        let from = workspace.seen.len() - self.more_words;
        let seen = Seen { first: closed.seen, rest: workspace.seen.get(from..).unwrap_or_default() };

        workspace.closes += 1;
        workspace.chain.clear();
        workspace.decisions.resize(self.rules.name_count(), Decision::default());
        let mut next = closed.last_slot;
        while let Some(slot) = workspace.slots.get(next as usize) {
            let at = next as usize;
            next = slot.previous;
            // The chain leads backwards, so the first occurrence met is the last in the object,
            // whose value is the member's.
            let number = slot.name as usize;
            let Some(decision) = workspace.decisions.get_mut(number) else { continue };
            if decision.close != workspace.closes {
                let value = bytes.get(slot.value as usize..slot.end as usize).unwrap_or_default();
                let drop = self.rules.drops(number, value, seen, self.supplied);
                *decision = Decision { close: workspace.closes, drop };
                let rules = self.rules.rules_of(number);
                if drop {
                    self.trusted |= rules;
                } else {
                    self.trusted &= !rules;
                }
            }
            if decision.drop {
                workspace.chain.push(at);
            }
        }
        // Slots of no more use go, but for those before one that was confirmed, which are found by their number.
        match workspace.chain.first() {
            Some(last) => self.confirmed = self.confirmed.max(last + 1),
            None => workspace.slots.truncate((closed.slots_before as usize).max(self.confirmed)),
        }
        // A member takes the comma before it along; where all before it go, the one behind it.
        let mut front = closed.inside;
        for &at in workspace.chain.iter().rev() {
            let Some(slot) = workspace.slots.get_mut(at) else { continue };
            if slot.start == front {
                let end = slot.end as usize;
                front = slot.end + u32::from(end < written && bytes.get(end) == Some(&b','));
                slot.cut = slot.start..front;
            } else {
                slot.cut = slot.start - 1..slot.end;
            }
        }
    }

    /// Cuts out all that is confirmed from the first `written` bytes; answers how many are left.
    #[inline(always)]
    fn compact<T: InPlace>(&self, text: &mut T, written: usize) -> usize {
        let (mut to, mut from) = (0, 0);
        for slot in self.workspace.slots.iter().take(self.confirmed) {
            let (start, end) = (slot.cut.start as usize, slot.cut.end as usize);
            // A slot inside one that goes is gone already.
            if start >= from && end > start {
                if to != from {
                    text.move_down(from, to, start - from);
                }
                to += start - from;
                from = end;
            }
        }
        if to != from {
            text.move_down(from, to, written - from);
        }
        to + (written - from)
    }
}

/// An offset or a number as a slot keeps it: a text has at most [`MAX_BYTES`].
fn small(number: usize) -> u32 {
    number as u32
}

#[cold]
fn fault_at(offset: usize, expected: Expected) -> Stop {
    Stop::Fault(Fault { offset, expected })
}
