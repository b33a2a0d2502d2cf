//! Runs that wait and whose memory cannot be used: they are repeated from their record, and go on.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use isolate_host::bridge::lose_memory;
use isolate_host::text::VPath;
use isolate_host::vfs::testing::{FailMode, TreeTesting as _};
use isolate_host::vfs::{Guard, LogOptions, Refusal, Retention, RunId, Verb};
use isolate_host::{
    Answer, Commit, ErrorKind, FunctionError, Functions, Outcome, Replay, ReplayOptions, Run,
    RunOptions, Sandbox, Workspace,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use serde_json::{Value as Json, json};

use super::replay::Unread;
use super::replay::generated::{program_of, statement};
use super::{one_thread, result, suspended};

const OTHER_ENGINE: Option<&str> = Some("another engine");

/// Functions whose answers follow from how many calls there were, and the number of calls.
fn counting(before: usize) -> (Functions, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(before));
    let mut functions = Functions::new();
    let counted = Arc::clone(&calls);
    functions
        .namespace("api")
        .add_dynamic("number", move |_: Json, _| {
            let number = counted.fetch_add(1, Ordering::Relaxed);
            async move { Ok(json!({ "number": number })) }
        });
    let counted = Arc::clone(&calls);
    functions
        .namespace("api")
        .add_dynamic::<Json, Json, _, _>("fails", move |_, _| {
            let number = counted.fetch_add(1, Ordering::Relaxed);
            async move { Err(FunctionError::new(format!("no {number}"))) }
        });
    (functions, calls)
}

fn answer_all(workspace: &Workspace, run: RunId, answer: &Answer) {
    for call in workspace.pending_run(run).unwrap().waiting_for {
        workspace.answer(run, &call, answer.clone()).unwrap();
    }
}

fn path(path: &str) -> VPath {
    VPath::parse(path).unwrap()
}

/// A run that waits, in a file.
struct Waiting {
    workspace: Workspace,
    run: RunId,
    // Last, so that the file is closed before it is removed.
    _folder: tempfile::TempDir,
}

impl Waiting {
    fn new(code: &str, options: &RunOptions) -> Self {
        Self::after(code, options, |_| ())
    }

    fn after(code: &str, options: &RunOptions, prepare: impl Fn(&Workspace)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
        prepare(&workspace);
        let sandbox = one_thread();
        let run = sandbox.run(&workspace, code).options(options);
        let run = suspended(&run.blocking().unwrap()).run;
        Self {
            workspace,
            run,
            _folder: folder,
        }
    }

    fn resume_with(&self, options: &RunOptions) -> Result<Run, isolate_host::Error> {
        let resumed = one_thread().resume(&self.workspace, self.run);
        resumed.options(options).blocking()
    }

    fn resume(&self) -> Run {
        self.resume_with(&RunOptions::new()).unwrap()
    }

