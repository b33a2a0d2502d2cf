//! `TextDecoder`: what is cut at the end of a piece is kept for the next.

use std::cell::RefCell;

use boa_engine::string::JsStr;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue,
    js_string,
};
use boa_gc::{Finalize, Trace};

use super::{add, with_bytes};

/// Names of the encodings: those of the Encoding Standard that programs use.
const LABELS: &[(&str, Encoding)] = &[
    ("utf-8", Encoding::Utf8),
    ("utf8", Encoding::Utf8),
    ("unicode-1-1-utf-8", Encoding::Utf8),
    ("unicode11utf8", Encoding::Utf8),
    ("unicode20utf8", Encoding::Utf8),
    ("x-unicode20utf8", Encoding::Utf8),
    ("utf-16le", Encoding::Utf16Little),
    ("utf-16", Encoding::Utf16Little),
    ("csunicode", Encoding::Utf16Little),
    ("iso-10646-ucs-2", Encoding::Utf16Little),
    ("ucs-2", Encoding::Utf16Little),
    ("unicode", Encoding::Utf16Little),
    ("unicodefeff", Encoding::Utf16Little),
    ("utf-16be", Encoding::Utf16Big),
    ("unicodefffe", Encoding::Utf16Big),
    ("windows-1252", Encoding::Windows1252),
    ("ansi_x3.4-1968", Encoding::Windows1252),
    ("ascii", Encoding::Windows1252),
    ("cp1252", Encoding::Windows1252),
    ("cp819", Encoding::Windows1252),
    ("csisolatin1", Encoding::Windows1252),
    ("ibm819", Encoding::Windows1252),
    ("iso-8859-1", Encoding::Windows1252),
    ("iso-ir-100", Encoding::Windows1252),
    ("iso8859-1", Encoding::Windows1252),
    ("iso88591", Encoding::Windows1252),
    ("iso_8859-1", Encoding::Windows1252),
    ("iso_8859-1:1987", Encoding::Windows1252),
    ("l1", Encoding::Windows1252),
    ("latin1", Encoding::Windows1252),
    ("us-ascii", Encoding::Windows1252),
    ("x-cp1252", Encoding::Windows1252),
];

/// What the bytes 0x80 to 0x9F of windows-1252 stand for.
const WINDOWS_1252: [u16; 32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
    0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
    0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
];

const REPLACEMENT: u16 = 0xfffd;
const BYTE_ORDER_MARK: u16 = 0xfeff;

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Utf8,
    Utf16Little,
    Utf16Big,
    Windows1252,
}

impl Encoding {
    fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Little => "utf-16le",
            Self::Utf16Big => "utf-16be",
            Self::Windows1252 => "windows-1252",
        }
    }
}

/// What a decoder keeps between two calls.
#[derive(Default)]
struct Progress {
    /// Bytes of a character that is not whole yet: three at most.
    cut: Vec<u8>,
    /// Whether text was given already, so that no byte order mark can follow.
    has_begun: bool,
}

#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Decoder {
    encoding: Encoding,
    is_fatal: bool,
    keeps_mark: bool,
    progress: RefCell<Progress>,
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "decoder", 3, make, context);
    add(helpers, "decoderField", 2, field, context);
    add(helpers, "decode", 3, decode, context);
}

/// `decoder(label, isFatal, ignoreBOM)`, or nothing where the label is unknown.
fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = args.get_or_undefined(0).to_string(context)?;
    let label = label.to_std_string_lossy();
    let label = label.trim_matches([' ', '\t', '\n', '\x0c', '\r']);
    let encoding = LABELS
        .iter()
        .find(|(name, _)| label.eq_ignore_ascii_case(name));
    let Some((_, encoding)) = encoding else {
        return Ok(JsValue::undefined());
    };
    let decoder = Decoder {
        encoding: *encoding,
        is_fatal: args.get_or_undefined(1).to_boolean(),
        keeps_mark: args.get_or_undefined(2).to_boolean(),
        progress: RefCell::default(),
    };
    Ok(JsObject::from_proto_and_data(None, decoder).upcast().into())
}

fn not_one() -> JsError {
    JsNativeError::typ()
        .with_message("the receiver is no TextDecoder")
        .into()
}

/// `decoderField(decoder, n)`: encoding, fatal, ignoreBOM.
fn field(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object().ok_or_else(not_one)?;
    let decoder = object.downcast_ref::<Decoder>().ok_or_else(not_one)?;
    Ok(match args.get_or_undefined(1).to_u32(context)? {
        0 => JsString::from(decoder.encoding.name()).into(),
        1 => decoder.is_fatal.into(),
        _ => decoder.keeps_mark.into(),
    })
}

