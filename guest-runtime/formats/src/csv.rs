//! CSV as RFC 4180 has it, read from pieces of bytes with bounded memory.

mod cast;
mod guess;
mod reader;
mod write;

use crate::Error;

pub use cast::{Cast, cast};
pub use guess::{Delimiter, delimiter_in, delimiter_of};
pub use reader::Reader;
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
    /// Whether a comment may also follow cells (`csv-parse`).
    pub comment_anywhere: bool,
    /// Whether white space around cells is dropped.
    pub trim: bool,
    /// Whether a byte order mark is dropped.
    pub bom: bool,
    /// What empty lines are.
    pub empty_lines: EmptyLines,
    /// What a quote is that encloses nothing.
    pub stray_quotes: StrayQuotes,
    /// What ends rows.
    pub line_ends: LineEnds,
    /// Whether rows may have fewer or more cells than the first, or than there are columns.
    pub relax_column_count: bool,
    /// Where the names of columns come from.
    pub columns: Columns,
    /// Whether columns of the first row may have the same name, or are an error.
    pub duplicate_columns: bool,
    /// How many bytes the cells of one row may have, with one more for each cell.
    pub row_bytes_max: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            delimiter: ",".to_owned(),
            quote: Some(b'"'),
            escape: b'"',
            comment: None,
            comment_anywhere: false,
            trim: false,
            bom: true,
            empty_lines: EmptyLines::Auto,
            stray_quotes: StrayQuotes::Refuse,
            line_ends: LineEnds::Any,
            relax_column_count: false,
            columns: Columns::None,
            duplicate_columns: false,
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

/// What a quote is inside of a cell without quotes, or in quotes where none ends the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrayQuotes {
    /// An error.
    Refuse,
    /// Text, and the cell is one without quotes (`relax_quotes` of `csv-parse`).
    Text,
    /// Text, and the cell goes on to the quote that ends it (`papaparse`). [`Rows::flaw`] gets each.
    Inside,
}

/// What ends rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// `\n`, `\r\n` and `\r`, also mixed.
    Any,
    /// The one of these that comes first; the others are text (`csv-parse`).
    First,
    /// This text.
    Only(String),
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

    /// The names of the columns, before any row. They differ unless the options allow others.
    fn columns(&mut self, names: &[String]) -> Result<(), Self::Error>;

    /// The next row.
    fn row(&mut self, row: &Row<'_>) -> Result<(), Self::Error>;

    /// A mistake that was passed over, before the row that has it.
    fn flaw(&mut self, flaw: Flaw) -> Result<(), Self::Error> {
        let _ = flaw;
        Ok(())
    }
}

/// A mistake that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Whether the quote that opens the cell is never closed. Otherwise text follows the one that closes it.
    pub is_unclosed: bool,
    /// The line, from 1.
    pub line: usize,
    /// The offset in bytes of the quote that opens the cell.
    pub offset: usize,
}

/// Reads a whole table. Its errors have the column too.
///
/// # Errors
///
/// Options that contradict each other, what is wrong with the text, and what `rows` fails with.
pub fn parse<R: Rows>(text: &str, options: Options, rows: &mut R) -> Result<(), R::Error> {
    let mut reader = Reader::new(options)?;
    let read = reader.read(text.as_bytes(), rows);
    read.map_err(|fault| match fault {
        Fault::Text(error) => error.placed(text).into(),
        Fault::Caller(error) => error,
    })
}

/// Who has failed: an error of the text can still be placed.
enum Fault<E> {
    Text(Error),
    Caller(E),
}

impl<E> From<Error> for Fault<E> {
    fn from(error: Error) -> Self {
        Self::Text(error)
    }
}

impl<E: From<Error>> Fault<E> {
    fn into_error(self) -> E {
        match self {
            Self::Text(error) => error.into(),
            Self::Caller(error) => error,
        }
    }
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
