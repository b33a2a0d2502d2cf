//! What is different between two points of the history.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use isolate_text::git::{self, BinaryFiles, LineCounts, Version};
use isolate_text::stop::Stopped;
use isolate_text::{VPath, budget};

use super::{CHANGE_BYTES, ChangeRow, Side, is_still, read_row};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::run::RunId;
use crate::tree::INCOMPLETE;
use crate::txn::{ReadTxn, Tree};

/// A point in the history of a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Point {
    /// Just before a run.
    Before(RunId),
    /// When a run had ended. Of an open run: now, as far as that run has changed it.
    After(RunId),
    /// The present state.
    Now,
}

impl Point {
    /// The last run whose changes the point includes.
    pub(super) const fn last_run(self) -> i64 {
        match self {
            Self::Before(run) => run.0 - 1,
            Self::After(run) => run.0,
            Self::Now => i64::MAX,
        }
    }

    pub(super) const fn run(self) -> Option<RunId> {
        match self {
            Self::Before(run) | Self::After(run) => Some(run),
            Self::Now => None,
        }
    }
}

impl fmt::Display for Point {
    /// A phrase such as `after run 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(run) => write!(f, "before run {run}"),
            Self::After(run) => write!(f, "after run {run}"),
            Self::Now => f.write_str("now"),
        }
    }
}

/// What is different at one path between two points.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Difference {
    /// The path; of an entry that moved, the new one.
    pub path: VPath,
    /// The path where a file or link with the same content was at the first point, if it is gone at
    /// the second.
    pub moved_from: Option<VPath>,
    /// What was there at the first point; of an entry that moved, at its old path.
    pub before: Option<Side>,
    /// What was there at the second point.
    pub after: Option<Side>,
    old: Option<Node>,
    new: Option<Node>,
}

impl Difference {
    /// Makes it the difference from the second point to the first. Of an entry that moved, the path is
    /// then the one that it has at the first.
    pub fn reverse(&mut self) {
        std::mem::swap(&mut self.before, &mut self.after);
        std::mem::swap(&mut self.old, &mut self.new);
        if let Some(from) = &mut self.moved_from {
            std::mem::swap(from, &mut self.path);
        }
    }
}

/// What was at a path at both points.
pub(crate) type Sides = BTreeMap<VPath, (Option<Node>, Option<Node>)>;

impl Tree {
    /// What is different at `to` from what was at `from`, sorted by path. Paths of which only the
    /// time differs are left out, and so are files that have the same bytes, checkpoints, the folder
    /// `/.runs` and paths that the guard hides.
    ///
    /// # Errors
    /// `NotFound` for a run that the history does not have, or of which it has only a part.
    pub fn differences(&self, from: Point, to: Point) -> Result<Vec<Difference>> {
        self.snapshot(|txn| {
            // What a run has changed that is set aside is what it would bring.
            if let (Point::Before(run), Point::After(same)) = (from, to)
                && run == same
                && txn.is_apart(run.0)?
            {
                return txn.differences_of(&[run]);
            }
            for run in [from, to].into_iter().filter_map(Point::run) {
                txn.check_run_seen(run.0)?;
            }
            if from.last_run() <= to.last_run() {
                return Ok(differences_of(txn.unlike(txn.sides(from, to)?)?));
            }
            let mut sides = txn.sides(to, from)?;
            for (old, new) in sides.values_mut() {
                std::mem::swap(old, new);
            }
            Ok(differences_of(txn.unlike(sides)?))
        })
    }

