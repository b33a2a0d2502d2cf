//! Whatever happens to a run whose functions take long, and in whichever order: it says what a model says.

use std::sync::atomic::Ordering;

use isolate_host::{Answer, ErrorKind, FunctionError, Outcome, RunOptions, Sandbox, Workspace};
use proptest::prelude::*;
use serde_json::json;

use super::{Desk, PATIENCE, suspended, text};

/// What may happen at any time.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The function answers.
    Answers,
    Fails,
    /// A person says what the function has answered, or answers an approval.
    Person,
    Deny,
    Resume,
    /// The process ends: what is under way is given up.
    Restart,
    End,
}

/// What the run waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Waits {
    Approval,
    /// A function that is under way.
    Function {
        reads: bool,
    },
    /// A function that was given up.
    GivenUp {
        reads: bool,
    },
    /// Nothing any more: what its program gets is known.
    Nothing,
}

/// Approvals, functions that write and functions that read, in turn.
const CODE: &str = "async (steps) => {
  for (const step of steps) {
    let said;
    try {
      said = step === 'ask' ? await state.approve('Go on?') : await desk[step](step);
    } catch (error) { said = error.code }
    await state.appendFile('/log', `${said}\\n`);
  }
  return (await state.readFile('/log')).trim().split('\\n');
}";

#[test]
fn random_schedules_of_slow_functions_go_as_a_model_says() {
    let event = prop_oneof![
        4 => Just(Event::Answers),
        2 => Just(Event::Fails),
        3 => Just(Event::Person),
        1 => Just(Event::Deny),
        6 => Just(Event::Resume),
        2 => Just(Event::Restart),
        1 => Just(Event::End),
    ];
    let step = prop_oneof![Just("ask"), Just("writes"), Just("reads")];
    let cases = match std::env::var("RUN_SLOW_TESTS") {
        Ok(_) => 10_000,
        Err(_) => 500,
    };
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let sandbox = Sandbox::builder().threads(1).runs(2).build().unwrap();
    let steps = prop::collection::vec(step, 1..4);
    let events = prop::collection::vec(event, 1..16);
    proptest!(config, |(steps in steps, events in events, is_atomic in any::<bool>())| {
        check(&sandbox, &steps, &events, is_atomic)?;
    });
}

fn runtime() -> tokio::runtime::Runtime {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().build().unwrap()
}

