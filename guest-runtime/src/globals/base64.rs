//! `Uint8Array` to text and back: base64 and hexadecimal notation, as ECMAScript has them since 2026.

use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::object::builtins::{AlignedVec, JsArrayBuffer, JsTypedArray, JsUint8Array};
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use super::encoding::ALPHABET;

const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// What stands for a character that is no digit.
const NO_DIGIT: u8 = 0xff;

/// What base64's characters stand for.
const DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let mut digit = 0;
    while digit < ALPHABET.len() {
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        {
            digits[ALPHABET[digit] as usize] = digit as u8;
        }
        digit += 1;
    }
    digits
};

pub(super) fn install(context: &mut Context) {
    let class = context.intrinsics().constructors().typed_uint8_array();
    let (constructor, prototype) = (class.constructor(), class.prototype());
    add(&constructor, "fromBase64", 1, from_base64, context);
    add(&constructor, "fromHex", 1, from_hex, context);
    add(&prototype, "setFromBase64", 1, set_from_base64, context);
    add(&prototype, "setFromHex", 1, set_from_hex, context);
    add(&prototype, "toBase64", 0, to_base64, context);
    add(&prototype, "toHex", 0, to_hex, context);
}

/// Bytes that a text stands for, up to where it stands for none.
struct Decoded {
    /// Characters that the bytes come from.
    read: usize,
    bytes: Vec<u8>,
    /// What is wrong with the rest.
    fault: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq)]
enum LastChunk {
    Loose,
    Strict,
    StopBeforePartial,
}

struct Options {
    is_url: bool,
    last_chunk: LastChunk,
}

fn to_base64(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this, "toBase64")?;
    let options = options_object(args.get_or_undefined(0))?;
    let is_url = is_url(options.as_ref(), context)?;
    let omits_padding = match &options {
        Some(options) => options
            .get(js_string!("omitPadding"), context)?
            .to_boolean(),
        None => false,
    };
    let view = View::of(&array, context)?;
    let text = view.read(|bytes| encode(bytes, is_url, omits_padding));
    Ok(JsString::from(JsStr::latin1(&text)).into())
}

fn to_hex(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this, "toHex")?;
    let view = View::of(&array, context)?;
    let text = view.read(|bytes| {
        let mut text = Vec::with_capacity(bytes.len() * 2);
        for byte in bytes {
            text.push(HEX_DIGITS[usize::from(byte >> 4)]);
            text.push(HEX_DIGITS[usize::from(byte & 15)]);
        }
        text
    });
    Ok(JsString::from(JsStr::latin1(&text)).into())
}

fn from_base64(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text(args)?;
    let options = decoding(args, context)?;
    new_array(decode(&text, &options, usize::MAX), context)
}

fn from_hex(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    new_array(decode_hex(&text(args)?, usize::MAX), context)
}

fn set_from_base64(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this, "setFromBase64")?;
    let text = text(args)?;
    let options = decoding(args, context)?;
    let view = View::of(&array, context)?;
    view.write(decode(&text, &options, view.len), context)
}

fn set_from_hex(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this, "setFromHex")?;
    let text = text(args)?;
    let view = View::of(&array, context)?;
    view.write(decode_hex(&text, view.len), context)
}

/// The array that a method is called on.
fn uint8_array(this: &JsValue, method: &str) -> JsResult<JsObject> {
    this.as_object()
        .filter(|object| {
            object
                .downcast_ref::<TypedArray>()
                .is_some_and(|array| array.kind() == TypedArrayKind::Uint8)
        })
        .ok_or_else(|| {
            JsNativeError::typ()
                .with_message(format!(
                    "Uint8Array.prototype.{method} called on what is no Uint8Array"
                ))
                .into()
        })
}

/// The characters of the first argument; those beyond Latin-1 are no digits of anything.
fn text(args: &[JsValue]) -> JsResult<Vec<u8>> {
    let Some(text) = args.get_or_undefined(0).as_string() else {
        return Err(JsNativeError::typ()
            .with_message("the argument must be a string")
            .into());
    };
    Ok(match text.as_str().variant() {
        JsStrVariant::Latin1(units) => units.to_vec(),
        JsStrVariant::Utf16(units) => units
            .iter()
            .map(|unit| u8::try_from(*unit).unwrap_or(NO_DIGIT))
            .collect(),
    })
}

fn options_object(options: &JsValue) -> JsResult<Option<JsObject>> {
    if options.is_undefined() {
        return Ok(None);
    }
    options.as_object().map(Some).ok_or_else(|| {
        JsNativeError::typ()
            .with_message("the options must be an object")
            .into()
    })
}

