//! The reply for a payload.

use super::budget::Budgeted;
use super::call::Call;
use super::explain;
use super::lists::{Listing, NOTE};
use super::object::object_with;
use super::plan::{Forms, Plan};
use super::reply::{Reply, Text};
use super::report::{Report, rules, saved};
use super::schema::Schema;
use crate::json::{JsonError, Limits, escape_into, inside_quotes, member_value, rewrite};
use crate::policy::Shape;

/// A tool that succeeded.
pub(super) struct Success<'a, 'r> {
    pub(super) plan: &'a Plan,
    pub(super) forms: &'a Forms<'a>,
    pub(super) payload: &'a [u8],
    pub(super) call: &'a Call<'a>,
    pub(super) report: &'r mut Report,
}

impl Success<'_, '_> {
    /// The reply that says so.
    pub(super) fn reply(&mut self) -> Result<Reply, JsonError> {
        if self.forms.by_host {
            self.report.note(rules::HOST, 0, || (String::new(), "the host's profile chose the shape".to_owned()));
        }
        match self.forms.shape {
            Shape::Content => self.content_alone(),
            Shape::Mirrored | Shape::Structured => self.with_structured(),
        }
    }

    fn content_alone(&mut self) -> Result<Reply, JsonError> {
        // A client that knows of an outputSchema insists on structuredContent.
        let structured = match self.forms.schema.is_declared() {
            true => Some(Success { report: &mut Report::none(), ..*self }.structured()?),
            false => None,
        };
        let mut reply = Reply { content: self.flattened()?, ..Reply::default() };
        if reply.content.is_empty() {
            let before = structured.as_ref().map_or(self.payload, |structured| &structured.unwrapped);
            let text = self.pruned(before)?;
            let listing = self.forms.lists.as_columns.then(|| Listing::of(&text, self.payload, &self.plan.rules));
            let cut = match structured.is_none() {
                true => self.budgeted(&text, listing.as_ref())?.payload,
                false => None,
            };
            self.list(cut.unwrap_or(text), &listing.unwrap_or_default(), &mut reply.content);
        }
        if let Some(structured) = structured {
            reply.content.extend(structured.untold_counts());
            let bytes = saved(0, structured.json.len());
            self.report.note(rules::OUTPUT_SCHEMA, bytes, || {
                let reason = "the client insists on it, for the tool declares an outputSchema";
                ("/structuredContent".to_owned(), reason.to_owned())
            });
            reply.structured_content = Some(structured.json);
            reply.meta = structured.meta;
        }
        Ok(reply)
    }

    /// The blocks of a flattened payload; none where it isn't flattened.
    fn flattened(&mut self) -> Result<Vec<Text>, JsonError> {
        let Some(flatten) = &self.plan.flatten else { return Ok(Vec::new()) };
        match flatten.blocks(self.payload, self.call, Limits::default())? {
            Ok(blocks) => {
                explain::flattening(self.payload, &blocks, self.report);
                let mut content = Vec::new();
                for block in blocks {
                    match block {
                        // What isn't flattened isn't pruned either.
                        Text::Raw(rest) => self.list(rest, &Listing::default(), &mut content),
                        Text::Token(_) => content.push(block),
                    }
                }
                Ok(content)
            }
            Err(refusal) => {
                self.report.note(rules::FLATTEN, 0, || refusal.pointer_and_reason());
                Ok(Vec::new())
            }
        }
    }

    fn with_structured(&mut self) -> Result<Reply, JsonError> {
        let structured = self.structured()?;
        let mut content = Vec::new();
        let shape = self.forms.shape;
        let text_member = (shape == Shape::Structured).then_some(self.plan.text_member.as_deref()).flatten();
        match text_member.and_then(|name| inside_quotes(member_value(&structured.json, name)?)) {
            Some(inside) => content.push(Text::token(inside)),
            None => {
                if shape == Shape::Mirrored {
                    match (self.call.summary, &structured.count_line) {
                        (Some(summary), _) => {
                            content.push(Text::raw(summary.as_bytes().to_vec()));
                            content.extend(structured.untold_counts());
                        }
                        (None, line) => content.extend(line.as_deref().map(Text::token)),
                    }
                }
                content.push(Text::raw(structured.json.clone()));
            }
        }
        let bytes = saved(0, structured.json.len());
        self.report.note(rules::MIRROR, bytes, || ("/structuredContent".to_owned(), String::new()));
        Ok(Reply { content, structured_content: Some(structured.json), meta: structured.meta, is_error: false })
    }

