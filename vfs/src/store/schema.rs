//! The versions of the schema: which one a file has, and whether it is as it should be.

use std::sync::OnceLock;

use rusqlite::Connection;

use super::labels;
use super::shape::Shape;
use super::verbatim;
use crate::error::{Error, ErrorKind, Result};

/// The version that is written.
pub(super) const VERSION: u32 = 6;
/// The first version with checksums.
const VERSION_OF_SUMS: u32 = 2;
/// Tables and indices of the schema.
pub(super) const SCHEMA: &str = include_str!("../schema.sql");

/// What makes a database of our version one of version 5.
const BACK_TO_5: &str = "
    ALTER TABLE run DROP COLUMN branch;
    DROP TABLE branch;
    DROP TABLE directory;
    DROP TABLE state;
    CREATE TABLE state (
        id INTEGER PRIMARY KEY CHECK (id = 1), bytes INTEGER NOT NULL, entries INTEGER NOT NULL,
        clock_us INTEGER NOT NULL, next_id INTEGER NOT NULL, history_bytes INTEGER NOT NULL
    ) STRICT;
";

/// What makes a database of version 5 one of version 4.
const BACK_TO_4: &str = "
    ALTER TABLE run DROP COLUMN owner;
    ALTER TABLE run DROP COLUMN status;
    ALTER TABLE run DROP COLUMN machine_ms;
    DROP TABLE part;
    DROP TABLE shared;
    DROP TABLE retention;
";

/// What makes a database of version 4 one of version 3.
const BACK_TO_3: &str = "ALTER TABLE run DROP COLUMN actor;";

/// What makes a database of version 3 one of version 2.
const BACK_TO_2: &str = "ALTER TABLE run DROP COLUMN undoes;";

