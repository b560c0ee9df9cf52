//! One engine, three forms of text: each comes to what the plain function says.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

use mcp_projection::json::{Condition, Engine, Form, Limits, Refusal, Rule, Rules, Scalar, Trust, rewrite};

fn rules() -> Rules {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Rules::new(&[
        Rule {
            guard: names(&["id", "text", "children"]),
            drops: vec![
                ("tokens".into(), Condition::Always),
                ("todo".into(), Condition::Equal(Scalar::Null)),
                ("state".into(), Condition::Equal(Scalar::String("none".into()))),
                ("properties".into(), Condition::Empty),
            ],
        },
        Rule { guard: names(&["kind"]), drops: vec![("todo".into(), Condition::Equal(Scalar::Boolean(false)))] },
    ])
}

/// What comes out of a text in one form, in however many passes it takes.
fn through(engine: &mut Engine, text: &str, form: Form) -> Option<String> {
    let rules = rules();
    assert!(rules.is_ascii());
    for trust in [Trust::Given, Trust::Earned, Trust::None] {
        let length = match form {
            Form::Utf16 => {
                let units: Vec<u16> = text.encode_utf16().collect();
                engine.wide_room(units.len()).unwrap().copy_from_slice(&units);
                units.len()
            }
            Form::Known if text.chars().all(|character| character <= 'ÿ') => {
                let latin1: Vec<u8> = text.chars().map(|character| character as u8).collect();
                engine.room(latin1.len()).unwrap().copy_from_slice(&latin1);
                latin1.len()
            }
            _ => {
                engine.room(text.len()).unwrap().copy_from_slice(text.as_bytes());
                text.len()
            }
        };
        match engine.rewrite(length, form, &rules, Limits::default(), trust) {
            Ok(written) if form == Form::Utf16 => return Some(String::from_utf16(engine.units(written)).unwrap()),
            Ok(written) if form == Form::Known && length != text.len() => {
                return Some(engine.bytes(written).iter().map(|&byte| char::from(byte)).collect());
            }
            Ok(written) => return Some(String::from_utf8(engine.bytes(written).to_vec()).unwrap()),
            Err(Refusal::Error) => return None,
            Err(Refusal::TrustBroken) => assert_ne!(trust, Trust::None, "where there is no trust, none is broken"),
        }
    }
    panic!("no answer for {text}")
}

fn hold(engine: &mut Engine, text: &str) {
    let expected =
        rewrite(text.as_bytes(), &rules(), None, Limits::default()).ok().map(|bytes| String::from_utf8(bytes).unwrap());
    for form in [Form::Utf8, Form::Known, Form::Utf16] {
        assert_eq!(through(engine, text, form), expected, "{form:?} {text}");
    }
}

/// Fragments that make nodes, look-alikes, broken objects and texts beyond ASCII when strung together.
const FRAGMENTS: [&str; 44] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n  ",
    "{\"id\":1,",
    "\"id\":2",
    "\"text\":\"t\"",
    "\"children\":[]",
    "\"children\":[",
    "\"tokens\":[1,{\"a\":\"b\"}]",
    "\"tokens\":\"é\"",
    "\"todo\":null",
    "\"todo\":false",
    "\"todo\":\"null\"",
    "\"properties\":[ ]",
    "\"properties\":{}",
    "\"properties\":[0]",
    "\"kind\":0",
    "\"state\":\"none\"",
    "\"state\":\"\\u006eone\"",
    "\"st\\u0061te\":\"none\"",
    "\"größe\":\"ÿ\"",
    "\"数\":\"日本\"",
    "\"😀\":\"\\ud83d\"",
    "\"a long text that is longer than two times sixteen bytes, so that it takes steps\"",
    "\"\\\"\"",
    "\"\\n\"",
    "-0",
    "1.0",
    "1e400",
    "9007199254740993",
    "true",
    "false",
    "null",
    "{\"text\":\"t\",\"children\":[],\"properties\":[],\"id\":1}",
    "{\"children\":[],\"text\":\"t\",\"properties\":[]}",
    "{\"tokens\":1,\"tokens\":2,\"id\":1,\"text\":2,\"children\":3}",
    "\u{2028}",
    "\"unended",
    "\u{7f}",
];

