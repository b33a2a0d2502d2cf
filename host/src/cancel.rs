//! Cancelling a run from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

use crate::lock::locked;
use crate::watchdog::{Control, Halt};

/// Cancels runs from another thread or task.
///
/// Dropping the future of a run cancels it too, but then what it has done is not reported. A run
/// that is cancelled by a token returns a [`Run`](crate::Run) like every other: its outcome is the
/// limit [`Limit::Cancelled`](crate::Limit::Cancelled), and its effects are listed. Clones share
/// one state. A token may be given to any number of runs, and stays cancelled.
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
/// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(&options).blocking()?;
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
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the runs that have this token, and every run that is started with it later.
    pub fn cancel(&self) {
        let mut runs = locked(&self.shared.runs);
        // Inside the lock, so that a run that starts now either is in the list or sees the flag.
        self.shared.is_cancelled.store(true, Ordering::Release);
        for control in runs.drain(..).filter_map(|run| run.upgrade()) {
            control.halt(Halt::Cancelled);
        }
    }

    /// Whether [`CancelToken::cancel`] has been called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.is_cancelled.load(Ordering::Acquire)
    }

    /// Halts this run when the token is cancelled.
    pub(crate) fn watch(&self, control: &Arc<Control>) {
        let mut runs = locked(&self.shared.runs);
        if self.is_cancelled() {
            control.halt(Halt::Cancelled);
            return;
        }
        runs.retain(|run| run.strong_count() > 0);
        runs.push(Arc::downgrade(control));
    }
}
