//! Subcommands with `--policy`.

use serde_json::json;

use super::{DATABASE, Door, FILE, POLICY, on_disk};
use crate::Folder;

const RULES: [&str; 4] = ["--db", DATABASE, "--policy", POLICY];

/// Subcommands that look at whole states or copy them: they take no policy, and have to say so.
const REFUSING: &[&[&str]] = &[
    &["answer", "1", "--value", "1"],
    &["approve", "1"],
    &["branch", "new"],
    &["branch", "side", "--delete"],
    &["branches"],
    &["check"],
    &["deny", "1"],
    &["diff", "1"],
    &["diff", "main..side"],
    &["export", "out"],
    &["export", "out.tar"],
    &["fork", "copy.sqlite"],
    &["gc"],
    &["import", POLICY],
    &["log"],
    &["merge", "side"],
    &["pending"],
    &["replay", "1"],
    &["resume", "1"],
    &["end", "1"],
    &["retention"],
    &["show", "1"],
];

/// Subcommands that have rules.
const RULED: &[&[&str]] = &[
    &["append", FILE, "x"],
    &["cat", FILE],
    &["cat", "/link"],
    &["cat", "/way/NAMEMARK", "--limit", "9"],
    &["checkpoint", "new"],
    &["cp", "-r", "/d", "/e"],
    &["cp", "-r", "/way/NAMEMARK", "/e"],
    &["cp", "/link", "/e"],
    &["cp", "-r", "/d", "/e", "--dry-run"],
    &["edit", FILE, "MARK", "x"],
    &["edit", FILE, "MARK", "x", "--dry-run"],
    &["find", "**"],
    &["grep", "MARK"],
    &["grep", "MARK", "/way"],
    &["history"],
    &["history", "/d/in"],
    &["ls", "/d/in"],
    &["ls", "/way"],
    &["mkdir", "/d/in"],
    &["mv", "/d", "/e"],
    &["mv", "/d/in", "/e"],
    &["mv", "/way/NAMEMARK", "/e"],
    &["mv", "/d", "/e", "--dry-run"],
    &["redo"],
    &["restore", "before"],
    &["restore", "before", "--dry-run"],
    &["restore", "--at", "1"],
    &["restore", "--at", "1", "/d"],
    &["rm", "-r", "/d"],
    &["rm", "-r", "/d", "--dry-run"],
    &["stat", FILE],
    &["stat", "/link"],
    &["tree", "/"],
    &["undo"],
    &["undo", "1"],
    &["undo", "1", "--force"],
    &["undo", "1", "--dry-run"],
    &["watch", "--since", "0", "--once"],
    &["write", FILE, "x"],
    &["write", FILE, "x", "--dry-run"],
    &["ls", "/d/in", "--branch", "side"],
    &["cat", "/link", "--branch", "side"],
];

pub(super) fn operations() -> Vec<Door> {
    let mut all = Vec::new();
    let mut add = |arguments: &[&str], input: String| {
        for form in [&[][..], &["--json"]] {
            let arguments = [arguments, &RULES, form].concat();
            let arguments = arguments.into_iter().map(str::to_owned).collect();
            all.push(Door::Command(arguments, input.clone()));
        }
    };
    for arguments in RULED.iter().chain(REFUSING) {
        add(arguments, String::new());
    }
    // Every tool and every action are tried in the process; these are the ways to them.
    for (tool, args) in [
        ("run", json!({ "code": "() => state.find('/')" })),
        ("run", json!({ "code": "() => state.readFile('/link')" })),
        ("grep", json!({ "pattern": "MARK" })),
        ("mv", json!({ "from": "/d", "to": "/e" })),
        ("restore", json!({ "at": 1 })),
    ] {
        add(&["call", tool, &args.to_string()], String::new());
    }
    for action in [
        json!({ "action": "search_code", "pattern": "MARK" }),
        json!({ "action": "rename_file", "oldPath": "/d", "newPath": "/e" }),
        json!({ "action": "undo", "run": 1 }),
    ] {
        add(&["act"], action.to_string());
    }
    all
}

/// What a subcommand prints, and what is then on the disk.
pub(super) fn told(folder: &Folder, arguments: &[String], input: &str) -> String {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = folder.run_with_stdin(input.as_bytes(), &arguments);
    let code = answer.code.unwrap();
    if REFUSING
        .iter()
        .any(|refusing| arguments.starts_with(refusing))
    {
        assert_eq!(code, 2, "{arguments:?}: {answer}");
    }
    let mut told = answer.to_string();
    on_disk(&folder.path(""), &mut told);
    told
}

/// What a subcommand prints without rules, which every one takes.
pub(super) fn told_without_rules(folder: &Folder, arguments: &[String], input: &str) -> String {
    let arguments = arguments.iter().map(String::as_str);
    let arguments: Vec<&str> = arguments
        .filter(|argument| !["--policy", POLICY].contains(argument))
        .collect();
    folder
        .run_with_stdin(input.as_bytes(), &arguments)
        .to_string()
}
