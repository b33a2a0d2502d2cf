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

type Written = Result<Value, ConversionError>;

/// Writes a value.
pub(super) struct Writer;

/// A number where JavaScript holds it exactly, and a `BigInt` otherwise.
fn integer(value: i128) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "compared afterwards")]
    let number = value as f64;
    match number.abs() <= SAFE_INTEGER_MAX {
        true => Value::Number(number),
        false => Value::BigInt(value.to_string()),
    }
}

/// An object of one member: the form of a variant with data.
fn variant(name: &str, data: Value) -> Value {
    Value::Object(vec![(name.into(), data)])
}

macro_rules! integers {
    ($($method:ident: $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Written {
            Ok(integer(value.into()))
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

    fn serialize_u128(self, value: u128) -> Written {
        Ok(i128::try_from(value).map_or_else(|_| Value::BigInt(value.to_string()), integer))
    }

    fn serialize_bool(self, value: bool) -> Written {
        Ok(Value::Boolean(value))
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Written {
        Ok(match value.is_finite() {
            true => Value::Number(value),
            // JSON has no other form.
            false => Value::Null,
        })
    }

    fn serialize_char(self, value: char) -> Written {
        Ok(Value::String(value.to_string().into()))
    }

    fn serialize_str(self, value: &str) -> Written {
        made(value.len())?;
        Ok(Value::String(value.into()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        made(value.len())?;
        Ok(Value::Bytes(value.to_vec()))
    }

    fn serialize_none(self) -> Written {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Written {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Written {
        Ok(variant(name, value.serialize(self)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, ConversionError> {
        Ok(Items::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, ConversionError> {
        Ok(Items::default())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items, ConversionError> {
        Ok(Items::default())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Items, ConversionError> {
        Ok(Items {
            variant: Some(name),
            ..Items::default()
        })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, ConversionError> {
        Ok(Members::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, ConversionError> {
        Ok(Members::default())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Members, ConversionError> {
        Ok(Members {
            variant: Some(name),
            ..Members::default()
        })
    }
}

/// A list that is being written.
#[derive(Default)]
pub(super) struct Items {
    variant: Option<&'static str>,
    items: Vec<Value>,
}

impl Items {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConversionError> {
        made(size_of::<Value>())?;
        self.items.push(value.serialize(Writer)?);
        Ok(())
    }

    fn finish(self) -> Value {
        let items = Value::Array(self.items);
        match self.variant {
            Some(name) => variant(name, items),
            None => items,
        }
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident,)*) => {$(
        impl $trait for Items {
            type Ok = Value;
            type Error = ConversionError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConversionError> {
                self.add(value)
            }

            fn end(self) -> Written {
                Ok(self.finish())
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
    variant: Option<&'static str>,
    members: Vec<(Text, Value)>,
    key: Option<Text>,
}

impl Members {
    fn add<T: Serialize + ?Sized>(&mut self, key: Text, value: &T) -> Result<(), ConversionError> {
        made(size_of::<(Text, Value)>() + key.text.len())?;
        self.members.push((key, value.serialize(Writer)?));
        Ok(())
    }

    fn finish(self) -> Value {
        let members = Value::Object(self.members);
        match self.variant {
            Some(name) => variant(name, members),
            None => members,
        }
    }
}

impl SerializeMap for Members {
    type Ok = Value;
    type Error = ConversionError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ConversionError> {
        self.key = Some(key.serialize(Key)?.into());
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConversionError> {
        let key = self.key.take();
        let key = key.ok_or_else(|| ConversionError::custom("a value of a map without a key"))?;
        self.add(key, value)
    }

    fn end(self) -> Written {
        Ok(self.finish())
    }
}

macro_rules! structs {
    ($($trait:ident,)*) => {$(
        impl $trait for Members {
            type Ok = Value;
            type Error = ConversionError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), ConversionError> {
                self.add(key.into(), value)
            }

            fn end(self) -> Written {
                Ok(self.finish())
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
        fn $method(self, value: $type) -> Result<String, ConversionError> {
            Ok(value.to_string())
        }
    )*};
}

macro_rules! no_keys {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$result, ConversionError> {
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
        serialize_unit_struct(&'static str) -> String;
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(&'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, ConversionError> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<String, ConversionError> {
        Ok(name.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, ConversionError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, ConversionError> {
        Err(no_text())
    }
}
