//! A directory of the disk as the files of a workspace, and what was changed there written back.

mod apply;
mod bytes;
mod check;
mod current;
mod disk;
mod gather;
mod journal;
mod leftovers;
mod plan;
mod recover;
mod scan;
mod source;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isolate_vfs::{MemoryStore, PathPatterns, Quota, Retention, RunId, RunOptions, Tree};

use crate::directory::{Directory, Stamp, token};
use crate::error::{Error, ErrorKind, Result, names, shown};
use crate::report::Report;
use crate::testing;
use apply::Apply;
use check::Checked;
use disk::Disk;
use journal::Journal;
use plan::{Plan, State, Way};
use source::DiskFiles;

pub use recover::{Recovered, Recovery, preview_undo, undo};

/// How to open a [`Checkout`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CheckoutOptions {
    pub(crate) gitignore: bool,
    pub(crate) exclude: PathPatterns,
    pub(crate) entries_max: u64,
}

impl Default for CheckoutOptions {
    fn default() -> Self {
        Self {
            gitignore: true,
            exclude: PathPatterns::default(),
            entries_max: Quota::new().entries(),
        }
    }
}

impl CheckoutOptions {
    /// The defaults: everything but what git ignores.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes what git ignores, too, by `.gitignore` files and by `info/exclude` of the repository.
    /// `.git` never is. Default: it is left out.
    #[must_use]
    pub const fn ignored_too(mut self) -> Self {
        self.gitignore = false;
        self
    }

    /// Sets the largest number of entries that the directory may have. Default: 1,000,000.
    #[must_use]
    pub const fn entries_max(mut self, entries: u64) -> Self {
        self.entries_max = entries;
        self
    }

    /// Leaves out what any of these patterns matches, with everything below it, as
    /// [`Import::exclude`](fn@crate::Import::exclude) does. Default: nothing.
    ///
    /// # Errors
    /// `Workspace` for a pattern that is none.
    pub fn exclude(mut self, patterns: &[&str]) -> Result<Self> {
        self.exclude = PathPatterns::new(patterns)?;
        Ok(self)
    }
}

/// A directory of the disk as the files of a workspace in memory.
///
/// Opening it looks at every entry and reads no file. The bytes of a file are read when something reads
/// them in the workspace; if the file has changed on the disk by then, that fails with `Stale`. Changes
/// stay in the workspace until [`Checkout::write_back`] writes them to the disk.
///
/// What was left out, such as what git ignores, does not exist in the workspace, and is never
/// written to.
///
/// ```
/// use isolate_transfer::{Checkout, CheckoutOptions};
/// use isolate_text::VPath;
/// use isolate_vfs::{OpenOptions, Tree};
///
/// let folder = tempfile::tempdir()?;
/// let (project, state) = (folder.path().join("project"), folder.path().join("state"));
/// std::fs::create_dir(&project)?;
/// std::fs::write(project.join("a.txt"), "one")?;
///
/// let mut checkout = Checkout::open(&project, &state, &CheckoutOptions::new())?;
/// let tree = Tree::open_memory(checkout.store(), &OpenOptions::new())?;
/// let path = VPath::parse("/a.txt")?;
/// assert_eq!(tree.read(&path)?, b"one");
/// tree.write(&path, b"two")?;
/// assert_eq!(std::fs::read_to_string(project.join("a.txt"))?, "one");
///
/// checkout.write_back(&tree, "an example")?;
/// assert_eq!(std::fs::read_to_string(project.join("a.txt"))?, "two");
/// isolate_transfer::undo(&project, &state, None)?;
/// assert_eq!(std::fs::read_to_string(project.join("a.txt"))?, "one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checkout {
    path: PathBuf,
    disk: Arc<Disk>,
    journal: Journal,
    source: Arc<DiskFiles>,
    store: MemoryStore,
    /// What the entries of the disk were when they were scanned, by path, and their position in the
    /// scan.
    known: HashMap<String, Known>,
    /// The run after which the workspace is what the disk has.
    base: RunId,
    bytes: u64,
    report: Report,
    recovered: Option<Recovered>,
    options: CheckoutOptions,
    state: PathBuf,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    stamp: Stamp,
    /// None for what a write-back made.
    entry: Option<usize>,
}

/// What happened to a path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The path in the directory, without a slash at its start.
    pub path: String,
    /// What happened: `created`, `changed` or `deleted`.
    pub what: ChangeKind,
}

/// What happened to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// It was not there before.
    Created,
    /// It was and is there.
    Changed,
    /// It is not there any more.
    Deleted,
}

impl Change {
    fn new(path: &str, was_there: bool, is_there: bool) -> Self {
        Self {
            path: path.trim_start_matches('/').to_owned(),
            what: match (was_there, is_there) {
                (false, _) => ChangeKind::Created,
                (_, false) => ChangeKind::Deleted,
                _ => ChangeKind::Changed,
            },
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Deleted => "deleted",
        })
    }
}