/// `decode(decoder, bytes, isStream)`.
fn decode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object().ok_or_else(not_one)?;
    let decoder = object.downcast_ref::<Decoder>().ok_or_else(not_one)?;
    let is_stream = args.get_or_undefined(2).to_boolean();
    let text = with_bytes(args.get_or_undefined(1), context, |bytes| {
        Ok(decoder.decode(bytes, is_stream))
    })?;
    if let Some(text) = text {
        return Ok(text.into());
    }
    let message = format!(
        "The encoded data was not valid for encoding {}",
        decoder.encoding.name()
    );
    let error = JsError::from(JsNativeError::typ().with_message(message)).into_opaque(context)?;
    if let Some(error) = error.as_object() {
        let code = js_string!("ERR_ENCODING_INVALID_ENCODED_DATA");
        error.create_data_property_or_throw(js_string!("code"), code, context)?;
    }
    Err(JsError::from_opaque(error))
}

impl Decoder {
    /// The text, or none where the bytes are not valid and that is an error.
    fn decode(&self, bytes: &[u8], is_stream: bool) -> Option<JsString> {
        let mut progress = self.progress.take();
        let joined;
        let bytes = if progress.cut.is_empty() {
            bytes
        } else {
            progress.cut.extend_from_slice(bytes);
            joined = std::mem::take(&mut progress.cut);
            &joined
        };
        if self.encoding != Encoding::Utf16Little
            && self.encoding != Encoding::Utf16Big
            && bytes.is_ascii()
        {
            progress.has_begun |= !bytes.is_empty();
            if is_stream {
                self.progress.replace(progress);
            }
            return Some(JsStr::latin1(bytes).into());
        }
        let mut units = Vec::with_capacity(bytes.len());
        let (is_valid, used) = match self.encoding {
            Encoding::Utf8 => utf8(bytes, is_stream, &mut units),
            Encoding::Utf16Little => utf16(bytes, u16::from_le_bytes, is_stream, &mut units),
            Encoding::Utf16Big => utf16(bytes, u16::from_be_bytes, is_stream, &mut units),
            Encoding::Windows1252 => {
                units.extend(bytes.iter().map(|byte| match byte {
                    0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
                    byte => u16::from(*byte),
                }));
                (true, bytes.len())
            }
        };
        if self.is_fatal && !is_valid {
            return None;
        }
        let mut start = 0;
        if !progress.has_begun && !units.is_empty() {
            progress.has_begun = true;
            let has_mark = self.encoding != Encoding::Windows1252 && units[0] == BYTE_ORDER_MARK;
            start = usize::from(has_mark && !self.keeps_mark);
        }
        if is_stream {
            progress.cut = bytes[used..].to_vec();
            self.progress.replace(progress);
        }
        Some(JsString::from(&units[start..]))
    }
}

/// Appends the text of UTF-8. Says whether all was valid, and how many bytes were used: fewer than
/// there are where the last character is cut and more may come.
fn utf8(bytes: &[u8], is_stream: bool, units: &mut Vec<u16>) -> (bool, usize) {
    let (mut at, mut is_valid) = (0, true);
    loop {
        let (text, error) = match std::str::from_utf8(&bytes[at..]) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = &bytes[at..at + error.valid_up_to()];
                (std::str::from_utf8(valid).unwrap_or_default(), Some(error))
            }
        };
        units.extend(text.encode_utf16());
        at += text.len();
        let Some(error) = error else {
            return (is_valid, at);
        };
        match error.error_len() {
            Some(len) => at += len,
            None if is_stream => return (is_valid, at),
            None => at = bytes.len(),
        }
        is_valid = false;
        units.push(REPLACEMENT);
    }
}

/// The same for UTF-16.
fn utf16(
    bytes: &[u8],
    unit: impl Fn([u8; 2]) -> u16,
    is_stream: bool,
    units: &mut Vec<u16>,
) -> (bool, usize) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let is_high = |unit: u16| (0xd800..0xdc00).contains(&unit);
    let mut whole = pairs.len();
    let mut is_valid = true;
    if is_stream && pairs.last().is_some_and(|pair| is_high(unit(*pair))) {
        whole -= 1;
    }
    for decoded in char::decode_utf16(pairs[..whole].iter().map(|pair| unit(*pair))) {
        match decoded {
            Ok(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            Err(_) => {
                is_valid = false;
                units.push(REPLACEMENT);
            }
        }
    }
    if is_stream {
        return (is_valid, whole * 2);
    }
    if !rest.is_empty() {
        // A half surrogate and the byte behind it are one fault.
        if !pairs.last().is_some_and(|pair| is_high(unit(*pair))) {
            units.push(REPLACEMENT);
        }
        is_valid = false;
    }
    (is_valid, bytes.len())
}
