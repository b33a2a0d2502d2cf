//! The shape of a text, from its syntax tree.

use std::ops::ControlFlow;

use boa_ast::function::FunctionBody;
use boa_ast::visitor::{VisitWith, Visitor};
use boa_ast::{Expression, Position, Spanned, Statement, StatementListItem};
use boa_engine::script::{Tree, TreeReader};
use boa_interner::Interner;

use super::entry::{self, Entry, MAIN_NAMES};
use super::parameters::{self, Passed};
use super::parse::{BodyError, body_of, parse_body, parse_expression, parse_program};
use super::positions::byte_at;
use super::scan;
use super::uses::{self, Uses};

/// What a function body is.
#[derive(Debug)]
pub(super) struct Shape {
    /// How many statements it has.
    pub(super) statements: usize,
    pub(super) ending: Ending,
    /// What is passed to `module.exports` where that is a function, of what may be a module of
    /// CommonJS.
    pub(super) exported: Option<Vec<Passed>>,
    /// What it does with results of `state` that cannot be meant.
    pub(super) uses: Uses,
}

/// What gives the program's result.
#[derive(Debug)]
pub(super) enum Ending {
    /// The text is a function expression and nothing else.
    OnlyFunction(Vec<Passed>),
    /// A block that is rather an object: `{ a: 1 }`.
    ObjectLike,
    /// A function of this name, which has not been called.
    Call(String, Vec<Passed>),
    /// An expression that starts at the first of these bytes at which it can.
    Expression {
        starts: Vec<usize>,
        /// What is passed to it where it is a function.
        function: Option<Vec<Passed>>,
        /// Whether nothing is run after it.
        is_last: bool,
    },
    /// Whatever it returns itself.
    Plain,
}

/// A text that is one expression.
#[derive(Debug)]
pub(super) struct ExpressionShape {
    /// What is passed to it where it is a function.
    pub(super) function: Option<Vec<Passed>>,
    /// What it does with results of `state` that cannot be meant.
    pub(super) uses: Uses,
}

/// The shape of a text that is the body of an async function.
pub(super) fn of_body(text: &str) -> Result<Shape, BodyError> {
    let mut interner = Interner::default();
    let body = parse_body(text, &mut interner)?;
    Ok(of_parsed(&body, text, &interner))
}

/// As [`of_body`], of a text that is not too much; with what it was parsed to.
pub(super) fn of_program(
    text: &str,
    reader: &mut TreeReader<'_>,
) -> Result<(Shape, Tree), BodyError> {
    let tree = parse_program(text, reader)?;
    Ok((of_parsed(body_of(&tree), text, reader.interner()), tree))
}

fn of_parsed(body: &FunctionBody, text: &str, interner: &Interner) -> Shape {
    let statements = body.statements();
    let meant: Vec<&StatementListItem> = statements.iter().filter(|item| !is_empty(item)).collect();
    let ending = ending(&meant, text, interner);
    let mut uses = uses::of_body(body, text, interner);
    let mut exported = None;
    if !matches!(ending, Ending::OnlyFunction(_)) {
        if entry::names_module(body, text, interner) {
            let function = entry::assigned(&meant, interner)
                .and_then(|function| parameters::of_expression(function, interner));
            exported = Some(function.unwrap_or_else(|| vec![Passed::Input]));
        }
        let is_called = !matches!(ending, Ending::Plain);
        uses.notes.extend(entry::not_run(&meant, is_called));
        if let Ending::Call(name, _) = &ending {
            uses.notes.extend(entry::not_called(&meant, name, interner));
        }
    }
    Shape {
        statements: statements.len(),
        ending,
        exported,
        uses,
    }
}

/// The script that has the function expression alone which is all of a program.
pub(super) fn only_expression(tree: Tree) -> Option<Tree> {
    let body = body_of(&tree);
    let mut meant = body.statements().iter().filter(|item| !is_empty(item));
    let (Some(StatementListItem::Statement(statement)), None) = (meant.next(), meant.next()) else {
        return None;
    };
    let Statement::Expression(expression) = &**statement else {
        return None;
    };
    let script = body.script_of(expression);
    Some(tree.with_script(script))
}

