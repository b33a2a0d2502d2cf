//! A call that is stopped leaves nothing, wherever it is stopped.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use isolate_host::Workspace;
use isolate_text::VPath;
use isolate_vfs::FindOptions;
use serde_json::{Value as Json, json};

use super::Cancel;
use crate::{Freshness, Settings, Toolbox};

/// Counts how often a token is checked, and says when it is to cancel itself.
#[derive(Debug, Default)]
pub(super) struct Looks {
    count: AtomicU64,
    /// The check at which the token cancels itself; 0 for never.
    last: AtomicU64,
}

impl Looks {
    /// Counts a check. Whether it is the last.
    pub(super) fn is_last(&self) -> bool {
        let count = self.count.fetch_add(1, Ordering::SeqCst) + 1;
        count == self.last.load(Ordering::SeqCst)
    }
}

impl Cancel {
    /// A token that is cancelled at the N-th check.
    fn at_look(number: u64) -> Self {
        let cancel = Self::new();
        cancel.shared.looks.last.store(number, Ordering::SeqCst);
        cancel
    }

    /// How often the token was checked.
    fn looks(&self) -> u64 {
        self.shared.looks.count.load(Ordering::SeqCst)
    }
}

const FILES: usize = 120;

/// Tools over a directory of files, each with some lines.
fn filled() -> Toolbox {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    for at in 0..FILES {
        let path = VPath::parse(&format!("/d/{}/f{at:03}", at % 7)).unwrap();
        let text = format!("needle {at}\n{}", "other\n".repeat(50));
        tree.write(&path, text.as_bytes()).unwrap();
    }
    drop(tree);
    let settings = Settings::new().freshness(Freshness::Off);
    Toolbox::new(&workspace, &settings).unwrap()
}

/// Everything that there is, with its versions, and the last run of the history.
fn state(tools: &Toolbox) -> (String, Json) {
    let tree = tools.workspace().tree().unwrap();
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    let last = tree.history(1).unwrap()[0].id;
    let mut all = String::new();
    let options = FindOptions::new();
    for entry in tree.find(&VPath::root(), &options).unwrap() {
        let version = tree.version(&entry.path).unwrap();
        all.push_str(&format!("{} {version:?}\n", entry.path));
    }
    (all, i64::from(last).into())
}

/// The calls that go over many files.
fn long_calls() -> Vec<(&'static str, Json)> {
    vec![
        ("grep", json!({ "pattern": "needle", "limit": 1000 })),
        ("glob", json!({ "pattern": "**" })),
        ("tree", json!({})),
        ("rm", json!({ "path": "/d", "recursive": true })),
        ("cp", json!({ "from": "/d", "to": "/e", "recursive": true })),
        ("mv", json!({ "from": "/d", "to": "/e" })),
        (
            "replace",
            json!({ "glob": "**", "pattern": "needle", "replacement": "found" }),
        ),
        (
            "patch",
            json!({ "patch": "*** Begin Patch\n*** Add File: new\n+x\n*** Delete File: d/0/f000\n*** End Patch\n" }),
        ),
        (
            "edit",
            json!({ "path": "/d/0/f000", "edits": [{ "oldText": "other", "newText": "x", "replaceAll": true }] }),
        ),
    ]
}

/// The token is pulled at its first look, at its second and so on, until the call is over before.
#[test]
fn a_call_can_be_stopped_at_every_look_and_leaves_nothing() {
    for (name, args) in long_calls() {
        let tools = filled();
        let before = state(&tools);
        let mut stopped = 0;
        let mut look = 1;
        loop {
            let cancel = Cancel::at_look(look);
            let reply = tools.call(name, args.clone(), &cancel);
            if cancel.looks() < look {
                assert!(reply.is_ok(), "{name}: {:?}", reply.error());
                break;
            }
            let error = reply.error().unwrap_or_else(|| panic!("{name} at {look}"));
            assert_eq!(
                error.to_string(),
                "the call was cancelled; nothing was changed; call again if you still need it",
                "{name} at {look}"
            );
            assert_eq!(state(&tools), before, "{name} at {look}");
            stopped += 1;
            // The first looks one by one, then in growing steps.
            look += 1 + look / 12;
        }
        assert!(stopped >= 3, "{name}: {stopped}");
    }
}

/// Searching and removing look often enough to stop in the middle.
#[test]
fn long_calls_look_often() {
    for (name, at_least) in [("grep", 100), ("rm", 10), ("cp", 10)] {
        let tools = filled();
        let (_, args) = long_calls()
            .into_iter()
            .find(|(known, _)| *known == name)
            .unwrap();
        let cancel = Cancel::new();
        assert!(tools.call(name, args, &cancel).is_ok());
        assert!(cancel.looks() >= at_least, "{name}: {}", cancel.looks());
    }
}

#[test]
fn another_thread_stops_a_call() {
    let tools = filled();
    let before = state(&tools);
    let cancel = Cancel::new();
    let reply = thread::scope(|scope| {
        scope.spawn(|| {
            while cancel.looks() < 3 {
                thread::yield_now();
            }
            cancel.cancel();
        });
        let mut reply = tools.call("stat", json!({ "path": "/d" }), &Cancel::new());
        // A call that is quicker than the other thread is made again.
        for _ in 0..1_000 {
            reply = tools.call("rm", json!({ "path": "/d", "recursive": true }), &cancel);
            match reply.receipt().run_id {
                Some(run_id) => tools.call("undo", json!({ "run": run_id }), &Cancel::new()),
                None => break,
            };
        }
        reply
    });
    assert_eq!(reply.error().unwrap().code.as_str(), "cancelled");
    let paths = |state: &(String, Json)| -> Vec<String> {
        let paths = state.0.lines();
        paths
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(paths(&state(&tools)), paths(&before));
    assert!(
        tools
            .call("read", json!({ "path": "/d/0/f000" }), &Cancel::new())
            .is_ok()
    );
}
