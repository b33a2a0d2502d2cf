//! Numbers as people write them: `Intl.NumberFormat` and `toLocaleString`.

mod form;
mod parts;
mod short;

use boa_engine::value::PreferredType;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, JsVariant,
};

pub(super) use short::is_usual;

pub(super) use form::{Form, Rounding, numbering_system};

use super::super::add;
use super::decimal::Decimal;
use super::kept::{self, Kept};
use super::{Part, joined, part_list};
use std::cell::RefCell;

thread_local! {
    static KEPT: RefCell<Kept<(), Form>> = const { RefCell::new(Kept::new()) };
}

/// A number, a big integer, or a text that means a number, in full.
pub(super) enum Amount {
    Finite(bool, Decimal),
    Infinite(bool),
    NotANumber,
}

impl Amount {
    pub(super) fn from_number(value: f64) -> Self {
        if value.is_nan() {
            Self::NotANumber
        } else if value.is_infinite() {
            Self::Infinite(value < 0.0)
        } else {
            Self::Finite(value.is_sign_negative(), Decimal::from_number(value))
        }
    }

    pub(super) fn from_value(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let value = value.to_primitive(context, PreferredType::Number)?;
        Ok(match value.variant() {
            JsVariant::BigInt(integer) => {
                let text = integer.to_string();
                let is_negative = text.starts_with('-');
                Self::parse(is_negative, text.trim_start_matches('-'))
            }
            // Digits beyond those of a number count.
            JsVariant::String(text) => {
                let plain = text.to_std_string_lossy();
                let plain = plain.trim();
                let size = plain.strip_prefix(['-', '+']).unwrap_or(plain);
                if size.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
                    match Decimal::parse(size) {
                        Some(number) => Self::Finite(plain.starts_with('-'), number),
                        None => Self::from_number(value.to_number(context)?),
                    }
                } else {
                    Self::from_number(value.to_number(context)?)
                }
            }
            _ => Self::from_number(value.to_number(context)?),
        })
    }

    fn parse(is_negative: bool, text: &str) -> Self {
        match Decimal::parse(text) {
            Some(number) => Self::Finite(is_negative, number),
            None => Self::Infinite(is_negative),
        }
    }
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "numberFormat", 2, make, context);
    add(helpers, "formatNumber", 2, format, context);
    add(helpers, "numberParts", 2, to_parts, context);
    add(helpers, "formatNumbers", 3, format_range, context);
    add(helpers, "numberOptions", 1, resolved, context);
    let constructors = context.intrinsics().constructors();
    let (number, integer) = (
        constructors.number().prototype(),
        constructors.bigint().prototype(),
    );
    add(&number, "toLocaleString", 0, number_to_text, context);
    add(&integer, "toLocaleString", 0, integer_to_text, context);
}

/// Runs `work` with the form inside of an object.
fn with<T>(value: &JsValue, work: impl FnOnce(&Form) -> T) -> JsResult<T> {
    let object = value.as_object();
    let form = object
        .as_ref()
        .and_then(|object| object.downcast_ref::<Form>());
    match form {
        Some(form) => Ok(work(&form)),
        None => Err(not_one()),
    }
}

fn not_one() -> JsError {
    JsNativeError::typ()
        .with_message("Method called on incompatible receiver")
        .into()
}

fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let form = Form::new(args.get_or_undefined(0), args.get_or_undefined(1), context)?;
    Ok(JsObject::from_proto_and_data(None, form).upcast().into())
}

fn format(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let amount = Amount::from_value(args.get_or_undefined(1), context)?;
    let text = with(args.get_or_undefined(0), |form| {
        joined(&form.parts(&amount))
    })?;
    Ok(JsString::from(text).into())
}

fn to_parts(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let amount = Amount::from_value(args.get_or_undefined(1), context)?;
    let parts = with(args.get_or_undefined(0), |form| form.parts(&amount))?;
    part_list(&parts, context)
}

