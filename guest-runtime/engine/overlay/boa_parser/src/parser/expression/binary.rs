//! Binary operators, by what binds how strongly.

use boa_ast::{
    Keyword, Punctuator, Spanned,
    expression::operator::{Binary, BinaryInPrivate, binary::BinaryOp},
    function::PrivateName,
};
use boa_interner::Interner;

use super::{FormalParameterListOrExpression, assignment::ExponentiationExpression};
use crate::{
    Error,
    lexer::{InputElement, TokenKind},
    parser::{AllowAwait, AllowIn, AllowYield, Cursor, OrAbrupt, ParseResult, TokenParser},
    source::ReadChar,
};

/// How strongly comparisons bind, `in` and `instanceof` among them.
const RELATIONAL: u8 = 5;

/// An expression of binary operators that bind at least so strongly. They are all read in one
/// place, since most expressions have none of them: a call for each step would only look at the
/// token again.
#[derive(Debug, Clone, Copy)]
pub(super) struct BinaryExpression {
    allow_in: AllowIn,
    allow_yield: AllowYield,
    allow_await: AllowAwait,
    least: u8,
}

impl BinaryExpression {
    /// Parses all operators from `|` on.
    pub(super) fn new(allow_in: AllowIn, allow_yield: AllowYield, allow_await: AllowAwait) -> Self {
        Self {
            allow_in,
            allow_yield,
            allow_await,
            least: 1,
        }
    }

    fn stronger_than(self, strength: u8) -> Self {
        Self {
            least: strength + 1,
            ..self
        }
    }

    /// `#name in object`, if that is what comes.
    fn private_in<R: ReadChar>(
        self,
        cursor: &mut Cursor<R>,
        interner: &mut Interner,
    ) -> ParseResult<Option<BinaryInPrivate>> {
        if self.least > RELATIONAL || !self.allow_in.0 {
            return Ok(None);
        }
        let token = cursor.peek(0, interner).or_abrupt()?;
        let TokenKind::PrivateIdentifier(name) = *token.kind() else {
            return Ok(None);
        };
        let span = token.span();
        let token = cursor.peek(1, interner).or_abrupt()?;
        match token.kind() {
            TokenKind::Keyword((Keyword::In, true)) => Err(Error::general(
                "Keyword must not contain escaped characters",
                token.span().start(),
            )),
            TokenKind::Keyword((Keyword::In, false)) => {
                cursor.advance(interner);
                cursor.advance(interner);
                let rhs = self
                    .stronger_than(RELATIONAL)
                    .parse(cursor, interner)?
                    .try_into_expression()?;
                Ok(Some(BinaryInPrivate::new(
                    PrivateName::new(name, span),
                    rhs,
                )))
            }
            _ => Ok(None),
        }
    }

    /// The operator that comes next, if it is one of these, and how strongly it binds.
    fn operator<R: ReadChar>(
        self,
        cursor: &mut Cursor<R>,
        interner: &mut Interner,
    ) -> ParseResult<Option<(BinaryOp, u8)>> {
        let Some(token) = cursor.peek(0, interner)? else {
            return Ok(None);
        };
        let (operator, strength) = match *token.kind() {
            TokenKind::Punctuator(punctuator) => (punctuator.as_binary_op(), strength(punctuator)),
            TokenKind::Keyword((Keyword::InstanceOf | Keyword::In, true))
                if self.least <= RELATIONAL =>
            {
                return Err(Error::general(
                    "Keyword must not contain escaped characters",
                    token.span().start(),
                ));
            }
            TokenKind::Keyword((keyword, false))
                if keyword == Keyword::InstanceOf
                    || (keyword == Keyword::In && self.allow_in.0) =>
            {
                (keyword.as_binary_op(), RELATIONAL)
            }
            _ => return Ok(None),
        };
        Ok(operator
            .filter(|_| strength >= self.least)
            .map(|operator| (operator, strength)))
    }
}

impl<R: ReadChar> TokenParser<R> for BinaryExpression {
    type Output = FormalParameterListOrExpression;

    fn parse(self, cursor: &mut Cursor<R>, interner: &mut Interner) -> ParseResult<Self::Output> {
        let mut lhs = if let Some(private_in) = self.private_in(cursor, interner)? {
            private_in.into()
        } else {
            cursor.set_goal(InputElement::Div);
            let operand = ExponentiationExpression::new(self.allow_yield, self.allow_await)
                .parse(cursor, interner)?;
            let FormalParameterListOrExpression::Expression(operand) = operand else {
                return Ok(operand);
            };
            operand
        };
        while let Some((operator, strength)) = self.operator(cursor, interner)? {
            cursor.advance(interner);
            let rhs = self
                .stronger_than(strength)
                .parse(cursor, interner)?
                .try_into_expression()?;
            lhs = Binary::new(operator, lhs, rhs).into();
        }
        Ok(lhs.into())
    }
}

/// How strongly an operator binds; 0 for what is none of these.
const fn strength(punctuator: Punctuator) -> u8 {
    match punctuator {
        Punctuator::Or => 1,
        Punctuator::Xor => 2,
        Punctuator::And => 3,
        Punctuator::Eq | Punctuator::NotEq | Punctuator::StrictEq | Punctuator::StrictNotEq => 4,
        Punctuator::LessThan
        | Punctuator::GreaterThan
        | Punctuator::LessThanOrEq
        | Punctuator::GreaterThanOrEq => RELATIONAL,
        Punctuator::LeftSh | Punctuator::RightSh | Punctuator::URightSh => 6,
        Punctuator::Add | Punctuator::Sub => 7,
        Punctuator::Mul | Punctuator::Div | Punctuator::Mod => 8,
        _ => 0,
    }
}
