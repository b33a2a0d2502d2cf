//! `localeCompare` of texts in ASCII, which nearly all texts that programs sort are.
//!
//! The order is that of the prelude, which compares all others.

use std::cmp::Ordering;

use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};

use super::add;
use crate::shared::Shared;

pub(super) fn install(helpers: &JsObject, context: &Context) {
    add(helpers, "compareAscii", 4, compare_ascii, context);
}

/// Adds `localeCompare`, once the prelude has given what compares all texts.
pub(super) fn install_method(helpers: &JsObject, context: &mut Context) -> JsResult<()> {
    let compare = helpers.get(js_string!("compareTexts"), context)?;
    Shared::of(context)
        .compare_texts
        .replace(compare.as_function());
    let string = context.intrinsics().constructors().string().prototype();
    add(&string, "localeCompare", 1, locale_compare, context);
    Ok(())
}

fn locale_compare(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let left = this.require_object_coercible()?.to_string(context)?;
    let right = args.get_or_undefined(0).to_string(context)?;
    let options = args.get_or_undefined(2);
    if options.is_undefined()
        && let (Some(left), Some(right)) = (ascii(&left), ascii(&right))
    {
        return Ok(number(compare(left, right, false, &JsString::default())));
    }
    let general = Shared::of(context).compare_texts.borrow().clone();
    match general {
        Some(general) => general.call(
            &JsValue::undefined(),
            &[left.into(), right.into(), options.clone()],
            context,
        ),
        None => Ok(number(left.cmp(&right))),
    }
}

/// `compareAscii(a, b, isNumeric, sensitivity)`; `undefined` where either is not in ASCII.
fn compare_ascii(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let (Some(left), Some(right)) = (
        args.get_or_undefined(0).as_string(),
        args.get_or_undefined(1).as_string(),
    ) else {
        return Ok(JsValue::undefined());
    };
    let (Some(left), Some(right)) = (ascii(&left), ascii(&right)) else {
        return Ok(JsValue::undefined());
    };
    let is_numeric = args.get_or_undefined(2).to_boolean();
    let sensitivity = args.get_or_undefined(3).as_string().unwrap_or_default();
    Ok(number(compare(left, right, is_numeric, &sensitivity)))
}

fn compare(left: &[u8], right: &[u8], is_numeric: bool, sensitivity: &JsString) -> Ordering {
    let order = letters(left, right, is_numeric);
    if order != Ordering::Equal || *sensitivity == "base" {
        return order;
    }
    let lower = |text: &[u8]| text.to_ascii_lowercase();
    let order = lower(left).cmp(&lower(right));
    if order != Ordering::Equal || *sensitivity == "accent" {
        return order;
    }
    // Lower case first.
    right.cmp(left)
}

fn ascii(text: &JsString) -> Option<&[u8]> {
    match text.as_str().variant() {
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => Some(bytes),
        _ => None,
    }
}

fn number(order: Ordering) -> JsValue {
    JsValue::new(order as i32)
}

/// Compares without regard to case: marks before digits before letters.
fn letters(left: &[u8], right: &[u8], is_numeric: bool) -> Ordering {
    let (mut at, mut with) = (0, 0);
    while at < left.len() && with < right.len() {
        if is_numeric {
            let (first, second) = (digits(&left[at..]), digits(&right[with..]));
            if !first.is_empty() && !second.is_empty() {
                let order = magnitude(first).cmp(&magnitude(second));
                if order != Ordering::Equal {
                    return order;
                }
                at += first.len();
                with += second.len();
                continue;
            }
        }
        let [first, second] = [left[at], right[with]].map(|byte| byte.to_ascii_lowercase());
        if first != second {
            return rank(first).cmp(&rank(second)).then(first.cmp(&second));
        }
        at += 1;
        with += 1;
    }
    (left.len() - at).cmp(&(right.len() - with))
}

fn digits(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

/// Orders numbers of any length: those of more digits are larger.
fn magnitude(digits: &[u8]) -> (usize, &[u8]) {
    let start = digits.iter().position(|digit| *digit != b'0');
    let digits = &digits[start.unwrap_or(digits.len())..];
    (digits.len(), digits)
}

fn rank(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 1,
        b'a'..=b'z' => 2,
        _ => 0,
    }
}