    /// What some runs have changed together, sorted by path: the state before the first of them at
    /// each path, and the state after the last. `runs` is in the order of the history; a run that the
    /// history no longer has is skipped. Left out is what [`Tree::differences`] leaves out.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn differences_of(&self, runs: &[RunId]) -> Result<Vec<Difference>> {
        self.snapshot(|txn| {
            let mut sides = Sides::new();
            for run in runs {
                txn.add_sides_of("true", run.0, run.0, &mut sides)?;
            }
            Ok(differences_of(txn.unlike(txn.seen(sides))?))
        })
    }

    /// Appends a difference to a patch as `git apply` accepts it, and returns how many lines it
    /// changes. Directories, times, and permissions other than "executable" are left out, because git
    /// does not store them.
    ///
    /// # Errors
    /// `OutOfMemory` if the budget of the memory is used up, `Deadline`, or as every read. What was
    /// appended by then is no complete patch.
    pub fn write_patch(
        &self,
        difference: &Difference,
        binary: BinaryFiles,
        patch: &mut String,
    ) -> Result<LineCounts> {
        self.snapshot(|txn| {
            let _read = budget::scratch();
            let old_path = difference.moved_from.as_ref().unwrap_or(&difference.path);
            let old = txn.bytes_of(old_path, difference.old.as_ref())?;
            let new = txn.bytes_of(&difference.path, difference.new.as_ref())?;
            let before = version_of(old_path, difference.old.as_ref(), &old);
            let after = version_of(&difference.path, difference.new.as_ref(), &new);
            // Texts that cannot be compared are shown as bytes, so nothing else can go wrong.
            git::write(before, after, binary, patch).map_err(|_stopped| Stopped.into())
        })
    }
}

impl ReadTxn<'_> {
    /// What was at each path that runs since a point have changed, at that point and now.
    pub(crate) fn sides_until_now(&self, point: Point) -> Result<Sides> {
        if let Some(run) = point.run() {
            self.check_run_seen(run.0)?;
        }
        self.sides(point, Point::Now)
    }

    /// What was at each path that runs between two points have changed, at both points.
    fn sides(&self, from: Point, to: Point) -> Result<Sides> {
        let (first, last) = (from.last_run().saturating_add(1), to.last_run());
        self.check_whole_between(first, last)?;
        let mut sides = Sides::new();
        self.add_sides(first, last, &mut sides)?;
        if to == Point::Now {
            // Runs that went on at the same time may have changed a path in turns.
            for (path, (_, now)) in &mut sides {
                self.check_deadline()?;
                *now = self.exact(path)?.and_then(|position| position.node);
            }
        }
        Ok(self.seen(sides))
    }

    /// Adds what a span of runs of this branch has changed to what earlier runs have changed.
    pub(super) fn add_sides(&self, first: i64, last: i64, sides: &mut Sides) -> Result<()> {
        self.add_sides_of(&self.seen_changes(), first, last, sides)
    }

    /// The same of the runs that a condition in SQL selects.
    fn add_sides_of(&self, seen: &str, first: i64, last: i64, sides: &mut Sides) -> Result<()> {
        self.store.each(
            &format!(
                "SELECT path, before_kind, before_mode, before_size, before_mtime_us, before_content,
                    before_target, after_kind, after_mode, after_size, after_mtime_us, after_content, after_target
                 FROM change WHERE run BETWEEN ?1 AND ?2 AND {seen} ORDER BY run"
            ),
            [first, last],
            |row| {
                let ChangeRow { path, before, after } = read_row(row)?;
                self.check_deadline()?;
                if let Some((_, end)) = sides.get_mut(&path) {
                    *end = after;
                    return Ok(());
                }
                budget::charge(path.as_str().len() + CHANGE_BYTES)?;
                sides.insert(path, (before, after));
                Ok(())
            },
        )
    }

    /// The differences without files whose bytes were replaced by the same ones.
    pub(crate) fn unlike(&self, mut sides: Sides) -> Result<Sides> {
        let mut equal = Vec::new();
        let mut allowance = u64::MAX;
        for (path, (old, new)) in &sides {
            let (Some(old), Some(new)) = (old, new) else {
                continue;
            };
            self.check_deadline()?;
            match self.is_same(old, new, &mut allowance) {
                Ok(true) => equal.push(path.clone()),
                Ok(false) => {}
                // What cannot be compared is listed; whoever reads it learns why.
                Err(error) if error.kind() == ErrorKind::Corrupt => {}
                Err(error) => return Err(error),
            }
        }
        for path in equal {
            sides.remove(&path);
        }
        Ok(sides)
    }

    /// What of the differences is shown.
    pub(crate) fn seen(&self, mut sides: Sides) -> Sides {
        sides.retain(|path, (old, new)| {
            !is_still(old.as_ref(), new.as_ref()) && !self.is_hidden(path)
        });
        sides
    }

    /// Refuses a span of runs of which the history has forgotten something: a run, or some of the
    /// changes of one.
    pub(super) fn check_whole_between(&self, first: i64, last: i64) -> Result<()> {
        let sql = format!(
            "SELECT 1 FROM run WHERE id BETWEEN ?1 AND ?2 AND mode & ?3 <> 0 AND {} LIMIT 1",
            &*self.seen_runs()
        );
        let incomplete = self
            .store
            .row(&sql, (first, last, INCOMPLETE), |_| Ok(()))?;
        if incomplete.is_some() || first <= last && self.is_forgotten(RunId(first))? {
            return Err(Error::new(ErrorKind::NotFound).with_detail(
                "the history no longer has all changes between these points; compare later ones",
            ));
        }
        Ok(())
    }

    /// Whether a run with this number or a later one was removed from the history.
    pub(super) fn is_forgotten(&self, run: RunId) -> Result<bool> {
        Ok(run.0 <= self.forgotten()?)
    }

    /// The content that a patch shows of a node; nothing unless it is a file.
    pub(crate) fn bytes_of(&self, path: &VPath, node: Option<&Node>) -> Result<Vec<u8>> {
        let Some(node) = node else {
            return Ok(Vec::new());
        };
        match node.kind {
            FileKind::Directory | FileKind::Symlink => Ok(Vec::new()),
            FileKind::File => {
                self.guard(Verb::Read, path, node.size)?;
                let reader = self.content_reader(path, node.content, node.size)?;
                reader.charge(node.size)?;
                let mut bytes = Vec::new();
                reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
                Ok(bytes)
            }
        }
    }
}

