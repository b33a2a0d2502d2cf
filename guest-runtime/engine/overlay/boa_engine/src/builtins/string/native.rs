//! Methods of strings that put text together or take it apart.

use super::{String, get_substitution};
use crate::{
    Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsValue,
    object::JsObject,
    shortcuts::SHORTCUTS,
    string::{JsStr, JsStrVariant, TextBuilder},
};
use std::borrow::Cow;
use std::cell::RefCell;

/// The error of an argument that is not what it should be, in V8's words.
pub(super) fn invalid_value(what: &str, argument: &JsValue, number: f64) -> JsError {
    let shown = match argument.as_string() {
        Some(text) => text.to_std_string_escaped(),
        None => JsValue::from(argument.as_number().unwrap_or(number))
            .display()
            .to_string(),
    };
    JsNativeError::range()
        .with_message(format!("Invalid {what} {shown}"))
        .into()
}

/// The text of units of one byte.
pub(super) fn of_bytes(units: &[JsValue]) -> Option<JsString> {
    if !SHORTCUTS {
        return None;
    }
    let byte = |unit: &JsValue| u8::try_from(unit.integer()?).ok();
    let bytes = units.iter().map(byte).collect::<Option<Vec<u8>>>()?;
    Some(JsString::from(JsStr::latin1(&bytes)))
}

/// Joins what a conversion makes of the parts between halves of surrogate pairs, and those halves.
pub(super) fn each_well_formed_part<'t>(
    units: &'t [u16],
    convert: impl Fn(&'t [u16]) -> Cow<'t, [u16]>,
) -> Vec<u16> {
    let mut converted = Vec::with_capacity(units.len());
    let mut start = 0;
    let mut at = 0;
    for decoded in char::decode_utf16(units.iter().copied()) {
        let Ok(character) = decoded else {
            converted.extend_from_slice(&convert(&units[start..at]));
            converted.push(units[at]);
            at += 1;
            start = at;
            continue;
        };
        at += character.len_utf16();
    }
    converted.extend_from_slice(&convert(&units[start..]));
    converted
}

/// What replaces the places of a text.
enum By {
    Function(JsObject),
    Text(JsString),
}

/// `String.prototype.replaceAll ( searchValue, replaceValue )`
pub(super) fn replace_all(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let this = this.require_object_coercible()?;
    let search = args.get_or_undefined(0);
    let by = args.get_or_undefined(1);
    if search.is_object() {
        // The expression has to be a global one, and replaces by itself.
        return String::replace_all(this, args, context);
    }
    let text = this.to_string(context)?;
    let search = search.to_string(context)?;
    let by = match by.as_callable() {
        Some(function) => By::Function(function),
        None => By::Text(by.to_string(context)?),
    };
    Ok(replace_text(&text, &search, &by, context)?.into())
}

/// Replaces every place of `search` in a text.
fn replace_text(
    text: &JsString,
    search: &JsString,
    by: &By,
    context: &mut Context,
) -> JsResult<JsString> {
    let step = search.len().max(1);
    let mut positions = Vec::new();
    let mut position = text.index_of(search.as_str(), 0);
    while let Some(at) = position {
        positions.push(at);
        position = text.index_of(search.as_str(), at + step);
    }
    if positions.is_empty() {
        return Ok(text.clone());
    }
    let mut result = TextBuilder::with_capacity(text.len());
    let mut end = 0;
    for at in positions {
        if let Some(kept) = text.as_str().get(end..at) {
            result.push(kept);
        }
        match by {
            By::Function(function) => {
                let arguments = [search.clone().into(), at.into(), text.clone().into()];
                let by = function.call(&JsValue::undefined(), &arguments, context)?;
                result.push(by.to_string(context)?.as_str());
            }
            By::Text(by) if !by.contains(b'$') => result.push(by.as_str()),
            By::Text(by) => {
                let none = JsValue::undefined();
                let by = get_substitution(search, text, at, &[], &none, by, context)?;
                result.push(by.as_str());
            }
        }
        end = at + search.len();
    }
    if let Some(kept) = text.as_str().get(end..) {
        result.push(kept);
    }
    Ok(result.build())
}

/// `String.prototype.concat ( ...args )`
pub(super) fn concat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut sum = this.require_object_coercible()?.to_string(context)?;
    for next in args {
        sum = JsString::sum(&sum, &next.to_string(context)?);
    }
    Ok(sum.into())
}

/// The filler as often as it takes to be `length` long, and cut there.
pub(super) fn fill(filler: &JsString, length: usize) -> JsString {
    let whole = filler.repeated(length.div_ceil(filler.len().max(1)));
    whole.slice(0, length)
}

/// Upper or lower case of text in which every character is ASCII; nothing otherwise.
pub(super) fn ascii_case<const UPPER: bool>(text: &JsString) -> Option<JsString> {
    let JsStrVariant::Latin1(units) = text.variant() else {
        return None;
    };
    if !units.is_ascii() {
        return None;
    }
    let changes = |unit: &u8| {
        if UPPER {
            unit.is_ascii_lowercase()
        } else {
            unit.is_ascii_uppercase()
        }
    };
    if !units.iter().any(changes) {
        return Some(text.clone());
    }
    let units = if UPPER {
        units.to_ascii_uppercase()
    } else {
        units.to_ascii_lowercase()
    };
    Some(JsString::from(JsStr::latin1(&units)))
}

thread_local! {
    /// The strings of one unit of a byte that have been asked for.
    static UNITS: RefCell<Vec<Option<JsString>>> = const { RefCell::new(Vec::new()) };
}

/// The string of the one unit at an index.
pub(crate) fn unit(text: &JsString, index: usize) -> JsString {
    let JsStrVariant::Latin1(units) = text.as_str().variant() else {
        return text.slice(index, index + 1);
    };
    let unit = units[index];
    UNITS.with_borrow_mut(|known| {
        if known.is_empty() {
            known.resize(256, None);
        }
        let place = &mut known[usize::from(unit)];
        place
            .get_or_insert_with(|| JsString::from(JsStr::latin1(&[unit])))
            .clone()
    })
}

/// `String.prototype.charCodeAt ( pos )`
pub(super) fn char_code_at(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(text) = this.text()
        && let Some(index) = args.get_or_undefined(0).integer()
    {
        let index = usize::try_from(index).ok();
        let unit = index.and_then(|index| text.code_unit_at(index));
        return Ok(unit.map_or_else(JsValue::nan, JsValue::from));
    }
    String::char_code_at(this, args, context)
}
