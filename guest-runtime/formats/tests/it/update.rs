//! Texts that get another value.

mod stopped;
mod yaml;

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
# top
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

#[test]
fn toml_comments_follow_their_items() {
    let text = "x = [ # all\n  1, # one\n  # of 2\n  2, # two\n  3 # three\n]\n";
    for (wanted, expected) in [
        (
            "[2, 3, 4]",
            "x = [ # all\n  # of 2\n  2, # two\n  3, # three\n  4\n]\n",
        ),
        (
            "[0, 1, 2, 3]",
            "x = [ # all\n  0,\n  1, # one\n  # of 2\n  2, # two\n  3 # three\n]\n",
        ),
        (
            "[3, 1, 2]",
            "x = [ # all\n  3, # three\n  1, # one\n  # of 2\n  2 # two\n]\n",
        ),
        (
            "[1, 5, 3]",
            "x = [ # all\n  1, # one\n  # of 2\n  5, # two\n  3 # three\n]\n",
        ),
        ("[2]", "x = [ # all\n  # of 2\n  2 # two\n]\n"),
        ("[]", "x = [ # all\n]\n"),
    ] {
        check(text, &format!("x = {wanted}\n"), expected);
    }
    check("x = [1, 2, 3]\n", "x = [2, 4]\n", "x = [2, 4]\n");
    check("x = [ 1, 2, 3 ]\n", "x = [0, 1, 2]\n", "x = [ 0, 1, 2 ]\n");
    check(
        "x = [\n  1, # one\n  2,\n]\n",
        "x = [0, 2]\n",
        "x = [\n  0, # one\n  2,\n]\n",
    );
    check("x = [1, # one\n  2,\n]\n", "x = [2]\n", "x = [\n  2,\n]\n");
    check(
        "x = [\n  # free\n\n  # of 1\n  1,\n\n  2, 3,\n  4\n]\n",
        "x = [3, 4]\n",
        "x = [\n  # free\n\n  3,\n  4\n]\n",
    );
    check(
        "x = [\n  {n = 'a', v = 1}, # a\n  {n = 'b', v = 1}, # b\n]\n",
        "x = [{n = 'b', v = 2}]\n",
        "x = [\n  {n = 'b', v = 2}, # b\n]\n",
    );
}

#[test]
fn toml_comments_follow_their_tables() {
    let text = "\
# top

# of 1
[[t]]
id = 1 # one
[t.sub]
v = 1

# of 2
[[t]] # header
id = 2
[t.sub]
v = 2 # v

# free

# of o
[o]
a = 1
# free too

# of b
b = 2
";
    let (one, two) = (
        "# of 1\n[[t]]\nid = 1 # one\n[t.sub]\nv = 1\n",
        "\n# of 2\n[[t]] # header\nid = 2\n[t.sub]\nv = 2 # v\n",
    );
    let other = "[o]\na = 1\nb = 2\n";
    let second = "[[t]]\nid = 2\nsub = {v = 2}\n";
    check(
        text,
        &format!("{second}{other}"),
        &text.replace(&format!("{one}\n"), ""),
    );
    check(
        text,
        &format!("{second}[[t]]\nid = 1\nsub = {{v = 3}}\n{other}"),
        &text.replace(
            &format!("{one}{two}"),
            &format!("{}\n{}", &two[1..], one.replace("v = 1", "v = 3")),
        ),
    );
    check(text, other, &text.replace(&format!("{one}{two}\n"), ""));
    let alone = "[[t]]\nid = 1\nsub = {v = 1}\n";
    check(
        text,
        &format!("{alone}[[t]]\nid = 2\nsub = {{v = 2}}\n"),
        &text[..text.find("# of o").unwrap()].replace("# free\n\n", "# free\n"),
    );
    check(
        text,
        &format!("{alone}{second}[o]\na = 1\n"),
        &text.replace("\n# of b\nb = 2\n", ""),
    );
    check(
        "# of a\na = 1 # one\n# of b\nb = 2 # two\n",
        "b = 2\n",
        "# of b\nb = 2 # two\n",
    );
    check(
        "# top\na = 1 # one\nb = 2 # two\n",
        "b = 2\n",
        "# top\nb = 2 # two\n",
    );
    let braces = update("a = { # c\n  b = 1, # one\n  c = 2,\n}\n", "a = {c = 2}\n");
    assert_eq!(
        braces.unwrap_err().message(),
        "comments in braces are not told apart: write the table under a header of its own"
    );
}

#[test]
fn toml_dates_without_a_zone_stay_dates() {
    let text = "day = 2024-01-02 # d\ntime = 07:32:00\nboth = 2024-01-02T07:32:00\ndays = [2024-01-02, 2024-01-03]\n";
    let wanted = "day = '2025-02-03'\ntime = '08:00:00'\nboth = '2025-02-03 01:02:03'\ndays = ['2024-01-03', '2024-01-04']\n";
    check(
        text,
        wanted,
        "day = 2025-02-03 # d\ntime = 08:00:00\nboth = 2025-02-03 01:02:03\ndays = [2024-01-03, \"2024-01-04\"]\n",
    );
    // Of another kind, or none.
    let wanted = "day = '08:00:00'\ntime = 'x'\nboth = '2025-02-30T01:02:03'\ndays = ['2024-01-02', '2024-01-05']\n";
    check(
        text,
        wanted,
        "day = \"08:00:00\" # d\ntime = \"x\"\nboth = \"2025-02-30T01:02:03\"\ndays = [2024-01-02, 2024-01-05]\n",
    );
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

/// Which of some items are there, in a new order, with others between.
fn change() -> impl Strategy<Value = (usize, Vec<usize>)> {
    (1..6_usize).prop_flat_map(|many| {
        (
            Just(many),
            Just((0..2 * many).collect::<Vec<_>>())
                .prop_shuffle()
                .prop_flat_map(|items| prop::sample::subsequence(items.clone(), 0..=items.len())),
        )
    })
}

/// The comments of item `at`, above and behind, if it was there in the beginning.
fn commented(at: usize, many: usize, indent: &str, dash: &str, comma: &str) -> String {
    if at < many {
        format!("{indent}# above {at}\n{indent}{dash}{at}{comma} # behind {at}\n")
    } else {
        format!("{indent}{dash}{at}{comma}\n")
    }
}

fn numbers(items: &[usize]) -> String {
    let items: Vec<String> = items.iter().map(usize::to_string).collect();
    items.join(", ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn toml_items_move_with_their_comments((many, items) in change()) {
        let lines = |items: &mut dyn Iterator<Item = usize>| -> String {
            items.map(|at| commented(at, many, "  ", "", ",")).collect()
        };
        let text = format!("l = [\n{}]\nm = 1\n", lines(&mut (0..many)));
        let wanted = format!("l = [{}]\nm = 1\n", numbers(&items));
        let changed = update(&text, &wanted).unwrap();
        for at in items.iter().filter(|at| **at < many) {
            prop_assert!(changed.contains(&commented(*at, many, "  ", "", ",")), "{}", changed);
        }
        let gone = (0..many).filter(|at| !items.contains(at)).count();
        let replaced = items.iter().filter(|at| **at >= many).count();
        let comments = 2 * (many - gone + gone.min(replaced));
        prop_assert!(changed.matches('#').count() <= comments, "{}", changed);
        prop_assert!(changed.ends_with("]\nm = 1\n"));
    }
}
