//! Where loops stand: a program that is stopped for what it computes is nearly always in one, and
//! one that only computes has no operation whose place is noted.

use std::ops::ControlFlow;

use boa_ast::expression::Identifier;
use boa_ast::visitor::{VisitWith, Visitor};
use boa_ast::{Expression, Position, Spanned, Statement};

use crate::bytecompiler::ByteCompiler;
use crate::vm::source_info::Loop;

/// Stops at the first expression.
struct First;

impl<'ast> Visitor<'ast> for First {
    type BreakTy = Position;

    fn visit_expression(&mut self, node: &'ast Expression) -> ControlFlow<Position> {
        ControlFlow::Break(node.span().start())
    }

    fn visit_identifier(&mut self, node: &'ast Identifier) -> ControlFlow<Position> {
        ControlFlow::Break(node.span().start())
    }
}

impl ByteCompiler<'_> {
    /// Compiles a statement that is a loop, and notes its place.
    pub(super) fn placed(&mut self, node: &Statement, compile: impl FnOnce(&mut Self)) {
        let start = self.bytecode.end();
        compile(self);
        let end = self.bytecode.end();
        let position = match node.visit_with(&mut First) {
            ControlFlow::Break(position) => Some(position),
            ControlFlow::Continue(()) => None,
        };
        self.loops.push(Loop {
            start,
            end,
            position,
        });
    }
}
