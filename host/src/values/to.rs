//! Rust types to values, through `serde`.

use isolate_protocol::{Text, Value};
use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct,
    SerializeStructVariant, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
    Serializer,
};

use super::ConversionError;
use crate::charge::made;
use crate::inexact::SAFE_INTEGER_MAX;

type Result<T = Value> = std::result::Result<T, ConversionError>;
/// The name of a type or of a variant.
type Name = &'static str;

/// Writes a value.
pub(super) struct Writer;

/// A number where JavaScript holds it exactly, and a `BigInt` otherwise.
fn integer(value: i128) -> Value {
    let number = value as f64;
    match number.abs() <= SAFE_INTEGER_MAX {
        true => Value::Number(number),
        false => Value::BigInt(value.to_string()),
    }
}

/// The data of a variant is the only member of an object.
fn in_variant(name: Option<Name>, data: Value) -> Value {
    match name {
        Some(name) => Value::Object(vec![(name.into(), data)]),
        None => data,
    }
}

macro_rules! integers {
    ($($method:ident: $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result {
            Ok(integer(value.into()))
        }
    )*};
}

macro_rules! compounds {
    ($($method:ident($($argument:ty),*) -> $compound:ident;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$compound> {
            Ok($compound::default())
        }
    )*};
}

impl Serializer for Writer {
    type Ok = Value;
    type Error = ConversionError;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    integers! {
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
    }

    fn serialize_u128(self, value: u128) -> Result {
        Ok(i128::try_from(value).map_or_else(|_| Value::BigInt(value.to_string()), integer))
    }

    fn serialize_bool(self, value: bool) -> Result {
        Ok(Value::Boolean(value))
    }

    fn serialize_f32(self, value: f32) -> Result {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result {
        Ok(match value.is_finite() {
            true => Value::Number(value),
            // JSON has no other form.
            false => Value::Null,
        })
    }

    fn serialize_char(self, value: char) -> Result {
        Ok(Value::String(value.to_string().into()))
    }

    fn serialize_str(self, value: &str) -> Result {
        made(value.len())?;
        Ok(Value::String(value.into()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result {
        made(value.len())?;
        Ok(Value::Bytes(value.to_vec()))
    }

    fn serialize_none(self) -> Result {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: Name) -> Result {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: Name, _: u32, name: Name) -> Result {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Name, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: Name,
        _: u32,
        name: Name,
        value: &T,
    ) -> Result {
        Ok(in_variant(Some(name), value.serialize(self)?))
    }

    compounds! {
        serialize_seq(Option<usize>) -> Items;
        serialize_tuple(usize) -> Items;
        serialize_tuple_struct(Name, usize) -> Items;
        serialize_map(Option<usize>) -> Members;
        serialize_struct(Name, usize) -> Members;
    }

    fn serialize_tuple_variant(self, _: Name, _: u32, name: Name, _: usize) -> Result<Items> {
        Ok(Items {
            variant: Some(name),
            ..Items::default()
        })
    }

    fn serialize_struct_variant(self, _: Name, _: u32, name: Name, _: usize) -> Result<Members> {
        Ok(Members {
            variant: Some(name),
            ..Members::default()
        })
    }
}

/// A list that is being written.
#[derive(Default)]
pub(super) struct Items {
    variant: Option<Name>,
    items: Vec<Value>,
}

macro_rules! lists {
    ($($trait:ident $method:ident,)*) => {$(
        impl $trait for Items {
            type Ok = Value;
            type Error = ConversionError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                made(size_of::<Value>())?;
                self.items.push(value.serialize(Writer)?);
                Ok(())
            }

            fn end(self) -> Result {
                Ok(in_variant(self.variant, Value::Array(self.items)))
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// An object that is being written.
#[derive(Default)]
pub(super) struct Members {
    variant: Option<Name>,
    members: Vec<(Text, Value)>,
    key: Option<Text>,
}

impl Members {
    fn add<T: Serialize + ?Sized>(&mut self, key: Text, value: &T) -> Result<()> {
        made(size_of::<(Text, Value)>() + key.text.len())?;
        self.members.push((key, value.serialize(Writer)?));
        Ok(())
    }
}

impl SerializeMap for Members {
    type Ok = Value;
    type Error = ConversionError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(Key)?.into());
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = self.key.take();
        let key = key.ok_or_else(|| ConversionError::custom("a value of a map without a key"))?;
        self.add(key, value)
    }

    fn end(self) -> Result {
        Ok(in_variant(self.variant, Value::Object(self.members)))
    }
}

macro_rules! structs {
    ($($trait:ident,)*) => {$(
        impl $trait for Members {
            type Ok = Value;
            type Error = ConversionError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: Name,
                value: &T,
            ) -> Result<()> {
                self.add(key.into(), value)
            }

            fn end(self) -> Result {
                Ok(in_variant(self.variant, Value::Object(self.members)))
            }
        }
    )*};
}

structs! {
    SerializeStruct,
    SerializeStructVariant,
}

/// Writes the key of a map, which has to be text.
struct Key;

fn no_text() -> ConversionError {
    ConversionError::custom("the key of a map is no text")
}

macro_rules! keys {
    ($($method:ident: $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result<String> {
            Ok(value.to_string())
        }
    )*};
}

macro_rules! no_keys {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$result> {
            Err(no_text())
        }
    )*};
}

/// No key is made of parts.
type Never = Impossible<String, ConversionError>;

impl Serializer for Key {
    type Ok = String;
    type Error = ConversionError;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    keys! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
        serialize_str: &str,
    }

    no_keys! {
        serialize_bytes(&[u8]) -> String;
        serialize_none() -> String;
        serialize_unit() -> String;
        serialize_unit_struct(Name) -> String;
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(Name, usize) -> Never;
        serialize_tuple_variant(Name, u32, Name, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(Name, usize) -> Never;
        serialize_struct_variant(Name, u32, Name, usize) -> Never;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: Name, _: u32, name: Name) -> Result<String> {
        Ok(name.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Name, value: &T) -> Result<String> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: Name,
        _: u32,
        _: Name,
        _: &T,
    ) -> Result<String> {
        Err(no_text())
    }
}
