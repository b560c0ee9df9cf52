//! Documents and rules by chance, small and full of what rules look for.

use mcp_projection::{Elsewhere, Named, PruneRule, Scalar};

use super::Case;
use super::choices::Choices;

/// Names that rules and documents share: of every length around eight, beginnings of each other, with escapes, beyond ASCII.
/// Those before the last four are ASCII.
const NAMES: [&str; 21] = [
    "id",
    "text",
    "children",
    "kind",
    "a",
    "ab",
    "",
    "sevenup",
    "children1",
    "a name of more than sixteen bytes",
    "q\"\\/\n",
    "__proto__",
    "tokens",
    "to",
    "columns",
    "rows",
    "row",
    "é",
    "ÿÿÿÿ",
    "日本",
    "😀",
];

const SCALARS: [&str; 32] = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    "-1",
    "1.0",
    "0.0",
    "0e0",
    "1e400",
    "-1E+400",
    "1E-7",
    "9007199254740993",
    "123456789012345678901234567890",
    "0.1e1",
    "\"\"",
    "\"a\"",
    "\"null\"",
    "\"\\u0061\"",
    "\"é\"",
    "\"\\u00e9\"",
    "\"ÿ\u{80}\"",
    "\"日本\u{2028}\"",
    "\"😀\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\u{7f}\\u0000\"",
    "\"x, y: [z]\"",
    "[]",
    "{}",
];

/// A document, mostly an object or a list of them.
pub(crate) fn document(choices: &mut impl Choices) -> String {
    let mut text = String::new();
    let spaced = choices.below(3);
    gap(choices, spaced, &mut text);
    match choices.below(8) {
        0 => value(choices, spaced, 3, &mut text),
        1 | 2 => flock(choices, spaced, &mut text),
        3 | 4 => rows(choices, spaced, 3, &mut text),
        _ => object(choices, spaced, 4, &mut text),
    }
    gap(choices, spaced, &mut text);
    text
}

/// Objects that are alike but for one: what held for the last may not hold for the next.
fn flock(choices: &mut impl Choices, spaced: usize, text: &mut String) {
    let mut members: Vec<String> = (0..choices.below(6)).map(|_| member(choices, spaced, 2)).collect();
    text.push('[');
    for number in 0..=choices.below(5) {
        if number > 0 {
            text.push(',');
            gap(choices, spaced, text);
        }
        if !members.is_empty() {
            match choices.below(4) {
                0 => members.rotate_left(1),
                1 => members.truncate(members.len() - 1),
                2 => members.push(member(choices, spaced, 1)),
                _ => {}
            }
        }
        text.push('{');
        text.push_str(&members.join(","));
        text.push('}');
    }
    text.push(']');
}

/// Objects with the same names and values of their own, but for a row now and then; some members have few values, so that a rule takes them from
/// some rows.
fn rows(choices: &mut impl Choices, spaced: usize, depth: usize, text: &mut String) {
    let mut names: Vec<String> = (0..choices.below(6)).map(|_| String::new()).collect();
    match choices.below(12) {
        0 => names = ["\"columns\"", "\"rows\""].map(str::to_owned).to_vec(),
        1 => names = ["\"row\"", "\"c\\u006flumns\""].map(str::to_owned).to_vec(),
        _ => names.iter_mut().for_each(|text| name(choices, text)),
    }
    let has_few: Vec<bool> = names.iter().map(|_| choices.once_in(3)).collect();
    text.push('[');
    for number in 0..choices.below(9) {
        if number > 0 {
            text.push(',');
            gap(choices, spaced, text);
        }
        text.push('{');
        let odd = if choices.once_in(12) { choices.below(names.len() + 1) } else { names.len() };
        for (at, own) in names.iter().enumerate().filter(|(at, _)| *at != odd) {
            if at > usize::from(odd == 0) {
                text.push(',');
            }
            text.push_str(own);
            text.push(':');
            gap(choices, spaced, text);
            match has_few.get(at) {
                Some(true) => text.push_str(choices.pick(&["null", "[]", "0", "\"a\"", "false"])),
                _ => value(choices, spaced, depth - 1, text),
            }
        }
        text.push('}');
    }
    text.push(']');
}

fn object(choices: &mut impl Choices, spaced: usize, depth: usize, text: &mut String) {
    text.push('{');
    gap(choices, spaced, text);
    for number in 0..choices.below(9) {
        if number > 0 {
            text.push(',');
            gap(choices, spaced, text);
        }
        let member = member(choices, spaced, depth);
        text.push_str(&member);
        gap(choices, spaced, text);
    }
    text.push('}');
}

fn member(choices: &mut impl Choices, spaced: usize, depth: usize) -> String {
    let mut text = String::new();
    name(choices, &mut text);
    gap(choices, spaced, &mut text);
    text.push(':');
    gap(choices, spaced, &mut text);
    value(choices, spaced, depth - 1, &mut text);
    text
}

