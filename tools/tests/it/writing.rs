//! `write`, `append`, `edit`: preconditions and results.

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_tools::{Boundary, CancelToken, Freshness, Reply, Settings, Toolbox};
use serde_json::json;

use crate::{call, content, data, failure, tools, tools_with, twin};

fn careful(files: &[(&str, &str)]) -> Toolbox {
    tools_with(files, Settings::default())
}

#[test]
fn a_file_is_created_with_its_directories() {
    let tools = tools(&[]);
    let made = data(
        &tools,
        "write",
        json!({ "path": "/a/b/c.txt", "content": "x\n" }),
    );
    assert_eq!(
        (&made["created"], &made["bytes"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(content(&tools, "/a/b/c.txt"), "x\n");
    let strict = Settings::new().strict_parents();
    let tools = tools_with(&[], strict);
    assert_eq!(
        failure(
            &tools,
            "write",
            json!({ "path": "/a/b.txt", "content": "" })
        ),
        "not_found: the directory /a does not exist; create it with mkdir first"
    );
}

#[test]
fn the_declared_intent_is_enforced() {
    let tools = careful(&[("/a", "old\n")]);
    let error = failure(
        &tools,
        "write",
        json!({ "path": "/a", "content": "new", "intent": "create" }),
    );
    assert_eq!(
        error,
        "exists: /a exists; change it with edit, or replace it with intent: \"overwrite\""
    );
    let error = failure(
        &tools,
        "write",
        json!({ "path": "/a", "content": "new", "ifNoneMatch": "*" }),
    );
    assert!(error.starts_with("exists: "), "{error}");
    let error = failure(&tools, "write", json!({ "path": "/a", "content": "new" }));
    assert_eq!(
        error,
        "not_read: /a has not been read here; read it first, or set intent: \"overwrite\" to replace it unread"
    );
    assert_eq!(content(&tools, "/a"), "old\n");
    let done = data(
        &tools,
        "write",
        json!({ "path": "/a", "content": "new\n", "intent": "overwrite" }),
    );
    assert_eq!(done["diffstat"], json!({ "added": 1, "removed": 1 }));
    assert_eq!(
        done["diff"],
        "--- /a\n+++ /a\n@@ -1,1 +1,1 @@\n-old\n+new\n"
    );
    // What was written is known.
    data(
        &tools,
        "write",
        json!({ "path": "/a", "content": "newer\n" }),
    );
}

#[test]
fn a_file_that_was_read_in_part_is_not_replaced() {
    let text = "line\n".repeat(10);
    let tools = careful(&[("/a", &text)]);
    data(&tools, "read", json!({ "path": "/a", "limit": 5 }));
    let error = failure(&tools, "write", json!({ "path": "/a", "content": "" }));
    assert!(
        error.starts_with("not_read: /a has been read only in part"),
        "{error}"
    );
    data(&tools, "read", json!({ "path": "/a", "offset": 6 }));
    data(&tools, "write", json!({ "path": "/a", "content": "" }));
}

#[test]
fn an_edit_needs_a_file_that_was_read() {
    let tools = careful(&[("/a", "one\n")]);
    let edits = json!([{ "oldText": "one", "newText": "two" }]);
    let error = failure(&tools, "edit", json!({ "path": "/a", "edits": edits }));
    assert_eq!(
        error,
        "not_read: /a has not been read here; read the file first, or give its etag as ifMatch"
    );
    let seen = data(&tools, "read", json!({ "path": "/a" }));
    // Somebody else writes.
    let other = tools.workspace().tree().unwrap();
    other
        .write(&VPath::parse("/a").unwrap(), b"one\nmore\n")
        .unwrap();
    drop(other);
    let reply = call(&tools, "edit", json!({ "path": "/a", "edits": edits }));
    let error = reply.error().unwrap();
    assert_eq!(error.code.as_str(), "stale");
    assert_eq!(
        error.details["diff"],
        "--- /a\n+++ /a\n@@ -1,1 +1,2 @@\n one\n+more\n"
    );
    assert_eq!(error.details["seenEtag"], seen["etag"]);
    let etag = error.details["currentEtag"].clone();
    let done = data(
        &tools,
        "edit",
        json!({ "path": "/a", "edits": edits, "ifMatch": etag }),
    );
    assert_eq!(done["firstChangedLine"], 1);
    assert_eq!(content(&tools, "/a"), "two\nmore\n");
}

/// Such lines look like the header of a diff where a sign stands before them.
#[test]
fn lines_of_plus_and_minus_signs_are_counted() {
    let tools = tools(&[("/a", "one\n-- x\n")]);
    let edits = json!([{ "oldText": "-- x\n", "newText": "++ y\n++ z\n" }]);
    let done = data(&tools, "edit", json!({ "path": "/a", "edits": edits }));
    assert_eq!(done["diffstat"], json!({ "added": 2, "removed": 1 }));
    assert_eq!(done["firstChangedLine"], 2);
}

#[test]
fn text_of_another_file_is_recognised() {
    let tools = tools(&[("/a", "one\n"), ("/b", "something else\n")]);
    data(&tools, "read", json!({ "path": "/b" }));
    let edits = json!([{ "oldText": "something else", "newText": "x" }]);
    assert_eq!(
        failure(&tools, "edit", json!({ "path": "/a", "edits": edits })),
        "edit_not_found: /a: oldText is not in the file; /b contains that text: edit that file instead if it is the right one"
    );
}

#[test]
fn strict_tools_ask_for_the_version() {
    let settings = Settings::new().freshness(Freshness::Strict);
    let tools = tools_with(&[("/a", "one\n")], settings);
    let etag = data(&tools, "read", json!({ "path": "/a" }))["etag"].clone();
    let edits = json!([{ "oldText": "one", "newText": "two" }]);
    let error = failure(&tools, "edit", json!({ "path": "/a", "edits": edits }));
    assert_eq!(
        error,
        "not_read: /a is changed only with its version; read the file, or call stat, and give its etag as ifMatch"
    );
    data(
        &tools,
        "edit",
        json!({ "path": "/a", "edits": edits, "ifMatch": etag }),
    );
}

#[test]
fn older_forms_of_an_edit_are_accepted() {
    let tools = tools(&[("/a", "one two\n")]);
    data(
        &tools,
        "edit",
        json!({ "path": "/a", "old_string": "one", "new_string": "1" }),
    );
    data(
        &tools,
        "edit",
        json!({ "path": "/a", "edits": "[{\"oldText\":\"two\",\"newText\":\"2\"}]" }),
    );
    assert_eq!(content(&tools, "/a"), "1 2\n");
    data(
        &tools,
        "edit",
        json!({ "file_path": "/a", "old_string": "2", "new_string": "two" }),
    );
    assert_eq!(content(&tools, "/a"), "1 two\n");
    assert_eq!(
        failure(&tools, "edit", json!({ "where": "/a", "edits": [] })),
        "invalid_argument: there is no argument \"where\"; \
         the arguments are: path, edits, fuzz, ifMatch, dryRun"
    );
}

/// A call that comes again: the history knows that its new text stands where the old one was.
#[test]
fn an_edit_that_was_made_before_is_recognised() {
    let tools = tools(&[("/a", "const a = 1;\nconst b = 1;\n")]);
    twin::without();
    let edit = json!({ "path": "/a", "edits": [{ "oldText": "a = 1", "newText": "a = 2" }] });
    data(&tools, "edit", edit.clone());
    let reply = call(&tools, "edit", edit.clone());
    let error = reply.error().unwrap();
    assert_eq!(error.details["cause"], "already_applied");
    // The same text elsewhere is no such thing.
    data(
        &tools,
        "write",
        json!({ "path": "/a", "content": "let x;\n// a = 2\nlet y;\n", "intent": "overwrite" }),
    );
    let reply = call(&tools, "edit", edit);
    let error = reply.error().unwrap();
    assert_ne!(error.details.get("cause"), Some(&json!("already_applied")));
}

#[test]
fn bytes_that_are_not_text_are_edited_exactly() {
    let workspace = Workspace::memory().unwrap();
    let path = VPath::parse("/a").unwrap();
    workspace
        .tree()
        .unwrap()
        .write(&path, b"caf\xe9 one\n")
        .unwrap();
    let settings = Settings::new()
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    let tools = Toolbox::new(&workspace, &settings).unwrap();
    data(
        &tools,
        "edit",
        json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "two" }] }),
    );
    assert_eq!(
        workspace.tree().unwrap().read(&path).unwrap(),
        b"caf\xe9 two\n"
    );
    let error = failure(
        &tools,
        "edit",
        json!({ "path": "/a", "edits": [{ "oldText": "“two”", "newText": "x" }] }),
    );
    assert!(error.starts_with("not_utf8: "), "{error}");
}

