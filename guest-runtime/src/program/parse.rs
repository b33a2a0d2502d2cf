//! Parses a text as what stands inside of a function.

use boa_ast::function::{ArrowFunction, FunctionBody};
use boa_ast::{Expression, Position, Script, Span, Spanned, Statement, StatementListItem};
use boa_engine::script::{Tree, TreeReader};
use boa_interner::Interner;
use boa_parser::lexer::Error as LexError;
use boa_parser::{Error, Parser, Source};

use super::positions::{Inserted, split_lines};
use super::{HEAD, TAIL, scan};

/// What an expression is parsed in.
const EXPRESSION_FRAME: (&str, &str) = ("(async () => { return 0,", "\n})");

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
    reader: &mut TreeReader<'_>,
) -> Result<Tree, BodyError> {
    let failed = |error| BodyError {
        error,
        lines_before: 1,
        inserted: Vec::new(),
    };
    let framed = [frame.0, "\n", text, frame.1].concat();
    let tree = reader.read(&framed).map_err(failed)?;
    if body_in(tree.script()).is_some() {
        return Ok(tree);
    }
    Err(failed(Error::Unexpected {
        found: "}".into(),
        message: "a closing bracket too many".into(),
        span: Span::new(Position::new(2, 1), Position::new(2, 1)),
    }))
}

/// The body of the function that a frame is, if a script is that and nothing else.
fn body_in(script: &Script) -> Option<&FunctionBody> {
    let [StatementListItem::Statement(statement)] = script.statements().statements() else {
        return None;
    };
    let Statement::Expression(Expression::Parenthesized(inner)) = &**statement else {
        return None;
    };
    match inner.expression() {
        Expression::AsyncArrowFunction(function) => Some(function.body()),
        Expression::ArrowFunction(function) => body_within(function),
        _ => None,
    }
}

/// The body of the function which is what another one gives.
fn body_within(function: &ArrowFunction) -> Option<&FunctionBody> {
    let [StatementListItem::Statement(statement)] = function.body().statements() else {
        return None;
    };
    match &**statement {
        Statement::Return(returned) => match returned.target()? {
            Expression::AsyncArrowFunction(function) => Some(function.body()),
            _ => None,
        },
        _ => None,
    }
}

/// The body that [`parse_program`] has parsed.
pub(super) fn body_of(tree: &Tree) -> &FunctionBody {
    body_in(tree.script()).expect("what was parsed is a frame")
}

/// Parses a text that is not [`scan::too_much`] as the program that it becomes.
///
/// Not `Parser::parse_function_body`, which stops at a closing brace that is one too many and takes
/// what it has seen so far for the whole.
pub(super) fn parse_program(text: &str, reader: &mut TreeReader<'_>) -> Result<Tree, BodyError> {
    parse_in((HEAD, TAIL), text, reader).map_err(|error| {
        // What goes wrong behind the text is better said without the frame.
        let tail_line = split_lines(text).count() + 2;
        let is_behind = position(&error.error)
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

pub(super) fn parse_body(text: &str, interner: &mut Interner) -> Result<FunctionBody, BodyError> {
    let tree =
        not_too_much(text).and_then(|()| parse_program(text, &mut TreeReader::alone(interner)))?;
    Ok(body_of(&tree).clone())
}

/// Parses a text as an expression that a function returns, behind a comma.
pub(super) fn parse_expression(
    text: &str,
    interner: &mut Interner,
) -> Result<FunctionBody, BodyError> {
    not_too_much(text)?;
    let tree = parse_in(EXPRESSION_FRAME, text, &mut TreeReader::alone(interner))?;
    Ok(body_of(&tree).clone())
}

fn not_too_much(text: &str) -> Result<(), BodyError> {
    match scan::too_much(text) {
        None => Ok(()),
        Some(_) => Err(BodyError {
            error: Error::AbruptEnd,
            lines_before: 1,
            inserted: Vec::new(),
        }),
    }
}

/// Where the parser stopped, if it says so.
pub(super) fn position(error: &Error) -> Option<Position> {
    match error {
        Error::Expected { span, .. } | Error::Unexpected { span, .. } => Some(span.start()),
        Error::Lex {
            err: LexError::Syntax(_, position),
        }
        | Error::General { position, .. } => Some(*position),
        Error::AbruptEnd | Error::Lex { .. } | Error::ScopeAnalysis { .. } => None,
    }
}
