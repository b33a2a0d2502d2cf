//! `isolate-run sh`.

use expect_test::{Expect, expect};

use crate::Folder;

fn check(folder: &Folder, arguments: &[&str], expected: &Expect) {
    let arguments = ["sh"].iter().chain(arguments);
    expected.assert_eq(&folder.run(arguments).to_string());
}

#[test]
fn outputs_and_the_exit_code_are_passed_on() {
    check(
        &Folder::new(),
        &["echo out; echo err >&2; exit 3"],
        &expect![[r#"
            exit 3
            out: out
            err: err
        "#]],
    );
}

#[test]
fn programs_and_commands_run_each_other() {
    let folder = Folder::new();
    let run = folder.run([
        "--exec",
        "-e",
        "(await state.exec('seq 3 | wc -l')).stdout.trim()",
    ]);
    assert_eq!(run.to_string(), "exit 0\nout: 3\n");
    let code = "(await state.exec('seq 3 | wc -l; ls')).exitCode";
    let listed = ["--exec=seq", "--exec=wc -l", "-e", code];
    assert_eq!(folder.run(listed).to_string(), "exit 0\nout: 126\n");
    for empty in ["--exec=", "--exec= "] {
        let wrong = folder.run([empty, "-e", code]);
        assert_eq!(wrong.code, Some(2), "{wrong}");
        assert!(wrong.err.contains("a command is a name"), "{wrong}");
    }
    let off = folder.run(["-e", code]);
    assert!(off.err.contains("the tool exec runs commands"), "{off}");
    check(
        &folder,
        &["seq 3 | js -p 'require(\"fs\").readFileSync(0, \"utf8\").length'"],
        &expect![[r#"
            exit 0
            out: 6
        "#]],
    );
}

#[test]
fn files_are_kept_in_the_database() {
    let folder = Folder::new();
    let nothing = expect![[r#"
        exit 1
    "#]];
    check(
        &folder,
        &["echo kept > /f; false", "--db", "a.db"],
        &nothing,
    );
    check(
        &folder,
        &["cat f", "--db", "a.db"],
        &expect![[r#"
            exit 0
            out: kept
        "#]],
    );
    check(
        &folder,
        &["echo lost > f", "--db", "a.db", "--dry-run"],
        &expect![[r#"
            exit 0
            err: note: nothing was kept; the changes would have been: 0 created, 1 changed, 0 deleted
            err: diff --git a/f b/f
            err: --- a/f
            err: +++ b/f
            err: @@ -1,1 +1,1 @@
            err: -kept
            err: +lost
        "#]],
    );
    let undone = folder.run(["undo", "--db", "a.db"]);
    assert_eq!(undone.code, Some(0), "{undone}");
    let gone = folder.run(["sh", "cat /f", "--db", "a.db"]);
    assert_eq!(gone.code, Some(1), "{gone}");
}

#[test]
fn standard_input_is_passed_on() {
    let folder = Folder::new();
    let answer = folder.run_with_stdin(
        b"b\na\n",
        &["sh", "sort; echo $A; pwd; whoami", "--env", "A=x y"],
    );
    expect![[r#"
        exit 0
        out: a
        out: b
        out: x y
        out: /
        out: user
    "#]]
    .assert_eq(&answer.to_string());
}

#[test]
fn a_directory_is_written_back() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("project")).unwrap();
    std::fs::write(folder.path("project/a.txt"), "one\n").unwrap();
    let mut command = folder.command([
        "sh",
        "sed -i s/one/two/ a.txt && mkdir d && echo x > d/b",
        "--dir",
        "project",
        "--yes",
    ]);
    let answer = crate::answer(command.env("XDG_STATE_HOME", folder.path("state")));
    expect![[r#"
        exit 0
        err: note: written to project: 2 created, 1 changed, 0 deleted; take it back with: isolate-run undo --dir project
    "#]]
    .assert_eq(&answer.to_string());
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(
        (read("project/a.txt"), read("project/d/b")),
        ("two\n".to_owned(), "x\n".to_owned())
    );
}

#[test]
fn limits_have_exit_codes() {
    let folder = Folder::new();
    check(
        &folder,
        &["echo before; while :; do :; done", "--fuel", "10M"],
        &expect![[r#"
            exit 152
            out: before
            err: error: the program used all of its fuel (10000000): look for an endless loop, do less in one run, or raise the fuel limit
        "#]],
    );
    let late = folder.run(["sh", "while :; do :; done", "--timeout", "200ms"]);
    assert_eq!(late.code, Some(124), "{late}");
    let large = folder.run(["sh", "x=x; while :; do x=$x$x; done", "--memory", "16"]);
    assert_eq!(large.code, Some(137), "{large}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = Folder::new();
    check(
        &folder,
        &["echo", "--env", "1=2"],
        &expect![[r#"
            exit 2
            err: error: a variable of the environment cannot be named "1": letters, digits and _, with no digit first
        "#]],
    );
    let nameless = folder.run(["sh", "echo", "--env", "A"]);
    assert!(
        nameless.err.contains("A has no value: NAME=VALUE"),
        "{nameless}"
    );
    check(
        &folder,
        &["echo", "--cwd", "a"],
        &expect![[r#"
            exit 2
            err: error: a command begins in a directory with an absolute path, and not in "a"
        "#]],
    );
}

#[test]
fn a_session_goes_on_in_the_next_process() {
    let folder = Folder::new();
    let next = |command: &str, expected: &Expect| {
        let arguments = [command, "--db", "a.db", "--session", "build"];
        check(&folder, &arguments, expected);
    };
    next(
        "mkdir /src; cd /src; x=1; greet() { echo hello $1 $x; }",
        &expect![[r#"
            exit 0
        "#]],
    );
    next(
        "pwd; greet you",
        &expect![[r#"
            exit 0
            out: /src
            out: hello you 1
        "#]],
    );
    check(
        &folder,
        &["pwd", "--db", "a.db"],
        &expect![[r#"
            exit 0
            out: /
        "#]],
    );
    check(
        &folder,
        &["pwd", "--db", "a.db", "--session", "a/b"],
        &expect![[r#"
            exit 2
            err: error: a session cannot be named "a/b": 1 to 48 letters, digits, -, _ and .
        "#]],
    );
}

/// A process that is killed in the middle of a command leaves the files as they were before it, or as after it.
#[test]
fn a_killed_command_leaves_the_files_before_or_after_it() {
    let folder = Folder::new();
    let set_up = "mkdir /d; for i in 1 2 3 4 5 6 7 8; do echo old > /d/$i; done";
    assert_eq!(folder.run(["sh", set_up, "--db", "a.db"]).code, Some(0));
    let change = "for i in 1 2 3 4 5 6 7 8; do echo new > /d/$i; done; x=new";
    for wait_ms in [5, 20, 40, 60, 80, 120, 200] {
        let arguments = ["sh", change, "--db", "a.db", "--session", "s"];
        let mut child = folder.command(arguments).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait_ms));
        child.kill().unwrap();
        child.wait().unwrap();
        let files = folder
            .run(["sh", "sort -u /d/*", "--db", "a.db"])
            .to_string();
        let state = folder
            .run(["sh", "echo x$x", "--db", "a.db", "--session", "s"])
            .to_string();
        let is_before = files == "exit 0\nout: old\n" && state == "exit 0\nout: x\n";
        let is_after = files == "exit 0\nout: new\n" && state == "exit 0\nout: xnew\n";
        assert!(is_before || is_after, "{wait_ms}: {files}{state}");
        let checked = folder.run(["check", "--db", "a.db"]);
        assert_eq!(checked.code, Some(0), "{checked}");
        if is_after {
            let reset = "for i in 1 2 3 4 5 6 7 8; do echo old > /d/$i; done; unset x";
            folder.run(["sh", reset, "--db", "a.db", "--session", "s"]);
        }
    }
}

/// The folder's own repository is neither read nor changed.
#[test]
fn git_works_on_a_directory_beside_its_repository() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("project/.git")).unwrap();
    std::fs::write(folder.path("project/.git/HEAD"), "ref: refs/heads/trunk\n").unwrap();
    std::fs::write(folder.path("project/a.txt"), "one\n").unwrap();
    let command = "echo two >> a.txt; git status --short; git commit -qam more; git log --format=%s; echo 3 >> \
                   a.txt; git diff --stat; ls -A";
    let mut command = folder.command(["sh", command, "--dir", "project", "--yes"]);
    let answer = crate::answer(command.env("XDG_STATE_HOME", folder.path("state")));
    expect![[r#"
        exit 0
        out: M  a.txt
        out: more
        out:  a.txt | 1 +
        out:  1 file changed, 1 insertion(+)
        out: a.txt
        err: git: the repository of this folder is not read: what differs is counted from the beginning of this run, and commits are checkpoints of its files
        err: note: written to project: 0 created, 1 changed, 0 deleted; take it back with: isolate-run undo --dir project
    "#]]
    .assert_eq(&answer.to_string());
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(read("project/.git/HEAD"), "ref: refs/heads/trunk\n");
    assert_eq!(read("project/a.txt"), "one\ntwo\n3\n");
    assert!(!folder.path("project/.checkpoints").exists());
}
