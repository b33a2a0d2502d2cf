//! Which rows a transaction changes: noted by temporary triggers, read before the commit, and taken in
//! by a copy.
//!
//! Triggers of the file are off, as it may come from anybody; those of the connection are ours, and
//! SQLite runs them nevertheless.

use std::fmt::Write as _;

use rusqlite::types::ValueRef;
use rusqlite::{ToSql, params_from_iter};

use super::changes::{RowChange, RowChanges, TableChanges, Value};
use super::schema::FORMAT;
use super::{Row, Store, Writes};
use crate::error::{Error, ErrorKind, Result};

/// A table, and the statements for its rows.
#[derive(Debug)]
pub(super) struct Table {
    name: String,
    columns: Vec<String>,
    /// The columns of the primary key, in its order.
    keys: Vec<String>,
}

/// Columns of the table of notes. No table has more in its primary key.
const KEYS_MAX: usize = 3;

impl Table {
    fn all_sql(&self) -> String {
        let columns = self.columns.join(", ");
        let keys = self.keys.join(", ");
        format!("SELECT {columns} FROM {} ORDER BY {keys}", self.name)
    }

    /// The notes of this table, each with the values of its row, all of them null where it is gone.
    fn noted_sql(&self, number: usize) -> String {
        let mut sql = "SELECT noted.a".to_owned();
        for at in 1..self.keys.len() {
            let _ = write!(sql, ", noted.{}", note_column(at));
        }
        for column in &self.columns {
            let _ = write!(sql, ", one.{column}");
        }
        let _ = write!(
            sql,
            " FROM temp.noted LEFT JOIN main.{} AS one ON ",
            self.name
        );
        for (at, key) in self.keys.iter().enumerate() {
            let and = if at > 0 { " AND " } else { "" };
            let _ = write!(sql, "{and}one.{key} = noted.{}", note_column(at));
        }
        let _ = write!(sql, " WHERE noted.tab = {number}");
        sql
    }

    fn trigger_sql(&self, number: usize) -> Vec<String> {
        let note = |row: &str| {
            let keys: Vec<String> = (0..KEYS_MAX)
                .map(|at| match self.keys.get(at) {
                    Some(key) => format!("{row}.{key}"),
                    None => "0".to_owned(),
                })
                .collect();
            let keys = keys.join(", ");
            // No `OR IGNORE`: a statement that has a conflict clause gives it to its triggers.
            format!(
                "INSERT INTO noted SELECT {number}, {keys} WHERE NOT EXISTS \
                 (SELECT 1 FROM noted WHERE (tab, a, b, c) = ({number}, {keys}));"
            )
        };
        let name = &self.name;
        let trigger = |event: &str, notes: String| {
            format!(
                "CREATE TEMP TRIGGER noted_{name}_{event} AFTER {event} ON main.{name} BEGIN {notes} END"
            )
        };
        vec![
            trigger("INSERT", note("NEW")),
            trigger("DELETE", note("OLD")),
            trigger("UPDATE", note("OLD") + &note("NEW")),
        ]
    }

    fn put_sql(&self) -> String {
        let columns = self.columns.join(", ");
        let values = vec!["?"; self.columns.len()].join(", ");
        let keys = self.keys.join(", ");
        let others: Vec<String> = self
            .columns
            .iter()
            .filter(|column| !self.keys.contains(column))
            .map(|column| format!("{column} = excluded.{column}"))
            .collect();
        let update = match others.is_empty() {
            true => "NOTHING".to_owned(),
            false => format!("UPDATE SET {}", others.join(", ")),
        };
        let name = &self.name;
        format!(
            "INSERT INTO main.{name} ({columns}) VALUES ({values}) ON CONFLICT ({keys}) DO {update}"
        )
    }

    fn delete_sql(&self) -> String {
        let keys: Vec<String> = self.keys.iter().map(|key| format!("{key} = ?")).collect();
        format!(
            "DELETE FROM main.{} WHERE {}",
            self.name,
            keys.join(" AND ")
        )
    }
}

