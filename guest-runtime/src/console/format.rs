//! Several values as one text, with `%` placeholders.

use boa_engine::value::JsVariant;
use boa_engine::{Context, JsString, JsValue};

use crate::errors;
use crate::inspect::{self, Options};
use crate::shared::Shared;

/// As `util.format`: placeholders of the first argument, then the rest with spaces between.
pub(crate) fn format(args: &[JsValue], context: &mut Context) -> String {
    let Some((first, rest)) = args.split_first() else {
        return String::new();
    };
    let mut rest = rest.iter();
    let mut text = match first.as_string() {
        Some(pattern) if !rest.as_slice().is_empty() => {
            fill(&pattern.to_std_string_lossy(), &mut rest, context)
        }
        Some(pattern) => return pattern.to_std_string_lossy(),
        None => inspect::inspect(first, context),
    };
    for value in rest {
        text.push(' ');
        match value.as_string() {
            Some(string) => text.push_str(&string.to_std_string_lossy()),
            None => text.push_str(&inspect::inspect(value, context)),
        }
    }
    text
}

fn fill(pattern: &str, args: &mut std::slice::Iter<'_, JsValue>, context: &mut Context) -> String {
    let mut text = String::new();
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        let Some(&kind) = characters.peek().filter(|_| character == '%') else {
            text.push(character);
            continue;
        };
        if kind == '%' {
            characters.next();
            text.push('%');
            continue;
        }
        let value = if matches!(kind, 's' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c') {
            args.next()
        } else {
            None
        };
        let Some(value) = value else {
            text.push('%');
            continue;
        };
        characters.next();
        match kind {
            's' => text.push_str(&plain(value, context)),
            'd' => text.push_str(&numeric(value, |text| text.to_number(), context)),
            'i' => text.push_str(&numeric(value, |text| leading_number(text, false), context)),
            'f' => text.push_str(&numeric(value, |text| leading_number(text, true), context)),
            'j' => text.push_str(&json(value, context)),
            'o' => {
                let options = Options {
                    depth: 4,
                    ..Options::default()
                };
                text.push_str(&inspect::inspect_with(value, options, context));
            }
            'O' => text.push_str(&inspect::inspect(value, context)),
            _ => {}
        }
    }
    text
}

/// `%s`: as text, objects on one level.
fn plain(value: &JsValue, context: &mut Context) -> String {
    match value.variant() {
        JsVariant::String(text) => text.to_std_string_lossy(),
        JsVariant::Object(object) if object.is::<boa_engine::builtins::error::Error>() => {
            errors::short_text(value, context)
        }
        JsVariant::Object(object) if object.is_callable() => {
            let to_string = Shared::of(context).originals().function_to_string;
            to_string
                .call(value, &[], context)
                .ok()
                .and_then(|text| text.as_string())
                .map_or_else(String::new, |text| text.to_std_string_lossy())
        }
        JsVariant::Object(_) => {
            let options = Options {
                depth: 0,
                ..Options::default()
            };
            inspect::inspect_with(value, options, context)
        }
        _ => inspect::inspect(value, context),
    }
}

fn numeric(value: &JsValue, read: impl FnOnce(&JsString) -> f64, context: &mut Context) -> String {
    match value.variant() {
        JsVariant::BigInt(_) => inspect::inspect(value, context),
        JsVariant::Integer32(_) | JsVariant::Float64(_) | JsVariant::String(_) => {
            let text = match value.as_number() {
                Some(number) => JsString::from(inspect::number(number)),
                None => value.as_string().unwrap_or_default(),
            };
            inspect::number(read(&text))
        }
        JsVariant::Null => inspect::number(0.0),
        JsVariant::Boolean(value) => inspect::number(f64::from(u8::from(value))),
        _ => "NaN".to_owned(),
    }
}

/// `parseInt` or `parseFloat`.
fn leading_number(text: &JsString, has_fraction: bool) -> f64 {
    let text = text.to_std_string_lossy();
    let text = text.trim_start();
    let is_part = |(at, character): (usize, char)| {
        character.is_ascii_digit()
            || (at == 0 && matches!(character, '-' | '+'))
            || (has_fraction && matches!(character, '.' | 'e' | 'E' | '-' | '+'))
    };
    let end = text
        .char_indices()
        .find(|&(at, character)| !is_part((at, character)))
        .map_or(text.len(), |(at, _)| at);
    (1..=end)
        .rev()
        .find_map(|end| text[..end].parse().ok())
        .unwrap_or(f64::NAN)
}

fn json(value: &JsValue, context: &mut Context) -> String {
    let stringify = Shared::of(context).originals().json_stringify;
    match stringify.call(&JsValue::undefined(), std::slice::from_ref(value), context) {
        Ok(text) => text
            .as_string()
            .map_or_else(|| "undefined".to_owned(), |text| text.to_std_string_lossy()),
        Err(_) => "[Circular]".to_owned(),
    }
}
