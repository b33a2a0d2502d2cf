//! The schema: comparing that of a file with ours, and bringing an older file up to date.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _};

use super::{sum, unsigned};
use crate::error::{Error, ErrorKind, Result};

/// The version that is written. Version 2 added checksums.
pub(super) const VERSION: u32 = 2;
/// The oldest version that is read.
const OLDEST_VERSION: u32 = 1;
/// Tables and indices of the schema.
pub(super) const SCHEMA: &str = include_str!("../schema.sql");

/// The tables that were different in version 1.
const VERSION_1: &str = "
    CREATE TABLE content (
        id INTEGER PRIMARY KEY, refs INTEGER NOT NULL, size INTEGER NOT NULL, stream INTEGER
    ) STRICT;
    CREATE TABLE inline (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    CREATE TABLE extent (
        stream INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL, piece INTEGER NOT NULL,
        PRIMARY KEY (stream, start)
    ) STRICT, WITHOUT ROWID;
";

/// What shows a file of version 1 as one of version 2 whose sums are not known.
const VIEWS_OF_VERSION_1: &str = "
    CREATE TEMP VIEW content AS SELECT id, refs, size, stream, NULL AS sum FROM main.content;
    CREATE TEMP VIEW inline AS SELECT id, data, NULL AS sum FROM main.inline;
    CREATE TEMP VIEW extent AS SELECT stream, start, length, piece, NULL AS sum FROM main.extent;
";

/// Rows that a migration copies between two deletions, so that the file hardly grows by them.
const ROWS_COPIED: i64 = 256;

/// What a statement makes, whatever its spaces, comments, letter case and quotes.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    /// What stands before the parentheses: the kind and the name.
    head: Vec<String>,
    /// What stands between them: columns and constraints, in their order.
    parts: Vec<Vec<String>>,
    /// What stands behind them, sorted.
    options: Vec<Vec<String>>,
}

impl Shape {
    fn of(sql: &str) -> Self {
        let mut shape = Self {
            head: Vec::new(),
            parts: Vec::new(),
            options: Vec::new(),
        };
        let mut depth = 0_usize;
        let mut is_behind = false;
        for token in tokens(sql) {
            match (token.as_str(), depth) {
                ("(", 0) if !is_behind => {
                    depth = 1;
                    shape.parts.push(Vec::new());
                    continue;
                }
                (")", 1) => {
                    depth = 0;
                    is_behind = true;
                    shape.options.push(Vec::new());
                    continue;
                }
                (",", 1) => {
                    shape.parts.push(Vec::new());
                    continue;
                }
                (",", 0) if is_behind => {
                    shape.options.push(Vec::new());
                    continue;
                }
                ("(", _) => depth += 1,
                (")", _) => depth = depth.saturating_sub(1),
                _ => {}
            }
            let list = match (depth, is_behind) {
                (_, true) => shape.options.last_mut(),
                (0, false) => Some(&mut shape.head),
                (_, false) => shape.parts.last_mut(),
            };
            if let Some(list) = list {
                list.push(token);
            }
        }
        // Only a name may be quoted and stand for the same as without quotes.
        if let Some(name) = shape.head.get_mut(2) {
            unquote(name);
        }
        for part in &mut shape.parts {
            if let Some(name) = part.first_mut() {
                unquote(name);
            }
        }
        shape.options.sort();
        shape
    }
}

