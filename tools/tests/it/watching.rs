//! The feed of changes.

use std::time::Duration;

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_host::vfs::{RunId, RunOptions};
use isolate_tools::{CancelToken, Feed, Settings, Toolbox};
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
fn each_change_is_reported_once_with_its_actor() {
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
fn changes_of_other_connections_and_open_runs_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let workspace = Workspace::open(&file).unwrap();
    let other = Workspace::open(&file).unwrap();
    let mut feed = Feed::from_now(&workspace).unwrap();
    let tree = other.tree().unwrap();
    let run = tree.begin(&RunOptions::new("script")).unwrap();
    tree.write(&VPath::parse("/a").unwrap(), b"1").unwrap();
    assert_eq!(told(&mut feed), ["created /a (script)"]);
    tree.write(&VPath::parse("/b").unwrap(), b"1").unwrap();
    assert_eq!(told(&mut feed), ["created /b (script)"]);
    run.commit().unwrap();
    assert!(told(&mut feed).is_empty());
    drop(tree);

    let tools = Toolbox::new(&other, &Settings::default()).unwrap();
    let waiting =
        std::thread::spawn(move || feed.wait(Duration::from_secs(20), &CancelToken::new()));
    call(&tools, "write", json!({ "path": "/c", "content": "" }));
    assert_eq!(waiting.join().unwrap().unwrap().events.len(), 1);
}

#[test]
fn changes_answers_in_whole_operations() {
    let tools = tools(&[]);
    let last = data(&tools, "changes", json!({}))["run"].clone();
    data(&tools, "mkdir", json!({ "path": "/a/b" }));
    data(&tools, "mkdir", json!({ "path": "/c/d" }));
    let first = data(&tools, "changes", json!({ "since": last, "limit": 3 }));
    assert_eq!(
        (&first["count"], &first["omittedChanges"]),
        (&json!(2), &json!(2))
    );
    let second = data(
        &tools,
        "changes",
        json!({ "since": first["run"], "limit": 3 }),
    );
    assert_eq!(
        (&second["count"], second.get("truncated")),
        (&json!(2), None)
    );
    let none = data(&tools, "changes", json!({ "since": second["run"] }));
    assert_eq!(none["count"], 0);
    let ahead = data(&tools, "changes", json!({ "since": 1_000_000 }));
    assert_eq!(ahead["resyncRequired"], true);
    let some = data(&tools, "changes", json!({ "since": last, "glob": "/c/**" }));
    assert_eq!(some["count"], 1);
}

/// A workspace in which one run made so many files, and the next moved them all.
fn many(files: usize) -> Workspace {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    let path = |text: &str| VPath::parse(text).unwrap();
    let run = tree.begin(&RunOptions::new("make").atomic()).unwrap();
    for file in 0..100 {
        tree.write(&path(&format!("/d/0/f{file}")), b"").unwrap();
    }
    for copy in 1..files / 100 {
        tree.copy_tree(&path("/d/0"), &path(&format!("/d/{copy}")))
            .unwrap();
    }
    run.commit().unwrap();
    let run = tree.begin(&RunOptions::new("move").atomic()).unwrap();
    tree.rename(&path("/d"), &path("/e")).unwrap();
    run.commit().unwrap();
    drop(tree);
    workspace
}

/// Statements of SQLite are counted by how often they ask whether to stop: each 4,000 steps.
fn steps_of_changes(workspace: &Workspace) -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    let asked = std::sync::Arc::new(AtomicU64::new(0));
    let counter = asked.clone();
    let tree = workspace.tree().unwrap();
    tree.set_stop_signal(Some(std::sync::Arc::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        false
    })));
    for run in 1..=2 {
        let mut after = None;
        loop {
            let page = tree
                .changes_page(RunId::from(run), after.as_ref(), 1000)
                .unwrap();
            after = page.last().map(|change| change.path.clone());
            if page.len() < 1000 {
                break;
            }
        }
    }
    asked.load(Ordering::Relaxed)
}

#[test]
fn the_work_is_linear_in_the_changes_of_a_run() {
    let (few, many) = (many(10_000), many(40_000));
    let (few_steps, many_steps) = (steps_of_changes(&few), steps_of_changes(&many));
    assert!(many_steps < few_steps * 6, "{few_steps} {many_steps}");

    let started = std::time::Instant::now();
    let mut feed = Feed::after(&many, 0);
    let mut told = 0;
    let mut moved = 0;
    loop {
        let polled = feed.poll().unwrap();
        assert!(polled.events.len() <= 10_000);
        assert!(polled.events.is_sorted());
        told += polled.events.len();
        let kind = isolate_tools::EventKind::Moved;
        moved += polled
            .events
            .iter()
            .filter(|event| event.kind == kind)
            .count();
        if !polled.has_more {
            assert_eq!(polled.last_run, 2);
            break;
        }
        assert!(polled.last_run < 2);
    }
    // Entries that are alike cannot be told apart: they went and came. Directories have times of
    // their own.
    assert_eq!(told, 40_401 + 2 * 40_401 - moved);
    let toolbox = Toolbox::new(&many, &Settings::default()).unwrap();
    let answer = data(&toolbox, "changes", json!({ "since": 0, "limit": 10 }));
    assert_eq!(answer["count"], 10);
    assert_eq!(answer["omittedChanges"], told - 10);
    // With work that is quadratic it takes minutes.
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}
