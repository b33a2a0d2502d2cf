//! Bounds on what one tree may hold.

use crate::error::{Error, ErrorKind, Result};

/// Most bytes that the runs of one workspace take that are put away, beside the quota: 1 GiB.
pub const SUSPENDED_BYTES_MAX: u64 = 1 << 30;
/// What the database may take beside one and a half times the bytes of files.
const DATABASE_BYTES_FREE: u64 = 64 << 20;
/// The part of it that the log beside the database has.
pub(crate) const LOG_BYTES: u64 = 32 << 20;
/// The part of it that only what removes things may use.
const RESERVE_BYTES: u64 = 8 << 20;
/// The least that history may take, however small the tree may be.
const HISTORY_BYTES_MIN: u64 = 16 << 20;

/// Bounds on what one tree may hold. A value equal to its bound is allowed.
///
/// Earlier versions that the history keeps do not count towards these bounds. The size of the
/// workspace on the disk (files, names, times and history) is bounded as a whole by
/// [`Quota::storage_bytes_max`]. When that bound is reached, the oldest history is removed first,
/// see [`Retention`](crate::Retention). When no history is left, calls fail with `NoSpace`.
/// Removing entries still works then.
///
/// ```
/// use isolate_vfs::Quota;
///
/// let quota = Quota::new().bytes_max(64 << 20).entries_max(10_000);
/// assert_eq!(quota.file_bytes(), 64 << 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Quota {
    pub(crate) bytes_max: u64,
    pub(crate) entries_max: u64,
    pub(crate) file_bytes_max: u64,
}

impl Default for Quota {
    fn default() -> Self {
        Self::new()
    }
}

impl Quota {
    /// The default bounds.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            bytes_max: 1 << 30,
            entries_max: 1_000_000,
            file_bytes_max: 64 << 20,
        }
    }

    /// Sets the bound on the sum of the sizes of all files, in bytes. A copy counts in full. Default:
    /// 1 GiB.
    #[must_use]
    pub const fn bytes_max(mut self, bytes: u64) -> Self {
        self.bytes_max = bytes;
        self
    }

    /// Sets the bound on the number of entries, the root not counted. Default: 1,000,000.
    #[must_use]
    pub const fn entries_max(mut self, entries: u64) -> Self {
        self.entries_max = entries;
        self
    }

    /// Sets the bound on the size of one file, in bytes. Default: 64 MiB.
    #[must_use]
    pub const fn file_bytes_max(mut self, bytes: u64) -> Self {
        self.file_bytes_max = bytes;
        self
    }

    /// The bound on the sum of the sizes of all files, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes_max
    }

    /// The bound on the number of entries.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.entries_max
    }

    /// The bound on the size of one file, in bytes.
    #[must_use]
    pub const fn file_bytes(&self) -> u64 {
        self.file_bytes_max
    }

    /// What the database and its log may take together: one and a half times `bytes_max`, and
    /// 64 MiB. The log may take more for a moment, as much as one transaction changes.
    #[must_use]
    pub fn storage_bytes_max(&self) -> u64 {
        self.bytes_max
            .saturating_add(self.bytes_max / 2)
            .saturating_add(DATABASE_BYTES_FREE)
    }

    /// What the database alone may take, beside the runs that are put away: SQLite itself refuses more.
    pub(crate) fn database_bytes_max(&self) -> u64 {
        self.storage_bytes_max() - LOG_BYTES
    }

    /// What everything but removing keeps to.
    pub(crate) fn database_bytes_soft(&self) -> u64 {
        self.database_bytes_max() - RESERVE_BYTES
    }

    /// The most that history may take beside the files.
    pub(crate) fn history_bytes_max(&self) -> u64 {
        HISTORY_BYTES_MIN.saturating_add(self.bytes_max)
    }

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
    pub(crate) fn check_totals(&self, before: Stored, after: Stored) -> Result<()> {
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

/// How much a tree holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stored {
    /// Sum of the sizes of all files.
    pub bytes: u64,
    /// Number of files, directories and links, the root not counted.
    pub entries: u64,
}

/// What is said of a database that would become larger than this.
pub(crate) fn database_is_full(bytes_max: u64) -> String {
    format!(
        "no space left: the database would be larger than {bytes_max} bytes, which is what the quota leaves for files, names and history together"
    )
}
