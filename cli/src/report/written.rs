//! What is reported of changes that were written to a directory of the disk, or were not.

use std::fmt::Write as _;

use isolate_host::text::quoting::quote;
use isolate_tools::ExitCode;
use isolate_transfer::{ChangeKind, Error, ErrorKind, Recovered, Recovery, Written};
use serde_json::{Value as Json, json};

/// What became of the changes of a program.
pub(crate) struct Done {
    pub(crate) name: String,
    pub(crate) writing: Writing,
    pub(crate) recovered: Option<Recovered>,
    /// Whether the terminal has shown the changes.
    pub(crate) has_shown: bool,
    /// What of the directory the program did not see.
    pub(crate) ignored: u64,
    pub(crate) skipped: u64,
}

/// Whether changes were written to the disk.
pub(crate) enum Writing {
    /// There were none.
    Unchanged,
    Yes(Written),
    /// The program did not return, or only a preview was wanted.
    NotKept,
    /// The user said no.
    Declined,
    /// There was no terminal to ask on.
    NotAsked,
    Failed(Error),
}

impl Done {
    /// The exit code, where it is not that of the program.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match &self.writing {
            Writing::Declined | Writing::NotAsked => Some(ExitCode::Failure.code()),
            Writing::Failed(error) => Some(code_of(error)),
            Writing::Unchanged | Writing::Yes(_) | Writing::NotKept => None,
        }
    }

    /// The member `dir` of the JSON form.
    pub(crate) fn to_json(&self) -> Json {
        let mut json = json!({
            "written": matches!(self.writing, Writing::Yes(_)),
            "ignored": self.ignored,
            "skipped": self.skipped,
        });
        match &self.writing {
            Writing::Yes(written) => {
                json["number"] = written.number.into();
                json["kept"] = written.kept.clone().into();
                if let Some(text) = unfinished_text(written) {
                    json["message"] = text.into();
                }
            }
            Writing::Failed(error) => {
                json["reason"] = reason(error).into();
                json["message"] = error.to_string().into();
                if error.conflicts_total() > 0 {
                    json["conflicts"] = conflicts_json(error);
                    json["conflictsTotal"] = error.conflicts_total().into();
                }
            }
            Writing::Unchanged => json["reason"] = "unchanged".into(),
            Writing::NotKept => json["reason"] = "not-kept".into(),
            Writing::Declined => json["reason"] = "declined".into(),
            Writing::NotAsked => {
                json["reason"] = "not-asked".into();
                json["message"] = NOBODY.into();
            }
        }
        if let Some(recovered) = &self.recovered {
            json["recovered"] = json!({
                "outcome": recovered.outcome.as_str(),
                "label": recovered.label,
                "leftAlone": recovered.left_alone,
            });
        }
        json
    }

    /// What a person reads: notes, and an error where something went wrong.
    pub(crate) fn notes_and_error(&self) -> (Vec<String>, Option<String>) {
        let name = &self.name;
        let mut notes = Vec::new();
        if let Some(recovered) = &self.recovered {
            notes.push(recovered_text(name, recovered));
        }
        match &self.writing {
            Writing::Unchanged | Writing::NotKept => {}
            Writing::Declined => notes.push(format!("nothing was written to {name}")),
            Writing::NotAsked => notes.push(format!("nothing was written to {name}: {NOBODY}")),
            Writing::Yes(written) => {
                notes.push(format!(
                    "{}; take it back with: isolate-run undo --dir {name}",
                    summary(&format!("written to {name}"), written)
                ));
                notes.extend(kept_text(written));
                notes.extend(unfinished_text(written));
            }
            Writing::Failed(error) if error.kind() == ErrorKind::Conflict => {
                let error = format!(
                    "{error}; nothing was written to {name}: run again to start from what is there now"
                );
                return (notes, Some(error));
            }
            Writing::Failed(error) => return (notes, Some(error.to_string())),
        }
        (notes, None)
    }
}

const NOBODY: &str = "there is no terminal to ask on; --yes writes without a question, and --dry-run \
                      only shows the changes";

/// How many paths were changed, as in `written to project: 1 created, 2 changed, 0 deleted`.
pub(crate) fn summary(what: &str, written: &Written) -> String {
    let count = |kind| {
        let changes = written.changes.iter();
        changes.filter(|change| change.what == kind).count()
    };
    format!(
        "{what}: {} created, {} changed, {} deleted",
        count(ChangeKind::Created),
        count(ChangeKind::Changed),
        count(ChangeKind::Deleted)
    )
}

/// That directories stay, if some do.
pub(crate) fn kept_text(written: &Written) -> Option<String> {
    /// More are counted.
    const NAMED_MAX: usize = 10;
    if written.kept.is_empty() {
        return None;
    }
    let mut text = String::from("not removed, because something else is in it: ");
    for (index, path) in written.kept.iter().take(NAMED_MAX).enumerate() {
        let mark = if index == 0 { "" } else { ", " };
        let _infallible = write!(text, "{mark}{}", quote(path));
    }
    if let Some(more @ 1..) = written.kept.len().checked_sub(NAMED_MAX) {
        let _infallible = write!(text, ", and {more} more");
    }
    Some(text)
}

/// That the journal could not note that everything is written, if it could not.
pub(crate) fn unfinished_text(written: &Written) -> Option<String> {
    let error = written.unfinished.as_ref()?;
    Some(format!(
        "everything is written, but the journal could not note that: {error}; the next start on the directory does"
    ))
}

fn recovered_text(name: &str, recovered: &Recovered) -> String {
    let what = match recovered.outcome {
        Recovery::Finished => "was finished",
        Recovery::TakenBack => "could not be finished and was taken back",
        _ => "was forgotten, because another directory has the path now",
    };
    let mut text = format!(
        "an earlier write to {name}, of {}, had been interrupted and {what}",
        quote(&recovered.label)
    );
    if !recovered.left_alone.is_empty() {
        let paths: Vec<_> = recovered
            .left_alone
            .iter()
            .map(|path| quote(path))
            .collect();
        let paths = paths.join(", ");
        let _infallible = write!(text, "; changed by others and left alone: {paths}");
    }
    text
}

/// A stable word for why nothing was written.
fn reason(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::Conflict => "conflict",
        ErrorKind::TooLarge => "too-large",
        _ => "failed",
    }
}

/// The exit code of an error.
pub(crate) fn code_of(error: &Error) -> u8 {
    let code = match error.kind() {
        ErrorKind::Conflict | ErrorKind::TooLarge => ExitCode::Failure,
        ErrorKind::Source => ExitCode::Usage,
        _ => ExitCode::Storage,
    };
    code.code()
}

/// The conflicts of an error, each with its path and what is there.
pub(crate) fn conflicts_json(error: &Error) -> Json {
    let conflicts = error.conflicts().iter();
    conflicts
        .map(|conflict| json!({ "path": conflict.path, "what": conflict.what }))
        .collect()
}
