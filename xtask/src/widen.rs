//! Makes integers of eight bytes of the parameters that go over the stack.
//!
//! Cranelift passes the first [`IN_REGISTERS`] integers of a WebAssembly function in registers of
//! the machine. It stores four bytes of an `i32` that goes over the stack, and the function loads
//! eight: a processor cannot take those from a store that is still under way, but waits until it
//! has reached the cache, for some 35 cycles each call. An `i64` is stored and loaded alike.
//!
//! Types of imports and exports stay as they are: the host knows them. The meter has been here
//! before: what this adds becomes no code of its own, so nobody pays for it.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use wasm_encoder::reencode::{Reencode, utils};
use wasm_encoder::{
    BranchHint, BranchHints, CodeSection, Function, FunctionSection, InstructionSink, Module,
    SectionId, TypeSection,
};
use wasmparser::{
    BranchHintSectionReader, ElementItems, ExternalKind, FunctionBody, KnownCustom, Operator,
    Parser, Payload, TypeRef, ValType,
};

/// Integer parameters that x86-64 passes in registers, besides the two by which Wasmtime passes
/// the instances of callee and caller.
const IN_REGISTERS: usize = 4;

/// Widens the parameters of a module.
pub(crate) fn parameters(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut widener = Widener::parse(wasm)?;
    for (index, body) in (widener.imported_functions..).zip(std::mem::take(&mut widener.bodies)) {
        let (function, hints) = widener.function(index, &body)?;
        widener.new_code.function(&function);
        if !hints.is_empty() {
            widener.new_hints.function_hints(index, hints);
        }
    }
    let mut module = Module::new();
    widener
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("{error}"))?;
    Ok(module.finish())
}

/// A type of functions.
struct Signature {
    parameters: Vec<ValType>,
    results: Vec<ValType>,
    /// The type with wider parameters, and the first of these.
    wide: Option<Wide>,
}

#[derive(Clone, Copy)]
struct Wide {
    ty: u32,
    first: usize,
}

impl Signature {
    /// The parameters that are widened.
    fn narrow(&self) -> impl Iterator<Item = usize> {
        self.parameters
            .iter()
            .enumerate()
            .filter(|(_, ty)| matches!(ty, ValType::I32 | ValType::I64))
            .skip(IN_REGISTERS)
            .filter(|(_, ty)| **ty == ValType::I32)
            .map(|(index, _)| index)
    }
}

#[derive(Default)]
struct Widener<'a> {
    signatures: Vec<Signature>,
    imported_functions: u32,
    /// Type of each function, imported ones first.
    type_of: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// By function and place in its body, whether a branch is taken.
    hints: BTreeMap<u32, BTreeMap<u32, bool>>,
    new_hints: BranchHints,
    new_code: CodeSection,
}

