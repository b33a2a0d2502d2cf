//! Guests that fail: modules without an engine, for tests of what a failure leaves behind.

use isolate_protocol::method_index;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::request;
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, Instruction, MemorySection,
    MemoryType, Module, TypeSection, ValType,
};

/// The buffer for messages of the host.
const BUFFER: i32 = 8192;

/// The top of the second stack, which grows towards 0.
const STACK: i32 = 4096;

/// The address of the data: the second page.
pub(crate) const DATA: i32 = 64 << 10;

/// Bytes of the data, at most.
const DATA_BYTES_MAX: usize = 64 << 10;

/// The indices of the imports.
pub(crate) const CALL: u32 = 0;
#[cfg(test)]
pub(crate) const OUT_OF_MEMORY: u32 = 1;
#[cfg(test)]
pub(crate) const PANICKED: u32 = 2;

/// The index of `start`.
pub(crate) const START: u32 = 4;

/// A guest with `data` at [`DATA`] and this body of `start`.
pub(crate) fn guest(start: &[Instruction<'_>], data: &[u8]) -> Vec<u8> {
    assert!(data.len() <= DATA_BYTES_MAX, "the data fits its page");
    module(2, BUFFER, start, (DATA, data))
}

/// A guest with a memory of so many pages, the address that `alloc` returns, the body of `start`, and
/// data at an address.
pub(crate) fn module(
    pages: u64,
    buffer: i32,
    start: &[Instruction<'_>],
    (at, data): (i32, &[u8]),
) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32], [ValType::I64]);
    let two = [ValType::I32, ValType::I32];
    types.ty().function(two, [ValType::I32]);
    types.ty().function([], []);
    types.ty().function(two, []);
    let mut imports = ImportSection::new();
    imports
        .import("isolate", "call", EntityType::Function(2))
        .import("isolate", "out_of_memory", EntityType::Function(3))
        .import("isolate", "panicked", EntityType::Function(4));
    let mut functions = FunctionSection::new();
    functions.function(0).function(1).function(1);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: pages,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    for (val_type, value) in [
        (ValType::I64, ConstExpr::i64_const(0)),
        (ValType::I32, ConstExpr::i32_const(STACK)),
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
        .export("alloc", ExportKind::Func, 3)
        .export("start", ExportKind::Func, START)
        .export("resume", ExportKind::Func, 5)
        .export("fuel", ExportKind::Global, 0)
        .export("__stack_pointer", ExportKind::Global, 1);
    let mut code = CodeSection::new();
    for body in [
        &[Instruction::I32Const(buffer)][..],
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
    let mut contents = DataSection::new();
    contents.active(0, &ConstExpr::i32_const(at), data.iter().copied());
    let mut module = Module::new();
    module
        .section(&types)
        .section(&imports)
        .section(&functions)
        .section(&memories)
        .section(&globals)
        .section(&exports)
        .section(&code)
        .section(&contents);
    module.finish()
}

/// A guest that logs a text, writes these files and then traps.
pub(crate) fn writing(log: &str, files: &[(&str, &str)]) -> Vec<u8> {
    let mut requests = vec![logged(log)];
    requests.extend(files.iter().map(|(path, text)| written(path, text)));
    let mut start = Vec::new();
    let mut data = Vec::new();
    for request in requests {
        let place = i32::try_from(data.len()).expect("the data fits its page");
        let length = i32::try_from(request.len()).expect("the data fits its page");
        start.extend([
            Instruction::I32Const(DATA + place),
            Instruction::I32Const(length),
            Instruction::Call(CALL),
            Instruction::Drop,
        ]);
        data.extend(request);
    }
    start.push(Instruction::Unreachable);
    guest(&start, &data)
}

fn logged(text: &str) -> Vec<u8> {
    let mut out = Encoder::new();
    out.u8(request::LOG);
    out.u8(isolate_protocol::wire::message::Level::Log as u8);
    out.u8(isolate_protocol::wire::message::Line::Ended as u8);
    out.string(text);
    out.u32(0);
    out.into_bytes()
}

fn written(path: &str, text: &str) -> Vec<u8> {
    let row = method_index("writeFile").expect("it is a row of the table");
    let mut out = Encoder::new();
    out.u8(request::STATE);
    out.u16(u16::try_from(row).expect("a row of the table"));
    out.u8(2);
    out.string(path);
    out.string(text);
    out.into_bytes()
}
