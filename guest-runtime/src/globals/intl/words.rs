//! `Intl.PluralRules`, `Intl.ListFormat` and `Intl.RelativeTimeFormat`.

use boa_engine::object::builtins::JsArray;
use boa_engine::{
    Context, JsArgs, JsData, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};
use boa_gc::{Finalize, Trace};

use super::super::add;
use super::locale::{self, Locale};
use super::number::{self, Amount, Rounding, numbering_system};
use super::options::Options;
use super::tables::item;
use super::{Part, joined, part_list, plural};

const STYLES: &[&str] = &["long", "short", "narrow"];
const UNITS: &[&str] = &[
    "second", "minute", "hour", "day", "week", "month", "quarter", "year",
];

#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Plurals {
    locale: Locale,
    is_ordinal: bool,
    rounding: Rounding,
}

#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Lists {
    locale: Locale,
    kind: &'static str,
    style: &'static str,
}

#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Relative {
    locale: Locale,
    style: &'static str,
    is_auto: bool,
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "pluralRules", 2, make_plurals, context);
    add(helpers, "selectPlural", 2, select, context);
    add(helpers, "pluralOptions", 1, plural_options, context);
    add(helpers, "listFormat", 2, make_lists, context);
    add(helpers, "formatList", 2, format_list, context);
    add(helpers, "listParts", 2, list_parts, context);
    add(helpers, "listOptions", 1, list_options, context);
    add(helpers, "relativeFormat", 2, make_relative, context);
    add(helpers, "formatRelative", 3, format_relative, context);
    add(helpers, "relativeParts", 3, relative_parts, context);
    add(helpers, "relativeOptions", 1, relative_options, context);
}

/// Runs `work` with what is inside of an object.
pub(super) fn with<D: boa_engine::object::NativeObject, T>(
    args: &[JsValue],
    work: impl FnOnce(&D) -> T,
) -> JsResult<T> {
    let object = args.get_or_undefined(0).as_object();
    let data = object
        .as_ref()
        .and_then(|object| object.downcast_ref::<D>());
    match data {
        Some(data) => Ok(work(&data)),
        None => Err(JsNativeError::typ()
            .with_message("Method called on incompatible receiver")
            .into()),
    }
}

pub(super) fn opaque<D: boa_engine::object::NativeObject>(data: D) -> JsValue {
    JsObject::from_proto_and_data(None, data).upcast().into()
}

pub(super) fn object(
    list: Vec<(&'static str, JsValue)>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in list {
        object.create_data_property_or_throw(JsString::from(name), value, context)?;
    }
    Ok(object.into())
}

pub(super) fn text(name: &'static str, value: &str) -> (&'static str, JsValue) {
    (name, JsString::from(value).into())
}

fn make_plurals(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let requested = locale::requested(args.get_or_undefined(0), context)?;
    let options = Options::coerced("Intl.PluralRules", args.get_or_undefined(1))?;
    options.word("localeMatcher", &["lookup", "best fit"], context)?;
    let kind = options.word("type", &["cardinal", "ordinal"], context)?;
    let rounding = Rounding::read(&options, 0, 3, false, context)?;
    Ok(opaque(Plurals {
        locale: Locale::resolve(&requested),
        is_ordinal: kind == Some("ordinal"),
        rounding,
    }))
}

fn select(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = args.get_or_undefined(1).to_number(context)?;
    let category = with(args, |rules: &Plurals| {
        let Amount::Finite(is_negative, number) = Amount::from_number(number) else {
            return "other";
        };
        let (shown, places) = rules.rounding.apply(&number, is_negative);
        let language = rules.locale.language();
        if rules.is_ordinal {
            plural::ordinal(language, &shown, places)
        } else {
            plural::cardinal(language, &shown, places)
        }
    })?;
    Ok(JsString::from(category).into())
}

