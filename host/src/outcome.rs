//! The result of a run.

use std::time::Duration;

use isolate_protocol::Value;
use isolate_protocol::wire::message::{Level, Thrown};
use isolate_protocol::wire::shell::Exit;
use isolate_text::VPath;
use isolate_vfs::RunId;
pub use isolate_vfs::{EffectEntry, Effects, Omitted};
use serde::{Serialize, Serializer};

use crate::calls::Calls;
use crate::cuts::ResultCut;
use crate::limits::Limit;
pub use crate::pending::Suspended;

/// A finished run.
///
/// Its `Serialize` writes the object that `isolate-run --json` prints.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Run {
    /// How the program ended.
    pub outcome: Outcome,
    /// How a command of a shell has ended, and what it has written.
    pub(crate) output: Option<Exit>,
    /// What was left out of the value that it returned, because the value is larger than
    /// [`Limits::result_bytes`](fn@crate::Limits::result_bytes) or nests too deeply; the first 100
    /// places. [`Run::result`] fails if there are any.
    pub cuts: Vec<ResultCut>,
    /// The lines of the program around the place of its error, with a caret, where the place is
    /// known.
    pub frame: Option<String>,
    /// What it logged, in order.
    pub logs: Vec<LogEntry>,
    /// Log entries dropped because a bound of [`Limits`](crate::Limits) was reached.
    pub logs_dropped: LogsDropped,
    /// The calls of the embedder's functions, also those that failed or did not end.
    pub calls: Calls,
    /// Paths that it created, changed and deleted, also when it threw or a limit ended it. The
    /// changes have been kept unless [`is_committed`](field@Run::is_committed) is false: in a dry
    /// run, and in an atomic run that did not return.
    pub effects: Effects,
    /// Whether the effects were kept.
    pub is_committed: bool,
    /// Why its changes were not kept, if they were [reviewed](fn@crate::RunOptions::review) and refused.
    pub refusal: Option<String>,
    /// The run in the history of its workspace, for [`Tree::undo`](isolate_vfs::Tree::undo). `None`
    /// when nothing was changed, nothing was kept, or the history has no room for it.
    pub run_id: Option<RunId>,
    /// How its files changed, or would have changed, if
    /// [`RunOptions::diff_bytes`](fn@crate::RunOptions::diff_bytes) is not 0: a patch in git's
    /// format, in which binary files are only listed as different.
    pub diff: Option<String>,
    /// Whether the program ended with an error of its storage: it threw an error with the code
    /// `ENOSPC`, `EIO`, `EBUSY` or `EROFS`, and a call of `state` had failed with that code. An
    /// error that the program made up does not count.
    pub is_storage_error: bool,
    /// Whether it was done before, by a request with the same
    /// [idempotency key](fn@crate::RunOptions::idempotency_key): this is what the history has of it: without
    /// its diff, without changes that were not kept, and with the values of the result in their JSON form.
    pub is_repeated: bool,
    /// The resources that it used.
    pub usage: Usage,
}

/// What a run had done when the sandbox or its storage failed: see
/// [`Error::partial_run`](crate::Error::partial_run).
///
/// Its `Serialize` writes what it has in common with the object of a [`Run`]: everything but the
/// outcome.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartialRun {
    /// How the program had ended, if it had: the failure came when the run was ended in the
    /// workspace.
    pub outcome: Option<Outcome>,
    /// What the program had logged, in order.
    pub logs: Vec<LogEntry>,
    /// Log entries dropped because a bound of [`Limits`](crate::Limits) was reached.
    pub logs_dropped: LogsDropped,
    /// The calls of the embedder's functions, also those that failed or did not end.
    pub calls: Calls,
    /// Paths that the calls before the failure created, changed and deleted. If the storage could
    /// not tell them, the lists are empty and `omitted.is_partial` is set.
    pub effects: Effects,
    /// Whether the effects were kept: they were, unless the run was atomic or dry. After a failure of
    /// the storage they are in the workspace, but may not be on the disk yet.
    pub is_committed: bool,
    /// The run in the history of its workspace, as in [`Run::run_id`].
    pub run_id: Option<RunId>,
    /// What the run had used.
    pub usage: Usage,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// It returned a value.
    Returned(Value),
    /// It threw, or its promise was rejected.
    Threw(Thrown),
    /// Its text does not parse. Nothing ran.
    Unparsable(Thrown),
    /// A limit ended it. Programs cannot catch this.
    LimitExceeded(LimitExceeded),
    /// It waits for an answer, and is kept in its workspace until somebody gives one:
    /// [`Workspace::answer`](crate::Workspace::answer), then
    /// [`Sandbox::resume`](crate::Sandbox::resume), also in another process, days later.
    Suspended(Suspended),
    /// It returned, and its changes were not taken over: it was atomic and had to wait, and others have
    /// changed the same paths meanwhile. The changes are a branch.
    Conflict(Conflict),
}

