//! Rows that are complete: their columns, empty lines, and what is wrong with them.

use super::Reader;
use crate::csv::{Cell, Columns, EmptyLines, Fault, Row, Rows};
use crate::{Error, Place};

/// Empty lines before the first row that are remembered.
const EMPTY_BEFORE_MAX: usize = 1000;

impl Reader {
    pub(super) fn end_row<R: Rows>(&mut self, rows: &mut R) -> Result<(), Fault<R::Error>> {
        let is_empty = self.text.is_empty() && self.cells.len() == 1 && !self.cells[0].is_quoted;
        if is_empty && self.options.empty_lines != EmptyLines::Keep {
            self.cells.clear();
            if self.options.empty_lines == EmptyLines::Auto {
                return self.empty_line(rows);
            }
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.text);
        let cells = std::mem::take(&mut self.cells);
        // Parts of a character on both sides of a delimiter would make one together.
        let text = std::str::from_utf8(&bytes).ok();
        let is_whole = |text: &&str| cells.iter().all(|cell| text.is_char_boundary(cell.end));
        let Some(text) = text.filter(is_whole) else {
            let message = "the text is not UTF-8: name its encoding";
            let place = Place::of_line(self.row_line, self.row_offset, "");
            return Err(Error::with(message, Some(place)).into());
        };
        let row = Row {
            text,
            cells: &cells,
            line: self.row_line,
        };
        self.complete(&row, rows)?;
        // Their memory serves the next row.
        self.text = bytes;
        self.cells = cells;
        self.text.clear();
        self.cells.clear();
        Ok(())
    }

    fn complete<R: Rows>(&mut self, row: &Row<'_>, rows: &mut R) -> Result<(), Fault<R::Error>> {
        if self.options.columns == Columns::First && self.columns.is_none() {
            let names: Vec<String> = row.cells().map(str::to_owned).collect();
            if !self.options.duplicate_columns
                && let Some(name) = duplicate(&names)
            {
                let message = if name.is_empty() {
                    "two columns have no name: CSV.parse(text, { columns: (names) => names.map((name, at) => name || `column ${at + 1}`) }) names them"
                        .to_owned()
                } else {
                    format!("two columns are named \"{name}\": give names with columns: [\"…\"]")
                };
                return Err(self.refused(row, message).into());
            }
            self.columns = Some(names.len());
            self.options.columns = Columns::Named(names);
            self.empty_before.clear();
            return self.send_columns(rows);
        }
        self.send_columns(rows)?;
        let columns = *self.columns.get_or_insert(row.len());
        if columns == 1 {
            self.send_empty(rows)?;
        }
        self.empty_before.clear();
        if row.len() != columns && !self.options.relax_column_count {
            let (has, cells) = (row.len(), if row.len() == 1 { "cell" } else { "cells" });
            let missing = match &self.options.columns {
                Columns::Named(names) if row.len() < names.len() => {
                    format!(" (\"{}\" is missing)", names[row.len()])
                }
                _ => String::new(),
            };
            let message = format!(
                "a row of {has} {cells} where there are {columns} columns{missing}: correct it, or set relax_column_count: true"
            );
            return Err(self.refused(row, message).into());
        }
        rows.row(row).map_err(Fault::Caller)
    }

    /// Names of columns are sent before anything else, also where there is no row.
    pub(super) fn send_columns<R: Rows>(&mut self, rows: &mut R) -> Result<(), Fault<R::Error>> {
        if let Columns::Named(names) = &self.options.columns
            && !self.has_columns_sent
        {
            self.has_columns_sent = true;
            rows.columns(names).map_err(Fault::Caller)?;
        }
        Ok(())
    }

    fn empty_line<R: Rows>(&mut self, rows: &mut R) -> Result<(), Fault<R::Error>> {
        match self.columns {
            Some(1) => {
                self.empty_before.push(self.row_line);
                self.send_columns(rows)?;
                self.send_empty(rows)
            }
            // As many as an honest table has: a text of nothing else must not grow.
            None if self.empty_before.len() < EMPTY_BEFORE_MAX => {
                self.empty_before.push(self.row_line);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn send_empty<R: Rows>(&mut self, rows: &mut R) -> Result<(), Fault<R::Error>> {
        for line in std::mem::take(&mut self.empty_before) {
            let cell = Cell {
                end: 0,
                is_quoted: false,
            };
            let row = Row {
                text: "",
                cells: &[cell],
                line,
            };
            rows.row(&row).map_err(Fault::Caller)?;
        }
        Ok(())
    }

    pub(super) fn unclosed(&self, line: usize, offset: usize) -> Error {
        let quote = char::from(self.options.quote.unwrap_or(b'"'));
        let shown = String::from_utf8_lossy(&self.text).into_owned();
        let shown = shown.lines().next().unwrap_or_default();
        let message = format!(
            "{}: the quote {quote} that is opened here is not closed",
            self.cell_name()
        );
        Error::with(message, Some(Place::of_line(line, offset, shown)))
    }

    pub(super) fn stray(&self, message: &str, at: usize) -> Error {
        let start = self.cells.last().map_or(0, |cell| cell.end);
        let cell = String::from_utf8_lossy(&self.text[start..]);
        let last = cell.lines().next_back().unwrap_or_default();
        let message = format!("{} {message}", self.cell_name());
        let place = Place::of_line(self.line, self.offset + at, last);
        Error::with(message, Some(place))
    }

    /// What a message calls the cell that is being read.
    fn cell_name(&self) -> String {
        match &self.options.columns {
            Columns::Named(names) if self.cells.len() < names.len() => {
                format!("the cell of \"{}\"", names[self.cells.len()])
            }
            _ => format!("cell {}", self.cells.len() + 1),
        }
    }

    fn refused(&self, row: &Row<'_>, message: String) -> Error {
        let shown: Vec<&str> = row.cells().take(40).collect();
        let place = Place::of_line(row.line, self.row_offset, &shown.join(","));
        Error::with(message, Some(place))
    }
}

pub(super) fn duplicate(names: &[String]) -> Option<&String> {
    let mut seen = std::collections::HashSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}
