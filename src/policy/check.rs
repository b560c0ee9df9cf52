//! What a policy has to keep beyond its types, so that no rule can drop an only copy.

use std::collections::BTreeSet;

use super::document::{ErrorShape, Flatten, Lists, Policy, PruneRule, Shape, ToolPolicy};
use super::elsewhere::Elsewhere;
use super::error::PolicyError;
use super::glob::Glob;

/// The rules of the contract linter.
const CONTRACT_RULES: [&str; 16] = [
    "unmirrored-structured",
    "duplicate-payload",
    "pretty-text",
    "only-copy-lost",
    "error-data-hidden",
    "nonconforming-structured",
    "undeclared-member",
    "undocumented-property",
    "text-differs-from-member",
    "schema-without-structured",
    "output-schema-under-content-shape",
    "empty-content",
    "broken-json-text",
    "over-budget",
    "unflagged-error",
    "over-transport-limit",
];

/// Finds the first thing that is wrong with a policy.
pub(crate) fn check(policy: &Policy) -> Result<(), PolicyError> {
    if policy.version != 1 {
        return Err(PolicyError::at(["version"], format!("version {} is unknown; expected 1", policy.version)));
    }
    for (name, rule) in &policy.prune {
        check_rule(rule).map_err(|(place, problem)| {
            PolicyError::at(["prune", name].into_iter().chain(place.iter().map(String::as_str)), problem)
        })?;
    }
    check_names(policy)?;
    check_entry(policy, &policy.defaults, &["defaults"])?;
    for (name, entry) in &policy.tools {
        check_entry(policy, entry, &["tools", name])?;
    }
    Ok(())
}

/// A place inside what is being checked, and what is wrong there.
type Problem = (Vec<String>, String);

fn problem<T>(place: &[&str], problem: impl Into<String>) -> Result<T, Problem> {
    Err((place.iter().map(|&token| token.to_owned()).collect(), problem.into()))
}

/// A rule must be guarded, and must leave what it says that the reader has instead.
fn check_rule(rule: &PruneRule) -> Result<(), Problem> {
    if rule.guard.is_empty() {
        return problem(&["where"], "an empty guard holds for every object; expected one member name at least");
    }
    check_unique(&rule.guard, "where")?;
    check_unique(&rule.drop_empty, "dropEmpty")?;
    for (member, elsewhere) in &rule.drop {
        let Elsewhere::Sibling { member: sibling, .. } = elsewhere else { continue };
        if sibling == member {
            return problem(&["drop", member], format!("`{member}` can't restate itself; expected another member"));
        }
        if rule.drop.contains_key(sibling) {
            return problem(
                &["drop", member],
                format!(
                    "`{sibling}` goes too, so it can't restate `{member}`; expected a member that stays, `arguments.NAME` or `tool:NAME`"
                ),
            );
        }
        if !rule.guard.contains(sibling) {
            return problem(
                &["drop", member],
                format!(
                    "`{sibling}` is not in `where`, so it may be missing where `{member}` goes; expected a member of the guard, `arguments.NAME` or `tool:NAME`"
                ),
            );
        }
    }
    for name in rule.drop_equal.keys() {
        if rule.drop.contains_key(name) {
            return problem(
                &["dropEqual", name],
                format!("`drop` takes `{name}` whatever its value; expected it in one of the two"),
            );
        }
    }
    for (at, name) in rule.drop_empty.iter().enumerate() {
        if rule.drop.contains_key(name) {
            return problem(
                &["dropEmpty", &at.to_string()],
                format!("`drop` takes `{name}` whatever its value; expected it in one of the two"),
            );
        }
    }
    Ok(())
}

fn check_unique(names: &[String], list: &str) -> Result<(), Problem> {
    let mut met = BTreeSet::new();
    match names.iter().enumerate().find(|(_, name)| !met.insert(*name)) {
        None => Ok(()),
        Some((at, name)) => {
            problem(&[list, &at.to_string()], format!("`{name}` is named twice; expected each name once"))
        }
    }
}

/// Tool names must be usable, and no tool may fall under two patterns that are equally specific.
fn check_names(policy: &Policy) -> Result<(), PolicyError> {
    let mut globs: Vec<(&str, Glob)> = Vec::new();
    for key in policy.tools.keys() {
        let bad = |problem: &str| Err(PolicyError::at(["tools", key.as_str()], problem));
        if key.is_empty() {
            return bad("an empty name fits no tool; expected a tool's name or a glob");
        }
        if key.contains("**") {
            return bad("`**` says no more than `*`; expected single stars");
        }
        if key.contains(|character: char| matches!(character, '?' | '[' | ']' | '{' | '}') || character.is_control()) {
            return bad("`*` is the only wildcard; expected a tool's name or a glob with `*`");
        }
        let Some(glob) = Glob::parse(key) else { continue };
        for (other_key, other) in &globs {
            if glob.literal_length() == other.literal_length() && glob.overlaps(other) {
                return bad(&format!(
                    "`{other_key}` is as specific and fits the same tools; expected one of them to have more literal text"
                ));
            }
        }
        globs.push((key, glob));
    }
    Ok(())
}

