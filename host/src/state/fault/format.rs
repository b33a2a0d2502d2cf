//! The messages of errors.

use std::fmt::Display;

use isolate_ops::{BatchPart, FailedPart, OpError, Problem};
use isolate_protocol::{ErrorCode, StateError};
use isolate_text::VPath;
use isolate_text::archive::ArchiveErrorKind;
use isolate_text::edit::{EditError, EditErrorKind};
use isolate_text::search::SearchErrorKind;
use isolate_text::text_edit::{Terms, TextEditError, TextEditErrorKind};
use isolate_vfs::{CheckpointError, ErrorKind};

use crate::limits::Limit;
use crate::stop::Stop;

/// Paths that an error lists by name.
const PATHS_LISTED_MAX: usize = 10;

/// Characters of a text that is not a path, in the message that says so.
const PATH_CHARACTERS_MAX: usize = 200;

/// Names of methods in the hints of patches.
const TERMS: Terms = Terms {
    search: "state.searchText",
    replace: "state.replaceInFile(path, search, replacement)",
    replace_many: "replace it with state.replaceInFile, which takes any number",
    write_bytes: "write bytes with state.writeFileBytes",
};

/// Failures of parts that are listed after the first.
const PARTS_MAX: usize = 5;

/// The error of a call of `method`, or why the run stops instead.
pub(super) fn state_error(error: OpError, method: &str) -> Result<StateError, Stop> {
    let Sentence { mut error, excerpt } = sentence(error, method)?;
    if let Some(excerpt) = excerpt {
        error.message.push('\n');
        error.message.push_str(&excerpt);
    }
    Ok(error)
}

/// A part of a batch, as the argument of a method has it.
pub(super) fn batch_part(part: &BatchPart) -> String {
    match part {
        BatchPart::Instruction(index) => format!("instructions[{index}]"),
        BatchPart::Edit(index) => format!("edits[{index}]"),
        BatchPart::File(label) => format!("\"{label}\""),
    }
}

/// An error as a sentence, and the lines of a file that are shown below it.
struct Sentence {
    error: StateError,
    excerpt: Option<String>,
}

impl From<StateError> for Sentence {
    fn from(error: StateError) -> Self {
        Self {
            error,
            excerpt: None,
        }
    }
}

fn sentence(error: OpError, method: &str) -> Result<Sentence, Stop> {
    let error = match error {
        OpError::Tree(error) => {
            let code = vfs_code(error.kind())?;
            located(code, error.reason(), method, error.path())
        }
        OpError::Path { text, error } => {
            let error = isolate_vfs::Error::from(error);
            let code = vfs_code(error.kind())?;
            StateError::at_path(code, error.reason(), method, &shown(&text))
        }
        OpError::TextEdit { error, path } => return patch_error(*error, path.as_ref(), method),
        OpError::Checkpoint(error) => checkpoint_error(error, method)?,
        OpError::Search { error, path } => {
            search_error(error.kind(), &error, path.as_ref(), method)?
        }
        OpError::Edit { error, path } => edit_error(&error, &path, method)?,
        OpError::Archive { error, path } => {
            let code = archive_code(error.kind())?;
            StateError::at_path(code, &error.to_string(), method, path.as_str())
        }
        OpError::Pattern(error) => {
            StateError::plain(ErrorCode::Invalid, &error.to_string(), method)
        }
        OpError::Problem(problem) => problem_error(&problem, method),
        OpError::InFile { path, error } => {
            let mut sentence = sentence(*error, method)?;
            let message = &mut sentence.error.message;
            message.push_str(&format!(" (at \"{path}\"; nothing was written)"));
            return Ok(sentence);
        }
        OpError::Parts(parts) => return parts_error(parts, method),
        OpError::Refused(reason) => {
            return Err(reason.downcast().map_or(Stop::Halted, |stop| *stop));
        }
        other => StateError::plain(ErrorCode::Invalid, &other.to_string(), method),
    };
    Ok(error.into())
}

/// The first failure, with the sentences of the others.
fn parts_error(parts: Vec<FailedPart>, method: &str) -> Result<Sentence, Stop> {
    let count = parts.len();
    let mut sentences = Vec::with_capacity(count);
    // One that ends the run ends it, whichever it is.
    for part in parts {
        sentences.push(sentence(part.error, method)?);
    }
    let mut sentences = sentences.into_iter();
    let Some(Sentence { mut error, excerpt }) = sentences.next() else {
        return Err(Stop::Halted);
    };
    error.message.push_str("; nothing was written");
    if let Some(excerpt) = excerpt {
        error.message.push('\n');
        error.message.push_str(&excerpt);
    }
    for other in sentences.by_ref().take(PARTS_MAX) {
        error
            .message
            .push_str(&format!("\nalso {}", other.error.message));
    }
    if let Some(more @ 1..) = count.checked_sub(PARTS_MAX + 1) {
        error.message.push_str(&format!("\nand {more} more"));
    }
    Ok(error.into())
}

