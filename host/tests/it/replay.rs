//! Recorded runs that are made again.

mod answers;
pub(crate) mod generated;
mod tampered;
mod times;

use std::sync::Arc;

use isolate_host::text::VPath;
use isolate_host::vfs::{Guard, Refusal, RunId, Verb};
use isolate_host::{
    Obstacle, ObstacleKind, Replay, ReplayCounts, ReplayOptions, Run, RunOptions, Workspace,
};

use crate::one_thread;

/// A workspace in a file, in a folder that is removed with it.
pub(crate) struct File {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) workspace: Workspace,
}

impl File {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
        Self { folder, workspace }
    }

    pub(crate) fn run_with(&self, code: &str, options: &RunOptions) -> Run {
        one_thread()
            .run(&self.workspace, code)
            .options(options)
            .blocking()
            .unwrap()
    }

    pub(crate) fn run(&self, code: &str) -> Run {
        self.run_with(code, &RunOptions::new())
    }

    pub(crate) fn last(&self) -> RunId {
        let (_, newest) = self.workspace.tree().unwrap().run_span().unwrap().unwrap();
        newest
    }

    pub(crate) fn replay(&self, run: RunId) -> Replay {
        one_thread()
            .replay(&self.workspace, run, &ReplayOptions::new())
            .unwrap()
    }

    /// Replays the last run.
    pub(crate) fn again(&self) -> Replay {
        self.replay(self.last())
    }

    /// Replays all runs, and returns what is not the same.
    pub(crate) fn all(&self) -> (ReplayCounts, Vec<String>) {
        let mut others = Vec::new();
        let counts =
            one_thread().replay_all(&self.workspace, &ReplayOptions::new(), |info, replay| {
                if *replay != Replay::Same {
                    others.push(format!("{}: {replay}", info.id));
                }
            });
        (counts.unwrap(), others)
    }
}

/// Runs a program, and checks that it can be repeated.
pub(crate) fn check_same(file: &File, code: &str, options: &RunOptions) -> Run {
    let run = file.run_with(code, options);
    assert_eq!(file.again(), Replay::Same, "{code}\n{run:#?}");
    run
}

