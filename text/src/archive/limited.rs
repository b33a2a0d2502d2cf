//! A bound on the bytes of an archive that is read as it comes.

use std::io;

use super::{ArchiveError, ArchiveErrorKind};
use crate::stop::is_due;

/// How many bytes may still come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limited {
    left: u64,
    bytes_max: u64,
}

impl Limited {
    pub(super) fn new(bytes_max: u64) -> Self {
        Self {
            left: bytes_max,
            bytes_max,
        }
    }

    /// Counts bytes that have come.
    pub(super) fn take(&mut self, bytes: usize) -> io::Result<()> {
        if is_due() {
            return Err(io::Error::other(ArchiveError::stopped()));
        }
        self.left = self.left.checked_sub(bytes as u64).ok_or_else(|| {
            let problem = format!(
                "the archive is larger than the {} bytes allowed once unpacked",
                self.bytes_max
            );
            io::Error::other(ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem))
        })?;
        Ok(())
    }
}
