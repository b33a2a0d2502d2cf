//! Regular expressions that nobody has tampered with, by a short way.
//!
//! The specification runs `match`, `replace`, `split` and the like over methods and properties
//! that a program may replace, and makes a result object for every match on the way. Where
//! nothing is replaced, none of it can be observed: what comes out is found directly, with one
//! search over the text. Everything else goes the long way, as it was.

use super::native_exec::exec;
use super::untouched::{Needs, Plain, advance, begin, is_unicode, part};
use super::{RegExp, RegExpStringIterator};
use crate::{Context, JsArgs, JsResult, JsString, JsValue, builtins::array::Array};
use regress::{Begin, Scanner};
use std::ops::Range;

/// `RegExp.prototype.test ( S )`
pub(super) fn test(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(input) = args.get_or_undefined(0).as_string()
        && let Some(plain) = Plain::new(this, Needs::Exec, context)
    {
        let mut scanner = plain.scan(&input);
        let found = plain.find(&input, &mut scanner);
        drop(scanner);
        let is_found = found.is_some();
        plain.remember(&input, found, context);
        return Ok(is_found.into());
    }
    RegExp::test(this, args, context)
}

/// `RegExp.prototype [ @@search ] ( string )`
pub(super) fn search(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(input) = args.get_or_undefined(0).as_string()
        && let Some(plain) = Plain::new(this, Needs::Exec, context)
    {
        // From the beginning, and `lastIndex` is put back afterwards.
        let found = plain.scan(&input).find(0, begin(plain.flags));
        let index = found
            .as_ref()
            .map_or_else(|| JsValue::new(-1), |range| JsValue::new(range.start));
        plain.remember(&input, found, context);
        return Ok(index);
    }
    RegExp::search(this, args, context)
}

/// `RegExp.prototype [ @@match ] ( string )`
pub(super) fn match_(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(input) = args.get_or_undefined(0).as_string()
        && let Some(plain) = Plain::new(this, Needs::Flags, context)
    {
        if !plain.is_global() {
            let result = exec(plain.object, &input, context)?;
            return Ok(result.map_or_else(JsValue::null, JsValue::from));
        }
        let mut items = Vec::new();
        let last = plain.find_all(&input, |_, range| items.push(part(&input, Some(range))));
        plain.remember(&input, last, context);
        if items.is_empty() {
            return Ok(JsValue::null());
        }
        return Ok(Array::create_array_from_list(items, context).into());
    }
    RegExp::r#match(this, args, context)
}

/// `RegExp.prototype [ @@matchAll ] ( string )`
pub(super) fn match_all(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(input) = args.get_or_undefined(0).as_string()
        && let Some(plain) = Plain::new(this, Needs::Species, context)
    {
        let data = plain.object.borrow().data().clone();
        let last_index = vec![JsValue::new(plain.last_index)];
        let matcher = context
            .intrinsics()
            .templates()
            .regexp()
            .create(data, last_index);
        return Ok(RegExpStringIterator::create_regexp_string_iterator(
            matcher,
            input,
            plain.is_global(),
            is_unicode(plain.flags),
            context,
        ));
    }
    RegExp::match_all(this, args, context)
}

/// `RegExp.prototype [ @@split ] ( string, limit )`
pub(super) fn split(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let limit = args.get_or_undefined(1);
    let max = if limit.is_undefined() {
        Some(u32::MAX)
    } else {
        limit.as_i32().and_then(|limit| u32::try_from(limit).ok())
    };
    if let Some(input) = args.get_or_undefined(0).as_string()
        && let Some(max) = max
        && let Some(plain) = Plain::new(this, Needs::Species, context)
    {
        let items = split_plain(&plain, &input, max as usize, context);
        return Ok(Array::create_array_from_list(items, context).into());
    }
    RegExp::split(this, args, context)
}

fn split_plain(plain: &Plain, input: &JsString, max: usize, context: &mut Context) -> Vec<JsValue> {
    let mut items = Vec::new();
    if max == 0 {
        return items;
    }
    let mut scanner = plain.scan(input);
    let mut last = None;
    if input.is_empty() {
        last = scanner.find(0, Begin::Exactly);
        if last.is_none() {
            items.push(input.clone().into());
        }
    } else {
        split_at_matches(plain, input, max, &mut scanner, &mut items, &mut last);
    }
    drop(scanner);
    plain.remember(input, last, context);
    items
}

/// The parts of a text that is not empty. `last` becomes the last match.
fn split_at_matches(
    plain: &Plain,
    input: &JsString,
    max: usize,
    scanner: &mut Scanner<'_, '_>,
    items: &mut Vec<JsValue>,
    last: &mut Option<Range<usize>>,
) {
    let (mut start, mut at) = (0, 0);
    // The splitter is sticky and tried everywhere, which is a search.
    while let Some(range) = scanner.find(at, Begin::AtOrAfter) {
        if range.start >= input.len() {
            break;
        }
        *last = Some(range.clone());
        if range.end == start {
            at = advance(input, range.start, plain.flags);
            continue;
        }
        items.push(part(input, Some(start..range.start)));
        if items.len() == max {
            return;
        }
        for index in 0..plain.regex.group_count() {
            items.push(part(input, scanner.group(index)));
            if items.len() == max {
                return;
            }
        }
        start = range.end;
        at = start;
    }
    items.push(part(input, Some(start..input.len())));
}
