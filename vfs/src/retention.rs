//! How much history is kept.

use std::time::Duration;

use crate::quota::Quota;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How much history is kept: whichever bound is reached first. The oldest runs are removed first.
///
/// It is a setting of the workspace, which [`Tree::set_retention`](crate::Tree::set_retention)
/// changes for all its connections. [`OpenOptions::retention`](fn@crate::OpenOptions::retention)
/// replaces it for one connection.
///
/// Up to 32 calls outside of runs may be kept beyond `runs_max` before they are pruned together.
/// A run that has not ended is kept, unless its process has ended or it began more than a day ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retention {
    pub(crate) runs_max: u64,
    pub(crate) age_max: Duration,
    pub(crate) bytes_max: u64,
}

impl Default for Retention {
    fn default() -> Self {
        Self::new()
    }
}

impl Retention {
    /// The default bounds.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            runs_max: 10_000,
            age_max: DAY.saturating_mul(30),
            bytes_max: 1 << 30,
        }
    }

    /// Sets the number of runs to keep. Default: 10,000. With 0, calls outside of runs and runs that
    /// change nothing are not recorded at all, and nothing is kept with the others, which are removed
    /// when they end.
    #[must_use]
    pub const fn runs_max(mut self, runs: u64) -> Self {
        self.runs_max = runs;
        self
    }

    /// Sets the age at which a run is removed. Default: 30 days. [`Duration::MAX`] is no bound.
    #[must_use]
    pub const fn age_max(mut self, age: Duration) -> Self {
        self.age_max = age;
        self
    }

    /// Sets the number of bytes that the history may hold. Default: 1 GiB. At most
    /// [`Quota::bytes_max`](fn@Quota::bytes_max) and 16 MiB is used of it, and less where [`Quota::storage_bytes_max`] is
    /// reached.
    #[must_use]
    pub const fn bytes_max(mut self, bytes: u64) -> Self {
        self.bytes_max = bytes;
        self
    }

    /// The number of runs to keep.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs_max
    }

    /// The age at which a run is removed.
    #[must_use]
    pub const fn age(&self) -> Duration {
        self.age_max
    }

    /// The number of bytes that the history may hold.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes_max
    }

    /// What of it fits beside the files.
    pub(crate) fn within(self, quota: &Quota) -> Self {
        Self {
            bytes_max: self.bytes_max.min(quota.history_bytes_max()),
            ..self
        }
    }

    /// The age in milliseconds, as the workspace keeps it.
    pub(crate) fn age_max_ms(&self) -> i64 {
        i64::try_from(self.age_max.as_millis()).unwrap_or(i64::MAX)
    }
}
