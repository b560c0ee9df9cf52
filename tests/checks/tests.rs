//! What each engine has to pass.

use super::choices::{Choices, Seeded, wound};
use super::documents::{case, document};
use super::{Case, hold, hold_units};
use crate::json::{Engine, Limits, Rules, rewrite};
use mcp_projection::{Elsewhere, PruneRule, Scalar};

/// Runs a check under its seed, which a failure then names.
fn seeded(seed: u64, check: impl FnOnce(&mut Seeded)) {
    struct Named(u64);
    impl Drop for Named {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("the seed was {}", self.0);
            }
        }
    }
    let _named = Named(seed);
    check(&mut Seeded::new(seed));
}

#[test]
fn made_and_broken_documents_come_to_what_serde_json_says() {
    let mut engine = Engine::default();
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..100_000 {
        seeded(seed, |choices| {
            let mut json = document(choices).into_bytes();
            if choices.below(2) == 0 {
                wound(choices, &mut json);
            }
            if hold(&mut engine, &json, &case(choices)) {
                accepted += 1;
            } else {
                refused += 1;
            }
        });
    }
    assert!(accepted > 50_000 && refused > 30_000, "{accepted} were accepted, {refused} refused");
}

#[test]
fn wide_text_with_and_without_its_surrogates_comes_to_what_serde_json_says() {
    let mut engine = Engine::default();
    for seed in 0..10_000 {
        seeded(seed, |choices| {
            let mut units: Vec<u16> = document(choices).encode_utf16().collect();
            for _ in 0..choices.below(3) {
                let at = choices.below(units.len() + 1);
                let unit =
                    choices.pick(&[0xd83d, 0xde00, 0x22, 0x5c, 0x2c, 0xff, 0x100, 0x122, 0x15c, 0xffff, 0x0a, 0x20]);
                match choices.below(3) {
                    0 => units.insert(at, unit),
                    1 => drop(units.drain(at..units.len().min(at + 1))),
                    _ => units.iter_mut().skip(at).take(1).for_each(|old| *old = unit),
                }
            }
            hold_units(&mut engine, &units, &case(choices));
        });
    }
}

/// A rule for the texts that are made by plan.
fn node_case() -> Case {
    let owned = |name: &str| name.to_owned();
    let rule = PruneRule {
        guard: vec![owned("id"), owned("text")],
        drop: [(owned("tokens"), Elsewhere::Tool(owned("other")))].into(),
        drop_equal: [(owned("state"), Scalar::String(owned("none")))].into(),
        drop_empty: vec![owned("list")],
    };
    Case { rules: vec![rule], arguments: None }
}

#[test]
fn every_alignment_and_every_tail_comes_to_what_serde_json_says() {
    let mut engine = Engine::default();
    let case = node_case();
    for before in 0..=16 {
        let before = " ".repeat(before);
        for tail in 0..=80 {
            let filler = "x".repeat(tail);
            let blank = " ".repeat(tail);
            for text in [
                format!("{before}\"{filler}\""),
                format!("{before}\"{filler}"),
                format!("{before}\"\\\"{filler}é\""),
                format!("{before}\"日{filler}\\"),
                format!("{before}[{blank}]{before}"),
                format!("{before}[1{blank}"),
                format!("{before}{{\"id\":1,{before}\"tokens\":\"{filler}\",\"text\":0}}{blank}"),
                format!("{before}{{\"tokens\" :{blank}[],\"id\":1,\"text\":\"{filler}\" , \"list\":[{blank}]}}"),
            ] {
                hold(&mut engine, text.as_bytes(), &case);
            }
        }
    }
}

#[test]
fn every_byte_at_every_place_comes_to_what_serde_json_says() {
    let mut engine = Engine::default();
    let case = node_case();
    let text = r#"{"tokens":[1.5e3,"é"], "id":0,"text":"日 \u00e9","state":"none","list":[ ],"t":true}"#.as_bytes();
    for place in 0..text.len() {
        for byte in 0..=255 {
            let mut changed = text.to_vec();
            changed[place] = byte;
            hold(&mut engine, &changed, &case);
        }
        hold(&mut engine, &text[..place], &case);
    }
}

#[test]
fn what_was_learnt_of_one_object_lets_nothing_wrong_pass_in_the_next() {
    let mut engine = Engine::default();
    let mut case = node_case();
    for rule in &mut case.rules {
        rule.drop_equal = [("state".to_owned(), Scalar::Null), ("flag".to_owned(), Scalar::Boolean(false))].into();
    }
    let compact = concat!(
        r#"{"id":"a","flag":false,"list":[],"text":"of more than sixteen bytes","state":null,"n":12,"#,
        r#""tokens":[{"k":"plain","v":"a"},{"k":"code","v":"of more than sixteen bytes"},{"k":"plain","v":"a"}]}"#
    );
    let pretty = compact.replace(',', ",\n    ").replace(':', ": ").replace('{', "{\n    ").replace('}', "\n  }");
    for object in [compact, &pretty] {
        let good = format!("[{object},{object},{object}]");
        assert!(hold(&mut engine, good.as_bytes(), &case));
        let last = good.len() - object.len() - 2;
        for place in last..good.len() {
            for byte in *b"\"\\,:{}[]x0-. \n\0\x80\xff" {
                let mut changed = good.clone().into_bytes();
                changed[place] = byte;
                hold(&mut engine, &changed, &case);
                changed.insert(place, good.as_bytes()[place]);
                hold(&mut engine, &changed, &case);
            }
            let mut shorter = good.clone().into_bytes();
            shorter.remove(place);
            hold(&mut engine, &shorter, &case);
            hold(&mut engine, &good.as_bytes()[..place], &case);
        }
    }
}

#[test]
fn nesting_up_to_the_limit_comes_to_what_serde_json_says() {
    let mut engine = Engine::default();
    for (open, close) in
        [("[", "]"), ("{\"a\":", "}"), ("{\"id\":0,\"text\":0,\"tokens\":", "}"), ("[{\"list\":", ",\"id\":1}]")]
    {
        let levels = open.matches(['[', '{']).count();
        for depth in [1, 16, 64, 65, 511, 512, 513, 600] {
            let times = depth / levels;
            let text = format!("{}[]{}", open.repeat(times), close.repeat(times));
            hold(&mut engine, text.as_bytes(), &node_case());
        }
    }
}

/// The bytes on both sides of each border in the table of UTF-8's well-formed sequences.
const BORDERS: [u8; 25] = [
    b'"', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0,
    0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff,
];

#[test]
fn what_is_utf8_is_what_the_standard_library_says() {
    for [first, second, third, fourth] in quadruples() {
        let json = [b'"', first, second, third, fourth, b'"'];
        let is_json = std::str::from_utf8(&json).is_ok() && ![first, second, third, fourth].contains(&b'"');
        let found = rewrite(&json, &Rules::default(), None, Limits::default());
        assert_eq!(found.is_ok(), is_json, "{}", json.escape_ascii());
    }
}

fn quadruples() -> impl Iterator<Item = [u8; 4]> {
    let most = BORDERS.len();
    (0..most.pow(4)).map(move |number| [1, most, most * most, most.pow(3)].map(|unit| BORDERS[number / unit % most]))
}
