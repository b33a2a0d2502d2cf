//! The feed of changes.

use std::time::Duration;

use isolate_host::{Workspace, vfs::VPath};
use isolate_tools::{Cancel, Feed, Settings, Toolbox};
use serde_json::json;

use crate::{call, data, tools};

fn told(feed: &mut Feed) -> Vec<String> {
    let polled = feed.poll().unwrap();
    polled
        .events
        .iter()
        .map(|event| event.to_string().split_once(' ').unwrap().1.to_owned())
        .collect()
}

#[test]
fn each_change_is_told_once_with_who_made_it() {
    let tools = tools(&[("/a", "one\n"), ("/d/b", "x\n")]);
    let mut feed = Feed::from_now(tools.workspace()).unwrap();
    data(&tools, "write", json!({ "path": "/new", "content": "" }));
    data(
        &tools,
        "edit",
        json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "two" }], "label": "why" }),
    );
    data(&tools, "mv", json!({ "from": "/d", "to": "/e" }));
    data(&tools, "rm", json!({ "path": "/a" }));
    assert_eq!(
        told(&mut feed),
        [
            "created /new (tool:write /new)",
            "changed /a (tool:why)",
            "moved /d -> /e (tool:mv /d)",
            "moved /d/b -> /e/b (tool:mv /d)",
            "deleted /a (tool:rm /a)",
        ]
    );
    assert!(told(&mut feed).is_empty());
    data(
        &tools,
        "write",
        json!({ "path": "/new", "content": "", "intent": "overwrite" }),
    );
    assert!(told(&mut feed).is_empty(), "a touch is no change");
}

#[test]
fn other_connections_are_heard_and_open_runs_followed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let workspace = Workspace::open(&file).unwrap();
    let other = Workspace::open(&file).unwrap();
    let mut feed = Feed::from_now(&workspace).unwrap();
    let tree = other.tree().unwrap();
    let options = isolate_host::vfs::RunOptions {
        label: "script".to_owned(),
        ..Default::default()
    };
    tree.begin_run(options).unwrap();
    tree.write(&VPath::parse("/a").unwrap(), b"1").unwrap();
    assert_eq!(told(&mut feed), ["created /a (script)"]);
    tree.write(&VPath::parse("/b").unwrap(), b"1").unwrap();
    assert_eq!(told(&mut feed), ["created /b (script)"]);
    tree.finish_run(isolate_host::vfs::Keep::Changes).unwrap();
    assert!(told(&mut feed).is_empty());
    drop(tree);

    let tools = Toolbox::new(&other, Settings::default()).unwrap();
    let waiting = std::thread::spawn(move || feed.wait(Duration::from_secs(20), &Cancel::new()));
    call(&tools, "write", json!({ "path": "/c", "content": "" }));
    assert_eq!(waiting.join().unwrap().unwrap().events.len(), 1);
}

#[test]
fn changes_answers_in_whole_operations() {
    let tools = tools(&[]);
    let rev = data(&tools, "changes", json!({}))["rev"].clone();
    data(&tools, "mkdir", json!({ "path": "/a/b" }));
    data(&tools, "mkdir", json!({ "path": "/c/d" }));
    let first = data(&tools, "changes", json!({ "sinceRev": rev, "limit": 3 }));
    assert_eq!(
        (&first["count"], &first["omittedChanges"]),
        (&json!(2), &json!(2))
    );
    let second = data(
        &tools,
        "changes",
        json!({ "sinceRev": first["rev"], "limit": 3 }),
    );
    assert_eq!(
        (&second["count"], second.get("truncated")),
        (&json!(2), None)
    );
    let none = data(&tools, "changes", json!({ "sinceRev": second["rev"] }));
    assert_eq!(none["count"], 0);
    let ahead = data(&tools, "changes", json!({ "sinceRev": 1_000_000 }));
    assert_eq!(ahead["resyncRequired"], true);
    let some = data(
        &tools,
        "changes",
        json!({ "sinceRev": rev, "glob": "/c/**" }),
    );
    assert_eq!(some["count"], 1);
}
