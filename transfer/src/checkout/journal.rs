//! The journal of the write-backs to one directory: what each replaces and what it writes, on the disk
//! before the first file is changed, and kept afterwards so that a write-back can be taken back.
//!
//! It is a workspace file in a folder of the user, because its transactions happen as a whole or not at
//! all: below `/N` it has the plan of write-back `N`, its status, and the bytes of both sides of each
//! step. It is not in the directory itself, where the author of the directory could forge one.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use isolate_text::VPath;
use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::{OpenOptions, Quota, RemoveOptions, Retention, RunOptions, Tree};
use rustix::fs::FlockOperation;

use super::bytes::{Piece, Place};
use super::plan::{Plan, Side};
use crate::directory::MODE_BITS;
use crate::error::{Error, ErrorKind, Result, shown};
use crate::testing;

/// Bytes that are added to a file at once.
const CHUNK_BYTES: usize = 4 << 20;
/// How many write-backs can be taken back, one after the other. As many that were taken back, or took
/// one back, are kept beside them: workspaces that made them may read what was replaced.
const KEPT_MAX: usize = 20;
/// Bytes of the write-backs that are kept; the last one is kept whatever it has.
const KEPT_BYTES_MAX: u64 = 256 << 20;
/// How long another process is waited for that writes to the same directory.
const LOCK_WAIT: Duration = Duration::from_secs(10);
/// Time between two attempts to get the lock.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// The journal of a directory.
#[derive(Debug, Clone)]
pub(super) struct Journal {
    folder: PathBuf,
    database: PathBuf,
    lock: PathBuf,
}

/// The progress of a write-back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// Files are being written.
    Begun,
    Done,
}

/// Excludes other processes from writing to the directory, until it is dropped or the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: fs::File,
}

impl Journal {
    /// The journal of a directory, whose path has no links, in a folder of the user.
    pub(super) fn of(state: &Path, directory: &Path) -> Self {
        let name = hash(Algorithm::Sha256, directory.as_os_str().as_bytes());
        let name = &name[..32];
        Self {
            folder: state.to_path_buf(),
            database: state.join(format!("{name}.sqlite")),
            lock: state.join(format!("{name}.lock")),
        }
    }

    /// Whether there may be anything in it.
    pub(super) fn exists(&self) -> bool {
        self.database.exists()
    }

    /// Waits until no other process writes to the directory.
    pub(super) fn lock(&self) -> Result<Lock> {
        let failed = |cause| Error::io(ErrorKind::Target, "use", &shown(&self.lock), cause);
        // What it holds is for nobody else.
        let made = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder);
        made.map_err(|cause| Error::io(ErrorKind::Target, "make", &shown(&self.folder), cause))?;
        let file = fs::File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&self.lock)
            .map_err(failed)?;
        let until = Instant::now() + LOCK_WAIT;
        loop {
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(cause) if io::Error::from(cause).kind() != io::ErrorKind::WouldBlock => {
                    return Err(failed(cause.into()));
                }
                Err(_) if Instant::now() >= until => {
                    return Err(Error::new(
                        ErrorKind::Target,
                        "another process is writing to the directory",
                    ));
                }
                Err(_) => std::thread::sleep(LOCK_PAUSE),
            }
        }
    }

    /// The umask of the process. It is found by creating a file, because the system call that returns
    /// it also changes it, for all threads. The caller has the lock.
    pub(super) fn umask(&self) -> Result<u32> {
        let path = self.lock.with_extension("new");
        let made = || {
            let _ = fs::remove_file(&path);
            let file = fs::File::options()
                .create_new(true)
                .write(true)
                .mode(0o777)
                .open(&path)?;
            let mode = file.metadata()?.permissions().mode();
            fs::remove_file(&path)?;
            Ok(!mode & MODE_BITS)
        };
        made().map_err(|cause| Error::io(ErrorKind::Target, "make", &shown(&path), cause))
    }

    /// Opens it. The caller has the lock.
    pub(super) fn open(&self) -> Result<Tree> {
        let quota = Quota::new()
            .bytes_max(1 << 40)
            .file_bytes_max(1 << 40)
            .entries_max(1 << 32);
        let options = OpenOptions::new()
            .quota(quota)
            .retention(Retention::new().runs_max(0));
        Tree::open(&self.database, &options).map_err(|error| {
            let reason = match error.kind() {
                // Nobody can import a journal.
                isolate_vfs::ErrorKind::Outdated => {
                    "made by a development build before 0.1.0: take back with that build what is to be taken back, and delete the file"
                        .to_owned()
                }
                _ => error.to_string(),
            };
            Error::new(
                ErrorKind::Workspace,
                format!("the journal {}: {reason}", shown(&self.database)),
            )
        })
    }

    /// Reads bytes of what a step has replaced.
    pub(super) fn read_before(
        &self,
        number: u64,
        step: usize,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]) -> isolate_vfs::Result<()>,
    ) -> isolate_vfs::Result<()> {
        let tree = Tree::open(&self.database, &OpenOptions::new().read_only())?;
        let place = Place::new(number, Side::Before, step);
        static ZEROS: [u8; 64 * 1024] = [0; 64 * 1024];
        let range = (start, start.saturating_add(length));
        place.range(&tree, range, &mut |piece| match piece {
            Piece::Bytes(bytes) => sink(bytes),
            Piece::Hole(mut left) => {
                while left > 0 {
                    let part = left.min(ZEROS.len() as u64);
                    sink(&ZEROS[..usize::try_from(part).unwrap_or(ZEROS.len())])?;
                    left -= part;
                }
                Ok(())
            }
        })
    }

    /// Whether a file that a step has replaced had holes.
    pub(super) fn has_holes_before(&self, number: u64, step: usize) -> isolate_vfs::Result<bool> {
        let tree = Tree::open(&self.database, &OpenOptions::new().read_only())?;
        Place::new(number, Side::Before, step).has_holes(&tree)
    }
}

