//! Injected time.

use std::time::{SystemTime, UNIX_EPOCH};

/// Where a tree reads the time of day from.
///
/// A clock may stand still or jump back: the times that a tree gives out rise all the same.
pub trait Clock: Send {
    /// Microseconds since 1970.
    fn now_us(&self) -> i64;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_us(&self) -> i64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |elapsed| {
                i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX)
            })
    }
}

/// A clock that always tells the same time.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock {
    /// Microseconds since 1970.
    pub now_us: i64,
}

impl Clock for FixedClock {
    fn now_us(&self) -> i64 {
        self.now_us
    }
}
