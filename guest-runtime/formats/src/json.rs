//! Values as JSON in one line: what is nested in the cell of a table.

use crate::number::printed;
use crate::quoted;
use crate::source::check_depth;
use crate::{Error, Source, View};

/// Adds a value as `JSON.stringify` writes it.
pub(crate) fn push<S: Source>(
    out: &mut String,
    source: &mut S,
    view: &View<'_, S::Value>,
    depth: usize,
) -> Result<(), S::Error> {
    check_depth(depth, crate::DEPTH_MAX)?;
    match view {
        View::Absent | View::Null => out.push_str("null"),
        View::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        View::Number(value) if value.is_finite() => out.push_str(&printed(*value)),
        View::Number(_) => out.push_str("null"),
        View::Integer(digits) => out.push_str(digits),
        View::String(text) | View::Date(text) => push_string(out, text),
        View::Bytes(_) => {
            return Err(Error::new("a cell cannot hold bytes: write them as Base64").into());
        }
        View::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                let view = source.view(item)?;
                push(out, source, &view, depth + 1)?;
            }
            out.push(']');
        }
        View::Object(members) => {
            let mut separator = "{";
            for (key, value) in members {
                let view = source.view(value)?;
                if matches!(view, View::Absent) {
                    continue;
                }
                out.push_str(separator);
                separator = ",";
                push_string(out, key);
                out.push(':');
                push(out, source, &view, depth + 1)?;
            }
            out.push_str(if separator == "{" { "{}" } else { "}" });
        }
    }
    Ok(())
}

/// A string as JSON writes it, which YAML reads as the same.
pub(crate) fn push_string(out: &mut String, text: &str) {
    quoted::push(out, text, |c| (c < ' ').then(|| quoted::control(c)));
}
