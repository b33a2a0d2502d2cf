//! The one error of operations.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use isolate_text::archive::ArchiveError;
use isolate_text::budget::Exhausted;
use isolate_text::diff::LINES_MAX;
use isolate_text::edit::EditError;
use isolate_text::glob::PatternError;
use isolate_text::outline::FILE_BYTES_MAX;
use isolate_text::patch::Verdict;
use isolate_text::search::SearchError;
use isolate_text::stop::Stopped;
use isolate_text::text_edit::TextEditError;
use isolate_text::{PathError, VPath};
use isolate_vfs::{CheckpointError, RunId};

/// Why an operation failed. It has changed nothing.
///
/// It has the parts of a message. One formatter makes the error that a program catches, another the error
/// that a model reads.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpError {
    /// The filesystem refused or failed.
    Tree(isolate_vfs::Error),
    /// A text is not a path.
    Path {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: PathError,
    },
    /// A text is not a patch, or a patch or an edit does not fit the file at `path`.
    TextEdit {
        /// What does not fit.
        error: Box<TextEditError>,
        /// The file.
        path: Option<VPath>,
    },
    /// A checkpoint cannot be made or restored.
    Checkpoint(CheckpointError),
    /// A search or a replacement failed, in the file at `path` if it got that far.
    Search {
        /// What failed.
        error: SearchError,
        /// The file.
        path: Option<VPath>,
    },
    /// An edit of a plan cannot be made.
    Edit {
        /// What is wrong with it.
        error: EditError,
        /// The file.
        path: VPath,
    },
    /// An archive cannot be read or written.
    Archive {
        /// What failed.
        error: ArchiveError,
        /// The archive.
        path: VPath,
    },
    /// A text is not a pattern for paths.
    Pattern(PatternError),
    /// What was asked for cannot be done, for a reason that the operation itself found.
    Problem(Problem),
    /// The work on one of several files failed.
    InFile {
        /// The file.
        path: VPath,
        /// What failed.
        error: Box<Self>,
    },
    /// Several parts of one operation failed, each for its own reason.
    Parts(Vec<FailedPart>),
    /// One part of a batch failed, and so all of it.
    InBatch {
        /// Which part.
        part: BatchPart,
        /// Why.
        error: Box<Self>,
    },
    /// The rules of the caller ended the operation, for this reason.
    Refused(Box<dyn Error + Send + Sync>),
}

/// A part of a batch.
///
/// The list is exhaustive on purpose: each caller names the part as it was given to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchPart {
    /// An instruction of a plan, from 0.
    Instruction(usize),
    /// An edit, from 0.
    Edit(usize),
    /// A file.
    File(Arc<str>),
}

/// A part of an operation that failed.
#[derive(Debug)]
pub struct FailedPart {
    /// Which part, from 0.
    pub index: usize,
    /// The file as the part names it.
    pub name: String,
    /// The file.
    pub path: Option<VPath>,
    /// Why.
    pub error: OpError,
    /// What became of its hunks, where it has some and they were tried.
    pub verdicts: Vec<Verdict>,
}

