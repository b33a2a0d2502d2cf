//! What each transaction changed, for copies of the workspace: [`RowChanges`].
//!
//! A copy that takes in the changes of each transaction, in their order, has the same rows as the
//! workspace: the same tree, history, branches, runs that wait and idempotency keys, under the same
//! numbers. Nothing is executed again, so that nothing has to be deterministic.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//!
//! use isolate_text::VPath;
//! use isolate_vfs::{MemoryStore, OpenOptions, RowChanges, Tree};
//!
//! let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
//! let copy = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
//! copy.replace_rows(&tree.all_rows()?)?;
//!
//! let log = Arc::new(Mutex::new(Vec::new()));
//! let published = Arc::clone(&log);
//! tree.set_publisher(Some(Box::new(move |changes: RowChanges| {
//!     published.lock().unwrap().push(changes.encode());
//!     Ok(())
//! })))?;
//!
//! let path = VPath::parse("/notes.txt")?;
//! tree.write(&path, b"shared")?;
//! for entry in log.lock().unwrap().iter() {
//!     copy.apply_rows(&RowChanges::decode(entry)?)?;
//! }
//! assert_eq!(copy.read(&path)?, b"shared");
//! # Ok::<(), isolate_vfs::Error>(())
//! ```

use super::Tree;
use crate::error::{Error, ErrorKind, Result};
use crate::store::RowChanges;

/// Whom the changes of each transaction are shown to before it is committed.
///
/// Where it fails, the transaction is rolled back, and its call or its run fails with that error.
pub trait Publisher: Send {
    /// Takes the changes of a transaction that changed at least one row.
    ///
    /// # Errors
    /// The transaction must not be committed.
    fn publish(&mut self, changes: RowChanges) -> Result<()>;
}

impl<F: FnMut(RowChanges) -> Result<()> + Send> Publisher for F {
    fn publish(&mut self, changes: RowChanges) -> Result<()> {
        self(changes)
    }
}

impl Tree {
    /// From now on, the changes of each transaction of this connection are shown to `publisher`
    /// before it is committed; to nobody with none. What other connections change is not.
    ///
    /// # Errors
    /// `Invalid` inside of a transaction, or while a run is open that holds one; `NotPermitted` where
    /// a guard is set; `ReadOnly`; `Storage`.
    pub fn set_publisher(&self, publisher: Option<Box<dyn Publisher>>) -> Result<()> {
        self.check_no_transaction()?;
        if publisher.is_some() {
            self.check_unguarded()?;
        }
        match publisher.is_some() {
            true => self.store.note_rows()?,
            false => self.store.forget_rows()?,
        }
        self.publisher.replace(publisher);
        Ok(())
    }

    /// Shows the changes of the open transaction to the publisher, if there is one.
    pub(crate) fn publish(&self) -> Result<()> {
        let mut publisher = self.publisher.borrow_mut();
        let Some(publisher) = publisher.as_mut() else {
            return Ok(());
        };
        let changes = self.store.take_noted_rows()?;
        match changes.is_empty() {
            true => Ok(()),
            false => publisher.publish(changes),
        }
    }

    /// Takes in what a transaction of another copy changed, in a transaction of its own, which no
    /// publisher is shown. The rows must be those of the state that this copy has.
    ///
    /// # Errors
    /// `Newer` or `Outdated` for rows of another version; `Corrupt` where they do not fit, and
    /// nothing is changed; `Invalid` inside of a transaction; `NotPermitted` where a guard is set.
    pub fn apply_rows(&self, changes: &RowChanges) -> Result<()> {
        self.take_in(changes, false)
    }

    /// As [`apply_rows`](Self::apply_rows), in place of everything that this workspace has.
    ///
    /// # Errors
    /// As [`apply_rows`](Self::apply_rows).
    pub fn replace_rows(&self, rows: &RowChanges) -> Result<()> {
        self.take_in(rows, true)
    }

    fn take_in(&self, changes: &RowChanges, replaces: bool) -> Result<()> {
        self.check_no_transaction()?;
        self.check_unguarded()?;
        let version = self.store.schema_version();
        if changes.schema != version {
            let kind = match changes.schema > version {
                true => ErrorKind::Newer,
                false => ErrorKind::Outdated,
            };
            return Err(Error::new(kind).with_detail(format!(
                "the rows are of schema {}, and this version of isolate has schema {version}",
                changes.schema
            )));
        }
        self.hold_txn()?;
        let done = self.with_held_txn(|txn| txn.store.apply_rows(txn, changes, replaces));
        match done.and_then(|()| self.commit_unpublished()) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.give_up();
                Err(error)
            }
        }
    }

    /// Rows are those of all paths, and a guard is asked about one.
    pub(crate) fn check_unguarded(&self) -> Result<()> {
        match *self.guard.borrow() {
            None => Ok(()),
            Some(_) => Err(Error::new(ErrorKind::NotPermitted)
                .with_detail("rows are those of all paths, which a guard cannot judge: use a connection without one")),
        }
    }
}
