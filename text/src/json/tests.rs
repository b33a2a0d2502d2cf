use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

mod comments;
mod numbers;
mod paths;
mod selectors;

const BYTES_MAX: usize = 1 << 20;

fn compact(value: &Json) -> String {
    Layout::stringify(Indent::compact())
        .print(value, BYTES_MAX)
        .expect("short")
}

fn read(text: &str) -> Json {
    parse(text).expect("well-formed")
}

fn check_parse(text: &str, expect: Expect) {
    expect.assert_eq(&match parse(text) {
        Ok(value) => compact(&value),
        Err(error) => error.to_string(),
    });
}

#[test]
fn values_survive() {
    for text in [
        "null",
        "true",
        "false",
        "-1500",
        "1.5",
        "1e+21",
        "1e-7",
        "\"é😀\"",
        "[]",
        "{}",
        "[1,[2,[3]],{\"a\":{\"b\":[]}}]",
        "{\"z\":1,\"a\":2,\"m\":3}",
        "{\"__proto__\":{\"x\":1}}",
        "\"\\ud800\"",
        "{\"\\udc00\":1}",
        "\"a\\ud800b\"",
        "\"\\u0001\\t\\n\\\"\\\\/\u{7f}\u{2028}\"",
    ] {
        assert_eq!(compact(&read(text)), text);
    }
}

#[test]
fn texts_are_read_as_javascript_reads_them() {
    check_parse(" \t\r\n[ 1 , { \"a\" : 2 } ]\n", expect!["[1,{\"a\":2}]"]);
    check_parse("\u{feff}{}", expect!["{}"]);
    check_parse("{\"a\":1,\"b\":2,\"a\":3}", expect!["{\"a\":3,\"b\":2}"]);
    check_parse(
        "{\"b\":1,\"2\":2,\"1\":3,\"01\":4,\"4294967295\":5}",
        expect!["{\"1\":3,\"2\":2,\"b\":1,\"01\":4,\"4294967295\":5}"],
    );
    check_parse("\"\\u00e9\\ud83d\\ude00\\/\"", expect!["\"é😀/\""]);
    check_parse("\"\\ud83dx\\ude00\"", expect!["\"\\ud83dx\\ude00\""]);
}

