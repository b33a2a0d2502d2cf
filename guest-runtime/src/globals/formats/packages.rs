//! What the packages of the formats are made of (`node/packages`): the readers and the writers with the
//! options of the core. The options of a package are checked and translated there.

use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use isolate_formats::csv::{
    self, Cast, Columns, EmptyLines, Flaw, LineEnds, Row, Rows, StrayQuotes,
};
use isolate_formats::{toml, xml, yaml};

use super::super::add;
use super::build::{Values, define};
use super::source::Shown;
use super::{Fault, finished};

/// Adds the helpers.
pub(in super::super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "readCsv", 2, read_csv, context);
    add(helpers, "readYaml", 2, read_yaml, context);
    add(helpers, "updateYaml", 3, update_yaml, context);
    add(helpers, "readToml", 2, read_toml, context);
    add(helpers, "writeToml", 2, write_toml, context);
    add(helpers, "readXml", 2, read_xml, context);
    add(helpers, "writeXml", 2, write_xml, context);
}

/// Options by the names that the core has.
struct Given<'c> {
    object: Option<JsObject>,
    context: &'c mut Context,
}

impl<'c> Given<'c> {
    fn new(args: &[JsValue], at: usize, context: &'c mut Context) -> Self {
        Self {
            object: args.get_or_undefined(at).as_object(),
            context,
        }
    }

    fn get(&mut self, name: &str) -> JsResult<JsValue> {
        match &self.object {
            Some(object) => object.get(JsString::from(name), self.context),
            None => Ok(JsValue::undefined()),
        }
    }

    fn is(&mut self, name: &str) -> JsResult<bool> {
        Ok(self.get(name)?.to_boolean())
    }

    fn flag(&mut self, name: &str, to: &mut bool) -> JsResult<()> {
        if let Some(given) = self.get(name)?.as_boolean() {
            *to = given;
        }
        Ok(())
    }

    fn text(&mut self, name: &str) -> JsResult<Option<String>> {
        let value = self.get(name)?;
        Ok(value.as_string().map(|text| text.to_std_string_lossy()))
    }

    fn set_text(&mut self, name: &str, to: &mut String) -> JsResult<()> {
        if let Some(given) = self.text(name)? {
            *to = given;
        }
        Ok(())
    }

    fn texts(&mut self, name: &str) -> JsResult<Option<Vec<String>>> {
        let Some(list) = self.get(name)?.as_object() else {
            return Ok(None);
        };
        super::csv::texts(&list, self.context).map(Some)
    }
}

/// The text that is read; what it is made of is checked by the package.
fn text_of(args: &[JsValue]) -> String {
    args.get_or_undefined(0)
        .as_string()
        .map(|text| text.to_std_string_lossy())
        .unwrap_or_default()
}

/// Rows, with what a package says of them.
struct Table<'c> {
    values: Values<'c>,
    cast: Option<Cast>,
    keys: Option<Vec<PropertyKey>>,
    rows: Vec<JsValue>,
    /// Rows that are wanted, at most.
    most: usize,
    is_full: bool,
    /// What is wrong, and the number of rows before it.
    flaws: Vec<(Flaw, usize)>,
    lines: Option<Vec<JsValue>>,
    /// Each row's cells: whether they were in quotes.
    quoted: Option<Vec<JsValue>>,
}

impl Table<'_> {
    fn cell(&mut self, text: &str) -> Result<JsValue, Fault> {
        match self.cast {
            Some(cast) => csv::cast(text, cast, &mut self.values),
            None => Ok(JsString::from(text).into()),
        }
    }
}

impl Rows for Table<'_> {
    type Error = Fault;

    fn columns(&mut self, names: &[String]) -> Result<(), Fault> {
        self.keys = Some(names.iter().map(|name| self.values.key(name)).collect());
        Ok(())
    }

    fn flaw(&mut self, flaw: Flaw) -> Result<(), Fault> {
        self.flaws.push((flaw, self.rows.len()));
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        if self.rows.len() == self.most {
            self.is_full = true;
            return Err(isolate_formats::Error::new("enough").into());
        }
        let made = if let Some(keys) = self.keys.take() {
            let object = self.values.blank();
            for (text, key) in row.cells().zip(&keys) {
                let cell = self.cell(text)?;
                define(&object, key.clone(), cell);
            }
            self.keys = Some(keys);
            object.into()
        } else {
            let mut cells = Vec::with_capacity(row.len());
            for text in row.cells() {
                cells.push(self.cell(text)?);
            }
            JsArray::from_iter(cells, self.values.context).into()
        };
        self.rows.push(made);
        if let Some(lines) = &mut self.lines {
            lines.push(row.line.into());
        }
        if let Some(quoted) = &mut self.quoted {
            let cells = (0..row.len()).map(|at| row.is_quoted(at).into());
            quoted.push(JsArray::from_iter(cells.collect::<Vec<_>>(), self.values.context).into());
        }
        Ok(())
    }
}