/// A reason that an operation itself finds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// No run is left that could be undone.
    NothingToUndo,
    /// The history has no such run.
    UnknownRun(RunId),
    /// The run is the one that asks.
    OwnRun(RunId),
    /// Files have changed since what is to be undone or restored.
    ChangedSince {
        /// What was to be taken back.
        target: Target,
        /// The files.
        paths: Vec<VPath>,
        /// Whether the open run itself has changed one of them.
        is_of_open_run: bool,
    },
    /// Files have changed since edits were planned.
    PlanIsStale(Vec<Arc<str>>),
    /// The file is not text.
    NotText(VPath),
    /// A file is too large to be outlined.
    TooLargeToOutline {
        /// The file.
        path: VPath,
        /// Its bytes.
        bytes: u64,
    },
    /// Replacing would damage the file, which is not text.
    WouldDamage(VPath),
    /// More text matches than may be replaced at once.
    TooManyPlaces {
        /// Matches.
        places: usize,
        /// Files that would change.
        files: usize,
        /// Matches that may be replaced.
        places_max: usize,
        /// Files that may change.
        files_max: usize,
    },
    /// The files have more than so many bytes, which is too much for one call.
    TooManyBytes(u64),
    /// A patch does not say which file it is for.
    UnnamedFile,
    /// A patch leaves every file as it is.
    PatchIsApplied,
    /// Something is where a patch makes something.
    Occupied(VPath),
    /// A directory is where a patch deletes a file.
    DirectoryNotDeleted(VPath),
    /// The file is larger than the operation takes.
    FileTooLarge {
        /// The file.
        path: VPath,
        /// Its size.
        bytes: u64,
        /// The size that it may have.
        bytes_max: u64,
    },
    /// The hunks of a patch would be searched in too much text.
    TooMuchSearched {
        /// The file with which it would become too much.
        path: VPath,
        /// Bytes that they may be searched in.
        bytes_max: u64,
    },
    /// What was to be replaced is not in the file, or is replaced by itself.
    NothingMatches(VPath),
    /// The diff of this file cannot be computed: it has too many lines.
    NoDiff(Arc<str>),
    /// The texts before and after need more memory than the caller keeps of them.
    TooMuchToKeep {
        /// That memory.
        bytes_max: usize,
    },
    /// There are no edits, or too many.
    EditCount {
        /// How many there are.
        count: usize,
        /// How many there may be.
        max: usize,
    },
}

/// What an operation goes back to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// The state before a run.
    Run(RunId),
    /// The state after a run.
    After(RunId),
    /// A checkpoint.
    Checkpoint(String),
}

impl OpError {
    /// An edit or a patch that does not fit.
    #[must_use]
    pub fn text_edit(error: TextEditError, path: Option<&VPath>) -> Self {
        Self::TextEdit {
            error: Box::new(error),
            path: path.cloned(),
        }
    }

    /// A search that failed.
    #[must_use]
    pub fn search(error: SearchError, path: Option<&VPath>) -> Self {
        Self::Search {
            error,
            path: path.cloned(),
        }
    }

    /// The same, in an operation on several files.
    pub(crate) fn in_file(self, path: &VPath) -> Self {
        Self::InFile {
            path: path.clone(),
            error: Box::new(self),
        }
    }

    /// The error of a part of a batch.
    #[must_use]
    pub(crate) fn in_batch(self, part: BatchPart) -> Self {
        Self::InBatch {
            part,
            error: Box::new(self),
        }
    }

    /// The reason of a caller.
    #[must_use]
    pub fn refused(reason: impl Error + Send + Sync + 'static) -> Self {
        Self::Refused(Box::new(reason))
    }

    /// An archive that cannot be read or written.
    #[must_use]
    pub fn archive(error: ArchiveError, path: &VPath) -> Self {
        Self::Archive {
            error,
            path: path.clone(),
        }
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tree(error) => error.fmt(f),
            Self::Path { error, .. } => error.fmt(f),
            Self::TextEdit { error, .. } => f.write_str(&error.message),
            Self::Checkpoint(error) => error.fmt(f),
            Self::Search { error, .. } => error.fmt(f),
            Self::Edit { error, .. } => error.fmt(f),
            Self::Archive { error, .. } => error.fmt(f),
            Self::Pattern(error) => error.fmt(f),
            Self::Problem(problem) => problem.fmt(f),
            Self::Parts(parts) => match parts.first() {
                Some(first) => first.error.fmt(f),
                None => f.write_str("nothing failed"),
            },
            Self::InFile { error, .. } | Self::InBatch { error, .. } => error.fmt(f),
            Self::Refused(reason) => reason.fmt(f),
        }
    }
}

