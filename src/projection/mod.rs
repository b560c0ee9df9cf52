//! The step from a payload to the reply that goes on the wire.

mod call;
mod failure;
mod flatten;
mod plan;
mod reply;

use std::sync::Arc;

pub use call::Call;
pub use failure::{FailureError, ToolFailure};
pub use reply::Reply;
#[cfg(target_arch = "wasm32")]
pub(crate) use reply::Text;

#[cfg(target_arch = "wasm32")]
use crate::json::Rules;
use crate::json::{JsonError, Limits, rewrite};
use crate::policy::{Policy, PolicyError, check};
use plan::Plans;

/// A compiled policy: what each tool's reply looks like on the wire.
///
/// It is immutable, shared by reference when cloned, and safe to use from many threads.
#[derive(Clone, Debug)]
pub struct Projection {
    plans: Arc<Plans>,
}

impl Projection {
    /// Compiles a policy.
    ///
    /// # Errors
    ///
    /// The place in the policy that is wrong, and what was expected there.
    pub fn new(policy: &Policy) -> Result<Self, PolicyError> {
        check(policy)?;
        Ok(Self { plans: Arc::new(Plans::new(policy)) })
    }

    /// The reply for a payload, which is JSON text: one text block with the payload pruned and compact, or
    /// with a flattened member's raw text (and the remainder, where the policy asks for it).
    ///
    /// # Errors
    ///
    /// The first place where the payload is no JSON or nests too deeply.
    pub fn success(&self, tool: &str, payload: &[u8], call: &Call<'_>) -> Result<Reply, JsonError> {
        let plan = self.plans.of(tool);
        if let Some(flatten) = &plan.flatten
            && let Some(blocks) = flatten.blocks(payload, call, Limits::default())?
        {
            return Ok(Reply::success(blocks));
        }
        Ok(Reply::success(vec![reply::Text::raw(self.compact(plan, payload, call)?)]))
    }

    /// The reply for a failure: `CODE: message` as text, and the error with its data as structuredContent.
    #[must_use]
    pub fn failure(&self, tool: &str, failure: &ToolFailure, call: &Call<'_>) -> Reply {
        // Every tool's error has the one shape that this version knows; see the policy check.
        let _ = (tool, call);
        failure.envelope()
    }

    /// The payload pruned and compact: what [`success`](Self::success) sends when nothing is flattened
    /// and nothing is known of the call.
    ///
    /// # Errors
    ///
    /// The first place where the text is no JSON or nests too deeply.
    pub fn prune(&self, tool: &str, json: &[u8]) -> Result<Vec<u8>, JsonError> {
        self.compact(self.plans.of(tool), json, &Call::default())
    }

    /// The entry of the policy that a tool falls under, by its number.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn entry_of(&self, tool: &str) -> Option<usize> {
        self.plans.entry_of(tool)
    }

    /// The pruning rules of an entry, or of tools without one.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn rules_of(&self, entry: Option<usize>) -> &Rules {
        &self.plans.get(entry).rules
    }

    /// Whether a success under an entry is its pruned payload and nothing else, known arguments or not.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn is_plain(&self, entry: Option<usize>, knows_arguments: bool) -> bool {
        let plan = self.plans.get(entry);
        plan.flatten.is_none() && !(knows_arguments && plan.asks_for_arguments())
    }

    fn compact(&self, plan: &plan::Plan, json: &[u8], call: &Call<'_>) -> Result<Vec<u8>, JsonError> {
        let supplied = plan.supplied(call);
        rewrite(json, &plan.rules, supplied.as_deref(), Limits::default())
    }
}
