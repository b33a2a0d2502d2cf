//! How much history is kept.

use crate::quota::Quota;

/// How much history is kept. The oldest runs are removed first.
///
/// Up to 32 calls outside of runs may be kept beyond `runs_max` before they are pruned together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retention {
    /// Most runs. Default: 100. With 0, calls outside of runs are not recorded at all.
    pub runs_max: u64,
    /// Most bytes that only the history holds, including its rows: 256 bytes and the path for each
    /// path that a run changed. Default: 256 MiB. At most a quarter of [`Quota::bytes_max`] and
    /// 16 MiB is used of it, and less where [`Quota::storage_bytes_max`] is reached.
    pub bytes_max: u64,
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
            runs_max: 100,
            bytes_max: 256 << 20,
        }
    }

    /// Sets the number of runs to keep.
    #[must_use]
    pub const fn runs_max(mut self, runs: u64) -> Self {
        self.runs_max = runs;
        self
    }

    /// Sets the number of bytes that the history may hold.
    #[must_use]
    pub const fn bytes_max(mut self, bytes: u64) -> Self {
        self.bytes_max = bytes;
        self
    }

    /// What of it fits beside the files.
    pub(crate) fn within(self, quota: &Quota) -> Self {
        Self {
            bytes_max: self.bytes_max.min(quota.history_bytes_max()),
            ..self
        }
    }
}
