//! What may go: members of objects that carry all members of a guard.

use super::error::JsonError;
use super::rewrite::{Limits, rewrite};
use super::scan::whitespace_end;
use super::text::decode;

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
        let text = string_inside(&compact).map(|inside| decode(inside).into_owned());
        Ok(Self { compact, text })
    }

    /// Whether a valid, compact JSON value is this one.
    fn is(&self, value: &[u8]) -> bool {
        match (&self.text, string_inside(value)) {
            // A text is never longer than its token.
            (Some(text), Some(inside)) => text.len() <= inside.len() && decode(inside).as_ref() == text.as_slice(),
            _ => self.compact == value,
        }
    }
}

/// What stands between the quotes of a string token.
fn string_inside(value: &[u8]) -> Option<&[u8]> {
    value.strip_prefix(b"\"")?.strip_suffix(b"\"")
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
    /// Where names are looked up: the number of a name, or nothing; its length is a power of two, and half of it is empty.
    table: Vec<Option<u32>>,
    /// How far a hash is shifted to fall into the table.
    shift: u32,
    guards: Vec<Guard>,
}

/// The members that an object must have for a rule to hold, as bits of words that have one for each name.
#[derive(Clone, Debug, Default)]
struct Guard {
    bits: Vec<(usize, u64)>,
    count: u32,
}

/// What the rules know of one member name.
#[derive(Clone, Debug)]
struct Name {
    text: Box<[u8]>,
    /// [`start_of`] the text, so that short names are compared in one step.
    start: u64,
    /// The rules that drop it, each with the test that the value has to pass.
    drops: Vec<(usize, Test)>,
}

/// A [`Condition`] ready to be asked of a value's bytes.
#[derive(Clone, Debug)]
enum Test {
    Always,
    Token(Box<[u8]>),
    Text(Box<[u8]>),
    Empty,
    Supplied(usize),
}

impl Test {
    fn new(condition: &Condition) -> Self {
        let token = |text: &str| Self::Token(text.as_bytes().into());
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

    /// Whether a valid, compact JSON value passes.
    fn passes(&self, value: &[u8], supplied: Supplied<'_>) -> bool {
        match self {
            Self::Always => true,
            Self::Token(token) => value == token.as_ref(),
            Self::Text(text) => string_inside(value).is_some_and(|inside| decode(inside).as_ref() == text.as_ref()),
            Self::Empty => matches!(value, b"[]" | b"{}"),
            Self::Supplied(number) => supplied
                .is_none_or(|values| values.get(*number).and_then(Option::as_ref).is_some_and(|held| held.is(value))),
        }
    }
}

/// What is known of a member before its object is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No rule drops it, whatever comes.
    Stays,
    /// A rule that holds already drops it, whatever comes.
    Goes,
    /// A rule drops it that will hold if the object has what it most likely has: the rules that then owe their guard.
    GoesOnTrust(u64),
    /// It depends.
    Open,
}

impl Rules {
    /// Compiles rules; the names may be any Unicode text.
    #[must_use]
    pub fn new(rules: &[Rule]) -> Self {
        let mentions: usize = rules.iter().map(|rule| rule.guard.len() + rule.drops.len()).sum();
        let bits = (mentions * 2).next_power_of_two().trailing_zeros().max(1);
        let mut compiled = Self { shift: 64 - bits, table: vec![None; 1 << bits], ..Self::default() };
        for rule in rules {
            for name in rule.guard.iter().chain(rule.drops.iter().map(|(name, _)| name)) {
                compiled.add_name(name.as_bytes());
            }
        }
        for (number, rule) in rules.iter().enumerate() {
            let mut guard = Guard::default();
            for member in &rule.guard {
                let Some(bit) = compiled.find(member.as_bytes()) else { continue };
                let (word, mask) = (bit / 64, 1 << (bit % 64));
                match guard.bits.iter_mut().find(|(other, _)| *other == word) {
                    Some((_, bits)) => *bits |= mask,
                    None => guard.bits.push((word, mask)),
                }
            }
            guard.count = guard.bits.iter().map(|(_, bits)| bits.count_ones()).sum();
            compiled.guards.push(guard);
            for (member, condition) in &rule.drops {
                if let Some(name) = compiled.find(member.as_bytes()).and_then(|at| compiled.names.get_mut(at)) {
                    name.drops.push((number, Test::new(condition)));
                }
            }
        }
        compiled
    }

