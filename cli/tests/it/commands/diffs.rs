//! `diff`, and runs that show or ask before they keep something.

use std::io::Write as _;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use isolate_oracles::Oracle;

use super::{check, run};
use crate::Folder;

/// A workspace with three operations.
fn folder() -> Folder {
    let folder = Folder::new();
    for program in [
        "async () => { await state.writeFile('/src/a.txt', 'one\\ntwo\\n'); await state.writeFileBytes('/logo', [0, 255]); }",
        "() => state.replaceInFile('/src/a.txt', 'two', '2')",
        "async () => { await state.mv('/src/a.txt', '/b.txt'); await state.rm('/logo'); }",
    ] {
        let answer = folder.eval(program, &["--db", "w.sqlite"]);
        assert_eq!(answer.code, Some(0), "{answer}");
    }
    folder
}

#[test]
fn operations_are_shown_as_patches() {
    let folder = folder();
    check(
        &folder,
        &["diff"],
        expect![[r#"
        exit 0
        out: diff --git a/src/a.txt b/b.txt
        out: similarity index 100%
        out: rename from src/a.txt
        out: rename to b.txt
        out: diff --git a/logo b/logo
        out: deleted file mode 100644
        out: index ba01f6b05bdbb386b35f4d086e268c5d422cafb9..0000000000000000000000000000000000000000
        out: GIT binary patch
        out: literal 0
        out: Hc$@<O00001
        out: 
        out: literal 2
        out: Jc${PS4*&rH0RR91
        out: 
    "#]],
    );
    check(
        &folder,
        &["diff", "2"],
        expect![[r#"
        exit 0
        out: diff --git a/src/a.txt b/src/a.txt
        out: --- a/src/a.txt
        out: +++ b/src/a.txt
        out: @@ -1,2 +1,2 @@
        out:  one
        out: -two
        out: +2
    "#]],
    );
    check(
        &folder,
        &["diff", "1..2"],
        expect![[r#"
        exit 0
        out: diff --git a/src/a.txt b/src/a.txt
        out: --- a/src/a.txt
        out: +++ b/src/a.txt
        out: @@ -1,2 +1,2 @@
        out:  one
        out: -two
        out: +2
    "#]],
    );
    check(
        &folder,
        &["diff", "1..", "/b.txt"],
        expect![[r#"
        exit 0
        out: diff --git a/b.txt b/b.txt
        out: new file mode 100644
        out: --- /dev/null
        out: +++ b/b.txt
        out: @@ -0,0 +1,2 @@
        out: +one
        out: +2
    "#]],
    );
    check(
        &folder,
        &["diff", "3..1", "--name-only"],
        expect![[r#"
        exit 0
        out: D /b.txt
        out: A /logo
        out: A /src/a.txt
    "#]],
    );
    check(
        &folder,
        &["diff", "1", "--stat"],
        expect![[r#"
        exit 0
        out: +0	-0	/logo
        out: +0	-0	/src/
        out: +2	-0	/src/a.txt
        out: +2	-0	in all
    "#]],
    );
    check(
        &folder,
        &["diff", "1", "/src", "--name-only"],
        expect![[r#"
        exit 0
        out: A /src/
        out: A /src/a.txt
    "#]],
    );
    check(
        &folder,
        &["diff", "2", "--json"],
        expect![[r#"
        exit 0
        out: {"ok":true,"files":[{"path":"/src/a.txt","status":"M","sizeBefore":8,"sizeAfter":6,"added":1,"removed":1}],"patch":"diff --git a/src/a.txt b/src/a.txt\n--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"}
    "#]],
    );
}

#[test]
fn points_that_are_not_there_are_named() {
    let folder = folder();
    check(
        &folder,
        &["diff", "7"],
        expect![[r#"
        exit 2
        err: error: the history has no run 7: it has 1 to 3
    "#]],
    );
    check(
        &folder,
        &["diff", "one"],
        expect![[r#"
            exit 2
            err: error: "one" is not the number of a run, which `isolate-run log` lists, and there is no checkpoint one: there are no checkpoints
        "#]],
    );
    check(
        &folder,
        &["diff", "1", "2"],
        expect![[r#"
        exit 2
        err: error: 2 is one point too many: write FROM..TO; paths begin with /
    "#]],
    );
    check(
        &folder,
        &["diff", "1", "--stat", "--name-only"],
        expect![[r#"
            exit 2
            err: error: the argument '--stat' cannot be used with '--name-only'
            err: 
            err: Usage: isolate-run diff --stat --db <FILE> <RUN|NAME|FROM..TO|PATH>...
            err: 
            err: For more information, try '--help'.
        "#]],
    );
}

#[test]
fn git_applies_the_printed_patch() {
    let Some(git) = Oracle::Git.find() else {
        return;
    };
    let folder = folder();
    let patch = folder.run(["diff", "1..", "--db", "w.sqlite"]).out;
    std::fs::create_dir_all(folder.path("tree/src")).unwrap();
    std::fs::write(folder.path("tree/src/a.txt"), "one\ntwo\n").unwrap();
    std::fs::write(folder.path("tree/logo"), [0, 255]).unwrap();
    std::fs::write(folder.path("tree.patch"), patch).unwrap();
    let status = Command::new(git)
        .args(["apply", "../tree.patch"])
        .current_dir(folder.path("tree"))
        .env("GIT_CEILING_DIRECTORIES", folder.path(""))
        .status()
        .unwrap();
    assert!(status.success());
    let text = std::fs::read_to_string(folder.path("tree/b.txt")).unwrap();
    assert_eq!(text, "one\n2\n");
    assert!(!folder.path("tree/logo").exists());
}

#[test]
fn a_run_shows_its_diff_when_asked() {
    let folder = folder();
    let program = "() => state.appendFile('/b.txt', 'three\\n')";
    let answer = folder.eval(program, &["--db", "w.sqlite", "--diff", "--quiet"]);
    expect![[r#"
        exit 0
        err: diff --git a/b.txt b/b.txt
        err: --- a/b.txt
        err: +++ b/b.txt
        err: @@ -1,2 +1,3 @@
        err:  one
        err:  2
        err: +three
    "#]]
    .assert_eq(&answer.to_string());
    let answer = folder.eval(program, &["--db", "w.sqlite", "--diff", "--json"]);
    assert_eq!(
        answer.json()["diff"],
        "diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1,3 +1,4 @@\n one\n 2\n three\n+three\n"
    );
}

/// What it did before it failed is what its user wants to see.
#[test]
fn a_run_that_fails_shows_its_diff_too() {
    let folder = folder();
    let program = "async () => { await state.writeFile('/c', '1\\n'); throw new Error('no'); }";
    for more in [&[][..], &["--atomic"]] {
        for quiet in [&[][..], &["--quiet"]] {
            let options = [&["--db", "w.sqlite", "--diff"], more, quiet].concat();
            let answer = folder.eval(program, &options);
            assert_eq!(answer.code, Some(1), "{answer}");
            assert_eq!(answer.err.matches("\n+++ b/c\n").count(), 1, "{answer}");
            run(&folder, &["rm", "-f", "/c"]);
        }
    }
}

/// Runs a command on a terminal where somebody types; the screen.
pub(crate) fn typed(folder: &Folder, arguments: &str, keys: &str) -> Option<String> {
    let script = Oracle::Script.find()?;
    let command = format!(
        "{} {arguments}; echo \"exit $?\"",
        env!("CARGO_BIN_EXE_isolate-run")
    );
    let mut running = Command::new(script)
        .args(["-qc", &command, "/dev/null"])
        .current_dir(folder.path(""))
        .env("NO_COLOR", "1")
        .env("TERM", "xterm")
        .env("XDG_STATE_HOME", folder.path("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = running.stdin.take().unwrap();
    stdin.write_all(keys.as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    drop(stdin);
    Some(String::from_utf8_lossy(&output.stdout).replace('\r', ""))
}

fn check_typed(folder: &Folder, keys: &str, expected: &Expect) {
    let program = "p.js --db w.sqlite --confirm";
    if let Some(screen) = typed(folder, program, keys) {
        expected.assert_eq(&screen);
    }
}

#[test]
fn changes_are_kept_after_a_yes_only() {
    let folder = folder().with("p.js", "() => state.writeFile('/b.txt', 'new\\x1b[2J\\n')");
    check_typed(
        &folder,
        "n\n",
        &expect![[r#"
            n
              change /b.txt (6 -> 8 bytes)
            diff --git a/b.txt b/b.txt
            --- a/b.txt
            +++ b/b.txt
            @@ -1,2 +1,1 @@
            -one
            -2
            +new\x1b[2J
            Keep these changes? [y/N] note: nothing was kept
            exit 1
        "#]],
    );
    assert_eq!(run(&folder, &["cat", "/b.txt"]).out, "one\n2\n");
    check_typed(
        &folder,
        "y\n",
        &expect![[r#"
            y
              change /b.txt (6 -> 8 bytes)
            diff --git a/b.txt b/b.txt
            --- a/b.txt
            +++ b/b.txt
            @@ -1,2 +1,1 @@
            -one
            -2
            +new\x1b[2J
            Keep these changes? [y/N] exit 0
        "#]],
    );
    assert_eq!(run(&folder, &["cat", "/b.txt"]).out, "new\x1b[2J\n");
    // Nothing to ask.
    check_typed(
        &folder,
        "",
        &expect![[r#"
        exit 0
    "#]],
    );
}

#[test]
fn confirm_needs_a_terminal() {
    let folder = folder();
    // A session of its own has no terminal.
    if Oracle::Script.find().is_none() {
        return;
    }
    let output = Command::new("setsid")
        .args(["--wait", env!("CARGO_BIN_EXE_isolate-run")])
        .args(["--eval", "1", "--db", "w.sqlite", "--confirm"])
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    expect![[r#"
        error: --confirm asks on the terminal, and this process has none: use --dry-run to see the changes, or --atomic to keep all of them or none without a question
    "#]].assert_eq(&String::from_utf8_lossy(&output.stderr));
}
