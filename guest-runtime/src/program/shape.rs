//! The shape of a text, from its syntax tree.

use std::ops::ControlFlow;

use boa_ast::function::FunctionBody;
use boa_ast::visitor::{VisitWith, Visitor};
use boa_ast::{Declaration, Expression, Position, Spanned, Statement, StatementListItem};
use boa_engine::script::{Tree, TreeReader};
use boa_interner::Interner;

use super::parameters::{self, Passed};
use super::parse::{BodyError, body_of, parse_body, parse_expression, parse_program};
use super::positions::byte_at;
use super::scan;
use super::uses::{self, Uses};

/// Names that a program gives to the function that it wants to be run.
const MAIN_NAMES: &[&str] = &["main", "run"];

/// What a function body is.
#[derive(Debug)]
pub(super) struct Shape {
    /// How many statements it has.
    pub(super) statements: usize,
    pub(super) ending: Ending,
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
    Shape {
        statements: statements.len(),
        ending: ending(statements, text, interner),
        uses: uses::of_body(body, text, interner),
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

fn ending(statements: &[StatementListItem], text: &str, interner: &Interner) -> Ending {
    let meant: Vec<&StatementListItem> = statements.iter().filter(|item| !is_empty(item)).collect();
    if let [StatementListItem::Statement(statement)] = meant[..] {
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
    let functions: Vec<(usize, (String, Vec<Passed>))> = meant
        .iter()
        .enumerate()
        .filter_map(|(index, item)| Some((index, parameters::of_statement(item, interner)?)))
        .collect();
    let is_unused = |name: &str| scan::count_word(text, name) == 1;
    if let Some((_, (name, passed))) = functions
        .iter()
        .find(|(_, (name, _))| MAIN_NAMES.contains(&name.as_str()) && is_unused(name))
    {
        return Ending::Call(name.clone(), passed.clone());
    }
    if let Some((index, (name, passed))) = functions.last()
        && index + 1 == meant.len()
        && meant.iter().all(|item| is_declaration(item))
        && (meant.len() == 1 || is_unused(name))
    {
        return Ending::Call(name.clone(), passed.clone());
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
            function: parameters::of_expression(expression, interner),
        };
    }
    Ending::Plain
}

/// What the text is parsed to, if it has as many statements as before, the last of its expressions
/// returned.
pub(super) fn ending_with_return(
    text: &str,
    statements: usize,
    reader: &mut TreeReader<'_>,
) -> Option<Tree> {
    if scan::too_much(text).is_some() {
        return None;
    }
    let tree = parse_program(text, reader).ok()?;
    let items = body_of(&tree).statements();
    let is_return = |item: &StatementListItem| {
        matches!(item, StatementListItem::Statement(statement)
            if matches!(&**statement, Statement::Return(returned) if returned.target().is_some()))
    };
    (items.len() == statements && items.iter().any(is_return)).then_some(tree)
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
