//! Which runs that are put away have calls under way in this process.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};

use isolate_vfs::RunId;
use tokio::sync::{oneshot, watch};

use crate::functions::Pending;
use crate::lock::locked;

/// A run of a workspace, which is told by the number of its queue of writers.
pub(crate) type Key = (u64, RunId);

/// Calls that go on without their run.
pub(crate) trait Group: Send + Sync {
    /// Drops them: their run waits for them no longer.
    fn end(&self);
    /// Hands them over to their run, which is in memory again. Nothing comes of that if they are over.
    fn hand_over(&self) -> oneshot::Receiver<HandedOver>;
    /// A call of the run has an answer from elsewhere.
    fn is_answered(&self);
    /// How far they are.
    fn stage(&self) -> watch::Receiver<GroupStage>;
}

/// How far the calls of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupStage {
    /// Their run has no answer with which it could go on.
    UnderWay,
    /// A call of their run has an answer, which is kept.
    Answered,
    /// All have ended and their answers are kept, or they were given up or handed over.
    Over,
}

/// What a run gets back of its calls.
pub(crate) struct HandedOver {
    /// Those that are under way.
    pub(crate) calls: Vec<Pending>,
    /// Answers that may not be kept yet, with the numbers of their calls.
    pub(crate) answers: Vec<(u32, Arc<[u8]>)>,
}

thread_local! {
    /// The run whose calls this thread polls.
    static POLLED: Cell<Option<Key>> = const { Cell::new(None) };
}

/// Polls calls of a run.
pub(crate) fn polling<T>(key: Key, poll: impl FnOnce() -> T) -> T {
    let before = POLLED.replace(Some(key));
    let polled = poll();
    POLLED.set(before);
    polled
}

/// Whether a call of the run is what this thread polls.
pub(crate) fn is_polled(key: Key) -> bool {
    POLLED.get() == Some(key)
}

struct State {
    groups: BTreeMap<Key, Weak<dyn Group>>,
    /// Workspaces in which a run is being put away whose number is not known yet.
    beginning: BTreeMap<u64, usize>,
}

static STATE: Mutex<State> = Mutex::new(State {
    groups: BTreeMap::new(),
    beginning: BTreeMap::new(),
});

/// A run is being put away with calls, until this is dropped.
pub(crate) struct Beginning(u64);

impl Beginning {
    pub(crate) fn of(lane: u64) -> Self {
        *locked(&STATE).beginning.entry(lane).or_default() += 1;
        Self(lane)
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        let mut state = locked(&STATE);
        if let Some(count) = state.beginning.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                state.beginning.remove(&self.0);
            }
        }
    }
}

/// What is under way in one workspace, as it was when this was made.
pub(crate) struct Seen {
    runs: Vec<RunId>,
    is_any_beginning: bool,
    is_doubtful: Cell<bool>,
}

impl Seen {
    /// Reads something in a workspace, and what is under way before; both again if they may not be of the
    /// same time.
    pub(crate) fn reading<T>(lane: u64, mut read: impl FnMut(&Self) -> T) -> T {
        const READS_MAX: usize = 3;
        for _ in 1..READS_MAX {
            let seen = Self::of(lane);
            let found = read(&seen);
            if !seen.is_doubtful.get() {
                return found;
            }
        }
        read(&Self::of(lane))
    }

    /// The workspace says that this process works on calls of a run that was not seen.
    pub(crate) fn doubt(&self) {
        self.is_doubtful.set(true);
    }

    fn of(lane: u64) -> Self {
        let state = locked(&STATE);
        let all = (lane, RunId::from(i64::MIN))..=(lane, RunId::from(i64::MAX));
        Self {
            runs: state.groups.range(all).map(|((_, run), _)| *run).collect(),
            is_any_beginning: state.beginning.contains_key(&lane),
            is_doubtful: Cell::new(false),
        }
    }

    /// Whether calls of a run are under way, or may just have been left by it.
    pub(crate) fn has(&self, run: RunId) -> bool {
        self.is_any_beginning || self.knows(run)
    }

    /// Whether calls of a run are under way.
    pub(crate) fn knows(&self, run: RunId) -> bool {
        self.runs.contains(&run)
    }
}

pub(crate) fn add(key: Key, group: &Arc<dyn Group>) {
    locked(&STATE).groups.insert(key, Arc::downgrade(group));
}

/// Removes a group, unless another one has its place.
pub(crate) fn remove(key: Key, group: &dyn Group) {
    let mut state = locked(&STATE);
    let is_own = |known: &Weak<dyn Group>| std::ptr::addr_eq(known.as_ptr(), group);
    if state.groups.get(&key).is_some_and(is_own) {
        state.groups.remove(&key);
    }
}

/// The calls of a run.
pub(crate) fn find(key: Key) -> Option<Arc<dyn Group>> {
    locked(&STATE).groups.get(&key)?.upgrade()
}
