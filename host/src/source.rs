//! What a run runs: a program, or a command of a shell.

use std::fmt;
use std::sync::Arc;

use isolate_protocol::Value;
use isolate_protocol::wire::shell::{Exit, Output};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Bytes of the state of a session: see [`ShellRequest::session`](crate::ShellRequest::session).
pub const SESSION_BYTES_MAX: usize = 256 << 10;

/// A program, or a command.
#[derive(Clone)]
pub(crate) enum Source {
    /// The text of a program.
    Program(Arc<str>),
    /// A command of a shell.
    Command(Arc<CommandSource>),
}

/// A command of a shell, with where it runs and what it reads.
#[derive(Clone, Debug)]
pub(crate) struct CommandSource {
    pub(crate) text: Arc<str>,
    pub(crate) setting: Setting,
    pub(crate) stdin: Vec<u8>,
    /// The state that its session had, for a replay; otherwise the history has it.
    pub(crate) session_state: Option<Vec<u8>>,
}

/// Where a command runs, as the history keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Setting {
    /// The absolute path of its directory; empty for that of its session, or `/`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) cwd: String,
    /// Variables of its environment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) env: Vec<(String, String)>,
    /// The commands that it may run, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) allowed: Option<Vec<String>>,
    /// The name of its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<String>,
    /// Whether its changes are kept at exit code 0 only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) keeps_on_success: bool,
}

impl Setting {
    /// The name of the part of a run that has the state of the session.
    pub(crate) fn part(&self) -> Option<String> {
        self.session.as_ref().map(|name| format!("session:{name}"))
    }
}

/// Refuses a list of commands with an entry that names none.
pub(crate) fn check_allowed(allowed: Option<&[String]>) -> Result<(), Error> {
    let mut allowed = allowed.into_iter().flatten();
    match allowed.any(|entry| entry.trim().is_empty()) {
        true => Err(Error::refused(
            "an allowed command is a name, or a name with the arguments that it has to begin with, and not empty",
        )),
        false => Ok(()),
    }
}

/// Whether a variable of the environment may have this name.
pub(crate) fn is_variable_name(name: &str) -> bool {
    let mut characters = name.chars();
    let is_first = |first: char| first.is_ascii_alphabetic() || first == '_';
    characters.next().is_some_and(is_first)
        && characters.all(|next| next.is_ascii_alphanumeric() || next == '_')
}

impl Source {
    /// The text of the program, or of the command.
    pub(crate) fn text(&self) -> &Arc<str> {
        match self {
            Self::Program(text) => text,
            Self::Command(command) => &command.text,
        }
    }

    pub(crate) fn command(&self) -> Option<&CommandSource> {
        match self {
            Self::Program(_) => None,
            Self::Command(command) => Some(command),
        }
    }
}

impl From<&str> for Source {
    fn from(program: &str) -> Self {
        Self::Program(program.into())
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(text) => write!(f, "a program of {} bytes", text.len()),
            Self::Command(command) => write!(f, "a command of {} bytes", command.text.len()),
        }
    }
}

/// How a command ended, as the history keeps it: an object with text where the output is text.
pub(crate) fn shown(exit: &Exit) -> Value {
    let output = |output: &Output| match std::str::from_utf8(&output.bytes) {
        Ok(text) => Value::String(text.into()),
        Err(_) => Value::Bytes(output.bytes.clone()),
    };
    Value::Object(vec![
        ("exitCode".into(), Value::Number(f64::from(exit.code))),
        ("stdout".into(), output(&exit.stdout)),
        ("stderr".into(), output(&exit.stderr)),
    ])
}
