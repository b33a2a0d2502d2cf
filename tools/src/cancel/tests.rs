//! A cancelled call leaves nothing, wherever it is cancelled.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use isolate_host::{CancelToken, Workspace};
use isolate_text::VPath;
use isolate_vfs::FindOptions;
use serde_json::{Value as Json, json};

use crate::{Freshness, Settings, Toolbox};

thread_local! {
    /// Counts the checks of this thread.
    static CHECKS: RefCell<Option<Arc<Checks>>> = const { RefCell::new(None) };
}

/// How often a call has checked its token, and at which check the token is cancelled.
#[derive(Default)]
struct Checks {
    count: AtomicU64,
    /// 0 for never.
    last: u64,
}

impl Checks {
    /// Counts the checks of this thread from now on; the N-th cancels the token.
    fn cancel_at(last: u64) -> Arc<Self> {
        let checks = Arc::new(Self {
            count: AtomicU64::new(0),
            last,
        });
        CHECKS.set(Some(Arc::clone(&checks)));
        checks
    }

    fn count(&self) -> u64 {
        self.count.load(Ordering::SeqCst)
    }
}

/// Counts a check, and cancels the token if it is the last.
pub(super) fn count(cancel: &CancelToken) {
    let checks = CHECKS.with_borrow(Clone::clone);
    if let Some(checks) = checks
        && checks.count.fetch_add(1, Ordering::SeqCst) + 1 == checks.last
    {
        cancel.cancel();
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

/// The token is cancelled at the first check, at the second and so on, until the call is over before.
#[test]
fn a_call_can_be_cancelled_at_every_check_and_leaves_nothing() {
    for (name, args) in long_calls() {
        let tools = filled();
        let before = state(&tools);
        let mut stopped = 0;
        let mut check = 1;
        loop {
            let checks = Checks::cancel_at(check);
            let reply = tools.call(name, args.clone(), &CancelToken::new());
            if checks.count() < check {
                assert!(reply.is_ok(), "{name}: {:?}", reply.error());
                break;
            }
            let error = reply.error().unwrap_or_else(|| panic!("{name} at {check}"));
            assert_eq!(
                error.to_string(),
                "the call was cancelled; nothing was changed; call again if you still need it",
                "{name} at {check}"
            );
            assert_eq!(state(&tools), before, "{name} at {check}");
            stopped += 1;
            // The first checks one by one, then in growing steps.
            check += 1 + check / 12;
        }
        assert!(stopped >= 3, "{name}: {stopped}");
    }
}

/// Searching and removing check often enough to stop in the middle.
#[test]
fn long_calls_check_often() {
    for (name, at_least) in [("grep", 100), ("rm", 10), ("cp", 10)] {
        let tools = filled();
        let (_, args) = long_calls()
            .into_iter()
            .find(|(known, _)| *known == name)
            .unwrap();
        let checks = Checks::cancel_at(0);
        assert!(tools.call(name, args, &CancelToken::new()).is_ok());
        let count = checks.count();
        assert!(count >= at_least, "{name}: {count}");
    }
}

#[test]
fn another_thread_cancels_a_call() {
    let tools = filled();
    let before = state(&tools);
    let cancel = CancelToken::new();
    let checks = Checks::cancel_at(0);
    let reply = thread::scope(|scope| {
        scope.spawn(|| {
            while checks.count() < 3 {
                thread::yield_now();
            }
            cancel.cancel();
        });
        let mut reply = tools.call("stat", json!({ "path": "/d" }), &CancelToken::new());
        // A call that is quicker than the other thread is made again.
        for _ in 0..1_000 {
            reply = tools.call("rm", json!({ "path": "/d", "recursive": true }), &cancel);
            match reply.receipt().run_id {
                Some(run_id) => tools.call("undo", json!({ "run": run_id }), &CancelToken::new()),
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
            .call("read", json!({ "path": "/d/0/f000" }), &CancelToken::new())
            .is_ok()
    );
}