#[test]
fn bad_texts_are_located() {
    check_parse(
        "",
        expect!["unexpected end of JSON where a value should start (line 1, column 1)"],
    );
    check_parse(
        "nope",
        expect!["unexpected token 'o' in a literal: expected null (line 1, column 2)"],
    );
    check_parse(
        "NaN",
        expect!["unexpected token 'N' where a value should start (line 1, column 1)"],
    );
    check_parse(
        "[1,]",
        expect!["unexpected token ']' where a value should start (line 1, column 4)"],
    );
    check_parse(
        "{\"a\":1,}",
        expect![
            "unexpected token '}' in an object: expected a property name in double quotes (line 1, column 8)"
        ],
    );
    check_parse(
        "{'a':1}",
        expect![
            "unexpected token ''' in an object: expected a property name in double quotes, or '}' (line 1, column 2)"
        ],
    );
    check_parse(
        "{}{}",
        expect!["unexpected token '{' after the end of the document (line 1, column 3)"],
    );
    check_parse(
        "[1\n 2]",
        expect![
            "unexpected token '2' after an array element: expected ',' or ']' (line 2, column 2)"
        ],
    );
    check_parse(
        "{\n  \"é😀\": tru\n}",
        expect!["unexpected line break in a literal: expected true (line 2, column 13)"],
    );
    check_parse(
        "\"a",
        expect![[r#"unexpected end of JSON in a string: expected '"' (line 1, column 3)"#]],
    );
    check_parse(
        "\"a\nb\"",
        expect![[
            r#"unexpected line break in a string: write control characters as escapes, such as \n (line 1, column 3)"#
        ]],
    );
    check_parse(
        "\"\u{1}\"",
        expect![[
            r#"unexpected control character U+0001 in a string: write control characters as escapes, such as \n (line 1, column 2)"#
        ]],
    );
    check_parse(
        "\"\\x\"",
        expect![[
            r#"unexpected token 'x' in an escape: use one of \" \\ \/ \b \f \n \r \t \u (line 1, column 3)"#
        ]],
    );
    check_parse(
        "\"\\u12g4\"",
        expect![[
            r#"unexpected token 'g' in a \u escape: expected 4 hex digits (line 1, column 6)"#
        ]],
    );
    check_parse(
        "01",
        expect!["unexpected token '1' after the end of the document (line 1, column 2)"],
    );
    check_parse(
        "-",
        expect!["unexpected end of JSON in a number: expected a digit (line 1, column 2)"],
    );
    check_parse(
        "1.",
        expect!["unexpected end of JSON in a number: expected a digit (line 1, column 3)"],
    );
    check_parse(
        "1e",
        expect!["unexpected end of JSON in a number: expected a digit (line 1, column 3)"],
    );
    check_parse(
        "{\"a\" 1}",
        expect!["unexpected token '1' after a property name: expected ':' (line 1, column 6)"],
    );
    check_parse(
        "[1] // no",
        expect!["unexpected token '/' after the end of the document (line 1, column 5)"],
    );
}

#[test]
fn depth_is_limited_and_needs_little_stack() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let work = move || {
        let value = read(&nested(DEPTH_MAX));
        assert_eq!(large::size_and_depth(&value), Ok((DEPTH_MAX, DEPTH_MAX)));
        assert_eq!(equal(&value, &value.clone()), Ok(true));
        drop(Document::from(value.clone()));
        assert!(value == value.clone());
        assert_eq!(compact(&value), nested(DEPTH_MAX));
        let error = parse(&nested(DEPTH_MAX + 1)).expect_err("too deep");
        assert_eq!(error.kind(), ParseErrorKind::TooLarge);
        let error = parse(&"[".repeat(1 << 20)).expect_err("too deep");
        expect!["arrays and objects nest more than 2000 deep (line 1, column 2001)"]
            .assert_eq(&error.to_string());
        let patch = format!("{}1{}", "{\"a\":".repeat(DEPTH_MAX), "}".repeat(DEPTH_MAX));
        let merge = Operation::new(0, "merge", "$", Some(read(&patch))).expect("valid");
        let text = nested(DEPTH_MAX);
        let merged = update(&text, &text, &[merge]).expect("fits");
        let after = merged.text(BYTES_MAX).expect("short");
        assert_eq!(compact(&read(&after)), patch);
        let deepest = "[0]".repeat(DEPTH_MAX - 1);
        let set = Operation::new(0, "set", &deepest, Some(Json::Null)).expect("valid");
        let changed = update(&text, &text, &[set]).expect("a place");
        let after = changed.text(BYTES_MAX).expect("short");
        assert_eq!(after, text.replacen("[]", "null", 1));
    };
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn printing_is_bounded() {
    let value = read(&format!("{}{}", "[".repeat(1_000), "]".repeat(1_000)));
    let error = Layout::new(Indent::spaces(10))
        .print(&value, 10_000)
        .expect_err("long");
    expect!["the JSON text would have more than 10000 bytes; split the document or indent it less"]
        .assert_eq(&error.to_string());
}

#[test]
fn indentation_is_that_of_stringify() {
    let value = read("{\"a\":[1,{}],\"b\":[],\"c\":{\"d\":null}}");
    let print = |indent: Indent| Layout::new(indent).print(&value, BYTES_MAX).expect("short");
    expect![[r#"
        {
          "a": [
            1,
            {}
          ],
          "b": [],
          "c": {
            "d": null
          }
        }
    "#]]
    .assert_eq(&print(Indent::default()));
    expect![[r#"
        {
        	"a": [
        		1,
        		{}
        	],
        	"b": [],
        	"c": {
        		"d": null
        	}
        }
    "#]]
    .assert_eq(&print(Indent::text("\t")));
    expect![[r#"
        {"a":[1,{}],"b":[],"c":{"d":null}}
    "#]]
    .assert_eq(&print(Indent::spaces(-1)));
    assert_eq!(print(Indent::spaces(99)), print(Indent::spaces(10)));
}

#[test]
fn a_layout_is_kept() {
    for text in [
        "{\"a\":1}",
        "{\"a\":1}\n",
        "{\n  \"a\": 1\n}\n",
        "{\n\t\"a\": [\n\t\t1\n\t]\n}",
        "[\n    1\n]\n",
        "{\r\n  \"a\": 1\r\n}\r\n",
        "5",
        "{}\n",
    ] {
        let printed = Layout::detect(text).print(&read(text), BYTES_MAX);
        assert_eq!(printed.expect("short"), text);
    }
    assert_eq!(Layout::detect("{}\n"), Layout::new(Indent::default()));
    assert_eq!(Layout::detect(""), Layout::stringify(Indent::default()));
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<f64>().prop_map(Json::from),
        proptest::collection::vec(any::<u16>(), 0..6)
            .prop_map(|units| Json::String(JsonString::from_utf16(&units))),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            proptest::collection::vec(("[a0-9\\PC]{0,3}", inner), 0..5).prop_map(|members| {
                Json::Object(Object::from_members(
                    members.into_iter().map(|(k, v)| (k.into(), v)).collect(),
                ))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn printing_then_parsing_gives_the_same(value in any_json(), indent in 0_i64..5) {
        let text = Layout::new(Indent::spaces(indent)).print(&value, BYTES_MAX).expect("short");
        let again = read(&text);
        let printed = Layout::new(Indent::spaces(indent)).print(&again, BYTES_MAX).expect("short");
        prop_assert_eq!(printed, text);
    }

    #[test]
    fn agrees_with_another_parser(text in "[\\[\\]{},:\"a0-9. \\\\eu+-]{0,12}") {
        let other: Result<serde_json::Value, _> = serde_json::from_str(&text);
        // That parser refuses lone surrogates and numbers past the largest double.
        if let (Err(ours), Ok(_)) = (parse(&text), &other) {
            prop_assert!(false, "{text}: {ours}");
        }
        if let (Ok(ours), Err(theirs)) = (parse(&text), &other) {
            let theirs = theirs.to_string();
            prop_assert!(theirs.contains("surrogate") || theirs.contains("out of range") || theirs.contains("hex escape"), "{} {:?} {}", text, ours, theirs);
        }
    }

    #[test]
    fn any_text_parses_or_fails(text in "\\PC{0,40}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.line() >= 1 && error.column() >= 1);
        }
        let _: Layout = Layout::detect(&text);
    }

    #[test]
    fn any_path_can_be_asked_and_changed(document in any_json(), path in "[a0-9.\\[\\]\"'\\\\$*é -]{0,14}", op in "set|delete|insert|append|test") {
        let _: Result<_, QueryError> = query(&document, &path);
        if let Ok(operation) = Operation::new(0, &op, &path, Some(Json::Bool(true)))
            && let text = compact(&document)
            && let Ok(changed) = update(&text, &text, &[operation])
            && op == "set"
        {
            let changed = read(&changed.text(BYTES_MAX).expect("short"));
            let found = query(&changed, &path).expect("it was just set").answer;
            prop_assert!(matches!(found, Answer::One(Found::Value(Json::Bool(true)))));
        }
    }
}
