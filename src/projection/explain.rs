//! What pruning and budgets did, found by looking at what came in and what went out.
//!
//! The passes themselves keep no record, so that they cost the same whether anybody asks or not.

use std::borrow::Cow;

use super::budget::Budgeted;
use super::call::Call;
use super::plan::{Plan, RuleSource};
use super::reply::Text;
use super::report::{Decision, Report, pointer_into, rules, saved};
use super::schema::Schema;
use crate::json::{Condition, Limits, Nodes, Rules, decode, in_order, inside_quotes, rewrite};
use crate::policy::Elsewhere;

/// One decision for each member that pruning took from a payload, and for each that it didn't take though a rule names it.
pub(super) fn pruning(
    plan: &Plan,
    schema: Schema<'_>,
    payload: &[u8],
    pruned: &[u8],
    call: &Call<'_>,
    pointer: &str,
) -> Vec<Decision> {
    // What whitespace takes is no matter of pruning.
    let Ok(compact) = rewrite(payload, &Rules::default(), None, Limits::default()) else { return Vec::new() };
    let (Some(before), Some(after)) = (Nodes::read(&compact), Nodes::read(pruned)) else { return Vec::new() };
    let mut explanation = Explanation { plan, schema, call, before, after, decisions: Vec::new() };
    if !plan.sources.is_empty() {
        explanation.value(0, 0, pointer);
    }
    explanation.decisions
}

/// One decision for a payload that was flattened; its whitespace is counted apart.
pub(super) fn flattening(payload: &[u8], blocks: &[Text], report: &mut Report) {
    report.add(|| {
        let Ok(compact) = rewrite(payload, &Rules::default(), None, Limits::default()) else { return Vec::new() };
        let bytes_saved = saved(compact.len(), blocks.iter().map(Text::length).sum());
        vec![Decision { rule: rules::FLATTEN.to_owned(), pointer: String::new(), bytes_saved, reason: None }]
    });
}

/// One decision for what a budget did with a payload, or why it did nothing.
pub(super) fn budget(budgeted: &Budgeted, payload: &[u8], pointer: &str, report: &mut Report) {
    let bytes = budgeted.payload.as_ref().map_or(0, |cut| saved(payload.len(), cut.len()));
    if budgeted.payload.is_none() && budgeted.problem.is_none() {
        return;
    }
    report.note(rules::BUDGET, bytes, || {
        let pointer =
            budgeted.list.as_deref().map_or_else(|| pointer.to_owned(), |list| pointer_into(pointer, &decode(list)));
        (pointer, budgeted.problem.as_deref().unwrap_or_default().to_owned())
    });
}

/// The members of an object, by their decoded names.
struct Members {
    /// Each name with its node.
    names: Vec<(Vec<u8>, usize)>,
    /// The places of the names in the order of the names; of a name that occurs twice, the last comes last.
    in_order: Vec<usize>,
}

impl Members {
    fn of(nodes: &Nodes<'_>, object: usize) -> Self {
        let names = nodes.inside(object).step_by(2);
        let names: Vec<_> = names.map(|name| (unquoted(&decode(nodes.token(name))), name)).collect();
        let by_name = names.iter().enumerate().map(|(place, (name, _))| (Cow::Borrowed(name.as_slice()), place));
        let in_order = in_order(by_name.collect()).into_iter().map(|(_, place)| place).collect();
        Self { names, in_order }
    }

    /// The node of the last member of a name.
    fn last(&self, name: &[u8]) -> Option<usize> {
        let is_up_to = |place: &usize| self.names.get(*place).is_some_and(|(other, _)| other.as_slice() <= name);
        let last = self.in_order.partition_point(is_up_to).checked_sub(1)?;
        let (other, node) = self.names.get(*self.in_order.get(last)?)?;
        (other == name).then_some(*node)
    }
}

struct Explanation<'a> {
    plan: &'a Plan,
    schema: Schema<'a>,
    call: &'a Call<'a>,
    /// The payload, compact.
    before: Nodes<'a>,
    after: Nodes<'a>,
    decisions: Vec<Decision>,
}

