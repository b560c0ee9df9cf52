//! A policy, compiled per tool.

use std::borrow::Cow;

use super::budget::BudgetPlan;
use super::call::Call;
use super::flatten::FlattenPlan;
use super::hosts::profile_of;
use super::lists::Lists;
use super::schema::Schema;
use crate::json::{Condition, Limits, Rule, Rules, Scalar, SuppliedValue};
use crate::policy::{Elsewhere, ErrorShape, Glob, Lists as ListForm, Named, OutputSchema, Policy, Shape, ToolPolicy};

/// What to do with one tool's replies.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) rules: Rules,
    /// What [`rules`](Self::rules) was compiled from.
    pub(super) sources: Vec<RuleSource>,
    /// The arguments that the rules' [`Condition::Supplied`] number.
    arguments: Vec<Vec<String>>,
    shape: Shape,
    error: ErrorShape,
    pub(super) flatten: Option<FlattenPlan>,
    pub(super) text_member: Option<String>,
    pub(super) unwrap: Option<String>,
    pub(super) budget: Option<BudgetPlan>,
    pub(super) compact_text: bool,
    /// Every one of these members and values at a payload's top makes it an error; empty for tools that flag their errors themselves.
    pub(super) error_when: Vec<(String, Scalar)>,
    pub(super) strips_output_schema: bool,
    lists: Lists,
    host: Option<String>,
}

/// A pruning rule with its name and with what its drops say of where the reader has a member.
#[derive(Clone, Debug)]
pub(super) struct RuleSource {
    pub(super) name: String,
    pub(super) rule: Rule,
    /// For each of the rule's drops.
    pub(super) elsewhere: Vec<Option<Elsewhere>>,
}

/// The forms that a reply takes, for one call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms<'a> {
    pub(super) shape: Shape,
    pub(super) error: ErrorShape,
    /// What the client insists on in structuredContent.
    pub(super) schema: Schema<'a>,
    /// Whether structuredContent may be something else than an object.
    pub(super) any_structured: bool,
    /// Whether the protocol's revision is known.
    pub(super) knows_revision: bool,
    /// Whether a host's profile chose the forms.
    pub(super) by_host: bool,
    /// How lists are written in texts.
    pub(super) lists: Lists,
}

/// The first revision of the protocol in which structuredContent can be any value. Revisions are dates, and compare as texts.
const ANY_STRUCTURED_SINCE: &str = "2026-07-28";

/// The word for a host that the call names.
const AUTO: &str = "auto";

impl Plan {
    fn new(policy: &Policy, entry: &ToolPolicy) -> Self {
        let defaults = &policy.defaults;
        let (mut sources, mut arguments) = (Vec::new(), Vec::new());
        for (name, rule) in entry.rules(defaults).iter().filter_map(|name| Some((name, policy.prune.get(name)?))) {
            let (mut drops, mut elsewhere) = (Vec::new(), Vec::new());
            for (member, found) in &rule.drop {
                let condition = match found {
                    Elsewhere::Argument(path) => {
                        arguments.push(path.clone());
                        Condition::Supplied(arguments.len() - 1)
                    }
                    Elsewhere::Sibling { .. } | Elsewhere::Tool(_) => Condition::Always,
                };
                drops.push((member.clone(), condition));
                elsewhere.push(Some(found.clone()));
            }
            for (member, value) in &rule.drop_equal {
                drops.push((member.clone(), Condition::Equal(value.clone())));
                elsewhere.push(None);
            }
            for member in &rule.drop_empty {
                drops.push((member.clone(), Condition::Empty));
                elsewhere.push(None);
            }
            let rule = Rule { guard: rule.guard.clone(), drops };
            sources.push(RuleSource { name: name.clone(), rule, elsewhere });
        }
        let error_when = entry.error_when.as_ref().or(defaults.error_when.as_ref());
        Self {
            rules: compiled(&sources, |_| true),
            sources,
            arguments,
            shape: entry.shape.or(defaults.shape).unwrap_or_default(),
            error: entry.error.or(defaults.error).unwrap_or_default(),
            flatten: entry.flatten(defaults).map(FlattenPlan::new),
            text_member: entry.text_member.as_ref().or(defaults.text_member.as_ref()).cloned(),
            unwrap: entry.unwrap.as_ref().or(defaults.unwrap.as_ref()).cloned(),
            budget: entry.budget.as_ref().or(defaults.budget.as_ref()).map(BudgetPlan::new),
            compact_text: entry.compact_text.or(defaults.compact_text).unwrap_or(false),
            error_when: error_when.into_iter().flatten().cloned().collect(),
            strips_output_schema: entry.output_schema.or(defaults.output_schema) == Some(OutputSchema::Strip),
            lists: Lists {
                as_columns: entry.lists.or(defaults.lists) == Some(ListForm::Columns),
                with_note: entry.lists_note.or(defaults.lists_note).unwrap_or(false),
            },
            host: entry.host.as_ref().or(defaults.host.as_ref()).cloned(),
        }
    }

