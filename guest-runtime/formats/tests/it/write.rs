//! What is written, and that it is read as the same.

use isolate_formats::csv::{Columns, EmptyLines};
use isolate_formats::{Tree, Trees, Walk, csv, toml, xml, yaml};
use proptest::prelude::*;

fn text(value: &str) -> Tree {
    Tree::String(value.to_owned())
}

fn object(members: &[(&str, Tree)]) -> Tree {
    Tree::Object(
        members
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
    )
}

fn to_yaml(tree: &Tree) -> String {
    yaml::write(&mut Walk::default(), &tree, &yaml::Style::default()).unwrap()
}

fn to_toml(tree: &Tree) -> Result<String, isolate_formats::Error> {
    toml::write(&mut Walk::default(), &tree, &toml::Style::default())
}

fn to_csv(tree: &Tree) -> Result<String, isolate_formats::Error> {
    csv::write(&mut Walk::default(), &tree, &csv::Style::default())
}

fn to_xml(tree: &Tree) -> Result<String, isolate_formats::Error> {
    xml::write(&mut Walk::default(), &tree, &xml::Style::default())
}

#[test]
fn zero_keeps_its_sign() {
    let zero = object(&[("a", Tree::Number(-0.0))]);
    assert_eq!(to_yaml(&zero), "a: -0\n");
    assert_eq!(to_toml(&zero).unwrap(), "a = -0.0\n");
    // The integer has none.
    let read = toml::parse("a = -0", &toml::Options::default(), &mut Trees).unwrap();
    assert_eq!(format!("{read:?}"), "Object([(\"a\", Number(0.0))])");
}

#[test]
fn columns_have_titles() {
    let rows = Tree::Array(vec![object(&[("a", text("x")), ("b", text("y"))])]);
    let mut style = csv::Style::default();
    style.columns = Some(vec!["b".to_owned(), "a".to_owned()]);
    style.titles = Some(vec!["B,B".to_owned(), "A".to_owned()]);
    let written = csv::write(&mut Walk::default(), &&rows, &style).unwrap();
    assert_eq!(written, "\"B,B\",A\ny,x\n");
}

#[test]
fn flags_of_commands_need_no_quotes() {
    for (value, expected) in [
        ("--name", "--name\n"),
        ("--x=1", "--x=1\n"),
        ("-x", "-x\n"),
        ("--", "\"--\"\n"),
        ("---x", "\"---x\"\n"),
        ("--1", "\"--1\"\n"),
        ("- x", "\"- x\"\n"),
    ] {
        assert_eq!(to_yaml(&text(value)), expected);
    }
}

#[test]
fn yaml_in_blocks() {
    let list = Tree::Array(vec![
        Tree::Number(1.0),
        object(&[("x", Tree::Null), ("y", Tree::Array(vec![]))]),
    ]);
    let tree = object(&[
        ("name", text("no")),
        ("time", text("12:30")),
        ("lines", text("a\n\n b\n")),
        ("list", list),
        ("big", Tree::Number(1e21)),
        ("key: x", Tree::Bool(true)),
        ("bytes", Tree::Bytes(b"hi".to_vec())),
    ]);
    assert_eq!(
        to_yaml(&tree),
        "name: \"no\"\ntime: \"12:30\"\nlines: |\n  a\n\n   b\nlist:\n  - 1\n  - x: null\n    \"y\": []\nbig: 1.0e+21\n\"key: x\": true\nbytes: !!binary aGk=\n"
    );
    for word in [
        "y",
        "No",
        "on",
        "~",
        "1_000",
        "0b1",
        "2024-01-02",
        "1.",
        "=",
        "<<",
        "- a",
        "a: b",
        "a #",
        "",
        " a",
        "null",
        "1e3",
        "0x1f",
        "-.inf",
    ] {
        let written = to_yaml(&text(word));
        assert!(written.starts_with('"'), "{word}: {written}");
    }
    for word in [
        "plain text",
        "a-b",
        "-flag",
        "a:b",
        "http://x/y#z",
        "größe",
        "10 apples",
    ] {
        assert_eq!(to_yaml(&text(word)), format!("{word}\n"));
    }
}