fn note_column(at: usize) -> &'static str {
    ["a", "b", "c"][at]
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        let value = match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Bytes(value) => ValueRef::Blob(value),
        };
        Ok(rusqlite::types::ToSqlOutput::Borrowed(value))
    }
}

fn value(row: &Row<'_>, column: usize) -> Result<Value> {
    Ok(match row.get_ref(column)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => Value::Integer(value),
        ValueRef::Blob(value) => Value::Bytes(value.to_vec()),
        ValueRef::Text(value) => {
            let text = std::str::from_utf8(value);
            Value::Text(
                text.map_err(|_| Error::corrupt("a text that is not UTF-8"))?
                    .to_owned(),
            )
        }
        ValueRef::Real(_) => return Err(Error::corrupt("a value of a wrong type")),
    })
}

fn values(row: &Row<'_>, from: usize, count: usize) -> Result<Vec<Value>> {
    (from..from + count)
        .map(|column| value(row, column))
        .collect()
}

impl Store {
    /// The version of the schema that is written.
    pub(crate) fn schema_version(&self) -> u32 {
        FORMAT.version()
    }

    /// The tables of the workspace, in the order of their names, without those of a copy alone.
    fn tables(&self) -> Result<Vec<Table>> {
        if self.is_older() {
            return Err(Error::new(ErrorKind::Outdated).with_detail(
                "rows are read of files of the present version: open it for writing once",
            ));
        }
        let mut tables: Vec<Table> = Vec::new();
        self.each(
            "SELECT tables.name, columns.name, columns.pk \
             FROM main.sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND tables.name <> 'place' \
             ORDER BY tables.name, columns.cid",
            [],
            |row| {
                let (name, column): (String, String) = (row.get(0)?, row.get(1)?);
                let key: i64 = row.get(2)?;
                if tables.last().is_none_or(|last| last.name != name) {
                    tables.push(Table {
                        name,
                        columns: Vec::new(),
                        keys: Vec::new(),
                    });
                }
                let last = tables.last_mut().expect("one was pushed");
                if key > 0 {
                    // No primary key of ours has its columns in another order than the table.
                    last.keys.push(column.clone());
                }
                last.columns.push(column);
                Ok(())
            },
        )?;
        Ok(tables)
    }

    /// From now on, notes which rows a transaction changes.
    pub(crate) fn note_rows(&self) -> Result<()> {
        if self.read_only {
            return Err(Error::new(ErrorKind::ReadOnly));
        }
        self.forget_rows()?;
        // A row that another one replaces is deleted, and noted.
        self.each("PRAGMA recursive_triggers = ON", [], |_| Ok(()))?;
        self.noted.replace(Some(self.tables()?));
        let noted = self.noted.borrow();
        let tables = noted.as_deref().unwrap_or_default();
        self.run(
            "CREATE TEMP TABLE noted (tab INTEGER, a, b, c, PRIMARY KEY (tab, a, b, c)) WITHOUT ROWID",
            [],
        )?;
        for (number, table) in tables.iter().enumerate() {
            debug_assert!(table.keys.len() <= KEYS_MAX, "{}", table.name);
            for sql in table.trigger_sql(number) {
                self.run(&sql, [])?;
            }
        }
        Ok(())
    }

    /// Notes no rows any more.
    pub(crate) fn forget_rows(&self) -> Result<()> {
        let Some(tables) = self.noted.take() else {
            return Ok(());
        };
        for table in tables {
            for event in ["INSERT", "DELETE", "UPDATE"] {
                let name = &table.name;
                self.run(
                    &format!("DROP TRIGGER IF EXISTS temp.noted_{name}_{event}"),
                    [],
                )?;
            }
        }
        self.run("DROP TABLE IF EXISTS temp.noted", []).map(drop)
    }