fn is_url(options: Option<&JsObject>, context: &mut Context) -> JsResult<bool> {
    let alphabet = member(options, js_string!("alphabet"), context)?;
    match alphabet.as_deref() {
        None | Some("base64") => Ok(false),
        Some("base64url") => Ok(true),
        Some(_) => Err(JsNativeError::typ()
            .with_message("expected alphabet to be either \"base64\" or \"base64url\"")
            .into()),
    }
}

/// A member of the options that is a text, as nothing is converted; what is none is an empty text.
fn member(
    options: Option<&JsObject>,
    name: JsString,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let Some(options) = options else {
        return Ok(None);
    };
    let value = options.get(name, context)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let text = value.as_string().map(|text| text.to_std_string_lossy());
    Ok(Some(text.unwrap_or_default()))
}

fn decoding(args: &[JsValue], context: &mut Context) -> JsResult<Options> {
    let options = options_object(args.get_or_undefined(1))?;
    let is_url = is_url(options.as_ref(), context)?;
    let last_chunk = member(options.as_ref(), js_string!("lastChunkHandling"), context)?;
    let last_chunk = match last_chunk.as_deref() {
        None | Some("loose") => LastChunk::Loose,
        Some("strict") => LastChunk::Strict,
        Some("stop-before-partial") => LastChunk::StopBeforePartial,
        Some(_) => {
            return Err(JsNativeError::typ()
                .with_message(
                    "expected lastChunkHandling to be either \"loose\", \"strict\", or \"stop-before-partial\"",
                )
                .into());
        }
    };
    Ok(Options { is_url, last_chunk })
}

fn fault(message: &str) -> JsError {
    JsNativeError::syntax()
        .with_message(message.to_owned())
        .into()
}

fn new_array(decoded: Decoded, context: &mut Context) -> JsResult<JsValue> {
    if let Some(message) = decoded.fault {
        return Err(fault(message));
    }
    let bytes = AlignedVec::from_slice(0, &decoded.bytes);
    let buffer = JsArrayBuffer::from_byte_block(bytes, context)?;
    Ok(JsUint8Array::from_array_buffer(buffer, context)?.into())
}

/// Where the bytes of an array are.
struct View {
    buffer: JsArrayBuffer,
    offset: usize,
    len: usize,
}

impl View {
    fn of(array: &JsObject, context: &mut Context) -> JsResult<Self> {
        let detached = || {
            JsNativeError::typ()
                .with_message("the array has no bytes: its buffer is detached or too short")
        };
        let view = JsTypedArray::from_object(array.clone())?;
        let buffer = view.buffer(context)?.as_object().ok_or_else(detached)?;
        let buffer = JsArrayBuffer::from_object(buffer)?;
        let is_outside = buffer.data().is_none()
            || array
                .downcast_ref::<TypedArray>()
                .is_none_or(|array| array.is_out_of_bounds(buffer.byte_length()));
        if is_outside {
            return Err(detached().into());
        }
        Ok(Self {
            offset: view.byte_offset(context)?,
            len: view.byte_length(context)?,
            buffer,
        })
    }

    fn read<R>(&self, read: impl FnOnce(&[u8]) -> R) -> R {
        let data = self.buffer.data();
        let data = data.as_deref().unwrap_or_default();
        read(
            data.get(self.offset..self.offset + self.len)
                .unwrap_or_default(),
        )
    }

    /// Writes what was decoded, also where the rest is wrong, and tells how much that was.
    fn write(&self, decoded: Decoded, context: &mut Context) -> JsResult<JsValue> {
        let written = decoded.bytes.len();
        if let Some(mut data) = self.buffer.data_mut()
            && let Some(to) = data.get_mut(self.offset..self.offset + written)
        {
            to.copy_from_slice(&decoded.bytes);
        }
        if let Some(message) = decoded.fault {
            return Err(fault(message));
        }
        let result = JsObject::with_object_proto(context.intrinsics());
        result.create_data_property(js_string!("read"), decoded.read, context)?;
        result.create_data_property(js_string!("written"), written, context)?;
        Ok(result.into())
    }
}

fn encode(bytes: &[u8], is_url: bool, omits_padding: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0_u32, |word, (at, byte)| {
            word | u32::from(*byte) << (16 - 8 * at)
        });
        for at in 0..4 {
            if at <= chunk.len() {
                let digit = ALPHABET[(word >> (18 - 6 * at) & 63) as usize];
                out.push(match digit {
                    b'+' if is_url => b'-',
                    b'/' if is_url => b'_',
                    _ => digit,
                });
            } else if !omits_padding {
                out.push(b'=');
            }
        }
    }
    out
}

