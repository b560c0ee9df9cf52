//! Keeps as much of a payload's list as fits, and says how much that is.

use std::borrow::Cow;
use std::ops::Range;

use super::lists::Listing;
use super::object::{Length, Members, Writer, object_of, object_with};
use super::schema::Schema;
use crate::json::{JsonError, Limits, Member, decode, escape_into, items, members};
use crate::policy::Budget;

/// A policy's `budget`, compiled.
#[derive(Clone, Debug)]
pub(super) struct BudgetPlan {
    list: ListChoice,
    max_bytes: usize,
    /// The inside of a string token.
    hint: Option<Vec<u8>>,
}

/// Which list is kept as far as it fits.
#[derive(Clone, Debug)]
enum ListChoice {
    /// A prefix of the member of this name.
    Named(String),
    /// A prefix of the only list there is.
    Only,
    /// All or nothing of the member of this name.
    Echo(String),
}

/// What a budget made of a payload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Budgeted {
    /// The payload as it is sent; `None` where it stays as it is.
    pub(super) payload: Option<Vec<u8>>,
    /// The counts that the payload itself can't hold, as the JSON text of an object.
    pub(super) apart: Option<Vec<u8>>,
    /// A line for the model, as the inside of a string token.
    pub(super) count_line: Option<Vec<u8>>,
    /// The list that the budget is about, as the inside of a string token.
    pub(super) list: Option<Vec<u8>>,
    /// Whether something of the list went.
    pub(super) is_cut: bool,
    /// Why the budget didn't apply, or couldn't be met.
    pub(super) problem: Option<Cow<'static, str>>,
}

impl Budgeted {
    fn problem(problem: impl Into<Cow<'static, str>>) -> Self {
        Self { problem: Some(problem.into()), ..Self::default() }
    }
}

const UNMET: &str = "what stands beside the list is larger than the budget";

impl BudgetPlan {
    pub(super) fn new(budget: &Budget) -> Self {
        let list = match (&budget.items, &budget.echo) {
            (Some(items), _) if items == "*" => ListChoice::Only,
            (Some(items), _) => ListChoice::Named(items.clone()),
            // The check of policies leaves no budget without either.
            (None, echo) => ListChoice::Echo(echo.clone().unwrap_or_default()),
        };
        let hint = budget.hint.as_ref().map(|hint| {
            let mut token = Vec::new();
            escape_into(hint.as_bytes(), &mut token);
            token
        });
        Self { list, max_bytes: usize::try_from(budget.max_bytes).unwrap_or(usize::MAX), hint }
    }

    /// The most UTF-8 bytes that a payload may have.
    pub(super) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Applies the budget to a payload, which is compact. Under an outputSchema, members that it doesn't declare are kept apart. With a listing the
    /// payload that is left is to be sent in columns, which is what has to fit.
    pub(super) fn apply(
        &self,
        payload: &[u8],
        schema: Schema<'_>,
        listing: Option<&Listing>,
    ) -> Result<Budgeted, JsonError> {
        let Some(members) = members(payload, Limits::default())? else {
            return Ok(Budgeted::problem("the payload is no object"));
        };
        let names: Vec<Cow<'_, [u8]>> = members.iter().map(|member| decode(member.name)).collect();
        let list = match self.list_of(&members, &names) {
            Ok(list) => list,
            Err(problem) => return Ok(Budgeted::problem(problem)),
        };
        let Some(name) = members.get(list).map(|member| member.name) else { return Ok(Budgeted::default()) };
        let object = Object { text: payload, members: &members, names: &names, list };
        let mut budgeted = match self.list {
            ListChoice::Echo(_) => self.echo(&object, schema, listing)?,
            ListChoice::Named(_) | ListChoice::Only => self.prefix(&object, schema, listing)?,
        };
        budgeted.list = Some(name.to_vec());
        Ok(budgeted)
    }

