//! [`Replica`]: opening a copy, and what its users ask of it.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use isolate_ledger::collect;
use isolate_ledger::log::{Log, LogError};
use isolate_ledger::objects::Objects;
use isolate_ledger::{Config, JobId, Position};
use isolate_vfs::{
    Error, ErrorKind, OpenOptions, Publisher, Publishers, Quota, RACES_MAX, Result, Tree,
};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::body::Body;
use crate::cache::{self, InUse};
use crate::collect::Collected;
use crate::driver::Driver;
use crate::names::Names;
use crate::place::Place;
use crate::publisher::{Message, ReplicaPublisher, ask};
use crate::sealed::{Sealed, WorkspaceKey};
use crate::snapshot;

/// How to open a [`Replica`].
#[derive(Clone, Debug, Default)]
pub struct ReplicaOptions {
    config: Config,
    max_staleness: Duration,
    key: Option<WorkspaceKey>,
}

impl ReplicaOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A place that the log has to have: an entry's number and hash. A log that does not have it was
    /// emptied, rolled back or changed, and the copy is not opened. Default: none.
    #[must_use]
    pub fn expect(mut self, place: Position) -> Self {
        self.config.expected = Some(place);
        self
    }

    /// The key by which everything that is stored of the workspace is encrypted, but for names and sizes.
    /// The local copy is not: only its user can read it. Default: none, and nothing is encrypted.
    #[must_use]
    pub fn key(mut self, key: WorkspaceKey) -> Self {
        self.key = Some(key);
        self
    }

    /// How old what is read may be: [`Replica::refresh`] does not ask the store where that was asked so
    /// recently. Writing is never stale. Default: 0, and each refresh is a request.
    #[must_use]
    pub fn max_staleness(mut self, age: Duration) -> Self {
        self.max_staleness = age;
        self
    }

    /// A snapshot is made after each entry whose number is a multiple of this; never with 0. Default:
    /// 256.
    #[must_use]
    pub fn snapshot_every(mut self, entries: u64) -> Self {
        self.config.snapshot_every = entries;
        self
    }
}

/// What a copy has done since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metrics {
    /// Entries that this copy has appended.
    pub appended: u64,
    /// Entries of others that it has taken in.
    pub applied: u64,
    /// Transactions that another host was faster than.
    pub raced: u64,
    /// Snapshots that it has stored.
    pub snapshots: u64,
    /// Bytes of the entries and packs that it has stored.
    pub bytes_stored: u64,
    /// Requests that ended without an answer that says what has become of them.
    pub unclear: u64,
}

impl Metrics {
    /// Adds those of another copy.
    pub(crate) fn add(&mut self, other: Self) {
        self.appended += other.appended;
        self.applied += other.applied;
        self.raced += other.raced;
        self.snapshots += other.snapshots;
        self.bytes_stored += other.bytes_stored;
        self.unclear += other.unclear;
    }
}

/// The counters behind [`Metrics`], and what the driver tells of the copy.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub(crate) appended: AtomicU64,
    pub(crate) applied: AtomicU64,
    pub(crate) raced: AtomicU64,
    pub(crate) snapshots: AtomicU64,
    pub(crate) bytes_stored: AtomicU64,
    pub(crate) unclear: AtomicU64,
    /// The newest entry that a list had, when the copy was made.
    pub(crate) newest: AtomicU64,
    /// Whether nothing is done any more.
    pub(crate) has_ended: AtomicBool,
    head: Mutex<Option<Position>>,
    looked: Mutex<Option<Instant>>,
}

impl Shown {
    pub(crate) fn metrics(&self) -> Metrics {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Metrics {
            appended: of(&self.appended),
            applied: of(&self.applied),
            raced: of(&self.raced),
            snapshots: of(&self.snapshots),
            bytes_stored: of(&self.bytes_stored),
            unclear: of(&self.unclear),
        }
    }

    pub(crate) fn set_head(&self, head: Position) {
        *self.head.lock().unwrap_or_else(PoisonError::into_inner) = Some(head);
    }

    /// Whether the copy has had everything that the log had at this time.
    pub(crate) fn has_looked(&self, at: Instant) -> bool {
        let looked = *self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        looked.is_some_and(|looked| looked >= at)
    }

    /// The copy had everything at this time.
    pub(crate) fn set_looked(&self, at: Instant) {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        *looked = Some(looked.map_or(at, |before| before.max(at)));
    }
}

/// A local copy of a workspace that many hosts share. Cheap to clone; it is closed with its last clone
/// and the last of its publishers.
#[derive(Clone)]
pub struct Replica {
    inner: Arc<Inner>,
}

