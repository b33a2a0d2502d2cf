//! Bytes of the wire to JavaScript values.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::{
    AlignedVec, JsArray, JsArrayBuffer, JsMap, JsSet, JsUint8Array,
};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsBigInt, JsObject, JsResult, JsString, JsValue};
use isolate_protocol::limits::VALUE_DEPTH_MAX;
use isolate_protocol::wire::{DecodeError, Decoder, RawText, tag};

use super::lazy;
use super::parts::{js_text, malformed};
use crate::shared::Shared;

/// Keys that are remembered: enough for a handful of shapes.
const KEYS_MAX: usize = 64;

/// Reads a value.
///
/// # Errors
///
/// An engine error where the bytes are no value, which no host sends.
pub(crate) fn decode(decoder: &mut Decoder<'_>, context: &mut Context) -> JsResult<JsValue> {
    let mut values = Values {
        keys: Vec::new(),
        next: 0,
        context,
    };
    values.value(decoder, 0)
}

struct Values<'bytes, 'context> {
    /// Keys seen in this message, so that objects of one shape share theirs.
    keys: Vec<(RawText<'bytes>, PropertyKey)>,
    /// Where the next key is expected: the one after the last.
    next: usize,
    context: &'context mut Context,
}

impl<'bytes> Values<'bytes, '_> {
    fn value(&mut self, decoder: &mut Decoder<'bytes>, depth: usize) -> JsResult<JsValue> {
        if depth > VALUE_DEPTH_MAX {
            return Err(malformed(DecodeError::TooDeep));
        }
        Ok(match decoder.u8().map_err(malformed)? {
            tag::UNDEFINED => JsValue::undefined(),
            tag::NULL => JsValue::null(),
            tag::FALSE => JsValue::from(false),
            tag::TRUE => JsValue::from(true),
            tag::NUMBER => JsValue::new(decoder.f64().map_err(malformed)?),
            text @ (tag::LATIN1 | tag::UTF16) => {
                js_text(decoder.raw_text_of(text).map_err(malformed)?).into()
            }
            tag::BYTES => {
                let len = decoder.count().map_err(malformed)?;
                bytes(decoder.take(len).map_err(malformed)?, self.context)?.into()
            }
            tag::DATE => {
                let milliseconds = decoder.f64().map_err(malformed)?;
                let constructor = self
                    .context
                    .intrinsics()
                    .constructors()
                    .date()
                    .constructor();
                constructor
                    .construct(&[milliseconds.into()], None, self.context)?
                    .into()
            }
            tag::ARRAY => {
                let items = self.items(decoder, depth)?;
                JsArray::from_iter(items, self.context).into()
            }
            tag::OBJECT => self.object(decoder, depth)?.into(),
            tag::ENTRY => {
                let entry = self.object(decoder, depth)?;
                let prototype = Shared::of(self.context).entry_prototype.borrow().clone();
                if prototype.is_some() {
                    entry.set_prototype(prototype);
                }
                entry.into()
            }
            tag::BIGINT => {
                let digits = decoder.string().map_err(malformed)?;
                JsBigInt::from_string(&digits).map_or_else(JsValue::undefined, JsValue::from)
            }
            tag::MAP => {
                let count = decoder.count().map_err(malformed)?;
                let map = JsMap::new(self.context);
                for _ in 0..count {
                    let key = self.value(decoder, depth + 1)?;
                    let entry = self.value(decoder, depth + 1)?;
                    map.set(key, entry, self.context)?;
                }
                map.into()
            }
            tag::SET => {
                let items = self.items(decoder, depth)?;
                JsSet::from_iter(items, self.context).into()
            }
            tag::ERROR => {
                let name = js_text(decoder.raw_text().map_err(malformed)?);
                let message = js_text(decoder.raw_text().map_err(malformed)?);
                decoder.raw_text().map_err(malformed)?;
                let constructor = self
                    .context
                    .intrinsics()
                    .constructors()
                    .error()
                    .constructor();
                let error = constructor.construct(&[message.into()], None, self.context)?;
                error.insert_property(JsString::from("name"), hidden(name));
                error.into()
            }
            // What has no life of its own outside the engine comes back as its text.
            tag::FUNCTION | tag::SYMBOL | tag::REFERENCE => {
                js_text(decoder.raw_text().map_err(malformed)?).into()
            }
            // An instruction that a plan repeats.
            tag::REGEXP => {
                let source = decoder.string().map_err(malformed)?;
                let flags = decoder.string().map_err(malformed)?;
                JsString::from(format!("/{source}/{flags}")).into()
            }
            tag::JSON_NUMBER => {
                let digits = decoder.string().map_err(malformed)?;
                JsValue::new(digits.parse().unwrap_or(f64::NAN))
            }
            tag::CUT => {
                decoder.f64().map_err(malformed)?;
                js_text(decoder.raw_text().map_err(malformed)?).into()
            }
            other => return Err(malformed(DecodeError::UnknownTag(other))),
        })
    }

    fn items(&mut self, decoder: &mut Decoder<'bytes>, depth: usize) -> JsResult<Vec<JsValue>> {
        let count = decoder.count().map_err(malformed)?;
        let mut items = Vec::with_capacity(count.min(decoder.rest().len()));
        for _ in 0..count {
            items.push(self.value(decoder, depth + 1)?);
        }
        Ok(items)
    }

    fn object(&mut self, decoder: &mut Decoder<'bytes>, depth: usize) -> JsResult<JsObject> {
        let count = decoder.count().map_err(malformed)?;
        let prototype = self
            .context
            .intrinsics()
            .constructors()
            .object()
            .prototype();
        let object = JsObject::new(self.context.root_shape(), prototype, OrdinaryObject).upcast();
        for _ in 0..count {
            let text = decoder.raw_text().map_err(malformed)?;
            let key = self.key(text);
            if decoder.rest().first() == Some(&tag::LAZY) {
                decoder.u8().map_err(malformed)?;
                let id = decoder.u32().map_err(malformed)?;
                lazy::define(&object, key, id, self.context)?;
                continue;
            }
            let member = self.value(decoder, depth + 1)?;
            let property = PropertyDescriptor::builder()
                .value(member)
                .writable(true)
                .enumerable(true)
                .configurable(true);
            // Not a `set`: `__proto__` is a member like any other.
            object.insert_property(key, property);
        }
        Ok(object)
    }

    fn key(&mut self, text: RawText<'bytes>) -> PropertyKey {
        let len = self.keys.len();
        for step in 0..len {
            let at = (self.next + step) % len;
            if self.keys[at].0 == text {
                self.next = (at + 1) % len;
                return self.keys[at].1.clone();
            }
        }
        let key = PropertyKey::from(js_text(text));
        if len < KEYS_MAX {
            self.keys.push((text, key.clone()));
            self.next = 0;
        }
        key
    }
}

/// A `Uint8Array` of these bytes.
fn bytes(bytes: &[u8], context: &mut Context) -> JsResult<JsUint8Array> {
    let block = AlignedVec::from_slice(0, bytes);
    let buffer = JsArrayBuffer::from_byte_block(block, context)?;
    JsUint8Array::from_array_buffer(buffer, context)
}

fn hidden(value: impl Into<JsValue>) -> PropertyDescriptor {
    PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(false)
        .configurable(true)
        .build()
}
