//! Where copies lie: a folder for each workspace of each store, and in it a file for each process that
//! has one open.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Processes that may have a copy of one workspace in one folder at once.
const COPIES_MAX: u32 = 64;

/// The file of a copy, which no other process uses until this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) file: PathBuf,
    _lock: File,
}

/// The first file that nobody uses, of the workspace of this name in this store.
pub(crate) fn slot(cache: &Path, store: &str, workspace: &str) -> io::Result<Slot> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(store.as_bytes());
    hasher.update(&[0]);
    hasher.update(workspace.as_bytes());
    let folder = cache.join(&hasher.finalize().to_hex()[..32]);
    make_private(&folder)?;
    for number in 1..=COPIES_MAX {
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(format!("{number}.lock")))?;
        match lock.try_lock() {
            Ok(()) => {
                return Ok(Slot {
                    file: folder.join(format!("{number}.sqlite")),
                    _lock: lock,
                });
            }
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    let text = format!(
        "{COPIES_MAX} processes have a copy of it in {} already: use another folder",
        cache.display()
    );
    Err(io::Error::other(text))
}

impl Slot {
    /// Removes the copy: it is made again from the log.
    pub(crate) fn clear(&self) -> io::Result<()> {
        remove(&self.file);
        match self.file.exists() {
            true => Err(io::Error::other("the file of a copy cannot be removed")),
            false => Ok(()),
        }
    }
}

/// Removes a workspace file with what is beside it, as far as that is possible.
pub(crate) fn remove(file: &Path) {
    for end in ["-wal", "-shm", "-journal", "-reserve", ""] {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        let _ = fs::remove_file(&name);
    }
}

/// Makes a folder that only its user can read.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
