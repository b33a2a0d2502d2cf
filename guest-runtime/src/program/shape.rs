//! The shape of a text, from its syntax tree.

use std::ops::ControlFlow;

use boa_ast::declaration::{Binding, LexicalDeclaration, Variable, VariableList};
use boa_ast::expression::Identifier;
use boa_ast::function::FunctionBody;
use boa_ast::scope::Scope;
use boa_ast::visitor::{VisitWith, Visitor};
use boa_ast::{Declaration, Expression, Position, Span, Spanned, Statement, StatementListItem};
use boa_interner::Interner;
use boa_parser::{Error, Parser, Source};

use super::positions::{Inserted, byte_at};
use super::{fences, hints, scan};

/// Names that a program gives to the function that it wants to be run.
const MAIN_NAMES: &[&str] = &["main", "run"];

/// What a function body is.
#[derive(Debug)]
pub(super) struct Shape {
    /// How many statements it has.
    pub(super) statements: usize,
    pub(super) ending: Ending,
}

/// What gives the program's result.
#[derive(Debug)]
pub(super) enum Ending {
    /// The text is a function expression and nothing else.
    OnlyFunction,
    /// A block that is rather an object: `{ a: 1 }`.
    ObjectLike,
    /// A function of this name, which has not been called.
    Call(String),
    /// An expression that starts at the first of these bytes at which it can.
    Expression {
        starts: Vec<usize>,
        is_function: bool,
    },
    /// Whatever it returns itself.
    Plain,
}

/// A text that is one expression.
#[derive(Debug)]
pub(super) struct ExpressionShape {
    pub(super) is_function: bool,
}

/// What a text is parsed in. Not `Parser::parse_function_body`, which stops at a closing brace
/// that is one too many and takes what it has seen so far for the whole.
const FRAME: (&str, &str) = ("(async () => {\n", "\n})");

/// As [`FRAME`], for an expression.
const EXPRESSION_FRAME: (&str, &str) = ("(async () => { return 0,\n", "\n})");

/// Why a text is no function body: the error in the frame, whose first line is not the text's.
#[derive(Debug)]
pub(super) struct BodyError {
    pub(super) error: Error,
    /// Lines of the frame before the text.
    pub(super) lines_before: u32,
    /// What the text has more than the user's.
    pub(super) inserted: Vec<Inserted>,
}

/// Parses a text inside a frame and makes sure that the frame is still whole: one statement,
/// one pair of parentheses, one function. Text that closes the function early leaves something
/// behind it, which makes a second statement or another expression.
fn parse_in(
    frame: (&str, &str),
    text: &str,
    interner: &mut Interner,
) -> Result<FunctionBody, BodyError> {
    let failed = |error| BodyError {
        error,
        lines_before: 1,
        inserted: Vec::new(),
    };
    if scan::too_much(text).is_some() {
        return Err(failed(Error::AbruptEnd));
    }
    let framed = format!("{}{text}{}", frame.0, frame.1);
    let script = Parser::new(Source::from_bytes(&framed))
        .parse_script(&Scope::new_global(), interner)
        .map_err(failed)?;
    if let [StatementListItem::Statement(statement)] = script.statements().statements()
        && let Statement::Expression(Expression::Parenthesized(inner)) = &**statement
        && let Expression::AsyncArrowFunction(function) = inner.expression()
    {
        return Ok(function.body().clone());
    }
    Err(failed(Error::Unexpected {
        found: "}".into(),
        message: "a closing bracket too many".into(),
        span: Span::new(Position::new(2, 1), Position::new(2, 1)),
    }))
}

fn parse_body(text: &str, interner: &mut Interner) -> Result<FunctionBody, BodyError> {
    parse_in(FRAME, text, interner).map_err(|error| {
        // What goes wrong behind the text is better said without the frame.
        let tail_line = super::positions::split_lines(text).count() + 2;
        let is_behind = hints::position(&error.error)
            .is_some_and(|position| position.line_number() as usize >= tail_line);
        if !is_behind {
            return error;
        }
        let mut interner = Interner::default();
        let bare =
            Parser::new(Source::from_bytes(text)).parse_function_body(&mut interner, false, true);
        BodyError {
            error: match bare {
                Err(error) => error,
                Ok(body) => Error::Unexpected {
                    found: "}".into(),
                    message: "a closing bracket too many".into(),
                    span: Span::new(body.span().end(), body.span().end()),
                },
            },
            lines_before: 0,
            inserted: Vec::new(),
        }
    })
}

/// The shape of a text that is the body of an async function.
pub(super) fn of_body(text: &str) -> Result<Shape, BodyError> {
    let mut interner = Interner::default();
    let body = parse_body(text, &mut interner)?;
    let statements = body.statements();
    Ok(Shape {
        statements: statements.len(),
        ending: ending(statements, text, &interner),
    })
}

