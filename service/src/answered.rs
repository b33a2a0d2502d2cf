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
    /// How many of its calls have an answer that is nothing to act on: given over HTTP, so that whoever gave
    /// it says when the run goes on, or one with which the run could not be resumed.
    passed: BTreeMap<Name, usize>,
    /// The order in which they came.
    order: VecDeque<Name>,
    /// Runs that are being resumed.
    going: BTreeSet<Name>,
}

impl Answered {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does not act on a run as long as so many of its calls have an answer.
    pub(crate) fn pass(&self, workspace: &str, run: RunId, answers: usize) {
        let name = (workspace.to_owned(), run);
        let mut state = self.state();
        if state.passed.insert(name.clone(), answers).is_none() {
            state.order.push_back(name);
        }
        while state.order.len() > KNOWN_MAX {
            if let Some(oldest) = state.order.pop_front() {
                state.passed.remove(&oldest);
            }
        }
    }

    /// Whether a run with so many answers is to be resumed. It is being resumed then, until
    /// [`Self::is_over`].
    pub(crate) fn begins(&self, workspace: &str, run: RunId, answers: usize) -> bool {
        let name = (workspace.to_owned(), run);
        let mut state = self.state();
        state.passed.get(&name) != Some(&answers) && state.going.insert(name)
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
        assert!(answered.begins("a", run, 1) && !answered.begins("a", run, 1));
        assert!(answered.begins("b", run, 1));
        answered.pass("a", run, 1);
        answered.is_over("a", run);
        assert!(!answered.begins("a", run, 1) && answered.begins("a", run, 2));
        for number in 0..2 * KNOWN_MAX as i64 {
            answered.pass("c", RunId::from(number), 1);
        }
        let state = answered.state();
        assert_eq!(
            (state.passed.len(), state.order.len()),
            (KNOWN_MAX, KNOWN_MAX)
        );
    }
}