struct Inner {
    log: Log,
    names: Names,
    workspace: String,
    file: PathBuf,
    driver: UnboundedSender<Message>,
    in_use: Arc<InUse>,
    is_absent: Arc<AtomicBool>,
    next_job: Arc<dyn Fn() -> JobId + Send + Sync>,
    shown: Arc<Shown>,
    max_staleness: Duration,
}

impl std::fmt::Debug for Replica {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = &self.inner.file;
        f.debug_struct("Replica")
            .field("file", file)
            .finish_non_exhaustive()
    }
}

/// The threads that ask stores, for all copies of the process.
pub(crate) fn runtime() -> std::io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    static MAKING: Mutex<()> = Mutex::new(());
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let made = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("isolate-replica")
        .enable_all()
        .build()?;
    Ok(RUNTIME.get_or_init(|| made))
}

/// Waits for the end of some work on those threads, whatever thread this is.
pub(crate) fn wait<T: Send + 'static>(
    runtime: &Runtime,
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    let (sender, answer) = sync_channel(1);
    runtime.spawn(async move {
        // Somebody waits below.
        let _ = sender.send(work.await);
    });
    answer.recv().unwrap_or_else(|_| {
        Err(Error::new(ErrorKind::Unavailable).with_detail("asking the store has panicked"))
    })
}

fn unavailable(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Unavailable).with_detail(error.to_string())
}

/// How often the store is asked once more that did not answer, and how long after that.
const TRIES: u32 = 8;
const PAUSE: Duration = Duration::from_millis(50);

/// Checks that nothing is missing in the log behind the place of a host that knows nothing of it: it ends where
/// an entry is absent, and must not go on there where a later one is there.
async fn check_whole(log: &Log, head: Option<Position>) -> Result<()> {
    let head = head.map_or(0, |head| head.number);
    let mut tries = 0;
    let newest = loop {
        match gap_after(log, head).await {
            Ok(None) => return Ok(()),
            Ok(Some(newest)) => break newest,
            Err(error) if tries == TRIES => {
                return Err(Error::new(ErrorKind::Unavailable).with_detail(error.to_string()));
            }
            Err(_) => tries += 1,
        }
        tokio::time::sleep(PAUSE * tries).await;
    };
    Err(Error::new(ErrorKind::Unavailable).with_detail(format!(
        "entry {} of its log is gone, and entry {newest} is there: the log is not whole, and is not continued. \
         Restore the objects of the store, or `push` a backup under another name",
        head + 1
    )))
}

/// The newest entry, if the one after `head` is missing although there are later ones.
async fn gap_after(log: &Log, head: u64) -> Result<Option<u64>, LogError> {
    let newest = log.newest_entry().await?.unwrap_or(0);
    // Where the next one is there, it was appended meanwhile.
    let is_whole = newest <= head || log.entry(head + 1).await?.is_some();
    Ok((!is_whole).then_some(newest))
}

/// What the names of the objects of a workspace begin with: a few digits first, because stores share
/// their load among names by how they begin.
fn prefix_of(workspace: &str) -> String {
    let digest = blake3::hash(workspace.as_bytes()).to_hex();
    format!("workspaces/{}/{workspace}", &digest[..4])
}

pub(crate) fn random() -> std::io::Result<u128> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(u128::from_le_bytes(bytes))
}

