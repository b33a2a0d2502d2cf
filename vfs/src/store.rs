//! Every statement that the tree sends to SQLite goes through [`Store`].
//!
//! Invariant: a statement passes [`Store::statement`], so that a test can make the N-th fail.

mod open;

use std::cell::Cell;

use rusqlite::{CachedStatement, Connection, Params, Row};

use crate::error::{Error, ErrorKind, Result};

pub use open::MemoryStore;
pub(crate) use open::{open_file, open_memory};

/// How an injected fault behaves.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailMode {
    /// One statement fails.
    Once,
    /// Every statement from then on fails.
    Forever,
}

/// A connection and its fault point.
pub(crate) struct Store {
    conn: Connection,
    /// Statements left until the injected fault; none injected when zero.
    fail_in: Cell<u64>,
    fail_mode: Cell<FailMode>,
    fired: Cell<bool>,
    read_only: bool,
    /// Keeps the shared memory alive; empty for a file.
    _memory: Option<MemoryStore>,
}

impl Store {
    pub(crate) fn fail_statement(&self, number: u64, mode: FailMode) {
        self.fail_in.set(number);
        self.fail_mode.set(mode);
        self.fired.set(false);
    }

    pub(crate) fn fault_fired(&self) -> bool {
        self.fired.get()
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Whether no transaction is open in SQLite.
    pub(crate) fn is_idle(&self) -> bool {
        self.conn.is_autocommit()
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
        Err(Error::new(ErrorKind::Storage))
    }

    pub(crate) fn statement(&self, sql: &str) -> Result<CachedStatement<'_>> {
        self.fault_point()?;
        Ok(self.conn.prepare_cached(sql)?)
    }

    /// Runs a statement that answers no row; returns the number of rows that it changed.
    pub(crate) fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        Ok(self.statement(sql)?.execute(params)?)
    }

    /// Ends a transaction without passing the fault point: giving up must not fail.
    pub(crate) fn roll_back(&self, sql: &str) {
        if let Ok(mut statement) = self.conn.prepare_cached(sql) {
            // When SQLite has rolled back by itself there is nothing to roll back.
            let _ = statement.execute([]);
        }
    }

    /// The first row of a query, if there is one.
    pub(crate) fn row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut statement = self.statement(sql)?;
        let mut rows = statement.query(params)?;
        match rows.next()? {
            Some(row) => read(row).map(Some),
            None => Ok(None),
        }
    }

    /// Calls `read` for every row of a query.
    pub(crate) fn each(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.statement(sql)?;
        let mut rows = statement.query(params)?;
        while let Some(row) = rows.next()? {
            read(row)?;
        }
        Ok(())
    }

    /// Sets a pragma, whether or not it answers.
    pub(crate) fn pragma(&self, sql: &str) -> Result<()> {
        self.each(sql, [], |_| Ok(()))
    }
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