#[test]
fn toml_has_tables() {
    let tree = object(&[
        ("title", text("a\"b")),
        (
            "owner",
            object(&[("deep", object(&[("x", Tree::Number(1.5))]))]),
        ),
        (
            "n",
            Tree::Array(vec![Tree::Number(1.0), object(&[("a", text("b"))])]),
        ),
        (
            "items",
            Tree::Array(vec![object(&[("a b", Tree::Number(1.0))]), object(&[])]),
        ),
        ("when", Tree::Date("2024-01-02T03:04:05Z".to_owned())),
    ]);
    assert_eq!(
        to_toml(&tree).unwrap(),
        "title = \"a\\\"b\"\nn = [1, { a = \"b\" }]\nwhen = 2024-01-02T03:04:05Z\n\n[owner.deep]\nx = 1.5\n\n[[items]]\n\"a b\" = 1\n\n[[items]]\n"
    );
    let error = to_toml(&object(&[("a", object(&[("b", Tree::Null)]))])).unwrap_err();
    assert_eq!(
        error.message(),
        "a.b: TOML has no null: leave the member out"
    );
}

#[test]
fn csv_of_objects_and_arrays() {
    let rows = Tree::Array(vec![
        object(&[("a", Tree::Number(1.0)), ("b", text("x,\"y\""))]),
        object(&[
            ("a", Tree::Null),
            ("c", Tree::Array(vec![Tree::Bool(true), text("z")])),
        ]),
    ]);
    assert_eq!(
        to_csv(&rows).unwrap(),
        "a,b,c\n1,\"x,\"\"y\"\"\",\n,,\"[true,\"\"z\"\"]\"\n"
    );
    let rows = Tree::Array(vec![
        Tree::Array(vec![text("")]),
        Tree::Array(vec![text("a\nb")]),
    ]);
    assert_eq!(to_csv(&rows).unwrap(), "\"\"\n\"a\nb\"\n");
    let mixed = Tree::Array(vec![Tree::Array(vec![]), object(&[])]);
    assert_eq!(
        to_csv(&mixed).unwrap_err().message(),
        "row 2 is an object: all rows must be arrays, or all objects"
    );
}

#[test]
fn xml_of_its_shape() {
    let tree = object(&[(
        "a",
        object(&[
            (
                "b",
                Tree::Array(vec![text("1 < 2"), Tree::Number(2.0), Tree::Null]),
            ),
            ("#text", text("t")),
            ("@_id", text("\"q\"")),
        ]),
    )]);
    assert_eq!(
        to_xml(&tree).unwrap(),
        "<a id=\"&quot;q&quot;\"><b>1 &lt; 2</b><b>2</b><b/>t</a>"
    );
    let error = to_xml(&object(&[("a b", text(""))])).unwrap_err();
    assert_eq!(
        error.message(),
        "\"a b\" cannot name an element: rename the member"
    );
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let mut tree = Tree::Null;
    for _ in 0..1000 {
        tree = object(&[("a", Tree::Array(vec![tree]))]);
    }
    let message = "the value is nested deeper than 256 levels: does it contain itself?";
    assert_eq!(
        yaml::write(&mut Walk::default(), &&tree, &yaml::Style::default())
            .unwrap_err()
            .message(),
        message
    );
    assert_eq!(to_toml(&tree).unwrap_err().message(), message);
    let error = to_xml(&object(&[("r", tree)])).unwrap_err();
    assert_eq!(error.message(), message);
}

fn scalar() -> impl Strategy<Value = Tree> {
    prop_oneof![
        any::<bool>().prop_map(Tree::Bool),
        (-1_000_000_i32..1_000_000).prop_map(|n| Tree::Number(f64::from(n))),
        (-1e9..1e9_f64).prop_map(Tree::Number),
        "[a-c0-9:#,\\-\\[\\]{}&*!|>'\"%@`?. \n\t\r~=<_]{0,8}".prop_map(Tree::String),
        "(no|on|null|true|1|1\\.0|0x1f|1e5|2024-01-02|<<|=)".prop_map(Tree::String),
        "\\PC{0,6}".prop_map(Tree::String),
        any::<String>().prop_map(Tree::String),
    ]
}

