//! Operations on a document, and why one cannot be carried out.

use crate::json::{Json, Path, PathError};
use crate::stop::Stopped;

/// What an operation does at its path.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Sets the value there, and creates the objects and arrays on the way. An element past
    /// the end of an array fills the gap with `null`.
    Set(Json),
    /// Removes the member, or the element: those after it move up. What is not there needs
    /// no removing.
    Delete,
    /// Puts an element before the one there; the index may be the length of the array.
    Insert(Json),
    /// Adds an element to the end of the array there, which is created if it is missing.
    Append(Json),
    /// Merges an object: members are replaced or added, and `null` is a value. With
    /// [`Operation::deleting_nulls`] it removes, as RFC 7396 says.
    Merge(Json),
    /// As RFC 6902 says: sets a member, or puts an element before the one there; `-` is behind
    /// the last.
    Add(Json),
    /// As RFC 6902 says: sets what must be there.
    Replace(Json),
    /// As RFC 6902 says: removes what must be there.
    Remove,
    /// As RFC 6902 says: takes the value from another path.
    Move(Path),
    /// As RFC 6902 says: adds the value of another path.
    Copy(Path),
    /// Changes nothing, and fails unless the value there is this one.
    Test(Json),
}

impl Action {
    fn name(&self) -> &'static str {
        match self {
            Self::Set(_) => "set",
            Self::Delete => "delete",
            Self::Insert(_) => "insert",
            Self::Append(_) => "append",
            Self::Merge(_) => "merge",
            Self::Add(_) => "add",
            Self::Replace(_) => "replace",
            Self::Remove => "remove",
            Self::Move(_) => "move",
            Self::Copy(_) => "copy",
            Self::Test(_) => "test",
        }
    }
}

/// One change to a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    index: usize,
    pub(super) path: Path,
    pub(super) action: Action,
    pub(super) deletes_nulls: bool,
}

impl Operation {
    /// The operation number `index` of a list, as a program states it.
    ///
    /// # Errors
    /// The operation or its path is unknown, or it needs a value and has none.
    pub fn new(
        index: usize,
        op: &str,
        path: &str,
        value: Option<Json>,
    ) -> Result<Self, UpdateError> {
        let fail = |problem: String| UpdateError {
            kind: UpdateErrorKind::Invalid,
            index,
            op: op.chars().take(40).collect(),
            problem,
        };
        let action = match (op, value) {
            ("delete", _) => Action::Delete,
            ("remove", _) => Action::Remove,
            ("add", Some(value)) => Action::Add(value),
            ("replace", Some(value)) => Action::Replace(value),
            ("set", Some(value)) => Action::Set(value),
            ("insert", Some(value)) => Action::Insert(value),
            ("append", Some(value)) => Action::Append(value),
            ("merge", Some(value @ Json::Object(_))) => Action::Merge(value),
            ("test", Some(value)) => Action::Test(value),
            ("merge", Some(value)) => {
                return Err(fail(format!(
                    "the value must be an object, not {}",
                    value.describe()
                )));
            }
            ("set", None) => {
                let problem = "the value is missing; use op \"delete\" to remove something";
                return Err(fail(problem.to_owned()));
            }
            ("insert" | "append" | "merge" | "test" | "add" | "replace", None) => {
                return Err(fail("the value is missing".to_owned()));
            }
            _ => {
                let problem = "unknown op; use set, delete, insert, append, merge or test";
                return Err(fail(problem.to_owned()));
            }
        };
        let path = Path::parse(path).map_err(|error| fail(error.to_string()))?;
        Ok(Self {
            index,
            path,
            action,
            deletes_nulls: false,
        })
    }

    /// The operation that takes its value from another path: `move` or `copy`.
    ///
    /// # Errors
    /// A path cannot be read.
    pub fn from(index: usize, op: &str, from: &str, path: &str) -> Result<Self, UpdateError> {
        let fail = |error: PathError| UpdateError {
            kind: UpdateErrorKind::Invalid,
            index,
            op: op.to_owned(),
            problem: error.to_string(),
        };
        let from = Path::parse(from).map_err(fail)?;
        Ok(Self {
            index,
            path: Path::parse(path).map_err(fail)?,
            action: match op {
                "copy" => Action::Copy(from),
                _ => Action::Move(from),
            },
            deletes_nulls: false,
        })
    }

    /// The operation, in which a `null` of a merge removes.
    #[must_use]
    pub fn deleting_nulls(mut self) -> Self {
        self.deletes_nulls = true;
        self
    }

    /// The value that it puts into the document, if it has one of its own.
    #[must_use]
    pub fn written(&self) -> Option<&Json> {
        match &self.action {
            Action::Set(value)
            | Action::Insert(value)
            | Action::Append(value)
            | Action::Merge(value)
            | Action::Add(value)
            | Action::Replace(value) => Some(value),
            Action::Delete
            | Action::Remove
            | Action::Move(_)
            | Action::Copy(_)
            | Action::Test(_) => None,
        }
    }

    pub(super) fn error(&self, problem: Problem) -> UpdateError {
        UpdateError {
            kind: problem.kind,
            index: self.index,
            op: self.action.name().to_owned(),
            problem: problem.text,
        }
    }
}

/// Why an operation cannot be carried out; [`Operation::error`] adds the operation.
pub(super) struct Problem {
    kind: UpdateErrorKind,
    text: String,
}

impl Problem {
    pub(super) fn new(kind: UpdateErrorKind, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { kind, text }
    }

    pub(super) fn invalid(text: impl Into<String>) -> Self {
        Self::new(UpdateErrorKind::Invalid, text)
    }
}

impl From<Stopped> for Problem {
    fn from(stopped: Stopped) -> Self {
        Self::new(UpdateErrorKind::TooLarge, stopped.to_string())
    }
}

/// Why a document could not be updated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("operation {index} ({op}): {problem}")]
pub struct UpdateError {
    kind: UpdateErrorKind,
    index: usize,
    op: String,
    problem: String,
}

/// The kinds of [`UpdateError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum UpdateErrorKind {
    /// The operation is malformed, or does not fit the document.
    Invalid,
    /// The value that a `test` expects is not there.
    TestFailed,
    /// The operation is past a limit of this module.
    TooLarge,
}

impl UpdateError {
    /// The work had to stop before the first operation.
    pub(super) fn before_all(stopped: Stopped) -> Self {
        Self {
            kind: UpdateErrorKind::TooLarge,
            index: 0,
            op: "read".to_owned(),
            problem: stopped.to_string(),
        }
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> UpdateErrorKind {
        self.kind
    }

    /// The position of the operation in the list, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }
}
