//! CSV files.

use bumpalo::Bump;
use isolate_formats::Error;
use isolate_formats::csv::{
    Cast, Columns, Delimiter, EmptyLines, LineEnds, Options, Reader, Row, Rows, StrayQuotes, Style,
    cast, delimiter_in, delimiter_of, write,
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
    let options = read_options(call, &path)?;
    let has_header = options.columns == Columns::First;
    let delimiter = options.delimiter.clone();
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
        arena: Bump::new(),
    };
    let read = read_pieces(&mut reader, text, &mut table);
    let rows = table.rows;
    let header = table.names.take().filter(|_| has_header);
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
    if let Some([name]) = header.as_deref()
        && delimiter == ","
        && let Some(found) = delimiter_in(name)
    {
        let name: String = name.chars().take(NAME_SHOWN_MAX).collect();
        call.note(format!(
            "the header of '{path}' is one cell, {name:?}: {{ delimiter: {found:?} }} parts it"
        ));
    }
    call.charge_reply()
}

/// Characters of a header that a note shows.
const NAME_SHOWN_MAX: usize = 40;

/// What parts the cells of a file by its name.
fn usual_delimiter(path: &VPath) -> &'static str {
    match super::documents::extension(path).as_str() {
        "tsv" | "tab" => "\t",
        _ => ",",
    }
}

fn read_pieces(reader: &mut Reader, text: &str, table: &mut Table<'_, '_>) -> Result<(), Failed> {
    for piece in text.as_bytes().chunks(PIECE_BYTES) {
        Stop::check().map_err(Fault::from)?;
        reader.push(piece, table)?;
    }
    reader.finish(table)
}

/// How a table is read, by the options of a call.
fn read_options(call: &Call<'_>, path: &VPath) -> Result<Options, Fault> {
    let given = call.options(1);
    let mut options = Options::default();
    let text = |name: &str| given.text(name).filter(|text| !text.is_empty());
    let delimiter = text("delimiter").unwrap_or_else(|| usual_delimiter(path));
    delimiter.clone_into(&mut options.delimiter);
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
    /// Of the value of one cell.
    arena: Bump,
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
        self.arena.reset();
        let value = {
            let _freed = budget::scratch();
            cast(text, how, &mut Nodes(&self.arena))
        };
        match value {
            Ok(node) => {
                let reply = Reply {
                    path: self.path,
                    has_big_integers: false,
                };
                reply.put(node, self.call)
            }
            Err(halt) => Err(self.call.halted_reading(halt, "CSV", self.path)),
        }
    }
}

pub(in super::super) fn write_csv(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_written()?;
    let mut style = style(call, &path)?;
    if let Some(old) = call.old_text(&path)? {
        keep_form(call, &path, &old, &mut style);
    }
    let mut source = Shown::within(call.file_bytes_max());
    let written = write(&mut source, &&call.values[1], &style);
    let text = written.map_err(|halt| call.halted_writing(halt, "CSV", &path))?;
    call.write(&path, text.as_bytes())?;
    call.note_rounded_value(&path);
    call.done()
}

/// Writes a table in the form of the one that it replaces, where no option says otherwise.
fn keep_form(call: &mut Call<'_>, path: &VPath, old: &str, style: &mut Style) {
    let given = call.options(2);
    if given.text("newline").is_none() && ends_in_return(old, style.quote) {
        style.newline = "\r\n".to_owned();
    }
    if given.boolean("bom").is_none() {
        style.bom = bare(old).len() < old.len();
    }
    if given.text("delimiter").is_some() {
        return;
    }
    match delimiter_of(bare(old), style.quote) {
        Delimiter::One(found) => style.delimiter = found.to_string(),
        Delimiter::None => {}
        Delimiter::Unclear => {
            let written = &style.delimiter;
            call.note(format!(
                "what parts the cells of '{path}' was not clear, and {written:?} was written: \
                 {{ delimiter: {written:?} }} says so"
            ));
        }
    }
}

fn style(call: &Call<'_>, path: &VPath) -> Result<Style, Fault> {
    let given = call.options(2);
    let mut style = Style::default();
    let text = |name: &str| given.text(name).filter(|text| !text.is_empty());
    let delimiter = text("delimiter").unwrap_or_else(|| usual_delimiter(path));
    delimiter.clone_into(&mut style.delimiter);
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
    if let Some(columns) = given.member("columns") {
        let Some((keys, titles)) = columns_of(columns).map(|columns| columns.into_iter().unzip())
        else {
            return Err(call.usage_error(
                "\"options.columns\" must be an array of names or of { key, header }",
            ));
        };
        (style.columns, style.titles) = (Some(keys), Some(titles));
    }
    style.quote_all = given.flag("quoted");
    style.bom = given.flag("bom");
    style.last_newline = given.boolean("eof").unwrap_or(true);
    Ok(style)
}

/// The columns that are written, each with what the header calls it: names, objects with a `key`, or an
/// object of names and headers.
fn columns_of(given: &Value) -> Option<Vec<(String, String)>> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.text.clone()),
        _ => None,
    };
    let titled = |key: String, title: Option<&Value>| match title {
        None | Some(Value::Undefined | Value::Null) => Some((key.clone(), key)),
        Some(title) => Some((key, text(title)?)),
    };
    match given {
        Value::String(_) => Some(vec![titled(text(given)?, None)?]),
        Value::Array(items) => items
            .iter()
            .map(|item| match item.member("key") {
                Some(key) => titled(text(key)?, item.member("header")),
                None => titled(text(item)?, None),
            })
            .collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, title)| titled(key.text.clone(), Some(title)))
            .collect(),
        _ => None,
    }
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
