//! What the handlers of requests share.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::StatusCode;
use isolate_host::trace::TraceContents;
use isolate_host::vfs::Tree;
use isolate_host::{Functions, Sandbox, Workspace, Workspaces};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::access::{Access, Permission, Principal, Rates};
use crate::answered::Answered;
use crate::limits::ServiceLimits;
use crate::metrics::Metrics;
use crate::mounts::Mounts;
use crate::problem::Problem;
use crate::runs::Runs;
use crate::turns::{Bounds, Turns};

/// A workspace that was used within this time stays open.
const OPEN_TIME: Duration = Duration::from_secs(300);

/// Gates of workspaces without calls are forgotten at the latest when there are so many.
const FORGOTTEN_MIN: usize = 64;

/// Functions of the embedder for the programs of a principal in a workspace.
pub(crate) type FunctionsFor = dyn Fn(&Principal, &str) -> Functions + Send + Sync;

/// What the handlers of requests share.
pub(crate) struct Shared {
    pub(crate) workspaces: Workspaces,
    pub(crate) sandbox: Sandbox,
    pub(crate) limits: ServiceLimits,
    pub(crate) access: Access,
    pub(crate) functions: Option<Box<FunctionsFor>>,
    /// Contents that spans of runs may have.
    pub(crate) trace_contents: TraceContents,
    /// Which commands the programs of `run` may run, if any: all, or these.
    pub(crate) program_commands: Option<Option<Vec<String>>>,
    pub(crate) turns: Turns,
    pub(crate) rates: Rates,
    pub(crate) runs: Runs,
    pub(crate) metrics: Metrics,
    pub(crate) mounts: Mounts,
    pub(crate) has_page: bool,
    /// The OpenAPI document.
    pub(crate) document: String,
    /// The permits for large bodies.
    pub(crate) large: Semaphore,
    streams: Arc<Semaphore>,
    archives: Arc<Semaphore>,
    storage: Storage,
    open: Open,
    /// Held while a workspace is made, so that the limit on their number is exact.
    makes: tokio::sync::Mutex<()>,
    is_ending: AtomicBool,
    pub(crate) answered: Answered,
    /// Held while a workspace is looked at without a request, so that it is not in use when it is removed.
    pub(crate) looks: Mutex<()>,
    /// The number of runs that have not ended.
    going: watch::Sender<usize>,
}

/// What an embedder makes a service of.
pub(crate) struct Parts {
    pub(crate) workspaces: Workspaces,
    pub(crate) sandbox: Sandbox,
    pub(crate) limits: ServiceLimits,
    pub(crate) access: Access,
    pub(crate) functions: Option<Box<FunctionsFor>>,
    pub(crate) trace_contents: TraceContents,
    /// Which commands the programs of `run` may run, if any: all, or these.
    pub(crate) program_commands: Option<Option<Vec<String>>>,
    pub(crate) has_page: bool,
}

/// A run that has not ended.
pub(crate) struct Going(watch::Sender<usize>);

impl Drop for Going {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// The permits of calls of the storage.
struct Storage {
    all: Arc<Semaphore>,
    of: Mutex<BTreeMap<String, Arc<Semaphore>>>,
}

/// The workspaces that stay open, by when they were used last.
#[derive(Default)]
struct Open {
    recent: Mutex<VecDeque<(String, Workspace, Instant)>>,
}

/// Whether a workspace that is missing is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Refuse,
    /// If the principal may.
    Make,
}

impl Shared {
    /// With the runs that are known, and the OpenAPI document.
    pub(crate) fn new(parts: Parts, runs: Runs, document: String) -> Self {
        let Parts {
            workspaces,
            sandbox,
            limits,
            access,
            functions,
            trace_contents,
            program_commands,
            has_page,
        } = parts;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let turns = match limits.turns {
            0 => 2 * cores,
            turns => turns,
        };
        let turns_of_workspace = match limits.turns_of_workspace {
            0 => cores.saturating_sub(1).max(1),
            turns => turns,
        };
        Self {
            turns: Turns::new(Bounds {
                // Runs beyond those of the sandbox would wait there, in the order in which they came.
                turns: turns.min(sandbox.stats().runs_max).max(1),
                turns_of_workspace,
                // As many as the sandbox has places for, and as many that want one of those that wait.
                begun: 2 * sandbox.stats().runs_max,
                waiting: limits.waiting,
                waiting_of_workspace: limits.waiting_of_workspace,
                waiting_bytes: limits.waiting_bytes,
            }),
            rates: Rates::default(),
            runs,
            metrics: Metrics::default(),
            mounts: Mounts::new(limits.mcp_servers),
            has_page,
            document,
            large: Semaphore::new(limits.large_bodies.max(1)),
            streams: Arc::new(Semaphore::new(limits.streams)),
            archives: Arc::new(Semaphore::new(limits.archives)),
            storage: Storage {
                all: Arc::new(Semaphore::new(limits.storage_calls.max(1))),
                of: Mutex::default(),
            },
            open: Open::default(),
            makes: tokio::sync::Mutex::default(),
            is_ending: AtomicBool::new(false),
            answered: Answered::default(),
            looks: Mutex::default(),
            going: watch::Sender::new(0),
            workspaces,
            sandbox,
            limits,
            access,
            functions,
            trace_contents,
            program_commands,
        }
    }

