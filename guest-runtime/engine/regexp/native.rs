//! Regular expressions that nobody has tampered with, by a short way.
//!
//! The specification runs `match`, `replace`, `split` and the like over methods and properties
//! that a program may replace, and makes a result object for every match on the way. Where
//! nothing is replaced, none of it can be observed: what comes out is found directly, with one
//! search over the text. Everything else goes the long way, as it was.

use super::{RegExp, RegExpStringIterator};
use crate::{
    Context, JsArgs, JsResult, JsString, JsValue,
    builtins::array::Array,
    js_string,
    object::{IndexedProperties, JsObject, shape::shared_shape::template::ObjectTemplate},
    property::{Attribute, PropertyKey},
    string::JsStrVariant,
    symbol::JsSymbol,
};
use boa_parser::lexer::regex::RegExpFlags;
use regress::{Begin, Regex, Scanner, Text};
use rustc_hash::FxHashMap;
use std::{cell::RefCell, ops::Range, rc::Rc};

/// Compiled patterns that are kept; all are forgotten when there are more.
const COMPILED_MAX: usize = 256;

thread_local! {
    /// Patterns by source and flags: a literal in a loop is compiled once.
    static COMPILED: RefCell<FxHashMap<(JsString, JsString), RegExp>> = RefCell::default();
}

pub(super) fn compiled(source: &JsString, flags: &JsString) -> Option<RegExp> {
    let key = (source.clone(), flags.clone());
    COMPILED.with_borrow(|compiled| compiled.get(&key).cloned())
}

pub(super) fn keep(regexp: &RegExp) {
    let key = (
        regexp.original_source.clone(),
        regexp.original_flags.clone(),
    );
    COMPILED.with_borrow_mut(|compiled| {
        if compiled.len() >= COMPILED_MAX {
            compiled.clear();
        }
        compiled.insert(key, regexp.clone());
    });
}

/// A property of a built-in object, as it was when the realm was made.
struct Slot {
    index: usize,
    value: JsValue,
}

impl Slot {
    fn of(object: &JsObject, key: impl Into<PropertyKey>) -> Option<Self> {
        let object = object.borrow();
        let slot = object.shape().lookup(&key.into())?;
        let index = slot.index as usize;
        let value = object.properties().storage.get(index)?.clone();
        Some(Self { index, value })
    }

    fn is_unchanged(&self, storage: &[JsValue]) -> bool {
        storage
            .get(self.index)
            .is_some_and(|value| value.is_identical(&self.value))
    }
}

/// What tells whether somebody has tampered.
pub(crate) struct State {
    prototype: JsObject,
    exec: Slot,
    /// The getter `flags` and those that it calls.
    flags: Vec<Slot>,
    own_constructor: Slot,
    constructor: JsObject,
    species: Slot,
    /// Of the array that `exec` returns.
    result: ObjectTemplate,
}

impl State {
    pub(crate) fn new(context: &Context) -> Option<Self> {
        let constructor = context.intrinsics().constructors().regexp().constructor();
        let prototype = context.intrinsics().constructors().regexp().prototype();
        let flags = [
            js_string!("flags"),
            js_string!("hasIndices"),
            js_string!("global"),
            js_string!("ignoreCase"),
            js_string!("multiline"),
            js_string!("dotAll"),
            js_string!("unicode"),
            js_string!("unicodeSets"),
            js_string!("sticky"),
        ];
        let flags = flags.map(|name| Slot::of(&prototype, name));
        let mut result = context.intrinsics().templates().array().clone();
        for name in [
            js_string!("index"),
            js_string!("input"),
            js_string!("groups"),
        ] {
            result.property(name.into(), Attribute::all());
        }
        Some(Self {
            exec: Slot::of(&prototype, js_string!("exec"))?,
            flags: flags.into_iter().collect::<Option<_>>()?,
            own_constructor: Slot::of(&prototype, js_string!("constructor"))?,
            species: Slot::of(&constructor, JsSymbol::species())?,
            prototype,
            constructor,
            result,
        })
    }

