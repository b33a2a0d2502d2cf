//! `--dir`: programs on a directory of the disk.

mod live;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use expect_test::{Expect, expect};
use serde_json::json;

use crate::commands::diffs::typed;
use crate::{Answer, Folder, from_output};

const CHANGE: &str = "async () => {
    await state.writeFile('/a.txt', (await state.readFile('/a.txt')).toUpperCase());
    await state.writeFile('/d/new.txt', 'new\\n');
    await state.rm('/b.txt');
}";

/// A folder with a project.
fn project() -> Folder {
    let folder = Folder::new().with("change.js", CHANGE);
    fs::create_dir_all(folder.path("project/.git")).unwrap();
    for (name, text) in [
        ("a.txt", "one\n"),
        ("b.txt", "two\n"),
        (".gitignore", "*.log\n"),
        ("x.log", "log\n"),
        (".git/config", "git\n"),
    ] {
        fs::write(folder.path("project").join(name), text).unwrap();
    }
    folder
}

/// Runs the command without a terminal.
fn run(folder: &Folder, arguments: &[&str]) -> Answer {
    let mut command = Command::new("setsid");
    command
        .args(["--wait", env!("CARGO_BIN_EXE_isolate-run")])
        .args(arguments)
        .current_dir(folder.path(""))
        .env_remove("NO_COLOR")
        .env("ISOLATE_DB", "not-used.sqlite")
        .env("XDG_STATE_HOME", folder.path("state"))
        .stdin(std::process::Stdio::null());
    from_output(command.output().unwrap())
}

fn check(folder: &Folder, arguments: &[&str], expected: Expect) {
    expected.assert_eq(&run(folder, arguments).to_string());
}

fn eval(folder: &Folder, code: &str, more: &[&str]) -> Answer {
    run(
        folder,
        &[&["--dir", "project", "--eval", code], more].concat(),
    )
}

/// Names and texts of the project.
fn files(folder: &Folder) -> Vec<String> {
    let mut files = Vec::new();
    for name in [
        ".git/config",
        ".gitignore",
        "a.txt",
        "b.txt",
        "d/new.txt",
        "x.log",
    ] {
        if let Ok(text) = fs::read_to_string(folder.path("project").join(name)) {
            files.push(format!("{name}: {}", text.trim_end()));
        }
    }
    files
}

const BEFORE: [&str; 5] = [
    ".git/config: git",
    ".gitignore: *.log",
    "a.txt: one",
    "b.txt: two",
    "x.log: log",
];

const AFTER: [&str; 5] = [
    ".git/config: git",
    ".gitignore: *.log",
    "a.txt: ONE",
    "d/new.txt: new",
    "x.log: log",
];

