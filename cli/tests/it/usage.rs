//! How the command is called: names of commands, the default database, dry runs, usage errors.

use expect_test::{Expect, expect};
use serde_json::{Value as Json, json};

use crate::Folder;

fn check(folder: &Folder, arguments: &[&str], expected: &Expect) {
    let answer = crate::answer(folder.command(arguments).env("ISOLATE_DB", "w.sqlite"));
    expected.assert_eq(&answer.to_string());
}

#[test]
fn a_slip_in_a_subcommand_is_answered_with_the_right_one() {
    let folder = Folder::new().with("lsx", "1 + 1");
    for (slip, meant) in [
        ("lss", "ls"),
        ("gerp", "grep"),
        ("chekpoint", "checkpoint"),
        ("LS", "ls"),
        ("delete", "rm"),
        ("rename", "mv"),
        ("search", "grep"),
        ("glob", "find"),
        ("mcp", "serve"),
        ("run", "SCRIPT"),
        ("eval", "--eval CODE"),
        ("help", "--help"),
    ] {
        let answer = folder.run([slip, "/", "--db", "w.sqlite"]);
        assert_eq!(answer.code, Some(2), "{slip}");
        assert_eq!(
            answer.err,
            format!(
                "error: there is no script and no subcommand {slip}; did you mean `isolate-run {meant}`?\n"
            )
        );
    }
    // A script is a script, and what is like nothing is a missing script.
    assert_eq!(folder.run(["lsx"]).out, "2\n");
    assert_eq!(
        folder.run(["program"]).err,
        "error: cannot read program: no such file or directory\n"
    );
}

