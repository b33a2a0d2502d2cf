//! Random modules, run with the counter and without.

use proptest::prelude::*;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, InstructionSink, MemorySection,
    MemoryType, Module, RefType, TableSection, TableType, TypeSection, ValType,
};
use wasmtime::{Caller, Config, Engine, Linker, Store, Trap, Val};

use super::add;

/// What a function is made of. Conditions come from chance that a global carries on, so that the
/// same module always goes the same way.
#[derive(Clone, Debug)]
enum Node {
    /// Changes the result.
    Step,
    Block(Vec<Self>),
    Loop(Vec<Self>),
    If(Vec<Self>, Vec<Self>),
    BranchIf(u32),
    Branch(u32),
    BranchTable(Vec<u32>),
    Call(u32),
    CallThroughTable(u32),
    Return,
    Fill(u32),
}

/// The state of chance, and the result so far.
const CHANCE: u32 = 0;
const RESULT: u32 = 1;

const FUNCTIONS: u32 = 4;

/// Fuel of Wasmtime's own that a module may use to be compared.
const STEPS_MAX: u64 = 10_000_000;

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let leaf = prop_oneof![
        4 => Just(Node::Step),
        2 => (0..5_u32).prop_map(Node::BranchIf),
        1 => (0..5_u32).prop_map(Node::Branch),
        1 => prop::collection::vec(0..5_u32, 1..6).prop_map(Node::BranchTable),
        1 => (0..FUNCTIONS).prop_map(Node::Call),
        1 => (0..FUNCTIONS).prop_map(Node::CallThroughTable),
        1 => Just(Node::Return),
        1 => (0..2_000_u32).prop_map(Node::Fill),
    ];
    let node = leaf.prop_recursive(4, 40, 6, |inner| {
        let many = prop::collection::vec(inner, 0..6);
        prop_oneof![
            many.clone().prop_map(Node::Block),
            many.clone().prop_map(Node::Loop),
            (many.clone(), many).prop_map(|(then, otherwise)| Node::If(then, otherwise)),
        ]
    });
    prop::collection::vec(node, 0..8)
}

/// Leaves a number below `below` on the stack.
fn chance(out: &mut InstructionSink<'_>, below: i32) {
    out.global_get(CHANCE)
        .i32_const(1_103_515_245)
        .i32_mul()
        .i32_const(12_345)
        .i32_add()
        .global_set(CHANCE)
        .global_get(CHANCE)
        .i32_const(16)
        .i32_shr_u()
        .i32_const(below)
        .i32_rem_u();
}

fn encode(nodes: &[Node], depth: u32, out: &mut InstructionSink<'_>) {
    for node in nodes {
        match node {
            Node::Step => {
                out.global_get(RESULT).i32_const(31).i32_mul();
                chance(out, 1 << 15);
                out.i32_add().global_set(RESULT);
            }
            Node::Block(inner) => {
                out.block(BlockType::Empty);
                encode(inner, depth + 1, out);
                out.end();
            }
            Node::Loop(inner) => {
                out.loop_(BlockType::Empty);
                encode(inner, depth + 1, out);
                // Passes again, mostly.
                chance(out, 4);
                out.br_if(0).end();
            }
            Node::If(then, otherwise) => {
                chance(out, 2);
                out.if_(BlockType::Empty);
                encode(then, depth + 1, out);
                if !otherwise.is_empty() {
                    out.else_();
                    encode(otherwise, depth + 1, out);
                }
                out.end();
            }
            Node::BranchIf(to) => {
                chance(out, 3);
                out.br_if(to % (depth + 1));
            }
            Node::Branch(to) => {
                out.br(to % (depth + 1));
            }
            Node::BranchTable(to) => {
                chance(out, 8);
                let to: Vec<u32> = to.iter().map(|to| to % (depth + 1)).collect();
                out.br_table(to.iter().copied(), to[0]);
            }
            Node::Call(function) => {
                out.call(*function);
            }
            Node::CallThroughTable(function) => {
                out.i32_const((*function).cast_signed()).call_indirect(0, 0);
            }
            Node::Return => {
                chance(out, 4);
                out.i32_eqz().if_(BlockType::Empty).return_().end();
            }
            Node::Fill(bytes) => {
                out.i32_const(0)
                    .i32_const(7)
                    .i32_const((*bytes).cast_signed())
                    .memory_fill(0);
            }
        }
    }
}

