//! Guests that trap: what is no limit is an internal error with its reason.

use std::error::Error as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use wasm_encoder::Instruction;
use wasmtime::Engine;

use super::{Around, Progress, Session, SessionStart};
use crate::abi::Template;
use crate::broken_guest::{START, guest};
use crate::engine_config::base_config;
use crate::error::{Error, ErrorKind};
use crate::limits::Limit;
use crate::options::RunOptions;
use crate::outcome::{Outcome, Run};
use crate::pace::{Pace, Slice};
use crate::suspend::Detached;
use crate::watchdog::{Control, Watchdog};
use crate::workers::Workers;
use crate::workspace::Workspace;

fn run(start: &[Instruction<'_>]) -> Result<Box<Run>, Error> {
    let engine = Engine::new(&base_config()).unwrap();
    let module = wasmtime::Module::new(&engine, guest(start, &[])).unwrap();
    let template = Template::new(engine, &module).unwrap();
    let (control, watchdog) = (Arc::new(Control::default()), Arc::new(Watchdog::new()));
    let limit = (Slice::default(), Duration::from_secs(60));
    let (queued, stacks) = (Arc::default(), Arc::default());
    let pace = Arc::new(Pace::new(&control, &watchdog, &queued, &stacks, limit));
    pace.begins();
    let turn = pace.turn();
    let workspace = Workspace::memory().unwrap();
    let around = Around {
        control,
        pace,
        detached: Detached::new(0, &Arc::new(Workers::enders()), &watchdog),
        guests: None,
        watchdog,
        writers: Arc::clone(workspace.writers()),
        askers: Arc::new(Workers::askers()),
        runtime: None,
    };
    let start = SessionStart {
        source: "1".into(),
        options: RunOptions::new().seed(1),
        workspace,
        around,
        requested: Instant::now(),
        preludes: None,
        key: None,
    };
    match Session::start(&template, start, turn).now_or_never() {
        Some(Progress::Finished(run)) => run,
        _ => panic!("it waits for nothing"),
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
    let run = run(&[Instruction::LocalGet(0), Instruction::Call(START)]).unwrap();
    let Outcome::LimitExceeded(exceeded) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(exceeded.limit, Limit::Stack);
}
