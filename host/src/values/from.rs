//! Values to Rust types, through `serde`.
//!
//! Bytes, integers, lists and maps are read from values of these kinds. Any other type is read from the
//! JSON form of the value.

use isolate_protocol::{Text, Value};
use serde::Deserializer;
use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Error as _, IntoDeserializer, Unexpected, Visitor};

use super::ConversionError;
use crate::inexact::may_be_rounded;
use crate::json::to_json;

/// Reads a value.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(pub(crate) &'a Value);

type Result<T> = std::result::Result<T, ConversionError>;

/// The name of a type, of a member or of a variant.
type Name = &'static str;

type Entry<K, V> = (K, V);

impl<'a> Reader<'a> {
    /// In the form that the value has in JSON.
    fn in_json<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let json = to_json(self.0).unwrap_or_default();
        json.deserialize_any(visitor)
            .map_err(ConversionError::custom)
    }

    fn members(members: &'a [(Text, Value)]) -> impl Iterator<Item = Entry<Member<'a>, Self>> + 'a {
        // `undefined` is left out of objects in JSON.
        let members = members.iter();
        members
            .filter(|(_, member)| !matches!(member, Value::Undefined))
            .map(|(key, member)| (Member(key), Self(member)))
    }

    fn map<'de, K, V>(entries: impl Iterator<Item = Entry<K, Self>>, visitor: V) -> Result<V::Value>
    where
        K: IntoDeserializer<'de, ConversionError>,
        V: Visitor<'de>,
    {
        let mut map = MapDeserializer::new(entries);
        let read = visitor.visit_map(&mut map)?;
        map.end()?;
        Ok(read)
    }

    fn list<'de, T, V>(items: impl Iterator<Item = T>, visitor: V) -> Result<V::Value>
    where
        T: IntoDeserializer<'de, ConversionError>,
        V: Visitor<'de>,
    {
        let mut list = SeqDeserializer::new(items);
        let read = visitor.visit_seq(&mut list)?;
        list.end()?;
        Ok(read)
    }

    fn integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::BigInt(digits) => {
                if let Ok(small) = digits.parse() {
                    visitor.visit_i64(small)
                } else if let Ok(positive) = digits.parse() {
                    visitor.visit_u64(positive)
                } else if let Ok(large) = digits.parse() {
                    visitor.visit_i128(large)
                } else if let Ok(largest) = digits.parse() {
                    visitor.visit_u128(largest)
                } else {
                    Err(self.unexpected(&visitor))
                }
            }
            Value::Number(number) if may_be_rounded(*number) => {
                Err(ConversionError::custom(format_args!(
                    "the number {number} is beyond 2^53 - 1 and may have been rounded: use a BigInt, such as {number}n"
                )))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn unexpected(self, expected: &dyn serde::de::Expected) -> ConversionError {
        ConversionError::invalid_type(Unexpected::Other(&self.0.described()), expected)
    }

    /// As a type of JSON that a `BigInt` and bytes are not.
    fn plain<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::BigInt(_) | Value::Bytes(_) | Value::Map(_) | Value::Set(_) => {
                Err(self.unexpected(&visitor))
            }
            _ => self.deserialize_any(visitor),
        }
    }
}

macro_rules! forwarded {
    ($($method:ident$(($($argument:ty),*))? to $to:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($(_: $argument,)*)? visitor: V) -> Result<V::Value> {
            self.$to(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = ConversionError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Undefined | Value::Null => visitor.visit_unit(),
            Value::Boolean(value) => visitor.visit_bool(*value),
            Value::String(text) if !text.has_lone_surrogate() => visitor.visit_str(&text.text),
            Value::Array(items) => Self::list(items.iter().map(Self), visitor),
            Value::Object(members) => Self::map(Self::members(members), visitor),
            _ => self.in_json(visitor),
        }
    }

    forwarded! {
        deserialize_i8 to integer,
        deserialize_i16 to integer,
        deserialize_i32 to integer,
        deserialize_i64 to integer,
        deserialize_i128 to integer,
        deserialize_u8 to integer,
        deserialize_u16 to integer,
        deserialize_u32 to integer,
        deserialize_u64 to integer,
        deserialize_u128 to integer,
        deserialize_f32 to deserialize_f64,
        deserialize_bool to plain,
        deserialize_char to plain,
        deserialize_str to plain,
        deserialize_string to plain,
        deserialize_unit to plain,
        deserialize_identifier to deserialize_any,
        deserialize_byte_buf to deserialize_bytes,
        deserialize_unit_struct(Name) to plain,
        deserialize_tuple(usize) to deserialize_seq,
        deserialize_tuple_struct(Name, usize) to deserialize_seq,
        deserialize_struct(Name, &'static [Name]) to deserialize_any,
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Number(number) => visitor.visit_f64(*number),
            _ => self.plain(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Bytes(bytes) => visitor.visit_bytes(bytes),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Undefined | Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: Name, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Bytes(bytes) => Self::list(bytes.iter().copied(), visitor),
            Value::Set(items) => Self::list(items.iter().map(Self), visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (Self(key), Self(value)));
                Self::map(entries, visitor)
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: Name,
        variants: &'static [Name],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0 {
            Value::Object(members) if Self::members(members).count() == 1 => {
                let members = MapDeserializer::new(Self::members(members));
                visitor.visit_enum(MapAccessDeserializer::new(members))
            }
            Value::String(text) if !text.has_lone_surrogate() => {
                visitor.visit_enum(text.text.as_str().into_deserializer())
            }
            _ => to_json(self.0)
                .unwrap_or_default()
                .deserialize_enum(name, variants, visitor)
                .map_err(ConversionError::custom),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

impl<'de> IntoDeserializer<'de, ConversionError> for Reader<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads the name of a member, also as a number or a boolean: the keys of a map are text in JSON.
struct Member<'a>(&'a Text);

macro_rules! parsed {
    ($($method:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0.text.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Member<'_> {
    type Error = ConversionError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.0.member_name())
    }

    parsed! {
        deserialize_bool visit_bool,
        deserialize_i8 visit_i8,
        deserialize_i16 visit_i16,
        deserialize_i32 visit_i32,
        deserialize_i64 visit_i64,
        deserialize_i128 visit_i128,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
        deserialize_u128 visit_u128,
        deserialize_f32 visit_f32,
        deserialize_f64 visit_f64,
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: Name, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: Name,
        _: &'static [Name],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self.0.member_name().into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, ConversionError> for Member<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
