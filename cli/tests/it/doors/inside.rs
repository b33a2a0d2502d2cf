//! Operations of tools, of JSON actions and of programs.

use isolate_host::Workspace;
use serde_json::json;

use super::{Door, FILE, sandbox};

pub(super) fn operations() -> Vec<Door> {
    let file = FILE;
    let mut all = Vec::new();
    let mut add = |door: Door| all.push(door);
    let patch = format!(
        "diff --git a{file} b/e/out\nsimilarity index 100%\nrename from {}\nrename to e/out\n",
        &file[1..]
    );
    let copy = format!(
        "diff --git a{file} b/e/out\nsimilarity index 100%\ncopy from {}\ncopy to e/out\n",
        &file[1..]
    );
    for (from, to) in [
        ("/d", "/e"),
        ("/d/in", "/e"),
        (file, "/e"),
        ("/way", "/e"),
        ("/way/NAMEMARK", "/e"),
        ("/link", "/e"),
    ] {
        add(Door::tool("mv", json!({ "from": from, "to": to })));
        add(Door::tool(
            "cp",
            json!({ "from": from, "to": to, "recursive": true }),
        ));
        add(Door::Action(
            json!({ "action": "rename_file", "oldPath": from, "newPath": to }),
        ));
        for call in [
            format!("state.mv('{from}', '{to}', {{ recursive: true }})"),
            format!("state.moveTree('{from}', '{to}')"),
            format!("state.cp('{from}', '{to}', {{ recursive: true }})"),
            format!("state.copyTree('{from}', '{to}')"),
            format!("require('fs').promises.rename('{from}', '{to}')"),
            format!("require('fs').promises.cp('{from}', '{to}', {{ recursive: true }})"),
            format!("require('fs').promises.copyFile('{from}', '{to}')"),
            format!("require('fs').promises.link('{from}', '{to}')"),
            format!("state.createArchive('/e.tar', ['{from}'])"),
            format!("state.createArchive('/e.zip', ['{from}'])"),
            format!("state.symlink('{from}', '{to}')"),
            format!("state.compressFile('{from}', '{to}')"),
            format!("state.rm('{from}', {{ recursive: true }})"),
        ] {
            add(Door::Program(call));
        }
        add(Door::tool("rm", json!({ "path": from, "recursive": true })));
    }
    for read in [
        "state.readFile",
        "state.readFileBytes",
        "state.hashFile",
        "state.detectFile",
        "state.stat",
        "state.lstat",
        "state.readJson",
        "state.listArchive",
        "state.outline",
    ] {
        for path in [file, "/way/NAMEMARK", "/link"] {
            add(Door::Program(format!("{read}('{path}')")));
        }
    }
    for call in [
        "state.readdir('/d/in')",
        "state.readdirWithFileTypes('/d/in')",
        "state.walkTree('/')",
        "state.find('/')",
        "state.glob('/**')",
        "state.searchFiles('/**', 'MARK')",
        "state.replaceInFiles('/**', 'MARK', 'x', { dryRun: true })",
        "state.summarizeTree('/')",
        "state.diff('/d/in/NAMEMARK', '/d/beside')",
        "state.diffContent('/d/in/NAMEMARK', '')",
        "state.planEdits([{ kind: 'replace', path: '/d/in/NAMEMARK', search: 'MARK', replacement: 'x' }])",
        "state.realpath('/link')",
        "state.readlink('/link')",
        "state.readFile('/d/in/NAMEMARX')",
        "state.checkpoint('c').then(() => state.rm('/d', { recursive: true })).then(() => state.restore('c'))",
        "state.undo()",
        "state.undo(1)",
        "state.history()",
        "state.history({ path: '/d/in' })",
        "state.restore('before')",
        "import('/d/in/NAMEMARK')",
        "state.extractArchive('/made.tar', '/e')",
    ] {
        add(Door::Program(call.to_owned()));
    }
    add(Door::Program(format!("state.applyPatch({patch:?})")));
    add(Door::Program(format!("state.applyPatch({copy:?})")));
    for (name, args) in [
        ("read", json!({ "path": file })),
        ("read_many", json!({ "paths": [file, "/link"] })),
        ("ls", json!({ "path": "/d/in" })),
        ("tree", json!({ "path": "/" })),
        ("glob", json!({ "pattern": "**" })),
        ("grep", json!({ "pattern": "MARK" })),
        ("stat", json!({ "path": file })),
        ("diff", json!({ "path": file, "content": "" })),
        ("diff", json!({ "path": "/d/beside", "other": file })),
        ("explain", json!({ "path": file })),
        ("changes", json!({ "since": 0 })),
        ("history", json!({})),
        ("history", json!({ "path": "/d/in" })),
        ("undo", json!({ "run": 1 })),
        ("undo", json!({ "by": "anyone" })),
        ("restore", json!({ "name": "before" })),
        ("restore", json!({ "at": 1 })),
        ("restore", json!({ "at": 1, "paths": ["/d"] })),
        ("checkpoint", json!({ "name": "c" })),
        ("patch", json!({ "patch": patch })),
        ("patch", json!({ "patch": copy })),
        (
            "edit",
            json!({ "path": file, "edits": [{ "oldText": "x", "newText": "y" }] }),
        ),
        (
            "replace",
            json!({ "pattern": "MARK", "replacement": "x", "dryRun": true }),
        ),
        ("append", json!({ "path": file, "content": "x" })),
        ("write", json!({ "path": file, "content": "x" })),
        ("mkdir", json!({ "path": "/d/in", "recursive": true })),
        ("run_readonly", json!({ "code": "() => state.find('/')" })),
        ("read", json!({ "path": "/d/in/NAMEMARX" })),
        ("read", json!({ "path": "/d/NAMEMARK" })),
    ] {
        add(Door::tool(name, args));
    }
    for action in [
        json!({ "action": "read_file", "file": file }),
        json!({ "action": "read_file", "file": "/d/in/NAMEMARX" }),
        json!({ "action": "delete_file", "file": "/d/in" }),
        json!({ "action": "explain_code", "file": file }),
        json!({ "action": "search_code", "pattern": "MARK" }),
        json!({ "action": "list_files", "directory": "/d/in" }),
        json!({ "action": "apply_patch", "patch": patch }),
        json!({ "action": "create_file", "file": file, "content": "x" }),
        json!({ "action": "write_file", "file": file, "content": "x" }),
        json!({ "action": "update_file", "file": file, "edits": [{ "oldText": "MARK", "newText": "y" }] }),
        json!({ "action": "undo" }),
    ] {
        add(Door::Action(action));
    }
    for call in calls_of_every_function() {
        add(Door::Program(call));
    }
    all
}

/// The functions of an object that programs see.
pub(super) fn functions_of(object: &str) -> Vec<String> {
    let code = format!(
        "() => {{ const of = {object}; return Object.keys(of).filter((key) => typeof of[key] === 'function') }}"
    );
    let workspace = Workspace::memory().unwrap();
    let run = sandbox().run(&workspace, &code).blocking();
    run.unwrap().result().unwrap()
}

/// Each function of `state` and of `fs` with the protected entry: what is added to them later is
/// tried as well.
fn calls_of_every_function() -> Vec<String> {
    let mut calls = Vec::new();
    for object in ["state", "require('fs').promises"] {
        let functions = functions_of(object);
        assert!(functions.len() > 20, "{object}: {functions:?}");
        for function in functions {
            for given in [
                format!("'{FILE}'"),
                format!("'{FILE}', '/e'"),
                format!("'/e', '{FILE}'"),
            ] {
                calls.push(format!("{object}.{function}({given})"));
            }
        }
    }
    calls
}
