//! Huge and deep inputs are done in bounded memory and stack, or refused.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use mcp_projection::json::{Engine, Expected, Form, Limits, Refusal, Rules, SuppliedValue, Trust, rewrite};
use mcp_projection::{Call, JsonError, Policy, Projection, ToolFailure, presets};

const ROW: &str = r#"{"id":"b","text":"a 😀","children":[],"tokens":[1,2,3],"n":1.50}"#;
const PRUNED_ROW: &str = r#"{"id":"b","text":"a 😀","children":[],"n":1.50}"#;

#[test]
fn two_hundred_megabytes_work_or_are_refused_by_the_configured_limit() {
    let count = 200_000_000 / (ROW.len() + 2);
    let mut json = String::with_capacity(200_000_000);
    json.push('[');
    for number in 0..count {
        json.push_str(if number == 0 { "" } else { ", " });
        json.push_str(ROW);
    }
    json.push(']');

    let limits = Limits { bytes: 100_000_000, ..Limits::default() };
    let error = rewrite(json.as_bytes(), &Rules::default(), None, limits).unwrap_err();
    assert_eq!((error.offset(), error.expected()), (100_000_000, Expected::Size(100_000_000)));

    let projection = Projection::new(&presets::outline()).unwrap();
    let pruned = projection.prune("tool", json.as_bytes()).unwrap();
    drop(json);
    assert_eq!(pruned.len(), count * (PRUNED_ROW.len() + 1) + 1);
    assert!(pruned[1..pruned.len() - 1].chunks(PRUNED_ROW.len() + 1).all(|row| row.starts_with(PRUNED_ROW.as_bytes())));
}

const LEVELS: usize = 1_000_000;

fn deep() -> impl Iterator<Item = (String, usize)> {
    // The last two are read over as a dropped member's value, and as one that may yet be dropped.
    [
        ("", "[", 512),
        ("", "{\"a\":", 512 * 5),
        ("", "[{\"id\":", 256 * 7),
        (r#"{"id":0,"text":0,"children":0,"tokens":"#, "[", 511),
        (r#"{"tokens":"#, "{\"tokens\":", 511 * 10),
    ]
    .into_iter()
    .map(|(before, level, offset)| (format!("{before}{}", level.repeat(LEVELS)), before.len() + offset))
}

#[test]
fn a_million_levels_are_refused_on_every_way_in() {
    let projection = Projection::new(&presets::outline()).unwrap();
    let failure = ToolFailure::new("CODE", "message").unwrap();
    for (json, offset) in deep() {
        let json = json.as_bytes();
        let refused = |answer: Option<JsonError>, way: &str| {
            let error = answer.unwrap_or_else(|| panic!("{way} accepts a million levels"));
            assert_eq!((error.offset(), error.expected()), (offset, Expected::Depth(512)), "{way}");
        };
        refused(rewrite(json, &Rules::default(), None, Limits::default()).err(), "rewrite");
        refused(projection.prune("tool", json).err(), "prune");
        refused(projection.success("tool", json, &Call::default()).err(), "success");
        // With a flatten, which first looks for the members.
        refused(projection.success("outl_page_render", json, &Call::default()).err(), "success, flattened");
        refused(failure.clone().with_data(json).err(), "with_data");
        refused(SuppliedValue::new(json, Limits::default()).err(), "SuppliedValue::new");
        assert!(Policy::from_json(json).is_err());
        assert!(ToolFailure::from_json(json).is_err());

        let mut engine = Engine::default();
        for (form, trust) in [Form::Utf8, Form::Known]
            .into_iter()
            .flat_map(|form| [Trust::None, Trust::Given].map(|trust| (form, trust)))
        {
            engine.room(json.len()).unwrap().copy_from_slice(json);
            let answer = engine.rewrite(json.len(), form, &Rules::default(), Limits::default(), trust);
            assert_eq!(answer, Err(Refusal::Error));
        }
    }
}

#[test]
fn arguments_of_a_million_levels_cost_no_stack() {
    let policy = br#"{"version":1,"tools":{"t":{"flatten":{"member":"md","elsewhere":{"slug":"arguments.slug"}}}}}"#;
    let projection = Projection::new(&Policy::from_json(policy).unwrap()).unwrap();
    let arguments = format!("{{\"slug\":{}{}}}", "[".repeat(LEVELS), "]".repeat(LEVELS));
    let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
    // They are more than can be read, so that nothing is known to be in them.
    let payload = r#"{"md":"x","slug":[[]]}"#;
    let reply = projection.success("t", payload.as_bytes(), &call).unwrap();
    assert_eq!(reply.texts().collect::<Vec<_>>(), [payload]);
}

#[test]
fn a_limit_beyond_a_million_levels_is_good_for_a_million() {
    let limits = Limits { depth: 2 * LEVELS, ..Limits::default() };
    let json = "[{\"a\":".repeat(LEVELS / 2) + "0" + &"}]".repeat(LEVELS / 2);
    assert_eq!(rewrite(json.as_bytes(), &Rules::default(), None, limits).unwrap(), json.as_bytes());
}
