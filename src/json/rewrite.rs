//! The one pass: validates a text and writes it again, compact and without dropped members.
//!
//! It works in place. The reader runs ahead, the writer follows in the same buffer, and bytes are
//! copied late: as long as nothing was left out the two stand on the same offset and nothing is
//! copied at all; after that each kept span moves in one piece when whitespace ends it.
//!
//! A member that some rule may drop becomes a [`Slot`]: its place in the output. Whether it goes
//! can't be known before its object closes, because a guard member may come last and the same name may come
//! again. Then its slot is confirmed or forgotten. Confirmed slots are cut out by one
//! compaction at the very end, so that the work stays linear in the input however deep objects
//! with candidates nest: each object looks at its own slots once, through a chain that leads from
//! the last to the first.

use super::error::{Expected, Fault, JsonError, fault};
use super::rules::{Rules, Supplied};
use super::scan::{byte, scalar_end, string, whitespace_end};
use super::text::decode;

/// How much a text may ask of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many arrays and objects may stand inside each other.
    pub depth: usize,
    /// How many bytes a text may have.
    pub bytes: usize,
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
    if text.len() > limits.bytes {
        let over = Fault { offset: limits.bytes, expected: Expected::Size(limits.bytes) };
        return Err(over.locate(text));
    }
    let mut pass = Pass {
        bytes: text.to_vec(),
        read: 0,
        kept_from: 0,
        written: 0,
        rules,
        supplied,
        depth_limit: limits.depth,
        frames: Vec::new(),
        seen: Vec::new(),
        slots: Vec::new(),
        confirmed: false,
        decisions: vec![Decision::default(); rules.name_count()],
        closes: 0,
        chain: Vec::new(),
    };
    match pass.run() {
        Ok(()) => Ok(pass.compact()),
        Err(fault) => Err(fault.locate(text)),
    }
}

/// An array or object that is open.
struct Frame {
    is_object: bool,
    /// Where its first item or member goes in the output.
    inside: usize,
    /// The last slot of this object's own members, the head of its chain.
    last_slot: Option<usize>,
    /// The slot of the member whose value is being read.
    open_slot: Option<usize>,
}

/// A member that may have to go; all offsets are in the output.
struct Slot {
    /// The member's name.
    name: usize,
    /// The name's opening quote.
    start: usize,
    /// The value's first byte.
    value: usize,
    /// Behind the value.
    end: usize,
    /// The slot before it in the same object.
    previous: Option<usize>,
    /// What to cut out, the comma included, once that is certain.
    cut: Option<(usize, usize)>,
}

/// What the last occurrence of a name in the object that is being closed asks for.
#[derive(Clone, Copy, Default)]
struct Decision {
    /// The number of the close it was made in: an older one is void.
    close: usize,
    drop: bool,
}

struct Pass<'a> {
    /// The output up to `written`, then bytes of no more use up to `kept_from`, then the input.
    bytes: Vec<u8>,
    /// The next byte to look at.
    read: usize,
    /// Where the span starts that is kept but not yet moved.
    kept_from: usize,
    /// Where that span goes.
    written: usize,
    rules: &'a Rules,
    supplied: Supplied<'a>,
    depth_limit: usize,
    frames: Vec<Frame>,
    /// For each open object, a bit for each guard member that it was seen to have.
    seen: Vec<u64>,
    slots: Vec<Slot>,
    /// Whether any slot was confirmed.
    confirmed: bool,
    /// One for each name of the rules.
    decisions: Vec<Decision>,
    /// How many objects with slots were closed.
    closes: usize,
    /// The slots of the object that is being closed, last first; kept to save allocations.
    chain: Vec<usize>,
}

