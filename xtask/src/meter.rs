//! Makes the guest count its own work, so that Wasmtime need not.
//!
//! Wasmtime's fuel adds to a counter in every block of code and saves and reloads it around every
//! call, and its epochs add a check of their own: together a third of the time of a run. Here the
//! counter is a global of the guest, which the program cannot reach. It is lowered, and looked
//! at, only where control can come round again:
//!
//! - at the start of every loop,
//! - at the start of a function that calls itself by way of others, or that calls through the
//!   table, or that is called through it and is not short, or that is dear, or whose text with that
//!   of its callees is long.
//!
//! Every other function is paid for by its callers. What a pass through a loop or a function
//! costs is its expected number of instructions: see [`flow`]. Copies and fills of memory also
//! cost an instruction for each eight bytes; long ones are done in pieces, see [`bulk`].
//!
//! A function that calls the import `isolate.spend` pays for its loops itself: it knows better than
//! the meter when it comes round again. It may call nothing else that returns. The call becomes a
//! few instructions, and the import that of [`REFUEL`].
//!
//! Invariant: every cycle of control passes a checkpoint, and between two of them a run takes each
//! instruction of a function at most once, and with each call 10,000 more; each copy or fill of
//! memory among these has at most [`bulk::PIECE_BYTES`]. Where a function pays itself, it is for its
//! source to show that.
//!
//! A counter below zero calls the import `isolate.refuel`, which ends the run or answers with a
//! new portion. The host gives fuel in small portions and looks at the clock in between: no other
//! interruption is needed.

mod bulk;
mod flow;
mod prices;
mod source;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{Reencode, utils};
use wasm_encoder::{
    BlockType, BranchHint, BranchHints, CodeSection, ConstExpr, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection, Module,
    SectionId, TypeSection, ValType,
};
use wasmparser::{FunctionBody, Operator, Parser};

use bulk::Bulk;
use flow::Hint;
use prices::Prices;
use source::Source;

/// The import that is called when a portion is used up: takes the balance, which is below zero,
/// and answers with the new one.
const REFUEL: (&str, &str) = ("isolate", "refuel");

/// The import that lowers the counter: takes the fuel that was spent, and answers with the balance.
const SPEND: (&str, &str) = ("isolate", "spend");

/// The exported counter.
const FUEL: &str = "fuel";

/// Copies that are no longer than this, in bytes, are instructions like any other.
const SMALL_COPY_BYTES_MAX: i32 = 64;

/// Adds the counter to a module.
pub(crate) fn add(wasm: &[u8]) -> Result<Vec<u8>> {
    let source = Source::parse(wasm)?;
    let mut meter = Meter {
        prices: Prices::new(&source),
        source,
        hints: BranchHints::new(),
        code: CodeSection::new(),
    };
    let mut module = Module::new();
    meter
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("{error}"))?;
    Ok(module.finish())
}

/// Copies a module and adds the counter.
struct Meter<'a> {
    source: Source<'a>,
    prices: Prices,
    hints: BranchHints,
    code: CodeSection,
}

/// Indices of what a function's body uses to pay.
struct Purse {
    fuel: u32,
    refuel: u32,
    /// Local for the length of a bulk copy.
    length: u32,
    /// Local for the counter in a loop that nothing else pays in, and where a function pays itself.
    balance: u32,
}