/// One byte, or none.
fn byte(text: Option<&str>) -> Option<u8> {
    match text.map(str::as_bytes) {
        Some([byte]) => Some(*byte),
        _ => None,
    }
}

/// `readCsv(text, options)`: the rows, what is wrong with them, and, if they are asked for, the lines
/// where they begin and which cells were in quotes.
fn read_csv(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args);
    let mut options = csv::Options::default();
    let mut given = Given::new(args, 1, context);
    given.set_text("delimiter", &mut options.delimiter)?;
    options.quote = byte(given.text("quote")?.as_deref());
    options.escape = byte(given.text("escape")?.as_deref()).unwrap_or(b'"');
    options.comment = given.text("comment")?;
    given.flag("commentAnywhere", &mut options.comment_anywhere)?;
    given.flag("trim", &mut options.trim)?;
    given.flag("bom", &mut options.bom)?;
    options.empty_lines = match given.is("skipEmpty")? {
        true => EmptyLines::Skip,
        false => EmptyLines::Keep,
    };
    options.stray_quotes = match given.text("stray")?.as_deref() {
        Some("text") => StrayQuotes::Text,
        Some("inside") => StrayQuotes::Inside,
        _ => StrayQuotes::Refuse,
    };
    options.line_ends = match given.text("newline")? {
        Some(newline) => LineEnds::Only(newline),
        None => LineEnds::First,
    };
    given.flag("relaxed", &mut options.relax_column_count)?;
    options.duplicate_columns = true;
    if let Some(names) = given.texts("columns")? {
        options.columns = Columns::Named(names);
    } else if given.is("columns")? {
        options.columns = Columns::First;
    }
    let cast = match given.text("cast")?.as_deref() {
        Some("numbers") => Some(Cast::Numbers),
        Some("typed") => Some(Cast::Typed),
        _ => None,
    };
    let most = given.get("most")?;
    let most = match most.is_number() {
        true => usize::try_from(most.to_length(given.context)?).unwrap_or(usize::MAX),
        false => usize::MAX,
    };
    let has_places = given.is("places")?;
    let mut table = Table {
        values: Values::new(context),
        cast,
        keys: None,
        rows: Vec::new(),
        most,
        is_full: false,
        flaws: Vec::new(),
        lines: has_places.then(Vec::new),
        quoted: has_places.then(Vec::new),
    };
    let parsed = csv::parse(&text, options, &mut table);
    let Table {
        rows,
        flaws,
        lines,
        quoted,
        is_full,
        ..
    } = table;
    if !is_full {
        parsed.map_err(|fault| fault.thrown("CSV", context))?;
    }
    // What is wrong: whether a quote is unclosed, where, and the row.
    let flaws = flaws.into_iter().map(|(flaw, row)| {
        let before = text.get(..flaw.offset).unwrap_or(&text);
        let units: usize = before.chars().map(char::len_utf16).sum();
        let members = [flaw.is_unclosed.into(), units.into(), row.into()];
        JsArray::from_iter(members, context).into()
    });
    let flaws: Vec<JsValue> = flaws.collect();
    let result = JsObject::with_object_proto(context.intrinsics());
    result.create_data_property_or_throw(JsString::from("isFull"), is_full, context)?;
    let lists = [
        ("rows", Some(rows)),
        ("flaws", Some(flaws)),
        ("lines", lines),
        ("quoted", quoted),
    ];
    for (name, list) in lists {
        let Some(list) = list else { continue };
        let list = JsArray::from_iter(list, context);
        result.create_data_property_or_throw(JsString::from(name), list, context)?;
    }
    Ok(result.into())
}

