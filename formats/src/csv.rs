//! CSV as RFC 4180 has it, read from pieces of bytes with bounded memory.

mod write;

use crate::{Error, Place};

pub use write::{Style, write};

/// How a table is read. The names are those of the npm package `csv-parse`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// What parts cells.
    pub delimiter: String,
    /// What encloses cells, if anything.
    pub quote: Option<u8>,
    /// What precedes a quote inside of quotes.
    pub escape: u8,
    /// How lines begin that are passed over.
    pub comment: Option<String>,
    /// Whether white space around cells is dropped.
    pub trim: bool,
    /// Whether a byte order mark is dropped.
    pub bom: bool,
    /// What empty lines are.
    pub empty_lines: EmptyLines,
    /// Whether a quote inside of a cell without quotes is text, or an error.
    pub relax_quotes: bool,
    /// Whether rows may have fewer or more cells than the first, or than there are columns.
    pub relax_column_count: bool,
    /// Where the names of columns come from.
    pub columns: Columns,
    /// How many bytes the cells of one row may have.
    pub row_bytes_max: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            delimiter: ",".to_owned(),
            quote: Some(b'"'),
            escape: b'"',
            comment: None,
            trim: false,
            bom: true,
            empty_lines: EmptyLines::Auto,
            relax_quotes: false,
            relax_column_count: false,
            columns: Columns::None,
            row_bytes_max: usize::MAX,
        }
    }
}

/// What an empty line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyLines {
    /// Passed over in a table of several columns, an empty cell in a table of one.
    Auto,
    /// Passed over.
    Skip,
    /// A row of one empty cell.
    Keep,
}

/// Where the names of columns come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Columns {
    /// There are none.
    None,
    /// From the first row.
    First,
    /// From the caller.
    Named(Vec<String>),
}

/// Takes the rows of a table.
#[expect(
    clippy::missing_errors_doc,
    reason = "all methods fail with the caller's own errors"
)]
pub trait Rows {
    /// What the caller's calls fail with, which ends the reading.
    type Error: From<Error>;

    /// The names of the columns, before any row. They are different from each other.
    fn columns(&mut self, names: &[String]) -> Result<(), Self::Error>;

    /// The next row.
    fn row(&mut self, row: &Row<'_>) -> Result<(), Self::Error>;
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    text: &'a str,
    cells: &'a [Cell],
    /// The line where it begins, from 1.
    pub line: usize,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    end: usize,
    is_quoted: bool,
}

impl<'a> Row<'a> {
    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cell, which no row is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells in order.
    pub fn cells(&self) -> impl Iterator<Item = &'a str> {
        let (text, cells) = (self.text, self.cells);
        let starts = std::iter::once(0).chain(cells.iter().map(|cell| cell.end));
        starts
            .zip(cells)
            .map(move |(start, cell)| &text[start..cell.end])
    }

    /// Whether a cell was in quotes.
    #[must_use]
    pub fn is_quoted(&self, index: usize) -> bool {
        self.cells.get(index).is_some_and(|cell| cell.is_quoted)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the beginning of a row.
    Row,
    /// At the beginning of a cell.
    Cell,
    /// In a cell without quotes.
    Plain,
    Quoted,
    /// After the quote that ends a cell.
    Closed,
    Comment,
}

/// Reads a table that comes in pieces.
#[derive(Debug)]
pub struct Reader {
    options: Options,
    /// Bytes that mean something outside of quotes.
    special: Box<[bool; 256]>,
    /// Bytes that must be there before one is interpreted.
    lookahead: usize,
    /// Bytes of earlier pieces that were too few to interpret.
    rest: Vec<u8>,
    /// All input that came before what is looked at.
    offset: usize,
    state: State,
    text: Vec<u8>,
    cells: Vec<Cell>,
    is_quoted: bool,
    line: usize,
    row_line: usize,
    row_offset: usize,
    /// The line, and the offset, of the quote that is open.
    opened: (usize, usize),
    /// Empty lines before the first row, whose meaning depends on it.
    empty_before: Vec<usize>,
    columns: Option<usize>,
    has_columns_sent: bool,
}

impl Reader {
    /// A reader of a table.
    ///
    /// # Errors
    ///
    /// Options that contradict each other.
    pub fn new(options: Options) -> Result<Self, Error> {
        let mut special = Box::new([false; 256]);
        let delimiter = options.delimiter.as_bytes();
        let Some(&first) = delimiter.first() else {
            return Err(Error::new(
                "delimiter is empty: name the text between cells",
            ));
        };
        if delimiter.iter().any(|byte| matches!(byte, b'\r' | b'\n')) {
            return Err(Error::new("delimiter contains the end of a line"));
        }
        if options.comment.as_deref() == Some("") {
            return Err(Error::new("comment is empty: leave it out"));
        }
        for byte in [first, b'\n', b'\r'].into_iter().chain(options.quote) {
            special[usize::from(byte)] = true;
        }
        if options
            .quote
            .is_some_and(|quote| !quote.is_ascii() || delimiter.contains(&quote))
        {
            return Err(Error::new(
                "quote must be one ASCII character that delimiter does not contain",
            ));
        }
        let comment = options.comment.as_ref().map_or(0, String::len);
        let columns = match &options.columns {
            Columns::Named(names) => {
                if let Some(name) = duplicate(names) {
                    return Err(Error::new(format!("columns has \"{name}\" twice")));
                }
                Some(names.len())
            }
            _ => None,
        };
        Ok(Self {
            lookahead: delimiter.len().max(comment).max(3),
            special,
            options,
            rest: Vec::new(),
            offset: 0,
            state: State::Row,
            text: Vec::new(),
            cells: Vec::new(),
            is_quoted: false,
            line: 1,
            row_line: 1,
            row_offset: 0,
            opened: (1, 0),
            empty_before: Vec::new(),
            columns,
            has_columns_sent: false,
        })
    }

