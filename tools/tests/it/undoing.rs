//! `undo` reverts whole calls.

use isolate_text::VPath;
use isolate_tools::{Settings, Toolbox, UndoScope};
use isolate_vfs::RunOptions;
use serde_json::{Value as Json, json};

use crate::{call, content, data, failure, tools};

#[test]
fn every_kind_of_call_is_undone() {
    let tools = tools(&[("/a", "one\n"), ("/d/b", "two\n")]);
    let before = data(&tools, "tree", json!({}))["text"].clone();
    for (name, args) in [
        (
            "write",
            json!({ "path": "/a", "content": "new", "intent": "overwrite" }),
        ),
        ("write", json!({ "path": "/n/m", "content": "new" })),
        ("append", json!({ "path": "/a", "content": "more" })),
        (
            "edit",
            json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "1" }] }),
        ),
        ("rm", json!({ "path": "/d", "recursive": true })),
        ("mv", json!({ "from": "/d", "to": "/e/f" })),
        ("cp", json!({ "from": "/d", "to": "/e", "recursive": true })),
        ("mkdir", json!({ "path": "/x/y" })),
    ] {
        let reply = call(&tools, name, args);
        let run_id = reply.receipt().run_id.unwrap();
        let undone = call(&tools, "undo", json!({ "run": run_id }));
        assert!(undone.is_ok(), "{name}: {:?}", undone.error());
        assert_eq!(data(&tools, "tree", json!({}))["text"], before, "{name}");
        assert_eq!(
            content(&tools, "/a") + &content(&tools, "/d/b"),
            "one\ntwo\n",
            "{name}"
        );
    }
}

fn op(tools: &Toolbox, name: &str, args: Json) -> i64 {
    let reply = call(tools, name, args);
    let run_id = reply.receipt().run_id;
    let run_id = run_id.unwrap_or_else(|| panic!("{name}: {:?}", reply.error()));
    run_id.into()
}

#[test]
fn an_undo_is_undone_by_its_number() {
    let tools = tools(&[("/a", "one\n")]);
    let done = op(
        &tools,
        "append",
        json!({ "path": "/a", "content": "two\n" }),
    );
    let undone = op(&tools, "undo", json!({}));
    assert_eq!(content(&tools, "/a"), "one\n");
    let again = op(&tools, "undo", json!({ "run": undone }));
    assert_eq!(content(&tools, "/a"), "one\ntwo\n");
    // What was done again is what can be undone next, and by its first number.
    assert_eq!(data(&tools, "undo", json!({}))["undone"], done);
    assert_eq!(content(&tools, "/a"), "one\n");
    let rows = data(&tools, "history", json!({}))["runs"].clone();
    let row = |run_id: i64| -> Json {
        let rows = rows.as_array().unwrap();
        rows.iter()
            .find(|row| row["run"] == run_id)
            .unwrap()
            .clone()
    };
    assert_eq!(row(undone)["undoneBy"], again);
    assert_eq!(row(done)["undoneBy"], again + 1);
    assert_eq!(row(again + 1)["undoes"], done);
}

#[test]
fn repeated_undo_reverts_one_operation_at_a_time() {
    let tools = tools(&[("/a", "0")]);
    for step in 1..=3 {
        data(
            &tools,
            "append",
            json!({ "path": "/a", "content": step.to_string() }),
        );
    }
    // A removal looks like an undo of what made the file, and is none.
    data(&tools, "write", json!({ "path": "/b", "content": "" }));
    data(&tools, "rm", json!({ "path": "/b" }));
    data(&tools, "undo", json!({ "label": "oops" }));
    assert_eq!(content(&tools, "/b"), "");
    data(&tools, "undo", json!({}));
    for expected in ["012", "01", "0"] {
        data(&tools, "undo", json!({}));
        assert_eq!(content(&tools, "/a"), expected);
    }
    assert_eq!(
        failure(&tools, "undo", json!({})),
        "invalid_argument: there is no change of yours that is not undone; give the run that history lists, or by: \"anyone\""
    );
    // What somebody else has done is taken back on demand only.
    data(&tools, "undo", json!({ "by": "anyone" }));
    assert!(failure(&tools, "read", json!({ "path": "/a" })).starts_with("not_found: "));
    assert_eq!(
        failure(&tools, "undo", json!({ "by": "anyone" })),
        "not_found: there is no change that is not undone; history lists the runs; give the number of an undo to undo it"
    );
}

