//! The one error of this crate.
//!
//! An [`Error`] is opaque: [`Error::kind`] is for branching, its text is for reading.
//! The text never names SQL, a host path or a Rust type.

mod sqlite;
mod system;

use std::fmt;

use isolate_text::budget::{self, Exhausted};
use isolate_text::quoting::quote;
use isolate_text::stop::Stopped;
use isolate_text::{PathError, VPath};

pub(crate) use system::system_reason;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $code:literal $text:literal;)*) => {
        /// What went wrong, for branching.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[$doc])* $kind,)* }

        impl ErrorKind {
            /// Every kind, for tests of what each becomes elsewhere.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// A stable code, as systems and Node name it where they have one: `ENOENT`, `EEXIST`. Of a file
            /// that is no workspace or not of this version: `ECORRUPT`, `EFOREIGN`, `EOUTDATED`, `ENEWER`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$kind => $code,)* }
            }

            const fn text(self) -> &'static str {
                match self { $(Self::$kind => $text,)* }
            }
        }
    };
}

kinds! {
    /// The path, or a part of it, is missing.
    NotFound "ENOENT" "no such file or directory";
    /// The path exists already.
    Exists "EEXIST" "file already exists";
    /// A file is needed, and the path is a directory.
    IsDirectory "EISDIR" "illegal operation on a directory";
    /// A directory is needed, and the path is something else.
    NotDirectory "ENOTDIR" "not a directory";
    /// The directory still has entries.
    NotEmpty "ENOTEMPTY" "directory not empty";
    /// The argument is wrong in every state of the tree.
    Invalid "EINVAL" "invalid argument";
    /// The directory is one that a call works from, such as the root.
    InUse "EBUSY" "resource busy or locked";
    /// Never allowed, such as removing the root.
    NotPermitted "EPERM" "operation not permitted";
    /// Refused by a guard until somebody has approved it.
    ApprovalNeeded "EACCES" "operation needs an approval";
    /// The path leads through more than 40 links.
    Loop "ELOOP" "too many levels of symbolic links";
    /// A name, a path or a link target exceeds its bound.
    NameTooLong "ENAMETOOLONG" "name too long";
    /// A file exceeds `Quota::file_bytes_max`.
    FileTooLarge "EFBIG" "file too large";
    /// The tree exceeds `Quota::bytes_max` or `Quota::entries_max`, or the disk is full.
    NoSpace "ENOSPC" "no space left";
    /// The result exceeds the bound that the caller gave.
    TooLarge "E2BIG" "result too large";
    /// The deadline has passed, or the stop signal was given.
    Deadline "ETIMEDOUT" "deadline exceeded";
    /// The work needs more memory than its [budget](isolate_text::budget) allows.
    OutOfMemory "EHOSTMEMORY" "the work needs more memory than its budget";
    /// Paths have changed since; [`Error::paths`] lists them.
    Stale "ESTALE" "changed in the meantime";
    /// No branch has the name, or the one that the connection works on was deleted.
    NoBranch "ENOENT" "no such branch";
    /// Another connection holds the file for longer than the busy timeout.
    Busy "EBUSY" "workspace is busy";
    /// Another host has changed the workspace since this copy was brought up to date. Nothing was changed:
    /// do the same again.
    Raced "EBUSY" "another host has changed the workspace first: nothing was changed, try again";
    /// The store of the workspace did not say whether the change is in it: it may take effect, or not.
    Unclear "EIO" "it is not known whether the change was made: the store of the workspace did not answer";
    /// The store of the workspace cannot be used. Nothing was changed.
    Unavailable "EIO" "the store of the workspace cannot be used";
    /// The workspace was removed, here or by another host. Nothing was changed.
    Removed "EIO" "the workspace was removed";
    /// The file cannot be written.
    ReadOnly "EROFS" "workspace is read-only";
    /// The file is damaged.
    Corrupt "ECORRUPT" "workspace is damaged";
    /// The file is not a workspace.
    Foreign "EFOREIGN" "not a workspace";
    /// The file was made by a development build before 0.1.0, whose formats are not read.
    Outdated "EOUTDATED" "workspace was made by a development build before 0.1.0, which this version does not read: \
        export its files with that build, and import them into a new workspace";
    /// The file was written by a newer version.
    Newer "ENEWER" "workspace was written by a newer version";
    /// The bytes of a file that are outside of the workspace cannot be read.
    Unreadable "EIO" "the file cannot be read";
    /// The disk or SQLite failed in another way.
    Storage "EIO" "storage failed";
}

