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
//! copy.apply_rows(&tree.all_rows()?)?;
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

/// Who decides whether the transactions of a connection are committed, and is shown what they change.
///
/// Each transaction that may write is [begun](Publisher::begin) and [ended](Publisher::end); in between
/// it is [published](Publisher::publish), or told to be [unchanged](Publisher::unchanged), unless it is
/// given up before. Where one of these fails, the transaction is rolled back, and its call or its run
/// fails with that error.
///
/// A closure is a publisher that is asked about changes alone.
pub trait Publisher: Send {
    /// Waits until a transaction may begin.
    ///
    /// # Errors
    /// It must not begin.
    fn begin(&mut self) -> Result<()> {
        Ok(())
    }

    /// Whether the next transaction is to be shown as all rows of the workspace.
    fn wants_all(&self) -> bool {
        false
    }

    /// Takes the changes of a transaction that changed at least one row. Returns the
    /// [place](Tree::place) of the copy with them, which becomes a part of the transaction; without one
    /// it stays as it is.
    ///
    /// # Errors
    /// The transaction must not be committed.
    fn publish(&mut self, changes: RowChanges) -> Result<Option<Vec<u8>>>;

    /// A transaction has changed nothing.
    ///
    /// # Errors
    /// What it has read does not hold any more.
    fn unchanged(&mut self) -> Result<()> {
        Ok(())
    }

    /// A transaction has ended: it is committed, or rolled back.
    fn end(&mut self, _is_committed: bool) {}
}

impl<F: FnMut(RowChanges) -> Result<()> + Send> Publisher for F {
    fn publish(&mut self, changes: RowChanges) -> Result<Option<Vec<u8>>> {
        self(changes).map(|()| None)
    }
}

/// What gives each connection to a copy its [`Publisher`].
pub trait Publishers: std::fmt::Debug + Send + Sync {
    /// The publisher of one connection.
    fn publisher(&self) -> Box<dyn Publisher>;

    /// Brings the copy up to date, as far as it may not be older: what is read afterwards is as new as
    /// when this was called. It may wait.
    ///
    /// # Errors
    /// `Unavailable`; `Removed`.
    fn refresh(&self) -> Result<()>;

    /// Whether every transaction fails from now on, because the workspace was removed or its log cannot be
    /// continued: the workspace has to be opened again.
    fn has_ended(&self) -> bool {
        false
    }
}

/// How often at most a transaction, a run or a call of a tool is made again that another host was faster
/// than. Then it fails, and has changed nothing.
pub const RACES_MAX: u32 = 15;

impl Tree {
    /// From now on, `publisher` decides about the transactions of this connection; nobody with none.
    /// What other connections change is not shown to it.
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

    /// The place of this copy in the log of a workspace that many hosts share, as its publisher has
    /// told it last; `None` for a workspace that is no copy.
    ///
    /// # Errors
    /// `Storage`, `Corrupt`.
    pub fn place(&self) -> Result<Option<Vec<u8>>> {
        self.store.place()
    }

