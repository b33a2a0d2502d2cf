//! What is to be written, compared with what is on the disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hasher as _};
use std::io;

use isolate_vfs::ops::archive::leads_out;
use isolate_vfs::{Difference, FileKind, Side as TreeSide, Tree, VPath};

use super::disk::{Comparison, Now, each_piece};
use super::journal::{self, bytes_path};
use super::plan::{Plan, Side, State, Step, is_of_git, parent};
use super::{Checkout, Known};
use crate::directory::{MODE_BITS, Stamp};
use crate::error::{Conflicts, Error, ErrorKind, Result};

/// Most bytes of all files that a write-back replaces or writes, which are all in the journal.
const JOURNAL_BYTES_MAX: u64 = 8 << 30;

/// What is said of a path that is not what it was when it was looked at.
pub(super) const CHANGED: &str = "has changed on the disk";

/// Steps that the disk allows.
pub(super) struct Checked {
    pub(super) steps: Vec<Step>,
    /// Directories that stay.
    pub(super) kept: Vec<String>,
}

/// What both sides of a path are in the workspace.
#[derive(Default)]
struct Sides {
    before: Option<TreeSide>,
    after: Option<TreeSide>,
    /// Whether the content was at another path before: it keeps its time.
    is_moved: bool,
}

impl Checked {
    /// Compares changes with the disk; all conflicts are found together.
    pub(super) fn check(checkout: &Checkout, differences: &[Difference]) -> Result<Self> {
        let mut sides: BTreeMap<String, Sides> = BTreeMap::new();
        for difference in differences {
            let here = sides
                .entry(difference.path.as_str().to_owned())
                .or_default();
            here.after.clone_from(&difference.after);
            match &difference.moved_from {
                None => here.before.clone_from(&difference.before),
                Some(from) => {
                    here.is_moved = true;
                    let there = sides.entry(from.as_str().to_owned()).or_default();
                    there.before.clone_from(&difference.before);
                }
            }
        }
        let mut check = Check {
            checkout,
            conflicts: BTreeMap::new(),
            vanishing: sides
                .iter()
                .filter(|(_, sides)| sides.before.is_some() && !is_directory(sides.after.as_ref()))
                .map(|(path, _)| path.clone())
                .collect(),
            made: sides
                .iter()
                .filter(|(_, sides)| is_directory(sides.after.as_ref()))
                .map(|(path, _)| path.clone())
                .collect(),
            kept: BTreeSet::new(),
        };
        let mut steps = Vec::with_capacity(sides.len());
        // The other way round: what is in a directory comes before the directory.
        for (path, sides) in sides.into_iter().rev() {
            if let Some(step) = check.step(path, &sides)? {
                steps.push(step);
            }
        }
        check.conflicts_into_result()?;
        steps.retain(|step| !check.kept.contains(&step.path));
        steps.reverse();
        let kept = check.kept.iter();
        Ok(Self {
            steps,
            kept: kept
                .map(|path| path.trim_start_matches('/').to_owned())
                .collect(),
        })
    }
}

struct Check<'a> {
    checkout: &'a Checkout,
    conflicts: BTreeMap<String, &'static str>,
    /// Paths that are no directory any more.
    vanishing: BTreeSet<String>,
    /// Paths that are a directory after the change.
    made: BTreeSet<String>,
    /// Directories that cannot be removed.
    kept: BTreeSet<String>,
}

