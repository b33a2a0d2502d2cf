//! A guest that has been taken over: modules that break the protocol on purpose.

use std::sync::Arc;

use isolate_protocol::wire::message::{Start, Step};
use isolate_vfs::OpenRun;
use wasmtime::{Engine, Module};

use super::{Guest, Host, IMPORTS, MODULE, Template};
use crate::engine_config::base_config;
use crate::fuel::Fuel;
use crate::functions::{Allowance, Functions};
use crate::limits::{Limit, Limits};
use crate::state::HostState;
use crate::stop::Stop;
use crate::workspace::Workspace;

/// Number as WebAssembly writes it, seven bits a byte.
fn leb(mut number: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let byte = u8::try_from(number & 0x7f).unwrap();
        number >>= 7;
        let is_last = (number == 0 && byte & 0x40 == 0) || (number == -1 && byte & 0x40 != 0);
        bytes.push(if is_last { byte } else { byte | 0x80 });
        if is_last {
            return bytes;
        }
    }
}

fn section(id: u8, items: &[Vec<u8>]) -> Vec<u8> {
    let mut body = leb(items.len() as i64);
    items.iter().for_each(|item| body.extend(item));
    [vec![id], leb(body.len() as i64), body].concat()
}

fn name(text: &str) -> Vec<u8> {
    [leb(text.len() as i64), text.as_bytes().to_vec()].concat()
}

fn export(text: &str, kind: u8, index: u8) -> Vec<u8> {
    [name(text), vec![kind, index]].concat()
}

fn function(body: &[u8]) -> Vec<u8> {
    let body = [&[0], body, &[0x0b]].concat();
    [leb(body.len() as i64), body].concat()
}

const I32_CONST: u8 = 0x41;
const I64_CONST: u8 = 0x42;
const CALL: u8 = 0x10;
const DROP: u8 = 0x1a;
const UNREACHABLE: u8 = 0;
const GLOBAL_SET: u8 = 0x24;
/// A load of 32 bits, aligned, from the address as it is.
const I32_LOAD: [u8; 3] = [0x28, 2, 0];

/// Where the stack of the guest begins, which grows towards 0.
const STACK_BYTES: i64 = 1024;

fn i32_const(number: i64) -> Vec<u8> {
    [vec![I32_CONST], leb(number)].concat()
}

fn i64_const(number: i64) -> Vec<u8> {
    [vec![I64_CONST], leb(number)].concat()
}

/// A guest whose memory is one page, with `data` at its start.
fn guest(alloc: &[u8], start: &[u8], data: &[u8]) -> Vec<u8> {
    let types = [
        vec![0x60, 1, 0x7f, 1, 0x7f],
        vec![0x60, 1, 0x7f, 1, 0x7e],
        vec![0x60, 2, 0x7f, 0x7f, 1, 0x7f],
        vec![0x60, 0, 0],
        vec![0x60, 2, 0x7f, 0x7f, 0],
    ];
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &types),
        section(
            2,
            &[
                [name("isolate"), name("call"), vec![0, 2]].concat(),
                [name("isolate"), name("out_of_memory"), vec![0, 3]].concat(),
                [name("isolate"), name("panicked"), vec![0, 4]].concat(),
            ],
        ),
        section(3, &[vec![0], vec![1], vec![1]]),
        section(5, &[vec![0, 1]]),
        section(
            6,
            &[
                vec![0x7e, 1, I64_CONST, 0, 0x0b],
                [vec![0x7f, 1], i32_const(STACK_BYTES), vec![0x0b]].concat(),
            ],
        ),
        section(
            7,
            &[
                export("memory", 2, 0),
                export("alloc", 0, 3),
                export("start", 0, 4),
                export("resume", 0, 5),
                export("fuel", 3, 0),
                export("__stack_pointer", 3, 1),
            ],
        ),
        section(
            10,
            &[function(alloc), function(start), function(&i64_const(0))],
        ),
        section(
            11,
            &[[
                vec![0],
                i32_const(0),
                vec![0x0b],
                leb(data.len() as i64),
                data.to_vec(),
            ]
            .concat()],
        ),
    ]
    .concat()
}

/// Starts the guest; what it answered, or why it was stopped.
fn start(wasm: &[u8]) -> Result<Step, Stop> {
    let engine = Engine::new(&base_config()).unwrap();
    let module = Module::new(&engine, wasm).unwrap();
    let template = Template::new(engine, &module).unwrap();
    let limits = Limits::default();
    let tree = Workspace::memory().unwrap().tree().unwrap();
    let run = OpenRun::holding(tree, &isolate_vfs::RunOptions::new("")).unwrap();
    let state = HostState::new(
        run,
        Functions::new(),
        crate::answers::Answers::Given,
        &limits,
        false,
        Allowance::anything(),
    );
    let fuel = Fuel::new(1_000_000, Arc::default());
    let host = Host::new(state, &limits, fuel);
    let mut guest = Guest::new(&template, host).unwrap();
    let step = guest.start(Start::new("1"));
    step.map_err(|failure| guest.stopped(&failure))
}

