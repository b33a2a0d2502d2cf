//! The program's clock: it moves when it is read and when a timer is waited for, by nothing else.

use std::cell::Cell;

use boa_engine::context::time::{Clock, JsInstant};

/// How far a reading moves the clock, in nanoseconds: loops that wait for time to pass end, and
/// two readings differ.
const READING_NANOS: u64 = 50_000;

/// A clock that starts where the host says.
#[derive(Debug, Default)]
pub(crate) struct VirtualClock {
    start_ms: Cell<f64>,
    elapsed_nanos: Cell<u64>,
}

impl VirtualClock {
    /// Sets the time to `now_ms`, in milliseconds since 1970, and the elapsed time to zero.
    pub(crate) fn restart(&self, now_ms: f64) {
        self.start_ms.set(now_ms);
        self.elapsed_nanos.set(0);
    }

    /// Nanoseconds since the start.
    pub(crate) fn elapsed_nanos(&self) -> u64 {
        self.elapsed_nanos.get()
    }

    /// Moves on to `nanos` after the start, if that is later.
    pub(crate) fn advance_to(&self, nanos: u64) {
        self.elapsed_nanos.set(self.elapsed_nanos.get().max(nanos));
    }

    /// The time in whole milliseconds since 1970, which is no reading.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a run is shorter than 2^53 ns, or may be off by some"
    )]
    pub(crate) fn now_ms(&self) -> f64 {
        (self.start_ms.get() + self.elapsed_nanos.get() as f64 / 1e6).floor()
    }

    /// Milliseconds since the start; a reading.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a run is shorter than 2^53 ns, or may be off by some"
    )]
    pub(crate) fn read_ms(&self) -> f64 {
        let nanos = self.elapsed_nanos.get().saturating_add(READING_NANOS);
        self.elapsed_nanos.set(nanos);
        nanos as f64 / 1e6
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> JsInstant {
        let nanos = self.elapsed_nanos.get();
        let rest = u32::try_from(nanos % 1_000_000_000).expect("less than 10^9");
        JsInstant::new(nanos / 1_000_000_000, rest)
    }

    #[expect(clippy::cast_possible_truncation, reason = "casts from f64 saturate")]
    fn system_time_millis(&self) -> i64 {
        (self.start_ms.get() + self.read_ms()).floor() as i64
    }
}
