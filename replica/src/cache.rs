//! Where copies lie: a folder for each workspace of each store, and in it a file for each process that
//! has one open.
//!
//! What a copy has, the log has too, so that one which nobody has open can be removed at any time.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime};

/// Processes that may have a copy of one workspace in one folder at once.
const COPIES_MAX: u32 = 64;

/// What a file of a copy may end with, beside the file itself: the log first, because SQLite would take it for
/// that of a later file of the same name.
const BESIDE: [&str; 4] = ["-wal", "-shm", "-journal", "-reserve"];

/// The ending of a copy that is being removed.
const GONE: &str = "gone";

/// The file that says when the folder was last [trimmed](trim), by its time.
const TRIMMED: &str = "trimmed";

/// The folder is not trimmed again before this time.
const TRIMMED_FOR: Duration = Duration::from_secs(600);

/// How long a copy of this process is waited for that nobody uses any more, and that is not closed yet.
const CLOSING_MAX: Duration = Duration::from_secs(1);

/// The locks that this process has, and whether anybody uses their copies.
static OWN: Mutex<BTreeMap<PathBuf, Weak<InUse>>> = Mutex::new(BTreeMap::new());

/// Somebody uses a copy, until the last clone of this is dropped.
#[derive(Debug)]
pub(crate) struct InUse;

fn own() -> MutexGuard<'static, BTreeMap<PathBuf, Weak<InUse>>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether this process has a lock, and nobody uses its copy any more.
fn is_closing(lock: &Path) -> bool {
    own()
        .get(lock)
        .is_some_and(|in_use| in_use.strong_count() == 0)
}

/// The file of a copy, which no other process uses until this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) file: PathBuf,
    lock: File,
}

impl Slot {
    fn path(&self) -> PathBuf {
        self.file.with_extension("lock")
    }

    /// What those who use the copy hold.
    pub(crate) fn in_use(&self) -> Arc<InUse> {
        let in_use = Arc::new(InUse);
        own().insert(self.path(), Arc::downgrade(&in_use));
        in_use
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        own().remove(&self.path());
        // By this, those that were used longest ago are found. Without it, this one is taken for an older one.
        let _ = self.lock.set_modified(SystemTime::now());
    }
}

/// Locks a file, which is made if it is missing. `None` if somebody has it locked.
fn lock(path: &Path) -> io::Result<Option<File>> {
    loop {
        let mut options = File::options();
        let lock = options.create(true).truncate(false).write(true).open(path);
        let lock = match lock {
            // The folder was removed just now.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                make_private(path.parent().unwrap_or(path))?;
                continue;
            }
            lock => lock?,
        };
        match lock.try_lock() {
            Ok(()) if is_at(&lock, path)? => return Ok(Some(lock)),
            // It was removed between, and is not what others lock.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Whether an open file is the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((ours.dev(), ours.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Files that are locked are not removed there.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
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
        let path = folder.join(format!("{number}.lock"));
        let mut lock = lock(&path)?;
        let waits = Instant::now();
        // Another copy would have to be made, or to catch up.
        while lock.is_none() && is_closing(&path) && waits.elapsed() < CLOSING_MAX {
            std::thread::sleep(Duration::from_millis(1));
            lock = self::lock(&path)?;
        }
        if let Some(lock) = lock {
            let file = folder.join(format!("{number}.sqlite"));
            if !file.exists() {
                // Its removal may have stopped in the middle.
                remove(&file);
            }
            return Ok(Slot { file, lock });
        }
    }
    let text = format!(
        "{COPIES_MAX} processes have a copy of it in {} already: use another folder",
        cache.display()
    );
    Err(io::Error::other(text))
}