fn yaml_options(args: &[JsValue], at: usize, context: &mut Context) -> JsResult<yaml::Options> {
    let mut options = yaml::Options::default();
    let mut given = Given::new(args, at, context);
    given.flag("merge", &mut options.merge)?;
    given.flag("dates", &mut options.dates)?;
    given.flag("numbersOfJsYaml", &mut options.js_yaml_numbers)?;
    given.flag("emptyNullKey", &mut options.empty_null_key)?;
    given.flag("ignoreTags", &mut options.ignore_tags)?;
    given.flag("duplicateKeys", &mut options.duplicate_keys)?;
    given.flag("strictIndentation", &mut options.strict_indentation)?;
    Ok(options)
}

/// `readYaml(text, options)`: all documents.
fn read_yaml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args);
    let options = yaml_options(args, 1, context)?;
    let mut values = Values::new(context);
    let parsed = yaml::parse_all(&text, &options, &mut values);
    let documents = parsed.map_err(|fault| fault.thrown("YAML", context))?;
    Ok(JsArray::from_iter(documents, context).into())
}

/// `updateYaml(text, value, options)`: the text with another value.
fn update_yaml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args);
    let options = yaml_options(args, 2, context)?;
    let mut shown = Shown::new(false, context);
    let written = yaml::update(&text, &mut shown, args.get_or_undefined(1), &options, false);
    finished(written, "YAML", context)
}

/// `readToml(text, options)`: dates are made by `options.date`, of the text.
fn read_toml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args);
    let mut options = toml::Options::default();
    let mut given = Given::new(args, 1, context);
    given.flag("localDates", &mut options.local_dates)?;
    options.integers = match given.text("integers")?.as_deref() {
        Some("big") => toml::Integers::Big,
        Some("allBig") => toml::Integers::AllBig,
        _ => toml::Integers::Exact,
    };
    let date: Option<JsFunction> = given.get("date")?.as_function();
    let mut values = Values::new(context);
    values.has_big = true;
    values.make_date = date;
    let parsed = toml::parse(&text, &options, &mut values);
    parsed.map_err(|fault| fault.thrown("TOML", context))
}

fn write_toml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut style = toml::Style::default();
    let mut given = Given::new(args, 1, context);
    given.flag("skipNull", &mut style.skip_null)?;
    given.flag("spacedArrays", &mut style.spaced_arrays)?;
    let asks_dates = given.is("ownDates")?;
    let mut shown = Shown::new(false, context);
    shown.asks_dates = asks_dates;
    let written = toml::write(&mut shown, args.get_or_undefined(0), &style);
    finished(written, "TOML", context)
}

/// `readXml(text, options)`.
fn read_xml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args);
    let mut options = xml::Options::default();
    let mut given = Given::new(args, 1, context);
    given.flag("attributes", &mut options.attributes)?;
    given.set_text("attributePrefix", &mut options.attribute_prefix)?;
    options.attributes_group = given.text("attributesGroup")?;
    given.set_text("textName", &mut options.text_name)?;
    given.flag("trim", &mut options.trim)?;
    given.flag("parseTexts", &mut options.parse_texts)?;
    given.flag("parseAttributes", &mut options.parse_attributes)?;
    given.flag("preserveOrder", &mut options.preserve_order)?;
    given.flag("alwaysText", &mut options.always_text)?;
    given.flag("removePrefix", &mut options.remove_prefix)?;
    options.cdata_name = given.text("cdataName")?;
    options.comment_name = given.text("commentName")?;
    given.flag("declaration", &mut options.declaration)?;
    given.flag("instructions", &mut options.instructions)?;
    given.flag("numericReferences", &mut options.numeric_references)?;
    given.flag("keepUnknown", &mut options.keep_unknown)?;
    let parsed = xml::parse(&text, &options, &mut Values::new(context));
    parsed.map_err(|fault| fault.thrown("XML", context))
}

/// `writeXml(value, style)`.
fn write_xml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut style = xml::Style::default();
    let mut given = Given::new(args, 1, context);
    given.flag("attributes", &mut style.attributes)?;
    given.set_text("attributePrefix", &mut style.attribute_prefix)?;
    given.set_text("textName", &mut style.text_name)?;
    style.attributes_group = given.text("attributesGroup")?;
    style.cdata_name = given.text("cdataName")?;
    style.comment_name = given.text("commentName")?;
    given.flag("shortEmpty", &mut style.short_empty)?;
    given.flag("preserveOrder", &mut style.preserve_order)?;
    style.indent = given.text("indent")?;
    let mut shown = Shown::new(false, context);
    let written = xml::write(&mut shown, args.get_or_undefined(0), &style);
    finished(written, "XML", context)
}