impl<'a> Widener<'a> {
    fn parse(wasm: &'a [u8]) -> Result<Self> {
        let mut widener = Self::default();
        let mut seen_by_others = Vec::new();
        let mut in_table = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    for ty in section.into_iter_err_on_gc_types() {
                        let ty = ty?;
                        widener.signatures.push(Signature {
                            parameters: ty.params().to_vec(),
                            results: ty.results().to_vec(),
                            wide: None,
                        });
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        if let TypeRef::Func(ty) = import?.ty {
                            widener.type_of.push(ty);
                            widener.imported_functions += 1;
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    for ty in section {
                        widener.type_of.push(ty?);
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            seen_by_others.push(export.index);
                        }
                    }
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        let ElementItems::Functions(functions) = element?.items else {
                            return Err(anyhow!("only tables of functions can be widened"));
                        };
                        for function in functions {
                            in_table.push(function?);
                        }
                    }
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::BranchHints(hints) = section.as_known() {
                        widener.add_hints(hints)?;
                    }
                }
                Payload::CodeSectionEntry(body) => widener.bodies.push(body),
                _ => {}
            }
        }
        // What is called through the table cannot be told from what has the same type.
        let imports = widener.imported_functions;
        seen_by_others.extend(in_table.into_iter().filter(|&function| function < imports));
        for function in seen_by_others {
            let signature = &widener.signatures[widener.type_of[function as usize] as usize];
            ensure!(
                signature.narrow().next().is_none(),
                "function {function} has more than {IN_REGISTERS} parameters, and others call it"
            );
        }
        let mut ty = u32::try_from(widener.signatures.len())?;
        for signature in &mut widener.signatures {
            let first = signature.narrow().next();
            if let Some(first) = first {
                signature.wide = Some(Wide { ty, first });
                ty += 1;
            }
        }
        Ok(widener)
    }

    fn add_hints(&mut self, functions: BranchHintSectionReader<'_>) -> Result<()> {
        for function in functions {
            let function = function?;
            let hints = self.hints.entry(function.func).or_default();
            for hint in function.hints {
                let hint = hint?;
                hints.insert(hint.func_offset, hint.taken);
            }
        }
        Ok(())
    }

    /// Where a call has to widen: the type, and its parameters from the first that does on.
    fn called(&self, operator: &Operator<'_>) -> Option<Called<'_>> {
        let (ty, is_indirect) = match operator {
            Operator::Call { function_index } if *function_index >= self.imported_functions => {
                (self.type_of[*function_index as usize], false)
            }
            Operator::CallIndirect { type_index, .. } => (*type_index, true),
            _ => return None,
        };
        let signature = &self.signatures[ty as usize];
        let wide = signature.wide?;
        Some(Called {
            signature,
            wide,
            is_indirect,
        })
    }

    /// The body of a function, and where its branches with a hint are now.
    fn function(&self, index: u32, body: &FunctionBody<'_>) -> Result<(Function, Vec<BranchHint>)> {
        let signature = &self.signatures[self.type_of[index as usize] as usize];
        let mut count = u32::try_from(signature.parameters.len())?;
        let mut locals = Vec::new();
        for group in body.get_locals_reader()? {
            let (many, ty) = group?;
            count += many;
            locals.push((many, ty));
        }
        let mut narrowed = BTreeMap::new();
        for parameter in signature.narrow() {
            narrowed.insert(u32::try_from(parameter)?, count);
            locals.push((1, ValType::I32));
            count += 1;
        }
        // What lies above a parameter on the stack is put aside while that is widened.
        let mut most: Vec<(ValType, u32)> = Vec::new();
        for operator in body.get_operators_reader()? {
            if let Some(called) = self.called(&operator?) {
                for ty in called.above() {
                    let many = called.above().filter(|other| *other == ty).count();
                    let many = u32::try_from(many)?;
                    match most.iter_mut().find(|(known, _)| *known == ty) {
                        Some((_, most)) => *most = many.max(*most),
                        None => most.push((ty, many)),
                    }
                }
            }
        }
        let mut aside = Vec::new();
        for (ty, many) in most {
            aside.push((ty, count));
            locals.push((many, ty));
            count += many;
        }

        let locals: Vec<_> = locals
            .into_iter()
            .map(|(many, ty)| Ok((many, encoded(ty)?)))
            .collect::<Result<_>>()?;
        let mut out = Function::new(locals);
        for (&parameter, &local) in &narrowed {
            out.instructions()
                .local_get(parameter)
                .i32_wrap_i64()
                .local_set(local);
        }
        let renamed = |local: u32| narrowed.get(&local).copied().unwrap_or(local);
        let old_hints = self.hints.get(&index);
        let mut hints = Vec::new();
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let (operator, offset) = operators.read_with_offset()?;
            let old_offset = u32::try_from(offset - body.range().start)?;
            if let Some(taken) = old_hints.and_then(|hints| hints.get(&old_offset)) {
                hints.push(BranchHint {
                    branch_func_offset: u32::try_from(out.byte_len())?,
                    branch_hint_value: u32::from(*taken),
                });
            }
            let operator = match operator {
                Operator::LocalGet { local_index } => Operator::LocalGet {
                    local_index: renamed(local_index),
                },
                Operator::LocalSet { local_index } => Operator::LocalSet {
                    local_index: renamed(local_index),
                },
                Operator::LocalTee { local_index } => Operator::LocalTee {
                    local_index: renamed(local_index),
                },
                other => other,
            };
            let called = self.called(&operator);
            if let Some(called) = &called {
                called.widen(&aside, &mut out.instructions())?;
            }
            let operator = match (operator, called) {
                (Operator::CallIndirect { table_index, .. }, Some(called)) => {
                    Operator::CallIndirect {
                        type_index: called.wide.ty,
                        table_index,
                    }
                }
                (other, _) => other,
            };
            out.instruction(&operator.try_into().map_err(|error| anyhow!("{error}"))?);
        }
        Ok((out, hints))
    }
}

