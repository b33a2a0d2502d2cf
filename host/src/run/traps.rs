//! Guests that trap: what is no limit is an internal error with its reason.

use std::error::Error as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wasm_encoder::Instruction;
use wasmtime::Engine;

use super::{Progress, Session, SessionStart, Turn};
use crate::abi::Template;
use crate::broken_guest::{START, guest};
use crate::engine_config::base_config;
use crate::error::{Error, ErrorKind};
use crate::limits::Limit;
use crate::options::RunOptions;
use crate::outcome::{Outcome, Run};
use crate::watchdog::{Control, Watchdog};
use crate::workspace::Workspace;

fn run(start: &[Instruction<'_>]) -> Result<Box<Run>, Error> {
    let engine = Engine::new(&base_config()).unwrap();
    let module = wasmtime::Module::new(&engine, guest(start, &[])).unwrap();
    let template = Template::new(engine, &module).unwrap();
    let started = Instant::now();
    let start = SessionStart {
        source: "1".into(),
        options: RunOptions::new().seed(1),
        workspace: Workspace::memory().unwrap(),
        control: Arc::new(Control::default()),
        watchdog: Arc::new(Watchdog::new()),
        requested: started,
        preludes: None,
        runtime: None,
    };
    let turn = Turn {
        deadline: started + Duration::from_secs(60),
        waited: Duration::ZERO,
    };
    match Session::start(&template, start, Some(turn)) {
        Progress::Finished(run) => run,
        Progress::Waiting(_) => panic!("it does not wait"),
    }
}

fn check_internal(start: &[Instruction<'_>], reason: &str) {
    let error = run(start).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(
        error.to_string(),
        "internal engine error (please report it)"
    );
    assert_eq!(error.source().unwrap().to_string(), reason);
}

#[test]
fn a_trap_that_is_not_a_limit_is_an_internal_error() {
    check_internal(
        &[Instruction::Unreachable],
        "wasm trap: wasm `unreachable` instruction executed",
    );
    check_internal(
        &[
            Instruction::I64Const(1),
            Instruction::I64Const(0),
            Instruction::I64DivU,
        ],
        "wasm trap: integer divide by zero",
    );
}

#[test]
fn a_guest_that_breaks_the_protocol_is_an_internal_error() {
    check_internal(
        &[Instruction::I64Const(-1)],
        "an answer outside of its memory",
    );
}

#[test]
fn a_stack_that_is_used_up_is_a_limit() {
    // On a thread with a stack as large as that of a worker.
    let nested = || run(&[Instruction::LocalGet(0), Instruction::Call(START)]).unwrap();
    let thread = std::thread::Builder::new().stack_size(80 << 20);
    let run = thread.spawn(nested).unwrap().join().unwrap();
    let Outcome::LimitExceeded(exceeded) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(exceeded.limit, Limit::Stack);
}
