//! Whatever happens to a run whose functions take long, and in whichever order: it says what a model says.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use isolate_host::vfs::RunId;
use isolate_host::{
    Answer, Awaits, CallState, ErrorKind, FunctionError, Outcome, RunOptions, Sandbox, Workspace,
};
use proptest::prelude::*;
use serde_json::json;
use tokio::sync::oneshot;

use super::{Answered, Desk, PATIENCE, suspended, text};

/// What may happen at any time. The number selects one of the calls.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A function answers.
    Answers(usize),
    Fails(usize),
    /// A person says what a function has answered, or answers an approval.
    Person(usize),
    Deny(usize),
    Resume,
    /// The process ends: what is under way is given up.
    Restart,
    End,
}

/// How a step of the program waits for its calls.
#[derive(Clone, Copy, Debug)]
enum How {
    All,
    Race,
    Any,
}

/// Approvals, functions that write and functions that read, one or several at once.
type Step = (How, Vec<&'static str>);

/// Its calls have the numbers 1, 2, …, which it passes to them.
const CODE: &str = "async (steps) => {
  let number = 0;
  for (const [how, names] of steps) {
    const calls = names.map((name) => {
      number += 1;
      return name === 'ask' ? state.approve('Go on?') : desk[name](number);
    });
    let said;
    try { said = String(await Promise[how](calls)); }
    catch (error) { said = error.code ?? error.name; }
    await state.appendFile('/log', `${said}\\n`);
  }
  return (await state.readFile('/log')).trim().split('\\n');
}";

#[test]
fn random_schedules_of_slow_functions_go_as_a_model_says() {
    let which = 0..4_usize;
    let event = prop_oneof![
        4 => which.clone().prop_map(Event::Answers),
        2 => which.clone().prop_map(Event::Fails),
        3 => which.clone().prop_map(Event::Person),
        1 => which.prop_map(Event::Deny),
        6 => Just(Event::Resume),
        2 => Just(Event::Restart),
        1 => Just(Event::End),
    ];
    let name = prop_oneof![Just("ask"), Just("writes"), Just("reads")];
    let how = prop_oneof![Just(How::All), Just(How::Race), Just(How::Any)];
    let step = (how, prop::collection::vec(name, 1..4));
    let cases = match std::env::var("RUN_SLOW_TESTS") {
        Ok(_) => 5_000,
        Err(_) => 200,
    };
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let sandbox = Sandbox::builder().threads(1).runs(2).build().unwrap();
    let steps = prop::collection::vec(step, 1..4);
    let events = prop::collection::vec(event, 1..24);
    proptest!(config, |(steps in steps, events in events, is_atomic in any::<bool>())| {
        check(&sandbox, &steps, &events, is_atomic)?;
    });
}

/// What is known of a call that the run waits for.
#[derive(Clone, Debug, PartialEq)]
enum Waits {
    Approval,
    UnderWay,
    /// Its function was given up.
    GivenUp,
    /// It has an answer, which the run gets when it goes on: a value, or the code of an error.
    Answered(Result<String, String>),
}

#[derive(Clone, Debug)]
struct Call {
    step: usize,
    name: &'static str,
    waits: Waits,
}

/// The run as it should be.
struct Model<'a> {
    steps: &'a [Step],
    /// By number.
    calls: BTreeMap<u32, Call>,
    /// What the calls of the present step have said, by number.
    settled: BTreeMap<u32, Result<String, String>>,
    next: u32,
    said: Vec<String>,
    is_over: bool,
    /// Calls of functions, which the test has to answer.
    called: Vec<u32>,
}

impl<'a> Model<'a> {
    fn new(steps: &'a [Step]) -> Self {
        let mut model = Self {
            steps,
            calls: BTreeMap::new(),
            settled: BTreeMap::new(),
            next: 1,
            said: Vec::new(),
            is_over: false,
            called: Vec::new(),
        };
        model.begin_step();
        model
    }

    fn begin_step(&mut self) {
        self.settled.clear();
        let step = self.said.len();
        let Some((_, names)) = self.steps.get(step) else {
            // Its run ends when all calls have.
            return;
        };
        for name in names {
            let waits = match *name {
                "ask" => Waits::Approval,
                _ => {
                    self.called.push(self.next);
                    Waits::UnderWay
                }
            };
            self.calls.insert(self.next, Call { step, name, waits });
            self.next += 1;
        }
    }

    fn waiting(&self) -> Vec<u32> {
        let is_waiting = |call: &&u32| !matches!(self.calls[call].waits, Waits::Answered(_));
        self.calls.keys().filter(is_waiting).copied().collect()
    }

