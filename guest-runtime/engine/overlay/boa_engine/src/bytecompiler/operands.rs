//! Operands that are registers already: locals, and integers that a frame begins with.

use boa_ast::expression::{
    access::{PropertyAccess, PropertyAccessField},
    literal::LiteralKind,
    operator::{Assign, assign::AssignOp},
};

use super::{Access, BindingKind, ByteCompiler, Expression, RegisterOperand, ToJsString};

/// Integers that a function keeps in registers. Each costs every call a store, and saves one
/// where it is used.
const INTEGERS_MAX: usize = 8;

/// Parts of an expression that are looked at before it counts as one that may assign.
pub(super) const PARTS_MAX: u32 = 64;

/// Whether evaluating an expression may assign to a variable of the function that it stands in.
pub(super) fn may_assign(expression: &Expression, parts: &mut u32) -> bool {
    if *parts == 0 {
        return true;
    }
    *parts -= 1;
    match expression {
        Expression::Literal(_)
        | Expression::Identifier(_)
        | Expression::This(_)
        | Expression::FunctionExpression(_)
        | Expression::ArrowFunction(_) => false,
        Expression::Parenthesized(inner) => may_assign(inner.expression(), parts),
        Expression::Unary(unary) => may_assign(unary.target(), parts),
        Expression::Binary(binary) => {
            may_assign(binary.lhs(), parts) || may_assign(binary.rhs(), parts)
        }
        Expression::Conditional(choice) => {
            may_assign(choice.condition(), parts)
                || may_assign(choice.if_true(), parts)
                || may_assign(choice.if_false(), parts)
        }
        Expression::PropertyAccess(PropertyAccess::Simple(access)) => {
            may_assign(access.target(), parts)
                || match access.field() {
                    PropertyAccessField::Const(_) => false,
                    PropertyAccessField::Expr(field) => may_assign(field, parts),
                }
        }
        Expression::Call(call) => {
            may_assign(call.function(), parts)
                || call
                    .args()
                    .iter()
                    .any(|argument| may_assign(argument, parts))
        }
        _ => true,
    }
}

impl ByteCompiler<'_> {
    /// The register that holds an integer from the start of the function on.
    pub(super) fn integer_operand(&mut self, expression: &Expression) -> Option<RegisterOperand> {
        let Expression::Literal(literal) = expression else {
            return None;
        };
        let LiteralKind::Int(integer) = *literal.kind() else {
            return None;
        };
        if let Some((_, register)) = self.integers.iter().find(|(value, _)| *value == integer) {
            return Some((*register).into());
        }
        if self.integers.len() >= INTEGERS_MAX {
            return None;
        }
        let register = self.register_allocator.alloc_fresh().index();
        self.integers.push((integer, register));
        Some(register.into())
    }

    /// Compiles the left operand of an operation. A local that the right one may assign to is
    /// copied before: its register would hold the new value.
    pub(crate) fn compile_left_operand(
        &mut self,
        left: &Expression,
        right: &Expression,
        inner: impl FnOnce(&mut Self, RegisterOperand),
    ) {
        if !matches!(left, Expression::Identifier(_)) || !may_assign(right, &mut { PARTS_MAX }) {
            return self.compile_expr_operand(left, inner);
        }
        let register = self.register_allocator.alloc();
        self.compile_expr(left, &register);
        inner(self, register.variable());
        self.register_allocator.dealloc(register);
    }

    /// Compiles an assignment to a local, whose result nobody uses, without a copy; false where
    /// it is something else.
    pub(super) fn compile_assign_in_place(&mut self, assign: &Assign) -> bool {
        let Ok(Access::Variable { name }) = Access::from_assign_target(assign.lhs()) else {
            return false;
        };
        let name = name.to_js_string(self.interner());
        let binding = self.lexical_scope.get_identifier_reference(name.clone());
        if !binding.is_lexical() || self.lexical_scope.set_mutable_binding(name).is_err() {
            return false;
        }
        let BindingKind::Local(Some(local)) = self.get_binding(&binding) else {
            return false;
        };
        let local = RegisterOperand::from(local);
        if assign.op() == AssignOp::Assign {
            let mut compiler = self.position_guard(assign);
            let value = compiler.register_allocator.alloc();
            compiler.compile_expr(assign.rhs(), &value);
            if !compiler.bytecode.redirect(value.variable(), local) {
                compiler.bytecode.emit_move(local, value.variable());
            }
            compiler.register_allocator.dealloc(value);
            return true;
        }
        let emit = match assign.op() {
            AssignOp::Add => crate::vm::opcode::BytecodeEmitter::emit_add,
            AssignOp::Sub => crate::vm::opcode::BytecodeEmitter::emit_sub,
            AssignOp::Mul => crate::vm::opcode::BytecodeEmitter::emit_mul,
            AssignOp::Div => crate::vm::opcode::BytecodeEmitter::emit_div,
            AssignOp::Mod => crate::vm::opcode::BytecodeEmitter::emit_mod,
            AssignOp::And => crate::vm::opcode::BytecodeEmitter::emit_bit_and,
            AssignOp::Or => crate::vm::opcode::BytecodeEmitter::emit_bit_or,
            AssignOp::Xor => crate::vm::opcode::BytecodeEmitter::emit_bit_xor,
            AssignOp::Shl => crate::vm::opcode::BytecodeEmitter::emit_shift_left,
            AssignOp::Shr => crate::vm::opcode::BytecodeEmitter::emit_shift_right,
            AssignOp::Ushr => crate::vm::opcode::BytecodeEmitter::emit_unsigned_shift_right,
            _ => return false,
        };
        if may_assign(assign.rhs(), &mut { PARTS_MAX }) {
            return false;
        }
        let mut compiler = self.position_guard(assign);
        compiler.compile_expr_operand(assign.rhs(), |compiler, right| {
            emit(&mut compiler.bytecode, local, local, right);
        });
        true
    }
}
