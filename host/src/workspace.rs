//! A filesystem that persists between runs.

mod history;
mod idle;
mod several;
mod writers;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use isolate_vfs::{
    Guard, MemoryStore, OpenOptions, Publishers, Quota, Retention, SystemClock, Tree,
};

use crate::error::Error;
use crate::functions::is_in_function;
use idle::{Idle, InUse, Pool};

pub use several::{SourceCounter, WorkspaceCopy, WorkspaceSource, Workspaces, WorkspacesOptions};
pub(crate) use writers::{WriteTurn, Writers};

/// Most memory of a connection that is kept for reuse, in bytes.
const IDLE_BYTES_MAX: u64 = 4 << 20;

/// The message for a workspace in memory that cannot be created.
const NO_MEMORY: &str = "cannot open a workspace in memory";

/// How to open a [`Workspace`].
///
/// It is made by [`Workspace::builder`], and opens any number of workspaces.
///
/// ```
/// use isolate_host::Workspace;
///
/// let workspace = Workspace::builder().quota_bytes(64 << 20).entries(10_000).memory()?;
/// # Ok::<(), isolate_host::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorkspaceOptions {
    quota: Quota,
    busy_timeout: Duration,
    read_only: bool,
    records: Option<bool>,
    copy: Option<Arc<dyn Publishers>>,
}

impl Default for WorkspaceOptions {
    fn default() -> Self {
        Self {
            quota: Quota::new(),
            busy_timeout: Self::BUSY_TIMEOUT,
            read_only: false,
            records: None,
            copy: None,
        }
    }
}

impl WorkspaceOptions {
    /// How long a call waits while somebody writes who is no run of this process, by default: 5 s.
    pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

    /// Sum of the sizes of all files, in bytes, at most; a write beyond it fails with `ENOSPC`.
    /// Default: 1 GiB. The file on the disk, with names and history, takes at most one and a half
    /// times as much and 64 MiB; the oldest history makes room first.
    #[must_use]
    pub const fn quota_bytes(mut self, quota_bytes: u64) -> Self {
        self.quota = self.quota.bytes_max(quota_bytes);
        self
    }

    /// Adds to the sum of the sizes of all files, for what is in the workspace from the beginning and
    /// is not to count.
    #[must_use]
    pub const fn more_quota_bytes(self, bytes: u64) -> Self {
        let sum = self.quota.bytes().saturating_add(bytes);
        self.quota_bytes(sum)
    }

    /// Size of one file, in bytes, at most; a write beyond it fails with `EFBIG`.
    /// Default: 64 MiB.
    #[must_use]
    pub const fn file_bytes(mut self, file_bytes: u64) -> Self {
        self.quota = self.quota.file_bytes_max(file_bytes);
        self
    }

    /// Number of files, directories and links, at most; one more fails with `ENOSPC`.
    /// Default: 1,000,000.
    #[must_use]
    pub const fn entries(mut self, entries: u64) -> Self {
        self.quota = self.quota.entries_max(entries);
        self
    }

    /// How long a call waits while another process writes, or a connection from [`Workspace::tree`];
    /// then it fails with `EBUSY`. Runs of this process wait for each other until their time is over.
    /// Default: 5 s.
    #[must_use]
    pub const fn busy_timeout(mut self, busy_timeout: Duration) -> Self {
        self.busy_timeout = busy_timeout;
        self
    }

    /// Refuses every change, and never creates the file. Default: `false`.
    #[must_use]
    pub const fn read_only(mut self, read_only: bool) -> Self {
        self.read_only = read_only;
        self
    }

    /// Whether programs that run are recorded in the history with their text, input, result and log,
    /// also those that change nothing: see [`RecordedRun`](crate::RecordedRun). Dry runs and runs on
    /// a workspace that is opened for reading only are not. Default: in a file and not in memory.
    #[must_use]
    pub const fn records(mut self, records: bool) -> Self {
        self.records = Some(records);
        self
    }

    /// The file is a copy of a workspace that many hosts share, whose changes are committed when they are in
    /// the log of that. Each run is one transaction then, also one whose calls are permanent one by one
    /// otherwise; what it leaves after an error is kept as there. A run that another host was faster than
    /// is made again, up to 15 times, and fails with [`Busy`](crate::ErrorKind::Busy) then. Before a
    /// function is called that is not said to read only, the run is claimed in the log, so that no other
    /// host makes it too. Runs that change nothing are not recorded. Default: none.
    #[must_use]
    pub fn copy_of(mut self, copy: Arc<dyn Publishers>) -> Self {
        self.copy = Some(copy);
        self
    }

