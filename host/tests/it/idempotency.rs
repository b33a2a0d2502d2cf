//! Requests that are repeated with an idempotency key.

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use isolate_host::vfs::LogOptions;
use isolate_host::{
    Answer, Commit, EarlierState, Error, ErrorKind, Functions, IdempotencyKey, Limit, Outcome, Run,
    RunOptions, Sandbox, Workspace,
};

use serde_json::json;

use crate::{one_thread, result};

fn keyed(key: &str) -> RunOptions {
    RunOptions::new().idempotency_key(IdempotencyKey::new(key).unwrap())
}

fn workspace(folder: &Path) -> Workspace {
    Workspace::open(folder.join("w.sqlite")).unwrap()
}

fn repeated(error: &Error) -> (EarlierState, i64) {
    assert_eq!(error.kind(), ErrorKind::Repeated, "{error}");
    let earlier = error.earlier_run().unwrap();
    (earlier.state, earlier.run.into())
}

fn read(workspace: &Workspace, path: &str) -> String {
    let bytes = workspace.tree().unwrap().read(&path.parse().unwrap());
    String::from_utf8(bytes.unwrap_or_default()).unwrap()
}

/// What two answers have in common: all but the time.
fn shown(run: &Run) -> String {
    let mut json = serde_json::to_value(run).unwrap();
    // The history has nothing of what was not kept.
    if !run.is_committed {
        json["effects"] = json!({});
    }
    json["usage"]["wallMs"] = 0.into();
    json.to_string()
}

#[test]
fn a_request_is_answered_as_it_was_whatever_became_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = one_thread();
    let functions = || {
        let mut functions = Functions::new();
        functions
            .namespace("tools")
            .add("add", |n: u32| async move { Ok(n + 1) });
        functions
    };
    for (number, (code, commit)) in [
        ("async (n) => { console.warn('hm'); await state.appendFile('/a', 'x'); return tools.add(n); }", Commit::PerCall),
        ("async (n) => { await state.appendFile('/a', 'y'); return { n, more: [null, 1.5] }; }", Commit::Atomic),
        ("async () => { await state.appendFile('/a', 'z'); throw new TypeError('no'); }", Commit::PerCall),
        ("async () => { await state.appendFile('/a', 'u'); throw Object.assign(new Error('none'), { code: 'E1' }); }", Commit::Atomic),
        ("() => 1 +", Commit::PerCall),
        ("() => { for (;;); }", Commit::PerCall),
        ("() => undefined", Commit::PerCall),
    ]
    .into_iter()
    .enumerate()
    {
        let options = keyed(&format!("key {number}"))
            .input(&7)
            .unwrap()
            .commit(commit)
            .fuel(50_000_000)
            .functions(functions());
        let first = {
            let workspace = workspace(folder.path());
            sandbox.run(&workspace, code).options(&options).blocking().unwrap()
        };
        assert!(!first.is_repeated);
        // As by another process.
        let workspace = workspace(folder.path());
        let before = read(&workspace, "/a");
        let again = sandbox.run(&workspace, code).options(&options).blocking().unwrap();
        assert!(again.is_repeated, "{code}");
        assert_eq!(shown(&again), shown(&first), "{code}");
        assert_eq!((again.run_id, again.effects.run), (first.effects.run, first.effects.run));
        let found = workspace.earlier_run(code, &options).unwrap().unwrap();
        assert_eq!(shown(&found), shown(&first));
        assert_eq!(read(&workspace, "/a"), before);
        let log = workspace.tree().unwrap().log(&LogOptions::new()).unwrap();
        assert_eq!(log.len(), number + 1);
    }
    assert_eq!(read(&workspace(folder.path()), "/a"), "xyz");
    let limit = workspace(folder.path()).earlier_run("() => { for (;;); }", &{
        keyed("key 5").input(&7).unwrap()
    });
    let Outcome::LimitExceeded(exceeded) = limit.unwrap().unwrap().outcome else {
        panic!("a limit ended it");
    };
    assert_eq!(exceeded.limit, Limit::Fuel);
}

#[test]
fn another_request_with_the_key_is_refused_and_another_principal_has_other_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, workspace) = (one_thread(), workspace(folder.path()));
    let run =
        |code: &str, options: RunOptions| sandbox.run(&workspace, code).options(options).blocking();
    let first = run("(n) => n", keyed("k").input(&1).unwrap()).unwrap();
    assert_eq!(result(&first), "1");
    for other in [
        run("(n) => n + 0", keyed("k").input(&1).unwrap()),
        run("(n) => n", keyed("k").input(&2).unwrap()),
        run("(n) => n", keyed("k")),
        run("(n) => n", keyed("k").input(&1).unwrap().atomic()),
        run("(n) => n", keyed("k").input(&1).unwrap().read_only()),
        run("(n) => n", keyed("k").input(&1).unwrap().seed(1)),
    ] {
        let error = other.unwrap_err();
        assert_eq!(repeated(&error), (EarlierState::OtherRequest, 1));
        assert!(
            error
                .to_string()
                .contains("used for another request, by run 1"),
            "{error}"
        );
    }
    // Limits and labels are no part of it.
    let same = keyed("k")
        .input(&1)
        .unwrap()
        .label("again")
        .timeout(Duration::from_secs(1));
    assert!(run("(n) => n", same).unwrap().is_repeated);
    let key = IdempotencyKey::new("k").unwrap();
    for principal in ["ann", "ben"] {
        let options = RunOptions::new().idempotency_key(key.of(principal));
        assert!(!run("() => 2", options).unwrap().is_repeated);
    }
    assert_eq!(key.of(""), key);
    assert_eq!(format!("{key:?}"), "IdempotencyKey { .. }");
}