impl Meter<'_> {
    /// The import takes the place of that of [`SPEND`]. Where there is none, it comes after the
    /// others, and every function of the module one later.
    fn refuel(&self) -> u32 {
        self.source.spend.unwrap_or(self.source.imported_functions)
    }

    /// How much later every function of the module comes.
    fn shift(&self) -> u32 {
        u32::from(self.source.spend.is_none())
    }

    /// The counter comes after the other globals.
    fn fuel(&self) -> u32 {
        self.source.globals
    }

    /// The functions of [`bulk`] come after the others, and their type after that of [`REFUEL`].
    fn bulk(&self) -> Result<Bulk> {
        let defined = u32::try_from(self.source.type_of.len())?;
        Ok(Bulk {
            first: self.source.imported_functions + self.shift() + defined,
            ty: self.source.types + 1,
        })
    }

    fn purse(&self, locals: u32) -> Purse {
        Purse {
            fuel: self.fuel(),
            refuel: self.refuel(),
            length: locals,
            balance: locals + 1,
        }
    }

    fn add_code(&mut self) -> Result<()> {
        let bodies = std::mem::take(&mut self.source.bodies);
        for (index, body) in bodies.iter().enumerate() {
            let (function, hints) = self
                .function(index, body)
                .with_context(|| format!("function {index}"))?;
            self.code.function(&function);
            if !hints.is_empty() {
                let index = self.source.imported_functions + self.shift() + u32::try_from(index)?;
                self.hints.function_hints(index, hints);
            }
        }
        if self.source.has_memory {
            let purse = self.purse(bulk::PARAMETERS);
            for (function, index) in bulk::functions(&purse).iter().zip(self.bulk()?.first..) {
                self.code.function(&function.0);
                self.hints.function_hints(index, function.1.clone());
            }
        }
        Ok(())
    }

    fn function(
        &mut self,
        index: usize,
        body: &FunctionBody<'_>,
    ) -> Result<(Function, Vec<BranchHint>)> {
        let mut locals = Vec::new();
        let ty = self.source.type_of[index];
        let mut count = self.source.parameters_of_types[ty as usize];
        for group in body.get_locals_reader()? {
            let (many, ty) = group?;
            count += many;
            locals.push((many, self.val_type(ty).map_err(|error| anyhow!("{error}"))?));
        }
        locals.extend([(1, ValType::I32), (1, ValType::I64)]);
        let purse = self.purse(count);
        let bulk = self.bulk()?;
        let mut out = Function::new(locals);
        let mut hints = Vec::new();
        if let Some(price) = self.prices.entries[index] {
            purse.pay(price, &mut out, &mut hints);
        }
        let mut loops = self.prices.loops[index].clone().into_iter();
        let mut conditions = std::mem::take(&mut self.source.flows[index].hints).into_iter();
        let mut is_small = false;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let operator = operators.read()?;
            match operator {
                Operator::If { .. } | Operator::BrIf { .. } => {
                    let hint = conditions.next().context("a condition that was not seen")?;
                    hints.extend(branch_hint(&out, hint));
                }
                _ => {}
            }
            let bulk_operation = bulk::Operation::of(&operator).filter(|_| !is_small);
            is_small = matches!(
                operator,
                Operator::I32Const { value } if (0..=SMALL_COPY_BYTES_MAX).contains(&value)
            );
            let price = match operator {
                Operator::Call { function_index } if Some(function_index) == self.source.spend => {
                    purse.spend(&mut out);
                    continue;
                }
                Operator::Loop { .. } if self.source.flows[index].pays_itself => None,
                Operator::Loop { .. } => Some(loops.next().context("a loop that was not seen")?),
                _ => None,
            };
            if let Some((_, true)) = price {
                purse.take_out(&mut out);
            }
            if let Some(operation) = bulk_operation {
                bulk.replace(operation, &purse, &mut out, &mut hints);
                continue;
            }
            out.instruction(
                &self
                    .instruction(operator)
                    .map_err(|error| anyhow!("{error}"))?,
            );
            match price {
                None => {}
                Some((price, false)) => purse.pay(price, &mut out, &mut hints),
                Some((price, true)) => purse.pay_alone(price, &mut out, &mut hints),
            }
        }
        Ok((out, hints))
    }
}

fn branch_hint(at: &Function, hint: Hint) -> Option<BranchHint> {
    let value = match hint {
        Hint::Likely => 1,
        Hint::Unlikely => 0,
        Hint::Unknown => return None,
    };
    Some(BranchHint {
        branch_func_offset: u32::try_from(at.byte_len()).ok()?,
        branch_hint_value: value,
    })
}

