//! Ending a run from outside, and hearing what it did.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::watchdog::{Control, Halt};

/// Ends runs from another thread or task.
///
/// Dropping the future of a run cancels it too, but then nobody hears what it has done. A run
/// that a token ends answers a [`Run`](crate::Run) as every other does: its outcome is the limit
/// [`Limit::Cancelled`](crate::Limit::Cancelled), and its effects are told. Clones are one token,
/// which may be given to any number of runs; once cancelled it stays so.
///
/// ```
/// use isolate_host::{CancelToken, Limit, Outcome, RunOptions, Sandbox, Workspace};
///
/// let token = CancelToken::new();
/// let options = RunOptions::new().cancel(token.clone());
/// std::thread::spawn(move || {
///     std::thread::sleep(std::time::Duration::from_millis(50));
///     token.cancel();
/// });
/// let code = "async () => { await state.writeFile('/kept', ''); for (;;) {} }";
/// let run = Sandbox::new()?.run_blocking_with(&Workspace::memory()?, code, &options)?;
/// let Outcome::LimitExceeded(ended) = &run.outcome else { panic!("{:?}", run.outcome) };
/// assert_eq!(ended.limit, Limit::Cancelled);
/// assert_eq!(run.effects.created[0].path, "/kept");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_cancelled: AtomicBool,
    runs: Mutex<Vec<Weak<Control>>>,
}

impl CancelToken {
    /// A token that has cancelled nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the runs that have it, and those that will be given it.
    pub fn cancel(&self) {
        let mut runs = self.runs();
        // Inside the lock, so that a run that comes now is either seen here or sees this.
        self.shared.is_cancelled.store(true, Ordering::Release);
        for control in runs.drain(..).filter_map(|run| run.upgrade()) {
            control.halt(Halt::Cancelled);
        }
    }

    /// Whether it has been cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.is_cancelled.load(Ordering::Acquire)
    }

    /// Ends this run as well when it is cancelled.
    pub(crate) fn watch(&self, control: &Arc<Control>) {
        let mut runs = self.runs();
        if self.is_cancelled() {
            control.halt(Halt::Cancelled);
            return;
        }
        runs.retain(|run| run.strong_count() > 0);
        runs.push(Arc::downgrade(control));
    }

    fn runs(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Control>>> {
        self.shared
            .runs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