#[test]
fn the_environment_names_the_database() {
    let folder = Folder::new();
    check(
        &folder,
        &["--eval", "state.writeFile('/a', 'x')"],
        &expect![[r#"
            exit 0
        "#]],
    );
    check(
        &folder,
        &["ls"],
        &expect![[r#"
            exit 0
            out: a	1
        "#]],
    );
    // What is named goes before it.
    check(
        &folder,
        &["ls", "--db", "other.sqlite"],
        &expect![[r#"
            exit 4
            err: error: other.sqlite: no such workspace file
        "#]],
    );
    let none = crate::answer(folder.command(["ls"]).env("ISOLATE_DB", ""));
    assert_eq!(
        none.err,
        "error: no database: give --db FILE, or set ISOLATE_DB\n"
    );
    assert_eq!(none.code, Some(2));
}

#[test]
fn the_commands_of_the_tools_are_there() {
    let folder = Folder::new();
    for arguments in [
        &["mkdir", "/src/deep"][..],
        &["append", "/src/deep/a.ts", "--content", "one\n"],
        &["append", "/src/deep/a.ts", "--content", "two\n"],
        &["write", "/dist/b.ts", "--content", ""],
        &["checkpoint", "start"],
        &["rm", "-r", "/src"],
    ] {
        check(
            &folder,
            arguments,
            &expect![[r#"
                exit 0
            "#]],
        );
    }
    check(
        &folder,
        &["restore", "start", "--dry-run"],
        &expect![[r#"
            exit 0
            out: would undo: 1 runs
            out: + /src
            out: + /src/deep
            out: + /src/deep/a.ts
        "#]],
    );
    check(
        &folder,
        &["restore", "start"],
        &expect![[r#"
            exit 0
            out: undone: 1 runs
            out: + /src
            out: + /src/deep
            out: + /src/deep/a.ts
        "#]],
    );
    check(
        &folder,
        &["find", "*.ts"],
        &expect![[r#"
            exit 0
            out: /src/deep/a.ts
            err: note: matching entries skipped: dist (1); find -a and tree -a include them
        "#]],
    );
    check(
        &folder,
        &["find", "-a", "src/**/*.ts"],
        &expect![[r#"
            exit 0
            out: /src/deep/a.ts
        "#]],
    );
    let rows = folder.run([
        "history",
        "/src/deep/a.ts",
        "--limit",
        "1",
        "--db",
        "w.sqlite",
    ]);
    assert!(rows.out.starts_with("7\t3 paths\tcli:restore\t"), "{rows}");
    check(
        &folder,
        &["append", "/none", "--content", "x", "--no-create"],
        &expect![[r#"
            exit 1
            err: error: no such file or directory: /none; use ls or find to find a path that exists
        "#]],
    );
    check(
        &folder,
        &["restore", "nothing"],
        &expect![[r#"
            exit 1
            err: error: there is no checkpoint nothing; the checkpoints are: start
        "#]],
    );
}

#[test]
fn a_dry_run_prints_the_difference_and_changes_nothing() {
    let folder = Folder::new();
    check(
        &folder,
        &["write", "/d/a", "--content", "one\n"],
        &expect![[r#"
            exit 0
        "#]],
    );
    check(
        &folder,
        &["write", "/d/a", "--content", "two\n", "--dry-run"],
        &expect![[r#"
            exit 0
            out: would write /d/a
            out: diff --git a/d/a b/d/a
            out: --- a/d/a
            out: +++ b/d/a
            out: @@ -1,1 +1,1 @@
            out: -one
            out: +two
        "#]],
    );
    check(
        &folder,
        &["append", "/d/b", "--content", "x\n", "--dry-run"],
        &expect![[r#"
            exit 0
            out: would append /d/b
            out: diff --git a/d/b b/d/b
            out: new file mode 100644
            out: --- /dev/null
            out: +++ b/d/b
            out: @@ -0,0 +1,1 @@
            out: +x
        "#]],
    );
    check(
        &folder,
        &["mv", "/d/a", "/e", "--dry-run"],
        &expect![[r#"
            exit 0
            out: would mv /d/a /e
            out: diff --git a/d/a b/e
            out: similarity index 100%
            out: rename from d/a
            out: rename to e
        "#]],
    );
    check(
        &folder,
        &["rm", "-r", "/d", "--dry-run"],
        &expect![[r#"
            exit 0
            out: would rm /d
            out: diff --git a/d/a b/d/a
            out: deleted file mode 100644
            out: --- a/d/a
            out: +++ /dev/null
            out: @@ -1,1 +0,0 @@
            out: -one
        "#]],
    );
    let code = "state.replaceInFiles('/**', 'one', '1')";
    let planned = folder.eval(code, &["--db", "w.sqlite", "--dry-run", "--json"]);
    assert_eq!(
        planned.json()["diff"],
        "diff --git a/d/a b/d/a\n--- a/d/a\n+++ b/d/a\n@@ -1,1 +1,1 @@\n-one\n+1\n"
    );
    check(
        &folder,
        &["cat", "/d/a"],
        &expect![[r#"
            exit 0
            out: one
        "#]],
    );
}

/// A script that reads JSON gets JSON, whatever is wrong.
#[test]
fn usage_errors_are_json_too() {
    let folder = Folder::new().with("a.js", b"() => '\xff'");
    for (arguments, message) in [
        (
            &["a.js", "--json"][..],
            "a.js is not UTF-8 text: byte 7 is invalid",
        ),
        (
            &["--eval", "1", "--json", "--input", "{"],
            "--input is not valid JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            &["lss", "--json"],
            "there is no script and no subcommand lss; did you mean `isolate-run ls`?",
        ),
    ] {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, Some(2));
        assert!(answer.err.contains(message), "{answer}");
        let json = answer.json();
        assert_eq!(json["status"], "error");
        assert_eq!(json["error"]["name"], "UsageError");
        assert_eq!(json["error"]["message"], message);
    }
    let answer = folder.run(["--eval", "1", "--json", "--fule", "3"]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.err.contains("unexpected argument '--fule' found"),
        "{answer}"
    );
    assert_eq!(
        answer.json()["error"]["message"],
        "unexpected argument '--fule' found [similar: --fuel]"
    );
    // Subcommands answer as tools do.
    for (arguments, message) in [
        (
            &["ls", "--json"][..],
            "no database: give --db FILE, or set ISOLATE_DB",
        ),
        (
            &["ls", "--json", "--al"],
            "unexpected argument '--al' found",
        ),
        (
            &[
                "call", "ls", "{}", "--json", "--db", "w.sqlite", "--cwd", "work",
            ],
            "--cwd must be an absolute path of the workspace, such as /work",
        ),
    ] {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, Some(2));
        let json = answer.json();
        assert_eq!(
            (&json["ok"], &json["error"]["message"]),
            (&json!(false), &json!(message))
        );
    }
}

#[test]
fn an_error_always_has_a_message() {
    let folder = Folder::new();
    for program in [
        "throw new Error()",
        "throw ''",
        "throw Object.freeze(new TypeError(''))",
        "class A extends Error { get message() { throw 1 } get name() { throw 2 } } throw new A()",
    ] {
        let answer = folder.eval(program, &["--json"]);
        let message = answer.json()["error"]["message"].clone();
        assert_eq!(message, "(thrown without a message)", "{program}");
    }
}

/// What a server answers to a list and to calls.
fn served(folder: &Folder, flags: &[&str], calls: &[(&str, Json)]) -> Vec<Json> {
    let greeting = json!({ "jsonrpc": "2.0", "id": -1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" } } });
    let list = json!({ "jsonrpc": "2.0", "id": 0, "method": "tools/list" });
    let mut input = format!("{greeting}\n{list}");
    for (id, (name, arguments)) in calls.iter().enumerate() {
        let params = json!({ "name": name, "arguments": arguments });
        let call =
            json!({ "jsonrpc": "2.0", "id": id + 1, "method": "tools/call", "params": params });
        input.push_str(&format!("\n{call}"));
    }
    let arguments: Vec<&str> = ["serve", "--db", "w.sqlite"]
        .into_iter()
        .chain(flags.iter().copied())
        .collect();
    let answer = folder.run_with_stdin(input.as_bytes(), &arguments);
    let mut answers: Vec<Json> = answer
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    answers.sort_by_key(|answer| answer["id"].as_i64());
    answers
        .into_iter()
        .skip(1)
        .map(|mut answer| answer["result"].take())
        .collect()
}

#[test]
fn a_server_lists_a_set_of_tools() {
    let folder = Folder::new();
    let count = |flags: &[&str]| {
        served(&folder, flags, &[])[0]["tools"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(count(&[]), 10);
    // What it costs a model before it does anything.
    let bytes = |flags: &[&str]| served(&folder, flags, &[])[0].to_string().len();
    assert!(bytes(&[]) * 2 < bytes(&["--tools", "all"]));
    assert_eq!(count(&["--tools", "run"]), 10);
    assert_eq!(count(&["--tools", "all"]), count(&["--tools", "plain"]) + 4);
}

#[test]
fn a_server_has_bounds_and_a_directory() {
    let folder = Folder::new();
    let write = |content: &str| json!({ "path": "a", "content": content, "intent": "overwrite" });
    let answers = served(&folder, &["--cwd", "/work"], &[("write", write("x"))]);
    assert_eq!(answers[1]["isError"], false);
    let loops = json!({ "code": "() => { for (;;) {} }" });
    for (flags, code) in [
        (&["--fuel", "50M"][..], "fuel"),
        (&["--timeout", "200ms"], "timeout"),
    ] {
        let answers = served(&folder, flags, &[("run", loops.clone())]);
        let text = answers[1]["content"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(text.contains(&format!("\"code\":\"{code}\"")), "{text}");
    }
    let answers = served(
        &folder,
        &["--quota", "2", "--cwd", "/work"],
        &[("write", write("xxx"))],
    );
    let text = answers[1]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("\"code\":\"quota\""), "{text}");
    let looked = served(
        &folder,
        &["--read-only"],
        &[
            ("run", json!({ "code": "state.readFile('/work/a')" })),
            ("run", json!({ "code": "state.rm('/work/a')" })),
        ],
    );
    assert_eq!(looked[1]["isError"], false, "{}", looked[1]);
    assert_eq!(looked[2]["isError"], true);
    assert!(
        looked[2]["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("EROFS")
    );
}
