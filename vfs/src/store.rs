//! Every statement that the tree sends to SQLite goes through [`Store`].
//!
//! Invariant: a statement passes [`Store::statement`], so that a test can make the N-th fail.

mod changes;
mod copy;
mod failure;
mod history_bytes;
mod interrupt;
mod migrate;
mod name;
mod open;
mod reserve;
mod rows;
mod schema;
mod seat;
mod shape;
mod space;
pub(crate) mod sum;
mod uri;
mod verbatim;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use rusqlite::Params;
use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{CachedStatement, Connection};

use crate::error::{Error, ErrorKind, Result};
use crate::outside::ContentSource;

pub use changes::RowChanges;
pub(crate) use failure::Failure;
pub(crate) use history_bytes::{HELD_BYTES_SQL, ROW_BYTES, Runs, rows_bytes_sql};
use interrupt::Interrupt;
pub use name::NameFault;
pub(crate) use name::check_name;
pub use open::MemoryStore;
pub(crate) use open::{open_file, open_memory};
use reserve::Reserve;
pub(crate) use seat::Seat;
pub(crate) use space::LogReuse;

/// How long SQLite itself waits for a lock of another connection. A connection that begins to write
/// waits longer, and looks at its deadline in between. In WAL mode nothing else waits for long.
const LOCK_WAIT: Duration = Duration::from_millis(50);

/// Scratch tables of one connection, for operations on whole subtrees.
const SCRATCH: [&str; 3] = [
    "CREATE TEMP TABLE IF NOT EXISTS sub (
        ord INTEGER PRIMARY KEY, path TEXT, depth INTEGER, parent INTEGER, name TEXT, kind INTEGER, id INTEGER,
        mode INTEGER, size INTEGER, mtime_us INTEGER, content INTEGER, target TEXT, known INTEGER
    )",
    "CREATE UNIQUE INDEX IF NOT EXISTS temp.sub_directory ON sub (id) WHERE kind = 1",
    "CREATE TEMP TABLE IF NOT EXISTS touched (id INTEGER PRIMARY KEY, n INTEGER)",
];

/// A connection, and what makes its long statements stop.
struct Handle {
    conn: Connection,
    interrupt: Arc<Interrupt>,
    /// Whether it reads a file of an older version, through views that show it as one of the present version.
    is_older: bool,
}

/// A row of a query.
pub(crate) struct Row<'a>(&'a rusqlite::Row<'a>);

impl<'a> Row<'a> {
    /// A value. One of another type is damage.
    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        self.0.get(column).map_err(Error::sqlite)
    }

    /// A value as it is, without a copy.
    pub(crate) fn get_ref(&self, column: usize) -> Result<ValueRef<'a>> {
        self.0.get_ref(column).map_err(Error::sqlite)
    }

    /// Bytes, without a copy.
    pub(crate) fn blob(&self, column: usize) -> Result<&'a [u8]> {
        match self.get_ref(column)? {
            ValueRef::Blob(bytes) => Ok(bytes),
            _ => Err(Error::corrupt("bytes of a wrong type")),
        }
    }

    /// How many values there are.
    pub(crate) fn columns(&self) -> usize {
        self.0.as_ref().column_count()
    }
}

/// How an injected fault behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailMode {
    /// One statement fails.
    Once,
    /// Every statement from then on fails.
    Forever,
}

/// The proof that a transaction that writes is open, without which no statement changes a row.
pub(crate) trait Writes {}

