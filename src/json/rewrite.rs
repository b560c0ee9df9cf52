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
use super::in_place::{InPlace, PADDING, Unchecked};
use super::lag::Lag;
use super::rules::{Rules, Supplied, Verdict};
use super::scan::{byte, scalar_end, string, whitespace_end};
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
    pub(super) fn admit(self, text: &[u8]) -> Result<(), Fault> {
        let most = self.bytes.min(MAX_BYTES);
        if text.len() > most { fault(most, Expected::Size(most)) } else { Ok(()) }
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
    limits.admit(text).map_err(|over| over.locate(text))?;
    let mut bytes = Vec::with_capacity(text.len() + PADDING);
    let mut workspace = Workspace::default();
    for trusting in [true, false] {
        bytes.clear();
        bytes.extend_from_slice(text);
        bytes.resize(text.len() + PADDING, 0);
        match rewrite_in_place(
            &mut Unchecked(&mut bytes),
            text.len(),
            rules,
            supplied,
            limits.depth,
            trusting,
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
    frames: Vec<Frame>,
    /// For each open object, a bit for each of the rules' names that it was seen to have.
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

/// An array or object that is open.
#[derive(Clone, Copy, Debug)]
struct Frame {
    is_object: bool,
    /// Where its first item or member goes in the output.
    inside: usize,
    /// How many slots there were before it.
    slots_before: usize,
    /// The last slot of this object's own members, the head of its chain.
    last_slot: Option<u32>,
    /// Whether that slot's value is being read.
    slot_is_open: bool,
    /// The rules on whose trust members went, as bits.
    owed: u64,
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
    /// The slot before it in the same object.
    previous: Option<u32>,
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
pub(super) fn rewrite_in_place<T: InPlace>(
    text: &mut T,
    length: usize,
    rules: &Rules,
    supplied: Supplied<'_>,
    depth: usize,
    trusting: bool,
    workspace: &mut Workspace,
) -> Result<usize, Stop> {
    workspace.frames.clear();
    workspace.seen.clear();
    workspace.slots.clear();
    workspace.decisions.clear();
    workspace.decisions.resize(rules.name_count(), Decision::default());
    workspace.closes = 0;
    let mut pass = Pass { rules, supplied, depth, trusting, trusted: 0, words: rules.words(), confirmed: 0, workspace };
    pass.run(text, length)
}

struct Pass<'a> {
    rules: &'a Rules,
    supplied: Supplied<'a>,
    depth: usize,
    trusting: bool,
    /// The rules, as bits, that held where their members were met last.
    trusted: u64,
    words: usize,
    /// Behind the last slot that was confirmed; slots before it have to be kept.
    confirmed: usize,
    workspace: &'a mut Workspace,
}

/// What becomes of a member whose name the rules mention.
enum Met {
    Stays,
    Goes,
}

impl Pass<'_> {
    #[inline(always)]
    fn run<T: InPlace>(&mut self, text: &mut T, length: usize) -> Result<usize, Stop> {
        let mut lag = Lag::default();
        let mut at = lag.skip_whitespace(text, 0);
        // Whether the innermost open array or object is an object, and whether nothing inside it was read yet.
        let (mut in_object, mut is_first) = (false, false);
        'value: loop {
            'complete: {
                if in_object {
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
                    at = lag.skip_whitespace(text, token.end);
                    if byte(text.bytes(), at) != b':' {
                        return Err(fault_at(at, Expected::Colon));
                    }
                    at = lag.skip_whitespace(text, at + 1);
                    // Where whitespace stood around the colon, the name's start was moved.
                    if let Some(number) = known {
                        let name_length = token.end - start + 1;
                        match self.meet(number, text.bytes(), at, lag.output(at) - name_length, lag.output(at))? {
                            Met::Stays => {}
                            Met::Goes => {
                                let name_output = lag.output(at) - name_length;
                                let end = self.workspace.skipper.value_end::<T::Encoding>(
                                    text.bytes(),
                                    at,
                                    self.workspace.frames.len(),
                                    self.depth,
                                )?;
                                let comma_goes;
                                (at, comma_goes) = self.leave_out(text, &mut lag, at, name_output, end);
                                if comma_goes {
                                    is_first = false;
                                    continue 'value;
                                }
                                break 'complete;
                            }
                        }
                    }
                }
                match byte(text.bytes(), at) {
                    b'"' => at = string::<T::Encoding>(text.bytes(), at)?.end,
                    opening @ (b'{' | b'[') => {
                        if self.workspace.frames.len() == self.depth {
                            return Err(fault_at(at, Expected::Depth(self.depth)));
                        }
                        let is_object = opening == b'{';
                        at += 1;
                        let inside = lag.output(at);
                        at = lag.skip_whitespace(text, at);
                        let closing = opening + 2;
                        if byte(text.bytes(), at) == closing {
                            at += 1;
                        } else {
                            self.workspace.frames.push(Frame {
                                is_object,
                                inside,
                                slots_before: self.workspace.slots.len(),
                                last_slot: None,
                                slot_is_open: false,
                                owed: 0,
                            });
                            if is_object {
                                for _ in 0..self.words {
                                    self.workspace.seen.push(0);
                                }
                            }
                            in_object = is_object;
                            is_first = true;
                            continue 'value;
                        }
                    }
                    _ => {
                        let expected = if is_first && !in_object { Expected::ValueOrBracket } else { Expected::Value };
                        at = scalar_end::<T::Encoding>(text.bytes(), at, expected)?;
                    }
                }
            }
            // A value is complete: end what it completes, go on to what follows.
            loop {
                let Some(frame) = self.workspace.frames.last_mut() else {
                    at = lag.skip_whitespace(text, at);
                    if at != length {
                        return Err(fault_at(at, Expected::End));
                    }
                    let written = lag.flush(text, at);
                    return Ok(self.compact(text, written));
                };
                if frame.slot_is_open {
                    frame.slot_is_open = false;
                    if let Some(slot) = frame.last_slot.and_then(|at| self.workspace.slots.get_mut(at as usize)) {
                        slot.end = small(lag.output(at));
                    }
                }
                at = lag.skip_whitespace(text, at);
                let next = byte(text.bytes(), at);
                if next == b',' {
                    at = lag.skip_whitespace(text, at + 1);
                    is_first = false;
                    continue 'value;
                }
                if next != if in_object { b'}' } else { b']' } {
                    let expected = if in_object { Expected::CommaOrBrace } else { Expected::CommaOrBracket };
                    return Err(fault_at(at, expected));
                }
                let frame = *frame;
                if in_object {
                    if frame.last_slot.is_some() || frame.owed != 0 {
                        let written = lag.flush(text, at);
                        self.settle(text.bytes(), written, &frame)?;
                    }
                    self.workspace.seen.truncate(self.workspace.seen.len() - self.words);
                }
                self.workspace.frames.pop();
                at += 1;
                in_object = self.workspace.frames.last().is_some_and(|frame| frame.is_object);
            }
        }
    }

    /// Notes that the innermost object has a member that the rules mention, and says whether it goes at once. Its value
    /// stands at `at`; `start` and `value` are where its name and its value go in the output.
    #[inline(never)]
    fn meet(&mut self, number: usize, bytes: &[u8], at: usize, start: usize, value: usize) -> Result<Met, Stop> {
        let workspace = &mut *self.workspace;
        let Some(frame) = workspace.frames.last_mut() else { return Ok(Met::Stays) };
        let base = workspace.seen.len() - self.words;
        let seen = workspace.seen.get_mut(base..).unwrap_or_default();
        let (word, mask) = (number / 64, 1_u64 << (number % 64));
        let mut comes_again = false;
        if let Some(word) = seen.get_mut(word) {
            comes_again = *word & mask != 0;
            *word |= mask;
        }
        if !self.rules.is_droppable(number) {
            return Ok(Met::Stays);
        }
        if self.trusting {
            if comes_again {
                return Err(Stop::TrustBroken);
            }
            match self.rules.verdict(number, bytes.get(at..).unwrap_or_default(), seen, self.trusted, self.supplied) {
                Verdict::Stays => return Ok(Met::Stays),
                Verdict::Goes => return Ok(Met::Goes),
                Verdict::GoesOnTrust(debt) => {
                    frame.owed |= debt;
                    return Ok(Met::Goes);
                }
                Verdict::Open => {}
            }
        }
        let previous = frame.last_slot;
        frame.last_slot = u32::try_from(workspace.slots.len()).ok();
        frame.slot_is_open = true;
        let (start, value) = (small(start), small(value));
        workspace.slots.push(Slot { name: small(number), start, value, end: value, previous, cut: 0..0 });
        Ok(Met::Stays)
    }

    /// Leaves out a member whose value stands from `at` to `end` and whose name goes to `name_output`: with it the comma before
    /// it, or where all before it in its object are gone, the comma behind it. Answers where to read on, and whether the
    /// comma behind it is gone.
    fn leave_out<T: InPlace>(
        &mut self,
        text: &mut T,
        lag: &mut Lag,
        at: usize,
        name_output: usize,
        end: usize,
    ) -> (usize, bool) {
        lag.flush(text, at);
        let inside = self.workspace.frames.last().map_or(0, |frame| frame.inside);
        if name_output > inside {
            lag.take_back_to(name_output - 1, end);
            return (end, false);
        }
        lag.take_back_to(name_output, end);
        let next = whitespace_end(text.bytes(), end);
        if byte(text.bytes(), next) != b',' {
            return (end, false);
        }
        let next = whitespace_end(text.bytes(), next + 1);
        lag.take_back_to(name_output, next);
        (next, true)
    }

    /// Decides which members of an object go that are still in the output, and calls in what the object owes.
    #[inline(never)]
    fn settle(&mut self, bytes: &[u8], written: usize, frame: &Frame) -> Result<(), Stop> {
        let workspace = &mut *self.workspace;
        let seen = workspace.seen.get(workspace.seen.len() - self.words..).unwrap_or_default();
        let mut owed = frame.owed;
        while owed != 0 {
            let rule = owed.trailing_zeros();
            if !self.rules.holds(rule as usize, seen) {
                return Err(Stop::TrustBroken);
            }
            owed &= owed - 1;
        }
        self.trusted |= frame.owed;

        workspace.closes += 1;
        workspace.chain.clear();
        let mut next = frame.last_slot;
        while let Some((at, slot)) = next.and_then(|at| Some((at as usize, workspace.slots.get(at as usize)?))) {
            next = slot.previous;
            // The chain leads backwards, so the first occurrence met is the last in the object,
            // whose value is the member's.
            let Some(decision) = workspace.decisions.get_mut(slot.name as usize) else { continue };
            if decision.close != workspace.closes {
                let value = bytes.get(slot.value as usize..slot.end as usize).unwrap_or_default();
                let number = slot.name as usize;
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
            None => workspace.slots.truncate(frame.slots_before.max(self.confirmed)),
        }
        // A member takes the comma before it along; where all before it go, the one behind it.
        let mut front = small(frame.inside);
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
        Ok(())
    }

    /// Cuts out all that is confirmed from the first `written` bytes; answers how many are left.
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
