//! A table that comes in pieces of bytes, and is read with bounded memory.

mod rows;

use super::{Cell, Columns, EmptyLines, Fault, Flaw, LineEnds, Options, Rows, StrayQuotes};
use crate::{BYTE_ORDER_MARK, Error, Place};
use rows::duplicate;

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
    /// In a comment that follows cells.
    Tail,
}

/// Reads a table that comes in pieces.
#[derive(Debug)]
pub struct Reader {
    options: Options,
    /// Bytes that may mean something outside of quotes.
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
    /// Where the text of the cell was when its quotes were closed.
    closed: usize,
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
        let delimiter = options.delimiter.as_bytes();
        let Some(&first) = delimiter.first() else {
            return Err(Error::new(
                "delimiter is empty: name the text between cells",
            ));
        };
        if options.delimiter.eq_ignore_ascii_case("auto") {
            return Err(Error::new(
                "delimiter: \"auto\" is not here: give the text between cells, such as \",\", \";\", \"\\t\" or \"|\"",
            ));
        }
        if delimiter.iter().any(|byte| matches!(byte, b'\r' | b'\n')) {
            return Err(Error::new("delimiter contains the end of a line"));
        }
        if options.comment.as_deref() == Some("") {
            return Err(Error::new("comment is empty: leave it out"));
        }
        if options
            .quote
            .is_some_and(|quote| !quote.is_ascii() || delimiter.contains(&quote))
        {
            return Err(Error::new(
                "quote must be one ASCII character that delimiter does not contain",
            ));
        }
        let ends = match &options.line_ends {
            LineEnds::Only(end) if end.is_empty() => {
                return Err(Error::new("newline is empty: name the text that ends rows"));
            }
            LineEnds::Only(end) => &[end.as_bytes()[0]][..],
            LineEnds::Any | LineEnds::First => b"\r\n",
        };
        let mut special = Box::new([false; 256]);
        for byte in ends.iter().chain(&options.quote) {
            special[usize::from(*byte)] = true;
        }
        special[usize::from(first)] = true;
        if let Some(start) = options
            .comment
            .as_ref()
            .filter(|_| options.comment_anywhere)
        {
            special[usize::from(start.as_bytes()[0])] = true;
        }
        let end = match &options.line_ends {
            LineEnds::Only(end) => end.len(),
            LineEnds::Any | LineEnds::First => 2,
        };
        let comment = options.comment.as_ref().map_or(0, String::len);
        let columns = match &options.columns {
            Columns::Named(names) => {
                if let Some(name) = duplicate(names) {
                    return Err(Error::new(format!("columns has \"{name}\" twice")));
                }
                Some(names.len())
            }
            Columns::None | Columns::First => None,
        };
        Ok(Self {
            lookahead: delimiter
                .len()
                .max(comment)
                .max(end)
                .max(BYTE_ORDER_MARK.len()),
            special,
            options,
            rest: Vec::new(),
            offset: 0,
            state: State::Row,
            text: Vec::new(),
            cells: Vec::new(),
            is_quoted: false,
            closed: 0,
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
            let used = self.feed(piece, false, rows).map_err(Fault::into_error)?;
            self.rest.extend_from_slice(&piece[used..]);
        } else {
            let mut bytes = std::mem::take(&mut self.rest);
            bytes.extend_from_slice(piece);
            let used = self.feed(&bytes, false, rows).map_err(Fault::into_error)?;
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
        self.read(&bytes, rows).map_err(Fault::into_error)
    }

    /// Reads what is left of the text.
    pub(super) fn read<R: Rows>(
        &mut self,
        bytes: &[u8],
        rows: &mut R,
    ) -> Result<(), Fault<R::Error>> {
        self.feed(bytes, true, rows)?;
        match self.state {
            State::Row | State::Comment => {}
            // Nothing, or blanks that are trimmed.
            State::Cell if self.cells.is_empty() => {}
            State::Quoted => {
                let (line, offset) = self.opened;
                if self.options.stray_quotes != StrayQuotes::Inside {
                    return Err(self.unclosed(line, offset).into());
                }
                rows.flaw(Flaw {
                    is_unclosed: true,
                    line,
                    offset,
                })
                .map_err(Fault::Caller)?;
                self.last_row(rows)?;
            }
            State::Tail if self.has_nothing() => {}
            State::Closed
                if self.options.stray_quotes == StrayQuotes::Inside
                    && self.text.len() > self.closed =>
            {
                // Blanks are passed over only in front of what ends a cell.
                let (line, offset) = self.opened;
                rows.flaw(Flaw {
                    is_unclosed: true,
                    line,
                    offset,
                })
                .map_err(Fault::Caller)?;
                self.last_row(rows)?;
            }
            State::Cell | State::Plain | State::Closed | State::Tail => self.last_row(rows)?,
        }
        self.send_columns(rows)?;
        if self.options.empty_lines == EmptyLines::Auto && self.columns == Some(1) {
            self.send_empty(rows)?;
        }
        Ok(())
    }

    fn last_row<R: Rows>(&mut self, rows: &mut R) -> Result<(), Fault<R::Error>> {
        self.end_cell()?;
        self.end_row(rows)
    }

    /// Reads all that can be interpreted; answers how many bytes that was.
    fn feed<R: Rows>(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        rows: &mut R,
    ) -> Result<usize, Fault<R::Error>> {
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
                State::Comment | State::Tail => memchr::memchr2(b'\n', b'\r', &bytes[at..]),
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
            State::Comment | State::Tail => return Ok(()),
            State::Quoted => self.line += memchr::memchr_iter(b'\n', run).count(),
            _ => {}
        }
        self.text.extend_from_slice(run);
        self.check_size()
    }

