//! A call that is stopped leaves nothing, wherever it is stopped.

use std::thread;
use std::time::Duration;

use isolate_tools::{Cancel, Reply, Toolbox, testing};
use serde_json::{Value as Json, json};

use crate::{call, data, programs, tools};

const FILES: usize = 120;

/// Tools over a directory of files, each with some lines.
fn filled() -> Toolbox {
    let files: Vec<(String, String)> = (0..FILES)
        .map(|at| {
            let text = format!("needle {at}\n{}", "other\n".repeat(50));
            (format!("/d/{}/f{at:03}", at % 7), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    tools(&files)
}

/// Everything that there is, with its versions, and the last run of the history.
fn state(tools: &Toolbox) -> (String, Json) {
    let tree = tools.workspace().tree().unwrap();
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    let last = tree.history(1).unwrap()[0].id;
    let mut all = String::new();
    let options = isolate_host::vfs::FindOptions::new();
    for entry in tree
        .find(&isolate_host::text::VPath::root(), &options)
        .unwrap()
    {
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
            let cancel = testing::cancel_at_look(look);
            let reply = tools.call(name, args.clone(), &cancel);
            if testing::looks(&cancel) < look {
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
        assert!(
            testing::looks(&cancel) >= at_least,
            "{name}: {}",
            testing::looks(&cancel)
        );
    }
}

#[test]
fn another_thread_stops_a_call() {
    let tools = filled();
    let before = state(&tools);
    let cancel = Cancel::new();
    let reply = thread::scope(|scope| {
        scope.spawn(|| {
            while testing::looks(&cancel) < 3 {
                thread::yield_now();
            }
            cancel.cancel();
        });
        let mut reply = call(&tools, "stat", json!({ "path": "/d" }));
        // A call that is quicker than the other thread is made again.
        for _ in 0..1_000 {
            reply = tools.call("rm", json!({ "path": "/d", "recursive": true }), &cancel);
            match reply.receipt().run_id {
                Some(run_id) => call(&tools, "undo", json!({ "run": run_id })),
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
    assert!(call(&tools, "read", json!({ "path": "/d/0/f000" })).is_ok());
}

/// A call of a tool whose program is cancelled in the middle.
fn cancelled(tools: &Toolbox, name: &str, args: Json) -> Reply {
    let cancel = Cancel::new();
    let pulled = cancel.clone();
    let pulling = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        pulled.cancel();
    });
    let reply = tools.call(name, args, &cancel);
    pulling.join().unwrap();
    reply
}

#[test]
fn cancelling_undoes_a_program_and_tells_what_it_did() {
    let tools = programs::tools();
    let code = "async () => { await state.writeFile('/n', ''); console.log('begun'); for (;;) {} }";
    let reply = cancelled(&tools, "run", json!({ "code": code }));
    let error = reply.error().unwrap();
    assert_eq!(error.code.as_str(), "cancelled");
    assert!(
        error
            .message
            .starts_with("the run was cancelled; what it had changed was undone"),
        "{error}"
    );
    let told = reply.body().unwrap();
    assert!(told.contains("begun"), "{told}");
    let reply = cancelled(&tools, "exec", json!({ "command": code }));
    let done = reply.data();
    assert_eq!(done["exitCode"], 130);
    assert_eq!(done["stdout"], "begun\n");
    assert_eq!(done["stderr"], "the run was cancelled\n");
    let names = data(&tools, "ls", json!({}));
    assert_eq!(names["total"], 2);
}