    /// Which member is the list, or why there is none.
    fn list_of(&self, members: &[Member<'_>], names: &[Cow<'_, [u8]>]) -> Result<usize, String> {
        let is_list = |member: &Member<'_>| member.value.first() == Some(&b'[');
        match &self.list {
            ListChoice::Only => {
                let mut lists = members.iter().enumerate().filter(|(_, member)| is_list(member));
                match (lists.next(), lists.next()) {
                    // Of a name that occurs twice the last value counts, which may be no list.
                    (Some((list, _)), None)
                        if names.iter().skip(list + 1).all(|later| Some(later) != names.get(list)) =>
                    {
                        Ok(list)
                    }
                    (None, _) | (_, None) => Err("the payload has no list at its top".to_owned()),
                    (Some(_), Some(_)) => Err("the payload has several lists at its top".to_owned()),
                }
            }
            ListChoice::Named(name) | ListChoice::Echo(name) => {
                let mut named = names.iter().enumerate().filter(|(_, other)| other.as_ref() == name.as_bytes());
                match (named.next(), named.next()) {
                    (Some((list, _)), None) if members.get(list).is_some_and(is_list) => Ok(list),
                    (Some(_), None) => Err(format!("`{name}` is no list")),
                    (Some(_), Some(_)) => Err(format!("`{name}` occurs twice")),
                    (None, _) => Err(format!("the payload has no member `{name}`")),
                }
            }
        }
    }

    /// Keeps the list whole or drops it whole.
    fn echo(&self, object: &Object<'_>, schema: Schema<'_>, listing: Option<&Listing>) -> Result<Budgeted, JsonError> {
        let length = |payload: &[u8]| listing.map_or(payload.len(), |listing| listing.length(payload));
        if length(object.text) <= self.max_bytes {
            return Ok(Budgeted::default());
        }
        let Some(list) = object.members.get(object.list) else { return Ok(Budgeted::default()) };
        if schema.is_declared() {
            let name = String::from_utf8_lossy(&decode(list.name)).into_owned();
            if schema.lets_go([name.as_str()]) != [true] {
                return Ok(Budgeted::problem(format!("the outputSchema may require `{name}`")));
            }
        }
        let count = items(list.value, Limits::default())?.map_or(0, |items| items.len());
        let mut omitted = b"{\"key\":\"".to_vec();
        omitted.extend_from_slice(list.name);
        omitted.extend_from_slice(format!("\",\"count\":{count},\"reason\":\"payload_size\"").as_bytes());
        self.hint_into(&mut omitted);
        omitted.push(b'}');

        let is_declared = !schema.is_declared() || schema.declares(ITEMS_OMITTED);
        let mut out = Writer::default();
        for (number, member) in object.members.iter().enumerate() {
            if number != object.list {
                out.member(member.name, &[member.value]);
            } else if is_declared {
                out.member(ITEMS_OMITTED.as_bytes(), &[&omitted]);
            }
        }
        let payload = out.finish();
        Ok(Budgeted {
            problem: (length(&payload) > self.max_bytes).then_some(UNMET.into()),
            payload: Some(payload),
            apart: (!is_declared).then(|| object_with(ITEMS_OMITTED.as_bytes(), &omitted)),
            is_cut: true,
            ..Budgeted::default()
        })
    }

    /// Keeps the longest prefix that fits, and counts it.
    fn prefix(
        &self,
        object: &Object<'_>,
        schema: Schema<'_>,
        listing: Option<&Listing>,
    ) -> Result<Budgeted, JsonError> {
        let Some(list) = object.members.get(object.list) else { return Ok(Budgeted::default()) };
        let items = items(list.value, Limits::default())?.unwrap_or_default();
        let counted = Counted::new(object, list.value, items, self.hint.as_deref(), schema);
        let all = counted.items.len();
        let least = schema.least_items(&String::from_utf8_lossy(&decode(list.name))).min(all);
        let (kept, is_met) = if let Some(listing) = listing {
            counted.longest_in_columns(listing, least, self.max_bytes)
        } else if counted.length(all) <= self.max_bytes {
            (all, true)
        } else {
            // With each item the payload grows, so the longest prefix that fits is found by halving; the lengths are sums.
            let fits = |kept: usize| counted.length(kept) <= self.max_bytes;
            let (mut fitting, mut too_long) = (least, all);
            while too_long - fitting > 1 {
                let middle = fitting + (too_long - fitting) / 2;
                if fits(middle) {
                    fitting = middle;
                } else {
                    too_long = middle;
                }
            }
            (fitting, fits(fitting))
        };
        let payload = counted.payload(kept);
        Ok(Budgeted {
            payload: (payload != object.text).then_some(payload),
            apart: counted.apart(kept),
            count_line: Some(counted.line(kept, list.name)),
            list: None,
            is_cut: kept < all,
            problem: (!is_met).then_some(UNMET.into()),
        })
    }

    fn hint_into(&self, out: &mut Vec<u8>) {
        if let Some(hint) = &self.hint {
            out.extend_from_slice(b",\"hint\":\"");
            out.extend_from_slice(hint);
            out.push(b'"');
        }
    }
}

const ITEMS_OMITTED: &str = "itemsOmitted";
const RETURNED_COUNT: &str = "returnedCount";
const TOTAL_COUNT: &str = "totalCount";
const TRUNCATED: &str = "truncated";
const CONTINUATION: &str = "continuation";
/// What a budget writes, in the order in which it writes what isn't there yet.
const COUNTS: [&str; 4] = [RETURNED_COUNT, TOTAL_COUNT, TRUNCATED, CONTINUATION];

/// A payload, and the member of it that a budget is about.
struct Object<'a> {
    text: &'a [u8],
    members: &'a [Member<'a>],
    names: &'a [Cow<'a, [u8]>],
    list: usize,
}