#[test]
fn the_history_of_a_path_lists_its_versions() {
    let tools = tools(&[("/d/a", "one\n"), ("/b", "")]);
    let etag = data(&tools, "stat", json!({ "path": "/d/a" }))["etag"].clone();
    let second = op(
        &tools,
        "write",
        json!({ "path": "/d/a", "content": "two\n", "intent": "overwrite" }),
    );
    let rows = |args: Json| -> Vec<Json> {
        data(&tools, "history", args)["runs"]
            .as_array()
            .unwrap()
            .clone()
    };
    assert_eq!(rows(json!({})).len(), 3);
    let of_a = rows(json!({ "path": "/d/a" }));
    assert_eq!(of_a.len(), 2);
    assert_eq!(
        (&of_a[0]["run"], &of_a[0]["etagBefore"]),
        (&json!(second), &etag)
    );
    assert_eq!(of_a[1]["etagBefore"], Json::Null);
    assert_eq!(rows(json!({ "path": "/d" })).len(), 2);
    let first_page = data(&tools, "history", json!({ "limit": 2 }));
    assert_eq!(first_page["omittedRuns"], 1);
    assert_eq!(rows(json!({ "before": first_page["before"] })).len(), 1);
    let diff = data(&tools, "diff", json!({ "path": "/d/a", "etag": etag }));
    assert_eq!(
        diff["diff"],
        "--- /d/a\n+++ /d/a\n@@ -1,1 +1,1 @@\n-one\n+two\n"
    );
    let same = data(
        &tools,
        "diff",
        json!({ "path": "/d/a", "etag": diff["etag"] }),
    );
    assert_eq!((&same["equal"], &same["diff"]), (&json!(true), &json!("")));
    let other = data(&tools, "diff", json!({ "path": "/d/a", "other": "/b" }));
    assert_eq!(other["diffstat"], json!({ "added": 1, "removed": 0 }));
    assert_eq!(
        failure(&tools, "diff", json!({ "path": "/d/a" })),
        "invalid_argument: diff needs exactly one of etag, other and content; \
         call history with this path to see its etags"
    );
}

#[test]
fn a_checkpoint_is_restored() {
    let tools = tools(&[("/a", "one\n"), ("/d/b", "two\n")]);
    data(&tools, "checkpoint", json!({ "name": "start" }));
    let before = data(&tools, "tree", json!({}))["text"].clone();
    data(
        &tools,
        "append",
        json!({ "path": "/a", "content": "more\n" }),
    );
    data(&tools, "mv", json!({ "from": "/d", "to": "/e" }));
    data(&tools, "undo", json!({}));
    data(&tools, "rm", json!({ "path": "/d", "recursive": true }));
    data(&tools, "write", json!({ "path": "/new", "content": "" }));
    data(&tools, "checkpoint", json!({ "name": "later" }));
    let changed = data(&tools, "tree", json!({}))["text"].clone();
    let dry = data(
        &tools,
        "restore",
        json!({ "name": "start", "dryRun": true }),
    );
    assert_eq!(
        (&dry["created"], &dry["changed"], &dry["deleted"]),
        (&json!(["/d", "/d/b"]), &json!(["/a"]), &json!(["/new"]))
    );
    assert_eq!(data(&tools, "tree", json!({}))["text"], changed);
    let restored = op(&tools, "restore", json!({ "name": "start" }));
    assert_eq!(data(&tools, "tree", json!({}))["text"], before);
    assert_eq!(
        content(&tools, "/a") + &content(&tools, "/d/b"),
        "one\ntwo\n"
    );
    // It is an operation like any other, and checkpoints survive it.
    data(&tools, "undo", json!({ "run": restored }));
    assert_eq!(data(&tools, "tree", json!({}))["text"], changed);
    data(&tools, "restore", json!({ "name": "later" }));
    assert_eq!(
        failure(&tools, "checkpoint", json!({ "name": "start" })),
        "exists: there is a checkpoint start already; use another name, or set overwrite to replace the checkpoint"
    );
    data(
        &tools,
        "checkpoint",
        json!({ "name": "start", "overwrite": true }),
    );
    assert_eq!(
        data(&tools, "restore", json!({ "name": "start" }))["runs"],
        0
    );
    for name in ["", "..", "a/b", "a b"] {
        assert!(
            failure(&tools, "checkpoint", json!({ "name": name }))
                .starts_with("invalid_argument: "),
            "{name}"
        );
    }
}

