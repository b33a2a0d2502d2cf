//! The way through a program.

use std::ops::ControlFlow;

use boa_ast::Expression;
use boa_ast::declaration::{Binding, Variable};
use boa_ast::expression::access::{PropertyAccess, PropertyAccessField};
use boa_ast::expression::literal::{TemplateElement, TemplateLiteral};
use boa_ast::expression::operator::assign::AssignTarget;
use boa_ast::expression::operator::binary::{BinaryOp, LogicalOp};
use boa_ast::expression::operator::unary::UnaryOp;
use boa_ast::expression::operator::{Assign, Binary, Conditional, Unary};
use boa_ast::expression::{Await, Call};
use boa_ast::function::{
    ArrowFunction, AsyncArrowFunction, AsyncFunctionExpression, FunctionExpression,
};
use boa_ast::pattern::{ObjectPatternElement, Pattern};
use boa_ast::property::PropertyName;
use boa_ast::statement::iteration::{ForOfLoop, IterableLoopInitializer};
use boa_ast::statement::{Block, DoWhileLoop, If, WhileLoop};
use boa_ast::visitor::{VisitWith, Visitor};

use isolate_protocol::Type;

use super::{
    Known, Reader, TAKES_ELEMENT, TAKES_TEST, TIMERS, element, is_async, is_function, method,
    target_of,
};

