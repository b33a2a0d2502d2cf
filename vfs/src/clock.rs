//! Times, and the clock that they are read from.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A time of day in microseconds since 1970-01-01T00:00:00Z; before that it is negative.
///
/// ```
/// use std::time::SystemTime;
/// use isolate_vfs::Timestamp;
///
/// let time = Timestamp::from_millis(1_500);
/// assert_eq!(time.as_micros(), 1_500_000);
/// assert_eq!(Timestamp::from(SystemTime::from(time)), time);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The time this many microseconds after the start of 1970.
    #[must_use]
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// The time this many milliseconds after the start of 1970, or the nearest that fits.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis.saturating_mul(1000))
    }

    /// Microseconds since the start of 1970.
    #[must_use]
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// Whole milliseconds since the start of 1970, rounded down.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Timestamp({} µs)", self.0)
    }
}

/// Parts of a microsecond are dropped. A time too far away becomes the nearest that can be held.
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let micros = |elapsed: Duration| i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX);
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Self(micros(after)),
            Err(before) => Self(-micros(before.duration())),
        }
    }
}

impl From<Timestamp> for SystemTime {
    fn from(time: Timestamp) -> Self {
        let distance = Duration::from_micros(time.0.unsigned_abs());
        if time.0 < 0 {
            UNIX_EPOCH - distance
        } else {
            UNIX_EPOCH + distance
        }
    }
}

/// Where a tree reads the time of day from.
///
/// A clock may stop or jump back: the times that a tree records still increase.
pub trait Clock: Send {
    /// The time now.
    fn now(&self) -> Timestamp;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        SystemTime::now().into()
    }
}

/// A clock that always shows the same time.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock(pub Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_converted_both_ways() {
        for micros in [
            0,
            1,
            -1,
            1_500,
            -1_500,
            1_735_689_600_000_000,
            -4_000_000_000_000_001,
        ] {
            let time = Timestamp::from_micros(micros);
            assert_eq!(Timestamp::from(SystemTime::from(time)), time);
        }
        assert_eq!(Timestamp::from_micros(-1).as_millis(), -1);
        assert_eq!(Timestamp::from_micros(1_999).as_millis(), 1);
        assert_eq!(Timestamp::from_millis(i64::MAX).as_micros(), i64::MAX);
    }
}
