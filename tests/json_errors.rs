//! What is no JSON is refused with its place and with what should have stood there, whichever way it comes in.

use mcp_projection::json::{Expected, Limits, Rules, rewrite};
use mcp_projection::{
    Call, FailureError, Flatten, JsonError, Named, Policy, Projection, ToolFailure, ToolPolicy, presets,
};

/// The verdict on a text, the same through every door of the crate.
fn verdict(json: &[u8]) -> Result<(), JsonError> {
    let verdict = rewrite(json, &Rules::default(), None, Limits::default()).map(|_| ());
    let shown = || String::from_utf8_lossy(json.get(..80).unwrap_or(json)).into_owned();

    let outline = Projection::new(&presets::outline()).expect("a good policy");
    assert_eq!(outline.prune("any", json).map(|_| ()), verdict, "prune: {}", shown());
    assert_eq!(outline.success("any", json, &Call::default()).map(|_| ()), verdict, "success: {}", shown());

    let flatten = Flatten { member: "text".to_owned(), elsewhere: Named::new(), remainder: None };
    let defaults = ToolPolicy { flatten: Some(flatten), ..ToolPolicy::default() };
    let flattening = Projection::new(&Policy { defaults, ..Policy::default() }).expect("a good policy");
    assert_eq!(flattening.success("any", json, &Call::default()).map(|_| ()), verdict, "flatten: {}", shown());

    let failure = ToolFailure::new("CODE", "message").expect("a code");
    assert_eq!(failure.with_data(json).map(|_| ()), verdict, "data: {}", shown());
    match (ToolFailure::from_json(json), verdict) {
        (Err(FailureError::Json(error)), verdict) => assert_eq!(Err(error), verdict, "failure: {}", shown()),
        (_, verdict) => assert_eq!(verdict, Ok(()), "failure: {}", shown()),
    }
    verdict
}

fn error(json: &[u8]) -> JsonError {
    verdict(json).expect_err(&String::from_utf8_lossy(json.get(..80).unwrap_or(json)))
}

/// Each text with the offset, line and column of its fault, and what was expected there.
fn refused(cases: &[(&[u8], usize, usize, usize, &str)]) {
    for (json, offset, line, column, expected) in cases {
        let error = error(json);
        let place = (error.offset(), error.line(), error.column(), error.expected().to_string());
        assert_eq!(place, (*offset, *line, *column, (*expected).to_owned()), "{}", json.escape_ascii());
        assert_eq!(
            error.to_string(),
            format!("not JSON: expected {expected} at line {line} column {column} (byte {offset})")
        );
    }
}

const VALUE: &str = "a value";
const ITEM: &str = "a value or `]`";
const NAME: &str = "a member name in quotes";
const MEMBER: &str = "a member name in quotes or `}`";
const IN_ARRAY: &str = "`,` or `]`";
const IN_OBJECT: &str = "`,` or `}`";
const END: &str = "the end of the text";
const DIGIT: &str = "a digit";
const QUOTE: &str = "a closing quote";
const ESCAPE: &str = "one of `\"\\/bfnrtu` after the backslash";
const HEX: &str = "four hexadecimal digits after `\\u`";
const CONTROL: &str = "an escape in place of the raw control character";
const UTF8: &str = "well-formed UTF-8";

#[test]
fn a_text_holds_one_value() {
    refused(&[
        (b"", 0, 1, 1, VALUE),
        (b" \n\t\r ", 5, 2, 4, VALUE),
        (b"]", 0, 1, 1, VALUE),
        (b"}", 0, 1, 1, VALUE),
        (b",", 0, 1, 1, VALUE),
        (b":", 0, 1, 1, VALUE),
        (b"x", 0, 1, 1, VALUE),
        (b"'a'", 0, 1, 1, VALUE),
        (b"// no comment\n1", 0, 1, 1, VALUE),
        (b"1 2", 2, 1, 3, END),
        (b"{} {}", 3, 1, 4, END),
        (b"[]\n\n]", 4, 3, 1, END),
        (b"{}}", 2, 1, 3, END),
        (b"{},", 2, 1, 3, END),
        (b"\"\"\"", 2, 1, 3, END),
        (b"nullx", 4, 1, 5, END),
        (b"truefalse", 4, 1, 5, END),
        (b"1 /* no comment */", 2, 1, 3, END),
        // Whitespace elsewhere is none in JSON.
        (b"\x0b1", 0, 1, 1, VALUE),
        (b"\x0c1", 0, 1, 1, VALUE),
        (b"1\xc2\xa0", 1, 1, 2, END),
        (b"1\xe2\x80\xa8", 1, 1, 2, END),
    ]);
}