    /// Why it cannot go on; it waits as before.
    fn refused(&self) -> String {
        let pending = self.workspace.pending().unwrap();
        let error = self.resume_with(&RunOptions::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
        assert_eq!(self.workspace.pending().unwrap(), pending);
        let tree = self.workspace.tree().unwrap();
        assert!(tree.findings().unwrap().is_empty());
        let text = error.to_string();
        let (_, why) = text
            .split_once("and cannot be repeated up to where it waits: ")
            .unwrap();
        why.to_owned()
    }
}

#[test]
fn a_run_of_another_engine_goes_on_by_its_record() {
    for commit in [Commit::PerCall, Commit::Atomic] {
        let (functions, calls) = counting(10);
        let options = RunOptions::new().commit(commit).functions(functions);
        let code = "async () => {
          const list = Array.from({ length: 3000 }, (_, i) => `item ${i}`);
          const first = (await api.number()).number;
          const random = Math.random(), before = await state.readFile('/before');
          await state.writeFile('/log', `${first} ${before}`);
          console.log('begun');
          await state.approve('Go on?');
          await state.appendFile('/log', ' more');
          const second = (await api.number()).number;
          return [first, second, list[2999], await state.readFile('/log'), random < 1];
        }";
        let waiting = Waiting::after(code, &options, |workspace| {
            let tree = workspace.tree().unwrap();
            tree.write(&path("/before"), b"old").unwrap();
        });
        let (workspace, run) = (&waiting.workspace, waiting.run);
        // Others may write meanwhile, what the run has not read.
        let tree = workspace.tree().unwrap();
        tree.write(&path("/other"), b"of another").unwrap();
        let pending = workspace.pending().unwrap();
        for engine in [OTHER_ENGINE, None] {
            lose_memory(workspace, run, engine).unwrap();
            if engine.is_none() {
                answer_all(workspace, run, &Answer::Approve);
            }
        }
        lose_memory(workspace, run, OTHER_ENGINE).unwrap();
        assert_eq!(
            pending[0].waiting_for,
            workspace.pending().unwrap()[0].answered
        );
        let resumed = waiting.resume_with(&options).unwrap();
        assert_eq!(
            result(&resumed),
            r#"[10,11,"item 2999","10 old more",true]"#
        );
        assert_eq!(calls.load(Ordering::Relaxed), 12);
        assert_eq!(resumed.logs.len(), 1);
        assert_eq!(resumed.calls.entries.len(), 3);
        let number = resumed.run_id.unwrap();
        assert_eq!(tree.read(&path("/other")).unwrap(), b"of another");
        assert!(tree.findings().unwrap().is_empty());
        let replay = one_thread().replay(workspace, number, &ReplayOptions::new());
        assert_eq!(replay.unwrap(), Replay::Same);
    }
}

/// A second one with the same memory goes on as it is: it is repeated once.
#[test]
fn the_memory_of_the_repetition_is_kept() {
    let code = "async () => { await state.approve('one'); return await state.approve('two'); }";
    let waiting = Waiting::new(code, &RunOptions::new());
    let (workspace, run) = (&waiting.workspace, waiting.run);
    lose_memory(workspace, run, OTHER_ENGINE).unwrap();
    answer_all(workspace, run, &Answer::Approve);
    let resumed = waiting.resume();
    assert_eq!(suspended(&resumed).run, run);
    answer_all(workspace, run, &Answer::Approve);
    assert_eq!(result(&waiting.resume()), "true");
}

/// Without a place for the repetition nothing would ever go on.
#[test]
fn one_place_is_enough() {
    let waiting = Waiting::new("() => state.approve('go')", &RunOptions::new());
    lose_memory(&waiting.workspace, waiting.run, OTHER_ENGINE).unwrap();
    answer_all(&waiting.workspace, waiting.run, &Answer::Approve);
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let resumed = sandbox.resume(&waiting.workspace, waiting.run).blocking();
    assert_eq!(result(&resumed.unwrap()), "true");
}

#[test]
fn preludes_that_do_not_matter_are_changed() {
    let build = |text: &str| Sandbox::builder().prelude("text", text).build().unwrap();
    let twice = "exports.twice = (text) => text + text;";
    let other = "exports.twice = (text) => text.repeat(2); exports.more = 1;";
    let logs = "exports.twice = (text) => { console.log(text); return text + text; };";
    let code = "async () => { const a = text.twice('ab'); await state.approve('go'); return a + text.twice('c'); }";
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let run = build(twice).run(&workspace, code).blocking().unwrap();
    let run = suspended(&run).run;
    answer_all(&workspace, run, &Answer::Approve);
    let refused = build(logs).resume(&workspace, run).blocking().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "run 1 cannot go on: it was begun with other preludes, and cannot be repeated up to where it waits: \
         it goes another way: logs: recorded nothing, replayed ab; resume it with the engine and the preludes that it was begun with, or end it"
    );
    let refused = one_thread().resume(&workspace, run).blocking().unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("replayed its end: threw; resume it"),
        "{refused}"
    );
    assert_eq!(workspace.pending().unwrap()[0].answered.len(), 1);
    let resumed = build(other).resume(&workspace, run).blocking().unwrap();
    assert_eq!(result(&resumed), r#""ababcc""#);
}

