//! A policy that can't be used is refused with the JSON Pointer of the place to mend and a sentence that says how.

use std::collections::BTreeMap;

use mcp_projection::{
    Budget, Elsewhere, ErrorShape, Flatten, Lists, Named, OutputSchema, Policy, PolicyError, Projection, PruneRule,
    Remainder, Scalar, Severity, Shape, ToolPolicy, presets,
};
use serde_json::{Value, json};

fn compile(policy: &str) -> Result<Projection, PolicyError> {
    Policy::from_json(policy.as_bytes()).and_then(|policy| Projection::new(&policy))
}

/// Each policy with the pointer of its error and a part of what it says.
fn refused<P: AsRef<str>>(cases: impl IntoIterator<Item = (P, &'static str, &'static str)>) {
    for (policy, pointer, part) in cases {
        let policy = policy.as_ref();
        let error = compile(policy).map(|_| ()).expect_err(policy);
        assert_eq!(error.pointer(), pointer, "{policy}: {error}");
        assert!(error.problem().contains(part), "{policy}\nsays:   {}\nnot:    {part}", error.problem());
        // A person has to learn from it what to write instead.
        assert!(error.problem().contains("expected"), "{policy}: {error}");
        let place = if pointer.is_empty() { "the policy" } else { pointer };
        assert_eq!(error.to_string(), format!("{place}: {}", error.problem()));
    }
}

fn accepted<P: AsRef<str>>(policies: impl IntoIterator<Item = P>) {
    for policy in policies {
        let policy = policy.as_ref();
        assert_eq!(compile(policy).map(|_| ()), Ok(()), "{policy}");
    }
}

