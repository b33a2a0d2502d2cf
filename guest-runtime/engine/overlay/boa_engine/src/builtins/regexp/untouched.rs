//! Whether a program has tampered with regular expressions, and searches of one that it has not.

use super::{RegExp, last_match};
use crate::{
    Context, JsString, JsValue, js_string,
    object::{JsObject, shape::shared_shape::template::ObjectTemplate},
    property::{Attribute, PropertyKey},
    shortcuts::SHORTCUTS,
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
    if !SHORTCUTS {
        return None;
    }
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
    pub(super) result: ObjectTemplate,
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
            && self.species.is_unchanged(&constructor.properties().storage)
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
}

impl Plain {
    pub(super) fn new(this: &JsValue, needs: Needs, context: &Context) -> Option<Self> {
        let object = this.as_object()?.downcast::<RegExp>().ok()?;
        Self::of(object, needs, context)
    }

    pub(super) fn of(object: JsObject<RegExp>, needs: Needs, context: &Context) -> Option<Self> {
        let state = context.plain_regexp.clone().filter(|_| SHORTCUTS)?;
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
    pub(super) fn find(
        &self,
        input: &JsString,
        scanner: &mut Scanner<'_, '_>,
    ) -> Option<Range<usize>> {
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

    /// Notes a match for `RegExp.$1` and its like.
    pub(super) fn remember(
        &self,
        input: &JsString,
        range: Option<Range<usize>>,
        context: &mut Context,
    ) {
        if let Some(range) = range {
            last_match::remember(&self.regex, self.flags, input, range, context);
        }
    }

    /// All matches from the beginning, as a global expression finds them; `lastIndex` becomes 0.
    /// Answers with the last one.
    pub(super) fn find_all(
        &self,
        input: &JsString,
        mut on: impl FnMut(&Scanner<'_, '_>, Range<usize>),
    ) -> Option<Range<usize>> {
        let mut last = None;
        let mut scanner = self.scan(input);
        let mut at = 0;
        while let Some(range) = scanner.find(at, begin(self.flags)) {
            at = if range.is_empty() {
                advance(input, range.end, self.flags)
            } else {
                range.end
            };
            last = Some(range.clone());
            on(&scanner, range);
        }
        self.set_last_index(0);
        last
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

pub(super) fn text(input: &JsString, flags: RegExpFlags) -> Text<'_> {
    match input.variant() {
        JsStrVariant::Latin1(units) => Text::Latin1(units),
        JsStrVariant::Utf16(units) if is_unicode(flags) => Text::Pairs(units),
        JsStrVariant::Utf16(units) => Text::Units(units),
    }
}

/// Where the character begins whose code unit is at an index.
pub(super) fn character_start(input: &JsString, index: usize, flags: RegExpFlags) -> usize {
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