impl Problem {
    /// The path that it is about, or the first of several.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        match self {
            Self::ChangedSince { paths, .. } => paths.first().map(VPath::to_string),
            Self::PlanIsStale(paths) => paths.first().map(|path| path.to_string()),
            _ => self.file().map(str::to_owned),
        }
    }

    /// The one file that it is about, if it is about one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::NotText(path)
            | Self::WouldDamage(path)
            | Self::Occupied(path)
            | Self::DirectoryNotDeleted(path)
            | Self::FileTooLarge { path, .. }
            | Self::TooMuchSearched { path, .. }
            | Self::TooLargeToOutline { path, .. }
            | Self::NothingMatches(path) => Some(path.as_str()),
            Self::NoDiff(label) => Some(label),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToUndo => f.write_str("there is no change that is not undone"),
            Self::UnknownRun(run) => write!(f, "there is no run {run} in the history"),
            Self::OwnRun(run) => write!(f, "run {run} is this program itself"),
            Self::ChangedSince { target, .. } => {
                write!(f, "{target}, because of what has changed since")
            }
            Self::PlanIsStale(_) => f.write_str("files have changed since the plan was made"),
            Self::NotText(_) => f.write_str("the file is not text (a NUL byte, or not UTF-8)"),
            Self::TooLargeToOutline { bytes, .. } => {
                write!(f, "it has {bytes} bytes, at most {FILE_BYTES_MAX} are outlined")
            }
            Self::WouldDamage(_) => f.write_str(
                "the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it",
            ),
            Self::TooManyPlaces {
                places,
                files,
                places_max,
                files_max,
            } => write!(
                f,
                "{places} places in {files} files match; at most {places_max} places in {files_max} \
                 files are replaced at once; nothing was changed"
            ),
            Self::TooManyBytes(bytes_max) => write!(
                f,
                "the files have more than {bytes_max} bytes, which is too much for one call"
            ),
            Self::UnnamedFile => f.write_str("the patch names no file"),
            Self::PatchIsApplied => {
                f.write_str("the patch changes no file: all of it is applied already")
            }
            Self::Occupied(path) => write!(f, "{path} exists"),
            Self::DirectoryNotDeleted(path) => write!(f, "{path} is a directory"),
            Self::FileTooLarge {
                path,
                bytes,
                bytes_max,
            } => write!(
                f,
                "{path} has {bytes} bytes, at most {bytes_max} are allowed"
            ),
            Self::TooMuchSearched { bytes_max, .. } => write!(
                f,
                "the hunks of the patch would be searched in more than {} MiB",
                bytes_max >> 20
            ),
            Self::NothingMatches(path) => write!(f, "the search matches nothing in {path}"),
            Self::NoDiff(_) => write!(f, "content too large for diff (max {LINES_MAX} lines)"),
            Self::TooMuchToKeep { bytes_max } => write!(
                f,
                "the files before and after are larger than {} MiB",
                bytes_max >> 20
            ),
            Self::EditCount { count, max } => {
                write!(f, "there are {count} edits; 1 to {max} are allowed")
            }
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(run) => write!(f, "run {run} cannot be undone"),
            Self::After(run) => write!(f, "the state after run {run} cannot be restored"),
            Self::Checkpoint(name) => write!(f, "checkpoint {name} cannot be restored"),
        }
    }
}

impl Error for OpError {}

macro_rules! from {
    ($($cause:ty => |$error:ident| $made:expr;)*) => {$(
        impl From<$cause> for OpError {
            fn from($error: $cause) -> Self {
                $made
            }
        }
    )*};
}

from! {
    isolate_vfs::Error => |error| Self::Tree(error);
    PathError => |error| Self::Tree(error.into());
    Exhausted => |error| Self::Tree(error.into());
    Stopped => |error| Self::Tree(error.into());
    PatternError => |error| Self::Pattern(error);
    Problem => |problem| Self::Problem(problem);
    CheckpointError => |error| match error {
        CheckpointError::Tree(error) => Self::Tree(error),
        error => Self::Checkpoint(error),
    };
}
