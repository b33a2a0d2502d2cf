//! Runs: their numbers, how one begins, and how it ended.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::Arc;

use crate::clock::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of a run in the history of one workspace.
///
/// Later runs have larger numbers. In text and in JSON it is a plain number.
///
/// ```
/// use isolate_vfs::RunId;
///
/// let run: RunId = "7".parse()?;
/// assert_eq!((i64::from(run), run.to_string()), (7, "7".to_owned()));
/// # Ok::<(), std::num::ParseIntError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub(crate) i64);

impl fmt::Debug for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RunId({})", self.0)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for RunId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl From<i64> for RunId {
    fn from(number: i64) -> Self {
        Self(number)
    }
}

impl From<RunId> for i64 {
    fn from(run: RunId) -> Self {
        run.0
    }
}

impl Serialize for RunId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for RunId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        i64::deserialize(deserializer).map(Self)
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunState {
    /// It has not ended.
    Open,
    /// With its changes kept.
    Finished,
    /// Abandoned: only its calls that had become permanent by then are kept.
    Abandoned,
    /// Its process ended before it did: calls that had become permanent by then are kept. Where the
    /// system does not say whether a process has ended, this is known after a day only.
    Interrupted,
    /// It waits, and no process holds it: see [`OpenRun::suspend`](crate::OpenRun::suspend). Its calls so
    /// far are permanent.
    Suspended,
}

impl RunState {
    /// Whether it has not ended, and may go on.
    #[must_use]
    pub const fn may_go_on(self) -> bool {
        matches!(self, Self::Open | Self::Suspended)
    }

    /// A stable word: `open`, `finished`, `abandoned`, `interrupted` or `suspended`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Finished => "finished",
            Self::Abandoned => "abandoned",
            Self::Interrupted => "interrupted",
            Self::Suspended => "suspended",
        }
    }

    /// The number in the `run` table.
    pub(crate) fn code(self) -> i64 {
        match self {
            Self::Open => 0,
            Self::Finished => 1,
            Self::Abandoned => 2,
            Self::Interrupted => 3,
            Self::Suspended => 4,
        }
    }

    /// The state of a row. That a run was interrupted is written in copies only, where it was put away
    /// in the original: otherwise its row says `Open`.
    pub(crate) fn from_code(code: i64) -> Self {
        match code {
            0 => Self::Open,
            3 => Self::Interrupted,
            4 => Self::Suspended,
            1 => Self::Finished,
            _ => Self::Abandoned,
        }
    }
}

/// When the calls of a run become permanent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CommitMode {
    /// Each call by itself.
    #[default]
    PerCall,
    /// All of them at the end, or none. Other connections cannot write until then.
    Atomic,
    /// Never: the run only reports what would have changed.
    DryRun,
}

impl CommitMode {
    /// The number in the `run` table.
    pub(crate) fn code(self) -> i64 {
        match self {
            Self::PerCall => 0,
            Self::Atomic => 1,
            Self::DryRun => 2,
        }
    }
}

/// Bytes that are kept with a run, such as its program, its input or its result.
///
/// They count as history: see [`Retention`](crate::Retention).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The name, by which [`Tree::part`](crate::Tree::part) finds it; one part of a run has it. At
    /// most 64 bytes.
    pub name: String,
    /// The bytes.
    pub bytes: Arc<[u8]>,
    /// Whether runs with the same bytes share them. Default: `false`.
    pub is_shared: bool,
}

impl Part {
    /// A part with a name.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self {
            name: name.into(),
            bytes: bytes.into(),
            is_shared: false,
        }
    }

    /// Stores the bytes once for all runs that have a part with the same bytes.
    #[must_use]
    pub fn shared(mut self) -> Self {
        self.is_shared = true;
        self
    }
}

/// How to begin a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// What the run is for, as the history shows it. Only the first 4096 bytes are kept.
    pub(crate) label: String,
    pub(crate) actor: Option<String>,
    pub(crate) mode: CommitMode,
    pub(crate) is_recorded: bool,
    pub(crate) parts: Vec<Part>,
    pub(crate) machine_started: Option<Timestamp>,
    pub(crate) claimed: Option<RunId>,
}

impl RunOptions {
    /// A run with this label whose calls become permanent one by one.
    #[must_use]
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// Records the run even if it changes nothing. A dry run never is. Default: `false`.
    ///
    /// It is recorded when it ends, or by [`OpenRun::record`](crate::OpenRun::record) before; an
    /// atomic run in a file when it begins, unless another connection is writing at that moment.
    #[must_use]
    pub fn recorded(mut self) -> Self {
        self.is_recorded = true;
        self
    }

    /// Adds what is kept with the run from its beginning. Parts that do not fit on the disk are left
    /// out. Default: nothing.
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// Sets when the run began by the clock of the machine, where the tree has another. Default: the
    /// time of the tree's clock.
    #[must_use]
    pub const fn machine_started(mut self, started: Timestamp) -> Self {
        self.machine_started = Some(started);
        self
    }

    /// Begins the run that got an idempotency key, with the same options otherwise:
    /// [`Tree::claim_key`](crate::Tree::claim_key).
    #[must_use]
    pub const fn claimed(mut self, run: RunId) -> Self {
        self.claimed = Some(run);
        self
    }

    /// Sets who makes the changes. At most 4096 bytes. Default: none.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into());
        self
    }

    /// Makes all calls permanent together at the end, or none of them.
    #[must_use]
    pub fn atomic(self) -> Self {
        self.mode(CommitMode::Atomic)
    }

    /// Keeps nothing, and only reports what would have changed.
    #[must_use]
    pub fn dry_run(self) -> Self {
        self.mode(CommitMode::DryRun)
    }

    /// Sets when the calls become permanent. Default: each call by itself.
    #[must_use]
    pub fn mode(mut self, mode: CommitMode) -> Self {
        self.mode = mode;
        self
    }
}
