//! Which of a program's expressions gives its result.
//!
//! A function that stands by itself does nothing where it stands, so it is meant to be run, whatever
//! follows: helpers are often declared below. So is what is exported by default.

use boa_ast::declaration::VariableList;
use boa_ast::function::FunctionBody;
use boa_ast::visitor::{VisitWith, Visitor};
use std::ops::ControlFlow;

use boa_ast::expression::Identifier;
use boa_ast::expression::access::{PropertyAccess, PropertyAccessField};
use boa_ast::expression::literal::LiteralKind;
use boa_ast::expression::operator::assign::AssignTarget;
use boa_ast::{Declaration, Expression, Span, Spanned, Statement, StatementListItem};
use boa_interner::{Interner, Sym};

use super::parameters;
use super::uses::{Use, is_function};

/// Names that a program gives to the function that it wants to be run.
pub(super) const MAIN_NAMES: &[&str] = &["main", "run"];

/// What stands instead of `export default`, in front of the expression.
pub(super) const EXPORTED: &str = "0?0:";

/// Members of a promise that is still the one of the program.
const GOES_ON: &[&str] = &["then", "catch", "finally"];

/// An expression among the statements that are meant.
pub(super) struct Entry<'a> {
    pub(super) index: usize,
    pub(super) expression: &'a Expression,
}

impl<'a> Entry<'a> {
    /// The expression without the mark of an export.
    pub(super) fn value(&self) -> &'a Expression {
        exported(self.expression).unwrap_or(self.expression)
    }
}

/// The default export, or the last function that stands by itself.
pub(super) fn idle_function<'a>(meant: &[&'a StatementListItem]) -> Option<Entry<'a>> {
    let exported = expressions(meant).find(|entry| exported(entry.expression).is_some());
    exported.or_else(|| idle_functions(meant).last())
}

/// The functions that a program declares and never calls, beside the one that is called for it. A
/// program that names its function `main` has said which one is meant.
pub(super) fn not_called(
    meant: &[&StatementListItem],
    called: &str,
    interner: &Interner,
) -> Option<Use> {
    if MAIN_NAMES.contains(&called) {
        return None;
    }
    let others: Vec<(Span, String)> = meant
        .iter()
        .enumerate()
        .filter_map(|(index, item)| {
            let (name, _) = parameters::of_statement(item, interner)?;
            let is_other = name != called && !is_named_elsewhere(&name, index, meant, interner);
            Some((declared_function(item)?, name)).filter(|_| is_other)
        })
        .collect();
    let (first, _) = others.first()?;
    let names: Vec<String> = others.iter().map(|(_, name)| format!("`{name}`")).collect();
    let (names, were) = match &names[..] {
        [one] => (one.clone(), "was"),
        [before @ .., last] => (format!("{} and {last}", before.join(", ")), "were"),
        [] => return None,
    };
    let text = format!(
        "`{called}` was called as the program, and {names} {were} not: call what is meant, or name it main"
    );
    Some(Use::told(*first, &text))
}

/// What of a program is never run, if it is run at all: functions that stand by themselves beside
/// the one that is meant, and all of a program that declares functions and calls none.
pub(super) fn not_run(meant: &[&StatementListItem], is_called: bool) -> Vec<Use> {
    let run = idle_function(meant).map(|entry| entry.index);
    let mut uses: Vec<Use> = idle_functions(meant)
        .filter(|entry| Some(entry.index) != run)
        .map(|entry| {
            Use::told(
                entry.expression.span(),
                "this function was not run: a program is one function",
            )
        })
        .collect();
    let functions: Option<Vec<Span>> = meant.iter().map(|item| declared_function(item)).collect();
    if let Some([first, ..]) = functions.as_deref().filter(|_| !is_called) {
        uses.push(Use::told(
            *first,
            "nothing was run: the program declares functions and calls none; call one, or name it main",
        ));
    }
    uses
}

/// Where a function begins, if a statement does no more than to declare it.
pub(super) fn declared_function(item: &StatementListItem) -> Option<Span> {
    let of_variables = |variables: &VariableList| {
        let values: Option<Vec<Span>> = variables
            .as_ref()
            .iter()
            .map(|variable| {
                let value = variable.init().filter(|value| is_function(value))?;
                Some(value.span())
            })
            .collect();
        values?.first().copied()
    };
    match item {
        StatementListItem::Declaration(declaration) => match &**declaration {
            Declaration::FunctionDeclaration(function) => Some(function.name().span()),
            Declaration::AsyncFunctionDeclaration(function) => Some(function.name().span()),
            Declaration::GeneratorDeclaration(function) => Some(function.name().span()),
            Declaration::AsyncGeneratorDeclaration(function) => Some(function.name().span()),
            Declaration::ClassDeclaration(class) => Some(class.name().span()),
            Declaration::Lexical(list) => of_variables(list.variable_list()),
        },
        StatementListItem::Statement(statement) => match &**statement {
            Statement::Var(list) => of_variables(&list.0),
            _ => None,
        },
    }
}

