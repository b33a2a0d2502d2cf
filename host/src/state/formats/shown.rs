//! Values that are written to a file, as the writers look at them.

use std::borrow::Cow;
use std::marker::PhantomData;

use isolate_formats::{Error, Source, View};
use isolate_protocol::Value;
use isolate_text::json::{Json, JsonString, Number};
use isolate_text::stop;

use super::Halt;
use crate::charge::{Halted, made};

/// What has been written, which is charged as it grows.
struct Growth {
    charged: usize,
    bytes_max: usize,
}

/// Bytes of a text between two charges.
const STEP_BYTES: usize = 1 << 12;

impl Growth {
    /// The text may have so many bytes.
    const fn within(bytes_max: usize) -> Self {
        Self {
            charged: 0,
            bytes_max,
        }
    }

    fn to(&mut self, bytes: usize) -> Result<(), Halt> {
        if bytes > self.bytes_max {
            return Err(Halt::TooLong);
        }
        let grown = bytes.saturating_sub(self.charged);
        if grown >= STEP_BYTES {
            // A text has room for as much again when it grows.
            made(2 * grown)?;
            self.charged = bytes;
        }
        Ok(())
    }
}

/// Stops where the time of the run is over.
fn check() -> Result<(), Halted> {
    match stop::is_due() {
        true => Err(Halted),
        false => Ok(()),
    }
}

/// Shows the values of a program, whose memory and that of two copies is charged.
pub(super) struct Shown<'v> {
    growth: Growth,
    values: PhantomData<&'v Value>,
    /// Whether members come sorted by their names.
    pub(super) sorts: bool,
}

impl Shown<'_> {
    pub(super) const fn within(bytes_max: usize) -> Self {
        Self {
            growth: Growth::within(bytes_max),
            values: PhantomData,
            sorts: false,
        }
    }
}

impl<'v> Source for Shown<'v> {
    type Value = &'v Value;
    type Error = Halt;

    fn view<'a>(&mut self, value: &'a &'v Value) -> Result<View<'a, &'v Value>, Halt> {
        made(0)?;
        Ok(match *value {
            Value::Undefined | Value::Function(_) | Value::Symbol(_) => View::Absent,
            Value::Null => View::Null,
            Value::Boolean(value) => View::Bool(*value),
            Value::Number(value) => View::Number(*value),
            Value::BigInt(digits) | Value::JsonNumber(digits) => View::Integer(digits.into()),
            Value::String(text) => View::String(Cow::Borrowed(&text.text)),
            Value::Bytes(bytes) => View::Bytes(bytes.into()),
            date @ Value::Date(_) => match crate::json::to_json(date) {
                Some(serde_json::Value::String(text)) => View::Date(text.into()),
                _ => View::Null,
            },
            Value::Array(items) => View::Array(items.iter().collect()),
            Value::Object(members) => {
                let mut shown: Vec<(Cow<'_, str>, &Value)> = members
                    .iter()
                    .map(|(key, value)| (Cow::Borrowed(key.text.as_str()), value))
                    .collect();
                if self.sorts {
                    shown.sort_by(|(one, _), (other, _)| one.cmp(other));
                }
                View::Object(shown)
            }
            // The argument check has refused these.
            other => {
                return Err(Error::new(format!("a file cannot hold {}", other.described())).into());
            }
        })
    }

    fn written(&mut self, bytes: usize) -> Result<(), Halt> {
        self.growth.to(bytes)
    }

    fn between_steps(&mut self) -> Result<(), Halt> {
        Ok(check()?)
    }
}

/// Shows JSON.
pub(super) struct ShownJson<'v> {
    growth: Growth,
    values: PhantomData<&'v Json>,
}

impl ShownJson<'_> {
    pub(super) const fn within(bytes_max: usize) -> Self {
        Self {
            growth: Growth::within(bytes_max),
            values: PhantomData,
        }
    }
}

impl<'v> Source for ShownJson<'v> {
    type Value = &'v Json;
    type Error = Halt;

    fn view<'a>(&mut self, value: &'a &'v Json) -> Result<View<'a, &'v Json>, Halt> {
        made(0)?;
        Ok(match *value {
            Json::Null => View::Null,
            Json::Bool(value) => View::Bool(*value),
            Json::Number(number) => number_of(number),
            Json::String(text) => View::String(text_of(text)),
            Json::Array(items) => View::Array(items.iter().collect()),
            Json::Object(object) => {
                let members = object.iter().map(|(key, value)| (text_of(key), value));
                View::Object(members.collect())
            }
        })
    }

    fn written(&mut self, bytes: usize) -> Result<(), Halt> {
        self.growth.to(bytes)
    }

    fn between_steps(&mut self) -> Result<(), Halt> {
        Ok(check()?)
    }
}

/// An integer keeps its digits where a double cannot hold it.
fn number_of<V>(number: &Number) -> View<'_, V> {
    let text = number.text();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if !number.is_exact() && digits.bytes().all(|c| c.is_ascii_digit()) {
        return View::Integer(text);
    }
    View::Number(number.as_f64())
}

fn text_of(text: &JsonString) -> Cow<'_, str> {
    text.to_text()
}