#[test]
fn arrays_and_objects_are_well_formed() {
    refused(&[
        (b"[", 1, 1, 2, ITEM),
        (b"[ \n", 3, 2, 1, ITEM),
        (b"[}", 1, 1, 2, ITEM),
        (b"[,1]", 1, 1, 2, ITEM),
        (b"[1", 2, 1, 3, IN_ARRAY),
        (b"[1 2]", 3, 1, 4, IN_ARRAY),
        (b"[1}", 2, 1, 3, IN_ARRAY),
        (b"[1:2]", 2, 1, 3, IN_ARRAY),
        (b"[1,]", 3, 1, 4, VALUE),
        (b"[1,,2]", 3, 1, 4, VALUE),
        (b"[1,", 3, 1, 4, VALUE),
        (b"[[]", 3, 1, 4, IN_ARRAY),
        (b"[\"a\"\n\"b\"]", 5, 2, 1, IN_ARRAY),
        (b"{", 1, 1, 2, MEMBER),
        (b"{]", 1, 1, 2, MEMBER),
        (b"{,}", 1, 1, 2, MEMBER),
        (b"{a:1}", 1, 1, 2, MEMBER),
        (b"{1:1}", 1, 1, 2, MEMBER),
        (b"{'a':1}", 1, 1, 2, MEMBER),
        (b"{null:1}", 1, 1, 2, MEMBER),
        (b"{\"a\"", 4, 1, 5, "`:`"),
        (b"{\"a\"}", 4, 1, 5, "`:`"),
        (b"{\"a\",1}", 4, 1, 5, "`:`"),
        (b"{\"a\" 1}", 5, 1, 6, "`:`"),
        (b"{\"a\"=1}", 4, 1, 5, "`:`"),
        (b"{\"a\":", 5, 1, 6, VALUE),
        (b"{\"a\":}", 5, 1, 6, VALUE),
        (b"{\"a\"::1}", 5, 1, 6, VALUE),
        (b"{\"a\":,}", 5, 1, 6, VALUE),
        (b"{\"a\":1", 6, 1, 7, IN_OBJECT),
        (b"{\"a\":1]", 6, 1, 7, IN_OBJECT),
        (b"{\"a\":1 \"b\":2}", 7, 1, 8, IN_OBJECT),
        (b"{\"a\":1,}", 7, 1, 8, NAME),
        (b"{\"a\":1,,}", 7, 1, 8, NAME),
        (b"{\"a\":1,b:2}", 7, 1, 8, NAME),
        (b"{\"a\":1,", 7, 1, 8, NAME),
        (b"{\"a\":[1,{\"b\":}]}", 13, 1, 14, VALUE),
        (b"[{\"a\":[]]", 8, 1, 9, IN_OBJECT),
    ]);
}

#[test]
fn numbers_and_literals_are_well_formed() {
    refused(&[
        (b"-", 1, 1, 2, DIGIT),
        (b"- 1", 1, 1, 2, DIGIT),
        (b"--1", 1, 1, 2, DIGIT),
        (b"-a", 1, 1, 2, DIGIT),
        (b"+1", 0, 1, 1, VALUE),
        (b".5", 0, 1, 1, VALUE),
        (b"-.5", 1, 1, 2, DIGIT),
        (b"1.", 2, 1, 3, DIGIT),
        (b"[1.]", 3, 1, 4, DIGIT),
        (b"1.e5", 2, 1, 3, DIGIT),
        (b"1e", 2, 1, 3, DIGIT),
        (b"1e+", 3, 1, 4, DIGIT),
        (b"1E-", 3, 1, 4, DIGIT),
        (b"1e+-1", 3, 1, 4, DIGIT),
        (b"1e1.5", 3, 1, 4, END),
        (b"1.5.5", 3, 1, 4, END),
        (b"01", 1, 1, 2, END),
        (b"[01]", 2, 1, 3, IN_ARRAY),
        (b"-01", 2, 1, 3, END),
        (b"00", 1, 1, 2, END),
        (b"0x10", 1, 1, 2, END),
        (b"1_000", 1, 1, 2, END),
        (b"NaN", 0, 1, 1, VALUE),
        (b"Infinity", 0, 1, 1, VALUE),
        (b"-Infinity", 1, 1, 2, DIGIT),
        (b"1\xef\xbc\x91", 1, 1, 2, END),
        (b"t", 1, 1, 2, "`true`"),
        (b"tru", 3, 1, 4, "`true`"),
        (b"trUe", 2, 1, 3, "`true`"),
        (b"[tru]", 4, 1, 5, "`true`"),
        (b"fals", 4, 1, 5, "`false`"),
        (b"falze", 3, 1, 4, "`false`"),
        (b"nul", 3, 1, 4, "`null`"),
        (b"nil", 1, 1, 2, "`null`"),
        (b"{\"a\":nulL}", 8, 1, 9, "`null`"),
        (b"True", 0, 1, 1, VALUE),
        (b"undefined", 0, 1, 1, VALUE),
    ]);
}