#[test]
fn a_checkpoint_beyond_the_history_is_reported() {
    let tools = tools(&[]);
    data(&tools, "checkpoint", json!({ "name": "start" }));
    let few = isolate_vfs::Retention::new().runs_max(100);
    tools
        .workspace()
        .tree()
        .unwrap()
        .set_retention(&few)
        .unwrap();
    for at in 0..110 {
        data(
            &tools,
            "write",
            json!({ "path": format!("/{at}"), "content": "" }),
        );
    }
    assert_eq!(
        failure(&tools, "restore", json!({ "name": "start" })),
        "stale: history does not reach back to checkpoint start: it begins at run 12, and 1 is needed; \
         undo single runs, or change the files by hand"
    );
    assert_eq!(content(&tools, "/104"), "");
}

#[test]
fn later_changes_are_not_overwritten() {
    let tools = tools(&[("/a", "one\n"), ("/b", "")]);
    let reply = call(
        &tools,
        "append",
        json!({ "path": "/a", "content": "two\n" }),
    );
    data(
        &tools,
        "append",
        json!({ "path": "/a", "content": "three\n" }),
    );
    let error = failure(&tools, "undo", json!({ "run": reply.receipt().run_id }));
    assert!(error.starts_with("stale: run "), "{error}");
    assert_eq!(content(&tools, "/a"), "one\ntwo\nthree\n");
    assert!(failure(&tools, "undo", json!({ "run": 999 })).starts_with("not_found: "));
}

/// A label may begin with the name of an actor and mean nothing by it.
#[test]
fn the_actor_of_an_operation_does_not_depend_on_its_label() {
    let workspace = tools(&[]).workspace().clone();
    let settings = Settings::new().actor("me").undo_scope(UndoScope::Actor);
    let (mine, other) = (
        Toolbox::new(&workspace, &settings).unwrap(),
        Toolbox::new(&workspace, &settings).unwrap(),
    );
    let done = op(&other, "write", json!({ "path": "/a", "content": "" }));
    let labelled = json!({ "path": "/b", "content": "", "label": "any: words" });
    let second = op(&other, "write", labelled);
    let tree = workspace.tree().unwrap();
    let run = tree.begin(&RunOptions::new("me:write /c")).unwrap();
    run.write(&VPath::parse("/c").unwrap(), b"").unwrap();
    let not_mine = run.commit().unwrap().run.unwrap();
    drop(tree);
    let rows = data(&mine, "history", json!({}))["runs"].clone();
    let by = |run_id: i64| {
        let mut rows = rows.as_array().unwrap().iter();
        rows.find(|row| row["run"] == run_id).unwrap()["by"].clone()
    };
    assert_eq!(by(done), "me:write /a");
    assert_eq!(by(second), "me:any: words");
    assert_eq!(by(not_mine.into()), "me:write /c");
    assert_eq!(data(&mine, "undo", json!({}))["undone"], second);
    assert_eq!(data(&mine, "undo", json!({}))["undone"], done);
    assert!(failure(&mine, "undo", json!({})).starts_with("invalid_argument: "));
    assert_eq!(content(&mine, "/c"), "");
}
