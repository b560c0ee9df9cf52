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
//!
//! What is most frequent has ways of its own, in functions that call nothing: [`plain`](super::plain) members, and the lists that
//! [`skip`](super::skip) reads over. All that they and the pass know of a broken text is that it is; [`careful`] says what is wrong with it.

use std::ops::Range;

use super::careful;
use super::error::{Expected, Fault, JsonError, fault};
use super::guesses::{FRONT, Guesses};
use super::in_place::{InPlace, Narrow, PADDING};
use super::lag::Lag;
use super::nesting::Nesting;
use super::rules::{Found, Rules, Seen, Supplied, Verdict};
use super::scan::{byte, closing_of, scalar_end, string_end, string_stop, whitespace_end};
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
    limits
        .admit(text.len())
        .and_then(|()| careful::check_encoding(text, limits.depth))
        .map_err(|fault| fault.locate(text))?;
    let mut bytes = Vec::with_capacity(text.len() + PADDING);
    let mut workspace = Workspace::default();
    // A supplied value is compared with a member as the payload has it, so nothing may be gone from inside by then.
    let first = if supplied.is_none() { Trust::Earned } else { Trust::None };
    for trust in [first, Trust::None] {
        bytes.clear();
        bytes.extend_from_slice(text);
        bytes.resize(text.len() + PADDING, 0);
        match rewrite_in_place(Narrow(&mut bytes), text.len(), rules, supplied, limits.depth, trust, &mut workspace) {
            Ok(length) => {
                bytes.truncate(length);
                return Ok(bytes);
            }
            Err(Stop::Refused) => break,
            Err(Stop::TrustBroken) => {}
        }
    }
    let fault = careful::check_grammar(text, limits.depth).err();
    Err(fault.unwrap_or(Fault { offset: 0, expected: Expected::Value }).locate(text))
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
    /// The text is no JSON, or too deep.
    Refused,
    /// A member went on trust that turns out to be misplaced: read the text again without trust.
    TrustBroken,
}

/// What a pass works with, kept from one text to the next to save allocations.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// Which arrays and objects are open.
    pub(super) nesting: Nesting,
    /// The open objects around the innermost one.
    outer: Vec<Frame>,
    /// For each open object, the bits of [`Seen::rest`].
    seen: Vec<u64>,
    slots: Vec<Slot>,
    pub(super) guesses: Guesses,
    /// One for each name of the rules.
    decisions: Vec<Decision>,
    /// How many objects with slots were closed.
    closes: usize,
    /// The slots of the object that is being closed, last first.
    chain: Vec<usize>,
    skipper: Skipper,
}

/// An object that is open. Of 32 bytes: more would be copied by a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// A bit for each of the rules' first 64 names that it was seen to have.
    pub(super) seen: u64,
    /// The rules on whose trust members went, as bits.
    pub(super) owed: u64,
    /// Where its first member goes in the output.
    pub(super) inside: u32,
    /// How many slots there were before it.
    slots_before: u32,
    /// The last slot of this object's own members, the head of its chain; [`NO_SLOT`] where it has none.
    last_slot: u32,
    /// The place among [`Guesses`] of the last name of the rules that was met.
    pub(super) last_name: u32,
}

/// Stands for the closing bracket around the whole text.
const NO_BRACKET: u8 = 0;

/// Stands for the number of a slot where there is none.
const NO_SLOT: u32 = u32::MAX;

