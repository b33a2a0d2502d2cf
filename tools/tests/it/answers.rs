//! Every tool of the table answers what its output schema says, whatever comes of the call.

use std::collections::BTreeSet;

use isolate_host::Sandbox;
use isolate_tools::{Boundary, Caps, Freshness, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{call, tools_with};

/// Calls of a tool: some that work, some that find nothing, some that fail, some whose answer is cut.
/// They are made one after the other, in a workspace that [`workspace`] has made.
fn calls(tool: &str) -> Vec<Json> {
    let edit =
        |old: &str| json!({ "path": "/a.txt", "edits": [{ "oldText": old, "newText": "x" }] });
    let patch =
        |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@\n-one\n+first\n two\n");
    match tool {
        "append" => vec![
            json!({ "path": "/a.txt", "content": "four\n" }),
            json!({ "path": "/new.txt", "content": "x", "create": true }),
            json!({ "path": "/a.txt", "content": "x", "dryRun": true }),
            json!({ "path": "/d", "content": "x" }),
        ],
        "changes" => vec![
            json!({}),
            json!({ "since": 0, "limit": 1 }),
            json!({ "since": 0, "glob": "*.nothing" }),
            json!({ "since": 1_000_000 }),
            json!({ "since": -1 }),
            json!({ "since": 0, "glob": "[" }),
        ],
        "checkpoint" => vec![
            json!({ "name": "one" }),
            json!({ "name": "one", "overwrite": true }),
            json!({ "name": "two", "dryRun": true }),
            json!({ "name": "one" }),
        ],
        "cp" => vec![
            json!({ "from": "/a.txt", "to": "/c.txt" }),
            json!({ "from": "/d", "to": "/e", "recursive": true }),
            json!({ "from": "/nothing", "to": "/f" }),
        ],
        "describe" => vec![
            json!({ "query": "rename" }),
            json!({ "query": "zxqv" }),
            json!({ "query": 1 }),
        ],
        "diff" => vec![
            json!({ "path": "/a.txt", "content": "one\ntwo\nthree\n" }),
            json!({ "path": "/a.txt", "other": "/d/b.txt" }),
            json!({ "path": "/long.txt", "content": "" }),
            json!({ "path": "/nothing", "content": "" }),
        ],
        "edit" => vec![
            edit("two"),
            json!({ "path": "/long.txt", "edits": [{ "oldText": "line", "newText": "row", "replaceAll": true }] }),
            edit("not there"),
        ],
        "exec" => vec![
            json!({ "command": "console.log('a'); console.error('b')", "backend": "js" }),
            json!({ "command": "await state.writeFile('/made', 'x')", "dryRun": true, "backend": "js" }),
            json!({ "command": "for (let i = 0; i < 9000; i++) console.log('y'.repeat(99))", "backend": "js" }),
            json!({ "command": "throw new Error('no')", "backend": "js" }),
            json!({ "command": "echo a; echo b >&2; echo two >> /a.txt; exit 3" }),
            json!({ "command": "echo x > /made", "dryRun": true }),
            json!({ "command": "seq 1 30000; echo x > /made" }),
            json!({ "command": "while :; do :; done", "timeoutMs": 100 }),
            json!({ "command": "1", "cwd": "/nothing" }),
        ],
        "explain" => vec![
            json!({ "path": "/code.js" }),
            json!({ "path": "/code.js", "focus": "zxqv" }),
            json!({ "path": "/a.txt" }),
            json!({ "path": "/nothing" }),
        ],
        "glob" => vec![
            json!({ "pattern": "**" }),
            json!({ "pattern": "**", "limit": 1 }),
            json!({ "pattern": "*.nothing" }),
            json!({ "pattern": "[" }),
        ],
        "grep" => vec![
            json!({ "pattern": "line" }),
            json!({ "pattern": "line", "limit": 1, "context": 1 }),
            json!({ "pattern": "line", "outputMode": "files" }),
            json!({ "pattern": "line", "outputMode": "count" }),
            json!({ "pattern": "zxqv" }),
            json!({ "pattern": "(", "regex": true }),
        ],
        "history" => vec![
            json!({}),
            json!({ "limit": 1 }),
            json!({ "path": "/nothing" }),
            json!({ "limit": -1 }),
        ],
        "ls" => vec![
            json!({}),
            json!({ "path": "/d", "limit": 1 }),
            json!({ "path": "/empty" }),
            json!({ "path": "/nothing" }),
        ],
        "mkdir" => vec![
            json!({ "path": "/made/in", "parents": true }),
            json!({ "path": "/d" }),
            json!({ "path": "/a.txt/in" }),
        ],
        "mv" => vec![
            json!({ "from": "/a.txt", "to": "/moved.txt" }),
            json!({ "from": "/d", "to": "/moved" }),
            json!({ "from": "/nothing", "to": "/b" }),
        ],
        "patch" => vec![
            json!({ "patch": patch("a.txt"), "dryRun": true }),
            json!({ "patch": patch("a.txt") }),
            json!({ "patch": patch("nothing.txt") }),
            json!({ "patch": "" }),
        ],
        "read" => vec![
            json!({ "path": "/a.txt" }),
            json!({ "path": "/long.txt" }),
            json!({ "path": "/long.txt", "tail": 2, "lineNumbers": true }),
            json!({ "path": "/wide.txt" }),
            json!({ "path": "/bytes" }),
            json!({ "path": "/nothing.txt", "offset": 3 }),
            json!({ "path": "/void" }),
        ],
        "read_many" => vec![
            json!({ "paths": ["/a.txt", "/nothing", "/bytes"] }),
            json!({ "paths": ["/long.txt", "/a.txt"], "maxBytes": 8 }),
            json!({ "paths": [] }),
        ],
        "replace" => vec![
            json!({ "glob": "**/*.txt", "pattern": "line", "replacement": "row", "dryRun": true }),
            json!({ "glob": "**/*.txt", "pattern": "line", "replacement": "row" }),
            json!({ "glob": "**/*.txt", "pattern": "zxqv", "replacement": "" }),
            json!({ "glob": "**", "pattern": "(", "regex": true, "replacement": "" }),
        ],
        "restore" => vec![
            json!({ "name": "start", "dryRun": true }),
            json!({ "at": 1, "dryRun": true }),
            json!({ "at": 1, "paths": ["/a.txt"] }),
            json!({ "at": 1 }),
            json!({ "name": "start" }),
            json!({ "name": "nothing" }),
            json!({ "at": 1_000_000 }),
            json!({}),
        ],
        "rm" => vec![
            json!({ "path": "/a.txt" }),
            json!({ "path": "/d", "recursive": true, "dryRun": true }),
            json!({ "path": "/d", "recursive": true }),
            json!({ "path": "/nothing", "mustExist": false }),
            json!({ "path": "/nothing" }),
        ],
        "run" => vec![
            json!({ "code": "1" }),
            json!({ "code": "state.writeFile('/made', 'x')" }),
            json!({ "code": "state.writeFile('/made', 'y')", "dryRun": true }),
            json!({ "code": "console.log('y'.repeat(1 << 18)); return 'x'.repeat(1 << 20)" }),
            json!({ "code": "throw new Error('no'.repeat(1 << 18))" }),
            json!({ "code": "for (;;) ;", "timeoutMs": 50 }),
            json!({ "code": "(" }),
            json!({ "code": 1 }),
        ],
        "run_readonly" => vec![
            json!({ "code": "return state.readdir('/')" }),
            json!({ "code": "return 'x'.repeat(1 << 20)" }),
            json!({ "code": "state.writeFile('/made', 'x')" }),
            json!({ "code": "(" }),
            json!({ "code": 1 }),
        ],
        "stat" => vec![
            json!({ "path": "/a.txt" }),
            json!({ "path": "/d" }),
            json!({ "path": "/link", "followSymlinks": false }),
            json!({ "path": "/link" }),
            json!({ "path": "/nothing" }),
        ],
        "tree" => vec![
            json!({}),
            json!({ "limit": 1, "depth": 1 }),
            json!({ "path": "/empty" }),
            json!({ "path": "/nothing" }),
        ],
        "undo" => vec![
            json!({ "dryRun": true }),
            json!({}),
            json!({ "by": "anyone" }),
            json!({ "run": 1_000_000 }),
        ],
        "write" => vec![
            json!({ "path": "/made.txt", "content": "x" }),
            json!({ "path": "/a.txt", "content": "y\n" }),
            json!({ "path": "/long.txt", "content": "z\n", "dryRun": true }),
            json!({ "path": "/d", "content": "x" }),
        ],
        other => panic!("the tool {other} is not called here: add calls of it"),
    }
}

/// A workspace with a history, and bounds that cut what is long.
fn workspace(boundary: Boundary, sandbox: &Sandbox) -> Toolbox {
    let long = "line of a long file\n".repeat(50);
    let wide = format!("{}\n", "wide ".repeat(1_000));
    let caps = Caps::new().read_lines(5).diff_lines(3).line_chars(100);
    let settings = Settings::new()
        .boundary(boundary)
        .freshness(Freshness::Off)
        .caps(caps);
    let files = [
        ("/a.txt", "one\ntwo\nthree\n"),
        ("/bytes", "\0\u{1}\u{2}\0"),
        (
            "/code.js",
            "import a from './a.js';\nexport function f() {}\n",
        ),
        ("/d/b.txt", "one line\n"),
        ("/d/c.txt", "two lines\n"),
        ("/long.txt", &long),
        ("/wide.txt", &wide),
        ("/void", ""),
    ];
    let tools = tools_with(&files, settings).with_sandbox(sandbox.clone());
    let history = [
        ("write", json!({ "path": "/first.txt", "content": "x" })),
        ("checkpoint", json!({ "name": "start" })),
        ("mkdir", json!({ "path": "/empty" })),
        ("run", json!({ "code": "state.symlink('a.txt', '/link')" })),
        ("write", json!({ "path": "/second.txt", "content": "x" })),
    ];
    for (tool, args) in history {
        let reply = call(&tools, tool, args);
        assert!(reply.is_ok(), "{tool}: {:?}", reply.error());
    }
    tools
}

#[test]
fn every_answer_of_every_tool_is_what_its_schema_says() {
    /// Tools that list what there is, and are asked for less here.
    const CUT: [&str; 7] = ["changes", "glob", "grep", "history", "ls", "read", "tree"];
    let sandbox = Sandbox::new().unwrap();
    for boundary in [Boundary::None, Boundary::Tagged] {
        let mut cut = BTreeSet::new();
        for spec in workspace(boundary, &sandbox).specs() {
            let tools = workspace(boundary, &sandbox);
            let (mut worked, mut failed) = (0, 0);
            let unknown = json!({ "zxqv": 1 });
            for args in calls(&spec.name).into_iter().chain([unknown]) {
                // Compares the answer with the schema.
                let reply = call(&tools, &spec.name, args);
                if reply.is_ok() {
                    worked += 1;
                } else {
                    failed += 1;
                }
                if reply.is_ok() && reply.data().get("truncated") == Some(&true.into()) {
                    cut.insert(spec.name.clone());
                }
            }
            assert!(worked > 0, "no call of {} works", spec.name);
            assert!(failed > 0, "no call of {} fails", spec.name);
        }
        for tool in CUT {
            assert!(cut.contains(tool), "no answer of {tool} is cut");
        }
    }
}