fn problem_error(problem: &Problem, method: &str) -> StateError {
    let (code, text) = match problem {
        Problem::NothingToUndo => (
            ErrorCode::NotFound,
            "there is no run before this program that is not undone; \
             state.history() lists what there was, and state.undo(run) undoes an undo"
                .to_owned(),
        ),
        Problem::UnknownRun(run) => (
            ErrorCode::NotFound,
            format!(
                "there is no run {run} in the history; state.history() lists what can be undone, \
                 and old runs are forgotten"
            ),
        ),
        Problem::OwnRun(run) => (
            ErrorCode::Invalid,
            format!("run {run} is this program itself"),
        ),
        Problem::PlanIsStale(paths) => (
            ErrorCode::Stale,
            format!(
                "changed since the plan was made: {}; nothing was written; plan the edits again",
                listed(paths)
            ),
        ),
        Problem::ChangedSince {
            target,
            paths,
            is_of_open_run,
        } => {
            let way_out = match is_of_open_run {
                true => "this program has changed them: undo first, then change",
                false => {
                    "undo first what changed them since, which state.history({ path }) lists, or change them by hand"
                }
            };
            let text = format!(
                "{target}, because of what has changed since: {}; nothing was changed; {way_out}",
                listed(paths)
            );
            (ErrorCode::Stale, text)
        }
        Problem::NotText(_) => (ErrorCode::BadFormat, problem.to_string()),
        Problem::TooLargeToOutline { .. } => (
            ErrorCode::FileTooLarge,
            format!("{problem}; state.searchText finds lines in it"),
        ),
        Problem::WouldDamage(_) => (
            ErrorCode::BadFormat,
            format!("{problem}; change its bytes with readFileBytes and writeFileBytes"),
        ),
        Problem::TooManyPlaces { .. } | Problem::TooManyBytes(_) => (
            ErrorCode::TooBig,
            format!("{problem}; narrow the pattern or the files"),
        ),
        Problem::UnnamedFile => (
            ErrorCode::Invalid,
            "the patch does not say which file it is for; begin with --- and +++ lines, or \
             *** Update File: PATH"
                .to_owned(),
        ),
        Problem::PatchIsApplied => (
            ErrorCode::Invalid,
            "the patch leaves every file as it is: all of it is applied already; nothing was written"
                .to_owned(),
        ),
        Problem::Occupied(_) => (
            ErrorCode::Exists,
            "file already exists; update it with hunks, or delete it first".to_owned(),
        ),
        Problem::DirectoryNotDeleted(_) => (
            ErrorCode::IsDirectory,
            "it is a directory; await state.rm(path, { recursive: true }) removes it".to_owned(),
        ),
        Problem::FileTooLarge {
            bytes, bytes_max, ..
        } => (
            ErrorCode::FileTooLarge,
            format!(
                "it has {bytes} bytes, a patch takes at most {bytes_max}; state.replaceInFile works on larger files"
            ),
        ),
        Problem::TooMuchSearched { bytes_max, .. } => (
            ErrorCode::TooBig,
            format!(
                "the hunks of the patch would be looked for in more than {} MiB; apply it in several calls, some files in each",
                bytes_max >> 20
            ),
        ),
        Problem::NothingMatches(_) => (
            ErrorCode::Invalid,
            "its search matches nothing in the file".to_owned(),
        ),
        Problem::NoDiff(_) => (ErrorCode::FileTooLarge, problem.to_string()),
        Problem::TooMuchToKeep { bytes_max } => (
            ErrorCode::TooBig,
            format!(
                "the files before and after, with those of earlier batches of this run, are larger \
                 than {} MiB; nothing was written; narrow the pattern, or change fewer files in a run",
                bytes_max >> 20
            ),
        ),
        other => (ErrorCode::Invalid, other.to_string()),
    };
    let error = match problem.file() {
        Some(file) => StateError::at_path(code, &text, method, file),
        None => StateError::plain(code, &text, method),
    };
    StateError {
        path: problem.path(),
        ..error
    }
}