    fn structured(&mut self) -> Result<Structured, JsonError> {
        let Self { plan, forms, payload, call, .. } = *self;
        let supplied = plan.supplied(call);
        let pruned = rewrite(payload, &plan.rules_under(forms.schema), supplied.as_deref(), Limits::default())?;
        self.report.add(|| explain::pruning(plan, forms.schema, payload, &pruned, call, ""));
        let Budgeted { payload: cut, apart, count_line, is_cut, .. } = self.budgeted(&pruned, None)?;
        let unwrapped = cut.unwrap_or(pruned);
        let json = if forms.any_structured || unwrapped.first() == Some(&b'{') {
            unwrapped.clone()
        } else {
            self.report.note(rules::REVISION, saved(0, RESULT.len() + 5), || {
                (String::new(), "before 2026-07-28 structuredContent has to be an object".to_owned())
            });
            object_with(RESULT, &unwrapped)
        };
        let meta = apart.map(|apart| object_with(BUDGET_META, &apart));
        Ok(Structured { json, unwrapped, meta, count_line, is_cut })
    }

    /// A payload pruned by all of the rules.
    fn pruned(&mut self, payload: &[u8]) -> Result<Vec<u8>, JsonError> {
        let (plan, call) = (self.plan, self.call);
        let supplied = plan.supplied(call);
        let pruned = rewrite(payload, &plan.rules, supplied.as_deref(), Limits::default())?;
        self.report.add(|| explain::pruning(plan, Schema::None, payload, &pruned, call, ""));
        Ok(pruned)
    }

    /// Adds a text with its lists in the form that the policy says, and before it the sentence that says how to read that.
    fn list(&mut self, text: Vec<u8>, listing: &Listing, content: &mut Vec<Text>) {
        if !self.forms.lists.as_columns {
            return content.push(Text::raw(text));
        }
        let listed = listing.write(text, self.report.is_asked_for().then_some(""));
        self.report.add(|| listed.decisions);
        if listed.has_columns && self.forms.lists.with_note {
            self.report
                .note(rules::LISTS, saved(0, NOTE.len()), || (String::new(), "it says how to read columns".to_owned()));
            content.push(Text::raw(NOTE.as_bytes().to_vec()));
        }
        content.push(Text::raw(listed.text));
    }

    /// What the budget makes of a compact payload; nothing where there is none.
    fn budgeted(&mut self, payload: &[u8], listing: Option<&Listing>) -> Result<Budgeted, JsonError> {
        let Some(budget) = &self.plan.budget else { return Ok(Budgeted::default()) };
        let budgeted = budget.apply(payload, self.forms.schema, listing)?;
        explain::budget(&budgeted, payload, "", self.report);
        Ok(budgeted)
    }
}

/// What goes into structuredContent.
struct Structured {
    /// Compact JSON.
    json: Vec<u8>,
    /// The same as it was before the protocol's revision asked for an object around it.
    unwrapped: Vec<u8>,
    /// The reply's `_meta`, for counts that the tool's outputSchema has no place for.
    meta: Option<Vec<u8>>,
    /// The inside of a string token.
    count_line: Option<Vec<u8>>,
    /// Whether a budget took items.
    is_cut: bool,
}

impl Structured {
    /// A block for the model that says how much of a list it sees, where the counts are in `_meta`, which it doesn't.
    fn untold_counts(&self) -> Option<Text> {
        let line = self.count_line.as_deref().filter(|_| self.is_cut && self.meta.is_some());
        line.map(Text::token)
    }
}

/// The member that a value is put into which has to be an object, as the SDKs have it.
pub(super) const RESULT: &[u8] = b"result";

/// The `_meta` member that holds a budget's counts.
pub(super) const BUDGET_META: &[u8] = b"mcp-projection/budget";

/// A text as the inside of a string token.
pub(super) fn escaped(text: &[u8]) -> Vec<u8> {
    let mut token = Vec::with_capacity(text.len() + text.len() / 8);
    escape_into(text, &mut token);
    token
}
