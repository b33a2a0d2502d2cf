//! Values of programs as values of Rust, and the other way round.

mod from;
mod integers;
mod to;

use std::fmt;

use isolate_protocol::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::charge::Halted;

pub(crate) use integers::Declared;
pub use integers::from_json_as;

pub(crate) use from::Reader;

/// The value of JavaScript of any Rust type that is `Serialize`.
///
/// It is the JSON form of the type, with two exceptions: an integer beyond ±(2^53 − 1) is a `BigInt`,
/// and bytes, such as those of `serde_bytes`, are a `Uint8Array`.
///
/// ```
/// use isolate_host::{Value, to_value};
///
/// assert_eq!(to_value(&7_u64)?, Value::Number(7.0));
/// assert_eq!(to_value(&u64::MAX)?, Value::BigInt(u64::MAX.to_string()));
/// # Ok::<(), isolate_host::ConversionError>(())
/// ```
///
/// # Errors
///
/// The type has no JSON form: it is a map whose keys are neither text, numbers nor booleans, or its
/// own `Serialize` fails.
pub fn to_value(value: &(impl Serialize + ?Sized)) -> Result<Value, ConversionError> {
    value.serialize(to::Writer)
}

/// A value of JavaScript as a Rust type.
///
/// Bytes are read as bytes or as a list of `u8`, a `BigInt` as any integer that holds it, a `Map` as a
/// map, a `Set` as a list. Everything else, and what is read into a type that accepts any value such as
/// `serde_json::Value`, is read in its JSON form ([`to_json`](crate::to_json)); `undefined` is `null`.
/// A number beyond ±(2^53 − 1) is no integer, since it may have been rounded.
///
/// ```
/// use isolate_host::{Value, from_value};
///
/// assert_eq!(from_value::<u64>(&Value::BigInt("9007199254740993".into()))?, 9_007_199_254_740_993);
/// assert_eq!(from_value::<Vec<u8>>(&Value::Bytes(vec![1, 2]))?, [1, 2]);
/// # Ok::<(), isolate_host::ConversionError>(())
/// ```
///
/// # Errors
///
/// The value does not fit the type. The message names the member.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, ConversionError> {
    serde_path_to_error::deserialize(Reader(value)).map_err(|error| {
        let path = error.path().to_string();
        match path.as_str() {
            "." => error.into_inner(),
            path => ConversionError(format!("{path}: {}", error.inner())),
        }
    })
}

/// Why a value of JavaScript and a Rust type do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError(String);

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConversionError {}

/// No caller sees it, since the run ends.
impl From<Halted> for ConversionError {
    fn from(halted: Halted) -> Self {
        Self(halted.to_string())
    }
}

impl serde::ser::Error for ConversionError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::de::Error for ConversionError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
