//! A policy, compiled per tool.

use std::collections::HashMap;

use super::call::Call;
use super::flatten::FlattenPlan;
use crate::json::{Condition, Limits, Rule, Rules, SuppliedValue};
use crate::policy::{Elsewhere, Glob, Policy, ToolPolicy};

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
        let entry = entry.over(&policy.defaults);
        let mut arguments = Vec::new();
        let rules: Vec<Rule> = entry
            .prune
            .iter()
            .flatten()
            .filter_map(|name| policy.prune.get(name))
            .map(|rule| {
                let dropped = rule.drop.iter().map(|(member, elsewhere)| {
                    let condition = match elsewhere {
                        Elsewhere::Argument(path) => {
                            arguments.push(path.clone());
                            Condition::Supplied(arguments.len() - 1)
                        }
                        Elsewhere::Sibling { .. } | Elsewhere::Tool(_) => Condition::Always,
                    };
                    (member.clone(), condition)
                });
                let equal =
                    rule.drop_equal.iter().map(|(member, value)| (member.clone(), Condition::Equal(value.clone())));
                let empty = rule.drop_empty.iter().map(|member| (member.clone(), Condition::Empty));
                Rule { guard: rule.guard.clone(), drops: dropped.chain(equal).chain(empty).collect() }
            })
            .collect();
        Self { rules: Rules::new(&rules), arguments, flatten: entry.flatten.as_ref().map(FlattenPlan::new) }
    }

    /// The call's arguments that the rules ask for; `None` where the call's arguments are not known.
    pub(super) fn supplied(&self, call: &Call<'_>) -> Option<Vec<Option<SuppliedValue>>> {
        if self.arguments.is_empty() {
            return None;
        }
        let values = call.arguments_at(&self.arguments)?;
        // `arguments_at` hands out values of a valid text only.
        Some(values.into_iter().map(|value| SuppliedValue::new(value?, Limits::default()).ok()).collect())
    }
}

/// The plans of all tools.
#[derive(Debug)]
pub(super) struct Plans {
    exact: HashMap<String, Plan>,
    /// The most specific first.
    globs: Vec<(Glob, Plan)>,
    others: Plan,
}

impl Plans {
    pub(super) fn new(policy: &Policy) -> Self {
        let mut exact = HashMap::new();
        let mut globs = Vec::new();
        for (key, entry) in &policy.tools {
            let plan = Plan::new(policy, entry);
            match Glob::parse(key) {
                Some(glob) => globs.push((glob, plan)),
                None => {
                    exact.insert(key.clone(), plan);
                }
            }
        }
        globs.sort_by_key(|(glob, _)| std::cmp::Reverse(glob.literal_length()));
        Self { exact, globs, others: Plan::new(policy, &ToolPolicy::default()) }
    }

    /// The plan of a tool: by its exact name, else by the most specific glob, else by the defaults.
    pub(super) fn of(&self, tool: &str) -> &Plan {
        self.exact
            .get(tool)
            .or_else(|| self.globs.iter().find(|(glob, _)| glob.matches(tool)).map(|(_, plan)| plan))
            .unwrap_or(&self.others)
    }
}