fn ending(statements: &[StatementListItem], text: &str, interner: &Interner) -> Ending {
    let meant: Vec<&StatementListItem> = statements.iter().filter(|item| !is_empty(item)).collect();
    if let [StatementListItem::Statement(statement)] = meant[..] {
        match &**statement {
            Statement::Expression(expression) if is_function(expression) => {
                return Ending::OnlyFunction;
            }
            Statement::Block(_) if of_expression(text).is_some() => return Ending::ObjectLike,
            _ => {}
        }
    }
    let functions: Vec<(usize, String)> = meant
        .iter()
        .enumerate()
        .filter_map(|(index, item)| Some((index, function_name(item, interner)?)))
        .collect();
    let is_unused = |name: &str| scan::count_word(text, name) == 1;
    if let Some((_, name)) = functions
        .iter()
        .find(|(_, name)| MAIN_NAMES.contains(&name.as_str()) && is_unused(name))
    {
        return Ending::Call(name.clone());
    }
    if let Some((index, name)) = functions.last()
        && index + 1 == meant.len()
        && meant.iter().all(|item| is_declaration(item))
        && (meant.len() == 1 || is_unused(name))
    {
        return Ending::Call(name.clone());
    }
    // Function declarations below are hoisted: the expression above them is still the last.
    let last = meant.iter().rfind(|item| {
        !matches!(item, StatementListItem::Declaration(declaration)
            if matches!(**declaration, Declaration::FunctionDeclaration(_)
                | Declaration::AsyncFunctionDeclaration(_)
                | Declaration::GeneratorDeclaration(_)
                | Declaration::AsyncGeneratorDeclaration(_)))
    });
    if let Some(StatementListItem::Statement(statement)) = last
        && let Statement::Expression(expression) = &**statement
    {
        let starts = starts(expression, text);
        return Ending::Expression {
            starts,
            is_function: is_function(expression),
        };
    }
    Ending::Plain
}

/// Whether the text has as many statements as before, the last of its expressions returned.
pub(super) fn ends_with_return(text: &str, statements: usize) -> bool {
    let mut interner = Interner::default();
    let Ok(body) = parse_body(text, &mut interner) else {
        return false;
    };
    let items = body.statements();
    let is_return = |item: &StatementListItem| {
        matches!(item, StatementListItem::Statement(statement)
            if matches!(&**statement, Statement::Return(returned) if returned.target().is_some()))
    };
    items.len() == statements && items.iter().any(is_return)
}

/// Whether the text is one expression that cannot start a statement: an object, an anonymous
/// function.
pub(super) fn of_expression(text: &str) -> Option<ExpressionShape> {
    let mut interner = Interner::default();
    let body = parse_in(EXPRESSION_FRAME, text, &mut interner).ok()?;
    let mut meant = body.statements().iter().filter(|item| !is_empty(item));
    let (Some(StatementListItem::Statement(statement)), None) = (meant.next(), meant.next()) else {
        return None;
    };
    let Statement::Return(returned) = &**statement else {
        return None;
    };
    let Expression::Binary(binary) = returned.target()? else {
        return None;
    };
    Some(ExpressionShape {
        is_function: is_function(binary.rhs()),
    })
}

/// Exports that are looked for at most.
const EXPORTS_MAX: usize = 50;

/// The text with its `export` keywords blanked, and the name of a function that is the default
/// export; `None` where it is no program even then.
///
/// Only an `export` at which the parser stops is touched: the word may stand in text, too.
pub(super) fn without_exports(text: &str) -> Option<(String, Shape)> {
    let mut text = text.to_owned();
    let mut default = None;
    for _ in 0..EXPORTS_MAX {
        let error = match of_body(&text) {
            Ok(mut shape) => {
                match (&mut shape.ending, default?) {
                    (ending, Default::Named(name)) => *ending = Ending::Call(name),
                    (Ending::Expression { is_function, .. }, Default::Value) => *is_function = true,
                    _ => {}
                }
                return Some((text, shape));
            }
            Err(error) => error,
        };
        let position = hints::position(&error.error)?;
        let line = position.line_number().checked_sub(error.lines_before)?;
        let at = byte_at(&text, line, position.column_number())?;
        let (replacement, found) = unexported(&text[at..])?;
        text.replace_range(at..at + replacement.len(), &replacement);
        if !matches!(default, Some(Default::Named(_) | Default::Value)) {
            default = Some(found);
        }
    }
    None
}

/// What a default export is.
enum Default {
    /// A function with this name.
    Named(String),
    /// A value.
    Value,
    /// There is none yet.
    None,
}