/// A connection and its fault point.
pub(crate) struct Store {
    /// Taken only when the store is dropped.
    handle: Option<Handle>,
    /// Statements left until the injected fault; none injected when zero.
    fail_in: Cell<u64>,
    fail_mode: Cell<FailMode>,
    fired: Cell<bool>,
    read_only: bool,
    /// Whether the scratch tables are there for certain.
    has_scratch: Cell<bool>,
    /// The shared memory that the connection goes back to; none for a file.
    memory: Option<MemoryStore>,
    /// The log beside the file; none for what is in memory.
    log: Option<PathBuf>,
    /// What keeps room on the disk; none for what is in memory.
    reserve: Option<Reserve>,
    /// Whether the reserve has been released. The log is not written back then.
    has_released: Cell<bool>,
    /// How long closing may give pages back; none is as long as it takes.
    time_to_close: Cell<Option<Duration>>,
    /// Whether closing leaves a small log as it is.
    leaves_log: Cell<bool>,
    /// How long to wait for another connection that writes.
    busy_timeout: Duration,
    /// The same for calls whose caller waits by itself.
    lock_wait: Cell<Option<Duration>>,
    /// Whether a call has not got the lock since this was asked for last.
    has_missed_lock: Cell<bool>,
    /// The last failure of a statement of the open transaction.
    failure: RefCell<Option<Failure>>,
    /// Whether the disk may be full: something failed for want of space, or nothing is known yet.
    is_tight: Cell<bool>,
    /// The bound of the database in pages; 0 while none is set.
    pages_max: Cell<u64>,
    /// The size of a page of the database; 0 while it is not known.
    page_bytes: Cell<u64>,
    /// The tables whose rows are noted when they change; none while nothing is.
    noted: RefCell<Option<Vec<rows::Table>>>,
}

impl Drop for Store {
    fn drop(&mut self) {
        self.give_back_at_close();
        self.leave_log();
        if self.memory.is_some() && self.noted.borrow().is_some() {
            // Whoever gets the connection next notes nothing for this one.
            self.roll_back("ROLLBACK");
            let _forgotten = self.forget_rows();
        }
        if let (Some(memory), Some(handle)) = (&self.memory, self.handle.take()) {
            memory.park(handle);
        }
    }
}

impl Store {
    fn new(
        handle: Handle,
        read_only: bool,
        memory: Option<MemoryStore>,
        busy_timeout: Duration,
    ) -> Self {
        let path = handle.conn.path().filter(|_| memory.is_none());
        Self {
            log: path.map(|path| space::log_of(path.as_ref())),
            reserve: path.map(|path| Reserve::of(path.as_ref())),
            busy_timeout,
            lock_wait: Cell::new(None),
            has_missed_lock: Cell::new(false),
            failure: RefCell::new(None),
            is_tight: Cell::new(true),
            pages_max: Cell::new(0),
            has_released: Cell::new(false),
            time_to_close: Cell::new(None),
            leaves_log: Cell::new(false),
            page_bytes: Cell::new(0),
            noted: RefCell::new(None),
            handle: Some(handle),
            fail_in: Cell::new(0),
            fail_mode: Cell::new(FailMode::Once),
            fired: Cell::new(false),
            read_only,
            has_scratch: Cell::new(false),
            memory,
        }
    }