fn encoded(ty: ValType) -> Result<wasm_encoder::ValType> {
    ty.try_into().map_err(|error| anyhow!("{ty}: {error}"))
}

/// A call whose parameters have to be widened.
struct Called<'a> {
    signature: &'a Signature,
    wide: Wide,
    is_indirect: bool,
}

impl Called<'_> {
    /// What lies on the stack above the first of them, from below to above.
    fn above(&self) -> impl DoubleEndedIterator<Item = ValType> {
        let function = self.is_indirect.then_some(ValType::I32);
        self.signature.parameters[self.wide.first + 1..]
            .iter()
            .copied()
            .chain(function)
    }

    /// Widens them on the stack, by way of locals, of which the first of each type is given.
    fn widen(&self, aside: &[(ValType, u32)], out: &mut InstructionSink<'_>) -> Result<()> {
        let mut free: Vec<(ValType, u32)> = aside.to_vec();
        let mut places = Vec::new();
        for ty in self.above() {
            let (_, local) = free
                .iter_mut()
                .find(|(known, _)| *known == ty)
                .with_context(|| format!("no local of {ty}"))?;
            places.push(*local);
            *local += 1;
        }
        for &local in places.iter().rev() {
            out.local_set(local);
        }
        out.i64_extend_i32_u();
        for (index, local) in (self.wide.first + 1..).zip(places) {
            out.local_get(local);
            if self.signature.narrow().any(|narrow| narrow == index) {
                out.i64_extend_i32_u();
            }
        }
        Ok(())
    }
}

type Reencoded<T = ()> = std::result::Result<T, wasm_encoder::reencode::Error<anyhow::Error>>;

impl Reencode for Widener<'_> {
    type Error = anyhow::Error;

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> Reencoded {
        utils::parse_type_section(self, types, section)?;
        for signature in &self.signatures {
            if signature.wide.is_none() {
                continue;
            }
            let mut parameters = signature.parameters.clone();
            for index in signature.narrow() {
                parameters[index] = ValType::I64;
            }
            let all = |types: &[ValType]| -> Reencoded<Vec<_>> {
                let types = types.iter().map(|ty| encoded(*ty));
                types
                    .collect::<Result<_>>()
                    .map_err(wasm_encoder::reencode::Error::UserError)
            };
            types
                .ty()
                .function(all(&parameters)?, all(&signature.results)?);
        }
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: wasmparser::FunctionSectionReader<'_>,
    ) -> Reencoded {
        for ty in section {
            let ty = ty?;
            let wide = self.signatures[ty as usize].wide;
            functions.function(wide.map_or(ty, |wide| wide.ty));
        }
        Ok(())
    }

    /// Hints stand before the code that they are about.
    fn intersperse_section_hook(
        &mut self,
        module: &mut Module,
        _after: Option<SectionId>,
        before: Option<SectionId>,
    ) -> Reencoded {
        if before == Some(SectionId::Code) {
            module.section(&self.new_hints);
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: wasmparser::CustomSectionReader<'_>,
    ) -> Reencoded {
        if matches!(section.as_known(), KnownCustom::BranchHints(_)) {
            return Ok(());
        }
        utils::parse_custom_section(self, module, section)
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        _section: wasmparser::CodeSectionReader<'_>,
    ) -> Reencoded {
        *code = std::mem::take(&mut self.new_code);
        Ok(())
    }
}
