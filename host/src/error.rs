//! Faults that are not the program's.

use std::fmt;
use std::path::{Path, PathBuf};

/// What kind of fault, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The WebAssembly engine could not be set up on this machine.
    Engine,
    /// The database could not be opened, read or written.
    Storage,
    /// The run was asked for in a way that cannot be met: an option is out of its range.
    Refused,
}

/// A fault of ours, or a request that was refused: never a fault of the program, which is an
/// [`Outcome`](crate::Outcome).
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    path: Option<PathBuf>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            path: None,
            source: None,
        }
    }

    pub(crate) fn with_source(
        mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Says which file of the machine it is about.
    pub(crate) fn at(mut self, path: &Path) -> Self {
        self.path = Some(path.to_path_buf());
        self
    }

    /// The file of the machine that it is about: that of a workspace that cannot be opened.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What happened, without the path.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.message
    }

    /// What kind of fault it is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl From<isolate_vfs::Error> for Error {
    fn from(cause: isolate_vfs::Error) -> Self {
        Self::new(ErrorKind::Storage, cause.to_string()).with_source(cause)
    }
}