#[test]
fn strings_are_well_formed() {
    refused(&[
        (b"\"", 1, 1, 2, QUOTE),
        (b"\"a", 2, 1, 3, QUOTE),
        (b"[\"a]", 4, 1, 5, QUOTE),
        (b"{\"a", 3, 1, 4, QUOTE),
        (b"\"\\", 2, 1, 3, ESCAPE),
        (b"\"\\\"", 3, 1, 4, QUOTE),
        (b"\"\\x41\"", 2, 1, 3, ESCAPE),
        (b"\"\\'\"", 2, 1, 3, ESCAPE),
        (b"\"\\N\"", 2, 1, 3, ESCAPE),
        (b"\"\\0\"", 2, 1, 3, ESCAPE),
        (b"\"\\\n\"", 2, 1, 3, ESCAPE),
        (b"\"\\U0041\"", 2, 1, 3, ESCAPE),
        (b"\"\\\xc3\xa9\"", 2, 1, 3, ESCAPE),
        (b"\"\\u", 3, 1, 4, HEX),
        (b"\"\\u\"", 3, 1, 4, HEX),
        (b"\"\\u004", 6, 1, 7, HEX),
        (b"\"\\u004\"", 6, 1, 7, HEX),
        (b"\"\\u00G1\"", 5, 1, 6, HEX),
        (b"\"\\u{41}\"", 3, 1, 4, HEX),
        (b"\"\\u+041\"", 3, 1, 4, HEX),
        (b"\"\\ud83d\\ude0\"", 12, 1, 13, HEX),
        (b"\"\\ud83d\\\"", 9, 1, 10, QUOTE),
        (b"{\"\\u00\":1}", 6, 1, 7, HEX),
        (b"\"\n\"", 1, 1, 2, CONTROL),
        (b"\"a\tb\"", 2, 1, 3, CONTROL),
        (b"\"\\n\r\n\"", 3, 1, 4, CONTROL),
        (b"{\"a\nb\":1}", 3, 1, 4, CONTROL),
        (b"\"\x00\"", 1, 1, 2, CONTROL),
        (b"\"\x1f\"", 1, 1, 2, CONTROL),
        (b"\"\x00", 1, 1, 2, CONTROL),
    ]);
    for control in 0..0x20 {
        let error = error(&[b'[', b'"', control, b'"', b']']);
        assert_eq!((error.offset(), error.expected()), (2, Expected::EscapedControl), "{control:#x}");
    }
    // Delete and the C1 controls are no control characters to JSON, nor are U+2028, U+FEFF and noncharacters.
    for legal in [
        "\u{7f}",
        "\u{80}",
        "\u{9f}",
        "\u{2028}",
        "\u{2029}",
        "\u{feff}",
        "\u{fffe}",
        "\u{10ffff}",
        "\u{d7ff}",
        "\u{e000}",
    ] {
        assert_eq!(verdict(format!("\"{legal}\"").as_bytes()), Ok(()), "{legal:?}");
    }
}

