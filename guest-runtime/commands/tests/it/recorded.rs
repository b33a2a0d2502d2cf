//! Recorded answers of GNU coreutils, `tree` and `file`, for machines that do not have them.
//!
//! `UPDATE_RECORDED=1` asks the programs again and writes `recorded.txt`; review the difference.

use std::fmt::Write as _;
use std::path::Path;

use isolate_oracles::{Oracle, skipped};

use crate::compare::ends_where_order_counts;
use crate::grammar;
use crate::outside::{Case, Folders, Outcome};
use crate::tree::Random;

/// Cases of each command.
const CASES: u64 = 9;

/// All commands that are compared.
const COMMANDS: &[&str] = &[
    "basename", "chmod", "cmp", "cp", "dirname", "du", "file", "install", "ln", "ls", "mkdir",
    "mktemp", "mv", "readlink", "realpath", "rm", "rmdir", "stat", "touch", "tree", "truncate",
    "unlink", "gzip", "gunzip", "zcat", "bc",
];

/// The seeds are not those of the comparison, so that more lines are seen.
fn cases() -> impl Iterator<Item = Case> {
    let all = COMMANDS.iter().flat_map(|command| {
        (0..CASES).map(move |number| grammar::case(&mut Random(0x5eed_0000 + number), command))
    });
    all.filter(|case| !is_of_its_day(case))
}

/// Whether the answer is another one on another day: an empty date is the last midnight.
fn is_of_its_day(case: &Case) -> bool {
    let mut pairs = case.arguments.windows(2);
    pairs.any(|pair| pair[0] == b"-d" && pair[1].is_empty())
}

/// The program whose answers a command's are.
fn oracle(command: &str) -> Oracle {
    match command {
        "bc" => Oracle::Bc,
        "cmp" => Oracle::Cmp,
        "tree" => Oracle::Tree,
        "file" => Oracle::File,
        "gzip" | "gunzip" | "zcat" => Oracle::Gzip,
        _ => Oracle::Coreutils,
    }
}

fn shown(case: &Case, outcome: &Outcome) -> String {
    let mut text = String::from("$ ");
    text.push_str(case.command);
    for word in &case.arguments {
        write!(text, " '{}'", word.escape_ascii()).unwrap();
    }
    writeln!(text, "\nexit {}", outcome.code).unwrap();
    for (name, bytes) in [("out", &outcome.out), ("err", &outcome.errors)] {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            writeln!(text, "{name} {}", line.escape_ascii()).unwrap();
        }
    }
    for (name, what) in &outcome.tree {
        writeln!(text, "{} {what}", name.escape_ascii()).unwrap();
    }
    text.push('\n');
    text
}

#[test]
fn recorded_answers_are_ours() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/recorded.txt");
    let folders = Folders::new();
    if !folders.have_our_blocks() {
        skipped(
            "ext4",
            "a directory of the temporary folder takes no block of 4096 bytes",
        );
        return;
    }
    let cases: Vec<Case> = cases().collect();
    if std::env::var_os("UPDATE_RECORDED").is_some() {
        // What cannot be asked for again stays as it is.
        let before = std::fs::read_to_string(&path).unwrap();
        let mut before = before.split_inclusive("\n\n");
        let texts = cases.iter().map(|case| {
            let kept = before.next().unwrap_or_default().to_owned();
            if oracle(case.command).find().is_none() {
                return kept;
            }
            let mut outcome = folders.run_theirs(case);
            ends_where_order_counts(&mut outcome);
            shown(case, &outcome)
        });
        std::fs::write(&path, texts.collect::<String>()).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    let recorded: Vec<&str> = recorded.split_inclusive("\n\n").collect();
    assert_eq!(
        recorded.len(),
        cases.len(),
        "record again: UPDATE_RECORDED=1"
    );
    let mut different = String::new();
    for (case, theirs) in cases.iter().zip(recorded) {
        let mut outcome = folders.run_ours(case);
        ends_where_order_counts(&mut outcome);
        let ours = shown(case, &outcome);
        if ours != theirs {
            write!(different, "ours:\n{ours}recorded:\n{theirs}").unwrap();
        }
    }
    assert_eq!(different, "");
}
