//! TOML: values, tables and errors.

use isolate_formats::{Error, Tree, Trees, toml};

fn parse(text: &str) -> Result<Tree, Error> {
    toml::parse(text, &toml::Options::default(), &mut Trees)
}

#[track_caller]
fn check_value(written: &str, expected: Tree) {
    let tree = parse(&format!("a = {written}")).unwrap();
    assert_eq!(
        tree,
        Tree::Object(vec![("a".to_owned(), expected)]),
        "{written}"
    );
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(parse(text).unwrap_err().to_string(), expected);
}

#[test]
fn values() {
    let string = |text: &str| Tree::String(text.to_owned());
    for (written, value) in [
        ("1_000", 1000.0),
        ("-17", -17.0),
        ("0xff", 255.0),
        ("0o17", 15.0),
        ("0b11", 3.0),
        ("1e3", 1000.0),
        ("-inf", f64::NEG_INFINITY),
    ] {
        check_value(written, Tree::Number(value));
    }
    check_value("'a\\b'", string("a\\b"));
    check_value("\"a\\u00e4\\e\"", string("aä\u{1b}"));
    check_value("\"\"\"\na\\\n   b\"\"\"", string("ab"));
    check_value(
        "1979-05-27T07:32:00-07:00",
        Tree::Date("1979-05-27T07:32:00-07:00".to_owned()),
    );
    check_value(
        "1979-05-27 07:32Z",
        Tree::Date("1979-05-27T07:32:00Z".to_owned()),
    );
    check_value("1979-05-27", string("1979-05-27"));
    check_value("07:32:00", string("07:32:00"));
    check_value(
        "[1, {b = true,\n},]",
        Tree::Array(vec![
            Tree::Number(1.0),
            Tree::Object(vec![("b".to_owned(), Tree::Bool(true))]),
        ]),
    );
}

#[test]
fn a_byte_order_mark_is_dropped() {
    let one = Tree::Object(vec![("a".to_owned(), Tree::Number(1.0))]);
    assert_eq!(parse("\u{feff}a = 1").unwrap(), one);
    let yaml = isolate_formats::yaml::parse(
        "\u{feff}a: 1",
        &isolate_formats::yaml::Options::default(),
        &mut Trees,
    );
    assert_eq!(yaml.unwrap(), one);
}

#[test]
fn integers_beyond_a_number() {
    check_error(
        "a = 9007199254740993",
        "an integer beyond 2^53, which a number cannot hold: bigint: true reads it as a BigInt (line 1, column 5)\n  a = 9007199254740993\n      ^",
    );
    let read = |text: &str, integers| {
        let mut options = toml::Options::default();
        options.integers = integers;
        toml::parse(text, &options, &mut Trees)
    };
    let digits = Tree::Integer("9007199254740993".to_owned());
    let object = |value| Ok(Tree::Object(vec![("a".to_owned(), value)]));
    assert_eq!(
        read("a = 9007199254740993", toml::Integers::Big),
        object(digits)
    );
    assert_eq!(
        read("a = 1", toml::Integers::Big),
        object(Tree::Number(1.0))
    );
    assert_eq!(
        read("a = 1", toml::Integers::AllBig),
        object(Tree::Integer("1".to_owned()))
    );
    assert!(read("a = 9223372036854775808", toml::Integers::Big).is_err());
}

#[test]
fn tables_are_continued() {
    let text = "x.y = 1\n[a.b]\nc = 1\n[a]\nd = 2\n[[l]]\n[l.m]\nn = 3\n[[l]]\n";
    let one = |name: &str, value: Tree| Tree::Object(vec![(name.to_owned(), value)]);
    let number = Tree::Number;
    let expected = Tree::Object(vec![
        ("x".to_owned(), one("y", number(1.0))),
        (
            "a".to_owned(),
            Tree::Object(vec![
                ("b".to_owned(), one("c", number(1.0))),
                ("d".to_owned(), number(2.0)),
            ]),
        ),
        (
            "l".to_owned(),
            Tree::Array(vec![one("m", one("n", number(3.0))), Tree::Object(vec![])]),
        ),
    ]);
    assert_eq!(parse(text).unwrap(), expected);
}