impl Replica {
    /// Opens the workspace of this name in `store`, with a copy below the folder `cache`, which is made
    /// where it is missing, and takes in what the log has. A workspace of which the log has nothing is
    /// empty; it is made by the first change.
    ///
    /// It blocks while the store is asked, and must not be called on a thread of an asynchronous runtime.
    ///
    /// # Errors
    /// [`Invalid`](ErrorKind::Invalid) for a name that is no part of the name of an object;
    /// [`Unavailable`](ErrorKind::Unavailable) for a folder that cannot be used, and a store that does
    /// not answer, or whose log this version cannot read or is not the one that is expected.
    pub fn open(
        store: Arc<dyn Objects>,
        workspace: &str,
        cache: &Path,
        options: &ReplicaOptions,
    ) -> Result<Self> {
        let failed = |why: &dyn std::fmt::Display| {
            Error::new(ErrorKind::Unavailable).with_detail(why.to_string())
        };
        if workspace.is_empty() || workspace.contains('/') || workspace.len() > 200 {
            return Err(Error::new(ErrorKind::Invalid).with_detail(
                "the name of a workspace has 1 to 200 letters, digits, dashes, underscores and dots",
            ));
        }
        let slot = cache::slot(cache, store.name(), workspace).map_err(|error| failed(&error))?;
        let sealed = Arc::new(Sealed::over(Arc::clone(&store), options.key.as_ref()));
        let log = Log::new(sealed, &prefix_of(workspace)).map_err(|error| {
            Error::new(ErrorKind::Invalid)
                .with_detail(format!("the name of the workspace: {error}"))
        })?;
        let names = Names::of(store, log.clone(), workspace);
        let (tree, place) = match opened(&slot.file) {
            Ok(opened) => opened,
            // What it has, the log has: it is made again. A disk that fails does so again then.
            Err(error) => {
                tracing::warn!(%error, "a copy of a workspace is made again");
                slot.clear().map_err(|error| failed(&error))?;
                opened(&slot.file)?
            }
        };
        let instance = random().map_err(|error| failed(&error))?;
        let runtime = runtime().map_err(|error| failed(&error))?;
        let (driver, messages) = unbounded_channel();
        let shown = Arc::new(Shown::default());
        if let Some(place) = &place {
            shown.set_head(place.head);
        }
        let is_fresh = place.is_none();
        let is_absent = place.as_ref().is_none_or(|place| place.is_removed);
        let is_absent = Arc::new(AtomicBool::new(is_absent));
        let count = AtomicU64::new(0);
        let jobs = random().map_err(|error| failed(&error))?;
        let next_job = move || {
            let number = u128::from(count.fetch_add(1, Ordering::Relaxed));
            JobId(jobs.wrapping_add(number))
        };
        let inner = Inner {
            log: log.clone(),
            names: names.clone(),
            workspace: workspace.to_owned(),
            file: slot.file.clone(),
            driver,
            in_use: slot.in_use(),
            is_absent: Arc::clone(&is_absent),
            next_job: Arc::new(next_job),
            shown: Arc::clone(&shown),
            max_staleness: options.max_staleness,
        };
        let work = Driver::new(
            (options.config.clone(), instance),
            (log, names),
            (tree, slot, place),
            (messages, inner.driver.downgrade()),
            (is_absent, shown, Arc::clone(&inner.next_job)),
        );
        runtime.spawn(work.run());
        let copy = Self {
            inner: Arc::new(inner),
        };
        copy.look()?;
        // Otherwise all is there that the log was seen to have.
        let newest = copy.inner.shown.newest.load(Ordering::Relaxed);
        if is_fresh && copy.head().map_or(0, |head| head.number) < newest {
            let (log, head) = (copy.inner.log.clone(), copy.head());
            wait(runtime, async move { check_whole(&log, head).await })?;
        }
        copy.settle();
        Ok(copy)
    }

    /// The name of the workspace.
    #[must_use]
    pub fn workspace(&self) -> &str {
        &self.inner.workspace
    }