/// `formatNumbers(form, start, end)`: a range, as text.
fn format_range(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (start, end) = (args.get_or_undefined(1), args.get_or_undefined(2));
    if start.is_undefined() || end.is_undefined() {
        let error = JsNativeError::typ().with_message("start or end is undefined");
        return Err(error.into());
    }
    let start = Amount::from_value(start, context)?;
    let end = Amount::from_value(end, context)?;
    if matches!(start, Amount::NotANumber) || matches!(end, Amount::NotANumber) {
        let error = JsNativeError::range().with_message("Invalid number value");
        return Err(error.into());
    }
    let text = with(args.get_or_undefined(0), |form| {
        range(&form.parts(&start), &form.parts(&end))
    })?;
    Ok(JsString::from(text).into())
}

/// Writes what both numbers have in front or behind once.
fn range(start: &[Part], end: &[Part]) -> String {
    if start == end {
        return format!("~{}", joined(start));
    }
    let is_number = |part: &Part| {
        matches!(
            part.0,
            "integer" | "group" | "decimal" | "fraction" | "minusSign" | "plusSign"
        )
    };
    let ends = |parts: &[Part]| {
        let first = parts.iter().position(is_number).unwrap_or(0);
        let last = parts
            .iter()
            .rposition(is_number)
            .map_or(parts.len(), |at| at + 1);
        (first, last)
    };
    let (first, last) = ends(start);
    let (other_first, other_last) = ends(end);
    let is_shared = start[..first] == end[..other_first] && start[last..] == end[other_last..];
    if is_shared && (first == 0) != (last == start.len()) {
        let (from, to) = (
            joined(&start[first..last]),
            joined(&end[other_first..other_last]),
        );
        let (before, behind) = (joined(&start[..first]), joined(&start[last..]));
        let is_money = start[..first].iter().any(|part| part.0 == "currency");
        if !is_money {
            return format!("{before}{from}–{to}{behind}");
        }
    }
    let between = if first == 0 && last == start.len() {
        "–"
    } else {
        " – "
    };
    format!("{}{between}{}", joined(start), joined(end))
}

fn resolved(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = with(args.get_or_undefined(0), Form::resolved)?;
    let object = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in list {
        object.create_data_property_or_throw(JsString::from(name), value, context)?;
    }
    Ok(object.into())
}

fn number_to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = match this.as_object() {
        Some(object) => object.downcast_ref::<f64>().map(|number| *number),
        None => this.as_number(),
    };
    let Some(value) = value else {
        let error = "Number.prototype.toLocaleString requires that 'this' be a Number";
        return Err(JsNativeError::typ().with_message(error).into());
    };
    if short::is_usual(args.get_or_undefined(0), args.get_or_undefined(1))
        && let Some(text) = short::english(value)
    {
        return Ok(text.into());
    }
    to_text(&Amount::from_number(value), args, context)
}

fn integer_to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = match this.as_object() {
        Some(object) => object
            .downcast_ref::<boa_engine::JsBigInt>()
            .map(|integer| integer.clone()),
        None => this.as_bigint(),
    };
    let Some(value) = value else {
        let error = "BigInt.prototype.toLocaleString requires that 'this' be a BigInt";
        return Err(JsNativeError::typ().with_message(error).into());
    };
    let amount = Amount::from_value(&value.into(), context)?;
    to_text(&amount, args, context)
}

fn to_text(amount: &Amount, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (locales, options) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let form = kept::form(&KEPT, (locales, options), (), || {
        Form::new(locales, options, context)
    })?;
    Ok(JsString::from(joined(&form.parts(amount))).into())
}

/// A whole or fractional number in a language, without options.
pub(super) fn plain(locale: &super::locale::Locale, amount: &Amount) -> Vec<Part> {
    Form::plain(locale.clone()).parts(amount)
}

/// A property of the resolved options.
fn text(name: &'static str, value: &str) -> (&'static str, JsValue) {
    (name, JsString::from(value).into())
}