fn ending(meant: &[&StatementListItem], text: &str, interner: &Interner) -> Ending {
    if let [StatementListItem::Statement(statement)] = meant {
        match &**statement {
            Statement::Expression(expression) => {
                if let Some(passed) = parameters::of_expression(expression, interner) {
                    return Ending::OnlyFunction(passed);
                }
            }
            Statement::Block(_) if of_expression(text).is_some() => return Ending::ObjectLike,
            _ => {}
        }
    }
    let expression = |found: &Entry<'_>, function| Ending::Expression {
        starts: starts(found.expression, text),
        function,
        is_last: entry::is_last(found.index, meant),
    };
    if let Some(found) = entry::idle_function(meant) {
        let function = parameters::of_expression(found.value(), interner);
        return expression(
            &found,
            Some(function.unwrap_or_else(|| vec![Passed::Input])),
        );
    }
    if let Some(called) = uncalled(meant, interner) {
        return called;
    }
    match entry::last_expression(meant).or_else(|| entry::call(meant, interner)) {
        Some(found) => {
            let function = parameters::of_expression(found.value(), interner);
            expression(&found, function)
        }
        None => Ending::Plain,
    }
}

/// A function that is declared, and never called: one of the names of such functions, or the only one
/// of a program that does nothing else.
fn uncalled(meant: &[&StatementListItem], interner: &Interner) -> Option<Ending> {
    let functions: Vec<(usize, (String, Vec<Passed>))> = meant
        .iter()
        .enumerate()
        .filter_map(|(index, item)| Some((index, parameters::of_statement(item, interner)?)))
        .collect();
    let is_unused = |(index, (name, _)): &&(usize, (String, Vec<Passed>))| {
        !entry::is_named_elsewhere(name, *index, meant, interner)
    };
    let named = functions
        .iter()
        .filter(|(_, (name, _))| MAIN_NAMES.contains(&name.as_str()))
        .find(is_unused);
    let called = named.or_else(|| {
        if !meant.iter().all(|item| is_declaration(item)) {
            return None;
        }
        if let ([only], 1) = (&functions[..], meant.len()) {
            return Some(only);
        }
        let mut unused = functions.iter().filter(is_unused);
        let last = unused.next_back()?;
        (last.0 + 1 == meant.len() || unused.next().is_none()).then_some(last)
    });
    let (_, (name, passed)) = called?;
    Some(Ending::Call(name.clone(), passed.clone()))
}

/// What the text is parsed to, if it has as many statements as before, the last of its expressions
/// returned.
pub(super) fn ending_with_return(
    text: &str,
    statements: usize,
    reader: &mut TreeReader<'_>,
) -> Option<Tree> {
    with_statement(
        text,
        statements,
        reader,
        |statement| matches!(statement, Statement::Return(returned) if returned.target().is_some()),
    )
}

/// Whether the text has as many statements as before, one of its expressions the value of a variable.
pub(super) fn keeps_expression(text: &str, statements: usize, reader: &mut TreeReader<'_>) -> bool {
    with_statement(text, statements, reader, |statement| {
        matches!(statement, Statement::Var(_))
    })
    .is_some()
}

/// What the text is parsed to, if it has as many statements as before and one that is meant.
fn with_statement(
    text: &str,
    statements: usize,
    reader: &mut TreeReader<'_>,
    is_meant: impl Fn(&Statement) -> bool,
) -> Option<Tree> {
    if scan::too_much(text).is_some() {
        return None;
    }
    let tree = parse_program(text, reader).ok()?;
    let items = body_of(&tree).statements();
    let has_meant = items
        .iter()
        .any(|item| matches!(item, StatementListItem::Statement(statement) if is_meant(statement)));
    (items.len() == statements && has_meant).then_some(tree)
}

/// Whether the text is one expression that cannot start a statement: an object, an anonymous
/// function.
pub(super) fn of_expression(text: &str) -> Option<ExpressionShape> {
    let mut interner = Interner::default();
    let body = parse_expression(text, &mut interner).ok()?;
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
        function: parameters::of_expression(binary.rhs(), &interner),
        uses: uses::of_body(&body, text, &interner),
    })
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

pub(super) fn is_empty(item: &StatementListItem) -> bool {
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