    /// Opens the file at `path`, creating it where it is missing.
    ///
    /// # Errors
    ///
    /// As [`Workspace::open`].
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Workspace, Error> {
        Workspace::new(Place::File(path.as_ref().to_path_buf()), self)
    }

    /// Makes an empty workspace in memory.
    ///
    /// # Errors
    ///
    /// As [`Workspace::memory`].
    pub fn memory(&self) -> Result<Workspace, Error> {
        let store = MemoryStore::new().map_err(|cause| Error::storage(NO_MEMORY, cause))?;
        self.over(&store)
    }

    /// Opens a memory that there is already.
    ///
    /// # Errors
    ///
    /// As [`Workspace::memory`].
    pub fn over(&self, store: &MemoryStore) -> Result<Workspace, Error> {
        Workspace::new(Place::Memory(store.clone()), self)
    }
}

/// A persistent filesystem: one SQLite file, or memory.
///
/// Cheap to clone. Several runs may use one workspace at the same time, in this process and in
/// others; each of their calls is a transaction of its own.
///
/// ```
/// use isolate_host::text::VPath;
/// use isolate_host::Workspace;
///
/// let workspace = Workspace::memory()?;
/// let tree = workspace.tree()?;
/// tree.write(&VPath::parse("/notes.txt")?, b"hello")?;
/// assert_eq!(tree.read(&VPath::parse("/notes.txt")?)?, b"hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Workspace {
    shared: Arc<Shared>,
    guard: Option<Arc<dyn Guard>>,
    /// The branch that runs and connections work on; none for the main one.
    branch: Option<Arc<str>>,
}

#[derive(Debug)]
struct Shared {
    place: Place,
    options: OpenOptions,
    is_read_only: bool,
    has_records: bool,
    idle: Idle,
    /// Made for the first run.
    writers: OnceLock<Arc<Writers>>,
    /// Decides about transactions, if it is a copy.
    copy: Option<Arc<dyn Publishers>>,
}

#[derive(Debug)]
enum Place {
    File(PathBuf),
    Memory(MemoryStore),
}

impl Workspace {
    /// Options of a workspace, to be [opened](WorkspaceOptions::open) or made in
    /// [memory](WorkspaceOptions::memory).
    #[must_use]
    pub fn builder() -> WorkspaceOptions {
        WorkspaceOptions::default()
    }

