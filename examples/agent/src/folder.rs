//! A directory of the disk that a session works on.

use std::path::{Path, PathBuf};

use isolate_host::text::quoting::quote;
use isolate_host::vfs::{Difference, Tree};
use isolate_host::{Workspace, WorkspaceOptions};
use isolate_transfer::{Checkout, CheckoutOptions, Error, Result, Written};
use tokio::sync::mpsc::UnboundedReceiver;

/// A directory of the disk as the files of a workspace in memory. What is changed there is written to
/// the disk when a person says so.
#[derive(Debug)]
pub struct Folder {
    checkout: Checkout,
    path: PathBuf,
    state: PathBuf,
    options: WorkspaceOptions,
}

impl Folder {
    /// Looks at a directory. `state` is the folder of the user for the journals of all directories, and
    /// `options` are those of the workspace; what the directory has does not count in their quota.
    ///
    /// # Errors
    /// As [`Checkout::open`].
    pub fn open(path: &Path, state: &Path, options: &WorkspaceOptions) -> Result<Self> {
        let checkout = Checkout::open(path, state, &CheckoutOptions::new())?;
        Ok(Self {
            // Also when the directory of the process changes.
            path: checkout.path().to_owned(),
            checkout,
            state: state.to_owned(),
            options: options.clone(),
        })
    }

    /// The files.
    ///
    /// # Errors
    /// As [`WorkspaceOptions::over`].
    pub fn workspace(&self) -> std::result::Result<Workspace, isolate_host::Error> {
        self.options
            .clone()
            .more_quota_bytes(self.checkout.bytes())
            .over(self.checkout.store())
    }

    /// The path without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What became of a write that an earlier process had not finished.
    #[must_use]
    pub fn recovered(&self) -> Option<String> {
        let recovered = self.checkout.recovered()?;
        let mut text = format!(
            "an earlier write to the directory was interrupted ({}): {}",
            quote(&recovered.label),
            recovered.outcome.as_str()
        );
        if !recovered.left_alone.is_empty() {
            text.push_str("; these have changed since and were left alone: ");
            let paths = recovered.left_alone.iter();
            let paths: Vec<_> = paths.map(|path| quote(path)).collect();
            text.push_str(&paths.join(", "));
        }
        Some(text)
    }

    /// What is not on the disk yet.
    pub(crate) fn unwritten(&self, tree: &Tree) -> Result<Vec<Difference>> {
        self.checkout.differences(tree)
    }

    /// Whether the disk is as it was when it was last looked at.
    pub(crate) fn is_current(&self) -> Result<bool> {
        self.checkout.is_current()
    }

    /// Writes what is not on the disk yet.
    pub(crate) fn write(&mut self, tree: &Tree, label: &str) -> Result<Written> {
        self.checkout.write_back(tree, label)
    }

    /// Takes a write back, on the disk only.
    pub(crate) fn take_back(&self, number: u64) -> Result<Written> {
        isolate_transfer::undo(&self.path, &self.state, Some(number))
    }

    /// The directory as it is now, without what was not written.
    pub(crate) fn again(&self) -> Result<Self> {
        Self::open(&self.path, &self.state, &self.options)
    }
}

/// An error with the paths that are in the way, each in a line.
pub(crate) fn with_conflicts(error: &Error) -> String {
    let mut text = error.to_string();
    for conflict in error.conflicts() {
        text.push_str(&format!("\n  {}: {}", conflict.path, conflict.what));
    }
    text
}

/// Who says what is kept.
#[derive(Debug)]
pub enum Asking<'a> {
    /// Yes to everything.
    Yes,
    /// Nobody is there, which is no.
    Nobody,
    /// A person, whose lines these are.
    Person(&'a mut UnboundedReceiver<String>),
}

impl Asking<'_> {
    /// The next line of a person; none if nobody is there, at the end of the input, and after Ctrl-C.
    pub(crate) async fn line(&mut self) -> Option<String> {
        match self {
            Self::Yes | Self::Nobody => None,
            Self::Person(lines) => tokio::select! {
                line = lines.recv() => line,
                _ = tokio::signal::ctrl_c() => None,
            },
        }
    }

    /// Whether a person says yes.
    pub(crate) async fn agrees(&mut self) -> bool {
        let line = self.line().await.unwrap_or_default();
        matches!(line.trim(), "y" | "Y" | "yes" | "Yes" | "YES")
    }
}
