//! Text to bytes and back.

mod decoder;

use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{
    AlignedVec, JsArrayBuffer, JsDataView, JsTypedArray, JsUint8Array,
};
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use super::exception::exception;

/// Alphabet of base64.
pub(super) const ALPHABET: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Adds the helpers that the prelude builds its classes on.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "encode", 1, encode, context);
    add(helpers, "encodeInto", 2, encode_into, context);
    decoder::install(helpers, context);
    let global = context.global_object();
    add(&global, "btoa", 1, to_base64, context);
    add(&global, "atob", 1, from_base64, context);
}

fn encode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0);
    let text = if text.is_undefined() {
        JsString::default()
    } else {
        text.to_string(context)?
    };
    let text = text.as_str();
    let bytes = match text.variant() {
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => AlignedVec::from_slice(0, bytes),
        _ => AlignedVec::from_slice(0, text.to_std_string_lossy().as_bytes()),
    };
    let buffer = JsArrayBuffer::from_byte_block(bytes, context)?;
    Ok(JsUint8Array::from_array_buffer(buffer, context)?.into())
}

/// `encodeInto(text, target)`: as many whole characters as fit.
fn encode_into(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    let target = args
        .get_or_undefined(1)
        .as_object()
        .and_then(|object| JsUint8Array::from_object(object).ok())
        .ok_or_else(|| {
            JsNativeError::typ().with_message("encodeInto: the target must be a Uint8Array")
        })?;
    let room = target.byte_length(context)?;
    let offset = target.byte_offset(context)?;
    let mut bytes = Vec::new();
    let mut read = 0;
    for unit in char::decode_utf16(text.iter()) {
        // The replacement of half a surrogate pair is one unit too.
        let character = unit.unwrap_or(char::REPLACEMENT_CHARACTER);
        if bytes.len() + character.len_utf8() > room {
            break;
        }
        read += character.len_utf16();
        bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    let buffer = target.buffer(context)?.as_object();
    let buffer = buffer.and_then(|buffer| JsArrayBuffer::from_object(buffer).ok());
    if let Some(buffer) = buffer
        && let Some(mut data) = buffer.data_mut()
        && let Some(place) = data.get_mut(offset..offset + bytes.len())
    {
        place.copy_from_slice(&bytes);
    }
    let answer = JsObject::with_object_proto(context.intrinsics());
    answer.create_data_property_or_throw(js_string!("read"), read, context)?;
    answer.create_data_property_or_throw(js_string!("written"), bytes.len(), context)?;
    Ok(answer.into())
}

fn to_base64(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require(args, context)?;
    let text = args.get_or_undefined(0).to_string(context)?;
    let mut bytes = Vec::with_capacity(text.len());
    for unit in text.iter() {
        let Ok(byte) = u8::try_from(unit) else {
            let message =
                "btoa: the text has characters outside Latin-1; encode it with TextEncoder first";
            return Err(exception("InvalidCharacterError", message, context));
        };
        bytes.push(byte);
    }
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0_u32, |word, (at, byte)| {
            word | u32::from(*byte) << (16 - 8 * at)
        });
        for at in 0..4 {
            out.push(if at <= chunk.len() {
                ALPHABET[(word >> (18 - 6 * at) & 63) as usize]
            } else {
                b'='
            });
        }
    }
    Ok(JsString::from(JsStr::latin1(&out)).into())
}

/// Fails where the text is missing.
fn require(args: &[JsValue], context: &mut Context) -> JsResult<()> {
    if !args.is_empty() {
        return Ok(());
    }
    let error = JsNativeError::typ().with_message("The \"input\" argument must be specified");
    let error = JsError::from(error).into_opaque(context)?;
    if let Some(object) = error.as_object() {
        let code = js_string!("ERR_MISSING_ARGS");
        object.create_data_property_or_throw(js_string!("code"), code, context)?;
    }
    Err(JsError::from_opaque(error))
}

fn from_base64(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require(args, context)?;
    let text = args
        .get_or_undefined(0)
        .to_string(context)?
        .to_std_string_lossy();
    match decoded(&text) {
        Some(bytes) => Ok(JsString::from(JsStr::latin1(&bytes)).into()),
        None => {
            let message = "atob: the text is not correctly encoded base64";
            Err(exception("InvalidCharacterError", message, context))
        }
    }
}

/// The bytes that base64 stands for, with or without padding; none where it is none.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut digits: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r'))
        .collect();
    if digits.len().is_multiple_of(4) {
        for _ in 0..2 {
            if digits.last() == Some(&b'=') {
                digits.pop();
            }
        }
    }
    if digits.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for chunk in digits.chunks(4) {
        let mut word = 0_u32;
        for (at, digit) in chunk.iter().enumerate() {
            let value = ALPHABET.iter().position(|letter| letter == digit)?;
            word |= u32::try_from(value).expect("below 64") << (18 - 6 * at);
        }
        let [_, bytes @ ..] = word.to_be_bytes();
        out.extend_from_slice(&bytes[..chunk.len() * 3 / 4]);
    }
    Some(out)
}

/// Runs `read` with the bytes of a buffer or a view of one.
pub(super) fn with_bytes<T>(
    value: &JsValue,
    context: &mut Context,
    read: impl FnOnce(&[u8]) -> JsResult<T>,
) -> JsResult<T> {
    if value.is_undefined() {
        return read(&[]);
    }
    let not_bytes = || {
        JsNativeError::typ()
            .with_message("TextDecoder.decode: the argument must be a Uint8Array or an ArrayBuffer")
    };
    let object = value.as_object().ok_or_else(not_bytes)?;
    let (buffer, offset, len) = if object.is::<TypedArray>() {
        let array = JsTypedArray::from_object(object)?;
        let offset = array.byte_offset(context)?;
        let len = array.byte_length(context)?;
        (array.buffer(context)?.as_object(), offset, len)
    } else if JsDataView::from_object(object.clone()).is_ok() {
        let number = |name: JsString, context: &mut Context| -> JsResult<usize> {
            let value = object.get(name, context)?.to_length(context)?;
            Ok(usize::try_from(value).unwrap_or(usize::MAX))
        };
        let offset = number(js_string!("byteOffset"), context)?;
        let len = number(js_string!("byteLength"), context)?;
        (
            object.get(js_string!("buffer"), context)?.as_object(),
            offset,
            len,
        )
    } else {
        (Some(object), 0, usize::MAX)
    };
    let buffer =
        JsArrayBuffer::from_object(buffer.ok_or_else(not_bytes)?).map_err(|_| not_bytes())?;
    let data = buffer.data();
    let data = data.as_deref().unwrap_or_default();
    let data = data.get(offset..).unwrap_or_default();
    read(&data[..len.min(data.len())])
}