#[test]
fn modes_and_links_survive() {
    let tools = tools(&[("/real", "one\n")]);
    let tree = tools.workspace().tree().unwrap();
    tree.symlink("/real", &VPath::parse("/link").unwrap())
        .unwrap();
    drop(tree);
    data(
        &tools,
        "edit",
        json!({ "path": "/link", "edits": [{ "oldText": "one", "newText": "two" }] }),
    );
    assert_eq!(content(&tools, "/real"), "two\n");
    let stat = data(
        &tools,
        "stat",
        json!({ "path": "/link", "followSymlinks": false }),
    );
    assert_eq!(
        (&stat["kind"], &stat["target"]),
        (&json!("symlink"), &json!("/real"))
    );
}

#[test]
fn a_dry_run_changes_nothing() {
    let tools = tools(&[("/a", "one\n")]);
    for (name, args) in [
        (
            "write",
            json!({ "path": "/new", "content": "x", "dryRun": true }),
        ),
        (
            "edit",
            json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "two" }], "dryRun": true }),
        ),
        ("rm", json!({ "path": "/a", "dryRun": true })),
        ("mv", json!({ "from": "/a", "to": "/b", "dryRun": true })),
        ("cp", json!({ "from": "/a", "to": "/b", "dryRun": true })),
        ("mkdir", json!({ "path": "/d", "dryRun": true })),
        (
            "append",
            json!({ "path": "/a", "content": "x", "dryRun": true }),
        ),
    ] {
        let reply = call(&tools, name, args);
        assert!(reply.is_ok(), "{name}");
        assert!(
            reply.receipt().is_dry_run && reply.receipt().run_id.is_none(),
            "{name}"
        );
    }
    let names = data(&tools, "ls", json!({}));
    assert_eq!(names["entries"].as_array().unwrap().len(), 1);
    assert_eq!(content(&tools, "/a"), "one\n");
}

