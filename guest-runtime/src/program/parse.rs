//! Parses a text as what stands inside of a function.

use boa_ast::function::FunctionBody;
use boa_ast::scope::Scope;
use boa_ast::{Expression, Position, Span, Spanned, Statement, StatementListItem};
use boa_interner::Interner;
use boa_parser::lexer::Error as LexError;
use boa_parser::{Error, Parser, Source};

use super::positions::{Inserted, split_lines};
use super::scan;

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

pub(super) fn parse_body(text: &str, interner: &mut Interner) -> Result<FunctionBody, BodyError> {
    parse_in(FRAME, text, interner).map_err(|error| {
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

/// Parses a text as an expression that a function returns, behind a comma.
pub(super) fn parse_expression(
    text: &str,
    interner: &mut Interner,
) -> Result<FunctionBody, BodyError> {
    parse_in(EXPRESSION_FRAME, text, interner)
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