    /// Takes no more runs and no more streams.
    pub(crate) fn end(&self) {
        self.is_ending.store(true, Ordering::Release);
        self.turns.close();
        self.streams.close();
        self.mounts.end(None);
    }

    /// Counts a run until the result is dropped.
    pub(crate) fn going(&self) -> Going {
        self.going.send_modify(|count| *count += 1);
        Going(self.going.clone())
    }

    /// Waits until no run goes on.
    pub(crate) async fn none_goes_on(&self) {
        // The sender is as old as this.
        let _ = self.going.subscribe().wait_for(|count| *count == 0).await;
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Acquire)
    }

    /// A permit for a stream of events.
    pub(crate) fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.streams).try_acquire_owned().map_err(|_| {
            Problem::busy(format!(
                "{} streams of events are open, no more are taken: close one",
                self.limits.streams
            ))
        })
    }

    pub(crate) fn streams_open(&self) -> usize {
        (self.limits.streams).saturating_sub(self.streams.available_permits())
    }

    /// A permit for an import or an export.
    pub(crate) fn archive(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.archives).try_acquire_owned().map_err(|_| {
            Problem::busy(format!(
                "{} imports and exports are going on, no more are taken: try again later",
                self.limits.archives
            ))
        })
    }

    /// Where files are kept for a moment: beside the workspaces, because they may be as large.
    pub(crate) fn temporary(&self) -> Result<PathBuf, Problem> {
        let folder = self.workspaces.folder().join(crate::FOLDER).join("tmp");
        std::fs::create_dir_all(&folder).map_err(|cause| {
            tracing::warn!(kind = ?cause.kind(), "the folder for temporary files cannot be made");
            Problem::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "EIO",
                "the server has no room for temporary files",
            )
        })?;
        Ok(folder)
    }

    pub(crate) fn workspaces_open(&self) -> usize {
        self.open.recent().len()
    }

    /// The workspace of a name, with the rules of the principal.
    pub(crate) async fn workspace(
        self: &Arc<Self>,
        principal: &Principal,
        name: &str,
        missing: Missing,
    ) -> Result<Workspace, Problem> {
        let guarded = |workspace: Workspace| match principal.rules() {
            Some(rules) => workspace.guarded(Arc::clone(&rules.guard)),
            None => workspace,
        };
        if let Some(workspace) = self.open.find(name) {
            return Ok(guarded(workspace));
        }
        let may_make = missing == Missing::Make && principal.may(Permission::Create);
        let found = self.blocking(name, {
            let name = name.to_owned();
            move |shared| Ok(shared.workspaces.find(&name)?)
        });
        let found = match found.await? {
            Some(found) => found,
            None if may_make => self.make(name).await?,
            None => {
                return Err(Problem::not_found(format!(
                    "there is no workspace {name}: make it with PUT /v1/workspaces/{name} and a token that \
                     has the permission \"create\""
                )));
            }
        };
        self.open.keep(name, &found, self.limits.workspaces_open);
        Ok(guarded(found))
    }

    /// Held while a workspace of the folder is made or removed, for the bound on their number. A store has none,
    /// and one that is slow for one workspace keeps nobody waiting for another.
    async fn one_at_a_time(&self) -> Option<tokio::sync::MutexGuard<'_, ()>> {
        match self.workspaces.source() {
            None => Some(self.makes.lock().await),
            Some(_) => None,
        }
    }

    /// Makes a workspace, if there may be one more.
    pub(crate) async fn make(self: &Arc<Self>, name: &str) -> Result<Workspace, Problem> {
        let _one_at_a_time = self.one_at_a_time().await;
        let name_owned = name.to_owned();
        let made = self.blocking(name, move |shared| {
            if let Some(found) = shared.workspaces.find(&name_owned)? {
                return Ok(found);
            }
            let most = shared.limits.workspaces;
            // How many a store may have is up to its operator.
            let is_full = || Ok::<_, Problem>(shared.workspaces.names()?.len() >= most);
            if shared.workspaces.source().is_none() && is_full()? {
                return Err(Problem::new(
                    StatusCode::INSUFFICIENT_STORAGE,
                    "ENOSPC",
                    format!("there are {most} workspaces, no more are made: delete one"),
                ));
            }
            Ok(shared.workspaces.open(&name_owned)?)
        });
        let made = made.await?;
        self.open.keep(name, &made, self.limits.workspaces_open);
        Ok(made)
    }

    /// Removes a workspace. Returns whether there was one.
    pub(crate) async fn remove(self: &Arc<Self>, name: &str) -> Result<bool, Problem> {
        let _one_at_a_time = self.one_at_a_time().await;
        self.open.forget(name);
        self.mounts.end(Some(name));
        let name_owned = name.to_owned();
        let removed = self.blocking(name, move |shared| {
            // Nobody looks at those of a store without a request.
            let _looks = (shared.workspaces.source().is_none())
                .then(|| shared.looks.lock().unwrap_or_else(PoisonError::into_inner));
            shared
                .workspaces
                .remove(&name_owned)
                .map_err(|error| match error.kind() {
                    isolate_host::ErrorKind::Busy => {
                        Problem::new(StatusCode::CONFLICT, "EBUSY", error.reason())
                    }
                    _ => error.into(),
                })
        });
        removed.await
    }

    /// A call of the storage of a workspace, on a thread that may block. If it is no longer awaited it
    /// stops.
    pub(crate) async fn storage<T: Send + 'static>(
        self: &Arc<Self>,
        name: &str,
        workspace: &Workspace,
        call: impl FnOnce(&Tree) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let time = self.limits.storage_time;
        self.storage_within(name, workspace, time, call).await
    }

    /// As [`Shared::storage`], within another time.
    pub(crate) async fn storage_within<T: Send + 'static>(
        self: &Arc<Self>,
        name: &str,
        workspace: &Workspace,
        time: Duration,
        call: impl FnOnce(&Tree) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let workspace = workspace.clone();
        let stopped = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(Arc::clone(&stopped));
        let until = Instant::now().checked_add(time);
        self.blocking(name, move |_| {
            let tree = workspace.tree()?;
            tree.set_deadline(until);
            tree.set_stop_signal(Some(Arc::new(move || stopped.load(Ordering::Acquire))));
            call(&tree)
        })
        .await
    }

    /// Work on a thread that may block: a bounded number at a time, of each workspace and of all.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        name: &str,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let of = self
            .storage
            .of(name, self.limits.storage_calls_of_workspace);
        let permits = async {
            let own = of.acquire_owned().await;
            let all = Arc::clone(&self.storage.all).acquire_owned().await;
            (own, all)
        };
        let permits = tokio::time::timeout(self.limits.storage_time, permits).await;
        let permits = permits.map_err(|_| {
            Problem::busy(format!(
                "other requests have kept the storage of {name} busy for {} s: try again later",
                self.limits.storage_time.as_secs()
            ))
        })?;
        let shared = Arc::clone(self);
        let task = tokio::task::spawn_blocking(move || {
            let _permits = permits;
            work(&shared)
        });
        task.await.map_err(|_| Problem::internal())?
    }
}

