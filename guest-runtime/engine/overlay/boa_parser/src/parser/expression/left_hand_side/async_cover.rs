//! `async (…)`: the parameters of an async arrow function, or a call of a function of that name.
//! What follows the parenthesis tells.

use std::ops::ControlFlow;

use boa_ast::{
    Expression, Punctuator, Spanned,
    expression::{Call, Identifier},
    function::{FormalParameter, FormalParameterList},
    visitor::{VisitWith, Visitor},
};
use boa_interner::{Interner, Sym};

use super::{arguments::Arguments, call::CallExpressionTail};
use crate::{
    Error,
    lexer::{Token, TokenKind},
    parser::{
        AllowAwait, AllowYield, OrAbrupt, ParseResult, TokenParser,
        cursor::Cursor,
        expression::{FormalParameterListOrExpression, primary::expression_to_formal_parameters},
    },
    source::ReadChar,
};

/// Whether `async`, without escapes, and a parenthesis on the same line come next.
pub(super) fn is_next<R: ReadChar>(
    cursor: &mut Cursor<R>,
    interner: &mut Interner,
) -> ParseResult<bool> {
    use boa_ast::Keyword::Async;
    if cursor.peek(0, interner)?.map(Token::kind) != Some(&TokenKind::Keyword((Async, false))) {
        return Ok(false);
    }
    let at = usize::from(cursor.peek_is_line_terminator(0, interner).or_abrupt()?);
    let next = cursor.peek_no_skip_line_term(at + 1, interner)?;
    Ok(next.map(Token::kind) == Some(&TokenKind::Punctuator(Punctuator::OpenParen)))
}

/// Parses what [`is_next`] has seen.
pub(super) fn parse<R: ReadChar>(
    allow_yield: AllowYield,
    allow_await: AllowAwait,
    cursor: &mut Cursor<R>,
    interner: &mut Interner,
) -> ParseResult<FormalParameterListOrExpression> {
    let name = cursor.next(interner).or_abrupt()?.span();
    let (arguments, span, trailing_comma) =
        Arguments::new(allow_yield, allow_await).parse_with_comma(cursor, interner)?;

    let is_arrow = cursor
        .peek_no_skip_line_term(0, interner)?
        .is_some_and(|token| token.kind() == &TokenKind::Punctuator(Punctuator::Arrow));
    if !is_arrow {
        let callee = Identifier::new(Sym::ASYNC, name).into();
        let call = Call::new(callee, arguments, span).into();
        return CallExpressionTail::new(allow_yield, allow_await, call)
            .parse(cursor, interner)
            .map(Into::into);
    }

    let mut parameters = Vec::with_capacity(arguments.len());
    let count = arguments.len();
    for (index, argument) in arguments.iter().enumerate() {
        let Expression::Spread(spread) = argument else {
            expression_to_formal_parameters(argument, &mut parameters, cursor.strict(), span)?;
            continue;
        };
        if trailing_comma || index + 1 != count || matches!(spread.target(), Expression::Assign(_))
        {
            return Err(Error::general(
                "rest parameter must be last formal parameter",
                argument.span().start(),
            ));
        }
        let mut rest = Vec::new();
        expression_to_formal_parameters(spread.target(), &mut rest, cursor.strict(), span)?;
        let rest = rest
            .iter()
            .map(|rest| FormalParameter::new(rest.variable().clone(), true));
        parameters.extend(rest);
    }
    let parameters = FormalParameterList::from(parameters);
    if parameters.visit_with(&mut FindAwait).is_break() {
        return Err(Error::unexpected(
            "await",
            span,
            "keyword `await` not allowed in this context",
        ));
    }
    Ok(FormalParameterListOrExpression::FormalParameterList {
        fpl: parameters,
        span_start: name.start(),
        is_async: true,
    })
}

/// Looks for a variable called `await`, which the parameters of an async function may not have.
/// A function inside of them may.
struct FindAwait;

impl<'ast> Visitor<'ast> for FindAwait {
    type BreakTy = ();

    fn visit_identifier(&mut self, node: &'ast Identifier) -> ControlFlow<()> {
        if node.sym() == Sym::AWAIT {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn visit_expression(&mut self, node: &'ast Expression) -> ControlFlow<()> {
        match node {
            Expression::FunctionExpression(_)
            | Expression::GeneratorExpression(_)
            | Expression::ClassExpression(_) => ControlFlow::Continue(()),
            // The name of a member.
            Expression::PropertyAccess(access) => match access {
                boa_ast::expression::access::PropertyAccess::Simple(access) => {
                    self.visit_expression(access.target())?;
                    match access.field() {
                        boa_ast::expression::access::PropertyAccessField::Expr(field) => {
                            self.visit_expression(field)
                        }
                        boa_ast::expression::access::PropertyAccessField::Const(_) => {
                            ControlFlow::Continue(())
                        }
                    }
                }
                _ => ControlFlow::Continue(()),
            },
            _ => node.visit_with(self),
        }
    }

    fn visit_property_name(
        &mut self,
        node: &'ast boa_ast::property::PropertyName,
    ) -> ControlFlow<()> {
        match node {
            boa_ast::property::PropertyName::Literal(_) => ControlFlow::Continue(()),
            boa_ast::property::PropertyName::Computed(name) => self.visit_expression(name),
        }
    }
}
