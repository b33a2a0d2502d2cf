//! Finishing what a killed process has begun, and taking back what was written.

use std::path::Path;

use isolate_vfs::Tree;

use super::apply::{Apply, has_bytes_of};
use super::bytes::Place;
use super::disk::{Disk, Now};
use super::journal::{self, Journal, Status};
use super::plan::{Plan, Side, State, Step, Way};
use super::{Written, apply_or_take_back, open_directory};
use crate::directory::token;
use crate::error::{Conflicts, Error, ErrorKind, Result};
use crate::testing;

/// What became of a write-back that an earlier process had begun and not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovered {
    /// What made it.
    pub label: String,
    /// How it ended.
    pub outcome: Recovery,
    /// Paths that were changed by others in the meantime, and were left alone.
    pub left_alone: Vec<String>,
}

/// How a write-back ended that was not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recovery {
    /// All of it is written now.
    Finished,
    /// It could not be finished, and nothing of it is left.
    TakenBack,
    /// Another directory has the path now. It was left alone.
    Forgotten,
}

impl Recovery {
    /// A stable word: `finished`, `taken-back` or `forgotten`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::TakenBack => "taken-back",
            Self::Forgotten => "forgotten",
        }
    }
}

/// Finishes what was begun; if that is not possible, takes it back. The caller has the lock.
pub(super) fn recover(disk: &Disk, journal: &Tree) -> Result<Option<Recovered>> {
    let Some((number, plan)) = journal::unfinished(journal)? else {
        return Ok(None);
    };
    let recovered = |outcome, left_alone| Recovered {
        label: plan.label.clone(),
        outcome,
        left_alone,
    };
    if plan.directory != disk.number()? {
        journal::forget(journal, number)?;
        return Ok(Some(recovered(Recovery::Forgotten, Vec::new())));
    }
    let mut apply = Apply::new(disk, journal, number, &plan, Way::Forward);
    let error = match apply.run() {
        Ok(()) => {
            let left_alone = apply.left_alone;
            journal::finish(journal, number)?;
            return Ok(Some(recovered(Recovery::Finished, left_alone)));
        }
        Err(error) => error,
    };
    if testing::is_killed() {
        return Err(error);
    }
    let mut back = Apply::new(disk, journal, number, &plan, Way::Back);
    back.run()
        .and_then(|()| journal::forget(journal, number))
        .map_err(|also| {
            error.adding(&format!(
                "; so an earlier write-back, of {}, cannot be finished, nor taken back ({also})",
                plan.label
            ))
        })?;
    Ok(Some(recovered(Recovery::TakenBack, back.left_alone)))
}

/// Takes back what was written to a directory: the write-back with a number, or the last one that is
/// not taken back. `state` is the folder of [`Checkout::open`](super::Checkout::open).
///
/// It is a write-back itself: it happens as a whole, and finishes if the process is killed.
///
/// # Errors
/// `Conflict` if a path is no longer what was written, after which nothing is changed; `Workspace` if
/// there is nothing to take back; `Source` and `Target`.
pub fn undo(directory: &Path, state: &Path, number: Option<u64>) -> Result<Written> {
    take_back(directory, state, number, Effect::Write)
}

/// What taking back would change, without changing anything. A write-back that was not finished is
/// finished first all the same.
///
/// # Errors
/// As [`undo`].
pub fn preview_undo(directory: &Path, state: &Path, number: Option<u64>) -> Result<Written> {
    take_back(directory, state, number, Effect::Look)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Look,
    Write,
}

fn take_back(
    directory: &Path,
    state: &Path,
    number: Option<u64>,
    effect: Effect,
) -> Result<Written> {
    let nothing = || {
        Error::new(
            ErrorKind::Workspace,
            "nothing was written to the directory that could be taken back",
        )
    };
    let (path, disk) = open_directory(directory)?;
    let journal = Journal::of(state, &path);
    if !journal.exists() {
        return Err(nothing());
    }
    let _lock = journal.lock()?;
    let tree = journal.open()?;
    recover(&disk, &tree)?;
    let (undone, plan) = find(&tree, number)?.ok_or_else(nothing)?;
    if plan.directory != disk.number()? {
        return Err(Error::new(
            ErrorKind::Workspace,
            "another directory has the path now: what was written was written to the one before",
        ));
    }
    check(&disk, &tree, undone, &plan)?;
    if effect == Effect::Look {
        let mut written = Written::of(undone, &plan, Way::Back, Vec::new());
        (written.number, written.undoes) = (None, Some(undone));
        return Ok(written);
    }
    let back = Plan {
        label: format!("undo of {}", plan.label),
        directory: plan.directory,
        undoes: Some(undone),
        token: token(),
        steps: plan.steps.iter().map(turned).collect(),
    };
    let number = journal::begin(&tree, &back, |tree, number| {
        for (index, step) in plan.steps.iter().enumerate() {
            for (side, other) in [(Side::Before, Side::After), (Side::After, Side::Before)] {
                if let State::File { .. } = step.side(side) {
                    let undone = Place::new(undone, side, index);
                    undone.copy(tree, Place::new(number, other, index))?;
                }
            }
        }
        Ok(())
    })?;
    let kept = apply_or_take_back(&disk, &tree, number, &back, Default::default())?;
    let unfinished = journal::finish(&tree, number).err();
    let mut written = Written::of(number, &back, Way::Forward, kept);
    written.label = plan.label;
    written.unfinished = unfinished.map(|error| error.to_string());
    Ok(written)
}

fn turned(step: &Step) -> Step {
    Step {
        path: step.path.clone(),
        before: step.after.put_back(),
        after: step.before.put_back(),
        has_same_bytes: step.has_same_bytes,
    }
}

/// The write-back that is to be taken back.
fn find(tree: &Tree, number: Option<u64>) -> Result<Option<(u64, Plan)>> {
    let mut undone = journal::Undone::default();
    for candidate in journal::numbers(tree)?.into_iter().rev() {
        if journal::status(tree, candidate)? != Status::Done {
            continue;
        }
        let plan = journal::plan(tree, candidate)?;
        let is_undone = undone.passes(candidate, plan.undoes);
        let is_it = match number {
            Some(number) => number == candidate,
            None => plan.undoes.is_none(),
        };
        if is_it && !is_undone {
            return Ok(Some((candidate, plan)));
        }
    }
    Ok(None)
}

/// Whether every path still holds what was written.
fn check(disk: &Disk, tree: &Tree, number: u64, plan: &Plan) -> Result<()> {
    let mut conflicts = Conflicts::default();
    for (index, step) in plan.steps.iter().enumerate() {
        let failed = |cause| Error::io(ErrorKind::Source, "read", &step.path, cause);
        let place = Place::new(number, Side::After, index);
        let now = disk.look(&step.path).map_err(failed)?;
        let is_as_written = match (&step.after, &now) {
            (State::Nothing, Now::Nothing) | (State::Directory { .. }, Now::Directory(_)) => true,
            (State::Link { target }, Now::Link(there, _)) => there == target.as_str(),
            (State::File { size, .. }, Now::File(there)) => {
                there.size == *size && has_bytes_of(disk, tree, place, step).map_err(failed)?
            }
            _ => false,
        };
        if !is_as_written {
            let path = step.path.trim_start_matches('/');
            conflicts.add(path, "has changed since it was written", false);
        }
    }
    conflicts.into_result()
}
