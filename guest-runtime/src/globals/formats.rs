//! `CSV`, `YAML`, `TOML` and `XML`, in the manner of `JSON`.
//!
//! The crate `isolate-formats` reads and writes; here are the options of each function, and values of
//! the engine on both sides. Fuel, memory and time are those of any other code of the guest.

mod build;
mod csv;
mod options;
mod packages;
mod rows;
mod source;
mod tables;
mod xml;

use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{JsArray, JsArrayBuffer, JsPromise};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::value::JsVariant;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue,
    js_string,
};
use isolate_formats::{Error, toml, yaml};
use isolate_protocol::wire::message::Level;

use self::build::Values;
use self::options::Options;
use self::source::Shown;
use super::add;
use super::encoding::with_bytes;
use crate::console::note;
use crate::shared::Shared;

pub(super) use self::packages::install as install_helpers;
pub(crate) use self::tables::install_rows;

/// The globals.
pub(crate) const NAMES: &[&str] = &["CSV", "TOML", "XML", "YAML"];

/// Adds the globals.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    for name in NAMES {
        let holder = JsObject::with_object_proto(context.intrinsics());
        match *name {
            "CSV" => {
                add(&holder, "parse", 2, csv::parse, context);
                add(&holder, "stringify", 2, csv::stringify, context);
            }
            "TOML" => {
                add(&holder, "parse", 2, parse_toml, context);
                add(&holder, "stringify", 2, stringify_toml, context);
            }
            "XML" => {
                add(&holder, "parse", 2, xml::parse, context);
                add(&holder, "stringify", 2, xml::stringify, context);
            }
            _ => {
                add(&holder, "parse", 2, parse_yaml, context);
                add(&holder, "parseAll", 2, parse_all_yaml, context);
                add(&holder, "stringify", 2, stringify_yaml, context);
                add(&holder, "stringifyAll", 2, stringify_all_yaml, context);
            }
        }
        let tag = PropertyDescriptor::builder()
            .value(JsString::from(*name))
            .writable(false)
            .enumerable(false)
            .configurable(true);
        holder.insert_property(JsSymbol::to_string_tag(), tag);
        let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
        context.register_global_property(JsString::from(*name), holder.clone(), attributes)?;
        let mut formats = Shared::of(context).formats.take();
        formats.push(holder);
        Shared::of(context).formats.replace(formats);
    }
    Ok(())
}

/// Whether a global is one of these objects, which what a library declares replaces.
pub(crate) fn is_ours(name: &str, context: &mut Context) -> JsResult<bool> {
    if !NAMES.contains(&name) {
        return Ok(false);
    }
    let value = context
        .global_object()
        .get(JsString::from(name), context)?
        .as_object();
    let shared = Shared::of(context);
    let formats = shared.formats.borrow();
    Ok(value.is_some_and(|value| formats.iter().any(|ours| JsObject::equals(ours, &value))))
}

/// Why a text was not read or a value not written: the format's own error, or what a program's code
/// threw meanwhile.
pub(super) enum Fault {
    Format(Error),
    Thrown(JsError),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Format(error)
    }
}

impl From<JsError> for Fault {
    fn from(error: JsError) -> Self {
        Self::Thrown(error)
    }
}

impl Fault {
    /// The error that a program catches: a `SyntaxError` with `line` and `column` for a text, a
    /// `TypeError` for a value.
    pub(super) fn thrown(self, callee: &str, context: &mut Context) -> JsError {
        let error = match self {
            Self::Format(error) => error,
            Self::Thrown(error) => return error,
        };
        let message = JsString::from(format!("{callee}: {error}"));
        let constructors = context.intrinsics().constructors();
        let constructor = match error.place() {
            Some(_) => constructors.syntax_error(),
            None => constructors.type_error(),
        }
        .constructor();
        let made = match constructor.construct(&[message.into()], None, context) {
            Ok(made) => made,
            Err(error) => return error,
        };
        let places = error.place().into_iter().flat_map(|place| {
            let column = (place.column > 0).then_some(("column", place.column));
            [Some(("line", place.line)), column].into_iter().flatten()
        });
        for (name, value) in places {
            let property = PropertyDescriptor::builder()
                .value(value)
                .writable(true)
                .enumerable(false)
                .configurable(true);
            made.insert_property(JsString::from(name), property);
        }
        JsError::from_opaque(made.into())
    }
}

