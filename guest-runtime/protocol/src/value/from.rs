//! What native code has, as values of JavaScript.

use super::{Text, Value};

impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::Undefined
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

/// The types of numbers that a number of JavaScript holds exactly.
macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(value: $number) -> Self {
                Self::Number(value.into())
            }
        }
    )*};
}

from_numbers!(i8, u8, i16, u16, i32, u32, f32, f64);

/// A `BigInt`: a number of JavaScript does not hold all of these.
macro_rules! from_large_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(value: $number) -> Self {
                Self::BigInt(value.to_string())
            }
        }
    )*};
}

from_large_numbers!(i64, u64, i128, u128);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(Text::from(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(Text::from(text))
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        Self::String(text)
    }
}

/// Bytes become a `Uint8Array`.
impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

/// Bytes become a `Uint8Array`.
impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec())
    }
}

impl From<Vec<Self>> for Value {
    fn from(items: Vec<Self>) -> Self {
        Self::Array(items)
    }
}

/// `None` becomes `null`.
impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// An array.
impl<T: Into<Self>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

/// An object, with its members in this order.
impl<K: Into<Text>, T: Into<Self>> FromIterator<(K, T)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        let members = members.into_iter();
        Self::Object(
            members
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Text, Value};

    #[test]
    fn native_values_become_values_of_javascript() {
        assert_eq!(Value::from(()), Value::Undefined);
        assert_eq!(Value::from(true), Value::Boolean(true));
        assert_eq!(Value::from(3_u32), Value::Number(3.0));
        assert_eq!(Value::from(-0.5), Value::Number(-0.5));
        assert_eq!(
            Value::from(u64::MAX),
            Value::BigInt("18446744073709551615".to_owned())
        );
        assert_eq!(Value::from("a"), Value::String(Text::from("a")));
        assert_eq!(Value::from(vec![1_u8, 2]), Value::Bytes(vec![1, 2]));
        assert_eq!(Value::from(None::<&str>), Value::Null);
        assert_eq!(Value::from(Some("a")), Value::from("a"));
        let items = vec![Value::Number(1.0), Value::Number(2.0)];
        assert_eq!(Value::from_iter([1, 2]), Value::Array(items.clone()));
        assert_eq!(Value::from(items.clone()), Value::Array(items));
        let members = Value::from_iter([("a", 1), ("b", 2)]);
        assert_eq!(members.member("b"), Some(&Value::Number(2.0)));
    }
}