    /// The file of the copy. It is to be opened as a [copy](OpenOptions::copy), and each connection that
    /// writes needs a [publisher](Replica::publisher).
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.inner.file
    }

    /// The publisher of a connection.
    #[must_use]
    pub fn publisher(&self) -> Box<dyn Publisher> {
        let inner = &self.inner;
        Box::new(ReplicaPublisher {
            driver: inner.driver.clone(),
            _in_use: Arc::clone(&inner.in_use),
            is_absent: Arc::clone(&inner.is_absent),
            next_job: Arc::clone(&inner.next_job),
            job: None,
            is_raced: false,
        })
    }

    /// Takes in what the log has, unless that was done within the
    /// [staleness](ReplicaOptions::max_staleness) that is allowed: what is read afterwards is as new as when this was called. It blocks.
    ///
    /// # Errors
    /// [`Unavailable`](ErrorKind::Unavailable) where the store does not answer, or its log cannot be
    /// continued.
    pub fn refresh(&self) -> Result<()> {
        let looked = self.inner.shown.looked.lock();
        let looked = *looked.unwrap_or_else(PoisonError::into_inner);
        let is_fresh = looked.is_some_and(|at| at.elapsed() < self.inner.max_staleness);
        match is_fresh {
            true => Ok(()),
            false => ask(&self.inner.driver, Message::Refresh),
        }
    }

    /// Whether there is no workspace: the log has no entry, or the last one has removed it. The first change
    /// makes it.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        self.inner.is_absent.load(Ordering::Acquire)
    }

    /// Whether everything fails from now on: the workspace was removed since it was opened, or its log
    /// cannot be continued.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.inner.shown.has_ended.load(Ordering::Acquire)
    }

    /// A removal ends this copy from now on.
    fn settle(&self) {
        // A driver that has ended says so to who asks next.
        let _ = self.inner.driver.send(Message::Settled);
    }

    /// Removes the workspace, for good: an entry says so, every other host that has it open fails with
    /// [`Removed`](ErrorKind::Removed) from then on, and what its log had is removed but for the headers
    /// of entries, so that no number is free again. Returns whether there was a workspace. It blocks.
    ///
    /// # Errors
    /// [`Raced`](ErrorKind::Raced) where other hosts were faster [`RACES_MAX`] times;
    /// [`Unavailable`](ErrorKind::Unavailable) and [`Unclear`](ErrorKind::Unclear) as of every change. Where
    /// it is removed and something of it is left, to remove it again removes that.
    pub fn remove(&self) -> Result<bool> {
        let mut races = 0;
        let is_removed = loop {
            if self.is_absent() {
                break false;
            }
            match self.publish_removal() {
                Err(error) if error.kind() == ErrorKind::Raced && races < RACES_MAX => races += 1,
                Err(error) if error.kind() == ErrorKind::Removed => break false,
                done => break done.map(|()| true)?,
            }
        };
        // The entry is taken in as one of anybody, which ends this copy.
        match self.look() {
            Err(error) if error.kind() != ErrorKind::Removed => return Err(error),
            _ => {}
        }
        if self.is_absent() {
            let (log, names) = (self.inner.log.clone(), self.inner.names.clone());
            let (head, runtime) = (self.head(), runtime().map_err(unavailable)?);
            wait(runtime, async move {
                if let Some(head) = head {
                    let snapshot = log.put_snapshot(head, snapshot::encode(head, &[]));
                    snapshot.await.map_err(unavailable)?;
                }
                // Also one that was left by a first change that failed.
                let last = head.map_or(0, |head| head.number);
                names.remove(last).await.map_err(unavailable)
            })?;
            self.collect(Duration::ZERO)?;
        }
        Ok(is_removed)
    }

    fn publish_removal(&self) -> Result<()> {
        let job = (self.inner.next_job)();
        let driver = &self.inner.driver;
        ask(driver, |reply| Message::Begin { job, reply })?;
        let body = Body::removal();
        let published = ask(driver, |reply| Message::Publish { job, body, reply });
        let is_committed = false;
        let _ = driver.send(Message::End { job, is_committed });
        if published.is_err() {
            ask(driver, Message::Barrier)?;
        }
        published.map(drop)
    }

    /// As [`Replica::refresh`], and compares what this copy knows of the log with the log.
    fn look(&self) -> Result<()> {
        ask(&self.inner.driver, Message::Behind)
    }

    /// Removes from the log what a snapshot covers that has been there for `age` by the clock of the
    /// store: bodies of entries of more than 4 KiB, older snapshots, and packs that nothing needs. Who
    /// reads from an older snapshot for longer than that begins again. Headers stay, so that no number is
    /// free again. It blocks.
    ///
    /// # Errors
    /// [`Unavailable`](ErrorKind::Unavailable): what was not removed is found next time.
    pub fn collect(&self, age: Duration) -> Result<Collected> {
        let settings = collect::Settings {
            age_ms: u64::try_from(age.as_millis()).unwrap_or(u64::MAX),
            ..collect::Settings::default()
        };
        let runtime = runtime().map_err(unavailable)?;
        let log = self.inner.log.clone();
        wait(runtime, async move {
            let collected = crate::collect::collect(&log, &settings).await;
            collected.map_err(unavailable)
        })
    }

    /// The place of the copy: that of the last entry that it has. `None` before the first.
    #[must_use]
    pub fn head(&self) -> Option<Position> {
        let head = self.inner.shown.head.lock();
        *head.unwrap_or_else(PoisonError::into_inner)
    }

    /// What this copy has done since it was opened.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.inner.shown.metrics()
    }

    /// Who counts what this copy does, also after its end.
    pub(crate) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.inner.shown)
    }
}

impl Publishers for Replica {
    fn publisher(&self) -> Box<dyn Publisher> {
        self.publisher()
    }

    fn refresh(&self) -> Result<()> {
        self.refresh()
    }

    fn has_ended(&self) -> bool {
        self.has_ended()
    }
}

/// A connection to the file of a copy that takes in what others have changed, and the place of that.
pub(crate) fn opened(file: &Path) -> Result<(Tree, Option<Place>)> {
    // What the log has was within the quota of who made it.
    let quota = Quota::new().bytes_max(1 << 62).entries_max(1 << 62);
    let tree = Tree::open(file, &OpenOptions::new().quota(quota).copy())?;
    let place = match tree.place()? {
        None => None,
        Some(bytes) => Some(Place::decode(&bytes).ok_or_else(|| {
            Error::new(ErrorKind::Corrupt)
                .with_detail("workspace is damaged: the place of the copy")
        })?),
    };
    Ok((tree, place))
}
