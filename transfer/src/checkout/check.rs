//! What is to be written, compared with what is on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use isolate_text::archive::leads_out;
use isolate_vfs::{Difference, FileKind, Side as TreeSide};

use super::Checkout;
use super::disk::Now;
use super::plan::{State, Step, is_of_git, parent};
use crate::directory::{MODE_BITS, Stamp, TEMPORARY};
use crate::error::{Conflicts, Error, ErrorKind, Result};

/// The message for a path that has changed since it was scanned.
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
    /// Where the entry was before: it keeps its permissions, and a file its time.
    moved_from: Option<String>,
}

impl Checked {
    /// Compares changes with the disk; all conflicts are found together.
    pub(super) fn check(
        checkout: &Checkout,
        differences: &[Difference],
        umask: u32,
    ) -> Result<Self> {
        let sides = sides_of(differences);
        let paths = |is_wanted: fn(&Sides) -> bool| {
            let wanted = sides.iter().filter(|(_, sides)| is_wanted(sides));
            wanted.map(|(path, _)| path.clone()).collect()
        };
        let modes = sides.iter().filter_map(|(path, sides)| {
            let before = sides.before.as_ref()?;
            Some((path.clone(), before.stat.mode))
        });
        let mut check = Check {
            checkout,
            umask,
            modes_before: modes.collect(),
            conflicts: BTreeMap::new(),
            vanishing: paths(|sides| sides.before.is_some() && !is_directory(sides.after.as_ref())),
            made: paths(|sides| is_directory(sides.after.as_ref())),
            kept: BTreeSet::new(),
        };
        let mut steps = Vec::with_capacity(sides.len());
        // In reverse: the entries of a directory come before the directory.
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

/// What both sides of each path are, those from which something was moved included.
fn sides_of(differences: &[Difference]) -> BTreeMap<String, Sides> {
    let mut sides: BTreeMap<String, Sides> = BTreeMap::new();
    for difference in differences {
        let here = sides
            .entry(difference.path.as_str().to_owned())
            .or_default();
        here.after.clone_from(&difference.after);
        match &difference.moved_from {
            None => here.before.clone_from(&difference.before),
            Some(from) => {
                here.moved_from = Some(from.as_str().to_owned());
                let there = sides.entry(from.as_str().to_owned()).or_default();
                there.before.clone_from(&difference.before);
            }
        }
    }
    for difference in differences {
        if let Some(from) = &difference.moved_from {
            note_moved_directories(&mut sides, from.as_str(), difference.path.as_str());
        }
    }
    sides
}

/// Directories have no content by which a move is recognised. Those above an entry were moved with it if
/// they are gone at its old path and new at its new one.
fn note_moved_directories(sides: &mut BTreeMap<String, Sides>, from: &str, to: &str) {
    let (mut from, mut to) = (parent(from), parent(to));
    loop {
        let is_gone = sides.get(from).is_some_and(|sides| {
            is_directory(sides.before.as_ref()) && !is_directory(sides.after.as_ref())
        });
        let Some(there) = sides.get_mut(to).filter(|there| {
            is_gone && is_directory(there.after.as_ref()) && !is_directory(there.before.as_ref())
        }) else {
            return;
        };
        there.moved_from.get_or_insert_with(|| from.to_owned());
        (from, to) = (parent(from), parent(to));
    }
}

struct Check<'a> {
    checkout: &'a Checkout,
    /// The umask of the process.
    umask: u32,
    /// The permissions that entries had in the workspace.
    modes_before: BTreeMap<String, u32>,
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
        let before = match self.before(&path, sides.before.as_ref(), &now) {
            Ok(before) => before,
            Err(what) => {
                self.conflicts.insert(path, what);
                return Ok(None);
            }
        };
        let after = self.after(sides, &before)?;
        if let Some(what) = self.refusal(&path, &before, &after)? {
            self.conflicts.insert(path, what);
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
            (Some((FileKind::Directory, _)), Now::Directory(there)) => {
                match known.is_some_and(|known| known.stamp.has_mode_of(&there.stamp())) {
                    true => Ok(State::Directory {
                        mode: there.mode,
                        made_with: None,
                    }),
                    false => Err("its permissions have changed on the disk"),
                }
            }
            (Some((FileKind::File, _)), Now::File(there)) if is_as_known(there.stamp()) => {
                Ok(State::File {
                    mode: there.mode,
                    made_with: None,
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

    /// What a path is to hold.
    fn after(&self, sides: &Sides, before: &State) -> Result<State> {
        let Some(side) = &sides.after else {
            return Ok(State::Nothing);
        };
        Ok(match side.stat.kind {
            FileKind::Directory => {
                let Permissions { mode, made_with } = self.permissions(sides, side, before)?;
                State::Directory { mode, made_with }
            }
            FileKind::Symlink => State::Link {
                target: side.target.clone().unwrap_or_default(),
            },
            FileKind::File => {
                let Permissions { mode, made_with } = self.permissions(sides, side, before)?;
                let is_moved = sides.moved_from.is_some();
                State::File {
                    mode,
                    made_with,
                    size: side.stat.size,
                    mtime_us: is_moved.then(|| side.stat.mtime.as_micros()),
                }
            }
        })
    }

    /// The permissions of an entry: what the program has set, what the disk has where it set nothing,
    /// and those of a new entry where it is one. An entry that was written earlier may have others in the
    /// workspace than on the disk.
    fn permissions(&self, sides: &Sides, side: &TreeSide, before: &State) -> Result<Permissions> {
        let exactly = |mode| Permissions {
            mode,
            made_with: None,
        };
        let asked = side.stat.mode & MODE_BITS;
        let is_kept = |earlier: u32| earlier == side.stat.mode;
        if let Some(from) = &sides.moved_from {
            let now = self.checkout.disk.look(from);
            let there = match now.map_err(|cause| failed(from, cause))? {
                Now::File(there) | Now::Directory(there) => Some(there.mode),
                _ => None,
            };
            let is_kept = self.modes_before.get(from).copied().is_some_and(is_kept);
            return Ok(exactly(there.filter(|_| is_kept).unwrap_or(asked)));
        }
        let is_directory = side.stat.kind == FileKind::Directory;
        let there = match before {
            State::File { mode, .. } if !is_directory => *mode,
            State::Directory { mode, .. } if is_directory => *mode,
            _ => return Ok(Permissions::of_new(asked, is_directory, self.umask)),
        };
        let old = sides.before.as_ref().map(|old| old.stat.mode);
        Ok(exactly(if old.is_some_and(is_kept) {
            there
        } else {
            asked
        }))
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
        let name = path.rsplit('/').next().unwrap_or_default();
        if *after != State::Nothing && name.starts_with(TEMPORARY) {
            return Ok(Some("has a name that is kept for temporary files"));
        }
        if let State::Link { target } = after
            && leads_out(path.trim_start_matches('/'), target)
        {
            return Ok(Some("is a link that leads out of the directory"));
        }
        let above = parent(path);
        if *after != State::Nothing && !above.is_empty() && !self.made.contains(above) {
            let now = self.checkout.disk.look(above);
            let now = now.map_err(|cause| failed(above, cause))?;
            if !matches!(now, Now::Directory(_)) {
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

    /// The error of the conflicts. Those below a directory that is one are not named.
    fn conflicts_into_result(&self) -> Result<()> {
        let mut conflicts = Conflicts::default();
        for (path, what) in &self.conflicts {
            let mut above = parent(path);
            while !above.is_empty() && !self.conflicts.contains_key(above) {
                above = parent(above);
            }
            if above.is_empty() {
                conflicts.add(path.trim_start_matches('/'), *what, false);
            }
        }
        conflicts.into_result()
    }
}

fn is_directory(side: Option<&TreeSide>) -> bool {
    side.is_some_and(|side| side.stat.kind == FileKind::Directory)
}

/// The permissions of an entry, as a plan has them.
struct Permissions {
    mode: u32,
    made_with: Option<u32>,
}

impl Permissions {
    /// Those of a new entry. Where the program has set none, a workspace has what a usual umask leaves.
    fn of_new(asked: u32, is_directory: bool, umask: u32) -> Self {
        const FILE: u32 = 0o644;
        const EXECUTABLE: u32 = 0o755;
        let requested = match asked {
            FILE if !is_directory => 0o666,
            EXECUTABLE => 0o777,
            asked => asked,
        };
        let mode = requested & !umask;
        // Its owner has to write it first.
        let needed = if is_directory { 0o700 } else { 0o600 };
        Self {
            mode,
            made_with: (mode & needed == needed).then_some(requested),
        }
    }
}

fn failed(path: &str, cause: io::Error) -> Error {
    let path = path.trim_start_matches('/');
    Error::io(ErrorKind::Source, "read", path, cause)
}
