//! Thrown errors as text.

use isolate_host::{LimitExceeded, Thrown, frame, message_of};

/// A thrown error as text of several lines: name and message, cause, position, and the line of the
/// program with a caret. `file` is the name of the program, if it has one.
///
/// The text is untrusted: escape it before it reaches a terminal.
#[must_use]
pub fn thrown_text(thrown: &Thrown, source: &str, file: Option<&str>) -> String {
    let mut text = String::new();
    if !thrown.name.is_empty() {
        text.push_str(&thrown.name);
        text.push_str(": ");
    }
    text.push_str(message_of(thrown));
    if let Some(cause) = &thrown.cause {
        text.push_str(&format!("\n  caused by {cause}"));
    }
    if let (Some(line), Some(column)) = (thrown.line, thrown.column) {
        text.push_str(&match file {
            Some(file) => format!("\n  at {file}:{line}:{column}"),
            None => format!("\n  at line {line}, column {column}"),
        });
        if let Some(frame) = frame(source, line, column) {
            text.push_str(&format!("\n{frame}"));
        }
    }
    text.push('\n');
    text
}

/// The report of a limit that ended a program: the message, and the position at which the program was
/// stopped, as [`thrown_text`] has it.
///
/// The text is untrusted: escape it before it reaches a terminal.
#[must_use]
pub fn limit_text(exceeded: &LimitExceeded, source: &str, file: Option<&str>) -> String {
    let thrown = Thrown {
        message: exceeded.message.clone(),
        line: exceeded.line,
        column: exceeded.column,
        ..Thrown::default()
    };
    thrown_text(&thrown, source, file)
}
