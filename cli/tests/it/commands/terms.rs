//! Messages name options and commands of the command line, not arguments of JSON tools.

use expect_test::expect;

use super::{check, folder, run};

#[test]
fn hints_name_options() {
    let folder = folder();
    run(&folder, &["write", "/twice", "a\nb\na\n"]);
    check(
        &folder,
        &["edit", "/twice", "a", "c"],
        expect![[r#"
        exit 1
        err: 1	a
        err: 2	b
        err: --
        err: 2	b
        err: 3	a
        err: --
        err: error: /twice: --old is in the file 2 times (compared: exact), at lines 1, 3; add lines around it to --old, or give --all
    "#]],
    );
    check(
        &folder,
        &["edit", "/twice", "--old", "", "--new", "c"],
        expect![[r#"
            exit 1
            err: error: /twice: --old is empty; give the text to replace as --old; to fill a file, use write
        "#]],
    );
    check(
        &folder,
        &["edit", "/twice", "b", "b"],
        expect![[r#"
        exit 1
        err: error: /twice: --old and --new are the same: "b"; leave the edit out, or correct --new
    "#]],
    );
    check(
        &folder,
        &["write", "/twice", "x", "--create"],
        expect![[r#"
        exit 1
        err: error: /twice exists; change it with edit, or replace it without --create
    "#]],
    );
    check(
        &folder,
        &["rm", "/src"],
        expect![[r#"
        exit 1
        err: error: directory not empty: /src; give -r to remove a directory with everything in it
    "#]],
    );
    check(
        &folder,
        &["cp", "/src", "/copy"],
        expect![[r#"
        exit 1
        err: error: /src is a directory; give -r to copy it with everything in it
    "#]],
    );
    check(
        &folder,
        &["cp", "/b.md", "/twice"],
        expect![[r#"
        exit 1
        err: error: /twice exists; use another path, or give --overwrite to replace it
    "#]],
    );
    check(
        &folder,
        &["mkdir", "--no-parents", "/x/y"],
        expect![[r#"
        exit 1
        err: error: /x does not exist; leave out --no-parents to create it too
    "#]],
    );
    check(
        &folder,
        &["grep", "tw.", "/src"],
        expect![[r#"
        exit 1
    "#]],
    );
    check(
        &folder,
        &["grep", "-E", "("],
        expect![[r#"
        exit 2
        err: error: Invalid search pattern: /(/: unterminated group at character 1; correct the expression, or leave out -E to search for plain text
    "#]],
    );
    check(
        &folder,
        &["ls", "/b.md"],
        expect![[r#"
        exit 1
        err: error: /b.md is a file; use cat for a file, or ls on its directory
    "#]],
    );
    check(
        &folder,
        &["cat", "/b.mb"],
        expect![[r#"
        exit 1
        err: error: no such file or directory: /b.mb; did you mean "/b.md"? otherwise use ls or find
    "#]],
    );
    check(
        &folder,
        &["cat", "/b.md", "--offset", "9"],
        expect![[r#"
        exit 2
        err: error: line 9 is past the end: /b.md has 1 lines; use --offset up to the number of lines
    "#]],
    );
    check(
        &folder,
        &["cat", "/b.md", "--offset=-1"],
        expect![[r#"
        exit 2
        err: error: offset -1 is not a line number; lines count from 1
    "#]],
    );
    check(
        &folder,
        &["cat", "/twice", "--limit", "1"],
        expect![[r#"
        exit 0
        out: a
        err: note: [cut: 1 lines shown, 2 more lines left out; continue with --offset 2]
    "#]],
    );
    check(
        &folder,
        &["history", "--limit", "1"],
        expect![[r#"
        exit 0
        out: 3	1 paths	cli:write /twice
        err: note: [cut: 1 runs shown, 2 more runs left out; give --before, or name a PATH]
    "#]],
    );
    check(
        &folder,
        &["checkpoint", "one"],
        expect![[r#"
        exit 0
    "#]],
    );
    check(
        &folder,
        &["checkpoint", "one"],
        expect![[r#"
        exit 1
        err: error: there is a checkpoint one already; use another name, or give --overwrite to replace the checkpoint
    "#]],
    );
}

#[test]
fn skipped_files_are_listed_with_the_option_that_includes_them() {
    let folder = folder();
    run(&folder, &["write", "/node_modules/m.md", "two\n"]);
    check(
        &folder,
        &["find", "*.md"],
        expect![[r#"
        exit 0
        out: /b.md
        err: note: matching entries skipped: node_modules (1); find -a and tree -a include them
    "#]],
    );
    check(
        &folder,
        &["find", "-a", "*.md"],
        expect![[r#"
        exit 0
        out: /b.md
        out: /node_modules/m.md
    "#]],
    );
}

/// Edits that are given as JSON are named as JSON.
#[test]
fn json_keeps_the_names_of_json() {
    let folder = folder();
    let edits = r#"[{ "oldText": "none", "newText": "x" }]"#;
    check(
        &folder,
        &["edit", "/b.md", "--edits", edits],
        expect![[r#"
        exit 1
        err: error: /b.md: oldText is not in the file; nothing in the file is like oldText: read the file, or look for the text with grep
    "#]],
    );
    check(
        &folder,
        &["edit", "/b.md", "--edits", r#"[{ "oldText": "x" }]"#],
        expect![[r#"
            exit 2
            err: error: the argument `edits[0].newText` is missing; the members of `edits[0]` are: oldText, newText, replaceAll, expect
        "#]],
    );
    let arguments = r#"{ "path": "/b.md", "content": "x" , "intent": "create" }"#;
    let called = run(&folder, &["call", "write", arguments, "--json"]).json();
    assert_eq!(
        called["error"]["hint"],
        "change it with edit, or replace it with intent: \"overwrite\""
    );
    let written = run(&folder, &["write", "/b.md", "x", "--create", "--json"]).json();
    assert_eq!(
        written["error"]["hint"],
        "change it with edit, or replace it without --create"
    );
}
