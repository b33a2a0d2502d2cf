//! Stopping a statement that takes too long.
//!
//! SQLite asks between its own instructions, so one statement over a million entries stops
//! soon after the deadline, and not when it is done.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rusqlite::Connection;

use crate::error::Result;

/// Instructions of SQLite between two looks at the clock: less than a millisecond.
const INSTRUCTIONS: i32 = 4_000;

/// Tells from any thread whether to stop.
pub type StopSignal = Arc<dyn Fn() -> bool + Send + Sync>;

/// When the statements of a connection have to stop.
#[derive(Default)]
pub(crate) struct Interrupt {
    conditions: Mutex<Conditions>,
    is_disarmed: AtomicBool,
}

#[derive(Default)]
struct Conditions {
    deadline: Option<Instant>,
    signal: Option<StopSignal>,
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").finish_non_exhaustive()
    }
}

impl Interrupt {
    /// Makes a connection look at a new interrupt.
    pub(super) fn watch(conn: &mut Connection) -> Result<Arc<Self>> {
        let interrupt = Arc::new(Self::default());
        let watched = Arc::clone(&interrupt);
        conn.progress_handler(
            INSTRUCTIONS,
            Some(move || !watched.is_disarmed.load(Ordering::Relaxed) && watched.is_due()),
        )?;
        Ok(interrupt)
    }

    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        self.lock().deadline = deadline;
    }

    pub(crate) fn set_signal(&self, signal: Option<StopSignal>) {
        self.lock().signal = signal;
    }

    pub(super) fn clear(&self) {
        *self.lock() = Conditions::default();
    }

    /// Whether it is time to stop.
    pub(crate) fn is_due(&self) -> bool {
        let conditions = self.lock();
        conditions
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
            || conditions.signal.as_ref().is_some_and(|signal| signal())
    }

    /// Lets statements run to their end until the guard is dropped.
    pub(super) fn disarm(&self) -> Disarmed<'_> {
        self.is_disarmed.store(true, Ordering::Relaxed);
        Disarmed(&self.is_disarmed)
    }

    fn lock(&self) -> MutexGuard<'_, Conditions> {
        self.conditions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// While this lives nothing is interrupted.
pub(super) struct Disarmed<'a>(&'a AtomicBool);

impl Drop for Disarmed<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
