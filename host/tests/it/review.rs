//! Runs whose changes need an approval before they are taken over.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use isolate_host::text::VPath;
use isolate_host::vfs::RunState;
use isolate_host::vfs::testing::{FailMode, TreeTesting as _};
use isolate_host::{
    Answer, Awaits, Commit, Decision, ErrorKind, Functions, IdempotencyKey, Outcome, Replay,
    ReplayOptions, Run, RunOptions, Sandbox, Workspace, diff_of_runs, recorded_run,
    recorded_status,
};
use serde_json::json;

use super::{one_thread, result, suspended};

const CODE: &str = "async () => {
  console.log('begun');
  await state.writeFile('/new', 'one\\n');
  await state.appendFile('/old', 'more\\n');
  await state.rm('/gone');
  return { n: 3n, at: new Date(0) };
}";

fn path(path: &str) -> VPath {
    VPath::parse(path).unwrap()
}

fn prepared(workspace: &Workspace) {
    let tree = workspace.tree().unwrap();
    tree.write(&path("/old"), b"old\n").unwrap();
    tree.write(&path("/gone"), b"gone\n").unwrap();
}

/// A file with a run whose changes wait.
struct Reviewed {
    workspace: Workspace,
    run: Run,
    folder: tempfile::TempDir,
}

impl Reviewed {
    fn new(sandbox: &Sandbox, options: &RunOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
        prepared(&workspace);
        let run = sandbox
            .run(&workspace, CODE)
            .options(options)
            .blocking()
            .unwrap();
        Self {
            workspace,
            run,
            folder,
        }
    }

    fn answer(&self, answer: Answer) {
        let waits = suspended(&self.run);
        self.workspace
            .answer(waits.run, &waits.waiting_for[0], answer)
            .unwrap();
    }

    fn resume(&self, sandbox: &Sandbox) -> Result<Run, isolate_host::Error> {
        sandbox
            .resume(&self.workspace, suspended(&self.run).run)
            .blocking()
    }

    fn text(&self, at: &str) -> Option<String> {
        let bytes = self.workspace.tree().unwrap().read(&path(at)).ok()?;
        Some(String::from_utf8(bytes).unwrap())
    }

    /// Nothing of the run is in the workspace.
    fn is_untouched(&self) {
        assert_eq!(self.text("/new"), None);
        assert_eq!(self.text("/old").unwrap(), "old\n");
        assert_eq!(self.text("/gone").unwrap(), "gone\n");
        let tree = self.workspace.tree().unwrap();
        assert!(tree.findings().unwrap().is_empty());
        assert!(tree.branches().unwrap().is_empty());
    }
}

fn review() -> RunOptions {
    RunOptions::new().review(true).diff_bytes(10_000)
}

#[test]
fn approved_changes_are_taken_over_with_the_result() {
    let reviewed = Reviewed::new(&one_thread(), &review().label("agent"));
    let waits = suspended(&reviewed.run);
    let call = &waits.waiting_for[0];
    assert_eq!(
        (call.function.as_str(), call.awaits),
        ("state.review", Awaits::Review)
    );
    assert_eq!(
        call.argument,
        json!({ "created": 1, "changed": 1, "deleted": 1, "paths": ["/new", "/old", "/gone"] })
    );
    assert!(!reviewed.run.is_committed);
    assert_eq!(reviewed.run.effects.created[0].path, "/new");
    reviewed.is_untouched();
    let tree = reviewed.workspace.tree().unwrap();
    let diff = diff_of_runs(&tree, &[waits.run], 10_000).unwrap();
    assert_eq!(Some(&diff), reviewed.run.diff.as_ref());
    assert!(diff.contains("+++ b/new"), "{diff}");
    // Others go on.
    tree.write(&path("/other"), b"").unwrap();
    drop(tree);

    // Another process, of another sandbox with other preludes and without any function, ends it.
    let workspace = Workspace::open(reviewed.folder.path().join("w.sqlite")).unwrap();
    workspace.answer(waits.run, call, Answer::Approve).unwrap();
    let sandbox = Sandbox::builder()
        .prelude("text", "exports.a = 1")
        .build()
        .unwrap();
    let run = sandbox.resume(&workspace, waits.run).blocking().unwrap();
    assert!(run.is_committed);
    assert_eq!((run.logs.len(), run.refusal.as_deref()), (1, None));
    assert_eq!(run.diff.as_deref(), Some(diff.as_str()));
    assert_eq!(run.usage.fuel, reviewed_fuel());
    assert_eq!(run.effects.created[0].path, "/new");
    let Outcome::Returned(value) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    // As it was, and not in its JSON form.
    assert_eq!(format!("{value:?}"), returned());
    assert_eq!(reviewed.text("/new").unwrap(), "one\n");
    assert_eq!(reviewed.text("/old").unwrap(), "old\nmore\n");
    assert_eq!(reviewed.text("/gone"), None);
    let tree = workspace.tree().unwrap();
    assert!(tree.findings().unwrap().is_empty());
    let number = run.run_id.unwrap();
    let recorded = recorded_run(&tree, number).unwrap().unwrap();
    assert_eq!(recorded_status(&recorded.info), "ok");
    assert_eq!(recorded.info.label, "agent");
    assert_eq!(recorded.report.unwrap()["logs"][0]["text"], "begun");
    let replay = one_thread().replay(&workspace, number, &ReplayOptions::new());
    assert_eq!(replay.unwrap(), Replay::Same);
    tree.undo(number).unwrap();
    assert_eq!(reviewed.text("/old").unwrap(), "old\n");
}

