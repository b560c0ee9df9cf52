//! Makes a reply right that somebody else built (section 4 of the design).

use std::borrow::Cow;

use super::budget::Budgeted;
use super::call::Call;
use super::carry::{Asked, Carry, Content, Data, Names, Pruning, carry, data, inside_quotes, is_said, remainder};
use super::explain;
use super::flatten::FlattenPlan;
use super::incoming::{Block, Changes, Incoming, member_of};
use super::object::{object_of, object_with};
use super::plan::{Forms, Plan};
use super::reply::Text;
use super::report::{Decision, Report, pointer_into, rules, saved};
use super::schema::Schema;
use super::success::{BUDGET_META, RESULT, escaped};
use super::texts::Texts;
use crate::json::{
    JsonError, Limits, Member, Rules, Scalar, SuppliedValue, decode, equal, members, rewrite, same_bytes,
};
use crate::policy::{ErrorShape, Shape};

/// The reply as it goes on; itself where nothing of it changes.
pub(super) fn filter<'r>(
    plan: &Plan,
    forms: &Forms<'_>,
    result: &'r [u8],
    call: &Call<'_>,
    report: &mut Report,
) -> Result<Cow<'r, [u8]>, JsonError> {
    let incoming = match Incoming::read(result)? {
        Ok(incoming) => incoming,
        Err(untouched) => {
            report.note(rules::UNTOUCHED, 0, || (String::new(), untouched.reason().to_owned()));
            return Ok(Cow::Borrowed(result));
        }
    };
    let supplied = plan.supplied(call);
    let mut filter = Filter {
        plan,
        forms,
        call,
        supplied: supplied.as_deref(),
        reply: &incoming,
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
    changes: Changes,
    report: &'a mut Report,
}

/// The payload inside structuredContent.
struct Payload<'r> {
    json: &'r [u8],
    /// The JSON Pointer to it in the reply.
    pointer: String,
    /// Whether the server says beside it that the call failed.
    is_failure: bool,
    is_unwrapped: bool,
}

