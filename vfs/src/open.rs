//! Opening a workspace, and repairing a file: the only module that knows all layers.

use std::path::Path;

use crate::branch::HOOK;
use crate::check::{Repair, repair_opened};
use crate::error::{Error, ErrorKind, Result};
use crate::options::OpenOptions;
use crate::store::{self, MemoryStore};
use crate::txn::Tree;

impl Tree {
    /// Opens a workspace file, creating it where it is missing or empty.
    ///
    /// # Errors
    /// `Foreign` for a file that is not a workspace and `Outdated` for one of a development build before
    /// 0.1.0, which are left untouched; `NotPermitted` for a [copy](OpenOptions::copy) that is not opened
    /// as one; `Newer`, `Corrupt`, `ReadOnly`, `Busy` or `NotFound`.
    pub fn open(path: &Path, options: &OpenOptions) -> Result<Self> {
        let store = store::open_file(path, !options.read_only, options.busy_timeout)?;
        let tree = Self::new(store, options, HOOK);
        if options.is_copy {
            tree.store.leave_log_at_close();
            return Ok(tree);
        }
        if options.is_fork {
            return Ok(tree);
        }
        if !options.read_only && tree.place()?.is_some() {
            return Err(Error::new(ErrorKind::NotPermitted).with_detail(
                "the file is a copy of a workspace that many hosts share, which changes through its store: \
                 open it for reading only, or open the workspace by its store",
            ));
        }
        tree.tidy_asides();
        Ok(tree)
    }

    /// Opens a workspace in memory.
    ///
    /// # Errors
    /// `Storage` when SQLite cannot allocate it, `Busy` when another tree holds it.
    pub fn open_memory(memory: &MemoryStore, options: &OpenOptions) -> Result<Self> {
        let store = store::open_memory(memory, options.busy_timeout)?;
        Ok(Self::new(store, options, HOOK))
    }

    /// Repairs a workspace file as [`Tree::repair`] does. A file in which nothing can be repaired is only
    /// read.
    ///
    /// # Errors
    /// As [`Tree::open`] and [`Tree::repair`]; `Invalid` for a file of an older version.
    pub fn repair_file(path: &Path) -> Result<Repair> {
        repair_opened(|options| Self::open(path, options))
    }
}
