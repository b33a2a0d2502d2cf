//! Stopping a statement that takes too long.
//!
//! SQLite asks between its own instructions, so one statement over a million entries stops
//! soon after the deadline, and not when it is done.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use isolate_text::stop::StopSignal;
use rusqlite::Connection;

use crate::error::{Error, Result};

/// Instructions of SQLite between two looks at the clock: less than a millisecond.
const INSTRUCTIONS: i32 = 4_000;

/// When the statements of a connection have to stop.
#[derive(Default)]
pub(crate) struct Interrupt {
    conditions: Mutex<Conditions>,
    is_disarmed: AtomicBool,
}

/// When statements stop.
#[derive(Default)]
pub(super) struct Conditions {
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
        )
        .map_err(Error::sqlite)?;
        Ok(interrupt)
    }

    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        self.lock().deadline = deadline;
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.lock().deadline
    }

    pub(crate) fn set_signal(&self, signal: Option<StopSignal>) {
        self.lock().signal = signal;
    }

    /// Takes the conditions out, so that nothing stops statements.
    pub(super) fn take(&self) -> Conditions {
        std::mem::take(&mut *self.lock())
    }

    pub(super) fn put(&self, conditions: Conditions) {
        *self.lock() = conditions;
    }

    pub(super) fn clear(&self) {
        *self.lock() = Conditions::default();
    }

    /// Whether it is time to stop.
    pub(crate) fn is_due(&self) -> bool {
        self.is_due_at(Instant::now())
    }

    /// Whether it is time to stop at `now`. A deadline is over as soon as the clock shows it.
    fn is_due_at(&self, now: Instant) -> bool {
        let conditions = self.lock();
        conditions.deadline.is_some_and(|deadline| now >= deadline)
            || conditions.signal.as_ref().is_some_and(|signal| signal())
    }

    /// Lets statements run to their end until the guard is dropped.
    pub(crate) fn disarm(&self) -> Disarmed<'_> {
        let was_disarmed = self.is_disarmed.swap(true, Ordering::Relaxed);
        Disarmed {
            flag: &self.is_disarmed,
            was_disarmed,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Conditions> {
        self.conditions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// While this lives nothing is interrupted.
pub(crate) struct Disarmed<'a> {
    flag: &'a AtomicBool,
    was_disarmed: bool,
}

impl Drop for Disarmed<'_> {
    fn drop(&mut self) {
        self.flag.store(self.was_disarmed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn statements_stop_at_the_deadline_and_not_before() {
        let interrupt = Interrupt::default();
        let deadline = Instant::now();
        interrupt.set_deadline(Some(deadline));
        assert!(!interrupt.is_due_at(deadline - Duration::from_nanos(1)));
        assert!(interrupt.is_due_at(deadline));
        interrupt.set_deadline(None);
        assert!(!interrupt.is_due_at(deadline));
    }

    #[test]
    fn a_statement_stops_in_its_middle() {
        let mut conn = Connection::open_in_memory().unwrap();
        let interrupt = Interrupt::watch(&mut conn).unwrap();
        let count = || -> rusqlite::Result<i64> {
            let sql =
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
                       SELECT count(*) FROM n";
            conn.query_row(sql, [], |row| row.get(0))
        };
        assert_eq!(count(), Ok(100_000));
        interrupt.set_signal(Some(Arc::new(|| true)));
        let code = count().unwrap_err().sqlite_error_code();
        assert_eq!(code, Some(rusqlite::ErrorCode::OperationInterrupted));
        {
            let _disarmed = interrupt.disarm();
            drop(interrupt.disarm());
            assert_eq!(count(), Ok(100_000));
        }
        assert!(count().is_err());
        interrupt.clear();
        assert_eq!(count(), Ok(100_000));
    }
}