/// Why an operation on a tree failed.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    path: Option<VPath>,
    detail: Option<String>,
    paths: Vec<VPath>,
    suggestion: Option<VPath>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The result of an operation on a tree.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Makes an error from its kind alone.
    #[must_use]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner {
            kind,
            path: None,
            detail: None,
            paths: Vec::new(),
            suggestion: None,
            source: None,
        }))
    }

    /// Makes an error about one path.
    #[must_use]
    pub fn at(kind: ErrorKind, path: &VPath) -> Self {
        Self::new(kind).with_path(path)
    }

    /// Replaces the general text of the kind by a more exact one.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    /// Sets the path that the error is about.
    #[must_use]
    pub fn with_path(mut self, path: &VPath) -> Self {
        self.0.path = Some(path.clone());
        self
    }

    /// Says which file is damaged or cannot be read, where it is not said yet.
    pub(crate) fn naming(mut self, path: &VPath) -> Self {
        let is_of_file = self.0.kind == ErrorKind::Corrupt || self.is_of_unreadable_file();
        if is_of_file && self.0.path.is_none() {
            self.0.path = Some(path.clone());
        }
        self
    }

    /// Sets the path that the caller probably wanted.
    pub(crate) fn with_suggestion(mut self, path: VPath) -> Self {
        self.0.suggestion = Some(path);
        self
    }

    pub(crate) fn with_paths(mut self, paths: Vec<VPath>) -> Self {
        self.0.paths = paths;
        self
    }

    /// The error without those of [`Error::paths`] that are to be left out.
    pub(crate) fn without_paths(mut self, is_left_out: impl Fn(&VPath) -> bool) -> Self {
        self.0.paths.retain(|path| !is_left_out(path));
        self
    }

    fn with_source(mut self, source: rusqlite::Error) -> Self {
        self.0.source = Some(Box::new(source));
        self
    }

    pub(crate) fn corrupt(detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self::new(ErrorKind::Corrupt).with_detail(format!("workspace is damaged: {detail}"))
    }

    /// What went wrong, for branching.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether it is about one file whose bytes are outside of the workspace: they cannot be read, or
    /// have changed there. A search can pass over such a file.
    #[must_use]
    pub fn is_of_unreadable_file(&self) -> bool {
        match self.0.kind {
            ErrorKind::Unreadable => true,
            // An operation of the history that is refused lists its paths.
            ErrorKind::Stale => self.0.paths.is_empty(),
            _ => false,
        }
    }

    /// Whether the [publisher](crate::Publisher) of a copy has said it, and not the copy itself.
    #[must_use]
    pub fn is_of_publishing(&self) -> bool {
        matches!(
            self.0.kind,
            ErrorKind::Raced | ErrorKind::Unclear | ErrorKind::Unavailable | ErrorKind::Removed
        )
    }

    /// The path that the error is about, if it is about one.
    #[must_use]
    pub fn path(&self) -> Option<&VPath> {
        self.0.path.as_ref()
    }

    /// The path that the caller probably wanted instead, where a slash at the end of the given one is what
    /// is wrong.
    #[must_use]
    pub fn suggestion(&self) -> Option<&VPath> {
        self.0.suggestion.as_ref()
    }

    /// All paths that the error is about, if there can be several ([`ErrorKind::Stale`]).
    #[must_use]
    pub fn paths(&self) -> &[VPath] {
        &self.0.paths
    }

    /// The text without the path.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.0
            .detail
            .as_deref()
            .unwrap_or_else(|| self.0.kind.text())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        if let Some(path) = &self.0.path {
            write!(f, ": {}", quote(path.as_str()))?;
        }
        for (index, path) in self.0.paths.iter().take(10).enumerate() {
            let mark = if index == 0 { ":" } else { "," };
            write!(f, "{mark} {}", quote(path.as_str()))?;
        }
        if self.0.paths.len() > 10 {
            write!(f, " and {} more", self.0.paths.len() - 10)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}

impl From<Exhausted> for Error {
    fn from(_: Exhausted) -> Self {
        Self::new(ErrorKind::OutOfMemory)
    }
}

/// `OutOfMemory` if the budget of the memory is used up, otherwise `Deadline`.
impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Self::new(match budget::is_exhausted() {
            true => ErrorKind::OutOfMemory,
            false => ErrorKind::Deadline,
        })
    }
}

/// A null character is `Invalid`, everything else is `NameTooLong`.
impl From<PathError> for Error {
    fn from(error: PathError) -> Self {
        let kind = match error {
            PathError::NullCharacter => ErrorKind::Invalid,
            _ => ErrorKind::NameTooLong,
        };
        Self::new(kind).with_detail(error.to_string())
    }
}
