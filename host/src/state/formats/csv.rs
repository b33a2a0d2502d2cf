//! CSV files.

use isolate_formats::Error;
use isolate_formats::csv::{
    Cast, Columns, EmptyLines, LineEnds, Options, Reader, Row, Rows, StrayQuotes, Style, cast,
    write,
};
use isolate_protocol::Value;
use isolate_protocol::wire::tag;
use isolate_text::{VPath, budget};

use super::super::args::Options as Given;
use super::super::{Call, Fault};
use super::node::{Nodes, Reply};
use super::shown::Shown;
use super::{Halt, bare};
use crate::charge::made;
use crate::stop::Stop;

/// Bytes that are read between two checks of the deadline: less than a millisecond of work.
const PIECE_BYTES: usize = 1 << 16;

pub(in super::super) fn read_csv(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = read_options(call)?;
    let how = cast_of(call.options(1));
    let keeps_mark = !options.bom;
    let mut reader = Reader::new(options).map_err(|error| call.usage_error(error.message()))?;
    let text = call.read_utf8(&path, "CSV")?;
    let text = if keeps_mark { &text } else { bare(&text) };
    // The cells of the longest row, and where each ends.
    let longest = text.len().min(call.file_bytes_max());
    budget::charge(longest / 4)?;
    let count_at = call.out.open(tag::ARRAY);
    let mut table = Table {
        call,
        path: &path,
        how,
        names: None,
        rows: 0,
    };
    let read = read_pieces(&mut reader, text, &mut table);
    let rows = table.rows;
    match read {
        Ok(()) => {}
        Err(Failed::Fault(fault)) => return Err(fault),
        Err(Failed::Text(error)) => {
            // Only here the column is known.
            let error = match error.place() {
                Some(place) => Error::at(text, place.offset, error.message()),
                None => error,
            };
            return Err(call.halted_reading(Halt::Text(error), "CSV", &path));
        }
    }
    call.out.set_count(count_at, rows);
    call.charge_reply()
}

fn read_pieces(reader: &mut Reader, text: &str, table: &mut Table<'_, '_>) -> Result<(), Failed> {
    for piece in text.as_bytes().chunks(PIECE_BYTES) {
        Stop::check().map_err(Fault::from)?;
        reader.push(piece, table)?;
    }
    reader.finish(table)
}

/// How a table is read, by the options of a call.
fn read_options(call: &Call<'_>) -> Result<Options, Fault> {
    let given = call.options(1);
    let mut options = Options::default();
    let text = |name: &str| given.text(name).filter(|text| !text.is_empty());
    if let Some(delimiter) = text("delimiter") {
        options.delimiter = delimiter.to_owned();
    }
    options.quote = match given.member("quote") {
        _ if given.is_null("quote") => None,
        None | Some(Value::Boolean(true)) => Some(b'"'),
        Some(Value::Boolean(false)) => None,
        Some(_) => match given.text("quote").unwrap_or_default() {
            "" => None,
            quote => Some(one_byte(call, "quote", quote)?),
        },
    };
    options.escape = match text("escape") {
        Some(escape) => one_byte(call, "escape", escape)?,
        None => options.quote.unwrap_or(b'"'),
    };
    options.comment = text("comment").map(str::to_owned);
    options.trim = given.flag("trim");
    options.bom = given.boolean("bom").unwrap_or(true);
    options.empty_lines = match given.boolean("skip_empty_lines") {
        None => EmptyLines::Auto,
        Some(true) => EmptyLines::Skip,
        Some(false) => EmptyLines::Keep,
    };
    if given.flag("relax_quotes") {
        options.stray_quotes = StrayQuotes::Text;
    }
    options.relax_column_count = given.flag("relax_column_count");
    if let Some(end) = text("record_delimiter") {
        options.line_ends = LineEnds::Only(end.to_owned());
    }
    let names = match given.member("columns") {
        Some(Value::Array(_)) => given.texts("columns"),
        _ => None,
    };
    let is_headed = given.flag("header") || given.flag("columns");
    options.columns = match names {
        Some(_) if given.flag("header") => {
            return Err(call.usage_error(
                "\"options.columns\" with names is for a file without a header line: leave out \
                 header, or columns",
            ));
        }
        Some(names) => Columns::Named(names.into_iter().map(str::to_owned).collect()),
        None if is_headed => Columns::First,
        None => Columns::None,
    };
    Ok(options)
}

