//! What may go: members of objects that carry all members of a guard.

use std::sync::atomic::{AtomicU64, Ordering};

use super::error::JsonError;
use super::rewrite::{Limits, rewrite};
use super::scan::{byte, closing_of, eight, whitespace_end};
use super::text::{decode, inside_quotes};

/// A value that a member can be compared with exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number written as plain decimal digits: `0` is no `-0`, `1` is no `1.0`.
    Integer(i128),
    /// A string, compared by its text, however the token escapes it.
    String(String),
}

/// When a member of a guarded object goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Whatever its value.
    Always,
    /// When it is this value.
    Equal(Scalar),
    /// When it is `[]` or `{}`.
    Empty,
    /// When it equals the [`Supplied`] value of this number.
    Supplied(usize),
}

/// Values that the reader already holds, for [`Condition::Supplied`].
///
/// `None` says that nothing is known of them, so that the condition is taken at its word; a `None`
/// inside says that the reader holds no such value, so that the member stays.
pub type Supplied<'a> = Option<&'a [Option<SuppliedValue>]>;

/// A value that the reader already holds, ready to be compared with many others.
///
/// Strings are compared by their text, everything else by its compact form: that keeps a comparison no longer than
/// the value it looks at, however many there are. An object whose members come in another order counts as another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuppliedValue {
    compact: Vec<u8>,
    /// The text, for a string.
    text: Option<Vec<u8>>,
}

impl SuppliedValue {
    /// Reads a value from JSON text.
    ///
    /// # Errors
    ///
    /// The first place where it is no JSON, or where it is over a limit.
    pub fn new(json: &[u8], limits: Limits) -> Result<Self, JsonError> {
        let compact = rewrite(json, &Rules::default(), None, limits)?;
        let text = inside_quotes(&compact).map(|inside| decode(inside).into_owned());
        Ok(Self { compact, text })
    }

    /// Whether a valid, compact JSON value is this one.
    fn is(&self, value: &[u8]) -> bool {
        match (&self.text, inside_quotes(value)) {
            // A text is never longer than its token.
            (Some(text), Some(inside)) => text.len() <= inside.len() && decode(inside).as_ref() == text.as_slice(),
            _ => self.compact == value,
        }
    }
}

/// One guard and what goes in the objects that it holds for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The members that an object must all have, whatever their values.
    pub guard: Vec<String>,
    /// The members that go, each with its condition.
    pub drops: Vec<(String, Condition)>,
}

/// Any number of rules, compiled for one pass over a text.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Every name that a rule mentions.
    names: Vec<Name>,
    /// Where names are looked up: the number of a name, or nothing; its length is a power of two, and at least half of it is empty.
    table: Vec<Option<u32>>,
    /// How far a hash is shifted to fall into the table.
    shift: u32,
    guards: Vec<Guard>,
    /// No others have it but their copies, and none at all those that mention no name.
    id: u64,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// The members that an object must have for a rule to hold, as bits of words that have one for each name.
#[derive(Clone, Debug, Default)]
struct Guard {
    /// The first word, and the others that have any bit, each with its number.
    first: u64,
    rest: Vec<(usize, u64)>,
    count: u32,
}

impl Guard {
    fn words(&self) -> impl Iterator<Item = (usize, u64)> {
        std::iter::once((0, self.first)).chain(self.rest.iter().copied())
    }
}

/// What the rules know of one member name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    text: Box<[u8]>,
    /// [`start_of`] and [`end_of`] the text, so that names of usual length are compared in two steps.
    start: u64,
    end: u64,
    /// The rules that drop it, each with the test that the value has to pass.
    drops: Vec<(usize, Test)>,
    /// The one rule that drops it, where there is just one and its guard is among the first 64 names.
    shortcut: Option<Shortcut>,
}

/// What the one rule that drops a member asks of its object.
#[derive(Clone, Debug)]
struct Shortcut {
    /// The guard, as bits of the first 64 names.
    guard: u64,
    /// The rule, as a bit.
    debt: u64,
    test: Test,
}

impl Name {
    /// Whether any rule may drop a member of this name.
    #[inline(always)]
    pub(super) fn is_droppable(&self) -> bool {
        !self.drops.is_empty()
    }

