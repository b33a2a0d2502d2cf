//! The history of a workspace, for its owner.

use isolate_vfs::{
    CheckpointError, CheckpointOptions, Effects, ErrorKind as Cause, LogOptions, RACES_MAX, RunId,
    RunInfo, UndoOptions,
};

use super::{Workspace, WorkspaceTree};
use crate::error::Error;

/// Each of these is a run of its own in the history, so it can be undone like any other.
impl Workspace {
    /// Changes the workspace by one transaction, which is made again where another host was faster.
    fn changed<T>(&self, change: impl Fn(&WorkspaceTree) -> T) -> Result<T, Error> {
        let tree = self.tree_as_it_is()?;
        let mut changed = change(&tree);
        for _ in 0..RACES_MAX {
            if !tree.take_raced() {
                break;
            }
            changed = change(&tree);
        }
        Ok(changed)
    }

    /// The runs of the history, newest first.
    ///
    /// ```
    /// use isolate_host::vfs::LogOptions;
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let workspace = Workspace::memory()?;
    /// let code = "() => state.writeFile('/a', 'one')";
    /// let run = Sandbox::new()?.run(&workspace, code).blocking()?;
    /// let runs = workspace.history(&LogOptions::new())?;
    /// assert_eq!(Some(runs[0].id), run.run_id);
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Storage`](crate::ErrorKind::Storage) if the workspace cannot be read.
    pub fn history(&self, options: &LogOptions) -> Result<Vec<RunInfo>, Error> {
        let runs = self.tree()?.log(options);
        runs.map_err(|cause| refused("cannot read the history", cause))
    }

    /// Takes back everything that a run changed. Undoing that does the changes again.
    ///
    /// ```
    /// use isolate_host::vfs::UndoOptions;
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let workspace = Workspace::memory()?;
    /// let code = "() => state.writeFile('/a', 'one')";
    /// let run = Sandbox::new()?.run(&workspace, code).blocking()?;
    /// let undone = workspace.undo(run.run_id.expect("it changed something"), &UndoOptions::new())?;
    /// assert_eq!(undone.deleted[0].path, "/a");
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) if the history does not have the run, or a file has
    /// changed since, unless [`UndoOptions::force`](fn@UndoOptions::force) is set: nothing is
    /// changed then. [`Storage`](crate::ErrorKind::Storage) if the workspace cannot be read or
    /// written.
    pub fn undo(&self, run: RunId, options: &UndoOptions) -> Result<Effects, Error> {
        let undone = self.changed(|tree| tree.undo_with(run, options))?;
        undone.map_err(|cause| refused("cannot undo the run", cause))
    }

    /// Gives the present state of the files a name, to which [`Workspace::restore`] goes back. Returns
    /// the last run before it, or `None` if the history has none.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for a name that is taken or has other characters than
    /// letters, digits, dots, dashes and underscores; [`Storage`](crate::ErrorKind::Storage) if the
    /// workspace cannot be written.
    pub fn checkpoint(
        &self,
        name: &str,
        options: &CheckpointOptions,
    ) -> Result<Option<RunId>, Error> {
        let made = self.changed(|tree| tree.checkpoint(name, options))?;
        made.map_err(|cause| checkpoint_refused("cannot make the checkpoint", cause))
    }

    /// Takes all files back to a checkpoint.
    ///
    /// ```
    /// use isolate_host::vfs::CheckpointOptions;
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let workspace = Workspace::memory()?;
    /// workspace.checkpoint("empty", &CheckpointOptions::new())?;
    /// Sandbox::new()?.run(&workspace, "() => state.writeFile('/a', 'one')").blocking()?;
    /// let restored = workspace.restore("empty")?;
    /// assert_eq!(restored.deleted[0].path, "/a");
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) if there is no such checkpoint, or the history does
    /// not reach back to it; [`Storage`](crate::ErrorKind::Storage) if the workspace cannot be read
    /// or written.
    pub fn restore(&self, name: &str) -> Result<Effects, Error> {
        let restored = self.changed(|tree| tree.restore(name))?;
        restored
            .map(|restored| restored.effects)
            .map_err(|cause| checkpoint_refused("cannot restore the checkpoint", cause))
    }
}

/// The error of a request that the history refuses, or that the storage fails.
fn refused(doing: &str, cause: isolate_vfs::Error) -> Error {
    match cause.kind() {
        Cause::NotFound
        | Cause::Stale
        | Cause::Invalid
        | Cause::InUse
        | Cause::NotPermitted
        | Cause::NotDirectory
        | Cause::NotEmpty
        | Cause::Exists
        | Cause::ApprovalNeeded => refusal(doing, cause),
        _ => Error::storage(doing, cause),
    }
}

fn checkpoint_refused(doing: &str, cause: CheckpointError) -> Error {
    match cause {
        CheckpointError::Tree(cause) => refused(doing, cause),
        cause => refusal(doing, cause),
    }
}

fn refusal(doing: &str, cause: impl std::error::Error + Send + Sync + 'static) -> Error {
    let reason = cause.to_string();
    Error::refused(format!("{doing}: {reason}"))
        .with_reason(reason)
        .with_source(cause)
}
