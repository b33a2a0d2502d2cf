//! Processes that end while functions are under way for runs that they have put away.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_host::vfs::RunId;
use isolate_host::{Answer, CallState, FunctionError, Functions, Workspace};
use serde_json::json;

use super::{SOON, refused, states, suspended, until};
use crate::{one_thread, result, with_functions};

/// The file of the workspace, in the process that is killed.
const FILE: &str = "ISOLATE_TEST_FILE";

const FUNCTIONS: [&str; 3] = ["reads", "repeats", "writes"];

/// `work.reads`, `work.repeats`, which is idempotent, and `work.writes`. They answer at once, or never.
fn functions(answers: bool, called: &Arc<AtomicUsize>) -> Functions {
    let mut functions = Functions::new();
    for name in FUNCTIONS {
        let called = Arc::clone(called);
        let mut work = functions.namespace("work");
        let function = work.add(name, move |number: u32| {
            called.fetch_add(1, Ordering::SeqCst);
            async move {
                if !answers {
                    std::future::pending::<()>().await;
                }
                Ok::<_, FunctionError>(format!("{name} {number}"))
            }
        });
        match name {
            "reads" => {
                function.reads();
            }
            "repeats" => {
                function.idempotent();
            }
            _ => {
                function.writes();
            }
        }
    }
    functions
}

/// The process that is killed: it puts three runs away whose functions do not answer, and waits.
#[test]
#[ignore = "other tests start this as a process of its own"]
fn a_process_that_holds_calls() {
    let file = std::env::var_os(FILE).unwrap();
    let (sandbox, workspace) = (one_thread(), Workspace::open(file).unwrap());
    let called = Arc::default();
    let options = with_functions(&functions(false, &called)).suspend_after(SOON);
    for (number, name) in FUNCTIONS.into_iter().enumerate() {
        let code = format!(
            "async () => {{ await state.appendFile('/log', '{name}\\n'); return await work.{name}({number}); }}"
        );
        let run = sandbox.run(&workspace, code).options(&options);
        suspended(&run.blocking().unwrap());
    }
    println!("\nall wait");
    std::thread::park();
}

/// Starts a process that is killed, and waits until its runs are where they have to be.
fn begin_process(file: &Path, name: &str) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture"])
        .arg(format!("slow::killed::{name}"))
        .env(FILE, file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let waits = lines.map_while(Result::ok).any(|line| line == "all wait");
    assert!(waits, "{:?}", child.wait());
    child
}

fn begin(file: &Path) -> Child {
    begin_process(file, "a_process_that_holds_calls")
}

/// Waits for `work.NAME` in a run that has had the answer of another function.
const SECOND: &str = "async (name) => {
  const call = work[name](7);
  await Promise.race([call, quick.answer()]);
  await state.appendFile('/log', `${name}\n`);
  return await call;
}";

fn with_quick(mut functions: Functions) -> Functions {
    functions.namespace("quick").add("answer", |(): ()| async {
        tokio::time::sleep(4 * SOON).await;
        Ok("quick")
    });
    functions
}

/// The process that is killed when its runs have gone on: the first waits for its first answer to be taken, the
/// next three are put away again, and the last is in memory.
#[test]
#[ignore = "other tests start this as a process of its own"]
fn a_process_whose_runs_have_gone_on() {
    let file = std::env::var_os(FILE).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (sandbox, workspace) = (one_thread(), Workspace::open(file).unwrap());
    let functions = with_quick(functions(false, &Arc::default()));
    let options = with_functions(&functions).suspend_after(SOON);
    let _entered = runtime.enter();
    let put_away = |name: &str| {
        let options = options.clone().input(&name).unwrap();
        let run = sandbox.run(&workspace, SECOND).options(options);
        let id = suspended(&runtime.block_on(async { run.await }).unwrap()).run;
        runtime.block_on(workspace.until_answered(id));
        id
    };
    put_away("writes");
    for name in FUNCTIONS {
        let id = put_away(name);
        let run = sandbox.resume(&workspace, id).options(&options);
        suspended(&runtime.block_on(async { run.await }).unwrap());
    }
    let id = put_away("reads");
    let in_memory = options.clone().suspend_after(None);
    let run = sandbox.resume(&workspace, id).options(in_memory);
    let _run = runtime.spawn(run.into_future());
    until("that the last one is in memory", || {
        workspace.pending().unwrap().len() == 4
    });
    println!("\nall wait");
    std::thread::park();
}

