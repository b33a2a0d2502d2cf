//! Files and edits from a small alphabet, against the [model](super::model) of the rules.

use proptest::prelude::*;

use super::super::{Edit, Fuzz, TextEditErrorKind, apply};
use super::NAMES;
use super::model::{Outcome, is_made_of, outcome, plain};

/// Pieces of lines, with their look-alikes.
const PIECES: [&str; 16] = [
    "a",
    "b",
    "-",
    "—",
    "–",
    "\"",
    "“",
    "'",
    "’",
    "2",
    "²",
    " ",
    "\u{a0}",
    "\t",
    "1\t",
    "abcdefghijkl",
];

fn line() -> impl Strategy<Value = String> {
    let indent = prop::sample::select(vec!["", "", "", "  ", "\t"]);
    let end = prop::sample::select(vec!["", "", "", " ", "  "]);
    let inside = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..4);
    (indent, inside, end)
        .prop_map(|(indent, inside, end)| format!("{indent}{}{end}", inside.concat()))
}

fn ending() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r\n"])
}

/// What a model does to a line that it copies.
fn mutation() -> impl Strategy<Value = u8> {
    prop_oneof![3 => Just(0_u8), 2 => 1_u8..7]
}

fn mutated(line: &str, mutation: u8, number: usize) -> String {
    match mutation {
        1 => line
            .replace(['—', '–'], "-")
            .replace(['“', '”'], "\"")
            .replace('’', "'"),
        2 => line
            .replace('-', "—")
            .replace('"', "“")
            .replace('\'', "’")
            .replace('2', "²"),
        3 => line.trim_end().to_owned(),
        4 => format!("{line} "),
        5 => format!("{number}\t{line}"),
        6 => format!("  {line}"),
        _ => line.to_owned(),
    }
}

#[derive(Debug)]
struct Case {
    file: String,
    edit: Edit,
}

/// An edit of some lines of a file, as a model may copy them.
fn case() -> impl Strategy<Value = Case> {
    let row = (line(), ending());
    let shape = (
        any::<prop::sample::Index>(),
        1..5_usize,
        any::<bool>(),
        mutation(),
    );
    let each = prop::collection::vec((mutation(), 0..6_u8), 8);
    (
        prop::collection::vec(row, 1..8),
        shape,
        each,
        (any::<bool>(), any::<bool>(), 0..6_u8),
    )
        .prop_map(
            |(rows, (from, count, has_end, whole), each, (mark, ends, several))| {
                let mut file = String::from(if mark { "\u{feff}" } else { "" });
                for (index, (line, ending)) in rows.iter().enumerate() {
                    file.push_str(line);
                    if ends || index + 1 < rows.len() {
                        file.push_str(ending);
                    }
                }
                let from = from.index(rows.len());
                let taken = &rows[from..rows.len().min(from + count)];
                let mut old = String::new();
                let mut new = String::new();
                for (index, ((line, _), (one, change))) in taken.iter().zip(&each).enumerate() {
                    let line = mutated(line, whole, from + index + 1);
                    let line = mutated(&line, if *one < 5 { *one } else { 0 }, 0);
                    let end = if has_end || index + 1 < taken.len() {
                        "\n"
                    } else {
                        ""
                    };
                    old.push_str(&format!("{line}{end}"));
                    match change {
                        0 => {}
                        1 => new.push_str(&format!("{line}new{end}")),
                        2 => new.push_str(&format!("{line}\n  more{end}")),
                        3 => new = format!("{line}\n{new}"),
                        _ => new.push_str(&format!("{line}{end}")),
                    }
                }
                let edit = Edit {
                    old,
                    new,
                    replace_all: several == 0,
                    expect: (several == 1).then_some(2),
                };
                Case { file, edit }
            },
        )
}

