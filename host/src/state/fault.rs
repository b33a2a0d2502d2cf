//! Errors of calls: what failed, and what the program catches.
//!
//! A handler ends with a [`Fault`], which is worded already, or with a [`Trouble`], which has the
//! parts of a message. [`Trouble::worded`] is the formatter: errors of other crates become a
//! [`StateError`] there and nowhere else, from their kinds and fields, never from rendered text.
//! A handler that finds a mistake by itself uses the constructors of [`Call`] below. What functions
//! of the embedder fail with is no part of this: see [`crate::functions::fault_of`].

mod format;

use std::fmt::Display;
use std::sync::Arc;

use isolate_protocol::{ErrorCode, StateError};
use isolate_text::archive::ArchiveError;
use isolate_text::edit::EditError;
use isolate_text::glob::PatternError;
use isolate_text::search::SearchError;
use isolate_text::text_edit::TextEditError;
use isolate_text::{PathError, VPath};
use isolate_vfs::{CheckpointError, RunId};

use super::Call;
use crate::stop::Stop;

/// How a call ends that does not answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The program catches it.
    Error(StateError),
    /// The run is over.
    Stop(Stop),
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl Fault {
    /// The error of one item of a batch, reported as that of the whole batch.
    pub(super) fn in_batch(self, place: &str) -> Self {
        match self {
            Self::Error(mut error) => {
                error
                    .message
                    .push_str(&format!(" (at {place}; nothing was written)"));
                Self::Error(error)
            }
            stop @ Self::Stop(_) => stop,
        }
    }
}

/// What made a call fail, with the parts that its message is made of.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It has its words already.
    Fault(Fault),
    /// The filesystem refused or failed.
    Vfs(isolate_vfs::Error),
    /// A text is not a path.
    Path { text: String, error: PathError },
    /// A text is not a patch, or a patch does not fit the file at `path`.
    Patch {
        refused: Box<TextEditError>,
        path: Option<VPath>,
    },
    /// Files have other content than the call expects.
    Stale(Stale),
    /// A checkpoint cannot be made or restored.
    Checkpoint(CheckpointError),
    /// A search or a replacement failed, in the file at `path` if it got that far.
    Search {
        error: SearchError,
        path: Option<VPath>,
    },
    /// An edit cannot be made.
    Edit { error: EditError, path: VPath },
    /// An archive cannot be read or written.
    Archive { error: ArchiveError, path: VPath },
    /// A text is not a glob.
    Pattern(PatternError),
}

/// Files that have changed since a call was prepared.
#[derive(Debug)]
pub(super) enum Stale {
    /// Since the edits were planned.
    Plan(Vec<Arc<str>>),
    /// Since what is to be undone or restored.
    Since {
        target: Target,
        paths: Vec<VPath>,
        /// Whether this program has changed one of them.
        is_of_this_program: bool,
    },
}

/// What a program goes back to.
#[derive(Debug)]
pub(super) enum Target {
    /// The state before an operation.
    Operation(RunId),
    /// A checkpoint.
    Checkpoint(String),
}

impl From<isolate_vfs::Error> for Trouble {
    fn from(error: isolate_vfs::Error) -> Self {
        Self::Vfs(error)
    }
}

impl From<PathError> for Trouble {
    fn from(error: PathError) -> Self {
        Self::Vfs(error.into())
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<CheckpointError> for Trouble {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

impl From<PatternError> for Trouble {
    fn from(error: PatternError) -> Self {
        Self::Pattern(error)
    }
}

impl From<Stale> for Trouble {
    fn from(stale: Stale) -> Self {
        Self::Stale(stale)
    }
}

impl Trouble {
    /// A refusal of a patch, or of the hunks for one file.
    pub(super) fn patch(refused: TextEditError, path: Option<&VPath>) -> Self {
        Self::Patch {
            refused: Box::new(refused),
            path: path.cloned(),
        }
    }

    pub(super) fn search(error: SearchError, path: Option<&VPath>) -> Self {
        Self::Search {
            error,
            path: path.cloned(),
        }
    }

    pub(super) fn archive(error: ArchiveError, path: &VPath) -> Self {
        Self::Archive {
            error,
            path: path.clone(),
        }
    }
}

/// An error as a sentence, and the lines of a file that are shown below it.
#[derive(Debug)]
pub(super) struct Worded {
    pub(super) error: StateError,
    pub(super) excerpt: Option<String>,
}

impl Worded {
    /// The whole error.
    pub(super) fn into_error(self) -> StateError {
        let Self { mut error, excerpt } = self;
        if let Some(excerpt) = excerpt {
            error.message.push('\n');
            error.message.push_str(&excerpt);
        }
        error
    }
}

impl Call<'_> {
    /// The error that a program catches.
    pub(super) fn fault(&self, trouble: impl Into<Trouble>) -> Fault {
        let trouble = trouble.into();
        let line = match &trouble {
            Trouble::Vfs(error) => error.path().zip(error.meant()),
            _ => None,
        };
        let line = line.and_then(|(wrong, meant)| self.corrected(wrong, meant));
        match trouble.worded(self.method.name) {
            Ok(worded) => {
                let mut error = worded.into_error();
                if let Some(line) = line {
                    error.message.push_str(&format!("; write {line}"));
                }
                Fault::Error(error)
            }
            Err(stop) => Fault::Stop(stop),
        }
    }

    /// A mistake that concerns no path.
    pub(super) fn error(&self, code: ErrorCode, text: &str) -> Fault {
        Fault::Error(StateError::plain(code, text, self.method.name))
    }

    /// A mistake about a path.
    pub(super) fn error_at(&self, code: ErrorCode, text: &str, path: &str) -> Fault {
        Fault::Error(StateError::at_path(code, text, self.method.name, path))
    }

    /// A wrong argument: `what` names it and the right form.
    pub(super) fn argument_error(&self, what: impl Display) -> Fault {
        Fault::Error(StateError::argument(format!(
            "state.{}: {what}",
            self.method.name
        )))
    }

    /// A wrong argument, with the signature of the method.
    pub(super) fn usage_error(&self, what: impl Display) -> Fault {
        self.argument_error(format!("{what} — expected {}", self.method.signature()))
    }

    /// The error of an operation of Node's `fs`, which names the paths itself: `ENOENT: no such file
    /// or directory`.
    pub(super) fn system_fault(&self, trouble: Trouble) -> Fault {
        let error = match trouble {
            Trouble::Vfs(error) => error,
            other => return self.fault(other),
        };
        let code = match format::vfs_code(error.kind()) {
            Ok(code) => code,
            Err(stop) => return Fault::Stop(stop),
        };
        let reason = match error.kind() {
            isolate_vfs::ErrorKind::Loop => "too many symbolic links encountered",
            _ => error.reason(),
        };
        Fault::Error(format::own_words(code, format!("{code}: {reason}"), None))
    }

    /// An error whose whole message is given.
    pub(super) fn own_words(&self, code: ErrorCode, message: String, path: &VPath) -> Fault {
        Fault::Error(format::own_words(code, message, Some(path)))
    }
}