    fn in_short(&self) -> Drops {
        match &self.shortcut {
            None if self.drops.is_empty() => Drops::Never,
            Some(Shortcut { guard, debt, test: Test::Token(token) }) if token.is_short_literal() => {
                Drops::Quickly(QuickDrop {
                    values: [token.start; 2],
                    mask: token.mask,
                    length: token.text.len() as u32,
                    guard: *guard,
                    debt: *debt,
                })
            }
            Some(Shortcut { guard, debt, test: Test::Empty }) => Drops::Quickly(QuickDrop {
                values: [start_of(b"[]"), start_of(b"{}")],
                mask: 0xffff,
                length: 2,
                guard: *guard,
                debt: *debt,
            }),
            _ => Drops::Perhaps,
        }
    }

    /// [`Rules::verdict`] where no value is supplied and a single question settles it.
    #[inline(always)]
    pub(super) fn short_verdict(&self, bytes: &[u8], at: usize, seen: u64, trusted: u64) -> Option<Verdict> {
        let Shortcut { guard, debt, test } = self.shortcut.as_ref()?;
        match test.of_unread(bytes, at, false) {
            Unread::Fails => Some(Verdict::Stays),
            Unread::Unsure => None,
            Unread::Passes { end } => {
                let debt = if seen & guard == *guard { 0 } else { *debt };
                (debt & !trusted == 0).then_some(Verdict::Goes { debt, end })
            }
        }
    }
}

/// A [`Condition`] ready to be asked of a value's bytes.
#[derive(Clone, Debug)]
enum Test {
    Always,
    Token(Token),
    Text(Box<[u8]>),
    Empty,
    Supplied(usize),
}

/// A number or literal, ready to be looked for.
#[derive(Clone, Debug)]
struct Token {
    text: Box<[u8]>,
    /// [`start_of`] the text.
    start: u64,
    /// The bits of `start` that count.
    mask: u64,
}

impl Token {
    fn new(text: &[u8]) -> Self {
        let mask = u64::MAX.checked_shr(64_u32.saturating_sub(8 * text.len() as u32)).unwrap_or(0);
        Self { text: text.into(), start: start_of(text), mask }
    }

    /// Whether it is no number, which could go on behind its text, and at most eight bytes.
    fn is_short_literal(&self) -> bool {
        self.text.len() <= 8 && self.text.first().is_some_and(u8::is_ascii_lowercase)
    }

    /// Behind it, if it is the value at `at`.
    #[inline(always)]
    fn end_at(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let end = at + self.text.len();
        let stands = match eight(bytes, at) {
            Some(eight) if self.text.len() <= 8 => eight & self.mask == self.start,
            _ => self.stands_between(bytes, at, end),
        };
        (stands && ends_token(byte(bytes, end))).then_some(end)
    }

    /// The comparison of whole texts, out of line: it costs a call, and most are short.
    #[cold]
    fn stands_between(&self, bytes: &[u8], at: usize, end: usize) -> bool {
        bytes.get(at..end) == Some(&self.text)
    }
}

/// What can be said of a value before it is read.
enum Unread {
    Fails,
    /// It takes a closer look at the whole value.
    Unsure,
    Passes {
        /// Behind the value, where that is known.
        end: Option<usize>,
    },
}

impl Test {
    fn new(condition: &Condition) -> Self {
        let token = |text: &str| Self::Token(Token::new(text.as_bytes()));
        match condition {
            Condition::Always => Self::Always,
            Condition::Equal(Scalar::Null) => token("null"),
            Condition::Equal(Scalar::Boolean(true)) => token("true"),
            Condition::Equal(Scalar::Boolean(false)) => token("false"),
            Condition::Equal(Scalar::Integer(integer)) => token(&integer.to_string()),
            Condition::Equal(Scalar::String(text)) => Self::Text(text.as_bytes().into()),
            Condition::Empty => Self::Empty,
            Condition::Supplied(number) => Self::Supplied(*number),
        }
    }