    fn add_name(&mut self, text: &[u8]) {
        if self.find(text).is_some() {
            return;
        }
        let start = start_of(text);
        let mut at = slot_of(start, text.len(), self.shift);
        while self.table.get(at).is_some_and(Option::is_some) {
            at = (at + 1) & (self.table.len() - 1);
        }
        if let Some(place) = self.table.get_mut(at) {
            *place = u32::try_from(self.names.len()).ok();
            self.names.push(Name { text: text.into(), start, drops: Vec::new() });
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

    /// The number of the name with exactly this text.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8]) -> Option<usize> {
        self.find_by_start(text, start_of(text))
    }

    /// The number of the name that is `bytes[from..to]`, which may be looked at further than that.
    #[inline(always)]
    pub(super) fn find_in(&self, bytes: &[u8], from: usize, to: usize) -> Option<usize> {
        let length = to - from;
        let start = match bytes.get(from..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(eight) if length < 8 => u64::from_le_bytes(*eight) & ((1 << (length * 8)) - 1),
            Some(eight) => u64::from_le_bytes(*eight),
            None => start_of(bytes.get(from..to)?),
        };
        self.find_by_start(bytes.get(from..to)?, start)
    }

    #[inline(always)]
    fn find_by_start(&self, text: &[u8], start: u64) -> Option<usize> {
        let mut at = slot_of(start, text.len(), self.shift);
        loop {
            let number = (*self.table.get(at)?)? as usize;
            let name = self.names.get(number)?;
            if name.start == start && name.text.len() == text.len() && (text.len() <= 8 || name.text.as_ref() == text) {
                return Some(number);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// Whether any rule may drop the member `number`.
    #[inline(always)]
    pub(super) fn is_droppable(&self, number: usize) -> bool {
        self.names.get(number).is_some_and(|name| !name.drops.is_empty())
    }

    /// Whether a rule holds for an object that has the members whose bits are set.
    pub(super) fn holds(&self, rule: usize, seen: &[u64]) -> bool {
        self.guards.get(rule).is_some_and(|guard| {
            guard.bits.iter().all(|(word, bits)| seen.get(*word).is_some_and(|seen| seen & bits == *bits))
        })
    }

    /// Whether the member `number` with this value goes from an object that has the members whose bits are set.
    pub(super) fn drops(&self, number: usize, value: &[u8], seen: &[u64], supplied: Supplied<'_>) -> bool {
        self.names.get(number).is_some_and(|name| {
            name.drops.iter().any(|(rule, test)| self.holds(*rule, seen) && test.passes(value, supplied))
        })
    }

    /// Whether the member `number` goes, as far as can be said when its value, at the start of `rest`, is still unread
    /// and its object not complete: it has the members whose bits are set. `trusted` has a bit for each rule that held where its
    /// members were met last.
    ///
    /// The answer supposes that the name doesn't come again, which matters for values: the last one counts.
    pub(super) fn verdict(
        &self,
        number: usize,
        rest: &[u8],
        seen: &[u64],
        trusted: u64,
        supplied: Supplied<'_>,
    ) -> Verdict {
        let mut verdict = Verdict::Stays;
        let drops = self.names.get(number).map(|name| name.drops.as_slice()).unwrap_or_default();
        for (rule, test) in drops {
            let passes = match test {
                Test::Always => true,
                Test::Token(token) => rest.starts_with(token) && ends_token(rest.get(token.len())),
                Test::Empty => is_empty_container(rest),
                // These take a closer look at the whole value.
                Test::Text(_) if rest.first() == Some(&b'"') => {
                    verdict = Verdict::Open;
                    continue;
                }
                Test::Text(_) => false,
                Test::Supplied(_) if supplied.is_none() => true,
                Test::Supplied(_) => {
                    verdict = Verdict::Open;
                    continue;
                }
            };
            if !passes {
                continue;
            }
            if self.holds(*rule, seen) {
                return Verdict::Goes;
            }
            let debt = 1_u64.checked_shl(*rule as u32).unwrap_or(0);
            verdict = match verdict {
                Verdict::Stays if debt != 0 && (trusted & debt != 0 || self.likely(*rule, seen)) => {
                    Verdict::GoesOnTrust(debt)
                }
                Verdict::GoesOnTrust(_) => verdict,
                _ => Verdict::Open,
            };
        }
        verdict
    }

    /// Whether an object has most of a rule's guard.
    fn likely(&self, rule: usize, seen: &[u64]) -> bool {
        self.guards.get(rule).is_some_and(|guard| {
            let met: u32 = guard
                .bits
                .iter()
                .map(|(word, bits)| seen.get(*word).map_or(0, |seen| (seen & bits).count_ones()))
                .sum();
            met * 2 > guard.count
        })
    }

    /// The rules that may drop the member `number`, as bits; rules beyond the 64th have none.
    pub(super) fn rules_of(&self, number: usize) -> u64 {
        let drops = self.names.get(number).map(|name| name.drops.as_slice()).unwrap_or_default();
        drops.iter().fold(0, |bits, (rule, _)| bits | 1_u64.checked_shl(*rule as u32).unwrap_or(0))
    }
}

/// The first eight bytes of a text as a number, as if zeros followed it.
fn start_of(text: &[u8]) -> u64 {
    text.iter().take(8).rev().fold(0, |start, &byte| start << 8 | u64::from(byte))
}

/// Where in a table a name belongs. The multiplier is 2^64 divided by the golden ratio, which spreads what differs in few bits.
#[inline(always)]
fn slot_of(start: u64, length: usize, shift: u32) -> usize {
    ((start ^ (length as u64) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize
}

/// Whether a number or literal can't go on with this byte.
fn ends_token(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t' | 0))
}

/// Whether a text starts with an array or object that has nothing inside.
fn is_empty_container(rest: &[u8]) -> bool {
    let closing = match rest.first() {
        Some(b'[') => b']',
        Some(b'{') => b'}',
        _ => return false,
    };
    rest.get(whitespace_end(rest, 1)) == Some(&closing)
}
