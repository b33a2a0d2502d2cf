//! Bounds on what one tree may hold.

use crate::error::{Error, ErrorKind, Result};

/// Bounds on what one tree may hold; each bound itself passes.
///
/// Earlier versions that history keeps do not count: they have their own bound, see
/// [`Retention`](crate::Retention).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Sum of the sizes of all files. A copy counts in full. Default: 1 GiB.
    pub bytes_max: u64,
    /// Number of files, directories and links, the root not counted. Default: 1,000,000.
    pub entries_max: u64,
    /// Size of one file. Default: 64 MiB.
    pub file_bytes_max: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes_max: 1 << 30,
            entries_max: 1_000_000,
            file_bytes_max: 64 << 20,
        }
    }
}

impl Limits {
    pub(crate) fn check_file(&self, bytes: u64) -> Result<()> {
        if bytes > self.file_bytes_max {
            return Err(Error::new(ErrorKind::FileTooLarge).with_detail(format!(
                "file too large: {bytes} bytes, at most {} are allowed",
                self.file_bytes_max
            )));
        }
        Ok(())
    }

    /// Checks new totals after a growth; a tree that is over its bound already may shrink.
    pub(crate) fn check_totals(&self, before: Usage, after: Usage) -> Result<()> {
        if after.bytes > self.bytes_max && after.bytes > before.bytes {
            return Err(Error::new(ErrorKind::NoSpace).with_detail(format!(
                "no space left: the workspace would hold {} bytes, at most {} are allowed",
                after.bytes, self.bytes_max
            )));
        }
        if after.entries > self.entries_max && after.entries > before.entries {
            return Err(Error::new(ErrorKind::NoSpace).with_detail(format!(
                "no space left: the workspace would hold {} entries, at most {} are allowed",
                after.entries, self.entries_max
            )));
        }
        Ok(())
    }
}

/// What a tree holds now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Sum of the sizes of all files.
    pub bytes: u64,
    /// Number of files, directories and links, the root not counted.
    pub entries: u64,
}
