//! The JSON form of a value, written as a tree or as text without a tree in between.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isolate_protocol::Value;
use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value as Json;

use super::{iso_date, member_name};
use crate::charge::{Halted, made};

/// Overhead of an allocation, on average.
const ALLOCATION_BYTES: usize = 16;

/// What the parts of a form are charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Nothing: whoever asks for the form holds it.
    Nothing,
    /// The memory of a tree.
    Tree,
    /// The bytes of a text.
    Text,
}

impl Cost {
    /// Charges a value without the values inside of it, and the text that it has of its own.
    fn charge(self, text_bytes: usize) -> Result<(), Halted> {
        match self {
            Self::Nothing => Ok(()),
            Self::Tree => made(size_of::<Json>() + text_bytes),
            // Quotes and a comma.
            Self::Text => made(text_bytes + 3),
        }
    }

    /// Charges what an object has beside its members.
    fn charge_object(self, members: usize) -> Result<(), Halted> {
        // A table of members has room for four at first, and grows by doubling.
        const MEMBER_BYTES: usize = size_of::<(u64, String, Json)>() + ALLOCATION_BYTES;
        match self {
            Self::Tree => {
                let room = members.next_power_of_two().max(4);
                made(room.saturating_mul(MEMBER_BYTES))
            }
            Self::Nothing | Self::Text => Ok(()),
        }
    }
}

/// A value in its JSON form; `undefined` is `null`. Serializing it fails where the run has to end.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    value: &'a Value,
    cost: Cost,
}

impl<'a> Form<'a> {
    pub(crate) const fn of(value: &'a Value, cost: Cost) -> Self {
        Self { value, cost }
    }

    const fn of_inner(self, value: &'a Value) -> Self {
        Self { value, ..self }
    }

    /// `{"$NAME": content}`: the form of what JSON does not have.
    fn tagged<S: Serializer>(
        self,
        serializer: S,
        name: &'static str,
        content: &(impl Serialize + ?Sized),
    ) -> Result<S::Ok, S::Error> {
        self.cost.charge_object(1).map_err(S::Error::custom)?;
        let mut object = serializer.serialize_map(Some(1))?;
        object.serialize_entry(name, content)?;
        object.end()
    }

    fn list<S: Serializer>(self, serializer: S, items: &'a [Value]) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(items.iter().map(|item| self.of_inner(item)))
    }
}

impl Serialize for Form<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cost
            .charge(own_text_bytes(self.value))
            .map_err(S::Error::custom)?;
        match self.value {
            Value::Undefined | Value::Null => serializer.serialize_unit(),
            Value::Boolean(value) => serializer.serialize_bool(*value),
            Value::Number(value) => number(serializer, *value),
            // Only arguments hold one.
            Value::JsonNumber(digits) => number(serializer, digits.parse().unwrap_or(f64::NAN)),
            Value::String(text) => match &text.ill_formed {
                None => serializer.serialize_str(&text.text),
                Some(units) => self.tagged(serializer, "$utf16", units),
            },
            Value::Bytes(bytes) => self.tagged(serializer, "$bytes", &STANDARD.encode(bytes)),
            Value::Date(milliseconds) => iso_date(*milliseconds).serialize(serializer),
            Value::Array(items) => self.list(serializer, items),
            Value::Object(members) => {
                self.cost
                    .charge_object(members.len())
                    .map_err(S::Error::custom)?;
                let mut object = serializer.serialize_map(None)?;
                for (key, member) in members {
                    if !matches!(member, Value::Undefined) {
                        object.serialize_entry(&member_name(key), &self.of_inner(member))?;
                    }
                }
                object.end()
            }
            Value::BigInt(text) => self.tagged(serializer, "$bigint", text),
            Value::Map(entries) => self.tagged(serializer, "$map", &Entries(*self, entries)),
            Value::Set(items) => self.tagged(serializer, "$set", &Items(*self, items)),
            Value::Function(name) => self.tagged(serializer, "$function", name),
            // Only arguments hold one.
            Value::RegExp { source, flags } => {
                self.tagged(serializer, "$regexp", &format!("/{source}/{flags}"))
            }
            Value::Symbol(description) => self.tagged(serializer, "$symbol", description),
            Value::Reference(path) => self.tagged(serializer, "$ref", path),
            Value::Error { name, message, .. } => {
                let error = Pairs(&[("name", name), ("message", message)]);
                self.tagged(serializer, "$error", &error)
            }
            Value::Cut { left_out, what } => {
                self.tagged(serializer, "$cut", &CutForm(*left_out, what))
            }
        }
    }
}

/// The bytes of text in the form of a value that are not values of their own.
fn own_text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.text.len(),
        Value::Bytes(bytes) => bytes.len().div_ceil(3) * 4,
        Value::Object(members) => members.iter().map(|(key, _)| key.text.len() + 3).sum(),
        Value::BigInt(text)
        | Value::Function(text)
        | Value::Symbol(text)
        | Value::JsonNumber(text)
        | Value::Reference(text) => text.len() + 16,
        Value::RegExp { source, flags } => source.len() + flags.len() + 16,
        Value::Error { name, message, .. } => name.len() + message.len() + 32,
        Value::Number(_) | Value::Date(_) | Value::Cut { .. } => 24,
        Value::Undefined
        | Value::Null
        | Value::Boolean(_)
        | Value::Array(_)
        | Value::Map(_)
        | Value::Set(_) => 8,
    }
}

/// The items of a `Set`.
struct Items<'a>(Form<'a>, &'a [Value]);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.list(serializer, self.1)
    }
}

/// The entries of a `Map`.
struct Entries<'a>(Form<'a>, &'a [(Value, Value)]);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(form, entries) = self;
        let mut list = serializer.serialize_seq(Some(entries.len()))?;
        for (key, value) in *entries {
            form.cost.charge(0).map_err(S::Error::custom)?;
            list.serialize_element(&[form.of_inner(key), form.of_inner(value)])?;
        }
        list.end()
    }
}

/// An object of texts.
struct Pairs<'a>(&'a [(&'static str, &'a str)]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

struct CutForm<'a>(f64, &'a str);

impl Serialize for CutForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("leftOut", &Form::of(&Value::Number(self.0), Cost::Nothing))?;
        object.serialize_entry("what", self.1)?;
        object.end()
    }
}

/// Whole numbers print without a fraction, as JavaScript prints them.
fn number<S: Serializer>(serializer: S, value: f64) -> Result<S::Ok, S::Error> {
    // 2^53: beyond it, neighbouring integers are not all doubles, and the shortest text that
    // reads back as the same double is what JavaScript prints.
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() <= EXACT_MAX {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number within 2^53"
        )]
        return serializer.serialize_i64(value as i64);
    }
    match value.is_finite() {
        true => serializer.serialize_f64(value),
        false => serializer.serialize_unit(),
    }
}
