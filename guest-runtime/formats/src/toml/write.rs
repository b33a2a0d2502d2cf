//! Values as TOML: plain members first, then tables under headers of their own.

use std::borrow::Cow;

use toml_datetime::Datetime;

use crate::number::{EXACT_MAX, printed};
use crate::quoted;
use crate::source::check_depth;
use crate::{DEPTH_MAX, Error, Source, Tree, View, Walk};

/// How values are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Style {
    /// Whether members that are `null` are left out, or are an error. TOML has no `null`.
    pub skip_null: bool,
    /// Whether the items of an array have spaces around them (`smol-toml`).
    pub spaced_arrays: bool,
    /// How deep values may be nested.
    pub depth_max: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            skip_null: false,
            spaced_arrays: false,
            depth_max: DEPTH_MAX,
        }
    }
}

/// Writes an object as a text.
///
/// # Errors
///
/// What TOML cannot hold, and what `source` fails with.
pub fn write<S: Source>(
    source: &mut S,
    value: &S::Value,
    style: &Style,
) -> Result<String, S::Error> {
    let mut writer = Writer {
        source,
        style,
        out: String::new(),
        path: Vec::new(),
    };
    match writer.source.view(value)? {
        View::Object(members) => writer.table(&members, 0)?,
        view => {
            let message = format!("a TOML text is an object, not {}", view.kind());
            return Err(Error::new(message).into());
        }
    }
    Ok(writer.out)
}

/// One value in a line, as it follows `=`.
pub(super) fn inline(tree: &Tree) -> Result<String, Error> {
    let mut writer = Writer {
        source: &mut Walk::default(),
        style: &Style::default(),
        out: String::new(),
        path: Vec::new(),
    };
    let view = Walk::default().view(&tree)?;
    writer.value(&view, 0)?;
    Ok(writer.out)
}

struct Writer<'s, S: Source> {
    source: &'s mut S,
    style: &'s Style,
    out: String,
    /// The keys that lead to what is written, as a header has them.
    path: Vec<String>,
}

type Member<'a, V> = (Cow<'a, str>, V);

impl<S: Source> Writer<'_, S> {
    fn table(&mut self, members: &[Member<'_, S::Value>], depth: usize) -> Result<(), S::Error> {
        check_depth(depth, self.style.depth_max)?;
        self.source.written(self.out.len())?;
        let mut tables = Vec::new();
        for (key, value) in members {
            let view = self.source.view(value)?;
            let items = self.tables_of(&view)?;
            if matches!(view, View::Object(_)) || items {
                tables.push((key, value));
                continue;
            }
            if matches!(view, View::Absent) || (matches!(view, View::Null) && self.style.skip_null)
            {
                continue;
            }
            let start = self.out.len();
            push_key(&mut self.out, key);
            self.path.push(self.out[start..].to_owned());
            self.out.push_str(" = ");
            self.value(&view, depth + 1)?;
            self.path.pop();
            self.out.push('\n');
        }
        for (key, value) in tables {
            let mut name = String::new();
            push_key(&mut name, key);
            self.path.push(name);
            match self.source.view(value)? {
                View::Object(inner) => {
                    if inner.is_empty() || self.has_plain(&inner)? {
                        self.header("[", "]");
                    }
                    self.table(&inner, depth + 1)?;
                }
                View::Array(items) => {
                    for item in &items {
                        if let View::Object(inner) = self.source.view(item)? {
                            self.header("[[", "]]");
                            self.table(&inner, depth + 2)?;
                        }
                    }
                }
                _ => {}
            }
            self.path.pop();
        }
        Ok(())
    }

    /// Whether a value is a list of objects, which gets headers.
    fn tables_of(&mut self, view: &View<'_, S::Value>) -> Result<bool, S::Error> {
        let View::Array(items) = view else {
            return Ok(false);
        };
        for item in items {
            if !matches!(self.source.view(item)?, View::Object(_)) {
                return Ok(false);
            }
        }
        Ok(!items.is_empty())
    }

    /// Whether a table has members that are written below its own header.
    fn has_plain(&mut self, members: &[Member<'_, S::Value>]) -> Result<bool, S::Error> {
        for (_, value) in members {
            let view = self.source.view(value)?;
            let is_left_out = matches!(view, View::Absent)
                || (matches!(view, View::Null) && self.style.skip_null);
            if !is_left_out && !matches!(view, View::Object(_)) && !self.tables_of(&view)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn header(&mut self, open: &str, close: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(open);
        self.out.push_str(&self.path.join("."));
        self.out.push_str(close);
        self.out.push('\n');
    }

    /// A value within a line.
    fn value(&mut self, view: &View<'_, S::Value>, depth: usize) -> Result<(), S::Error> {
        check_depth(depth, self.style.depth_max)?;
        self.source.written(self.out.len())?;
        match view {
            View::Absent | View::Null => {
                return self.refuse("TOML has no null: leave the member out");
            }
            View::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            View::Number(value) => self.out.push_str(&number(*value)),
            View::Integer(digits) => {
                if digits.parse::<i64>().is_err() {
                    return self.refuse("an integer of more than 64 bits: write it as a string");
                }
                self.out.push_str(digits);
            }
            View::String(text) => push_string(&mut self.out, text),
            View::Bytes(_) => return self.refuse("TOML has no bytes: write them as Base64"),
            View::Date(text) => {
                if text.parse::<Datetime>().is_err() {
                    return self.refuse("a date that TOML cannot hold: write it as a string");
                }
                self.out.push_str(text);
            }
            View::Array(items) => {
                let gap = if self.style.spaced_arrays && !items.is_empty() {
                    " "
                } else {
                    ""
                };
                self.out.push('[');
                self.out.push_str(gap);
                for (at, item) in items.iter().enumerate() {
                    self.out.push_str(if at > 0 { ", " } else { "" });
                    let view = self.source.view(item)?;
                    self.value(&view, depth + 1)?;
                }
                self.out.push_str(gap);
                self.out.push(']');
            }
            View::Object(members) => {
                let mut separator = "{ ";
                for (key, value) in members {
                    let view = self.source.view(value)?;
                    if matches!(view, View::Absent)
                        || (matches!(view, View::Null) && self.style.skip_null)
                    {
                        continue;
                    }
                    self.out.push_str(separator);
                    separator = ", ";
                    push_key(&mut self.out, key);
                    self.out.push_str(" = ");
                    self.value(&view, depth + 1)?;
                }
                self.out
                    .push_str(if separator == "{ " { "{}" } else { " }" });
            }
        }
        Ok(())
    }

    fn refuse<T>(&self, message: &str) -> Result<T, S::Error> {
        let path = self.path.join(".");
        let message = if path.is_empty() {
            message.to_owned()
        } else {
            format!("{path}: {message}")
        };
        Err(Error::new(message).into())
    }
}

/// A number, which is an integer only where it is read back as the same.
fn number(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    if value == 0.0 && value.is_sign_negative() {
        return "-0.0".to_owned();
    }
    let mut text = printed(value);
    #[expect(clippy::cast_precision_loss, reason = "2^53 is exact")]
    let is_exact = value.abs() < EXACT_MAX as f64;
    if !is_exact && !text.contains(['.', 'e']) {
        text.push_str(".0");
    }
    text
}

pub(super) fn push_key(out: &mut String, key: &str) {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !key.is_empty() && key.bytes().all(is_bare) {
        out.push_str(key);
    } else {
        push_string(out, key);
    }
}

fn push_string(out: &mut String, text: &str) {
    quoted::push(out, text, |c| {
        c.is_ascii_control().then(|| quoted::control(c))
    });
}
