//! What a run uses of the host.

use twox_hash::XxHash3_64;

use crate::limits::{Limit, Limits};
use crate::stop::Stop;

/// Counts what a run uses of the host, and refuses before the work is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    pub(crate) host_calls: u64,
    pub(crate) bytes_read: u64,
    pub(crate) bytes_written: u64,
    /// A digest of all that the run was answered from its workspace.
    pub(crate) replies: u64,
    host_calls_max: u64,
    io_bytes_max: u64,
}

impl Meter {
    pub(super) const fn new(limits: &Limits) -> Self {
        Self {
            host_calls: 0,
            bytes_read: 0,
            bytes_written: 0,
            replies: 0,
            host_calls_max: limits.host_calls,
            io_bytes_max: limits.io_bytes,
        }
    }

    pub(super) fn call(&mut self) -> Result<(), Stop> {
        if self.host_calls == self.host_calls_max {
            return Err(Stop::Limit(Limit::HostCalls));
        }
        self.host_calls += 1;
        Ok(())
    }

    /// Notes what the run was answered from its workspace.
    pub(super) fn replied(&mut self, reply: &[u8]) {
        self.replies = XxHash3_64::oneshot_with_seed(self.replies, reply);
    }

    /// Bytes that the run may still read.
    pub(super) fn bytes_left(&self) -> u64 {
        self.io_bytes_max.saturating_sub(self.bytes_read)
    }

    pub(super) fn read(&mut self, bytes: u64) -> Result<(), Stop> {
        Self::add(&mut self.bytes_read, bytes, self.io_bytes_max)
    }

    pub(super) fn write(&mut self, bytes: u64) -> Result<(), Stop> {
        Self::add(&mut self.bytes_written, bytes, self.io_bytes_max)
    }

    fn add(counter: &mut u64, bytes: u64, bytes_max: u64) -> Result<(), Stop> {
        let total = counter.saturating_add(bytes);
        if total > bytes_max {
            return Err(Stop::Limit(Limit::Io));
        }
        *counter = total;
        Ok(())
    }
}