/// What the program returns without a review.
fn plain() -> Run {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    prepared(&workspace);
    let options = RunOptions::new().atomic();
    one_thread()
        .run(&workspace, CODE)
        .options(options)
        .blocking()
        .unwrap()
}

fn returned() -> String {
    match plain().outcome {
        Outcome::Returned(value) => format!("{value:?}"),
        other => panic!("{other:?}"),
    }
}

fn reviewed_fuel() -> u64 {
    plain().usage.fuel
}

#[test]
fn refused_changes_are_dropped() {
    let reviewed = Reviewed::new(&one_thread(), &review());
    reviewed.answer(Answer::deny("too much"));
    let number = suspended(&reviewed.run).run;
    let run = reviewed.resume(&one_thread()).unwrap();
    assert!(!run.is_committed);
    assert_eq!(
        (run.refusal.as_deref(), run.run_id),
        (Some("too much"), None)
    );
    assert!(matches!(run.outcome, Outcome::Returned(_)));
    let report = serde_json::to_value(&run).unwrap();
    assert_eq!(
        (&report["committed"], &report["refusal"]),
        (&json!(false), &json!("too much"))
    );
    reviewed.is_untouched();
    let tree = reviewed.workspace.tree().unwrap();
    let recorded = recorded_run(&tree, number).unwrap().unwrap();
    assert_eq!(recorded_status(&recorded.info), "discarded");
    assert_eq!(recorded.report.unwrap()["refusal"], "too much");
    let replay = one_thread().replay(&reviewed.workspace, number, &ReplayOptions::new());
    assert_eq!(replay.unwrap(), Replay::Same);
    let again = reviewed.resume(&one_thread()).unwrap_err();
    assert_eq!(
        again.to_string(),
        "run 3 does not wait for an answer: it was given up"
    );
}

#[test]
fn changes_of_others_to_the_same_paths_are_a_conflict() {
    let reviewed = Reviewed::new(&one_thread(), &review());
    let tree = reviewed.workspace.tree().unwrap();
    tree.write(&path("/old"), b"of another\n").unwrap();
    reviewed.answer(Answer::Approve);
    let run = reviewed.resume(&one_thread()).unwrap();
    let Outcome::Conflict(conflict) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(conflict.paths, [path("/old")]);
    assert_eq!(conflict.branch, "run-3");
    assert_eq!(reviewed.text("/new"), None);
    assert_eq!(reviewed.text("/old").unwrap(), "of another\n");
    assert!(tree.findings().unwrap().is_empty());
    tree.switch_branch("run-3").unwrap();
    assert_eq!(tree.read(&path("/old")).unwrap(), b"old\nmore\n");
}

#[test]
fn what_changes_nothing_or_fails_asks_nobody() {
    let workspace = Workspace::memory().unwrap();
    for (code, expected) in [
        ("() => 1", "1"),
        (
            "async () => { await state.writeFile('/a', ''); await state.rm('/a'); return 2; }",
            "2",
        ),
    ] {
        let run = one_thread()
            .run(&workspace, code)
            .options(review())
            .blocking()
            .unwrap();
        assert_eq!((result(&run).as_str(), run.is_committed), (expected, true));
    }
    let code = "async () => { await state.writeFile('/a', ''); throw new Error('no'); }";
    let run = one_thread()
        .run(&workspace, code)
        .options(review())
        .blocking()
        .unwrap();
    assert!(matches!(run.outcome, Outcome::Threw(_)) && !run.is_committed);
    assert!(workspace.pending().unwrap().is_empty());
    assert!(!workspace.tree().unwrap().exists(&path("/a")).unwrap());
}

