//! How answers of real programs are compared, and the lists of those that differ.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use isolate_tests::real::{Expected, first_difference};

fn compared(node: &str, here: &str, expected: &Expect) {
    let text = match first_difference(node, here) {
        Some(found) => format!("{} | {} | {}", found.place, found.node, found.here),
        None => "equal".to_owned(),
    };
    expected.assert_eq(&text);
}

#[test]
fn the_first_difference_has_a_place() {
    compared(r#"{"a":1}"#, r#"{"a":1}"#, &expect!["equal"]);
    compared(
        r#"{"a":[1,{"b":2}]}"#,
        r#"{"a":[1,{"b":3}]}"#,
        &expect!["a[1].b | 2 | 3"],
    );
    compared("[1,2]", "[1]", &expect![" | [1,2] | [1]"]);
    compared(
        r#"{"a":1,"b":2}"#,
        r#"{"a":1}"#,
        &expect![[r#" | {"a":1,"b":2} | {"a":1}"#]],
    );
    compared(
        r#"{"a":1,"b":2}"#,
        r#"{"b":2,"a":1}"#,
        &expect![[r#"text | {"a":1,"b":2} | {"b":2,"a":1}"#]],
    );
    compared("[1.0]", "[1]", &expect!["[0] | 1.0 | 1"]);
    compared(
        r#"["the same for thirty letters and more: x"]"#,
        r#"["the same for thirty letters and more: y"]"#,
        &expect![[
            r#"[0] | " for thirty letters and more: x" | " for thirty letters and more: y""#
        ]],
    );
    compared("no JSON", "[1]", &expect!["text | no JSON | [1]"]);
}

#[test]
fn a_list_names_the_place_of_a_difference() {
    let list = "[known]\nwhose = \"engine\"\nabout = \"why\"\nplace = \"a\"\n";
    let expected = Expected::parse(list).unwrap();
    let found = first_difference(r#"{"a":1}"#, r#"{"a":2}"#).unwrap();
    let other = first_difference(r#"{"b":1}"#, r#"{"b":2}"#).unwrap();
    let objections = [
        expected.objection("known", Some(&found)),
        expected.objection("known", Some(&other)),
        expected.objection("known", None),
        expected.objection("new", Some(&found)),
        expected.objection("new", None),
    ];
    expect![[r#"
        [
            None,
            Some(
                "b, where a is listed\n  Node: 1\n  here: 2",
            ),
            Some(
                "answers as in Node: take it off the list",
            ),
            Some(
                "a\n  Node: 1\n  here: 2",
            ),
            None,
        ]
    "#]]
    .assert_debug_eq(&objections);
    let silent = "[known]\nwhose = \"engine\"\nabout = \"\"\nplace = \"a\"\n";
    assert!(Expected::parse(silent).is_err());
}

#[test]
fn listed_differences_belong_to_existing_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("real");
    for name in ["packages", "suites"] {
        let list = fs::read_to_string(folder.join(name).join("expected.toml")).unwrap();
        let expected = Expected::parse(&list).unwrap();
        for program in expected.names().filter(|_| name == "packages") {
            let path = folder.join("packages/uses").join(format!("{program}.js"));
            assert!(path.is_file(), "{program} is listed, but has no use");
        }
    }
}
