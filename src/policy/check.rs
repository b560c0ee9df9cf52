//! What a policy has to keep beyond its types, so that no rule can drop an only copy.

use super::document::{Flatten, Policy, PruneRule, Shape, ToolPolicy};
use super::elsewhere::Elsewhere;
use super::error::PolicyError;
use super::glob::Glob;
use super::named::{Named, repeated};
use super::read::Place;

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
    let top = Place::TOP;
    if policy.version != 1 {
        let version = policy.version.to_string();
        return Err(top.inside("version").error(&["version ", &version, " is unknown; expected 1"]));
    }
    for (name, rule) in &policy.prune {
        check_rule(rule, &top.inside("prune").inside(name))?;
    }
    check_names(policy, &top.inside("tools"))?;
    check_entry(policy, &policy.defaults, &top.inside("defaults"))?;
    for (name, entry) in &policy.tools {
        check_entry(policy, entry, &top.inside("tools").inside(name))?;
    }
    Ok(())
}

/// A rule must be guarded, and must leave what it says that the reader has instead.
fn check_rule(rule: &PruneRule, place: &Place<'_>) -> Result<(), PolicyError> {
    let (drop, is_taken) = (place.inside("drop"), "` whatever its value; expected it in one of the two");
    if rule.guard.is_empty() {
        let problem = "an empty guard holds for every object; expected one member name at least";
        return Err(place.inside("where").error(&[problem]));
    }
    check_unique(&rule.guard, &place.inside("where"))?;
    check_unique(&rule.drop_empty, &place.inside("dropEmpty"))?;
    for (member, elsewhere) in &rule.drop {
        let Elsewhere::Sibling { member: sibling, .. } = elsewhere else { continue };
        let problem: &[&str] = if sibling == member {
            &["`", member, "` can't restate itself; expected another member"]
        } else if may_drop(rule, sibling) {
            &[
                "`",
                sibling,
                "` may go too, so it can't restate `",
                member,
                "`; expected a member that stays, `arguments.NAME` or `tool:NAME`",
            ]
        } else if !rule.guard.contains(sibling) {
            &[
                "`",
                sibling,
                "` is not in `where`, so it may be missing where `",
                member,
                "` goes; expected a member of the guard, `arguments.NAME` or `tool:NAME`",
            ]
        } else {
            continue;
        };
        return Err(drop.inside(member).error(problem));
    }
    for (name, _) in &rule.drop_equal {
        if rule.drop.contains_key(name) {
            return Err(place.inside("dropEqual").inside(name).error(&["`drop` takes `", name, is_taken]));
        }
    }
    for (at, name) in rule.drop_empty.iter().enumerate() {
        if rule.drop.contains_key(name) {
            let item = at.to_string();
            return Err(place.inside("dropEmpty").inside(&item).error(&["`drop` takes `", name, is_taken]));
        }
    }
    Ok(())
}

/// Whether a rule may drop a member of this name.
fn may_drop(rule: &PruneRule, name: &String) -> bool {
    rule.drop.contains_key(name) || rule.drop_equal.contains_key(name) || rule.drop_empty.contains(name)
}

fn check_unique(names: &[String], place: &Place<'_>) -> Result<(), PolicyError> {
    let repeated = repeated(names.iter().map(String::as_str));
    match repeated.and_then(|at| Some((at, names.get(at)?))) {
        None => Ok(()),
        Some((at, name)) => {
            Err(place.inside(&at.to_string()).error(&["`", name, "` is named twice; expected each name once"]))
        }
    }
}

/// Eight times what the MCP specification recommends for tool names: comparing two globs takes as much memory as their lengths
/// multiplied.
const LONGEST_NAME: usize = 1024;

/// Tool names must be usable, and no tool may fall under two patterns that are equally specific.
fn check_names(policy: &Policy, place: &Place<'_>) -> Result<(), PolicyError> {
    let mut globs: Vec<(&str, Glob)> = Vec::new();
    for (key, _) in &policy.tools {
        let place = place.inside(key);
        if key.is_empty() {
            return Err(place.error(&["an empty name fits no tool; expected a tool's name or a glob"]));
        }
        if key.len() > LONGEST_NAME {
            return Err(place.error(&["no tool has a name of more than 1024 bytes; expected a shorter one"]));
        }
        if key.as_bytes().windows(2).any(|pair| pair == b"**") {
            return Err(place.error(&["`**` says no more than `*`; expected single stars"]));
        }
        if key.contains(|character: char| matches!(character, '?' | '[' | ']' | '{' | '}') || character.is_control()) {
            return Err(place.error(&["`*` is the only wildcard; expected a tool's name or a glob with `*`"]));
        }
        let Some(glob) = Glob::parse(key) else { continue };
        for (other_key, other) in &globs {
            if glob.literal_length() == other.literal_length() && glob.overlaps(other) {
                let problem =
                    "` is as specific and fits the same tools; expected one of them to have more literal text";
                return Err(place.error(&["`", other_key, problem]));
            }
        }
        globs.push((key, glob));
    }
    Ok(())
}