/// Takes the quotes off a name, as far as they say nothing.
fn unquote(token: &mut String) {
    let inner = token
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    if let Some(name) = inner.filter(|name| !name.is_empty() && name.bytes().all(is_word)) {
        *token = name.to_owned();
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The words and signs of a statement in small letters, without spaces and comments. Names in
/// quotes of any kind stand in double ones.
fn tokens(sql: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = sql;
    while let Some(first) = rest.bytes().next() {
        let length = match first {
            byte if byte.is_ascii_whitespace() => {
                rest = &rest[1..];
                continue;
            }
            b'-' if rest.starts_with("--") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            b'/' if rest.starts_with("/*") => {
                rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
                continue;
            }
            b'"' | b'`' | b'\'' | b'[' => {
                let close = if first == b'[' {
                    ']'
                } else {
                    char::from(first)
                };
                rest[1..].find(close).map_or(rest.len(), |end| end + 2)
            }
            byte if is_word(byte) => rest
                .bytes()
                .position(|byte| !is_word(byte))
                .unwrap_or(rest.len()),
            _ => 1,
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let inner = match first {
            b'`' => token[1..].strip_suffix('`'),
            b'[' => token[1..].strip_suffix(']'),
            _ => None,
        };
        found.push(match inner {
            Some(name) => format!("\"{}\"", name.to_ascii_lowercase()),
            None => token.to_ascii_lowercase(),
        });
    }
    found
}

/// Every statement of a schema by the name of what it makes.
fn shapes(sql: &str) -> BTreeMap<String, Shape> {
    let statements = sql.split(';').filter(|sql| !sql.trim().is_empty());
    let named = statements.map(|sql| {
        let shape = Shape::of(sql);
        (shape.head.get(2).cloned().unwrap_or_default(), shape)
    });
    named.collect()
}

/// The statement of our schema that makes a table or an index.
fn statement(name: &str) -> Option<&'static str> {
    SCHEMA
        .split(';')
        .find(|sql| Shape::of(sql).head.get(2).is_some_and(|head| head == name))
}

/// Refuses a version that is not read.
pub(super) fn check_version(version: u32) -> Result<()> {
    if version > VERSION {
        return Err(Error::new(ErrorKind::Newer).with_detail(format!(
            "workspace was written by a newer version: schema {version}, this version reads up to {VERSION}"
        )));
    }
    Ok(())
}

/// Every table and index must be ours, and nothing else may be there: a constraint or a
/// generated column of a prepared file would run inside our statements.
pub(super) fn check(conn: &Connection, version: u32) -> Result<()> {
    static OURS: LazyLock<BTreeMap<String, Shape>> = LazyLock::new(|| shapes(SCHEMA));
    static OLD: LazyLock<BTreeMap<String, Shape>> = LazyLock::new(|| {
        let mut old = shapes(SCHEMA);
        old.extend(shapes(VERSION_1));
        old
    });
    let expected = match version {
        VERSION => &*OURS,
        OLDEST_VERSION => &*OLD,
        _ => return Err(Error::corrupt("unknown version of the schema")),
    };
    let mut statement = conn.prepare(
        "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )?;
    let mut rows = statement.query([])?;
    let mut objects = 0;
    while let Some(row) = rows.next()? {
        let (name, sql): (String, String) = (row.get(0)?, row.get(1)?);
        if expected.get(&name) != Some(&Shape::of(&sql)) {
            return Err(Error::corrupt("unexpected schema"));
        }
        objects += 1;
    }
    if objects != expected.len() {
        return Err(Error::corrupt("incomplete schema"));
    }
    Ok(())
}

/// Makes a file of version 1 look like one of our version to statements that read.
pub(super) fn view_as_current(conn: &Connection) -> Result<()> {
    Ok(conn.execute_batch(VIEWS_OF_VERSION_1)?)
}

/// Brings a file of version 1 to ours, as a whole or not at all. Nothing else can write
/// meanwhile; what reads sees the file as it was before.
///
/// Connections of the earlier version that are open go on reading. Whatever stores bytes there
/// fails from then on, since it does not know the columns that must be filled.
pub(super) fn migrate(conn: &Connection, busy_timeout: Duration) -> Result<()> {
    conn.busy_timeout(busy_timeout)?;
    conn.execute_batch("BEGIN IMMEDIATE")?;
    let migrated = migrate_within(conn).and_then(|()| Ok(conn.execute_batch("COMMIT")?));
    if migrated.is_err() && !conn.is_autocommit() {
        // The error that is told is the one that came first.
        let _ = conn.execute_batch("ROLLBACK");
    }
    migrated.map_err(|error| match error.kind() {
        ErrorKind::Corrupt => Error::corrupt(
            "it is of version 1, and the way to version 2 meets bytes that cannot be read; \
             opened for reading only, it shows what is left",
        ),
        _ => error,
    })
}

fn migrate_within(conn: &Connection) -> Result<()> {
    let version: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == VERSION {
        // Another process was faster.
        return Ok(());
    }
    check(conn, OLDEST_VERSION)?;
    for table in ["content", "inline", "extent"] {
        let sql = statement(table).ok_or_else(|| Error::corrupt("incomplete schema"))?;
        conn.execute_batch(&format!("ALTER TABLE {table} RENAME TO {table}_1; {sql}"))?;
    }
    sum_contents(conn)?;
    while sum_inline(conn)? {}
    sum_extents(conn)?;
    for table in ["content", "inline", "extent"] {
        conn.execute_batch(&format!("DROP TABLE {table}_1"))?;
    }
    // Version 1 did not count the rows of history.
    let rows = crate::history::rows_bytes_sql("true", "true");
    conn.execute_batch(&format!(
        "UPDATE state SET history_bytes = history_bytes + ({rows})"
    ))?;
    let index = statement("extent_piece").ok_or_else(|| Error::corrupt("incomplete schema"))?;
    conn.execute_batch(&format!("{index}; PRAGMA user_version = {VERSION}"))?;
    Ok(())
}

fn sum_contents(conn: &Connection) -> Result<()> {
    let mut read = conn.prepare("SELECT id, refs, size, stream FROM content_1")?;
    let mut write = conn.prepare("INSERT INTO content VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut rows = read.query([])?;
    while let Some(row) = rows.next()? {
        let (id, refs, size): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let stream: Option<i64> = row.get(3)?;
        // A size that cannot be is found when it is read.
        let sum = match (stream, unsigned(row, 2)) {
            (Some(stream), Ok(size)) => sum::of_content(id, size, stream),
            _ => 0,
        };
        write.execute((id, refs, size, stream, sum))?;
    }
    Ok(())
}

/// Copies some rows, and gives back the room of the old ones; tells whether there were any.
fn sum_inline(conn: &Connection) -> Result<bool> {
    let mut read = conn.prepare_cached("SELECT id, data FROM inline_1 ORDER BY id LIMIT ?1")?;
    let mut write = conn.prepare_cached("INSERT INTO inline VALUES (?1, ?2, ?3)")?;
    let mut last = None;
    let mut rows = read.query([ROWS_COPIED])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let data = row
            .get_ref(1)?
            .as_blob()
            .map_err(|_| Error::corrupt("bytes of a wrong type"))?;
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
fn sum_extents(conn: &Connection) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_compared_by_what_it_says() {
        let shape = Shape::of(
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL) STRICT, WITHOUT ROWID",
        );
        for same in [
            "create table \"a\"(\n  `id` integer primary key, -- a number\n [b] text not null\n) without rowid, strict",
            "CREATE /* of , ours ( */ TABLE a(id INTEGER PRIMARY KEY,b TEXT NOT NULL)STRICT,WITHOUT ROWID",
        ] {
            assert_eq!(Shape::of(same), shape, "{same}");
        }
        for other in [
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL) STRICT",
            "CREATE TABLE a (b TEXT NOT NULL, id INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID",
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT) STRICT, WITHOUT ROWID",
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL CHECK (b <> '')) STRICT, WITHOUT ROWID",
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL COLLATE NOCASE) STRICT, WITHOUT ROWID",
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL, c AS (b)) STRICT, WITHOUT ROWID",
            "CREATE TABLE a (id INTEGER PRIMARY KEY, b \"TEXT NOT NULL\") STRICT, WITHOUT ROWID",
            "CREATE VIRTUAL TABLE a USING b (id INTEGER PRIMARY KEY, b TEXT NOT NULL)",
            "CREATE VIEW a AS SELECT 1",
            "CREATE TABLE a (id",
            "'é",
            "create table \"é",
            "`é",
            "",
        ] {
            assert_ne!(Shape::of(other), shape, "{other}");
        }
    }

    #[test]
    fn every_statement_of_the_schema_has_a_name() {
        let names: Vec<String> = shapes(SCHEMA).into_keys().collect();
        assert_eq!(
            names.join(" "),
            "change content extent extent_piece inline node piece run state stream"
        );
        assert!(names.iter().all(|name| statement(name).is_some()));
    }
}
