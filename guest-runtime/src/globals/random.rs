//! Randomness from the run's seed, and the clock of `performance`.

use std::fmt::Write as _;

use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::object::builtins::{JsArrayBuffer, JsTypedArray};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use super::exception::exception;
use crate::shared::Shared;

/// Bytes that one call of `getRandomValues` fills, as in browsers.
const RANDOM_BYTES_MAX: usize = 65_536;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let math = context.global_object().get(js_string!("Math"), context)?;
    if let Some(math) = math.as_object() {
        add(&math, "random", 0, random, context);
    }
    let crypto = JsObject::with_object_proto(context.intrinsics());
    add(&crypto, "randomUUID", 0, random_uuid, context);
    add(&crypto, "getRandomValues", 1, random_values, context);
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(js_string!("crypto"), crypto, attributes)?;
    let performance = JsObject::with_object_proto(context.intrinsics());
    add(&performance, "now", 0, now, context);
    add(&performance, "mark", 1, nothing, context);
    add(&performance, "measure", 1, nothing, context);
    context.register_global_property(js_string!("performance"), performance, attributes)
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn random(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = Shared::of(context).random.borrow_mut().next_f64();
    Ok(number.into())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn now(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(Shared::of(context).clock.read_ms().into())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn nothing(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn random_uuid(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut bytes = [0; 16];
    Shared::of(context).random.borrow_mut().fill(&mut bytes);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        write!(text, "{byte:02x}").expect("text takes any text");
    }
    Ok(JsString::from(text).into())
}

fn random_values(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    let Some(object) = value.as_object().filter(JsObject::is::<TypedArray>) else {
        return Err(JsNativeError::typ()
            .with_message("crypto.getRandomValues: the argument must be a typed array of integers")
            .into());
    };
    let array = JsTypedArray::from_object(object)?;
    if matches!(
        array.kind(),
        Some(TypedArrayKind::Float32 | TypedArrayKind::Float64)
    ) {
        let message = "The data argument must be an integer-type TypedArray";
        return Err(exception("TypeMismatchError", message, context));
    }
    let offset = array.byte_offset(context)?;
    let len = array.byte_length(context)?;
    if len > RANDOM_BYTES_MAX {
        let message = format!("crypto.getRandomValues: more than {RANDOM_BYTES_MAX} bytes at once");
        return Err(exception("QuotaExceededError", &message, context));
    }
    let buffer = array.buffer(context)?;
    if let Some(buffer) = buffer.as_object()
        && let Ok(buffer) = JsArrayBuffer::from_object(buffer)
        && let Some(mut data) = buffer.data_mut()
        && let Some(window) = data.get_mut(offset..offset + len)
    {
        Shared::of(context).random.borrow_mut().fill(window);
    }
    Ok(value.clone())
}