impl Frame {
    #[inline(always)]
    fn new(inside: usize, slots_before: usize) -> Self {
        let (inside, slots_before) = (small(inside), small(slots_before));
        Self { seen: 0, owed: 0, inside, slots_before, last_slot: NO_SLOT, last_name: FRONT }
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
    /// Behind the value; the same as `value` until it is read.
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
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(super) fn rewrite_in_place<T: InPlace>(
    text: T,
    length: usize,
    rules: &Rules,
    supplied: Supplied<'_>,
    depth: usize,
    trust: Trust,
    workspace: &mut Workspace,
) -> Result<usize, Stop> {
    workspace.nesting.clear();
    workspace.outer.clear();
    workspace.seen.clear();
    workspace.slots.clear();
    workspace.decisions.clear();
    workspace.closes = 0;
    workspace.guesses.be_about(rules);
    workspace.skipper.be_ready();
    let (trusting, trusted) = match trust {
        Trust::None => (false, 0),
        Trust::Earned => (true, 0),
        Trust::Given => (true, u64::MAX),
    };
    let more_words = rules.words().saturating_sub(1);
    let inner = Frame::new(0, 0);
    let lag = Lag::default();
    Pass {
        rules,
        supplied,
        depth,
        trusting,
        trusted,
        more_words,
        confirmed: 0,
        lag,
        inner,
        is_complete: false,
        workspace,
    }
    .run(text, length)
}

pub(super) struct Pass<'a> {
    rules: &'a Rules,
    supplied: Supplied<'a>,
    pub(super) depth: usize,
    pub(super) trusting: bool,
    /// The rules, as bits, that held where their members were met last.
    pub(super) trusted: u64,
    /// How many words of bits the rules need beside the first.
    more_words: usize,
    /// Behind the last slot that was confirmed; slots before it have to be kept.
    confirmed: usize,
    pub(super) lag: Lag,
    /// The innermost object; around all objects nothing uses it.
    pub(super) inner: Frame,
    /// Whether [`plain`](super::plain) stopped behind a value, and not in front of a name.
    pub(super) is_complete: bool,
    pub(super) workspace: &'a mut Workspace,
}

impl<'a> Pass<'a> {
    #[inline(always)]
    fn run<T: InPlace>(&mut self, mut text: T, length: usize) -> Result<usize, Stop> {
        let mut at = self.lag.skip_whitespace(&mut text, 0);
        // The closing bracket of the innermost array or object.
        let mut closing = NO_BRACKET;
        'value: loop {
            'complete: {
                if closing == b'}' {
                    let start = at;
                    // How long the name is with its quotes and colon.
                    let width;
                    let known;
                    if let Some((place, guess)) =
                        self.workspace.guesses.expected(self.inner.last_name, text.bytes(), at)
                    {
                        let guess_width = guess.width as usize;
                        let is_spaced = byte(text.bytes(), at + guess_width) <= b' ';
                        if !is_spaced && self.workspace.guesses.is_worth_a_try(place) {
                            at = self.read_plain_members(text.reborrow(), at);
                            if self.is_complete {
                                break 'complete;
                            }
                            if at != start {
                                at = self.lag.skip_whitespace(&mut text, at);
                                continue 'value;
                            }
                            self.workspace.guesses.was_in_vain(place);
                        }
                        width = guess_width;
                        at += width;
                        known = self.rules.name(place as usize - 1);
                    } else {
                        if byte(text.bytes(), at) != b'"' {
                            return Err(Stop::Refused);
                        }
                        let stop = string_stop(text.bytes(), start + 1);
                        let end;
                        if byte(text.bytes(), stop) == b'"' {
                            end = stop + 1;
                            known = self.rules.find_in(text.bytes(), start + 1, stop);
                        } else {
                            (end, known) = odd_name(self.rules, text.bytes(), start).ok_or(Stop::Refused)?;
                        }
                        width = end - start + 1;
                        at = self.lag.skip_whitespace(&mut text, end);
                        if byte(text.bytes(), at) != b':' {
                            return Err(Stop::Refused);
                        }
                        at += 1;
                    }
                    at = self.lag.skip_whitespace(&mut text, at);
                    if let Some(Found { number, name: known }) = known {
                        let place = small(number) + 1;
                        self.workspace.guesses.learn(self.inner.last_name, place);
                        self.inner.last_name = place;
                        let comes_again = self.note(number);
                        if known.is_droppable() {
                            // Where whitespace stood around the colon, the name was moved; in the output they are adjacent.
                            let value = self.lag.output(at);
                            let name = value - width;
                            let short = if comes_again || !self.trusting {
                                None
                            } else {
                                known.short_verdict(text.bytes(), at, self.inner.seen, self.trusted)
                            };
                            let verdict = match short {
                                Some(verdict) => verdict,
                                None => self.verdict(number, comes_again, text.bytes(), at)?,
                            };
                            match verdict {
                                Verdict::Stays => {}
                                Verdict::Open => self.open_slot(number, name, value),
                                Verdict::Goes { debt, end } => {
                                    self.inner.owed |= debt;
                                    let outer = self.workspace.nesting.level();
                                    let end = match end {
                                        // At the last level an empty array is one too many.
                                        Some(end) if outer < self.depth => end,
                                        _ => {
                                            let skipper = &mut self.workspace.skipper;
                                            let end = skipper.value_end(text.bytes(), at, outer, self.depth);
                                            end.ok_or(Stop::Refused)?.get()
                                        }
                                    };
                                    // The comma before it goes too; where all before it in its object are gone, the one behind it.
                                    let is_front = name <= self.inner.inside as usize;
                                    at = end;
                                    let mut has_comma = false;
                                    if is_front {
                                        at = whitespace_end(text.bytes(), end);
                                        has_comma = byte(text.bytes(), at) == b',';
                                        if has_comma {
                                            at = whitespace_end(text.bytes(), at + 1);
                                        }
                                    }
                                    let comma = usize::from(!is_front);
                                    self.lag.drop(&mut text, start - comma, name - comma, at);
                                    if has_comma {
                                        continue 'value;
                                    }
                                    break 'complete;
                                }
                            }
                        }
                    }
                }
                match byte(text.bytes(), at) {
                    opening @ (b'{' | b'[') => {
                        if self.workspace.nesting.level() == self.depth {
                            return Err(Stop::Refused);
                        }
                        at += 1;
                        let inside = self.lag.output(at);
                        at = self.lag.skip_whitespace(&mut text, at);
                        if byte(text.bytes(), at) == closing_of(opening) {
                            at += 1;
                        } else {
                            closing = closing_of(opening);
                            self.workspace.nesting.enter(closing == b'}');
                            if closing == b'}' {
                                self.enter_object(inside);
                            }
                            continue 'value;
                        }
                    }
                    _ => at = scalar_end(text.bytes(), at).ok_or(Stop::Refused)?,
                }
            }
            // A value is complete: end what it completes, go on to what follows.
            loop {
                if closing == b'}' && self.inner.last_slot != NO_SLOT {
                    self.end_slot(at);
                }
                at = self.lag.skip_whitespace(&mut text, at);
                let next = byte(text.bytes(), at);
                if next == b',' && closing != NO_BRACKET {
                    at = self.lag.skip_whitespace(&mut text, at + 1);
                    continue 'value;
                }
                if closing == NO_BRACKET {
                    if at != length {
                        return Err(Stop::Refused);
                    }
                    return Ok(self.finish(text.reborrow(), at));
                }
                if next != closing {
                    return Err(Stop::Refused);
                }
                if closing == b'}' {
                    if self.inner.last_slot != NO_SLOT {
                        self.settle_slots(text.reborrow(), at);
                    }
                    if self.inner.owed != 0 {
                        self.settle_debts()?;
                    }
                    self.leave_object();
                }
                at += 1;
                closing = match self.workspace.nesting.leave() {
                    Some(true) => b'}',
                    Some(false) => b']',
                    None => NO_BRACKET,
                };
            }
        }
    }

    #[inline(always)]
    fn enter_object(&mut self, inside: usize) {
        self.workspace.outer.push(self.inner);
        self.inner = Frame::new(inside, self.workspace.slots.len());
        for _ in 0..self.more_words {
            self.workspace.seen.push(0);
        }
    }

    #[inline(always)]
    fn leave_object(&mut self) {
        if let Some(outer) = self.workspace.outer.pop() {
            self.inner = outer;
        }
        if self.more_words > 0 {
            self.workspace.seen.truncate(self.workspace.seen.len() - self.more_words);
        }
    }

    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn open_slot(&mut self, number: usize, name: usize, value: usize) {
        let previous = self.inner.last_slot;
        self.inner.last_slot = small(self.workspace.slots.len());
        self.workspace.slots.push(Slot {
            name: small(number),
            start: small(name),
            value: small(value),
            end: small(value),
            previous,
            cut: 0..0,
        });
    }

    /// Notes where the last slot's value ends, if it is the one that was read.
    #[inline(always)]
    fn end_slot(&mut self, at: usize) {
        if let Some(slot) = self.workspace.slots.get_mut(self.inner.last_slot as usize)
            && slot.end == slot.value
        {
            slot.end = small(self.lag.output(at));
        }
    }

    /// Notes that the innermost object has a member of the rules; answers whether it was noted before.
    #[inline(always)]
    fn note(&mut self, number: usize) -> bool {
        if number >= 64 {
            return self.note_beyond_64(number);
        }
        let bit = 1_u64 << number;
        let comes_again = self.inner.seen & bit != 0;
        self.inner.seen |= bit;
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
    fn seen(&self) -> Seen<'_> {
        let from = self.workspace.seen.len() - self.more_words;
        Seen { first: self.inner.seen, rest: self.workspace.seen.get(from..).unwrap_or_default() }
    }

    /// Whether a member goes whose value stands at `at`, as far as can be said before its object is complete.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn verdict(&self, number: usize, comes_again: bool, bytes: &[u8], at: usize) -> Result<Verdict, Stop> {
        if !self.trusting {
            return Ok(Verdict::Open);
        }
        if comes_again {
            // Each verdict supposed that the name doesn't come again.
            return Err(Stop::TrustBroken);
        }
        Ok(self.rules.verdict(number, bytes, at, self.seen(), self.trusted, self.supplied.is_some()))
    }

    /// Calls in what an object owes that closes.
    #[inline(always)]
    fn settle_debts(&mut self) -> Result<(), Stop> {
        let seen = self.seen();
        let mut owed = self.inner.owed;
        while owed != 0 {
            if !self.rules.holds(owed.trailing_zeros() as usize, seen) {
                return Err(Stop::TrustBroken);
            }
            owed &= owed - 1;
        }
        self.trusted |= self.inner.owed;
        Ok(())
    }

    /// Decides which members of an object go that closes and that are still in the output.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn settle_slots<T: InPlace>(&mut self, mut text: T, at: usize) {
        // The values to be judged have to lie where the slots say.
        let written = self.lag.flush(&mut text, at);
        let bytes = text.bytes();
        let closed = self.inner;
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

    /// Moves what is left of a text that ends at `at`, and cuts out all that is confirmed; answers the length of the output.
    #[inline(never)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn finish<T: InPlace>(&mut self, mut text: T, at: usize) -> usize {
        let written = self.lag.flush(&mut text, at);
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

/// The end of the name whose opening quote stands at `start`, and which it is, where it isn't plain ASCII.
#[inline(never)]
fn odd_name<'a>(rules: &'a Rules, bytes: &[u8], start: usize) -> Option<(usize, Option<Found<'a>>)> {
    let end = string_end(bytes, start + 1)?;
    Some((end, rules.find(&decode(bytes.get(start + 1..end - 1)?))))
}

/// An offset or a number as a slot keeps it: a text has at most [`MAX_BYTES`].
fn small(number: usize) -> u32 {
    number as u32
}