    /// Whether somebody decides about the transactions of this connection.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.publisher.borrow().is_some()
    }

    /// Whether a transaction has failed with `Raced` since this was asked last.
    #[must_use]
    pub fn take_raced(&self) -> bool {
        self.state.is_raced.take()
    }

    /// Does what is one transaction again as long as other hosts are faster, so many times at most.
    pub(crate) fn until_not_raced<T>(
        &self,
        most: u32,
        mut f: impl FnMut() -> Result<T>,
    ) -> Result<T> {
        let mut races = 0;
        loop {
            match f() {
                Err(error) if error.kind() == ErrorKind::Raced && races < most => races += 1,
                done => return done,
            }
        }
    }

    /// Asks the publisher, if there is one, whether a transaction that writes may begin.
    pub(crate) fn ask_to_begin(&self) -> Result<()> {
        if let Some(publisher) = self.publisher.borrow_mut().as_mut() {
            publisher.begin()?;
            self.state.is_asked.set(true);
        }
        Ok(())
    }

    /// Tells the publisher, if there is one, that a transaction has ended.
    pub(crate) fn tell_end(&self, is_committed: bool) {
        if self.state.is_asked.take()
            && let Some(publisher) = self.publisher.borrow_mut().as_mut()
        {
            publisher.end(is_committed);
        }
    }

    /// Shows the changes of the open transaction to the publisher, if there is one. A deadline does not
    /// stop the transaction from here on.
    pub(crate) fn publish(&self) -> Result<()> {
        let mut publisher = self.publisher.borrow_mut();
        let Some(publisher) = publisher.as_mut() else {
            return Ok(());
        };
        let changes = match publisher.wants_all() {
            true => {
                self.store.clear_notes()?;
                self.store.all_rows()?
            }
            false => self.store.take_noted_rows()?,
        };
        let place = match changes.is_empty() {
            true => publisher.unchanged().map(|()| None),
            false => publisher.publish(changes),
        };
        if matches!(&place, Err(error) if error.kind() == ErrorKind::Raced) {
            self.state.is_raced.set(true);
        }
        match place? {
            Some(place) => self.with_held_txn(|txn| txn.store.set_place(txn, &place)),
            None => Ok(()),
        }
    }

    /// Takes in what a transaction of another copy changed, or [all](Tree::all_rows) that another copy
    /// has in place of everything that this one has, in a transaction of its own, which no publisher is
    /// shown. The rows must be those of the state that this copy has.
    ///
    /// # Errors
    /// `Newer` or `Outdated` for rows of another version; `Corrupt` where they do not fit, and
    /// nothing is changed; `Invalid` inside of a transaction; `NotPermitted` where a guard is set.
    pub fn apply_rows(&self, changes: &RowChanges) -> Result<()> {
        self.take_in(std::slice::from_ref(changes), None)
    }

    /// As [`apply_rows`](Self::apply_rows), of several transactions in their order, after which this
    /// copy is at `place`.
    ///
    /// # Errors
    /// As [`apply_rows`](Self::apply_rows).
    pub fn apply_up_to(&self, changes: &[RowChanges], place: &[u8]) -> Result<()> {
        self.take_in(changes, Some(place))
    }

    /// Makes this copy, whose log has no entry yet, what another workspace is: the first entry has all
    /// [its rows](Tree::all_rows).
    ///
    /// # Errors
    /// `Exists` where the log has an entry; else as [`apply_rows`](Self::apply_rows), and those of the
    /// publisher.
    pub fn publish_all(&self, rows: &RowChanges) -> Result<()> {
        self.check_no_transaction()?;
        self.check_unguarded()?;
        self.check_version(std::slice::from_ref(rows))?;
        let is_first = |tree: &Self| {
            let publisher = tree.publisher.borrow();
            publisher
                .as_ref()
                .is_some_and(|publisher| publisher.wants_all())
        };
        self.hold_txn()?;
        let done = self.with_held_txn(|txn| match is_first(txn) && rows.is_whole() {
            true => txn.store.apply_rows(txn, std::slice::from_ref(rows)),
            false => Err(Error::new(ErrorKind::Exists).with_detail("the log has entries already")),
        });
        let done = done.and_then(|()| self.commit());
        if done.is_err() {
            self.give_up();
        }
        done
    }

    fn check_version(&self, changes: &[RowChanges]) -> Result<()> {
        let version = self.store.schema_version();
        let Some(other) = changes.iter().find(|changes| changes.schema != version) else {
            return Ok(());
        };
        let kind = match other.schema > version {
            true => ErrorKind::Newer,
            false => ErrorKind::Outdated,
        };
        Err(Error::new(kind).with_detail(format!(
            "the rows are of schema {}, and this version of isolate has schema {version}",
            other.schema
        )))
    }

    fn take_in(&self, changes: &[RowChanges], place: Option<&[u8]>) -> Result<()> {
        self.check_no_transaction()?;
        self.check_unguarded()?;
        self.check_version(changes)?;
        let publisher = self.publisher.take();
        let done = self.take_in_unpublished(changes, place);
        self.publisher.replace(publisher);
        done
    }

    fn take_in_unpublished(&self, changes: &[RowChanges], place: Option<&[u8]>) -> Result<()> {
        self.hold_txn()?;
        let done = self.with_held_txn(|txn| {
            txn.store.apply_rows(txn, changes)?;
            place.map_or(Ok(()), |place| txn.store.set_place(txn, place))
        });
        match done.and_then(|()| self.commit()) {
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
