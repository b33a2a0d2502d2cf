//! `Intl`, and the methods of the language that speak to people.
//!
//! The classes are written in JavaScript (`intl.js`); what they do is native, and what they know of
//! a language is static data (`intl/tables/`, and compressed, `intl/names/`), so that neither costs
//! a run that does not use it.

mod aliases;
mod collate;
mod date;
mod days;
mod decimal;
mod kept;
mod locale;
mod names;
mod number;
mod options;
mod plural;
mod segment;
mod tables;
mod tag;
mod texts;
mod words;
mod zone;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};

/// What is inside of an `Intl.Locale`.
#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct OfLocale(tag::Tag);

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    locale::install(helpers, context);
    collate::install(helpers, context);
    number::install(helpers, context);
    date::install(helpers, context);
    words::install(helpers, context);
    names::install(helpers, context);
    segment::install(helpers, context);
    texts::install(context);
}

/// A piece of what is formatted: its kind and its text.
type Part = (&'static str, String);

fn joined(parts: &[Part]) -> String {
    parts.iter().map(|part| part.1.as_str()).collect()
}

/// Parts as a program gets them.
fn part_list(parts: &[Part], context: &mut Context) -> JsResult<JsValue> {
    let list = JsArray::new(context)?;
    for (kind, text) in parts {
        let part = JsObject::with_object_proto(context.intrinsics());
        let kind = JsString::from(*kind);
        part.create_data_property_or_throw(js_string!("type"), kind, context)?;
        let text = JsString::from(text.as_str());
        part.create_data_property_or_throw(js_string!("value"), text, context)?;
        list.push(part, context)?;
    }
    Ok(list.into())
}