#[test]
fn whoever_can_be_asked_is_asked_first() {
    for decision in [
        Decision::Approve,
        Decision::refuse("not so"),
        Decision::Later,
    ] {
        let asked = Arc::new(AtomicUsize::new(0));
        let (counted, answer) = (Arc::clone(&asked), decision.clone());
        let mut functions = Functions::new();
        functions.on_approval(move |request| {
            assert_eq!(request.function, "state.review");
            assert_eq!(request.argument["paths"], json!(["/new", "/old", "/gone"]));
            counted.fetch_add(1, Ordering::Relaxed);
            let answer = answer.clone();
            async move {
                tokio::time::sleep(Duration::from_millis(5)).await;
                answer
            }
        });
        let workspace = Workspace::memory().unwrap();
        prepared(&workspace);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_time()
            .build()
            .unwrap();
        let options = review().functions(functions);
        let sandbox = one_thread();
        let run = runtime.block_on(async { sandbox.run(&workspace, CODE).options(options).await });
        let run = run.unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        match decision {
            Decision::Approve => assert!(run.is_committed),
            Decision::Refuse(reason) => {
                assert_eq!((run.is_committed, run.refusal), (false, Some(reason)));
            }
            _ => assert_eq!(suspended(&run).waiting_for[0].function, "state.review"),
        }
        assert!(workspace.tree().unwrap().findings().unwrap().is_empty());
    }
}

