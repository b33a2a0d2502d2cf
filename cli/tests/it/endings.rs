//! Every exit code.

use expect_test::{Expect, expect};

use crate::Folder;

fn check(arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&Folder::new().run(arguments).to_string());
}

#[test]
fn zero_the_program_returned() {
    check(
        &["-e", "async () => 'ok'"],
        &expect![[r#"
        exit 0
        out: ok
    "#]],
    );
}

#[test]
fn one_the_program_threw() {
    let folder = Folder::new().with(
        "a.js",
        "async () => {\n\tconst user = null;\n\treturn user.name;\n}\n",
    );
    expect![[r#"
        exit 1
        err: error: TypeError: Cannot read properties of null (reading 'name')
        err:   at a.js:3:14
        err: 3 |  return user.name;
        err:   |              ^
    "#]]
    .assert_eq(&folder.run(["a.js"]).to_string());
    check(
        &["-e", "() => { throw 'text'; }"],
        &expect![[r#"
        exit 1
        err: error: Error: text
    "#]],
    );
    check(
        &["-e", "async () => state.readFile('/missing')"],
        &expect![[r#"
            exit 1
            err: error: Error: ENOENT: no such file or directory, readFile '/missing'
            err:   at --eval:1:19
            err: 1 | async () => state.readFile('/missing')
            err:   |                   ^
        "#]],
    );
    check(
        &["-e", "async () => state.readfile('/missing')"],
        &expect![[r#"
            exit 1
            err: error: Error: ENOENT: no such file or directory, readFile '/missing'
            err:   at --eval:1:19
            err: 1 | async () => state.readfile('/missing')
            err:   |                   ^
        "#]],
    );
    check(
        &["-e", "async () => await new Promise(() => {})"],
        &expect![[r#"
            exit 1
            err: error: Error: the program awaits a promise that can never settle: nothing is left that could resolve or reject it
        "#]],
    );
}

#[test]
fn one_the_program_nests_too_deeply() {
    let program = format!("() => {}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let folder = Folder::new().with("deep.js", program);
    let answer = folder.run(["deep.js", "--json"]);
    let error = &answer.json()["error"];
    assert!(matches!(answer.code, Some(1 | 3)), "{answer}");
    assert!(
        error["message"].as_str().unwrap().contains("nest"),
        "{error}"
    );
}

#[test]
fn two_usage() {
    assert_eq!(Folder::new().run(["--no-such-flag"]).code, Some(2));
}

#[test]
fn three_the_program_does_not_parse() {
    check(
        &["-e", "async () => {\n  let = ;\n}"],
        &expect![[r#"
        exit 3
        err: error: SyntaxError: Unexpected token ';': primary expression
        err:   at --eval:2:9
        err: 2 |   let = ;
        err:   |         ^
    "#]],
    );
    check(
        &["-e", "Sure! Here is the code you asked for."],
        &expect![[r#"
            exit 3
            err: error: SyntaxError: Expected a semicolon or an implicit semicolon after a statement, but found none. This looks like prose around the program: give the code only, or put it into a ``` fence
            err:   at --eval:1:6
            err: 1 | Sure! Here is the code you asked for.
            err:   |      ^
        "#]],
    );
}

#[test]
fn four_the_workspace_is_full() {
    let program = "async () => { await state.writeFile('/a', 'x'.repeat(2000)); }";
    check(
        &["-e", program, "--quota", "1K"],
        &expect![[r#"
        exit 4
        err: error: Error: ENOSPC: no space left: the workspace would hold 2000 bytes, at most 1024 are allowed, writeFile
        err:   at --eval:1:27
        err: 1 | async () => { await state.writeFile('/a', 'x'.repeat(2000)); }
        err:   |                           ^
    "#]],
    );
    let caught = "async () => { try { await state.writeFile('/a', 'x'.repeat(2000)); } catch (e) { return e.code; } }";
    check(
        &["-e", caught, "--quota", "1K"],
        &expect![[r#"
        exit 0
        out: ENOSPC
    "#]],
    );
}

#[test]
fn one_or_four_for_a_refused_write() {
    let program = "async () => { await state.writeFile('/a', 'x'); }";
    check(
        &["-e", program, "--read-only"],
        &expect![[r#"
        exit 1
        err: error: Error: EROFS: this run may only read, writeFile
        err:   at --eval:1:27
        err: 1 | async () => { await state.writeFile('/a', 'x'); }
        err:   |                           ^
    "#]],
    );
}

#[test]
fn hundred_twenty_four_fuel_and_time() {
    check(
        &["-e", "() => { for (;;); }", "--fuel", "10M"],
        &expect![[r#"
            exit 124
            err: error: the program used all of its fuel (10000000): look for an endless loop, do less in one run, or raise the fuel limit
        "#]],
    );
    check(
        &["-e", "() => { for (;;); }", "--timeout", "50ms"],
        &expect![[r#"
            exit 124
            err: error: the program ran longer than its time limit of 50 ms: do less in one run, or raise the time limit
        "#]],
    );
}

#[test]
fn hundred_thirty_seven_memory() {
    check(
        &[
            "-e",
            "() => new Uint8Array(32 << 20).length",
            "--memory",
            "16",
        ],
        &expect![[r#"
            exit 137
            err: error: the program needs more memory than its limit of 16 MiB: work on smaller pieces, or raise the memory limit
            err:   at --eval:1:7
            err: 1 | () => new Uint8Array(32 << 20).length
            err:   |       ^
        "#]],
    );
}