#[test]
fn every_form_comes_to_the_same() {
    let mut engine = Engine::default();
    // A xorshift generator: the same texts in each run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as usize % below
    };
    let mut valid = 0;
    for _ in 0..60_000 {
        let mut text = String::new();
        // Half of them are objects and arrays of whole members, so that they get far.
        if next(2) == 0 {
            let mut depth = vec!['}'];
            text.push('{');
            for n in 0..next(12) {
                if n > 0 {
                    text.push(',');
                }
                let fragment = FRAGMENTS[8 + next(20)].trim_start_matches("{\"id\":1,");
                if fragment.ends_with('[') {
                    text.push_str(fragment);
                    text.push('{');
                    depth.extend([']', '}']);
                    text.push_str("\"id\":0");
                } else if !fragment.is_empty() {
                    text.push_str(fragment);
                } else {
                    text.push_str("\"x\" : 0");
                }
            }
            text.extend(depth.iter().rev());
        } else {
            for _ in 0..next(12) {
                text.push_str(FRAGMENTS[next(FRAGMENTS.len())]);
            }
        }
        valid += usize::from(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        hold(&mut engine, &text);
    }
    assert!(valid > 10_000, "{valid} texts were JSON");
}

#[test]
fn every_alignment_and_every_tail_is_read_right() {
    let mut engine = Engine::default();
    for before in 0..=16 {
        for length in 0..=80 {
            for special in ["", "\\\"", "é", "\\u00e9", "日"] {
                let filler = "x".repeat(length);
                for text in [
                    format!("{}\"{filler}{special}\"", " ".repeat(before)),
                    format!("{}\"{special}{filler}", " ".repeat(before)),
                    format!("[{}\"{filler}\u{1}\"]", " ".repeat(before)),
                    format!(
                        "{{\"id\":1,\"text\":\"{filler}\",{}\"tokens\":\"{special}{filler}\",\"children\":[]}}",
                        " ".repeat(before)
                    ),
                ] {
                    hold(&mut engine, &text);
                }
            }
        }
    }
}

#[test]
fn a_lone_surrogate_stays_what_it_is() {
    let mut engine = Engine::default();
    let units: Vec<u16> = "{ \"id\" : \"".encode_utf16().chain([0xd83d]).chain("\" }".encode_utf16()).collect();
    engine.wide_room(units.len()).unwrap().copy_from_slice(&units);
    let written = engine.rewrite(units.len(), Form::Utf16, &rules(), Limits::default(), Trust::Earned).unwrap();
    let expected: Vec<u16> = "{\"id\":\"".encode_utf16().chain([0xd83d]).chain("\"}".encode_utf16()).collect();
    assert_eq!(engine.units(written), expected);
}

#[test]
fn limits_hold_and_a_refusal_leaves_the_engine_usable() {
    let mut engine = Engine::default();
    let limits = Limits { depth: 2, bytes: 8 };
    for (text, fits) in [("[[]]", true), ("[[[]]]", false), ("12345678", true), ("123456789", false), ("[", false)] {
        engine.room(text.len()).unwrap().copy_from_slice(text.as_bytes());
        assert_eq!(engine.rewrite(text.len(), Form::Utf8, &rules(), limits, Trust::Earned).is_ok(), fits, "{text}");
    }
    // Without asking for room first.
    assert_eq!(Engine::default().rewrite(5, Form::Utf8, &rules(), limits, Trust::Earned), Err(Refusal::Error));
    let mut narrow = Engine::default();
    narrow.room(40).unwrap().copy_from_slice(b"[ 1, 2, {\"a\" : 3 }, 4, 55555, 6        ]");
    assert_eq!(narrow.rewrite(40, Form::Utf16, &rules(), Limits::default(), Trust::Earned), Err(Refusal::Error));
    assert!(Engine::default().room(usize::MAX).is_none());
}