/// What was written to the disk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Written {
    /// The number of the write-back in the journal of the directory; `None` if there was nothing to
    /// write.
    pub number: Option<u64>,
    /// The write-back that this one takes back.
    pub undoes: Option<u64>,
    /// What made it; of one that takes back, what made the other.
    pub label: String,
    /// The paths that were changed, sorted.
    pub changes: Vec<Change>,
    /// Directories that were deleted in the workspace and stay on the disk, because something is in them
    /// that was left out.
    pub kept: Vec<String>,
    /// Why the journal could not record that all of it is on the disk, which it is; `None` if it did. The
    /// next start on the directory, or the next write-back, tries again.
    pub unfinished: Option<String>,
}

impl Written {
    fn of(number: u64, plan: &Plan, way: Way, kept: Vec<String>) -> Self {
        let changes = plan.steps.iter().map(|step| {
            let is_there = |side| *step.side(side) != State::Nothing;
            Change::new(&step.path, is_there(way.from()), is_there(way.to()))
        });
        Self {
            number: Some(number),
            undoes: plan.undoes,
            label: plan.label.clone(),
            changes: changes
                .filter(|change| !kept.contains(&change.path))
                .collect(),
            kept,
            unfinished: None,
        }
    }
}

impl Checkout {
    /// Looks at a directory. `state` is a folder of the user, outside of the directory, that holds the
    /// journals of all directories; it is made when something is written.
    ///
    /// A write-back that an earlier process did not finish is finished first, or taken back: see
    /// [`Checkout::recovered`].
    ///
    /// # Errors
    /// `Source` if the directory cannot be read, `TooLarge` if it has too many entries; `Target` or
    /// `Workspace` if an earlier write-back can neither be finished nor taken back.
    pub fn open(directory: &Path, state: &Path, options: &CheckoutOptions) -> Result<Self> {
        let (path, disk) = open_directory(directory)?;
        let journal = Journal::of(state, &path);
        // Meanwhile nobody else writes.
        let lock = journal.exists().then(|| journal.lock()).transpose()?;
        let recovered = match lock {
            Some(_) => recover::recover(&disk, &journal.open()?)?,
            None => None,
        };
        let scanned = scan::scan(disk.top(), &path, options, state)?;
        drop(lock);
        leftovers::remove(&disk, &path, &scanned.leftovers);
        let source = Arc::new(DiskFiles::new(Arc::clone(&disk)));
        let store = MemoryStore::over(source.clone())?;
        let quota = Quota::new()
            .bytes_max(scanned.bytes.saturating_add(1))
            .entries_max(scanned.entries.len() as u64);
        let tree = Tree::open_memory(&store, &isolate_vfs::OpenOptions::new().quota(quota))?;
        let first = tree.seed(&scanned.entries)?;
        // Changes are compared with a run of the history, which must not be pruned.
        let retention = Retention::new()
            .runs_max(u64::from(u32::MAX))
            .age_max(std::time::Duration::MAX)
            .bytes_max(1 << 40);
        tree.set_retention(&retention)?;
        let base = mark(&tree)?;
        source.fill(first, &scanned.entries, &scanned.stamps);
        let known = scanned.entries.iter().zip(&scanned.stamps).enumerate();
        let known = known.map(|(index, (entry, stamp))| {
            let known = Known {
                stamp: *stamp,
                entry: Some(index),
            };
            (entry.path.as_str().to_owned(), known)
        });
        Ok(Self {
            known: known.collect(),
            path,
            disk,
            journal,
            source,
            store,
            base,
            bytes: scanned.bytes,
            report: scanned.report,
            recovered,
            options: options.clone(),
            state: state.to_path_buf(),
        })
    }

    /// The workspace in memory.
    #[must_use]
    pub fn store(&self) -> &MemoryStore {
        &self.store
    }

    /// The path of the directory, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sum of the sizes of all files when the directory was opened: what a quota has to allow beside
    /// what is to be written.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What was left out when the directory was opened.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What became of a write-back that an earlier process did not finish; `None` if there was none.
    #[must_use]
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    /// What has changed in the workspace since it was opened or written back, sorted by path. Files that
    /// were written and have the same bytes as before may be among them.
    ///
    /// # Errors
    /// As every read: `Workspace`.
    pub fn changes(&self, tree: &Tree) -> Result<Vec<Change>> {
        let differences = self.differences(tree)?;
        let mut changes = Vec::with_capacity(differences.len());
        for difference in differences {
            let was_there = difference.before.is_some() && difference.moved_from.is_none();
            if let Some(from) = &difference.moved_from {
                changes.push(Change::new(from.as_str(), true, false));
            }
            let (path, is_there) = (difference.path.as_str(), difference.after.is_some());
            changes.push(Change::new(path, was_there, is_there));
        }
        changes.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(changes)
    }