    fn has_own_exec(&self) -> bool {
        let prototype = self.prototype.borrow();
        self.exec.is_unchanged(&prototype.properties().storage)
    }

    fn has_own_flags(&self) -> bool {
        let prototype = self.prototype.borrow();
        let storage = &prototype.properties().storage;
        self.exec.is_unchanged(storage) && self.flags.iter().all(|slot| slot.is_unchanged(storage))
    }

    fn has_own_species(&self) -> bool {
        let prototype = self.prototype.borrow();
        let constructor = self.constructor.borrow();
        self.own_constructor
            .is_unchanged(&prototype.properties().storage)
            && self
                .species
                .is_unchanged(&constructor.properties().storage)
    }
}

/// How much has to be as it was.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Needs {
    Exec,
    Flags,
    Species,
}

/// A regular expression without properties or a prototype of its own.
pub(super) struct Plain {
    pub(super) object: JsObject<RegExp>,
    pub(super) regex: Rc<Regex>,
    pub(super) flags: RegExpFlags,
    pub(super) last_index: usize,
    pub(super) state: Rc<State>,
}

impl Plain {
    pub(super) fn new(this: &JsValue, needs: Needs, context: &Context) -> Option<Self> {
        let object = this.as_object()?.downcast::<RegExp>().ok()?;
        Self::of(object, needs, context)
    }

    fn of(object: JsObject<RegExp>, needs: Needs, context: &Context) -> Option<Self> {
        let state = context.plain_regexp.clone()?;
        let (regex, flags, last_index) = {
            let borrowed = object.borrow();
            let shape = context.intrinsics().templates().regexp().shape();
            if borrowed.shape().to_addr_usize() != shape.to_addr_usize() {
                return None;
            }
            // `lastIndex` is the only property, and writable.
            let last_index = borrowed.properties().storage.first()?.as_i32()?;
            let data = borrowed.data();
            let last_index = usize::try_from(last_index).ok()?;
            (data.matcher.clone(), data.flags, last_index)
        };
        let is_untouched = match needs {
            Needs::Exec => state.has_own_exec(),
            Needs::Flags => state.has_own_flags(),
            Needs::Species => state.has_own_flags() && state.has_own_species(),
        };
        is_untouched.then_some(Self {
            object,
            regex,
            flags,
            last_index,
            state,
        })
    }

    pub(super) fn is_global(&self) -> bool {
        self.flags.contains(RegExpFlags::GLOBAL)
    }

    pub(super) fn is_sticky(&self) -> bool {
        self.flags.contains(RegExpFlags::STICKY)
    }

    pub(super) fn set_last_index(&self, index: usize) {
        let mut object = self.object.borrow_mut();
        if let Some(last_index) = object.properties_mut().storage.first_mut() {
            *last_index = JsValue::new(index);
        }
    }

    pub(super) fn scan<'s>(&'s self, input: &'s JsString) -> Scanner<'s, 's> {
        self.regex.scan(text(input, self.flags))
    }

    /// One search, with what it does to `lastIndex`.
    pub(super) fn find(&self, input: &JsString, scanner: &mut Scanner<'_, '_>) -> Option<Range<usize>> {
        let moves = self.is_global() || self.is_sticky();
        let start = if moves { self.last_index } else { 0 };
        let start = character_start(input, start, self.flags);
        let found = scanner.find(start, begin(self.flags));
        debug_assert!(found.as_ref().is_none_or(|range| range.end <= input.len()));
        if moves {
            self.set_last_index(found.as_ref().map_or(0, |range| range.end));
        }
        found
    }

    /// All matches from the beginning, as a global expression finds them; `lastIndex` becomes 0.
    pub(super) fn find_all(
        &self,
        input: &JsString,
        mut on: impl FnMut(&Scanner<'_, '_>, Range<usize>),
    ) {
        let mut scanner = self.scan(input);
        let mut at = 0;
        while let Some(range) = scanner.find(at, begin(self.flags)) {
            at = if range.is_empty() {
                advance(input, range.end, self.flags)
            } else {
                range.end
            };
            on(&scanner, range);
        }
        self.set_last_index(0);
    }

    /// The names of groups, each with the groups that have it.
    pub(super) fn names(&self) -> Vec<(JsString, Vec<usize>)> {
        names(&self.regex)
    }
}