fn kind(replay: &Replay) -> ObstacleKind {
    match replay {
        Replay::NotComparable(Obstacle { kind, .. }) => *kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn programs_of_each_kind_are_the_same() {
    let file = File::new();
    let plain = RunOptions::new();
    for code in [
        "() => 1 + 1",
        "undefined",
        "() => { throw new RangeError('no') }",
        "() => { this is not a program",
        "async () => { console.log('a', 1); console.error('b'); return { b: [new Date(0), 1n, NaN] } }",
        "() => [Math.random(), Date.now(), performance.now(), crypto.randomUUID()]",
        "async () => { const at = Date.now(); await new Promise(done => setTimeout(done, 50)); return Date.now() - at }",
        "async () => { await state.writeFile('/a/b.txt', 'one'); await state.mkdir('/c'); }",
        "async () => { await state.appendFile('/a/b.txt', String(Math.random())); return state.readFile('/a/b.txt') }",
        "async () => { await state.cp('/a', '/d', { recursive: true }); await state.mv('/c', '/e'); await state.symlink('/a', '/f'); }",
        "async () => { await state.rm('/d', { recursive: true }); return state.find('/') }",
        "async () => { await state.writeFile('/g', 'x'.repeat(100000)); await state.readFile('/missing') }",
        "() => new Promise(() => {})",
        "async () => (await state.history()).map(run => [run.run, run.at, run.paths, run.label])",
        "async () => { await state.checkpoint('one'); await state.writeFile('/g', 'y'); await state.checkpoint('two'); await state.restore('one') }",
        "async () => { await state.undo() }",
        "async () => { await state.writeFile('/h', 'h'); throw new Error('kept') }",
        "async () => { for (let i = 0; i < 20; i++) await state.writeFile('/many/' + i, 'x'.repeat(i * 1000)); return state.summarizeTree('/') }",
    ] {
        check_same(&file, code, &plain);
        check_same(&file, code, &plain.clone().atomic());
        check_same(&file, code, &plain.clone().seed(5));
        check_same(
            &file,
            code,
            &plain.clone().read_only().actor("a").label("b"),
        );
    }
    let input = plain
        .clone()
        .input(&serde_json::json!({ "a": [1, 2] }))
        .unwrap();
    check_same(&file, "({ a }) => a.length", &input);
    check_same(&file, "let a: number = 1; a", &plain);
    check_same(
        &file,
        "let a: number = 1; a",
        &plain.clone().javascript_only(),
    );
    let evaluates =
        "() => { try { return eval('Math.random()'); } catch (error) { return error.name; } }";
    check_same(&file, evaluates, &plain);
    let refusing = plain.clone().no_code_from_text();
    let refused = check_same(&file, evaluates, &refusing);
    assert_eq!(crate::result(&refused), "\"EvalError\"");
    let confirmed = plain.clone().confirm(|_| true);
    check_same(
        &file,
        "async () => { await state.writeFile('/i', 'i') }",
        &confirmed,
    );
    let refused = plain.confirm(|_| false);
    let run = check_same(
        &file,
        "async () => { await state.writeFile('/i', 'j') }",
        &refused,
    );
    assert!(!run.is_committed);
    let (counts, others) = file.all();
    assert_eq!(others, [""; 0]);
    assert_eq!((counts.different, counts.not_comparable), (0, 0));
    assert_eq!(counts.same, 18 * 4 + 7);
}

#[test]
fn runs_that_a_limit_ended_are_the_same_but_for_those_of_time() {
    let file = File::new();
    let plain = RunOptions::new();
    let endless = "async () => { await state.writeFile('/a', 'a'); for (;;) {} }";
    check_same(&file, endless, &plain.clone().fuel(5_000_000));
    check_same(
        &file,
        "() => { const all = []; for (;;) all.push(new Uint8Array(1 << 20)) }",
        &plain.clone().memory_bytes(16 << 20),
    );
    let mut limits = isolate_host::Limits::new().host_calls(10).io_bytes(100);
    let calls = "async () => { for (;;) await state.exists('/a') }";
    check_same(&file, calls, &plain.clone().limits(limits));
    limits = limits.host_calls(1000);
    let bytes = "async () => { for (;;) await state.writeFile('/a', 'aaaaaaaaa') }";
    check_same(&file, bytes, &plain.clone().limits(limits));
    let logs = "() => { for (let i = 0; i < 100; i++) console.log('x'.repeat(i)) }";
    limits = isolate_host::Limits::new().log_bytes(200);
    check_same(&file, logs, &plain.clone().limits(limits));
    file.run_with(
        endless,
        &plain.clone().timeout(std::time::Duration::from_millis(200)),
    );
    assert_eq!(kind(&file.again()), ObstacleKind::Ended);
    let token = isolate_host::CancelToken::new();
    token.cancel();
    file.run_with(endless, &plain.cancel(token));
    assert_eq!(kind(&file.again()), ObstacleKind::Ended);
}

#[test]
fn a_full_workspace_is_full_again() {
    let folder = tempfile::tempdir().unwrap();
    let options = isolate_host::Workspace::builder().quota_bytes(1000);
    let workspace = options.open(folder.path().join("w.sqlite")).unwrap();
    let file = File { folder, workspace };
    let full = "async () => { await state.writeFile('/a', 'x'.repeat(900)); await state.writeFile('/b', 'x'.repeat(900)) }";
    let run = check_same(&file, full, &RunOptions::new());
    assert!(run.is_storage_error);
}

#[test]
fn what_is_no_program_is_not_comparable() {
    let file = File::new();
    let tree = file.workspace.tree().unwrap();
    let path = isolate_host::text::VPath::parse("/a").unwrap();
    tree.write(&path, b"one").unwrap();
    assert_eq!(kind(&file.again()), ObstacleKind::NotAProgram);
    drop(tree);
    check_same(&file, "() => state.readFile('/a')", &RunOptions::new());
    let tree = file.workspace.tree().unwrap();
    let first = tree.run_span().unwrap().unwrap().0;
    tree.undo(first).unwrap();
    drop(tree);
    assert_eq!(kind(&file.again()), ObstacleKind::NotAProgram);
    let (counts, _) = file.all();
    assert_eq!((counts.same, counts.not_comparable), (1, 2));
    let missing = one_thread().replay(&file.workspace, RunId::from(99), &ReplayOptions::new());
    assert_eq!(
        missing.unwrap_err().to_string(),
        "the history has no run 99"
    );
}

#[test]
fn a_run_that_others_wrote_beside_is_not_comparable_unless_it_is_the_same() {
    let file = File::new();
    let other = file.workspace.clone();
    let options = RunOptions::new().function("other", "write", move |text: String| {
        let tree = other.tree().unwrap();
        let path = isolate_host::text::VPath::parse("/other").unwrap();
        tree.write(&path, text.as_bytes()).unwrap();
        pause();
        async { Ok(()) }
    });
    let reads = "async () => { await state.writeFile('/a', ''); await other.write('hello'); await state.writeFile('/a', 'a'); return state.readFile('/other') }";
    file.run_with(reads, &options);
    let run = RunId::from(1);
    let replay = file.replay(run);
    assert_eq!(kind(&replay), ObstacleKind::Others, "{replay:?}");
    let blind = "async () => { await state.writeFile('/a', 'b'); await other.write('hello'); await state.writeFile('/a', 'c') }";
    file.run_with(blind, &options);
    let programs: Vec<Replay> = (1..=4).map(|run| file.replay(RunId::from(run))).collect();
    assert_eq!(
        programs
            .iter()
            .filter(|replay| **replay == Replay::Same)
            .count(),
        1,
        "{programs:?}"
    );
}

/// Long enough for the clock of the history, which counts milliseconds.
fn pause() {
    std::thread::sleep(std::time::Duration::from_millis(3));
}

#[test]
fn the_workspace_is_only_read() {
    let file = File::new();
    let path = file.folder.path().join("w.sqlite");
    file.run("async () => { await state.writeFile('/a', 'one') }");
    file.run("async () => { await state.writeFile('/a', 'two'); return state.readFile('/a') }");
    drop(file.workspace);
    let before = std::fs::read(&path).unwrap();
    let options = isolate_host::Workspace::builder().read_only(true);
    let workspace = options.open(&path).unwrap();
    let counts = one_thread()
        .replay_all(&workspace, &ReplayOptions::new(), |_, _| {})
        .unwrap();
    assert_eq!(counts.same, 2);
    drop(workspace);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_cancelled_replay_ends() {
    let file = File::new();
    file.run("() => 1");
    let token = isolate_host::CancelToken::new();
    token.cancel();
    let options = ReplayOptions::new().cancel(token);
    let counts = one_thread().replay_all(&file.workspace, &options, |_, _| {});
    assert_eq!(counts.unwrap(), ReplayCounts::default());
}

/// Refuses to read anything.
#[derive(Debug)]
pub(crate) struct Unread;

impl Guard for Unread {
    fn refusal(&self, verb: Verb, _: &VPath, _: u64) -> Option<Refusal> {
        (verb == Verb::Read).then(|| Refusal::Denied("a rule".to_owned()))
    }
}

#[test]
fn a_run_under_rules_is_repeated_under_the_same_rules_only() {
    let mut file = File::new();
    file.run("async () => state.writeFile('/secret', 'x')");
    let open = file.workspace.clone();
    file.workspace = open.guarded(Arc::new(Unread));
    let code = "async () => { try { return await state.readFile('/secret') } catch (error) { return error.message } }";
    let run = check_same(&file, code, &RunOptions::new());
    let told: String = run.result().unwrap();
    assert!(told.contains("a rule"), "{told}");
    file.workspace = open;
    assert_eq!(kind(&file.again()), ObstacleKind::Policy);
}
