//! The step from a payload, or from a reply that somebody else built, to the reply that goes on the wire.

mod budget;
mod call;
mod carry;
mod explain;
mod failure;
mod filter;
mod flatten;
mod hosts;
mod incoming;
mod lists;
mod object;
mod plan;
mod reply;
mod report;
mod said;
mod schema;
mod splice;
mod success;
mod texts;

use std::borrow::Cow;
use std::sync::Arc;

pub use call::Call;
pub(crate) use call::CallText;
pub use failure::{FailureError, ToolFailure};
pub use hosts::HOST_PROFILES;
pub use reply::Reply;
#[cfg(target_arch = "wasm32")]
pub(crate) use reply::Text;
pub use report::{Decision, rules};
pub(crate) use splice::Splice;

#[cfg(target_arch = "wasm32")]
use crate::json::Rules;
use crate::json::{JsonError, Limits, decode, member_value, members, rewrite};
use crate::policy::{ErrorShape, Policy, PolicyError, Shape, check};
use plan::{Plan, Plans};
use report::Report;
use success::Success;

/// A compiled policy: what each tool's reply looks like on the wire.
///
/// It is immutable, shared by reference when cloned, and safe to use from many threads.
#[derive(Clone, Debug)]
pub struct Projection {
    plans: Arc<Plans>,
    host: Option<Arc<str>>,
}

impl Projection {
    /// Compiles a policy.
    ///
    /// # Errors
    ///
    /// The place in the policy that is wrong, and what was expected there.
    pub fn new(policy: &Policy) -> Result<Self, PolicyError> {
        check(policy)?;
        Ok(Self { plans: Arc::new(Plans::new(policy)), host: None })
    }

    /// The same for replies that go to this host, unless a call or the policy names another: the host's profile, if there is one, chooses the
    /// shape and the error form. A host that nobody knows, or `auto` (the one that the call names), leaves the policy as it is.
    #[must_use]
    pub fn for_host(self, host: &str) -> Self {
        Self { host: Some(host.into()), ..self }
    }

    /// The reply for a payload, which is JSON text, in the shape that the policy or the host's profile says.
    ///
    /// # Errors
    ///
    /// The first place where the payload is no JSON or nests too deeply.
    pub fn success(&self, tool: &str, payload: &[u8], call: &Call<'_>) -> Result<Reply, JsonError> {
        let plan = self.plans.of(tool);
        let forms = plan.forms(call, self.host.as_deref());
        Success { plan, forms: &forms, payload, call, report: &mut Report::none() }.reply()
    }

    /// The reply for a failure. Its text has the code and the message, and the data too in every form but the envelope.
    #[must_use]
    pub fn failure(&self, tool: &str, failure: &ToolFailure, call: &Call<'_>) -> Reply {
        failure.reply(self.plans.of(tool).forms(call, self.host.as_deref()).error)
    }

    /// The reply as it goes on, for one that somebody else built, as JSON text: what it says twice is said once, what the model couldn't see is put
    /// where it can, and everything that isn't the payload stays byte for byte. It is borrowed where nothing changes.
    ///
    /// # Errors
    ///
    /// The first place where the text is no JSON, nests too deeply, or is no object. The original is then to be sent on as it is.
    pub fn reply<'r>(&self, tool: &str, result: &'r [u8], call: &Call<'_>) -> Result<Cow<'r, [u8]>, JsonError> {
        self.reply_under(self.plans.of(tool), result, call)
    }

    fn reply_under<'r>(&self, plan: &Plan, result: &'r [u8], call: &Call<'_>) -> Result<Cow<'r, [u8]>, JsonError> {
        filter::filter(plan, &plan.forms(call, self.host.as_deref()), result, call, &mut Report::none())
    }

    /// What [`success`](Self::success) does with a payload, or [`reply`](Self::reply) with a reply: one decision for each thing that goes, is
    /// added, or stays though a rule names it. Their bytes add up to the length of the text less that of the reply, or, for a payload, less that of
    /// the reply's texts, structuredContent and `_meta`. An object whose `content` is an array of objects that all have a `type` is a reply.
    ///
    /// # Errors
    ///
    /// The first place where the text is no JSON or nests too deeply.
    pub fn explain(&self, tool: &str, json: &[u8], call: &Call<'_>) -> Result<Vec<Decision>, JsonError> {
        let plan = self.plans.of(tool);
        let forms = plan.forms(call, self.host.as_deref());
        let mut report = Report::asked_for();
        let after = if is_reply(json)? {
            filter::filter(plan, &forms, json, call, &mut report)?.len()
        } else {
            Success { plan, forms: &forms, payload: json, call, report: &mut report }.reply()?.length()
        };
        Ok(report.into_decisions(json.len(), after))
    }

