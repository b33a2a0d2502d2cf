//! Whether a file was made by certain statements, letter by letter.
//!
//! Nearly every file was made by ours, and to compare the statements is much faster than to compare
//! what they make, as `shape` does.

use rusqlite::Connection;

/// Whether the schema of a file has these statements and nothing else, so that it is the same.
pub(super) fn is_made_by(conn: &Connection, statements: &str) -> rusqlite::Result<bool> {
    let mut expected: Vec<Row<'_>> = statements.split(';').filter_map(Row::of).collect();
    let mut statement = conn.prepare("SELECT type, name, tbl_name, sql FROM main.sqlite_schema")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let text = |column| row.get_ref(column).map(|value| value.as_str().ok());
        let found = [text(0)?, text(1)?, text(2)?, text(3)?];
        let is_found = |row: &Row<'_>| row.0.map(Some) == found;
        match expected.iter().position(is_found) {
            Some(index) => expected.swap_remove(index),
            None => return Ok(false),
        };
    }
    Ok(expected.is_empty())
}

/// What SQLite lists of a statement: the kind, the name, the table, and the text.
struct Row<'a>([&'a str; 4]);

impl<'a> Row<'a> {
    /// The row of a statement that makes a table or an index; none of other text.
    fn of(statement: &'a str) -> Option<Self> {
        let text = statement.trim();
        let mut words = text
            .split_ascii_whitespace()
            .filter(|word| *word != "UNIQUE");
        match [words.next()?, words.next()?, words.next()?] {
            ["CREATE", "TABLE", name] => Some(Self(["table", name, name, text])),
            ["CREATE", "INDEX", name] => {
                let table = words.nth(1)?;
                Some(Self(["index", name, table, text]))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = include_str!("../schema.sql");

    fn is_ours(conn: &Connection) -> bool {
        is_made_by(conn, SCHEMA).unwrap()
    }

    fn made(sql: &str) -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(sql).unwrap();
        conn
    }

    /// Otherwise every file would be looked at the long way.
    #[test]
    fn what_our_statements_make_is_ours() {
        assert!(is_ours(&made(SCHEMA)));
        let number = SCHEMA.matches("CREATE ").count();
        assert_eq!(SCHEMA.split(';').filter_map(Row::of).count(), number);
    }

    #[test]
    fn nothing_else_is_ours() {
        assert!(!is_ours(&made("")));
        for more in [
            "CREATE TABLE more (id INTEGER PRIMARY KEY)",
            "CREATE INDEX more ON node (id)",
            "CREATE VIEW more AS SELECT 1",
            "CREATE TRIGGER more AFTER INSERT ON node BEGIN SELECT 1; END",
            "CREATE TABLE more (id UNIQUE)",
            "ANALYZE",
            "DROP INDEX extent_piece",
            "DROP TABLE state",
            "ALTER TABLE node RENAME COLUMN mtime_us TO mtime",
            "ALTER TABLE node ADD COLUMN more TEXT",
        ] {
            assert!(!is_ours(&made(&format!("{SCHEMA};{more}"))), "{more}");
        }
        for (from, to) in [
            (
                "bytes INTEGER NOT NULL",
                "bytes INTEGER NOT NULL CHECK (bytes > 0)",
            ),
            ("CHECK (id = 1)", "CHECK (id = 2)"),
            ("extent (piece)", "extent (stream)"),
            ("CREATE UNIQUE INDEX", "CREATE INDEX"),
            ("target TEXT", "target BLOB"),
        ] {
            assert!(SCHEMA.contains(from), "{from}");
            let sql = SCHEMA.replacen(from, to, 1);
            assert!(!is_ours(&made(&sql)), "{to}");
        }
    }

    /// A file may be written by anything: what is said of a statement need not be so.
    #[test]
    fn rows_that_were_edited_are_not_ours() {
        for edit in [
            "UPDATE sqlite_schema SET name = 'other' WHERE name = 'extent_piece'",
            "UPDATE sqlite_schema SET tbl_name = 'node' WHERE name = 'extent_piece'",
            "UPDATE sqlite_schema SET sql = sql || ' ' WHERE name = 'extent_piece'",
            "UPDATE sqlite_schema SET sql = CAST(sql AS BLOB) WHERE name = 'extent_piece'",
            "UPDATE sqlite_schema SET type = 'table' WHERE name = 'extent_piece'",
        ] {
            let conn = made(SCHEMA);
            conn.execute_batch("PRAGMA writable_schema = ON").unwrap();
            conn.execute_batch(edit).unwrap();
            assert!(!is_ours(&conn), "{edit}");
        }
    }
}