    fn handle(&self) -> &Handle {
        self.handle
            .as_ref()
            .expect("the connection is taken only in drop")
    }

    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.handle().interrupt
    }

    pub(crate) fn fail_statement(&self, number: u64, mode: FailMode) {
        self.fail_in.set(number);
        self.fail_mode.set(mode);
        self.fired.set(false);
    }

    pub(crate) fn fault_fired(&self) -> bool {
        self.fired.get()
    }

    /// Whether the file had an older version when it was opened; one that is opened for writing never has.
    pub(crate) fn is_older(&self) -> bool {
        self.handle().is_older
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Whether what is written is memory.
    pub(crate) fn is_in_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Where bytes are that are not stored.
    pub(crate) fn source(&self) -> Option<&dyn ContentSource> {
        self.memory.as_ref()?.source()
    }

    /// Whether no transaction is open in SQLite.
    pub(crate) fn is_idle(&self) -> bool {
        self.handle().conn.is_autocommit()
    }

    /// How many rows this connection has changed so far, also those of temporary tables.
    pub(crate) fn changes(&self) -> u64 {
        self.handle().conn.total_changes()
    }

    #[inline]
    fn fault_point(&self) -> Result<()> {
        let left = self.fail_in.get();
        if left == 0 {
            return Ok(());
        }
        if left > 1 {
            self.fail_in.set(left - 1);
            return Ok(());
        }
        self.fired.set(true);
        if self.fail_mode.get() == FailMode::Once {
            self.fail_in.set(0);
        }
        Err(self.remember(
            Error::new(ErrorKind::Storage)
                .with_detail("storage failed: a test has made this statement fail"),
        ))
    }

    pub(crate) fn statement(&self, sql: &str) -> Result<CachedStatement<'_>> {
        self.fault_point()?;
        let statement = self.handle().conn.prepare_cached(sql);
        statement.map_err(|error| self.noted(error))
    }

    /// Runs a statement that changes rows, in a transaction that writes. Returns how many it changed.
    pub(crate) fn execute(
        &self,
        _txn: &impl Writes,
        sql: &str,
        params: impl Params,
    ) -> Result<usize> {
        self.run(sql, params)
    }

    /// Runs a statement that returns no row. Returns the number of rows that it changed.
    fn run(&self, sql: &str, params: impl Params) -> Result<usize> {
        let done = self.statement(sql)?.execute(params);
        done.map_err(|error| self.noted(error))
    }

    /// Begins or ends a transaction or a part of one, regardless of the deadline: a commit that is
    /// interrupted might have happened nevertheless.
    pub(crate) fn control(&self, sql: &str) -> Result<()> {
        let _disarmed = self.interrupt().disarm();
        self.run(sql, []).map(drop)
    }

    /// Begins a transaction that writes. While another connection does, this waits: until the busy
    /// timeout, the deadline or the word to stop, whichever comes first.
    pub(crate) fn begin_immediate(&self) -> Result<()> {
        let Some(wait) = self.lock_wait.get() else {
            return self.begin_within(self.busy_timeout);
        };
        let begun = self.begin_within(wait.min(self.busy_timeout));
        if matches!(&begun, Err(error) if error.kind() == ErrorKind::Busy) {
            self.has_missed_lock.set(true);
        }
        begun
    }

    /// Bounds how long a call waits for other connections, below the busy timeout.
    pub(crate) fn set_lock_wait(&self, wait: Option<Duration>) {
        self.lock_wait.set(wait);
    }

    /// Whether a call has failed since this was asked last, because another connection writes.
    pub(crate) fn take_missed_lock(&self) -> bool {
        self.has_missed_lock.take()
    }

    /// Begins a transaction that writes, and waits for other connections at most so long.
    pub(crate) fn begin_within(&self, wait: Duration) -> Result<()> {
        if wait < LOCK_WAIT {
            let conn = &self.handle().conn;
            conn.busy_timeout(wait).map_err(|error| self.noted(error))?;
            let begun = self.control("BEGIN IMMEDIATE");
            let usual = if self.memory.is_some() {
                self.busy_timeout
            } else {
                LOCK_WAIT
            };
            conn.busy_timeout(usual)
                .map_err(|error| self.noted(error))?;
            return begun;
        }
        let started = Instant::now();
        let begun = self.control("BEGIN IMMEDIATE");
        let is_busy =
            |result: &Result<()>| matches!(result, Err(error) if error.kind() == ErrorKind::Busy);
        if !is_busy(&begun) || self.memory.is_some() {
            return begun;
        }
        loop {
            if self.interrupt().is_due() {
                return Err(Error::new(ErrorKind::Deadline));
            }
            let left = wait.saturating_sub(started.elapsed());
            if left < LOCK_WAIT {
                let begun = self.begin_within(left);
                if !is_busy(&begun) {
                    return begun;
                }
                // SQLite gives up a little early: a deadline that is not later ended the wait.
                let deadline = self.interrupt().deadline();
                if let Some(deadline) = deadline.filter(|deadline| *deadline <= started + wait) {
                    std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
                }
                return match self.interrupt().is_due() {
                    true => Err(Error::new(ErrorKind::Deadline)),
                    false => begun,
                };
            }
            let begun = self.control("BEGIN IMMEDIATE");
            if !is_busy(&begun) {
                return begun;
            }
        }
    }

    /// How long to wait for another connection that writes.
    pub(crate) const fn busy_timeout(&self) -> Duration {
        self.busy_timeout
    }

    /// Ends a transaction without passing the fault point: giving up must not fail.
    pub(crate) fn roll_back(&self, sql: &str) {
        let _disarmed = self.interrupt().disarm();
        // Tables that the transaction made are gone with it.
        self.has_scratch.set(false);
        if let Ok(mut statement) = self.handle().conn.prepare_cached(sql) {
            // When SQLite has rolled back by itself there is nothing to roll back.
            let _ = statement.execute([]);
        }
    }

    /// Makes the scratch tables where they are missing: most connections never need them.
    pub(crate) fn make_scratch(&self) -> Result<()> {
        if !self.has_scratch.get() {
            for sql in SCRATCH {
                self.run(sql, [])?;
            }
            self.has_scratch.set(true);
        }
        Ok(())
    }

    /// The first row of a query, if there is one.
    pub(crate) fn row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.first(self.query(sql)?, params, read)
    }

    /// Runs a statement that changes rows and returns some, in a transaction that writes. The first of
    /// them, if there is one.
    pub(crate) fn returning<T>(
        &self,
        _txn: &impl Writes,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.first(self.statement(sql)?, params, read)
    }

    /// A statement that changes nothing.
    fn query(&self, sql: &str) -> Result<CachedStatement<'_>> {
        let statement = self.statement(sql)?;
        debug_assert!(
            statement.readonly() || sql.starts_with("PRAGMA"),
            "only what has a transaction changes rows: {sql}"
        );
        Ok(statement)
    }

    fn first<T>(
        &self,
        mut statement: CachedStatement<'_>,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let query = statement.query(params);
        let mut rows = query.map_err(|error| self.noted(error))?;
        self.next(&mut rows)?.map(|row| read(&row)).transpose()
    }

    /// The next row of a query.
    pub(crate) fn next<'a>(&self, rows: &'a mut rusqlite::Rows<'_>) -> Result<Option<Row<'a>>> {
        let row = rows.next().map_err(|error| self.noted(error))?;
        Ok(row.map(Row))
    }

    /// Calls `read` for every row of a query.
    pub(crate) fn each(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        self.each_while(sql, params, |row| read(row).map(|()| true))
            .map(drop)
    }

    /// Calls `read` for the rows of a query until it returns false. Returns whether it never did.
    pub(crate) fn each_while(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> Result<bool>,
    ) -> Result<bool> {
        self.every(self.query(sql)?, params, read)
    }

    /// Calls `read` for the rows that a statement returns which changes rows, in a transaction that
    /// writes.
    pub(crate) fn each_returned(
        &self,
        _txn: &impl Writes,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let statement = self.statement(sql)?;
        self.every(statement, params, |row| read(row).map(|()| true))
            .map(drop)
    }

    fn every(
        &self,
        mut statement: CachedStatement<'_>,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<bool>,
    ) -> Result<bool> {
        let query = statement.query(params);
        let mut rows = query.map_err(|error| self.noted(error))?;
        while let Some(row) = self.next(&mut rows)? {
            if !read(&row)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says whether the next commits have to reach the disk before they return; what is in
    /// memory never does.
    pub(crate) fn set_durability(&self, durability: Durability) -> Result<()> {
        if self.memory.is_some() {
            return Ok(());
        }
        let sql = match durability {
            Durability::Full => "PRAGMA synchronous = FULL",
            Durability::Normal => "PRAGMA synchronous = NORMAL",
        };
        self.each(sql, [], |_| Ok(()))
    }
}

/// What a commit waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The disk: it survives a power failure.
    Full,
    /// The operating system: it survives the end of the process.
    Normal,
}

/// A size or count as SQLite keeps it.
pub(crate) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A size or count from a row; a negative one is damage.
pub(crate) fn unsigned(row: &Row<'_>, column: usize) -> Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| Error::corrupt("a negative number"))
}
