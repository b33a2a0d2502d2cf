//! Runs that are put away while their functions take long.

mod killed;
mod places;
mod races;
mod schedules;
mod taken_back;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_host::vfs::RunId;
use isolate_host::{
    Answer, Awaits, CallState, CallStatus, ErrorKind, FunctionError, Functions, Outcome, Run,
    RunOptions, Sandbox, Scope, Value, Workspace,
};
use serde_json::{Value as Json, json};
use tokio::sync::{mpsc, oneshot};

use super::{one_thread, result, suspended, with_functions};

/// After so long the runs of these tests are put away.
const SOON: Duration = Duration::from_millis(20);

/// Longer than any test waits.
const NEVER: Duration = Duration::from_secs(3_600);

/// How long a test waits for what has to happen.
const PATIENCE: Duration = Duration::from_secs(20);

type Answered = Result<Value, FunctionError>;

/// Functions that the test answers, and the calls of them.
struct Desk {
    functions: Functions,
    calls: mpsc::UnboundedReceiver<(Json, oneshot::Sender<Answered>)>,
    /// Calls that were dropped or have ended.
    over: Arc<AtomicUsize>,
}

/// Counts when it is dropped.
struct Counts(Arc<AtomicUsize>);

impl Drop for Counts {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Desk {
    /// `desk.writes`, and `desk.reads`, which only reads.
    fn new() -> Self {
        let (sender, calls) = mpsc::unbounded_channel();
        let over = Arc::<AtomicUsize>::default();
        let mut functions = Functions::new();
        for name in ["writes", "reads"] {
            let (sender, over) = (sender.clone(), Arc::clone(&over));
            let mut desk = functions.namespace("desk");
            let function = desk.add_dynamic(name, move |argument: Json, scope: Scope| {
                scope.note(format!("works on {argument}"));
                let (answer, answered) = oneshot::channel();
                sender.send((argument, answer)).unwrap();
                let counts = Counts(Arc::clone(&over));
                async move {
                    let _counts = counts;
                    answered.await.expect("the test answers")
                }
            });
            let function = function.describe("Takes its time.");
            match name {
                "reads" => {
                    function.reads();
                }
                _ => {
                    function.writes();
                }
            }
        }
        Self {
            functions,
            calls,
            over,
        }
    }

    fn options(&self) -> RunOptions {
        with_functions(&self.functions).suspend_after(SOON)
    }

    /// The call that was made since the last.
    fn call(&mut self) -> (Json, oneshot::Sender<Answered>) {
        self.calls.try_recv().expect("it was called")
    }