impl<'a> Object<'a> {
    /// The value that a name has.
    fn value(&self, name: &str) -> Option<&'a [u8]> {
        let at = self.names.iter().rposition(|other| other.as_ref() == name.as_bytes())?;
        self.members.get(at).map(|member| member.value)
    }
}

/// A payload whose list can be cut at any item.
struct Counted<'a> {
    object: &'a Object<'a>,
    list: &'a [u8],
    items: Vec<Range<usize>>,
    hint: Option<&'a [u8]>,
    /// How many items there are in all, as far as the payload says.
    total: u64,
    /// Whether the payload came with a part of them.
    was_cut: bool,
    /// For each of [`COUNTS`], where it goes.
    places: [Place; 4],
}

/// Where a count goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Payload,
    Apart,
    /// Something else has its name already.
    Nowhere,
}

impl<'a> Counted<'a> {
    fn new(
        object: &'a Object<'a>,
        list: &'a [u8],
        items: Vec<Range<usize>>,
        hint: Option<&'a [u8]>,
        schema: Schema<'_>,
    ) -> Self {
        let integer = |value: &[u8]| std::str::from_utf8(value).ok().and_then(|digits| digits.parse::<u64>().ok());
        let own_total = object.value(TOTAL_COUNT).and_then(integer).unwrap_or(0);
        let count = u64::try_from(items.len()).unwrap_or(u64::MAX);
        let places = COUNTS.map(|name| {
            let replaceable = |value: &[u8]| match name {
                TRUNCATED => matches!(value, b"true" | b"false"),
                CONTINUATION => value.first() == Some(&b'{'),
                _ => integer(value).is_some(),
            };
            if schema.is_declared() && !schema.declares(name) {
                Place::Apart
            } else if object.value(name).is_some_and(|value| !replaceable(value)) {
                Place::Nowhere
            } else {
                Place::Payload
            }
        });
        let total = own_total.max(count);
        let was_cut = total > count || object.value(TRUNCATED) == Some(b"true");
        Self { object, list, items, hint, total, was_cut, places }
    }

    fn is_truncated(&self, kept: usize) -> bool {
        self.was_cut || kept < self.items.len()
    }

