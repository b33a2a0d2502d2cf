//! What a transaction changed, row by row.

mod codec;

use std::fmt;

/// A value of a row.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// What became of a row.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum RowChange {
    /// It has these values now, in the order of the columns.
    Is(Vec<Value>),
    /// The row with these values of the primary key is gone.
    Gone(Vec<Value>),
}

/// The changes of one table.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TableChanges {
    pub(crate) table: String,
    pub(crate) columns: u32,
    pub(crate) keys: u32,
    pub(crate) rows: Vec<RowChange>,
}

/// What a transaction changed, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct RowChanges {
    /// The version of the schema that the rows are of.
    pub(crate) schema: u32,
    /// Whether they are all rows that there are, in place of any others.
    pub(crate) is_whole: bool,
    pub(crate) tables: Vec<TableChanges>,
}

impl RowChanges {
    /// Whether no row has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.is_whole && self.tables.iter().all(|table| table.rows.is_empty())
    }

    /// Whether they are all rows of a workspace, in place of those that a copy has.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many rows have changed.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.tables.iter().map(|table| table.rows.len()).sum()
    }
}

/// How many rows have changed in which table, without their values.
impl fmt::Debug for RowChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.iter();
        f.debug_map()
            .entries(tables.map(|table| (&table.table, table.rows.len())))
            .finish()
    }
}
