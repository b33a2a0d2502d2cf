//! Of two writers of the same version, exactly one succeeds.

use std::sync::Barrier;
use std::thread;

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_tools::{CancelToken, Settings, Toolbox};
use serde_json::json;

const ROUNDS: usize = 1_000;

#[test]
fn one_of_two_writers_of_a_version_wins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.sqlite");
    let path = VPath::parse("/a").unwrap();
    Workspace::open(&file)
        .unwrap()
        .tree()
        .unwrap()
        .write(&path, b"start")
        .unwrap();
    let barrier = Barrier::new(2);
    let writer = |who: &str| {
        // Each with a connection and a memory of its own, as two processes have.
        let workspace = Workspace::open(&file).unwrap();
        let tools = Toolbox::new(&workspace, &Settings::default()).unwrap();
        let cancel = CancelToken::new();
        let mut wins = Vec::new();
        for round in 0..ROUNDS {
            barrier.wait();
            let etag = tools.call("stat", json!({ "path": "/a" }), &cancel).data()["etag"].clone();
            barrier.wait();
            let content = format!("{who} {round}");
            let reply = tools.call(
                "write",
                json!({ "path": "/a", "content": content, "ifMatch": etag }),
                &cancel,
            );
            match reply.error() {
                None => wins.push(round),
                Some(error) => assert_eq!(error.code.as_str(), "stale", "{error}"),
            }
        }
        wins
    };
    let (mut first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| writer("second"));
        let first = writer("first");
        (first, other.join().unwrap())
    });
    first.extend(second);
    first.sort_unstable();
    assert_eq!(first, (0..ROUNDS).collect::<Vec<_>>());
}

/// Calls of one toolbox from several threads queue; none is lost or refused.
#[test]
fn calls_from_several_threads_queue() {
    let folder = tempfile::tempdir().unwrap();
    for workspace in [
        Workspace::memory().unwrap(),
        Workspace::open(folder.path().join("w.sqlite")).unwrap(),
    ] {
        let tools = Toolbox::new(&workspace, &Settings::default()).unwrap();
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    let cancel = CancelToken::new();
                    for _ in 0..25 {
                        let args = json!({ "path": "/a", "content": "x" });
                        let reply = tools.call("append", args, &cancel);
                        assert!(reply.is_ok(), "{}", reply.error().unwrap());
                        let reply = tools.call("read", json!({ "path": "/a" }), &cancel);
                        assert!(reply.is_ok(), "{}", reply.error().unwrap());
                    }
                });
            }
        });
        let path = VPath::parse("/a").unwrap();
        assert_eq!(workspace.tree().unwrap().read(&path).unwrap().len(), 150);
    }
}