fn check(file: &str, edit: &Edit, fuzz: Fuzz) -> Result<(), TestCaseError> {
    if edit.old.is_empty() || edit.old == edit.new {
        return Ok(());
    }
    let expected = outcome(file, edit, fuzz);
    let told = format!("{file:?} {edit:?} {fuzz:?}\n{expected:?}");
    match (
        apply(
            file.as_bytes(),
            std::slice::from_ref(edit),
            fuzz,
            NAMES,
            &|| false,
        ),
        expected,
    ) {
        (Ok(edited), Outcome::Written(parts)) => {
            let text = String::from_utf8(edited.bytes).unwrap();
            prop_assert!(is_made_of(&plain(&text), &parts), "{told}\n{text:?}");
            let ends = |text: &str| {
                (
                    text.contains("\r\n"),
                    text.replace("\r\n", "").contains('\r'),
                )
            };
            prop_assert!(
                ends(&text) <= ends(file) || ends(file).0,
                "{told}\n{text:?}"
            );
        }
        (Err(error), Outcome::Written(parts)) => {
            let is_same =
                error.kind == TextEditErrorKind::NoChange && is_made_of(&plain(file), &parts);
            prop_assert!(is_same, "{told}\n{error}");
        }
        (Err(error), Outcome::Refused) => {
            let kinds = [TextEditErrorKind::NotFound, TextEditErrorKind::Ambiguous];
            prop_assert!(kinds.contains(&error.kind), "{told}\n{error}");
        }
        (Ok(edited), Outcome::Refused) => {
            prop_assert!(false, "{told}\n{:?}", String::from_utf8(edited.bytes));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// What is written is what the rules allow, and what they allow is written.
    #[test]
    fn edits_follow_the_rules(case in case()) {
        for fuzz in [Fuzz::None, Fuzz::Safe, Fuzz::Indent] {
            check(&case.file, &case.edit, fuzz)?;
        }
    }

    /// Also for texts that have nothing to do with the file.
    #[test]
    fn any_texts_follow_the_rules(
        rows in prop::collection::vec((line(), ending()), 0..6),
        old in prop::collection::vec(prop::sample::select([&PIECES[..], &["\n", "\r\n"]].concat()), 1..4),
        new in prop::collection::vec(prop::sample::select([&PIECES[..], &["\n"]].concat()), 0..3),
        replace_all: bool,
    ) {
        let file: String = rows.iter().map(|(line, ending)| format!("{line}{ending}")).collect();
        let edit = Edit { old: old.concat(), new: new.concat(), replace_all, ..Edit::default() };
        for fuzz in [Fuzz::None, Fuzz::Safe, Fuzz::Indent] {
            check(&file, &edit, fuzz)?;
        }
    }

    /// A text that is in the file once is replaced there, and nothing else changes.
    #[test]
    fn an_exact_part_is_replaced(case in case(), from: prop::sample::Index, length in 1..12_usize) {
        let file: Vec<char> = case.file.trim_start_matches('\u{feff}').chars().collect();
        let from = from.index(file.len().max(1)).min(file.len());
        let old: String = file[from..file.len().min(from + length)].iter().collect();
        // A half of a line ending is found as a whole.
        let is_half = case.file.contains(&format!("\r{old}")) && old.starts_with('\n');
        if old.is_empty() || is_half || case.file.matches(&old).count() != 1 {
            return Ok(());
        }
        let edit = Edit { old: old.clone(), new: "<new>".to_owned(), ..Edit::default() };
        let edited = apply(case.file.as_bytes(), &[edit], Fuzz::Safe, NAMES, &|| false);
        // Places that overlap are two.
        if let Ok(edited) = edited {
            let expected = case.file.replacen(&old, "<new>", 1);
            prop_assert_eq!(String::from_utf8(edited.bytes).unwrap(), expected);
        } else {
            let starts = (0..case.file.len()).filter(|at| case.file.as_bytes()[*at..].starts_with(old.as_bytes()));
            prop_assert!(starts.count() > 1);
        }
    }
}
