//! `RegExp.prototype [ @@replace ]` of expressions that nobody has tampered with.

use super::RegExp;
use super::native_exec::groups;
use super::untouched::{Needs, Plain, part};
use crate::{Context, JsArgs, JsResult, JsString, JsValue, object::JsObject, string::TextBuilder};
use regress::Scanner;
use std::ops::Range;

/// `RegExp.prototype [ @@replace ] ( string, replaceValue )`
pub(super) fn replace(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let by = args.get_or_undefined(1);
    if let Some(input) = args.get_or_undefined(0).as_string()
        && (by.is_string() || by.is_callable())
        && let Some(plain) = Plain::new(this, Needs::Flags, context)
    {
        let replaced = match (by.as_string(), by.as_callable()) {
            (Some(template), _) => with_template(&plain, &input, &template, context),
            (None, Some(function)) => with_function(&plain, &input, &function, context)?,
            (None, None) => input,
        };
        return Ok(replaced.into());
    }
    RegExp::replace(this, args, context)
}

/// Calls for the matches that are to be replaced.
fn each_match(
    plain: &Plain,
    input: &JsString,
    mut on: impl FnMut(&Scanner<'_, '_>, Range<usize>),
    context: &mut Context,
) {
    let last = if plain.is_global() {
        plain.find_all(input, on)
    } else {
        let mut scanner = plain.scan(input);
        let found = plain.find(input, &mut scanner);
        if let Some(range) = &found {
            on(&scanner, range.clone());
        }
        found
    };
    plain.remember(input, last, context);
}

/// A piece of a replacement.
enum Piece {
    /// A part of the template.
    Text(Range<usize>),
    Match,
    Before,
    After,
    /// The first group of these that matched, counted from 0.
    Group(Vec<usize>),
}

fn with_template(
    plain: &Plain,
    input: &JsString,
    template: &JsString,
    context: &mut Context,
) -> JsString {
    let pieces = if template.contains(b'$') {
        parse(template, plain)
    } else {
        vec![Piece::Text(0..template.len())]
    };
    let mut text = TextBuilder::with_capacity(input.len());
    let mut end = 0;
    let mut is_found = false;
    let push = |text: &mut TextBuilder, of: &JsString, range: Range<usize>| {
        if let Some(part) = of.as_str().get(range) {
            text.push(part);
        }
    };
    let on = |scanner: &Scanner<'_, '_>, range: Range<usize>| {
        is_found = true;
        push(&mut text, input, end..range.start);
        for piece in &pieces {
            match piece {
                Piece::Text(part) => push(&mut text, template, part.clone()),
                Piece::Match => push(&mut text, input, range.clone()),
                Piece::Before => push(&mut text, input, 0..range.start),
                Piece::After => push(&mut text, input, range.end..input.len()),
                Piece::Group(indexes) => {
                    let mut groups = indexes.iter().filter_map(|index| scanner.group(*index));
                    if let Some(group) = groups.next() {
                        push(&mut text, input, group);
                    }
                }
            }
        }
        end = range.end;
    };
    each_match(plain, input, on, context);
    if !is_found {
        return input.clone();
    }
    push(&mut text, input, end..input.len());
    text.build()
}

/// Takes a template apart, as `GetSubstitution` reads it.
fn parse(template: &JsString, plain: &Plain) -> Vec<Piece> {
    let units = template.to_vec();
    let names = plain.names();
    let count = plain.regex.group_count();
    let digit = |index: usize| {
        let unit = units.get(index).copied().unwrap_or_default();
        char::from_u32(unit.into())?
            .to_digit(10)
            .map(|digit| digit as usize)
    };
    let mut pieces = Vec::new();
    let mut text_start = 0;
    let mut at = 0;
    while at < units.len() {
        let next = units
            .get(at + 1)
            .copied()
            .map(u32::from)
            .and_then(char::from_u32);
        let found = match (units[at] == u16::from(b'$'), next) {
            (true, Some('$')) => Some((Piece::Text(at..at + 1), 2)),
            (true, Some('&')) => Some((Piece::Match, 2)),
            (true, Some('`')) => Some((Piece::Before, 2)),
            (true, Some('\'')) => Some((Piece::After, 2)),
            (true, Some('0'..='9')) => {
                let one = digit(at + 1).unwrap_or_default();
                let two = digit(at + 2).map(|second| one * 10 + second);
                match two.filter(|two| (1..=count).contains(two)) {
                    Some(two) => Some((Piece::Group(vec![two - 1]), 3)),
                    None if (1..=count).contains(&one) => Some((Piece::Group(vec![one - 1]), 2)),
                    None => None,
                }
            }
            (true, Some('<')) if !names.is_empty() => {
                let closing = units[at..].iter().position(|unit| *unit == u16::from(b'>'));
                closing.map(|length| {
                    let name = JsString::from(&units[at + 2..at + length]);
                    let groups = names.iter().find(|(known, _)| *known == name);
                    let indexes = groups.map(|(_, indexes)| indexes.clone());
                    (Piece::Group(indexes.unwrap_or_default()), length + 1)
                })
            }
            _ => None,
        };
        let Some((piece, length)) = found else {
            at += 1;
            continue;
        };
        pieces.push(Piece::Text(text_start..at));
        pieces.push(piece);
        at += length;
        text_start = at;
    }
    pieces.push(Piece::Text(text_start..units.len()));
    pieces
}

fn with_function(
    plain: &Plain,
    input: &JsString,
    function: &JsObject,
    context: &mut Context,
) -> JsResult<JsString> {
    // All matches are found before the first call, which may do anything to the expression.
    let count = plain.regex.group_count();
    let mut matches: Vec<Option<Range<usize>>> = Vec::new();
    let on = |scanner: &Scanner<'_, '_>, range: Range<usize>| {
        matches.push(Some(range));
        matches.extend((0..count).map(|index| scanner.group(index)));
    };
    each_match(plain, input, on, context);
    if matches.is_empty() {
        return Ok(input.clone());
    }
    let names = plain.names();
    let mut text = TextBuilder::with_capacity(input.len());
    let mut end = 0;
    let mut arguments = Vec::with_capacity(count + 4);
    for found in matches.chunks(count + 1) {
        let Some((Some(range), captures)) = found.split_first() else {
            continue;
        };
        arguments.clear();
        arguments.extend(found.iter().map(|range| part(input, range.clone())));
        arguments.push(JsValue::new(range.start));
        arguments.push(input.clone().into());
        if !names.is_empty() {
            arguments.push(groups(
                names.clone(),
                |index, _| part(input, index.and_then(|index| captures[index].clone())),
                |index| captures[index].is_some(),
                context,
            )?);
        }
        let by = function.call(&JsValue::undefined(), &arguments, context)?;
        let by = by.to_string(context)?;
        if let Some(kept) = input.as_str().get(end..range.start) {
            text.push(kept);
        }
        text.push(by.as_str());
        end = range.end;
    }
    if let Some(kept) = input.as_str().get(end..) {
        text.push(kept);
    }
    Ok(text.build())
}
