//! Modules run as they are and widened.

use proptest::prelude::*;
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, ImportSection, Module, RefType, TableSection, TableType,
    TypeSection, ValType,
};
use wasmparser::{Parser, Payload};
use wasmtime::{Engine, Linker, Store};

use super::parameters;

fn types() -> impl Strategy<Value = Vec<ValType>> {
    let ty = prop_oneof![
        4 => Just(ValType::I32),
        1 => Just(ValType::I64),
        1 => Just(ValType::F64),
        1 => Just(ValType::F32),
    ];
    prop::collection::vec(ty, 0..12)
}

/// A module whose `run` calls functions of these types, straight and through the table. Each is
/// handed different numbers, changes those that are integers of four bytes, and returns a sum in
/// which every place counts otherwise.
fn module(functions: &[Vec<ValType>]) -> Vec<u8> {
    let count = u32::try_from(functions.len()).unwrap();
    let mut types = TypeSection::new();
    let mut declared = FunctionSection::new();
    let mut code = CodeSection::new();
    let mut run = Function::new([]);
    run.instructions().f64_const(0.0.into());
    for (index, parameters) in (0..).zip(functions) {
        types
            .ty()
            .function(parameters.iter().copied(), [ValType::F64]);
        declared.function(index);
        for is_indirect in [false, true] {
            run.instructions()
                .f64_const(f64::from(index + 1).into())
                .f64_mul();
            for (place, ty) in (1..).zip(parameters) {
                // Below zero here and there: a parameter is more than its lower half.
                let number = if place % 3 == 0 { -place } else { place * 1000 };
                push(*ty, number, &mut run);
            }
            if is_indirect {
                run.instructions()
                    .i32_const(index.cast_signed())
                    .call_indirect(0, index);
            } else {
                run.instructions().call(index + 1);
            }
            run.instructions().f64_add();
        }
        code.function(&sum(parameters));
    }
    run.instructions().end();

    types.ty().function([], [ValType::F64]);
    declared.function(count);
    code.function(&run);
    let mut imports = ImportSection::new();
    imports.import("", "unused", EntityType::Function(count));
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: u64::from(count),
        maximum: None,
        shared: false,
    });
    let mut elements = ElementSection::new();
    let table: Vec<u32> = (1..=count).collect();
    elements.active(
        None,
        &ConstExpr::i32_const(0),
        Elements::Functions(table.into()),
    );
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, count + 1);
    let mut module = Module::new();
    module
        .section(&types)
        .section(&imports)
        .section(&declared)
        .section(&tables)
        .section(&exports)
        .section(&elements)
        .section(&code);
    module.finish()
}

fn push(ty: ValType, number: i32, out: &mut Function) {
    let mut out = out.instructions();
    match ty {
        ValType::I32 => out.i32_const(number),
        ValType::I64 => out.i64_const(i64::from(number) << 20),
        ValType::F32 => out.f32_const((number as f32).into()),
        _ => out.f64_const(f64::from(number).into()),
    };
}

/// A function that sums its parameters.
fn sum(parameters: &[ValType]) -> Function {
    let mut function = Function::new([]);
    let mut out = function.instructions();
    out.f64_const(0.0.into());
    for (local, ty) in (0..).zip(parameters) {
        out.f64_const(7.0.into()).f64_mul();
        match ty {
            ValType::I32 => out
                .local_get(local)
                .i32_const(1)
                .i32_add()
                .local_tee(local)
                .local_get(local)
                .i32_const(3)
                .i32_xor()
                .local_set(local)
                .f64_convert_i32_s()
                .local_get(local)
                .f64_convert_i32_u()
                .f64_sub(),
            ValType::I64 => out.local_get(local).f64_convert_i64_s(),
            ValType::F32 => out.local_get(local).f64_promote_f32(),
            _ => out.local_get(local),
        };
        out.f64_add();
    }
    out.end();
    function
}

fn run(wasm: &[u8]) -> u64 {
    let engine = Engine::default();
    let module = wasmtime::Module::new(&engine, wasm).unwrap();
    let mut linker = Linker::new(&engine);
    linker.func_wrap("", "unused", || 0.0_f64).unwrap();
    let mut store = Store::new(&engine, ());
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let run = instance
        .get_typed_func::<(), f64>(&mut store, "run")
        .unwrap();
    run.call(&mut store, ()).unwrap().to_bits()
}

/// Functions that a module defines with a narrow integer that goes over the stack.
fn narrow(wasm: &[u8]) -> usize {
    let mut types = Vec::new();
    let mut count = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.unwrap() {
            Payload::TypeSection(section) => {
                for ty in section.into_iter_err_on_gc_types() {
                    let integers = ty.unwrap().params().to_vec().into_iter().filter(|ty| {
                        matches!(ty, wasmparser::ValType::I32 | wasmparser::ValType::I64)
                    });
                    let is_narrow = integers
                        .skip(super::IN_REGISTERS)
                        .any(|ty| ty == wasmparser::ValType::I32);
                    types.push(is_narrow);
                }
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    count += usize::from(types[ty.unwrap() as usize]);
                }
            }
            _ => {}
        }
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_widened_module_does_the_same(functions in prop::collection::vec(types(), 1..5)) {
        let module = module(&functions);
        let widened = parameters(&module).unwrap();
        prop_assert_eq!(narrow(&widened), 0);
        prop_assert_eq!(run(&widened), run(&module));
    }
}

#[test]
fn the_guest_is_widened() {
    let guest = crate::root().join("host/guest/guest.wasm");
    assert_eq!(narrow(&std::fs::read(guest).unwrap()), 0);
}

/// Whether each condition of a module with a hint is one that is hinted, and what is said.
fn hinted(wasm: &[u8]) -> Vec<(u32, bool)> {
    let widener = super::Widener::parse(wasm).unwrap();
    let mut hinted = Vec::new();
    for (index, body) in (widener.imported_functions..).zip(&widener.bodies) {
        let Some(hints) = widener.hints.get(&index) else {
            continue;
        };
        let mut conditions = 0;
        let mut seen = 0;
        for operator in body
            .get_operators_reader()
            .unwrap()
            .into_iter_with_offsets()
        {
            let (operator, offset) = operator.unwrap();
            if !matches!(
                operator,
                wasmparser::Operator::If { .. } | wasmparser::Operator::BrIf { .. }
            ) {
                continue;
            }
            let offset = u32::try_from(offset - body.range().start).unwrap();
            if let Some(taken) = hints.get(&offset) {
                hinted.push((conditions, *taken));
                seen += 1;
            }
            conditions += 1;
        }
        assert_eq!(seen, hints.len(), "function {index}");
    }
    hinted
}

#[test]
fn hints_stay_with_their_branches() {
    let functions = vec![vec![ValType::I32; 9]; 3];
    let metered = crate::meter::add(&module(&functions)).unwrap();
    let hints = hinted(&metered);
    assert!(!hints.is_empty());
    assert_eq!(hinted(&parameters(&metered).unwrap()), hints);
}

#[test]
fn exported_functions_cannot_be_widened() {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32; 5], []);
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut exports = ExportSection::new();
    exports.export("five", ExportKind::Func, 0);
    let mut code = CodeSection::new();
    let mut five = Function::new([]);
    five.instructions().end();
    code.function(&five);
    let mut module = Module::new();
    module
        .section(&types)
        .section(&functions)
        .section(&exports)
        .section(&code);
    let error = parameters(&module.finish()).unwrap_err().to_string();
    assert_eq!(
        error,
        "function 0 has more than 4 parameters, and others call it"
    );
}
