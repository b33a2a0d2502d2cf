//! A file beside the database that keeps room on the disk. It is removed when the disk is full, so
//! that entries can still be removed.
//!
//! The folder may hold files of others. So no file that exists is written to, links are
//! not followed, and only a file that begins as ours is removed.

use std::fs::{self, File};
use std::io::{Read as _, Result, Write as _};
use std::path::{Path, PathBuf};

/// How the file begins: it says what it is for.
const HEADER: &[u8] =
    b"This file holds nothing. It keeps room on the disk, so that files can be removed from the\n\
      workspace beside it (isolate) when the disk is full. It may be deleted.\n";
/// A smaller database has no reserve: removing from it gives hardly anything back.
const DATABASE_BYTES_MIN: u64 = 128 << 10;
/// An eighth of the database, at least this: the index of the log and 120 of its pages. The reserve of
/// a smaller database is as large as the database, so that the log can be written back whole.
const BYTES_MIN: u64 = 512 << 10;
/// At most this: what removing 400 MB in one transaction writes to the log.
const BYTES_MAX: u64 = 4 << 20;

/// The reserve of one database.
pub(super) struct Reserve {
    database: PathBuf,
    path: PathBuf,
}

impl Reserve {
    pub(super) fn of(database: &Path) -> Self {
        Self {
            database: database.to_path_buf(),
            path: beside(database, "-reserve"),
        }
    }

    /// Makes the file about as large as it should be beside a database of a size, or as large as the
    /// disk allows.
    pub(super) fn keep(&self, database_bytes: u64) {
        let wanted = if database_bytes < DATABASE_BYTES_MIN {
            0
        } else {
            (database_bytes / 8).clamp(BYTES_MIN.min(database_bytes), BYTES_MAX)
        };
        let has = fs::symlink_metadata(&self.path).map_or(0, |found| found.len());
        if (wanted - wanted / 4..=wanted * 2).contains(&has) || has > 0 && !remove_own(&self.path) {
            return;
        }
        if wanted > 0 {
            let _ = fill(&self.path, wanted);
            self.copy_mode();
        }
    }

    /// Gives the file the permissions of the database, as SQLite does with its files.
    fn copy_mode(&self) {
        if let Ok(database) = fs::metadata(&self.database) {
            let _ = fs::set_permissions(&self.path, database.permissions());
        }
    }

    /// Releases the room. Returns whether there was any.
    pub(super) fn release(&self) -> bool {
        remove_own(&self.path)
    }

    /// Releases the room while `f` takes some of it. Without a reserve, `f` is not called.
    pub(super) fn lend<T>(&self, f: impl FnOnce() -> T) -> Option<T> {
        let found = fs::symlink_metadata(&self.path).ok()?;
        if !self.release() {
            return None;
        }
        let value = f();
        let _ = fill(&self.path, found.len());
        self.copy_mode();
        Some(value)
    }

    /// Whether the disk has less room left than the reserve takes, where there is one.
    pub(super) fn is_needed(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok_and(|found| !self.has_room(found.len()))
    }

    /// Whether the disk has room for that many more bytes.
    pub(super) fn has_room(&self, bytes: u64) -> bool {
        let probe = beside(&self.path, "-probe");
        // What a process that was killed has left.
        remove_own(&probe);
        let filled = fill(&probe, bytes.max(HEADER.len() as u64));
        remove_own(&probe);
        filled.is_ok()
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Makes a new file of so many bytes that no filesystem makes shorter. On a full disk it is an
/// error, and the file has as many as there is room for; without room for the header there is none.
fn fill(path: &Path, bytes: u64) -> Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    // Until it has the permissions of the database.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let filled = write_noise(&mut file, bytes);
    if filled.is_err()
        && file
            .metadata()
            .is_ok_and(|found| found.len() < HEADER.len() as u64)
    {
        let _ = fs::remove_file(path);
    }
    filled
}

fn write_noise(file: &mut File, bytes: u64) -> Result<()> {
    let mut block = Vec::with_capacity(64 << 10);
    block.extend_from_slice(HEADER);
    let mut left = bytes;
    // Marsaglia's xorshift; any seed but 0 does.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    while left > 0 {
        while block.len() < 64 << 10 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            block.extend_from_slice(&state.to_le_bytes());
        }
        let part = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
        file.write_all(&block[..part])?;
        left -= part as u64;
        block.clear();
    }
    Ok(())
}

/// Removes a file that begins as ours does. Returns whether it was removed.
fn remove_own(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    let mut start = [0; HEADER.len()];
    is_file
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == HEADER
        && fs::remove_file(path).is_ok()
}