/// An entry's own members, then what it comes to together with the defaults.
fn check_entry(policy: &Policy, entry: &ToolPolicy, place: &[&str]) -> Result<(), PolicyError> {
    let at = |inside: &[&str], problem: String| Err(PolicyError::at([place, inside].concat(), problem));

    if let Some(names) = &entry.prune {
        if let Err((inside, problem)) = check_unique(names, "prune") {
            return at(&inside.iter().map(String::as_str).collect::<Vec<_>>(), problem);
        }
        for (number, name) in names.iter().enumerate() {
            if !policy.prune.contains_key(name) {
                return at(
                    &["prune", &number.to_string()],
                    format!("`{name}` is no rule of `/prune`; expected {}", known_rules(policy)),
                );
            }
        }
    }
    if let Some(flatten) = &entry.flatten
        && let Err((inside, problem)) = check_flatten(flatten)
    {
        return at(&inside.iter().map(String::as_str).collect::<Vec<_>>(), problem);
    }
    if let Some(budget) = &entry.budget
        && budget.items.is_some() == budget.echo.is_some()
    {
        return at(&["budget"], "expected either `items` or `echo`".to_owned());
    }
    if entry.error_when.as_ref().is_some_and(|members| members.is_empty()) {
        return at(&["errorWhen"], "expected one member at least, with the value that marks an error".to_owned());
    }
    if let Some(rule) =
        entry.contract.iter().flatten().map(|(rule, _)| rule).find(|rule| !CONTRACT_RULES.contains(&rule.as_str()))
    {
        return at(
            &["contract", rule],
            format!("`{rule}` is no rule of the contract; expected one of `{}`", CONTRACT_RULES.join("`, `")),
        );
    }
    check_supported(entry, &at)?;
    check_rules_together(policy, entry, &at)
}

fn known_rules(policy: &Policy) -> String {
    if policy.prune.is_empty() {
        return "that it is defined there first".to_owned();
    }
    let names: Vec<&str> = policy.prune.keys().map(String::as_str).collect();
    format!("one of `{}`", names.join("`, `"))
}

fn check_flatten(flatten: &Flatten) -> Result<(), Problem> {
    let Flatten { member, elsewhere, .. } = flatten;
    for (name, place) in elsewhere {
        if name == member {
            return problem(
                &["flatten", "elsewhere", name],
                format!("`{member}` is what is sent; expected other members only"),
            );
        }
        match place {
            Elsewhere::Sibling { member: sibling, .. } if sibling != member => {
                return problem(
                    &["flatten", "elsewhere", name],
                    format!(
                        "`{sibling}` goes too when `{member}` is sent alone; expected `{member}`, `arguments.NAME` or `tool:NAME`"
                    ),
                );
            }
            _ => {}
        }
    }
    Ok(())
}

/// What the format knows and this version doesn't do must not look as if it were done.
fn check_supported<E>(entry: &ToolPolicy, at: &impl Fn(&[&str], String) -> Result<(), E>) -> Result<(), E> {
    let unsupported = [
        ("shape", entry.shape.is_some_and(|shape| shape != Shape::Content), "`content`"),
        ("error", entry.error.is_some_and(|error| error != ErrorShape::Envelope), "`envelope`"),
        ("textMember", entry.text_member.is_some(), "no such member"),
        ("unwrap", entry.unwrap.is_some(), "no such member"),
        ("budget", entry.budget.is_some(), "no such member"),
        ("lists", entry.lists.is_some_and(|lists| lists != Lists::Objects), "`objects`"),
        ("host", entry.host.is_some(), "no such member"),
    ];
    match unsupported.into_iter().find(|(_, is_set, _)| *is_set) {
        None => Ok(()),
        Some((member, _, expected)) => at(&[member], format!("not supported yet; expected {expected}")),
    }
}

/// Rules that hold together must not drop what one of them relies on.
fn check_rules_together<E>(
    policy: &Policy,
    entry: &ToolPolicy,
    at: &impl Fn(&[&str], String) -> Result<(), E>,
) -> Result<(), E> {
    let entry = entry.over(&policy.defaults);
    let rules: Vec<(&String, &PruneRule)> =
        entry.prune.iter().flatten().filter_map(|name| policy.prune.get_key_value(name)).collect();

    for (name, rule) in &rules {
        for (member, elsewhere) in &rule.drop {
            let Elsewhere::Sibling { member: sibling, .. } = elsewhere else { continue };
            if let Some((other, _)) = rules.iter().find(|(_, other)| other.drop.contains_key(sibling)) {
                return at(
                    &["prune"],
                    format!(
                        "rule `{name}` drops `{member}` because `{sibling}` restates it, but rule `{other}` drops `{sibling}`; expected only one of the two"
                    ),
                );
            }
        }
    }

    // An object all of whose members may go can become `{}`, and a second projection would then drop it as empty.
    let may_go = |member: &String| {
        rules.iter().any(|(_, rule)| {
            rule.drop.contains_key(member) || rule.drop_equal.contains_key(member) || rule.drop_empty.contains(member)
        })
    };
    let drops_empty = rules.iter().any(|(_, rule)| !rule.drop_empty.is_empty());
    match rules.iter().find(|(_, rule)| drops_empty && rule.guard.iter().all(may_go)) {
        None => Ok(()),
        Some((name, _)) => at(
            &["prune"],
            format!(
                "every guard member of rule `{name}` may be dropped beside a `dropEmpty`; expected one that always stays"
            ),
        ),
    }
}