/// The file with the number of the last write-back. It outlives the write-back, so that a number is never
/// used twice.
fn last_path() -> VPath {
    VPath::parse("/last").expect("letters are a path")
}

/// The number of the last write-back; 0 before the first.
fn last(tree: &Tree) -> Result<u64> {
    let kept = numbers(tree)?.last().copied().unwrap_or(0);
    let noted = match tree.exists(&last_path())? {
        true => String::from_utf8(tree.read(&last_path())?).ok(),
        false => None,
    };
    let noted = noted.and_then(|text| text.parse().ok()).unwrap_or(0);
    Ok(kept.max(noted))
}

pub(super) fn entry_path(number: u64, name: &str) -> VPath {
    VPath::parse(&format!("/{number}/{name}")).expect("digits and letters are a path")
}

/// The numbers of the write-backs that are kept, the oldest first.
pub(super) fn numbers(tree: &Tree) -> Result<Vec<u64>> {
    let found = tree.read_dir(&VPath::root())?;
    let mut numbers: Vec<u64> = found
        .iter()
        .filter_map(|entry| entry.name.parse().ok())
        .collect();
    numbers.sort_unstable();
    Ok(numbers)
}

pub(super) fn status(tree: &Tree, number: u64) -> Result<Status> {
    Ok(match tree.read(&entry_path(number, "status"))?.as_slice() {
        b"done" => Status::Done,
        _ => Status::Begun,
    })
}

pub(super) fn plan(tree: &Tree, number: u64) -> Result<Plan> {
    let text = tree.read(&entry_path(number, "plan"))?;
    let damaged = "the journal of the directory is damaged";
    serde_json::from_slice(&text).map_err(|_not_ours| Error::new(ErrorKind::Workspace, damaged))
}

/// The write-back that was begun and not ended.
pub(super) fn unfinished(tree: &Tree) -> Result<Option<(u64, Plan)>> {
    match numbers(tree)?.last() {
        Some(&last) if status(tree, last)? == Status::Begun => Ok(Some((last, plan(tree, last)?))),
        _ => Ok(None),
    }
}

/// Writes a plan with all its bytes, in one transaction: `fill` writes the bytes. It is on the disk when
/// this returns, and from then on it will be applied.
pub(super) fn begin(
    tree: &Tree,
    plan: &Plan,
    fill: impl FnOnce(&Tree, u64) -> Result<()>,
) -> Result<u64> {
    let number = last(tree)? + 1;
    let text = serde_json::to_vec(plan).expect("a plan has texts and numbers");
    let run = tree.begin(&RunOptions::new("write back").atomic())?;
    tree.write(&last_path(), number.to_string().as_bytes())?;
    tree.write(&entry_path(number, "status"), b"begun")?;
    write(tree, &entry_path(number, "plan"), |sink| sink(&text))?;
    fill(tree, number)?;
    run.commit().map_err(failed)?;
    Ok(number)
}