    /// Reads the next piece.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and what `rows` fails with.
    pub fn push<R: Rows>(&mut self, piece: &[u8], rows: &mut R) -> Result<(), R::Error> {
        if self.rest.is_empty() {
            let used = self.feed(piece, false, rows)?;
            self.rest.extend_from_slice(&piece[used..]);
        } else {
            let mut bytes = std::mem::take(&mut self.rest);
            bytes.extend_from_slice(piece);
            let used = self.feed(&bytes, false, rows)?;
            bytes.drain(..used);
            self.rest = bytes;
        }
        Ok(())
    }

    /// The text ends here.
    ///
    /// # Errors
    ///
    /// As [`Reader::push`].
    pub fn finish<R: Rows>(&mut self, rows: &mut R) -> Result<(), R::Error> {
        let bytes = std::mem::take(&mut self.rest);
        self.feed(&bytes, true, rows)?;
        match self.state {
            State::Row | State::Comment => {}
            State::Quoted => {
                let (line, offset) = self.opened;
                let quote = char::from(self.options.quote.unwrap_or(b'"'));
                let shown = String::from_utf8_lossy(&self.text).into_owned();
                let shown = shown.lines().next().unwrap_or_default();
                let message = format!("the quote {quote} that is opened here is not closed");
                return Err(Error::with(message, Some(Place::of_line(line, offset, shown))).into());
            }
            State::Cell | State::Plain | State::Closed => {
                self.end_cell();
                self.end_row(rows)?;
            }
        }
        self.send_columns(rows)?;
        if self.options.empty_lines == EmptyLines::Auto && self.columns == Some(1) {
            self.send_empty(rows)?;
        }
        Ok(())
    }

    /// Reads all that can be interpreted; answers how many bytes that was.
    fn feed<R: Rows>(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        rows: &mut R,
    ) -> Result<usize, R::Error> {
        let mut at = 0;
        while at < bytes.len() {
            // Runs of bytes without meaning need no lookahead.
            let run = match self.state {
                State::Plain => bytes[at..]
                    .iter()
                    .position(|byte| self.special[usize::from(*byte)]),
                State::Quoted => {
                    let quote = self.options.quote.unwrap_or(b'"');
                    memchr::memchr2(quote, self.options.escape, &bytes[at..])
                }
                State::Comment => memchr::memchr2(b'\n', b'\r', &bytes[at..]),
                _ => Some(0),
            };
            let run = run.unwrap_or(bytes.len() - at);
            if run > 0 {
                self.take_run(&bytes[at..at + run])?;
                at += run;
                continue;
            }
            if !is_last && bytes.len() - at < self.lookahead {
                break;
            }
            at += self.step(&bytes[at..], at, rows)?;
        }
        self.offset += at;
        Ok(at)
    }

    fn take_run(&mut self, run: &[u8]) -> Result<(), Error> {
        match self.state {
            State::Comment => {}
            State::Quoted => {
                self.line += memchr::memchr_iter(b'\n', run).count();
                self.text.extend_from_slice(run);
            }
            _ => self.text.extend_from_slice(run),
        }
        if self.text.len() > self.options.row_bytes_max {
            let most = self.options.row_bytes_max;
            let message = format!(
                "the row of line {} has more than {most} bytes: is a quote not closed?",
                self.row_line
            );
            return Err(Error::new(message));
        }
        Ok(())
    }