    /// Whether the value at `at` passes, as far as can be said before it is read.
    #[inline(always)]
    fn of_unread(&self, bytes: &[u8], at: usize, knows_supplied: bool) -> Unread {
        let end = match self {
            Self::Always => return Unread::Passes { end: None },
            Self::Supplied(_) if !knows_supplied => return Unread::Passes { end: None },
            Self::Supplied(_) => return Unread::Unsure,
            Self::Text(_) if byte(bytes, at) == b'"' => return Unread::Unsure,
            Self::Text(_) => None,
            Self::Token(token) => token.end_at(bytes, at),
            Self::Empty => empty_container_end(bytes, at),
        };
        if end.is_some() { Unread::Passes { end } } else { Unread::Fails }
    }

    /// Whether a valid, compact JSON value passes.
    fn passes(&self, value: &[u8], supplied: Supplied<'_>) -> bool {
        match self {
            Self::Always => true,
            Self::Token(token) => value == token.text.as_ref(),
            Self::Text(text) => inside_quotes(value).is_some_and(|inside| decode(inside).as_ref() == text.as_ref()),
            Self::Empty => matches!(value, b"[]" | b"{}"),
            Self::Supplied(number) => supplied
                .is_none_or(|values| values.get(*number).and_then(Option::as_ref).is_some_and(|held| held.is(value))),
        }
    }
}

/// The members that an object was seen to have, a bit for each of the rules' names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a> {
    /// For the first 64 names.
    pub(super) first: u64,
    /// For the others, 64 in each word.
    pub(super) rest: &'a [u64],
}

impl Seen<'_> {
    #[inline(always)]
    fn word(self, number: usize) -> u64 {
        match number {
            0 => self.first,
            more => self.rest.get(more - 1).copied().unwrap_or(0),
        }
    }
}

/// A name that the rules mention.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    pub(super) number: usize,
    pub(super) name: &'a Name,
}

/// What may become of members of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Drops {
    /// No rule drops them.
    Never,
    Quickly(QuickDrop),
    /// It takes a [`Verdict`].
    Perhaps,
}

/// Says of a member that it goes when one of two short values stands there, without whitespace, and else stays: unless its value is an array or
/// object.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuickDrop {
    values: [u64; 2],
    /// The bits that count in the eight bytes of a value.
    mask: u64,
    /// How long the values are.
    pub(super) length: u32,
    /// The guard of the rule, as bits of the first 64 names.
    guard: u64,
    debt: u64,
}

impl QuickDrop {
    /// Whether one of the values stands at `at`.
    #[inline(always)]
    pub(super) fn stands_at(&self, bytes: &[u8], at: usize) -> bool {
        let [one, other] = self.values;
        eight(bytes, at).is_some_and(|eight| eight & self.mask == one || eight & self.mask == other)
    }

    /// What an object owes for the drop that has the members whose bits are set.
    #[inline(always)]
    pub(super) fn debt(&self, seen: u64) -> u64 {
        if seen & self.guard == self.guard { 0 } else { self.debt }
    }
}

/// What is known of a member before its object is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No rule drops it, whatever comes.
    Stays,
    /// A rule drops it that holds already, whatever comes, or that will hold if the object has what it most likely has. The
    /// object then owes the guards of the rules in `debt`, as bits.
    Goes {
        /// Zero where a rule holds already.
        debt: u64,
        /// Behind the value, where that is known.
        end: Option<usize>,
    },
    /// It depends.
    Open,
}

impl Rules {
    /// Compiles rules; the names may be any Unicode text.
    #[must_use]
    pub fn new(rules: &[Rule]) -> Self {
        let mentions: usize = rules.iter().map(|rule| rule.guard.len() + rule.drops.len()).sum();
        let bits = (mentions * 2).next_power_of_two().trailing_zeros().max(1);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let mut compiled = Self { shift: 64 - bits, table: vec![None; 1 << bits], id, ..Self::default() };
        for rule in rules {
            for name in rule.guard.iter().chain(rule.drops.iter().map(|(name, _)| name)) {
                compiled.add_name(name.as_bytes());
            }
        }
        for (number, rule) in rules.iter().enumerate() {
            let mut guard = Guard::default();
            for member in &rule.guard {
                let Some(Found { number: bit, .. }) = compiled.find(member.as_bytes()) else { continue };
                let (word, mask) = (bit / 64, 1 << (bit % 64));
                match guard.rest.iter_mut().find(|(other, _)| *other == word) {
                    _ if word == 0 => guard.first |= mask,
                    Some((_, bits)) => *bits |= mask,
                    None => guard.rest.push((word, mask)),
                }
            }
            guard.count = guard.words().map(|(_, bits)| bits.count_ones()).sum();
            compiled.guards.push(guard);
            for (member, condition) in &rule.drops {
                let Some(Found { number: at, .. }) = compiled.find(member.as_bytes()) else { continue };
                if let Some(name) = compiled.names.get_mut(at) {
                    name.drops.push((number, Test::new(condition)));
                }
            }
        }
        for name in &mut compiled.names {
            name.shortcut = shortcut(&name.drops, &compiled.guards);
        }
        compiled
    }