fn plural_options(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (mut list, categories, last) = with(args, |rules: &Plurals| {
        let kind = if rules.is_ordinal {
            "ordinal"
        } else {
            "cardinal"
        };
        let mut list = vec![text("locale", rules.locale.language()), text("type", kind)];
        rules.rounding.resolved(&mut list);
        let mut last = Vec::new();
        rules.rounding.resolved_last(&mut last);
        let categories = plural::categories(rules.locale.language(), rules.is_ordinal);
        (list, categories, last)
    })?;
    let categories = categories.iter().map(|name| JsString::from(*name).into());
    list.push((
        "pluralCategories",
        JsArray::from_iter(categories, context).into(),
    ));
    list.extend(last);
    object(list, context)
}

fn make_lists(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let requested = locale::requested(args.get_or_undefined(0), context)?;
    let options = Options::strict("Intl.ListFormat", args.get_or_undefined(1))?;
    options.word("localeMatcher", &["lookup", "best fit"], context)?;
    let kinds = ["conjunction", "disjunction", "unit"];
    let kind = options.word("type", &kinds, context)?;
    let style = options.word("style", STYLES, context)?;
    Ok(opaque(Lists {
        locale: Locale::resolve(&requested),
        kind: kind.unwrap_or("conjunction"),
        style: style.unwrap_or("long"),
    }))
}

impl Lists {
    fn parts(&self, items: &[String]) -> Vec<Part> {
        let kinds = ["conjunction", "disjunction", "unit"];
        let place =
            |list: &[&str], word: &str| list.iter().position(|item| *item == word).unwrap_or(0);
        let at = place(&kinds, self.kind) * 3 + place(STYLES, self.style);
        let words = item(self.locale.table.lists, at);
        let word = |at: usize| words.split('|').nth(at).unwrap_or_default();
        let mut parts = Vec::new();
        for (index, text) in items.iter().enumerate() {
            let before = match index {
                0 => "",
                1 if items.len() == 2 => self.two(word(0), text),
                _ if index == items.len() - 1 => self.two(word(3), text),
                1 => word(1),
                _ => word(2),
            };
            if !before.is_empty() {
                parts.push(("literal", before.to_owned()));
            }
            parts.push(("element", text.clone()));
        }
        parts
    }