    /// Interprets what is in front; answers how many bytes it has.
    fn step<R: Rows>(&mut self, bytes: &[u8], at: usize, rows: &mut R) -> Result<usize, R::Error> {
        let quote = self.options.quote;
        match self.state {
            State::Row => {
                if self.offset + at == 0 && self.options.bom && bytes.starts_with(crate::BYTE_ORDER_MARK.as_bytes()) {
                    return Ok(3);
                }
                self.row_line = self.line;
                self.row_offset = self.offset + at;
                let is_comment = self.options.comment.as_ref();
                self.state = if is_comment.is_some_and(|start| bytes.starts_with(start.as_bytes())) {
                    State::Comment
                } else {
                    State::Cell
                };
                Ok(0)
            }
            State::Comment => {
                self.state = State::Row;
                Ok(self.line_end(bytes))
            }
            State::Quoted => Ok(self.in_quotes(bytes)),
            State::Cell if self.options.trim && matches!(bytes[0], b' ' | b'\t') && !self.is_delimiter(bytes) => Ok(1),
            State::Cell if quote == Some(bytes[0]) => {
                self.opened = (self.line, self.offset + at);
                self.is_quoted = true;
                self.state = State::Quoted;
                Ok(1)
            }
            _ if self.is_delimiter(bytes) => {
                self.end_cell();
                self.state = State::Cell;
                Ok(self.options.delimiter.len())
            }
            _ if matches!(bytes[0], b'\n' | b'\r') => {
                self.end_cell();
                self.end_row(rows)?;
                self.state = State::Row;
                Ok(self.line_end(bytes))
            }
            State::Closed if self.options.trim && matches!(bytes[0], b' ' | b'\t') => Ok(1),
            State::Closed => self.stray("text after the quote that ends a cell: double the quotes inside of it", at),
            State::Plain if quote == Some(bytes[0]) && !self.options.relax_quotes => self.stray(
                "a quote inside of a cell without quotes: enclose the cell in quotes and double it, or set relax_quotes: true",
                at,
            ),
            State::Cell | State::Plain => {
                self.state = State::Plain;
                self.text.push(bytes[0]);
                Ok(1)
            }
        }
    }

    fn in_quotes(&mut self, bytes: &[u8]) -> usize {
        let quote = self.options.quote.unwrap_or(b'"');
        let next = bytes.get(1).copied();
        let is_escape = bytes[0] == self.options.escape;
        if is_escape && (next == Some(quote) || (next == Some(bytes[0]) && bytes[0] != quote)) {
            self.text.extend(next);
            return 2;
        }
        if bytes[0] == quote {
            self.state = State::Closed;
        } else {
            self.text.push(bytes[0]);
        }
        1
    }

    fn is_delimiter(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.options.delimiter.as_bytes())
    }

    /// Counts the end of a line that is in front: `\n`, `\r\n` or `\r`.
    fn line_end(&mut self, bytes: &[u8]) -> usize {
        self.line += 1;
        if bytes.starts_with(b"\r\n") { 2 } else { 1 }
    }

    fn end_cell(&mut self) {
        if self.options.trim && !self.is_quoted {
            let start = self.cells.last().map_or(0, |cell| cell.end);
            let kept = self.text[start..].trim_ascii_end().len();
            self.text.truncate(start + kept);
        }
        self.cells.push(Cell {
            end: self.text.len(),
            is_quoted: std::mem::take(&mut self.is_quoted),
        });
    }

    fn end_row<R: Rows>(&mut self, rows: &mut R) -> Result<(), R::Error> {
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
        let Ok(text) = std::str::from_utf8(&bytes) else {
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

    fn complete<R: Rows>(&mut self, row: &Row<'_>, rows: &mut R) -> Result<(), R::Error> {
        if self.options.columns == Columns::First && self.columns.is_none() {
            let names: Vec<String> = row.cells().map(str::to_owned).collect();
            if let Some(name) = duplicate(&names) {
                let message =
                    format!("two columns are named \"{name}\": give names with columns: [\"…\"]");
                return Err(refused(row, self.row_offset, message).into());
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
            let message = format!(
                "a row of {has} {cells} where there are {columns} columns: correct it, or set relax_column_count: true"
            );
            return Err(refused(row, self.row_offset, message).into());
        }
        rows.row(row)
    }

    /// Names of columns are sent before anything else, also where there is no row.
    fn send_columns<R: Rows>(&mut self, rows: &mut R) -> Result<(), R::Error> {
        if let Columns::Named(names) = &self.options.columns
            && !self.has_columns_sent
        {
            self.has_columns_sent = true;
            rows.columns(names)?;
        }
        Ok(())
    }

    fn empty_line<R: Rows>(&mut self, rows: &mut R) -> Result<(), R::Error> {
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

    fn send_empty<R: Rows>(&mut self, rows: &mut R) -> Result<(), R::Error> {
        for line in std::mem::take(&mut self.empty_before) {
            let cell = Cell {
                end: 0,
                is_quoted: false,
            };
            rows.row(&Row {
                text: "",
                cells: &[cell],
                line,
            })?;
        }
        Ok(())
    }

    fn stray<T, E: From<Error>>(&self, message: &str, at: usize) -> Result<T, E> {
        let start = self.cells.last().map_or(0, |cell| cell.end);
        let cell = String::from_utf8_lossy(&self.text[start..]);
        let last = cell.lines().next_back().unwrap_or_default();
        let message = format!("cell {}: {message}", self.cells.len() + 1);
        let place = Place::of_line(self.line, self.offset + at, last);
        Err(Error::with(message, Some(place)).into())
    }
}

/// Empty lines before the first row that are remembered.
const EMPTY_BEFORE_MAX: usize = 1000;

fn refused(row: &Row<'_>, offset: usize, message: String) -> Error {
    let shown: Vec<&str> = row.cells().take(40).collect();
    Error::with(
        message,
        Some(Place::of_line(row.line, offset, &shown.join(","))),
    )
}

fn duplicate(names: &[String]) -> Option<&String> {
    let mut seen = std::collections::HashSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}
