//! Copies and fills of memory, which one instruction makes as long as memory is.
//!
//! Where memory is slow to be had, 120 MiB take a third of a second, in which nothing could end the
//! run. Long ones are done by functions that are added to the module: in pieces, each paid for before
//! it is done, so that the host looks at the clock in between.

use wasm_encoder::{BlockType, BranchHint, Function, InstructionSink};
use wasmparser::Operator;

use super::flow::Hint;
use super::{Purse, branch_hint};

#[cfg(test)]
mod tests;

/// Most bytes that are copied or filled at once. A portion of the host's fuel pays for two of these.
pub(super) const PIECE_BYTES: i32 = 1 << 20;

/// Bytes that one instruction pays for, as a power of two. It divides a piece, so that pieces cost as
/// much as the whole.
const PAID_BYTES_LOG2: i32 = 3;

/// Parameters of the functions, as those of the instructions: where to, where from or the value, and
/// how many bytes.
pub(super) const PARAMETERS: u32 = 3;
const TO: u32 = 0;
const FROM: u32 = 1;
const LENGTH: u32 = 2;

#[derive(Clone, Copy)]
pub(super) enum Operation {
    Copy,
    Fill,
}

impl Operation {
    /// In the order of their functions.
    pub(super) const ALL: [Self; 2] = [Self::Copy, Self::Fill];

    /// The operation of an instruction.
    pub(super) fn of(operator: &Operator<'_>) -> Option<Self> {
        match operator {
            Operator::MemoryCopy { .. } => Some(Self::Copy),
            Operator::MemoryFill { .. } => Some(Self::Fill),
            _ => None,
        }
    }

    /// The instruction, whose operands are on the stack.
    fn encode(self, out: &mut InstructionSink<'_>) {
        match self {
            Self::Copy => out.memory_copy(0, 0),
            Self::Fill => out.memory_fill(0),
        };
    }
}

/// Where the functions are.
pub(super) struct Bulk {
    /// Index of the first.
    pub(super) first: u32,
    pub(super) ty: u32,
}

impl Bulk {
    /// An operation whose operands are on the stack: here if it is one piece, otherwise by its
    /// function.
    pub(super) fn replace(
        &self,
        operation: Operation,
        purse: &Purse,
        out: &mut Function,
        hints: &mut Vec<BranchHint>,
    ) {
        out.instructions()
            .local_tee(purse.length)
            .local_get(purse.length)
            .i32_const(PIECE_BYTES)
            .i32_gt_u();
        hints.extend(branch_hint(out, Hint::Unlikely));
        let mut out = out.instructions();
        out.if_(BlockType::FunctionType(self.ty))
            .call(self.first + operation as u32)
            .else_();
        pay_bytes(purse, purse.length, &mut out);
        operation.encode(&mut out);
        out.end();
    }
}

/// The functions, with the hints of their conditions.
pub(super) fn functions(purse: &Purse) -> [(Function, Vec<BranchHint>); 2] {
    Operation::ALL.map(|operation| function(operation, purse))
}

fn function(operation: Operation, purse: &Purse) -> (Function, Vec<BranchHint>) {
    let mut out = Function::new([]);
    let mut hints = Vec::new();
    match operation {
        // What overlaps is copied from the end at which nothing is written that is still to be read.
        Operation::Copy => {
            out.instructions()
                .local_get(TO)
                .local_get(FROM)
                .i32_gt_u()
                .if_(BlockType::Empty);
            pieces(last_piece, operation, purse, &mut out, &mut hints);
            out.instructions().else_();
            pieces(first_piece, operation, purse, &mut out, &mut hints);
            out.instructions().end();
        }
        Operation::Fill => pieces(first_piece, operation, purse, &mut out, &mut hints),
    }
    let mut rest = out.instructions();
    rest.local_get(TO).local_get(FROM).local_get(LENGTH);
    pay_bytes(purse, LENGTH, &mut rest);
    operation.encode(&mut rest);
    rest.end();
    (out, hints)
}

/// Does an operation until one piece is left.
fn pieces(
    piece: fn(Operation, &mut InstructionSink<'_>),
    operation: Operation,
    purse: &Purse,
    out: &mut Function,
    hints: &mut Vec<BranchHint>,
) {
    out.instructions()
        .block(BlockType::Empty)
        .loop_(BlockType::Empty)
        .local_get(LENGTH)
        .i32_const(PIECE_BYTES)
        .i32_le_u()
        .br_if(1);
    purse.pay(i64::from(PIECE_BYTES >> PAID_BYTES_LOG2), out, hints);
    let mut out = out.instructions();
    piece(operation, &mut out);
    out.br(0).end().end();
}

fn first_piece(operation: Operation, out: &mut InstructionSink<'_>) {
    out.local_get(TO).local_get(FROM).i32_const(PIECE_BYTES);
    operation.encode(out);
    add_piece(TO, out);
    if let Operation::Copy = operation {
        add_piece(FROM, out);
    }
    subtract_piece(out);
}

fn last_piece(operation: Operation, out: &mut InstructionSink<'_>) {
    subtract_piece(out);
    for start in [TO, FROM] {
        out.local_get(start).local_get(LENGTH).i32_add();
    }
    out.i32_const(PIECE_BYTES);
    operation.encode(out);
}

fn add_piece(to: u32, out: &mut InstructionSink<'_>) {
    out.local_get(to)
        .i32_const(PIECE_BYTES)
        .i32_add()
        .local_set(to);
}

fn subtract_piece(out: &mut InstructionSink<'_>) {
    out.local_get(LENGTH)
        .i32_const(PIECE_BYTES)
        .i32_sub()
        .local_set(LENGTH);
}

/// Pays for as many bytes as a local says. The next checkpoint looks at the counter.
fn pay_bytes(purse: &Purse, length: u32, out: &mut InstructionSink<'_>) {
    out.global_get(purse.fuel)
        .local_get(length)
        .i32_const(PAID_BYTES_LOG2)
        .i32_shr_u()
        .i64_extend_i32_u()
        .i64_sub()
        .global_set(purse.fuel);
}