    /// The list's first items, as they stand next to each other in the text.
    fn prefix(&self, kept: usize) -> &'a [u8] {
        let ends = self.items.first().zip(kept.checked_sub(1).and_then(|last| self.items.get(last)));
        ends.and_then(|(first, last)| self.list.get(first.start..last.end)).unwrap_or_default()
    }

    /// The payload with so many items.
    fn payload(&self, kept: usize) -> Vec<u8> {
        let mut out = Writer::default();
        self.write(kept, &mut out);
        out.finish()
    }

    /// How long [`payload`](Self::payload) is.
    fn length(&self, kept: usize) -> usize {
        let mut out = Length::default();
        self.write(kept, &mut out);
        out.finish()
    }

    /// How many items make the longest prefix with which the payload fits when its lists are columns, and whether it does; at least so many.
    ///
    /// One item more can make it shorter, as the third of a list does that becomes columns: so each number is asked about, from all on down.
    fn longest_in_columns(&self, listing: &Listing, least: usize, max_bytes: usize) -> (usize, bool) {
        let Some(name) = self.object.members.get(self.object.list).map(|list| decode(list.name)) else {
            return (0, false);
        };
        let lengths = listing.prefix_lengths(&name, self.list);
        // The other members are the same whatever is kept, but for counts.
        let is_other = |(number, name): &(usize, &Cow<'_, [u8]>)| {
            *number != self.object.list && !COUNTS.iter().any(|count| count.as_bytes() == name.as_ref())
        };
        let numbered = self.object.names.iter().enumerate().filter(is_other);
        let others: Vec<_> = numbered.filter_map(|(number, _)| self.object.members.get(number)).collect();
        let others = object_of(&others);
        let others_length = listing.length(&others);
        // What stands around the items depends on their number by how many digits that has.
        let mut around = [None; 20];
        let mut length = |kept: usize| {
            let around_of = || self.length(kept) - (self.prefix(kept).len() + 2);
            let known = if kept == self.items.len() {
                None
            } else {
                around.get_mut(kept.checked_ilog10().unwrap_or(0) as usize)
            };
            let around = known.map_or_else(around_of, |known| *known.get_or_insert_with(around_of));
            around + others_length + lengths.get(kept).copied().unwrap_or(usize::MAX / 2) - others.len()
        };
        (least..=self.items.len())
            .rev()
            .find(|kept| length(*kept) <= max_bytes)
            .map_or((least, false), |kept| (kept, true))
    }

    fn write(&self, kept: usize, out: &mut impl Members) {
        let counts = COUNTS.map(|name| self.count(name, kept));
        let mut written = [false; 4];
        for (number, member) in self.object.members.iter().enumerate() {
            if number == self.object.list {
                out.member(member.name, &[b"[", self.prefix(kept), b"]"]);
                continue;
            }
            let name = self.object.names.get(number).map(Cow::as_ref).unwrap_or_default();
            let count = COUNTS.iter().position(|count| count.as_bytes() == name);
            let replaced = count.filter(|at| self.places.get(*at) == Some(&Place::Payload));
            match replaced.and_then(|at| Some((at, counts.get(at)?.as_ref()?))) {
                None => out.member(member.name, &[member.value]),
                Some((at, value)) => {
                    // A name that occurs twice gets the same value twice.
                    out.member(member.name, &[value]);
                    if let Some(mark) = written.get_mut(at) {
                        *mark = true;
                    }
                }
            }
        }
        for (((name, value), place), is_written) in COUNTS.iter().zip(&counts).zip(self.places).zip(written) {
            if let Some(value) = value
                && place == Place::Payload
                && !is_written
            {
                out.member(name.as_bytes(), &[value]);
            }
        }
    }

    /// The counts that the payload doesn't hold.
    fn apart(&self, kept: usize) -> Option<Vec<u8>> {
        let mut out = Writer::default();
        for (name, place) in COUNTS.iter().zip(self.places) {
            if let Some(value) = self.count(name, kept)
                && place == Place::Apart
            {
                out.member(name.as_bytes(), &[&value]);
            }
        }
        (!out.is_empty()).then(|| out.finish())
    }

    /// What a count says of so many items; `None` where it has nothing to say.
    fn count(&self, name: &str, kept: usize) -> Option<Vec<u8>> {
        match name {
            RETURNED_COUNT => Some(kept.to_string().into_bytes()),
            TOTAL_COUNT => Some(self.total.to_string().into_bytes()),
            TRUNCATED => Some(if self.is_truncated(kept) { b"true".to_vec() } else { b"false".to_vec() }),
            _ => self.is_truncated(kept).then(|| self.continuation(kept)),
        }
    }

    fn continuation(&self, kept: usize) -> Vec<u8> {
        let reason: &[u8] = if kept < self.items.len() { b"\"payload_size\"" } else { b"\"result_cap\"" };
        let mut out = Writer::default();
        out.member(b"reason", &[reason]);
        out.member(RETURNED_COUNT.as_bytes(), &[kept.to_string().as_bytes()]);
        out.member(TOTAL_COUNT.as_bytes(), &[self.total.to_string().as_bytes()]);
        if let Some(hint) = self.hint {
            out.member(b"hint", &[b"\"", hint, b"\""]);
        }
        // What else the payload's own says, such as a cursor, is nowhere else.
        let own = self.object.value(CONTINUATION).and_then(|own| members(own, Limits::default()).ok()?);
        for member in own.iter().flatten() {
            let is_ours = match decode(member.name).as_ref() {
                b"reason" | b"returnedCount" | b"totalCount" => true,
                b"hint" => self.hint.is_some(),
                _ => false,
            };
            if !is_ours {
                out.member(member.name, &[member.value]);
            }
        }
        out.finish()
    }

    /// A line such as `Showing 7 of 50 charges; ask for the next page.`
    fn line(&self, kept: usize, name: &[u8]) -> Vec<u8> {
        let mut line = format!("Showing {kept} of {} ", self.total).into_bytes();
        line.extend_from_slice(name);
        if let (true, Some(hint)) = (self.is_truncated(kept), self.hint) {
            line.extend_from_slice(b"; ");
            line.extend_from_slice(hint);
        }
        if !line.ends_with(b".") {
            line.push(b'.');
        }
        line
    }
}
