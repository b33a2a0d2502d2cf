//! The subcommands, as a user calls them.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use expect_test::{Expect, expect};
use isolate_prompt::{Audience, ToolSet};
use serde_json::{Value as Json, json};

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
fn files_are_looked_at() {
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
        err: note: nothing matches in this case; with -i 2 lines do
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
        err: error: /src exists; to put it into that directory use "/src/b.md"; to replace the directory give --overwrite
    "#]],
    );
    assert_eq!(run(&folder, &["mv", "b.md", "/src/b.md"]).code, Some(0));
    assert_eq!(run(&folder, &["cp", "-r", "src", "copy"]).code, Some(0));
    let removed = run(&folder, &["rm", "-r", "src", "--json"]).json();
    let op_id = removed["receipt"]["opId"].to_string();
    assert_eq!(run(&folder, &["cat", "src/a.txt"]).code, Some(1));
    assert_eq!(run(&folder, &["undo", &op_id]).code, Some(0));
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
fn looking_makes_no_database() {
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
    check(
        &folder.with("p.json", "{\"rule\":[]}"),
        &["ls", "--policy", "p.json"],
        expect![[r#"
        exit 2
        err: error: p.json is not a valid policy: unknown field `rule`, expected one of `rules`, `default`, `stealth`, `readOnly`, `writeBytesMax`, `readBytesMax`, `extensionsAllowed`, `extensionsDenied` at line 1 column 7
    "#]],
    );
}

#[test]
fn actions_and_calls_are_carried_out() {
    let folder = folder();
    let actions = br#"Of course: {"action":"write_file","file":"n","content":"x"} {"action":"delete_file","file":"b.md"}"#;
    let done = folder
        .run_with_stdin(actions, &["act", "--db", "w.sqlite", "--json"])
        .json();
    assert_eq!(
        (&done["committed"], &done["results"][1]["data"]["deleted"]),
        (&json!(true), &json!(true))
    );
    let arguments = r#"{"code":"state.readdir('/')"}"#;
    for given in [
        &[arguments][..],
        &["--args", arguments],
        &["--input", arguments],
    ] {
        let called = run(&folder, &[&["call", "run", "--json"], given].concat()).json();
        assert_eq!(called["data"]["result"], json!(["n", "src"]));
    }
}

#[test]
fn models_are_told_what_there_is() {
    let folder = Folder::new();
    let types = folder.run(["prompt", "--types"]);
    assert_eq!(types.out, isolate_prompt::STATE_TYPES);
    let system = folder.run(["prompt", "--system"]);
    assert_eq!(system.out, isolate_prompt::STATE_SYSTEM_PROMPT);
    let readonly = folder.run(["prompt", "--types", "--for", "readonly"]);
    assert_eq!(readonly.out, isolate_prompt::STATE_TYPES_READONLY);
    let compact = folder.run(["prompt", "--types", "--compact"]);
    assert_eq!(compact.out, isolate_prompt::STATE_TYPES_COMPACT);
    let rules = folder.run(["prompt", "--system", "--compact"]);
    assert_eq!(rules.out, isolate_prompt::STATE_COMPACT_PROMPT);
    for (name, audience) in [("full", Audience::Full), ("readonly", Audience::ReadOnly)] {
        let told = |args: &[&str]| folder.run([&["prompt", "--for", name], args].concat()).out;
        assert_eq!(
            told(&["--compact"]),
            isolate_prompt::compact_prompt(audience)
        );
        assert_eq!(
            told(&["--actions"]),
            isolate_prompt::actions_prompt(audience)
        );
        for (name, set) in ToolSet::NAMES {
            let expected = isolate_prompt::tools_prompt(set, audience);
            assert_eq!(told(&["--tools", name]), expected);
        }
    }
    assert_eq!(folder.run(["prompt", "--actions", "--types"]).code, Some(2));
    let whole = folder.run(["prompt"]);
    assert!(whole.out.contains(isolate_prompt::STATE_TYPES.trim_end()));
    let found = folder.run(["prompt", "--describe", "hashFile"]);
    assert_eq!(found.out.matches("Promise<").count(), 1);
    let mut counts = Vec::new();
    for form in ["openai", "anthropic", "mcp", "json-schema"] {
        let schema = folder.run(["schema", "--format", form]);
        let parsed: Json = serde_json::from_str(&schema.out).unwrap();
        let count = parsed
            .as_array()
            .map_or_else(|| parsed["properties"].as_object().unwrap().len(), Vec::len);
        counts.push(count);
    }
    assert!(counts[0] >= 18, "{counts:?}");
    assert_eq!(counts, [counts[0]; 4]);
}

#[test]
fn the_tools_are_served() {
    let folder = folder();
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "read", "arguments": { "path": "/b.md" } } });
    let greeting = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" } } });
    let served = folder.run_with_stdin(
        format!("{greeting}\n{call}\n").as_bytes(),
        &["serve", "--db", "w.sqlite", "--no-boundary"],
    );
    assert_eq!(served.code, Some(0), "{}", served.err);
    let last: Json = serde_json::from_str(served.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["result"]["structuredContent"]["content"], "# Two\n");
}

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

#[test]
fn a_script_may_have_the_name_of_a_command() {
    let folder = Folder::new().with("ls", "1 + 1");
    let answer = folder.run(["./ls"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), "2\n"));
    assert_eq!(folder.run(["ls"]).code, Some(2));
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

#[test]
fn a_program_that_a_tool_runs_ends_with_the_codes_of_programs() {
    let folder = Folder::new();
    for (code, exit) in [("() => { throw 1 }", 1), ("() => {", 3), ("1", 0)] {
        let args = json!({ "code": code }).to_string();
        assert_eq!(
            run(&folder, &["call", "run", &args]).code,
            Some(exit),
            "{code}"
        );
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
        err: error: there is no change that is not undone; history lists what there was; give a number to undo an undo
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
