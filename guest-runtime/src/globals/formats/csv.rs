//! `CSV`: tables, by the options of `csv-parse`, `csv-stringify` and `papaparse`.

use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};
use isolate_formats::csv::{
    self, Cast, Columns, EmptyLines, LineEnds, Row, Rows, StrayQuotes, Style,
};
use isolate_protocol::wire::message::Level;

use super::build::{Values, define};
use super::options::Options;
use super::source::Shown;
use super::{Fault, finished, kind_of, text_of};
use crate::console::note;
use crate::convert::{enumerable_keys, key_text};
use crate::shared::Shared;

const PARSE: &str = "CSV.parse";
const STRINGIFY: &str = "CSV.stringify";

/// Characters of a header that a note shows.
const NAME_SHOWN_MAX: usize = 40;

/// Options of packages that are not here, and what to write instead. The rows are an array.
const ABSENT: &[(&str, &str)] = &[
    (
        "from",
        "take the rows that are wanted with .slice(from - 1)",
    ),
    ("to", "take the rows that are wanted with .slice(0, to)"),
    (
        "preview",
        "take the rows that are wanted with .slice(0, preview)",
    ),
    (
        "from_line",
        "give text.split(/(?<=\\n)/).slice(from_line - 1).join(\"\") as the text",
    ),
    (
        "to_line",
        "give text.split(/(?<=\\n)/).slice(0, to_line).join(\"\") as the text",
    ),
    (
        "transformHeader",
        "write columns: (names) => names.map(transformHeader)",
    ),
    (
        "transform",
        "write cast: (cell, { column }) => transform(cell, column)",
    ),
];

/// What becomes of cells.
enum Conversion {
    None,
    By(Cast),
    /// The program's own function of a cell and where it is.
    With(JsFunction),
}

/// How a table is read: what the reader does, and what is done here.
pub(super) struct Reading {
    pub(super) options: csv::Options,
    conversion: Conversion,
    /// What names the columns, of the cells of the first row.
    name_columns: Option<JsFunction>,
}

impl Reading {
    /// Takes the options of `CSV.parse` out of those that were given.
    pub(super) fn take(given: &mut Options, context: &mut Context) -> JsResult<Self> {
        given.refuse(ABSENT)?;
        let mut options = csv::Options::default();
        given.set_text(&["delimiter", "separator"], &mut options.delimiter)?;
        options.quote = quote(given, &["quote", "quoteChar"], options.quote)?;
        let escape = quote(given, &["escape", "escapeChar"], None)?;
        options.escape = escape.or(options.quote).unwrap_or(options.escape);
        options.comment = match given.take(&["comment", "comments"]) {
            Some((_, value)) if value.as_boolean() == Some(false) || value.is_null() => None,
            Some((_, value)) if value.as_boolean() == Some(true) => Some("#".to_owned()),
            Some((name, value)) => match value.as_string() {
                Some(text) => Some(text.to_std_string_lossy()),
                None => return Err(given.wrong(&name, "the text that begins a comment", &value)),
            },
            None => None,
        };
        given.set_bool(&["trim"], &mut options.trim)?;
        given.set_bool(&["bom"], &mut options.bom)?;
        options.empty_lines = match given.bool(&["skip_empty_lines", "skipEmptyLines"])? {
            Some(true) => EmptyLines::Skip,
            Some(false) => EmptyLines::Keep,
            None => EmptyLines::Auto,
        };
        if given.bool(&["relax_quotes", "relaxQuotes"])? == Some(true) {
            options.stray_quotes = StrayQuotes::Text;
        }
        if let Some(newline) = given.text(&["record_delimiter", "newline"])? {
            options.line_ends = LineEnds::Only(newline);
        }
        let names = &["relax_column_count", "relaxColumnCount"];
        given.set_bool(names, &mut options.relax_column_count)?;
        let name_columns = columns(given, &mut options, context)?;
        Ok(Self {
            options,
            conversion: conversion(given)?,
            name_columns,
        })
    }
}

