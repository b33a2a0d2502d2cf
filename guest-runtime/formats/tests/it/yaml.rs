//! YAML: values, limits and errors.

use isolate_formats::{Error, Tree, Trees, yaml};

fn parse(text: &str) -> Result<Tree, Error> {
    yaml::parse(text, &yaml::Options::default(), &mut Trees)
}

fn json(text: &str) -> Tree {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(parse(text).unwrap_err().to_string(), expected);
}

#[test]
fn the_core_schema() {
    for (text, expected) in [
        ("", Tree::Null),
        ("~", Tree::Null),
        ("no", Tree::String("no".into())),
        ("True", Tree::Bool(true)),
        ("012", Tree::Number(12.0)),
        ("0o14", Tree::Number(12.0)),
        ("0xC", Tree::Number(12.0)),
        ("-1.5e3", Tree::Number(-1500.0)),
        ("1.", Tree::Number(1.0)),
        ("-.inf", Tree::Number(f64::NEG_INFINITY)),
        ("infinity", Tree::String("infinity".into())),
        ("1_000", Tree::String("1_000".into())),
        ("12:30", Tree::String("12:30".into())),
        ("2024-01-02", Tree::String("2024-01-02".into())),
        ("9007199254740993", Tree::Integer("9007199254740993".into())),
        (
            "0xffffffffffffffffff",
            Tree::Integer("4722366482869645213695".into()),
        ),
        ("'1'", Tree::String("1".into())),
        ("!!str 1", Tree::String("1".into())),
        ("! 1", Tree::String("1".into())),
        ("!!binary aGk=", Tree::Bytes(b"hi".to_vec())),
    ] {
        assert_eq!(json(text), expected, "{text}");
    }
}

#[test]
fn indentation_that_is_wrong_and_common() {
    for text in ["a:\n  b: [\n    1\n  ]\n", "a:\n  - \"x\n  y\"\n"] {
        assert!(parse(text).is_ok(), "{text}");
        let mut options = yaml::Options::default();
        options.strict_indentation = true;
        assert!(yaml::parse(text, &options, &mut Trees).is_err(), "{text}");
    }
}

#[test]
fn merges_do_not_replace() {
    let base = "a: &a {x: 1, y: 2}\nb: &b {x: 3, z: 4}\n";
    for (text, same) in [
        ("c: {<<: *a, y: 5}", "c: {x: 1, y: 5}"),
        ("c: {y: 5, <<: *a}", "c: {y: 5, x: 1}"),
        ("c: {<<: [*a, *b]}", "c: {x: 1, y: 2, z: 4}"),
        ("c: {'<<': 1}", "c: {\"<<\": 1}"),
    ] {
        assert_eq!(
            json(&format!("{base}{text}")),
            json(&format!("{base}{same}")),
            "{text}"
        );
    }
    check_error(
        "<<: 1",
        "<< takes an object or a list of objects: merge: false keeps it as a key (line 1, column 5)\n  <<: 1\n      ^",
    );
    let mut options = yaml::Options::default();
    options.merge = false;
    let kept = yaml::parse("<<: 1", &options, &mut Trees).unwrap();
    assert_eq!(kept, Tree::Object(vec![("<<".into(), Tree::Number(1.0))]));
}

#[test]
fn dates_and_tags_where_the_caller_wants_them() {
    let mut options = yaml::Options::default();
    options.dates = true;
    options.ignore_tags = true;
    let read = |text| yaml::parse(text, &options, &mut Trees).unwrap();
    for date in ["2024-01-02", "2024-01-02T03:04:05Z", "2024-1-2"] {
        let is_date = date != "2024-1-2";
        assert_eq!(matches!(read(date), Tree::Date(_)), is_date, "{date}");
    }
    assert_eq!(
        read("2024-01-02 3:04:05.5 -07:00"),
        Tree::Date("2024-01-02T10:04:05.500Z".into())
    );
    assert_eq!(
        read("[!x 1, !y [2]]"),
        Tree::Array(vec![
            Tree::String("1".into()),
            Tree::Array(vec![Tree::Number(2.0)])
        ])
    );
    options.js_yaml_numbers = true;
    let read = |text| yaml::parse(text, &options, &mut Trees).unwrap();
    assert_eq!(
        read("[0b11, -0x1f]"),
        Tree::Array(vec![Tree::Number(3.0), Tree::Number(-31.0)])
    );
    assert_eq!(
        json("[0b11, -0x1f]"),
        Tree::Array(vec![
            Tree::String("0b11".into()),
            Tree::String("-0x1f".into())
        ])
    );
}

#[test]
fn what_is_wrong_has_its_place() {
    check_error(
        "a: 1\na: 2\n",
        "the key \"a\" comes twice: rename or remove one (line 2, column 1)\n  a: 2\n  ^",
    );
    check_error(
        "1\n---\n2\n",
        "the text has several documents: YAML.parseAll(text) reads them all (line 2, column 1)\n  ---\n  ^",
    );
    check_error(
        "ä: !x 1",
        "the tag !x is not known: leave it out (line 1, column 7)\n  ä: !x 1\n        ^",
    );
    check_error(
        "[a]: 1",
        "a list or an object is a key: a key must be a text, a number or the like (line 1, column 1)\n  [a]: 1\n  ^",
    );
    check_error(
        "&a [*a]",
        "an alias inside of what it stands for: copy the value instead (line 1, column 5)\n  &a [*a]\n      ^",
    );
}

#[test]
fn aliases_and_depth_are_bounded() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = format!("*a{}, ", level - 1).repeat(9);
        bomb += &format!("a{level}: &a{level} [{before}]\n");
    }
    let error = parse(&bomb).unwrap_err();
    assert_eq!(
        error.message(),
        "the aliases stand for more than 1000000 values together"
    );

    for (open, close) in [("[", "]"), ("{a: ", "}")] {
        let nested = |depth: usize| open.repeat(depth) + &close.repeat(depth);
        assert!(parse(&nested(256)).is_ok());
        let error = parse(&nested(257)).unwrap_err();
        assert_eq!(error.message(), "nested deeper than 256 levels");
        assert!(parse(&nested(100_000)).is_err());
    }
    assert!(parse(&"- ".repeat(100_000)).is_err());
}

#[test]
fn errors_of_the_caller_pass_through() {
    let error = parse("a: [1").unwrap_err();
    assert_eq!(error.place().map(|place| place.line), Some(1));
    let all = yaml::parse_all("1\n---\n---\n3", &yaml::Options::default(), &mut Trees).unwrap();
    assert_eq!(all, [Tree::Number(1.0), Tree::Null, Tree::Number(3.0)]);
}
