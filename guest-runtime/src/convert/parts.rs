//! Small parts of the conversion, some of which printing needs, too.

use std::fmt;

use boa_engine::property::PropertyKey;
use boa_engine::string::JsStr;
use boa_engine::{
    Context, JsBigInt, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue,
    js_string,
};
use isolate_protocol::wire::{DecodeError, RawText};

use crate::peek;
use crate::shared::Shared;

/// A function of the host's, as the program calls it.
#[derive(Clone, Copy)]
pub(crate) struct Callee<'a> {
    /// `state`, or the namespace of a function.
    pub(crate) holder: &'a str,
    pub(crate) name: &'a str,
}

impl fmt::Display for Callee<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.holder, self.name)
    }
}

/// The primitive inside a `Number`, `String`, `Boolean`, `BigInt` or `Symbol` object.
pub(crate) fn boxed(object: &JsObject) -> Option<JsValue> {
    if let Some(value) = object.downcast_ref::<f64>() {
        return Some((*value).into());
    }
    if let Some(value) = object.downcast_ref::<JsString>() {
        return Some(value.clone().into());
    }
    if let Some(value) = object.downcast_ref::<bool>() {
        return Some((*value).into());
    }
    if let Some(value) = object.downcast_ref::<JsBigInt>() {
        return Some(value.clone().into());
    }
    object
        .downcast_ref::<JsSymbol>()
        .map(|value| value.clone().into())
}

/// A key as text.
pub(crate) fn key_text(key: &PropertyKey) -> JsString {
    match key {
        PropertyKey::String(name) => name.clone(),
        PropertyKey::Index(index) => JsString::from(index.get().to_string()),
        PropertyKey::Symbol(symbol) => symbol.descriptive_string(),
    }
}

/// `Object.keys`, without calling into the engine where the object is an ordinary one.
pub(crate) fn enumerable_keys(
    object: &JsObject,
    context: &mut Context,
) -> JsResult<Vec<PropertyKey>> {
    if object.is_ordinary() {
        let mut keys = peek::own_keys(object);
        let object = object.borrow();
        keys.retain(|key| {
            !matches!(key, PropertyKey::Symbol(_))
                && object
                    .properties()
                    .get(key)
                    .is_some_and(|property| property.enumerable() == Some(true))
        });
        return Ok(keys);
    }
    let object_keys = Shared::of(context).originals().object_keys;
    let list = object_keys.call(&JsValue::undefined(), &[object.clone().into()], context)?;
    let Some(list) = list.as_object() else {
        return Ok(Vec::new());
    };
    let len = list
        .get(js_string!("length"), context)?
        .to_length(context)?;
    (0..len)
        .map(|at| list.get(at, context)?.to_property_key(context))
        .collect()
}

/// Text of the wire as the engine holds it.
pub(super) fn js_text(text: RawText<'_>) -> JsString {
    match text {
        RawText::Latin1(bytes) => JsString::from(JsStr::latin1(bytes)),
        RawText::Utf16(bytes) => {
            let units: Vec<u16> = bytes
                .as_chunks::<2>()
                .0
                .iter()
                .map(|unit| u16::from_le_bytes(*unit))
                .collect();
            JsString::from(&units[..])
        }
    }
}

/// What no host sends.
pub(crate) fn malformed(error: DecodeError) -> JsError {
    JsNativeError::error()
        .with_message(format!("malformed message from the host: {error}"))
        .into()
}