fn located(code: ErrorCode, text: &str, method: &str, path: Option<&VPath>) -> StateError {
    match path {
        Some(path) => StateError::at_path(code, text, method, path.as_str()),
        None => StateError::plain(code, text, method),
    }
}

pub(super) fn vfs_code(kind: ErrorKind) -> Result<ErrorCode, Stop> {
    // A kind without words of its own would be a failure of the storage; a test finds it.
    known_vfs_code(kind).unwrap_or(Ok(ErrorCode::Io))
}

/// The code of each kind of filesystem error; `None` for a kind that is not listed.
fn known_vfs_code(kind: ErrorKind) -> Option<Result<ErrorCode, Stop>> {
    use ErrorKind as Kind;
    Some(Ok(match kind {
        Kind::NotFound | Kind::NoBranch => ErrorCode::NotFound,
        Kind::Exists => ErrorCode::Exists,
        Kind::IsDirectory => ErrorCode::IsDirectory,
        Kind::NotDirectory => ErrorCode::NotDirectory,
        Kind::NotEmpty => ErrorCode::NotEmpty,
        Kind::InUse => ErrorCode::InUse,
        Kind::Invalid => ErrorCode::Invalid,
        Kind::NotPermitted | Kind::ApprovalNeeded => ErrorCode::NotPermitted,
        Kind::Loop => ErrorCode::Loop,
        Kind::NameTooLong => ErrorCode::NameTooLong,
        Kind::FileTooLarge => ErrorCode::FileTooLarge,
        Kind::NoSpace => ErrorCode::NoSpace,
        Kind::TooLarge => ErrorCode::TooBig,
        Kind::Stale => ErrorCode::Stale,
        Kind::Busy | Kind::Raced => ErrorCode::Busy,
        Kind::ReadOnly => ErrorCode::ReadOnly,
        // The time of the run is over, or the run was cancelled: the program cannot change that.
        Kind::Deadline => return Some(Err(Stop::Halted)),
        Kind::OutOfMemory => return Some(Err(Stop::Limit(Limit::HostMemory))),
        Kind::Corrupt
        | Kind::Foreign
        | Kind::Outdated
        | Kind::Newer
        | Kind::Removed
        | Kind::Storage
        | Kind::Unclear
        | Kind::Unavailable
        | Kind::Unreadable => ErrorCode::Io,
        _ => return None,
    }))
}

/// The front of a text that is not a path, its control characters escaped as JavaScript does.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().take(PATH_CHARACTERS_MAX) {
        if character.is_control() {
            shown.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            shown.push(character);
        }
    }
    shown
}

fn patch_error(
    refused: TextEditError,
    path: Option<&VPath>,
    method: &str,
) -> Result<Sentence, Stop> {
    let code = known_patch_code(refused.kind).unwrap_or(Ok(ErrorCode::Invalid))?;
    let text = format!("{}; {}", refused.message, refused.hint(&TERMS));
    Ok(Sentence {
        error: located(code, &text, method, path),
        excerpt: refused.excerpt.map(|excerpt| excerpt.trim_end().to_owned()),
    })
}

/// The code of each reason of a patch; `None` for a reason that is not listed.
fn known_patch_code(kind: TextEditErrorKind) -> Option<Result<ErrorCode, Stop>> {
    Some(Ok(match kind {
        TextEditErrorKind::Stopped => return Some(Err(Stop::Halted)),
        TextEditErrorKind::TooLarge => ErrorCode::TooBig,
        TextEditErrorKind::NotUtf8 => ErrorCode::BadFormat,
        TextEditErrorKind::Empty
        | TextEditErrorKind::NotFound
        | TextEditErrorKind::Ambiguous
        | TextEditErrorKind::Overlap
        | TextEditErrorKind::NoChange
        | TextEditErrorKind::Invalid => ErrorCode::Invalid,
        _ => return None,
    }))
}

