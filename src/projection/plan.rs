//! A policy, compiled per tool.

use super::call::Call;
use super::flatten::FlattenPlan;
use crate::json::{Condition, Limits, Rule, Rules, SuppliedValue};
use crate::policy::{Elsewhere, Glob, Named, Policy, ToolPolicy};

/// What to do with one tool's replies.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) rules: Rules,
    /// The arguments that the rules' [`Condition::Supplied`] number.
    arguments: Vec<Vec<String>>,
    pub(super) flatten: Option<FlattenPlan>,
}

impl Plan {
    fn new(policy: &Policy, entry: &ToolPolicy) -> Self {
        let (mut rules, mut arguments) = (Vec::new(), Vec::new());
        for rule in entry.rules(&policy.defaults).iter().filter_map(|name| policy.prune.get(name)) {
            let mut drops = Vec::new();
            for (member, elsewhere) in &rule.drop {
                let condition = match elsewhere {
                    Elsewhere::Argument(path) => {
                        arguments.push(path.clone());
                        Condition::Supplied(arguments.len() - 1)
                    }
                    Elsewhere::Sibling { .. } | Elsewhere::Tool(_) => Condition::Always,
                };
                drops.push((member.clone(), condition));
            }
            for (member, value) in &rule.drop_equal {
                drops.push((member.clone(), Condition::Equal(value.clone())));
            }
            for member in &rule.drop_empty {
                drops.push((member.clone(), Condition::Empty));
            }
            rules.push(Rule { guard: rule.guard.clone(), drops });
        }
        Self { rules: Rules::new(&rules), arguments, flatten: entry.flatten(&policy.defaults).map(FlattenPlan::new) }
    }

    /// Whether what it does depends on the call's arguments.
    #[cfg(target_arch = "wasm32")]
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
