//! Migrations: bringing a file of an older version up to date.
//!
//! A step makes one version of the one before it. All steps that a file needs are one transaction.

#[cfg(test)]
mod tests;

use std::time::Duration;

use rusqlite::{Connection, Result as Sqlite};

use super::schema::Format;
use crate::error::{Error, ErrorKind, Result};

/// Brings a file to the present version, as a whole or not at all. Nothing else can write meanwhile;
/// other connections read the file as it was before.
///
/// Connections of an earlier version that are open continue to read and to write. A step after which they
/// must not write gives the row of `state` another number, by which they do not find it.
pub(super) fn migrate(conn: &Connection, format: &Format, busy_timeout: Duration) -> Result<()> {
    conn.busy_timeout(busy_timeout).map_err(Error::sqlite)?;
    conn.execute_batch("BEGIN IMMEDIATE")
        .map_err(Error::sqlite)?;
    let migrated = migrate_within(conn, format).and_then(|from| {
        conn.execute_batch("COMMIT")
            .map(|()| from)
            .map_err(Error::sqlite)
    });
    if migrated.is_err() && !conn.is_autocommit() {
        // The first error is the one that is reported.
        let _ = conn.execute_batch("ROLLBACK");
    }
    let from = migrated?;
    tracing::debug!(from, to = format.version(), "migrated a workspace");
    Ok(())
}

/// Takes all steps from the version of the file, and returns that version.
fn migrate_within(conn: &Connection, format: &Format) -> Result<u32> {
    let version = conn
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(Error::sqlite)?;
    let steps = format.steps_from(version)?;
    // Another process may have been faster.
    if steps.is_empty() {
        return Ok(version);
    }
    format.check(conn, version)?;
    let newest = format.version();
    let take = || -> Sqlite<()> {
        for step in steps {
            (step.migrate)(conn)?;
        }
        conn.execute_batch(&format!("PRAGMA user_version = {newest}"))
    };
    take().map_err(|error| {
        let error = Error::sqlite(error);
        match error.kind() {
            ErrorKind::Corrupt => error.with_detail(format!(
                "workspace is damaged: its schema has version {version}, and bytes that the update to version {newest} \
                 needs cannot be read; opened for reading only, it shows what is left"
            )),
            _ => error,
        }
    })?;
    // What a step has made wrong would be refused by whoever opens the file next.
    format.check(conn, newest)?;
    Ok(version)
}