/// As many names as a pattern has: each name once, in order, with the groups that have it.
pub(super) fn names(regex: &Regex) -> Vec<(JsString, Vec<usize>)> {
    let mut names: Vec<(JsString, Vec<usize>)> = Vec::new();
    for (index, name) in regex.group_names().iter().enumerate() {
        if name.is_empty() {
            continue;
        }
        let name = JsString::from(&**name);
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, groups)) => groups.push(index),
            None => names.push((name, vec![index])),
        }
    }
    names
}

pub(super) fn is_unicode(flags: RegExpFlags) -> bool {
    flags.intersects(RegExpFlags::UNICODE | RegExpFlags::UNICODE_SETS)
}

pub(super) fn begin(flags: RegExpFlags) -> Begin {
    if flags.contains(RegExpFlags::STICKY) {
        Begin::Exactly
    } else {
        Begin::AtOrAfter
    }
}

fn text(input: &JsString, flags: RegExpFlags) -> Text<'_> {
    match input.variant() {
        JsStrVariant::Latin1(units) => Text::Latin1(units),
        JsStrVariant::Utf16(units) if is_unicode(flags) => Text::Pairs(units),
        JsStrVariant::Utf16(units) => Text::Units(units),
    }
}

/// Where the character begins whose code unit is at an index.
fn character_start(input: &JsString, index: usize, flags: RegExpFlags) -> usize {
    if is_unicode(flags)
        && index > 0
        && let JsStrVariant::Utf16(units) = input.variant()
        && let Some(0xDC00..=0xDFFF) = units.get(index)
        && let Some(0xD800..=0xDBFF) = units.get(index - 1)
    {
        return index - 1;
    }
    index
}

/// The index behind the character at an index.
pub(super) fn advance(input: &JsString, index: usize, flags: RegExpFlags) -> usize {
    if is_unicode(flags) && index < input.len() {
        index + input.code_point_at(index).code_unit_count()
    } else {
        index + 1
    }
}

/// A part of the input as a value.
pub(super) fn part(input: &JsString, range: Option<Range<usize>>) -> JsValue {
    range.map_or_else(JsValue::undefined, |range| {
        input.slice(range.start, range.end).into()
    })
}

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

/// `RegExp.prototype.test ( S )`
pub(super) fn test(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(input) = args.get_or_undefined(0).as_string()
        && let Some(plain) = Plain::new(this, Needs::Exec, context)
    {
        let mut scanner = plain.scan(&input);
        return Ok(plain.find(&input, &mut scanner).is_some().into());
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
        return Ok(found.map_or_else(|| JsValue::new(-1), |range| JsValue::new(range.start)));
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
        plain.find_all(&input, |_, range| items.push(part(&input, Some(range))));
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
        let items = split_plain(&plain, &input, max as usize);
        return Ok(Array::create_array_from_list(items, context).into());
    }
    RegExp::split(this, args, context)
}

fn split_plain(plain: &Plain, input: &JsString, max: usize) -> Vec<JsValue> {
    let mut items = Vec::new();
    if max == 0 {
        return items;
    }
    let mut scanner = plain.scan(input);
    if input.is_empty() {
        if scanner.find(0, Begin::Exactly).is_none() {
            items.push(input.clone().into());
        }
        return items;
    }
    let (mut start, mut at) = (0, 0);
    // The splitter is sticky and tried everywhere, which is a search.
    while let Some(range) = scanner.find(at, Begin::AtOrAfter) {
        if range.start >= input.len() {
            break;
        }
        if range.end == start {
            at = advance(input, range.start, plain.flags);
            continue;
        }
        items.push(part(input, Some(start..range.start)));
        if items.len() == max {
            return items;
        }
        for index in 0..plain.regex.group_count() {
            items.push(part(input, scanner.group(index)));
            if items.len() == max {
                return items;
            }
        }
        start = range.end;
        at = start;
    }
    items.push(part(input, Some(start..input.len())));
    items
}
