//! `undo` takes back whole calls.

use serde_json::json;

use crate::{call, content, data, failure, tools};

#[test]
fn every_kind_of_call_is_taken_back() {
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
        let op_id = reply.receipt().op_id.unwrap();
        let undone = call(&tools, "undo", json!({ "opId": op_id }));
        assert!(undone.is_ok(), "{name}: {:?}", undone.error());
        assert_eq!(data(&tools, "tree", json!({}))["text"], before, "{name}");
        assert_eq!(
            content(&tools, "/a") + &content(&tools, "/d/b"),
            "one\ntwo\n",
            "{name}"
        );
    }
}

#[test]
fn an_undo_is_undone_by_undoing() {
    let tools = tools(&[("/a", "one\n")]);
    data(&tools, "rm", json!({ "path": "/a" }));
    data(&tools, "undo", json!({}));
    assert_eq!(content(&tools, "/a"), "one\n");
    data(&tools, "undo", json!({}));
    assert!(failure(&tools, "read", json!({ "path": "/a" })).starts_with("not_found: "));
}

#[test]
fn what_changed_since_is_not_overwritten() {
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
    let error = failure(&tools, "undo", json!({ "opId": reply.receipt().op_id }));
    assert!(error.starts_with("stale: cannot undo run"), "{error}");
    assert_eq!(content(&tools, "/a"), "one\ntwo\nthree\n");
    assert!(failure(&tools, "undo", json!({ "opId": 999 })).starts_with("not_found: "));
}
