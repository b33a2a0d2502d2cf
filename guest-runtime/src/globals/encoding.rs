//! Text to bytes and back.

use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{
    AlignedVec, JsArrayBuffer, JsDataView, JsTypedArray, JsUint8Array,
};
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use super::exception::exception;

/// Alphabet of base64.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Adds the helpers that the prelude builds its classes on.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "encode", 1, encode, context);
    add(helpers, "decode", 3, decode, context);
    add(helpers, "toBase64", 1, to_base64, context);
    add(helpers, "fromBase64", 1, from_base64, context);
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
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => AlignedVec::from_slice(64, bytes),
        _ => AlignedVec::from_slice(64, text.to_std_string_lossy().as_bytes()),
    };
    let buffer = JsArrayBuffer::from_byte_block(bytes, context)?;
    Ok(JsUint8Array::from_array_buffer(buffer, context)?.into())
}

/// `decode(bytes, encoding, isFatal)`; the byte order mark is the prelude's.
fn decode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let encoding = args
        .get_or_undefined(1)
        .to_string(context)?
        .to_std_string_lossy();
    let is_fatal = args.get_or_undefined(2).to_boolean();
    with_bytes(args.get_or_undefined(0), context, |bytes| {
        let invalid = || {
            JsNativeError::typ().with_message(format!(
                "the encoded data was not valid for encoding {encoding}"
            ))
        };
        Ok(match encoding.as_str() {
            "latin1" => JsString::from(JsStr::latin1(bytes)),
            "utf-16le" => {
                let (pairs, rest) = bytes.as_chunks::<2>();
                let units: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
                let is_whole = rest.is_empty()
                    && char::decode_utf16(units.iter().copied()).all(|unit| unit.is_ok());
                if is_fatal && !is_whole {
                    return Err(invalid().into());
                }
                let mut text: String = char::decode_utf16(units)
                    .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                if !rest.is_empty() {
                    text.push(char::REPLACEMENT_CHARACTER);
                }
                JsString::from(text)
            }
            _ if bytes.is_ascii() => JsString::from(JsStr::latin1(bytes)),
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => JsString::from(text),
                Err(_) if is_fatal => return Err(invalid().into()),
                Err(_) => JsString::from(&*String::from_utf8_lossy(bytes)),
            },
        }
        .into())
    })
}

fn to_base64(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
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

fn from_base64(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
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
        .filter(|byte| !byte.is_ascii_whitespace())
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
fn with_bytes(
    value: &JsValue,
    context: &mut Context,
    read: impl FnOnce(&[u8]) -> JsResult<JsValue>,
) -> JsResult<JsValue> {
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