/// What makes a database of version 2 one of version 1.
const BACK_TO_1: &str = "
    DROP TABLE content;
    DROP TABLE inline;
    DROP TABLE extent;
    CREATE TABLE content (
        id INTEGER PRIMARY KEY, refs INTEGER NOT NULL, size INTEGER NOT NULL, stream INTEGER
    ) STRICT;
    CREATE TABLE inline (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    CREATE TABLE extent (
        stream INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL, piece INTEGER NOT NULL,
        PRIMARY KEY (stream, start)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX extent_piece ON extent (piece);
";

/// Shows the tables of version 1 with checksums that are not known.
const VIEWS_OF_1: &str = "
    CREATE TEMP VIEW content AS SELECT id, refs, size, stream, NULL AS sum FROM main.content;
    CREATE TEMP VIEW inline AS SELECT id, data, NULL AS sum FROM main.inline;
    CREATE TEMP VIEW extent AS SELECT stream, start, length, piece, NULL AS sum FROM main.extent;
";

/// Shows the tables of version 5: no branch. The columns are named, because another process may migrate
/// the file.
const VIEWS_OF_5: &str = "
    CREATE TEMP VIEW state AS SELECT 6 AS id, bytes, entries, clock_us, next_id, history_bytes, 0 AS branches
        FROM main.state;
    CREATE TEMP VIEW branch AS SELECT 0 AS id, '' AS name, 0 AS parent, 0 AS forked, 0 AS created_ms,
        NULL AS deleted_ms, 0 AS bytes, 0 AS entries WHERE false;
    CREATE TEMP VIEW directory AS SELECT 0 AS id, 0 AS refs WHERE false;
";

/// Shows the runs of version 5.
const VIEW_OF_5: &str = "
    CREATE TEMP VIEW run AS SELECT id, label, mode, state, started_ms, finished_ms, undoes, actor, owner, status,
        machine_ms, NULL AS branch FROM main.run;
";

/// Shows the tables that version 4 does not have: empty, and with the default retention.
const VIEWS_OF_4: &str = "
    CREATE TEMP VIEW part AS SELECT 0 AS run, '' AS name, 0 AS size, NULL AS content WHERE false;
    CREATE TEMP VIEW shared AS SELECT 0 AS content, x'' AS digest WHERE false;
    CREATE TEMP VIEW retention AS SELECT 1 AS id, 10000 AS runs_max, 2592000000 AS age_max_ms, 1073741824 AS bytes_max,
        (SELECT coalesce(max(r.id) - 1, 0) FROM main.run r
         WHERE NOT EXISTS (SELECT 1 FROM main.run p WHERE p.id = r.id - 1)) AS forgotten;
";

/// Shows the runs of version 4.
const VIEW_OF_4: &str = "
    CREATE TEMP VIEW run AS SELECT id, label, mode, state, started_ms, finished_ms, undoes, actor, NULL AS owner,
        NULL AS status, NULL AS machine_ms, NULL AS branch FROM main.run;
";

/// Shows the runs of version 3 with their actors, as far as their labels name them.
const VIEW_OF_3: &str = "
    CREATE TEMP VIEW run AS SELECT r.id, coalesce(l.label, r.label) AS label, r.mode, r.state, r.started_ms,
        r.finished_ms, r.undoes, l.actor, NULL AS owner, NULL AS status, NULL AS machine_ms, NULL AS branch
        FROM main.run r LEFT JOIN temp.labelled l ON l.run = r.id;
";

/// Shows the runs of version 2 or 1 with what they were made to undo as well.
const VIEW_OF_2: &str = "
    CREATE TEMP VIEW run AS SELECT r.id, coalesce(l.label, r.label) AS label, r.mode, r.state, r.started_ms,
        r.finished_ms, l.undoes, l.actor, NULL AS owner, NULL AS status, NULL AS machine_ms, NULL AS branch
        FROM main.run r LEFT JOIN temp.labelled l ON l.run = r.id;
";

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
    if version == VERSION && verbatim::is_made_by(conn, SCHEMA).map_err(Error::sqlite)? {
        return Ok(());
    }
    let (found, expected) = (Shape::of(conn).map_err(Error::sqlite)?, shape_of(version)?);
    if found == *expected {
        Ok(())
    } else if found.is_part_of(expected) {
        Err(Error::corrupt("incomplete schema"))
    } else {
        Err(Error::corrupt("unexpected schema"))
    }
}

/// The tables of a version.
fn shape_of(version: u32) -> Result<&'static Shape> {
    static SHAPES: [OnceLock<Shape>; VERSION as usize] =
        [const { OnceLock::new() }; VERSION as usize];
    let made = || -> rusqlite::Result<Shape> {
        let conn = Connection::open_in_memory()?;
        conn.execute_batch(SCHEMA)?;
        if version < 6 {
            conn.execute_batch(BACK_TO_5)?;
        }
        if version < 5 {
            conn.execute_batch(BACK_TO_4)?;
        }
        if version < 4 {
            conn.execute_batch(BACK_TO_3)?;
        }
        if version < 3 {
            conn.execute_batch(BACK_TO_2)?;
        }
        if version < 2 {
            conn.execute_batch(BACK_TO_1)?;
        }
        Shape::of(&conn)
    };
    let unknown = || Error::corrupt("unknown version of the schema");
    let index = version.checked_sub(1).ok_or_else(unknown)?;
    let shape = SHAPES.get(index as usize).ok_or_else(unknown)?;
    if let Some(shape) = shape.get() {
        return Ok(shape);
    }
    let made = made().map_err(Error::sqlite)?;
    Ok(shape.get_or_init(|| made))
}

/// Whether what is stored has checksums in a version.
pub(super) fn has_sums(version: u32) -> bool {
    version >= VERSION_OF_SUMS
}

/// Makes a file of an older version look like one of ours to statements that read.
pub(super) fn view_as_current(conn: &Connection, version: u32) -> Result<()> {
    let view = || -> rusqlite::Result<()> {
        if version < 2 {
            conn.execute_batch(VIEWS_OF_1)?;
        }
        conn.execute_batch(VIEWS_OF_5)?;
        if version == 5 {
            return conn.execute_batch(VIEW_OF_5);
        }
        conn.execute_batch(VIEWS_OF_4)?;
        if version == 4 {
            return conn.execute_batch(VIEW_OF_4);
        }
        // From here on, another process may migrate the file: what its labels say now is kept.
        labels::keep(conn, version)?;
        conn.execute_batch(if version < 3 { VIEW_OF_2 } else { VIEW_OF_3 })
    };
    view().map_err(Error::sqlite)
}
