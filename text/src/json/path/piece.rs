//! What paths and filters have in common: quoted keys and descents.

use super::Step;
use super::selector::{Selection, Selector};
use crate::json::JsonString;

/// The step of `..` and another step.
pub(super) fn descent(step: Step) -> Result<Step, String> {
    let index = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
    let selector = match step {
        Step::Name(name) => Selector::Name(name),
        Step::Index(at) => Selector::Index(index(at)),
        Step::FromEnd(back) => Selector::Index(-index(back)),
        Step::Every => Selector::Every,
        Step::Select(selection) | Step::Descend(selection) => return Ok(Step::Descend(selection)),
        other @ Step::Other(_) => return Err(not_understood(&other)),
    };
    Ok(Step::Descend(Selection::of(selector)))
}

/// What to write instead of brackets that hold nothing that is known.
pub(in crate::json) fn not_understood(step: &Step) -> String {
    format!(
        "{step} is not understood; write an index such as [0], every element as [*], or a key as [\"key\"]"
    )
}

/// Reads a key up to its closing quote, and gives back the text after that.
pub(super) fn quoted(text: &str, quote: char) -> Result<(JsonString, &str), String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == quote {
            return Ok((JsonString::from_utf16(&units), rest));
        }
        let mut literal = c;
        if c == '\\' {
            let Some(escaped) = rest.chars().next() else {
                break;
            };
            rest = &rest[escaped.len_utf8()..];
            literal = match escaped {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let Some(unit) = rest.get(..4).and_then(hex_unit) else {
                        return Err("expected 4 hex digits after \\u".to_owned());
                    };
                    rest = &rest[4..];
                    units.push(unit);
                    continue;
                }
                other => other,
            };
        }
        units.extend_from_slice(literal.encode_utf16(&mut [0; 2]));
    }
    Err(format!("the {quote} is not closed"))
}

fn hex_unit(digits: &str) -> Option<u16> {
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}