impl Pass<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        self.skip_whitespace();
        let mut expected = Expected::Value;
        'value: loop {
            match byte(&self.bytes, self.read) {
                b'[' => {
                    self.open(false)?;
                    if byte(&self.bytes, self.read) != b']' {
                        expected = Expected::ValueOrBracket;
                        continue 'value;
                    }
                    self.close();
                }
                b'{' => {
                    self.open(true)?;
                    if byte(&self.bytes, self.read) != b'}' {
                        self.member_name(Expected::NameOrBrace)?;
                        expected = Expected::Value;
                        continue 'value;
                    }
                    self.close();
                }
                _ => self.read = scalar_end(&self.bytes, self.read, expected)?,
            }
            // A value is complete: end what it completes, go on to what follows.
            while let Some(is_object) = self.value_end() {
                self.skip_whitespace();
                match (byte(&self.bytes, self.read), is_object) {
                    (b',', false) => {
                        self.read += 1;
                        self.skip_whitespace();
                        expected = Expected::Value;
                        continue 'value;
                    }
                    (b',', true) => {
                        self.read += 1;
                        self.skip_whitespace();
                        self.member_name(Expected::Name)?;
                        expected = Expected::Value;
                        continue 'value;
                    }
                    (b']', false) | (b'}', true) => self.close(),
                    (_, false) => return fault(self.read, Expected::CommaOrBracket),
                    (_, true) => return fault(self.read, Expected::CommaOrBrace),
                }
            }
            self.skip_whitespace();
            return if self.read == self.bytes.len() { Ok(()) } else { fault(self.read, Expected::End) };
        }
    }

    /// Where the byte at `read` goes in the output.
    fn output(&self) -> usize {
        self.written + (self.read - self.kept_from)
    }

    /// Leaves out the whitespace at `read`.
    #[inline]
    fn skip_whitespace(&mut self) {
        if byte(&self.bytes, self.read) > b' ' {
            return;
        }
        let end = whitespace_end(&self.bytes, self.read);
        if end > self.read {
            self.flush();
            self.read = end;
            self.kept_from = end;
        }
    }

    /// Moves the kept span to its place.
    fn flush(&mut self) {
        if self.written != self.kept_from {
            self.bytes.copy_within(self.kept_from..self.read, self.written);
        }
        self.written += self.read - self.kept_from;
        self.kept_from = self.read;
    }

    /// Enters the array or object whose bracket stands at `read`.
    fn open(&mut self, is_object: bool) -> Result<(), Fault> {
        if self.frames.len() == self.depth_limit {
            return fault(self.read, Expected::Depth(self.depth_limit));
        }
        self.read += 1;
        self.frames.push(Frame { is_object, inside: self.output(), last_slot: None, open_slot: None });
        if is_object {
            self.seen.resize(self.seen.len() + self.rules.guard_words(), 0);
        }
        self.skip_whitespace();
        Ok(())
    }

    /// Reads a member's name and colon, up to its value.
    #[inline]
    fn member_name(&mut self, expected: Expected) -> Result<(), Fault> {
        if byte(&self.bytes, self.read) != b'"' {
            return fault(self.read, expected);
        }
        let start = self.output();
        let token = string(&self.bytes, self.read)?;
        let inside = self.bytes.get(self.read + 1..token.end - 1).unwrap_or_default();
        let name = if token.escaped { self.rules.find(&decode(inside)) } else { self.rules.find(inside) };
        self.read = token.end;
        self.skip_whitespace();
        if byte(&self.bytes, self.read) != b':' {
            return fault(self.read, Expected::Colon);
        }
        self.read += 1;
        self.skip_whitespace();
        if let Some(name) = name {
            self.known_member(name, start);
        }
        Ok(())
    }

    /// Notes that the innermost object has a member that the rules mention; its value comes next.
    fn known_member(&mut self, number: usize, start: usize) {
        let value = self.output();
        let (Some(name), Some(frame)) = (self.rules.name(number), self.frames.last_mut()) else { return };
        if let Some(bit) = name.guard_bit {
            let words = self.seen.len() - self.rules.guard_words();
            if let Some(word) = self.seen.get_mut(words + bit / 64) {
                *word |= 1 << (bit % 64);
            }
        }
        if name.is_droppable() {
            let previous = frame.last_slot;
            frame.last_slot = Some(self.slots.len());
            frame.open_slot = frame.last_slot;
            self.slots.push(Slot { name: number, start, value, end: value, previous, cut: None });
        }
    }

    /// Ends the value that was just read; answers whether it stands in an object, `None` at the top.
    #[inline]
    fn value_end(&mut self) -> Option<bool> {
        let end = self.output();
        let frame = self.frames.last_mut()?;
        if let Some(slot) = frame.open_slot.take().and_then(|at| self.slots.get_mut(at)) {
            slot.end = end;
        }
        Some(frame.is_object)
    }

    /// Leaves the innermost array or object, whose closing bracket stands at `read`.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.is_object {
            if let Some(last) = frame.last_slot {
                // The values to be judged have to lie where the slots say.
                self.flush();
                self.settle(last, frame.inside);
            }
            self.seen.truncate(self.seen.len() - self.rules.guard_words());
        }
        self.read += 1;
    }

    /// Decides which members of an object go: `last` is its last slot, `inside` where its first
    /// member starts.
    fn settle(&mut self, last: usize, inside: usize) {
        self.closes += 1;
        let seen = self.seen.get(self.seen.len() - self.rules.guard_words()..).unwrap_or_default();
        self.chain.clear();
        let mut next = Some(last);
        while let Some((at, slot)) = next.and_then(|at| Some((at, self.slots.get(at)?))) {
            next = slot.previous;
            // The chain leads backwards, so the first occurrence met is the last in the object,
            // whose value is the member's.
            let Some(decision) = self.decisions.get_mut(slot.name) else { continue };
            if decision.close != self.closes {
                let value = self.bytes.get(slot.value..slot.end).unwrap_or_default();
                let drop = self.rules.drops(slot.name, value, seen, self.supplied);
                *decision = Decision { close: self.closes, drop };
            }
            if decision.drop {
                self.chain.push(at);
            }
        }
        self.confirmed |= !self.chain.is_empty();
        // A member takes the comma before it along; where all before it go, the one behind it.
        let mut front = inside;
        for &at in self.chain.iter().rev() {
            let Some(slot) = self.slots.get_mut(at) else { continue };
            if slot.start == front {
                let comma = usize::from(self.bytes.get(slot.end) == Some(&b',') && slot.end < self.written);
                slot.cut = Some((slot.start, slot.end + comma));
                front = slot.end + comma;
            } else {
                slot.cut = Some((slot.start - 1, slot.end));
            }
        }
        if !self.confirmed {
            // Nothing is certain so far, so no slot is of use any more but those of open objects,
            // which all come before this object's first.
            let first = self.slots.iter().rposition(|slot| slot.start < inside).map_or(0, |at| at + 1);
            self.slots.truncate(first);
        }
    }

    /// The output, once all that is confirmed is cut out.
    fn compact(mut self) -> Vec<u8> {
        self.flush();
        let mut to = 0;
        let mut from = 0;
        if self.confirmed {
            for (start, end) in self.slots.iter().filter_map(|slot| slot.cut) {
                // A slot inside one that goes is gone already.
                if start >= from {
                    self.bytes.copy_within(from..start, to);
                    to += start - from;
                    from = end;
                }
            }
            self.bytes.copy_within(from..self.written, to);
        }
        self.bytes.truncate(to + (self.written - from));
        self.bytes
    }
}
