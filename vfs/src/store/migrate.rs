//! Migrations: bringing a file of an older version up to date.
//!
//! A step makes one version of the one before it. All steps that a file needs are one transaction.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Result as Sqlite};

use super::schema::{self, VERSION};
use super::{HELD_BYTES_SQL, Runs, int, labels, rows_bytes_sql, sum};
use crate::error::{Error, ErrorKind, Result};
use crate::retention::Retention;

/// What version 5 added, as it made it.
const TABLES_OF_5: &str = "
    ALTER TABLE run ADD COLUMN owner TEXT;
    ALTER TABLE run ADD COLUMN status TEXT;
    ALTER TABLE run ADD COLUMN machine_ms INTEGER;
    CREATE TABLE part (
        run INTEGER NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, content INTEGER, PRIMARY KEY (run, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE shared (content INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT;
    CREATE UNIQUE INDEX shared_digest ON shared (digest);
    CREATE TABLE retention (
        id INTEGER PRIMARY KEY CHECK (id = 1), runs_max INTEGER NOT NULL, age_max_ms INTEGER NOT NULL,
        bytes_max INTEGER NOT NULL, forgotten INTEGER NOT NULL
    ) STRICT;
";

/// What version 6 added, as it made it. The totals got another number, by which processes of earlier
/// versions that have the file open do not find them, so that they cannot write: they know nothing of
/// directories that branches share.
const TABLES_OF_6: &str = "
    ALTER TABLE run ADD COLUMN branch INTEGER;
    CREATE TABLE branch (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent INTEGER NOT NULL, forked INTEGER NOT NULL,
        created_ms INTEGER NOT NULL, deleted_ms INTEGER, bytes INTEGER NOT NULL, entries INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE directory (id INTEGER PRIMARY KEY, refs INTEGER NOT NULL) STRICT;
    ALTER TABLE state RENAME TO state_5;
    CREATE TABLE state (
        id INTEGER PRIMARY KEY CHECK (id = 6), bytes INTEGER NOT NULL, entries INTEGER NOT NULL,
        clock_us INTEGER NOT NULL, next_id INTEGER NOT NULL, history_bytes INTEGER NOT NULL,
        branches INTEGER NOT NULL
    ) STRICT;
    INSERT INTO state SELECT 6, bytes, entries, clock_us, next_id, history_bytes, 0 FROM state_5;
    DROP TABLE state_5;
";

/// Until version 4 no number of a run was skipped, so the last one that is missing before a run that
/// is there was forgotten.
const RETENTION_OF_5: &str =
    "INSERT INTO retention SELECT 1, ?1, ?2, ?3, coalesce(max(r.id) - 1, 0) FROM run r
     WHERE NOT EXISTS (SELECT 1 FROM run p WHERE p.id = r.id - 1)";

/// When seeded runs began, whatever the time of the machine was: 2025-01-01.
const SEEDED_CLOCK_MS: i64 = 1_735_689_600_000;

/// The tables that version 2 changed, as it made them.
const TABLES_OF_2: &str = "
    ALTER TABLE content RENAME TO content_1;
    ALTER TABLE inline RENAME TO inline_1;
    ALTER TABLE extent RENAME TO extent_1;
    CREATE TABLE content (
        id INTEGER PRIMARY KEY, refs INTEGER NOT NULL, size INTEGER NOT NULL, stream INTEGER, sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE inline (id INTEGER PRIMARY KEY, data BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
    CREATE TABLE extent (
        stream INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL, piece INTEGER NOT NULL,
        sum INTEGER NOT NULL, PRIMARY KEY (stream, start)
    ) STRICT, WITHOUT ROWID;
";

/// Rows that a migration copies between two deletions, so that the file hardly grows by them.
const ROWS_COPIED: i64 = 256;

/// Brings a file to our version, as a whole or not at all. Nothing else can write meanwhile; other
/// connections read the file as it was before.
///
/// Connections of an earlier version that are open continue to read. They cannot store bytes in a
/// file that had no checksums, because they do not fill the new columns.
pub(super) fn migrate(conn: &Connection, busy_timeout: Duration) -> Result<()> {
    conn.busy_timeout(busy_timeout).map_err(Error::sqlite)?;
    conn.execute_batch("BEGIN IMMEDIATE")
        .map_err(Error::sqlite)?;
    let migrated = migrate_within(conn).and_then(|from| {
        conn.execute_batch("COMMIT")
            .map(|()| from)
            .map_err(Error::sqlite)
    });
    if migrated.is_err() && !conn.is_autocommit() {
        // The first error is the one that is reported.
        let _ = conn.execute_batch("ROLLBACK");
    }
    let from = migrated?;
    tracing::debug!(from, to = VERSION, "migrated a workspace");
    Ok(())
}

/// Takes all steps from the version of the file, and returns that version.
fn migrate_within(conn: &Connection) -> Result<u32> {
    let version = conn
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(Error::sqlite)?;
    // Another process may have been faster.
    if version == VERSION {
        return Ok(version);
    }
    schema::check(conn, version)?;
    let steps = || -> Sqlite<()> {
        if version < 2 {
            add_sums(conn)?;
        }
        if version < 3 {
            add_undoes(conn)?;
        }
        if version < 4 {
            add_actor(conn)?;
        }
        if version < 5 {
            add_records(conn)?;
        }
        if version < 2 {
            // It reads the rows as version 5 has them.
            count_rows(conn)?;
        }
        conn.execute_batch(TABLES_OF_6)?;
        conn.execute_batch(&format!("PRAGMA user_version = {VERSION}"))
    };
    steps().map_err(|error| {
        let error = Error::sqlite(error);
        match error.kind() {
            ErrorKind::Corrupt => error.with_detail(format!(
                "workspace is damaged: its schema has version {version}, and bytes that the update to version {VERSION} \
                 needs cannot be read; opened for reading only, it shows what is left"
            )),
            _ => error,
        }
    })?;
    Ok(version)
}

/// Version 2: what is stored has checksums. Rows of history count as well: see [`count_rows`].
fn add_sums(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch(TABLES_OF_2)?;
    sum_contents(conn)?;
    while sum_inline(conn)? {}
    sum_extents(conn)?;
    conn.execute_batch(
        "DROP TABLE content_1;
         DROP TABLE inline_1;
         DROP TABLE extent_1;
         CREATE INDEX extent_piece ON extent (piece)",
    )
}

fn count_rows(conn: &Connection) -> Sqlite<()> {
    let rows = rows_bytes_sql(Runs::All);
    conn.execute_batch(&format!(
        "UPDATE state SET history_bytes = history_bytes + ({rows})"
    ))
}

fn sum_contents(conn: &Connection) -> Sqlite<()> {
    let mut read = conn.prepare("SELECT id, refs, size, stream FROM content_1")?;
    let mut write = conn.prepare("INSERT INTO content VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut rows = read.query([])?;
    while let Some(row) = rows.next()? {
        let (id, refs, size): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let stream: Option<i64> = row.get(3)?;
        // A size that cannot be is found when it is read.
        let sum = match (stream, u64::try_from(size)) {
            (Some(stream), Ok(size)) => sum::of_content(id, size, stream),
            _ => 0,
        };
        write.execute((id, refs, size, stream, sum))?;
    }
    Ok(())
}

/// Copies some rows and frees the room of the old ones. Returns whether there were any.
fn sum_inline(conn: &Connection) -> Sqlite<bool> {
    let mut read = conn.prepare_cached("SELECT id, data FROM inline_1 ORDER BY id LIMIT ?1")?;
    let mut write = conn.prepare_cached("INSERT INTO inline VALUES (?1, ?2, ?3)")?;
    let mut last = None;
    let mut rows = read.query([ROWS_COPIED])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let data = row.get_ref(1)?.as_blob()?;
        write.execute((id, data, sum::of_inline(id, data)))?;
        last = Some(id);
    }
    drop(rows);
    if let Some(last) = last {
        conn.prepare_cached("DELETE FROM inline_1 WHERE id <= ?1")?
            .execute([last])?;
    }
    Ok(last.is_some())
}

/// Piece by piece, so that each is read once, however many streams share it.
fn sum_extents(conn: &Connection) -> Sqlite<()> {
    let mut read =
        conn.prepare("SELECT stream, start, length, piece FROM extent_1 ORDER BY piece")?;
    let mut piece_of = conn.prepare("SELECT data FROM piece WHERE id = ?1")?;
    let mut write = conn.prepare("INSERT INTO extent VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut known: Option<(i64, i64, i64)> = None;
    let mut rows = read.query([])?;
    while let Some(row) = rows.next()? {
        let (stream, start, length): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let piece: i64 = row.get(3)?;
        let sum = match known {
            // A piece has one place in all streams; at another, it is damage, which is found when
            // it is read.
            Some((last, at, sum)) if last == piece => {
                if at == start {
                    sum
                } else {
                    0
                }
            }
            _ => {
                let sum = piece_of
                    .query_row([piece], |data| {
                        let data = data.get_ref(0)?.as_blob()?;
                        Ok(sum::of_piece(piece, start.cast_unsigned(), data))
                    })
                    .optional()?;
                // So is a piece that is missing.
                let sum = sum.unwrap_or(0);
                known = Some((piece, start, sum));
                sum
            }
        };
        write.execute((stream, start, length, piece, sum))?;
    }
    Ok(())
}

/// Version 3: which run was made to undo which is a column.
fn add_undoes(conn: &Connection) -> Sqlite<()> {
    let undoing = labels::undoing(conn)?;
    conn.execute_batch("ALTER TABLE run ADD COLUMN undoes INTEGER")?;
    let mut update = conn.prepare("UPDATE run SET undoes = ?2 WHERE id = ?1")?;
    for pair in undoing {
        update.execute(pair)?;
    }
    Ok(())
}

/// Version 4: who made a run is a column. Until then, only the beginning of its label named it.
fn add_actor(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch("ALTER TABLE run ADD COLUMN actor TEXT")?;
    labels::move_actors(conn)
}

/// Version 5: what a run was made from and how it ended is kept with it, and how much history is kept
/// is a setting of the file. Until then no run was removed for its age.
fn add_records(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch(TABLES_OF_5)?;
    let retention = Retention::new().age_max(Duration::MAX);
    conn.execute(
        RETENTION_OF_5,
        (
            int(retention.runs_max),
            retention.age_max_ms(),
            int(retention.bytes_max),
        ),
    )?;
    // They would be the first to go, although they may be the newest.
    conn.execute(
        "UPDATE run SET machine_ms = coalesce(
            (SELECT max(p.started_ms) FROM run p WHERE p.id < run.id AND p.started_ms <> ?1),
            (SELECT min(n.started_ms) FROM run n WHERE n.id > run.id AND n.started_ms <> ?1),
            unixepoch() * 1000)
         WHERE started_ms = ?1",
        [SEEDED_CLOCK_MS],
    )?;
    // Earlier versions did not count what is behind the end of a file in the stream of a longer version.
    let rows = rows_bytes_sql(Runs::All);
    conn.execute_batch(&format!(
        "UPDATE state SET history_bytes = max(history_bytes, ({HELD_BYTES_SQL}) + ({rows}))"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(u32, &[u8]); 5] = [
        (1, include_bytes!("../../tests/fixtures/version-1.sqlite")),
        (2, include_bytes!("../../tests/fixtures/version-2.sqlite")),
        (3, include_bytes!("../../tests/fixtures/version-3.sqlite")),
        (4, include_bytes!("../../tests/fixtures/version-4.sqlite")),
        (5, include_bytes!("../../tests/fixtures/version-5.sqlite")),
    ];

    /// The whole database as SQL reads it: every object, and every row.
    fn dump(conn: &Connection) -> Vec<String> {
        let mut lines = Vec::new();
        let mut tables = conn
            .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .unwrap();
        let mut rows = tables.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let (name, sql): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
            lines.push(sql);
            let mut all = conn.prepare(&format!("SELECT * FROM {name}")).unwrap();
            let columns = all.column_count();
            let mut rows = all.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                let values: Vec<rusqlite::types::Value> = (0..columns)
                    .map(|column| row.get(column).unwrap())
                    .collect();
                lines.push(format!("{name} {values:?}"));
            }
        }
        lines
    }

    fn version(conn: &Connection) -> u32 {
        conn.query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap()
    }

    /// Stops the migration after one instruction of SQLite, after two, and so on.
    #[test]
    fn a_migration_that_fails_leaves_the_file_as_it_was() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
        let folder = tempfile::tempdir().unwrap();
        for (from, bytes) in FILES {
            let file = folder.path().join(format!("{from}.sqlite"));
            std::fs::write(&file, bytes).unwrap();
            let before = dump(&Connection::open(&file).unwrap());
            let mut failed = 0;
            // Every statement has a few instructions, and long ones many that are alike.
            for stop in (1..400).chain((400..).step_by(97)) {
                let mut conn = Connection::open(&file).unwrap();
                let left = Arc::new(AtomicI64::new(stop));
                let counter = Arc::clone(&left);
                conn.progress_handler(1, Some(move || counter.fetch_sub(1, Relaxed) == 1))
                    .unwrap();
                let migrated = migrate(&conn, Duration::ZERO);
                conn.progress_handler(0, None::<fn() -> bool>).unwrap();
                if left.load(Relaxed) > 0 {
                    migrated.unwrap();
                    assert_eq!(version(&conn), VERSION);
                    schema::check(&conn, VERSION).unwrap();
                    break;
                }
                assert_eq!(migrated.unwrap_err().kind(), ErrorKind::Deadline, "{stop}");
                assert_eq!(version(&conn), from);
                assert_eq!(dump(&conn), before, "{stop}");
                failed += 1;
            }
            assert!(failed > 300, "version {from}: {failed}");
        }
    }
}
