//! The tokens of bc.

use super::{Read, Reader};
use crate::bc::code::Failure;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Vec<u8>),
    Name(Vec<u8>),
    Word(&'static str),
    Text(Vec<u8>),
    /// Signs.
    Sign(&'static str),
    Line,
    End,
}

const WORDS: &[&str] = &[
    "auto", "break", "continue", "define", "else", "for", "halt", "ibase", "if", "last", "length",
    "limits", "obase", "print", "quit", "random", "read", "return", "scale", "sqrt", "void",
    "while", "warranty",
];

/// Longer ones first.
const SIGNS: &[&str] = &[
    "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "!=", "<=", ">=", "&&", "||", "+", "-",
    "*", "/", "%", "^", "=", "<", ">", "!", "(", ")", "[", "]", "{", "}", ",", ";",
];

impl Reader<'_> {
    pub(super) fn lex(&mut self) -> Read<Token> {
        loop {
            let rest = &self.text[self.at..];
            let Some(first) = rest.first() else {
                return if self.is_last {
                    Ok(Token::End)
                } else {
                    Err(Failure::More)
                };
            };
            match first {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if rest.get(1) == Some(&b'\n') => {
                    self.at += 2;
                    self.line += 1;
                }
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    return Ok(Token::Line);
                }
                b'#' => {
                    let end = rest.iter().position(|byte| *byte == b'\n');
                    self.at += end.unwrap_or(rest.len());
                }
                b'/' if rest.get(1) == Some(&b'*') => {
                    let Some(end) = rest.windows(2).skip(2).position(|pair| pair == b"*/") else {
                        return self.end();
                    };
                    let comment = &rest[..end + 4];
                    self.line += comment.iter().filter(|byte| **byte == b'\n').count();
                    self.at += comment.len();
                }
                b'"' => {
                    let Some(end) = rest[1..].iter().position(|byte| *byte == b'"') else {
                        return self.end();
                    };
                    let text = rest[1..=end].to_vec();
                    self.line += text.iter().filter(|byte| **byte == b'\n').count();
                    self.at += end + 2;
                    return Ok(Token::Text(text));
                }
                b'0'..=b'9' | b'A'..=b'Z' | b'.' => return Ok(self.number()),
                b'a'..=b'z' => {
                    let is_name = |byte: &&u8| {
                        byte.is_ascii_lowercase() || byte.is_ascii_digit() || **byte == b'_'
                    };
                    let length = rest.iter().take_while(is_name).count();
                    let name = &rest[..length];
                    self.at += length;
                    let word = WORDS.iter().find(|word| word.as_bytes() == name);
                    return Ok(
                        word.map_or_else(|| Token::Name(name.to_vec()), |word| Token::Word(word))
                    );
                }
                byte => {
                    if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes()))
                    {
                        self.at += sign.len();
                        return Ok(Token::Sign(sign));
                    }
                    self.illegal.push((*byte, self.line));
                    self.at += 1;
                }
            }
        }
    }

    /// A number may go on behind a backslash at the end of a line.
    fn number(&mut self) -> Token {
        let mut digits = Vec::new();
        let mut has_point = false;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'0'..=b'9' | b'A'..=b'Z' => digits.push(*byte),
                b'.' if !has_point => {
                    has_point = true;
                    digits.push(b'.');
                }
                b'\\' if self.text.get(self.at + 1) == Some(&b'\n') => {
                    self.at += 1;
                    self.line += 1;
                }
                _ => break,
            }
            self.at += 1;
        }
        if digits == b"." {
            return Token::Word("last");
        }
        Token::Number(digits)
    }
}