/// What git stores of a node: nothing of a directory.
fn version_of<'a>(path: &'a VPath, node: Option<&'a Node>, bytes: &'a [u8]) -> Option<Version<'a>> {
    const EXECUTABLE: u32 = 0o100;
    let node = node?;
    match node.kind {
        FileKind::Directory => None,
        FileKind::Symlink => node
            .target
            .as_deref()
            .map(|target| Version::link(path.as_str(), target)),
        FileKind::File => Some(Version::file(
            path.as_str(),
            node.mode & EXECUTABLE != 0,
            bytes,
        )),
    }
}

/// The differences of the user's work, with what moved in one piece.
pub(crate) fn differences_of(mut sides: Sides) -> Vec<Difference> {
    sides.retain(|path, _| !is_internal(path));
    // What is gone, by what identifies its content.
    let mut gone: HashMap<Identity, Vec<VPath>> = HashMap::new();
    for (path, (old, new)) in sides.iter().rev() {
        if let (Some(old), None) = (old, new)
            && let Some(identity) = Identity::of(old)
        {
            gone.entry(identity).or_default().push(path.clone());
        }
    }
    let mut moved: BTreeMap<VPath, VPath> = BTreeMap::new();
    for (path, (old, new)) in &sides {
        if let (None, Some(new)) = (old, new)
            && let Some(from) =
                Identity::of(new).and_then(|identity| gone.get_mut(&identity)?.pop())
        {
            moved.insert(path.clone(), from);
        }
    }
    let mut sources: BTreeMap<VPath, Option<Node>> = BTreeMap::new();
    for from in moved.values() {
        if let Some((old, _)) = sides.get(from) {
            sources.insert(from.clone(), old.clone());
        }
    }
    let mut differences = Vec::with_capacity(sides.len() - moved.len());
    for (path, (mut old, new)) in sides {
        // Its new path has it.
        if new.is_none() && sources.contains_key(&path) {
            continue;
        }
        let moved_from = moved.remove(&path);
        if let Some(from) = &moved_from {
            old = sources.get(from).cloned().flatten();
        }
        differences.push(Difference {
            before: old.clone().map(Side::from),
            after: new.clone().map(Side::from),
            path,
            moved_from,
            old,
            new,
        });
    }
    differences
}

/// By what two entries are known to hold the same without reading them. Numbers of contents are never
/// used twice.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    Content(i64),
    Target(String),
}

impl Identity {
    fn of(node: &Node) -> Option<Self> {
        match node.kind {
            FileKind::File => node.content.map(Self::Content),
            FileKind::Symlink => node.target.clone().map(Self::Target),
            FileKind::Directory => None,
        }
    }
}
