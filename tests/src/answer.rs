//! The answer of a run as text, complete and the same each time.

use std::fmt::Write as _;

use isolate_host::{EffectEntry, Outcome, Run, Thrown, Value};

/// Characters of one line of a result; longer values take a line per item.
const LINE_MAX: usize = 90;

/// The outcome, the console and the effects of a run, a fact per line.
#[must_use]
pub fn answer(run: &Run) -> String {
    let mut text = String::new();
    match &run.outcome {
        Outcome::Returned(value) => push(&mut text, "result", &rendered(value)),
        Outcome::Threw(thrown) => push_thrown(&mut text, "throws", thrown),
        Outcome::Unparsable(thrown) => push_thrown(&mut text, "does not parse", thrown),
        Outcome::LimitExceeded(exceeded) => {
            push(&mut text, "limit", exceeded.limit.as_str());
            push(&mut text, "message", &plain(&exceeded.message));
        }
        other => push(&mut text, "ends", &format!("{other:?}")),
    }
    for entry in &run.logs {
        push(
            &mut text,
            &format!("console.{}", entry.level.as_str()),
            &plain(&entry.text),
        );
    }
    let dropped = run.logs_dropped;
    if dropped.entries > 0 {
        push(
            &mut text,
            "dropped",
            &format!("{} log entries, {} bytes", dropped.entries, dropped.bytes),
        );
    }
    let effects = [
        ("created", &run.effects.created),
        ("changed", &run.effects.changed),
        ("deleted", &run.effects.deleted),
    ];
    for (kind, entries) in effects {
        for entry in entries {
            push(&mut text, kind, &effect(entry));
        }
    }
    let omitted = run.effects.omitted.total();
    if omitted > 0 {
        push(&mut text, "omitted", &format!("{omitted} more paths"));
    }
    if !run.is_committed {
        push(&mut text, "committed", "no");
    }
    text
}

fn push(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key}: {value}");
}

fn push_thrown(text: &mut String, kind: &str, thrown: &Thrown) {
    push(text, kind, &plain(&thrown.name));
    push(text, "message", &plain(&thrown.message));
    let facts = [
        ("code", &thrown.code),
        ("path", &thrown.path),
        ("cause", &thrown.cause),
    ];
    for (key, fact) in facts {
        if let Some(fact) = fact {
            push(text, key, &plain(fact));
        }
    }
    if let (Some(line), Some(column)) = (thrown.line, thrown.column) {
        push(text, "at", &format!("{line}:{column}"));
    }
    if let Some(value) = &thrown.value {
        push(text, "value", &rendered(value));
    }
}

fn effect(entry: &EffectEntry) -> String {
    let size = |size: Option<u64>| size.map_or_else(|| "-".to_owned(), |size| size.to_string());
    let (before, after) = (size(entry.size_before), size(entry.size_after));
    format!("{} ({before} -> {after})", plain(entry.path.as_str()))
}