    /// The rows that the open transaction has changed. They are not noted any more.
    pub(crate) fn take_noted_rows(&self) -> Result<RowChanges> {
        let noted = self.noted.borrow();
        let tables = noted.as_deref().unwrap_or_default();
        let mut changed = Vec::new();
        for (number, table) in tables.iter().enumerate() {
            let (keys, columns) = (table.keys.len(), table.columns.len());
            let mut rows = Vec::new();
            self.each(&table.noted_sql(number), [], |row| {
                let now = values(row, keys, columns)?;
                let first = table
                    .columns
                    .iter()
                    .position(|column| *column == table.keys[0]);
                let is_gone = first.is_none_or(|at| now[at] == Value::Null);
                rows.push(match is_gone {
                    true => RowChange::Gone(values(row, 0, keys)?),
                    false => RowChange::Is(now),
                });
                Ok(())
            })?;
            if !rows.is_empty() {
                changed.push(table.changes(rows));
            }
        }
        self.clear_notes()?;
        Ok(RowChanges {
            schema: self.schema_version(),
            is_whole: false,
            tables: changed,
        })
    }

    /// Forgets what the open transaction has noted.
    pub(crate) fn clear_notes(&self) -> Result<()> {
        match self.noted.borrow().is_some() {
            true => self.run("DELETE FROM temp.noted", []).map(drop),
            false => Ok(()),
        }
    }

    /// All rows of all tables.
    pub(crate) fn all_rows(&self) -> Result<RowChanges> {
        let mut all = Vec::new();
        for table in self.tables()? {
            let mut rows = Vec::new();
            self.each(&table.all_sql(), [], |row| {
                rows.push(RowChange::Is(values(row, 0, table.columns.len())?));
                Ok(())
            })?;
            if !rows.is_empty() {
                all.push(table.changes(rows));
            }
        }
        Ok(RowChanges {
            schema: self.schema_version(),
            is_whole: true,
            tables: all,
        })
    }

    /// Gives rows the values that they have in another copy, one transaction of it after the other.
    pub(crate) fn apply_rows(&self, txn: &impl Writes, all: &[RowChanges]) -> Result<()> {
        let tables = self.tables()?;
        for changes in all {
            if changes.is_whole {
                for table in &tables {
                    self.execute(txn, &format!("DELETE FROM main.{}", table.name), [])?;
                }
            }
            self.apply(txn, &tables, changes)?;
        }
        self.clear_notes()
    }

    fn apply(&self, txn: &impl Writes, tables: &[Table], changes: &RowChanges) -> Result<()> {
        let mut known = Vec::new();
        for changed in &changes.tables {
            let is_it = |table: &&Table| table.name == changed.table;
            let table = tables.iter().find(is_it).filter(|table| {
                table.columns.len() == changed.columns as usize
                    && table.keys.len() == changed.keys as usize
            });
            let table = table.ok_or_else(|| Error::corrupt("row changes of another table"))?;
            known.push((table, &changed.rows));
        }
        // What is gone first: it may be in the way of an index.
        for (table, rows) in &known {
            let sql = table.delete_sql();
            for row in *rows {
                if let RowChange::Gone(key) = row {
                    self.execute(txn, &sql, params_from_iter(key))?;
                }
            }
        }
        for (table, rows) in &known {
            let sql = table.put_sql();
            for row in *rows {
                if let RowChange::Is(values) = row {
                    self.execute(txn, &sql, params_from_iter(values))
                        .map_err(fits)?;
                }
            }
        }
        Ok(())
    }
}

impl Store {
    /// The place of this copy in the log of its workspace, if it is one.
    pub(crate) fn place(&self) -> Result<Option<Vec<u8>>> {
        self.row("SELECT data FROM place WHERE id = 1", [], |row| {
            Ok(row.blob(0)?.to_vec())
        })
    }

    pub(crate) fn set_place(&self, txn: &impl Writes, place: &[u8]) -> Result<()> {
        self.execute(
            txn,
            "INSERT INTO place (id, data) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET data = excluded.data",
            [place],
        )
        .map(drop)
    }
}

impl Table {
    fn changes(&self, rows: Vec<RowChange>) -> TableChanges {
        let count = |names: &[String]| u32::try_from(names.len()).unwrap_or(u32::MAX);
        TableChanges {
            table: self.name.clone(),
            columns: count(&self.columns),
            keys: count(&self.keys),
            rows,
        }
    }
}

/// A constraint that does not hold: the rows are not those of the state that this copy has.
fn fits(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Storage => Error::corrupt("row changes that do not fit this copy"),
        _ => error,
    }
}