/// The error of a journal that cannot be written.
fn failed(error: isolate_vfs::Error) -> Error {
    let text = format!("cannot write the journal: {error}; nothing was changed");
    Error::new(ErrorKind::Workspace, text)
}

/// Records that all files are written, and removes write-backs beyond the bounds.
pub(super) fn finish(tree: &Tree, number: u64) -> Result<()> {
    testing::journal_point()?;
    let run = tree.begin(&RunOptions::new("written").atomic())?;
    tree.write(&entry_path(number, "status"), b"done")?;
    run.commit()?;
    // What fails here is tried again after the next one.
    let _ = prune(tree);
    Ok(())
}

/// Forgets a write-back.
pub(super) fn forget(tree: &Tree, number: u64) -> Result<()> {
    testing::journal_point()?;
    let run = tree.begin(&RunOptions::new("forget").atomic())?;
    let path = VPath::parse(&format!("/{number}"))?;
    tree.remove(&path, &RemoveOptions::new().recursive())?;
    run.commit()?;
    Ok(())
}

/// The write-backs that can be taken back, and those that were taken back or took one back; the oldest
/// first.
fn takeable_and_spent(tree: &Tree) -> Result<(VecDeque<u64>, VecDeque<u64>)> {
    let (mut takeable, mut spent) = (VecDeque::new(), VecDeque::new());
    let mut undone = Undone::default();
    for number in numbers(tree)?.into_iter().rev() {
        let undoes = plan(tree, number)?.undoes;
        match undone.passes(number, undoes) || undoes.is_some() {
            true => spent.push_front(number),
            false => takeable.push_front(number),
        }
    }
    Ok((takeable, spent))
}

/// Which write-backs are taken back, found from the last one on.
#[derive(Debug, Default)]
pub(super) struct Undone(Vec<u64>);

impl Undone {
    /// Whether a write-back is taken back, which itself takes back `undoes`. One that is taken back takes
    /// nothing back any more.
    pub(super) fn passes(&mut self, number: u64, undoes: Option<u64>) -> bool {
        let is_undone = self.0.contains(&number);
        if !is_undone {
            self.0.extend(undoes);
        }
        is_undone
    }
}

/// Removes write-backs beyond the bounds, the oldest first. One that was taken back is removed before the
/// one that took it back, which has a higher number, so it is never taken for one that can be.
fn prune(tree: &Tree) -> Result<()> {
    let (mut takeable, mut spent) = takeable_and_spent(tree)?;
    let is_over = |queue: &VecDeque<u64>| queue.len() > KEPT_MAX;
    while is_over(&takeable) || is_over(&spent) || tree.stored()?.bytes > KEPT_BYTES_MAX {
        let oldest = match () {
            () if is_over(&takeable) => takeable.pop_front(),
            () if !spent.is_empty() => spent.pop_front(),
            () if takeable.len() > 1 => takeable.pop_front(),
            () => None,
        };
        let Some(oldest) = oldest else { break };
        forget(tree, oldest)?;
    }
    Ok(())
}

/// Takes bytes piece by piece.
pub(super) type Sink<'a> = &'a mut dyn FnMut(&[u8]) -> Result<()>;

/// Writes a file of the journal piece by piece.
pub(super) fn write(
    tree: &Tree,
    path: &VPath,
    fill: impl FnOnce(Sink<'_>) -> Result<()>,
) -> Result<()> {
    let mut pending: Vec<u8> = Vec::new();
    let mut is_first = true;
    let mut flush = |pending: &mut Vec<u8>| -> Result<()> {
        match is_first {
            true => tree.write(path, pending),
            false => tree.append(path, pending),
        }
        .map_err(failed)?;
        is_first = false;
        pending.clear();
        Ok(())
    };
    fill(&mut |piece| {
        pending.extend_from_slice(piece);
        match pending.len() >= CHUNK_BYTES {
            true => flush(&mut pending),
            false => Ok(()),
        }
    })?;
    flush(&mut pending)
}
