//! The subcommands, as a user calls them.

mod branches;
pub(crate) mod diffs;
mod history;
mod log;
mod models;
mod replay;
mod terms;
mod transfer;

use expect_test::{Expect, expect};
use serde_json::json;

use crate::{Answer, Folder};

/// A workspace with two files.
fn folder() -> Folder {
    let folder = Folder::new();
    let a = run(&folder, &["write", "/src/a.txt", "--content", "one\ntwo\n"]);
    let b = run(&folder, &["write", "/b.md", "--content", "# Two\n"]);
    assert_eq!((a.code, b.code), (Some(0), Some(0)));
    folder
}

fn run(folder: &Folder, arguments: &[&str]) -> Answer {
    folder.run(arguments.iter().chain(&["--db", "w.sqlite"]))
}

fn check(folder: &Folder, arguments: &[&str], expected: Expect) {
    expected.assert_eq(&run(folder, arguments).to_string());
}

/// Arguments in the order and with the flags of a shell's commands.
#[test]
fn habits_of_a_shell() {
    let folder = Folder::new();
    check(
        &folder,
        &["write", "/a.txt", "one two\n"],
        expect![[r#"
        exit 0
    "#]],
    );
    check(
        &folder,
        &["append", "/a.txt", "three\n"],
        expect![[r#"
        exit 0
    "#]],
    );
    let piped = folder.run_with_stdin(b"four\n", &["append", "/a.txt", "-", "--db", "w.sqlite"]);
    assert_eq!(piped.code, Some(0), "{piped}");
    check(
        &folder,
        &["edit", "/a.txt", "one", "1"],
        expect![[r#"
        exit 0
        out: --- /a.txt
        out: +++ /a.txt
        out: @@ -1,3 +1,3 @@
        out: -one two
        out: +1 two
        out:  three
        out:  four
    "#]],
    );
    check(
        &folder,
        &["edit", "/a.txt", "one"],
        expect![[r#"
            exit 2
            err: error: the following required arguments were not provided:
            err:   <NEW>
            err: 
            err: Usage: isolate-run edit --db <FILE> <PATH> <OLD> <NEW>
            err: 
            err: For more information, try '--help'.
        "#]],
    );
    check(
        &folder,
        &["cat", "/a.txt"],
        expect![[r#"
        exit 0
        out: 1 two
        out: three
        out: four
    "#]],
    );
    check(
        &folder,
        &["ls", "-la", "/"],
        expect![[r#"
        exit 0
        out: a.txt	17
    "#]],
    );
    check(
        &folder,
        &["grep", "-rn", "two", "/"],
        expect![[r#"
        exit 0
        out: /a.txt:1:1 two
    "#]],
    );
    check(
        &folder,
        &["find", "/", "-name", "*.txt"],
        expect![[r#"
        exit 2
        err: error: -name is not an option of find, which takes the pattern first: isolate-run find '*.txt' /
    "#]],
    );
    check(
        &folder,
        &["find", "-type", "f"],
        expect![[r#"
        exit 2
        err: error: -type is not an option of find, which takes the pattern first: isolate-run find '*' /
    "#]],
    );
}

#[test]
fn files_are_listed_searched_and_read() {
    let folder = folder();
    check(
        &folder,
        &["ls"],
        expect![[r#"
        exit 0
        out: b.md	6
        out: src/
    "#]],
    );
    check(
        &folder,
        &["cat", "src/a.txt"],
        expect![[r#"
        exit 0
        out: one
        out: two
    "#]],
    );
    check(
        &folder,
        &["cat", "/src/a.txt", "--offset", "2"],
        expect![[r#"
        exit 0
        out: two
    "#]],
    );
    check(
        &folder,
        &["tree", "-L", "1"],
        expect![[r#"
        exit 0
        out: b.md
        out: src/
    "#]],
    );
    check(
        &folder,
        &["grep", "-i", "TWO"],
        expect![[r#"
        exit 0
        out: /b.md:1:# Two
        out: /src/a.txt:2:two
    "#]],
    );
    check(
        &folder,
        &["grep", "-l", "o$", "-E"],
        expect![[r#"
        exit 0
        out: /b.md
        out: /src/a.txt
    "#]],
    );
    check(
        &folder,
        &["grep", "TWO"],
        expect![[r#"
            exit 1
            err: note: nothing matches in this case; with -i 2 lines match
        "#]],
    );
    let stat = run(&folder, &["stat", "b.md", "--json"]).json();
    assert_eq!(
        (&stat["ok"], &stat["data"]["lines"]),
        (&json!(true), &json!(1))
    );
}

#[test]
fn files_are_changed_and_changed_back() {
    let folder = folder();
    check(
        &folder,
        &["edit", "src/a.txt", "--old", "two", "--new", "2"],
        expect![[r#"
        exit 0
        out: --- /src/a.txt
        out: +++ /src/a.txt
        out: @@ -1,2 +1,2 @@
        out:  one
        out: -two
        out: +2
    "#]],
    );
    check(
        &folder,
        &["edit", "src/a.txt", "--old", "too", "--new", "2"],
        expect![[r#"
            exit 1
            err: error: /src/a.txt: --old is not in the file; nothing in the file is like --old: read the file, or look for the text with grep
        "#]],
    );
    check(
        &folder,
        &["mv", "b.md", "/src"],
        expect![[r#"
            exit 1
            err: error: /src exists; to move it into that directory use "/src/b.md"; to replace the directory give --overwrite
        "#]],
    );
    assert_eq!(run(&folder, &["mv", "b.md", "/src/b.md"]).code, Some(0));
    assert_eq!(run(&folder, &["cp", "-r", "src", "copy"]).code, Some(0));
    let removed = run(&folder, &["rm", "-r", "src", "--json"]).json();
    let run_id = removed["run"].to_string();
    assert_eq!(run(&folder, &["cat", "src/a.txt"]).code, Some(1));
    assert_eq!(run(&folder, &["undo", &run_id]).code, Some(0));
    check(
        &folder,
        &["cat", "src/a.txt"],
        expect![[r#"
        exit 0
        out: one
        out: 2
    "#]],
    );
    check(
        &folder,
        &["watch", "--once", "--since", "3"],
        expect![[r#"
            exit 0
            out: 4 moved /b.md -> /src/b.md (cli:mv b.md)
            out: 5 created /copy (cli:cp src)
            out: 5 created /copy/a.txt (cli:cp src)
            out: 5 created /copy/b.md (cli:cp src)
            out: 6 deleted /src (cli:rm src)
            out: 6 deleted /src/a.txt (cli:rm src)
            out: 6 deleted /src/b.md (cli:rm src)
            out: 7 created /src (cli:undo 6)
            out: 7 created /src/a.txt (cli:undo 6)
            out: 7 created /src/b.md (cli:undo 6)
        "#]],
    );
}

#[test]
fn bytes_go_in_and_come_out_as_they_are() {
    let folder = Folder::new();
    let bytes = b"caf\xe9 \x00\xff";
    let written = folder.run_with_stdin(bytes, &["write", "bin", "--db", "w.sqlite"]);
    assert_eq!(written.code, Some(0), "{written}");
    let output = folder
        .command(["cat", "bin", "--db", "w.sqlite"])
        .output()
        .unwrap();
    assert_eq!(output.stdout, bytes);
    let stat = run(&folder, &["stat", "bin", "--json"]).json();
    assert_eq!(stat["data"]["isText"], false);
}

#[test]
fn files_that_are_not_searched_are_named() {
    let folder = folder();
    for (name, bytes) in [
        ("nul", &b"two\0"[..]),
        ("wide", b"\xff\xfet\0w\0o\0"),
        ("latin1", b"two\xe9"),
    ] {
        let wrote = folder.run_with_stdin(bytes, &["write", name, "-", "--db", "w.sqlite"]);
        assert_eq!(wrote.code, Some(0), "{wrote}");
    }
    check(
        &folder,
        &["grep", "two", "/"],
        expect![[r#"
            exit 0
            out: /src/a.txt:2:two
            err: note: 2 files were not searched, because they are binary (a NUL byte, or a format that is not text): /nul, /wide
            err: note: 1 file was not searched, because it is not UTF-8: /latin1
        "#]],
    );
    check(
        &folder,
        &["grep", "two", "/nul"],
        expect![[r#"
            exit 1
            err: note: 1 file was not searched, because it is binary (a NUL byte, or a format that is not text): /nul
        "#]],
    );
}

#[test]
fn reading_commands_create_no_database() {
    let folder = Folder::new();
    for arguments in [
        &["ls"][..],
        &["cat", "a"],
        &["grep", "x"],
        &["watch", "--once"],
        &["rm", "a"],
        &["edit", "a", "--old", "x", "--new", "y"],
    ] {
        let answer = run(&folder, arguments);
        assert_eq!(
            (answer.code, answer.out.as_str()),
            (Some(4), ""),
            "{arguments:?}: {answer}"
        );
        assert!(!folder.path("w.sqlite").exists(), "{arguments:?}");
    }
}

#[test]
fn a_policy_holds() {
    let folder = folder().with(
        "p.json",
        r#"{"rules":[{"effect":"deny","verbs":["write","delete"],"paths":["/src"]}]}"#,
    );
    check(
        &folder,
        &["rm", "-r", "src", "--policy", "p.json"],
        expect![[r#"
        exit 1
        err: error: delete is denied by rule `deny delete /src`: /src; this is a rule of the workspace: use a path that the rules allow, or ask for the rule to be changed
    "#]],
    );
    // serde would take the members of a list in their order: these rules would deny nothing.
    for (text, members) in [
        (r#"[[], "allow"]"#, "rules, default, "),
        (
            r#"{"rules":[["deny", ["read"], ["/src"]]]}"#,
            "effect, verbs, paths",
        ),
    ] {
        std::fs::write(folder.path("p.json"), text).unwrap();
        let answer = run(&folder, &["ls", "--policy", "p.json"]);
        let told = format!(
            "p.json is not a valid policy: invalid type: a list, expected an object with the members {members}"
        );
        assert_eq!(answer.code, Some(2), "{answer}");
        assert!(answer.err.contains(&told), "{answer}");
    }
    check(
        &folder.with("p.json", "{\"rule\":[]}"),
        &["ls", "--policy", "p.json"],
        expect![[r#"
        exit 2
        err: error: p.json is not a valid policy: unknown field `rule`, expected one of `rules`, `default`, `stealth`, `readOnly`, `writeBytesMax`, `readBytesMax`, `extensionsAllowed`, `extensionsDenied`, `allowedCommands` at line 1 column 7
    "#]],
    );
}

#[test]
fn a_script_may_have_the_name_of_a_command() {
    let folder = Folder::new().with("ls", "1 + 1");
    let answer = folder.run(["./ls"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), "2\n"));
    assert_eq!(folder.run(["ls"]).code, Some(2));
}
