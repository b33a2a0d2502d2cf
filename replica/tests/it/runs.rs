//! Runs on copies of a workspace that several hosts share, which are several folders here.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use isolate_host::{ErrorKind, Functions, Outcome, RunOptions, Sandbox, Workspace};
use isolate_ledger::objects::{MemoryObjects, Objects};
use isolate_replica::{Replica, ReplicaOptions};
use serde_json::json;
use tempfile::TempDir;

struct Host {
    copy: Replica,
    workspace: Workspace,
    _folder: TempDir,
}

impl Host {
    fn new(store: &Arc<dyn Objects>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = ReplicaOptions::new();
        let copy = Replica::open(Arc::clone(store), "work", folder.path(), &options).unwrap();
        let workspace = Workspace::builder().copy_of(Arc::new(copy.clone()));
        let workspace = workspace.open(copy.path()).unwrap();
        Self {
            copy,
            workspace,
            _folder: folder,
        }
    }

    fn head(&self) -> u64 {
        self.copy.head().map_or(0, |head| head.number)
    }

    fn read(&self, path: &str) -> Option<String> {
        let tree = self.workspace.tree().unwrap();
        let bytes = tree.read(&path.parse().unwrap()).ok()?;
        Some(String::from_utf8(bytes).unwrap())
    }
}

fn store() -> Arc<dyn Objects> {
    Arc::new(MemoryObjects::new())
}

const COUNT: &str = r#"async () => {
    const before = await state.exists("/n") ? Number(await state.readFile("/n")) : 0;
    await state.writeFile("/n", String(before + 1));
    return before + 1;
}"#;

#[test]
fn a_run_is_one_entry_whether_atomic_or_not() {
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let host = Host::new(&store);
    for (number, atomic) in [(1, false), (2, true)] {
        let options = match atomic {
            true => RunOptions::new().atomic(),
            false => RunOptions::new(),
        };
        let run = sandbox.run(&host.workspace, COUNT).options(&options);
        let run = run.blocking().unwrap();
        assert_eq!(run.result::<u64>().unwrap(), number);
        assert!(run.is_committed && run.run_id.is_some());
        assert_eq!(host.head(), number);
    }
    // Who only reads makes none.
    let code = "async () => await state.readFile('/n')";
    let run = sandbox.run(&host.workspace, code).blocking().unwrap();
    assert_eq!(run.result::<String>().unwrap(), "2");
    assert_eq!(host.head(), 2);
    // What a program leaves that fails is kept, unless it is atomic.
    let code = "async () => { await state.writeFile('/left', 'x'); throw new Error('stop'); }";
    for (atomic, is_left) in [(true, false), (false, true)] {
        let options = match atomic {
            true => RunOptions::new().atomic(),
            false => RunOptions::new(),
        };
        let run = sandbox.run(&host.workspace, code).options(&options);
        let run = run.blocking().unwrap();
        assert!(matches!(run.outcome, Outcome::Threw(_)));
        assert_eq!(host.read("/left").is_some(), is_left);
    }
}

#[test]
fn runs_that_lose_a_race_are_made_again() {
    const RUNS: u64 = 20;
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let hosts = [Host::new(&store), Host::new(&store), Host::new(&store)];
    std::thread::scope(|scope| {
        for host in &hosts {
            let sandbox = &sandbox;
            scope.spawn(move || {
                for _ in 0..RUNS {
                    loop {
                        match sandbox.run(&host.workspace, COUNT).blocking() {
                            Err(error) if error.kind() == ErrorKind::Busy => {}
                            run => break assert!(run.unwrap().is_committed),
                        }
                    }
                }
            });
        }
    });
    for host in &hosts {
        assert_eq!(host.read("/n").unwrap(), (3 * RUNS).to_string());
        assert_eq!(host.head(), 3 * RUNS);
    }
    let raced: u64 = hosts.iter().map(|host| host.copy.metrics().raced).sum();
    assert!(raced > 0);
}

