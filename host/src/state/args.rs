//! Reading checked arguments.
//!
//! `bind` has checked the type of every argument against the table, so these functions only unpack
//! them.

use isolate_ops::OpError;
use isolate_protocol::{ErrorCode, MethodId, Value};
use isolate_text::VPath;

use super::{Call, Fault};
use crate::cast::to_integer;

impl Call<'_> {
    /// The path at parameter `index`.
    pub(super) fn path(&self, index: usize) -> Result<VPath, Fault> {
        self.parse_path(&self.values[index], self.method.params[index].name)
    }

    /// A path inside of an argument.
    pub(super) fn parse_path(&self, value: &Value, name: &str) -> Result<VPath, Fault> {
        let Value::String(text) = value else {
            return Err(self.not_proven(name));
        };
        if text.has_lone_surrogate() {
            return Err(self.error_at(
                ErrorCode::Invalid,
                "a path must be well-formed text, without half of a surrogate pair",
                &text.text,
            ));
        }
        // For these two, the root has an error of its own.
        if text.text.is_empty() && ![MethodId::Rm, MethodId::ReadFile].contains(&self.method.id()) {
            return Err(self.usage_error(format_args!(
                "{name:?} is empty; \"/\" is the root directory"
            )));
        }
        Ok(VPath::parse(&text.text).map_err(|error| OpError::Path {
            text: text.text.clone(),
            error,
        })?)
    }

    /// The text at parameter `index`; half of a surrogate pair is U+FFFD in it.
    pub(super) fn text(&self, index: usize) -> Result<&str, Fault> {
        let text = text_of(&self.values[index]);
        text.ok_or_else(|| self.not_proven(self.method.params[index].name))
    }

    /// The bytes at parameter `index`, of text or of bytes.
    pub(super) fn content(&self, index: usize) -> Result<std::borrow::Cow<'_, [u8]>, Fault> {
        match &self.values[index] {
            Value::String(text) => Ok(text.text.as_bytes().into()),
            Value::Bytes(bytes) => Ok(bytes.as_slice().into()),
            // An array of numbers from 0 to 255, as `bind` has checked.
            Value::Array(items) => Ok(items
                .iter()
                .map(|item| match item {
                    Value::Number(byte) => to_integer(*byte),
                    _ => 0,
                })
                .collect::<Vec<u8>>()
                .into()),
            _ => Err(self.not_proven(self.method.params[index].name)),
        }
    }

    pub(super) fn globs(&self, index: usize) -> Result<Vec<&str>, Fault> {
        match &self.values[index] {
            Value::Array(items) => Ok(items.iter().filter_map(text_of).collect()),
            _ => Ok(vec![self.text(index)?]),
        }
    }

    pub(super) fn options(&self, index: usize) -> Options<'_> {
        Options(&self.values[index])
    }

    /// The error for a table and a handler that disagree: a mistake in a row must not end the
    /// process.
    fn not_proven(&self, name: &str) -> Fault {
        self.error(ErrorCode::Io, &format!("\"{name}\" was not checked"))
    }
}

/// The text that a value is; half of a surrogate pair is U+FFFD in it.
pub(super) fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(&text.text),
        _ => None,
    }
}

/// Options of a call; one that is missing or `null` reads as `None`.
#[derive(Clone, Copy)]
pub(super) struct Options<'a>(&'a Value);

impl<'a> Options<'a> {
    /// The members of any object.
    pub(super) const fn of(value: &'a Value) -> Self {
        Self(value)
    }

    /// The options inside of a member.
    pub(super) fn inner(self, name: &str) -> Self {
        Self(self.member(name).unwrap_or(&Value::Undefined))
    }

    pub(super) fn member(self, name: &str) -> Option<&'a Value> {
        match self.0.member(name)? {
            Value::Undefined | Value::Null => None,
            value => Some(value),
        }
    }

    /// Whether the member is there and `null`.
    pub(super) fn is_null(self, name: &str) -> bool {
        matches!(self.0.member(name), Some(Value::Null))
    }

    pub(super) fn flag(self, name: &str) -> bool {
        self.boolean(name) == Some(true)
    }

    pub(super) fn boolean(self, name: &str) -> Option<bool> {
        match self.member(name)? {
            Value::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn number(self, name: &str) -> Option<f64> {
        match self.member(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A whole number from 0 on; infinity is the largest.
    pub(super) fn whole(self, call: &Call<'_>, name: &str) -> Result<Option<u64>, Fault> {
        let Some(number) = self.number(name) else {
            return Ok(None);
        };
        if number == f64::INFINITY {
            return Ok(Some(u64::MAX));
        }
        if number.fract() != 0.0 || number < 0.0 {
            let given = if number.is_infinite() {
                "-Infinity".to_owned()
            } else {
                number.to_string()
            };
            return Err(call.usage_error(format!(
                "\"options.{name}\" must be a whole number from 0 on, but is {given}"
            )));
        }
        Ok(Some(to_integer(number)))
    }

    /// A limit: a fraction is truncated, a negative one is 0, infinity and NaN mean no limit.
    pub(super) fn bound(self, name: &str) -> Option<u64> {
        let number = self.number(name).filter(|number| number.is_finite())?;
        Some(to_integer(number))
    }

    pub(super) fn text(self, name: &str) -> Option<&'a str> {
        self.member(name).and_then(text_of)
    }

    /// One text, or several.
    pub(super) fn texts(self, name: &str) -> Option<Vec<&'a str>> {
        match self.member(name)? {
            Value::String(text) => Some(vec![&text.text]),
            Value::Array(items) => Some(items.iter().filter_map(text_of).collect()),
            _ => None,
        }
    }
}