#[test]
fn what_cannot_be_repeated_says_why() {
    let large = |functions: &mut Functions| {
        functions
            .namespace("api")
            .add("large", |(): ()| async { Ok("x".repeat(5 << 20)) });
    };
    let mut functions = Functions::new();
    large(&mut functions);
    let code = "async () => { (await api.large()).length; await state.approve('go'); }";
    let options = RunOptions::new().functions(functions);
    let waiting = Waiting::new(code, &options);
    answer_all(&waiting.workspace, waiting.run, &Answer::Approve);
    lose_memory(&waiting.workspace, waiting.run, OTHER_ENGINE).unwrap();
    let error = waiting.resume_with(&options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "run 1 cannot go on: it was begun by another version of the engine, and cannot be repeated up to \
         where it waits: it was answered more than is recorded: at most 4 MiB; resume it with the engine and the preludes that it \
         was begun with, or end it"
    );

    // Nothing is recorded.
    let workspace = Workspace::builder().records(false).memory().unwrap();
    let run = one_thread()
        .run(&workspace, "() => state.approve('go')")
        .blocking()
        .unwrap();
    let run = suspended(&run).run;
    answer_all(&workspace, run, &Answer::Approve);
    lose_memory(&workspace, run, OTHER_ENGINE).unwrap();
    let error = one_thread().resume(&workspace, run).blocking().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("its workspace keeps no record of runs; "),
        "{error}"
    );

    // It has another answer than that of its files.
    let code = "async () => {
      const text = await state.readFile('/a');
      await state.approve('go');
      return text;
    }";
    let prepare = |text: &'static [u8]| {
        move |workspace: &Workspace| workspace.tree().unwrap().write(&path("/a"), text).unwrap()
    };
    let waiting = Waiting::after(code, &RunOptions::new(), prepare(b"one"));
    answer_all(&waiting.workspace, waiting.run, &Answer::Approve);
    lose_memory(&waiting.workspace, waiting.run, OTHER_ENGINE).unwrap();
    let tree = waiting.workspace.tree().unwrap();
    // A writer that began before the run changes what the run has read already.
    tree.write(&path("/a"), b"two").unwrap();
    tree.write(&path("/b"), b"").unwrap();
    tree.collect(&Retention::new().runs_max(1)).unwrap();
    assert!(
        waiting
            .refused()
            .starts_with("the files that it started from are not known any more: "),
        "{}",
        waiting.refused()
    );
}

/// Others changed what the run reads, between its start and its first change, so that the history has them
/// in another order.
#[test]
fn a_run_whose_files_were_changed_beside_it_is_not_guessed() {
    for (then, is_refused) in [("/a", true), ("/unread", false)] {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
        workspace
            .tree()
            .unwrap()
            .write(&path("/a"), b"one")
            .unwrap();
        let mut functions = Functions::new();
        let other = workspace.clone();
        functions.namespace("api").add("other", move |(): ()| {
            let tree = other.tree().unwrap();
            tree.write(&path(then), b"two").unwrap();
            async { Ok(()) }
        });
        let code = "async () => {
          const text = await state.readFile('/a');
          await api.other();
          await state.approve('go');
          return text;
        }";
        let options = RunOptions::new().functions(functions);
        let run = one_thread()
            .run(&workspace, code)
            .options(&options)
            .blocking()
            .unwrap();
        let run = suspended(&run).run;
        answer_all(&workspace, run, &Answer::Approve);
        lose_memory(&workspace, run, OTHER_ENGINE).unwrap();
        let resumed = one_thread()
            .resume(&workspace, run)
            .options(&options)
            .blocking();
        if is_refused {
            let text = resumed.unwrap_err().to_string();
            assert!(
                text.contains("it goes another way: `state` answers otherwise than then"),
                "{text}"
            );
            assert_eq!(workspace.pending().unwrap().len(), 1);
        } else {
            assert_eq!(result(&resumed.unwrap()), r#""one""#);
        }
    }
}

/// What a workspace holds, without times.
fn files(workspace: &Workspace) -> Vec<String> {
    let tree = workspace.tree().unwrap();
    let mut told = Vec::new();
    let mut folders = vec![VPath::root()];
    while let Some(folder) = folders.pop() {
        for entry in tree.read_dir(&folder).unwrap() {
            let at = folder.join(&entry.name).unwrap();
            let bytes = tree.read_link(&at).ok();
            told.push(format!("{at} {:?} {bytes:?}", entry.kind));
            if entry.kind == isolate_host::vfs::FileKind::Directory {
                folders.push(at);
            } else if let Ok(bytes) = tree.read(&at) {
                told.push(format!(
                    "{:?}",
                    isolate_host::text::hash::hash(
                        isolate_host::text::hash::Algorithm::Sha256,
                        &bytes,
                    )
                ));
            }
        }
    }
    told.sort();
    told
}

