//! Putting a plan into the journal, with the bytes of both sides of its steps.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::io;

use isolate_text::VPath;
use isolate_vfs::Tree;

use super::bytes::{Layout, Place};
use super::check::CHANGED;
use super::disk::Now;
use super::journal;
use super::plan::{Plan, Side, State, Step};
use super::{Checkout, Known};
use crate::compare::{Comparison, each_piece};
use crate::directory::Stamp;
use crate::error::{Conflicts, Error, ErrorKind, Result, reason};

/// Most bytes of all files that a write-back replaces or writes, which are all in the journal.
const JOURNAL_BYTES_MAX: u64 = 8 << 30;

/// Puts a plan and the bytes of both sides of its steps into the journal. Steps that change nothing are
/// dropped. Returns the number of the write-back and what the replaced files were when they were scanned;
/// `None` if no step is left.
pub(super) fn gather(
    checkout: &Checkout,
    tree: &Tree,
    journal: &Tree,
    plan: &mut Plan,
) -> Result<Option<(u64, HashMap<String, Stamp>)>> {
    let states = (plan.steps.iter()).flat_map(|step| [&step.before, &step.after]);
    let bytes = states.fold(0_u64, |sum, state| match state {
        State::File { size, .. } => sum.saturating_add(*size),
        _ => sum,
    });
    if bytes > JOURNAL_BYTES_MAX {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "the files that change have {bytes} bytes together, before and after, and at most \
                 {JOURNAL_BYTES_MAX} are written at once"
            ),
        ));
    }
    let mut conflicts = Conflicts::default();
    let mut steps = Vec::with_capacity(plan.steps.len());
    for mut step in std::mem::take(&mut plan.steps) {
        step.has_same_bytes = conflicts
            .note(has_same_bytes(checkout, tree, &step))?
            .unwrap_or(false);
        let is_same = match (&step.before, &step.after) {
            (State::File { mode, .. }, State::File { mode: after, .. }) => {
                step.has_same_bytes && mode == after
            }
            (before, after) => before == after,
        };
        if !is_same {
            steps.push(step);
        }
    }
    conflicts.into_result()?;
    plan.steps = steps;
    if plan.steps.is_empty() {
        return Ok(None);
    }
    let mut stamps = HashMap::new();
    let number = journal::begin(journal, plan, |journal, number| {
        let mut conflicts = Conflicts::default();
        for (index, step) in plan.steps.iter().enumerate() {
            let place = |side| Place::new(number, side, index);
            if let State::File { .. } = step.before {
                let kept = keep_old(checkout, journal, place(Side::Before), step);
                if let Some(stamp) = conflicts.note(kept)? {
                    stamps.insert(step.path.clone(), stamp);
                }
            }
            if let State::File { .. } = step.after {
                let kept = keep_new(checkout, tree, journal, place(Side::After), step);
                conflicts.note(kept)?;
            }
        }
        conflicts.into_result()
    })?;
    Ok(Some((number, stamps)))
}

/// Copies what will be written into the journal.
fn keep_new(
    checkout: &Checkout,
    tree: &Tree,
    journal: &Tree,
    place: Place,
    step: &Step,
) -> Result<()> {
    let path = VPath::parse(&step.path)?;
    let layout = layout_of_new(checkout, tree, &path)?;
    place.write(journal, layout, |sink| {
        let mut written = Ok(());
        tree.read_with(&path, |reader| {
            reader.for_each_piece(|piece| {
                if written.is_ok() {
                    written = sink(piece);
                }
            })
        })
        .map_err(|error| unreadable(&step.path, error))?;
        written
    })
}

/// A file is sparse if the file that it replaces is, or the file of which it is a copy.
fn layout_of_new(checkout: &Checkout, tree: &Tree, path: &VPath) -> Result<Layout> {
    let replaced =
        matches!(checkout.disk.look(path.as_str()), Ok(Now::File(there)) if there.has_holes());
    let copied = tree.seeded_number(path)?;
    let has_holes = replaced || copied.is_some_and(|number| checkout.source.has_holes(number));
    Ok(Layout::of(has_holes))
}

/// An error of reading what is to be written: a file that was copied or moved may have changed, or
/// cannot be read.
fn unreadable(path: &str, error: isolate_vfs::Error) -> Error {
    let what = match error.kind() {
        isolate_vfs::ErrorKind::Stale => {
            "is made of a file that has changed on the disk".to_owned()
        }
        isolate_vfs::ErrorKind::Unreadable => {
            format!("is made of another file: {}", error.reason())
        }
        _ => return error.into(),
    };
    Error::conflict(path, what)
}

/// A file that will be replaced could not be read: it has changed since it was scanned, or its content
/// could not be taken back.
fn unread_old(checkout: &Checkout, path: &str, stamp: Stamp, cause: &io::Error) -> Error {
    let is_still_there = |now: Now| now.stamp() == Some(stamp);
    let what = match checkout.disk.look(path).map(is_still_there) {
        Ok(false) => CHANGED.to_owned(),
        _ => format!(
            "cannot be read ({}), so that a write to it could not be taken back",
            reason(cause)
        ),
    };
    Error::conflict(path, what)
}

fn has_same_bytes(checkout: &Checkout, tree: &Tree, step: &Step) -> Result<bool> {
    let (State::File { size, .. }, State::File { size: after, .. }) = (&step.before, &step.after)
    else {
        return Ok(false);
    };
    if size != after {
        return Ok(false);
    }
    let Known { stamp, .. } = known(checkout, step)?;
    let unread = |cause| unread_old(checkout, &step.path, stamp, &cause);
    let (file, _) = checkout.disk.open(&step.path).map_err(unread)?;
    let mut comparison = Comparison::new(file);
    let mut compared = Ok(());
    tree.read_with(&VPath::parse(&step.path)?, |reader| {
        reader.for_each_piece(|piece| {
            if compared.is_ok() {
                compared = comparison.next(piece);
            }
        })
    })
    .map_err(|error| unreadable(&step.path, error))?;
    compared.and_then(|()| comparison.finish()).map_err(unread)
}

/// What a file that will be replaced was when it was scanned.
fn known(checkout: &Checkout, step: &Step) -> Result<Known> {
    let missing = || Error::new(ErrorKind::Workspace, "a file that nobody looked at");
    checkout.known.get(&step.path).copied().ok_or_else(missing)
}

/// Copies a file that will be replaced into the journal, and returns its stamp. If it has changed since it
/// was scanned, that is a conflict.
fn keep_old(checkout: &Checkout, journal: &Tree, place: Place, step: &Step) -> Result<Stamp> {
    let Known { stamp, entry } = known(checkout, step)?;
    let unread = |cause| unread_old(checkout, &step.path, stamp, &cause);
    let (file, metadata) = checkout.disk.open(&step.path).map_err(unread)?;
    let mut sum = DefaultHasher::new();
    place.write(journal, Layout::of(metadata.has_holes()), |sink| {
        let mut written = Ok(());
        each_piece(file, |piece| {
            sum.write(piece);
            if written.is_ok() {
                written = sink(piece);
            }
            Ok::<(), io::Error>(())
        })
        .map_err(unread)?;
        written
    })?;
    let (_, after) = checkout.disk.open(&step.path).map_err(unread)?;
    let read = entry.and_then(|entry| checkout.source.sum_of(entry));
    let is_same_sum = read.is_none_or(|read| read == sum.finish());
    if metadata.stamp() != stamp || after.stamp() != stamp || !is_same_sum {
        return Err(Error::conflict(&step.path, CHANGED));
    }
    Ok(stamp)
}
