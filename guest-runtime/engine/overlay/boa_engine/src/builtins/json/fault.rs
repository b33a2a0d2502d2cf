//! What is wrong with a text that is no JSON, worded as Node does.

use crate::{JsError, JsNativeError, JsString};

/// Units before and after the fault that a message shows.
const CONTEXT_UNITS: usize = 10;

/// Texts that are no JSON, but what something else becomes as text.
const SPECIAL: [&str; 4] = ["undefined", "NaN", "Infinity", "[object Object]"];

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    End,
    Token,
    Trailing,
    FirstName,
    Name,
    Colon,
    AfterMember,
    AfterElement,
    Number,
    String,
    Minus,
    Fraction,
    Exponent,
    Unterminated,
    Control,
    Escape,
    Unicode,
}

#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) kind: Kind,
}

impl Fault {
    pub(super) fn into_error(self, text: &JsString) -> JsError {
        let what = match self.kind {
            Kind::End => return syntax("Unexpected end of JSON input".to_owned()),
            Kind::Token => return syntax(self.token(text)),
            Kind::Trailing => "Unexpected non-whitespace character after JSON",
            Kind::FirstName => "Expected property name or '}' in JSON",
            Kind::Name => "Expected double-quoted property name in JSON",
            Kind::Colon => "Expected ':' after property name in JSON",
            Kind::AfterMember => "Expected ',' or '}' after property value in JSON",
            Kind::AfterElement => "Expected ',' or ']' after array element in JSON",
            Kind::Number => "Unexpected number in JSON",
            Kind::String => "Unexpected string in JSON",
            Kind::Minus => "No number after minus sign in JSON",
            Kind::Fraction => "Unterminated fractional number in JSON",
            Kind::Exponent => "Exponent part is missing a number in JSON",
            Kind::Unterminated => "Unterminated string in JSON",
            Kind::Control => "Bad control character in string literal in JSON",
            Kind::Escape => "Bad escaped character in JSON",
            Kind::Unicode => "Bad Unicode escape in JSON",
        };
        let (line, column) = self.line_and_column(text);
        let at = self.at;
        syntax(format!(
            "{what} at position {at} (line {line} column {column})"
        ))
    }

    /// Both from 1. A line ends with a line feed, a carriage return, or both.
    fn line_and_column(&self, text: &JsString) -> (usize, usize) {
        let (mut line, mut start) = (1, 0);
        let mut before = 0;
        for (at, unit) in text.iter().take(self.at).enumerate() {
            let is_second = unit == u16::from(b'\n') && before == u16::from(b'\r');
            if unit == u16::from(b'\n') || unit == u16::from(b'\r') {
                line += usize::from(!is_second);
                start = at + 1;
            }
            before = unit;
        }
        (line, self.at - start + 1)
    }

    fn token(&self, text: &JsString) -> String {
        let whole = text.to_std_string_lossy();
        if SPECIAL.contains(&whole.as_str()) {
            return format!("\"{whole}\" is not valid JSON");
        }
        let part = |start: usize, end: usize| {
            text.get(start..end.min(text.len()))
                .unwrap_or_default()
                .to_std_string_lossy()
        };
        let token = part(self.at, self.at + 1);
        let excerpt = if text.len() <= 2 * CONTEXT_UNITS {
            format!("\"{whole}\"")
        } else if self.at < CONTEXT_UNITS {
            format!("\"{}\"...", part(0, self.at + CONTEXT_UNITS))
        } else if self.at < text.len() - CONTEXT_UNITS {
            let shown = part(self.at - CONTEXT_UNITS, self.at + CONTEXT_UNITS);
            format!("...\"{shown}\"...")
        } else {
            format!("...\"{}\"", part(self.at - CONTEXT_UNITS, text.len()))
        };
        format!("Unexpected token '{token}', {excerpt} is not valid JSON")
    }
}

fn syntax(message: String) -> JsError {
    JsNativeError::syntax().with_message(message).into()
}