#[test]
fn keys_that_cannot_be_kept_are_refused() {
    for (key, bytes) in [("", 0), (&*"k".repeat(256), 256)] {
        let error = IdempotencyKey::new(key).unwrap_err();
        let text = format!("an idempotency key has 1 to 255 bytes, this one has {bytes}");
        assert_eq!(
            (error.kind(), error.to_string()),
            (ErrorKind::Refused, text)
        );
    }
    IdempotencyKey::new("k".repeat(255)).unwrap();
    let sandbox = one_thread();
    let memory = Workspace::memory().unwrap();
    let error = sandbox
        .run(&memory, "1")
        .options(keyed("k"))
        .blocking()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.to_string().contains("records its runs"), "{error}");
    let records = Workspace::builder().records(true).memory().unwrap();
    let error = sandbox
        .run(&records, "1")
        .options(keyed("k").dry_run())
        .blocking()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    for is_repeated in [false, true] {
        let run = sandbox
            .run(&records, "1")
            .options(keyed("k"))
            .blocking()
            .unwrap();
        assert_eq!(run.is_repeated, is_repeated);
    }
}

#[test]
fn a_request_that_is_going_on_is_not_done_a_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, workspace) = (
        Sandbox::builder().threads(2).build().unwrap(),
        workspace(folder.path()),
    );
    let (sender, begun) = mpsc::channel();
    let (release, released) = tokio::sync::watch::channel(false);
    let mut functions = Functions::new();
    functions.namespace("tools").add("wait", move |(): ()| {
        sender.send(()).unwrap();
        let mut released = released.clone();
        async move {
            released.wait_for(|is_released| *is_released).await.unwrap();
            Ok(())
        }
    });
    let code = "async () => { await tools.wait(); await state.appendFile('/a', 'x'); return 1; }";
    let options = keyed("k").functions(functions);
    let first = sandbox.run(&workspace, code).options(&options);
    let first = std::thread::spawn(move || first.blocking().unwrap());
    begun.recv().unwrap();
    let error = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap_err();
    assert_eq!(repeated(&error), (EarlierState::Going, 1));
    release.send(true).unwrap();
    assert_eq!(result(&first.join().unwrap()), "1");
    let again = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!((again.is_repeated, result(&again)), (true, "1".to_owned()));
    assert_eq!(read(&workspace, "/a"), "x");
    // Many at the same time: one does it.
    let code = "async () => { await state.appendFile('/b', 'x'); return 2; }";
    let done: Vec<_> = std::thread::scope(|scope| {
        let spawned: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    sandbox
                        .run(&workspace, code)
                        .options(keyed("many"))
                        .blocking()
                })
            })
            .collect();
        spawned
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let is_first = |run: &&Result<Run, Error>| run.as_ref().is_ok_and(|run| !run.is_repeated);
    assert_eq!(done.iter().filter(is_first).count(), 1);
    assert_eq!(read(&workspace, "/b"), "x");
}

#[test]
fn a_request_that_waits_says_what_for_and_is_answered_when_it_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, workspace) = (one_thread(), workspace(folder.path()));
    let code =
        "async () => { await state.approve('pay?'); await state.appendFile('/a', 'x'); return 1; }";
    let run = || {
        sandbox
            .run(&workspace, code)
            .options(keyed("k"))
            .blocking()
            .unwrap()
    };
    let first = run();
    let Outcome::Suspended(suspended) = &first.outcome else {
        panic!("{:?}", first.outcome);
    };
    let again = run();
    assert!(again.is_repeated);
    let Outcome::Suspended(same) = &again.outcome else {
        panic!("{:?}", again.outcome);
    };
    assert_eq!(
        (same.run, &same.waiting_for),
        (suspended.run, &suspended.waiting_for)
    );
    let number = suspended.run;
    workspace
        .answer(number, &suspended.waiting_for[0], Answer::Approve)
        .unwrap();
    sandbox.resume(&workspace, number).blocking().unwrap();
    let ended = run();
    assert_eq!((ended.is_repeated, result(&ended)), (true, "1".to_owned()));
    assert_eq!(read(&workspace, "/a"), "x");
}