    /// Spanish words change before the sound that they end with.
    fn two(&self, word: &'static str, next: &str) -> &'static str {
        let next = next.to_lowercase();
        if self.locale.language() != "es" {
            return word;
        }
        let is_i = next.starts_with('i')
            || next.starts_with("hi") && !next.starts_with("hie") && !next.starts_with("hia");
        match word {
            " y " if is_i => " e ",
            " o " if next.starts_with(['o', '8']) || next.starts_with("ho") => " u ",
            word => word,
        }
    }
}

fn texts(args: &[JsValue], context: &mut Context) -> JsResult<Vec<String>> {
    let Some(list) = args.get_or_undefined(1).as_object() else {
        return Ok(Vec::new());
    };
    let len = list
        .get(js_string!("length"), context)?
        .to_length(context)?;
    let mut items = Vec::new();
    for at in 0..len {
        items.push(
            list.get(at, context)?
                .to_string(context)?
                .to_std_string_lossy(),
        );
    }
    Ok(items)
}

fn format_list(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let items = texts(args, context)?;
    let text = with(args, |lists: &Lists| joined(&lists.parts(&items)))?;
    Ok(JsString::from(text).into())
}

fn list_parts(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let items = texts(args, context)?;
    let parts = with(args, |lists: &Lists| lists.parts(&items))?;
    part_list(&parts, context)
}

fn list_options(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = with(args, |lists: &Lists| {
        vec![
            text("locale", lists.locale.tag()),
            text("type", lists.kind),
            text("style", lists.style),
        ]
    })?;
    object(list, context)
}

fn make_relative(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let requested = locale::requested(args.get_or_undefined(0), context)?;
    let options = Options::coerced("Intl.RelativeTimeFormat", args.get_or_undefined(1))?;
    options.word("localeMatcher", &["lookup", "best fit"], context)?;
    numbering_system(&options, context)?;
    let style = options.word("style", STYLES, context)?;
    let numeric = options.word("numeric", &["always", "auto"], context)?;
    Ok(opaque(Relative {
        locale: Locale::resolve(&requested),
        style: style.unwrap_or("long"),
        is_auto: numeric == Some("auto"),
    }))
}

impl Relative {
    /// The parts of a time from now, and the unit of those that are digits.
    fn parts(&self, value: f64, unit: &str) -> Vec<Part> {
        let table = self.locale.table;
        let style = STYLES
            .iter()
            .position(|style| *style == self.style)
            .unwrap_or(0);
        let list = table
            .entry(|table| table.relative, unit)
            .unwrap_or_default();
        let list = list.split("||").nth(style).unwrap_or_default();
        let mut list = list.split('|');
        let (past, future, words) = (list.next(), list.next(), list.next().unwrap_or_default());
        if self.is_auto {
            let at = [-2.0, -1.0, 0.0, 1.0, 2.0]
                .iter()
                .position(|near| *near == value);
            let word = at.map_or("", |at| item(words, at));
            if !word.is_empty() {
                return vec![("literal", word.to_owned())];
            }
        }
        let is_past = value.is_sign_negative();
        let amount = Amount::from_number(value.abs());
        let category = match &amount {
            Amount::Finite(_, number) => {
                let (shown, places) = Rounding::places(0, 3).apply(number, false);
                plural::cardinal(self.locale.language(), &shown, places)
            }
            _ => "other",
        };
        let forms = if is_past { past } else { future };
        let pattern = table.form(forms.unwrap_or_default(), category);
        let (before, behind) = pattern.split_once('#').unwrap_or_default();
        let mut parts = Vec::new();
        if !before.is_empty() {
            parts.push(("literal", before.to_owned()));
        }
        parts.extend(number::plain(&self.locale, &amount));
        if !behind.is_empty() {
            parts.push(("literal", behind.to_owned()));
        }
        parts
    }
}

fn relative(args: &[JsValue], context: &mut Context) -> JsResult<(Vec<Part>, &'static str)> {
    let value = args.get_or_undefined(1).to_number(context)?;
    let unit = args
        .get_or_undefined(2)
        .to_string(context)?
        .to_std_string_lossy();
    let singular = unit.strip_suffix('s').unwrap_or(&unit);
    let Some(unit) = UNITS.iter().find(|name| **name == singular) else {
        let message = format!(
            "Invalid unit argument for Intl.RelativeTimeFormat.prototype.format() '{unit}'"
        );
        return Err(JsNativeError::range().with_message(message).into());
    };
    if !value.is_finite() {
        let message =
            "Value need to be finite number for Intl.RelativeTimeFormat.prototype.format()";
        return Err(JsNativeError::range().with_message(message).into());
    }
    let parts = with(args, |relative: &Relative| relative.parts(value, unit))?;
    Ok((parts, unit))
}

fn format_relative(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (parts, _) = relative(args, context)?;
    Ok(JsString::from(joined(&parts)).into())
}

fn relative_parts(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (parts, unit) = relative(args, context)?;
    let list = part_list(&parts, context)?;
    if let Some(list) = list.as_object() {
        for (at, (kind, _)) in parts.iter().enumerate() {
            if *kind != "literal"
                && let Some(part) = list.get(at, context)?.as_object()
            {
                let unit = JsString::from(unit);
                part.create_data_property_or_throw(js_string!("unit"), unit, context)?;
            }
        }
    }
    Ok(list)
}

fn relative_options(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = with(args, |relative: &Relative| {
        vec![
            text("locale", relative.locale.tag()),
            text("style", relative.style),
            text("numeric", if relative.is_auto { "auto" } else { "always" }),
            text("numberingSystem", "latn"),
        ]
    })?;
    object(list, context)
}
