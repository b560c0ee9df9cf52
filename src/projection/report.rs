//! What a projection did, for those who ask.

use serde::Serialize;

use super::reply::Text;

/// One thing that a projection decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The name of the rule that decided: a pruning rule's own, or one of [`rules`].
    pub rule: String,
    /// The place in the payload or reply as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// How many bytes fewer are sent because of it; negative for what it adds.
    pub bytes_saved: i64,
    /// Why, in words; always there where something was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Decision {
    pub(crate) fn new(rule: &str, pointer: String, bytes_saved: i64, reason: &str) -> Self {
        let reason = (!reason.is_empty()).then(|| reason.to_owned());
        Self { rule: rule.to_owned(), pointer, bytes_saved, reason }
    }
}

/// The names of the rules that aren't a policy's own.
pub mod rules {
    /// Insignificant whitespace went, and escapes that JSON doesn't ask for; or what stands around added text came.
    pub const COMPACT: &str = "compact";
    /// A member's raw text is sent in place of the payload, or, with a reason, isn't.
    pub const FLATTEN: &str = "flatten";
    /// A pruning rule's member stays, with the reason.
    pub const PRUNE: &str = "prune";
    /// A part of a list went, or stays.
    pub const BUDGET: &str = "budget";
    /// A uniform list became columns, or an object that would be taken for columns was written so that it isn't.
    pub const LISTS: &str = "lists";
    /// A member of structuredContent was taken for the payload, or, with a reason, wasn't.
    pub const UNWRAP: &str = "unwrap";
    /// structuredContent went, since the content says the same.
    pub const DUPLICATE: &str = "duplicate";
    /// The payload was put into the content, since nothing there said it.
    pub const RESCUE: &str = "rescue";
    /// Members of the payload that the content didn't say were put there.
    pub const REMAINDER: &str = "remainder";
    /// structuredContent was made, or content made to say what it says.
    pub const MIRROR: &str = "mirror";
    /// An error's data was put into its first text block.
    pub const ERROR_DATA: &str = "error-data";
    /// A success was flagged as the error that it is.
    pub const ERROR_WHEN: &str = "error-when";
    /// The host's profile chose the forms.
    pub const HOST: &str = "host";
    /// The protocol's revision asked for another structuredContent.
    pub const REVISION: &str = "revision";
    /// The tool's outputSchema keeps something.
    pub const OUTPUT_SCHEMA: &str = "output-schema";
    /// The reply is none that may be touched.
    pub const UNTOUCHED: &str = "untouched";
}

/// Collects decisions, if anybody asked for them.
#[derive(Debug, Default)]
pub(super) struct Report {
    decisions: Option<Vec<Decision>>,
}

impl Report {
    /// Nobody asked: nothing that decisions are made of is ever made.
    pub(super) fn none() -> Self {
        Self { decisions: None }
    }

    pub(super) fn asked_for() -> Self {
        Self { decisions: Some(Vec::new()) }
    }

    /// Whether anybody asked.
    pub(super) fn is_asked_for(&self) -> bool {
        self.decisions.is_some()
    }

    /// Adds what `decisions` answers, which is only called if anybody asked.
    pub(super) fn add(&mut self, decisions: impl FnOnce() -> Vec<Decision>) {
        if let Some(all) = &mut self.decisions {
            all.extend(decisions());
        }
    }

    /// Adds one decision; the pointer and the reason are only made if anybody asked.
    pub(super) fn note(&mut self, rule: &str, bytes_saved: i64, pointer_and_reason: impl FnOnce() -> (String, String)) {
        self.add(|| {
            let (pointer, reason) = pointer_and_reason();
            vec![Decision::new(rule, pointer, bytes_saved, &reason)]
        });
    }

    /// Adds a decision on blocks that were added, and those on what pruning had taken from what they say.
    pub(super) fn note_added(
        &mut self,
        rule: &str,
        pointer: &str,
        reason: &str,
        blocks: &[Text],
        pruning: impl FnOnce() -> Vec<Decision>,
    ) {
        self.add(|| {
            let mut decisions = pruning();
            let pruned: i64 = decisions.iter().map(|decision| decision.bytes_saved).sum();
            let added = saved(0, blocks.iter().map(Text::block_length).sum());
            decisions.insert(0, Decision::new(rule, pointer.to_owned(), added - pruned, reason));
            decisions
        });
    }

    /// The decisions, whose bytes add up to what was saved in all: what no other decision accounts for was whitespace,
    /// escapes, and what stands around added text.
    pub(super) fn into_decisions(self, before: usize, after: usize) -> Vec<Decision> {
        let mut decisions = self.decisions.unwrap_or_default();
        let accounted_for: i64 = decisions.iter().map(|decision| decision.bytes_saved).sum();
        let bytes_saved = saved(before, after) - accounted_for;
        if bytes_saved != 0 {
            let (rule, pointer) = (rules::COMPACT.to_owned(), String::new());
            decisions.push(Decision { rule, pointer, bytes_saved, reason: None });
        }
        decisions
    }
}

/// How many bytes fewer `after` has than `before`.
pub(super) fn saved(before: usize, after: usize) -> i64 {
    let (before, after) = (i64::try_from(before).unwrap_or(i64::MAX), i64::try_from(after).unwrap_or(i64::MAX));
    before - after
}

/// A JSON Pointer with one more step, whose name may be any text.
pub(super) fn pointer_into(pointer: &str, name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name).replace('~', "~0").replace('/', "~1");
    format!("{pointer}/{name}")
}