/// A quote, which is one character of ASCII; none for `null` and `false`.
fn quote(given: &mut Options, names: &[&'static str], usual: Option<u8>) -> JsResult<Option<u8>> {
    let Some((name, value)) = given.take(names) else {
        return Ok(usual);
    };
    if value.is_null() || value.as_boolean() == Some(false) {
        return Ok(None);
    }
    let text = value.as_string().map(|text| text.to_std_string_lossy());
    match text.as_deref().map(str::as_bytes) {
        Some([]) => Ok(None),
        Some([byte]) if byte.is_ascii() => Ok(Some(*byte)),
        _ => Err(given.wrong(&name, "one character of ASCII, or null", &value)),
    }
}

/// Where the names of columns come from, and what changes them.
fn columns(
    given: &mut Options,
    options: &mut csv::Options,
    context: &mut Context,
) -> JsResult<Option<JsFunction>> {
    if let Some(has_header) = given.bool(&["header"])? {
        options.columns = if has_header {
            Columns::First
        } else {
            Columns::None
        };
    }
    let Some((name, value)) = given.take(&["columns"]) else {
        return Ok(None);
    };
    if let Some(is_first) = value.as_boolean() {
        if is_first {
            options.columns = Columns::First;
        }
        return Ok(None);
    }
    if value.is_null() {
        return Ok(None);
    }
    if let Some(function) = value.as_function() {
        options.columns = Columns::First;
        options.duplicate_columns = true;
        return Ok(Some(function));
    }
    let Some(names) = value.as_object().filter(JsObject::is_array) else {
        return Err(given.wrong(&name, "true, an array of names or a function", &value));
    };
    let names = read_columns(&names, context)?;
    // With `header: true` as well, the first row is that of the header, and has other names.
    if options.columns == Columns::First {
        return Err(JsNativeError::typ()
            .with_message(format!(
                "{PARSE}: header: true takes the names of the first row, and columns has others: use one of them"
            ))
            .into());
    }
    options.columns = Columns::Named(names);
    Ok(None)
}

/// The names of columns that are read, which `csv-parse` also takes as `{ name }`.
fn read_columns(array: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let length = array
        .get(js_string!("length"), context)?
        .to_length(context)?;
    let mut names = Vec::new();
    for index in 0..length {
        let given = array.get(index, context)?;
        let name = match given.as_object() {
            Some(column) => column.get(js_string!("name"), context)?,
            None => given.clone(),
        };
        if !(name.is_string() || name.is_number()) {
            return Err(JsNativeError::typ()
                .with_message(format!(
                    "{PARSE}: columns[{index}] must be a name, not {}: give all names, and drop a column from the rows",
                    kind_of(&given)
                ))
                .into());
        }
        names.push(name.to_string(context)?.to_std_string_lossy());
    }
    Ok(names)
}

/// The elements of an array as texts.
pub(super) fn texts(array: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let length = array
        .get(js_string!("length"), context)?
        .to_length(context)?;
    let mut texts = Vec::new();
    for index in 0..length {
        let text = array.get(index, context)?.to_string(context)?;
        texts.push(text.to_std_string_lossy());
    }
    Ok(texts)
}

/// The columns that are written: names, `{ key, header }`, or an object of names and headers.
fn written_columns(value: &JsValue, style: &mut Style, context: &mut Context) -> JsResult<()> {
    let refused = |what: &str, value: &JsValue| {
        JsNativeError::typ().with_message(format!(
            "{STRINGIFY}: {what} must be names or {{ key, header }}, not {}",
            kind_of(value)
        ))
    };
    let Some(given) = value.as_object().filter(|object| !object.is_callable()) else {
        return Err(refused("columns", value).into());
    };
    let mut keys = Vec::new();
    let mut titles = Vec::new();
    let mut add = |key: JsString, title: &JsValue| {
        let key = key.to_std_string_lossy();
        let is_own = title.is_null_or_undefined();
        let title = title.as_string().map(|title| title.to_std_string_lossy());
        if !is_own && title.is_none() {
            return false;
        }
        titles.push(title.unwrap_or_else(|| key.clone()));
        keys.push(key);
        true
    };
    if !given.is_array() {
        for key in enumerable_keys(&given, context)? {
            let title = given.get(key.clone(), context)?;
            if !add(key_text(&key), &title) {
                return Err(refused("the members of columns", &title).into());
            }
        }
    } else {
        let length = given
            .get(js_string!("length"), context)?
            .to_length(context)?;
        for index in 0..length {
            let column = given.get(index, context)?;
            let is_added = match column.as_object() {
                Some(column) => {
                    let key = column.get(js_string!("key"), context)?;
                    let title = column.get(js_string!("header"), context)?;
                    key.as_string().is_some_and(|key| add(key, &title))
                }
                None if column.is_string() || column.is_number() => {
                    add(column.to_string(context)?, &JsValue::undefined())
                }
                None => false,
            };
            if !is_added {
                return Err(refused(&format!("columns[{index}]"), &column).into());
            }
        }
    }
    style.columns = Some(keys);
    style.titles = Some(titles);
    Ok(())
}

fn conversion(given: &mut Options) -> JsResult<Conversion> {
    let is_typed = given.bool(&["dynamicTyping"])? == Some(true);
    let cast = given.take(&["cast"]);
    Ok(match cast {
        Some((_, value)) if value.as_boolean() == Some(true) => Conversion::By(Cast::Numbers),
        Some((name, value)) if !value.is_null() && value.as_boolean().is_none() => {
            match value.as_function() {
                Some(function) => Conversion::With(function),
                None => {
                    let wanted = "true or a function such as (cell, { column }) => column === \"n\" ? Number(cell) : cell";
                    return Err(given.wrong(&name, wanted, &value));
                }
            }
        }
        _ if is_typed => Conversion::By(Cast::Typed),
        _ => Conversion::None,
    })
}

/// Makes rows of values.
pub(super) struct Table<'r, 'c> {
    pub(super) values: Values<'c>,
    pub(super) rows: Vec<JsValue>,
    reading: &'r Reading,
    columns: &'r mut Option<Vec<Option<PropertyKey>>>,
    count: usize,
}

impl<'r, 'c> Table<'r, 'c> {
    /// `columns`: what is kept of the names between pieces of a table.
    pub(super) fn new(
        reading: &'r Reading,
        columns: &'r mut Option<Vec<Option<PropertyKey>>>,
        context: &'c mut Context,
    ) -> Self {
        Self {
            values: Values::new(context),
            rows: Vec::new(),
            reading,
            columns,
            count: 0,
        }
    }

    fn cell(&mut self, text: &str, at: usize, row: &Row<'_>) -> Result<JsValue, Fault> {
        match &self.reading.conversion {
            Conversion::None => Ok(JsString::from(text).into()),
            Conversion::By(cast) => csv::cast(text, *cast, &mut self.values),
            Conversion::With(function) => {
                let place = self.values.blank();
                let column = self
                    .columns
                    .as_ref()
                    .and_then(|keys| keys.get(at)?.as_ref());
                let column = match column {
                    Some(key) => key_text(key).into(),
                    None => JsValue::from(at),
                };
                let members = [
                    ("column", column),
                    ("index", at.into()),
                    ("header", false.into()),
                    ("quoting", row.is_quoted(at).into()),
                    ("lines", row.line.into()),
                    ("records", self.count.into()),
                ];
                for (name, value) in members {
                    let key = self.values.key(name);
                    define(&place, key, value);
                }
                let args = [JsString::from(text).into(), place.into()];
                Ok(function.call(&JsValue::undefined(), &args, self.values.context)?)
            }
        }
    }
}

impl Rows for Table<'_, '_> {
    type Error = Fault;

    fn columns(&mut self, names: &[String]) -> Result<(), Fault> {
        let options = &self.reading.options;
        if let ([name], true) = (names, options.columns == Columns::First)
            && options.delimiter == ","
            && let Some(found) = csv::delimiter_in(name)
        {
            let name: String = name.chars().take(NAME_SHOWN_MAX).collect();
            let text = format!(
                "the header of the table is one cell, {name:?}: {{ delimiter: {found:?} }} parts it"
            );
            note(Level::Warn, &text, &Shared::of(self.values.context));
        }
        let Some(function) = &self.reading.name_columns else {
            let keys = names.iter().map(|name| Some(self.values.key(name)));
            *self.columns = Some(keys.collect());
            return Ok(());
        };
        let context = &mut *self.values.context;
        let cells = names
            .iter()
            .map(|name| JsString::from(name.as_str()).into());
        let cells: Vec<JsValue> = cells.collect();
        let cells = JsArray::from_iter(cells, context);
        let named = function.call(&JsValue::undefined(), &[cells.into()], context)?;
        let Some(named) = named.as_object().filter(JsObject::is_array) else {
            let what = kind_of(&named);
            let message =
                format!("{PARSE}: the function columns must return an array of names, not {what}");
            return Err(Fault::Thrown(
                JsNativeError::typ().with_message(message).into(),
            ));
        };
        let mut keys: Vec<Option<PropertyKey>> = Vec::new();
        for index in 0..names.len() {
            let name = named.get(index, context)?;
            // A column without a name is left out.
            if name.is_null_or_undefined() || name.as_boolean() == Some(false) {
                keys.push(None);
                continue;
            }
            let name = name.to_string(context)?;
            let key = Some(PropertyKey::from(name.clone()));
            if keys.contains(&key) {
                let message = format!(
                    "{PARSE}: the function columns names two columns {}",
                    name.to_std_string_lossy()
                );
                return Err(Fault::Thrown(
                    JsNativeError::typ().with_message(message).into(),
                ));
            }
            keys.push(key);
        }
        *self.columns = Some(keys);
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        let made = if self.columns.is_none() {
            let mut cells = Vec::with_capacity(row.len());
            for (at, text) in row.cells().enumerate() {
                cells.push(self.cell(text, at, row)?);
            }
            JsArray::from_iter(cells, self.values.context).into()
        } else {
            let object = self.values.blank();
            for (at, text) in row.cells().enumerate() {
                let key = self
                    .columns
                    .as_ref()
                    .and_then(|keys| keys.get(at).cloned().flatten());
                if let Some(key) = key {
                    let cell = self.cell(text, at, row)?;
                    define(&object, key, cell);
                }
            }
            object.into()
        };
        self.rows.push(made);
        self.count += 1;
        Ok(())
    }
}

pub(super) fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args, PARSE, context)?;
    let mut given = Options::of_parse(args, PARSE, context)?;
    let reading = Reading::take(&mut given, context)?;
    given.finish()?;
    let mut columns = None;
    let mut table = Table::new(&reading, &mut columns, context);
    let parsed = csv::parse(&text, reading.options.clone(), &mut table);
    let rows = std::mem::take(&mut table.rows);
    match parsed {
        Ok(()) => Ok(JsArray::from_iter(rows, context).into()),
        Err(fault) => Err(fault.thrown(PARSE, context)),
    }
}