    /// Writes to the disk what has changed in the workspace since it was opened or written back. `tree`
    /// is a connection to [`Checkout::store`] without an open run.
    ///
    /// All paths are compared with the disk first. If one has changed since it was scanned, nothing is
    /// written. Then everything that will be replaced or written is put into the journal;
    /// from then on a process that is killed leaves each file as it was or as it will be, and the next
    /// [`Checkout::open`] or [`undo`] finishes.
    ///
    /// # Errors
    /// `Conflict`, `Source`, `Target` or `Workspace`. The directory is as it was, unless the text says
    /// otherwise.
    pub fn write_back(&mut self, tree: &Tree, label: &str) -> Result<Written> {
        let differences = self.differences(tree)?;
        if differences.is_empty() {
            return Ok(Written::default());
        }
        let lock = self.journal.lock()?;
        let journal = self.journal.open()?;
        // What it changes is a conflict if this write-back changes it as well.
        recover::recover(&self.disk, &journal)?;
        let checked = Checked::check(self, &differences, self.journal.umask()?)?;
        let mut plan = Plan {
            label: label.to_owned(),
            directory: self.disk.number()?,
            undoes: None,
            token: token(),
            steps: checked.steps,
        };
        let Some((number, stamps)) = gather::gather(self, tree, &journal, &mut plan)? else {
            self.base = mark(tree)?;
            return Ok(Written::default());
        };
        let mut kept = checked.kept;
        kept.extend(apply_or_take_back(
            &self.disk, &journal, number, &plan, stamps,
        )?);
        // From here on everything is on the disk, whatever fails.
        let unfinished = journal::finish(&journal, number).err();
        drop(lock);
        self.note(&plan, number);
        let marked = mark(tree).map(|base| self.base = base);
        kept.sort_unstable();
        kept.dedup();
        let mut written = Written::of(number, &plan, Way::Forward, kept);
        let failure = unfinished.or(marked.err());
        written.unfinished = failure.map(|error| error.to_string());
        Ok(written)
    }

    /// Records what is on the disk after a write-back. A path whose metadata cannot be read is not known:
    /// the next change of it is a conflict.
    fn note(&mut self, plan: &Plan, number: u64) {
        for (index, step) in plan.steps.iter().enumerate() {
            let old = self.known.remove(&step.path);
            if let Some(entry) = old.and_then(|old| old.entry)
                && let State::File { .. } = step.before
            {
                self.source.keep(entry, &self.journal, number, index);
            }
            let now = self.disk.look(&step.path);
            if let Some(stamp) = now.ok().and_then(|now| now.stamp()) {
                self.known
                    .insert(step.path.clone(), Known { stamp, entry: None });
            }
        }
    }
}

/// Opens a directory by a path of the user, and finds its path without links.
fn open_directory(directory: &Path) -> Result<(PathBuf, Arc<Disk>)> {
    let failed = |cause| Error::io(ErrorKind::Source, "read", &shown(directory), cause);
    let path = directory.canonicalize().map_err(failed)?;
    let top = Directory::open(&path).map_err(failed)?;
    Ok((path, Arc::new(Disk::new(top))))
}

/// Adds an empty run to the history, to compare with.
fn mark(tree: &Tree) -> Result<RunId> {
    let run = tree.begin(&RunOptions::new("as on the disk").recorded())?;
    run.commit()?;
    let missing = || Error::new(ErrorKind::Workspace, "the workspace keeps no history");
    let (_, newest) = tree.run_span()?.ok_or_else(missing)?;
    Ok(newest)
}

/// Applies a plan that was begun. If that fails, what was done is taken back. Returns directories that
/// were not deleted, because something else is in them.
fn apply_or_take_back(
    disk: &Disk,
    journal: &Tree,
    number: u64,
    plan: &Plan,
    stamps: HashMap<String, Stamp>,
) -> Result<Vec<String>> {
    let mut apply = Apply::new(disk, journal, number, plan, Way::Forward);
    apply.stamps = stamps;
    apply.is_strict = true;
    let Err(error) = apply.run() else {
        return Ok(apply.kept);
    };
    if testing::is_killed() {
        return Err(error);
    }
    let mut back = Apply::new(disk, journal, number, plan, Way::Back);
    if let Err(also) = back.run() {
        return Err(error.adding(&format!(
            "; taking back what was written before failed too ({also}): a part of the changes is on the \
             disk, and the next start on the directory writes the rest"
        )));
    }
    match journal::forget(journal, number) {
        Ok(()) if back.left_alone.is_empty() => Err(error.adding("; nothing was changed")),
        Ok(()) => Err(error.adding(&format!(
            "; everything else is as it was, but these have changed on the disk meanwhile: {}",
            names(&back.left_alone)
        ))),
        Err(also) => Err(error.adding(&format!(
            "; everything is as it was, but the journal could not note that ({also}): the next start on \
             the directory writes the changes"
        ))),
    }
}

#[cfg(test)]
mod tests;
