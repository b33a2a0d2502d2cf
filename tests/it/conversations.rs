//! Conversations that end after one repair: a program with a habit from elsewhere, what it is
//! answered, and the next program, which was written from that answer alone.
//!
//! Each is a file in `tests/conversations`; `UPDATE_CASES=1` rewrites the answers in them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isolate_host::{Outcome, Run, RunOptions, Workspace};

use crate::{ending, run_in};

/// Headings of a conversation, in their order; below each stands one block of code.
const PARTS: [&str; 5] = [
    "## Files",
    "## The program",
    "## What it is answered",
    "## The next program",
    "## What that is answered",
];

/// The block of code below a heading: where it starts and ends in the text.
fn block(text: &str, heading: &str) -> (usize, usize) {
    let at = text.find(heading).unwrap_or_else(|| panic!("{heading}"));
    let open = at + text[at..].find("```").unwrap();
    let start = open + text[open..].find('\n').unwrap() + 1;
    let end = start + text[start..].find("```").unwrap();
    (start, end)
}

/// What a program is answered: its log, how it ended, and what it changed.
fn answered(run: &Run) -> String {
    let mut text = String::new();
    for entry in &run.logs {
        writeln!(text, "{}", entry.text).unwrap();
    }
    writeln!(text, "{}", ending(run)).unwrap();
    let effects = &run.effects;
    for (what, changes) in [
        ("created", &effects.created),
        ("changed", &effects.changed),
        ("deleted", &effects.deleted),
    ] {
        for change in changes {
            writeln!(text, "{what} {}", change.path).unwrap();
        }
    }
    text
}

#[test]
fn each_ends_after_one_repair() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conversations");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 4, "{paths:?}");
    let mut wrong = Vec::new();
    for path in paths {
        let mut text = fs::read_to_string(&path).unwrap();
        let original = text.clone();
        let workspace = Workspace::memory().unwrap();
        let part = |text: &str, index: usize| {
            let (start, end) = block(text, PARTS[index]);
            text[start..end].to_owned()
        };
        let files = run_in(&workspace, &part(&text, 0), RunOptions::default());
        assert!(matches!(files.outcome, Outcome::Returned(_)));
        let atomic = || RunOptions::new().atomic();
        for (program, answer) in [(1, 2), (3, 4)] {
            let run = run_in(&workspace, &part(&text, program), atomic());
            let (start, end) = block(&text, PARTS[answer]);
            text.replace_range(start..end, &answered(&run));
            let is_last = answer == 4;
            assert_eq!(
                matches!(run.outcome, Outcome::Returned(_)),
                is_last,
                "{}: {}",
                path.display(),
                ending(&run)
            );
        }
        if text != original {
            if std::env::var_os("UPDATE_CASES").is_some() {
                fs::write(&path, &text).unwrap();
            } else {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
