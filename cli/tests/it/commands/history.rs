//! The history, what is undone, and the feed of changes.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use expect_test::expect;
use serde_json::{Value as Json, json};

use super::{check, folder, run};
use crate::Folder;

#[test]
fn changes_are_reported_to_other_processes() {
    let folder = folder();
    let mut watching = folder
        .command(["watch", "--db", "w.sqlite", "--since", "2", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    run(&folder, &["write", "/new", "--content", ""]);
    let event: Json = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert_eq!(
        (&event["kind"], &event["path"], &event["by"]),
        (&json!("created"), &json!("/new"), &json!("cli:write /new"))
    );
}

/// Every door of the command counts as its last operation, from one process to the next.
#[test]
fn undo_reverts_scripts_and_calls() {
    let folder = Folder::new().with("make.js", "async () => { await state.writeFile('/x', '') }");
    run(&folder, &["write", "/w", "--content", ""]);
    let made = folder.run(["make.js", "--db", "w.sqlite", "--json"]).json();
    assert_eq!(made["run"], 2);
    let looked = folder
        .run(["--eval", "state.readdir('/')", "--db", "w.sqlite", "--json"])
        .json();
    assert_eq!(looked["run"], 3);
    let code = r#"{ "code": "() => state.writeFile('/y', '')" }"#;
    let ran = run(&folder, &["call", "run", code, "--json"]).json();
    // The program that only looked is the third.
    assert_eq!(ran["run"], 4);
    assert_eq!(ran["data"]["receipt"]["revAfter"], 4);
    for (run_id, left) in [(4, "w\t0\nx\t0\n"), (2, "w\t0\n")] {
        let undone = run(&folder, &["call", "undo", "{}", "--json"]).json();
        assert_eq!(undone["data"]["undone"], run_id);
        assert_eq!(run(&folder, &["ls", "/"]).out, left);
    }
}

/// Without a number the last change goes, then the one before it.
#[test]
fn undo_without_a_number_reverts_one_operation_at_a_time() {
    let folder = Folder::new();
    for content in ["one", "two"] {
        run(&folder, &["write", "a.txt", "--content", content]);
    }
    check(
        &folder,
        &["undo", "--dry-run"],
        expect![[r#"
        exit 0
        out: would undo: run 2
        out: ~ /a.txt
    "#]],
    );
    check(
        &folder,
        &["undo"],
        expect![[r#"
        exit 0
        out: undone: run 2
        out: ~ /a.txt
    "#]],
    );
    check(
        &folder,
        &["cat", "a.txt"],
        expect![[r#"
        exit 0
        out: one
        out ends without a newline
    "#]],
    );
    let undone = run(&folder, &["undo", "--json"]).json();
    assert_eq!(undone["data"]["undone"], 1);
    assert_eq!(undone["data"]["deleted"][0], "/a.txt");
    check(
        &folder,
        &["undo"],
        expect![[r#"
            exit 1
            err: error: there is no change that is not undone; history lists the runs; give a number to undo an undo
        "#]],
    );
    // An undo is taken back by its number.
    let run_id = undone["run"].to_string();
    check(
        &folder,
        &["undo", &run_id],
        expect![[r#"
        exit 0
        out: undone: run 4
        out: + /a.txt
    "#]],
    );
}

/// What was undone comes back step by step, also that of a number.
#[test]
fn undone_operations_are_redone() {
    let folder = Folder::new();
    for content in ["one", "two", "three"] {
        run(&folder, &["write", "a.txt", "--content", content]);
    }
    check(
        &folder,
        &["redo"],
        expect![[r#"
        exit 2
        err: error: nothing is undone, so there is nothing to redo
    "#]],
    );
    run(&folder, &["undo"]);
    run(&folder, &["undo"]);
    check(
        &folder,
        &["redo", "--dry-run"],
        expect![[r#"
        exit 0
        out: would redo: run 2
        out: ~ /a.txt
    "#]],
    );
    run(&folder, &["redo"]);
    assert_eq!(run(&folder, &["cat", "a.txt"]).out, "two");
    run(&folder, &["redo", "3"]);
    assert_eq!(run(&folder, &["cat", "a.txt"]).out, "three");
    check(
        &folder,
        &["redo", "3"],
        expect![[r#"
        exit 2
        err: error: run 3 is not undone: `isolate-run history` says which are
    "#]],
    );
}

/// From the middle it is refused where later operations touched the same files; force decides.
#[test]
fn an_operation_in_the_middle_is_undone_by_force() {
    let folder = Folder::new();
    for content in ["one", "two", "three"] {
        run(&folder, &["write", "a.txt", "--content", content]);
    }
    check(
        &folder,
        &["undo", "2"],
        expect![[r#"
            exit 1
            err: error: run 2 cannot be undone, because of what has changed since: /a.txt; undo the later changes of these files first, change the files yourself, or force the undo, which loses those changes
        "#]],
    );
    run(&folder, &["undo", "2", "--force"]);
    assert_eq!(run(&folder, &["cat", "a.txt"]).out, "one");
    run(&folder, &["redo"]);
    assert_eq!(run(&folder, &["cat", "a.txt"]).out, "three");
    // What was lost by force is undone with it.
    run(&folder, &["undo", "2", "--force"]);
    run(&folder, &["undo"]);
    assert_eq!(run(&folder, &["cat", "a.txt"]).code, Some(1));
}

#[test]
fn files_are_restored_to_what_they_were_after_a_run() {
    let folder = Folder::new();
    run(&folder, &["write", "/src/a.txt", "--content", "one"]);
    run(&folder, &["write", "/src/b.txt", "--content", "one"]);
    run(&folder, &["write", "/src/a.txt", "--content", "two"]);
    run(&folder, &["rm", "-r", "/src"]);
    check(
        &folder,
        &["restore", "--at", "2", "/src/a.txt", "--dry-run"],
        expect![[r#"
        exit 0
        out: would restore: the state after run 2
        out: + /src
        out: + /src/a.txt
    "#]],
    );
    run(&folder, &["restore", "--at", "2", "/src/a.txt"]);
    assert_eq!(run(&folder, &["cat", "/src/a.txt"]).out, "one");
    assert_eq!(run(&folder, &["ls", "/src"]).out, "a.txt\t3\n");
    run(&folder, &["restore", "--at", "3"]);
    assert_eq!(run(&folder, &["cat", "/src/a.txt"]).out, "two");
    assert_eq!(run(&folder, &["cat", "/src/b.txt"]).out, "one");
    for (arguments, reason) in [
        (
            &["restore", "--at", "99"][..],
            "the history has no run 99: it has 1 to 6",
        ),
        (
            &["restore", "--at", "3", "/none"],
            "nothing was at /none after run 3, and nothing is now",
        ),
        (&["restore"], "give the name of one checkpoint, or --at RUN"),
    ] {
        let refused = folder.run(arguments.iter().chain(&["--db", "w.sqlite"]));
        assert_ne!(refused.code, Some(0));
        assert!(refused.err.contains(reason), "{refused}");
    }
}

/// A checkpoint is a point as well: to compare with, and to restore single files from.
#[test]
fn checkpoints_are_points() {
    let folder = Folder::new();
    run(&folder, &["write", "/a", "--content", "1\n"]);
    run(&folder, &["write", "/b", "--content", "1\n"]);
    run(&folder, &["checkpoint", "good"]);
    run(&folder, &["write", "/a", "--content", "2\n"]);
    run(&folder, &["rm", "/b"]);
    check(
        &folder,
        &["diff", "good", "/a", "--name-only"],
        expect![[r#"
        exit 0
        out: M /a
    "#]],
    );
    check(
        &folder,
        &["diff", "good..4", "--name-only", "/a", "/b"],
        expect![[r#"
        exit 0
        out: M /a
    "#]],
    );
    run(&folder, &["restore", "--at", "good", "/b"]);
    assert_eq!(run(&folder, &["cat", "/b"]).out, "1\n");
    assert_eq!(run(&folder, &["cat", "/a"]).out, "2\n");
    run(&folder, &["restore", "--at", "good"]);
    assert_eq!(run(&folder, &["cat", "/a"]).out, "1\n");
    check(
        &folder,
        &["diff", "god"],
        expect![[r#"
        exit 2
        err: error: "god" is not the number of a run, which `isolate-run log` lists, and there is no checkpoint god: the checkpoints are good
    "#]],
    );
}
