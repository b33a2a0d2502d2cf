//! The last match, as `RegExp.$1` and its like tell of it.
//!
//! What was matched is kept as the expression, the text and the place: the groups are found again
//! when a program asks for them, which hardly one does.

use super::untouched::text;
use crate::{
    Context, JsArgs, JsResult, JsString, JsValue,
    builtins::{BuiltInBuilder, builder::BuiltInConstructorWithPrototype},
    js_string,
    native_function::NativeFunctionPointer,
    property::Attribute,
    realm::Realm,
};
use boa_parser::lexer::regex::RegExpFlags;
use regress::{Begin, Regex};
use std::ops::Range;
use std::rc::Rc;

/// The last match of any expression.
#[derive(Debug)]
pub(crate) struct LastMatch {
    regex: Rc<Regex>,
    flags: RegExpFlags,
    subject: JsString,
    range: Range<usize>,
    /// What a program has set `RegExp.input` to since.
    input: Option<JsString>,
}

/// Notes a match.
#[inline]
pub(super) fn remember(
    regex: &Rc<Regex>,
    flags: RegExpFlags,
    subject: &JsString,
    range: Range<usize>,
    context: &mut Context,
) {
    context.last_match = Some(LastMatch {
        regex: regex.clone(),
        flags,
        subject: subject.clone(),
        range,
        input: None,
    });
}

impl LastMatch {
    fn part(&self, range: Range<usize>) -> JsString {
        self.subject.slice(range.start, range.end)
    }

    /// A group, counted from 0; empty where it did not match.
    fn group(&self, index: usize) -> JsString {
        let mut scanner = self.regex.scan(text(&self.subject, self.flags));
        let found = scanner.find(self.range.start, Begin::Exactly);
        debug_assert_eq!(found.as_ref(), Some(&self.range));
        let group = found.and_then(|_| scanner.group(index));
        group.map_or_else(|| js_string!(), |range| self.part(range))
    }
}

/// What a property gives where there was a match.
fn answer(context: &Context, of: impl FnOnce(&LastMatch) -> JsString) -> JsResult<JsValue> {
    let answer = context.last_match.as_ref().map(of);
    Ok(answer.unwrap_or_default().into())
}

fn group<const NUMBER: usize>(
    _: &JsValue,
    _: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    answer(context, |last| last.group(NUMBER - 1))
}

fn input(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    answer(context, |last| {
        last.input.as_ref().unwrap_or(&last.subject).clone()
    })
}

fn set_input(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let input = args.get_or_undefined(0).to_string(context)?;
    match &mut context.last_match {
        Some(last) => last.input = Some(input),
        None => {
            // Nothing has been matched: as if the empty expression had been, in empty text.
            if let Ok(regex) = Regex::new("") {
                context.last_match = Some(LastMatch {
                    regex: Rc::new(regex),
                    flags: RegExpFlags::empty(),
                    subject: js_string!(),
                    range: 0..0,
                    input: Some(input),
                });
            }
        }
    }
    Ok(JsValue::undefined())
}

fn last_match(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    answer(context, |last| last.part(last.range.clone()))
}

fn last_paren(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    answer(context, |last| match last.regex.group_count() {
        0 => js_string!(),
        count => last.group(count - 1),
    })
}

fn left_context(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    answer(context, |last| last.part(0..last.range.start))
}

fn right_context(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    answer(context, |last| {
        last.part(last.range.end..last.subject.len())
    })
}

/// Setting the others does nothing.
fn ignore(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

const PROPERTIES: [(&str, NativeFunctionPointer); 19] = [
    ("input", input),
    ("$_", input),
    ("lastMatch", last_match),
    ("$&", last_match),
    ("lastParen", last_paren),
    ("$+", last_paren),
    ("leftContext", left_context),
    ("$`", left_context),
    ("rightContext", right_context),
    ("$'", right_context),
    ("$1", group::<1>),
    ("$2", group::<2>),
    ("$3", group::<3>),
    ("$4", group::<4>),
    ("$5", group::<5>),
    ("$6", group::<6>),
    ("$7", group::<7>),
    ("$8", group::<8>),
    ("$9", group::<9>),
];

/// Gives the constructor its properties.
pub(super) fn install<'ctx>(
    mut constructor: BuiltInConstructorWithPrototype<'ctx>,
    realm: &'ctx Realm,
) -> BuiltInConstructorWithPrototype<'ctx> {
    for (name, get) in PROPERTIES {
        let set: NativeFunctionPointer = if matches!(name, "input" | "$_") {
            set_input
        } else {
            ignore
        };
        let getter = BuiltInBuilder::callable(realm, get)
            .name(JsString::from(format!("get {name}")))
            .build();
        let setter = BuiltInBuilder::callable(realm, set)
            .name(JsString::from(format!("set {name}")))
            .length(1)
            .build();
        constructor = constructor.static_accessor(
            JsString::from(name),
            Some(getter),
            Some(setter),
            Attribute::CONFIGURABLE,
        );
    }
    constructor
}
