//! A guest that has been taken over: modules that break the protocol on purpose.

use std::sync::Arc;

use futures_util::FutureExt as _;
use isolate_protocol::wire::message::{Start, Step};
use isolate_vfs::OpenRun;
use wasm_encoder::Instruction::{
    self, Call, Drop, GlobalSet, I32Const, I32Load, I64Const, Unreachable,
};
use wasm_encoder::MemArg;
use wasmtime::{Engine, Module};

use super::{Guest, Host, IMPORTS, MODULE, Template};
use crate::broken_guest;
use crate::engine_config::base_config;
use crate::fuel::Fuel;
use crate::limits::{Limit, Limits};
use crate::state::HostState;
use crate::stop::Stop;
use crate::workspace::Workspace;

/// A guest whose memory is one page, with `data` at its start.
fn guest(buffer: i32, start: &[Instruction<'_>], data: &[u8]) -> Vec<u8> {
    broken_guest::module(1, buffer, start, (0, data))
}

/// Starts the guest; what it answered, or why it was stopped.
fn start(wasm: &[u8]) -> Result<Step, Stop> {
    let engine = Engine::new(&base_config()).unwrap();
    let module = Module::new(&engine, wasm).unwrap();
    let template = Template::new(engine, &module).unwrap();
    let limits = Limits::default();
    let tree = Workspace::memory().unwrap().tree().unwrap();
    let run = OpenRun::holding(tree, &isolate_vfs::RunOptions::new("")).unwrap();
    let state = HostState::plain(run);
    let fuel = Fuel::new(1_000_000, Arc::default());
    let host = Host::new(state, &limits, fuel);
    let mut guest = Guest::new(&template, host).unwrap();
    let step = guest.start(Start::new("1")).now_or_never();
    let step = step.expect("it waits for nothing");
    step.map_err(|failure| guest.stopped(&failure))
}

/// A `start` that calls an import with two numbers and then answers with the byte at address 0.
fn calling(import: u32, pointer: i32, length: i32) -> Vec<Instruction<'static>> {
    let mut body = vec![I32Const(pointer), I32Const(length), Call(import)];
    body.extend((import == broken_guest::CALL).then_some(Drop));
    body.push(I64Const(1));
    body
}

fn requesting(pointer: i32, length: i32) -> Vec<Instruction<'static>> {
    calling(broken_guest::CALL, pointer, length)
}

const WAITING: u8 = 3;

#[test]
fn requests_of_a_correct_guest_are_answered() {
    let wasm = guest(1024, &[I64Const(1)], &[WAITING]);
    assert_eq!(start(&wasm), Ok(Step::Waiting));
}

#[test]
fn an_answer_outside_of_memory_ends_the_run() {
    for packed in [(65_536 << 32) | 1, (65_535 << 32) | 2, -1] {
        let wasm = guest(1024, &[I64Const(packed)], &[WAITING]);
        let stop = Stop::Hostile("an answer outside of its memory");
        assert_eq!(start(&wasm), Err(stop), "{packed}");
    }
}

#[test]
fn an_answer_that_is_not_a_message_ends_the_run() {
    let wasm = guest(1024, &[I64Const(1)], &[99]);
    let stop = Stop::Hostile("an answer that cannot be read");
    assert_eq!(start(&wasm), Err(stop));
}

#[test]
fn a_request_outside_of_memory_ends_the_run() {
    for (pointer, length) in [(65_536, 1), (65_535, 2), (-1, -1), (0, -1)] {
        let wasm = guest(1024, &requesting(pointer, length), &[WAITING]);
        let stop = Stop::Hostile("a request outside of its memory");
        assert_eq!(start(&wasm), Err(stop), "{pointer} {length}");
    }
}

#[test]
fn a_request_that_is_not_a_message_ends_the_run() {
    let wild = [
        &[][..],
        &[0],
        // A call of a method that does not exist.
        &[1, 255, 255, 0],
        // A call that claims an argument of 4 GiB.
        &[1, 0, 0, 1, 5, 255, 255, 255, 255],
        // A log entry of no level.
        &[2, 9],
    ];
    for request in wild {
        let data = [&[WAITING], request].concat();
        let start_body = requesting(1, i32::try_from(request.len()).unwrap());
        let wasm = guest(1024, &start_body, &data);
        let stop = Stop::Hostile("a request that cannot be read");
        assert_eq!(start(&wasm), Err(stop), "{request:?}");
    }
}

#[test]
fn a_buffer_outside_of_memory_ends_the_run() {
    let wasm = guest(65_530, &[I64Const(1)], &[WAITING]);
    let stop = Stop::Hostile("a buffer outside of its memory");
    assert_eq!(start(&wasm), Err(stop));
}

#[test]
fn the_guests_import_only_the_allowed_functions() {
    let (engine, code) = crate::sandbox::engine(1).unwrap();
    for guest in [crate::guest::Module::Programs, crate::guest::Module::Shell] {
        let module = crate::guest::load(&engine, guest, code).unwrap();
        let mut imports: Vec<String> = module
            .imports()
            .map(|import| format!("{}.{}", import.module(), import.name()))
            .collect();
        imports.sort_unstable();
        let allowed = IMPORTS.map(|name| format!("{MODULE}.{name}"));
        assert_eq!(imports, allowed, "{guest:?}");
    }
}

#[test]
fn the_guest_reports_lack_of_memory_by_an_import() {
    let body = [Call(broken_guest::OUT_OF_MEMORY), I64Const(1)];
    let wasm = guest(1024, &body, &[]);
    assert_eq!(start(&wasm), Err(Stop::Limit(Limit::Memory)));
}

#[test]
fn a_panic_is_reported_with_its_message() {
    let panicking = |pointer: i32, length: i32| {
        let body = calling(broken_guest::PANICKED, pointer, length);
        guest(1024, &body, b"attempt to add with overflow")
    };
    let told = |text: &str| Err(Stop::Panicked(text.to_owned()));
    assert_eq!(start(&panicking(0, 14)), told("attempt to add"));
    let stop = Stop::Hostile("a report outside of its memory");
    assert_eq!(start(&panicking(65_535, 2)), Err(stop));
    assert_eq!(start(&panicking(4_096, 60_000)), told(&"\0".repeat(1024)));
}

/// Only what the stack explains is taken for a stack that is used up.
#[test]
fn a_trap_that_no_limit_explains_is_reported_unchanged() {
    let aligned = MemArg {
        offset: 0,
        align: 2,
        memory_index: 0,
    };
    let load = [I32Const(-4), I32Load(aligned), Drop, I64Const(1)];
    let with_pointer = |pointer: i32| {
        let set = [I32Const(pointer), GlobalSet(1)];
        guest(1024, &[&set[..], &load].concat(), &[])
    };
    let outside = Err(Stop::Trapped(
        "wasm trap: out of bounds memory access".to_owned(),
    ));
    assert_eq!(start(&guest(1024, &load, &[])), outside);
    assert_eq!(start(&with_pointer(128)), outside);
    for pointer in [-16, 0, 127, 65_536] {
        assert_eq!(
            start(&with_pointer(pointer)),
            Err(Stop::Limit(Limit::Stack))
        );
    }
    let unreachable = guest(1024, &[Unreachable], &[]);
    let stop = Stop::Trapped("wasm trap: wasm `unreachable` instruction executed".to_owned());
    assert_eq!(start(&unreachable), Err(stop));
}