/// The next character that is no white space.
fn skip_space(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b'\t' | b'\n' | 0x0c | b'\r' | b' ')) {
        at += 1;
    }
    at
}

/// The specification's `FromBase64`.
fn decode(text: &[u8], options: &Options, len_max: usize) -> Decoded {
    let mut decoded = Decoded {
        read: 0,
        bytes: Vec::with_capacity((text.len() / 4 * 3).min(len_max)),
        fault: None,
    };
    if len_max > 0 {
        decoded.fault = decode_into(&mut decoded, text, options, len_max).err();
    }
    decoded
}

fn decode_into(
    decoded: &mut Decoded,
    text: &[u8],
    options: &Options,
    len_max: usize,
) -> Result<(), &'static str> {
    const INCOMPLETE: &str = "the base64 text ends within a group of four characters";
    const NO_CHARACTER: &str = "the text has characters that base64 does not have";
    let is_partial_left = options.last_chunk == LastChunk::StopBeforePartial;
    let (mut word, mut digits) = (0_u32, 0);
    let mut at = 0;
    loop {
        at = skip_space(text, at);
        let Some(&character) = text.get(at) else {
            if digits > 0 {
                if is_partial_left {
                    return Ok(());
                }
                if options.last_chunk == LastChunk::Strict || digits == 1 {
                    return Err(INCOMPLETE);
                }
                push_last(decoded, word, digits);
            }
            decoded.read = text.len();
            return Ok(());
        };
        at += 1;
        if character == b'=' {
            if digits < 2 {
                return Err(INCOMPLETE);
            }
            at = skip_space(text, at);
            if digits == 2 {
                match text.get(at) {
                    None if is_partial_left => return Ok(()),
                    None => return Err("the base64 text has too little padding"),
                    Some(b'=') => at = skip_space(text, at + 1),
                    Some(_) => {}
                }
            }
            if at < text.len() {
                return Err("the base64 text has characters after its padding");
            }
            let bits_left = if digits == 2 { 4 } else { 2 };
            if options.last_chunk == LastChunk::Strict && word & ((1 << bits_left) - 1) != 0 {
                return Err("the base64 text has bits that belong to no byte");
            }
            push_last(decoded, word, digits);
            decoded.read = text.len();
            return Ok(());
        }
        let character = match character {
            b'+' | b'/' if options.is_url => return Err(NO_CHARACTER),
            b'-' if options.is_url => b'+',
            b'_' if options.is_url => b'/',
            other => other,
        };
        let digit = DIGITS[usize::from(character)];
        if digit == NO_DIGIT {
            return Err(NO_CHARACTER);
        }
        let left = len_max - decoded.bytes.len();
        if (left == 1 && digits == 2) || (left == 2 && digits == 3) {
            return Ok(());
        }
        word = word << 6 | u32::from(digit);
        digits += 1;
        if digits == 4 {
            let [_, bytes @ ..] = word.to_be_bytes();
            decoded.bytes.extend_from_slice(&bytes);
            (word, digits) = (0, 0);
            decoded.read = at;
            if decoded.bytes.len() == len_max {
                return Ok(());
            }
        }
    }
}

/// Adds the bytes of a last group of two or three digits.
fn push_last(decoded: &mut Decoded, word: u32, digits: usize) {
    let [_, bytes @ ..] = (word << (6 * (4 - digits))).to_be_bytes();
    decoded.bytes.extend_from_slice(&bytes[..digits - 1]);
}

/// The specification's `FromHex`.
fn decode_hex(text: &[u8], len_max: usize) -> Decoded {
    let mut decoded = Decoded {
        read: 0,
        bytes: Vec::with_capacity((text.len() / 2).min(len_max)),
        fault: None,
    };
    let (pairs, rest) = text.as_chunks::<2>();
    if !rest.is_empty() {
        decoded.fault = Some("the text has an odd number of hexadecimal digits");
        return decoded;
    }
    let digit = |character: u8| u8::try_from(char::from(character).to_digit(16)?).ok();
    for [high, low] in pairs.iter().take(len_max) {
        let (Some(high), Some(low)) = (digit(*high), digit(*low)) else {
            decoded.fault = Some("the text has characters that are no hexadecimal digits");
            return decoded;
        };
        decoded.bytes.push(high << 4 | low);
        decoded.read += 2;
    }
    decoded
}
