//! The format of a workspace file: the tables of its present version, and how files of the versions
//! before are read and brought up to it.

use std::sync::OnceLock;

use rusqlite::Connection;

use super::shape::Shape;
use super::verbatim;
use crate::error::{Error, ErrorKind, Result};

/// The format of this version of isolate.
pub(super) static FORMAT: Format = Format::new(include_str!("../schema.sql"), &[TO_2, TO_3]);

/// Version 2 has runs that are put away or whose changes are kept apart, an identity of the workspace that
/// they belong to, and idempotency keys.
const TO_2: Step = Step {
    tables: include_str!("schema_1.sql"),
    views: "
        CREATE TEMP VIEW identity AS SELECT 1 AS id, x'' AS name;
        CREATE TEMP VIEW aside AS SELECT 0 AS run, 0 AS branch WHERE false;
        CREATE TEMP VIEW suspended AS SELECT 0 AS run, x'' AS workspace, 0 AS since_ms, 0 AS until_ms, 0 AS size,
            NULL AS stamp_before, 0 AS stamp_last, 0 AS stamp_shared WHERE false;
        CREATE TEMP VIEW suspension AS SELECT 0 AS run, 0 AS item, 0 AS number, x'' AS data, 0 AS sum WHERE false;
        CREATE TEMP VIEW idempotency AS SELECT x'' AS key, x'' AS request, 0 AS run, 0 AS created_ms WHERE false;
        CREATE TEMP VIEW place AS SELECT 0 AS id, x'' AS data WHERE false;",
    migrate: |conn| {
        let tables = include_str!("schema_2.sql");
        let added = tables.find("CREATE TABLE identity").unwrap_or_default();
        conn.execute_batch(&tables[added..])?;
        conn.execute_batch(NEW_IDENTITY)
    },
};

/// Version 3 has the place of a copy in the log of a workspace that many hosts share.
const TO_3: Step = Step {
    tables: include_str!("schema_2.sql"),
    views: "CREATE TEMP VIEW place AS SELECT 0 AS id, x'' AS data WHERE false;",
    migrate: |conn| {
        let tables = include_str!("../schema.sql");
        let added = tables.find("CREATE TABLE place").unwrap_or_default();
        conn.execute_batch(&tables[added..])
    },
};

/// The identity of a new workspace: a number that no other has.
pub(super) const NEW_IDENTITY: &str = "INSERT INTO identity (id, name) VALUES (1, randomblob(16))";

/// A format and its versions. There is one; tests make others, with steps of their own.
#[derive(Debug)]
pub(super) struct Format {
    /// The statements that make the tables and indices of the present version.
    tables: &'static str,
    /// The first one makes version 2 of version 1, and so on up to the present version.
    steps: &'static [Step],
    /// What `tables` makes, once a file has needed it.
    shape: OnceLock<Shape>,
}

/// The way from one version of the format to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The statements that make the tables and indices of the version before.
    pub(super) tables: &'static str,
    /// Makes temporary views that show a file of the version before as one of the present version, to
    /// statements that read. They name all columns, because another process may migrate the file
    /// meanwhile.
    pub(super) views: &'static str,
    /// Makes the tables and rows of the next version, in a transaction of the caller.
    pub(super) migrate: fn(&Connection) -> rusqlite::Result<()>,
}

impl Format {
    pub(super) const fn new(tables: &'static str, steps: &'static [Step]) -> Self {
        Self {
            tables,
            steps,
            shape: OnceLock::new(),
        }
    }

    /// The statements that make the tables and indices of the present version.
    pub(super) const fn tables(&self) -> &'static str {
        self.tables
    }

    /// As [`Format::new`] of a version after this one, for tests.
    #[cfg(test)]
    pub(super) fn followed_by(&self, tables: &'static str, steps: Vec<Step>) -> Self {
        let all: Vec<Step> = self.steps.iter().copied().chain(steps).collect();
        Self::new(tables, all.leak())
    }

    /// The version that is written.
    pub(super) fn version(&self) -> u32 {
        u32::try_from(1 + self.steps.len()).expect("there are only a few steps")
    }

    /// The steps that a file of a version needs; none for one of the present version.
    ///
    /// # Errors
    /// `Newer` for a version after the present one, `Corrupt` for one that never was.
    pub(super) fn steps_from(&self, version: u32) -> Result<&'static [Step]> {
        let newest = self.version();
        if version > newest {
            return Err(Error::new(ErrorKind::Newer).with_detail(format!(
                "workspace was written by a newer version: schema {version}, this version reads up to {newest}"
            )));
        }
        let taken = usize::try_from(version)
            .ok()
            .and_then(|version| version.checked_sub(1));
        taken
            .and_then(|taken| self.steps.get(taken..))
            .ok_or_else(|| Error::corrupt("unknown version of the schema"))
    }

    /// Checks that a file has the tables of its version. Every table and index must be ours, and nothing
    /// else may be there: a constraint or a generated column of a prepared file would run inside our
    /// statements.
    pub(super) fn check(&self, conn: &Connection, version: u32) -> Result<()> {
        let before = self.steps_from(version)?.first();
        let tables = before.map_or(self.tables, |step| step.tables);
        if verbatim::is_made_by(conn, tables).map_err(Error::sqlite)? {
            return Ok(());
        }
        let found = Shape::of(conn).map_err(Error::sqlite)?;
        let made;
        let expected = match before {
            None => self.shape()?,
            Some(step) => {
                made = shape_of(step.tables)?;
                &made
            }
        };
        if found == *expected {
            Ok(())
        } else if found.is_part_of(expected) {
            Err(Error::corrupt("incomplete schema"))
        } else {
            Err(Error::corrupt("unexpected schema"))
        }
    }

    /// What the tables of the present version are.
    fn shape(&self) -> Result<&Shape> {
        if let Some(shape) = self.shape.get() {
            return Ok(shape);
        }
        let made = shape_of(self.tables)?;
        Ok(self.shape.get_or_init(|| made))
    }
}

/// What some statements make.
fn shape_of(tables: &str) -> Result<Shape> {
    let made = || {
        let conn = Connection::open_in_memory()?;
        conn.execute_batch(tables)?;
        Shape::of(&conn)
    };
    made().map_err(Error::sqlite)
}
