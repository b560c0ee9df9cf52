//! Makes a reply right that somebody else built (section 4 of the design).

mod content;
mod error;
mod structured;
mod written;

use std::borrow::Cow;

use super::budget::{BudgetPlan, Budgeted};
use super::call::Call;
use super::carry::Pruning;
use super::explain;
use super::incoming::{Block, Changes, Incoming};
use super::lists::{Listing, NOTE};
use super::plan::{Forms, Plan};
use super::reply::Text;
use super::report::{Decision, Report, pointer_into, rules, saved};
use super::schema::Schema;
use crate::json::{
    JsonError, Limits, Member, Rules, Scalar, SuppliedValue, Told, decode, inside_quotes, member_value, members,
    rewrite,
};
use crate::policy::Shape;

/// The reply as it goes on; itself where nothing of it changes.
pub(super) fn filter<'r>(
    plan: &Plan,
    forms: &Forms<'_>,
    result: &'r [u8],
    call: &Call<'_>,
    report: &mut Report,
) -> Result<Cow<'r, [u8]>, JsonError> {
    let mut incoming = match Incoming::read(result)? {
        Ok(incoming) => incoming,
        Err(untouched) => {
            report.note(rules::UNTOUCHED, 0, || (String::new(), untouched.reason().to_owned()));
            return Ok(Cow::Borrowed(result));
        }
    };
    if forms.lists.with_note {
        incoming.set_note_apart(NOTE.as_bytes());
    }
    let supplied = plan.supplied(call);
    let mut filter = Filter {
        plan,
        forms,
        call,
        supplied: supplied.as_deref(),
        reply: &incoming,
        has_note: incoming.note.is_some(),
        changes: Changes::default(),
        report,
    };
    filter.run()?;
    let changes = filter.changes;
    Ok(changes.apply(&incoming))
}

struct Filter<'a, 'r> {
    plan: &'a Plan,
    forms: &'a Forms<'a>,
    call: &'a Call<'a>,
    supplied: Option<&'a [Option<SuppliedValue>]>,
    reply: &'a Incoming<'r>,
    /// Whether the reply says how to read columns.
    has_note: bool,
    changes: Changes,
    report: &'a mut Report,
}

/// The payload inside structuredContent.
struct Payload<'r> {
    json: &'r [u8],
    /// The JSON Pointer to it in the reply.
    pointer: Cow<'static, str>,
    /// Whether the server says beside it that the call failed.
    is_failure: bool,
    is_unwrapped: bool,
}

