//! The history, what is undone, and the feed of changes.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use expect_test::expect;
use serde_json::{Value as Json, json};

use super::{check, folder, run};
use crate::Folder;

#[test]
fn changes_are_told_to_other_processes() {
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
fn undo_takes_back_what_scripts_and_calls_did() {
    let folder = Folder::new().with("make.js", "async () => { await state.writeFile('/x', '') }");
    run(&folder, &["write", "/w", "--content", ""]);
    let made = folder.run(["make.js", "--db", "w.sqlite", "--json"]).json();
    assert_eq!(made["opId"], 2);
    let looked = folder
        .run(["--eval", "state.readdir('/')", "--db", "w.sqlite", "--json"])
        .json();
    assert_eq!(looked.get("opId"), None);
    let code = r#"{ "code": "() => state.writeFile('/y', '')" }"#;
    let ran = run(&folder, &["call", "run", code, "--json"]).json();
    assert_eq!(ran["receipt"]["opId"], 3);
    assert_eq!(ran["receipt"]["revAfter"], 3);
    for (op_id, left) in [(3, "w\t0\nx\t0\n"), (2, "w\t0\n")] {
        let undone = run(&folder, &["call", "undo", "{}", "--json"]).json();
        assert_eq!(undone["data"]["undone"], op_id);
        assert_eq!(run(&folder, &["ls", "/"]).out, left);
    }
}

/// Without a number the last change goes, then the one before it.
#[test]
fn undo_without_a_number_goes_back_step_by_step() {
    let folder = Folder::new();
    for content in ["one", "two"] {
        run(&folder, &["write", "a.txt", "--content", content]);
    }
    check(
        &folder,
        &["undo", "--dry-run"],
        expect![[r#"
        exit 0
        out: would undo: operation 2
        out: ~ /a.txt
    "#]],
    );
    check(
        &folder,
        &["undo"],
        expect![[r#"
        exit 0
        out: undone: operation 2
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
            err: error: there is no change that is not undone; history lists the operations; give a number to undo an undo
        "#]],
    );
    // An undo is taken back by its number.
    let op_id = undone["receipt"]["opId"].to_string();
    check(
        &folder,
        &["undo", &op_id],
        expect![[r#"
        exit 0
        out: undone: operation 4
        out: + /a.txt
    "#]],
    );
}