impl<'ast> Visitor<'ast> for Reader<'_> {
    type BreakTy = ();

    fn visit_variable(&mut self, node: &'ast Variable) -> ControlFlow<()> {
        if let Some(init) = node.init() {
            self.visit_expression(init)?;
        }
        let value = node.init().and_then(|init| self.known(init));
        self.bind(node.binding(), value);
        if node.init().is_some_and(|init| self.is_state(init))
            && let Binding::Pattern(Pattern::Object(pattern)) = node.binding()
        {
            for part in pattern.bindings() {
                if let ObjectPatternElement::SingleName { name, ident, .. } = part
                    && let PropertyName::Literal(key) = name
                    && let Some(found) = method(&self.name(key.sym()))
                    && !self.changed.contains(&ident.sym())
                {
                    self.methods.insert(ident.sym(), found);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_block(&mut self, node: &'ast Block) -> ControlFlow<()> {
        let outer = self.known.clone();
        let flow = node.visit_with(self);
        self.known = outer;
        flow
    }

    fn visit_for_of_loop(&mut self, node: &'ast ForOfLoop) -> ControlFlow<()> {
        self.visit_expression(node.iterable())?;
        let outer = self.known.clone();
        if let IterableLoopInitializer::Const(binding) | IterableLoopInitializer::Let(binding) =
            node.initializer()
        {
            let item = match self.known(node.iterable()) {
                Some(Known::Value(ty, method)) => element(ty).map(|ty| Known::Value(ty, method)),
                _ => None,
            };
            self.bind(binding, item);
        }
        let flow = self.visit_statement(node.body());
        self.known = outer;
        flow
    }

    fn visit_expression(&mut self, node: &'ast Expression) -> ControlFlow<()> {
        if let Expression::PropertyAccess(PropertyAccess::Simple(access)) = node {
            self.read(access);
        }
        node.visit_with(self)
    }

    fn visit_call(&mut self, node: &'ast Call) -> ControlFlow<()> {
        let mut element_known = None;
        if let Expression::PropertyAccess(PropertyAccess::Simple(access)) = node.function() {
            // What is called and is not there throws by itself.
            self.visit_expression(access.target())?;
            let name = match access.field() {
                PropertyAccessField::Const(name) => self.name(name.sym()),
                PropertyAccessField::Expr(_) => String::new(),
            };
            if name == "forEach"
                && let [callback, ..] = node.args()
                && is_async(callback)
            {
                self.note(
                    access,
                    "forEach does not wait for an async function: write for (const item of list) { … } with `await` in it"
                        .to_owned(),
                );
            }
            if !self.is_state(access.target()) {
                if let Some(Known::Value(ty, method)) = self.known(access.target())
                    && TAKES_ELEMENT.contains(&name.as_str())
                {
                    element_known = element(ty).map(|ty| Known::Value(ty, method));
                }
                if TAKES_TEST.contains(&name.as_str())
                    && let [callback, ..] = node.args()
                {
                    self.tested(&name, callback);
                }
                if name == "toString"
                    && let Some(Known::Value(Type::Bytes, method)) = self.known(access.target())
                {
                    self.note(
                        access,
                        format!(
                            "state.{} gives a Uint8Array, whose toString lists numbers: text is await state.readFile(path), or Buffer.from(bytes).toString(\"base64\")",
                            method.name
                        ),
                    );
                }
                let of_json = matches!(access.target(), Expression::Identifier(target) if self.name(target.sym()) == "JSON");
                if of_json && let [value, ..] = node.args() {
                    self.operand(value, "and no data");
                }
            }
        } else {
            self.visit_expression(node.function())?;
            if !self.is_awaited
                && let Expression::Identifier(name) = node.function()
                && TIMERS.contains(&self.name(name.sym()).as_str())
            {
                self.timed(node);
            }
        }
        for argument in node.args() {
            self.element = element_known.filter(|_| is_function(argument));
            self.visit_expression(argument)?;
        }
        self.element = None;
        ControlFlow::Continue(())
    }

    fn visit_assign(&mut self, node: &'ast Assign) -> ControlFlow<()> {
        // A member that is written need not be there.
        if let AssignTarget::Access(PropertyAccess::Simple(access)) = node.lhs() {
            if self.is_state(access.target()) {
                self.note(
                    access,
                    "state keeps no values of its own: await state.writeJson(path, value) keeps one".to_owned(),
                );
            }
            self.visit_expression(access.target())?;
            // From here on it has members of the program's own.
            if let Expression::Identifier(name) = access.target() {
                self.known.remove(&name.sym());
            }
            return self.visit_expression(node.rhs());
        }
        node.visit_with(self)
    }

    fn visit_await(&mut self, node: &'ast Await) -> ControlFlow<()> {
        // `await new Promise((resolve) => setTimeout(…))` waits for its timer.
        let outer = std::mem::replace(&mut self.is_awaited, true);
        let flow = node.visit_with(self);
        self.is_awaited = outer;
        flow
    }

    fn visit_if(&mut self, node: &'ast If) -> ControlFlow<()> {
        self.condition(node.cond());
        node.visit_with(self)
    }

    fn visit_while_loop(&mut self, node: &'ast WhileLoop) -> ControlFlow<()> {
        self.condition(node.condition());
        node.visit_with(self)
    }

    fn visit_do_while_loop(&mut self, node: &'ast DoWhileLoop) -> ControlFlow<()> {
        self.condition(node.cond());
        node.visit_with(self)
    }

    fn visit_conditional(&mut self, node: &'ast Conditional) -> ControlFlow<()> {
        self.condition(node.condition());
        node.visit_with(self)
    }

    fn visit_unary(&mut self, node: &'ast Unary) -> ControlFlow<()> {
        if node.op() == UnaryOp::Not {
            self.condition(node.target());
        }
        if node.op() == UnaryOp::TypeOf
            && let Some(target) = target_of(node.target())
        {
            return self.visit_expression(target);
        }
        node.visit_with(self)
    }

    fn visit_binary(&mut self, node: &'ast Binary) -> ControlFlow<()> {
        match node.op() {
            BinaryOp::Logical(op) => {
                if op == LogicalOp::Coalesce {
                    self.operand(node.lhs(), "and never null or undefined");
                } else {
                    self.condition(node.lhs());
                }
                // Whether the member is there is what is asked.
                if let Some(target) = target_of(node.lhs()) {
                    self.visit_expression(target)?;
                    return self.visit_expression(node.rhs());
                }
            }
            BinaryOp::Arithmetic(_) | BinaryOp::Relational(_) => {
                for side in [node.lhs(), node.rhs()] {
                    self.operand(side, "and no value to compute or compare with");
                }
                if matches!(node.op(), BinaryOp::Relational(_)) {
                    self.compared(node.lhs(), node.rhs());
                    self.compared(node.rhs(), node.lhs());
                }
            }
            _ => {}
        }
        node.visit_with(self)
    }

    fn visit_template_literal(&mut self, node: &'ast TemplateLiteral) -> ControlFlow<()> {
        for element in node.elements() {
            if let TemplateElement::Expr(expression) = element {
                self.operand(expression, "whose text is \"[object Promise]\"");
            }
        }
        node.visit_with(self)
    }

    fn visit_arrow_function(&mut self, node: &'ast ArrowFunction) -> ControlFlow<()> {
        self.function(node.parameters(), node.body())
    }

    fn visit_async_arrow_function(&mut self, node: &'ast AsyncArrowFunction) -> ControlFlow<()> {
        self.function(node.parameters(), node.body())
    }

    fn visit_function_expression(&mut self, node: &'ast FunctionExpression) -> ControlFlow<()> {
        self.function(node.parameters(), node.body())
    }

    fn visit_async_function_expression(
        &mut self,
        node: &'ast AsyncFunctionExpression,
    ) -> ControlFlow<()> {
        self.function(node.parameters(), node.body())
    }
}