impl<'r> Filter<'_, 'r> {
    fn run(&mut self) -> Result<(), JsonError> {
        let structured = self.reply.structured();
        if self.reply.value("isError") == Some(b"true") {
            self.drop_null();
            return self.error(structured);
        }
        let payload = structured.map(|structured| self.payload(structured));
        if payload.as_ref().is_some_and(|payload| payload.is_failure) || self.is_unflagged_error(payload.as_ref()) {
            self.changes.set_error();
            self.report.note(rules::ERROR_WHEN, 0, || {
                ("/isError".to_owned(), "the payload says that the call failed".to_owned())
            });
            return self.error(structured);
        }
        if self.forms.by_host {
            self.report.note(rules::HOST, 0, || (String::new(), "the host's profile chose the shape".to_owned()));
        }
        let mut data_blocks = Vec::new();
        match (structured.zip(payload), self.forms.shape) {
            (None, _) => self.drop_null(),
            (Some((structured, payload)), Shape::Content) => {
                self.content(structured, &payload, &mut data_blocks)?;
            }
            (Some((structured, payload)), shape) => {
                self.structured(structured, &payload, shape, &mut data_blocks)?;
            }
        }
        if self.compacts_texts() {
            self.compact_texts(&data_blocks);
        }
        Ok(())
    }

    /// Whether texts that are JSON become compact. A flattened payload is a document, also where a host's profile chose the shape.
    fn compacts_texts(&self) -> bool {
        let may_be_flattened = self.forms.shape == Shape::Content && self.plan.flatten.is_some();
        self.plan.compact_text && !may_be_flattened
    }

    fn pruning<'p>(&self, rules: &'p Rules) -> Pruning<'p>
    where
        Self: 'p,
    {
        Pruning { rules, supplied: self.supplied, compacts_texts: self.compacts_texts(), lists: self.forms.lists }
    }

    /// The payload in structuredContent: all of it, or the member that the policy names.
    fn payload(&mut self, structured: &'r [u8]) -> Payload<'r> {
        let pointer = Cow::Borrowed("/structuredContent");
        let whole = Payload { json: structured, pointer, is_failure: false, is_unwrapped: false };
        let Some(name) = &self.plan.unwrap else { return whole };
        let members = self.reply.structured_members.as_deref().unwrap_or_default();
        let value = |name: &str| members.iter().rev().find(|member| is_named(member, name)).map(|member| member.value);
        let is_failure = value("ok") == Some(b"false");
        let Some(json) = value(name) else {
            self.report.note(rules::UNWRAP, 0, || {
                (pointer_into("/structuredContent", name.as_bytes()), "it is missing".to_owned())
            });
            return Payload { is_failure, ..whole };
        };
        let pointer = pointer_into("/structuredContent", name.as_bytes());
        self.report.note(rules::UNWRAP, 0, || (pointer.clone(), String::new()));
        let pointer = Cow::Owned(pointer);
        Payload { json, pointer, is_failure, is_unwrapped: true }
    }

    /// Whether the policy knows the payload for an error: it, or what stands around it. A server that sends no structuredContent has its
    /// payload in its only text, unless that may be a document.
    fn is_unflagged_error(&self, payload: Option<&Payload<'_>>) -> bool {
        let conditions = &self.plan.error_when;
        let fits = |object: &[u8]| {
            conditions
                .iter()
                .all(|(name, wanted)| member_value(object, name).is_some_and(|value| is_scalar(value, wanted)))
        };
        if conditions.is_empty() {
            return false;
        }
        let Some(payload) = payload else {
            return match self.reply.blocks.as_slice() {
                [only] => self.plan.flatten.is_none() && fits(only.said.text()),
                _ => false,
            };
        };
        let around = self.reply.structured().filter(|_| payload.is_unwrapped);
        fits(payload.json) || around.is_some_and(fits) || self.only_member_in_text(payload).is_some_and(fits)
    }

    /// The reply's only text, where it is what a wrapper such as `{"result": …}` holds: the payload itself, for the SDK that wrapped it.
    fn only_member_in_text<'s>(&'s self, payload: &Payload<'_>) -> Option<&'s [u8]> {
        let [only] = members(payload.json, Limits::default()).ok()??.try_into().ok()?;
        let [block] = self.reply.blocks.as_slice() else { return None };
        let text = block.said.text();
        let is_wrapped = match inside_quotes(only.value) {
            // A flattened payload's text is a document.
            Some(inside) => self.plan.flatten.is_none() && block.said.is(inside),
            None => Told::read(only.value)?.is_said_by(text),
        };
        is_wrapped.then_some(text)
    }

    /// What the budget makes of a compact payload, to which `pointer` leads. What fits gets no counts, and what doesn't get shorter stays as it
    /// is: a reply that somebody else built doesn't grow.
    ///
    /// `before` is what the payload was before it was pruned, if it is to be sent as a text.
    fn cut(
        &mut self,
        payload: &[u8],
        rules: &Rules,
        pointer: &str,
        before: Option<&[u8]>,
    ) -> Result<Budgeted, JsonError> {
        let listing = before.filter(|_| self.forms.lists.as_columns).map(|before| Listing::of(payload, before, rules));
        let length = |payload: &[u8]| listing.as_ref().map_or(payload.len(), |listing| listing.length(payload));
        // Objects that would be taken for columns get longer, though none gets twice as long.
        let longest = if listing.is_some() { 2 * payload.len() } else { payload.len() };
        let is_too_long = |budget: &&BudgetPlan| longest > budget.max_bytes() && length(payload) > budget.max_bytes();
        let Some(budget) = self.plan.budget.as_ref().filter(is_too_long) else { return Ok(Budgeted::default()) };
        let mut budgeted = budget.apply(payload, self.forms.schema, listing.as_ref())?;
        // A list that nothing is left of is empty, which the rules may take.
        if let Some(cut) = &mut budgeted.payload {
            *cut = rewrite(cut, rules, self.supplied, Limits::default())?;
        }
        let is_shorter = budgeted.payload.as_ref().is_some_and(|cut| length(cut) < length(payload));
        // Where the list has nothing left to take, an earlier projection took it and counted what there was.
        if !is_shorter || !budgeted.is_cut {
            (budgeted.payload, budgeted.apart) = (None, None);
            budgeted.problem.get_or_insert(NO_SHORTER.into());
        }
        explain::budget(&budgeted, payload, pointer, self.report);
        Ok(budgeted)
    }

    /// Says what pruning took from a text that says a value, to which `pointer` leads in structuredContent. What it left there it left in
    /// structuredContent as well, if that stays, and is said of it.
    fn note_pruning<'p>(&mut self, value: &[u8], pruned: impl Fn() -> &'p [u8], pointer: &str, keeps_structured: bool) {
        let (plan, call) = (self.plan, self.call);
        self.report.add(|| {
            let mut decisions = explain::pruning(plan, Schema::None, value, pruned(), call, pointer);
            decisions.retain(|decision| !keeps_structured || decision.bytes_saved != 0);
            decisions
        });
    }

    /// Compacts and prunes the other texts that are JSON.
    fn compact_texts(&mut self, data_blocks: &[usize]) {
        let pruning = self.pruning(&self.plan.rules);
        for (block, Block { item, said, .. }) in self.reply.blocks.iter().enumerate() {
            if data_blocks.binary_search(&block).is_ok() {
                continue;
            }
            let pointer = format!("/content/{item}/text");
            let asked = self.report.is_asked_for().then_some(pointer.as_str());
            let Some(listed) = pruning.list_data(said, asked) else { continue };
            let (lists, length) = (listed.decisions.clone(), Text::raw(listed.text.clone()).token_length());
            if self.set_block(block, listed.into()).is_some() {
                self.report.add(|| {
                    let by_lists: i64 = lists.iter().map(|decision| decision.bytes_saved).sum();
                    let bytes = saved(said.inside.len(), length) - by_lists;
                    vec![Decision::new(rules::COMPACT, pointer, bytes, "the policy calls the tool's text data")]
                });
            }
        }
    }

    fn remove_structured(&mut self, why: &str, rule: &str) {
        let reply = self.reply;
        self.report.add(|| {
            let bytes = reply.member("structuredContent").map_or(0, |member| member.span.len() + 1);
            vec![Decision::new(rule, "/structuredContent".to_owned(), saved(bytes, 0), why)]
        });
        self.changes.remove_structured();
    }

    /// Under an earlier revision null is no structuredContent.
    fn drop_null(&mut self) {
        let is_null = self.reply.value("structuredContent") == Some(b"null");
        if is_null && !self.forms.admits(b"null") {
            self.remove_structured("before 2026-07-28 it has to be an object", rules::REVISION);
        }
    }
}

/// In which form a block says a payload.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SaidAs {
    Data,
    Document,
}

/// Why a payload is put into the content.
const NOT_SAID: &str = "no text block says it";

/// Why a budget doesn't apply.
const NO_SHORTER: &str = "the payload wouldn't get shorter";

fn is_named(member: &Member<'_>, name: &str) -> bool {
    decode(member.name).as_ref() == name.as_bytes()
}

/// Whether a value is exactly this scalar.
pub(super) fn is_scalar(value: &[u8], scalar: &Scalar) -> bool {
    match scalar {
        Scalar::Null => value == b"null",
        Scalar::Boolean(boolean) => value == if *boolean { b"true".as_slice() } else { b"false" },
        Scalar::Integer(integer) => value == integer.to_string().as_bytes(),
        Scalar::String(text) => inside_quotes(value).is_some_and(|inside| decode(inside).as_ref() == text.as_bytes()),
    }
}
