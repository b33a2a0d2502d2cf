//! Members of what is in a register already.

use boa_ast::{
    Expression,
    expression::access::{PropertyAccessField, SimplePropertyAccess},
};
use boa_interner::Sym;

use super::{
    BindingKind, ByteCompiler, Register, RegisterOperand, ToJsString, operands::PARTS_MAX,
    operands::may_assign,
};
use crate::{
    JsString,
    string::StaticJsStrings,
    vm::{Constant, InlineCache},
};

impl ByteCompiler<'_> {
    /// A cache of its own for a place where a member by that name is used, and the name.
    pub(super) fn cache_of_name(&mut self, name: Sym) -> (u32, JsString) {
        let cache = self.ic.len() as u32;
        let index = self.get_or_insert_name(name);
        let Constant::String(name) = &self.constants[index as usize] else {
            unreachable!("there should be a string at index")
        };
        let name = name.clone();
        self.ic.push(InlineCache::new(name.clone()));
        (cache, name)
    }

    /// Reads a member by its name.
    pub(super) fn emit_get_member(
        &mut self,
        dst: RegisterOperand,
        object: RegisterOperand,
        name: Sym,
    ) {
        let (cache, name) = self.cache_of_name(name);
        if name == StaticJsStrings::LENGTH {
            self.bytecode
                .emit_get_length_property(dst, object, cache.into());
        } else {
            self.bytecode
                .emit_get_property_by_name(dst, object, cache.into());
        }
    }

    /// Assigns to a member by its name.
    pub(super) fn emit_set_member(
        &mut self,
        value: RegisterOperand,
        object: RegisterOperand,
        name: Sym,
    ) {
        let (cache, _) = self.cache_of_name(name);
        self.bytecode
            .emit_set_property_by_name(value, object, cache.into());
    }

    /// Compiles reading a member. A local that it is a member of, or that names it, is not copied.
    pub(super) fn compile_member(&mut self, access: &SimplePropertyAccess, dst: &Register) {
        match access.field() {
            PropertyAccessField::Const(name) => {
                self.compile_expr_operand(access.target(), |compiler, object| {
                    compiler.emit_get_member(dst.variable(), object, name.sym());
                });
            }
            PropertyAccessField::Expr(field) => {
                self.compile_left_operand(access.target(), field, |compiler, object| {
                    compiler.compile_expr_operand(field, |compiler, key| {
                        compiler.bytecode.emit_get_property_by_value(
                            dst.variable(),
                            key,
                            object,
                            object,
                        );
                    });
                });
            }
        }
    }

    /// Compiles an assignment to a member without such copies; false where the value may assign
    /// to what they would be copies of.
    pub(crate) fn compile_member_assign(
        &mut self,
        access: &SimplePropertyAccess,
        value: &Expression,
        dst: &Register,
    ) -> bool {
        if may_assign(value, &mut { PARTS_MAX }) || self.is_in(access.target(), dst) {
            return false;
        }
        match access.field() {
            PropertyAccessField::Const(name) => {
                self.compile_expr_operand(access.target(), |compiler, object| {
                    compiler.compile_expr(value, dst);
                    compiler.emit_set_member(dst.variable(), object, name.sym());
                });
            }
            PropertyAccessField::Expr(field) if !self.is_in(field, dst) => {
                self.compile_left_operand(access.target(), field, |compiler, object| {
                    compiler.compile_expr_operand(field, |compiler, key| {
                        compiler.compile_expr(value, dst);
                        compiler.bytecode.emit_set_property_by_value(
                            dst.variable(),
                            key,
                            object,
                            object,
                        );
                    });
                });
            }
            PropertyAccessField::Expr(_) => return false,
        }
        true
    }

    /// Whether an expression is the local that a register holds.
    fn is_in(&mut self, expression: &Expression, register: &Register) -> bool {
        let Expression::Identifier(name) = expression else {
            return false;
        };
        let name = name.to_js_string(self.interner());
        let binding = self.lexical_scope.get_identifier_reference(name);
        match self.get_binding(&binding) {
            BindingKind::Local(Some(local)) => local == register.index(),
            _ => false,
        }
    }
}
