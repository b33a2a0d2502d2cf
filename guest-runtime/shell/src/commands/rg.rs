//! `rg`: ripgrep over the files of the host.
//!
//! It is made of the parts of ripgrep: what matches, searches, prints, and reads rules of ignore files is its
//! own. The walk is ours: the host lists folders ahead, and hands over the files that may match, many at once.

mod blocks;
mod contents;
mod each;
mod flags;
mod matcher;
mod options;
mod out;
mod rules;
mod run;
mod search;
mod values;
mod walk;

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use bashkit::{Command, CommandContext, CommandStatus, async_trait};
use isolate_protocol::Value;

use crate::calls::{Argument, Operation};
use crate::files::{Files, text};

/// The exit code where something went wrong.
const FAILURE: i32 = 2;

/// The command.
pub(super) struct Rg(pub(super) Arc<Files>);

#[async_trait]
impl Command for Rg {
    async fn execute(&self, call: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        let mut run = run::Run::new(Arc::clone(&self.0), &call);
        let code = match run.answer().await {
            Ok(code) => code,
            Err(run::Stop::Said(why)) => {
                run.say(&why).await?;
                FAILURE
            }
            Err(run::Stop::Unread(code)) => code,
            Err(run::Stop::Failed(error)) => return Err(error),
        };
        Ok(CommandStatus::with_code(code))
    }
}

/// A path that an argument names.
fn below(directory: &Path, name: &str) -> PathBuf {
    let joined = directory.join(name);
    let is_here = |part: &Component<'_>| matches!(part, Component::CurDir);
    joined.components().filter(|part| !is_here(part)).collect()
}

/// Where a path leads to.
fn real(files: &Files, path: &Path) -> Option<PathBuf> {
    let arguments = [Argument::Text(text(path).ok()?)];
    match files.asked(Operation::Realpath, &arguments) {
        Ok(Value::String(path)) => Some(PathBuf::from(path.text)),
        _ => None,
    }
}

/// An error in the words of ripgrep, which end with its number.
fn words(error: &io::Error) -> String {
    let text = error.to_string();
    let number = match text.as_str() {
        "Operation not permitted" => 1,
        "No such file or directory" => 2,
        "Input/output error" => 5,
        "Permission denied" => 13,
        "Not a directory" => 20,
        "Is a directory" => 21,
        "Invalid argument" => 22,
        "File too large" => 27,
        "File name too long" => 36,
        "Too many levels of symbolic links" => 40,
        _ => return text,
    };
    format!("{text} (os error {number})")
}

/// The same of an error of the shell.
fn words_of(error: &bashkit::Error) -> String {
    match error {
        bashkit::Error::Io(error) => words(error),
        other => other.to_string(),
    }
}