    fn is_called(&mut self) -> bool {
        self.calls.try_recv().is_ok()
    }
}

fn text(value: &str) -> Value {
    Value::String(value.into())
}

/// The message of what is refused.
fn refused<T: std::fmt::Debug>(result: Result<T, isolate_host::Error>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
    error.to_string()
}

fn states(workspace: &Workspace, run: RunId) -> Vec<Option<CallState>> {
    let pending = workspace.pending_run(run).unwrap();
    let calls = pending.waiting_for.iter();
    calls.map(|call| call.state).collect()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what} does not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

async fn resumed(sandbox: &Sandbox, workspace: &Workspace, run: RunId, desk: &Desk) -> Run {
    tokio::time::timeout(PATIENCE, workspace.until_answered(run))
        .await
        .unwrap();
    let options = desk.options();
    let run = sandbox.resume(workspace, run).options(options);
    run.await.unwrap()
}

#[tokio::test]
async fn a_function_goes_on_without_its_run_and_is_called_once() {
    let folder = tempfile::tempdir().unwrap();
    let code = r#"async () => {
      await state.writeFile("/log", "asks\n");
      try { var said = await desk.writes({ cents: 300 }); }
      catch (error) { var said = [error.name, error.code, error.message, error.data]; }
      await state.appendFile("/log", "done\n");
      return [said, await state.readFile("/log")];
    }"#;
    let large = Value::BigInt("9007199254740993".to_owned());
    let answers = [
        (Ok(text("paid")), r#""paid""#.to_owned()),
        (Ok(Value::Undefined), "null".to_owned()),
        (Ok(large), r#"{"$bigint":"9007199254740993"}"#.to_owned()),
        (
            Err(FunctionError::new("the account is empty")
                .with_code("EDECLINED")
                .with_data(json!({ "left": 3 }))),
            r#"["Error","EDECLINED","the account is empty",{"left":3}]"#.to_owned(),
        ),
    ];
    for (number, (answer, expected)) in answers.into_iter().enumerate() {
        for is_atomic in [false, true] {
            let file = folder.path().join(format!("{number}-{is_atomic}"));
            let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
            let mut desk = Desk::new();
            let options = match is_atomic {
                false => desk.options().seed(7),
                true => desk.options().atomic(),
            };
            let run = sandbox.run(&workspace, code).options(options);
            let run = run.await.unwrap();
            let waiting = suspended(&run);
            let id = waiting.run;
            let call = &waiting.waiting_for[0];
            assert_eq!(
                (call.function.as_str(), call.awaits, call.state),
                ("desk.writes", Awaits::Function, Some(CallState::UnderWay))
            );
            assert_eq!(call.argument, json!({ "cents": 300 }));
            assert_eq!(call.description, "Takes its time.");
            assert_eq!(
                &workspace.pending_run(id).unwrap().waiting_for,
                &waiting.waiting_for
            );
            assert_eq!(sandbox.stats().detached_calls, 1);
            assert_eq!(sandbox.stats().runs, 0, "it has no place");
            let (argument, sender) = desk.call();
            assert_eq!(argument, json!({ "cents": 300 }));
            // It does not go on before that, and nobody is asked to approve it.
            let early = sandbox.resume(&workspace, id).options(desk.options());
            assert_eq!(
                refused(early.await),
                "run 1 cannot go on: desk.writes (call 1) is under way in this process, which keeps its \
                 answer when it comes (`Workspace::until_answered`)"
            );
            let approved = workspace.answer(id, call, Answer::Approve);
            assert!(refused(approved).contains("waits for the answer of its function"));
            assert!(workspace.answered().unwrap().is_empty());
            sender.send(answer.clone()).unwrap();
            tokio::time::timeout(PATIENCE, workspace.until_answered(id))
                .await
                .unwrap();
            assert_eq!(sandbox.stats().detached_calls, 0);
            assert_eq!(workspace.answered().unwrap().len(), 1);
            // Over another handle, in another sandbox.
            drop((sandbox, workspace));
            let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
            let run = sandbox.resume(&workspace, id).options(desk.options());
            let run = run.await.unwrap();
            assert_eq!(result(&run), format!(r#"[{expected},"asks\ndone\n"]"#));
            assert!(!desk.is_called());
            let record = &run.calls.entries[0];
            let status = match &answer {
                Ok(_) => CallStatus::Answered,
                Err(error) => CallStatus::Failed {
                    code: error.code.clone(),
                },
            };
            assert_eq!(record.status, status);
            assert_eq!(record.note.as_deref(), Some(r#"works on {"cents":300}"#));
            assert!(record.duration >= SOON, "{record:?}");
            assert!(record.may_have_written);
            let tree = workspace.tree().unwrap();
            assert!(tree.findings().unwrap().is_empty());
            drop(tree);
            let replay = tokio::task::spawn_blocking(move || {
                sandbox.replay(&workspace, id, &isolate_host::ReplayOptions::default())
            });
            let replay = replay.await.unwrap().unwrap();
            assert_eq!(replay, isolate_host::Replay::Same);
        }
    }
}

/// Without a runtime, threads of the sandbox drive what goes on.
#[test]
fn a_function_goes_on_without_a_runtime() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => await Promise.all([desk.writes(1), desk.reads(2)])";
    let run = sandbox.run(&workspace, code).options(desk.options());
    let run = run.blocking().unwrap();
    let id = suspended(&run).run;
    assert_eq!(
        states(&workspace, id),
        [Some(CallState::UnderWay), Some(CallState::UnderWay)]
    );
    let (first, second) = (desk.call(), desk.call());
    second.1.send(Ok(text("two"))).unwrap();
    until("the second answer", || {
        workspace.pending_run(id).unwrap().answered.len() == 1
    });
    assert_eq!(states(&workspace, id), [Some(CallState::UnderWay)]);
    // It goes on with that, and waits for the other one.
    let run = sandbox.resume(&workspace, id).options(desk.options());
    assert_eq!(suspended(&run.blocking().unwrap()).waiting_for.len(), 1);
    let early = sandbox.resume(&workspace, id).options(desk.options());
    assert!(refused(early.blocking()).contains("desk.writes (call 1) is under way"));
    // What the sandbox has begun goes on when nobody has it any more.
    drop(sandbox);
    first.1.send(Ok(text("one"))).unwrap();
    until("the first answer", || {
        workspace.pending_run(id).unwrap().waiting_for.is_empty()
    });
    let sandbox = one_thread();
    let run = sandbox.resume(&workspace, id).options(desk.options());
    assert_eq!(result(&run.blocking().unwrap()), r#"["one","two"]"#);
    assert_eq!(desk.over.load(Ordering::SeqCst), 2);
}

/// What waits in memory does so as long as it needs, and what has a time limit fails at it.
#[tokio::test]
async fn some_functions_keep_their_run_in_memory() {
    let code = "async () => { try { return await slow.work(1) } catch (error) { return [error.code, error.message] } }";
    let after = |time: Duration| {
        move |_: Value, _: Scope| async move {
            tokio::time::sleep(time).await;
            Ok(text("done"))
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w")).unwrap();
    let sandbox = one_thread();
    let while_later = 8 * SOON;
    type Set = fn(isolate_host::FunctionMut<'_>);
    let of_functions: [(Set, RunOptions); 5] = [
        (
            |function| {
                function.waits_in_memory();
            },
            RunOptions::new(),
        ),
        (
            |function| {
                function.unrecorded();
            },
            RunOptions::new(),
        ),
        (
            |function| {
                function.reads();
            },
            RunOptions::new().dry_run(),
        ),
        (|_| {}, RunOptions::new().no_suspension("it is a test")),
        (|_| {}, RunOptions::new().suspend_after(None)),
    ];
    for (number, (set, options)) in of_functions.into_iter().enumerate() {
        let mut functions = Functions::new();
        let mut namespace = functions.namespace("slow");
        set(namespace.add_dynamic("work", after(while_later)));
        let options = match number {
            4 => options,
            _ => options.suspend_after(SOON),
        };
        let run = sandbox.run(&workspace, code);
        let run = run.options(options.functions(functions)).await.unwrap();
        assert_eq!(result(&run), r#""done""#, "{number}");
    }
    assert!(workspace.pending().unwrap().is_empty());
    // A shorter limit of its own is one.
    let mut functions = Functions::new();
    let mut namespace = functions.namespace("slow");
    namespace
        .add_dynamic("work", after(NEVER))
        .timeout(SOON / 2);
    let run = sandbox.run(&workspace, code);
    let run = run.options(with_functions(&functions).suspend_after(10 * SOON));
    assert_eq!(
        result(&run.await.unwrap()),
        r#"["ETIMEDOUT","slow.work did not answer within 10 ms"]"#
    );
    // A longer one goes on counting.
    let mut namespace = functions.namespace("slow");
    namespace
        .add_dynamic("work", after(NEVER))
        .timeout(10 * SOON);
    let options = with_functions(&functions).suspend_after(SOON);
    let run = sandbox.run(&workspace, code).options(&options);
    let id = suspended(&run.await.unwrap()).run;
    tokio::time::timeout(PATIENCE, workspace.until_answered(id))
        .await
        .unwrap();
    let run = sandbox.resume(&workspace, id).options(&options);
    assert_eq!(
        result(&run.await.unwrap()),
        r#"["ETIMEDOUT","slow.work did not answer within 200 ms"]"#
    );
}

/// What the callback of an approval takes is not the function's time, and a run waits for it in memory.
#[tokio::test]
async fn a_run_waits_for_approvals_and_functions_together() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => await Promise.all([desk.reads(1), state.approve('Go on?')])";
    let run = sandbox.run(&workspace, code).options(desk.options());
    let run = run.await.unwrap();
    let id = suspended(&run).run;
    let awaits: Vec<_> = suspended(&run).waiting_for.iter().collect();
    assert_eq!(
        (awaits[0].awaits, awaits[1].awaits, awaits[1].state),
        (Awaits::Function, Awaits::Approval, None)
    );
    workspace.answer(id, awaits[1], Answer::Approve).unwrap();
    desk.call().1.send(Ok(Value::Number(5.0))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), "[5,true]");

    // While somebody is asked, it waits in memory; after that the function may take long.
    let mut functions = desk.functions.clone();
    functions.on_approval(|_| async {
        tokio::time::sleep(8 * SOON).await;
        isolate_host::Decision::Approve
    });
    let options = with_functions(&functions).suspend_after(SOON);
    let run = sandbox.run(&workspace, code).options(&options);
    let run = run.await.unwrap();
    let waiting = &suspended(&run).waiting_for;
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    assert_eq!(waiting[0].awaits, Awaits::Function);
    desk.call().1.send(Ok(Value::Number(6.0))).unwrap();
    let run = resumed(&sandbox, &workspace, suspended(&run).run, &desk).await;
    assert_eq!(result(&run), "[6,true]");
}

/// A run waits again for what it calls after it was resumed, also for what was approved meanwhile.
#[tokio::test]
async fn a_resumed_run_is_put_away_again() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => { const all = []; for (let i = 0; i < 3; i++) all.push(await desk.writes(i)); return all; }";
    let run = sandbox.run(&workspace, code).options(desk.options());
    let mut run = run.await.unwrap();
    for number in 0..3 {
        let id = suspended(&run).run;
        let (argument, sender) = desk.call();
        assert_eq!(argument, json!(number));
        sender.send(Ok(Value::Number(f64::from(number)))).unwrap();
        run = resumed(&sandbox, &workspace, id, &desk).await;
    }
    assert_eq!(result(&run), "[0,1,2]");
    assert_eq!(run.calls.entries.len(), 3);

    let mut approved = Desk::new();
    let mut namespace = approved.functions.namespace("bank");
    namespace
        .add("pays", |(): ()| async {
            tokio::time::sleep(8 * SOON).await;
            Ok("paid")
        })
        .needs_approval();
    let run = sandbox.run(&workspace, "bank.pays()");
    let run = run.options(approved.options()).await.unwrap();
    let waiting = suspended(&run);
    workspace
        .answer(waiting.run, &waiting.waiting_for[0], Answer::Approve)
        .unwrap();
    let again = resumed(&sandbox, &workspace, waiting.run, &approved).await;
    assert_eq!(suspended(&again).waiting_for[0].awaits, Awaits::Function);
    let run = resumed(&sandbox, &workspace, waiting.run, &approved).await;
    assert_eq!(result(&run), r#""paid""#);
}

#[tokio::test]
async fn what_goes_on_is_dropped_with_its_run_and_with_its_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w")).unwrap();
    let sandbox = Sandbox::builder().threads(1).runs(4).build().unwrap();
    let mut desk = Desk::new();
    let options = desk.options();
    let begin = async |code: &str| {
        let run = sandbox.run(&workspace, code).options(&options);
        suspended(&run.await.unwrap()).run
    };
    let ended = begin("desk.writes('ended')").await;
    workspace.end_pending(ended).unwrap();
    assert_eq!(desk.over.load(Ordering::SeqCst), 1);
    tokio::time::timeout(PATIENCE, workspace.until_answered(ended))
        .await
        .unwrap();
    let (_, gone) = desk.call();
    assert!(gone.send(Ok(Value::Null)).is_err());

    let reads = begin("desk.reads('reads')").await;
    let writes = begin("desk.writes('writes')").await;
    let both = begin("Promise.all([desk.writes('soon'), desk.reads('late')])").await;
    let mut senders: Vec<_> = (0..4).map(|_| desk.call().1).collect();
    // A run that ends while it is waited for, and what has its answer by then, is not dropped.
    let drained = tokio::spawn({
        let sandbox = sandbox.clone();
        async move { sandbox.drain(15 * SOON).await.unwrap() }
    });
    tokio::time::sleep(SOON).await;
    senders.remove(2).send(Ok(text("soon"))).unwrap();
    assert_eq!(drained.await.unwrap(), 0);
    assert_eq!(desk.over.load(Ordering::SeqCst), 5);
    assert_eq!(sandbox.stats().detached_calls, 0);
    assert_eq!(states(&workspace, reads), [Some(CallState::Interrupted)]);
    assert_eq!(states(&workspace, writes), [Some(CallState::Unknown)]);
    assert_eq!(states(&workspace, both), [Some(CallState::Interrupted)]);
    // What can go on without a person is told.
    let answered: Vec<_> = workspace.answered().unwrap();
    let answered: Vec<_> = answered.iter().map(|run| run.run).collect();
    assert_eq!(answered, [reads, both]);

    let sandbox = one_thread();
    for (run, expected) in [(reads, r#""again""#), (both, r#"["soon","again"]"#)] {
        let resumed = sandbox.resume(&workspace, run).options(desk.options());
        let resumed = tokio::spawn(resumed.into_future());
        let (_, sender) = tokio::time::timeout(PATIENCE, desk.calls.recv())
            .await
            .unwrap()
            .unwrap();
        sender.send(Ok(text("again"))).unwrap();
        let resumed = resumed.await.unwrap().unwrap();
        let resumed = match &resumed.outcome {
            Outcome::Suspended(_) => self::resumed(&sandbox, &workspace, run, &desk).await,
            _ => resumed,
        };
        assert_eq!(result(&resumed), expected);
    }
    let resumed = sandbox.resume(&workspace, writes).options(desk.options());
    assert_eq!(
        refused(resumed.await),
        "run 3 cannot go on: desk.writes (call 1) was interrupted before it answered: whether it has done its \
         work is not known, and it is not called again; find out, and give its answer: isolate-run answer 3 \
         --call 1 --value JSON, or --error TEXT (`Workspace::answer`)"
    );
    assert!(!desk.is_called());
    let call = &workspace.pending_run(writes).unwrap().waiting_for[0];
    workspace
        .answer(writes, call, Answer::value("it was done"))
        .unwrap();
    let run = self::resumed(&sandbox, &workspace, writes, &desk).await;
    assert_eq!(result(&run), r#""it was done""#);
    assert!(!desk.is_called());
}

/// A person who knows the answer need not wait for the function; its own answer is dropped then.
#[tokio::test]
async fn an_answer_of_a_person_counts() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let run = sandbox.run(&workspace, "desk.writes(1)");
    let run = run.options(desk.options()).await.unwrap();
    let waiting = suspended(&run).clone();
    workspace
        .answer(waiting.run, &waiting.waiting_for[0], Answer::value(1))
        .unwrap();
    desk.call().1.send(Ok(Value::Number(2.0))).unwrap();
    let run = resumed(&sandbox, &workspace, waiting.run, &desk).await;
    assert_eq!(result(&run), "1");
    assert_eq!(sandbox.stats().detached_calls, 0);
}

/// What goes on without a run is bounded; beyond it runs wait in memory, and are put away later.
#[tokio::test]
async fn beyond_the_bound_a_run_waits_in_memory() {
    let sandbox = Sandbox::builder().detached_calls(1).build().unwrap();
    let workspace = Workspace::memory().unwrap();
    let mut desk = Desk::new();
    let code = "async () => [await desk.writes(1), await desk.writes(2)]";
    let first = sandbox.run(&workspace, code).options(desk.options());
    let first = suspended(&first.await.unwrap()).run;
    let (_, of_first) = desk.call();
    let second = sandbox.run(&workspace, code).options(desk.options());
    let second = tokio::spawn(second.into_future());
    let (_, of_second) = desk.calls.recv().await.unwrap();
    tokio::time::sleep(8 * SOON).await;
    assert!(!second.is_finished());
    assert_eq!(sandbox.stats().runs, 1);
    of_second.send(Ok(Value::Null)).unwrap();
    let (_, of_second) = desk.calls.recv().await.unwrap();
    of_first.send(Ok(Value::Null)).unwrap();
    tokio::time::timeout(PATIENCE, workspace.until_answered(first))
        .await
        .unwrap();
    tokio::time::sleep(8 * SOON).await;
    // Since its next call there was room, or not yet: it ends in both cases.
    of_second.send(Ok(Value::Null)).unwrap();
    let run = second.await.unwrap().unwrap();
    let run = match &run.outcome {
        Outcome::Suspended(waiting) => resumed(&sandbox, &workspace, waiting.run, &desk).await,
        _ => run,
    };
    assert_eq!(result(&run), "[null,null]");
}

/// An answer that comes while somebody else writes is kept when that is over.
#[tokio::test]
async fn an_answer_waits_for_a_workspace_that_is_busy() {
    let folder = tempfile::tempdir().unwrap();
    let options = Workspace::builder().busy_timeout(Duration::from_millis(10));
    let workspace = options.open(folder.path().join("w")).unwrap();
    let other = Workspace::open(folder.path().join("w")).unwrap();
    let other = other.tree().unwrap();
    let sandbox = one_thread();
    let mut desk = Desk::new();
    let run = sandbox.run(&workspace, "desk.writes(1)");
    let run = run.options(desk.options()).await.unwrap();
    let id = suspended(&run).run;
    let mode = isolate_host::vfs::CommitMode::Atomic;
    let writes = other.begin(&isolate_host::vfs::RunOptions::new("other").mode(mode));
    let writes = writes.unwrap();
    let path = isolate_host::text::VPath::parse("/other").unwrap();
    writes.write(&path, b"").unwrap();
    desk.call().1.send(Ok(text("late"))).unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(states(&workspace, id), [Some(CallState::UnderWay)]);
    assert_eq!(sandbox.stats().detached_calls, 1);
    writes.commit().unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#""late""#);
}

/// The answer is checked, bounded and without credentials, as any other.
#[tokio::test]
async fn an_answer_is_checked_as_always() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut functions = Functions::new();
    for (name, answer) in [
        ("wrong", json!("17")),
        ("large", json!("x".repeat(5_000))),
        ("secret", json!(["the key is hunter2hunter2"])),
    ] {
        let answer = Arc::new(answer);
        let mut namespace = functions.namespace("slow");
        let function = namespace.add_dynamic(name, move |_: Json, _| {
            let answer = Arc::clone(&answer);
            async move {
                tokio::time::sleep(4 * SOON).await;
                Ok((*answer).clone())
            }
        });
        match name {
            "wrong" => {
                function.output(json!({ "type": "object" }));
            }
            _ => {
                function.answer_bytes(1_000);
            }
        }
    }
    let mut secrets = isolate_host::Secrets::new();
    secrets.add("hunter2hunter2");
    functions.hide(&secrets);
    let code = "async () => {
      const all = await Promise.allSettled([slow.wrong(1), slow.large(2), slow.secret(3)]);
      return all.map((one) => one.value ?? one.reason.code);
    }";
    let options = with_functions(&functions).suspend_after(SOON);
    let run = sandbox.run(&workspace, code).options(&options);
    let id = suspended(&run.await.unwrap()).run;
    workspace.until_answered(id).await;
    let run = sandbox.resume(&workspace, id).options(&options);
    let run = run.await.unwrap();
    let told = result(&run);
    assert!(
        told.starts_with(r#"["EBADMSG","E2BIG",["the key is "#),
        "{told}"
    );
    assert!(!told.contains("hunter2"), "{told}");
    let calls = run.calls.entries.iter();
    let kinds: Vec<_> = calls
        .map(|call| call.error.as_ref().map(|error| error.kind.as_str()))
        .collect();
    assert_eq!(kinds, [Some("defect"), Some("limit"), None]);
}

/// At the end of a sandbox nothing that waits is in the way: runs are put away, and what can be called again
/// is given up at once. What cannot has the time to answer.
#[tokio::test]
async fn a_sandbox_that_ends_puts_runs_away_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w")).unwrap();
    for name in ["reads", "writes"] {
        let sandbox = Sandbox::builder().threads(1).runs(4).build().unwrap();
        let mut desk = Desk::new();
        let options = desk.options().suspend_after(NEVER);
        let run = sandbox.run(&workspace, format!("desk.{name}('work')"));
        let run = tokio::spawn(run.options(options).into_future());
        let (_, sender) = tokio::time::timeout(PATIENCE, desk.calls.recv())
            .await
            .unwrap()
            .unwrap();
        let drained = tokio::spawn({
            let sandbox = sandbox.clone();
            async move { sandbox.drain(NEVER).await.unwrap() }
        });
        let run = tokio::time::timeout(PATIENCE, run).await.unwrap();
        let id = suspended(&run.unwrap().unwrap()).run;
        let answered = match name {
            "reads" => "again",
            _ => {
                assert!(!drained.is_finished(), "its function has not answered");
                assert_eq!(states(&workspace, id), [Some(CallState::UnderWay)]);
                sender.send(Ok(text("done"))).unwrap();
                "done"
            }
        };
        let drained = tokio::time::timeout(PATIENCE, drained).await.unwrap();
        assert_eq!(drained.unwrap(), 0, "nothing was cancelled");
        assert_eq!(sandbox.stats().detached_calls, 0);
        let state = (name == "reads").then_some(Some(CallState::Interrupted));
        assert_eq!(states(&workspace, id), Vec::from_iter(state));
        let mut desk = Desk::new();
        let other = one_thread();
        let options = desk.options().suspend_after(NEVER);
        let resumed = other.resume(&workspace, id).options(options);
        let resumed = tokio::spawn(resumed.into_future());
        if name == "reads" {
            let (_, sender) = desk.calls.recv().await.unwrap();
            sender.send(Ok(text("again"))).unwrap();
        }
        let run = resumed.await.unwrap().unwrap();
        assert_eq!(result(&run), format!(r#""{answered}""#));
    }
}