#[test]
fn a_run_that_cannot_wait_is_refused_before_it_begins() {
    let workspace = Workspace::memory().unwrap();
    let sandbox = one_thread();
    let code = "() => state.writeFile('/a', '')";
    let refused = |workspace: &Workspace, options: RunOptions| {
        let error = sandbox
            .run(workspace, code)
            .options(options)
            .blocking()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        error.to_string()
    };
    assert_eq!(
        refused(&workspace, review().no_suspension("for a reason")),
        "the changes of this run are to be reviewed, and it cannot wait for that: for a reason"
    );
    for commit in [Commit::DryRun, Commit::PerCall] {
        assert_eq!(
            refused(&workspace, review().commit(commit)),
            "`review` needs an atomic run: set `commit` to `Commit::Atomic`, or do not set it after `review`"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    drop(Workspace::open(&file).unwrap());
    let only = Workspace::builder().read_only(true).open(&file).unwrap();
    assert!(refused(&only, review()).ends_with("its workspace is opened for reading only"));
    assert!(!workspace.tree().unwrap().exists(&path("/a")).unwrap());
}

#[test]
fn without_an_answer_in_time_nothing_is_taken_over() {
    let options = review().wait_max(Duration::from_millis(1));
    let reviewed = Reviewed::new(&one_thread(), &options);
    std::thread::sleep(Duration::from_millis(20));
    let run = reviewed.resume(&one_thread()).unwrap();
    assert_eq!(
        run.refusal.as_deref(),
        Some("nobody has approved it in the time that the run may wait")
    );
    reviewed.is_untouched();
}

#[test]
fn answers_that_do_not_fit_are_refused() {
    let reviewed = Reviewed::new(&one_thread(), &review());
    let waits = suspended(&reviewed.run);
    let call = &waits.waiting_for[0];
    let refused = |answered: Result<(), isolate_host::Error>| answered.unwrap_err().to_string();
    assert_eq!(
        refused(reviewed.workspace.answer(waits.run, call, Answer::value(1))),
        "call 1 of run 3 waits for an approval: approve or deny it"
    );
    let mut stale = call.clone();
    stale.digest.replace_range(..4, "0000");
    let text = refused(
        reviewed
            .workspace
            .answer(waits.run, &stale, Answer::Approve),
    );
    assert!(text.contains("is not what was shown"), "{text}");
    assert_eq!(
        reviewed.resume(&one_thread()).unwrap_err().to_string(),
        "run 3 cannot go on: it waits for state.review (call 1)"
    );
    reviewed.answer(Answer::Approve);
    let reads = RunOptions::new().read_only();
    let error = one_thread()
        .resume(&reviewed.workspace, waits.run)
        .options(reads)
        .blocking();
    assert_eq!(
        error.unwrap_err().to_string(),
        "run 3 cannot go on: its changes are to be taken over, and whoever resumes it may only read"
    );
    assert!(reviewed.resume(&one_thread()).unwrap().is_committed);
}

/// It waits for an answer in the middle, and for the review at its end, under a key.
#[test]
fn a_run_waits_in_the_middle_and_at_its_end() {
    for key in [None, Some([5; 32])] {
        let build = || {
            let sandbox = Sandbox::builder().threads(1).runs(2);
            let sandbox = match key {
                Some(key) => sandbox.image_key(key),
                None => sandbox,
            };
            sandbox.build().unwrap()
        };
        let workspace = Workspace::builder().records(true).memory().unwrap();
        let code = "async () => {
          await state.writeFile('/a', '1');
          await state.approve('go');
          await state.writeFile('/b', '2');
          return 'done';
        }";
        let mut run = build()
            .run(&workspace, code)
            .options(review())
            .blocking()
            .unwrap();
        for function in ["state.approve", "state.review"] {
            let waits = suspended(&run).clone();
            assert_eq!(waits.waiting_for[0].function, function);
            workspace
                .answer(waits.run, &waits.waiting_for[0], Answer::Approve)
                .unwrap();
            if key.is_some() {
                let error = one_thread()
                    .resume(&workspace, waits.run)
                    .blocking()
                    .unwrap_err();
                assert!(
                    error
                        .to_string()
                        .contains("it is sealed with the image key"),
                    "{error}"
                );
            }
            run = build().resume(&workspace, waits.run).blocking().unwrap();
        }
        assert_eq!(result(&run), r#""done""#);
        assert!(run.is_committed);
        let number = run.run_id.unwrap();
        let replay = one_thread().replay(&workspace, number, &ReplayOptions::new());
        assert_eq!(replay.unwrap(), Replay::Same);
    }
}

#[test]
fn a_repeated_request_is_answered_what_became_of_it() {
    let key = IdempotencyKey::new("one").unwrap();
    let options = review().idempotency_key(key);
    let sandbox = one_thread();
    let reviewed = Reviewed::new(&sandbox, &options);
    let again = || {
        sandbox
            .run(&reviewed.workspace, CODE)
            .options(&options)
            .blocking()
            .unwrap()
    };
    let run = again();
    assert!(run.is_repeated);
    assert_eq!(
        suspended(&run).waiting_for,
        suspended(&reviewed.run).waiting_for
    );
    reviewed.answer(Answer::deny("no"));
    reviewed.resume(&sandbox).unwrap();
    let run = again();
    assert_eq!(
        (run.is_committed, run.refusal.as_deref()),
        (false, Some("no"))
    );
    let other = RunOptions::new().atomic().idempotency_key(key);
    let error = sandbox
        .run(&reviewed.workspace, CODE)
        .options(other)
        .blocking()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Repeated);
}

/// What may happen to changes that wait.
#[derive(Clone, Copy, Debug)]
enum Event {
    Approve,
    Deny,
    Resume,
    Restart,
    End,
    OtherWrites,
}

/// Whatever happens meanwhile, the changes are taken over as a whole after an approval, and never otherwise.
#[test]
fn random_schedules_go_as_a_model_says() {
    use proptest::prelude::*;

    let event = prop_oneof![
        3 => Just(Event::Approve),
        1 => Just(Event::Deny),
        3 => Just(Event::Resume),
        1 => Just(Event::Restart),
        1 => Just(Event::End),
        1 => Just(Event::OtherWrites),
    ];
    let cases = if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        3_000
    } else {
        100
    };
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let sandbox = one_thread();
    proptest!(config, |(events in prop::collection::vec(event, 1..10))| {
        let reviewed = Reviewed::new(&sandbox, &review());
        let number = suspended(&reviewed.run).run;
        let file = reviewed.folder.path().join("w.sqlite");
        let mut workspace = reviewed.workspace.clone();
        let (mut answer, mut state, mut wrote) = (None, RunState::Suspended, false);
        let (mut is_taken_over, mut is_conflict) = (false, false);
        for event in events {
            let waits = state == RunState::Suspended;
            match event {
                Event::Approve | Event::Deny => {
                    let is_approved = matches!(event, Event::Approve);
                    let given = if is_approved { Answer::Approve } else { Answer::deny("no") };
                    let call = &suspended(&reviewed.run).waiting_for[0];
                    let answered = workspace.answer(number, call, given);
                    prop_assert_eq!(answered.is_ok(), waits && answer.is_none());
                    if waits {
                        answer.get_or_insert(is_approved);
                    }
                }
                Event::Resume => {
                    let resumed = sandbox.resume(&workspace, number).blocking();
                    let (true, Some(is_approved)) = (waits, answer) else {
                        prop_assert_eq!(resumed.unwrap_err().kind(), ErrorKind::Refused);
                        continue;
                    };
                    let run = resumed.unwrap();
                    is_conflict = is_approved && wrote;
                    is_taken_over = is_approved && !wrote;
                    prop_assert_eq!(matches!(run.outcome, Outcome::Conflict(_)), is_conflict);
                    prop_assert_eq!(run.is_committed, is_taken_over);
                    state = RunState::Finished;
                }
                Event::Restart => workspace = Workspace::open(&file).unwrap(),
                Event::End => {
                    prop_assert_eq!(workspace.end_pending(number).is_ok(), waits);
                    state = if waits { RunState::Abandoned } else { state };
                }
                Event::OtherWrites => {
                    // After that, what the run has changed stays.
                    if waits {
                        workspace.tree().unwrap().write(&path("/old"), b"of another\n").unwrap();
                        wrote = true;
                    }
                }
            }
            let tree = workspace.tree().unwrap();
            prop_assert!(tree.findings().unwrap().is_empty());
            prop_assert_eq!(tree.exists(&path("/new")).unwrap(), is_taken_over);
            prop_assert_eq!(tree.exists(&path("/gone")).unwrap(), !is_taken_over);
            let old = tree.read(&path("/old")).unwrap();
            let expected: &[u8] = match (is_taken_over, wrote) {
                (true, _) => b"old\nmore\n",
                (false, true) => b"of another\n",
                (false, false) => b"old\n",
            };
            prop_assert_eq!(old, expected);
            prop_assert_eq!(tree.branches().unwrap().len(), usize::from(is_conflict));
            prop_assert_eq!(workspace.pending().unwrap().len(), usize::from(state == RunState::Suspended));
        }
    });
}