/// A report without what depends on the machine.
fn report(run: &Run) -> Json {
    let mut report = serde_json::to_value(run).unwrap();
    let usage = report["usage"].as_object_mut().unwrap();
    for name in ["wallMs", "queuedMs", "peakHostMemoryBytes"] {
        usage.shift_remove(name);
    }
    if let Some(calls) = report.get_mut("calls").and_then(Json::as_array_mut) {
        for call in calls {
            call.as_object_mut().unwrap().retain(|name, _| name != "ms");
        }
    }
    if let Some(report) = report.as_object_mut() {
        report.shift_remove("until");
    }
    report
}

/// Resuming by the record is resuming by the memory: the same results, files, logs and calls.
fn check(programs: usize) {
    let sandbox = one_thread();
    let mut runner = proptest::test_runner::TestRunner::default();
    let statement = || {
        prop_oneof![
            4 => statement(),
            1 => Just("await state.approve('go')".to_owned()),
            1 => Just("await Promise.all([api.number(), state.approve('two')])".to_owned()),
            1 => Just("await state.writeJson('/a.json', { seen })".to_owned()),
        ]
    };
    let made = (
        program_of(statement()),
        select(vec![Commit::PerCall, Commit::Atomic]),
        any::<bool>(),
        prop::collection::vec(any::<(bool, bool)>(), 10),
    );
    let (mut resumed, mut repeated) = (0, 0);
    for _ in 0..programs {
        let (code, commit, is_seeded, events) = made.new_tree(&mut runner).unwrap().current();
        let options = match is_seeded {
            true => RunOptions::new().seed(9),
            false => RunOptions::new().now(UNIX_EPOCH + Duration::from_secs(1_000_000_000)),
        };
        let options = options.commit(commit);
        let folder = tempfile::tempdir().unwrap();
        let files_of = ["one", "other"].map(|name| folder.path().join(name));
        let (functions, calls) = counting(0);
        let first = {
            let workspace = Workspace::open(&files_of[0]).unwrap();
            let tree = workspace.tree().unwrap();
            tree.write(&path("/a"), b"before").unwrap();
            drop(tree);
            let options = options.functions(functions);
            sandbox
                .run(&workspace, &code)
                .options(&options)
                .blocking()
                .unwrap()
        };
        let Outcome::Suspended(waits) = &first.outcome else {
            continue;
        };
        std::fs::copy(&files_of[0], &files_of[1]).unwrap();
        let run = waits.run;
        let calls = calls.load(Ordering::Relaxed);
        let mut ended = Vec::new();
        for (at, file) in files_of.iter().enumerate() {
            let told = go_on(&sandbox, file, run, calls, (at == 1, &events));
            repeated += told.1;
            ended.push(told.0);
        }
        resumed += 1;
        assert_eq!(ended[0], ended[1], "{code}");
    }
    assert!(resumed * 4 > programs, "{resumed} of {programs} waited");
    assert!(repeated > 0);
}

/// Reports of a run, the files of its workspace, and the log of that.
type Told = (Vec<Json>, Vec<String>, Vec<String>);

