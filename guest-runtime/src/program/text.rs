//! Code that a program makes from text while it runs, with `eval` and the constructors of functions.

use boa_parser::Error;

use super::parse::{BodyError, position};
use super::positions::line_and_column;
use super::{hints, scan};

/// Why a text is not parsed at all.
pub(crate) fn too_much_text(text: &str) -> Option<String> {
    let (at, what) = scan::too_much(text)?;
    let (line, column) = line_and_column(text, at);
    Some(in_text(&what.message(), line, column))
}

/// Why a text that was parsed behind so many lines is no code.
pub(crate) fn explain_text(error: Error, text: &str, lines_before: u32) -> String {
    let is_before_text =
        position(&error).is_some_and(|position| position.line_number() <= lines_before);
    let error = BodyError {
        error,
        lines_before,
        inserted: Vec::new(),
    };
    let (message, line, column) = hints::placed(&error, text);
    let is_in_text = message == hints::STRAY_SUPER && scan::count_word(text, "super") > 0;
    if is_before_text && !is_in_text {
        return format!("{message} (in the parameters)");
    }
    in_text(&message, line, column)
}

fn in_text(message: &str, line: u32, column: u32) -> String {
    format!("{message} (line {line}, column {column} of the text)")
}