/// The text that a function reads: its first argument, also as bytes of UTF-8.
pub(super) fn text_of(args: &[JsValue], callee: &str, context: &mut Context) -> JsResult<String> {
    let value = args.get_or_undefined(0);
    if let Some(text) = value.as_string() {
        return Ok(text.to_std_string_lossy());
    }
    if value.as_object().is_some_and(|object| is_bytes(&object)) {
        return with_bytes(value, context, |bytes| {
            let text = std::str::from_utf8(bytes).map_err(|error| {
                let at = error.valid_up_to();
                JsNativeError::typ().with_message(format!(
                    "{callee}: the bytes are no UTF-8 (byte {at}): decode them with new TextDecoder(label).decode(bytes)"
                ))
            })?;
            Ok(text.to_owned())
        });
    }
    let what = kind_of(value);
    let hint = if what == "a Promise" {
        ": write `await` before what gives it"
    } else {
        ""
    };
    Err(JsNativeError::typ()
        .with_message(format!("{callee} takes a text, not {what}{hint}"))
        .into())
}

/// Whether an object holds bytes.
pub(super) fn is_bytes(object: &JsObject) -> bool {
    object.is::<TypedArray>() || JsArrayBuffer::from_object(object.clone()).is_ok()
}

/// What a message calls a value.
pub(super) fn kind_of(value: &JsValue) -> &'static str {
    match value.variant() {
        JsVariant::Undefined => "undefined",
        JsVariant::Null => "null",
        JsVariant::Boolean(_) => "a boolean",
        JsVariant::String(_) => "a string",
        JsVariant::Float64(_) | JsVariant::Integer32(_) => "a number",
        JsVariant::BigInt(_) => "a bigint",
        JsVariant::Symbol(_) => "a symbol",
        JsVariant::Object(object) => {
            if JsPromise::from_object(object.clone()).is_ok() {
                "a Promise"
            } else if object.is_array() {
                "an array"
            } else if object.is_callable() {
                "a function"
            } else {
                "an object"
            }
        }
    }
}

/// Notes in the log that numbers have lost digits.
fn note_rounded(callee: &str, rounded: Option<String>, context: &Context) {
    if let Some(digits) = rounded {
        let text = format!(
            "{callee}: {digits} has more digits than a number can hold, and was rounded: quote it in the text to keep them"
        );
        note(Level::Warn, &text, &Shared::of(context));
    }
}

fn yaml_options(
    args: &[JsValue],
    callee: &'static str,
    context: &mut Context,
) -> JsResult<yaml::Options> {
    let mut given = Options::of_parse(args, callee, context)?;
    let mut options = yaml::Options::default();
    given.set_bool(&["merge"], &mut options.merge)?;
    given.finish()?;
    Ok(options)
}

fn parse_yaml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const CALLEE: &str = "YAML.parse";
    let text = text_of(args, CALLEE, context)?;
    let options = yaml_options(args, CALLEE, context)?;
    let mut values = Values::new(context);
    let parsed = yaml::parse(&text, &options, &mut values);
    let rounded = values.rounded.take();
    note_rounded(CALLEE, rounded, context);
    parsed.map_err(|fault| fault.thrown(CALLEE, context))
}

fn parse_all_yaml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const CALLEE: &str = "YAML.parseAll";
    let text = text_of(args, CALLEE, context)?;
    let options = yaml_options(args, CALLEE, context)?;
    let mut values = Values::new(context);
    let parsed = yaml::parse_all(&text, &options, &mut values);
    let rounded = values.rounded.take();
    note_rounded(CALLEE, rounded, context);
    let documents = parsed.map_err(|fault| fault.thrown(CALLEE, context))?;
    Ok(JsArray::from_iter(documents, context).into())
}