    /// Opens the file at `path`, creating it where it is missing.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Storage`](crate::ErrorKind::Storage) for a file that is not a workspace
    /// (it is left untouched), was made by a development build before 0.1.0 (it is too) or by a newer
    /// version, is damaged, or cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::builder().open(path)
    }

    /// Opens a private copy of a workspace, for runs that are made again.
    pub(crate) fn of_replays(path: &Path, quota: Quota) -> Result<Self, Error> {
        let place = Place::File(path.to_path_buf());
        Self::of(
            place,
            (forgetting_nothing(quota), None),
            false,
            Pool::of_process(),
        )
    }

    /// Makes an empty workspace in memory, which is discarded with its last handle.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Storage`](crate::ErrorKind::Storage) when there is no memory for it.
    pub fn memory() -> Result<Self, Error> {
        Self::builder().memory()
    }

    fn new(place: Place, options: &WorkspaceOptions) -> Result<Self, Error> {
        Self::in_pool(place, options, Pool::of_process())
    }

    /// Another handle of an open workspace.
    fn sharing(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            guard: None,
            branch: None,
        }
    }

    fn in_pool(place: Place, options: &WorkspaceOptions, pool: Arc<Pool>) -> Result<Self, Error> {
        let mut open = OpenOptions::new()
            .quota(options.quota)
            .busy_timeout(options.busy_timeout);
        if options.read_only {
            open = open.read_only();
        }
        let is_file = matches!(place, Place::File(_));
        let copy = options.copy.clone().filter(|_| is_file);
        if copy.is_some() {
            open = open.copy();
        }
        let has_records = options.records.unwrap_or(is_file) && !options.read_only;
        Self::of(place, (open, copy), has_records, pool)
    }

    fn of(
        place: Place,
        (open, copy): (OpenOptions, Option<Arc<dyn Publishers>>),
        has_records: bool,
        pool: Arc<Pool>,
    ) -> Result<Self, Error> {
        let workspace = Self::sharing(Arc::new(Shared {
            has_records,
            place,
            is_read_only: open.is_read_only(),
            options: open,
            idle: Idle::new(pool),
            writers: OnceLock::new(),
            copy,
        }));
        // Reports a file that is not a workspace now, not at the first call of a program.
        drop(workspace.tree_as_it_is()?);
        Ok(workspace)
    }

    /// The same workspace with rules about paths, which apply to every run on it and every
    /// connection from it. The handle that this is called on is unchanged.
    #[must_use]
    pub fn guarded(&self, guard: Arc<dyn Guard>) -> Self {
        Self {
            guard: Some(guard),
            ..self.clone()
        }
    }

    /// The same workspace on another branch, which every run on it and every connection from it reads and
    /// changes. The handle that this is called on is unchanged. `main` is the branch that every
    /// workspace has; [`Tree::create_branch`] makes others.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Refused`](crate::ErrorKind::Refused) if no branch has the name, with the names of
    /// all branches; else as [`Workspace::open`].
    pub fn on_branch(&self, name: &str) -> Result<Self, Error> {
        let workspace = Self {
            branch: (name != isolate_vfs::MAIN).then(|| name.into()),
            ..self.clone()
        };
        drop(workspace.tree_as_it_is()?);
        Ok(workspace)
    }

    /// The same workspace on its main branch, without rules about paths.
    pub(crate) fn whole(&self) -> Self {
        Self::sharing(Arc::clone(&self.shared))
    }

    /// Whether it is in memory, and ends with its process.
    #[must_use]
    pub fn is_in_memory(&self) -> bool {
        matches!(self.shared.place, Place::Memory(_))
    }

    /// Whether every change is refused.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.shared.is_read_only
    }

    pub(crate) const fn guard(&self) -> Option<&Arc<dyn Guard>> {
        self.guard.as_ref()
    }

    /// The bounds of what it may hold.
    pub(crate) fn quota(&self) -> Quota {
        self.shared.options.bounds()
    }

    /// The queue of the runs that write to it.
    pub(crate) fn writers(&self) -> &Arc<Writers> {
        let shared = &self.shared;
        shared.writers.get_or_init(|| Writers::of(&shared.place))
    }

    pub(crate) fn has_records(&self) -> bool {
        self.shared.has_records
    }

    /// Whether it cannot be used any more, and has to be opened again: it is a copy of a workspace that was
    /// removed, or whose log cannot be continued.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let copy = self.shared.copy.as_ref();
        copy.is_some_and(|copy| copy.has_ended())
    }

    /// Whether it is a copy of a workspace that many hosts share.
    #[must_use]
    pub fn is_copy(&self) -> bool {
        self.shared.copy.is_some() && !self.shared.is_read_only
    }

    /// A connection for direct use, which returns to the workspace when it is dropped. That of a
    /// [copy](WorkspaceOptions::copy_of) is brought up to date before, but for functions of a run.
    ///
    /// # Errors
    ///
    /// As [`Workspace::open`]; [`Storage`](crate::ErrorKind::Storage) where the store of a copy does not
    /// answer.
    pub fn tree(&self) -> Result<WorkspaceTree, Error> {
        // A function of a run that holds the copy would wait for its own run.
        if let Some(copy) = self.shared.copy.as_ref().filter(|_| !is_in_function()) {
            let refreshed = copy.refresh();
            refreshed.map_err(|cause| Error::storage("cannot bring the copy up to date", cause))?;
        }
        self.tree_as_it_is()
    }

    /// As [`tree`](Self::tree), without bringing a copy up to date: for a transaction that writes, whose
    /// commit says whether what it has read holds.
    ///
    /// # Errors
    ///
    /// As [`Workspace::open`].
    pub fn tree_as_it_is(&self) -> Result<WorkspaceTree, Error> {
        let tree = self.shared.connection()?;
        tree.set_guard(self.guard.clone());
        let tree = WorkspaceTree {
            tree: Some(tree),
            in_use: Some(self.shared.idle.lend()),
            shared: Arc::clone(&self.shared),
        };
        // A connection that comes back may have worked on another one.
        let branch = self.branch.as_deref().unwrap_or(isolate_vfs::MAIN);
        tree.switch_branch(branch)
            .map_err(|cause| match cause.kind() {
                isolate_vfs::ErrorKind::NoBranch => Error::refused_by(cause),
                _ => Error::storage("cannot open the branch", cause),
            })?;
        Ok(tree)
    }
}