/// What becomes of a run that waits, and how often its memory was lost.
fn go_on(
    sandbox: &Sandbox,
    file: &Path,
    run: RunId,
    calls: usize,
    (loses_memory, events): (bool, &[(bool, bool)]),
) -> (Told, usize) {
    let workspace = Workspace::open(file).unwrap();
    let (functions, _) = counting(calls);
    let options = RunOptions::new().functions(functions);
    let mut reports = Vec::new();
    let mut lost = 0;
    for (is_approved, is_lost) in events {
        if loses_memory && *is_lost {
            lose_memory(&workspace, run, OTHER_ENGINE).unwrap();
            lost += 1;
        }
        let answer = if *is_approved {
            Answer::Approve
        } else {
            Answer::deny("no")
        };
        answer_all(&workspace, run, &answer);
        let resumed = sandbox
            .resume(&workspace, run)
            .options(&options)
            .blocking()
            .unwrap();
        reports.push(report(&resumed));
        if !matches!(resumed.outcome, Outcome::Suspended(_)) {
            break;
        }
    }
    let log = workspace.tree().unwrap().log(&LogOptions::new()).unwrap();
    let mut told = Vec::new();
    for info in log {
        told.push(format!(
            "{} {:?} {:?} {}",
            info.id, info.state, info.status, info.paths
        ));
        if info.status.as_deref() == Some("ok") {
            let replay = sandbox.replay(&workspace, info.id, &ReplayOptions::new());
            assert_eq!(replay.unwrap(), Replay::Same);
        }
    }
    ((reports, files(&workspace), told), lost)
}

#[test]
fn random_programs_go_on_by_their_record_as_by_their_memory() {
    check(if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        1_000
    } else {
        50
    });
}

/// Allows everything.
#[derive(Debug)]
struct Anything;

impl Guard for Anything {
    fn refusal(&self, _: Verb, _: &VPath, _: u64) -> Option<Refusal> {
        None
    }
}

#[test]
fn other_rules_that_answer_otherwise_are_told() {
    let open = Workspace::builder().records(true).memory().unwrap();
    open.tree().unwrap().write(&path("/secret"), b"x").unwrap();
    let strict = open.guarded(Arc::new(Unread));
    let code = "async () => {
      let seen;
      try { seen = await state.readFile('/secret') } catch (error) { seen = error.code }
      await state.approve('go');
      return seen;
    }";
    let run = one_thread().run(&strict, code).blocking().unwrap();
    let run = suspended(&run).run;
    answer_all(&open, run, &Answer::Approve);
    lose_memory(&open, run, OTHER_ENGINE).unwrap();
    let none = one_thread().resume(&open, run).blocking().unwrap_err();
    assert!(
        none.to_string()
            .contains("it was begun under rules about paths"),
        "{none}"
    );
    let lax = open.guarded(Arc::new(Anything));
    let other = one_thread().resume(&lax, run).blocking().unwrap_err();
    assert!(
        other
            .to_string()
            .contains("it goes another way: `state` answers otherwise than then"),
        "{other}"
    );
    let resumed = one_thread().resume(&strict, run).blocking().unwrap();
    assert_eq!(result(&resumed), r#""EPERM""#);
}

/// Whatever statement of the storage fails, the run waits as before, or goes on.
#[test]
fn whatever_fails_a_repeated_run_is_not_lost() {
    let sandbox = one_thread();
    let code =
        "async () => { await state.writeFile('/a', 'x'); await state.approve('go'); return 1; }";
    let mut failed = 0;
    let step = if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        1
    } else {
        7
    };
    for number in (1..300).step_by(step) {
        let workspace = Workspace::builder().records(true).memory().unwrap();
        let options = RunOptions::new().atomic();
        let run = sandbox
            .run(&workspace, code)
            .options(options)
            .blocking()
            .unwrap();
        let run = suspended(&run).run;
        answer_all(&workspace, run, &Answer::Approve);
        lose_memory(&workspace, run, OTHER_ENGINE).unwrap();
        workspace
            .tree()
            .unwrap()
            .fail_statement(number, FailMode::Once);
        let resumed = sandbox.resume(&workspace, run).blocking();
        let tree = workspace.tree().unwrap();
        let fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        assert!(tree.findings().unwrap().is_empty(), "{number}");
        drop(tree);
        match resumed {
            Ok(run) => assert_eq!(result(&run), "1", "{number}"),
            Err(error) => {
                assert!(fired, "{number} {error:?}");
                failed += 1;
                let Some(pending) = workspace.pending().unwrap().pop() else {
                    // It had gone on, and failed at its end.
                    assert!(error.partial_run().is_some(), "{number} {error:?}");
                    continue;
                };
                assert_eq!(pending.answered.len(), 1);
                assert_eq!(
                    result(&sandbox.resume(&workspace, run).blocking().unwrap()),
                    "1"
                );
            }
        }
        if !fired {
            break;
        }
    }
    assert!(failed > 3, "{failed}");
}
