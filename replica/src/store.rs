//! [`Store`]: workspaces that many hosts share, by the URL of what stores their logs.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use isolate_host::{Error, Workspace, WorkspaceOptions};
use isolate_ledger::Position;
use isolate_ledger::objects::{Objects, ObjectsError, ProbeError, check_prefix, probe};
use isolate_stores::Settings;
use isolate_vfs::{ErrorKind, ForkOptions, OpenOptions, Tree};

use crate::cache::{self, make_private};
use crate::collect::Collected;
use crate::counted::{Counted, Requests};
use crate::driver::nothing;
use crate::names;
use crate::replica::{self, Metrics, Replica, ReplicaOptions, Shown, runtime, wait};
use crate::sealed::WorkspaceKey;

/// How to open a [`Store`].
#[derive(Clone, Debug, Default)]
pub struct StoreOptions {
    settings: Settings,
    cache: Option<PathBuf>,
    copies: ReplicaOptions,
    workspaces: WorkspaceOptions,
    is_trusted: bool,
    cache_bytes_max: Option<u64>,
    keys: Option<Keys>,
}

impl StoreOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Options of the store, by the names that it has for them. Default: those of its URL.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// The folder for local copies, which only its user can read. Default: `isolate` in
    /// `XDG_CACHE_HOME`, or in `.cache` of the home directory.
    #[must_use]
    pub fn cache(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache = Some(folder.into());
        self
    }

    /// Bytes of local copies at most. Beyond it, copies that no process has open are removed, those first
    /// that were used longest ago; each is made again from the log when it is opened. Default: 10 GiB.
    #[must_use]
    pub const fn cache_bytes_max(mut self, bytes: u64) -> Self {
        self.cache_bytes_max = Some(bytes);
        self
    }

    /// The keys of workspaces, by their names: see [`ReplicaOptions::key`]. It is asked whenever a copy is
    /// opened, and an error that it gives is told. One without a key is not encrypted, and one that is
    /// encrypted is not opened without. Default: none has one.
    #[must_use]
    pub fn keys(
        mut self,
        keys: impl Fn(&str) -> Result<Option<WorkspaceKey>, String> + Send + Sync + 'static,
    ) -> Self {
        self.keys = Some(Keys(Arc::new(keys)));
        self
    }

    /// How copies are opened. Default: the defaults of a copy.
    #[must_use]
    pub fn copies(mut self, options: ReplicaOptions) -> Self {
        self.copies = options;
        self
    }

    /// How workspaces are opened. Default: the defaults of a workspace.
    #[must_use]
    pub fn workspaces(mut self, options: WorkspaceOptions) -> Self {
        self.workspaces = options;
        self
    }

    /// Leaves out the [probe](isolate_ledger::objects::probe) of the store, some 16 small requests, for
    /// one that has passed it before. Default: a store is probed, unless it has passed within a week by
    /// what is noted in the folder for copies.
    #[must_use]
    pub fn trusted(mut self) -> Self {
        self.is_trusted = true;
        self
    }

    /// Opens the store of a URL: `file:///dir`, `s3://bucket/prefix`, `gs://bucket/prefix`,
    /// `az://container/prefix`, `postgres://user@host/database`, or `memory:`. It blocks while the store
    /// is probed, and must not be called on a thread of an asynchronous runtime.
    ///
    /// # Errors
    /// [`Refused`](isolate_host::ErrorKind::Refused) for a URL that names no store, and for a store that
    /// does not qualify, with the reason; [`Storage`](isolate_host::ErrorKind::Storage) for one that does
    /// not answer, and where there is no folder for copies.
    pub fn open(&self, url: &str) -> Result<Store, Error> {
        let objects = isolate_stores::open(url, &self.settings)
            .map_err(|error| storage(ErrorKind::Invalid, "cannot open the store", &error))?;
        self.over(objects)
    }

    /// As [`open`](Self::open), over a store of the embedder.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn over(&self, objects: Arc<dyn Objects>) -> Result<Store, Error> {
        let cache = self.cache.clone().or_else(default_cache).ok_or_else(|| {
            let why = "there is no home directory: say where copies may lie";
            storage(ErrorKind::Unavailable, "cannot open the store", &why)
        })?;
        if !self.is_trusted {
            probed(&objects, &cache)?;
        }
        let cache_bytes_max = self.cache_bytes_max.unwrap_or(CACHE_BYTES_MAX);
        trimmed(&cache, cache_bytes_max, false);
        Ok(Store {
            inner: Arc::new(Inner {
                cache_bytes_max,
                keys: self.keys.clone(),
                opened: AtomicU64::new(1),
                objects: Arc::new(Counted::over(objects)),
                copies_made: Mutex::default(),
                cache,
                copies: self.copies.clone(),
                workspaces: self.workspaces.clone(),
            }),
        })
    }
}