    fn state(&self, number: u32) -> Option<CallState> {
        let call = &self.calls[&number];
        match (&call.waits, call.name) {
            (Waits::UnderWay, _) => Some(CallState::UnderWay),
            (Waits::GivenUp, "reads") => Some(CallState::Interrupted),
            (Waits::GivenUp, _) => Some(CallState::Unknown),
            _ => None,
        }
    }

    fn goes_on(&self) -> bool {
        let goes_on = |call: &Call| match call.waits {
            Waits::Answered(_) => true,
            Waits::GivenUp => call.name == "reads",
            Waits::Approval | Waits::UnderWay => false,
        };
        !self.is_over && self.calls.values().any(goes_on)
    }

    /// What only reads is called again; then each answer reaches the program, in the order of the calls.
    fn resume(&mut self) {
        let (mut again, mut given) = (Vec::new(), Vec::new());
        for (number, call) in &mut self.calls {
            match &call.waits {
                Waits::GivenUp if call.name == "reads" => {
                    call.waits = Waits::UnderWay;
                    again.push(*number);
                }
                Waits::Answered(answer) => given.push((*number, answer.clone())),
                _ => {}
            }
        }
        self.called.extend(again);
        for (number, answer) in given {
            let call = self.calls.remove(&number);
            if call.is_some_and(|call| call.step == self.said.len()) {
                self.settled.insert(number, answer.clone());
                if let Some(said) = self.step_said(&answer) {
                    self.said.push(said);
                    self.begin_step();
                }
            }
        }
        self.is_over = self.calls.is_empty();
    }

    /// What the present step says, once it does.
    fn step_said(&self, newest: &Result<String, String>) -> Option<String> {
        let (how, names) = &self.steps[self.said.len()];
        let are_all = self.settled.len() == names.len();
        match (how, newest) {
            (How::Race, Ok(said) | Err(said)) | (How::All, Err(said)) | (How::Any, Ok(said)) => {
                Some(said.clone())
            }
            (How::All, Ok(_)) => are_all.then(|| {
                let all = self.settled.values().flatten();
                all.cloned().collect::<Vec<_>>().join(",")
            }),
            (How::Any, Err(_)) => are_all.then(|| "AggregateError".to_owned()),
        }
    }
}

fn runtime() -> tokio::runtime::Runtime {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().build().unwrap()
}

