//! The runs of the service: those that go on, those that have ended of late, and the ids of those that
//! were accepted.

mod accepted;
pub(crate) mod answer;
pub(crate) mod form;
mod live;

use std::collections::btree_map::Entry::{Occupied, Vacant};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use isolate_host::IdempotencyKey;

use crate::access::hex;

pub(crate) use accepted::{Accepted, AcceptedError, Entry, Fate};
pub(crate) use live::{CancelOnDrop, Ended, LiveRun, Phase, RunEvents, Wanted, log_event};

/// Random bytes of an id.
const ID_BYTES: usize = 16;

/// The runs of the service.
pub(crate) struct Runs {
    state: Mutex<State>,
    pub(crate) accepted: Accepted,
    ended_max: usize,
    ended_bytes_max: usize,
}

#[derive(Default)]
struct State {
    live: BTreeMap<String, Arc<LiveRun>>,
    /// The runs that have not ended and have a key.
    keyed: BTreeMap<(Arc<str>, IdempotencyKey), Arc<LiveRun>>,
    /// Those that have ended, oldest first, with their sizes.
    ended: VecDeque<(String, usize)>,
    ended_bytes: usize,
}

impl State {
    fn forget_key(&mut self, run: &LiveRun) {
        if let Some(key) = run.key {
            self.keyed.remove(&(Arc::clone(&run.workspace), key));
        }
    }
}

impl Runs {
    /// The runs, with the ids that an earlier process has given.
    pub(crate) fn open(
        folder: &Path,
        accepted_max: usize,
        ended_max: usize,
        ended_bytes_max: usize,
    ) -> Result<Self, AcceptedError> {
        Ok(Self {
            state: Mutex::default(),
            accepted: Accepted::open(folder, accepted_max)?,
            ended_max,
            ended_bytes_max,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An id that nobody can guess and no number of the history looks like; `None` without random bytes.
    pub(crate) fn new_id() -> Option<String> {
        let mut random = [0; ID_BYTES];
        getrandom::fill(&mut random).ok()?;
        Some(format!("r{}", hex(&random)))
    }

    /// Adds a run; or finds the one with the same key that has not ended.
    pub(crate) fn add(&self, run: &Arc<LiveRun>) -> Result<(), Arc<LiveRun>> {
        let mut state = self.state();
        if let Some(key) = run.key {
            match state.keyed.entry((Arc::clone(&run.workspace), key)) {
                Occupied(entry) => return Err(Arc::clone(entry.get())),
                Vacant(entry) => drop(entry.insert(Arc::clone(run))),
            }
        }
        state.live.insert(run.id.clone(), Arc::clone(run));
        Ok(())
    }

    /// Forgets a run that could not begin.
    pub(crate) fn forget(&self, run: &LiveRun) {
        let mut state = self.state();
        state.forget_key(run);
        state.live.remove(&run.id);
    }

    /// Takes note of the end of a run: what nobody will ask for is forgotten.
    pub(crate) fn ended(&self, run: &LiveRun) {
        let mut state = self.state();
        state.forget_key(run);
        // What the history has is read there, by its number.
        let is_recorded = matches!(run.phase(), Phase::Ended(ended) if ended.run.is_some());
        if run.wanted == Wanted::Answer && is_recorded {
            state.live.remove(&run.id);
            return;
        }
        let bytes = run.bytes();
        state.ended.push_back((run.id.clone(), bytes));
        state.ended_bytes += bytes;
        let mut gone = Vec::new();
        while state.ended.len() > self.ended_max || state.ended_bytes > self.ended_bytes_max {
            let Some((oldest, bytes)) = state.ended.pop_front() else {
                break;
            };
            state.ended_bytes -= bytes;
            gone.extend(state.live.remove(&oldest));
        }
        drop(state);
        drop(gone);
    }

    /// A run of a workspace that goes on or is still in memory.
    pub(crate) fn find(&self, workspace: &str, id: &str) -> Option<Arc<LiveRun>> {
        let state = self.state();
        let run = state.live.get(id)?;
        (*run.workspace == *workspace).then(|| Arc::clone(run))
    }

    /// The runs of a workspace that have not ended, oldest first, at most so many.
    pub(crate) fn going(&self, workspace: &str, most: usize) -> Vec<Arc<LiveRun>> {
        let state = self.state();
        let of = state
            .live
            .values()
            .filter(|run| *run.workspace == *workspace && !matches!(run.phase(), Phase::Ended(_)));
        let mut going: Vec<_> = of.cloned().collect();
        drop(state);
        going.sort_by_key(|run| run.begun);
        going.truncate(most);
        going
    }
}