/// A copy, and when it was last used.
struct Kept {
    file: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// Removes copies that nobody has open, those first that were used longest ago, until all have `bytes_max`
/// at most. Without `is_due`, not if that was done lately.
pub(crate) fn trim(cache: &Path, bytes_max: u64, is_due: bool) -> io::Result<()> {
    let note = cache.join(TRIMMED);
    let noted = fs::metadata(&note).and_then(|note| note.modified());
    let age = noted.ok().and_then(|noted| noted.elapsed().ok());
    if !is_due && age.is_some_and(|age| age < TRIMMED_FOR) {
        return Ok(());
    }
    make_private(cache)?;
    fs::write(&note, "")?;
    let mut copies = copies(cache)?;
    let mut bytes: u64 = copies.iter().map(|copy| copy.bytes).sum();
    copies.sort_unstable_by_key(|copy| copy.used);
    for copy in copies {
        if bytes <= bytes_max {
            break;
        }
        if drop_copy(&copy.file)? {
            bytes = bytes.saturating_sub(copy.bytes);
        }
    }
    Ok(())
}

/// The copies in a folder.
fn copies(cache: &Path) -> io::Result<Vec<Kept>> {
    let mut copies = Vec::new();
    for folder in fs::read_dir(cache)? {
        let folder = folder?;
        let name = folder.file_name();
        let is_of_workspace = name.to_str().is_some_and(|name| {
            name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        if !is_of_workspace {
            continue;
        }
        // Another process may remove it meanwhile.
        let Ok(files) = fs::read_dir(folder.path()) else {
            continue;
        };
        for file in files.flatten() {
            let lock = file.path();
            let is_lock = lock.extension().is_some_and(|ending| ending == "lock");
            let Some(used) = is_lock.then(|| file.metadata().and_then(|lock| lock.modified()))
            else {
                continue;
            };
            let file = lock.with_extension("sqlite");
            let beside = BESIDE.iter().map(|ending| beside(&file, ending));
            let all = std::iter::once(file.clone()).chain(beside);
            let size = |file: PathBuf| fs::metadata(file).map_or(0, |file| file.len());
            copies.push(Kept {
                bytes: all.map(size).sum(),
                used: used.unwrap_or(SystemTime::UNIX_EPOCH),
                file,
            });
        }
    }
    Ok(copies)
}

/// Removes a copy, unless somebody has it open. Returns whether it did.
fn drop_copy(file: &Path) -> io::Result<bool> {
    let path = file.with_extension("lock");
    let Some(_lock) = lock(&path)? else {
        return Ok(false);
    };
    // At once, so that nobody takes a part for the whole.
    let gone = file.with_extension(GONE);
    match fs::rename(file, &gone) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    remove(file);
    let _ = fs::remove_file(&gone);
    if cfg!(unix) {
        let _ = fs::remove_file(&path);
        // With its last copy.
        let _ = path.parent().map(fs::remove_dir);
    }
    Ok(true)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
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
    for ending in BESIDE.into_iter().chain([""]) {
        let _ = fs::remove_file(beside(file, ending));
    }
}

/// Makes a folder that only its user can read.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    loop {
        match builder.create(folder) {
            // It was there, and was removed before it was looked at.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                match fs::metadata(folder) {
                    Ok(found) if found.is_dir() => return Ok(()),
                    Err(gone) if gone.kind() == io::ErrorKind::NotFound => {}
                    _ => return Err(error),
                }
            }
            made => return made,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cache: &Path) -> usize {
        copies(cache).unwrap().len()
    }

    fn with_bytes(cache: &Path, workspace: &str, seconds: u64) {
        let slot = slot(cache, "store", workspace).unwrap();
        fs::write(&slot.file, [0; 1000]).unwrap();
        fs::write(beside(&slot.file, "-wal"), [0; 500]).unwrap();
        let (lock, time) = (slot.lock.try_clone().unwrap(), Duration::from_secs(seconds));
        drop(slot);
        lock.set_modified(SystemTime::UNIX_EPOCH + time).unwrap();
    }

    #[test]
    fn copies_that_were_used_longest_ago_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("cache");
        for (at, name) in ["c", "a", "d", "b"].into_iter().enumerate() {
            with_bytes(&cache, name, at as u64);
        }
        let held = slot(&cache, "store", "c").unwrap();
        assert!(held.file.exists());
        trim(&cache, 6_000, true).unwrap();
        assert_eq!(names(&cache), 4);
        // The oldest is in use.
        trim(&cache, 4_000, true).unwrap();
        let is_there = |name: &str| slot(&cache, "store", name).unwrap().file.exists();
        assert_eq!(names(&cache), 2);
        assert!(held.file.exists() && is_there("b"));
        assert!(!is_there("a") && !is_there("d"));
        // It was done just now.
        trim(&cache, 0, false).unwrap();
        assert!(is_there("b"));
        drop(held);
        trim(&cache, 0, true).unwrap();
        assert_eq!(fs::read_dir(&cache).unwrap().count(), 1);
    }

    #[test]
    fn what_a_removal_has_left_is_no_part_of_the_next_copy() {
        let folder = tempfile::tempdir().unwrap();
        with_bytes(folder.path(), "a", 1);
        let file = slot(folder.path(), "store", "a").unwrap().file.clone();
        fs::remove_file(&file).unwrap();
        let slot = slot(folder.path(), "store", "a").unwrap();
        assert!(!beside(&slot.file, "-wal").exists());
    }

    /// Nobody has a copy that another one has, although folders and locks come and go.
    #[test]
    fn a_copy_has_one_owner_while_others_are_removed() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let owners = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..300 {
                        let lock = folder
                            .path()
                            .join("0123456789abcdef0123456789abcdef/1.lock");
                        make_private(lock.parent().unwrap()).unwrap();
                        if let Some(_held) = lock_of(&lock) {
                            assert_eq!(owners.fetch_add(1, Ordering::SeqCst), 0);
                            std::thread::yield_now();
                            owners.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
            scope.spawn(|| {
                for _ in 0..300 {
                    trim(folder.path(), 0, true).unwrap();
                    for copy in copies(folder.path()).unwrap() {
                        drop_copy(&copy.file).unwrap();
                    }
                }
            });
        });
    }

    fn lock_of(path: &Path) -> Option<File> {
        lock(path).unwrap()
    }
}
