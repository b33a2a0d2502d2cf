//! YAML that gets another value.

use isolate_formats::{Error, Tree, Trees, Walk, yaml};
use proptest::prelude::*;

use super::{change, commented, numbers, sorted, value};

pub(super) fn yaml_value(text: &str) -> Tree {
    yaml::parse(text, &yaml::Options::default(), &mut Trees).unwrap()
}

fn update_yaml(text: &str, wanted: &str, lossy: bool) -> Result<String, Error> {
    yaml::update(
        text,
        &mut Walk::default(),
        &&yaml_value(wanted),
        &yaml::Options::default(),
        lossy,
    )
}

#[track_caller]
fn check_yaml(text: &str, wanted: &str, expected: &str) {
    assert_eq!(update_yaml(text, wanted, false).unwrap(), expected);
}

const YAML: &str = "\
# top
name: 'x'   # name
list:
  - a # first
  - b: 1
    c: 2
  - [1, {k: v}]

# one
text: |
  l1
  l2
nested:
    deep: {a: 1, b: \"2\"}
    empty:
";

#[test]
fn yaml_keeps_what_is_the_same() {
    check_yaml(YAML, YAML, YAML);
    for (from, to) in [
        ("'x'", "'it''s no'"),
        ("- a ", "- \"yes\" "),
        ("b: 1", "b: null"),
        ("[1, {k: v}]", "[2, {k: w}]"),
        ("\"2\"", "true"),
        ("empty:\n", "empty: 1\n"),
        (
            "    empty:\n",
            "    empty:\n    new:\n      - x\n      - z: 1\n",
        ),
        ("    c: 2\n", "    c: 2\n    d: {}\n"),
        ("    c: 2\n", ""),
        ("  - [1, {k: v}]\n", ""),
        ("  - [1, {k: v}]\n", "  - [1, {k: v}]\n  - z: 1\n    w: 2\n"),
    ] {
        let changed = YAML.replace(from, to);
        let updated = update_yaml(YAML, &changed, false);
        assert_eq!(
            updated.as_deref(),
            Ok(changed.as_str()),
            "{from:?} to {to:?}"
        );
    }
    check_yaml(
        "a: 1\r\nb: 2\r\n",
        "a: 1\nb: 3\nc: [x]\n",
        "a: 1\r\nb: 3\r\nc:\r\n  - x\r\n",
    );
    check_yaml("- 1\n", "a: 1\n", "a: 1\n");
    assert_eq!(
        update_yaml("? 'a'\n: [1]\n", "a: 2\n", false)
            .unwrap_err()
            .message(),
        "the text would be written anew, without its styles: { lossy: true } does that"
    );
    assert_eq!(
        update_yaml("? 'a'\n: [1]\n", "a: 2\n", true).unwrap(),
        "a: 2\n"
    );
    check_yaml("a: 1 # c\n", "a: 1\nb: 2\n", "a: 1 # c\nb: 2\n");
}

#[test]
fn yaml_refuses_to_lose_something() {
    let error = |text, wanted| {
        update_yaml(text, wanted, false)
            .unwrap_err()
            .message()
            .to_owned()
    };
    let refusal = |lines| {
        format!(
            "the change would lose comments, anchors or aliases of {lines}: {{ lossy: true }} gives"
        )
    };
    let text = "a: # c\n  # d\n  b: 1 # e\nf: 2\n";
    assert_eq!(
        error(text, "a: 1\nf: 2\n"),
        refusal("lines 1, 2, 3") + " them up"
    );
    assert_eq!(
        update_yaml(text, "a: 1\nf: 2\n", true).unwrap(),
        "a: 1\nf: 2\n"
    );
    // One of two was deleted, and the other changed.
    assert_eq!(
        error("- a # c\n- b # d\n", "- x\n"),
        refusal("lines 1, 2") + " them up"
    );
    // Comments in brackets are not told apart.
    assert_eq!(
        error("a: [\n  1, # c\n  2, # d\n]\n", "a: [2, 3]\n"),
        refusal("lines 2, 3") + " them up"
    );
    // The value of an anchor is used elsewhere.
    let text = "a: &x 1\nb: *x\n";
    assert_eq!(
        error(text, "a: 2\nb: 1\n"),
        refusal("lines 1, 2") + " them up"
    );
    check_yaml(text, "a: 1\nb: 2\n", "a: &x 1\nb: 2\n");
    check_yaml(text, "a: 2\nb: 2\n", "a: &x 2\nb: *x\n");
    // A member of a merge can be replaced, and not taken away.
    let text = "base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  z: 3\n";
    check_yaml(
        text,
        "base: {x: 1, y: 2}\nuse: {x: 5, y: 2, z: 3}\n",
        "base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  z: 3\n  x: 5\n",
    );
    assert_eq!(
        error(text, "base: {x: 1, y: 2}\nuse: {y: 2, z: 3}\n"),
        refusal("line 3") + " it up"
    );
}

#[test]
fn yaml_comments_follow_their_items() {
    let text = "l:\n  - a # first\n  - b # second\n  - c\n";
    for (wanted, expected) in [
        ("[b, c, d]", "l:\n  - b # second\n  - c\n  - d\n"),
        (
            "[x, a, b, c]",
            "l:\n  - x\n  - a # first\n  - b # second\n  - c\n",
        ),
        (
            "[a, x, b, c]",
            "l:\n  - a # first\n  - x\n  - b # second\n  - c\n",
        ),
        ("[c, b, a]", "l:\n  - c\n  - b # second\n  - a # first\n"),
        ("[a, x, c]", "l:\n  - a # first\n  - x # second\n  - c\n"),
        ("[c]", "l:\n  - c\n"),
        ("[]", "l: []\n"),
    ] {
        check_yaml(text, &format!("l: {wanted}\n"), expected);
    }
    let text = "\
l: # all
  # about x
  - id: 1
    v: 1 # of x

  # nobody's

  # about y
  - id: 2 # y
    v: 1
  # the end
m:
  - - 1 # one
    - 2 # two
";
    let without = |lines: &[&str]| {
        lines
            .iter()
            .fold(text.to_owned(), |text, line| text.replace(line, ""))
    };
    let (x, y) = (
        "  # about x\n  - id: 1\n    v: 1 # of x\n",
        "  # about y\n  - id: 2 # y\n    v: 1\n",
    );
    check_yaml(
        text,
        "l: [{id: 2, v: 3}]\nm: [[1, 2]]\n",
        &without(&[x]).replace("v: 1\n", "v: 3\n"),
    );
    check_yaml(
        text,
        "l: [{id: 2, v: 3}, {id: 1, v: 4}]\nm: [[1, 2]]\n",
        &text.replace(
            &format!("{x}\n  # nobody's\n\n{y}"),
            &format!(
                "{}{}\n  # nobody's\n\n",
                y.replace("v: 1", "v: 3"),
                x.replace("v: 1", "v: 4")
            ),
        ),
    );
    check_yaml(text, "l: [{id: 1, v: 1}]\nm: [[1, 2]]\n", &without(&[y]));
    check_yaml(
        text,
        "l: []\nm: [[2]]\n",
        "\
l: [] # all

  # nobody's

  # the end
m:
  - - 2 # two
",
    );
    check_yaml(
        text,
        "m: [[1, 2]]\n",
        "  # the end\nm:\n  - - 1 # one\n    - 2 # two\n",
    );
}

#[test]
fn yaml_brackets_get_more() {
    check_yaml("a: [1, 2] # c\n", "a: [1, 5, 3]\n", "a: [1, 5, 3] # c\n");
    check_yaml(
        "a: {x: 'y'} # c\n",
        "a: {x: y, z: [1]}\n",
        "a: {x: 'y', z: [1]} # c\n",
    );
    check_yaml(
        "a: [\n  'x', # one\n  y # two\n]\n",
        "a: [x, y, z, w]\n",
        "a: [\n  'x', # one\n  y, # two\n  z,\n  w\n]\n",
    );
    check_yaml(
        "a: {\n  x: 1, # one\n  y: [2],\n}\n",
        "a: {x: 1, y: [2, 3], z: 4}\n",
        "a: {\n  x: 1, # one\n  y: [2, 3],\n  z: 4,\n}\n",
    );
    check_yaml("a: {x}\n", "a: {x: null, z: 1}\n", "a: {x: null, z: 1}\n");
    check_yaml("a: []\n", "a: [1]\n", "a: [1]\n");
    // What is behind the comment would not be told apart.
    let error = update_yaml("a: [1 # one\n]\n", "a: [1, 2]\n", false).unwrap_err();
    assert_eq!(
        error.message(),
        "the change would lose comments, anchors or aliases of line 1: { lossy: true } gives it up"
    );
}

#[test]
fn yaml_members_take_their_comments_with_them() {
    let text = "# top\n\n# of a\na: 1 # one\n# of b\nb: 2 # two\n# end\n";
    check_yaml(text, "a: 1\n", "# top\n\n# of a\na: 1 # one\n# end\n");
    check_yaml(text, "b: 2\n", "# top\n\n# of b\nb: 2 # two\n# end\n");
    check_yaml(
        text,
        "b: 2\nc: 3\n",
        "# top\n\n# of b\nb: 2 # two\nc: 3\n# end\n",
    );
    // What is at the beginning is about all of it, unless others have comments too.
    check_yaml("# top\na: 1\nb: 2 # two\n", "b: 2\n", "# top\nb: 2 # two\n");
    check_yaml("# of a\na: 1\n# of b\nb: 2\n", "b: 2\n", "# of b\nb: 2\n");
    check_yaml("# top\na: 1", "b: 2\n", "# top\nb: 2");
    check_yaml(
        "l:\n  - a: 1 # one\n    b: 2 # two\n",
        "l: [{b: 2}]\n",
        "l:\n  - b: 2 # two\n",
    );
    check_yaml("a: 1 # one\nb: &x 2 # two", "a: 1\n", "a: 1 # one");
    check_yaml(
        "a:\n  b: 1 # x\n# c\nc: 1\n",
        "a: {}\nc: 1\n",
        "a: {}\n# c\nc: 1\n",
    );
    check_yaml("a: 1\n\nb: 2\n\nc: 3\n", "a: 1\nc: 3\n", "a: 1\n\nc: 3\n");
    check_yaml(
        "a: 1 # x\r\nb: 2 # y\r\n",
        "b: 2\nc: 3\n",
        "b: 2 # y\r\nc: 3\r\n",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn yaml_items_move_with_their_comments((many, items) in change()) {
        let lines = |items: &mut dyn Iterator<Item = usize>| -> String {
            items.map(|at| commented(at, many, "  ", "- ", "")).collect()
        };
        let text = format!("l:\n{}m: 1\n", lines(&mut (0..many)));
        let wanted = format!("l: [{}]\nm: 1\n", numbers(&items));
        match update_yaml(&text, &wanted, false) {
            Ok(_) if items.is_empty() => {}
            Ok(changed) => {
                // Items that are new may be changed ones, with the comments of those.
                let kept: String = changed.lines().map(|line| format!("{line}\n")).collect();
                for at in items.iter().filter(|at| **at < many) {
                    prop_assert!(kept.contains(&commented(*at, many, "  ", "- ", "")), "{}", changed);
                }
                prop_assert!(changed.ends_with("m: 1\n"));
            }
            Err(error) => {
                let is_replaced = items.iter().any(|at| *at >= many);
                prop_assert!(is_replaced, "{}\n{}", text, error);
            }
        }
    }
}

#[test]
fn many_comments_are_kept() {
    let comments = "# c\n".repeat(500);
    let text = format!("a:\n{comments}  1\n{comments}b: 2\n");
    check_yaml(&text, "a: 1\nb: 3\n", &text.replace("b: 2", "b: 3"));
}

fn yaml_object() -> impl Strategy<Value = Tree> {
    prop::collection::btree_map(
        "[a-d]",
        prop_oneof![3 => value(), 1 => Just(Tree::Null)],
        0..4,
    )
    .prop_map(|members| Tree::Object(members.into_iter().collect()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn yaml_becomes_any_other_value(old in yaml_object(), new in yaml_object(), comments: bool, lossy: bool) {
        let mut text = yaml::write(&mut Walk::default(), &&old, &yaml::Style::default()).unwrap();
        if comments {
            text = format!("# top\n{text}");
        }
        match yaml::update(&text, &mut Walk::default(), &&new, &yaml::Options::default(), lossy) {
            Ok(changed) => {
                prop_assert_eq!(sorted(yaml_value(&changed)), sorted(new), "{}", changed);
                prop_assert!(lossy || !comments || changed.starts_with("# top\n"), "{}", changed);
            }
            Err(error) => prop_assert!(comments && !lossy, "{}\n{}", text, error),
        }
    }
}