fn check(
    sandbox: &Sandbox,
    steps: &[&str],
    events: &[Event],
    is_atomic: bool,
) -> Result<(), TestCaseError> {
    // No disk has to be waited for.
    let store = isolate_host::vfs::MemoryStore::new().unwrap();
    let open = || Workspace::builder().records(true).over(&store).unwrap();
    let mut workspace = open();
    // It drives the functions, and ends as a process does.
    let mut process = runtime();
    let mut desk = Desk::new();
    // Whatever has not answered at once is slow.
    let mut options = RunOptions::new()
        .functions(desk.functions.clone())
        .suspend_after(std::time::Duration::ZERO)
        .input(&steps)
        .unwrap();
    if is_atomic {
        options = options.atomic();
    }
    // It is started inside of the runtime.
    let request = sandbox.run(&workspace, CODE).options(&options);
    let run = process.block_on(async { request.await });
    let id = suspended(&run.unwrap()).run;
    let after = |said: usize| match steps.get(said) {
        Some(&"ask") => Waits::Approval,
        Some(&step) => Waits::Function {
            reads: step == "reads",
        },
        None => Waits::Nothing,
    };
    let mut said: Vec<String> = Vec::new();
    let mut waits = after(0);
    // What the program gets for the present step, the calls so far, and the one that is under way.
    let (mut answer, mut calls, mut sender, mut is_over) = (None::<String>, 0, None, false);
    for event in events {
        if let Waits::Function { .. } = waits
            && sender.is_none()
            && answer.is_none()
            && !is_over
        {
            sender = Some(desk.call().1);
            calls += 1;
        }
        prop_assert!(!desk.is_called(), "called once more");
        let pending = workspace.pending().unwrap();
        prop_assert_eq!(pending.len(), usize::from(!is_over));
        match event {
            Event::Answers | Event::Fails => {
                let (given, told) = match event {
                    Event::Fails => (
                        Err(FunctionError::new("no").with_code("ENO")),
                        "ENO".to_owned(),
                    ),
                    _ => (Ok(text("done")), "done".to_owned()),
                };
                let Some(sender) = sender.take() else {
                    continue;
                };
                let is_gone = sender.send(given).is_err();
                prop_assert_eq!(is_gone, is_over);
                let answered = process.block_on(async {
                    tokio::time::timeout(PATIENCE, workspace.until_answered(id)).await
                });
                prop_assert!(answered.is_ok());
                answer.get_or_insert(told);
            }
            Event::Person | Event::Deny => {
                let (given, told) = match (waits, event) {
                    (Waits::Approval, Event::Person) => (Answer::Approve, "true"),
                    (_, Event::Deny) => (Answer::deny("no"), "EAPPROVAL"),
                    _ => (Answer::value(json!("said")), "said"),
                };
                let call = pending
                    .first()
                    .and_then(|run| run.waiting_for.first().or_else(|| run.answered.first()));
                let Some(call) = call else { continue };
                let is_fit = waits == Waits::Approval || told != "EAPPROVAL";
                let answered = workspace.answer(id, call, given);
                prop_assert_eq!(
                    answered.is_ok(),
                    answer.is_none() && is_fit,
                    "{:?}",
                    answered
                );
                if answered.is_ok() {
                    answer = Some(told.to_owned());
                }
            }
            Event::Resume => {
                let resumed = sandbox.resume(&workspace, id).options(&options);
                let resumed = process.block_on(async { resumed.await });
                let is_repeated = waits == Waits::GivenUp { reads: true } && answer.is_none();
                if is_over || (answer.is_none() && !is_repeated) {
                    prop_assert_eq!(resumed.unwrap_err().kind(), ErrorKind::Refused);
                    continue;
                }
                let run = resumed.unwrap();
                // The answer of a person has come before that of the function, which nobody gets.
                drop(sender.take());
                match answer.take() {
                    Some(told) => {
                        said.push(told);
                        waits = after(said.len());
                    }
                    None => waits = after(said.len()),
                }
                match &run.outcome {
                    Outcome::Suspended(_) => prop_assert!(waits != Waits::Nothing),
                    Outcome::Returned(_) => {
                        prop_assert_eq!(waits, Waits::Nothing);
                        prop_assert_eq!(run.result::<Vec<String>>().unwrap(), said.clone());
                        is_over = true;
                    }
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            Event::Restart => {
                drop(std::mem::replace(&mut process, runtime()));
                process.block_on(workspace.until_answered(id));
                prop_assert_eq!(sandbox.stats().detached_calls, 0);
                workspace = open();
                sender = None;
                if let (Waits::Function { reads }, None) = (waits, &answer) {
                    waits = Waits::GivenUp { reads };
                }
            }
            Event::End => {
                prop_assert_eq!(workspace.end_pending(id).is_ok(), !is_over);
                is_over = true;
                sender = None;
            }
        }
    }
    // Whatever was called has ended or was dropped, when nothing waits for it.
    drop((sender, process));
    runtime().block_on(workspace.until_answered(id));
    desk.is_called();
    prop_assert_eq!(sandbox.stats().detached_calls, 0);
    let ended = desk.over.load(Ordering::SeqCst);
    prop_assert!(ended >= calls, "{ended} of {calls}");
    let tree = workspace.tree().unwrap();
    prop_assert!(tree.findings().unwrap().is_empty());
    let log = tree.read(&isolate_host::text::VPath::parse("/log").unwrap());
    let log = log.map_or_else(|_| String::new(), |bytes| String::from_utf8(bytes).unwrap());
    let is_kept = !is_atomic || (is_over && waits == Waits::Nothing);
    let expected = if is_kept { said } else { Vec::new() };
    prop_assert_eq!(log.lines().map(str::to_owned).collect::<Vec<_>>(), expected);
    Ok(())
}