fn one_byte(call: &Call<'_>, name: &str, text: &str) -> Result<u8, Fault> {
    match text.as_bytes() {
        [byte] => Ok(*byte),
        _ => Err(call.usage_error(format!(
            "\"options.{name}\" must be one ASCII character, but is {text:?}"
        ))),
    }
}

fn cast_of(given: Given<'_>) -> Option<Cast> {
    if given.flag("dynamicTyping") {
        return Some(Cast::Typed);
    }
    given.flag("cast").then_some(Cast::Numbers)
}

/// Writes rows to the reply as they come.
struct Table<'t, 'c> {
    call: &'t mut Call<'c>,
    path: &'t VPath,
    how: Option<Cast>,
    names: Option<Vec<String>>,
    rows: usize,
}

/// Why a table is not read to its end.
enum Failed {
    Text(Error),
    Fault(Fault),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Text(error)
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Rows for Table<'_, '_> {
    type Error = Failed;

    fn columns(&mut self, names: &[String]) -> Result<(), Failed> {
        let bytes: usize = names
            .iter()
            .map(|name| name.len() + size_of::<String>())
            .sum();
        made(bytes).map_err(|_| Fault::from(Stop::Halted))?;
        self.names = Some(names.to_vec());
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Failed> {
        made(0).map_err(|_| Fault::from(Stop::Halted))?;
        self.rows += 1;
        match self.names.take() {
            None => {
                self.call.out.array(row.len());
                for cell in row.cells() {
                    self.cell(cell)?;
                }
            }
            Some(names) => {
                // A name without a cell is absent, and a cell without a name is dropped.
                self.call.out.object(row.len().min(names.len()));
                for (name, cell) in names.iter().zip(row.cells()) {
                    self.call.put_string(name)?;
                    self.cell(cell)?;
                }
                self.names = Some(names);
            }
        }
        Ok(())
    }
}

impl Table<'_, '_> {
    fn cell(&mut self, text: &str) -> Result<(), Fault> {
        let Some(how) = self.how else {
            return self.call.put_string(text);
        };
        let value = {
            let _freed = budget::scratch();
            cast(text, how, &mut Nodes)
        };
        match value {
            Ok(node) => {
                let reply = Reply {
                    path: self.path,
                    has_big_integers: false,
                };
                reply.put(&node, self.call)
            }
            Err(halt) => Err(self.call.halted_reading(halt, "CSV", self.path)),
        }
    }
}

pub(in super::super) fn write_csv(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_written()?;
    let mut style = style(call)?;
    if call.options(2).text("newline").is_none()
        && let Some(old) = call.old_text(&path)?
        && ends_in_return(&old, style.quote)
    {
        style.newline = "\r\n".to_owned();
    }
    let mut source = Shown::within(call.file_bytes_max());
    let written = write(&mut source, &&call.values[1], &style);
    let text = written.map_err(|halt| call.halted_writing(halt, "CSV", &path))?;
    call.write(&path, text.as_bytes())?;
    call.note_rounded_value(&path);
    call.done()
}

fn style(call: &Call<'_>) -> Result<Style, Fault> {
    let given = call.options(2);
    let mut style = Style::default();
    let text = |name: &str| given.text(name).filter(|text| !text.is_empty());
    if let Some(delimiter) = text("delimiter") {
        style.delimiter = delimiter.to_owned();
    }
    if let Some(quote) = text("quote") {
        style.quote = char::from(one_byte(call, "quote", quote)?);
    }
    style.escape = match text("escape") {
        Some(escape) => char::from(one_byte(call, "escape", escape)?),
        None => style.quote,
    };
    if style.delimiter.contains(style.quote) || style.delimiter.contains(['\r', '\n']) {
        return Err(call.usage_error(
            "\"options.delimiter\" must have neither the quote nor the end of a line",
        ));
    }
    if let Some(newline) = text("newline") {
        style.newline = newline.to_owned();
    }
    style.header = given.boolean("header").unwrap_or(true);
    style.columns = given
        .texts("columns")
        .map(|names| names.into_iter().map(str::to_owned).collect());
    style.quote_all = given.flag("quoted");
    style.bom = given.flag("bom");
    style.last_newline = given.boolean("eof").unwrap_or(true);
    Ok(style)
}

/// Whether the first line of a table, which may have line ends in quotes, ends in `\r\n`.
fn ends_in_return(text: &str, quote: char) -> bool {
    let mut is_quoted = false;
    let mut before = ' ';
    for c in text.chars() {
        if c == quote {
            is_quoted = !is_quoted;
        } else if c == '\n' && !is_quoted {
            return before == '\r';
        }
        before = c;
    }
    false
}