fn value(choices: &mut impl Choices, spaced: usize, depth: usize, text: &mut String) {
    match choices.below(if depth == 0 { 9 } else { 15 }) {
        0..8 => text.push_str(choices.pick(&SCALARS)),
        8 => string(choices, text),
        9 | 10 => {
            text.push('[');
            gap(choices, spaced, text);
            for number in 0..choices.below(4) {
                if number > 0 {
                    text.push(',');
                    gap(choices, spaced, text);
                }
                value(choices, spaced, depth - 1, text);
                gap(choices, spaced, text);
            }
            text.push(']');
        }
        14 => rows(choices, spaced, depth, text),
        _ => object(choices, spaced, depth, text),
    }
}

/// The common names more often than the others, now and then with an escape.
fn name(choices: &mut impl Choices, text: &mut String) {
    let name = if choices.below(2) == 0 { choices.pick(&NAMES[..5]) } else { choices.pick(&NAMES) };
    let escaped = choices.once_in(8);
    text.push('"');
    for (at, character) in name.chars().enumerate() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' => text.push_str("\\n"),
            _ if escaped && at == 0 => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    text.push_str(&format!("\\u{unit:04X}"));
                }
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}

/// A string of any length up to some steps of sixteen bytes, and now and then beyond 512, with something special in it.
fn string(choices: &mut impl Choices, text: &mut String) {
    let most = if choices.once_in(16) { 600 } else { 80 };
    text.push('"');
    text.extend(std::iter::repeat_n('s', choices.below(most)));
    text.push_str(choices.pick(&["", "\\\\", "é", "日", "😀", "\\ud83d", "\\\"", "\u{7f}"]));
    text.extend(std::iter::repeat_n('t', choices.below(20)));
    text.push('"');
}

/// Whitespace: none, a little, or now and then much.
fn gap(choices: &mut impl Choices, spaced: usize, text: &mut String) {
    if spaced == 0 {
        return;
    }
    let length = if choices.once_in(40) { choices.below(80) } else { choices.below(2 * spaced) };
    for _ in 0..length {
        text.push(choices.pick(&[' ', ' ', ' ', '\n', '\t', '\r']));
    }
}

/// Rules, some of which meet in one object, and a call's arguments now and then.
pub(crate) fn case(choices: &mut impl Choices) -> Case {
    // Beyond ASCII only now and then, since such rules are for UTF-8 alone.
    let names = if choices.once_in(5) { &NAMES[..] } else { &NAMES[..17] };
    let mut rules: Vec<PruneRule> = Vec::new();
    if choices.once_in(20) {
        // So many that those that follow have numbers beyond the bits of a word, and so have their names.
        rules.extend((0..70).map(|number| PruneRule {
            guard: vec![format!("filler {number}")],
            drop: Named::new(),
            drop_equal: Named::new(),
            drop_empty: vec!["to".to_owned()],
        }));
    }
    for _ in 0..choices.below(4) {
        let rule = rule(choices, names);
        rules.push(rule);
    }
    let arguments = choices.once_in(3).then(|| {
        let value = |choices: &mut dyn FnMut(usize) -> usize| SCALARS[choices(SCALARS.len())].to_owned();
        ["a", "id"].map(|name| (name.to_owned(), value(&mut |bound| choices.below(bound)))).to_vec()
    });
    Case { rules, arguments }
}

fn rule(choices: &mut impl Choices, names: &[&str]) -> PruneRule {
    let guard = (0..=choices.below(3))
        .map(|_| if choices.below(2) == 0 { choices.pick(&NAMES[..4]) } else { choices.pick(names) }.to_owned())
        .collect();
    let mut drop = Named::new();
    let mut drop_equal = Named::new();
    let mut drop_empty = Vec::new();
    for _ in 0..choices.below(5) {
        let name = choices.pick(names).to_owned();
        match choices.below(4) {
            0 => {
                drop.insert(name, Elsewhere::Tool("other".to_owned()));
            }
            1 => {
                let argument = choices.pick(&["a", "id", "absent"]).to_owned();
                drop.insert(name, Elsewhere::Argument(vec![argument]));
            }
            2 => {
                drop_equal.insert(name, scalar(choices));
            }
            _ => drop_empty.push(name),
        }
    }
    PruneRule { guard, drop, drop_equal, drop_empty }
}

fn scalar(choices: &mut impl Choices) -> Scalar {
    match choices.below(6) {
        0 => Scalar::Null,
        1 => Scalar::Boolean(true),
        2 => Scalar::Boolean(false),
        3 => Scalar::Integer([0, 1, -1, 9_007_199_254_740_993][choices.below(4)]),
        _ => Scalar::String(choices.pick(&["", "a", "null", "x, y: [z]", "é"]).to_owned()),
    }
}
