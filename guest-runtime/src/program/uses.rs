//! What a program does with results of `state` that cannot be meant: a promise that is taken for
//! its value, a member that a result does not have.
//!
//! Nothing is run for it: calls of `state` are followed through the syntax tree, by what the table
//! says that they give. What cannot be told for certain is passed over.

use std::collections::HashMap;
use std::ops::ControlFlow;

use boa_ast::declaration::{Binding, Variable};
use boa_ast::expression::Call;
use boa_ast::expression::access::{PropertyAccess, PropertyAccessField, SimplePropertyAccess};
use boa_ast::expression::literal::{TemplateElement, TemplateLiteral};
use boa_ast::expression::operator::assign::AssignTarget;
use boa_ast::expression::operator::binary::{BinaryOp, LogicalOp};
use boa_ast::expression::operator::unary::UnaryOp;
use boa_ast::expression::operator::update::UpdateTarget;
use boa_ast::expression::operator::{Assign, Binary, Conditional, Unary, Update};
use boa_ast::function::{
    ArrowFunction, AsyncArrowFunction, AsyncFunctionExpression, FormalParameterList, FunctionBody,
    FunctionExpression,
};
use boa_ast::pattern::{ObjectPatternElement, Pattern};
use boa_ast::property::PropertyName;
use boa_ast::statement::iteration::{ForOfLoop, IterableLoopInitializer};
use boa_ast::statement::{Block, DoWhileLoop, If, WhileLoop};
use boa_ast::visitor::{VisitWith, Visitor};
use boa_ast::{Expression, Spanned, Statement, StatementListItem};
use boa_interner::{Interner, Sym};
use isolate_protocol::{Called, METHODS, Method, Shape, Type, lookup};

use crate::errors::{gives, has_member};

/// Notes on one program.
const NOTES_MAX: usize = 5;

/// What cannot be meant, by the line of the text in which it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// What is told.
    pub(crate) notes: Vec<Use>,
    /// What is not run: a promise as a condition, which is always true.
    pub(crate) refused: Option<Use>,
}

/// One use.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// From 1.
    pub(crate) line: u32,
    /// In characters, from 1.
    pub(crate) column: u32,
    pub(crate) text: String,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The promise of a call; its type where that does not depend on options.
    Promise(&'static Method, Option<&'static Type>),
    /// What a call gave, or a part of it.
    Value(&'static Type, &'static Method),
}

/// Members that promises have.
const OF_PROMISES: &[&str] = &["then", "catch", "finally", "constructor"];

/// Methods of arrays that give an array of the same elements.
const SAME_ELEMENTS: &[&str] = &[
    "filter",
    "slice",
    "sort",
    "reverse",
    "toSorted",
    "toReversed",
    "concat",
];

/// Methods of arrays that give one element.
const ONE_ELEMENT: &[&str] = &["find", "findLast", "at", "pop", "shift"];

/// Methods of arrays whose callback's first parameter is an element.
const TAKES_ELEMENT: &[&str] = &[
    "map",
    "filter",
    "forEach",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "some",
    "every",
    "flatMap",
    "sort",
    "toSorted",
];

/// Methods of arrays whose callback says yes or no.
const TAKES_TEST: &[&str] = &[
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "some",
    "every",
];

/// What `body`, which is parsed one line below the first, does with results of `state`.
pub(super) fn of_body(body: &FunctionBody, text: &str, interner: &Interner) -> Uses {
    let state = interner.get("state");
    let Some(state) = state.filter(|_| text.contains("state.")) else {
        return Uses::default();
    };
    let mut changed = Changed {
        state,
        names: Vec::new(),
        is_state_shadowed: false,
    };
    let _: ControlFlow<()> = body.visit_with(&mut changed);
    if changed.is_state_shadowed {
        return Uses::default();
    }
    let mut reader = Reader {
        interner,
        state,
        changed: changed.names,
        known: HashMap::new(),
        element: None,
        uses: Uses::default(),
    };
    let _: ControlFlow<()> = body.visit_with(&mut reader);
    reader.uses.notes.truncate(NOTES_MAX);
    reader.uses
}

/// Names that something is assigned to after their declaration.
struct Changed {
    state: Sym,
    names: Vec<Sym>,
    is_state_shadowed: bool,
}

