//! Binds imports of a module to functions that it exports itself.
//!
//! The guest is compiled for a target whose standard library imports functions of a system. It has
//! those functions itself, exported by the name `MODULE.NAME` of the import that each is for. Here
//! every call of such an import becomes one of the function, and both the import and the export go.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow, ensure};
use wasm_encoder::reencode::{Reencode, utils};
use wasm_encoder::{ExportSection, ImportSection, Module};
use wasmparser::{ExternalKind, Parser, Payload, TypeRef};

/// Modules of which no import may be left.
const SYSTEM: &str = "wasi_snapshot_preview1";

/// Binds what can be bound.
pub(crate) fn imports(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut binder = Binder::of(wasm)?;
    let mut module = Module::new();
    binder
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("{error}"))?;
    Ok(module.finish())
}

/// Copies a module and binds its imports.
struct Binder {
    /// Numbers of imported functions that are bound, and of the functions that take their places.
    bound: BTreeMap<u32, u32>,
    /// Names of the exports that go.
    exports: BTreeSet<String>,
}

impl Binder {
    fn of(wasm: &[u8]) -> Result<Self> {
        let mut imports: BTreeMap<String, u32> = BTreeMap::new();
        let mut exports: BTreeMap<String, u32> = BTreeMap::new();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(section) => {
                    let mut function = 0;
                    for import in section.into_imports() {
                        let import = import?;
                        if matches!(import.ty, TypeRef::Func(_)) {
                            imports.insert(format!("{}.{}", import.module, import.name), function);
                            function += 1;
                        }
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            exports.insert(export.name.to_owned(), export.index);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut binder = Self {
            bound: BTreeMap::new(),
            exports: BTreeSet::new(),
        };
        for (name, import) in imports {
            if let Some(function) = exports.get(&name) {
                binder.bound.insert(import, *function);
                binder.exports.insert(name);
                continue;
            }
            ensure!(
                name.split('.').next() != Some(SYSTEM),
                "the guest imports {name}, and has no such function itself: guest-runtime/boundary/src/wasi.rs"
            );
        }
        // What this module does not import of the system needs no name either.
        let of_system = |name: &&String| name.split('.').next() == Some(SYSTEM);
        let unused = exports.into_keys().filter(|name| of_system(&name));
        binder.exports.extend(unused);
        Ok(binder)
    }
}

type Reencoded<T = ()> = std::result::Result<T, wasm_encoder::reencode::Error>;

impl Reencode for Binder {
    type Error = std::convert::Infallible;

    /// Every import that goes makes the functions behind it one earlier.
    fn function_index(&mut self, function: u32) -> Reencoded<u32> {
        let meant = self.bound.get(&function).copied().unwrap_or(function);
        let before = self.bound.range(..meant).count();
        Ok(meant - u32::try_from(before).unwrap_or(u32::MAX))
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: wasmparser::ImportSectionReader<'_>,
    ) -> Reencoded {
        let mut function = 0;
        for import in section.into_imports() {
            let import = import?;
            let is_function = matches!(import.ty, TypeRef::Func(_));
            if !(is_function && self.bound.contains_key(&function)) {
                utils::parse_import(self, imports, import)?;
            }
            function += u32::from(is_function);
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Reencoded {
        for export in section {
            let export = export?;
            if !self.exports.contains(export.name) {
                utils::parse_export(self, exports, export)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection,
        ImportSection, Module, TypeSection, ValType,
    };
    use wasmtime::{Engine, Instance, Linker, Store};

    use super::imports;

    /// A module that imports `system.one` and `host.two`, and whose `run` is their difference. It
    /// has a function of its own for `system.one`, if `is_whole`.
    fn module(system: &str, is_whole: bool) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut imported = ImportSection::new();
        imported.import(system, "one", EntityType::Function(0));
        imported.import("host", "two", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut exports = ExportSection::new();
        exports.export("run", ExportKind::Func, 2);
        if is_whole {
            exports.export(&format!("{system}.one"), ExportKind::Func, 3);
        }
        let mut code = CodeSection::new();
        let mut run = Function::new([]);
        run.instructions().call(0).call(1).i32_sub().end();
        let mut one = Function::new([]);
        one.instructions().i32_const(1).end();
        code.function(&run).function(&one);
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imported)
            .section(&functions)
            .section(&exports)
            .section(&code);
        module.finish()
    }

    #[test]
    fn a_call_of_an_import_goes_to_the_function_that_is_exported_for_it() {
        let bound = imports(&module("system", true)).unwrap();
        let engine = Engine::default();
        let module = wasmtime::Module::new(&engine, &bound).unwrap();
        assert_eq!(
            module
                .imports()
                .map(|import| import.name().to_owned())
                .collect::<Vec<_>>(),
            ["two"]
        );
        assert_eq!(
            module
                .exports()
                .map(|export| export.name().to_owned())
                .collect::<Vec<_>>(),
            ["run"]
        );
        let mut linker: Linker<()> = Linker::new(&engine);
        linker.func_wrap("host", "two", || 2_i32).unwrap();
        let mut store = Store::new(&engine, ());
        let instance: Instance = linker.instantiate(&mut store, &module).unwrap();
        let run = instance
            .get_typed_func::<(), i32>(&mut store, "run")
            .unwrap();
        assert_eq!(run.call(&mut store, ()).unwrap(), -1);
    }

    #[test]
    fn an_import_of_the_system_that_nothing_answers_ends_the_build() {
        let wasm = module(super::SYSTEM, false);
        assert!(imports(&wasm).is_err());
        assert!(imports(&module("system", false)).is_ok());
    }
}
