//! `--dir`: a program runs on the files of a directory of the disk, and its changes are written back.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use isolate_host::vfs::{OpenOptions, Tree};
use isolate_host::{CancelToken, Outcome, Preview, Run, RunOptions, Workspace, WorkspaceOptions};
use isolate_tools::ExitCode;
use isolate_transfer::{Checkout, CheckoutOptions, Error, ErrorKind, Recovered, Recovery, Written};
use serde_json::{Value as Json, json};

use crate::args::Args;
use crate::confirm::Terminal;
use crate::report;

/// The directory that a program runs on.
pub(crate) struct Directory {
    checkout: Checkout,
    /// As the user named it.
    name: String,
    answers: Answers,
}

/// Who says whether changes are written.
#[derive(Clone)]
struct Answers {
    is_yes: bool,
    /// None where nobody is to be asked, or nobody is there.
    terminal: Option<Arc<Terminal>>,
    has_asked: Arc<AtomicBool>,
    cancel: CancelToken,
}

impl Answers {
    /// Whether changes, which are shown, are to be written to a directory.
    fn allow(&self, name: &str, shown: impl FnOnce() -> String) -> bool {
        self.has_asked.store(true, Ordering::Relaxed);
        if self.is_yes {
            return true;
        }
        self.terminal.as_ref().is_some_and(|terminal| {
            let question = format!("Write these changes to {}? [y/N] ", report::escaped(name));
            terminal.asks(&shown(), &question, &self.cancel)
        })
    }
}

/// What became of the changes of a program.
pub(crate) struct Done {
    pub(crate) name: String,
    pub(crate) writing: Writing,
    pub(crate) recovered: Option<Recovered>,
    /// Whether the terminal has shown the changes.
    pub(crate) has_shown: bool,
    ignored: u64,
    skipped: u64,
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
    /// There was nobody to ask.
    NotAsked,
    Failed(Error),
}

/// The folder in which isolate keeps what belongs to the user: the journals of directories.
pub(crate) fn state_folder() -> Result<PathBuf, String> {
    let folder = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")));
    state.map(|state| state.join("isolate")).ok_or_else(|| {
        "--dir keeps what it replaces in a folder of the user: set HOME or XDG_STATE_HOME"
            .to_owned()
    })
}

impl Directory {
    /// Looks at the directory of `--dir`, if there is one. An error is a complaint and an exit code.
    pub(crate) fn open(args: &Args, cancel: &CancelToken) -> Result<Option<Self>, (String, u8)> {
        let Some(path) = &args.dir else {
            return Ok(None);
        };
        let usage = |complaint| (complaint, ExitCode::Usage.code());
        let state = state_folder().map_err(usage)?;
        let checkout = Checkout::open(path, &state, &CheckoutOptions::new())
            .map_err(|error| (error.to_string(), code_of(&error)))?;
        let asks = !args.yes && !args.dry_run && !args.read_only;
        let terminal = asks.then(|| Terminal::open().ok()).flatten();
        Ok(Some(Self {
            checkout,
            name: path.to_string_lossy().into_owned(),
            answers: Answers {
                is_yes: args.yes,
                terminal: terminal.map(Arc::new),
                has_asked: Arc::default(),
                cancel: cancel.clone(),
            },
        }))
    }

    /// The workspace of the program. Files of the directory do not count in the quota.
    pub(crate) fn workspace(
        &self,
        mut options: WorkspaceOptions,
    ) -> Result<Workspace, isolate_host::Error> {
        options.quota_bytes = options.quota_bytes.saturating_add(self.checkout.bytes());
        Workspace::of_memory_with(self.checkout.store(), &options)
    }

    /// Asks before the changes are kept, which are written then.
    pub(crate) fn confirm(&self, options: RunOptions) -> RunOptions {
        let (answers, name) = (self.answers.clone(), self.name.clone());
        options.confirm(move |preview: &Preview<'_>| {
            answers.allow(&name, || {
                report::preview(preview, report::allows_colours(true))
            })
        })
    }

    /// Writes what the program has changed, if it is to be kept.
    pub(crate) fn write_back(mut self, run: &mut Run, label: &str) -> Done {
        let writing = self.writing(run, label);
        if let Writing::Declined | Writing::NotAsked | Writing::Failed(_) = writing {
            run.is_committed = false;
        }
        let report = self.checkout.report();
        Done {
            recovered: self.checkout.recovered().cloned(),
            has_shown: self.answers.has_asked.load(Ordering::Relaxed)
                && self.answers.terminal.is_some(),
            ignored: report.ignored,
            skipped: report.skipped_total,
            name: self.name,
            writing,
        }
    }

    fn writing(&mut self, run: &Run, label: &str) -> Writing {
        let has_asked = self.answers.has_asked.load(Ordering::Relaxed);
        if !run.is_committed {
            let has_returned = matches!(run.outcome, Outcome::Returned(_));
            return match (has_returned && has_asked, &self.answers.terminal) {
                (false, _) => Writing::NotKept,
                (true, Some(_)) => Writing::Declined,
                (true, None) => Writing::NotAsked,
            };
        }
        let tree = match Tree::open_memory(self.checkout.store(), &OpenOptions::new()) {
            Ok(tree) => tree,
            Err(error) => return Writing::Failed(error.into()),
        };
        // Of permissions alone the run asks nobody.
        if !has_asked {
            let changes = match self.checkout.changes(&tree) {
                Ok(changes) => changes,
                Err(error) => return Writing::Failed(error),
            };
            if changes.is_empty() {
                return Writing::Unchanged;
            }
            let shown = || {
                let lines = changes
                    .iter()
                    .map(|change| format!("  {} {}\n", change.what, report::escaped(&change.path)));
                lines.collect()
            };
            if !self.answers.allow(&self.name, shown) {
                return match self.answers.terminal {
                    Some(_) => Writing::Declined,
                    None => Writing::NotAsked,
                };
            }
        }
        match self.checkout.write_back(&tree, label) {
            Ok(written) if written.number.is_none() => Writing::Unchanged,
            Ok(written) => Writing::Yes(written),
            Err(error) => Writing::Failed(error),
        }
    }
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

    /// What a person is told: notes, and an error where something went wrong.
    pub(crate) fn told(&self) -> (Vec<String>, Option<String>) {
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
    use isolate_transfer::ChangeKind;
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
        let _infallible = write!(text, "{}{path}", if index == 0 { "" } else { ", " });
    }
    if let Some(more @ 1..) = written.kept.len().checked_sub(NAMED_MAX) {
        let _infallible = write!(text, ", and {more} more");
    }
    Some(text)
}

fn recovered_text(name: &str, recovered: &Recovered) -> String {
    let what = match recovered.outcome {
        Recovery::Finished => "was finished",
        Recovery::TakenBack => "could not be finished and was taken back",
        _ => "was forgotten, because another directory has the path now",
    };
    let mut text = format!(
        "an earlier write to {name}, of {}, had been interrupted and {what}",
        recovered.label
    );
    if !recovered.left_alone.is_empty() {
        let paths = recovered.left_alone.join(", ");
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