impl Explanation<'_> {
    /// Compares a value with what became of it; it recurs once for each level.
    fn value(&mut self, before: usize, after: usize, pointer: &str) {
        match self.before.token(before).first() {
            Some(b'[') => {
                let items: Vec<_> = self.before.inside(before).zip(self.after.inside(after)).collect();
                for (number, (before, after)) in items.into_iter().enumerate() {
                    self.value(before, after, &format!("{pointer}/{number}"));
                }
            }
            Some(b'{') => self.object(before, after, pointer),
            _ => {}
        }
    }

    fn object(&mut self, before: usize, after: usize, pointer: &str) {
        let (had, has) = (Members::of(&self.before, before), Members::of(&self.after, after));
        let mut kept = has.names.iter();
        // What goes takes a comma with it, but for the last of an object that is left with nothing.
        let mut commas = if has.names.is_empty() { had.names.len().saturating_sub(1) } else { had.names.len() };
        for (name, node) in &had.names {
            let pointer = pointer_into(pointer, name);
            if has.last(name).is_some() {
                self.refusals(&had, name, node + 1, &pointer);
                // All occurrences of a name stay or none, so the two go side by side.
                if let Some((_, other)) = kept.next() {
                    self.value(node + 1, other + 1, &pointer);
                }
                continue;
            }
            let comma = usize::from(commas > 0);
            commas = commas.saturating_sub(1);
            let bytes = self.before.token(*node).len() + 1 + self.before.token(node + 1).len() + comma;
            let (rule, reason) = self.cause(&had, name);
            self.decisions.push(Decision { rule, pointer, bytes_saved: saved(bytes, 0), reason: Some(reason) });
        }
    }

    /// Which rule took a member, and on what grounds.
    fn cause(&self, members: &Members, name: &[u8]) -> (String, String) {
        let last = members.last(name).map(|node| node + 1);
        for source in self.plan.sources.iter().filter(|source| holds(source, members).is_none()) {
            for ((_, condition), elsewhere) in drops_of(source, name) {
                let value = last.map(|node| self.before.token(node)).unwrap_or_default();
                let reason = match (condition, elsewhere) {
                    (Condition::Equal(scalar), _) if !super::filter::is_scalar(value, scalar) => continue,
                    (Condition::Empty, _) if !matches!(value, b"[]" | b"{}") => continue,
                    (Condition::Equal(_), _) => "it is the default".to_owned(),
                    (Condition::Empty, _) => "it is empty".to_owned(),
                    (_, Some(Elsewhere::Sibling { member, .. })) => format!("`{member}` restates it"),
                    (_, Some(elsewhere)) => format!("the reader has it in `{elsewhere}`"),
                    (_, None) => String::new(),
                };
                return (source.name.clone(), reason);
            }
        }
        (rules::PRUNE.to_owned(), String::new())
    }

    /// Says of a member that stays which rules would have taken it, had something been otherwise.
    fn refusals(&mut self, members: &Members, name: &[u8], value: usize, pointer: &str) {
        let value = self.before.token(value);
        for source in &self.plan.sources {
            for ((member, condition), elsewhere) in drops_of(source, name) {
                let reason = match condition {
                    Condition::Equal(scalar) if !super::filter::is_scalar(value, scalar) => continue,
                    Condition::Empty if !matches!(value, b"[]" | b"{}") => continue,
                    _ => match (holds(source, members), elsewhere) {
                        (Some(missing), _) => format!("`{missing}` is missing beside it"),
                        (None, _) if self.schema.lets_go([member.as_str()]) != [true] => {
                            "the tool's outputSchema may require it".to_owned()
                        }
                        (None, Some(elsewhere @ Elsewhere::Argument(_))) if self.call.arguments.is_some() => {
                            format!("`{elsewhere}` of the call isn't the same")
                        }
                        (None, _) => continue,
                    },
                };
                let reason = Some(format!("rule `{}`: {reason}", source.name));
                let rule = rules::PRUNE.to_owned();
                self.decisions.push(Decision { rule, pointer: pointer.to_owned(), bytes_saved: 0, reason });
            }
        }
    }
}

/// The first member of a rule's guard that an object lacks.
fn holds<'r>(source: &'r RuleSource, members: &Members) -> Option<&'r String> {
    source.rule.guard.iter().find(|name| members.last(name.as_bytes()).is_none())
}

/// A rule's drops of one name, each with where the reader has it.
fn drops_of<'r>(
    source: &'r RuleSource,
    name: &[u8],
) -> impl Iterator<Item = (&'r (String, Condition), Option<&'r Elsewhere>)> {
    let drops = source.rule.drops.iter().zip(source.elsewhere.iter().map(Option::as_ref));
    drops.filter(move |((other, _), _)| other.as_bytes() == name)
}

/// A string token, decoded with its quotes, without them.
fn unquoted(token: &[u8]) -> Vec<u8> {
    inside_quotes(token).unwrap_or(token).to_vec()
}