#[test]
fn without_a_terminal_and_a_yes_nothing_is_written() {
    let folder = project();
    check(
        &folder,
        &["change.js", "--dir", "project"],
        expect![[r#"
        exit 1
        err: note: nothing was kept; the changes would have been: 2 created, 1 changed, 1 deleted
        err:   create /d (0 bytes)
        err:   create /d/new.txt (4 bytes)
        err:   change /a.txt (4 bytes)
        err:   delete /b.txt (4 bytes)
        err: diff --git a/a.txt b/a.txt
        err: --- a/a.txt
        err: +++ b/a.txt
        err: @@ -1,1 +1,1 @@
        err: -one
        err: +ONE
        err: diff --git a/b.txt b/b.txt
        err: deleted file mode 100644
        err: --- a/b.txt
        err: +++ /dev/null
        err: @@ -1,1 +0,0 @@
        err: -two
        err: diff --git a/d/new.txt b/d/new.txt
        err: new file mode 100644
        err: --- /dev/null
        err: +++ b/d/new.txt
        err: @@ -0,0 +1,1 @@
        err: +new
        err: note: nothing was written to project: there is no terminal to ask on; --yes writes without a question, and --dry-run only shows the changes
    "#]],
    );
    assert_eq!(files(&folder), BEFORE);
    assert!(!folder.path("not-used.sqlite").exists());
    assert!(!folder.path("state").exists());
    let answer = run(&folder, &["change.js", "--dir", "project", "--json"]);
    assert_eq!(answer.code, Some(1), "{answer}");
    let json = answer.json();
    assert_eq!(json["committed"], false);
    assert_eq!(
        json["dir"],
        json!({
            "written": false, "ignored": 2, "skipped": 0, "reason": "not-asked",
            "message": "there is no terminal to ask on; --yes writes without a question, and --dry-run only shows the changes",
        })
    );
}

#[test]
fn with_a_yes_changes_are_shown_and_written_and_can_be_taken_back() {
    let folder = project();
    check(
        &folder,
        &["change.js", "--dir", "project", "--yes"],
        expect![[r#"
            exit 0
            err: diff --git a/a.txt b/a.txt
            err: --- a/a.txt
            err: +++ b/a.txt
            err: @@ -1,1 +1,1 @@
            err: -one
            err: +ONE
            err: diff --git a/b.txt b/b.txt
            err: deleted file mode 100644
            err: --- a/b.txt
            err: +++ /dev/null
            err: @@ -1,1 +0,0 @@
            err: -two
            err: diff --git a/d/new.txt b/d/new.txt
            err: new file mode 100644
            err: --- /dev/null
            err: +++ b/d/new.txt
            err: @@ -0,0 +1,1 @@
            err: +new
            err: note: written to project: 2 created, 1 changed, 1 deleted; take it back with: isolate-run undo --dir project
        "#]],
    );
    assert_eq!(files(&folder), AFTER);
    check(
        &folder,
        &["undo", "--dir", "project", "--dry-run"],
        expect![[r#"
            exit 0
            out: would undo: run change.js: 1 created, 1 changed, 2 deleted
            out: + b.txt
            out: ~ a.txt
            out: - d
            out: - d/new.txt
        "#]],
    );
    assert_eq!(files(&folder), AFTER);
    check(
        &folder,
        &["undo", "--dir", "project"],
        expect![[r#"
        exit 0
        out: undone: run change.js: 1 created, 1 changed, 2 deleted
        out: + b.txt
        out: ~ a.txt
        out: - d
        out: - d/new.txt
    "#]],
    );
    assert_eq!(files(&folder), BEFORE);
    assert!(!folder.path("project/d").exists());
    check(
        &folder,
        &["undo", "--dir", "project"],
        expect![[r#"
        exit 1
        err: error: nothing was written to the directory that could be taken back
    "#]],
    );
}

#[test]
fn the_json_form_says_what_was_written_and_taken_back() {
    let folder = project();
    let answer = run(
        &folder,
        &["change.js", "--dir", "project", "--yes", "--json"],
    )
    .json();
    assert_eq!(
        answer["dir"],
        json!({"written": true, "ignored": 2, "skipped": 0, "number": 1, "kept": []})
    );
    assert_eq!(answer["effects"]["deleted"], json!(["/b.txt"]));
    assert!(answer["diff"].as_str().unwrap().contains("+ONE"));
    assert!(answer.get("committed").is_none());
    assert_eq!(answer["run"], serde_json::Value::Null);
    let undone = run(&folder, &["undo", "1", "--dir", "project", "--json"]).json();
    assert_eq!(
        undone["data"],
        json!({
            "dryRun": false, "undone": 1, "label": "run change.js", "kept": [],
            "created": ["b.txt"], "changed": ["a.txt"], "deleted": ["d", "d/new.txt"],
        })
    );
    let again = run(&folder, &["undo", "--dir", "project", "--json"]);
    assert_eq!(again.code, Some(1));
    assert_eq!(again.json()["error"]["code"], "directory");
}

#[test]
fn a_terminal_is_asked() {
    let folder = project();
    let Some(screen) = typed(&folder, "change.js --dir project", "n\n") else {
        return;
    };
    expect![[r#"
        n
          create /d (0 bytes)
          create /d/new.txt (4 bytes)
          change /a.txt (4 bytes)
          delete /b.txt (4 bytes)
        diff --git a/a.txt b/a.txt
        --- a/a.txt
        +++ b/a.txt
        @@ -1,1 +1,1 @@
        -one
        +ONE
        diff --git a/b.txt b/b.txt
        deleted file mode 100644
        --- a/b.txt
        +++ /dev/null
        @@ -1,1 +0,0 @@
        -two
        diff --git a/d/new.txt b/d/new.txt
        new file mode 100644
        --- /dev/null
        +++ b/d/new.txt
        @@ -0,0 +1,1 @@
        +new
        Write these changes to project? [y/N] note: nothing was written to project
        exit 1
    "#]]
    .assert_eq(&screen);
    assert_eq!(files(&folder), BEFORE);
    let screen = typed(&folder, "change.js --dir project", "y\n").unwrap();
    expect![[r#"
        note: written to project: 2 created, 1 changed, 1 deleted; take it back with: isolate-run undo --dir project
        exit 0
    "#]].assert_eq(screen.split("[y/N] ").nth(1).unwrap());
    assert_eq!(files(&folder), AFTER);
    // A program that changes nothing asks nothing.
    let screen = typed(&folder, "--eval 1 --dir project", "").unwrap();
    assert_eq!(screen, "1\nexit 0\n");
}

#[test]
fn nothing_is_written_by_a_program_that_fails_or_only_looks() {
    let folder = project();
    let threw = eval(
        &folder,
        "async () => { await state.rm('/a.txt'); throw new Error('no') }",
        &["--yes"],
    );
    assert_eq!(threw.code, Some(1), "{threw}");
    assert!(threw.err.contains("nothing was kept"), "{threw}");
    let limited = eval(
        &folder,
        "async () => { await state.rm('/a.txt'); for (;;); }",
        &["--yes", "--fuel", "5M"],
    );
    assert_eq!(limited.code, Some(124), "{limited}");
    let dry = eval(
        &folder,
        "() => state.rm('/a.txt')",
        &["--dry-run", "--json"],
    );
    assert_eq!(dry.code, Some(0), "{dry}");
    assert_eq!(dry.json()["dir"]["reason"], "not-kept");
    let refused = eval(&folder, "() => state.rm('/a.txt')", &["--read-only"]);
    assert!(refused.err.contains("EROFS"), "{refused}");
    let same = eval(
        &folder,
        "() => state.writeFile('/a.txt', 'one\\n')",
        &["--json"],
    );
    assert_eq!(same.code, Some(0), "{same}");
    assert_eq!(same.json()["dir"]["reason"], "unchanged");
    assert_eq!(files(&folder), BEFORE);
}

#[test]
fn permissions_alone_are_asked_for_too() {
    let folder = project();
    let program = "() => state.chmod('/a.txt', 0o755)";
    let asked = eval(&folder, program, &[]);
    assert_eq!(asked.code, Some(1), "{asked}");
    let mode = || {
        folder
            .path("project/a.txt")
            .metadata()
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    assert_ne!(mode(), 0o755);
    let written = eval(&folder, program, &["--yes"]);
    assert_eq!(written.code, Some(0), "{written}");
    assert_eq!(mode(), 0o755);
}

#[test]
fn what_was_left_out_is_invisible_and_a_conflict() {
    let folder = project();
    let listed = eval(&folder, "() => state.glob('/**')", &["--json"]).json();
    assert_eq!(listed["result"], json!(["/.gitignore", "/a.txt", "/b.txt"]));
    let conflict = run(
        &folder,
        &[
            "--dir",
            "project",
            "--yes",
            "--quiet",
            "--eval",
            "async () => { await state.writeFile('/x.log', 'mine'); await state.writeFile('/.git/hooks/pre-commit', 'evil'); }",
        ],
    );
    expect![[r#"
        exit 1
        err: error: 2 paths are in the way: .git (exists on the disk, but was left out or made since), x.log (exists on the disk, but was left out or made since); nothing was written to project: run again to start from what is there now
    "#]].assert_eq(&conflict.to_string());
    assert_eq!(files(&folder), BEFORE);
}

#[test]
fn a_directory_that_cannot_be_used_is_a_usage_error() {
    let folder = project();
    check(
        &folder,
        &["--eval", "1", "--dir", "nothing"],
        expect![[r#"
        exit 2
        err: error: cannot read nothing: no such file or directory
    "#]],
    );
    check(
        &folder,
        &["--eval", "1", "--dir", "project", "--db", "x"],
        expect![[r#"
            exit 2
            err: error: the argument '--dir <DIR>' cannot be used with '--db <FILE>'
            err: 
            err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err: 
            err: For more information, try '--help'.
        "#]],
    );
    check(
        &folder,
        &["--eval", "1", "--yes"],
        expect![[r#"
        exit 2
        err: error: the following required arguments were not provided:
        err:   --dir <DIR>
        err: 
        err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
        err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
        err: 
        err: For more information, try '--help'.
    "#]],
    );
    let undo = run(&folder, &["undo", "--dir", "project", "--db", "x"]);
    assert_eq!(undo.code, Some(2), "{undo}");
    let mut command = folder.command(["--eval", "1", "--dir", "project"]);
    command.env_remove("HOME").env_remove("XDG_STATE_HOME");
    let homeless = from_output(command.output().unwrap());
    expect![[r#"
        exit 2
        err: error: --dir keeps what it replaces in a folder of the user: set HOME or XDG_STATE_HOME
    "#]]
    .assert_eq(&homeless.to_string());
}

#[test]
fn programs_import_files_of_the_directory() {
    let folder = project();
    fs::create_dir_all(folder.path("project/lib")).unwrap();
    fs::write(
        folder.path("project/lib/up.ts"),
        "export const up = (text: string) => text.toUpperCase();",
    )
    .unwrap();
    let code = "import { up } from './lib/up'; export default async () => up(await state.readFile('/a.txt'))";
    let answer = run(&folder, &["--dir", "project", "--eval", code]);
    assert_eq!(answer.out, "ONE\n", "{answer}");
}