/// For how long a store that has passed the probe is not probed again.
const PROBED_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The key of a workspace of a name, if it has one; an error says why it cannot be had.
type KeyOf = dyn Fn(&str) -> Result<Option<WorkspaceKey>, String> + Send + Sync;

/// What gives the keys of workspaces.
#[derive(Clone)]
struct Keys(Arc<KeyOf>);

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

/// Bytes of local copies at most, by default.
const CACHE_BYTES_MAX: u64 = 10 << 30;

/// Copies that a process opens before it looks again how many bytes there are.
const OPENED_PER_TRIM: u64 = 64;

/// Removes copies beyond the bound, as far as that is possible: without it, all work goes on.
fn trimmed(cache: &Path, bytes_max: u64, is_due: bool) {
    if let Err(error) = cache::trim(cache, bytes_max, is_due) {
        tracing::warn!(%error, "the folder for copies of workspaces was not kept within its bound");
    }
}

/// Probes a store, unless it has passed lately.
fn probed(objects: &Arc<dyn Objects>, cache: &Path) -> Result<(), Error> {
    let name = objects.name();
    // A store in memory is another one each time, and always the same.
    if name == "memory:" {
        return Ok(());
    }
    let note = cache.join(format!(
        "{}.probed",
        &blake3::hash(name.as_bytes()).to_hex()[..32]
    ));
    let noted = std::fs::metadata(&note).and_then(|note| note.modified());
    let age = noted.ok().and_then(|noted| noted.elapsed().ok());
    if age.is_some_and(|age| age < PROBED_FOR) {
        return Ok(());
    }
    let runtime = runtime()
        .map_err(|error| storage(ErrorKind::Unavailable, "cannot open the store", &error))?;
    let asked = Arc::clone(objects);
    let done = wait(runtime, async move {
        probe(&*asked).await.map_err(|error| {
            let kind = match &error {
                ProbeError::Failed(_) => ErrorKind::Unavailable,
                _ => ErrorKind::Invalid,
            };
            isolate_vfs::Error::new(kind).with_detail(error.to_string())
        })
    });
    done.map_err(|error| storage(error.kind(), "the store cannot be used", &error))?;
    // Without the note it is probed again.
    let _ = make_private(cache).and_then(|()| std::fs::write(&note, name));
    Ok(())
}

/// The folder for the copies of a user.
fn default_cache() -> Option<PathBuf> {
    let folder = |name: &str| {
        let folder = std::env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(cache.join("isolate"))
}

/// A connection that writes.
fn connect(copy: &Replica) -> isolate_vfs::Result<Tree> {
    let tree = Tree::open(copy.path(), &OpenOptions::new().copy())?;
    tree.set_publisher(Some(copy.publisher()))?;
    Ok(tree)
}

fn random() -> Result<u128, Error> {
    replica::random().map_err(|error| {
        storage(
            ErrorKind::Unavailable,
            "the system has no randomness",
            &error,
        )
    })
}

fn storage(kind: ErrorKind, doing: &str, why: &dyn std::fmt::Display) -> Error {
    let cause = isolate_vfs::Error::new(kind).with_detail(why.to_string());
    match kind {
        ErrorKind::Invalid => Error::refused(format!("{doing}: {why}")).with_source(cause),
        _ => Error::storage(doing, cause),
    }
}

/// Workspaces that many hosts share. Cheap to clone.
///
/// ```
/// use isolate_host::Sandbox;
/// use isolate_replica::{Store, StoreOptions};
///
/// # let (one, two) = (tempfile::tempdir()?, tempfile::tempdir()?);
/// # let folder = tempfile::tempdir()?;
/// # let url = format!("file://{}", folder.path().display());
/// let options = StoreOptions::new();
/// # let options = options.cache(one.path());
/// let workspace = options.open(&url)?.workspace("ann")?;
/// let sandbox = Sandbox::new()?;
/// sandbox.run(&workspace, "() => state.writeFile('/a', 'x')").blocking()?;
///
/// // On another host.
/// # let options = options.cache(two.path());
/// let workspace = options.open(&url)?.workspace("ann")?;
/// let run = sandbox.run(&workspace, "() => state.readFile('/a')").blocking()?;
/// assert_eq!(run.result::<String>()?, "x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    objects: Arc<Counted>,
    copies_made: Mutex<CopiesMade>,
    cache_bytes_max: u64,
    keys: Option<Keys>,
    /// How many copies were opened.
    opened: AtomicU64,
    cache: PathBuf,
    copies: ReplicaOptions,
    workspaces: WorkspaceOptions,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Store").field(&self.name()).finish()
    }
}