/// Why the changes of an atomic run were not taken over.
///
/// Such a run holds no lock while it waits for a function or an approval. Its changes are kept apart until it
/// ends, and then are taken over as a whole, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The run in the history.
    pub run: RunId,
    /// The branch that has its changes: merge it, or delete it.
    pub branch: String,
    /// The paths that others have changed too, sorted. Empty if the history does not have all that the run
    /// has changed, because there was no space for it.
    pub paths: Vec<VPath>,
}

impl Conflict {
    /// Paths that [`Conflict::text`] lists.
    const SHOWN_MAX: usize = 10;

    /// What happened and what to do, in sentences.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { run, branch, paths } = self;
        let why = match &paths[..] {
            [] => "the history has no longer all that it has changed, for want of space".to_owned(),
            paths => {
                let shown = paths.iter().take(Self::SHOWN_MAX).map(VPath::as_str);
                let shown = shown.collect::<Vec<_>>().join(", ");
                let more = paths.len().saturating_sub(Self::SHOWN_MAX);
                let more = if more > 0 {
                    format!(", and {more} more")
                } else {
                    String::new()
                };
                format!("others have changed {shown}{more} too while it waited")
            }
        };
        format!(
            "nothing of run {run} was taken over: {why}; its changes are the branch {branch}: merge it, or run the program again"
        )
    }
}

impl Outcome {
    /// How a program ended, as a word for logs.
    pub(crate) const fn ending(&self) -> &'static str {
        match self {
            Self::Returned(_) => "returned",
            Self::Threw(_) => "threw",
            Self::Unparsable(_) => "unparsable",
            Self::LimitExceeded(exceeded) => exceeded.limit.as_str(),
            Self::Suspended(_) => "suspended",
            Self::Conflict(_) => "conflict",
        }
    }

    /// The line of `code` with the error, if its position is known.
    pub(crate) fn frame(&self, code: &str) -> Option<String> {
        let (line, column) = match self {
            Self::Threw(thrown) | Self::Unparsable(thrown) => (thrown.line?, thrown.column?),
            Self::LimitExceeded(exceeded) => (exceeded.line?, exceeded.column?),
            Self::Returned(_) | Self::Suspended(_) | Self::Conflict(_) => return None,
        };
        crate::frame::frame(code, line, column)
    }
}

/// The message of what was thrown, with a replacement where it is empty or cannot be read.
#[must_use]
pub fn message_of(thrown: &Thrown) -> &str {
    match thrown.message.as_str() {
        "" => "(thrown without a message)",
        message => message,
    }
}

/// A limit that ended a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LimitExceeded {
    /// Which limit.
    pub limit: Limit,
    /// A sentence with the limit, its value and what to do about it.
    pub message: String,
    /// The line of the program at which it was stopped, from 1, where that is known.
    pub line: Option<u32>,
    /// The column in that line, in UTF-16 units, from 1, where that is known.
    pub column: Option<u32>,
}

/// One entry of a program's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LogEntry {
    /// Its level.
    #[serde(serialize_with = "level_name")]
    pub level: Level,
    /// Its text, without a final newline. It comes from the program: escape it before you print it
    /// on a terminal.
    pub text: String,
}

fn level_name<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(level.as_str())
}

/// How much of a log was dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LogsDropped {
    /// Entries dropped whole.
    pub entries: u64,
    /// Bytes of text in them.
    pub bytes: u64,
}

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Fuel, exact and reproducible.
    pub fuel: u64,
    /// Time from start to end, without the time in the queue.
    pub wall: Duration,
    /// Time in which the run could have computed and waited for others: for a place in the sandbox, and
    /// for each turn on one of its threads. It is no part of `wall` and of the time limit.
    pub queued: Duration,
    /// Peak of the memory that the program added to the sandbox, in bytes. Up to 2 MiB of it may be
    /// unused: see [`Limits::memory_bytes`](fn@crate::Limits::memory_bytes).
    pub peak_memory_bytes: u64,
    /// Peak of the memory that the host held for the program, in bytes, as
    /// [`Limits::host_memory_bytes`](fn@crate::Limits::host_memory_bytes) counts it.
    pub peak_host_memory_bytes: u64,
    /// Calls of `state` methods and host functions.
    pub host_calls: u64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
}