#[test]
fn no_nul_is_taken_for_the_end() {
    refused(&[
        (b"\x00", 0, 1, 1, VALUE),
        (b"1\x00", 1, 1, 2, END),
        (b"{}\x00", 2, 1, 3, END),
        (b"{}\n\x00", 3, 2, 1, END),
        (b"{} \x00\x00\x00\x00", 3, 1, 4, END),
        (b"[\x00]", 1, 1, 2, ITEM),
        (b"[1\x00", 2, 1, 3, IN_ARRAY),
        (b"[1,\x00", 3, 1, 4, VALUE),
        (b"{\x00", 1, 1, 2, MEMBER),
        (b"{\"a\"\x00:1}", 4, 1, 5, "`:`"),
        (b"{\"a\":\x00}", 5, 1, 6, VALUE),
        (b"-\x00", 1, 1, 2, DIGIT),
        (b"1.\x00", 2, 1, 3, DIGIT),
        (b"nul\x00", 3, 1, 4, "`null`"),
        (b"\"\\\x00", 2, 1, 3, ESCAPE),
        (b"\"\\u00\x00", 5, 1, 6, HEX),
        (b"\"\xc3\x00", 1, 1, 2, UTF8),
    ]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_json() {
    refused(&[
        (b"\xef\xbb\xbf{}", 0, 1, 1, VALUE),
        (b"\xef\xbb\xbf", 0, 1, 1, VALUE),
        (b" \xef\xbb\xbf1", 1, 1, 2, VALUE),
        (b"\xfe\xff\x00{\x00}", 0, 1, 1, VALUE),
        (b"{\x00}\x00", 1, 1, 2, MEMBER),
    ]);
}

/// By hand, then every first and second byte before telling others, held against the standard library.
#[test]
fn strings_are_utf8() {
    refused(&[
        // A continuation without a beginning.
        (b"\"\x80\"", 1, 1, 2, UTF8),
        (b"\"a\xbf\"", 2, 1, 3, UTF8),
        (b"\"\xc3\xa9\xa9\"", 3, 1, 4, UTF8),
        // A beginning without its continuation.
        (b"\"\xc3\"", 1, 1, 2, UTF8),
        (b"\"\xe2\x82\"", 1, 1, 2, UTF8),
        (b"\"\xf0\x9f\x98\"", 1, 1, 2, UTF8),
        (b"\"\xc3", 1, 1, 2, UTF8),
        (b"\"ab\xf0\x9f", 3, 1, 4, UTF8),
        // Overlong forms, of `/` and of the last character that a shorter form holds.
        (b"\"\xc0\xaf\"", 1, 1, 2, UTF8),
        (b"\"\xc1\xbf\"", 1, 1, 2, UTF8),
        (b"\"\xe0\x80\xaf\"", 1, 1, 2, UTF8),
        (b"\"\xe0\x9f\xbf\"", 1, 1, 2, UTF8),
        (b"\"\xf0\x80\x80\xaf\"", 1, 1, 2, UTF8),
        (b"\"\xf0\x8f\xbf\xbf\"", 1, 1, 2, UTF8),
        // Surrogates, alone and as a pair.
        (b"\"\xed\xa0\x80\"", 1, 1, 2, UTF8),
        (b"\"\xed\xbf\xbf\"", 1, 1, 2, UTF8),
        (b"\"\xed\xa0\xbd\xed\xb8\x80\"", 1, 1, 2, UTF8),
        // Above U+10FFFF, and bytes that begin nothing.
        (b"\"\xf4\x90\x80\x80\"", 1, 1, 2, UTF8),
        (b"\"\xf5\x80\x80\x80\"", 1, 1, 2, UTF8),
        (b"\"\xf8\x88\x80\x80\x80\"", 1, 1, 2, UTF8),
        (b"\"\xfe\"", 1, 1, 2, UTF8),
        (b"\"\xff\"", 1, 1, 2, UTF8),
        // Latin-1, in a name, in the second line.
        (b"{\n\"caf\xe9\":1}", 6, 2, 5, UTF8),
        // Escapes and characters before don't move the place.
        (b"[\"\\u00e9\xc3\xa9\xff\"]", 10, 1, 11, UTF8),
        // Outside strings there is nothing for it to be.
        (b"\xff", 0, 1, 1, VALUE),
        (b"[\xc3\xa9]", 1, 1, 2, ITEM),
    ]);

    let edges = [0x20, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xed, 0xff];
    for first in 0x80..=0xff_u8 {
        for second in 0x7f..=0xff_u8 {
            for third in edges {
                for fourth in edges {
                    let json = [b'"', first, second, third, fourth, b'"'];
                    let fault = rewrite(&json, &Rules::default(), None, Limits::default()).err();
                    let expected = std::str::from_utf8(&json).err().map(|error| (error.valid_up_to(), Expected::Utf8));
                    assert_eq!(fault.map(|error| (error.offset(), error.expected())), expected, "{json:x?}");
                }
            }
        }
    }
}

#[test]
fn every_character_is_utf8() {
    let all: String = ('\u{20}'..=char::MAX).filter(|character| !matches!(character, '"' | '\\')).collect();
    let json = format!("\"{all}\"");
    assert_eq!(rewrite(json.as_bytes(), &Rules::default(), None, Limits::default()), Ok(json.into_bytes()));
}

#[test]
fn a_line_ends_after_its_line_feed_and_columns_are_bytes() {
    refused(&[
        (b"[\n  1,\n  x\n]", 9, 3, 3, VALUE),
        (b"[\r\n1,\r\nx]", 7, 3, 1, VALUE),
        (b"[\r\r1 x]", 5, 1, 6, IN_ARRAY),
        (b"\n\n\n", 3, 4, 1, VALUE),
        // Two bytes, two columns.
        (b"[\"\xc3\xa9\" x]", 6, 1, 7, IN_ARRAY),
        // An escaped line feed ends no line.
        (b"[\"\\n\",\n x]", 8, 2, 2, VALUE),
    ]);
}

const DOCUMENT: &str = r#" { "id" : "\u00e9é\n\ud83d😀" , "text" : [ -12.5e+3 , 0 , true , false , null , {} , [ ] , [[1]] ] ,
    "children":{"":{"a":"b"}}}"#;

#[test]
fn a_text_cut_anywhere_is_refused_where_it_ends() {
    assert_eq!(verdict(DOCUMENT.as_bytes()), Ok(()));
    for end in 0..DOCUMENT.len() {
        let cut = DOCUMENT.as_bytes().get(..end).expect("a shorter text");
        // Of a character that was cut in two, the first byte is blamed: the text before it is sound.
        let sound = std::str::from_utf8(cut).map_or_else(|error| error.valid_up_to(), str::len);
        assert_eq!(error(cut).offset(), sound, "{}", cut.escape_ascii());
    }
}

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

#[test]
fn the_limit_is_512_levels() {
    let objects = |levels: usize| "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels);
    assert_eq!(verdict(nested(512).as_bytes()), Ok(()));
    assert_eq!(verdict(objects(512).as_bytes()), Ok(()));
    assert_eq!(verdict(format!("[{}]", nested(511)).as_bytes()), Ok(()));

    let levels = "at most 512 levels of nesting";
    refused(&[
        (nested(513).as_bytes(), 512, 1, 513, levels),
        (objects(513).as_bytes(), 5 * 512, 1, 5 * 512 + 1, levels),
        (format!("[1,\n{}]", nested(512)).as_bytes(), 4 + 511, 2, 512, levels),
        (format!("{{\"a\":{}}}", nested(512)).as_bytes(), 5 + 511, 1, 517, levels),
        // Empty ones count, and what is behind the limit isn't looked at.
        (format!("{}{{}}x", "[".repeat(512)).as_bytes(), 512, 1, 513, levels),
        ("[".repeat(513).as_bytes(), 512, 1, 513, levels),
        ("{\"a\":[".repeat(257).as_bytes(), 6 * 256, 1, 6 * 256 + 1, levels),
        // Nor is there more room in a member that goes.
        (
            format!(r#"{{"id":1,"text":"","children":[],"tokens":{}}}"#, nested(512)).as_bytes(),
            41 + 511,
            1,
            42 + 511,
            levels,
        ),
    ]);

    // Neighbours don't add up.
    let wide = format!("[{}]", vec![nested(511); 100].join(","));
    assert_eq!(verdict(wide.as_bytes()), Ok(()));
}

#[test]
fn a_million_levels_need_neither_time_nor_stack() {
    let tiny_stack = std::thread::Builder::new().stack_size(256 << 10);
    let judged = tiny_stack.spawn(|| {
        for deep in ["[".repeat(1_000_000), "{\"a\":".repeat(1_000_000), nested(1_000_000), "[{\"id\":".repeat(500_000)]
        {
            assert_eq!(error(deep.as_bytes()).expected(), Expected::Depth(512));
        }
        // Where the limit is lifted, levels cost memory and no stack.
        let endless = Limits { depth: usize::MAX, ..Limits::default() };
        let deep = nested(1_000_000);
        assert_eq!(rewrite(deep.as_bytes(), &Rules::default(), None, endless), Ok(deep.into_bytes()));
    });
    judged.expect("a thread").join().expect("no panic");
}

#[test]
fn the_deepest_values_are_compared_on_a_small_stack() {
    // A megabyte is what a WebAssembly module has.
    let megabyte = std::thread::Builder::new().stack_size(1 << 20);
    let compared = megabyte.spawn(|| {
        let policy = br#"{"defaults":{"flatten":{"member":"md","elsewhere":{"a":"arguments.a"}}}}"#;
        let policy = Policy::from_json(policy).expect("a good policy");
        let flattening = Projection::new(&policy).expect("a good policy");
        for deepest in [nested(511), "{\"a\":".repeat(510) + "{}" + &"}".repeat(510)] {
            let arguments = format!(r#"{{"a":{deepest}}}"#);
            let payload = format!(r#"{{"md":"text","a":{deepest}}}"#);
            let call = Call { arguments: Some(arguments.as_bytes()), ..Call::default() };
            let reply = flattening.success("any", payload.as_bytes(), &call).expect("valid");
            assert_eq!(reply.texts().collect::<Vec<_>>(), ["text"]);
        }
    });
    compared.expect("a thread").join().expect("no panic");
}

#[test]
fn limits_are_exact() {
    let limited = |json: &[u8], depth, bytes| {
        rewrite(json, &Rules::default(), None, Limits { depth, bytes })
            .map(|_| ())
            .map_err(|error| (error.offset(), error.line(), error.column(), error.expected()))
    };
    assert_eq!(limited(b"[1]", 1, 3), Ok(()));
    assert_eq!(limited(b"1", 0, 1), Ok(()));
    assert_eq!(limited(b"[]", 0, 2), Err((0, 1, 1, Expected::Depth(0))));
    assert_eq!(limited(b"[{}]", 1, 4), Err((1, 1, 2, Expected::Depth(1))));
    assert_eq!(limited(b"[\n1]", 1, 3), Err((3, 2, 2, Expected::Size(3))));
    assert_eq!(Expected::Size(3).to_string(), "at most 3 bytes");
    // A text over the limit isn't looked at.
    assert_eq!(limited(b"xxxx", 1, 3), Err((3, 1, 4, Expected::Size(3))));
}

#[test]
fn what_json_allows_is_accepted() {
    for json in [
        " \t\r\n1 \t\r\n",
        "-0",
        "-0.0e-0",
        "0E+0",
        "1e400",
        "123456789012345678901234567890.123456789e-999999999999",
        r#""\"\\\/\b\f\n\r\t\u0000\uFFFF\ufffe""#,
        r#""\ud83d""#,
        r#""\ude00\ud83d""#,
        r#"{"":{"":{}}}"#,
        r#"{"a":1,"a":2,"\u0061":3}"#,
        r#"{"\ud83d":1}"#,
        "[[],[[]],{},[{}]]",
        "null",
        "\"\"",
    ] {
        assert_eq!(verdict(json.as_bytes()), Ok(()), "{json}");
    }
}

#[test]
fn an_instance_stays_usable_after_a_refusal_and_in_many_threads() {
    let outline = Projection::new(&presets::outline()).expect("a good policy");
    let payload = br#"{"id":1,"text":"","children":[],"tokens":[]}"#;
    let expected = outline.prune("any", payload).expect("valid");
    let use_it = |outline: &Projection| {
        for end in 0..payload.len() {
            let cut = payload.get(..end).expect("a shorter text");
            assert!(outline.prune("any", cut).is_err());
            assert_eq!(outline.prune("any", payload).as_ref(), Ok(&expected));
        }
    };
    use_it(&outline);
    std::thread::scope(|threads| {
        (0..4).for_each(|_| drop(threads.spawn(|| use_it(&outline.clone()))));
    });
}
