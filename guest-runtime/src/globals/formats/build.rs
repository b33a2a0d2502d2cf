//! Values of the engine, made of what a text holds.

use std::collections::HashMap;

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::{AlignedVec, JsArray, JsArrayBuffer, JsFunction, JsUint8Array};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsBigInt, JsObject, JsString, JsValue};
use isolate_formats::Build;

use super::Fault;
use crate::peek;

/// Keys that are remembered, so that objects of one shape share theirs.
const KEYS_MAX: usize = 1024;

/// Makes values.
pub(super) struct Values<'c> {
    pub(super) context: &'c mut Context,
    /// Whether integers that a number cannot hold become big integers, or are rounded.
    pub(super) has_big: bool,
    /// The digits of the first integer that was rounded.
    pub(super) rounded: Option<String>,
    /// Makes a date of its text, if a package has dates of its own.
    pub(super) make_date: Option<JsFunction>,
    keys: HashMap<Box<str>, PropertyKey>,
}

impl<'c> Values<'c> {
    pub(super) fn new(context: &'c mut Context) -> Self {
        Self {
            context,
            has_big: false,
            rounded: None,
            make_date: None,
            keys: HashMap::new(),
        }
    }

    /// The key of a name.
    pub(super) fn key(&mut self, name: &str) -> PropertyKey {
        if let Some(key) = self.keys.get(name) {
            return key.clone();
        }
        let key = PropertyKey::from(JsString::from(name));
        if self.keys.len() < KEYS_MAX {
            self.keys.insert(name.into(), key.clone());
        }
        key
    }

    /// An object without members.
    pub(super) fn blank(&self) -> JsObject {
        let prototype = self
            .context
            .intrinsics()
            .constructors()
            .object()
            .prototype();
        JsObject::new(self.context.root_shape(), prototype, OrdinaryObject).upcast()
    }
}

/// The text of a date with three digits behind the point of its seconds, as the engine reads dates.
fn to_millis(text: &str) -> String {
    let Some((front, rest)) = text.split_once('.') else {
        return text.to_owned();
    };
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (digits, zone) = rest.split_at(end.unwrap_or(rest.len()));
    format!("{front}.{digits:0<3.3}{zone}")
}

/// Sets a member. `__proto__` is one like any other.
pub(super) fn define(object: &JsObject, key: PropertyKey, value: JsValue) {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(true)
        .configurable(true);
    object.insert_property(key, property);
}

impl Build for Values<'_> {
    type Value = JsValue;
    type Array = Vec<JsValue>;
    type Object = JsObject;
    type Error = Fault;

    fn null(&mut self) -> Result<JsValue, Fault> {
        Ok(JsValue::null())
    }

    fn bool(&mut self, value: bool) -> Result<JsValue, Fault> {
        Ok(value.into())
    }

    fn number(&mut self, value: f64) -> Result<JsValue, Fault> {
        Ok(value.into())
    }

    fn integer(&mut self, digits: &str) -> Result<JsValue, Fault> {
        if self.has_big {
            let value = JsBigInt::from_string(digits);
            return Ok(value.map_or_else(JsValue::undefined, JsValue::from));
        }
        self.rounded.get_or_insert_with(|| digits.to_owned());
        Ok(digits.parse().unwrap_or(f64::NAN).into())
    }

    fn string(&mut self, value: &str) -> Result<JsValue, Fault> {
        Ok(JsString::from(value).into())
    }

    fn bytes(&mut self, value: Vec<u8>) -> Result<JsValue, Fault> {
        let block = AlignedVec::from_slice(0, &value);
        let buffer = JsArrayBuffer::from_byte_block(block, self.context)?;
        Ok(JsUint8Array::from_array_buffer(buffer, self.context)?.into())
    }

    fn date(&mut self, text: &str) -> Result<JsValue, Fault> {
        if let Some(make) = &self.make_date {
            let text = JsString::from(text).into();
            return Ok(make.call(&JsValue::undefined(), &[text], self.context)?);
        }
        let constructor = self
            .context
            .intrinsics()
            .constructors()
            .date()
            .constructor();
        let text = JsString::from(to_millis(&text.replacen(' ', "T", 1)));
        let date = constructor.construct(&[text.into()], None, self.context)?;
        Ok(date.into())
    }

    fn array(&mut self) -> Result<Vec<JsValue>, Fault> {
        Ok(Vec::new())
    }

    fn push(&mut self, array: &mut Vec<JsValue>, value: JsValue) -> Result<(), Fault> {
        array.push(value);
        Ok(())
    }

    fn end_array(&mut self, array: Vec<JsValue>) -> Result<JsValue, Fault> {
        Ok(JsArray::from_iter(array, self.context).into())
    }

    fn object(&mut self) -> Result<JsObject, Fault> {
        Ok(self.blank())
    }

    fn insert(&mut self, object: &mut JsObject, key: &str, value: JsValue) -> Result<(), Fault> {
        let key = self.key(key);
        define(object, key, value);
        Ok(())
    }

    fn merge(&mut self, object: &mut JsObject, from: &JsValue) -> Result<bool, Fault> {
        let Some(from) = from.as_object().filter(JsObject::is_ordinary) else {
            return Ok(false);
        };
        for key in peek::own_keys(&from) {
            if peek::own(object, &key).is_none()
                && let Some(value) = peek::own(&from, &key).and_then(|own| own.value().cloned())
            {
                define(object, key, value);
            }
        }
        Ok(true)
    }

    fn end_object(&mut self, object: JsObject) -> Result<JsValue, Fault> {
        Ok(object.into())
    }
}
