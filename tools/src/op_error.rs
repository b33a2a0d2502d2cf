//! Errors of operations, as the model reads them that called a tool.

use isolate_ops::{Access, FailedPart, OpError, Problem, Rules, Target};
use isolate_text::outline::FILE_BYTES_MAX;
use isolate_text::quoting::quote;
use isolate_text::search::{Matcher, Options, Scope, SearchError, SearchErrorKind};
use isolate_vfs::CheckpointError;
use serde_json::{Value as Json, json};

use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::refused::HunkRow;

/// The rules of a call: it can be cancelled.
struct Cancellable<'c, 'a>(&'c Context<'a>);

impl Rules for Cancellable<'_, '_> {
    fn check(&self) -> Result<(), OpError> {
        self.0.cancel.check().map_err(OpError::refused)
    }
}

impl Context<'_> {
    /// Does an operation on the files of the workspace.
    pub(crate) fn operation<T>(
        &self,
        work: impl FnOnce(&Access<'_>) -> Result<T, OpError>,
    ) -> Result<T, ToolError> {
        self.operation_with(&Cancellable(self), work)
    }

    /// As [`Context::operation`], with rules of a tool.
    pub(crate) fn operation_with<T>(
        &self,
        rules: &dyn Rules,
        work: impl FnOnce(&Access<'_>) -> Result<T, OpError>,
    ) -> Result<T, ToolError> {
        work(&Access::new(self.tree, rules)).map_err(|error| self.op_error(error))
    }

    /// Compiles what is searched for.
    pub(crate) fn matcher(
        &self,
        query: &str,
        options: &Options,
        scope: Scope,
    ) -> Result<Matcher, ToolError> {
        Matcher::new(query, options, scope).map_err(|error| {
            let error = ToolError::new(Code::InvalidPattern, error.to_string());
            match options.regex {
                true => error.with_hint(self.phrase(Phrase::CorrectRegex)),
                false => error,
            }
        })
    }

    /// The error of an operation.
    pub(crate) fn op_error(&self, error: OpError) -> ToolError {
        match error {
            OpError::Tree(error) => error.into(),
            OpError::Path { error, .. } => error.into(),
            OpError::TextEdit { error, path } => {
                let error = self.refused(*error);
                match path {
                    Some(path) => error.in_file(&path),
                    None => error,
                }
            }
            OpError::Checkpoint(error) => self.checkpoint_error(error),
            OpError::Search { error, path } => {
                let error = self.search_error(&error);
                match path {
                    Some(path) => error.in_file(&path),
                    None => error,
                }
            }
            OpError::InFile { error, .. } => self.op_error(*error),
            OpError::Problem(problem) => self.problem(problem),
            OpError::InBatch { error, .. } => self.op_error(*error),
            OpError::Parts(parts) => self.parts_error(parts, Vec::new()),
            OpError::Refused(reason) => match reason.downcast::<ToolError>() {
                Ok(error) => *error,
                Err(reason) => ToolError::new(Code::Internal, reason.to_string()),
            },
            other => ToolError::invalid(other.to_string()),
        }
    }

    /// The error of the first part that failed. It lists all of them among the rows of what was
    /// done before everything was rolled back.
    pub(crate) fn parts_error(&self, parts: Vec<FailedPart>, mut rows: Vec<Json>) -> ToolError {
        let mut first: Option<ToolError> = None;
        for part in parts {
            let mut error = self.op_error(part.error);
            if error.code == Code::Cancelled {
                return error;
            }
            if let Some(path) = &part.path {
                error = error.in_file(path).for_interface(self.interface());
            }
            let row = json!({
                "path": part.name,
                "error": error.code.as_str(),
                "message": error.message,
                "hunks": HunkRow::all(&part.verdicts),
            });
            rows.insert(part.index.min(rows.len()), row);
            first.get_or_insert(error);
        }
        let error = first.unwrap_or_else(|| ToolError::new(Code::Internal, "nothing failed"));
        let hint = format!("{}; nothing was written", error.hint);
        error.with_hint(hint).with("files", rows)
    }

    fn checkpoint_error(&self, error: CheckpointError) -> ToolError {
        let message = error.to_string();
        match error {
            CheckpointError::Name(_) => ToolError::invalid(message)
                .with_hint("use 1 to 80 letters, digits, dots, dashes and underscores"),
            CheckpointError::Exists(_) => ToolError::new(Code::Exists, message).with_hint(format!(
                "use another name, or {} to replace the checkpoint",
                self.phrase(Phrase::Overwrite)
            )),
            CheckpointError::Missing { names, .. } => {
                let hint = if names.is_empty() {
                    "there are none: create one with checkpoint before changing files".to_owned()
                } else {
                    format!("the checkpoints are: {}", names.join(", "))
                };
                ToolError::new(Code::NotFound, message)
                    .with_hint(hint)
                    .with("candidates", names)
            }
            CheckpointError::Damaged(_) => ToolError::invalid(message)
                .with_hint("another writer changed that file: create a new checkpoint"),
            CheckpointError::Forgotten { .. } => ToolError::new(Code::Stale, message)
                .with_hint("undo single runs, or change the files by hand"),
            CheckpointError::Unfinished(_) => {
                ToolError::new(Code::Busy, message).with_hint("call restore when it has finished")
            }
            CheckpointError::Tree(error) => error.into(),
        }
    }

    fn search_error(&self, error: &SearchError) -> ToolError {
        let text = error.to_string();
        match error.kind() {
            SearchErrorKind::Stopped => ToolError::new(Code::Cancelled, text),
            SearchErrorKind::TooMuchWork | SearchErrorKind::TooManyResults => ToolError::new(
                Code::Timeout,
                format!("the pattern costs too much: {text}"),
            )
            .with_hint(
                "use a simpler expression, without look-around, back-references and nested repetition",
            ),
            SearchErrorKind::TooManyReplacements => ToolError::new(Code::TooLarge, text)
                .with_hint("use a simpler expression or a narrower glob"),
            SearchErrorKind::EmptyQuery | SearchErrorKind::InvalidPattern => {
                ToolError::new(Code::InvalidPattern, text)
            }
        }
    }

    fn problem(&self, problem: Problem) -> ToolError {
        let text = problem.to_string();
        match problem {
            Problem::NothingToUndo => {
                ToolError::new(Code::NotFound, text).with_hint(self.phrase(Phrase::NothingToUndo))
            }
            Problem::UnknownRun(_) => ToolError::new(Code::NotFound, text)
                .with_hint("history lists the runs; old ones are no longer kept"),
            Problem::OwnRun(_) => ToolError::invalid(text),
            Problem::ChangedSince { target, paths, .. } => {
                let names: Vec<String> = paths.iter().map(ToString::to_string).collect();
                let listed: Vec<_> = names.iter().take(10).map(|name| quote(name)).collect();
                let more = match names.len().saturating_sub(listed.len()) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let error =
                    ToolError::new(Code::Stale, format!("{text}: {}{more}", listed.join(", ")))
                        .with("paths", names);
                match target {
                    Target::Run(_) => error.with_hint("undo the later changes of these files first, change the files yourself, or force the undo, which loses those changes"),
                    _ => error.with_hint("undo the later changes of these files first, or change the files yourself"),
                }
            }
            Problem::NotText(path) => ToolError::at(Code::Binary, &path, "is not text"),
            Problem::TooLargeToOutline { path, bytes } => ToolError::at(
                Code::TooLarge,
                &path,
                format!("has {bytes} bytes; at most {FILE_BYTES_MAX} are outlined"),
            )
            .with_hint(self.phrase(Phrase::ReadPart)),
            Problem::TooManyPlaces { places, files, .. } => ToolError::new(Code::TooLarge, text)
                .with("places", places)
                .with("files", files)
                .with_hint(
                    "use a narrower glob or a longer pattern, or a program: state.replaceInFiles",
                ),
            Problem::TooManyBytes(_) => {
                ToolError::new(Code::TooLarge, text).with_hint("use a narrower glob, or path")
            }
            Problem::UnnamedFile => ToolError::invalid(text)
                .with_hint("begin with --- and +++ lines, or *** Update File: PATH"),
            Problem::PatchIsApplied => ToolError::new(Code::EditNoChange, text)
                .with_hint("continue; read the files if in doubt"),
            Problem::Occupied(path) => ToolError::at(Code::Exists, &path, "exists")
                .with_hint("update it with hunks, or delete it first"),
            Problem::DirectoryNotDeleted(path) => {
                ToolError::at(Code::IsDirectory, &path, "is a directory")
                    .with_hint(self.phrase(Phrase::RemoveDirectory))
            }
            Problem::FileTooLarge {
                path,
                bytes,
                bytes_max,
            } => {
                let text = format!("has {bytes} bytes; at most {bytes_max} are allowed");
                ToolError::at(Code::TooLarge, &path, text)
                    .with_hint("change it with a program: `state.replaceInFile` takes larger files")
            }
            Problem::NoDiff(_) | Problem::TooMuchToKeep { .. } => {
                ToolError::new(Code::TooLarge, text)
            }
            Problem::TooMuchSearched { .. } => ToolError::new(Code::TooLarge, text)
                .with_hint("apply it in several calls, some files in each"),
            _ => ToolError::invalid(text),
        }
    }
}