fn tree(leaf: impl Strategy<Value = Tree> + 'static) -> impl Strategy<Value = Tree> {
    let key = "([a-c:# \\-]{0,3}|\\PC{0,3}|no|1)";
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::Array),
            prop::collection::btree_map(key, inner, 0..5)
                .prop_map(|members| Tree::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn yaml_is_read_as_it_was(tree in tree(prop_oneof![scalar(), Just(Tree::Null), prop::collection::vec(any::<u8>(), 0..5).prop_map(Tree::Bytes)]), indent in 1..5_usize, single: bool, lists: bool, for_1_1: bool) {
        let mut style = yaml::Style::default();
        style.indent = indent;
        style.indent_lists = lists;
        style.for_1_1 = for_1_1;
        style.quotes = if single { yaml::Quotes::Single } else { yaml::Quotes::Double };
        let text = yaml::write(&mut Walk::default(), &&tree, &style).unwrap();
        let again = yaml::parse(&text, &yaml::Options::default(), &mut Trees);
        prop_assert_eq!(again.map_err(|error| format!("{text}\n{error}")), Ok(tree));
    }

    #[test]
    fn toml_is_read_as_it_was(tree in prop::collection::btree_map("[a-c. ]{0,2}", tree(scalar()), 0..5)) {
        let tree = Tree::Object(tree.into_iter().collect());
        let text = to_toml(&tree).unwrap();
        let again = toml::parse(&text, &toml::Options::default(), &mut Trees);
        prop_assert_eq!(again.map(sorted).map_err(|error| format!("{text}\n{error}")), Ok(sorted(tree)));
    }

    #[test]
    fn csv_is_read_as_it_was(rows in prop::collection::vec(prop::collection::vec("[a, \"\n\r\u{feff}]{0,4}", 2), 1..5), one in prop::collection::vec("[a \n]{0,2}", 1..5)) {
        for rows in [rows, one.into_iter().map(|cell| vec![cell]).collect()] {
            let tree = Tree::Array(rows.iter().map(|row| Tree::Array(row.iter().map(|cell| text(cell)).collect())).collect());
            let written = to_csv(&tree).unwrap();
            let mut options = csv::Options::default();
            options.empty_lines = EmptyLines::Skip;
            options.columns = Columns::None;
            let read = super::csv::read(written.as_bytes(), 7, &options).unwrap();
            prop_assert_eq!(read.rows, rows, "{}", written);
        }
    }

    #[test]
    fn xml_is_read_as_it_was(tree in xml_tree(), indented: bool) {
        let tree = object(&[("root", tree)]);
        let mut style = xml::Style::default();
        style.indent = indented.then(|| "  ".to_owned());
        let text = xml::write(&mut Walk::default(), &&tree, &style).unwrap();
        let again = xml::parse(&text, &xml::Options::default(), &mut Trees);
        prop_assert_eq!(again.map_err(|error| format!("{text}\n{error}")), Ok(tree));
    }
}

/// Members in the order of their names: TOML writes tables last.
fn sorted(tree: Tree) -> Tree {
    match tree {
        Tree::Array(items) => Tree::Array(items.into_iter().map(sorted).collect()),
        Tree::Object(members) => {
            let mut members: Vec<_> = members
                .into_iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            members.sort_by(|one, other| one.0.cmp(&other.0));
            Tree::Object(members)
        }
        other => other,
    }
}

/// Values of the shape that XML is read into.
fn xml_tree() -> impl Strategy<Value = Tree> {
    let leaf = "[a-z<>&'\"\\]]{0,5}".prop_map(Tree::String);
    leaf.prop_recursive(4, 20, 4, |inner| {
        let many = prop::collection::vec(inner.clone(), 2..4).prop_map(Tree::Array);
        let member = prop_oneof![4 => inner, 1 => many];
        (prop::collection::btree_map("[a-c]{1,2}", member, 1..4), prop::option::of("[a-z&<]{1,3}"), prop::collection::btree_map("@_[x-z]", "[a-z&<\"']{0,3}", 0..3)).prop_map(|(children, inner, attributes)| {
            let mut members: Vec<(String, Tree)> = children.into_iter().filter(|(_, value)| !matches!(value, Tree::Array(items) if items.iter().any(|item| matches!(item, Tree::Array(_))))).collect();
            if members.is_empty() {
                return Tree::String("x".to_owned());
            }
            members.extend(inner.map(|text| ("#text".to_owned(), Tree::String(text))));
            members.extend(attributes.into_iter().map(|(name, value)| (name, Tree::String(value))));
            Tree::Object(members)
        })
    })
}
