//! A module, read.

use anyhow::{Result, anyhow, bail};
use wasmparser::{ElementItems, FunctionBody, Parser, Payload, TypeRef};

use super::SPEND;
use super::flow::{Flow, Region};

/// What the meter has to know of a module before it changes it.
#[derive(Default)]
pub(super) struct Source<'a> {
    pub(super) types: u32,
    pub(super) parameters_of_types: Vec<u32>,
    pub(super) imported_functions: u32,
    /// The import by which functions pay themselves.
    pub(super) spend: Option<u32>,
    pub(super) globals: u32,
    pub(super) has_memory: bool,
    /// Type of each function that the module defines.
    pub(super) type_of: Vec<u32>,
    pub(super) bodies: Vec<FunctionBody<'a>>,
    pub(super) flows: Vec<Flow>,
    /// Functions that can be called through the table.
    pub(super) is_in_table: Vec<bool>,
}

impl<'a> Source<'a> {
    pub(super) fn parse(wasm: &'a [u8]) -> Result<Self> {
        let mut source = Self::default();
        let mut in_table = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    for ty in section.into_iter_err_on_gc_types() {
                        let parameters = ty?.params().len();
                        source.parameters_of_types.push(u32::try_from(parameters)?);
                        source.types += 1;
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        match import.ty {
                            TypeRef::Func(_) => {
                                if (import.module, import.name) == SPEND {
                                    source.spend = Some(source.imported_functions);
                                }
                                source.imported_functions += 1;
                            }
                            TypeRef::Global(_) => source.globals += 1,
                            TypeRef::Memory(_) => source.has_memory = true,
                            _ => {}
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    for ty in section {
                        source.type_of.push(ty?);
                    }
                }
                Payload::MemorySection(_) => source.has_memory = true,
                Payload::GlobalSection(section) => source.globals += section.count(),
                Payload::ElementSection(section) => {
                    for element in section {
                        let ElementItems::Functions(functions) = element?.items else {
                            return Err(anyhow!("the meter knows tables of functions alone"));
                        };
                        for function in functions {
                            in_table.push(function?);
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let flow = Flow::new(&body, source.spend)?;
                    if flow.pays_itself && flow.calls_another() {
                        bail!(
                            "function {} spends fuel, and calls another: nobody pays for that one",
                            source.flows.len()
                        );
                    }
                    source.flows.push(flow);
                    source.bodies.push(body);
                }
                _ => {}
            }
        }
        source.is_in_table = vec![false; source.bodies.len()];
        for function in in_table {
            if let Some(index) = function.checked_sub(source.imported_functions) {
                source.is_in_table[index as usize] = true;
            }
        }
        Ok(source)
    }

    /// The functions of the module that a region calls, with how often.
    pub(super) fn callees(&self, region: &Region) -> impl Iterator<Item = (usize, f64)> {
        region.calls.iter().filter_map(|&(function, chance)| {
            let index = function.checked_sub(self.imported_functions)?;
            Some((index as usize, chance))
        })
    }
}
