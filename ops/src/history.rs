//! The history of a tree: its runs, undo, checkpoints.

use isolate_text::VPath;
use isolate_vfs::{
    CheckpointOptions, Effects, ErrorKind, LogOptions, Point, RunId, RunInfo, UndoOptions,
};

use crate::access::Access;
use crate::error::{OpError, Problem, Target};

/// Which runs [`list`] returns.
#[derive(Debug, Clone, Default)]
pub struct ListOptions {
    /// Only runs before this one.
    pub before: Option<RunId>,
    /// Only runs that changed this path or something below it, each with the version of the file that
    /// was there before.
    pub path: Option<VPath>,
    /// The number of runs that are returned.
    pub limit: usize,
    /// Whether to count the runs beyond the limit, which reads all of them.
    pub counts_rest: bool,
}

/// Runs that changed something, newest first.
#[derive(Debug, Clone)]
pub struct RunList {
    /// The runs.
    pub runs: Vec<ListedRun>,
    /// How many more there are, if they were to be counted.
    pub omitted: u64,
}

/// A run of the history.
#[derive(Debug, Clone)]
pub struct ListedRun {
    /// What the history knows of it.
    pub info: RunInfo,
    /// The run that undid it.
    pub undone_by: Option<RunId>,
    /// The run that it undid.
    pub undoes: Option<RunId>,
    /// What it did to [`ListOptions::path`].
    pub touched: Option<Touched>,
}

/// The change of a path by a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// To the path itself; the version of the file that was there before.
    Itself(Option<String>),
    /// To something below it.
    Below,
}

/// Lists the runs that changed something, newest first. The open run is not one of them.
///
/// # Errors
/// As every read; `NotDirectory` for a path that ends in a slash and names a file.
pub fn list(access: &Access<'_>, options: &ListOptions) -> Result<RunList, OpError> {
    let tree = access.tree;
    let mut wanted = LogOptions::new().limit(usize::MAX).only_changing();
    if let Some(before) = options.before {
        wanted = wanted.before(before);
    }
    if let Some(path) = &options.path {
        wanted = wanted.path(path.clone());
    }
    tree.snapshot(|tree| {
        let own = tree.open_run();
        let (mut infos, mut omitted) = (Vec::new(), 0);
        let mut stopped = Ok(());
        if options.limit > 0 {
            tree.each_run(&wanted, |run| {
                stopped = access.rules.check();
                if stopped.is_err() {
                    return Ok(false);
                }
                if Some(run.id) == own {
                    return Ok(true);
                }
                match infos.len() < options.limit {
                    true => infos.push(run),
                    false => omitted += 1,
                }
                Ok(options.counts_rest || infos.len() < options.limit)
            })?;
        }
        stopped?;
        let undone = tree.undone(&infos)?;
        let mut runs = Vec::with_capacity(infos.len());
        for info in infos {
            let touched = match &options.path {
                None => None,
                Some(path) => Some(match tree.change(info.id, path)? {
                    Some(change) => Touched::Itself(change.before.and_then(|side| side.version)),
                    None => Touched::Below,
                }),
            };
            let undoes = undone.iter().find(|(_, undo)| **undo == info.id);
            runs.push(ListedRun {
                undone_by: undone.get(&info.id).copied(),
                undoes: undoes.map(|(target, _)| *target),
                touched,
                info,
            });
        }
        Ok(RunList { runs, omitted })
    })
}

/// A run that was undone.
#[derive(Debug, Clone)]
pub struct UndoReport {
    /// The run.
    pub run: RunInfo,
    /// What undoing it changed.
    pub effects: Effects,
}

/// Takes back everything that a run changed, as a part of the open run; without a number, the newest
/// one that is not undone and that `is_candidate` accepts.
///
/// # Errors
/// [`Problem::NothingToUndo`], [`Problem::UnknownRun`], [`Problem::OwnRun`], and
/// [`Problem::ChangedSince`] unless it is forced.
pub fn undo(
    access: &Access<'_>,
    run: Option<RunId>,
    options: &UndoOptions,
    is_dry_run: bool,
    is_candidate: impl Fn(&RunInfo) -> bool,
) -> Result<UndoReport, OpError> {
    let tree = access.tree;
    let number = match run {
        Some(run) => run,
        None => tree
            .last_undoable(is_candidate)?
            .ok_or(Problem::NothingToUndo)?,
    };
    if tree.open_run() == Some(number) {
        return Err(Problem::OwnRun(number).into());
    }
    let info = tree.run_info(number)?.ok_or(Problem::UnknownRun(number))?;
    let effects = access
        .atomically(is_dry_run, || Ok(tree.undo_within(info.id, options)?))
        .map_err(|error| changed_since(access, Target::Run(number), error))?;
    Ok(UndoReport { run: info, effects })
}