/// A module whose function 0 is exported as `run`.
fn module(functions: &[Vec<Node>]) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    let mut declared = FunctionSection::new();
    let mut code = CodeSection::new();
    for nodes in functions {
        declared.function(0);
        let mut body = Function::new([]);
        encode(nodes, 0, &mut body.instructions());
        body.instructions().end();
        code.function(&body);
    }
    let count = u32::try_from(functions.len()).unwrap();
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        minimum: count.into(),
        maximum: None,
        table64: false,
        shared: false,
    });
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    for _ in [CHANCE, RESULT] {
        let ty = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        globals.global(ty, &ConstExpr::i32_const(1));
    }
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, 0);
    exports.export("result", ExportKind::Global, RESULT);
    let mut elements = ElementSection::new();
    let all: Vec<u32> = (0..count).collect();
    elements.active(
        None,
        &ConstExpr::i32_const(0),
        Elements::Functions(all.as_slice().into()),
    );
    let mut module = Module::new();
    module
        .section(&types)
        .section(&wasm_encoder::ImportSection::new())
        .section(&declared)
        .section(&tables)
        .section(&memories)
        .section(&globals)
        .section(&exports)
        .section(&elements)
        .section(&code);
    module.finish()
}

/// How a run ended.
#[derive(Debug, PartialEq)]
enum End {
    Result(i32),
    StackOverflow,
    OutOfFuel,
}

/// Runs a module in an engine that counts by itself where `counts`. Gives the end and the fuel
/// used; for a metered module, which has `fuel` in all, what its counter says.
fn run(wasm: &[u8], counts: bool, fuel: u64) -> (End, u64) {
    let mut config = Config::new();
    config.consume_fuel(counts).wasm_branch_hinting(true);
    let engine = Engine::new(&config).unwrap();
    let module = wasmtime::Module::new(&engine, wasm).unwrap();
    let mut store = Store::new(&engine, i64::try_from(fuel).unwrap());
    if counts {
        store.set_fuel(fuel).unwrap();
    }
    let mut linker = Linker::new(&engine);
    linker
        .func_wrap(
            "isolate",
            "refuel",
            |mut caller: Caller<'_, i64>, balance: i64| {
                let left = std::mem::take(caller.data_mut());
                if balance + left < 0 {
                    return Err(Trap::OutOfFuel.into());
                }
                wasmtime::Result::Ok(balance + left)
            },
        )
        .unwrap();
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let run = instance
        .get_typed_func::<(), ()>(&mut store, "run")
        .unwrap();
    let end = match run.call(&mut store, ()) {
        Ok(()) => {
            let result = instance.get_global(&mut store, "result").unwrap();
            End::Result(result.get(&mut store).i32().unwrap())
        }
        Err(error) => match error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => End::OutOfFuel,
            Some(Trap::StackOverflow) => End::StackOverflow,
            _ => panic!("{error:?}"),
        },
    };
    let used = match instance.get_global(&mut store, "fuel") {
        None => fuel - store.get_fuel().unwrap(),
        Some(counter) => {
            let Val::I64(balance) = counter.get(&mut store) else {
                panic!("the counter is a number of 64 bits");
            };
            let given = i64::try_from(fuel).unwrap() - *store.data();
            u64::try_from(given - balance).unwrap()
        }
    };
    (end, used)
}

fn metered(functions: &[Vec<Node>], fuel: u64) -> (End, u64) {
    run(&add(&module(functions)).unwrap(), false, fuel)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// What ends without the counter ends with it, and the same way; what does not, is stopped.
    #[test]
    fn the_counter_changes_nothing_but_the_end(
        functions in prop::collection::vec(nodes(), FUNCTIONS as usize)
    ) {
        let wasm = module(&functions);
        let (end, _) = run(&wasm, true, STEPS_MAX);
        match end {
            End::Result(_) => {
                let (with, used) = metered(&functions, 1 << 40);
                prop_assert_eq!(with, end);
                let (again, used_again) = metered(&functions, 1 << 40);
                prop_assert!(matches!(again, End::Result(_)));
                prop_assert_eq!(used, used_again);
            }
            // A price is what is expected: what is far above it is stopped all the same.
            End::OutOfFuel | End::StackOverflow => {
                let (with, _) = metered(&functions, STEPS_MAX / 1_000);
                prop_assert!(!matches!(with, End::Result(_)));
            }
        }
    }
}

/// A module whose function `run` calls another one again and again, which spends `fuel` for each of
/// ten passes through a loop, unless it is told that the portion is used up. The result is the
/// number of passes.
fn spender(fuel: i64, calls: i32) -> Vec<u8> {
    spender_of(fuel, calls, false)
}

