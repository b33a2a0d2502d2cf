//! What is passed to the function that a program is.
//!
//! It is called with its input. Many are written for a caller that hands over `state`, as a
//! parameter of that name or as a member of one, and mean the global.

use boa_ast::declaration::{Binding, LexicalDeclaration, Variable, VariableList};
use boa_ast::expression::Identifier;
use boa_ast::expression::operator::binary::BinaryOp;
use boa_ast::function::FormalParameterList;
use boa_ast::pattern::{ObjectPatternElement, Pattern};
use boa_ast::property::PropertyName;
use boa_ast::{Declaration, Expression, Statement, StatementListItem};
use boa_interner::{Interner, Sym};

use super::parse::parse_body;

/// Parameters of a program that are looked at.
const PARAMETERS_MAX: usize = 4;

/// Names for an object that holds what the sandbox offers.
const CONTEXT_NAMES: &[&str] = &["ctx", "context", "env", "api", "sandbox", "runtime"];

/// Names of parameters that can only mean the input.
const INPUT_NAMES: &[&str] = &["input", "args", "params"];

/// Members of an object that holds what the sandbox offers.
const CONTEXT_MEMBERS: &[&str] = &["state", "tools", "fs", "console"];

/// What is passed for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    /// The program's input.
    Input,
    /// The global `state`.
    State,
    /// The global `tools`.
    Tools,
    /// An object of all of them, and of the members of the input.
    Context,
}

impl Passed {
    /// The expression that gives it, where `input` is a variable.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::State => "globalThis.state",
            Self::Tools => "globalThis.tools",
            Self::Context => {
                "({ state: globalThis.state, fs: globalThis.fs, tools: globalThis.tools, \
                 console: globalThis.console, input, ...input })"
            }
        }
    }
}

/// What is passed to an expression that is a function.
pub(super) fn of_expression(expression: &Expression, interner: &Interner) -> Option<Vec<Passed>> {
    let parameters = match expression.flatten() {
        Expression::ArrowFunction(function) => function.parameters(),
        Expression::AsyncArrowFunction(function) => function.parameters(),
        Expression::FunctionExpression(function) => function.parameters(),
        Expression::AsyncFunctionExpression(function) => function.parameters(),
        Expression::Binary(binary) if binary.op() == BinaryOp::Comma => {
            return of_expression(binary.rhs(), interner);
        }
        _ => return None,
    };
    Some(of_parameters(parameters, interner))
}

/// The name of a function that this statement declares, and what is passed to it.
pub(super) fn of_statement(
    item: &StatementListItem,
    interner: &Interner,
) -> Option<(String, Vec<Passed>)> {
    let named = |name: Identifier, parameters: &FormalParameterList| {
        let passed = of_parameters(parameters, interner);
        Some((text(name.sym(), interner), passed))
    };
    match item {
        StatementListItem::Declaration(declaration) => match &**declaration {
            Declaration::FunctionDeclaration(function) => {
                named(function.name(), function.parameters())
            }
            Declaration::AsyncFunctionDeclaration(function) => {
                named(function.name(), function.parameters())
            }
            Declaration::Lexical(
                LexicalDeclaration::Const(list) | LexicalDeclaration::Let(list),
            ) => of_variable(list, interner),
            _ => None,
        },
        StatementListItem::Statement(statement) => match &**statement {
            Statement::Var(list) => of_variable(&list.0, interner),
            _ => None,
        },
    }
}

/// What is passed to the function of this name that a text declares.
pub(super) fn of_function(source: &str, name: &str) -> Vec<Passed> {
    let mut interner = Interner::default();
    let found = parse_body(source, &mut interner).ok().and_then(|body| {
        body.statements()
            .iter()
            .filter_map(|item| of_statement(item, &interner))
            .find(|(declared, _)| declared == name)
    });
    found.map_or_else(|| vec![Passed::Input], |(_, passed)| passed)
}

fn of_variable(list: &VariableList, interner: &Interner) -> Option<(String, Vec<Passed>)> {
    let variables: &[Variable] = list.as_ref();
    let [variable] = variables else {
        return None;
    };
    let passed = of_expression(variable.init()?, interner)?;
    match variable.binding() {
        Binding::Identifier(name) => Some((text(name.sym(), interner), passed)),
        Binding::Pattern(_) => None,
    }
}

fn of_parameters(parameters: &FormalParameterList, interner: &Interner) -> Vec<Passed> {
    let mut passed = Vec::new();
    for parameter in parameters.as_ref().iter().take(PARAMETERS_MAX) {
        let named = match parameter.variable().binding() {
            Binding::Identifier(name) => match text(name.sym(), interner).as_str() {
                "state" | "fs" => Some(Passed::State),
                "tools" => Some(Passed::Tools),
                name if INPUT_NAMES.contains(&name) => Some(Passed::Input),
                name if CONTEXT_NAMES.contains(&name) => Some(Passed::Context),
                _ => None,
            },
            Binding::Pattern(Pattern::Object(pattern)) => {
                let offers = pattern.bindings().iter().any(|element| {
                    member(element, interner)
                        .is_some_and(|name| CONTEXT_MEMBERS.contains(&name.as_str()))
                });
                offers.then_some(Passed::Context)
            }
            Binding::Pattern(Pattern::Array(_)) => None,
        };
        // The first that can mean anything is the input. Behind it a default says what is meant.
        let has_default = parameter.variable().init().is_some();
        let by_place = match passed.contains(&Passed::Input) {
            false => Some(Passed::Input),
            true => (!has_default).then_some(Passed::Context),
        };
        let Some(one) = named.or(by_place) else {
            break;
        };
        passed.push(one);
    }
    if passed.is_empty() {
        // `arguments[0]`, and a function whose parameters are a rest.
        passed.push(Passed::Input);
    }
    passed
}

/// The name of the member that an element of a pattern takes.
fn member(element: &ObjectPatternElement, interner: &Interner) -> Option<String> {
    match element {
        ObjectPatternElement::SingleName { name, .. }
        | ObjectPatternElement::AssignmentPropertyAccess { name, .. }
        | ObjectPatternElement::Pattern { name, .. } => match name {
            PropertyName::Literal(name) => Some(text(name.sym(), interner)),
            PropertyName::Computed(_) => None,
        },
        _ => None,
    }
}

fn text(name: Sym, interner: &Interner) -> String {
    interner.resolve_expect(name).to_string()
}