#[test]
fn a_run_that_has_gone_on_calls_nothing_twice_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let mut child = begin_process(&file, "a_process_whose_runs_have_gone_on");
    let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
    let called = Arc::<AtomicUsize>::default();
    let options = with_functions(&with_quick(functions(true, &called))).suspend_after(SOON);
    let resume = |run: i64| {
        let run = sandbox.resume(&workspace, RunId::from(run));
        run.options(&options).blocking()
    };
    // While the other process lives it has its calls, and one answer is not enough here.
    let elsewhere = [Some(CallState::UnderWayElsewhere)];
    for run in 1..=4 {
        assert_eq!(states(&workspace, RunId::from(run)), elsewhere);
        assert!(refused(resume(run)).contains("is under way in another process"));
    }
    assert!(refused(resume(5)).contains("it is going on"));
    assert!(workspace.answered().unwrap().is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    let (unknown, interrupted) = (CallState::Unknown, CallState::Interrupted);
    let expected = [unknown, interrupted, interrupted, unknown];
    for (run, state) in (1..).zip(expected) {
        assert_eq!(states(&workspace, RunId::from(run)), [Some(state)], "{run}");
    }
    let answered = workspace.answered().unwrap();
    let answered: Vec<_> = answered.iter().map(|run| i64::from(run.run)).collect();
    assert_eq!(answered, [1, 2, 3]);
    // The first has an answer, and waits for a person after it.
    let run = resume(1).unwrap();
    assert_eq!(suspended(&run).waiting_for[0].state, Some(unknown));
    assert_eq!(result(&resume(2).unwrap()), r#""reads 7""#);
    assert_eq!(result(&resume(3).unwrap()), r#""repeats 7""#);
    assert_eq!(called.load(Ordering::SeqCst), 2);
    for run in [1, 4] {
        let said = refused(resume(run));
        assert!(
            said.contains("whether it has done its work is not known"),
            "{said}"
        );
        let call = &workspace.pending_run(RunId::from(run)).unwrap().waiting_for[0];
        workspace
            .answer(RunId::from(run), call, Answer::value("found"))
            .unwrap();
        assert_eq!(result(&resume(run).unwrap()), r#""found""#);
    }
    // The one that was in memory is interrupted as any other.
    assert!(refused(resume(5)).contains("it was interrupted"));
    assert_eq!(called.load(Ordering::SeqCst), 2);
    let tree = workspace.tree().unwrap();
    let log = isolate_host::text::VPath::parse("/log").unwrap();
    let log = String::from_utf8(tree.read(&log).unwrap()).unwrap();
    assert_eq!(log, "reads\nrepeats\nwrites\nreads\nwrites\n");
    assert!(tree.findings().unwrap().is_empty());
}

#[test]
fn only_what_may_be_called_again_is_called_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let mut child = begin(&file);
    let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
    let runs = [1, 2, 3].map(RunId::from);
    let called = Arc::<AtomicUsize>::default();
    let options = with_functions(&functions(true, &called));
    let resume = |run: RunId| sandbox.resume(&workspace, run).options(&options).blocking();
    // While it lives, the calls are its own.
    for run in runs {
        assert_eq!(
            states(&workspace, run),
            [Some(CallState::UnderWayElsewhere)]
        );
        let said = refused(resume(run));
        assert!(
            said.ends_with("is under way in another process, which keeps its answer when it comes"),
            "{said}"
        );
    }
    assert!(workspace.answered().unwrap().is_empty());
    // SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    let expected = [
        CallState::Interrupted,
        CallState::Interrupted,
        CallState::Unknown,
    ];
    for (run, state) in runs.into_iter().zip(expected) {
        assert_eq!(states(&workspace, run), [Some(state)]);
    }
    let answered = workspace.answered().unwrap();
    let answered: Vec<_> = answered.iter().map(|run| run.run).collect();
    assert_eq!(answered, runs[..2]);
    assert_eq!(called.load(Ordering::SeqCst), 0);
    assert_eq!(result(&resume(runs[0]).unwrap()), r#""reads 0""#);
    assert_eq!(result(&resume(runs[1]).unwrap()), r#""repeats 1""#);
    assert_eq!(called.load(Ordering::SeqCst), 2);
    let said = refused(resume(runs[2]));
    assert!(
        said.contains("whether it has done its work is not known") && said.contains("--call 1"),
        "{said}"
    );
    // It is called again neither by that nor with its answer.
    let call = &workspace.pending_run(runs[2]).unwrap().waiting_for[0];
    let error = FunctionError::new("it was not done").with_code("EUNDONE");
    workspace
        .answer(runs[2], call, Answer::failed(&error))
        .unwrap();
    let run = resume(runs[2]).unwrap();
    let error = run.outcome.error().unwrap().to_string();
    assert!(error.starts_with("Error: it was not done"), "{error}");
    assert_eq!(called.load(Ordering::SeqCst), 2);
    let tree = workspace.tree().unwrap();
    let log = isolate_host::text::VPath::parse("/log").unwrap();
    assert_eq!(tree.read(&log).unwrap(), b"reads\nrepeats\nwrites\n");
    assert!(tree.findings().unwrap().is_empty());
}

/// What another function of the same name now says of itself does not make a call safe that was not.
#[test]
fn both_sides_have_to_say_that_a_call_may_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let mut child = begin(&file);
    child.kill().unwrap();
    child.wait().unwrap();
    let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
    let called = Arc::<AtomicUsize>::default();
    let mut functions = functions(true, &called);
    for name in FUNCTIONS {
        let called = Arc::clone(&called);
        let mut work = functions.namespace("work");
        let function = work.add(name, move |_: u32| {
            called.fetch_add(1, Ordering::SeqCst);
            async { Ok(json!("another")) }
        });
        match name {
            "writes" => {
                function.reads();
            }
            _ => {
                function.writes();
            }
        }
    }
    for run in [1, 2, 3].map(RunId::from) {
        let options = with_functions(&functions);
        let said = refused(sandbox.resume(&workspace, run).options(options).blocking());
        assert!(
            said.contains("whether it has done its work is not known"),
            "{said}"
        );
    }
    // A run that may only read calls what only reads.
    let functions = self::functions(true, &called);
    for (run, expected) in [
        (1, r#"Ok("reads 0")"#),
        (
            2,
            "work.repeats may change what is outside of the sandbox: it was interrupted, and is not called again",
        ),
    ] {
        let options = with_functions(&functions).read_only();
        let run = sandbox
            .resume(&workspace, RunId::from(run))
            .options(options);
        let run = run.blocking().unwrap();
        let told = match run.outcome.error() {
            Some(error) => error.to_string(),
            None => format!("{:?}", run.result::<String>()),
        };
        assert!(told.contains(expected), "{told}");
    }
    assert_eq!(called.load(Ordering::SeqCst), 1);
}
