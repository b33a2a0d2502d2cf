//! Applying a plan to the disk, forward or back.
//!
//! Each step first looks at what is at its path: the wanted state is left as it is, the state that the
//! plan expects is replaced, and anything else is not touched. So a plan can be applied again after the
//! process was killed at any moment.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::io::{self, Write as _};

use isolate_vfs::{Timestamp, Tree};

use super::bytes::{Piece, Place};
use super::check::CHANGED;
use super::disk::{Disk, Now, is_missing};
use super::plan::{Plan, Side, State, Step, Way, parent};
use crate::compare::Comparison;
use crate::directory::{Directory, Existing, Stamp, temporary_name};
use crate::error::{Error, ErrorKind, Result};
use crate::testing;

/// Permissions of a file until it has its bytes and its own permissions: those of its owner.
const UNSETTLED: u32 = 0o600;

/// A plan that is applied.
pub(super) struct Apply<'a> {
    pub(super) disk: &'a Disk,
    pub(super) tree: &'a Tree,
    pub(super) number: u64,
    pub(super) plan: &'a Plan,
    pub(super) way: Way,
    /// What the files that are to be replaced were when they were scanned.
    pub(super) stamps: HashMap<String, Stamp>,
    /// Whether a path that holds something else is an error. Otherwise it is left alone.
    pub(super) is_strict: bool,
    pub(super) left_alone: Vec<String>,
    /// Directories that stay because something else is in them.
    pub(super) kept: Vec<String>,
    touched: BTreeSet<String>,
    /// Steps whose new bytes are on the disk under a temporary name.
    staged: BTreeSet<usize>,
}

impl<'a> Apply<'a> {
    pub(super) fn new(
        disk: &'a Disk,
        tree: &'a Tree,
        number: u64,
        plan: &'a Plan,
        way: Way,
    ) -> Self {
        Self {
            disk,
            tree,
            number,
            plan,
            way,
            stamps: HashMap::new(),
            is_strict: false,
            left_alone: Vec::new(),
            kept: Vec::new(),
            touched: BTreeSet::new(),
            staged: BTreeSet::new(),
        }
    }

    pub(super) fn run(&mut self) -> Result<()> {
        let _in_use = self.disk.top().in_use();
        let plan = self.plan;
        let steps = || plan.steps.iter().enumerate();
        // Directories that become something else, and what is in them.
        let replaced: BTreeSet<&str> = plan
            .steps
            .iter()
            .filter(|step| self.from(step).is_directory() && self.to(step).is_leaf())
            .map(|step| step.path.as_str())
            .collect();
        let is_early = |step: &Step, from: &State, to: &State| {
            from.is_directory() && to.is_leaf()
                || from.is_leaf() && to.is_directory()
                || *to == State::Nothing && is_below(&step.path, &replaced)
        };
        for (index, step) in steps().rev() {
            if is_early(step, self.from(step), self.to(step)) {
                self.act(step, |apply| apply.remove(index, step))?;
            }
        }
        for (_, step) in steps() {
            if self.to(step).is_directory() {
                self.act(step, |apply| apply.make_directory(step))?;
            }
        }
        // All new bytes are on the disk before the first of them gets its name.
        for (index, step) in steps() {
            self.act(step, |apply| apply.stage(index, step))?;
        }
        for (index, step) in steps() {
            self.act(step, |apply| apply.settle(index, step))?;
        }
        for (index, step) in steps() {
            if self.to(step).is_leaf() {
                self.act(step, |apply| apply.put(index, step))?;
            }
        }
        for (index, step) in steps().rev() {
            let (from, to) = (self.from(step), self.to(step));
            if *to == State::Nothing && !is_early(step, from, to) {
                self.act(step, |apply| apply.remove(index, step))?;
            }
        }
        for (_, step) in steps().rev() {
            if let State::Directory {
                mode,
                made_with: None,
            } = *self.to(step)
            {
                self.act(step, |apply| apply.set_directory_mode(step, mode))?;
            }
        }
        self.sync()
    }

