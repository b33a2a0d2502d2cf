//! Guests that trap: what is no limit is an internal error with its reason.

use std::error::Error as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wasm_encoder::{
    CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, Instruction, MemorySection, MemoryType, Module,
    TypeSection, ValType,
};
use wasmtime::{Engine, Linker};

use super::{Progress, Session, SessionStart};
use crate::abi::{ExportIndices, add_to_linker};
use crate::engine_config::base_config;
use crate::error::{Error, ErrorKind};
use crate::options::RunOptions;
use crate::outcome::{Limit, Outcome, Run};
use crate::watchdog::Control;
use crate::workspace::Workspace;

/// A guest whose `start` does this.
fn guest(start: &[Instruction<'_>]) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32], [ValType::I64]);
    types
        .ty()
        .function([ValType::I32, ValType::I32], [ValType::I32]);
    let mut imports = ImportSection::new();
    imports.import("isolate", "call", EntityType::Function(2));
    let mut functions = FunctionSection::new();
    functions.function(0).function(1).function(1);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    for (val_type, value) in [
        (ValType::I64, ConstExpr::i64_const(0)),
        (ValType::I32, ConstExpr::i32_const(4096)),
    ] {
        let kind = GlobalType {
            val_type,
            mutable: true,
            shared: false,
        };
        globals.global(kind, &value);
    }
    let mut exports = ExportSection::new();
    exports
        .export("memory", ExportKind::Memory, 0)
        .export("alloc", ExportKind::Func, 1)
        .export("start", ExportKind::Func, 2)
        .export("resume", ExportKind::Func, 3)
        .export("fuel", ExportKind::Global, 0)
        .export("__stack_pointer", ExportKind::Global, 1);
    let mut code = CodeSection::new();
    for body in [
        &[Instruction::I32Const(8192)][..],
        start,
        &[Instruction::I64Const(0)],
    ] {
        let mut function = Function::new([]);
        for instruction in body {
            function.instruction(instruction);
        }
        function.instruction(&Instruction::End);
        code.function(&function);
    }
    let mut module = Module::new();
    module
        .section(&types)
        .section(&imports)
        .section(&functions)
        .section(&memories)
        .section(&globals)
        .section(&exports)
        .section(&code);
    module.finish()
}

fn run(start: &[Instruction<'_>]) -> Result<Box<Run>, Error> {
    let engine = Engine::new(&base_config()).unwrap();
    let module = wasmtime::Module::new(&engine, guest(start)).unwrap();
    let indices = ExportIndices::new(&module).unwrap();
    let mut linker = Linker::new(&engine);
    add_to_linker(&mut linker).unwrap();
    let pre = linker.instantiate_pre(&module).unwrap();
    let started = Instant::now();
    let start = SessionStart {
        source: "1".to_owned(),
        options: RunOptions::new().seed(1),
        workspace: Workspace::memory().unwrap(),
        control: Arc::new(Control::default()),
        started,
        deadline: started + Duration::from_secs(60),
        runtime: None,
    };
    match Session::start(&engine, &pre, &indices, start) {
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
fn a_trap_that_is_no_limit_is_an_internal_error() {
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
    let nested = || run(&[Instruction::LocalGet(0), Instruction::Call(2)]).unwrap();
    let thread = std::thread::Builder::new().stack_size(80 << 20);
    let run = thread.spawn(nested).unwrap().join().unwrap();
    let Outcome::LimitExceeded(exceeded) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(exceeded.limit, Limit::Stack);
}
