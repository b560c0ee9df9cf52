//! What may go: members of objects that carry all members of a guard.

use super::error::JsonError;
use super::rewrite::{Limits, rewrite};
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
    /// Every name that a rule mentions, sorted by length and bytes.
    names: Vec<Name>,
    /// For each length, where its names start in `names`; one entry more than the longest length.
    starts: Vec<usize>,
    /// For each rule, the guard bits that must all be set.
    guards: Vec<Vec<usize>>,
    /// How many guard bits there are.
    guard_bits: usize,
}

/// What the rules know of one member name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    text: Box<[u8]>,
    /// The bit that says that an object has this member, for names in a guard.
    pub(super) guard_bit: Option<usize>,
    /// The rules that drop it, each with the test that the value has to pass.
    drops: Vec<(usize, Test)>,
}

impl Name {
    /// Whether any rule may drop this member.
    pub(super) fn is_droppable(&self) -> bool {
        !self.drops.is_empty()
    }
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

impl Rules {
    /// Compiles rules; the names may be any Unicode text.
    #[must_use]
    pub fn new(rules: &[Rule]) -> Self {
        let mut texts: Vec<&str> = rules
            .iter()
            .flat_map(|rule| rule.guard.iter().chain(rule.drops.iter().map(|(name, _)| name)))
            .map(String::as_str)
            .collect();
        texts.sort_unstable_by_key(|text| (text.len(), *text));
        texts.dedup();

        let mut compiled = Self {
            names: texts
                .iter()
                .map(|text| Name { text: text.as_bytes().into(), guard_bit: None, drops: Vec::new() })
                .collect(),
            ..Self::default()
        };
        let longest = texts.last().map_or(0, |text| text.len());
        compiled.starts = (0..=longest + 1).map(|length| texts.partition_point(|text| text.len() < length)).collect();

        for (number, rule) in rules.iter().enumerate() {
            let mut guard = Vec::with_capacity(rule.guard.len());
            for member in &rule.guard {
                guard.extend(compiled.find(member.as_bytes()).map(|at| compiled.guard_bit(at)));
            }
            compiled.guards.push(guard);
            for (member, condition) in &rule.drops {
                if let Some(name) = compiled.find(member.as_bytes()).and_then(|at| compiled.names.get_mut(at)) {
                    name.drops.push((number, Test::new(condition)));
                }
            }
        }
        compiled
    }

    /// The guard bit of a name, given to it on first use.
    fn guard_bit(&mut self, at: usize) -> usize {
        let next = self.guard_bits;
        let bit = self.names.get_mut(at).map_or(next, |name| *name.guard_bit.get_or_insert(next));
        self.guard_bits = self.guard_bits.max(bit + 1);
        bit
    }

    /// Whether there is nothing to drop.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// How many names the rules mention; [`find`](Self::find) answers below it.
    pub(super) fn name_count(&self) -> usize {
        self.names.len()
    }

    /// How many 64-bit words hold a bit for every guard member.
    pub(super) fn guard_words(&self) -> usize {
        self.guard_bits.div_ceil(64)
    }

    /// The number of the name with exactly this text.
    #[inline]
    pub(super) fn find(&self, text: &[u8]) -> Option<usize> {
        let from = *self.starts.get(text.len())?;
        let to = *self.starts.get(text.len() + 1)?;
        let same_length = self.names.get(from..to)?;
        same_length.binary_search_by(|name| name.text.as_ref().cmp(text)).ok().map(|at| from + at)
    }

    /// What is known of a name that [`find`](Self::find) found.
    #[inline]
    pub(super) fn name(&self, number: usize) -> Option<&Name> {
        self.names.get(number)
    }

    /// Whether the member `number` with this value goes from an object that has the guard members
    /// whose bits are set in `seen`.
    pub(super) fn drops(&self, number: usize, value: &[u8], seen: &[u64], supplied: Supplied<'_>) -> bool {
        let has = |bit: &usize| seen.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1);
        self.name(number).is_some_and(|name| {
            name.drops.iter().any(|(rule, test)| {
                self.guards.get(*rule).is_some_and(|guard| guard.iter().all(has)) && test.passes(value, supplied)
            })
        })
    }
}