impl<'ast> Visitor<'ast> for Changed {
    type BreakTy = ();

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
            && name.sym() == self.state
        {
            self.is_state_shadowed = true;
        }
        node.visit_with(self)
    }
}

struct Reader<'a> {
    interner: &'a Interner,
    state: Sym,
    changed: Vec<Sym>,
    known: HashMap<Sym, Known>,
    /// What the callback that comes next is called with.
    element: Option<Known>,
    uses: Uses,
}

impl Reader<'_> {
    fn name(&self, sym: Sym) -> String {
        self.interner.resolve_expect(sym).to_string()
    }

    fn note(&mut self, place: &impl Spanned, text: String) {
        let start = place.span().start();
        self.uses.notes.push(Use {
            line: start.line_number().saturating_sub(1),
            column: start.column_number(),
            text,
        });
    }

    /// What an expression gives, as far as that is certain.
    fn known(&self, expression: &Expression) -> Option<Known> {
        match expression {
            Expression::Identifier(name) => self.known.get(&name.sym()).copied(),
            Expression::Parenthesized(inner) => self.known(inner.expression()),
            Expression::Await(awaited) => match self.known(awaited.target())? {
                Known::Promise(method, ty) => ty.map(|ty| Known::Value(ty, method)),
                value @ Known::Value(..) => Some(value),
            },
            Expression::Call(call) => self.called(call),
            Expression::PropertyAccess(PropertyAccess::Simple(access)) => {
                let Known::Value(ty, method) = self.known(access.target())? else {
                    return None;
                };
                let ty = match access.field() {
                    PropertyAccessField::Const(name) => member_type(ty, &self.name(name.sym()))?,
                    PropertyAccessField::Expr(_) => element(ty)?,
                };
                Some(Known::Value(ty, method))
            }
            _ => None,
        }
    }

    fn called(&self, call: &Call) -> Option<Known> {
        let Expression::PropertyAccess(PropertyAccess::Simple(access)) = call.function() else {
            return None;
        };
        let PropertyAccessField::Const(name) = access.field() else {
            return None;
        };
        let name = self.name(name.sym());
        if matches!(access.target(), Expression::Identifier(target) if target.sym() == self.state) {
            let (method, is_sync) = method(&name)?;
            // What these give depends on their options.
            let depends = ["readFile", "readdir"].contains(&method.name) && call.args().len() > 1;
            let depends = depends || method.params.len() > 1 && takes_object_alone(call);
            let ty = (!depends).then_some(&method.returns);
            return match (is_sync, ty) {
                (false, ty) => Some(Known::Promise(method, ty)),
                (true, Some(ty)) => Some(Known::Value(ty, method)),
                (true, None) => None,
            };
        }
        let Known::Value(ty, method) = self.known(access.target())? else {
            return None;
        };
        let item = element(ty)?;
        if SAME_ELEMENTS.contains(&name.as_str()) {
            return Some(Known::Value(ty, method));
        }
        let is_one = ONE_ELEMENT.contains(&name.as_str());
        is_one.then_some(Known::Value(item, method))
    }

    /// A promise in the words of the program: `f`, `state.glob(…)`.
    fn shown(&self, expression: &Expression, method: &Method) -> String {
        match expression.flatten() {
            Expression::Identifier(name) => self.name(name.sym()),
            _ => format!("state.{}(…)", method.name),
        }
    }

    fn promise<'e>(&self, expression: &'e Expression) -> Option<(&'e Expression, &'static Method)> {
        match self.known(expression)? {
            Known::Promise(method, _) => Some((expression, method)),
            Known::Value(..) => None,
        }
    }

    /// A member that is read.
    fn read(&mut self, access: &SimplePropertyAccess) {
        let PropertyAccessField::Const(field) = access.field() else {
            return;
        };
        let member = self.name(field.sym());
        match self.known(access.target()) {
            Some(Known::Promise(method, _)) if !OF_PROMISES.contains(&member.as_str()) => {
                let shown = self.shown(access.target(), method);
                let text = match access.target().flatten() {
                    Expression::Identifier(_) => format!(
                        "{shown} is a promise, and {shown}.{member} is undefined: write const {shown} = await state.{}(…)",
                        method.name
                    ),
                    _ => format!(
                        "{shown} is a promise, and its {member} is undefined: write (await {shown}).{member}"
                    ),
                };
                self.note(access, text);
            }
            Some(Known::Value(ty, method)) if !has_member(ty, &member) => {
                self.strange(access, ty, method, &member);
            }
            Some(Known::Value(ty, method))
                if ["isFile", "isDirectory", "isSymbolicLink"].contains(&member.as_str())
                    && !matches!(ty, Type::Json) =>
            {
                let text = format!(
                    "{member} of what state.{} gives is a method, which is always true: write {member}()",
                    method.name
                );
                self.note(access, text);
            }
            _ => {}
        }
    }

    fn strange(
        &mut self,
        place: &impl Spanned,
        ty: &'static Type,
        method: &'static Method,
        member: &str,
    ) {
        if matches!(ty, Type::Json | Type::Void | Type::Bytes) {
            return;
        }
        let hint = match (ty, method.name) {
            (Type::String, "readdir") => {
                "; state.readdirWithFileTypes(path) gives { name, type }".to_owned()
            }
            (Type::String, "glob" | "listFiles") => {
                "; state.find(path) gives { path, name, type, size }".to_owned()
            }
            _ => String::new(),
        };
        let what = if std::ptr::eq(ty, &raw const method.returns) {
            format!("it has no {member}")
        } else {
            format!("what is read here has no {member}")
        };
        self.note(place, format!("{}; {what}{hint}", gives(method)));
    }

    /// What a pattern takes out of a value.
    fn taken(&mut self, pattern: &Pattern, value: Known) {
        let Pattern::Object(pattern) = pattern else {
            return;
        };
        for part in pattern.bindings() {
            let (name, default, binding) = match part {
                ObjectPatternElement::SingleName {
                    name,
                    default_init,
                    ident,
                } => (name, default_init, Some(ident.sym())),
                ObjectPatternElement::Pattern {
                    name, default_init, ..
                } => (name, default_init, None),
                _ => continue,
            };
            let PropertyName::Literal(key) = name else {
                continue;
            };
            if default.is_some() {
                continue;
            }
            let member = self.name(key.sym());
            match value {
                Known::Promise(method, _) => {
                    let text = format!(
                        "state.{0}(…) is a promise, and its {member} is undefined: write await state.{0}(…)",
                        method.name
                    );
                    self.note(key, text);
                    return;
                }
                Known::Value(ty, method) if !has_member(ty, &member) => {
                    self.strange(key, ty, method, &member);
                    return;
                }
                Known::Value(ty, method) => {
                    if let (Some(binding), Some(ty)) = (binding, member_type(ty, &member)) {
                        self.declare(binding, Some(Known::Value(ty, method)));
                    }
                }
            }
        }
    }

    fn declare(&mut self, name: Sym, value: Option<Known>) {
        match value.filter(|_| !self.changed.contains(&name)) {
            Some(value) => self.known.insert(name, value),
            None => self.known.remove(&name),
        };
    }

    fn bind(&mut self, binding: &Binding, value: Option<Known>) {
        match binding {
            Binding::Identifier(name) => self.declare(name.sym(), value),
            Binding::Pattern(pattern) => {
                for name in boa_ast::operations::bound_names(pattern) {
                    self.declare(name, None);
                }
                if let Some(value) = value {
                    self.taken(pattern, value);
                }
            }
        }
    }

    /// A promise as a condition.
    fn condition(&mut self, expression: &Expression) {
        let Some((_, method)) = self.promise(expression) else {
            return;
        };
        let start = expression.span().start();
        let shown = self.shown(expression, method);
        let text = format!(
            "{shown} is a promise, which is always true: write await state.{}(…) in the condition",
            method.name
        );
        let found = Use {
            line: start.line_number().saturating_sub(1),
            column: start.column_number(),
            text,
        };
        if matches!(expression.flatten(), Expression::Call(_)) {
            self.uses.refused.get_or_insert(found);
        } else {
            self.uses.notes.push(found);
        }
    }

    /// A promise where its value is computed with.
    fn operand(&mut self, expression: &Expression, what: &str) {
        if let Some((_, method)) = self.promise(expression) {
            let shown = self.shown(expression, method);
            let text = format!("{shown} is a promise, {what}: write await before it");
            self.note(expression, text);
        }
    }

    /// A callback that says yes or no and gives a promise, which is always a yes.
    fn tested(&mut self, name: &str, callback: &Expression) {
        let gives_promise = match callback.flatten() {
            Expression::AsyncArrowFunction(_) | Expression::AsyncFunctionExpression(_) => true,
            Expression::ArrowFunction(function) => match function.body().statements() {
                [StatementListItem::Statement(statement)] => match &**statement {
                    Statement::Return(returned) => returned
                        .target()
                        .is_some_and(|target| self.promise(target).is_some()),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        };
        if gives_promise {
            let text = format!(
                "the callback of {name} gives a promise, which is always true: compute first, as in \
                 for (const item of list) if (await test(item)) kept.push(item)"
            );
            self.note(callback, text);
        }
    }

    /// Goes through a function with what its first parameter is called with.
    fn function(
        &mut self,
        parameters: &FormalParameterList,
        body: &FunctionBody,
    ) -> ControlFlow<()> {
        let element = self.element.take();
        let outer = self.known.clone();
        for (index, parameter) in parameters.as_ref().iter().enumerate() {
            let value = element.filter(|_| index == 0 && !parameter.is_rest_param());
            self.bind(parameter.variable().binding(), value);
        }
        let flow = body.visit_with(self);
        self.known = outer;
        flow
    }
}

impl<'ast> Visitor<'ast> for Reader<'_> {
    type BreakTy = ();

    fn visit_variable(&mut self, node: &'ast Variable) -> ControlFlow<()> {
        if let Some(init) = node.init() {
            self.visit_expression(init)?;
        }
        let value = node.init().and_then(|init| self.known(init));
        self.bind(node.binding(), value);
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
            let is_state = matches!(access.target(), Expression::Identifier(target) if target.sym() == self.state);
            if !is_state {
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
                let of_json = matches!(access.target(), Expression::Identifier(target) if self.name(target.sym()) == "JSON");
                if of_json && let [value, ..] = node.args() {
                    self.operand(value, "and no data");
                }
            }
        } else {
            self.visit_expression(node.function())?;
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
            if matches!(access.target(), Expression::Identifier(target) if target.sym() == self.state)
            {
                self.note(
                    access,
                    "state keeps no values of its own: await state.writeJson(path, value) keeps one".to_owned(),
                );
            }
            self.visit_expression(access.target())?;
            return self.visit_expression(node.rhs());
        }
        node.visit_with(self)
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

/// What a member is read of.
fn target_of(expression: &Expression) -> Option<&Expression> {
    match expression.flatten() {
        Expression::PropertyAccess(PropertyAccess::Simple(access)) => Some(access.target()),
        _ => None,
    }
}

fn is_function(expression: &Expression) -> bool {
    matches!(
        expression.flatten(),
        Expression::ArrowFunction(_)
            | Expression::AsyncArrowFunction(_)
            | Expression::FunctionExpression(_)
            | Expression::AsyncFunctionExpression(_)
    )
}

/// Whether a call has one argument that may hold options, too.
fn takes_object_alone(call: &Call) -> bool {
    matches!(call.args(), [Expression::ObjectLiteral(_)])
}

fn method(name: &str) -> Option<(&'static Method, bool)> {
    if let Some(method) = METHODS.iter().find(|method| method.name == name) {
        return Some((method, false));
    }
    let found = lookup(name)?;
    let called = Called::from_wire(found.number)?;
    Some((called.method, found.is_sync))
}

fn element(ty: &'static Type) -> Option<&'static Type> {
    match ty {
        Type::Array(item) => Some(item),
        _ => None,
    }
}

fn member_type(ty: &'static Type, name: &str) -> Option<&'static Type> {
    match ty {
        Type::Named(def) => match &def.shape {
            Shape::Object(fields) => fields
                .iter()
                .find(|field| field.name == name)
                .map(|field| &field.ty),
            Shape::Alias(_) | Shape::Options(_) => None,
        },
        _ => None,
    }
}