    fn from<'b>(&self, step: &'b Step) -> &'b State {
        step.side(self.way.from())
    }

    fn to<'b>(&self, step: &'b Step) -> &'b State {
        step.side(self.way.to())
    }

    /// One step, whose error names its path.
    fn act(&mut self, step: &Step, f: impl FnOnce(&mut Self) -> io::Result<Done>) -> Result<()> {
        let path = step.path.trim_start_matches('/');
        let done = match f(self) {
            // Its directory is gone, or something else.
            Err(cause) if is_missing(&cause) => Ok(Done::Foreign),
            done => done,
        };
        match done {
            Ok(Done::Yes) => Ok(()),
            Ok(Done::Foreign) if self.is_strict => Err(Error::conflict(path, CHANGED)),
            Ok(Done::Foreign) => {
                self.left_alone.push(path.to_owned());
                Ok(())
            }
            Err(cause) => Err(Error::io(ErrorKind::Target, "write", path, cause)),
        }
    }

    /// Whether a path holds one side of its step.
    fn holds(&self, index: usize, step: &Step, side: Side, now: &Now) -> io::Result<bool> {
        Ok(match (step.side(side), now) {
            (State::Nothing, Now::Nothing) => true,
            (State::Directory { .. }, Now::Directory(_)) => true,
            (State::Link { target }, Now::Link(there, _)) => there == target.as_str(),
            (
                State::File {
                    mode,
                    made_with,
                    size,
                    ..
                },
                Now::File(there),
            ) => {
                if side == self.way.from()
                    && let Some(stamp) = self.stamps.get(&step.path)
                {
                    return Ok(there.stamp() == *stamp);
                }
                there.size == *size
                    && (there.mode == *mode || made_with.is_some())
                    && has_bytes_of(self.disk, self.tree, self.place(side, index), step)?
            }
            _ => false,
        })
    }

    /// Whether nothing may be at a path in between: a file and a directory cannot be exchanged
    /// atomically.
    fn has_gap(&self, step: &Step) -> bool {
        self.from(step).is_directory() != self.to(step).is_directory()
    }

    fn remove(&mut self, index: usize, step: &Step) -> io::Result<Done> {
        self.remove_temporary(index, step)?;
        let now = self.disk.look(&step.path)?;
        let (from, to) = (self.way.from(), self.way.to());
        match now {
            Now::Nothing => return Ok(Done::Yes),
            Now::Directory(_) if step.side(to).is_directory() => return Ok(Done::Yes),
            Now::Directory(_) if step.side(from).is_directory() => {
                testing::point()?;
                match self.disk.within(&step.path, Directory::remove_dir) {
                    Err(cause)
                        if cause.kind() == io::ErrorKind::DirectoryNotEmpty
                            && *step.side(to) == State::Nothing =>
                    {
                        self.kept.push(step.path.trim_start_matches('/').to_owned());
                        return Ok(Done::Yes);
                    }
                    removed => removed?,
                }
            }
            ref now if step.side(to).is_leaf() && self.holds(index, step, to, now)? => {
                return Ok(Done::Yes);
            }
            ref now if !self.holds(index, step, from, now)? => return Ok(Done::Foreign),
            _ => {
                testing::point()?;
                self.disk.within(&step.path, Directory::remove_file)?;
            }
        }
        self.touched.insert(parent(&step.path).to_owned());
        Ok(Done::Yes)
    }

    fn make_directory(&mut self, step: &Step) -> io::Result<Done> {
        match self.disk.look(&step.path)? {
            Now::Directory(there) => {
                // What is to be written in it needs the permission first.
                if let State::Directory { mode, .. } = self.to(step)
                    && mode & 0o200 != 0
                    && there.mode & 0o200 == 0
                {
                    self.set_mode(step, *mode)?;
                }
                Ok(Done::Yes)
            }
            Now::Nothing => {
                testing::point()?;
                let made_with = match self.to(step) {
                    State::Directory { mode, made_with } => self.asked(*mode, *made_with),
                    _ => None,
                };
                self.disk
                    .within(&step.path, |directory, name| match made_with {
                        Some(mode) => directory.make_dir_with(name, mode),
                        None => directory.make_dir(name),
                    })?;
                self.touched.insert(parent(&step.path).to_owned());
                Ok(Done::Yes)
            }
            _ => Ok(Done::Foreign),
        }
    }

    /// The permissions with which a new entry is created. A later process, whose umask may differ, uses
    /// those that the first one would have given.
    fn asked(&self, mode: u32, made_with: Option<u32>) -> Option<u32> {
        made_with.map(|asked| if self.is_strict { asked } else { mode })
    }

    fn set_directory_mode(&mut self, step: &Step, mode: u32) -> io::Result<Done> {
        match self.disk.look(&step.path)? {
            Now::Directory(there) if there.mode != mode => self.set_mode(step, mode)?,
            Now::Directory(_) => {}
            _ => return Ok(Done::Foreign),
        }
        Ok(Done::Yes)
    }

    fn set_mode(&self, step: &Step, mode: u32) -> io::Result<()> {
        testing::point()?;
        self.disk.within(&step.path, |directory, name| {
            directory.open_dir(name)?.set_metadata(mode, None)
        })
    }

    /// Whether a file or link is to be put at a path: something else is there than what is to be there,
    /// and it is what was there before.
    fn is_due(&self, index: usize, step: &Step, now: &Now) -> io::Result<Due> {
        if self.holds(index, step, self.way.to(), now)? {
            return Ok(Due::Done);
        }
        let is_gap = matches!(now, Now::Nothing) && self.has_gap(step);
        if is_gap || self.holds(index, step, self.way.from(), now)? {
            return Ok(Due::Yes);
        }
        Ok(Due::Foreign)
    }

    /// Writes the bytes of a file under a temporary name.
    fn stage(&mut self, index: usize, step: &Step) -> io::Result<Done> {
        let State::File {
            mode,
            made_with,
            size,
            ..
        } = *self.to(step)
        else {
            return Ok(Done::Yes);
        };
        if step.has_same_bytes {
            return Ok(Done::Yes);
        }
        let now = self.disk.look(&step.path)?;
        if self.is_due(index, step, &now)? != Due::Yes {
            return Ok(Done::Yes);
        }
        let temporary = self.temporary(index);
        let made_with = self.asked(mode, made_with).unwrap_or(UNSETTLED);
        let place = self.place(self.way.to(), index);
        let staged = self.disk.within(&step.path, |directory, _| {
            testing::point()?;
            let mut file = directory.create_file_as(&temporary, made_with)?;
            place.each_piece(self.tree, size, |piece| {
                testing::point()?;
                match piece {
                    Piece::Bytes(bytes) => file.write_all(bytes),
                    Piece::Hole(length) => file.add_hole(length),
                }
            })?;
            file.keep();
            Ok(())
        });
        match staged {
            // A missing directory is reported when the file gets its name.
            Err(cause) if is_missing(&cause) => {}
            staged => {
                staged?;
                self.staged.insert(index);
            }
        }
        Ok(Done::Yes)
    }

    /// Gives staged bytes their permissions and time, and waits until they are on the disk. The first
    /// wait is for most of them.
    fn settle(&mut self, index: usize, step: &Step) -> io::Result<Done> {
        if let (
            true,
            State::File {
                mode,
                made_with,
                mtime_us,
                ..
            },
        ) = (self.staged.contains(&index), self.to(step))
        {
            let mode = made_with.is_none().then_some(*mode);
            testing::point()?;
            let temporary = self.temporary(index);
            let mtime = mtime_us.map(Timestamp::from_micros);
            self.disk.within(&step.path, |directory, _| {
                directory.settle_temporary(&temporary, mode, mtime)
            })?;
        }
        Ok(Done::Yes)
    }

    fn put(&mut self, index: usize, step: &Step) -> io::Result<Done> {
        let now = self.disk.look(&step.path)?;
        match self.is_due(index, step, &now)? {
            Due::Yes => {}
            due => {
                self.remove_temporary(index, step)?;
                return Ok(match due {
                    Due::Foreign => Done::Foreign,
                    Due::Done | Due::Yes => Done::Yes,
                });
            }
        }
        let existing = match now {
            Now::Nothing => Existing::Keep,
            _ => Existing::Replace,
        };
        let temporary = self.temporary(index);
        let to = self.to(step);
        testing::point()?;
        let put = self.disk.within(&step.path, |directory, name| match to {
            State::Link { target } => {
                directory.make_link_as(&temporary, name, target.as_ref(), existing)
            }
            State::File { mode, .. } if step.has_same_bytes => directory.set_file_mode(name, *mode),
            State::File { .. } if self.staged.contains(&index) => {
                directory.commit_temporary(&temporary, name, existing)
            }
            // It became due after the other files were staged.
            State::File { .. } => Err(io::ErrorKind::AlreadyExists.into()),
            State::Nothing | State::Directory { .. } => Ok(()),
        });
        match put {
            Err(cause) if is_in_the_way(&cause) => {
                self.remove_temporary(index, step)?;
                return Ok(Done::Foreign);
            }
            put => put?,
        }
        self.touched.insert(parent(&step.path).to_owned());
        Ok(Done::Yes)
    }

    fn place(&self, side: Side, index: usize) -> Place {
        Place::new(self.number, side, index)
    }

    /// The name of a file in the making. It is the same when the plan is applied again.
    fn temporary(&self, index: usize) -> OsString {
        temporary_name(self.plan.token, index as u64)
    }

    fn remove_temporary(&self, index: usize, step: &Step) -> io::Result<()> {
        let temporary = self.temporary(index);
        let removed = self.disk.within(&step.path, |directory, _| {
            directory.remove_temporary(&temporary);
            Ok(())
        });
        match removed {
            Err(cause) if is_missing(&cause) => Ok(()),
            removed => removed,
        }
    }

    /// Waits until all names are on the disk.
    fn sync(&self) -> Result<()> {
        let sync_one = |path: &str| match path {
            "" => self.disk.top().sync(),
            path => self
                .disk
                .within(path, |directory, name| directory.open_dir(name)?.sync()),
        };
        for path in &self.touched {
            match testing::point().and_then(|()| sync_one(path)) {
                // It was removed after something in it.
                Err(cause) if is_missing(&cause) => {}
                synced => {
                    synced.map_err(|cause| Error::io(ErrorKind::Target, "write", path, cause))?;
                }
            }
        }
        Ok(())
    }
}

/// Whether an error of a rename means that something has appeared at the name.
fn is_in_the_way(cause: &io::Error) -> bool {
    matches!(
        cause.kind(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::IsADirectory
    )
}

/// Whether something is to be put at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Yes,
    Done,
    /// Something else is there.
    Foreign,
}

/// What became of a step.
enum Done {
    Yes,
    /// Something else is there.
    Foreign,
}

/// Whether the file of a step has the bytes at a place of the journal.
pub(super) fn has_bytes_of(
    disk: &Disk,
    tree: &Tree,
    place: Place,
    step: &Step,
) -> io::Result<bool> {
    let State::File { size, .. } = *step.side(place.side) else {
        return Ok(false);
    };
    let (file, _) = disk.open(&step.path)?;
    let mut comparison = Comparison::new(file);
    place.each_piece(tree, size, |piece| match piece {
        Piece::Bytes(bytes) => comparison.next(bytes),
        Piece::Hole(length) => comparison.next_zeros(length),
    })?;
    comparison.finish()
}

fn is_below(path: &str, directories: &BTreeSet<&str>) -> bool {
    let mut above = parent(path);
    while !above.is_empty() {
        if directories.contains(above) {
            return true;
        }
        above = parent(above);
    }
    false
}