    /// What [`reply`](Self::reply) answers, and what [`explain`](Self::explain) says of it.
    pub(crate) fn reply_explained<'r>(
        &self,
        tool: &str,
        result: &'r [u8],
        call: &Call<'_>,
    ) -> Result<(Cow<'r, [u8]>, Vec<Decision>), JsonError> {
        let plan = self.plans.of(tool);
        let mut report = Report::asked_for();
        let reply = filter::filter(plan, &plan.forms(call, self.host.as_deref()), result, call, &mut report)?;
        let decisions = report.into_decisions(result.len(), reply.len());
        Ok((reply, decisions))
    }

    /// The payload pruned and compact: what [`success`](Self::success) sends under shape `content` when nothing is flattened or
    /// cut to a budget, no list becomes columns, and nothing is known of the call.
    ///
    /// # Errors
    ///
    /// The first place where the text is no JSON or nests too deeply.
    pub fn prune(&self, tool: &str, json: &[u8]) -> Result<Vec<u8>, JsonError> {
        rewrite(json, &self.plans.of(tool).rules, None, Limits::default())
    }

    /// The shape of a tool's successes and the form of its errors, for a call, and whether its `outputSchema` is stripped from `tools/list`.
    #[must_use]
    pub fn forms(&self, tool: &str, call: &Call<'_>) -> ToolForms {
        let plan = self.plans.of(tool);
        let forms = plan.forms(call, self.host.as_deref());
        ToolForms { shape: forms.shape, error: forms.error, strips_output_schema: plan.strips_output_schema }
    }

    /// Whether what becomes of a tool's replies depends on the call's arguments.
    pub(crate) fn asks_for_arguments(&self, tool: &str) -> bool {
        self.plans.of(tool).asks_for_arguments()
    }

    /// Whether the host that a tool's replies go to is the one that the call names.
    pub(crate) fn takes_host_from_call(&self, tool: &str) -> bool {
        self.plans.of(tool).takes_host_from_call(self.host.as_deref())
    }

    /// The entry of the policy that a tool falls under, by its number.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn entry_of(&self, tool: &str) -> Option<usize> {
        self.plans.entry_of(tool)
    }

    /// What [`reply`](Self::reply) answers for a tool that falls under an entry, or under none.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn reply_by_entry<'r>(
        &self,
        entry: Option<usize>,
        result: &'r [u8],
        call: &Call<'_>,
    ) -> Result<Cow<'r, [u8]>, JsonError> {
        self.reply_under(self.plans.get(entry), result, call)
    }

    /// The pruning rules of an entry, or of tools without one.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn rules_of(&self, entry: Option<usize>) -> &Rules {
        &self.plans.get(entry).rules
    }

    /// Where a finished reply under an entry whose one text says its payload just loses its structuredContent, and the text is pruned: the member
    /// that holds the payload, or nothing where all of structuredContent is. As long as the call says nothing else.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn plain_payload_member(&self, entry: Option<usize>) -> Option<&str> {
        let plan = self.plans.get(entry);
        let is_plain = self.host.is_none() && plan.is_plain_for_replies();
        is_plain.then(|| plan.unwrap.as_deref().unwrap_or_default())
    }

    /// Whether lists become columns in texts under an entry, as long as the call says nothing of hosts.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn lists_as_columns(&self, entry: Option<usize>) -> bool {
        self.plans.get(entry).lists_as_columns()
    }

    /// Whether a success under an entry is its pruned payload and nothing else, known arguments or not, as long as the call says nothing else.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn is_plain(&self, entry: Option<usize>, knows_arguments: bool) -> bool {
        let plan = self.plans.get(entry);
        self.host.is_none() && plan.is_plain() && !(knows_arguments && plan.asks_for_arguments())
    }
}

/// How a tool's replies are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolForms {
    /// Which channels of a success carry the payload.
    pub shape: Shape,
    /// How an error is written.
    pub error: ErrorShape,
    /// Whether the tool's `outputSchema` goes from `tools/list`, so that clients don't insist on structuredContent.
    pub strips_output_schema: bool,
}

/// Whether JSON text is a reply rather than a payload.
fn is_reply(json: &[u8]) -> Result<bool, JsonError> {
    let content = members(json, Limits::default())?.and_then(|members| {
        members.iter().rev().find(|member| decode(member.name).as_ref() == b"content").map(|member| member.value)
    });
    let items = content.and_then(|content| Some((content, crate::json::items(content, Limits::default()).ok()??)));
    Ok(items.is_some_and(|(content, items)| {
        items.into_iter().all(|item| content.get(item).is_some_and(|block| member_value(block, "type").is_some()))
    }))
}
