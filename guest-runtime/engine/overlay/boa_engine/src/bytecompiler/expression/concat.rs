//! `a + "text" + b + …` as one sum.

use crate::bytecompiler::{ByteCompiler, Register};
use boa_ast::{
    Expression,
    expression::{
        literal::LiteralKind,
        operator::{
            Binary,
            binary::{ArithmeticOp, BinaryOp},
        },
    },
};
use thin_vec::ThinVec;

/// Parts of one sum, at most: each takes a register while the sum is made.
const PARTS_MAX: usize = 24;

/// Whether an expression is text as it stands.
fn is_text(expression: &Expression) -> bool {
    match expression {
        Expression::Literal(literal) => matches!(literal.kind(), LiteralKind::String(_)),
        Expression::TemplateLiteral(_) => true,
        _ => false,
    }
}

fn as_sum(expression: &Expression) -> Option<&Binary> {
    match expression {
        Expression::Binary(binary) if binary.op() == BinaryOp::Arithmetic(ArithmeticOp::Add) => {
            Some(binary)
        }
        _ => None,
    }
}

/// The parts of a sum in order, if they are three or more and each but the first is added to text.
fn parts(binary: &Binary) -> Option<Vec<&Expression>> {
    // From the right: what is added, and what it is added to.
    let mut steps = vec![(binary.rhs(), binary.lhs())];
    while let Some(inner) = steps.last().and_then(|(_, to)| as_sum(to)) {
        if steps.len() >= PARTS_MAX {
            return None;
        }
        steps.push((inner.rhs(), inner.lhs()));
    }
    steps.reverse();
    let first_text = steps
        .iter()
        .position(|(added, to)| is_text(added) || is_text(to))?;
    let steps = &steps[first_text..];
    let (_, first) = steps.first()?;
    let mut parts = vec![*first];
    parts.extend(steps.iter().map(|(added, _)| *added));
    (parts.len() >= 3).then_some(parts)
}

impl ByteCompiler<'_> {
    /// Compiles a sum that is one of strings from its first step on; false if it is none.
    ///
    /// A part that is an object is converted before the next part is evaluated, as it would be
    /// if the parts were added one by one.
    pub(super) fn compile_concat(&mut self, binary: &Binary, dst: &Register) -> bool {
        let Some(parts) = parts(binary) else {
            return false;
        };
        let mut registers = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let value = self.register_allocator.alloc();
            self.compile_expr(part, &value);
            registers.push(value);
            // The first is converted when the second is there.
            let converted = match index {
                0 => 0..0,
                1 => 0..2,
                _ => index..index + 1,
            };
            for index in converted {
                if !matches!(
                    parts[index],
                    Expression::Literal(_) | Expression::TemplateLiteral(_)
                ) {
                    let part = registers[index].variable();
                    self.bytecode.emit_concat_part(part);
                }
            }
        }
        self.emit_concat(dst, &registers);
        for register in registers {
            self.register_allocator.dealloc(register);
        }
        true
    }

    /// Emits the sum of registers.
    pub(super) fn emit_concat(&mut self, dst: &Register, registers: &[Register]) {
        let in_a_row = registers
            .windows(2)
            .all(|pair| pair[1].index() == pair[0].index() + 1);
        if let (Some(first), true) = (registers.first(), in_a_row) {
            let count = registers.len() as u32;
            self.bytecode
                .emit_concat_range(dst.variable(), first.variable(), count.into());
            return;
        }
        let values: ThinVec<_> = registers.iter().map(Register::variable).collect();
        self.bytecode.emit_concat_to_string(dst.variable(), values);
    }
}
