//! Which runs that have answers the service does not resume by itself.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use isolate_host::vfs::RunId;

/// Runs that are remembered: as many as one workspace can have that wait.
const KNOWN_MAX: usize = 10_000;

/// A run of a workspace.
type Name = (String, RunId);

/// Runs that have answers, and why they are not resumed now.
#[derive(Default)]
pub(crate) struct Answered(Mutex<State>);

#[derive(Default)]
struct State {
    /// Its calls whose answer is nothing to act on: given over HTTP, so that whoever gave it says when the run
    /// goes on, or one with which the run could not be resumed.
    passed: BTreeMap<Name, BTreeSet<u32>>,
    /// The order in which they came.
    order: VecDeque<Name>,
    /// Runs that are being resumed.
    going: BTreeSet<Name>,
}

impl Answered {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does not act on a run as long as these of its calls, with those before, have an answer, and no others.
    pub(crate) fn pass(&self, workspace: &str, run: RunId, calls: impl IntoIterator<Item = u32>) {
        let name = (workspace.to_owned(), run);
        let mut state = self.state();
        if !state.passed.contains_key(&name) {
            state.order.push_back(name.clone());
        }
        state.passed.entry(name).or_default().extend(calls);
        while state.order.len() > KNOWN_MAX {
            if let Some(oldest) = state.order.pop_front() {
                state.passed.remove(&oldest);
            }
        }
    }

    /// A call has no answer after all.
    pub(crate) fn forget(&self, workspace: &str, run: RunId, call: u32) {
        let mut state = self.state();
        if let Some(passed) = state.passed.get_mut(&(workspace.to_owned(), run)) {
            passed.remove(&call);
        }
    }

    /// Whether a run is to be resumed whose calls with these numbers have an answer. It is being resumed then,
    /// until [`Self::is_over`].
    pub(crate) fn begins(&self, workspace: &str, run: RunId, answered: &[u32]) -> bool {
        let name = (workspace.to_owned(), run);
        let mut state = self.state();
        let passed = state.passed.get(&name);
        let is_new = |call: &u32| passed.is_none_or(|passed| !passed.contains(call));
        answered.iter().any(is_new) && state.going.insert(name)
    }

    /// The run is not being resumed any more.
    pub(crate) fn is_over(&self, workspace: &str, run: RunId) {
        self.state().going.remove(&(workspace.to_owned(), run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_resumed_once_and_again_with_more_answers() {
        let answered = Answered::default();
        let run = RunId::from(1);
        assert!(answered.begins("a", run, &[7]) && !answered.begins("a", run, &[7]));
        assert!(answered.begins("b", run, &[7]));
        answered.pass("a", run, [7]);
        answered.is_over("a", run);
        assert!(!answered.begins("a", run, &[7]));
        answered.pass("a", run, [8]);
        answered.pass("a", run, [9]);
        answered.forget("a", run, 9);
        assert!(!answered.begins("a", run, &[7, 8]) && answered.begins("a", run, &[7, 8, 9]));
        for number in 0..2 * KNOWN_MAX as i64 {
            answered.pass("c", RunId::from(number), [1]);
        }
        let state = answered.state();
        assert_eq!(
            (state.passed.len(), state.order.len()),
            (KNOWN_MAX, KNOWN_MAX)
        );
    }
}
