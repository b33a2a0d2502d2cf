use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};
use isolate_oracles::Oracle;
use proptest::prelude::*;

use super::*;

const LABELS: Labels<'_> = Labels {
    ours: "ours",
    theirs: "theirs",
};

fn check(base: &str, ours: &str, theirs: &str, expect: Expect) {
    let merge = merge(base, ours, theirs, LABELS).unwrap();
    expect.assert_eq(&format!("{} conflicts\n{}", merge.conflicts, merge.text));
}

#[test]
fn changes_of_different_lines_are_both_made() {
    check(
        "a\nb\nc\nd\ne\n",
        "A\nb\nc\nd\ne\n",
        "a\nb\nc\nd\nE\nf\n",
        expect![[r#"
            0 conflicts
            A
            b
            c
            d
            E
            f
        "#]],
    );
}

#[test]
fn the_same_change_is_made_once() {
    check(
        "a\nb\nc\n",
        "a\nB\nc\n",
        "a\nB\nc\n",
        expect![[r#"
            0 conflicts
            a
            B
            c
        "#]],
    );
}

#[test]
fn different_changes_of_a_line_are_a_conflict() {
    check(
        "a\nb\nc",
        "a\nours",
        "a\nb\ntheirs",
        expect![[r#"
        1 conflicts
        a
        <<<<<<< ours
        ours
        =======
        b
        theirs
        >>>>>>> theirs
    "#]],
    );
}

fn check_json(base: &str, ours: &str, theirs: &str, expect: Expect) {
    let merged = merge_json(base, ours, theirs).unwrap();
    expect.assert_eq(&merged.unwrap_or_else(|| "conflict".to_owned()));
}

#[test]
fn members_of_objects_are_merged_in_the_layout_of_our_side() {
    check_json(
        r#"{"name": "x", "version": "1", "deps": {"a": "1", "b": "1"}}"#,
        "{\n  // ours\n  \"name\": \"x\",\n  \"version\": \"2\",\n  \"deps\": { \"a\": \"1\", \"b\": \"1\", \"c\": \"1\" }\n}\n",
        r#"{"name": "x", "version": "1", "deps": {"b": "2", "d": "1"}, "type": "module"}"#,
        expect![[r#"
            {
              // ours
              "name": "x",
              "version": "2",
              "deps": { "b": "2", "c": "1", "d": "1" },
              "type": "module"
            }
        "#]],
    );
}

#[test]
fn one_value_that_both_sides_changed_is_a_conflict() {
    check_json(
        r#"{"a": 1}"#,
        r#"{"a": 2}"#,
        r#"{"a": 3}"#,
        expect!["conflict"],
    );
    check_json("[1]", "[1, 2]", "[0, 1]", expect!["conflict"]);
    check_json(
        r#"{"a": {}}"#,
        r#"{"a": {"b": 1}}"#,
        "{}",
        expect!["conflict"],
    );
    check_json(
        r#"{"a": 1}"#,
        r#"{"a": 1, "b": 1}"#,
        "no JSON",
        expect!["conflict"],
    );
}

/// The merge by git, and the number of conflicts.
fn git_merge(git: &Path, base: &str, ours: &str, theirs: &str) -> (String, usize) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let output = Command::new(git)
        .args(["merge-file", "-p", "ours", "base", "theirs"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let code = output.status.code().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text, usize::try_from(code).unwrap())
}

/// A text of few different lines, and two texts that were made from it by some edits.
fn versions() -> impl Strategy<Value = (String, String, String)> {
    let line = prop::sample::select(vec![
        "a\n", "b\n", "c\n", "d\n", "e\n", "f\n", "{\n", "}\n", "\n",
    ]);
    let base = prop::collection::vec(line.clone(), 0..30);
    let edits = || {
        prop::collection::vec(
            (
                any::<prop::sample::Index>(),
                0_usize..3,
                prop::collection::vec(line.clone(), 0..3),
            ),
            0..4,
        )
    };
    (base, edits(), edits()).prop_map(|(base, ours, theirs)| {
        let edited = |edits: Vec<(prop::sample::Index, usize, Vec<&'static str>)>| {
            let mut lines = base.clone();
            for (at, removed, added) in edits {
                let at = at.index(lines.len() + 1);
                let end = (at + removed).min(lines.len());
                lines.splice(at..end, added);
            }
            lines.concat()
        };
        (base.concat(), edited(ours), edited(theirs))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("MERGES").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
    ))]

    #[test]
    fn merges_agree_with_git((base, ours, theirs) in versions()) {
        if let Some(git) = Oracle::Git.find() {
            let (text, conflicts) = git_merge(&git, &base, &ours, &theirs);
            let merged = merge(&base, &ours, &theirs, LABELS).unwrap();
            prop_assert_eq!(conflicts == 0, merged.conflicts == 0, "{}", merged.text);
            if conflicts == 0 {
                prop_assert_eq!(merged.text, text);
            }
        }
    }

    /// Markers end as the lines around them do.
    #[test]
    fn merges_of_texts_with_crlf_have_no_other_line_end((base, ours, theirs) in versions()) {
        let [base, ours, theirs] = [base, ours, theirs].map(|text| text.replace('\n', "\r\n"));
        let merged = merge(&base, &ours, &theirs, LABELS).unwrap();
        // Without a line in the base, git takes a line feed too.
        if !base.is_empty() && !ours.is_empty() && !theirs.is_empty() {
            prop_assert_eq!(merged.text.replace("\r\n", "").find('\n'), None, "{:?}", merged.text);
        }
        if let Some(git) = Oracle::Git.find() {
            let (text, _) = git_merge(&git, &base, &ours, &theirs);
            let ends = |text: &str| -> Vec<bool> {
                let lines = text.split_inclusive('\n').filter(|line| line.starts_with("<<<<<<<"));
                lines.map(|line| line.ends_with("\r\n")).collect()
            };
            let (ours, gits) = (ends(&merged.text), ends(&text));
            if ours.len() == gits.len() {
                prop_assert_eq!(ours, gits, "{:?}", text);
            }
        }
    }
}

/// Members of an object, numbers or objects of numbers.
fn members() -> impl Strategy<Value = BTreeMap<String, Option<u8>>> {
    let key = prop::sample::select(vec!["a", "b", "c", "d/x", "d/y", "e/x", "e/y"]);
    prop::collection::btree_map(key.prop_map(str::to_owned), prop::option::of(0_u8..3), 0..6)
}

/// A document with these members; those without a value are not there.
fn document(members: &BTreeMap<String, Option<u8>>) -> String {
    let mut document = serde_json::json!({ "d": {}, "e": {} });
    for (key, value) in members {
        let Some(value) = value else { continue };
        match key.split_once('/') {
            Some((outer, inner)) => document[outer][inner] = (*value).into(),
            None => document[key] = (*value).into(),
        }
    }
    document.to_string()
}

proptest! {
    #[test]
    fn objects_are_merged_as_maps_are((base, ours, theirs) in (members(), members(), members())) {
        let mut merged = BTreeMap::new();
        let mut has_conflict = false;
        let keys: BTreeSet<&String> = base.keys().chain(ours.keys()).chain(theirs.keys()).collect();
        for key in keys {
            let at = |side: &BTreeMap<String, Option<u8>>| side.get(key).copied().flatten();
            let (base, ours, theirs) = (at(&base), at(&ours), at(&theirs));
            has_conflict |= ours != theirs && base != ours && base != theirs;
            merged.insert(key.clone(), if base == ours { theirs } else { ours });
        }
        let found = merge_json(&document(&base), &document(&ours), &document(&theirs)).unwrap();
        match found {
            None => prop_assert!(has_conflict),
            Some(text) => {
                prop_assert!(!has_conflict);
                let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
                prop_assert_eq!(json(&text), json(&document(&merged)));
            }
        }
    }
}

/// Numbers, and which of them are equal.
const NUMBERS: [(&str, u8); 10] = [
    ("1", 0),
    ("1.0", 0),
    ("10e-1", 0),
    ("9007199254740992", 1),
    ("9007199254740993", 2),
    ("1e400", 3),
    ("1e401", 4),
    ("10e399", 3),
    ("0", 5),
    ("-0.0", 5),
];

/// The place of a member's number in [`NUMBERS`], or of none.
type Numbers = BTreeMap<char, Option<usize>>;

fn numbers() -> impl Strategy<Value = Numbers> {
    let number = prop::option::of(0..NUMBERS.len());
    prop::collection::btree_map(prop::sample::select(vec!['a', 'b', 'c']), number, 3)
}

fn numbered(members: &Numbers) -> String {
    let members: Vec<String> = members
        .iter()
        .filter_map(|(key, number)| Some(format!("\"{key}\":{}", NUMBERS[(*number)?].0)))
        .collect();
    format!("{{{}}}", members.join(","))
}

proptest! {
    /// Numbers are equal if their decimal values are, and the text is that of the side that changed it.
    #[test]
    fn numbers_are_merged_by_their_digits((base, ours, theirs) in (numbers(), numbers(), numbers())) {
        let mut merged = Numbers::new();
        let mut has_conflict = false;
        for key in ['a', 'b', 'c'] {
            let at = |side: &Numbers| side.get(&key).copied().flatten();
            let class = |number: Option<usize>| number.map(|it| NUMBERS[it].1);
            let (base, ours, theirs) = (at(&base), at(&ours), at(&theirs));
            let is_theirs = class(theirs) != class(base);
            has_conflict |= is_theirs && class(ours) != class(base) && class(ours) != class(theirs);
            let takes_theirs = is_theirs && class(ours) == class(base);
            merged.insert(key, if takes_theirs { theirs } else { ours });
        }
        let found = merge_json(&numbered(&base), &numbered(&ours), &numbered(&theirs)).unwrap();
        match found {
            None => prop_assert!(has_conflict),
            Some(text) => {
                prop_assert!(!has_conflict, "{}", text);
                let members = |text: &str| -> BTreeSet<String> {
                    text.trim_matches(['{', '}']).split(',').map(str::to_owned).collect()
                };
                prop_assert_eq!(members(&text), members(&numbered(&merged)));
            }
        }
    }
}

#[test]
fn numbers_that_a_double_cannot_hold_are_merged() {
    check_json(
        r#"{"id": 9007199254740993, "price": 1.50, "max": 1e400, "n": 1}"#,
        r#"{"id": 9007199254740993, "price": 1.50, "max": 1e400, "n": 2}"#,
        r#"{"id": 9007199254740992, "price": 1.50, "max": 1e400, "n": 1}"#,
        expect![[r#"{"id": 9007199254740992, "price": 1.50, "max": 1e400, "n": 2}"#]],
    );
    check_json(
        r#"{"id": 9007199254740993}"#,
        r#"{"id": 9007199254740992}"#,
        r#"{"id": 9007199254740994}"#,
        expect!["conflict"],
    );
    check_json(
        r#"{"a": 1, "a": 2, "b": {"c": [1e400, 0.10]}}"#,
        r#"{"a": 1, "a": 3, "b": {"c": [1e400, 0.10]}}"#,
        r#"{"a": 1, "a": 2, "b": {"c": [1e400, 0.10, 1.000]}, "d": {"e": 1.0}}"#,
        expect![[r#"{"a": 1, "a": 3, "b": {"c": [1e400, 0.10, 1.000]}, "d": {"e":1.0}}"#]],
    );
}

#[test]
fn comments_of_both_sides_are_kept_where_lines_can_be_merged() {
    check_json(
        "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 1\n}\n",
        "{\n  \"a\": 2, // ours\n  \"b\": 1,\n  \"c\": 1\n}\n",
        "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 2 // theirs\n}\n",
        expect![[r#"
            {
              "a": 2, // ours
              "b": 1,
              "c": 2 // theirs
            }
        "#]],
    );
}
