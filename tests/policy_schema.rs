//! `policy.schema.json` describes exactly what the reader of policies takes: neither can change alone.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use std::collections::BTreeSet;

use mcp_projection::{
    Budget, Elsewhere, ErrorShape, Flatten, Lists, Named, OutputSchema, Policy, PolicyError, Projection, PruneRule,
    Remainder, Scalar, Severity, Shape, ToolPolicy,
};
use serde_json::{Value, json};

fn schema() -> Value {
    serde_json::from_str(include_str!("../pkg/policy.schema.json")).unwrap()
}

fn compile(policy: &Value) -> Result<Projection, PolicyError> {
    Policy::from_json(policy.to_string().as_bytes()).and_then(|policy| Projection::new(&policy))
}

/// What an error message says is expected: the words in backquotes behind `expected`.
fn expected_words(policy: &Value) -> BTreeSet<String> {
    let error = compile(policy).map(|_| ()).expect_err(&policy.to_string());
    let (_, expected) = error.problem().rsplit_once("expected ").unwrap();
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// A policy that holds something at a certain place.
type Holding<T> = fn(T) -> Value;

fn names_of(object: &Value) -> BTreeSet<String> {
    object.as_object().unwrap().keys().cloned().collect()
}

/// Each kind of object in a policy: where the schema describes it, and a policy that holds `object` as one.
fn objects() -> [(&'static str, Holding<Value>); 7] {
    [
        ("", |object| object),
        ("/$defs/pruneRule", |object| json!({ "prune": { "r": object } })),
        ("/$defs/elsewhere/anyOf/3", |object| json!({ "prune": { "r": { "where": ["a"], "drop": { "b": object } } } })),
        ("/$defs/toolPolicy", |object| json!({ "tools": { "t": object } })),
        ("/$defs/toolPolicy", |object| json!({ "defaults": object })),
        ("/$defs/flatten", |object| json!({ "tools": { "t": { "flatten": object } } })),
        ("/$defs/budget", |object| json!({ "tools": { "t": { "budget": object } } })),
    ]
}

/// A value that fits each member which an object has to have.
fn with_required(required: &[&str]) -> Value {
    let value = |name: &str| match name {
        "where" => json!(["a"]),
        "maxBytes" => json!(1),
        _ => json!("a"),
    };
    required.iter().map(|name| ((*name).to_owned(), value(name))).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn each_object_has_the_members_that_the_reader_knows_and_no_others() {
    let schema = schema();
    for (pointer, holding) in objects() {
        let described = schema.pointer(pointer).unwrap();
        assert_eq!(described["additionalProperties"], json!(false), "{pointer}");
        let required: Vec<&str> = described
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut object = with_required(&required);
        object["not a member"] = json!(1);
        assert_eq!(expected_words(&holding(object)), names_of(&described["properties"]), "{pointer}");
        // What the reader asks for is what the schema asks for.
        for missing in &required {
            let rest: Vec<&str> = required.iter().copied().filter(|name| name != missing).collect();
            let error = compile(&holding(with_required(&rest))).map(|_| ()).expect_err(missing);
            assert!(
                error.problem().contains(&format!("the member `{missing}`, which is missing")),
                "{pointer}: {error}"
            );
        }
        // And no more: the rest may say that something else is wrong, but not that a member is missing.
        if let Err(error) = compile(&holding(with_required(&required))) {
            assert!(
                !error.problem().contains("missing,") && !error.problem().ends_with("missing"),
                "{pointer}: {error}"
            );
        }
    }
}

/// Where the schema lists words, and a policy that has `word` there.
fn words() -> [(&'static str, Holding<String>); 6] {
    [
        ("/$defs/toolPolicy/properties/shape", |word| json!({ "tools": { "t": { "shape": word } } })),
        ("/$defs/toolPolicy/properties/error", |word| json!({ "tools": { "t": { "error": word } } })),
        ("/$defs/toolPolicy/properties/outputSchema", |word| json!({ "tools": { "t": { "outputSchema": word } } })),
        ("/$defs/toolPolicy/properties/lists", |word| json!({ "tools": { "t": { "lists": word } } })),
        (
            "/$defs/flatten/properties/remainder",
            |word| json!({ "tools": { "t": { "flatten": { "member": "md", "remainder": word } } } }),
        ),
        ("/$defs/severity", |word| json!({ "tools": { "t": { "contract": { "pretty-text": word } } } })),
    ]
}

#[test]
fn each_word_is_one_that_the_reader_knows_and_the_compiler_follows() {
    let schema = schema();
    for (pointer, holding) in words() {
        let described: BTreeSet<String> = schema.pointer(pointer).unwrap()["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word["const"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(expected_words(&holding("not a word".to_owned())), described, "{pointer}");
        for word in described {
            assert!(compile(&holding(word.clone())).is_ok(), "{pointer}: {word}");
        }
    }
}

#[test]
fn the_rules_of_the_contract_are_those_that_the_compiler_knows() {
    let described = names_of(&schema()["$defs"]["toolPolicy"]["properties"]["contract"]["properties"]);
    assert_eq!(expected_words(&json!({ "tools": { "t": { "contract": { "not a rule": "off" } } } })), described);
}

#[test]
fn the_version_is_the_one_that_the_compiler_takes() {
    let version = schema()["properties"]["version"]["const"].clone();
    assert!(compile(&json!({ "version": version })).is_ok());
    assert!(compile(&json!({ "version": version.as_u64().unwrap() + 1 })).is_err());
    assert_eq!(json!(Policy::default().version), version);
}

/// A policy in which no member is absent. It is written without `..`, so that a new member has to be named here.
fn everything(budget: Budget, elsewhere: Elsewhere) -> Policy {
    let name = || "a".to_owned();
    let rule = PruneRule {
        guard: vec![name()],
        drop: Named::from([(name(), elsewhere.clone())]),
        drop_equal: Named::from([(name(), Scalar::Null)]),
        drop_empty: vec![name()],
    };
    let flatten =
        Flatten { member: name(), elsewhere: Named::from([(name(), elsewhere)]), remainder: Some(Remainder::Block) };
    let entry = ToolPolicy {
        shape: Some(Shape::Content),
        error: Some(ErrorShape::Envelope),
        prune: Some(vec![name()]),
        flatten: Some(flatten),
        text_member: Some(name()),
        unwrap: Some(name()),
        budget: Some(budget),
        compact_text: Some(true),
        error_when: Some(Named::from([(name(), Scalar::Boolean(false))])),
        output_schema: Some(OutputSchema::Strip),
        lists: Some(Lists::Objects),
        lists_note: Some(false),
        host: Some(name()),
        contract: Some(Named::from([("pretty-text".to_owned(), Severity::Off)])),
    };
    Policy {
        schema: Some(name()),
        version: 1,
        prune: Named::from([(name(), rule)]),
        defaults: entry.clone(),
        tools: Named::from([(name(), entry)]),
    }
}

#[test]
fn each_object_is_written_with_the_members_that_the_schema_has() {
    let budget = |items: Option<&str>, echo: Option<&str>| {
        let own = |name: &str| name.to_owned();
        Budget { items: items.map(own), echo: echo.map(own), max_bytes: 1, hint: Some(own("a")) }
    };
    let sibling = Elsewhere::Sibling { member: "a".to_owned(), except: vec!["a".to_owned()] };
    let lists = serde_json::to_value(everything(budget(Some("a"), None), sibling.clone())).unwrap();
    let echoes = serde_json::to_value(everything(budget(None, Some("a")), sibling)).unwrap();
    let schema = schema();
    for (pointer, written) in [
        ("", ""),
        ("/$defs/pruneRule", "/prune/a"),
        ("/$defs/elsewhere/anyOf/3", "/prune/a/drop/a"),
        ("/$defs/toolPolicy", "/defaults"),
        ("/$defs/toolPolicy", "/tools/a"),
        ("/$defs/flatten", "/defaults/flatten"),
        ("/$defs/budget", "/defaults/budget"),
    ] {
        let mut names = names_of(lists.pointer(written).unwrap());
        names.extend(names_of(echoes.pointer(written).unwrap()));
        assert_eq!(names, names_of(&schema.pointer(pointer).unwrap()["properties"]), "{pointer}");
    }
}

/// An editor shows these.
#[test]
fn each_member_says_what_it_is() {
    let schema = schema();
    let contract = "/$defs/toolPolicy/properties/contract";
    for pointer in objects().into_iter().map(|(pointer, _)| pointer).chain([contract]) {
        for (name, property) in schema.pointer(pointer).unwrap()["properties"].as_object().unwrap() {
            let reference =
                property.get("$ref").and_then(Value::as_str).map(|reference| reference.trim_start_matches('#'));
            let described = reference.map_or(property, |pointer| schema.pointer(pointer).unwrap());
            let says = |member: &str| property.get(member).or(described.get(member)).and_then(Value::as_str);
            assert!(says("title").is_some_and(|title| !title.is_empty()), "{pointer}: {name} has no title");
            let description = says("description").unwrap_or_else(|| panic!("{pointer}: {name} has no description"));
            assert!(description.ends_with('.'), "{pointer}: {name}: {description}");
        }
    }
}