/// Waits until a call of the run has its answer in the workspace.
fn kept(process: &tokio::runtime::Runtime, workspace: &Workspace, run: RunId, call: u32) -> bool {
    let is_kept = async {
        loop {
            let pending = workspace.pending_run(run).unwrap();
            if pending.answered.iter().any(|known| known.call == call) {
                return;
            }
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
    };
    process
        .block_on(async { tokio::time::timeout(PATIENCE, is_kept).await })
        .is_ok()
}

fn check(
    sandbox: &Sandbox,
    steps: &[Step],
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
    let input: Vec<_> = steps
        .iter()
        .map(|(how, names)| (format!("{how:?}").to_lowercase(), names))
        .collect();
    // Whatever has not answered at once is slow.
    let mut options = RunOptions::new()
        .functions(desk.functions.clone())
        .suspend_after(Duration::ZERO)
        .input(&input)
        .unwrap();
    if is_atomic {
        options = options.atomic();
    }
    // It is started inside of the runtime.
    let request = sandbox.run(&workspace, CODE).options(&options);
    let run = process.block_on(async { request.await });
    let id = suspended(&run.unwrap()).run;
    let mut model = Model::new(steps);
    let (mut senders, mut calls) = (BTreeMap::<u32, oneshot::Sender<Answered>>::new(), 0);
    let mut has_returned = false;
    for event in events {
        for number in std::mem::take(&mut model.called) {
            let (argument, sender) = desk.call();
            prop_assert_eq!(argument, json!(number));
            senders.insert(number, sender);
            calls += 1;
        }
        prop_assert!(!desk.is_called(), "called once more");
        // What nobody waits for any more was dropped.
        for (number, sender) in &senders {
            let call = model.calls.get(number);
            prop_assert_eq!(sender.is_closed(), call.is_none(), "call {}", number);
        }
        senders.retain(|_, sender| !sender.is_closed());
        let pending = workspace.pending().unwrap();
        prop_assert_eq!(pending.len(), usize::from(!model.is_over));
        let waiting = model.waiting();
        if let Some(pending) = pending.first() {
            let shown = pending.waiting_for.iter();
            let shown: Vec<_> = shown.map(|call| (call.call, call.state)).collect();
            let expected = waiting.iter().map(|number| (*number, model.state(*number)));
            prop_assert_eq!(shown, expected.collect::<Vec<_>>());
        }
        match event {
            Event::Answers(which) | Event::Fails(which) => {
                let given = match event {
                    Event::Fails(_) => Err("ENO".to_owned()),
                    _ => Ok("done".to_owned()),
                };
                let number = senders.keys().nth(which % senders.len().max(1)).copied();
                let Some(number) = number else { continue };
                let answer = match &given {
                    Ok(said) => Ok(text(said)),
                    Err(code) => Err(FunctionError::new("no").with_code(code.clone())),
                };
                let sender = senders.remove(&number).unwrap();
                prop_assert!(sender.send(answer).is_ok());
                prop_assert!(kept(&process, &workspace, id, number));
                let answered = process.block_on(async {
                    tokio::time::timeout(PATIENCE, workspace.until_answered(id)).await
                });
                prop_assert!(answered.is_ok());
                let call = model.calls.get_mut(&number).unwrap();
                // That of a person may have come first.
                if call.waits == Waits::UnderWay {
                    call.waits = Waits::Answered(given);
                }
            }
            Event::Person(which) | Event::Deny(which) => {
                let Some(pending) = pending.first() else {
                    continue;
                };
                let all: Vec<_> = pending
                    .waiting_for
                    .iter()
                    .chain(&pending.answered)
                    .collect();
                let Some(shown) = all.get(which % all.len().max(1)) else {
                    continue;
                };
                let is_approval = shown.awaits == Awaits::Approval;
                let (given, told) = match event {
                    Event::Deny(_) => (Answer::deny("no"), Err("EAPPROVAL".to_owned())),
                    _ if is_approval => (Answer::Approve, Ok("true".to_owned())),
                    _ => (Answer::value(json!("said")), Ok("said".to_owned())),
                };
                let is_fit = is_approval || told.is_ok();
                let is_open = waiting.contains(&shown.call);
                let answered = workspace.answer(id, shown, given);
                prop_assert_eq!(answered.is_ok(), is_fit && is_open, "{:?}", answered);
                if answered.is_ok() {
                    model.calls.get_mut(&shown.call).unwrap().waits = Waits::Answered(told);
                }
            }
            Event::Resume => {
                let resumed = sandbox.resume(&workspace, id).options(&options);
                let resumed = process.block_on(async { resumed.await });
                if !model.goes_on() {
                    prop_assert_eq!(resumed.unwrap_err().kind(), ErrorKind::Refused);
                    continue;
                }
                let run = resumed.unwrap();
                model.resume();
                match &run.outcome {
                    Outcome::Suspended(waiting) => {
                        prop_assert!(!model.is_over);
                        let calls = waiting.waiting_for.iter().map(|call| call.call);
                        prop_assert_eq!(calls.collect::<Vec<_>>(), model.waiting());
                    }
                    Outcome::Returned(_) => {
                        prop_assert!(model.is_over);
                        has_returned = true;
                        prop_assert_eq!(&run.result::<Vec<String>>().unwrap(), &model.said);
                    }
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            Event::Restart => {
                drop(std::mem::replace(&mut process, runtime()));
                senders.clear();
                super::until("the end of what was under way", || {
                    sandbox.stats().detached_calls == 0
                });
                workspace = open();
                for call in model.calls.values_mut() {
                    if call.waits == Waits::UnderWay {
                        call.waits = Waits::GivenUp;
                    }
                }
            }
            Event::End => {
                prop_assert_eq!(workspace.end_pending(id).is_ok(), !model.is_over);
                model.is_over = true;
                model.calls.clear();
            }
        }
    }
    while desk.is_called() {
        calls += 1;
    }
    // Whatever was called has ended or was dropped, when nothing waits for it.
    drop((senders, process));
    super::until("the end of what was under way", || {
        sandbox.stats().detached_calls == 0
    });
    let ended = desk.over.load(Ordering::SeqCst);
    prop_assert_eq!(ended, calls);
    let tree = workspace.tree().unwrap();
    prop_assert!(tree.findings().unwrap().is_empty());
    let log = tree.read(&isolate_host::text::VPath::parse("/log").unwrap());
    let log = log.map_or_else(|_| String::new(), |bytes| String::from_utf8(bytes).unwrap());
    let is_kept = !is_atomic || has_returned;
    let expected = if is_kept { model.said } else { Vec::new() };
    prop_assert_eq!(log.lines().map(str::to_owned).collect::<Vec<_>>(), expected);
    Ok(())
}