/// Options for a private copy, in which runs are made again.
pub(crate) fn forgetting_nothing(quota: Quota) -> OpenOptions {
    let retention = Retention::new()
        .runs_max(u64::MAX)
        .age_max(Duration::MAX)
        .bytes_max(u64::MAX);
    OpenOptions::new().quota(quota).retention(retention)
}

/// The error for a file that cannot be opened, with the reason, which SQLite does not give.
fn unopened(path: &Path, cause: isolate_vfs::Error) -> Error {
    let reason = match cause.kind() {
        // The file must not be created, so that it is missing is reason enough.
        isolate_vfs::ErrorKind::NotFound if std::error::Error::source(&cause).is_some() => {
            reason(path)
        }
        _ => None,
    };
    let opening = "cannot open the workspace";
    match reason {
        None => Error::storage(opening, cause),
        Some(reason) => {
            let whole = format!("{}: {reason}", cause.reason());
            Error::storage(format!("{opening}: {reason}"), cause).with_reason(whole)
        }
    }
    .at(path)
}

fn reason(path: &Path) -> Option<String> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match std::fs::metadata(folder) {
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Some(format!(
            "there is no directory {}; make it first",
            folder.display()
        )),
        Err(cause) => Some(system_text(&cause)),
        Ok(found) if !found.is_dir() => Some(format!("{} is no directory", folder.display())),
        // Asks the system for the reason, without creating or writing anything.
        Ok(_) => match std::fs::File::options().read(true).write(true).open(path) {
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
                Some(format!("no file can be made in {}", folder.display()))
            }
            Err(cause) => Some(system_text(&cause)),
            Ok(_) => None,
        },
    }
}

/// The text of an error, without the number of the system.
fn system_text(cause: &std::io::Error) -> String {
    match cause.raw_os_error() {
        Some(_) => cause.kind().to_string(),
        None => cause.to_string(),
    }
}

impl Shared {
    /// An idle connection, or a new one.
    fn connection(&self) -> Result<Tree, Error> {
        if let Some(tree) = self.idle.take() {
            return Ok(tree);
        }
        match &self.place {
            Place::File(path) => {
                let tree = Tree::open(path, &self.options).and_then(|tree| {
                    let copy = self.copy.as_ref().filter(|_| !self.is_read_only);
                    let publisher = copy.map(|copy| copy.publisher());
                    if publisher.is_some() {
                        tree.set_publisher(publisher)?;
                    }
                    Ok(tree)
                });
                tree.map_err(|cause| unopened(path, cause))
            }
            Place::Memory(memory) => Tree::open_memory(memory, &self.options)
                .map_err(|cause| Error::storage(NO_MEMORY, cause)),
        }
    }
}

/// A connection to a [`Workspace`], borrowed until it is dropped.
#[derive(Debug)]
pub struct WorkspaceTree {
    tree: Option<Tree>,
    /// None while it rests.
    in_use: Option<InUse>,
    shared: Arc<Shared>,
}

impl WorkspaceTree {
    /// Gives the connection away, if many are in use and the run that is open can do without. Nothing may
    /// be asked of it before it is woken.
    pub(crate) fn rest(&mut self) {
        if !self.shared.idle.is_crowded() {
            return;
        }
        if let Some(tree) = self.tree.as_mut().and_then(Tree::rest) {
            self.in_use = None;
            self.shared.idle.put(tree);
        }
    }

    /// Gets a connection again, if it has given its own away.
    pub(crate) fn wake(&mut self) -> Result<(), Error> {
        let Some(tree) = self.tree.as_mut().filter(|tree| tree.is_resting()) else {
            return Ok(());
        };
        tree.wake(self.shared.connection()?);
        self.in_use = Some(self.shared.idle.lend());
        Ok(())
    }
}

impl std::ops::Deref for WorkspaceTree {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        self.tree.as_ref().expect("the tree is taken only in drop")
    }
}

impl Drop for WorkspaceTree {
    fn drop(&mut self) {
        let Some(tree) = self.tree.take().filter(|tree| !tree.is_resting()) else {
            return;
        };
        tree.set_deadline(None);
        tree.set_stop_signal(None);
        tree.set_lock_wait(None);
        // The clock of a run whose future was dropped is fixed.
        tree.set_clock(Box::new(SystemClock));
        // A run whose guard was leaked has not ended.
        if tree.has_open_run() {
            return;
        }
        tree.set_guard(None);
        // A connection that has worked on a large tree keeps its memory.
        if tree.scratch_bytes() > IDLE_BYTES_MAX {
            return;
        }
        self.shared.idle.put(tree);
    }
}
