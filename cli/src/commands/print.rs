//! What is printed, and the exit code that goes with it.

use std::io::{self, IsTerminal as _, Write as _};

use isolate_tools::{ExitCode, Reply, ToolError};
use serde_json::Value as Json;

use crate::report;

/// The exit code of a reply.
pub(crate) fn exit_code(reply: &Reply) -> u8 {
    let exit = reply
        .error()
        .map_or(ExitCode::Success, ToolError::exit_code);
    exit.code()
}

pub(crate) fn print_json(value: &Json, code: u8) -> u8 {
    let text = value.to_string();
    print_bytes(
        format!("{}\n", report::json_escaped(&text)).as_bytes(),
        code,
    )
}

/// Prints text. On a terminal, control characters are escaped.
pub(crate) fn print_text(text: &str, code: u8) -> u8 {
    if io::stdout().is_terminal() {
        print_bytes(report::escaped(text).as_bytes(), code)
    } else {
        print_bytes(text.as_bytes(), code)
    }
}

pub(crate) fn print_bytes(bytes: &[u8], code: u8) -> u8 {
    report::written(io::stdout().write_all(bytes), code)
}
