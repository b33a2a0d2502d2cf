//! Where `using` begins a declaration. Everywhere else it is a name like any other.

use boa_ast::{Keyword, Punctuator};
use boa_interner::{Interner, Sym};

use crate::{
    lexer::{Token, TokenKind},
    parser::{OrAbrupt, ParseResult, cursor::Cursor},
    source::ReadChar,
};

/// What kind of declaration may stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parser) enum Head {
    /// That of a statement.
    Statement,
    /// That of a loop, in which `using of` is a variable that is assigned to, unless it is
    /// initialised.
    For,
}

/// Whether the next tokens begin a `using` declaration, or an `await using` declaration where
/// `await` is a keyword: the word, and a name on the same line.
pub(in crate::parser) fn is_using<R: ReadChar>(
    head: Head,
    cursor: &mut Cursor<R>,
    interner: &mut Interner,
) -> ParseResult<bool> {
    // A line may end before the token that comes next.
    let at = usize::from(cursor.peek_is_line_terminator(0, interner).or_abrupt()?);
    let kind_at = |at, cursor: &mut Cursor<R>, interner: &mut Interner| {
        let token = cursor.peek_no_skip_line_term(at, interner)?;
        Ok::<_, crate::Error>(token.map(|token| token.kind().clone()))
    };
    let is_await =
        kind_at(at, cursor, interner)? == Some(TokenKind::Keyword((Keyword::Await, false)));
    let at = at + usize::from(is_await);
    if !kind_at(at, cursor, interner)?.is_some_and(|kind| kind.is_word(Sym::USING)) {
        return Ok(false);
    }
    let Some(name) = kind_at(at + 1, cursor, interner)?.filter(TokenKind::is_name) else {
        return Ok(false);
    };
    if head == Head::Statement || is_await || !name.is_word(Sym::OF) {
        return Ok(true);
    }
    let behind = cursor.peek(2, interner)?.map(Token::kind);
    Ok(behind == Some(&TokenKind::Punctuator(Punctuator::Assign)))
}
