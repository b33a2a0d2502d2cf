//! Values as the native side holds them.

mod from;
// The guest writes values to the wire alone.
#[cfg(feature = "serde")]
mod json;
mod text;
// The guest has no use for it.
#[cfg(not(target_family = "wasm"))]
mod try_from;

#[cfg(feature = "serde")]
pub use json::JsonForm;
pub use text::Text;
#[cfg(not(target_family = "wasm"))]
pub use try_from::{ValueError, ValueErrorKind};

/// A value that crossed the boundary, as the native side holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// Text.
    String(Text),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A date, in milliseconds since 1970; NaN where it is invalid.
    Date(f64),
    /// An array.
    Array(Vec<Self>),
    /// An object, its own enumerable string-keyed members in their order.
    Object(Vec<(Text, Self)>),
    /// A big integer in decimal.
    BigInt(String),
    /// A `Map`.
    Map(Vec<(Self, Self)>),
    /// A `Set`.
    Set(Vec<Self>),
    /// A function's name.
    Function(String),
    /// A symbol's description.
    Symbol(String),
    /// A regular expression.
    RegExp {
        /// The expression between its slashes.
        source: String,
        /// The letters behind them.
        flags: String,
    },
    /// A number by its digits, as `JSON.rawJSON` gives it. Only arguments that go into JSON hold one.
    JsonNumber(String),
    /// An object that contains itself: the path at which it occurs first.
    Reference(String),
    /// An error object.
    Error {
        /// Its `name`.
        name: String,
        /// Its `message`.
        message: String,
        /// Its stack, empty where it has none.
        stack: String,
    },
    /// What a cap left out.
    Cut {
        /// How much, in the unit that `what` names.
        left_out: f64,
        /// Of what: `bytes`, `items`, `members`, `levels`.
        what: String,
    },
}

impl Value {
    /// A member of an object; the last one where a key occurs twice.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        members
            .iter()
            .rev()
            .find(|(key, _)| key.text == name)
            .map(|(_, value)| value)
    }

    /// What it is, in a few words for an error message.
    #[must_use]
    pub fn described(&self) -> String {
        match self {
            Self::Undefined => "undefined".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(value) => format!("the number {value}"),
            Self::String(text) => {
                let mut shown: String = text.text.chars().take(40).collect();
                if shown.len() < text.text.len() {
                    shown.push('…');
                }
                format!("the string \"{shown}\"")
            }
            Self::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Self::Date(_) => "a Date".to_owned(),
            Self::Array(items) => format!("an array of {}", items.len()),
            Self::Object(members) => {
                let keys: Vec<&str> = members
                    .iter()
                    .take(6)
                    .map(|(key, _)| key.text.as_str())
                    .collect();
                let more = if members.len() > 6 { ", …" } else { "" };
                format!("an object {{{}{more}}}", keys.join(", "))
            }
            Self::BigInt(text) => format!("the BigInt {text}n"),
            Self::Map(_) => "a Map".to_owned(),
            Self::Set(_) => "a Set".to_owned(),
            Self::Function(name) if name.is_empty() => "a function".to_owned(),
            Self::Function(name) => format!("the function {name}"),
            Self::Symbol(_) => "a symbol".to_owned(),
            Self::RegExp { source, flags } => format!("the regular expression /{source}/{flags}"),
            Self::JsonNumber(digits) => format!("the number {digits}"),
            Self::Reference(_) => "an object that contains itself".to_owned(),
            Self::Error { name, .. } => format!("an Error ({name})"),
            Self::Cut { .. } => "a cut value".to_owned(),
        }
    }
}
