//! Tokens of ASCII characters that need no look at more than themselves, from a text in memory.
//!
//! What is not among them is left where it is, for the general way: escapes, characters beyond
//! ASCII, numbers that are not a few digits, slashes that may begin a regular expression.

use boa_ast::{LinearSpan, PositionGroup, Punctuator, Span};
use boa_interner::{Interner, Sym};

use super::names::{LENGTH_MAX, hashed};
use super::token::EscapeSequence;
use super::{InputElement, Lexer, Token, TokenKind};
use crate::source::ReadChar;

/// Digits that fit into an integer whatever they are.
const DIGITS_MAX: usize = 9;

/// Whether a byte is part of a word; one that is not ASCII is none.
const PARTS: [bool; 256] = {
    let mut parts = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        parts[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        byte += 1;
    }
    parts
};

/// What a byte that is a whole token means.
const fn punctuator(byte: u8) -> Option<Punctuator> {
    Some(match byte {
        b'(' => Punctuator::OpenParen,
        b')' => Punctuator::CloseParen,
        b'{' => Punctuator::OpenBlock,
        b'}' => Punctuator::CloseBlock,
        b'[' => Punctuator::OpenBracket,
        b']' => Punctuator::CloseBracket,
        b';' => Punctuator::Semicolon,
        b':' => Punctuator::Colon,
        b',' => Punctuator::Comma,
        _ => return None,
    })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

impl<R: ReadChar> Lexer<R> {
    /// Takes in blanks, and the token behind them if it is one of the above.
    #[inline]
    pub(super) fn quick_token(&mut self, interner: &mut Interner) -> Option<Token> {
        if self.get_goal() == InputElement::HashbangOrRegExp {
            return None;
        }
        let blanks = self.cursor.ahead().iter().take_while(|b| is_blank(**b));
        let blanks = blanks.count();
        if blanks > 0 {
            self.cursor.take_ascii(blanks);
        }
        let ahead = self.cursor.ahead();
        let first = *ahead.first()?;
        let next = ahead.get(1).copied().unwrap_or(0);
        let kind: TokenKind = if PARTS[first as usize] {
            if first.is_ascii_digit() {
                return self.quick_number();
            }
            return self.quick_word(interner);
        } else if let Some(punctuator) = punctuator(first) {
            punctuator.into()
        } else {
            match first {
                b'.' if !next.is_ascii_digit() && next != b'.' => Punctuator::Dot.into(),
                b'=' if next != b'=' && next != b'>' => Punctuator::Assign.into(),
                b'"' | b'\'' => return self.quick_text(interner),
                b'\n' => {
                    let start = self.cursor.pos_group();
                    self.cursor.take_line_feed();
                    return Some(self.token_from(start, TokenKind::LineTerminator));
                }
                b'/' if next == b'/' => return self.quick_comment(),
                _ => return None,
            }
        };
        let start = self.cursor.pos_group();
        self.cursor.take_ascii(1);
        Some(self.token_from(start, kind))
    }

    fn token_from(&self, start: PositionGroup, kind: TokenKind) -> Token {
        Token::new_by_position_group(kind, start, self.cursor.pos_group())
    }

    fn quick_word(&mut self, interner: &mut Interner) -> Option<Token> {
        let mut hash = 0;
        let mut length = 0;
        let ahead = self.cursor.ahead();
        for byte in ahead {
            if !PARTS[*byte as usize] {
                if *byte == b'\\' || !byte.is_ascii() {
                    return None;
                }
                break;
            }
            hash = hashed(hash, *byte);
            length += 1;
        }
        if length > LENGTH_MAX {
            return None;
        }
        let start = self.cursor.pos_group();
        let (sym, word) = self.cursor.find_name(length, 0, hash, interner);
        self.cursor.take_ascii(length);
        Some(self.token_from(start, word.kind(sym)))
    }

    fn quick_number(&mut self) -> Option<Token> {
        let ahead = self.cursor.ahead();
        let length = ahead.iter().take_while(|b| b.is_ascii_digit()).count();
        let is_plain = match ahead.get(length) {
            Some(byte) => {
                !PARTS[*byte as usize] && byte.is_ascii() && !matches!(byte, b'.' | b'\\')
            }
            None => true,
        };
        if !is_plain || length > DIGITS_MAX || (ahead[0] == b'0' && length > 1) {
            return None;
        }
        let mut value = 0;
        for digit in &ahead[..length] {
            value = value * 10 + i32::from(digit - b'0');
        }
        let start = self.cursor.pos_group();
        self.cursor.take_ascii(length);
        Some(self.token_from(start, TokenKind::numeric_literal(value)))
    }

    /// A text of one line without escapes.
    fn quick_text(&mut self, interner: &mut Interner) -> Option<Token> {
        let ahead = self.cursor.ahead();
        let quote = ahead[0];
        let mut hash = 0;
        let mut length = 0;
        for byte in &ahead[1..] {
            if *byte == quote {
                break;
            }
            if matches!(byte, b'\\' | b'\r' | b'\n') || !byte.is_ascii() {
                return None;
            }
            hash = hashed(hash, *byte);
            length += 1;
        }
        if length + 1 == ahead.len() {
            return None;
        }
        let start = self.cursor.pos_group();
        let sym = if length == 0 {
            Sym::EMPTY_STRING
        } else if length > LENGTH_MAX {
            let text = str::from_utf8(&ahead[1..=length]).expect("the text is ASCII");
            interner.get_or_intern(text)
        } else {
            self.cursor.find_name(length, 1, hash, interner).0
        };
        self.cursor.take_ascii(length + 2);
        let end = self.cursor.pos_group();
        Some(Token::new(
            TokenKind::string_literal(sym, EscapeSequence::empty()),
            Span::new(start.position(), end.position()),
            LinearSpan::new(start.linear_position(), end.linear_position()),
        ))
    }

    /// A comment up to the end of its line.
    fn quick_comment(&mut self) -> Option<Token> {
        let ahead = self.cursor.ahead();
        let length = ahead
            .iter()
            .take_while(|byte| byte.is_ascii() && !matches!(byte, b'\r' | b'\n'))
            .count();
        if ahead.get(length).is_some_and(|byte| !byte.is_ascii()) {
            return None;
        }
        let start = self.cursor.pos_group();
        self.cursor.take_ascii(length);
        Some(self.token_from(start, TokenKind::Comment))
    }

    /// Whether what follows the blanks that come next is certainly no `-->`.
    pub(super) fn cannot_close_html(&self) -> bool {
        let mut ahead = self.cursor.ahead().iter();
        let first = ahead.find(|byte| !is_blank(**byte));
        first.is_some_and(|byte| byte.is_ascii() && !matches!(byte, b'-' | 0x0B | 0x0C))
    }
}
