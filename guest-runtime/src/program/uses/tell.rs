//! What is told of a use.

use std::ops::ControlFlow;

use boa_ast::declaration::Binding;
use boa_ast::expression::access::{PropertyAccess, PropertyAccessField, SimplePropertyAccess};
use boa_ast::function::{FormalParameterList, FunctionBody};
use boa_ast::pattern::{ObjectPatternElement, Pattern};
use boa_ast::property::PropertyName;
use boa_ast::visitor::VisitWith;
use boa_ast::{Expression, Spanned, Statement, StatementListItem};
use boa_interner::Sym;
use isolate_protocol::{Method, Shape, Type};

use super::{Known, OF_PROMISES, Reader, Use, member_type};
use crate::program::results::{gives, has_member, lacks};

impl Reader<'_> {
    /// A promise in the words of the program: `f`, `state.glob(…)`.
    pub(super) fn shown(&self, expression: &Expression, method: &Method) -> String {
        match expression.flatten() {
            Expression::Identifier(name) => self.name(name.sym()),
            Expression::Call(call) => match call.function() {
                Expression::Identifier(name) => format!("{}(…)", self.name(name.sym())),
                Expression::PropertyAccess(PropertyAccess::Simple(access))
                    if self.is_files(access.target()) =>
                {
                    format!("fs.{}(…)", method.name)
                }
                _ => format!("state.{}(…)", method.name),
            },
            _ => format!("state.{}(…)", method.name),
        }
    }

    pub(super) fn promise<'e>(
        &self,
        expression: &'e Expression,
    ) -> Option<(&'e Expression, &'static Method)> {
        match self.known(expression)? {
            Known::Promise(method, _) => Some((expression, method)),
            Known::Value(..) => None,
        }
    }

    /// A member that is read.
    pub(super) fn read(&mut self, access: &SimplePropertyAccess) {
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
                    && !matches!(ty, Type::Json | Type::Data) =>
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

    pub(super) fn strange(
        &mut self,
        place: &impl Spanned,
        ty: &'static Type,
        method: &'static Method,
        member: &str,
    ) {
        if matches!(ty, Type::Json | Type::Data | Type::Void | Type::Bytes) {
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
            lacks(method, member)
        } else {
            format!("what is read here has no {member}")
        };
        self.note(place, format!("{}; {what}{hint}", gives(method)));
    }

    /// Tells of a member that is compared with a word which it never is: `entry.type === "dir"`.
    pub(super) fn compared(&mut self, value: &Expression, with: &Expression) {
        let (Some(Known::Value(ty, method)), Expression::Literal(literal)) =
            (self.known(value), with)
        else {
            return;
        };
        let (Some(words), Some(word)) = (words(ty), literal.as_string()) else {
            return;
        };
        let word = self.name(word);
        if !words.contains(&word.as_str()) {
            let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            let text = format!(
                "{word:?} is never what state.{} gives here: it is {}",
                method.name,
                words.join(" or ")
            );
            self.note(literal, text);
        }
    }

    /// What a pattern takes out of a value.
    pub(super) fn taken(&mut self, pattern: &Pattern, value: Known) {
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

    pub(super) fn declare(&mut self, name: Sym, value: Option<Known>) {
        match value.filter(|_| !self.changed.contains(&name)) {
            Some(value) => self.known.insert(name, value),
            None => self.known.remove(&name),
        };
        self.methods.remove(&name);
    }

    pub(super) fn bind(&mut self, binding: &Binding, value: Option<Known>) {
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
    pub(super) fn condition(&mut self, expression: &Expression) {
        let Some((_, method)) = self.promise(expression) else {
            return;
        };
        let start = expression.span().start();
        let shown = self.shown(expression, method);
        let text = format!(
            "{shown} is a promise, which is always true: write (await {shown}) in the condition"
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
    pub(super) fn operand(&mut self, expression: &Expression, what: &str) {
        if let Some((_, method)) = self.promise(expression) {
            let shown = self.shown(expression, method);
            let text = format!("{shown} is a promise, {what}: write await before it");
            self.note(expression, text);
        }
    }

    /// A callback that says yes or no and gives a promise, which is always a yes.
    pub(super) fn tested(&mut self, name: &str, callback: &Expression) {
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
    pub(super) fn function(
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

/// The words of a type that is one of several.
fn words(ty: &'static Type) -> Option<Vec<&'static str>> {
    match ty {
        Type::Named(def) => match &def.shape {
            Shape::Alias(ty) => words(ty),
            _ => None,
        },
        Type::Union(members) => members
            .iter()
            .map(|member| match member {
                Type::Literal(word) => Some(*word),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}
