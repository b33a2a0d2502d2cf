//! Puts the engine's messages into the words that programs and models know.

use super::Frames;
use crate::program::{Positions, missing_global};

/// Text of the program that is looked at, in bytes.
const LOOKED_AT_BYTES_MAX: usize = 400;

/// Longest expression that is named, in bytes.
const PATH_BYTES_MAX: usize = 80;

/// The message as V8 words it, with a hint where one is known.
pub(super) fn improved(
    name: &str,
    message: &str,
    frames: &Frames,
    positions: &Positions,
) -> String {
    if name == "ReferenceError"
        && let Some(global) = message.strip_suffix(" is not defined")
        && let Some(hint) = missing_global(global)
    {
        return format!("{message}; {hint}");
    }
    if name != "TypeError" {
        return message.to_owned();
    }
    if let Some(binding) = message
        .strip_prefix("cannot mutate an immutable binding '")
        .and_then(|rest| rest.strip_suffix('\''))
    {
        return format!("Assignment to constant variable '{binding}'.");
    }
    if let Some(kind) = message
        .strip_prefix("value with type `")
        .and_then(|rest| rest.strip_suffix("` is not iterable"))
    {
        return match kind {
            "object" => {
                "object is not iterable; Object.entries(object) gives its entries".to_owned()
            }
            kind => format!("{kind} is not iterable"),
        };
    }
    if message == "module resolution is disabled for this context" {
        return "import() is not available: files are reached through state, e.g. \
                await state.readFile(path)"
            .to_owned();
    }
    let Some(frame) = frames.0.first() else {
        return plain(message);
    };
    let text = positions.text_from(frame.line, frame.column, LOOKED_AT_BYTES_MAX);
    let before = positions.line(frame.line).map_or("", |line| {
        &line[..crate::program::byte_of_utf16(line, frame.column)]
    });
    let improved = match message {
        "not a callable function" => {
            callee(&text, before).map(|path| format!("{path} is not a function"))
        }
        "not a constructor" => {
            let path = path_at_front(text.trim_start_matches("new").trim_start());
            (!path.is_empty()).then(|| format!("{path} is not a constructor"))
        }
        "cannot convert 'null' or 'undefined' to object" => nothing_has(&text, before),
        _ => None,
    };
    improved.unwrap_or_else(|| plain(message))
}

/// The message where nothing is known of the place.
fn plain(message: &str) -> String {
    match message {
        "cannot convert 'null' or 'undefined' to object" => {
            "Cannot read properties of null or undefined".to_owned()
        }
        message => message.to_owned(),
    }
}

/// What is called, where the text is at the last name of it or at its parenthesis.
fn callee(text: &str, before: &str) -> Option<String> {
    let name_len = text.find(|c: char| !is_name_part(c)).unwrap_or(text.len());
    let name = &text[..name_len];
    let path = format!("{}{name}", path_at_end(before));
    if path.is_empty() {
        return None;
    }
    Some(if path.starts_with(['.', '?']) {
        format!("(intermediate value){path}")
    } else {
        path
    })
}

/// A property of what is null or undefined, where the text is at the property.
fn nothing_has(text: &str, before: &str) -> Option<String> {
    let before = before.trim_end();
    let name_len = text.find(|c: char| !is_name_part(c)).unwrap_or(text.len());
    let (name, rest) = match text.chars().next()? {
        quote @ ('"' | '\'') => {
            let end = text[1..].find(quote)? + 1;
            (&text[1..end], &text[end + 1..])
        }
        _ => (&text[..name_len], &text[name_len..]),
    };
    let is_computed = before.ends_with('[');
    if !(is_computed || before.ends_with('.')) {
        return assigned(text);
    }
    if name.is_empty() {
        return None;
    }
    let is_literal =
        !is_computed || text.starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '\'');
    let name = if is_literal {
        format!("'{name}'")
    } else {
        format!("[{name}]")
    };
    let rest = rest.trim_start_matches(']').trim_start();
    let is_set = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
    let object = path_at_end(before.trim_end_matches(['.', '[', '?']));
    let nothing = match object {
        "null" => "null",
        "undefined" => "undefined",
        _ => "null or undefined",
    };
    let subject = if object.is_empty() || object == nothing {
        String::new()
    } else {
        format!(": {object} is {nothing}")
    };
    Some(if is_set {
        format!("Cannot set properties of {nothing} (setting {name}){subject}")
    } else {
        format!("Cannot read properties of {nothing} (reading {name}){subject}")
    })
}

/// As [`nothing_has`], for an assignment, which the engine places at its start.
fn assigned(text: &str) -> Option<String> {
    let target = text.get(..text.find(" =")?)?;
    let (object, name) = target.rsplit_once('.')?;
    let is_path = |text: &str| {
        text.chars()
            .all(|c| is_name_part(c) || matches!(c, '.' | '[' | ']'))
    };
    (is_path(object) && name.chars().all(is_name_part)).then(|| {
        format!("Cannot set properties of null or undefined (setting '{name}'): {object} is null or undefined")
    })
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '#')
}

/// `a.b[0].c` at the end of the text, with what is inside of call parentheses.
fn path_at_end(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut start = text.len();
    for (at, character) in text.char_indices().rev() {
        match character {
            ']' | ')' => depth += 1,
            '[' | '(' if depth > 0 => depth -= 1,
            '[' | '(' => break,
            _ if depth > 0 => {}
            '.' | '?' => {}
            character if is_name_part(character) => {}
            _ => break,
        }
        start = at;
        if text.len() - start > PATH_BYTES_MAX {
            break;
        }
    }
    let path = &text[start..];
    if depth > 0 { "" } else { path }
}

/// `a.b.c` at the front of the text.
fn path_at_front(text: &str) -> &str {
    let end = text
        .find(|c: char| !(is_name_part(c) || c == '.'))
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}
