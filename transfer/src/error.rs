//! The one error of this crate.

use std::io;
use std::path::Path;

use isolate_text::quoting::quote;

/// Most conflicts that an error names; the others are counted.
const CONFLICTS_MAX: usize = 1_000;

/// Most conflicts in the text of an error.
const CONFLICTS_SHOWN: usize = 10;

/// What went wrong, for branching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source is missing or cannot be read.
    Source,
    /// The target cannot be written.
    Target,
    /// Paths are in the way; [`Error::conflicts`] lists them.
    Conflict,
    /// The archive is damaged, of another format, or made to do harm.
    Archive,
    /// The source or the target would exceed a limit.
    TooLarge,
    /// The workspace refused or failed; the source of the error is that of the filesystem.
    Workspace,
}

/// Something that is in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// Where: a path of the workspace for an import, of the disk for an export.
    pub path: String,
    /// What is there: `a file with other content`. Where the system refused something, with its words:
    /// `is made of a file that cannot be read: permission denied`.
    pub what: String,
    /// Whether overwriting helps.
    pub can_overwrite: bool,
}

/// Why an import or an export did not happen.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<Inner>);

#[derive(Debug, thiserror::Error)]
#[error("{text}")]
struct Inner {
    kind: ErrorKind,
    text: String,
    conflicts: Conflicts,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The result of an import or an export.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Conflicts as they are found.
#[derive(Debug, Default)]
pub(crate) struct Conflicts {
    named: Vec<Conflict>,
    total: u64,
}

impl Conflicts {
    pub(crate) fn add(
        &mut self,
        path: impl Into<String>,
        what: impl Into<String>,
        can_overwrite: bool,
    ) {
        self.total += 1;
        if self.named.len() < CONFLICTS_MAX {
            self.named.push(Conflict {
                path: path.into(),
                what: what.into(),
                can_overwrite,
            });
        }
    }

    /// Collects the conflicts of a result, which has no value then. Other errors are returned.
    pub(crate) fn note<T>(&mut self, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.kind() == ErrorKind::Conflict => {
                self.named.extend(error.0.conflicts.named);
                self.named.truncate(CONFLICTS_MAX);
                self.total += error.0.conflicts.total;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The error that there are some.
    pub(crate) fn into_result(self) -> Result<()> {
        match self.is_empty() {
            true => Ok(()),
            false => Err(self.into_error()),
        }
    }

    fn into_error(self) -> Error {
        let mut text = match self.total {
            1 => "1 path is in the way".to_owned(),
            total => format!("{total} paths are in the way"),
        };
        for (index, conflict) in self.named.iter().take(CONFLICTS_SHOWN).enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            text.push_str(&format!(
                "{mark} {} ({})",
                quote(&conflict.path),
                conflict.what
            ));
        }
        let shown = self.named.len().min(CONFLICTS_SHOWN) as u64;
        if self.total > shown {
            text.push_str(&format!(", and {} more", self.total - shown));
        }
        let mut error = Error::new(ErrorKind::Conflict, text);
        error.0.conflicts = self;
        error
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            text: text.into(),
            conflicts: Conflicts::default(),
            source: None,
        }))
    }

    /// An operation on the disk that failed: `cannot read a/b: permission denied`.
    pub(crate) fn io(kind: ErrorKind, what: &str, path: &str, cause: io::Error) -> Self {
        let (path, reason) = (quote(path), reason(&cause));
        let mut error = Self::new(kind, format!("cannot {what} {path}: {reason}"));
        error.0.source = Some(Box::new(cause));
        error
    }

    /// One path that is in the way; it may begin with a slash.
    pub(crate) fn conflict(path: &str, what: impl Into<String>) -> Self {
        let mut conflicts = Conflicts::default();
        conflicts.add(path.trim_start_matches('/'), what, false);
        conflicts.into_error()
    }

    /// The same with more text at its end.
    pub(crate) fn adding(mut self, text: &str) -> Self {
        self.0.text.push_str(text);
        self
    }

    /// What went wrong, for branching.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The first 1,000 paths at which something is in the way.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.0.conflicts.named
    }

    /// The number of all paths at which something is in the way.
    #[must_use]
    pub fn conflicts_total(&self) -> u64 {
        self.0.conflicts.total
    }
}

impl From<isolate_vfs::Error> for Error {
    fn from(error: isolate_vfs::Error) -> Self {
        let mut outer = Self::new(ErrorKind::Workspace, error.to_string());
        outer.0.source = Some(Box::new(error));
        outer
    }
}

impl From<isolate_text::PathError> for Error {
    fn from(error: isolate_text::PathError) -> Self {
        isolate_vfs::Error::from(error).into()
    }
}

/// Paths for a message.
pub(crate) fn names(paths: &[String]) -> String {
    let names: Vec<_> = paths.iter().map(|path| quote(path)).collect();
    names.join(", ")
}

/// A path of the disk as text.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The reason of a failed operation, without the number that the system gives it.
pub(crate) fn reason(cause: &io::Error) -> String {
    let text = cause.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