/// A `start` that makes one request and then answers with the byte at address 0.
fn requesting(pointer: i64, length: i64) -> Vec<u8> {
    [
        i32_const(pointer),
        i32_const(length),
        vec![CALL, 0, DROP],
        i64_const(1),
    ]
    .concat()
}

const WAITING: u8 = 3;

#[test]
fn requests_of_a_correct_guest_are_answered() {
    let wasm = guest(&i32_const(1024), &i64_const(1), &[WAITING]);
    assert_eq!(start(&wasm), Ok(Step::Waiting));
}

#[test]
fn an_answer_outside_of_memory_ends_the_run() {
    for packed in [(65_536 << 32) | 1, (65_535 << 32) | 2, -1] {
        let wasm = guest(&i32_const(1024), &i64_const(packed), &[WAITING]);
        let stop = Stop::Hostile("an answer outside of its memory");
        assert_eq!(start(&wasm), Err(stop), "{packed}");
    }
}

#[test]
fn an_answer_that_is_not_a_message_ends_the_run() {
    let wasm = guest(&i32_const(1024), &i64_const(1), &[99]);
    let stop = Stop::Hostile("an answer that cannot be read");
    assert_eq!(start(&wasm), Err(stop));
}

#[test]
fn a_request_outside_of_memory_ends_the_run() {
    for (pointer, length) in [(65_536, 1), (65_535, 2), (-1, -1), (0, -1)] {
        let wasm = guest(&i32_const(1024), &requesting(pointer, length), &[WAITING]);
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
        let start_body = requesting(1, request.len() as i64);
        let wasm = guest(&i32_const(1024), &start_body, &data);
        let stop = Stop::Hostile("a request that cannot be read");
        assert_eq!(start(&wasm), Err(stop), "{request:?}");
    }
}

#[test]
fn a_buffer_outside_of_memory_ends_the_run() {
    let wasm = guest(&i32_const(65_530), &i64_const(1), &[WAITING]);
    let stop = Stop::Hostile("a buffer outside of its memory");
    assert_eq!(start(&wasm), Err(stop));
}

#[test]
fn the_guest_imports_only_the_allowed_functions() {
    let (engine, code) = crate::sandbox::engine(1).unwrap();
    let module = crate::guest::load(&engine, code).unwrap();
    let mut imports: Vec<String> = module
        .imports()
        .map(|import| format!("{}.{}", import.module(), import.name()))
        .collect();
    imports.sort_unstable();
    assert_eq!(imports, IMPORTS.map(|name| format!("{MODULE}.{name}")));
}

#[test]
fn the_guest_reports_lack_of_memory_by_an_import() {
    let wasm = guest(
        &i32_const(1024),
        &[vec![CALL, 1], i64_const(1)].concat(),
        &[],
    );
    assert_eq!(start(&wasm), Err(Stop::Limit(Limit::Memory)));
}

#[test]
fn a_panic_is_reported_with_its_message() {
    let panicking = |pointer: i64, length: i64| {
        let body = [
            i32_const(pointer),
            i32_const(length),
            vec![CALL, 2],
            i64_const(1),
        ];
        guest(
            &i32_const(1024),
            &body.concat(),
            b"attempt to add with overflow",
        )
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
    let load = [i32_const(-4), I32_LOAD.to_vec(), vec![DROP], i64_const(1)].concat();
    let with_pointer = |pointer: i64| {
        let body = [i32_const(pointer), vec![GLOBAL_SET, 1], load.clone()];
        guest(&i32_const(1024), &body.concat(), &[])
    };
    let outside = Err(Stop::Trapped(
        "wasm trap: out of bounds memory access".to_owned(),
    ));
    assert_eq!(start(&guest(&i32_const(1024), &load, &[])), outside);
    assert_eq!(start(&with_pointer(128)), outside);
    for pointer in [-16, 0, 127, 65_536] {
        assert_eq!(
            start(&with_pointer(pointer)),
            Err(Stop::Limit(Limit::Stack))
        );
    }
    let unreachable = guest(&i32_const(1024), &[UNREACHABLE], &[]);
    let stop = Stop::Trapped("wasm trap: wasm `unreachable` instruction executed".to_owned());
    assert_eq!(start(&unreachable), Err(stop));
}