#[test]
fn a_repeated_call_is_done_once() {
    let tools = tools(&[("/a", "")]);
    let args = json!({ "path": "/a", "content": "x", "callId": "c1" });
    let first = call(&tools, "append", args.clone());
    assert_eq!(call(&tools, "append", args), first);
    assert_eq!(content(&tools, "/a"), "x");
    let error = failure(
        &tools,
        "append",
        json!({ "path": "/a", "content": "y", "callId": "c1" }),
    );
    assert!(
        error.starts_with("invalid_argument: the callId \"c1\" was used"),
        "{error}"
    );
}

/// A session has one list of answers, however large they are.
#[test]
fn answers_are_kept_for_repetitions_as_long_as_there_is_room() {
    let text = format!("{}\n", "x".repeat(99)).repeat(1_000);
    let tools = tools(&[("/a", &text), ("/b", "")]);
    let read = |path: &str, id: usize| {
        call(
            &tools,
            "read",
            json!({ "path": path, "callId": format!("c{id}") }),
        )
    };
    let all: Vec<Reply> = (0..200).map(|id| read("/a", id)).collect();
    assert_eq!(read("/a", 199), all[199]);
    assert!(!read("/b", 199).is_ok());
    // The first is forgotten, so its name is free.
    assert!(read("/b", 0).is_ok());
}

#[test]
fn a_cancelled_call_has_changed_nothing() {
    let tools = tools(&[("/a", "one\n")]);
    let cancel = CancelToken::new();
    cancel.cancel();
    for (name, args) in [
        ("write", json!({ "path": "/a", "content": "x" })),
        ("read", json!({ "path": "/a" })),
        ("grep", json!({ "pattern": "one" })),
    ] {
        let reply = tools.call(name, args, &cancel);
        assert_eq!(reply.error().unwrap().code.as_str(), "cancelled", "{name}");
    }
    assert_eq!(content(&tools, "/a"), "one\n");
}

#[test]
fn sizes_are_bounded_exactly() {
    let tools = tools(&[]);
    let at = "x".repeat(2 << 20);
    data(&tools, "write", json!({ "path": "/a", "content": at }));
    let error = failure(
        &tools,
        "write",
        json!({ "path": "/b", "content": at + "x" }),
    );
    assert!(
        error.starts_with("too_large: the content has 2097153 bytes"),
        "{error}"
    );
    let edit = |old: String, new: String, all: bool| {
        let edits = json!([{ "oldText": old, "newText": new, "replaceAll": all }]);
        call(&tools, "edit", json!({ "path": "/a", "edits": edits }))
    };
    let reply = edit("x".to_owned(), "y".to_owned(), true);
    assert_eq!(
        reply.error().unwrap().message,
        "/a: oldText is there more than 1048576 times, too often for one edit"
    );
    let most = "x".repeat(1 << 20);
    data(&tools, "write", json!({ "path": "/b", "content": most }));
    let edits = |new: &str| json!([{ "oldText": "x", "newText": new, "replaceAll": true }]);
    let args = |new: &str| json!({ "path": "/b", "edits": edits(new) });
    let error = failure(&tools, "edit", args(&"y".repeat(65)));
    assert!(
        error.starts_with(
            "too_large: /b: the edits would put 68157440 bytes into a file of 1048576"
        ),
        "{error}"
    );
    data(&tools, "edit", args("y"));
    assert_eq!(content(&tools, "/b"), "y".repeat(1 << 20));
    assert!(edit("x".repeat(2 << 20), "y".repeat((2 << 20) + 1), false).is_ok());
    let reply = edit("y".to_owned(), "z".to_owned(), false);
    assert_eq!(
        reply.error().unwrap().message,
        "/a has 2097153 bytes; at most 2097152 are allowed"
    );
}

#[test]
fn broken_json_is_written_and_reported() {
    let tools = tools(&[]);
    let reply = call(
        &tools,
        "write",
        json!({ "path": "/a.json", "content": "{\"a\": 1,}" }),
    );
    assert!(reply.is_ok());
    assert!(reply.notices()[0].starts_with("the file was written, but it is not valid JSON: "));
}
