//! Eight times the input takes about eight times the time, however the input is made to provoke more.
//!
//! There is no honest count of work to hold on to, so these tests take the time. Eight runs on a small input stand against
//! one on an input eight times as large: both take equally long where work is linear, so that a busy machine disturbs
//! both alike, and the one takes eight times as long where work grows with the square.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mcp_projection::json::{Condition, Limits, Rule, Rules, Scalar, rewrite};
use mcp_projection::{Call, Policy, Projection, ToolFailure, expand_columns};

/// How many times larger the large input is.
const LARGER: usize = 8;
/// How many times as long the large input may take: the caches that it no longer fits into have their part in that.
const TOLERANCE: u32 = 4;
/// Long enough for the clock, and for what doesn't depend on the input not to matter.
const MEASURABLE: Duration = Duration::from_millis(2);

/// The largest small size.
const MOST: usize = 50_000;

/// How long to hope for an undisturbed run.
const PATIENCE: Duration = Duration::from_secs(10);

fn time(times: usize, work: impl Fn()) -> Duration {
    let start = Instant::now();
    (0..times).for_each(|_| work());
    start.elapsed()
}

/// Holds some runs of the large work to the time of so many times as many of the small work, and some tolerance.
fn compare(what: &str, times: usize, runs: usize, small: impl Fn(), large: impl Fn()) {
    let (mut small_time, mut large_time) = (Duration::MAX, Duration::MAX);
    let start = Instant::now();
    // What disturbs the one run may spare the next: a bound that is ever kept is kept.
    for round in 0..20 {
        if round >= 3 && start.elapsed() > PATIENCE {
            break;
        }
        small_time = small_time.min(time(times * runs, &small));
        large_time = large_time.min(time(runs, &large));
        if large_time < TOLERANCE * small_time {
            return;
        }
    }
    unreachable!("{what}: {large_time:?} against {small_time:?} for {times} times the small input");
}

/// Holds `work` to time that grows with the length of the input, which grows with the size it is made for.
fn linear<I>(what: &str, input: impl Fn(usize) -> I, work: impl Fn(&I)) {
    let (mut size, mut runs) = (500, 1);
    let small = loop {
        let small = input(size);
        if (0..3).map(|_| time(runs, || work(&small))).min() >= Some(MEASURABLE) {
            break small;
        }
        // Beyond this, what is fast enough costs less than the pages that the system has to clear for it: then more runs.
        if size < MOST { size *= 2 } else { runs *= 2 }
    };
    let large = input(size * LARGER);
    compare(what, LARGER, runs, || work(&small), || work(&large));
}