impl<'r> Filter<'_, 'r> {
    fn run(&mut self) -> Result<(), JsonError> {
        let structured = self.reply.structured();
        if self.reply.value("isError") == Some(b"true") {
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
        Pruning { rules, supplied: self.supplied, compacts_texts: self.compacts_texts() }
    }

    /// The payload in structuredContent: all of it, or the member that the policy names.
    fn payload(&mut self, structured: &'r [u8]) -> Payload<'r> {
        let pointer = "/structuredContent".to_owned();
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
        Payload { json, pointer, is_failure, is_unwrapped: true }
    }

    /// What stands beside an unwrapped payload and says something, compact and pruned.
    fn beside(&self, structured: &[u8], pruning: Pruning<'_>) -> Option<Vec<u8>> {
        let name = self.plan.unwrap.as_deref()?;
        let says_something = |member: &&Member<'_>| {
            !is_named(member, name) && member.value != b"null" && !(is_named(member, "ok") && member.value == b"true")
        };
        self.reply.structured_members.iter().flatten().find(says_something)?;
        let pruned = pruning.of(structured)?;
        let members = members(&pruned, Limits::default()).ok()??;
        let beside: Vec<_> = members.iter().filter(says_something).collect();
        (!beside.is_empty()).then(|| object_of(&beside))
    }

    /// Whether the policy knows the payload, or the text that says it, for an error.
    fn is_unflagged_error(&self, payload: Option<&Payload<'_>>) -> bool {
        let conditions = &self.plan.error_when;
        let fits = |object: &[u8]| {
            conditions
                .iter()
                .all(|(name, wanted)| member_of(object, name).is_some_and(|value| is_scalar(value, wanted)))
        };
        !conditions.is_empty()
            && (payload.is_some_and(|payload| fits(payload.json))
                || self.reply.blocks.iter().any(|block| fits(block.said.text())))
    }

    /// An error keeps its text and its data, and nothing of it is pruned.
    fn error(&mut self, structured: Option<&'r [u8]>) -> Result<(), JsonError> {
        let Some(structured) = structured else { return Ok(()) };
        if self.forms.error == ErrorShape::Envelope {
            return Ok(());
        }
        let error = error_object(structured);
        let said = self.reply.blocks.first().map(|block| &block.said);
        let is_said = said.is_some_and(|said| {
            let text = said.text();
            ends_with(text, error) || ends_with(text, structured) || is_document(text, error)
        });
        if !is_said {
            let compact = escaped(&rewrite(error, &Rules::default(), None, Limits::default())?);
            self.report.note(rules::ERROR_DATA, saved(0, compact.len() + 2), || ("/content".to_owned(), String::new()));
            match said {
                Some(said) => {
                    self.changes.set_text(0, Text::token(&[said.inside, b"\\n", compact.as_slice()].concat()));
                }
                None => self.changes.add_block(Text::token(&compact)),
            }
        }
        if self.forms.error == ErrorShape::Text {
            self.remove_structured("the text says it", rules::DUPLICATE);
        }
        Ok(())
    }

    /// Shape `content`: the content says everything, structuredContent goes unless the client insists on it.
    fn content(
        &mut self,
        structured: &'r [u8],
        payload: &Payload<'r>,
        data_blocks: &mut Vec<usize>,
    ) -> Result<(), JsonError> {
        let keeps_structured = self.forms.schema.is_declared();
        let pruning = self.pruning(&self.plan.rules);
        let asked = match payload.is_unwrapped {
            true => Asked::new(payload.json, pruning),
            false => Asked::with_members(payload.json, self.reply.structured_members.as_deref(), pruning),
        };
        let (plan, reply) = (self.plan, self.reply);
        let texts = &Texts::new(&reply.blocks);
        let content = Content {
            json: reply.value("content"),
            may_go_on: keeps_structured,
            sent: plan.flatten.as_ref().map(FlattenPlan::member),
        };
        let carried = carry(&asked, texts, content);
        let (mut source, mut cut) = (Cow::Borrowed(payload.json), None);
        if keeps_structured {
            // Blocks that are a list's items stay, and so does the list.
            let may_cut = !payload.is_unwrapped && !matches!(carried, Carry::Items { .. });
            let kept = self.kept_structured(structured, may_cut)?;
            // What went from there goes from the text as well.
            if kept.is_cut || plan.flatten.is_some() {
                let inner = match &plan.unwrap {
                    Some(name) if payload.is_unwrapped => member_of(&kept.json, name).unwrap_or_default().to_vec(),
                    _ => kept.json.clone(),
                };
                if kept.is_cut {
                    cut = pruning.of(&inner);
                }
                if kept.is_cut || inner.first() == payload.json.first() {
                    source = Cow::Owned(inner);
                }
            }
            self.set_structured(structured, kept);
        }
        let is_cut = cut.is_some();
        let pruned = || cut.as_deref().unwrap_or_else(|| asked.pruned());
        match carried {
            Carry::Data(Data { block, pruned: text }) => {
                data_blocks.push(block);
                let text = if is_cut { pruned().to_vec() } else { text };
                let said = self.said(&source, pruned, text, payload, keeps_structured)?;
                if self.set_block(block, said) == Some(SaidAs::Data) {
                    self.note_pruning(payload.json, pruned, &payload.pointer, keeps_structured);
                }
            }
            Carry::Documents { is_all: true, .. } => {}
            Carry::Documents { members, .. } => {
                let unheld = members.as_ref().and_then(|carried| self.unheld_by_reader(payload, carried));
                let is_carried = |name: &[u8]| match (&members, &unheld) {
                    (None, _) => true,
                    (Some(carried), unheld) => {
                        carried.contains(name) || unheld.as_ref().is_some_and(|unheld| !unheld.contains(name))
                    }
                };
                if let Some(rest) = remainder(pruned(), is_carried)
                    && !is_said(&rest, texts, pruning)
                {
                    // Where structuredContent stays it was cut already, if at all.
                    let cut = match keeps_structured {
                        true => None,
                        false => self.cut(&rest, &plan.rules, &payload.pointer)?.payload,
                    };
                    let text = Text::raw(cut.unwrap_or_else(|| rest.clone()));
                    let pruning = || {
                        let whole = remainder(payload.json, is_carried).unwrap_or_default();
                        explain::pruning(plan, Schema::None, &whole, &rest, self.call, &payload.pointer)
                    };
                    self.report.note_added(rules::REMAINDER, "/content", "", std::slice::from_ref(&text), pruning);
                    self.changes.add_block(text);
                }
            }
            Carry::Items { pruned: items } => {
                let mut is_changed = false;
                for (block, text) in items.into_iter().enumerate() {
                    if let Some(text) = text {
                        data_blocks.push(block);
                        is_changed |= self.set_block(block, vec![Text::raw(text)]).is_some();
                    }
                }
                if is_changed {
                    self.note_pruning(payload.json, pruned, &payload.pointer, keeps_structured);
                }
            }
            Carry::Nothing => {
                let sent = self.said(&source, pruned, pruned().to_vec(), payload, keeps_structured)?;
                let pruning = || match sent.first() {
                    Some(Text::Raw(_)) => {
                        explain::pruning(plan, Schema::None, payload.json, pruned(), self.call, &payload.pointer)
                    }
                    // A flattened payload isn't pruned.
                    _ => Vec::new(),
                };
                self.report.note_added(rules::RESCUE, &payload.pointer, NOT_SAID, &sent, pruning);
                sent.into_iter().for_each(|text| self.changes.add_block(text));
            }
        }
        if payload.is_unwrapped
            && let Some(beside) = self.beside(structured, pruning)
            && !is_said(&beside, texts, pruning)
        {
            let text = Text::raw(beside);
            self.report.note_added(
                rules::REMAINDER,
                "/content",
                "it stands beside the payload",
                std::slice::from_ref(&text),
                Vec::new,
            );
            self.changes.add_block(text);
        }
        if !keeps_structured {
            self.remove_structured("the content says it", rules::DUPLICATE);
        }
        Ok(())
    }

    /// The blocks that say a payload as data: flattened, cut to its budget, or else `text`.
    fn said<'p>(
        &mut self,
        source: &[u8],
        pruned: impl Fn() -> &'p [u8],
        text: Vec<u8>,
        payload: &Payload<'_>,
        keeps_structured: bool,
    ) -> Result<Vec<Text>, JsonError> {
        if let Some(flatten) = &self.plan.flatten {
            match flatten.blocks(source, self.call, Limits::default())? {
                Ok(blocks) => {
                    self.report.note(rules::FLATTEN, 0, || (payload.pointer.clone(), String::new()));
                    return Ok(blocks);
                }
                Err(refusal) => self.report.note(rules::FLATTEN, 0, || {
                    let (pointer, reason) = refusal.pointer_and_reason();
                    (payload.pointer.clone() + &pointer, reason)
                }),
            }
        }
        // Where structuredContent stays it was cut already, if at all.
        let cut = match keeps_structured || self.plan.budget.is_none() {
            true => None,
            false => self.cut(pruned(), &self.plan.rules, &payload.pointer)?.payload,
        };
        Ok(vec![Text::raw(cut.unwrap_or(text))])
    }

    /// What the budget makes of a compact payload, to which `pointer` leads. What fits gets no counts, and what doesn't get shorter stays as it
    /// is: a reply that somebody else built doesn't grow.
    fn cut(&mut self, payload: &[u8], rules: &Rules, pointer: &str) -> Result<Budgeted, JsonError> {
        let Some(budget) = self.plan.budget.as_ref().filter(|budget| payload.len() > budget.max_bytes()) else {
            return Ok(Budgeted::default());
        };
        let mut budgeted = budget.apply(payload, self.forms.schema)?;
        // A list that nothing is left of is empty, which the rules may take.
        if let Some(cut) = &mut budgeted.payload {
            *cut = rewrite(cut, rules, self.supplied, Limits::default())?;
        }
        let is_shorter = budgeted.payload.as_ref().is_some_and(|cut| cut.len() < payload.len());
        // Where the list has nothing left to take, an earlier projection took it and counted what there was.
        if !is_shorter || !budgeted.is_cut {
            (budgeted.payload, budgeted.apart) = (None, None);
            budgeted.problem.get_or_insert(NO_SHORTER.into());
        }
        explain::budget(&budgeted, payload, pointer, self.report);
        Ok(budgeted)
    }

    /// The names of the payload's members that the reader doesn't have elsewhere, as the policy's flatten says, when one of the carried members
    /// is the one that flatten sends.
    fn unheld_by_reader(&self, payload: &Payload<'_>, carried: &Names) -> Option<Names> {
        let flatten = self.plan.flatten.as_ref().filter(|flatten| carried.contains(flatten.member().as_bytes()))?;
        let members = members(payload.json, Limits::default()).ok()??;
        let names: Vec<_> = members.iter().map(|member| decode(member.name)).collect();
        let unnamed = flatten.unnamed(&members, &names, self.call);
        Some(Names::of(unnamed.into_iter().map(|member| decode(member.name))))
    }

    /// Shapes `mirrored` and `structured`: structuredContent stays, and a text that says it is compact.
    fn structured(
        &mut self,
        structured: &'r [u8],
        payload: &Payload<'r>,
        shape: Shape,
        data_blocks: &mut Vec<usize>,
    ) -> Result<(), JsonError> {
        let limited = self.plan.rules_under(self.forms.schema);
        let pruning = self.pruning(&limited);
        let asked = Asked::with_members(structured, self.reply.structured_members.as_deref(), pruning);
        let kept = self.kept_structured(structured, !payload.is_unwrapped)?;
        let reply = self.reply;
        let texts = Texts::new(&reply.blocks);
        let inner = || payload.is_unwrapped.then(|| data(&Asked::new(payload.json, pruning), &texts))?;
        let carried = data(&asked, &texts).or_else(inner);
        let sent = kept.json.clone();
        let is_cut = kept.is_cut;
        self.set_structured(structured, kept);
        match (carried, shape) {
            (Some(Data { block, pruned: text }), _) => {
                data_blocks.push(block);
                let text = if shape == Shape::Mirrored || is_cut { sent } else { text };
                if self.set_block(block, vec![Text::raw(text)]).is_some() {
                    self.note_pruning(structured, || asked.pruned(), "/structuredContent", true);
                }
            }
            (_, Shape::Mirrored) => {
                let text = Text::raw(sent);
                let (pointer, added) = ("/structuredContent", std::slice::from_ref(&text));
                self.report.note_added(rules::MIRROR, pointer, NOT_SAID, added, Vec::new);
                self.changes.add_block(text);
            }
            // It may be said in other words.
            _ => {}
        }
        Ok(())
    }

    /// What becomes of a structuredContent that stays.
    fn kept_structured(&mut self, structured: &[u8], may_cut: bool) -> Result<Kept, JsonError> {
        let limited = self.plan.rules_under(self.forms.schema);
        let mut json = rewrite(structured, &limited, self.supplied, Limits::default())?;
        let (plan, schema, call) = (self.plan, self.forms.schema, self.call);
        self.report.add(|| explain::pruning(plan, schema, structured, &json, call, "/structuredContent"));
        // Before it is cut, since a later projection finds the object and cuts that.
        if self.forms.knows_revision && !self.forms.any_structured && json.first() != Some(&b'{') {
            self.report.note(rules::REVISION, 0, || {
                ("/structuredContent".to_owned(), "before 2026-07-28 it has to be an object".to_owned())
            });
            json = object_with(RESULT, &json);
        }
        let (mut is_cut, mut meta) = (false, None);
        if may_cut {
            let cut = self.cut(&json, &limited, "/structuredContent")?;
            if let Some(cut) = cut.payload {
                (json, is_cut) = (cut, true);
            }
            meta = cut.apart;
        }
        Ok(Kept { json, is_cut, meta })
    }

    fn set_structured(&mut self, structured: &[u8], kept: Kept) {
        if kept.json != structured {
            self.changes.set_structured(kept.json);
        }
        if let Some(meta) = kept.meta {
            self.changes.set_meta(BUDGET_META, meta);
        }
    }

    /// Gives a block the first of these texts, and adds the others: how the payload then is said, if anything changed.
    fn set_block(&mut self, block: usize, said: Vec<Text>) -> Option<SaidAs> {
        let mut said = said.into_iter();
        let text = said.next()?;
        let form = if matches!(text, Text::Raw(_)) { SaidAs::Data } else { SaidAs::Document };
        if let (Text::Raw(new), Some(old)) = (&text, self.reply.blocks.get(block))
            && same_bytes(old.said.text(), new)
        {
            return None;
        }
        self.changes.set_text(block, text);
        said.for_each(|text| self.changes.add_block(text));
        Some(form)
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
            let Some(pruned) = pruning.of_data(said) else { continue };
            if !same_bytes(&pruned, said.text()) {
                let text = Text::raw(pruned);
                self.report.add(|| {
                    let (pointer, saved) =
                        (format!("/content/{item}/text"), saved(said.inside.len(), text.token_length()));
                    vec![Decision::new(rules::COMPACT, pointer, saved, "the policy calls the tool's text data")]
                });
                self.changes.set_text(block, text);
            }
        }
    }

    fn remove_structured(&mut self, why: &str, rule: &str) {
        let bytes = self.reply.member("structuredContent").map_or(0, |member| member.span.len() + 1);
        self.report.note(rule, saved(bytes, 0), || ("/structuredContent".to_owned(), why.to_owned()));
        self.changes.remove_structured();
    }

    /// Under an earlier revision null is no structuredContent.
    fn drop_null(&mut self) {
        let is_null = self.reply.value("structuredContent") == Some(b"null");
        if is_null && self.forms.knows_revision && !self.forms.any_structured {
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

struct Kept {
    json: Vec<u8>,
    /// Whether the budget took something.
    is_cut: bool,
    meta: Option<Vec<u8>>,
}

/// The error in an envelope `{"ok": false, "error": …}`, or the whole of any other structuredContent.
fn error_object(structured: &[u8]) -> &[u8] {
    let Some(members) = members(structured, Limits::default()).ok().flatten() else { return structured };
    let mut error = None;
    for member in &members {
        match (decode(member.name).as_ref(), member.value) {
            (b"error", value) if value.first() == Some(&b'{') => error = Some(value),
            (b"ok", b"false") | (_, b"null") => {}
            _ => return structured,
        }
    }
    error.unwrap_or(structured)
}

/// Whether a text is the string that a value is, or says what its only member is, as `{"result": …}` wrappers have it.
fn is_document(text: &[u8], value: &[u8]) -> bool {
    let is_text = |value: &[u8]| inside_quotes(value).map(|inside| decode(inside).as_ref() == text);
    match members(value, Limits::default()).ok().flatten().as_deref() {
        Some([only]) => is_text(only.value).unwrap_or_else(|| equal(text, only.value)),
        Some(_) => false,
        None => is_text(value) == Some(true),
    }
}

/// Whether a text says a value: as all of it, or from the start of one of its lines to its end.
fn ends_with(text: &[u8], value: &[u8]) -> bool {
    let line_starts = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let opens = |at: &usize| text.get(*at).is_some_and(|byte| Some(byte) == value.first());
    // The first line that opens such a value holds it if it was written over several, the last if over one.
    let mut candidates = std::iter::once(0).chain(line_starts).filter(opens);
    let first = candidates.next();
    let last = candidates.next_back();
    first.into_iter().chain(last).any(|at| text.get(at..).is_some_and(|rest| equal(rest, value)))
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
