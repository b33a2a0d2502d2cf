//! Names that do not keep what they were declared with.

use std::ops::ControlFlow;

use boa_ast::Expression;
use boa_ast::declaration::{Binding, Variable};
use boa_ast::expression::operator::assign::AssignTarget;
use boa_ast::expression::operator::update::UpdateTarget;
use boa_ast::expression::operator::{Assign, Update};
use boa_ast::function::{
    ArrowFunction, FormalParameterList, FunctionDeclaration, FunctionExpression,
};
use boa_ast::visitor::{VisitWith, Visitor};
use boa_interner::Sym;

/// Names that something is assigned to after their declaration.
pub(super) struct Changed {
    pub(super) state: Option<Sym>,
    pub(super) names: Vec<Sym>,
    pub(super) is_state_shadowed: bool,
    pub(super) files: Option<Sym>,
    pub(super) require: Option<Sym>,
    pub(super) is_files_shadowed: bool,
}

impl Changed {
    /// A parameter of these names in a function that does not wait, as in
    /// `reduce((state, item) => …)`, is the function's own.
    fn parameters(&mut self, parameters: &FormalParameterList) {
        let names = boa_ast::operations::bound_names(parameters);
        self.is_state_shadowed |= names.iter().any(|name| Some(*name) == self.state);
        self.is_files_shadowed |= names.iter().any(|name| Some(*name) == self.files);
    }
}

impl<'ast> Visitor<'ast> for Changed {
    type BreakTy = ();

    fn visit_arrow_function(&mut self, node: &'ast ArrowFunction) -> ControlFlow<()> {
        self.parameters(node.parameters());
        node.visit_with(self)
    }

    fn visit_function_expression(&mut self, node: &'ast FunctionExpression) -> ControlFlow<()> {
        self.parameters(node.parameters());
        node.visit_with(self)
    }

    fn visit_function_declaration(&mut self, node: &'ast FunctionDeclaration) -> ControlFlow<()> {
        self.parameters(node.parameters());
        node.visit_with(self)
    }

    fn visit_assign(&mut self, node: &'ast Assign) -> ControlFlow<()> {
        match node.lhs() {
            AssignTarget::Identifier(name) => self.names.push(name.sym()),
            AssignTarget::Pattern(pattern) => {
                self.names.extend(boa_ast::operations::bound_names(pattern));
            }
            AssignTarget::Access(_) => {}
        }
        node.visit_with(self)
    }

    fn visit_update(&mut self, node: &'ast Update) -> ControlFlow<()> {
        if let UpdateTarget::Identifier(name) = node.target() {
            self.names.push(name.sym());
        }
        node.visit_with(self)
    }

    fn visit_variable(&mut self, node: &'ast Variable) -> ControlFlow<()> {
        if let Binding::Identifier(name) = node.binding()
            && Some(name.sym()) == self.state
        {
            self.is_state_shadowed = true;
        }
        if let Binding::Identifier(name) = node.binding()
            && Some(name.sym()) == self.files
        {
            let is_module = matches!(node.init(), Some(Expression::Call(call))
                if matches!(call.function(), Expression::Identifier(name) if Some(name.sym()) == self.require));
            self.is_files_shadowed |= !is_module;
        }
        node.visit_with(self)
    }
}