/// Stops a call of the storage.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

impl Storage {
    fn of(&self, name: &str, calls_max: usize) -> Arc<Semaphore> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if of.len() >= FORGOTTEN_MIN && of.len().is_power_of_two() {
            of.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        let gate = of.entry(name.to_owned());
        Arc::clone(gate.or_insert_with(|| Arc::new(Semaphore::new(calls_max.max(1)))))
    }
}

impl Open {
    fn recent(&self) -> MutexGuard<'_, VecDeque<(String, Workspace, Instant)>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, name: &str) -> Option<Workspace> {
        let mut recent = self.recent();
        let at = recent.iter().position(|(known, ..)| known == name)?;
        let (known, workspace, _) = recent.remove(at)?;
        if workspace.has_ended() {
            return None;
        }
        recent.push_back((known, workspace.clone(), Instant::now()));
        let old = Self::old(&mut recent);
        drop(recent);
        // Closing one may write to the disk, which the next request need not wait for.
        drop(old);
        Some(workspace)
    }

    fn keep(&self, name: &str, workspace: &Workspace, most: usize) {
        let mut recent = self.recent();
        recent.retain(|(known, ..)| known != name);
        recent.push_back((name.to_owned(), workspace.clone(), Instant::now()));
        let mut old = Self::old(&mut recent);
        while recent.len() > most {
            old.extend(recent.pop_front());
        }
        drop(recent);
        drop(old);
    }

    fn forget(&self, name: &str) {
        let mut recent = self.recent();
        let gone = recent.iter().position(|(known, ..)| known == name);
        let gone = gone.and_then(|at| recent.remove(at));
        drop(recent);
        drop(gone);
    }

    /// Takes out what was not used of late.
    fn old(
        recent: &mut VecDeque<(String, Workspace, Instant)>,
    ) -> Vec<(String, Workspace, Instant)> {
        let mut old = Vec::new();
        while recent
            .front()
            .is_some_and(|(_, _, used)| used.elapsed() > OPEN_TIME)
        {
            old.extend(recent.pop_front());
        }
        old
    }
}