    fn add_name(&mut self, text: &[u8]) {
        if self.find(text).is_some() {
            return;
        }
        let start = start_of(text);
        let end = end_of(text);
        let mut at = slot_of(start, end, text.len(), self.shift);
        while self.table.get(at).is_some_and(Option::is_some) {
            at = (at + 1) & (self.table.len() - 1);
        }
        if let Some(place) = self.table.get_mut(at) {
            *place = u32::try_from(self.names.len()).ok();
            self.names.push(Name { text: text.into(), start, end, drops: Vec::new(), shortcut: None });
        }
    }

    /// Whether no rule mentions any name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether all names and texts that the rules compare with are ASCII, so that they can be looked for in any encoding that
    /// has ASCII's bytes.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.names.iter().all(|name| {
            name.text.is_ascii()
                && name.drops.iter().all(|(_, test)| !matches!(test, Test::Text(text) if !text.is_ascii()))
        })
    }

    /// How many names the rules mention; [`find`](Self::find) answers below it.
    pub(super) fn name_count(&self) -> usize {
        self.names.len()
    }

    /// How many 64-bit words hold a bit for every name.
    pub(super) fn words(&self) -> usize {
        self.names.len().div_ceil(64)
    }

    /// The name with exactly this text.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8]) -> Option<Found<'_>> {
        self.find_by_start(text, start_of(text))
    }

    /// What tells these rules from others.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// The texts of the names in their order, each with what may become of a member of this name.
    pub(super) fn all_names(&self) -> impl Iterator<Item = (&[u8], Drops)> {
        self.names.iter().map(|name| (name.text.as_ref(), name.in_short()))
    }

    /// The name with this number.
    #[inline(always)]
    pub(super) fn name(&self, number: usize) -> Option<Found<'_>> {
        self.names.get(number).map(|name| Found { number, name })
    }

    /// The name that `bytes[from..to]` is; for speed, bytes behind it are read too, but don't count.
    #[inline(always)]
    pub(super) fn find_in(&self, bytes: &[u8], from: usize, to: usize) -> Option<Found<'_>> {
        let length = to - from;
        let start = match eight(bytes, from) {
            Some(eight) if length < 8 => eight & ((1 << (length * 8)) - 1),
            Some(eight) => eight,
            None => start_of(bytes.get(from..to)?),
        };
        self.find_by_start(bytes.get(from..to)?, start)
    }

    #[inline(always)]
    #[cfg_attr(optimize_attribute, optimize(speed))]
    fn find_by_start(&self, text: &[u8], start: u64) -> Option<Found<'_>> {
        let end = end_of(text);
        let mut at = slot_of(start, end, text.len(), self.shift);
        loop {
            let number = (*self.table.get(at)?)? as usize;
            let name = self.names.get(number)?;
            let same_edges = name.start == start && name.end == end && name.text.len() == text.len();
            // Up to sixteen bytes the edges are all there is.
            if same_edges && (text.len() <= 16 || name.text.as_ref() == text) {
                return Some(Found { number, name });
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// Whether a rule holds for an object that has the members whose bits are set.
    #[inline(always)]
    pub(super) fn holds(&self, rule: usize, seen: Seen<'_>) -> bool {
        self.guards.get(rule).is_some_and(|guard| {
            seen.first & guard.first == guard.first
                && guard.rest.iter().all(|(word, bits)| seen.word(*word) & bits == *bits)
        })
    }

    /// Whether the member `number` with this value goes from an object that has the members whose bits are set.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn drops(&self, number: usize, value: &[u8], seen: Seen<'_>, supplied: Supplied<'_>) -> bool {
        self.names.get(number).is_some_and(|name| {
            name.drops.iter().any(|(rule, test)| self.holds(*rule, seen) && test.passes(value, supplied))
        })
    }

    /// Whether the member `number` goes, as far as can be said when its value at `at` is still unread
    /// and its object not complete. `trusted` has a bit for each rule that held where its members were met last.
    ///
    /// The answer supposes that the name doesn't come again, which matters for values: the last one counts.
    #[cfg_attr(optimize_attribute, optimize(speed))]
    pub(super) fn verdict(
        &self,
        number: usize,
        bytes: &[u8],
        at: usize,
        seen: Seen<'_>,
        trusted: u64,
        knows_supplied: bool,
    ) -> Verdict {
        let mut verdict = Verdict::Stays;
        let drops = self.names.get(number).map(|name| name.drops.as_slice()).unwrap_or_default();
        for (rule, test) in drops {
            let end = match test.of_unread(bytes, at, knows_supplied) {
                Unread::Fails => continue,
                Unread::Unsure => {
                    verdict = Verdict::Open;
                    continue;
                }
                Unread::Passes { end } => end,
            };
            if self.holds(*rule, seen) {
                return Verdict::Goes { debt: 0, end };
            }
            let debt = 1_u64.checked_shl(*rule as u32).unwrap_or(0);
            verdict = match verdict {
                Verdict::Stays if debt != 0 && (trusted & debt != 0 || self.likely(*rule, seen)) => {
                    Verdict::Goes { debt, end }
                }
                Verdict::Goes { .. } => verdict,
                _ => Verdict::Open,
            };
        }
        verdict
    }

    /// Whether an object has most of a rule's guard.
    fn likely(&self, rule: usize, seen: Seen<'_>) -> bool {
        self.guards.get(rule).is_some_and(|guard| {
            let met: u32 = guard.words().map(|(word, bits)| (seen.word(word) & bits).count_ones()).sum();
            met * 2 > guard.count
        })
    }

    /// The rules that may drop the member `number`, as bits; rules beyond the 64th have none.
    pub(super) fn rules_of(&self, number: usize) -> u64 {
        let drops = self.names.get(number).map(|name| name.drops.as_slice()).unwrap_or_default();
        drops.iter().fold(0, |bits, (rule, _)| bits | 1_u64.checked_shl(*rule as u32).unwrap_or(0))
    }
}