/// What restoring a checkpoint or the state after a run did.
#[derive(Debug, Clone)]
pub struct RestoreReport {
    /// How many runs were undone; none of the state after a run.
    pub runs: Option<u64>,
    /// What changed.
    pub effects: Effects,
}

/// Takes the workspace back to a checkpoint, as a part of the open run.
///
/// # Errors
/// As [`Tree::restore`](isolate_vfs::Tree::restore); [`Problem::ChangedSince`].
pub fn restore(
    access: &Access<'_>,
    name: &str,
    is_dry_run: bool,
) -> Result<RestoreReport, OpError> {
    let (file, bytes) = checkpoint_file(access, name)?;
    access.rules.before_read(&file, bytes)?;
    access
        .atomically(is_dry_run, || {
            let restored = access.tree.restore(name)?;
            Ok(RestoreReport {
                runs: Some(restored.runs),
                effects: restored.effects,
            })
        })
        .map_err(|error| changed_since(access, Target::Checkpoint(name.to_owned()), error))
}

/// Makes the given paths, or without any all of them, what they were after a run, as a part of the
/// open run.
///
/// # Errors
/// As [`Tree::restore_at`](isolate_vfs::Tree::restore_at); [`Problem::UnknownRun`].
pub fn restore_after(
    access: &Access<'_>,
    run: RunId,
    paths: &[VPath],
    is_dry_run: bool,
) -> Result<RestoreReport, OpError> {
    if access.tree.run_info(run)?.is_none() {
        return Err(Problem::UnknownRun(run).into());
    }
    access
        .atomically(is_dry_run, || {
            let effects = access.tree.restore_at(Point::After(run), paths)?;
            Ok(RestoreReport {
                runs: None,
                effects,
            })
        })
        .map_err(|error| changed_since(access, Target::After(run), error))
}

/// Gives the present state a name, to which [`restore`] goes back. Returns the last run before it, or
/// `None` where the history has no other.
///
/// # Errors
/// As [`Tree::checkpoint`](isolate_vfs::Tree::checkpoint).
pub fn checkpoint(
    access: &Access<'_>,
    name: &str,
    options: &CheckpointOptions,
) -> Result<Option<RunId>, OpError> {
    access.atomically(false, || {
        let last = access.tree.checkpoint(name, options)?;
        let (file, bytes) = checkpoint_file(access, name)?;
        access.rules.before_write(&file, bytes)?;
        Ok(last)
    })
}

/// As [`checkpoint`], with a note.
///
/// # Errors
/// As [`Tree::checkpoint`](isolate_vfs::Tree::checkpoint).
pub fn checkpoint_with_note(access: &Access<'_>, name: &str, note: &str) -> Result<(), OpError> {
    access.atomically(false, || {
        let options = CheckpointOptions::new();
        access.tree.checkpoint_with_note(name, &options, note)?;
        let (file, bytes) = checkpoint_file(access, name)?;
        access.rules.before_write(&file, bytes)
    })
}

/// The file of a checkpoint, and its size if there is one of this name.
fn checkpoint_file(access: &Access<'_>, name: &str) -> Result<(VPath, u64), OpError> {
    let file = access.tree.checkpoint_file(name)?;
    let stat = access.tree.stat(&file)?;
    Ok((file, stat.map_or(0, |stat| stat.size)))
}

/// Replaces an error about stale files with [`Problem::ChangedSince`].
fn changed_since(access: &Access<'_>, target: Target, error: OpError) -> OpError {
    match error {
        OpError::Tree(error) if error.kind() == ErrorKind::Stale => {
            let paths = error.paths().to_vec();
            let is_of_open_run = paths
                .iter()
                .any(|path| access.tree.is_changed_by_open_run(path).unwrap_or(false));
            Problem::ChangedSince {
                target,
                paths,
                is_of_open_run,
            }
            .into()
        }
        error => error,
    }
}