impl Purse {
    fn pay(&self, price: i64, out: &mut Function, hints: &mut Vec<BranchHint>) {
        out.instructions()
            .global_get(self.fuel)
            .i64_const(0)
            .i64_lt_s();
        hints.extend(branch_hint(out, Hint::Unlikely));
        out.instructions()
            .if_(BlockType::Empty)
            .global_get(self.fuel)
            .call(self.refuel)
            .global_set(self.fuel)
            .end()
            .global_get(self.fuel)
            .i64_const(price)
            .i64_sub()
            .global_set(self.fuel);
    }

    /// Before a loop that nothing else pays in: takes the counter out of the global, where each
    /// change waits for the one before.
    fn take_out(&self, out: &mut Function) {
        out.instructions()
            .global_get(self.fuel)
            .local_set(self.balance);
    }

    /// Pays for a pass of such a loop.
    fn pay_alone(&self, price: i64, out: &mut Function, hints: &mut Vec<BranchHint>) {
        out.instructions()
            .local_get(self.balance)
            .i64_const(0)
            .i64_lt_s();
        hints.extend(branch_hint(out, Hint::Unlikely));
        out.instructions()
            .if_(BlockType::Empty)
            .local_get(self.balance)
            .call(self.refuel)
            .local_set(self.balance)
            .end()
            .local_get(self.balance)
            .i64_const(price)
            .i64_sub()
            .local_tee(self.balance)
            .global_set(self.fuel);
    }

    /// Lowers the counter by what is on the stack, and leaves the balance there.
    fn spend(&self, out: &mut Function) {
        out.instructions()
            .local_set(self.balance)
            .global_get(self.fuel)
            .local_get(self.balance)
            .i64_sub()
            .local_tee(self.balance)
            .global_set(self.fuel)
            .local_get(self.balance);
    }
}

type Reencoded<T = ()> = std::result::Result<T, wasm_encoder::reencode::Error<anyhow::Error>>;

impl Reencode for Meter<'_> {
    type Error = anyhow::Error;

    fn function_index(&mut self, function: u32) -> Reencoded<u32> {
        let is_later = function >= self.source.imported_functions;
        Ok(function + if is_later { self.shift() } else { 0 })
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> Reencoded {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I64], [ValType::I64]);
        types
            .ty()
            .function([ValType::I32; bulk::PARAMETERS as usize], []);
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: wasmparser::FunctionSectionReader<'_>,
    ) -> Reencoded {
        utils::parse_function_section(self, functions, section)?;
        if self.source.has_memory {
            let ty = self
                .bulk()
                .map_err(wasm_encoder::reencode::Error::UserError)?
                .ty;
            for _ in bulk::Operation::ALL {
                functions.function(ty);
            }
        }
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: wasmparser::ImportSectionReader<'_>,
    ) -> Reencoded {
        let refuel = EntityType::Function(self.source.types);
        let mut functions = 0;
        for import in section.into_imports() {
            let import = import?;
            if Some(functions) == self.source.spend {
                imports.import(REFUEL.0, REFUEL.1, refuel);
            } else {
                utils::parse_import(self, imports, import)?;
            }
            functions += u32::from(matches!(import.ty, wasmparser::TypeRef::Func(_)));
        }
        if self.source.spend.is_none() {
            imports.import(REFUEL.0, REFUEL.1, refuel);
        }
        Ok(())
    }

    fn parse_global_section(
        &mut self,
        globals: &mut GlobalSection,
        section: wasmparser::GlobalSectionReader<'_>,
    ) -> Reencoded {
        utils::parse_global_section(self, globals, section)?;
        let ty = GlobalType {
            val_type: ValType::I64,
            mutable: true,
            shared: false,
        };
        globals.global(ty, &ConstExpr::i64_const(0));
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Reencoded {
        utils::parse_export_section(self, exports, section)?;
        exports.export(FUEL, ExportKind::Global, self.fuel());
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
            self.add_code()
                .map_err(wasm_encoder::reencode::Error::UserError)?;
            module.section(&self.hints);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        _section: wasmparser::CodeSectionReader<'_>,
    ) -> Reencoded {
        *code = std::mem::take(&mut self.code);
        Ok(())
    }
}