/// What asks in short whether the one rule holds that drops a member.
fn shortcut(drops: &[(usize, Test)], guards: &[Guard]) -> Option<Shortcut> {
    let [(rule, test)] = drops else { return None };
    let guard = guards.get(*rule)?;
    // A guard of no member holds from the start.
    if !guard.rest.is_empty() {
        return None;
    }
    let debt = 1_u64.checked_shl(u32::try_from(*rule).ok()?)?;
    Some(Shortcut { guard: guard.first, debt, test: test.clone() })
}

/// The first eight bytes of a text as a number, as if zeros followed it.
fn start_of(text: &[u8]) -> u64 {
    text.iter().take(8).rev().fold(0, |start, &byte| start << 8 | u64::from(byte))
}

/// The last eight bytes of a text as a number; zero where the first eight are all there is.
#[inline(always)]
fn end_of(text: &[u8]) -> u64 {
    match text.last_chunk::<8>() {
        Some(eight) if text.len() > 8 => u64::from_le_bytes(*eight),
        _ => 0,
    }
}

/// Where in a table a name belongs. The multiplier is 2^64 divided by the golden ratio, which spreads what differs in few bits.
#[inline(always)]
fn slot_of(start: u64, end: u64, length: usize, shift: u32) -> usize {
    let key = start ^ end.rotate_left(29) ^ (length as u64) << 56;
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize
}

/// Whether a number can't go on with this byte; a literal goes on with none.
fn ends_token(next: u8) -> bool {
    !matches!(next, b'0'..=b'9' | b'.' | b'e' | b'E')
}

/// Behind the array or object at `at` that has nothing inside; `None` where something else stands there.
#[inline(always)]
fn empty_container_end(bytes: &[u8], at: usize) -> Option<usize> {
    let opening = byte(bytes, at);
    if !matches!(opening, b'[' | b'{') {
        return None;
    }
    let inside = whitespace_end(bytes, at + 1);
    (byte(bytes, inside) == closing_of(opening)).then_some(inside + 1)
}