fn own(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The rules of an outliner, and one that few objects meet.
fn rules() -> Rules {
    let drops = vec![
        ("tokens".to_owned(), Condition::Always),
        ("todo".to_owned(), Condition::Equal(Scalar::Null)),
        ("properties".to_owned(), Condition::Empty),
    ];
    Rules::new(&[
        Rule { guard: own(&["id", "text"]), drops: drops.clone() },
        Rule { guard: own(&["never", "seen"]), drops },
    ])
}

/// Prunes without a limit on depth, so that depth can grow with the input.
fn prune(json: &String) {
    let endless = Limits { depth: usize::MAX, ..Limits::default() };
    black_box(rewrite(json.as_bytes(), &rules(), None, endless).expect("valid JSON"));
}

fn projection(policy: &str) -> Projection {
    Policy::from_json(policy.as_bytes()).and_then(|policy| Projection::new(&policy)).expect("a good policy")
}

#[test]
fn deep_nesting_with_candidates_at_each_level() {
    for (what, opening, closing) in [
        ("inside an item, guard last", r#"{"todo":null,"children":["#, r#"],"properties":{},"text":"","id":1}"#),
        ("inside an item, guard first", r#"{"id":1,"text":"","todo":null,"children":["#, r#"],"properties":{}}"#),
        ("inside a candidate that goes", r#"{"todo":null,"id":1,"tokens":"#, r#","text":""}"#),
        ("inside a candidate that stays", r#"{"id":1,"todo":"#, r#","text":""}"#),
        ("inside a candidate that might be empty", r#"{"id":1,"text":"","properties":"#, "}"),
        ("without a guard", r#"{"todo":null,"tokens":"#, r#","properties":{}}"#),
        ("inside a duplicate", r#"{"tokens":"#, r#","tokens":[],"id":1,"text":""}"#),
    ] {
        linear(what, |levels| format!("{}1{}", opening.repeat(levels), closing.repeat(levels)), prune);
    }
    linear(
        "some that go, then some that don't",
        |levels| {
            let outer = r#"{"id":1,"text":"","todo":null,"children":["#.repeat(levels);
            let inner = r#"{"todo":null,"children":["#.repeat(levels);
            format!("[{outer}{inner}{}]", "]}".repeat(2 * levels))
        },
        prune,
    );
}

#[test]
fn guards_that_come_late() {
    linear(
        "small objects",
        |objects| {
            let object = r#"{"tokens":[1,{"a":[]}],"todo":null,"properties":{},"text":"","id":1}"#;
            format!("[{}]", vec![object; objects].join(","))
        },
        prune,
    );
    linear(
        "behind a long value",
        |items| format!(r#"{{"tokens":[{}1],"todo":null,"text":"","id":1}}"#, "1,".repeat(items)),
        prune,
    );
    linear(
        "behind small objects",
        |objects| {
            let object = r#"{"todo":null,"text":"","id":1}"#;
            format!(r#"{{"todo":null,"children":[{}],"text":"","id":1}}"#, vec![object; objects].join(","))
        },
        prune,
    );
}

#[test]
fn two_hundred_thousand_candidates_in_one_object() {
    let names: Vec<String> = (0..500).map(|number| format!("name-{number}")).collect();
    let drops = names.iter().map(|name| (name.clone(), Condition::Equal(Scalar::Null))).collect();
    let rules = Rules::new(&[Rule { guard: own(&["id"]), drops }]);
    for (what, value, guard) in
        [("that go", "null", r#","id":1"#), ("that stay", "0", r#","id":1"#), ("without a guard", "null", "")]
    {
        let object = |candidates: usize| {
            let members: Vec<String> =
                names.iter().cycle().take(candidates).map(|name| format!("\"{name}\":{value}")).collect();
            format!("{{{}{guard}}}", members.join(","))
        };
        linear(what, object, |json: &String| {
            black_box(rewrite(json.as_bytes(), &rules, None, Limits::default()).expect("valid JSON"));
        });
    }
}

#[test]
fn many_duplicates() {
    for (what, member) in [
        ("of a candidate", r#""tokens":[{"id":1}],"#),
        ("of a guard member", r#""id":[{"id":1}],"#),
        ("written with escapes", r#""\u0074okens":{},"#),
        ("of candidates that stay", r#""todo":1,"#),
        ("of an unknown name", r#""unknown":1,"#),
    ] {
        linear(what, |members| format!(r#"{{{}"id":1,"text":""}}"#, member.repeat(members)), prune);
    }
}

#[test]
fn tokens_and_whitespace_of_every_kind() {
    for (what, item) in [
        ("escapes", r#""\"\\\u00e9\ud83d\ude00\ud83d\n","#.to_owned()),
        ("numbers", "-12.5e+30,".to_owned()),
        ("characters of four bytes", "\"😀😀😀\",".to_owned()),
        ("whitespace", " 1 \n\t,\r\n ".to_owned()),
        ("empty arrays and objects", "[ ],{ },".to_owned()),
        ("spaced candidates", r#"{ "todo" : null , "text" : "" , "id" : 1 },"#.to_owned()),
        ("a run of spaces", " ".repeat(30) + "1,"),
    ] {
        linear(what, |items| format!("[{}1]", item.repeat(items)), prune);
    }
    linear("one string", |length| format!("\"{}\"", "a".repeat(length)), prune);
    linear("one escaped name", |length| format!("{{\"{}\":1}}", "\\u0061".repeat(length)), prune);
}

#[test]
fn a_fault_at_the_end() {
    linear(
        "of many lines",
        |lines| format!("[{}", "1,\n".repeat(lines)),
        |json: &String| {
            let error = rewrite(json.as_bytes(), &rules(), None, Limits::default()).expect_err("no JSON");
            assert_eq!(error.offset(), json.len());
        },
    );
}

#[test]
fn a_flatten_of_many_members() {
    let flattening = projection(
        r#"{"defaults":{"flatten":{"member":"md","elsewhere":{"a":"arguments.a","b":"tool:get","c":"md"},"remainder":"block"}}}"#,
    );
    for (what, member) in [
        ("that are accounted for", r#""b":[1],"#),
        ("that equal an argument", r#""a":[1],"#),
        ("that are unnamed", r#""d":[1],"#),
        ("that repeat the text", r#""md":"\u00e9","#),
        ("that only look like it", r#""\u006d\u0064d":[1],"#),
    ] {
        let payload = |members: usize| format!(r#"{{{}"a":[1],"md":"text"}}"#, member.repeat(members));
        linear(what, payload, |json: &String| {
            let call = Call { arguments: Some(br#"{"a":[1]}"#), ..Call::default() };
            black_box(flattening.success("any", json.as_bytes(), &call).expect("valid JSON").to_json());
        });
    }
}

/// A payload and the arguments of its call, both of which grow.
type Exchange = (String, String);

fn answer(projection: &Projection, (payload, arguments): &Exchange) {
    let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
    black_box(projection.success("any", payload.as_bytes(), &call).expect("valid JSON"));
}

#[test]
fn many_candidates_against_a_long_argument() {
    let pruning = projection(
        r#"{"prune":{"r":{"where":["id"],"drop":{"x":"arguments.x","y":"arguments.deep.y"}}},"defaults":{"prune":["r"]}}"#,
    );
    for (what, candidate, argument) in [
        ("a string", r#""a""#, ["\"", "a", "\""]),
        ("an escaped string", r#""\u0061""#, ["\"", "\\u0061", "\""]),
        ("an array", "[1,1]", ["[", "1,", "1]"]),
        ("an object", r#"{"a":1,"b":[]}"#, [r#"{"b":["#, "1,", r#"1],"a":1}"#]),
        ("an object of duplicates", r#"{"a":1}"#, ["{", r#""a":1,"#, r#""a":1}"#]),
        ("a number", "1", ["", "1", ""]),
    ] {
        linear(
            what,
            |size| {
                let object = format!(r#"{{"id":1,"x":{candidate},"y":{candidate}}}"#);
                let [before, repeated, behind] = argument;
                let value = format!("{before}{}{behind}", repeated.repeat(8 * size));
                (format!("[{}]", vec![object; size].join(",")), format!(r#"{{"x":{value},"deep":{{"y":{value}}}}}"#))
            },
            |exchange| answer(&pruning, exchange),
        );
    }
}

/// Here depth grows and the size hardly does.
#[test]
fn comparing_with_arguments_however_deep() {
    let pruning =
        projection(r#"{"prune":{"r":{"where":["id"],"drop":{"x":"arguments.x"}}},"defaults":{"prune":["r"]}}"#);
    let flattening = projection(r#"{"defaults":{"flatten":{"member":"md","elsewhere":{"x":"arguments.x"}}}}"#);
    let long = "z".repeat(2_000_000);
    let nested =
        |levels: usize| (0..levels).fold(format!("\"{long}\""), |value, _| format!(r#"{{"id":1,"x":{value}}}"#));
    let same = |levels: usize| {
        let value = nested(levels);
        (value.clone(), format!(r#"{{"x":{value}}}"#))
    };
    let another = |levels: usize| (nested(levels), format!(r#"{{"x":{}}}"#, nested(1)));
    let flat = |levels: usize| {
        let value = nested(levels);
        (format!(r#"{{"md":"","x":{value}}}"#), format!(r#"{{"x":{value}}}"#))
    };
    let levels_do_not_count = |what: &str, projection: &Projection, exchange: &dyn Fn(usize) -> Exchange| {
        let (shallow, deep) = (exchange(60), exchange(60 * LARGER));
        compare(what, 1, 1, || answer(projection, &shallow), || answer(projection, &deep));
    };
    levels_do_not_count("against the same value", &pruning, &same);
    levels_do_not_count("against another value", &pruning, &another);
    levels_do_not_count("a flattened payload", &flattening, &flat);
}

#[test]
fn comparing_many_members() {
    let flattening = projection(r#"{"defaults":{"flatten":{"member":"md","elsewhere":{"x":"arguments.x"}}}}"#);
    for (what, same_name) in [("of different names", false), ("of one name", true)] {
        linear(
            what,
            |members| {
                let object = |order: &mut dyn Iterator<Item = usize>| {
                    let members: Vec<String> =
                        order.map(|number| format!(r#""{}":{{}}"#, if same_name { 0 } else { number })).collect();
                    format!("{{{}}}", members.join(","))
                };
                let (there, back) = (object(&mut (0..members)), object(&mut (0..members).rev()));
                (format!(r#"{{"md":"","x":{there}}}"#), format!(r#"{{"x":{back}}}"#))
            },
            |exchange| answer(&flattening, exchange),
        );
    }
}

#[test]
fn a_failure_with_much_data() {
    let failing = projection("{}");
    linear(
        "members",
        |members| {
            format!(r#"{{"code":"A","message":"","data":{{{}"z":"\u0000"}}}}"#, r#""a" : [ 1 ] , "#.repeat(members))
        },
        |json: &String| {
            let failure = ToolFailure::from_json(json.as_bytes()).expect("a failure");
            black_box(failing.failure("any", &failure, &Call::default()).to_json());
        },
    );
}

/// Projects a finished reply, or explains what that does.
fn answer_reply(projection: &Projection, reply: &str, is_explained: bool) {
    let call = Call { arguments: Some(b"{}"), ..Call::default() };
    if is_explained {
        black_box(projection.explain("any", reply.as_bytes(), &call).expect("valid JSON"));
    } else {
        black_box(projection.reply("any", reply.as_bytes(), &call).expect("a reply"));
    }
}

fn blocks(count: usize, text: &str) -> String {
    vec![format!(r#"{{"type":"text","text":"{text}"}}"#); count].join(",")
}

#[test]
fn many_blocks_against_a_large_payload() {
    let plain = projection("{}");
    type Structured = fn(usize) -> String;
    let members: [(&str, &str, Structured); 8] = [
        ("strings that are blocks", "ok", |n| format!("{{{}}}", numbered(n, "\"ok\""))),
        ("strings that are none", "ok", |n| format!("{{{}}}", numbered(n, "\"no\""))),
        ("objects that have less", "{}", |n| format!("{{{}}}", numbered(n, "5"))),
        ("objects that have less, but nulls", "{}", |n| format!("{{{}}}", numbered(n, "null"))),
        ("one name", r#"{\"a\":1}"#, |n| format!("{{{}}}", vec![r#""a":2"#; n].join(","))),
        ("a long string", r#"\"a\""#, |n| format!(r#"{{"a":"\u0000{}"}}"#, "z".repeat(20 * n))),
        ("a long number", "2", |n| format!(r#"{{"a":1.{}}}"#, "0".repeat(20 * n))),
        ("a long escaped string alone", "a", |n| format!("\"{}\"", r"\u0000".repeat(4 * n))),
    ];
    for (what, text, structured) in members {
        linear(
            what,
            |size| format!(r#"{{"content":[{}],"structuredContent":{}}}"#, blocks(size, text), structured(size)),
            |reply: &String| answer_reply(&plain, reply, false),
        );
    }
}

/// Members of names that are all different.
fn numbered(count: usize, value: &str) -> String {
    (0..count).map(|number| format!(r#""m{number}":{value}"#)).collect::<Vec<_>>().join(",")
}

#[test]
fn a_document_beside_many_members() {
    let flattening = projection(r#"{"defaults":{"flatten":{"member":"md","elsewhere":{"a":"tool:get"}}}}"#);
    for (what, member) in [("that are held", r#""a":5,"#), ("that follow", "")] {
        let reply = |size: usize| {
            let members = member.repeat(size) + &numbered(size, "5");
            format!(r#"{{"content":[{}],"structuredContent":{{"md":"ok",{members}}}}}"#, blocks(1, "ok"))
        };
        linear(what, reply, |reply: &String| answer_reply(&flattening, reply, false));
    }
}

#[test]
fn many_items_and_many_members_explained() {
    let pruning = projection(
        r#"{"prune":{"r":{"where":["id"],"dropEqual":{"c":false}}},"defaults":{"prune":["r"],"compactText":true}}"#,
    );
    linear(
        "items",
        |size| {
            let items = vec!["{}"; size].join(",");
            format!(r#"{{"content":[{}],"structuredContent":[{items}]}}"#, blocks(size, "{ }"))
        },
        |reply: &String| {
            answer_reply(&pruning, reply, false);
            answer_reply(&pruning, reply, true);
        },
    );
    for (what, guard) in [("members that go", r#""id":0,"#), ("members that stay", "")] {
        let payload =
            |size: usize| format!(r#"{{{guard}{},{}}}"#, numbered(size, "5"), vec![r#""c":false"#; size].join(","));
        linear(what, payload, |payload: &String| answer_reply(&pruning, payload, true));
    }
}

/// Lists in one another, as deep as a text may be, as often as asked.
fn nested_lists(count: usize, before: &str, behind: &str) -> String {
    let levels = 250;
    let one = format!("{}0{}", before.repeat(levels), behind.repeat(levels));
    format!("[{}]", vec![one; count].join(","))
}

#[test]
fn lists_as_columns_and_back() {
    let columns = projection(r#"{"defaults":{"lists":"columns"}}"#);
    let pruning = projection(
        r#"{"prune":{"r":{"where":["a"],"dropEqual":{"b":null}}},"defaults":{"prune":["r"],"lists":"columns"}}"#,
    );
    let budget = projection(r#"{"defaults":{"lists":"columns","budget":{"items":"list","maxBytes":3000}}}"#);
    let data = projection(r#"{"defaults":{"lists":"columns","compactText":true}}"#);
    let name = "n".repeat(90);
    let (long, long_end) = (format!(r#"[{{"{name}":0}},{{"{name}":1}},{{"{name}":"#), "}]".to_owned());
    let chains = [
        // Each level looks uniform up to its last row, around all that is inside.
        ("not uniform at the end", r#"[{"a":0},{"a":1},{"a":"#.to_owned(), r#"},{"b":2}]"#.to_owned()),
        ("not uniform within", r#"[{"a":0},{"a":1},{"a":"#.to_owned(), r#","b":2}]"#.to_owned()),
        ("not worth it", r#"[{"a":0},{"a":1},{"a":"#.to_owned(), "}]".to_owned()),
        ("worth it", long.clone(), long_end.clone()),
        ("taken for columns", r#"{"columns":[],"rows":"#.to_owned(), "}".to_owned()),
        ("taken for columns as rows", r#"[{"columns":0,"rows":1},{"columns":0,"rows":"#.to_owned(), "}]".to_owned()),
        ("pruned from some rows", r#"[{"a":0,"b":null},{"a":1,"b":1},{"b":null,"a":"#.to_owned(), "}]".to_owned()),
    ];
    for (what, before, behind) in &chains {
        let payload = |count: usize| nested_lists(count, before, behind);
        let success = |projection: &Projection, payload: &str| {
            black_box(projection.success("t", payload.as_bytes(), &Call::default()).expect("valid JSON"))
        };
        linear(what, |size| payload(size.div_ceil(500)), |payload: &String| drop(success(&columns, payload)));
        linear(what, |size| payload(size.div_ceil(500)), |payload: &String| drop(success(&pruning, payload)));
        let written = |size: usize| {
            let text = success(&columns, &payload(size.div_ceil(500)));
            text.texts().next().unwrap_or_default().into_owned()
        };
        linear(what, written, |text: &String| {
            black_box(expand_columns(text.as_bytes()).expect("valid JSON"));
        });
        let reply =
            |size: usize| serde_json::json!({ "content": [{ "type": "text", "text": written(size) }] }).to_string();
        linear(what, reply, |reply: &String| answer_reply(&data, reply, false));
        linear(what, |size| payload(size.div_ceil(500)), |payload: &String| answer_reply(&columns, payload, true));
    }
    for (what, row) in [
        ("many names", (|size| numbered(size, "0")) as fn(usize) -> String),
        ("one name many times", |size| vec![r#""a":0"#; size].join(",")),
    ] {
        let payload = |size: usize| format!("[{}]", vec![format!("{{{}}}", row(size)); 4].join(","));
        linear(what, payload, |payload: &String| answer_reply(&columns, payload, true));
    }
    for (what, other) in
        [("many rows", "0".to_owned()), ("a long cursor", format!(r#"{{"cursor":"{}"}}"#, "c".repeat(5000)))]
    {
        let payload = |size: usize| {
            format!(r#"{{"list":[{}],"continuation":{other}}}"#, vec![r#"{"identifier":1}"#; size].join(","))
        };
        linear(what, payload, |payload: &String| answer_reply(&budget, payload, true));
    }
}
