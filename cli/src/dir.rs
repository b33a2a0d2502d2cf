//! `--dir`: a program runs on the files of a directory of the disk, and its changes are written back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use isolate_host::vfs::{OpenOptions, Tree};
use isolate_host::{CancelToken, Preview, RunOptions, Workspace, WorkspaceOptions};
use isolate_tools::ExitCode;
use isolate_transfer::{Checkout, CheckoutOptions};

use crate::confirm::Terminal;
use crate::report;
use crate::report::written::{Done, Writing, code_of};

/// The directory that a program runs on.
pub(crate) struct Directory {
    checkout: Checkout,
    /// As the user named it.
    name: String,
    answers: Answers,
}

/// What the options of a command say of a directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) dir: Option<&'a Path>,
    /// Whether changes are written without a question.
    pub(crate) is_yes: bool,
    /// Whether there is a question.
    pub(crate) asks: bool,
}

/// Who says whether changes are written.
#[derive(Clone)]
struct Answers {
    is_yes: bool,
    /// None where no confirmation is needed, or there is no terminal.
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
    pub(crate) fn open(
        target: Target<'_>,
        cancel: &CancelToken,
    ) -> Result<Option<Self>, (String, u8)> {
        let Some(path) = target.dir else {
            return Ok(None);
        };
        let usage = |complaint| (complaint, ExitCode::Usage.code());
        let state = state_folder().map_err(usage)?;
        let checkout = Checkout::open(path, &state, &CheckoutOptions::new())
            .map_err(|error| (error.to_string(), code_of(&error)))?;
        let terminal = target.asks.then(|| Terminal::open().ok()).flatten();
        Ok(Some(Self {
            checkout,
            name: path.to_string_lossy().into_owned(),
            answers: Answers {
                is_yes: target.is_yes,
                terminal: terminal.map(Arc::new),
                has_asked: Arc::default(),
                cancel: cancel.clone(),
            },
        }))
    }

    /// The workspace of the program. Files of the directory do not count in the quota.
    pub(crate) fn workspace(
        &self,
        options: WorkspaceOptions,
    ) -> Result<Workspace, isolate_host::Error> {
        options
            .more_quota_bytes(self.checkout.bytes())
            .over(self.checkout.store())
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

    /// Writes what was changed, if that is to be kept. `has_returned` says whether the program came to its
    /// end.
    pub(crate) fn write_back(
        mut self,
        is_committed: &mut bool,
        has_returned: bool,
        label: &str,
    ) -> Done {
        let writing = self.writing(*is_committed, has_returned, label);
        if let Writing::Declined | Writing::NotAsked | Writing::Failed(_) = writing {
            *is_committed = false;
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

    fn writing(&mut self, is_committed: bool, has_returned: bool, label: &str) -> Writing {
        let has_asked = self.answers.has_asked.load(Ordering::Relaxed);
        if !is_committed {
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
        // A change of permissions alone needs no confirmation.
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
                    .map(|change| format!("  {} {}\n", change.what, report::name(&change.path)));
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