/// The last expression, if nothing is run after it.
pub(super) fn last_expression<'a>(meant: &[&'a StatementListItem]) -> Option<Entry<'a>> {
    expressions(meant)
        .last()
        .filter(|entry| is_last(entry.index, meant))
}

/// The last call of a function that is the program: of one that is written where it is called, or
/// has the name of such a function.
pub(super) fn call<'a>(meant: &[&'a StatementListItem], interner: &Interner) -> Option<Entry<'a>> {
    expressions(meant)
        .filter(|entry| is_call_of_program(entry.expression, interner))
        .last()
}

/// Whether a program names what a module of CommonJS has. It may declare that itself.
pub(super) fn names_module(body: &FunctionBody, text: &str, interner: &Interner) -> bool {
    (text.contains("exports") || text.contains("require.main"))
        && refers_to(body, &["module", "exports"], interner)
}

/// Whether anything but the statement that declares a function refers to it. What the function says of
/// itself calls nothing, and neither does a text that has its name.
pub(super) fn is_named_elsewhere(
    name: &str,
    index: usize,
    meant: &[&StatementListItem],
    interner: &Interner,
) -> bool {
    let mut others = meant.iter().enumerate().filter(|(at, _)| *at != index);
    others.any(|(_, item)| refers_to(*item, &[name], interner))
}

/// Whether a variable of one of these names stands in a part of a program.
fn refers_to(part: &impl VisitWith, names: &[&str], interner: &Interner) -> bool {
    struct Search(Vec<Sym>);
    impl<'ast> Visitor<'ast> for Search {
        type BreakTy = ();
        fn visit_identifier(&mut self, node: &'ast Identifier) -> ControlFlow<()> {
            if self.0.contains(&node.sym()) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }
    let names: Vec<Sym> = names
        .iter()
        .filter_map(|name| interner.get(*name))
        .collect();
    !names.is_empty() && part.visit_with(&mut Search(names)).is_break()
}

/// What `module.exports` becomes at last.
pub(super) fn assigned<'a>(
    meant: &[&'a StatementListItem],
    interner: &Interner,
) -> Option<&'a Expression> {
    let values = expressions(meant).filter_map(|entry| match entry.expression.flatten() {
        Expression::Assign(assign) => match assign.lhs() {
            AssignTarget::Access(PropertyAccess::Simple(access)) => match access.field() {
                PropertyAccessField::Const(member)
                    if is_one_of(&["exports"], member.sym(), interner) =>
                {
                    Some(assign.rhs())
                }
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    values.last()
}

/// Whether nothing is run after a statement. Functions that are declared below are there before.
pub(super) fn is_last(index: usize, meant: &[&StatementListItem]) -> bool {
    meant[index + 1..].iter().all(|item| {
        matches!(item, StatementListItem::Declaration(declaration)
            if matches!(**declaration, Declaration::FunctionDeclaration(_)
                | Declaration::AsyncFunctionDeclaration(_)
                | Declaration::GeneratorDeclaration(_)
                | Declaration::AsyncGeneratorDeclaration(_)))
    })
}

/// What is exported by default, where an expression is marked as such.
fn exported(expression: &Expression) -> Option<&Expression> {
    let is_nought = |expression: &Expression| {
        matches!(expression, Expression::Literal(literal)
            if matches!(literal.kind(), LiteralKind::Int(0)))
    };
    match expression {
        Expression::Conditional(choice)
            if is_nought(choice.condition()) && is_nought(choice.if_true()) =>
        {
            Some(choice.if_false())
        }
        _ => None,
    }
}

fn expressions<'a>(meant: &[&'a StatementListItem]) -> impl Iterator<Item = Entry<'a>> {
    meant
        .iter()
        .enumerate()
        .filter_map(|(index, item)| match item {
            StatementListItem::Statement(statement) => match &**statement {
                Statement::Expression(expression) => Some(Entry { index, expression }),
                _ => None,
            },
            StatementListItem::Declaration(_) => None,
        })
}

fn idle_functions<'a>(meant: &[&'a StatementListItem]) -> impl Iterator<Item = Entry<'a>> {
    expressions(meant).filter(|entry| is_function(entry.expression))
}

fn is_call_of_program(expression: &Expression, interner: &Interner) -> bool {
    match expression.flatten() {
        Expression::Await(awaited) => is_call_of_program(awaited.target(), interner),
        Expression::Call(call) => {
            let called = call.function().flatten();
            match called {
                Expression::Identifier(name) => is_one_of(MAIN_NAMES, name.sym(), interner),
                Expression::PropertyAccess(PropertyAccess::Simple(access)) => {
                    let PropertyAccessField::Const(member) = access.field() else {
                        return false;
                    };
                    is_one_of(GOES_ON, member.sym(), interner)
                        && is_call_of_program(access.target(), interner)
                }
                called => is_function(called),
            }
        }
        _ => false,
    }
}

fn is_one_of(names: &[&str], name: Sym, interner: &Interner) -> bool {
    let text = interner.resolve_expect(name).utf8();
    text.is_some_and(|text| names.contains(&text))
}