#[test]
fn what_is_wrong_has_its_place() {
    check_error(
        "a = 1\na = 2\n",
        "the key \"a\" comes twice: rename or remove one (line 2, column 1)\n  a = 2\n  ^",
    );
    check_error(
        "[a]\n[a]\n",
        "the key \"a\" is there already: join the two, or rename one (line 2, column 2)\n  [a]\n   ^",
    );
    check_error(
        "a = {}\n[a.b]\n",
        "the key \"a\" is a value: its table cannot be continued (line 2, column 2)\n  [a.b]\n   ^",
    );
    check_error(
        "[a.b]\n[a]\nb.c = 1\n",
        "the key \"b\" is there already: add its members there (line 3, column 1)\n  b.c = 1\n  ^",
    );
    check_error(
        "[[a]]\n[a]\n",
        "the key \"a\" is a list of tables: write [[…]] to add one (line 2, column 2)\n  [a]\n   ^",
    );
    check_error(
        "a = []\n[[a]]\n",
        "the key \"a\" is there already, and no list of tables (line 2, column 3)\n  [[a]]\n    ^",
    );
    check_error(
        "a = 2024-02-30",
        "no such date or time: write it as 2024-12-31T23:59:59Z (line 1, column 5)\n  a = 2024-02-30\n      ^",
    );
    check_error(
        "a = {b\n= 1}",
        "the line ends between a key and its value (line 1, column 7)\n  a = {b\n        ^",
    );
    for text in [
        "a",
        "a = ",
        "a = 1 b = 2",
        "= 1",
        "a = tru",
        "a = \"x",
        "[a",
        "a = 1__0",
        "a = \"\\q\"",
        "a = [1 2]",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse(&nested(256)).is_ok());
    assert_eq!(
        parse(&nested(257)).unwrap_err().message(),
        "nested deeper than 256 levels"
    );
    assert!(parse(&nested(100_000)).is_err());
    for text in [
        format!("{}a = 1", "a.".repeat(300)),
        format!("[{}a]", "a.".repeat(300)),
        format!("a = {}1{}", "{b = ".repeat(300), "}".repeat(300)),
    ] {
        assert_eq!(
            parse(&text).unwrap_err().message(),
            "nested deeper than 256 levels"
        );
    }
}

/// A long text is parsed some lines at a time.
#[test]
fn long_texts_are_read_as_short_ones_are() {
    let one =
        |at: usize| format!("a{at} = [\n  1, # one\n  {{ b = {at} }},\n]\n\n[t{at}]\nc = 1\n");
    let text: String = (0..2_000).map(one).collect();
    // Only the first is no member of a table.
    let Tree::Object(members) = parse(&text).unwrap() else {
        panic!("a text is an object");
    };
    assert_eq!(members.len(), 2_001);
    for (at, (name, value)) in members.iter().skip(1).enumerate().take(1_999) {
        assert_eq!(*name, format!("t{at}"));
        let Tree::Object(inner) = value else {
            panic!("{name} is a table");
        };
        let next = Tree::Object(vec![("b".to_owned(), Tree::Number((at + 1) as f64))]);
        let list = Tree::Array(vec![Tree::Number(1.0), next]);
        assert_eq!(inner[1], (format!("a{}", at + 1), list));
    }
    let lines = text.lines().count();
    for (wrong, line, column) in [("x = [1\n", 2, 1), ("x = ]\n", 1, 5), ("x 1\n", 1, 3)] {
        let error = parse(&format!("{text}{wrong}y = 2\n")).unwrap_err();
        let alone = parse(&format!("{wrong}y = 2\n")).unwrap_err();
        let place = error.place().unwrap();
        assert_eq!(
            (place.line - lines, place.column),
            (line, column),
            "{error}"
        );
        assert_eq!(error.message(), alone.message());
    }
}
