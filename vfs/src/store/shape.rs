//! What SQLite says that the tables of a file are, however the statements that made them are
//! written.

use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite::types::Value;

/// The tables, columns and indices of a file, as SQLite lists them.
const QUERIES: [&str; 4] = [
    "SELECT type, name, tbl_name FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    "SELECT type, name, ncol, wr, strict FROM pragma_table_list
     WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    "SELECT t.name, c.cid, c.name, c.type, c.\"notnull\", c.dflt_value, c.pk, c.hidden
     FROM main.sqlite_schema t JOIN pragma_table_xinfo(t.name, 'main') c WHERE t.type = 'table'",
    "SELECT t.name, i.name, i.\"unique\", i.origin, i.partial, c.seqno, c.cid, c.name, c.\"desc\", c.coll, c.key
     FROM main.sqlite_schema t JOIN pragma_index_list(t.name, 'main') i
     JOIN pragma_index_xinfo(i.name, 'main') c WHERE t.type = 'table'",
];

/// Words of clauses that SQLite follows and does not list. Each of them would run, or change what
/// runs, within our own statements.
const UNLISTED: [&str; 10] = [
    "as",
    "autoincrement",
    "check",
    "collate",
    "conflict",
    "default",
    "foreign",
    "generated",
    "references",
    "virtual",
];

/// The tables and indices of a database: two that are equal work in the same way.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape(BTreeSet<String>);

impl Shape {
    /// Reads the shape of a database.
    pub(super) fn of(conn: &Connection) -> rusqlite::Result<Self> {
        let mut lines = BTreeSet::new();
        // First: after it, a file with virtual tables differs from ours already.
        let mut statement = conn.prepare(
            "SELECT name, sql FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (name, sql): (String, String) = (row.get(0)?, row.get(1)?);
            for clause in unlisted(&sql) {
                lines.insert(format!("{name}: {clause}"));
            }
        }
        for query in QUERIES {
            let mut statement = conn.prepare(query)?;
            let columns = statement.column_count();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let values = (0..columns).map(|column| row.get::<_, Value>(column));
                let values = values.collect::<rusqlite::Result<Vec<_>>>()?;
                lines.insert(format!("{values:?}"));
            }
        }
        Ok(Self(lines))
    }

    /// Whether everything in this one is in the other, too.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }
}

/// The clauses of a statement that SQLite does not list: each word, and what follows it.
fn unlisted(sql: &str) -> Vec<String> {
    let tokens = tokens(sql);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if !UNLISTED.contains(&token.as_str()) {
            continue;
        }
        let mut clause = token.clone();
        let mut depth = 0_usize;
        for token in &tokens[at + 1..] {
            match token.as_str() {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            clause.push(' ');
            clause.push_str(token);
            if depth == 0 {
                break;
            }
        }
        found.push(clause);
    }
    found
}
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
/// The words and signs of a statement in small letters, without spaces and comments. Names in
/// quotes of any kind are in double ones.
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
            None if first == b'\'' => token.to_owned(),
            None => token.to_ascii_lowercase(),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "CREATE TABLE a (id INTEGER PRIMARY KEY CHECK (id = 1), b TEXT NOT NULL) STRICT;
        CREATE TABLE c (d INTEGER NOT NULL, e TEXT NOT NULL, PRIMARY KEY (d, e)) STRICT, WITHOUT ROWID;
        CREATE INDEX f ON c (e)";

    fn shape(sql: &str) -> Option<Shape> {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(sql).ok()?;
        Some(Shape::of(&conn).unwrap())
    }

    #[test]
    fn schemas_are_compared_by_their_meaning() {
        let ours = shape(OURS).unwrap();
        let same = shape(
            "create table \"a\"(\n  `id` integer primary key check(id=1), -- a number\n [b] text not null\n) strict;
             CREATE TABLE c(d INTEGER NOT NULL,e TEXT NOT NULL,PRIMARY KEY(d,e))WITHOUT ROWID,STRICT;
             create /* of , ours ( */ index f on \"c\"(e)",
        );
        assert_eq!(same.as_ref(), Some(&ours));
        for (from, to) in [
            ("STRICT, WITHOUT ROWID", "STRICT"),
            (") STRICT;", ");"),
            ("b TEXT NOT NULL", "b TEXT"),
            ("b TEXT NOT NULL", "b BLOB NOT NULL"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL CHECK (b <> '')"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL COLLATE NOCASE"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL DEFAULT 'x'"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL ON CONFLICT REPLACE"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL REFERENCES c (e)"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL, g TEXT AS (b)"),
            ("b TEXT NOT NULL", "b TEXT NOT NULL UNIQUE"),
            ("id = 1", "id = 2"),
            (" CHECK (id = 1)", ""),
            ("KEY (d, e)", "KEY (e, d)"),
            ("KEY (d, e)", "KEY (d, e COLLATE NOCASE)"),
            ("KEY (d, e)", "KEY (d, e DESC)"),
            ("ON c (e)", "ON c (d)"),
            ("ON c (e)", "ON c (e || 'x')"),
            ("ON c (e)", "ON c (e) WHERE d > 0"),
            ("CREATE INDEX", "CREATE UNIQUE INDEX"),
            ("CREATE INDEX", "CREATE VIEW v AS SELECT 1; CREATE INDEX"),
            ("CREATE INDEX", "CREATE TABLE h (i) STRICT; CREATE INDEX"),
        ] {
            assert!(OURS.contains(from), "{from}");
            let sql = OURS.replacen(from, to, 1);
            assert_ne!(shape(&sql).as_ref(), Some(&ours), "{sql}");
        }
    }

    #[test]
    fn text_that_is_not_a_statement_has_no_shape() {
        for sql in [
            "CREATE TABLE a (id",
            "'é",
            "create table \"é",
            "`é",
            "",
            "check",
            "check (",
        ] {
            let _ = unlisted(sql);
        }
        assert_eq!(unlisted("a CHECK (b = (1)), c"), ["check ( b = ( 1 ) )"]);
        assert_eq!(
            unlisted("[check] `collate` 'default' -- as\n/* as */"),
            [""; 0]
        );
    }
}
