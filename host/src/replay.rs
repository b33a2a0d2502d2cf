//! Replays: a recorded run is made again and compared with its record.
//!
//! The run is made on a private copy of the workspace, with the files that it started from, its input,
//! its seed, its clock and the answers that it got. Nothing is written to the workspace itself, and no
//! function of the embedder is called.

mod changes;
mod compare;
mod copy;
mod plan;
mod report;

use std::time::Duration;

use isolate_vfs::{LogOptions, RunId, RunInfo};
use serde::Serialize;

use crate::cancel::CancelToken;
use crate::error::Error;
use crate::mismatch::Mismatch;
use crate::sandbox::Sandbox;
use crate::words::words;
use crate::workspace::Workspace;

use copy::Copy;

pub(crate) use copy::repeat;

/// How runs are made again.
///
/// ```
/// use std::time::Duration;
///
/// use isolate_host::ReplayOptions;
///
/// let options = ReplayOptions::new().timeout(Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplayOptions {
    pub(crate) timeout: Duration,
    pub(crate) host_memory_bytes: u64,
    pub(crate) cancel: Option<CancelToken>,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(600),
            host_memory_bytes: 1 << 30,
            cancel: None,
        }
    }
}

impl ReplayOptions {
    /// The default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the time that one replay may take. Default: 10 minutes.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the memory that the host may hold for one replay. Default: 1 GiB.
    #[must_use]
    pub const fn host_memory_bytes(mut self, host_memory_bytes: u64) -> Self {
        self.host_memory_bytes = host_memory_bytes;
        self
    }

    /// Ends the replay when `token` is cancelled. Default: none.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}

/// The result of a replay.
///
/// Its `Serialize` writes an object with the member `replay`: `same`, `different` or
/// `notComparable`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Replay {
    /// The requests, log, result, changes and fuel are those of the record.
    Same,
    /// The run differs from its record.
    Different(Mismatch),
    /// The run cannot be replayed, or not from its initial state.
    NotComparable(Obstacle),
}

impl Replay {
    /// A stable word: `same`, `different` or `notComparable`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Different(_) => "different",
            Self::NotComparable(_) => "notComparable",
        }
    }
}

/// Why a run is not comparable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Obstacle {
    /// The reason, for branching.
    pub kind: ObstacleKind,
    /// The reason in a sentence.
    pub text: String,
    /// What was different, if the run was made again and this may be the reason for it.
    pub mismatch: Option<Mismatch>,
}

words! {
    /// Why a run is not comparable.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum ObstacleKind {
        /// It was no program, but a tool or a command.
        NotAProgram = "notAProgram",
        /// It has not ended, or its process ended first.
        Unfinished = "unfinished",
        /// The history has no complete record of it.
        NotRecorded = "notRecorded",
        /// Another version made it.
        OtherVersion = "otherVersion",
        /// It was ended from outside: by its time limit, or because it was cancelled.
        Ended = "ended",
        /// The sandbox failed.
        Internal = "internal",
        /// The history no longer has all that it started from, or its branch was deleted.
        Forgotten = "forgotten",
        /// Its functions answered more than is kept, or keep their answers out of the history.
        Answers = "answers",
        /// Rules about paths applied that are not known now.
        Policy = "policy",
        /// It found other preludes loaded than those of this sandbox.
        Preludes = "preludes",
        /// Its storage failed or was full, which depends on the machine.
        Storage = "storage",
        /// Others changed files while it ran.
        Others = "others",
        /// It depends on times of directories, which the history does not have.
        Times = "times",
        /// It reached the limit of host memory, which depends on what else is in memory.
        HostMemory = "hostMemory",
        /// The replay was cancelled or took too long.
        Stopped = "stopped",
    }
}

/// How many runs were the same, and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReplayCounts {
    /// Runs that were the same.
    pub same: u64,
    /// Runs that were different.
    pub different: u64,
    /// Runs that are not comparable.
    pub not_comparable: u64,
}

impl ReplayCounts {
    const fn add(&mut self, replay: &Replay) {
        match replay {
            Replay::Same => self.same += 1,
            Replay::Different(_) => self.different += 1,
            Replay::NotComparable(_) => self.not_comparable += 1,
        }
    }
}

impl Sandbox {
    /// Makes a recorded run again, on a copy of the workspace in the folder for temporary files, and
    /// compares it with its record. Waits for it on the calling thread.
    ///
    /// The workspace is only read. A run that was made under rules about paths needs a workspace with
    /// the same rules: [`Workspace::guarded`].
    ///
    /// ```
    /// use isolate_host::vfs::RunId;
    /// use isolate_host::{Replay, ReplayOptions, Sandbox, Workspace, WorkspaceOptions};
    ///
    /// let workspace = Workspace::builder().records(true).memory()?;
    /// let sandbox = Sandbox::new()?;
    /// sandbox.run(&workspace, "() => Math.random()").blocking()?;
    /// let replay = sandbox.replay(&workspace, RunId::from(1), &ReplayOptions::new())?;
    /// assert_eq!(replay, Replay::Same);
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for a run that the history does not have,
    /// [`Storage`](crate::ErrorKind::Storage) if the workspace cannot be read or copied.
    pub fn replay(
        &self,
        workspace: &Workspace,
        run: RunId,
        options: &ReplayOptions,
    ) -> Result<Replay, Error> {
        let info = workspace.tree()?.run_info(run).map_err(unread)?;
        let run = info.as_ref().map_or(run, |info| info.id);
        if info.is_none() {
            let text = format!("the history has no run {run}");
            return Err(Error::refused(text));
        }
        Copy::of(self, workspace, options)?.replay(run)
    }

    /// Makes every recorded run of a workspace again, the newest first, and calls `each` with what that
    /// has shown. The workspace is copied once, so that all runs are those of one moment.
    ///
    /// A replay that is cancelled ends the whole: the runs before are not counted.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::replay`].
    pub fn replay_all(
        &self,
        workspace: &Workspace,
        options: &ReplayOptions,
        mut each: impl FnMut(&RunInfo, &Replay),
    ) -> Result<ReplayCounts, Error> {
        let mut copy = Copy::of(self, workspace, options)?;
        let mut counts = ReplayCounts::default();
        let mut wanted = LogOptions::new().limit(1).all_branches();
        while let Some(info) = copy.log(&wanted)?.pop() {
            wanted = wanted.before(info.id);
            let replay = copy.replay(info.id)?;
            if options.is_cancelled() {
                break;
            }
            counts.add(&replay);
            each(&info, &replay);
        }
        Ok(counts)
    }
}

fn unread(cause: isolate_vfs::Error) -> Error {
    Error::storage("cannot read the history", cause)
}