#[test]
fn commands_and_their_sessions_are_shared() {
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let (one, two) = (Host::new(&store), Host::new(&store));
    let shell = |host: &Host, command: &str| {
        let run = sandbox.shell(&host.workspace, command).session("s");
        let run = run.blocking().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(shell(&one, "mkdir -p a/b && cd a && x=1"), "");
    assert_eq!(shell(&two, "echo $PWD $x; x=2; touch new"), "/a 1\n");
    assert_eq!(shell(&one, "echo $x; ls"), "2\nb\nnew\n");
}

/// Adds a line to `/log` after a call of a function that writes, and counts the calls.
fn with_effects(calls: &Arc<AtomicU32>) -> RunOptions {
    let calls = Arc::clone(calls);
    RunOptions::new().function("api", "post", move |(): ()| {
        calls.fetch_add(1, Ordering::Relaxed);
        async move { Ok(7) }
    })
}

#[test]
fn functions_that_write_are_called_once_whoever_is_faster() {
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let (one, two) = (Host::new(&store), Host::new(&store));
    sandbox.run(&two.workspace, COUNT).blocking().unwrap();
    // Its copy is behind: the claim is what fails, and nothing was called before.
    let calls = Arc::new(AtomicU32::new(0));
    let code = r#"async () => {
        await state.writeFile("/before", "x");
        const got = await api.post();
        await state.writeFile("/after", String(got));
        return await state.readFile("/n");
    }"#;
    let options = with_effects(&calls);
    let run = sandbox.run(&one.workspace, code).options(&options);
    assert_eq!(run.blocking().unwrap().result::<String>().unwrap(), "1");
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    assert_eq!(two.read("/after").unwrap(), "7");

    // Another host is faster between the call and the end.
    let faster = Arc::new(AtomicU32::new(0));
    let (other, counted) = (two.workspace.clone(), Arc::clone(&faster));
    let inner = sandbox.clone();
    let options = RunOptions::new().function("api", "post", move |(): ()| {
        let (other, counted, inner) = (other.clone(), Arc::clone(&counted), inner.clone());
        async move {
            counted.fetch_add(1, Ordering::Relaxed);
            let run = inner.run(&other, COUNT).await;
            assert!(run.is_ok_and(|run| run.is_committed));
            Ok(8)
        }
    });
    let run = sandbox.run(&one.workspace, code).options(&options);
    let run = run.blocking().unwrap();
    // It sees the state at which it was claimed.
    assert_eq!(run.result::<String>().unwrap(), "1");
    assert_eq!(faster.load(Ordering::Relaxed), 1);
    assert_eq!(two.read("/after").unwrap(), "8");
    assert_eq!(one.read("/n").unwrap(), "2");
}

#[test]
fn functions_that_read_need_no_claim_if_they_answer_at_once() {
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let host = Host::new(&store);
    let mut functions = Functions::new();
    functions
        .namespace("api")
        .add("get", |(): ()| async { Ok(json!(1)) })
        .reads();
    let options = RunOptions::new().functions(functions);
    let code = "async () => { await api.get(); await state.writeFile('/a', '1'); }";
    let run = sandbox.run(&host.workspace, code).options(&options);
    run.blocking().unwrap();
    assert_eq!(host.head(), 1);
}

#[test]
fn two_hosts_that_get_one_key_make_one_run() {
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let hosts = [Host::new(&store), Host::new(&store)];
    let key = isolate_host::IdempotencyKey::new("k").unwrap();
    let options = RunOptions::new().idempotency_key(key);
    let done: Vec<_> = std::thread::scope(|scope| {
        let runs = hosts.iter().map(|host| {
            let (sandbox, options) = (&sandbox, &options);
            scope.spawn(move || {
                let run = sandbox.run(&host.workspace, COUNT).options(options);
                run.blocking()
            })
        });
        let runs: Vec<_> = runs.collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let counted = done.iter().filter(|run| run.is_ok()).count();
    assert!(counted >= 1);
    for host in &hosts {
        assert_eq!(host.read("/n").unwrap(), "1");
        let run = sandbox.run(&host.workspace, COUNT).options(&options);
        let run = run.blocking().unwrap();
        assert!(run.is_repeated);
        assert_eq!(run.result::<u64>().unwrap(), 1);
    }
}

/// Who only reads has what others have changed since, and changes nothing.
#[test]
fn a_workspace_that_is_only_read_is_brought_up_to_date() {
    let (store, sandbox) = (store(), Sandbox::new().unwrap());
    let (one, two) = (Host::new(&store), Host::new(&store));
    sandbox.run(&one.workspace, COUNT).blocking().unwrap();
    let reads = Workspace::builder().copy_of(Arc::new(two.copy.clone()));
    let reads = reads.read_only(true).open(two.copy.path()).unwrap();
    for number in ["1", "2"] {
        let tree = reads.tree().unwrap();
        assert_eq!(
            tree.read(&"/n".parse().unwrap()).unwrap(),
            number.as_bytes()
        );
        let code = "async () => await state.readFile('/n')";
        let run = sandbox.run(&reads, code).blocking().unwrap();
        assert_eq!(run.result::<String>().unwrap(), number);
        sandbox.run(&one.workspace, COUNT).blocking().unwrap();
    }
    let code = "async () => await state.writeFile('/n', 'x')";
    let run = sandbox.run(&reads, code).blocking().unwrap();
    assert!(
        matches!(run.outcome, Outcome::Threw(_)),
        "{:?}",
        run.outcome
    );
    assert_eq!(one.head(), 3);
}
