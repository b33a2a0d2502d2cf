//! Texts that get another value.

use isolate_formats::{Error, Tree, Trees, Walk, toml};
use proptest::prelude::*;

fn parse(text: &str) -> Tree {
    let mut options = toml::Options::default();
    options.integers = toml::Integers::Big;
    toml::parse(text, &options, &mut Trees).unwrap()
}

/// Changes `text` until it has the value of `wanted`.
fn update(text: &str, wanted: &str) -> Result<String, Error> {
    toml::update(text, &mut Walk::default(), &&parse(wanted))
}

#[track_caller]
fn check(text: &str, wanted: &str, expected: &str) {
    assert_eq!(update(text, wanted).unwrap(), expected);
}

const TEXT: &str = "\
# top
title = 'x' # name
when = 1979-05-27T00:32:00-07:00
day = 1979-05-27

[owner] # who
name = \"Ann\"
tags = [
  \"a\", # first
  \"b\",
]

# one
[[item]]
id = 0x01

# two
[[item]]
id = 2
";

#[test]
fn toml_keeps_what_is_the_same() {
    check(TEXT, TEXT, TEXT);
    let changed = TEXT.replace("'x'", "\"y\"").replace("id = 2", "id = 3");
    check(TEXT, &changed, &changed);
    // Members in another order, a text in the place of a day, the same moment in another zone.
    let other = "day = '1979-05-27'\nwhen = 1979-05-27T07:32:00Z\ntitle = 'x'\n[owner]\nname = 'Ann'\ntags = ['a', 'b']\n[[item]]\nid = 1\n[[item]]\nid = 2\n";
    check(TEXT, other, TEXT);
}

#[test]
fn toml_gets_and_loses_members() {
    let wanted = TEXT
        .replace("title = 'x' # name\n", "")
        .replace("  \"b\",\n", "  \"b\",\n  \"c\",\n")
        + "new = 1\n[owner.more]\nx = [1, { y = 2 }]\n[[item]]\nid = 3\n";
    let expected = "\
when = 1979-05-27T00:32:00-07:00
day = 1979-05-27

[owner] # who
name = \"Ann\"
tags = [
  \"a\", # first
  \"b\",
  \"c\",
]

[owner.more]
x = [1, { y = 2 }]

# one
[[item]]
id = 0x01

# two
[[item]]
id = 2
new = 1

[[item]]
id = 3
";
    check(TEXT, &wanted, expected);
    check(
        "a = 1\r\n[b]\r\nc = 1\r\n",
        "a = 1\n[b]\nc = 1\nd = 'x'\n",
        "a = 1\r\n[b]\r\nc = 1\r\nd = \"x\"\r\n",
    );
    check(
        "a = {b = 1}\n",
        "a = {b = 2, c = {d = []}}\n",
        "a = {b = 2, c = { d = [] } }\n",
    );
    check("a.b = 1\n", "a.b = 2\na.c = 3\n", "a.b = 2\na.c = 3\n");
}

fn value() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Tree::Bool),
        (0..5_i32).prop_map(|n| Tree::Number(n.into())),
        "[ab\"\n]{0,3}".prop_map(Tree::String)
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Tree::Array),
            prop::collection::btree_map("[a-c ]{1,2}", inner, 0..4)
                .prop_map(|members| Tree::Object(members.into_iter().collect())),
        ]
    })
}

fn object() -> impl Strategy<Value = Tree> {
    prop::collection::btree_map("[a-d]", value(), 0..4)
        .prop_map(|members| Tree::Object(members.into_iter().collect()))
}

fn sorted(tree: Tree) -> Tree {
    match tree {
        Tree::Array(items) => Tree::Array(items.into_iter().map(sorted).collect()),
        Tree::Object(mut members) => {
            members.sort_by(|one, other| one.0.cmp(&other.0));
            Tree::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (key, sorted(value)))
                    .collect(),
            )
        }
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn toml_becomes_any_other_value(old in object(), new in object()) {
        let text = toml::write(&mut Walk::default(), &&old, &toml::Style::default()).unwrap();
        let changed = toml::update(&text, &mut Walk::default(), &&new).map_err(|error| format!("{text}\n{error}"));
        let changed = changed.map(|changed| sorted(parse(&changed)));
        prop_assert_eq!(changed, Ok(sorted(new)));
    }
}