fn yaml_style(
    args: &[JsValue],
    callee: &'static str,
    context: &mut Context,
) -> JsResult<(yaml::Style, bool)> {
    let mut style = yaml::Style::default();
    let mut given = Options::of_stringify(args, callee, context)?;
    given.set_count(&["indent"], 1..=9, &mut style.indent)?;
    given.set_bool(&["indentSeq"], &mut style.indent_lists)?;
    if given.bool(&["noArrayIndent"])? == Some(true) {
        style.indent_lists = false;
    }
    if given.bool(&["singleQuote"])? == Some(true)
        || given.text(&["quotingType"])?.as_deref() == Some("'")
    {
        style.quotes = yaml::Quotes::Single;
    }
    // Lines are never folded, however long they are.
    given.number(&["lineWidth"])?;
    let is_sorted = given.bool(&["sortKeys", "sortMapEntries"])? == Some(true);
    given.finish()?;
    Ok((style, is_sorted))
}

fn stringify_yaml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const CALLEE: &str = "YAML.stringify";
    let (style, is_sorted) = yaml_style(args, CALLEE, context)?;
    let mut shown = Shown::new(is_sorted, context);
    let written = yaml::write(&mut shown, args.get_or_undefined(0), &style);
    finished(written, CALLEE, context)
}

/// `YAML.stringifyAll(documents, options)`: several documents, which `YAML.parseAll` reads.
fn stringify_all_yaml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const CALLEE: &str = "YAML.stringifyAll";
    let (style, is_sorted) = yaml_style(args, CALLEE, context)?;
    let value = args.get_or_undefined(0);
    let Some(list) = value.as_object().filter(JsObject::is_array) else {
        return Err(JsNativeError::typ()
            .with_message(format!(
                "{CALLEE} takes an array of documents, not {}",
                kind_of(value)
            ))
            .into());
    };
    let length = list
        .get(js_string!("length"), context)?
        .to_length(context)?;
    let mut text = String::new();
    for index in 0..length {
        let document = list.get(index, context)?;
        let mut shown = Shown::new(is_sorted, context);
        match yaml::write(&mut shown, &document, &style) {
            Ok(written) => {
                if index > 0 {
                    text.push_str("---\n");
                }
                text.push_str(&written);
                if !text.ends_with('\n') {
                    text.push('\n');
                }
            }
            Err(fault) => return Err(fault.thrown(CALLEE, context)),
        }
    }
    Ok(JsString::from(text).into())
}

fn parse_toml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const CALLEE: &str = "TOML.parse";
    let text = text_of(args, CALLEE, context)?;
    let mut given = Options::of_parse(args, CALLEE, context)?;
    let mut options = toml::Options::default();
    if given.bool(&["bigint"])? == Some(true) {
        options.integers = toml::Integers::Big;
    }
    given.finish()?;
    let mut values = Values::new(context);
    values.has_big = true;
    let parsed = toml::parse(&text, &options, &mut values);
    parsed.map_err(|fault| fault.thrown(CALLEE, context))
}

fn stringify_toml(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const CALLEE: &str = "TOML.stringify";
    Options::of_stringify(args, CALLEE, context)?.finish()?;
    let mut shown = Shown::new(false, context);
    let written = toml::write(
        &mut shown,
        args.get_or_undefined(0),
        &toml::Style::default(),
    );
    finished(written, CALLEE, context)
}

/// The text that was written.
fn finished(
    written: Result<String, Fault>,
    callee: &str,
    context: &mut Context,
) -> JsResult<JsValue> {
    match written {
        Ok(text) => Ok(JsString::from(text).into()),
        Err(fault) => Err(fault.thrown(callee, context)),
    }
}
