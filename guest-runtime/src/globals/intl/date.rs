//! Dates as people write them: `Intl.DateTimeFormat` and the `toLocale…` methods of dates.

mod form;
mod parts;

use boa_engine::object::builtins::{JsArray, JsDate};
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue};

use super::super::add;
use super::kept::{self, Kept};
use super::{joined, part_list};
use form::{Defaults, Form};
use std::cell::RefCell;

thread_local! {
    static KEPT: RefCell<Kept<Defaults, Form>> = const { RefCell::new(Kept::new()) };
}

/// Largest distance of a moment from 1970, in milliseconds.
const MOMENT_MAX: f64 = 8.64e15;

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "dateFormat", 2, make, context);
    add(helpers, "formatDate", 2, format, context);
    add(helpers, "dateParts", 2, to_parts, context);
    add(helpers, "formatDates", 3, format_range, context);
    add(helpers, "dateRangeParts", 3, range_parts, context);
    add(helpers, "dateOptions", 1, resolved, context);
    add(helpers, "timeZones", 0, time_zones, context);
    let date = context.intrinsics().constructors().date().prototype();
    add(&date, "toLocaleString", 0, to_text, context);
    add(&date, "toLocaleDateString", 0, date_to_text, context);
    add(&date, "toLocaleTimeString", 0, time_to_text, context);
}

fn with<T>(value: &JsValue, work: impl FnOnce(&Form) -> T) -> JsResult<T> {
    let object = value.as_object();
    let form = object
        .as_ref()
        .and_then(|object| object.downcast_ref::<Form>());
    match form {
        Some(form) => Ok(work(&form)),
        None => Err(JsNativeError::typ()
            .with_message("Method called on incompatible receiver")
            .into()),
    }
}

fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (locales, options) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let form = Form::new(locales, options, Defaults::DATE_OF_ANY, context)?;
    Ok(JsObject::from_proto_and_data(None, form).upcast().into())
}

fn invalid() -> JsError {
    JsNativeError::range()
        .with_message("Invalid time value")
        .into()
}

/// A moment that can be formatted: now, where nothing is given.
fn moment(value: &JsValue, context: &mut Context) -> JsResult<i64> {
    let number = if value.is_undefined() {
        let now = context.clock().system_time_millis();
        return Ok(now);
    } else if let Some(object) = value.as_object()
        && let Ok(date) = JsDate::from_object(object)
    {
        date.get_time(context)?.to_number(context)?
    } else {
        value.to_number(context)?
    };
    milliseconds(number).ok_or_else(invalid)
}

fn milliseconds(number: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "bounded here")]
    let whole = number.trunc() as i64;
    (number.abs() <= MOMENT_MAX).then_some(whole)
}

fn format(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let moment = moment(args.get_or_undefined(1), context)?;
    let text = with(args.get_or_undefined(0), |form| joined(&form.parts(moment)))?;
    Ok(plain(&text).into())
}

/// A text with plain blanks where the language has narrow ones: V8 keeps them in parts alone.
fn plain(text: &str) -> JsString {
    JsString::from(text.replace('\u{202f}', " "))
}

fn to_parts(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let moment = moment(args.get_or_undefined(1), context)?;
    let parts = with(args.get_or_undefined(0), |form| form.parts(moment))?;
    part_list(&parts, context)
}

fn range(args: &[JsValue], context: &mut Context) -> JsResult<Vec<parts::Piece>> {
    let (start, end) = (args.get_or_undefined(1), args.get_or_undefined(2));
    if start.is_undefined() || end.is_undefined() {
        let error = JsNativeError::typ();
        return Err(error
            .with_message("startDate or endDate cannot be undefined")
            .into());
    }
    let (start, end) = (moment(start, context)?, moment(end, context)?);
    with(args.get_or_undefined(0), |form| form.range(start, end))
}

/// `formatDates(form, start, end)`: a range, as text.
fn format_range(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let pieces = range(args, context)?;
    let text: String = pieces.iter().map(|piece| piece.0.1.as_str()).collect();
    Ok(JsString::from(text).into())
}

fn range_parts(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let pieces = range(args, context)?;
    let list = JsArray::new(context)?;
    for ((kind, text), source) in pieces {
        let part = JsObject::with_object_proto(context.intrinsics());
        for (name, value) in [("type", kind), ("value", &*text), ("source", source)] {
            let (name, value) = (JsString::from(name), JsString::from(value));
            part.create_data_property_or_throw(name, value, context)?;
        }
        list.push(part, context)?;
    }
    Ok(list.into())
}

fn resolved(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = with(args.get_or_undefined(0), Form::resolved)?;
    let object = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in list {
        object.create_data_property_or_throw(JsString::from(name), value, context)?;
    }
    Ok(object.into())
}

fn time_zones(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let names = super::zone::listed().map(|name| JsString::from(name).into());
    Ok(JsArray::from_iter(names, context).into())
}

fn write(
    this: &JsValue,
    args: &[JsValue],
    defaults: Defaults,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = this.as_object();
    let Some(date) = object.and_then(|object| JsDate::from_object(object).ok()) else {
        let error = JsNativeError::typ().with_message("this is not a Date object.");
        return Err(error.into());
    };
    let time = date.get_time(context)?.to_number(context)?;
    let Some(moment) = milliseconds(time) else {
        return Ok(JsString::from("Invalid Date").into());
    };
    let (locales, options) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let form = kept::form(&KEPT, (locales, options), defaults, || {
        Form::new(locales, options, defaults, context)
    })?;
    if super::number::is_usual(locales, options)
        && let Some(text) = form.english(moment, defaults.shown())
    {
        return Ok(JsString::from(text).into());
    }
    Ok(plain(&joined(&form.parts(moment))).into())
}

fn to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    write(this, args, Defaults::ALL_OF_ANY, context)
}

fn date_to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    write(this, args, Defaults::DATE_OF_DATE, context)
}

fn time_to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    write(this, args, Defaults::TIME_OF_TIME, context)
}