    fn check_size(&self) -> Result<(), Error> {
        let most = self.options.row_bytes_max;
        if self.text.len() + self.cells.len().saturating_sub(1) <= most {
            return Ok(());
        }
        let message = format!("a row of more than {most} bytes: is a quote not closed?");
        let place = Place::of_line(self.row_line, self.row_offset, "");
        Err(Error::with(message, Some(place)))
    }

    /// Interprets what is in front; answers how many bytes it has.
    fn step<R: Rows>(
        &mut self,
        bytes: &[u8],
        at: usize,
        rows: &mut R,
    ) -> Result<usize, Fault<R::Error>> {
        let quote = self.options.quote;
        match self.state {
            State::Row => {
                if self.offset + at == 0
                    && self.options.bom
                    && bytes.starts_with(BYTE_ORDER_MARK.as_bytes())
                {
                    return Ok(BYTE_ORDER_MARK.len());
                }
                self.row_line = self.line;
                self.row_offset = self.offset + at;
                self.state = if self.is_comment(bytes) {
                    State::Comment
                } else {
                    State::Cell
                };
                return Ok(0);
            }
            State::Comment => {
                // What ends no row is part of the comment.
                return Ok(self
                    .line_end(bytes)
                    .inspect(|_| self.state = State::Row)
                    .unwrap_or(1));
            }
            State::Quoted => return Ok(self.in_quotes(bytes)),
            State::Cell if quote == Some(bytes[0]) => {
                self.opened = (self.line, self.offset + at);
                self.is_quoted = true;
                self.state = State::Quoted;
                return Ok(1);
            }
            State::Cell | State::Plain | State::Closed | State::Tail => {}
        }
        if self.state != State::Tail && self.is_delimiter(bytes) {
            self.end_cell()?;
            self.state = State::Cell;
            return Ok(self.options.delimiter.len());
        }
        if let Some(bytes) = self.line_end(bytes) {
            if self.state != State::Tail || !self.has_nothing() {
                self.end_cell()?;
                self.end_row(rows)?;
            }
            self.state = State::Row;
            return Ok(bytes);
        }
        if self.state == State::Tail {
            return Ok(1);
        }
        if self.options.comment_anywhere && self.is_comment(bytes) {
            if self.state == State::Closed {
                self.text.truncate(self.closed);
            }
            self.state = State::Tail;
            return Ok(0);
        }
        let is_blank = bytes[0].is_ascii_whitespace();
        if self.state == State::Cell && self.options.trim && is_blank {
            return Ok(1);
        }
        if self.state == State::Closed {
            return self.after_quotes(bytes[0], is_blank, at, rows);
        }
        if self.state == State::Plain
            && quote == Some(bytes[0])
            && self.options.stray_quotes == StrayQuotes::Refuse
        {
            let message = "has a quote inside but is not in quotes: enclose it in quotes and double those inside, or set relax_quotes: true";
            return Err(self.stray(message, at).into());
        }
        self.state = State::Plain;
        self.text.push(bytes[0]);
        self.check_size()?;
        Ok(1)
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
            self.closed = self.text.len();
        } else {
            self.text.push(bytes[0]);
        }
        1
    }

    /// Something between the quote that ends a cell and what follows the cell.
    fn after_quotes<R: Rows>(
        &mut self,
        byte: u8,
        is_blank: bool,
        at: usize,
        rows: &mut R,
    ) -> Result<usize, Fault<R::Error>> {
        let quote = self.options.quote.unwrap_or(b'"');
        if is_blank && self.options.trim {
            return Ok(1);
        }
        match self.options.stray_quotes {
            StrayQuotes::Refuse => {
                let message =
                    "goes on after the quote that ends it: double the quotes inside of it";
                Err(self.stray(message, at).into())
            }
            StrayQuotes::Text => {
                let start = self.cells.last().map_or(0, |cell| cell.end);
                self.text.insert(start, quote);
                self.text.push(quote);
                self.is_quoted = false;
                self.state = State::Plain;
                Ok(0)
            }
            StrayQuotes::Inside if is_blank => {
                self.text.push(byte);
                Ok(1)
            }
            StrayQuotes::Inside => {
                let flaw = Flaw {
                    is_unclosed: false,
                    line: self.line,
                    offset: self.opened.1,
                };
                rows.flaw(flaw).map_err(Fault::Caller)?;
                self.text.insert(self.closed, quote);
                self.state = State::Quoted;
                Ok(0)
            }
        }
    }

    fn is_comment(&self, bytes: &[u8]) -> bool {
        let start = self.options.comment.as_ref();
        start.is_some_and(|start| bytes.starts_with(start.as_bytes()))
    }

    /// Whether nothing of a row has been seen.
    fn has_nothing(&self) -> bool {
        self.cells.is_empty() && self.text.is_empty() && !self.is_quoted
    }

    fn is_delimiter(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.options.delimiter.as_bytes())
    }

    /// Counts the end of a line that is in front, if one is; answers how many bytes it has.
    fn line_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let found = match bytes {
            [b'\r', b'\n', ..] => "\r\n",
            [b'\n', ..] => "\n",
            [b'\r', ..] => "\r",
            _ => "",
        };
        let length = match &self.options.line_ends {
            LineEnds::Only(end) if bytes.starts_with(end.as_bytes()) => end.len(),
            LineEnds::Any | LineEnds::First if !found.is_empty() => found.len(),
            _ => return None,
        };
        if self.options.line_ends == LineEnds::First {
            self.options.line_ends = LineEnds::Only(found.to_owned());
        }
        self.line += 1;
        Some(length)
    }

    fn end_cell(&mut self) -> Result<(), Error> {
        let start = self.cells.last().map_or(0, |cell| cell.end);
        if self.state == State::Closed {
            // Blanks that are passed over, after what was in quotes.
            self.text.truncate(self.closed);
        } else if self.options.trim && !self.is_quoted {
            let kept = self.text[start..].trim_ascii_end().len();
            self.text.truncate(start + kept);
        }
        self.cells.push(Cell {
            end: self.text.len(),
            is_quoted: std::mem::take(&mut self.is_quoted),
        });
        self.check_size()
    }
}