/// What copies have done: those that are closed, and what counts those that may be open.
#[derive(Default)]
struct CopiesMade {
    closed: Metrics,
    open: Vec<Arc<Shown>>,
}

impl CopiesMade {
    fn settle(&mut self) {
        let closed = &mut self.closed;
        self.open.retain(|shown| {
            // Nobody else counts any more.
            let is_open = Arc::strong_count(shown) > 1;
            if !is_open {
                closed.add(shown.metrics());
            }
            is_open
        });
    }
}

impl Store {
    /// Opens the store of a URL with default options.
    ///
    /// # Errors
    /// As [`StoreOptions::open`].
    pub fn open(url: &str) -> Result<Self, Error> {
        StoreOptions::new().open(url)
    }

    /// What it is, without secrets: `s3://bucket/prefix`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.inner.objects.name()
    }

    fn copies_made(&self) -> MutexGuard<'_, CopiesMade> {
        let made = self.inner.copies_made.lock();
        made.unwrap_or_else(PoisonError::into_inner)
    }

    /// What all copies of this store have done, the closed ones too.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        let mut made = self.copies_made();
        made.settle();
        let mut all = made.closed;
        for shown in &made.open {
            all.add(shown.metrics());
        }
        all
    }

    /// What was asked of the store.
    #[must_use]
    pub fn requests(&self) -> Requests {
        self.inner.objects.requests()
    }

    /// The folder for local copies.
    #[must_use]
    pub fn cache(&self) -> &Path {
        &self.inner.cache
    }

    /// The copy of a workspace, brought up to date. It blocks.
    ///
    /// # Errors
    /// As [`Replica::open`].
    pub fn copy(&self, workspace: &str) -> Result<Replica, Error> {
        let inner = &self.inner;
        let objects = Arc::clone(&inner.objects) as Arc<dyn Objects>;
        if inner
            .opened
            .fetch_add(1, Ordering::Relaxed)
            .is_multiple_of(OPENED_PER_TRIM)
        {
            trimmed(&inner.cache, inner.cache_bytes_max, true);
        }
        let mut options = inner.copies.clone();
        if let Some(Keys(keys)) = &inner.keys {
            let key = keys(workspace);
            let key = key.map_err(|why| {
                storage(
                    ErrorKind::Unavailable,
                    &format!("no key of the workspace {workspace}"),
                    &why,
                )
            })?;
            options = key.into_iter().fold(options, ReplicaOptions::key);
        }
        let copy = Replica::open(objects, workspace, &inner.cache, &options);
        if let Ok(copy) = &copy {
            let mut made = self.copies_made();
            if made.open.len().is_power_of_two() {
                made.settle();
            }
            made.open.push(copy.shown());
        }
        copy.map_err(|cause| match cause.kind() {
            ErrorKind::Invalid => Error::refused(cause.to_string()).with_source(cause),
            _ => {
                let doing = format!("cannot open the workspace {workspace} of {}", self.name());
                Error::storage(doing, cause)
            }
        })
    }

    /// Puts a copy of a workspace file into the store, as a new workspace of this name, with its history
    /// and its branches. As in any [copy](isolate_vfs::Tree::fork), runs that wait are not resumed
    /// there. It blocks.
    ///
    /// # Errors
    /// [`Refused`](isolate_host::ErrorKind::Refused) where the store has a workspace of the name; else as
    /// [`Workspace::open`] and [`Replica::open`].
    pub fn push(&self, file: &Path, name: &str) -> Result<Position, Error> {
        let copy = self.copy(name)?;
        let taken = || {
            Error::refused(format!(
                "{} has a workspace {name} already: give another name",
                self.name()
            ))
        };
        if !copy.is_absent() {
            return Err(taken());
        }
        let unread = |cause| Error::storage("cannot read the workspace", cause);
        let scratch = self.inner.cache.join(format!("{:032x}.sqlite", random()?));
        let forked = Tree::open(file, &OpenOptions::new().read_only())
            .and_then(|tree| tree.fork(&scratch, &ForkOptions::new()));
        let rows = forked
            .and_then(|()| Tree::open(&scratch, &OpenOptions::new()))
            .and_then(|tree| tree.all_rows());
        cache::remove(&scratch);
        let rows = rows.map_err(unread)?;
        let pushed = connect(&copy).and_then(|tree| tree.publish_all(&rows));
        match pushed {
            Err(cause) if matches!(cause.kind(), ErrorKind::Exists | ErrorKind::Raced) => {
                Err(taken())
            }
            Err(cause) => Err(Error::storage(
                "cannot put the workspace into the store",
                cause,
            )),
            Ok(()) => copy.head().ok_or_else(taken),
        }
    }

    /// Removes from the log of a workspace what nobody needs: see [`Replica::collect`]. It blocks.
    ///
    /// # Errors
    /// As [`Replica::open`] and [`Replica::collect`].
    pub fn collect(&self, workspace: &str, age: Duration) -> Result<Collected, Error> {
        let collected = self.copy(workspace)?.collect(age);
        collected
            .map_err(|cause| Error::storage("cannot collect what the log does not need", cause))
    }

    /// The names of workspaces after `after`, sorted by their bytes, `most` at most. One whose first change
    /// is under way, or has failed, may be among them. It blocks.
    ///
    /// # Errors
    /// [`Storage`](isolate_host::ErrorKind::Storage) where the store does not answer.
    pub fn names(&self, after: &str, most: usize) -> Result<Vec<String>, Error> {
        check_prefix(after)
            .map_err(|why| Error::refused(format!("{after:?} is no name of a workspace: {why}")))?;
        let (objects, after) = (Arc::clone(&self.inner.objects), after.to_owned());
        self.asked("cannot list the workspaces", async move {
            names::list(&*objects, &after, most).await
        })
    }

    /// The copy of a workspace, if there is one of the name. It blocks.
    ///
    /// # Errors
    /// As [`Store::copy`].
    pub fn find(&self, workspace: &str) -> Result<Option<Replica>, Error> {
        let (objects, name) = (Arc::clone(&self.inner.objects), workspace.to_owned());
        let is_named = self.asked("cannot look for the workspace", async move {
            names::is_named(&*objects, &name).await
        })?;
        // Without a name, a copy would be made for whatever is asked for.
        if !is_named {
            return Ok(None);
        }
        let copy = self.copy(workspace)?;
        Ok((!copy.is_absent()).then_some(copy))
    }

    /// Makes a workspace, if there is none of the name. It blocks.
    ///
    /// # Errors
    /// As [`Store::copy`].
    pub fn make(&self, workspace: &str) -> Result<Replica, Error> {
        let copy = self.copy(workspace)?;
        if copy.is_absent() {
            let made = nothing().and_then(|rows| {
                let tree = connect(&copy)?;
                match tree.publish_all(&rows) {
                    // Another host has made it.
                    Err(error) if matches!(error.kind(), ErrorKind::Exists | ErrorKind::Raced) => {
                        copy.refresh()
                    }
                    done => done,
                }
            });
            made.map_err(|cause| Error::storage("cannot make the workspace", cause))?;
        }
        Ok(copy)
    }

    /// Removes a workspace, for good: see [`Replica::remove`]. Returns whether there was one. It blocks.
    ///
    /// # Errors
    /// As [`Store::copy`] and [`Replica::remove`].
    pub fn remove(&self, workspace: &str) -> Result<bool, Error> {
        let removed = self.copy(workspace)?.remove();
        removed.map_err(|cause| Error::storage("cannot remove the workspace", cause))
    }

    /// Asks the store, and waits for its answer.
    fn asked<T: Send + 'static>(
        &self,
        doing: &str,
        work: impl Future<Output = Result<T, ObjectsError>> + Send + 'static,
    ) -> Result<T, Error> {
        let runtime = runtime().map_err(|error| storage(ErrorKind::Unavailable, doing, &error))?;
        let answer = wait(runtime, async move {
            work.await.map_err(|error| {
                isolate_vfs::Error::new(ErrorKind::Unavailable).with_detail(error.to_string())
            })
        });
        answer.map_err(|cause| Error::storage(doing, cause))
    }

    /// The workspace of a name, on a copy of its own; it is made by its first change. It blocks.
    ///
    /// # Errors
    /// As [`Replica::open`] and [`Workspace::open`].
    pub fn workspace(&self, name: &str) -> Result<Workspace, Error> {
        self.workspace_with(name, &self.inner.workspaces)
    }

    /// As [`workspace`](Self::workspace), with other options of the workspace.
    ///
    /// # Errors
    /// As [`workspace`](Self::workspace).
    pub fn workspace_with(
        &self,
        name: &str,
        options: &WorkspaceOptions,
    ) -> Result<Workspace, Error> {
        let copy = self.copy(name)?;
        let path = copy.path().to_owned();
        options.clone().copy_of(Arc::new(copy)).open(path)
    }
}