/// A policy with one rule, given by its members, that holds for every tool.
fn rule(members: &str) -> String {
    format!(r#"{{"prune":{{"r":{{{members}}}}},"defaults":{{"prune":["r"]}}}}"#)
}

/// A policy with one tool's entry, given by its members.
fn tool(members: &str) -> String {
    format!(r#"{{"prune":{{"r":{{"where":["id"]}}}},"tools":{{"t":{{{members}}}}}}}"#)
}

/// Every kind of JSON value, by the words for it in a message.
const KINDS: [(&str, &str); 7] = [
    ("null", "found null"),
    ("true", "found a boolean"),
    ("3", "found an integer"),
    ("1.5", "found a number that is no integer"),
    (r#""word""#, "found a string"),
    (r#"["word"]"#, "found an array"),
    (r#"{"word":"word"}"#, "found an object"),
];

#[test]
fn text_that_is_no_json_is_refused() {
    for policy in ["", "{", "{}x", "{'a':1}", r#"{"tools":{"t":{}}"#, "\u{feff}{}", "nul", "[1,]", "\"\\ud83d\""] {
        let error = Policy::from_json(policy.as_bytes()).expect_err(policy);
        assert_eq!(error.pointer(), "", "{policy}");
        assert!(error.problem().contains("line 1"), "{policy}: {error}");
    }
    assert!(Policy::from_json(b"{\"\xff\":1}").is_err());
    assert!(Policy::from_json("[".repeat(1_000_000).as_bytes()).is_err());
    assert!(Policy::from_json("{\"prune\":".repeat(1_000_000).as_bytes()).is_err());
}

#[test]
fn nothing_unknown_passes() {
    refused([
        (r#"{"tool":{}}"#.to_owned(), "/tool", "`tools`"),
        (r#"{"Version":1}"#.to_owned(), "/Version", "`version`"),
        (r#"{"":1}"#.to_owned(), "/", "`$schema`"),
        (r#"{"defaults":{"shap":"content"}}"#.to_owned(), "/defaults/shap", "`shape`"),
        (r#"{"defaults":{"drop":{}}}"#.to_owned(), "/defaults/drop", "`prune`"),
        (tool(r#""outputschema":"strip""#), "/tools/t/outputschema", "`outputSchema`"),
        (tool(r#""text_member":"a""#), "/tools/t/text_member", "`textMember`"),
        (tool(r#""flatten":{"member":"md","else":{}}"#), "/tools/t/flatten/else", "`elsewhere`"),
        (tool(r#""budget":{"items":"a","maxBytes":1,"maxItems":1}"#), "/tools/t/budget/maxItems", "`maxBytes`"),
        (rule(r#""where":["a"],"dropNull":["b"]"#), "/prune/r/dropNull", "`dropEqual`"),
        (rule(r#""where":["a"],"guard":["b"]"#), "/prune/r/guard", "`where`"),
        (rule(r#""where":["a"],"drop":{"b":{"in":"a","but":[]}}"#), "/prune/r/drop/b/but", "`except`"),
    ]);
}

/// `null` is a wrong type too: a member that is absent and one that is null are not the same.
#[test]
fn wrong_types_are_refused_at_every_level() {
    let place = |pointer: &'static str, policy: &'static str, fitting: &'static [&'static str]| {
        move |(value, found): (&'static str, &'static str)| {
            let fits = fitting.contains(&value);
            (!fits).then(|| (policy.replace('@', value), pointer, found))
        }
    };
    const OBJECT: &[&str] = &[r#"{"word":"word"}"#];
    const STRING: &[&str] = &[r#""word""#];
    const LIST: &[&str] = &[r#"["word"]"#];
    const SCALAR: &[&str] = &["null", "true", "3", r#""word""#];
    for (pointer, policy, fitting) in [
        ("", "@", OBJECT),
        ("/$schema", r#"{"$schema":@}"#, STRING),
        ("/version", r#"{"version":@}"#, &["3"]),
        ("/prune", r#"{"prune":@}"#, OBJECT),
        ("/prune/r", r#"{"prune":{"r":@}}"#, OBJECT),
        ("/prune/r/where", r#"{"prune":{"r":{"where":@}}}"#, LIST),
        ("/prune/r/where/1", r#"{"prune":{"r":{"where":["a",@]}}}"#, STRING),
        ("/prune/r/drop", r#"{"prune":{"r":{"where":["a"],"drop":@}}}"#, OBJECT),
        ("/prune/r/drop/b", r#"{"prune":{"r":{"where":["a"],"drop":{"b":@}}}}"#, &[r#""word""#, r#"{"word":"word"}"#]),
        ("/prune/r/drop/b/in", r#"{"prune":{"r":{"where":["a"],"drop":{"b":{"in":@}}}}}"#, STRING),
        ("/prune/r/drop/b/except", r#"{"prune":{"r":{"where":["a"],"drop":{"b":{"in":"a","except":@}}}}}"#, LIST),
        ("/prune/r/drop/b/except/0", r#"{"prune":{"r":{"where":["a"],"drop":{"b":{"in":"a","except":[@]}}}}}"#, STRING),
        ("/prune/r/dropEqual", r#"{"prune":{"r":{"where":["a"],"dropEqual":@}}}"#, OBJECT),
        ("/prune/r/dropEqual/b", r#"{"prune":{"r":{"where":["a"],"dropEqual":{"b":@}}}}"#, SCALAR),
        ("/prune/r/dropEmpty", r#"{"prune":{"r":{"where":["a"],"dropEmpty":@}}}"#, LIST),
        ("/prune/r/dropEmpty/0", r#"{"prune":{"r":{"where":["a"],"dropEmpty":[@]}}}"#, STRING),
        ("/defaults", r#"{"defaults":@}"#, OBJECT),
        ("/tools", r#"{"tools":@}"#, OBJECT),
        ("/tools/t", r#"{"tools":{"t":@}}"#, OBJECT),
        ("/tools/t/shape", r#"{"tools":{"t":{"shape":@}}}"#, STRING),
        ("/tools/t/error", r#"{"tools":{"t":{"error":@}}}"#, STRING),
        ("/tools/t/prune", r#"{"tools":{"t":{"prune":@}}}"#, LIST),
        ("/tools/t/prune/0", r#"{"tools":{"t":{"prune":[@]}}}"#, STRING),
        ("/tools/t/flatten", r#"{"tools":{"t":{"flatten":@}}}"#, OBJECT),
        ("/tools/t/flatten/member", r#"{"tools":{"t":{"flatten":{"member":@}}}}"#, STRING),
        ("/tools/t/flatten/elsewhere", r#"{"tools":{"t":{"flatten":{"member":"a","elsewhere":@}}}}"#, OBJECT),
        (
            "/tools/t/flatten/elsewhere/b",
            r#"{"tools":{"t":{"flatten":{"member":"a","elsewhere":{"b":@}}}}}"#,
            &[r#""word""#, r#"{"word":"word"}"#],
        ),
        ("/tools/t/flatten/remainder", r#"{"tools":{"t":{"flatten":{"member":"a","remainder":@}}}}"#, STRING),
        ("/tools/t/textMember", r#"{"tools":{"t":{"textMember":@}}}"#, STRING),
        ("/tools/t/unwrap", r#"{"tools":{"t":{"unwrap":@}}}"#, STRING),
        ("/tools/t/budget", r#"{"tools":{"t":{"budget":@}}}"#, OBJECT),
        ("/tools/t/budget/items", r#"{"tools":{"t":{"budget":{"items":@,"maxBytes":1}}}}"#, STRING),
        ("/tools/t/budget/echo", r#"{"tools":{"t":{"budget":{"echo":@,"maxBytes":1}}}}"#, STRING),
        ("/tools/t/budget/maxBytes", r#"{"tools":{"t":{"budget":{"items":"a","maxBytes":@}}}}"#, &["3"]),
        ("/tools/t/budget/hint", r#"{"tools":{"t":{"budget":{"items":"a","maxBytes":1,"hint":@}}}}"#, STRING),
        ("/tools/t/compactText", r#"{"tools":{"t":{"compactText":@}}}"#, &["true"]),
        ("/tools/t/errorWhen", r#"{"tools":{"t":{"errorWhen":@}}}"#, OBJECT),
        ("/tools/t/errorWhen/ok", r#"{"tools":{"t":{"errorWhen":{"ok":@}}}}"#, SCALAR),
        ("/tools/t/outputSchema", r#"{"tools":{"t":{"outputSchema":@}}}"#, STRING),
        ("/tools/t/lists", r#"{"tools":{"t":{"lists":@}}}"#, STRING),
        ("/tools/t/listsNote", r#"{"tools":{"t":{"listsNote":@}}}"#, &["true"]),
        ("/tools/t/host", r#"{"tools":{"t":{"host":@}}}"#, STRING),
        ("/tools/t/contract", r#"{"tools":{"t":{"contract":@}}}"#, OBJECT),
        ("/tools/t/contract/pretty-text", r#"{"tools":{"t":{"contract":{"pretty-text":@}}}}"#, STRING),
    ] {
        refused(KINDS.into_iter().filter_map(place(pointer, policy, fitting)));
    }

    refused([
        (r#"{"version":-1}"#.to_owned(), "/version", "from 0 on"),
        (r#"{"version":1.0}"#.to_owned(), "/version", "no integer"),
        (rule(r#""where":["a"],"dropEqual":{"b":1e2}"#), "/prune/r/dropEqual/b", "no integer"),
        (tool(r#""budget":{"items":"a","maxBytes":-1}"#), "/tools/t/budget/maxBytes", "from 0 on"),
        // What serde would take for a struct or a word, if it were let.
        ("[]".to_owned(), "", "an object"),
        (r#"["schema",1,{},{},{}]"#.to_owned(), "", "an object"),
        (r#"{"defaults":[]}"#.to_owned(), "/defaults", "an object"),
        (r#"{"prune":{"r":[["id"]]}}"#.to_owned(), "/prune/r", "an object"),
        (tool(r#""flatten":["md"]"#), "/tools/t/flatten", "an object"),
        (tool(r#""shape":{"content":null}"#), "/tools/t/shape", "`content`"),
        (tool(r#""shape":["content"]"#), "/tools/t/shape", "`content`"),
        (rule(r#""where":["a"],"drop":{"b":["a",[]]}"#), "/prune/r/drop/b", "a sibling's name"),
        (rule(r#""where":["a"],"drop":["b"]"#), "/prune/r/drop", "an object"),
    ]);
}

#[test]
fn what_is_required_is_missed_at_its_owner() {
    refused([
        (rule(""), "/prune/r", "`where`"),
        (rule(r#""drop":{"a":"b"}"#), "/prune/r", "`where`"),
        (rule(r#""where":["a"],"drop":{"b":{}}"#), "/prune/r/drop/b", "`in`"),
        (rule(r#""where":["a"],"drop":{"b":{"except":["kind"]}}"#), "/prune/r/drop/b", "`in`"),
        (tool(r#""flatten":{}"#), "/tools/t/flatten", "`member`"),
        (tool(r#""flatten":{"elsewhere":{"slug":"arguments.slug"}}"#), "/tools/t/flatten", "`member`"),
        (tool(r#""budget":{"items":"a"}"#), "/tools/t/budget", "`maxBytes`"),
    ]);
}

#[test]
fn a_member_that_occurs_twice_is_refused_at_the_member() {
    refused([
        (r#"{"version":1,"version":1}"#.to_owned(), "/version", "twice"),
        (r#"{"tools":{"t":{},"u":{},"t":{}}}"#.to_owned(), "/tools/t", "twice"),
        (r#"{"tools":{"t":{},"\u0074":{}}}"#.to_owned(), "/tools/t", "twice"),
        (r#"{"prune":{"r":{"where":["a"]},"r":{"where":["b"]}}}"#.to_owned(), "/prune/r", "twice"),
        (rule(r#""where":["a"],"where":["a"]"#), "/prune/r/where", "twice"),
        (rule(r#""where":["a"],"drop":{"b":"a","b":"tool:t"}"#), "/prune/r/drop/b", "twice"),
        (rule(r#""where":["a"],"drop":{"b":{"in":"a","in":"a"}}"#), "/prune/r/drop/b/in", "twice"),
        (rule(r#""where":["a"],"dropEqual":{"b":null,"b":false}"#), "/prune/r/dropEqual/b", "twice"),
        (tool(r#""prune":["r"],"prune":[]"#), "/tools/t/prune", "twice"),
        (tool(r#""errorWhen":{"ok":false,"ok":true}"#), "/tools/t/errorWhen/ok", "twice"),
    ]);
}

#[test]
fn unknown_words_are_refused() {
    refused([
        (r#"{"version":0}"#.to_owned(), "/version", "version 0"),
        (r#"{"version":2}"#.to_owned(), "/version", "expected 1"),
        (tool(r#""shape":"Content""#), "/tools/t/shape", "`structured`"),
        (tool(r#""error":"content""#), "/tools/t/error", "`text`"),
        (tool(r#""flatten":{"member":"a","remainder":"drop"}"#), "/tools/t/flatten/remainder", "`block`"),
        (tool(r#""outputSchema":"drop""#), "/tools/t/outputSchema", "`keep`"),
        (tool(r#""lists":"rows""#), "/tools/t/lists", "`columns`"),
        (tool(r#""contract":{"pretty-text":"info"}"#), "/tools/t/contract/pretty-text", "`error`"),
        (tool(r#""contract":{"pretty":"off"}"#), "/tools/t/contract/pretty", "`pretty-text`"),
        (tool(r#""prune":["r","s"]"#), "/tools/t/prune/1", "`s`"),
        (r#"{"defaults":{"prune":["r"]}}"#.to_owned(), "/defaults/prune/0", "defined"),
        (r#"{"tools":{"a":{"prune":["r"]},"b":{}}}"#.to_owned(), "/tools/a/prune/0", "`r`"),
    ]);
}

#[test]
fn a_rule_is_guarded_and_says_where_else_its_members_are() {
    refused([
        (rule(r#""where":[]"#), "/prune/r/where", "every object"),
        (rule(r#""where":["a","b","a"]"#), "/prune/r/where/2", "`a`"),
        (rule(r#""where":["a"],"drop":{"b":null}"#), "/prune/r/drop/b", "where the reader has it instead"),
        (rule(r#""where":["a"],"drop":{"b":true}"#), "/prune/r/drop/b", "where the reader has it instead"),
        (rule(r#""where":["a"],"drop":{"b":""}"#), "/prune/r/drop/b", "not in `where`"),
        (rule(r#""where":["a"],"drop":{"b":"c"}"#), "/prune/r/drop/b", "`c` is not in `where`"),
        (rule(r#""where":["a"],"drop":{"b":{"in":"c"}}"#), "/prune/r/drop/b", "`c` is not in `where`"),
        (rule(r#""where":["a","b"],"drop":{"b":"b"}"#), "/prune/r/drop/b", "can't restate itself"),
        (rule(r#""where":["a"],"drop":{"b":"arguments."}"#), "/prune/r/drop/b", "no argument"),
        (rule(r#""where":["a"],"drop":{"b":"arguments.a..b"}"#), "/prune/r/drop/b", "no argument"),
        (rule(r#""where":["a"],"drop":{"b":"arguments"}"#), "/prune/r/drop/b", "not in `where`"),
        (rule(r#""where":["a"],"drop":{"b":"tool:"}"#), "/prune/r/drop/b", "no tool"),
        (rule(r#""where":["a"],"drop":{"b":{"in":"arguments.b"}}"#), "/prune/r/drop/b/in", "sibling"),
        (rule(r#""where":["a"],"drop":{"b":{"in":"tool:b"}}"#), "/prune/r/drop/b/in", "sibling"),
        (rule(r#""where":["a"],"drop":{"b":"a"},"dropEqual":{"b":null}"#), "/prune/r/dropEqual/b", "`b`"),
        (rule(r#""where":["a"],"drop":{"b":"a"},"dropEmpty":["c","b"]"#), "/prune/r/dropEmpty/1", "`b`"),
        (rule(r#""where":["a"],"dropEmpty":["b","b"]"#), "/prune/r/dropEmpty/1", "`b`"),
        (tool(r#""prune":["r","r"]"#), "/tools/t/prune/1", "`r`"),
    ]);
    // A rule is checked where nobody uses it, too.
    refused([(r#"{"prune":{"unused":{"where":[]}}}"#, "/prune/unused/where", "every object")]);
}

#[test]
fn rules_that_hold_together_leave_what_they_rely_on() {
    let two =
        |first: &str, second: &str, entry: &str| format!(r#"{{"prune":{{"r":{{{first}}},"s":{{{second}}}}},{entry}}}"#);
    let both_in_defaults = r#""defaults":{"prune":["r","s"]}"#;
    let both_in_tool = r#""defaults":{"prune":["r"]},"tools":{"t":{"prune":["r","s"]}}"#;
    let tokens = r#""where":["id","text"],"drop":{"tokens":"text"}"#;
    let text = r#""where":["id"],"drop":{"text":"tool:get"}"#;
    refused([
        (two(tokens, text, both_in_defaults), "/defaults/prune", "rule `s` drops `text`"),
        (two(text, tokens, both_in_defaults), "/defaults/prune", "rule `r` drops `text`"),
        (two(tokens, text, both_in_tool), "/tools/t/prune", "rule `s` drops `text`"),
        // A cycle: each restates the other, and both go.
        (
            two(r#""where":["a","b"],"drop":{"a":"b"}"#, r#""where":["a","b"],"drop":{"b":"a"}"#, both_in_defaults),
            "/defaults/prune",
            "rule `s` drops `b`",
        ),
        (rule(r#""where":["a","b"],"drop":{"a":"b","b":"a"}"#), "/prune/r/drop/a", "`b` may go too"),
        (rule(r#""where":["a","b","c"],"drop":{"a":"b","b":"c"}"#), "/prune/r/drop/a", "`b` may go too"),
        (rule(r#""where":["a","b"],"drop":{"a":"b"},"dropEqual":{"b":""}"#), "/prune/r/drop/a", "`b` may go too"),
        (rule(r#""where":["a","b"],"drop":{"a":"b"},"dropEmpty":["b"]"#), "/prune/r/drop/a", "`b` may go too"),
        (
            two(r#""where":["a","b"],"drop":{"a":"b"}"#, r#""where":["c"],"dropEqual":{"b":""}"#, both_in_tool),
            "/tools/t/prune",
            "rule `s` drops `b`",
        ),
        // What becomes empty here would go the next time.
        (rule(r#""where":["a"],"dropEmpty":["a"]"#), "/defaults/prune", "`dropEmpty`"),
        (rule(r#""where":["a"],"dropEqual":{"a":null},"dropEmpty":["b"]"#), "/defaults/prune", "`dropEmpty`"),
        (
            two(r#""where":["a"],"dropEqual":{"a":1}"#, r#""where":["b"],"dropEmpty":["c"]"#, both_in_tool),
            "/tools/t/prune",
            "rule `r`",
        ),
    ]);
    accepted([
        two(tokens, text, r#""tools":{"t":{"prune":["r"]},"u":{"prune":["s"]}}"#),
        two(tokens, r#""where":["id"],"drop":{"tokens":"tool:get"}"#, both_in_defaults),
        rule(r#""where":["a","b"],"dropEqual":{"a":null},"dropEmpty":["a","c"]"#),
    ]);
}

#[test]
fn tool_names_are_names_or_globs() {
    let tools = |names: &[&str]| {
        let tools: BTreeMap<&str, Value> = names.iter().map(|name| (*name, json!({}))).collect();
        json!({ "tools": tools }).to_string()
    };
    refused([
        (tools(&[""]), "/tools/", "an empty name"),
        (tools(&["a**"]), "/tools/a**", "single stars"),
        (tools(&["**"]), "/tools/**", "single stars"),
        (tools(&["a?"]), "/tools/a?", "the only wildcard"),
        (tools(&["[ab]"]), "/tools/[ab]", "the only wildcard"),
        (tools(&["{a,b}"]), "/tools/{a,b}", "the only wildcard"),
        (tools(&["a\nb"]), "/tools/a\nb", "the only wildcard"),
        // As specific as each other, and there are names that both fit.
        (tools(&["a*", "*a"]), "/tools/a*", "`*a`"),
        (tools(&["page_*", "*_page"]), "/tools/page_*", "`*_page`"),
        (tools(&["a*b*", "a*c*"]), "/tools/a*c*", "`a*b*`"),
        (tools(&["é*", "*e"]), "/tools/é*", "`*e`"),
        (tools(&["a*b", "a*b*"]), "/tools/a*b*", "`a*b`"),
    ]);
    accepted([
        tools(&["*"]),
        tools(&["a*", "b*"]),
        tools(&["a*", "ab*", "*"]),
        tools(&["a*a", "b*a"]),
        tools(&["outl_page_get", "outl_*", "*_get", "accounter_*"]),
        tools(&["a", "A", "a*"]),
        tools(&["weird name/with~parts.and-more:1"]),
    ]);
}

#[test]
fn flatten_sends_one_member_and_knows_where_the_others_are() {
    refused([
        (tool(r#""flatten":{"member":"md","elsewhere":{"md":"tool:get"}}"#), "/tools/t/flatten/elsewhere/md", "`md`"),
        (tool(r#""flatten":{"member":"md","elsewhere":{"a":"b"}}"#), "/tools/t/flatten/elsewhere/a", "`b` goes too"),
        (
            tool(r#""flatten":{"member":"md","elsewhere":{"a":"arguments."}}"#),
            "/tools/t/flatten/elsewhere/a",
            "no argument",
        ),
        (
            tool(r#""flatten":{"member":"md","elsewhere":{"a":{"in":"b"}}}"#),
            "/tools/t/flatten/elsewhere/a",
            "`b` goes too",
        ),
    ]);
    accepted([
        tool(r#""flatten":{"member":"md"}"#),
        tool(r#""flatten":{"member":"md","elsewhere":{"a":"md","b":{"in":"md","except":["kind"]},"c":"tool:get"}}"#),
        tool(r#""flatten":{"member":"md","elsewhere":{"slug":"arguments.page.slug"},"remainder":"block"}"#),
    ]);
}

#[test]
fn an_entry_makes_sense_in_itself() {
    refused([
        (tool(r#""errorWhen":{}"#), "/tools/t/errorWhen", "one member at least"),
        (tool(r#""budget":{"maxBytes":1}"#), "/tools/t/budget", "either `items` or `echo`"),
        (tool(r#""budget":{"items":"a","echo":"a","maxBytes":1}"#), "/tools/t/budget", "either `items` or `echo`"),
    ]);
}

#[test]
fn forms_must_not_be_void() {
    refused([
        (tool(r#""textMember":"message""#), "/tools/t/textMember", "only shape `structured`"),
        (tool(r#""shape":"mirrored","textMember":"message""#), "/tools/t/textMember", "only shape `structured`"),
        (tool(r#""shape":"mirrored","flatten":{"member":"md"}"#), "/tools/t/flatten", "only shape `content`"),
        (tool(r#""compactText":true,"flatten":{"member":"md"}"#), "/tools/t/compactText", "document"),
        (
            r#"{"defaults":{"compactText":true},"tools":{"t":{"flatten":{"member":"md"}}}}"#.to_owned(),
            "/tools/t/flatten",
            "document",
        ),
        (tool(r#""shape":"structured","textMember":"""#), "/tools/t/textMember", "empty"),
        (tool(r#""unwrap":"""#), "/tools/t/unwrap", "empty"),
        (tool(r#""host":"""#), "/tools/t/host", "empty"),
        (tool(r#""budget":{"items":"","maxBytes":1}"#), "/tools/t/budget/items", "empty"),
        (tool(r#""budget":{"echo":"","maxBytes":1}"#), "/tools/t/budget/echo", "empty"),
        (tool(r#""budget":{"echo":"*","maxBytes":1}"#), "/tools/t/budget/echo", "`items`"),
    ]);
    // Defaults may hold what matters to the tools of one shape alone.
    for policy in [
        r#"{"defaults":{"textMember":"message"},"tools":{"t":{"shape":"structured"}}}"#,
        r#"{"defaults":{"flatten":{"member":"md"}},"tools":{"t":{"shape":"mirrored","compactText":true}}}"#,
        r#"{"defaults":{"shape":"structured"},"tools":{"t":{"textMember":"message"}}}"#,
        r#"{"tools":{"t":{"host":"a host that nobody knows"}}}"#,
    ] {
        assert!(compile(policy).is_ok(), "{policy}");
    }
}

#[test]
fn pointers_are_escaped() {
    refused([
        (r#"{"a/b~c":1}"#, "/a~1b~0c", "unknown"),
        (r#"{"tools":{"a/b":{"shape":1}}}"#, "/tools/a~1b/shape", "integer"),
        (r#"{"tools":{"~1":{"prune":["r"]}}}"#, "/tools/~01/prune/0", "`r`"),
        (r#"{"tools":{"\u00e9\"\\":{"shape":1}}}"#, "/tools/é\"\\/shape", "integer"),
        (r#"{"prune":{"~/":{"where":[]}}}"#, "/prune/~0~1/where", "every object"),
        (r#"{"prune":{"r":{"where":["a"],"drop":{"b/c":"d"}}}}"#, "/prune/r/drop/b~1c", "`d`"),
        (r#"{"prune":{"":{"where":[]}}}"#, "/prune//where", "every object"),
        (r#"{"tools":{"t":{"contract":{"a/b":"off"}}}}"#, "/tools/t/contract/a~1b", "`a/b`"),
    ]);
    // A pointer leads, by its own rules, to the place it names.
    let policy = r#"{"tools":{"a/b~":{"prune":["x/y"]}}}"#;
    let error = compile(policy).map(|_| ()).expect_err("no such rule");
    let document: Value = serde_json::from_str(policy).expect("JSON");
    assert_eq!(document.pointer(error.pointer()), Some(&json!("x/y")));
}

/// The example of the design.
const DESIGN: &str = r#"{
  "$schema": "https://example.com/policy.schema.json",
  "version": 1,
  "prune": {
    "outline-node": {
      "where": ["id", "text", "children"],
      "drop": { "tokens": { "in": "text", "except": ["kind"] } },
      "dropEqual": { "collapsed": false, "todo": null },
      "dropEmpty": ["properties"]
    }
  },
  "defaults": { "shape": "content", "error": "envelope", "prune": ["outline-node"] },
  "tools": {
    "outl_page_render": { "flatten": { "member": "md", "elsewhere": { "slug": "arguments.slug" } } },
    "outl_export_md":   { "flatten": { "member": "md", "elsewhere": { "slug": "arguments.slug" } } }
  }
}"#;

#[test]
fn good_policies_are_accepted() {
    accepted(["{}".to_owned(), DESIGN.to_owned(), r#" { "version" : 1 , "tools" : { } } "#.to_owned()]);
    accepted([
        rule(r#""where":["a"]"#),
        rule(r#""where":[""],"drop":{"b":""}"#),
        rule(
            r#""where":["text"],"drop":{"a":"text","b":{"in":"text"},"c":"arguments.c","d":"arguments.d.e","f":"tool:get"}"#,
        ),
        rule(r#""where":["a"],"drop":{"a":"tool:get"}"#),
        rule(r#""where":["a"],"dropEqual":{"b":null,"c":true,"d":"","e":0,"f":-9007199254740993}"#),
        rule(r#""where":["a"],"dropEqual":{"b":null},"dropEmpty":["b"]"#),
        tool(r#""prune":[]"#),
        tool(r#""lists":"objects","compactText":true,"errorWhen":{"success":false},"outputSchema":"strip""#),
        tool(r#""lists":"columns","listsNote":true"#),
        r#"{"defaults":{"lists":"columns","listsNote":false}}"#.to_owned(),
        tool(r#""contract":{"pretty-text":"off","over-budget":"warn","only-copy-lost":"error"}"#),
    ]);
    assert!(Projection::new(&presets::outline()).is_ok());
}

#[test]
fn the_design_example_can_be_followed() {
    assert!(compile(DESIGN).is_ok());
    for (tool, entry) in [
        (
            "accounter_*",
            r#"{ "shape": "mirrored", "error": "mirrored", "budget": { "items": "charges", "maxBytes": 60000, "hint": "ask for the next page" } }"#,
        ),
        ("edit_file", r#"{ "shape": "structured", "textMember": "message" }"#),
    ] {
        let mut policy: Value = serde_json::from_str(DESIGN).expect("JSON");
        policy["tools"][tool] = serde_json::from_str(entry).expect("JSON");
        assert!(compile(&policy.to_string()).is_ok(), "{tool}");
    }
}

/// All that the types can hold.
fn everything() -> Policy {
    let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let elsewhere = Named::from([
        ("a".to_owned(), Elsewhere::Sibling { member: "text".to_owned(), except: vec![] }),
        ("b/~\"".to_owned(), Elsewhere::Sibling { member: "text".to_owned(), except: own(&["kind", ""]) }),
        ("c".to_owned(), Elsewhere::Argument(own(&["page", "slug"]))),
        ("d".to_owned(), Elsewhere::Tool("get:page.x".to_owned())),
    ]);
    let scalars = Named::from([
        ("null".to_owned(), Scalar::Null),
        ("true".to_owned(), Scalar::Boolean(true)),
        ("text".to_owned(), Scalar::String("\u{0}é😀\"".to_owned())),
        ("zero".to_owned(), Scalar::Integer(0)),
        ("least".to_owned(), Scalar::Integer(i64::MIN.into())),
        ("most".to_owned(), Scalar::Integer(u64::MAX.into())),
    ]);
    let rule = PruneRule {
        guard: own(&["text", "é"]),
        drop: elsewhere.clone(),
        drop_equal: scalars.clone(),
        drop_empty: own(&["properties"]),
    };
    let budget =
        Budget { items: Some("*".to_owned()), echo: None, max_bytes: u64::MAX, hint: Some("the next".to_owned()) };
    let entry = ToolPolicy {
        shape: Some(Shape::Mirrored),
        error: Some(ErrorShape::Text),
        prune: Some(vec![]),
        flatten: Some(Flatten { member: "md".to_owned(), elsewhere, remainder: Some(Remainder::Block) }),
        text_member: Some("message".to_owned()),
        unwrap: Some("data".to_owned()),
        budget: Some(budget),
        compact_text: Some(false),
        error_when: Some(scalars),
        output_schema: Some(OutputSchema::Strip),
        lists: Some(Lists::Columns),
        lists_note: Some(true),
        host: Some("claude".to_owned()),
        contract: Some(Named::from([
            ("pretty-text".to_owned(), Severity::Off),
            ("over-budget".to_owned(), Severity::Warn),
            ("only-copy-lost".to_owned(), Severity::Error),
        ])),
    };
    let other = ToolPolicy {
        shape: Some(Shape::Structured),
        error: Some(ErrorShape::Mirrored),
        prune: Some(own(&["r"])),
        output_schema: Some(OutputSchema::Keep),
        lists: Some(Lists::Objects),
        ..ToolPolicy::default()
    };
    Policy {
        schema: Some("./policy.schema.json".to_owned()),
        version: 7,
        prune: Named::from([("r".to_owned(), rule)]),
        defaults: entry,
        tools: Named::from([("*".to_owned(), ToolPolicy::default()), ("a/b".to_owned(), other)]),
    }
}

#[test]
fn a_policy_is_read_as_it_was_written() {
    let policies = [
        Policy::default(),
        presets::outline(),
        everything(),
        Policy::from_json(DESIGN.as_bytes()).expect("a good policy"),
    ];
    for policy in policies {
        let written = serde_json::to_vec(&policy).expect("a policy is JSON");
        let shown = String::from_utf8_lossy(&written);
        assert_eq!(Policy::from_json(&written).as_ref(), Ok(&policy), "{shown}");
        // By serde too, for a policy inside somebody else's configuration, and by way of a tree.
        assert_eq!(serde_json::from_slice::<Policy>(&written).ok().as_ref(), Some(&policy), "{shown}");
        let tree: Value = serde_json::to_value(&policy).expect("a policy is JSON");
        assert_eq!(serde_json::from_value::<Policy>(tree).ok().as_ref(), Some(&policy), "{shown}");
    }
    // What says nothing isn't written.
    let written = serde_json::to_string(&Policy::default()).expect("a policy is JSON");
    assert_eq!(written, r#"{"version":1,"defaults":{}}"#);
}

#[test]
fn serde_says_the_place_too() {
    let error = serde_json::from_str::<Policy>(r#"{"tools":{"t":{"shape":"x"}}}"#).expect_err("no such shape");
    assert!(error.to_string().contains("/tools/t/shape"), "{error}");
}
