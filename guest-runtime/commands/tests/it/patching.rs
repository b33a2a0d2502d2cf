//! Patches of `diff` in all of its forms, put into files by `patch` here and by that of GNU.

use std::fs;
use std::process::Command;

use isolate_oracles::Oracle;

use crate::outside::{Case, Folders, Outcome};
use crate::tree::{Random, Tree, What};

const FORMS: &[&[&str]] = &[
    &[],
    &["-c"],
    &["-C0"],
    &["-C1"],
    &["-u"],
    &["-U0"],
    &["-U1"],
];

fn text(random: &mut Random, lines: usize) -> Vec<Vec<u8>> {
    let words: &[&[u8]] = &[
        b"a", b"b", b"", b"c d", b"-x", b"+y", b"> z", b"< w", b"---", b"! v", b"3a4",
    ];
    (0..lines).map(|_| random.of(words).to_vec()).collect()
}

fn changed(random: &mut Random, lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for line in lines {
        match random.below(8) {
            0 => {}
            1 => out.push(b"new".to_vec()),
            2 => out.extend([line.clone(), b"more".to_vec()]),
            _ => out.push(line.clone()),
        }
    }
    if out == lines {
        out.push(b"last".to_vec());
    }
    out
}

fn joined(random: &mut Random, lines: &[Vec<u8>]) -> Vec<u8> {
    let mut text = lines.join(&b'\n');
    if !text.is_empty() && !random.once_in(5) {
        text.push(b'\n');
    }
    text
}

/// What both must have the same of: rejects are unified here, and keep the mark of a missing line break.
fn counted(mut outcome: Outcome) -> Outcome {
    for (name, what) in &mut outcome.tree {
        if name.ends_with(b".rej") {
            "rejects".clone_into(what);
        }
    }
    outcome
}

#[test]
fn every_form_of_diff_is_put_in_as_gnu_does() {
    if Oracle::Patch.find().is_none() || Oracle::Cmp.find().is_none() {
        return;
    }
    let (folders, scratch) = (Folders::new(), tempfile::tempdir().unwrap());
    let count = match std::env::var("COMMANDS_CASES") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 150,
    };
    let mut differences = Vec::new();
    for number in 0..count {
        let mut random = Random(7_919 * (number + 1));
        let length = random.below(14);
        let old = text(&mut random, length);
        let new = changed(&mut random, &old);
        let (old_text, new_text) = (joined(&mut random, &old), joined(&mut random, &new));
        let at = |name: &str| scratch.path().join(name);
        fs::write(at("f"), &old_text).unwrap();
        fs::write(at("g"), &new_text).unwrap();
        let form = *random.of(FORMS);
        let diff = Command::new("diff")
            .args(form)
            .args(["f", "g"])
            .current_dir(scratch.path())
            .output()
            .unwrap();
        // The file may have moved on since.
        let there = match random.below(4) {
            0 => changed(&mut random, &old),
            1 => [text(&mut random, 3), old.clone()].concat(),
            _ => old.clone(),
        };
        let there_text = match there == old {
            true => old_text,
            false => joined(&mut random, &there),
        };
        let file = What::File(there_text);
        let options: &[&[&str]] = &[
            &["f"],
            &["-s", "f"],
            &["-R", "f"],
            &["--dry-run", "f"],
            &["-f", "f"],
            &[],
        ];
        let options = *random.of(options);
        let case = Case {
            tree: Tree(vec![(b"f".to_vec(), file, 0o644, 0)]),
            command: "patch",
            arguments: options
                .iter()
                .map(|word| word.as_bytes().to_vec())
                .collect(),
            stdin: diff.stdout,
            umask: 0o22,
            environment: Vec::new(),
            any_order: false,
        };
        let (ours, theirs) = folders.both(&case);
        // GNU's takes some hunks that are right for mangled.
        let is_mangled = |text: &[u8]| String::from_utf8_lossy(text).contains("mangled");
        if form == ["-C0"] && is_mangled(&theirs.errors) {
            continue;
        }
        let (ours, theirs) = (counted(ours), counted(theirs));
        if ours != theirs {
            let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            differences.push(format!(
                "{number}: patch {options:?} of diff {form:?}\n{}\n--- ours: {} {}{}{:?}\n--- theirs: {} {}{}{:?}\n",
                show(&case.stdin), ours.code, show(&ours.out), show(&ours.errors), ours.tree,
                theirs.code, show(&theirs.out), show(&theirs.errors), theirs.tree,
            ));
        }
    }
    let shown = differences.iter().take(4).cloned().collect::<String>();
    assert!(
        differences.is_empty(),
        "{} of {count} differ:\n{shown}",
        differences.len()
    );
}