impl Check<'_> {
    fn step(&mut self, path: String, sides: &Sides) -> Result<Option<Step>> {
        let now = self.checkout.disk.look(&path);
        let now = now.map_err(|cause| failed(&path, cause))?;
        let before = self.before(&path, sides.before.as_ref(), &now);
        let before = match before {
            Ok(before) => before,
            Err(what) => {
                self.conflict(&path, what);
                return Ok(None);
            }
        };
        let after = after_of(sides);
        if let Some(what) = self.refusal(&path, &before, &after)? {
            self.conflict(&path, what);
            return Ok(None);
        }
        Ok(Some(Step {
            path,
            before,
            after,
            has_same_bytes: false,
        }))
    }

    /// What is on the disk, unless it is not what the workspace was made of.
    fn before(
        &self,
        path: &str,
        before: Option<&TreeSide>,
        now: &Now,
    ) -> std::result::Result<State, &'static str> {
        let known = self.checkout.known.get(path);
        let is_as_known = |stamp: Stamp| known.is_some_and(|known| known.stamp == stamp);
        match (before.map(|side| (side.stat.kind, side)), now) {
            (None, Now::Nothing) => Ok(State::Nothing),
            (None, _) => Err("exists on the disk, but was left out or made since"),
            (Some((FileKind::Directory, side)), Now::Directory(there)) => {
                match there.mode == side.stat.mode & MODE_BITS {
                    true => Ok(State::Directory { mode: there.mode }),
                    false => Err("its permissions have changed on the disk"),
                }
            }
            (Some((FileKind::File, _)), Now::File(there)) if is_as_known(there.stamp()) => {
                Ok(State::File {
                    mode: there.mode,
                    size: there.size,
                    mtime_us: Some(there.mtime.as_micros()),
                })
            }
            (Some((FileKind::Symlink, side)), Now::Link(target, _))
                if side.target.as_deref().is_some_and(|known| target == known) =>
            {
                Ok(State::Link {
                    target: side.target.clone().unwrap_or_default(),
                })
            }
            (Some(_), Now::Nothing) => Err("was removed on the disk"),
            (Some(_), _) => Err(CHANGED),
        }
    }

    /// Why a step must not be done.
    fn refusal(
        &mut self,
        path: &str,
        before: &State,
        after: &State,
    ) -> Result<Option<&'static str>> {
        if *after != State::Nothing && is_of_git(path) {
            return Ok(Some("belongs to git, which programs do not write to"));
        }
        if let State::Link { target } = after
            && leads_out(path.trim_start_matches('/'), target)
        {
            return Ok(Some("is a link that leads out of the directory"));
        }
        let above = parent(path);
        if *after != State::Nothing && !above.is_empty() && !self.made.contains(above) {
            let now = self.checkout.disk.look(above);
            if !matches!(
                now.map_err(|cause| failed(above, cause))?,
                Now::Directory(_)
            ) {
                return Ok(Some("its directory is not there any more"));
            }
        }
        if before.is_directory() && !after.is_directory() {
            let names = self.checkout.disk.names(path);
            let names = names.map_err(|cause| failed(path, cause))?;
            let has_others = names.iter().any(|name| {
                let below = name.to_str().map(|name| format!("{path}/{name}"));
                below.is_none_or(|below| {
                    !self.vanishing.contains(&below) || self.kept.contains(&below)
                })
            });
            if has_others {
                if *after != State::Nothing {
                    return Ok(Some("is a directory with entries that were left out"));
                }
                self.kept.insert(path.to_owned());
            }
        }
        Ok(None)
    }

    fn conflict(&mut self, path: &str, what: &'static str) {
        self.conflicts.insert(path.to_owned(), what);
    }

    /// The error that there are conflicts. What is below a directory that is one is not named.
    fn conflicts_into_result(&self) -> Result<()> {
        let mut conflicts = Conflicts::default();
        for (path, what) in &self.conflicts {
            let mut above = parent(path);
            while !above.is_empty() && !self.conflicts.contains_key(above) {
                above = parent(above);
            }
            if above.is_empty() {
                conflicts.add(path.trim_start_matches('/'), what, false);
            }
        }
        conflicts.into_result()
    }
}

fn is_directory(side: Option<&TreeSide>) -> bool {
    side.is_some_and(|side| side.stat.kind == FileKind::Directory)
}