/// Whatever statement of the storage fails, the changes are taken over as a whole, or wait as before.
#[test]
fn whatever_fails_nothing_is_kept_by_halves() {
    let sandbox = one_thread();
    let mut seen = [0; 2];
    for number in 1.. {
        let workspace = Workspace::builder().records(true).memory().unwrap();
        prepared(&workspace);
        workspace
            .tree()
            .unwrap()
            .fail_statement(number, FailMode::Once);
        let run = sandbox.run(&workspace, CODE).options(review()).blocking();
        let tree = workspace.tree().unwrap();
        let fired_first = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        assert!(tree.findings().unwrap().is_empty(), "{number}");
        assert!(!tree.exists(&path("/new")).unwrap() && tree.exists(&path("/gone")).unwrap());
        let pending = workspace.pending().unwrap();
        let waits = match run.as_ref().map(|run| &run.outcome) {
            Ok(Outcome::Suspended(waits)) => waits.clone(),
            _ => {
                assert!(fired_first && pending.is_empty(), "{number} {run:?}");
                seen[0] += 1;
                continue;
            }
        };
        assert_eq!(pending[0].waiting_for, waits.waiting_for);
        workspace
            .answer(waits.run, &waits.waiting_for[0], Answer::Approve)
            .unwrap();
        tree.fail_statement(number, FailMode::Once);
        drop(tree);
        let resumed = sandbox.resume(&workspace, waits.run).blocking();
        let tree = workspace.tree().unwrap();
        let fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        assert!(tree.findings().unwrap().is_empty(), "{number}");
        let is_taken_over = tree.exists(&path("/new")).unwrap();
        assert_ne!(tree.exists(&path("/gone")).unwrap(), is_taken_over);
        let is_waiting = !workspace.pending().unwrap().is_empty();
        match resumed {
            Ok(run) => assert!(run.is_committed && is_taken_over && !is_waiting, "{number}"),
            Err(error) => {
                assert!(fired, "{number} {error:?}");
                seen[1] += 1;
                // It waits as before, with its answer.
                assert!(is_waiting && !is_taken_over, "{number} {error:?}");
                drop(tree);
                let run = sandbox.resume(&workspace, waits.run).blocking().unwrap();
                assert!(run.is_committed);
            }
        }
        if !fired_first && !fired {
            break;
        }
    }
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}