/// An entry's own members, then what it comes to together with the defaults.
fn check_entry(policy: &Policy, entry: &ToolPolicy, place: &Place<'_>) -> Result<(), PolicyError> {
    if let Some(names) = &entry.prune {
        let place = place.inside("prune");
        check_unique(names, &place)?;
        for (number, name) in names.iter().enumerate() {
            if !policy.prune.contains_key(name) {
                let problem = ["`", name, "` is no rule of `/prune`; expected ", &known_rules(policy)];
                return Err(place.inside(&number.to_string()).error(&problem));
            }
        }
    }
    if let Some(flatten) = &entry.flatten {
        check_flatten(flatten, &place.inside("flatten").inside("elsewhere"))?;
    }
    if let Some(budget) = &entry.budget
        && budget.items.is_some() == budget.echo.is_some()
    {
        return Err(place.inside("budget").error(&["expected either `items` or `echo`"]));
    }
    for (name, list) in entry.budget.iter().flat_map(|budget| [("items", &budget.items), ("echo", &budget.echo)]) {
        if list.as_ref().is_some_and(String::is_empty) {
            return Err(place
                .inside("budget")
                .inside(name)
                .error(&["expected the name of a list, found an empty text"]));
        }
    }
    if entry.budget.as_ref().is_some_and(|budget| budget.echo.as_deref() == Some("*")) {
        let problem = "only `items` can be the only list there is; expected the name of a list";
        return Err(place.inside("budget").inside("echo").error(&[problem]));
    }
    if entry.error_when.as_ref().is_some_and(Named::is_empty) {
        let problem = "expected one member at least, with the value that marks an error";
        return Err(place.inside("errorWhen").error(&[problem]));
    }
    for (rule, _) in entry.contract.iter().flatten() {
        if !CONTRACT_RULES.contains(&rule.as_str()) {
            let known = CONTRACT_RULES.join("`, `");
            let problem = ["`", rule, "` is no rule of the contract; expected one of `", &known, "`"];
            return Err(place.inside("contract").inside(rule).error(&problem));
        }
    }
    check_forms(policy, entry, place)?;
    check_rules_together(policy, entry, &place.inside("prune"))
}

fn known_rules(policy: &Policy) -> String {
    if policy.prune.is_empty() {
        return "that it is defined there first".to_owned();
    }
    let names: Vec<&str> = policy.prune.keys().map(String::as_str).collect();
    ["one of `", &names.join("`, `"), "`"].concat()
}

fn check_flatten(flatten: &Flatten, place: &Place<'_>) -> Result<(), PolicyError> {
    let Flatten { member, elsewhere, .. } = flatten;
    for (name, found) in elsewhere {
        let place = place.inside(name);
        if name == member {
            return Err(place.error(&["`", member, "` is what is sent; expected other members only"]));
        }
        if let Elsewhere::Sibling { member: sibling, .. } = found
            && sibling != member
        {
            return Err(place.error(&[
                "`",
                sibling,
                "` goes too when `",
                member,
                "` is sent alone; expected `",
                member,
                "`, `arguments.NAME` or `tool:NAME`",
            ]));
        }
    }
    Ok(())
}

/// What an entry says must not be void together with what else it says and with the defaults.
fn check_forms(policy: &Policy, entry: &ToolPolicy, place: &Place<'_>) -> Result<(), PolicyError> {
    let defaults = &policy.defaults;
    for (name, member) in [("textMember", &entry.text_member), ("unwrap", &entry.unwrap), ("host", &entry.host)] {
        if member.as_ref().is_some_and(String::is_empty) {
            return Err(place.inside(name).error(&["expected a name, found an empty text"]));
        }
    }
    let shape = entry.shape.or(defaults.shape).unwrap_or_default();
    // Defaults may hold what matters to the tools of one shape alone.
    let is_tool = !std::ptr::eq(entry, defaults);
    if is_tool && entry.text_member.is_some() && shape != Shape::Structured {
        return Err(place
            .inside("textMember")
            .error(&["only shape `structured` has it; expected that shape beside it"]));
    }
    if is_tool && entry.flatten.is_some() && shape != Shape::Content {
        return Err(place.inside("flatten").error(&["only shape `content` has it; expected that shape beside it"]));
    }
    let is_data = entry.compact_text.or(defaults.compact_text) == Some(true);
    if is_data && shape == Shape::Content && entry.flatten(defaults).is_some() {
        let name = if entry.compact_text.is_some() { "compactText" } else { "flatten" };
        let problem = "the text of a flattened payload is a document, which `compactText` would take for data; expected one of the two";
        return Err(place.inside(name).error(&[problem]));
    }
    Ok(())
}

/// Rules that hold together must not drop what one of them relies on.
fn check_rules_together(policy: &Policy, entry: &ToolPolicy, place: &Place<'_>) -> Result<(), PolicyError> {
    let names = entry.rules(&policy.defaults);
    let rules: Vec<(&String, &PruneRule)> =
        names.iter().filter_map(|name| Some((name, policy.prune.get(name)?))).collect();

    for (name, rule) in &rules {
        for (member, elsewhere) in &rule.drop {
            let Elsewhere::Sibling { member: sibling, .. } = elsewhere else { continue };
            if let Some((other, _)) = rules.iter().find(|(_, other)| may_drop(other, sibling)) {
                return Err(place.error(&[
                    "rule `",
                    name,
                    "` drops `",
                    member,
                    "` because `",
                    sibling,
                    "` restates it, but rule `",
                    other,
                    "` drops `",
                    sibling,
                    "`; expected only one of the two",
                ]));
            }
        }
    }

    // An object all of whose members may go can become `{}`, and a second projection would then drop it as empty.
    let may_go = |member: &String| rules.iter().any(|(_, rule)| may_drop(rule, member));
    let drops_empty = rules.iter().any(|(_, rule)| !rule.drop_empty.is_empty());
    match rules.iter().find(|(_, rule)| drops_empty && rule.guard.iter().all(may_go)) {
        None => Ok(()),
        Some((name, _)) => Err(place.error(&[
            "every guard member of rule `",
            name,
            "` may be dropped beside a `dropEmpty`; expected one that always stays",
        ])),
    }
}