/// Text as it is where one line shows all of it, else as a string of JavaScript.
fn plain(text: &str) -> String {
    let is_plain = !text.is_empty()
        && !text.starts_with(['"', ' '])
        && !text.ends_with(' ')
        && !text.chars().any(needs_escape);
    if is_plain {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// Line separators end a comment, and the rest would not be seen.
fn needs_escape(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            character if needs_escape(character) => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A value as JavaScript would write it: unlike JSON it keeps `undefined`, `NaN`, `-0`, dates,
/// bytes and the rest apart.
#[must_use]
pub fn rendered(value: &Value) -> String {
    let mut text = String::new();
    render(value, 0, &mut text);
    text
}

fn render(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Undefined => out.push_str("undefined"),
        Value::Null => out.push_str("null"),
        Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(value) => out.push_str(&number(*value)),
        Value::String(text) => {
            out.push_str(&quoted(&text.text));
            if text.has_lone_surrogate() {
                out.push_str(" /* lone surrogate */");
            }
        }
        Value::Bytes(bytes) => {
            out.push_str("bytes(");
            for (index, byte) in bytes.iter().enumerate() {
                let space = if index > 0 { " " } else { "" };
                let _ = write!(out, "{space}{byte:02x}");
            }
            out.push(')');
        }
        Value::Date(_) => {
            let iso = isolate_host::to_json(value);
            let iso = iso.as_ref().and_then(|json| json.as_str()).unwrap_or("NaN");
            let _ = write!(out, "Date({iso})");
        }
        Value::Array(items) => {
            list(
                "[",
                items.iter().map(|item| (None, item)).collect(),
                "]",
                depth,
                out,
            );
        }
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(key, member)| (Some(name(&key.text)), member));
            list("{", members.collect(), "}", depth, out);
        }
        Value::BigInt(text) => {
            let _ = write!(out, "{text}n");
        }
        Value::Map(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (Some(rendered(key)), value));
            list("Map {", entries.collect(), "}", depth, out);
        }
        Value::Set(items) => {
            list(
                "Set {",
                items.iter().map(|item| (None, item)).collect(),
                "}",
                depth,
                out,
            );
        }
        Value::Function(name) => {
            let _ = write!(out, "function({})", plain(name));
        }
        Value::Symbol(name) => {
            let _ = write!(out, "Symbol({})", plain(name));
        }
        Value::RegExp { source, flags } => {
            let _ = write!(out, "RegExp(/{source}/{flags})");
        }
        Value::JsonNumber(digits) => out.push_str(digits),
        Value::Reference(path) => {
            let _ = write!(out, "reference({path})");
        }
        Value::Error { name, message, .. } => {
            let _ = write!(out, "{name}({})", quoted(message));
        }
        Value::Cut { left_out, what } => {
            let _ = write!(out, "cut({left_out} {what})");
        }
    }
}

/// A key, bare where JavaScript allows it.
fn name(key: &str) -> String {
    let is_bare = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_bare { key.to_owned() } else { quoted(key) }
}

fn number(value: f64) -> String {
    if value == 0.0 && value.is_sign_negative() {
        return "-0".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    format!("{value}")
}

type Item<'a> = (Option<String>, &'a Value);

fn list(open: &str, items: Vec<Item<'_>>, close: &str, depth: usize, out: &mut String) {
    let parts: Vec<String> = items
        .iter()
        .map(|(key, value)| {
            let mut text = String::new();
            if let Some(key) = key {
                let _ = write!(text, "{key}: ");
            }
            render(value, depth + 1, &mut text);
            text
        })
        .collect();
    let is_short = !parts.iter().any(|part| part.contains('\n'))
        && 2 * depth + parts.iter().map(|part| part.len() + 2).sum::<usize>() <= LINE_MAX;
    out.push_str(open);
    if is_short {
        let space = if open == "[" || parts.is_empty() {
            ""
        } else {
            " "
        };
        let _ = write!(out, "{space}{}{space}", parts.join(", "));
    } else {
        for part in &parts {
            let _ = write!(out, "\n{}{part},", "  ".repeat(depth + 1));
        }
        let _ = write!(out, "\n{}", "  ".repeat(depth));
    }
    out.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_apart() {
        let value = Value::Array(vec![
            Value::Undefined,
            Value::Number(-0.0),
            Value::Number(0.5),
            Value::Number(f64::NAN),
            Value::Date(0.0),
            Value::Bytes(vec![0, 255]),
            Value::String("a\n\u{2028}".into()),
        ]);
        assert_eq!(
            rendered(&value),
            "[undefined, -0, 0.5, NaN, Date(1970-01-01T00:00:00.000Z), bytes(00 ff), \"a\\n\\u2028\"]"
        );
    }

    #[test]
    fn long_values_take_a_line_per_item() {
        let long = Value::String("x".repeat(LINE_MAX).as_str().into());
        let value = Value::Object(vec![
            ("a".into(), long),
            ("b c".into(), Value::Array(vec![])),
        ]);
        let expected = format!("{{\n  a: \"{}\",\n  \"b c\": [],\n}}", "x".repeat(LINE_MAX));
        assert_eq!(rendered(&value), expected);
    }
}