/// The first paths, quoted, and how many more there are.
fn listed<P: Display>(paths: &[P]) -> String {
    let shown: Vec<String> = paths
        .iter()
        .take(PATHS_LISTED_MAX)
        .map(|path| format!("'{path}'"))
        .collect();
    let mut text = shown.join(", ");
    if let Some(more @ 1..) = paths.len().checked_sub(PATHS_LISTED_MAX) {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn checkpoint_error(error: CheckpointError, method: &str) -> Result<StateError, Stop> {
    let (code, way_out) = match &error {
        CheckpointError::Tree(error) => {
            return Ok(located(
                vfs_code(error.kind())?,
                error.reason(),
                method,
                error.path(),
            ));
        }
        CheckpointError::Name(_) => (
            ErrorCode::Invalid,
            "use 1 to 80 letters, digits, dots, dashes and underscores".to_owned(),
        ),
        CheckpointError::Exists(name) => (
            ErrorCode::Exists,
            format!(
                "use another name, or await state.checkpoint({name:?}, {{ overwrite: true }}) to move it to now"
            ),
        ),
        CheckpointError::Missing { name, names } if names.is_empty() => (
            ErrorCode::NotFound,
            format!("there are none: await state.checkpoint({name:?}) before the changes makes it"),
        ),
        CheckpointError::Missing { names, .. } => (
            ErrorCode::NotFound,
            format!("the checkpoints are {}", names.join(", ")),
        ),
        CheckpointError::Damaged(_) => (
            ErrorCode::BadFormat,
            "something else wrote that file: make a new checkpoint".to_owned(),
        ),
        CheckpointError::Forgotten { .. } => (
            ErrorCode::Stale,
            "undo single runs with state.undo(run), or change the files by hand".to_owned(),
        ),
        CheckpointError::Unfinished(_) => (ErrorCode::Busy, "restore when it is".to_owned()),
    };
    Ok(StateError::plain(
        code,
        &format!("{error}; {way_out}"),
        method,
    ))
}

/// The error of a search, whose text is that of `cause`.
fn search_error(
    kind: SearchErrorKind,
    cause: &dyn Display,
    path: Option<&VPath>,
    method: &str,
) -> Result<StateError, Stop> {
    let way_out = match kind {
        SearchErrorKind::EmptyQuery | SearchErrorKind::InvalidPattern => {
            return Ok(own_words(ErrorCode::Invalid, cause.to_string(), None));
        }
        SearchErrorKind::Stopped => return Err(Stop::Halted),
        SearchErrorKind::TooMuchWork => {
            "search fewer files, or write the pattern without nested repetition, look-around and back-references"
        }
        SearchErrorKind::TooManyResults => {
            "narrow the pattern or the files, or ask for less context"
        }
        SearchErrorKind::TooManyReplacements => "narrow the pattern, or use a shorter replacement",
    };
    let text = format!("{cause}; {way_out}");
    Ok(located(ErrorCode::TooBig, &text, method, path))
}

fn edit_error(error: &EditError, path: &VPath, method: &str) -> Result<StateError, Stop> {
    let code = match error.kind() {
        EditErrorKind::Missing => {
            let text = "no such file or directory";
            return Ok(StateError::at_path(
                ErrorCode::NotFound,
                text,
                method,
                path.as_str(),
            ));
        }
        EditErrorKind::Search(kind) => return search_error(kind, error, Some(path), method),
        EditErrorKind::MatchCount => ErrorCode::Invalid,
        EditErrorKind::TooLarge => ErrorCode::FileTooLarge,
    };
    let text = error.to_string();
    Ok(StateError::at_path(code, &text, method, path.as_str()))
}

fn archive_code(kind: ArchiveErrorKind) -> Result<ErrorCode, Stop> {
    Ok(match kind {
        ArchiveErrorKind::Stopped => return Err(Stop::Halted),
        ArchiveErrorKind::NotTar | ArchiveErrorKind::Damaged => ErrorCode::BadFormat,
        ArchiveErrorKind::TooLarge => ErrorCode::FileTooLarge,
        ArchiveErrorKind::Unsafe => ErrorCode::Invalid,
        ArchiveErrorKind::Unsupported => ErrorCode::NotSupported,
    })
}

/// An error whose message does not begin with its code: programs know the sentence from the
/// reference implementation.
pub(super) fn own_words(code: ErrorCode, message: String, path: Option<&VPath>) -> StateError {
    StateError {
        code,
        is_argument_error: false,
        message,
        path: path.map(VPath::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_is_listed() {
        for kind in ErrorKind::ALL {
            assert!(known_vfs_code(*kind).is_some(), "{kind:?}");
        }
        for kind in TextEditErrorKind::ALL {
            assert!(known_patch_code(*kind).is_some(), "{kind:?}");
        }
    }

    #[test]
    fn many_paths_are_counted() {
        let paths: Vec<String> = (0..12).map(|at| format!("/{at}")).collect();
        assert_eq!(listed(&paths[..2]), "'/0', '/1'");
        assert_eq!(
            listed(&paths),
            "'/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8', '/9' and 2 more"
        );
    }
}