    /// The forms that a reply to this call takes; `host` is where replies go unless the call or the policy says otherwise.
    pub(super) fn forms<'a>(&self, call: &Call<'a>, host: Option<&str>) -> Forms<'a> {
        let schema = match (self.strips_output_schema, call.output_schema) {
            (true, _) => Schema::None,
            (false, Some(schema)) => Schema::Known(schema),
            // The shape says that the payload conforms to one.
            (false, None) if call.declares_output_schema || self.shape == Shape::Structured => Schema::Unknown,
            (false, None) => Schema::None,
        };
        let named = |host: &str| (host != AUTO).then(|| profile_of(host)).flatten();
        let host = call.host.or(self.host.as_deref()).or(host);
        let profile = host.and_then(named);
        let (shape, error) = match profile {
            None => (self.shape, self.error),
            // Both channels have to carry the whole payload then.
            Some(profile) if self.shape == Shape::Structured => (Shape::Mirrored, profile.error),
            Some(profile) => (profile.shape, profile.error),
        };
        // What is no date is no revision.
        let revision = call.revision.filter(|revision| is_date(revision));
        Forms {
            shape,
            // A client may hold an error's structuredContent against the schema of successes.
            error: if schema.is_declared() { ErrorShape::Text } else { error },
            schema,
            // A schema of anything else than objects says the same.
            any_structured: revision.is_some_and(|revision| revision >= ANY_STRUCTURED_SINCE)
                || schema.asks_for_no_object(),
            knows_revision: revision.is_some(),
            by_host: profile.is_some(),
            // Elsewhere the text is to say what structuredContent says, in the same form.
            lists: if shape == Shape::Content { self.lists } else { Lists::default() },
        }
    }

    /// Whether the host is the one that the call names, where replies go to `host` unless the policy says otherwise.
    pub(super) fn takes_host_from_call(&self, host: Option<&str>) -> bool {
        self.host.as_deref().or(host) == Some(AUTO)
    }

    /// The rules that hold where a schema holds, too.
    pub(super) fn rules_under(&self, schema: Schema<'_>) -> Cow<'_, Rules> {
        if !schema.is_declared() || self.rules.is_empty() {
            return Cow::Borrowed(&self.rules);
        }
        let names = self.sources.iter().flat_map(|source| &source.rule.drops).map(|(name, _)| name.as_str());
        let mut lets_go = schema.lets_go(names).into_iter();
        Cow::Owned(compiled(&self.sources, |_| lets_go.next().unwrap_or(false)))
    }

    /// Whether a success is nothing but its pruned payload, as far as the plan says.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn is_plain(&self) -> bool {
        self.shape == Shape::Content
            && self.host.is_none()
            && self.flatten.is_none()
            && self.budget.is_none()
            && !self.lists.with_note
    }

    /// Whether a finished reply's text that says its payload just becomes that payload, pruned.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn is_plain_for_replies(&self) -> bool {
        self.is_plain() && self.error_when.is_empty() && !self.lists.as_columns
    }

    /// Whether lists become columns under shape `content`.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn lists_as_columns(&self) -> bool {
        self.lists.as_columns
    }

    /// Whether what it does depends on the call's arguments.
    pub(super) fn asks_for_arguments(&self) -> bool {
        !self.arguments.is_empty()
    }

    /// The call's arguments that the rules ask for; `None` where the call's arguments are not known.
    pub(super) fn supplied(&self, call: &Call<'_>) -> Option<Vec<Option<SuppliedValue>>> {
        if self.arguments.is_empty() || call.arguments.is_none() {
            return None;
        }
        // An argument's value is part of a valid text.
        let supplied = |path: &Vec<String>| SuppliedValue::new(call.argument(path)?, Limits::default()).ok();
        Some(self.arguments.iter().map(supplied).collect())
    }
}

