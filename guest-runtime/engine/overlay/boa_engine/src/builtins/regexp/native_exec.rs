//! One match: finding it, and the objects that tell of it.
//!
//! `exec` makes them for a program; a method that needs only the place of a match makes none.

use super::untouched::{Needs, Plain, begin, character_start, names, part, text};
use super::{RegExp, last_match};
use crate::{
    Context, JsResult, JsString, JsValue,
    builtins::array::Array,
    js_string,
    object::{IndexedProperties, JsObject},
};
use boa_parser::lexer::regex::RegExpFlags;
use regress::{Regex, Scanner};
use std::ops::Range;

/// `RegExpBuiltinExec ( R, S )`
pub(super) fn exec(
    this: JsObject<RegExp>,
    input: &JsString,
    context: &mut Context,
) -> JsResult<Option<JsObject>> {
    if let Some(plain) = Plain::of(this.clone(), Needs::Exec, context) {
        let mut scanner = plain.scan(input);
        let Some(range) = plain.find(input, &mut scanner) else {
            return Ok(None);
        };
        let flags = plain.flags;
        plain.remember(input, Some(range.clone()), context);
        return result(input, range, &scanner, &plain.regex, flags, context).map(Some);
    }
    let object = this.clone().upcast();
    let last_index = object
        .get(js_string!("lastIndex"), context)?
        .to_length(context)?;
    let (regex, flags) = {
        let data = this.borrow();
        (data.data().matcher.clone(), data.data().flags)
    };
    let moves = flags.intersects(RegExpFlags::GLOBAL | RegExpFlags::STICKY);
    let start = if moves { last_index } else { 0 };
    let mut scanner = regex.scan(text(input, flags));
    // No text is as long as an index that does not fit.
    let found = usize::try_from(start)
        .ok()
        .filter(|start| *start <= input.len())
        .map(|start| character_start(input, start, flags))
        .and_then(|start| scanner.find(start, begin(flags)));
    if moves {
        let index = found.as_ref().map_or(0, |range| range.end);
        object.set(js_string!("lastIndex"), index, true, context)?;
    }
    let Some(range) = found else {
        return Ok(None);
    };
    last_match::remember(&regex, flags, input, range.clone(), context);
    result(input, range, &scanner, &regex, flags, context).map(Some)
}

/// The object with what the groups of a match stand for.
pub(super) fn groups(
    names: Vec<(JsString, Vec<usize>)>,
    mut value: impl FnMut(Option<usize>, &Context) -> JsValue,
    is_matched: impl Fn(usize) -> bool,
    context: &mut Context,
) -> JsResult<JsValue> {
    if names.is_empty() {
        return Ok(JsValue::undefined());
    }
    let groups = JsObject::with_null_proto();
    for (name, indexes) in names {
        let index = indexes.into_iter().find(|index| is_matched(*index));
        let value = value(index, context);
        groups.create_data_property_or_throw(name, value, context)?;
    }
    Ok(groups.into())
}

/// The array of one match.
fn result(
    input: &JsString,
    range: Range<usize>,
    scanner: &Scanner<'_, '_>,
    regex: &Regex,
    flags: RegExpFlags,
    context: &mut Context,
) -> JsResult<JsObject> {
    let count = regex.group_count();
    let mut items = Vec::with_capacity(count + 1);
    items.push(part(input, Some(range.clone())));
    items.extend((0..count).map(|index| part(input, scanner.group(index))));
    let groups_value = groups(
        names(regex),
        |index, _| part(input, index.and_then(|index| scanner.group(index))),
        |index| scanner.group(index).is_some(),
        context,
    )?;
    let storage = vec![
        JsValue::new(items.len()),
        JsValue::new(range.start),
        input.clone().into(),
        groups_value,
    ];
    let items = IndexedProperties::from_dense_js_value(items.into_iter().collect());
    let array = match &context.plain_regexp {
        Some(state) => state
            .result
            .create_with_indexed_properties(Array, storage, items),
        // Only while the context itself is built, which runs no program.
        None => Array::create_array_from_list(Vec::new(), context),
    };
    if flags.contains(RegExpFlags::HAS_INDICES) {
        let indices = indices(range, scanner, regex, context)?;
        array.create_data_property_or_throw(js_string!("indices"), indices, context)?;
    }
    Ok(array)
}

/// Where the match and its groups stand.
fn indices(
    range: Range<usize>,
    scanner: &Scanner<'_, '_>,
    regex: &Regex,
    context: &mut Context,
) -> JsResult<JsObject> {
    fn pair(range: Option<Range<usize>>, context: &Context) -> JsValue {
        range.map_or_else(JsValue::undefined, |range| {
            let ends = [range.start, range.end].map(JsValue::new);
            Array::create_array_from_list(ends, context).into()
        })
    }
    let mut pairs = vec![pair(Some(range), context)];
    for index in 0..regex.group_count() {
        pairs.push(pair(scanner.group(index), context));
    }
    let indices = Array::create_array_from_list(pairs, context);
    let groups = groups(
        names(regex),
        |index, context| pair(index.and_then(|index| scanner.group(index)), context),
        |index| scanner.group(index).is_some(),
        context,
    )?;
    indices.create_data_property_or_throw(js_string!("groups"), groups, context)?;
    Ok(indices)
}

/// The expression, where calling its `exec` is the same as the built-in one.
pub(super) fn with_own_exec(this: &JsObject, context: &Context) -> Option<JsObject<RegExp>> {
    let object = this.clone().downcast::<RegExp>().ok()?;
    Plain::of(object, Needs::Exec, context).map(|plain| plain.object)
}