/// As `spender`; the function that calls also spends, where `spends_twice`.
fn spender_of(fuel: i64, calls: i32, spends_twice: bool) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    types.ty().function([ValType::I64], [ValType::I64]);
    let mut imports = wasm_encoder::ImportSection::new();
    imports.import("isolate", "spend", wasm_encoder::EntityType::Function(1));
    let (spend, run, pay) = (0, 1, 2);
    let (passes, left) = (0, 1);
    let mut functions = FunctionSection::new();
    functions.function(0).function(0);
    let mut globals = GlobalSection::new();
    for start in [0, calls] {
        let ty = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        globals.global(ty, &ConstExpr::i32_const(start));
    }
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, run);
    exports.export("result", ExportKind::Global, passes);
    let mut code = CodeSection::new();
    let decrease = |out: &mut InstructionSink<'_>, at: u32, by: i32| {
        out.global_get(at).i32_const(by).i32_sub().global_set(at);
    };
    let mut body = Function::new([]);
    let mut out = body.instructions();
    if spends_twice {
        out.i64_const(fuel).call(spend).drop();
    }
    out.loop_(BlockType::Empty).call(pay);
    decrease(&mut out, left, 1);
    out.global_get(left).br_if(0).end().end();
    code.function(&body);
    let mut body = Function::new([(1, ValType::I32)]);
    let mut out = body.instructions();
    out.i32_const(10).local_set(0).loop_(BlockType::Empty);
    decrease(&mut out, passes, -1);
    out.i64_const(fuel)
        .call(spend)
        .i64_const(0)
        .i64_lt_s()
        .if_(BlockType::Empty)
        .return_()
        .end()
        .local_get(0)
        .i32_const(1)
        .i32_sub()
        .local_tee(0)
        .br_if(0)
        .end()
        .end();
    code.function(&body);
    let mut module = Module::new();
    module
        .section(&types)
        .section(&imports)
        .section(&functions)
        .section(&globals)
        .section(&exports)
        .section(&code);
    module.finish()
}

#[test]
fn a_function_that_spends_pays_for_its_loops_itself() {
    let (calls, fuel) = (100_i32, 1_000_u32);
    let wasm = add(&spender(fuel.into(), calls)).unwrap();
    let (end, used) = run(&wasm, false, 1 << 40);
    // The first portion is asked for in the loop around it, after a pass without fuel.
    assert_eq!(end, End::Result(991));
    let spent = 991 * u64::from(fuel);
    assert!((spent..spent + 5_000).contains(&used), "{used}");
}

#[test]
fn a_function_that_spends_is_stopped_by_its_caller() {
    let wasm = add(&spender(1_000, 1_000_000)).unwrap();
    assert_eq!(run(&wasm, false, 1_000_000).0, End::OutOfFuel);
}

#[test]
fn a_function_that_spends_calls_nothing_else() {
    // The function that calls is the one that spends: nobody would pay for the other one.
    let wasm = spender_of(1, 1, true);
    let error = add(&wasm).unwrap_err().to_string();
    assert_eq!(
        error,
        "function 0 spends fuel, and calls another: nobody pays for that one"
    );
}

#[test]
fn the_import_of_spending_is_gone() {
    let wasm = add(&spender(1, 1)).unwrap();
    let module = wasmtime::Module::new(&Engine::default(), wasm).unwrap();
    let imports: Vec<_> = module.imports().map(|import| import.name()).collect();
    assert_eq!(imports, ["refuel"]);
}

fn endless(functions: &[Vec<Node>]) {
    assert_eq!(metered(functions, 1_000_000).0, End::OutOfFuel);
}

#[test]
fn an_endless_loop_is_stopped() {
    endless(&[vec![Node::Loop(vec![Node::Branch(0)])]]);
}

#[test]
fn an_endless_loop_around_another_is_stopped() {
    endless(&[vec![Node::Loop(vec![
        Node::Loop(vec![Node::BranchIf(1)]),
        Node::Branch(0),
    ])]]);
}

#[test]
fn a_tree_of_calls_without_a_loop_is_stopped() {
    let mut functions: Vec<Vec<Node>> = (1..=40)
        .map(|next| vec![Node::Call(next), Node::Call(next)])
        .collect();
    functions.push(vec![Node::Step]);
    endless(&functions);
}

#[test]
fn functions_that_call_each_other_are_stopped() {
    // One level costs little, so the stack may end before the fuel does.
    let functions = [vec![Node::Call(1)], vec![Node::Call(0)]];
    assert_eq!(metered(&functions, 1_000).0, End::OutOfFuel);
    let functions = [vec![Node::CallThroughTable(0)]];
    assert_eq!(metered(&functions, 1_000).0, End::OutOfFuel);
}

#[test]
fn a_loop_without_branches_costs_the_fuel_of_wasmtime() {
    let functions = [vec![
        Node::Loop(vec![Node::Step, Node::Step]),
        Node::Loop(vec![
            Node::Step,
            Node::Loop(vec![Node::Step; 9]),
            Node::Step,
        ]),
    ]];
    let (_, theirs) = run(&module(&functions), true, STEPS_MAX);
    let (_, ours) = metered(&functions, 1 << 40);
    // The function itself is short and has no caller that could pay for it.
    assert!(theirs.abs_diff(ours) < 10, "{ours} against {theirs}");
}

#[test]
fn bytes_of_a_fill_are_paid_for() {
    let fill = |bytes| metered(&[vec![Node::Fill(bytes)]], 1 << 40).1;
    assert_eq!(fill(64), 0);
    assert_eq!(fill(65), 8);
    assert_eq!(fill(60_000), 7_500);
}