impl Forms<'_> {
    /// Whether a value may be structuredContent in a reply of the call's revision, as far as that is known.
    pub(super) fn admits(&self, value: &[u8]) -> bool {
        !self.knows_revision || self.any_structured || value.first() == Some(&b'{')
    }
}

/// Whether a text has the form of a date, as revisions have: `2025-11-25`.
fn is_date(text: &str) -> bool {
    let digits = |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split('-').collect::<Vec<_>>().as_slice() {
        [year, month, day] => digits(year, 4) && digits(month, 2) && digits(day, 2),
        _ => false,
    }
}

/// Compiles rules with those of their drops that may stay, which is asked of each in their order.
fn compiled(sources: &[RuleSource], mut stays: impl FnMut(&str) -> bool) -> Rules {
    let rules = sources.iter().map(|source| {
        let drops = source.rule.drops.iter().filter(|(name, _)| stays(name)).cloned().collect();
        Rule { guard: source.rule.guard.clone(), drops }
    });
    Rules::new(&rules.collect::<Vec<_>>())
}

/// The plans of all tools.
#[derive(Debug)]
pub(super) struct Plans {
    /// The plan of tools without an entry.
    others: Plan,
    /// The plans of the entries.
    entries: Vec<Plan>,
    /// Which entry has an exact name.
    exact: Named<usize>,
    /// Which entry has a glob, the most specific first.
    globs: Vec<(Glob, usize)>,
}

impl Plans {
    pub(super) fn new(policy: &Policy) -> Self {
        let mut entries = Vec::new();
        let mut exact = Named::new();
        let mut globs: Vec<(Glob, usize)> = Vec::new();
        for (key, entry) in &policy.tools {
            match Glob::parse(key) {
                Some(glob) => {
                    let more_specific =
                        globs.iter().take_while(|(other, _)| other.literal_length() >= glob.literal_length()).count();
                    globs.insert(more_specific, (glob, entries.len()));
                }
                None => {
                    exact.insert(key.clone(), entries.len());
                }
            }
            entries.push(Plan::new(policy, entry));
        }
        Self { others: Plan::new(policy, &ToolPolicy::default()), entries, exact, globs }
    }

    /// The entry that a tool falls under, by its number: by its exact name, else by the most specific glob.
    pub(super) fn entry_of(&self, tool: &str) -> Option<usize> {
        let glob = || self.globs.iter().find(|(glob, _)| glob.matches(tool)).map(|(_, entry)| *entry);
        self.exact.get(tool).copied().or_else(glob)
    }

    /// The plan of an entry, or of tools without one.
    pub(super) fn get(&self, entry: Option<usize>) -> &Plan {
        entry.and_then(|entry| self.entries.get(entry)).unwrap_or(&self.others)
    }

    /// The plan of a tool.
    pub(super) fn of(&self, tool: &str) -> &Plan {
        self.get(self.entry_of(tool))
    }
}