fn after_of(sides: &Sides) -> State {
    let Some(side) = &sides.after else {
        return State::Nothing;
    };
    let mode = side.stat.mode & MODE_BITS;
    match side.stat.kind {
        FileKind::Directory => State::Directory { mode },
        FileKind::Symlink => State::Link {
            target: side.target.clone().unwrap_or_default(),
        },
        FileKind::File => State::File {
            mode,
            size: side.stat.size,
            mtime_us: sides.is_moved.then(|| side.stat.mtime.as_micros()),
        },
    }
}

/// Puts a plan and the bytes of both sides of its steps into the journal. Steps that change nothing are
/// dropped; no number is returned if none is left.
pub(super) fn gather(
    checkout: &Checkout,
    tree: &Tree,
    journal: &Tree,
    plan: &mut Plan,
    stamps: &mut HashMap<String, Stamp>,
) -> Result<Option<u64>> {
    let sizes = plan
        .steps
        .iter()
        .flat_map(|step| [&step.before, &step.after]);
    let bytes = sizes.fold(0_u64, |sum, state| match state {
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
    let number = journal::begin(journal, plan, |journal, number| {
        let mut conflicts = Conflicts::default();
        for (index, step) in plan.steps.iter().enumerate() {
            if let State::File { .. } = step.before {
                let path = bytes_path(number, Side::Before, index);
                let kept = keep_old(checkout, journal, &path, step);
                if let Some(stamp) = conflicts.note(kept)? {
                    stamps.insert(step.path.clone(), stamp);
                }
            }
            if let State::File { .. } = step.after {
                let path = bytes_path(number, Side::After, index);
                conflicts.note(keep_new(tree, journal, &path, step))?;
            }
        }
        conflicts.into_result()
    })?;
    Ok(Some(number))
}

/// Copies what will be written into the journal.
fn keep_new(tree: &Tree, journal: &Tree, path: &VPath, step: &Step) -> Result<()> {
    journal::write(journal, path, |sink| {
        let mut written = Ok(());
        tree.read_with(&VPath::parse(&step.path)?, |reader| {
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

/// An error of reading what is to be written: a file that was copied or moved may have changed, or
/// cannot be read.
fn unreadable(path: &str, error: isolate_vfs::Error) -> Error {
    let what = match error.kind() {
        isolate_vfs::ErrorKind::Stale => "is made of a file that has changed on the disk",
        isolate_vfs::ErrorKind::Unreadable => "is made of a file that cannot be read",
        _ => return error.into(),
    };
    Error::conflict(path, what)
}

/// A file that will be replaced could not be read: it is no longer what was looked at, or what it
/// holds could not be taken back.
fn unread_old(checkout: &Checkout, path: &str, stamp: Stamp) -> Error {
    let is_still_there = |now: Now| now.stamp() == Some(stamp);
    let what = match checkout.disk.look(path).map(is_still_there) {
        Ok(false) => CHANGED,
        _ => "cannot be read, so that a write to it could not be taken back",
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
    let unread = |_cause| unread_old(checkout, &step.path, stamp);
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

/// What a file that will be replaced was when it was looked at.
fn known(checkout: &Checkout, step: &Step) -> Result<Known> {
    let missing = || Error::new(ErrorKind::Workspace, "a file that nobody looked at");
    checkout.known.get(&step.path).copied().ok_or_else(missing)
}

/// Copies a file that will be replaced into the journal. Returns what it is: if it is not what was
/// looked at, that is a conflict.
fn keep_old(checkout: &Checkout, journal: &Tree, path: &VPath, step: &Step) -> Result<Stamp> {
    let Known { stamp, entry } = known(checkout, step)?;
    let unread = |_cause| unread_old(checkout, &step.path, stamp);
    let (file, metadata) = checkout.disk.open(&step.path).map_err(unread)?;
    let mut sum = DefaultHasher::new();
    journal::write(journal, path, |sink| {
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

fn failed(path: &str, cause: io::Error) -> Error {
    Error::io(
        ErrorKind::Source,
        "read",
        path.trim_start_matches('/'),
        cause,
    )
}