/// What stands instead of an `export` at the front of `code`, in the same width.
fn unexported(code: &str) -> Option<(String, Default)> {
    let after = code.strip_prefix("export")?;
    let word = after.trim_start();
    let blank_up_to = |rest: &str| fences::blank(&code[..code.len() - rest.len()]);
    if let Some(value) = word.strip_prefix("default") {
        if let Some(name) = declared_name(value) {
            let default = if value.trim_start().starts_with("class") {
                Default::None
            } else {
                Default::Named(name.to_owned())
            };
            return Some((blank_up_to(value), default));
        }
        let width = code.len() - value.len() - 2;
        return Some((
            format!("0,{}", fences::blank(&code[2..2 + width])),
            Default::Value,
        ));
    }
    if let Some(list) = word.strip_prefix('{') {
        let rest = &list[list.find('}')? + 1..];
        if rest.trim_start().starts_with("from") {
            return None;
        }
        return Some((blank_up_to(rest), Default::None));
    }
    Some((blank_up_to(word), Default::None))
}

/// The name in `async function name`, `function name` or `class Name` at the front.
fn declared_name(text: &str) -> Option<&str> {
    let words = text.trim_start();
    let words = words.strip_prefix("async ").unwrap_or(words).trim_start();
    let rest = words
        .strip_prefix("function")
        .or_else(|| words.strip_prefix("class "))?;
    let rest = rest.trim_start_matches(['*', ' ', '\t']);
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
        .unwrap_or(rest.len());
    let name = &rest[..end];
    (!name.is_empty() && name != "extends").then_some(name)
}

/// Where an expression may start, best first: the engine's spans are not exact for all of them.
fn starts(expression: &Expression, text: &str) -> Vec<usize> {
    struct Leftmost(Position);
    impl<'ast> Visitor<'ast> for Leftmost {
        type BreakTy = ();
        fn visit_expression(&mut self, node: &'ast Expression) -> ControlFlow<()> {
            self.0 = self.0.min(node.span().start());
            node.visit_with(self)
        }
    }
    let mut leftmost = Leftmost(expression.span().start());
    let _: ControlFlow<()> = expression.visit_with(&mut leftmost);
    // The frame's line.
    let line = leftmost.0.line_number().saturating_sub(1);
    let mut starts = Vec::new();
    starts.extend(byte_at(text, line, leftmost.0.column_number()));
    if let Some(line_start) = byte_at(text, line, 1) {
        let rest = &text[line_start..];
        starts.push(line_start + rest.len() - rest.trim_start().len());
    }
    starts
}

fn is_empty(item: &StatementListItem) -> bool {
    matches!(item, StatementListItem::Statement(statement) if matches!(**statement, Statement::Empty))
}

fn is_declaration(item: &StatementListItem) -> bool {
    match item {
        StatementListItem::Declaration(_) => true,
        StatementListItem::Statement(statement) => match &**statement {
            Statement::Var(_) => true,
            // Directives.
            Statement::Expression(Expression::Literal(literal)) => literal.as_string().is_some(),
            _ => false,
        },
    }
}

fn is_function(expression: &Expression) -> bool {
    match expression.flatten() {
        Expression::ArrowFunction(_)
        | Expression::AsyncArrowFunction(_)
        | Expression::FunctionExpression(_)
        | Expression::AsyncFunctionExpression(_) => true,
        Expression::Binary(binary)
            if matches!(
                binary.op(),
                boa_ast::expression::operator::binary::BinaryOp::Comma
            ) =>
        {
            is_function(binary.rhs())
        }
        _ => false,
    }
}

/// The name of a function that this statement declares.
fn function_name(item: &StatementListItem, interner: &Interner) -> Option<String> {
    let text = |name: Identifier| interner.resolve_expect(name.sym()).to_string();
    match item {
        StatementListItem::Declaration(declaration) => match &**declaration {
            Declaration::FunctionDeclaration(function) => Some(text(function.name())),
            Declaration::AsyncFunctionDeclaration(function) => Some(text(function.name())),
            Declaration::Lexical(
                LexicalDeclaration::Const(list) | LexicalDeclaration::Let(list),
            ) => variable_function(list).map(text),
            _ => None,
        },
        StatementListItem::Statement(statement) => match &**statement {
            Statement::Var(list) => variable_function(&list.0).map(text),
            _ => None,
        },
    }
}

fn variable_function(list: &VariableList) -> Option<Identifier> {
    let variables: &[Variable] = list.as_ref();
    let [variable] = variables else {
        return None;
    };
    let init = variable.init()?;
    match variable.binding() {
        Binding::Identifier(name) if is_function(init) => Some(*name),
        _ => None,
    }
}
