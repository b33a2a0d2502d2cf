//! Copies and fills of a metered module, against those of Rust.

use std::sync::LazyLock;

use proptest::prelude::*;
use wasm_encoder::{
    CodeSection, ExportKind, ExportSection, FunctionSection, GlobalSection, ImportSection,
    MemorySection, MemoryType, Module, TypeSection, ValType,
};
use wasmtime::{Caller, Engine, Linker, Store, Trap, TypedFunc};

use super::super::add;
use super::*;

const MEMORY_BYTES: usize = 4 << 20;

type Operate = TypedFunc<(u32, u32, u32), ()>;

/// A module that exports its memory and both operations.
fn module() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32; PARAMETERS as usize], []);
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    for operation in Operation::ALL {
        functions.function(0);
        let mut body = Function::new([]);
        let mut out = body.instructions();
        out.local_get(TO).local_get(FROM).local_get(LENGTH);
        operation.encode(&mut out);
        out.end();
        code.function(&body);
    }
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: (MEMORY_BYTES / (64 << 10)) as u64,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut exports = ExportSection::new();
    exports.export("copy", ExportKind::Func, Operation::Copy as u32);
    exports.export("fill", ExportKind::Func, Operation::Fill as u32);
    exports.export("memory", ExportKind::Memory, 0);
    let mut module = Module::new();
    // The meter adds to sections that are there.
    module
        .section(&types)
        .section(&ImportSection::new())
        .section(&functions)
        .section(&memories)
        .section(&GlobalSection::new())
        .section(&exports)
        .section(&code);
    module.finish()
}

/// The fuel that a run asked for at a time, none beyond a bound.
struct Asked {
    left: i64,
    times: usize,
}

/// Runs an operation on a memory that holds [`pattern`]. Gives what the memory holds then,
/// the fuel spent, how often fuel was asked for, and whether the operation ended.
fn run(name: &str, operands: (u32, u32, u32), fuel: i64) -> (Vec<u8>, i64, usize, bool) {
    let engine = Engine::default();
    let module = wasmtime::Module::new(&engine, add(&module()).unwrap()).unwrap();
    let mut store = Store::new(
        &engine,
        Asked {
            left: fuel,
            times: 0,
        },
    );
    let mut linker = Linker::new(&engine);
    linker
        .func_wrap(
            "isolate",
            "refuel",
            |mut caller: Caller<'_, Asked>, balance: i64| {
                let asked = caller.data_mut();
                asked.times += 1;
                // No more than the debt, so that each piece asks.
                asked.left += balance;
                if asked.left < 0 {
                    return Err(Trap::OutOfFuel.into());
                }
                wasmtime::Result::Ok(0_i64)
            },
        )
        .unwrap();
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let memory = instance.get_memory(&mut store, "memory").unwrap();
    memory.data_mut(&mut store).copy_from_slice(&pattern());
    let operate: Operate = instance.get_typed_func(&mut store, name).unwrap();
    let has_ended = match operate.call(&mut store, operands) {
        Ok(()) => true,
        Err(error) => {
            assert_eq!(error.downcast_ref(), Some(&Trap::OutOfFuel), "{error:?}");
            false
        }
    };
    let balance = instance.get_global(&mut store, "fuel").unwrap();
    let balance = balance.get(&mut store).i64().unwrap();
    let spent = fuel - store.data().left - balance;
    let times = store.data().times;
    (memory.data(&store).to_vec(), spent, times, has_ended)
}

/// What memory holds at first: no piece is like another.
fn pattern() -> Vec<u8> {
    static PATTERN: LazyLock<Vec<u8>> = LazyLock::new(|| {
        (0..MEMORY_BYTES)
            .map(|at| u8::try_from((at * 31 + at / 256) % 251).unwrap())
            .collect()
    });
    PATTERN.clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn pieces_do_what_the_whole_does(
        starts in (0..MEMORY_BYTES, 0..MEMORY_BYTES),
        distance in -70_000..70_000_isize,
        is_near in any::<bool>(),
        length in prop_oneof![0..MEMORY_BYTES, Just(PIECE_BYTES as usize), Just(PIECE_BYTES as usize + 1)],
        value in any::<u8>(),
    ) {
        let to = starts.0;
        let from = if is_near {
            to.saturating_add_signed(distance).min(MEMORY_BYTES)
        } else {
            starts.1
        };
        let length = length.min(MEMORY_BYTES - to).min(MEMORY_BYTES - from);
        let [to32, from32, length32] = [to, from, length].map(|number| u32::try_from(number).unwrap());
        let price = i64::from(length32 >> PAID_BYTES_LOG2);

        let mut copied = pattern();
        copied.copy_within(from..from + length, to);
        let (memory, spent, _, _) = run("copy", (to32, from32, length32), i64::MAX);
        prop_assert!(memory == copied, "copy {from} to {to}, {length} bytes");
        prop_assert_eq!(spent, price);

        let mut filled = pattern();
        filled[to..to + length].fill(value);
        let (memory, spent, _, _) = run("fill", (to32, value.into(), length32), i64::MAX);
        prop_assert!(memory == filled, "fill {to}, {length} bytes");
        prop_assert_eq!(spent, price);
    }
}

#[test]
fn the_host_can_end_a_long_one_between_its_pieces() {
    let length = u32::try_from(MEMORY_BYTES).unwrap();
    for name in ["copy", "fill"] {
        let (_, _, times, has_ended) = run(name, (0, 0, length), i64::MAX);
        assert!(has_ended);
        // The first piece finds a counter of nought, and the rest is looked at later.
        assert_eq!(times, MEMORY_BYTES / PIECE_BYTES as usize - 2, "{name}");
    }
    let one_piece = i64::from(PIECE_BYTES >> PAID_BYTES_LOG2);
    let (memory, _, _, has_ended) = run("fill", (0, 7, length), one_piece);
    assert!(!has_ended);
    let filled = memory.iter().take_while(|&&byte| byte == 7).count();
    assert_eq!(filled, 2 * PIECE_BYTES as usize);
    assert!(memory[filled..] == pattern()[filled..]);
}
