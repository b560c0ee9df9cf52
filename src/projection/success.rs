//! The reply for a payload.

use super::budget::Budgeted;
use super::call::Call;
use super::explain;
use super::object::object_with;
use super::plan::{Forms, Plan};
use super::reply::{Reply, Text};
use super::report::{Report, rules, saved};
use crate::json::{JsonError, Limits, decode, escape_into, members, rewrite};
use crate::policy::Shape;

/// The reply of a tool that succeeded.
pub(super) fn success(
    plan: &Plan,
    forms: &Forms<'_>,
    payload: &[u8],
    call: &Call<'_>,
    report: &mut Report,
) -> Result<Reply, JsonError> {
    if forms.by_host {
        report.note(rules::HOST, 0, || (String::new(), "the host's profile chose the shape".to_owned()));
    }
    match forms.shape {
        Shape::Content => content_alone(plan, forms, payload, call, report),
        Shape::Mirrored | Shape::Structured => with_structured(plan, forms, payload, call, report),
    }
}

fn content_alone(
    plan: &Plan,
    forms: &Forms<'_>,
    payload: &[u8],
    call: &Call<'_>,
    report: &mut Report,
) -> Result<Reply, JsonError> {
    // A client that knows of an outputSchema insists on structuredContent.
    let structured = match forms.schema.is_declared() {
        true => Some(structured(plan, forms, payload, call, &mut Report::none())?),
        false => None,
    };
    let mut reply = Reply::default();
    if let Some(flatten) = &plan.flatten {
        match flatten.blocks(payload, call, Limits::default())? {
            Ok(blocks) => {
                explain::flattening(payload, &blocks, report);
                reply.content = blocks;
            }
            Err(refusal) => report.note(rules::FLATTEN, 0, || refusal.pointer_and_reason()),
        }
    }
    if reply.content.is_empty() {
        let text = match &structured {
            Some(structured) => pruned(plan, &structured.unwrapped, call, report)?,
            None => {
                let text = pruned(plan, payload, call, report)?;
                match budgeted(plan, forms, &text, report)?.payload {
                    Some(budgeted) => budgeted,
                    None => text,
                }
            }
        };
        reply.content = vec![Text::raw(text)];
    }
    if let Some(structured) = structured {
        let bytes = saved(0, structured.json.len());
        report.note(rules::OUTPUT_SCHEMA, bytes, || {
            (
                "/structuredContent".to_owned(),
                "the client insists on it, for the tool declares an outputSchema".to_owned(),
            )
        });
        reply.structured_content = Some(structured.json);
        reply.meta = structured.meta;
    }
    Ok(reply)
}

fn with_structured(
    plan: &Plan,
    forms: &Forms<'_>,
    payload: &[u8],
    call: &Call<'_>,
    report: &mut Report,
) -> Result<Reply, JsonError> {
    let structured = structured(plan, forms, payload, call, report)?;
    let mut content = Vec::new();
    let text_member = (forms.shape == Shape::Structured).then_some(plan.text_member.as_deref()).flatten();
    match text_member.and_then(|name| string_member(&structured.json, name)) {
        Some(inside) => content.push(Text::token(inside)),
        None => {
            if forms.shape == Shape::Mirrored {
                content.extend(match (call.summary, structured.count_line) {
                    (Some(summary), _) => Some(Text::raw(summary.as_bytes().to_vec())),
                    (None, line) => line.map(|line| Text::token(&line)),
                });
            }
            content.push(Text::raw(structured.json.clone()));
        }
    }
    let bytes = saved(0, structured.json.len());
    report.note(rules::MIRROR, bytes, || ("/structuredContent".to_owned(), String::new()));
    Ok(Reply { content, structured_content: Some(structured.json), meta: structured.meta, is_error: false })
}

/// What goes into structuredContent.
struct Structured {
    /// Compact JSON.
    json: Vec<u8>,
    /// The same as it was before the protocol's revision asked for an object around it.
    unwrapped: Vec<u8>,
    /// The reply's `_meta`, for counts that the tool's outputSchema has no place for.
    meta: Option<Vec<u8>>,
    count_line: Option<Vec<u8>>,
}

fn structured(
    plan: &Plan,
    forms: &Forms<'_>,
    payload: &[u8],
    call: &Call<'_>,
    report: &mut Report,
) -> Result<Structured, JsonError> {
    let supplied = plan.supplied(call);
    let pruned = rewrite(payload, &plan.rules_under(forms.schema), supplied.as_deref(), Limits::default())?;
    report.add(|| explain::pruning(plan, forms.schema, payload, &pruned, call, ""));
    let Budgeted { payload: cut, apart, count_line, .. } = budgeted(plan, forms, &pruned, report)?;
    let unwrapped = cut.unwrap_or(pruned);
    let json = if forms.any_structured || unwrapped.first() == Some(&b'{') {
        unwrapped.clone()
    } else {
        report.note(rules::REVISION, saved(0, RESULT.len() + 5), || {
            (String::new(), "before 2026-07-28 structuredContent has to be an object".to_owned())
        });
        object_with(RESULT, &unwrapped)
    };
    Ok(Structured { json, unwrapped, meta: apart.map(|apart| object_with(BUDGET_META, &apart)), count_line })
}

/// The member that a value is put into which has to be an object, as the SDKs have it.
pub(super) const RESULT: &[u8] = b"result";

/// The `_meta` member that holds a budget's counts.
pub(super) const BUDGET_META: &[u8] = b"mcp-projection/budget";

/// The payload pruned by all of the rules.
fn pruned(plan: &Plan, payload: &[u8], call: &Call<'_>, report: &mut Report) -> Result<Vec<u8>, JsonError> {
    let supplied = plan.supplied(call);
    let pruned = rewrite(payload, &plan.rules, supplied.as_deref(), Limits::default())?;
    report.add(|| explain::pruning(plan, super::schema::Schema::None, payload, &pruned, call, ""));
    Ok(pruned)
}

/// What the budget makes of a compact payload; nothing where there is none.
fn budgeted(plan: &Plan, forms: &Forms<'_>, payload: &[u8], report: &mut Report) -> Result<Budgeted, JsonError> {
    let Some(budget) = &plan.budget else { return Ok(Budgeted::default()) };
    let budgeted = budget.apply(payload, forms.schema)?;
    explain::budget(&budgeted, payload, "", report);
    Ok(budgeted)
}

/// The inside of the string that a compact object's member is: of a name that occurs twice, the last.
fn string_member<'a>(object: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let members = members(object, Limits::default()).ok()??;
    let member = members.iter().rev().find(|member| decode(member.name).as_ref() == name.as_bytes())?;
    member.value.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// A text as the inside of a string token.
pub(super) fn escaped(text: &[u8]) -> Vec<u8> {
    let mut token = Vec::with_capacity(text.len() + text.len() / 8);
    escape_into(text, &mut token);
    token
}
