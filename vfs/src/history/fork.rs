//! Copying a workspace to a file of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::Point;
use super::undo::Scope;
use crate::error::{Error, ErrorKind, Result, system_reason};
use crate::options::OpenOptions;
use crate::quota::Quota;
use crate::txn::Tree;

/// How [`Tree::fork`] copies a workspace.
///
/// ```
/// use isolate_vfs::{ForkOptions, Point, RunId};
///
/// let options = ForkOptions::new().at(Point::After(RunId::from(7)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForkOptions {
    pub(crate) at: Point,
    pub(crate) shallow: bool,
    pub(crate) with_damage: bool,
}

impl Default for ForkOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl ForkOptions {
    /// The defaults: the present state with its whole history.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            at: Point::Now,
            shallow: false,
            with_damage: false,
        }
    }

    /// Sets the point of the history at which the copy begins. Its history ends there. A copy of an
    /// earlier point has no other branches. Default: the present state.
    #[must_use]
    pub const fn at(mut self, point: Point) -> Self {
        self.at = point;
        self
    }

    /// Leaves the history out. Default: `false`.
    #[must_use]
    pub const fn shallow(mut self) -> Self {
        self.shallow = true;
        self
    }

    /// Copies bytes that are not what was stored as they are, which is for a look at them. Default:
    /// `false`, and they are refused.
    #[must_use]
    pub const fn with_damage(mut self) -> Self {
        self.with_damage = true;
        self
    }
}

impl Tree {
    /// Copies the workspace to a new file, while others read and write it. The copy is one state of it:
    /// the last that was permanent when the copy began.
    ///
    /// The file appears under its name when it is complete and on the disk. It holds no bytes but those
    /// of its files and its history: what was removed from the workspace is not in it. At an
    /// earlier point, times of directories and of files whose content has not changed since are those of
    /// the present.
    ///
    /// # Errors
    /// `Exists` if something has the name; `NotFound` for a point that the history cannot go back to;
    /// `Invalid` while a run is open on this connection, on another branch than the main one, and for a
    /// seeded workspace; `NotPermitted` with a guard, since the copy holds what that hides; `Corrupt` with the damaged path if stored bytes are not what was written, unless
    /// `with_damage` is set;
    /// `NoSpace`, `Storage`. There is no file then.
    pub fn fork(&self, to: &Path, options: &ForkOptions) -> Result<()> {
        self.check_no_run()?;
        if self.is_guarded() {
            return Err(Error::new(ErrorKind::NotPermitted)
                .with_detail("a connection with rules about paths cannot copy the workspace"));
        }
        if self.branch_number().is_some() {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("a copy is one of all branches: it is made from the main branch"));
        }
        if self.has_source() {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("a workspace whose files are elsewhere cannot be copied to a file"));
        }
        crate::store::check_name(to)?;
        if to.symlink_metadata().is_ok() {
            return Err(exists());
        }
        if let Some(run) = options.at.run() {
            self.check_run_seen(run.0)?;
        }
        let scratch = Scratch::beside(to)?;
        let mut copy = scratch.file("copy");
        self.store.copy_to(&copy)?;
        let quota = Quota::new().bytes_max(1 << 62).entries_max(1 << 62);
        let tree = Self::open(&copy, &OpenOptions::new().quota(quota).fork())?;
        let made_own = tree.atomically(|txn| txn.become_copy());
        let has_removed = match made_own {
            Err(error) if options.with_damage && error.kind() == ErrorKind::Corrupt => false,
            made_own => made_own?,
        };
        let is_cut = options.at != Point::Now || options.shallow;
        if is_cut {
            tree.cut_history(options)?;
        }
        if is_cut || has_removed {
            // Pages that are free now still hold what was removed, so it is copied once more.
            let cut = scratch.file("cut");
            tree.store.copy_to(&cut)?;
            copy = cut;
        }
        // Its log becomes a part of it.
        drop(tree);
        // Copying moves bytes as they are, also damaged ones.
        if !options.with_damage {
            Self::open(&copy, &OpenOptions::new().read_only())?.check_bytes()?;
        }
        if let Some(database) = self.files_on_disk().first()
            && let Ok(metadata) = fs::metadata(database)
        {
            fs::set_permissions(&copy, metadata.permissions()).map_err(failed)?;
        }
        let synced = fs::File::open(&copy).and_then(|file| file.sync_all());
        synced.map_err(failed)?;
        publish(&copy, to)?;
        // The name itself: a copy that is lost to a power failure was not there.
        if let Some(folder) = scratch.folder.parent() {
            let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }

    /// Takes a copy back to a point, and removes the history after it, or all of it.
    fn cut_history(&self, options: &ForkOptions) -> Result<()> {
        self.atomically(|txn| {
            if options.at != Point::Now {
                let forgotten = txn.forgotten()?;
                txn.branches.delete_all(txn)?;
                // Their runs are not a part of the history that the point is in.
                txn.set_forgotten(forgotten)?;
                txn.with_history(|| txn.restore_now(options.at, &[], Scope::Everything))?;
                txn.delete_runs_after(options.at.last_run())?;
                // They are not a part of this history.
                txn.set_forgotten(forgotten)?;
            }
            if options.shallow {
                txn.forget_all_history()?;
            }
            Ok(())
        })
    }
}

/// Gives a file its name, unless something has it.
fn publish(copy: &Path, to: &Path) -> Result<()> {
    match fs::hard_link(copy, to) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
        // Not every disk has several names for one file.
        Err(_) if to.symlink_metadata().is_ok() => Err(exists()),
        Err(_) => fs::rename(copy, to).map_err(failed),
    }
}

/// A folder beside the target for what is not complete, which is removed at the end.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn beside(to: &Path) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let name = to.file_name().ok_or_else(|| {
            Error::new(ErrorKind::Invalid).with_detail("the copy needs the name of a file")
        })?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(
            ".fork-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        ));
        let folder = to.with_file_name(hidden);
        fs::create_dir(&folder).map_err(failed)?;
        // SQLite takes a name as it is only where it cannot be a URI.
        let folder = folder.canonicalize().map_err(failed)?;
        Ok(Self { folder })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What fails leaves a hidden folder behind, and nothing else.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn exists() -> Error {
    Error::new(ErrorKind::Exists).with_detail("there is a file of the name of the copy already")
}

/// An operation on the copy that failed.
fn failed(cause: io::Error) -> Error {
    let kind = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ErrorKind::NoSpace,
        _ => ErrorKind::Storage,
    };
    Error::new(kind).with_detail(format!(
        "the copy cannot be written: {}",
        system_reason(&cause)
    ))
}