pub(super) fn stringify(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut given = Options::of_stringify(args, STRINGIFY, context)?;
    let mut style = Style::default();
    given.set_text(&["delimiter", "separator"], &mut style.delimiter)?;
    let quoted = quote(&mut given, &["quote", "quoteChar"], Some(b'"'))?;
    let Some(quoted) = quoted else {
        return Err(JsNativeError::typ()
            .with_message(format!(
                "{STRINGIFY}: quote must be a character, since cells may contain the delimiter"
            ))
            .into());
    };
    style.quote = quoted.into();
    style.escape = quote(&mut given, &["escape", "escapeChar"], Some(quoted))?
        .unwrap_or(quoted)
        .into();
    given.set_text(&["newline", "record_delimiter"], &mut style.newline)?;
    given.set_bool(&["header"], &mut style.header)?;
    given.set_bool(&["quoted", "quotes"], &mut style.quote_all)?;
    given.set_bool(&["bom"], &mut style.bom)?;
    given.set_bool(&["eof"], &mut style.last_newline)?;
    if let Some((_, value)) = given.take(&["columns"]) {
        written_columns(&value, &mut style, context)?;
    }
    given.finish()?;
    let mut shown = Shown::new(false, context);
    let written = csv::write(&mut shown, args.get_or_undefined(0), &style);
    finished(written, STRINGIFY, context)
}
