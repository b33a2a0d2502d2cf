//! `TextDecoder`: the encodings and labels of the Encoding Standard, by `encoding_rs`.

use std::cell::RefCell;

use boa_engine::string::JsStr;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue,
    js_string,
};
use boa_gc::{Finalize, Trace};
use encoding_rs::{DecoderResult, Encoding, REPLACEMENT};

use super::{add, with_bytes};

#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Decoder {
    encoding: &'static Encoding,
    is_fatal: bool,
    keeps_mark: bool,
    /// What goes on with the next piece of a stream.
    begun: RefCell<Option<encoding_rs::Decoder>>,
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "decoder", 3, make, context);
    add(helpers, "decoderField", 2, field, context);
    add(helpers, "decode", 3, decode, context);
}

/// `decoder(label, isFatal, ignoreBOM)`, or nothing where the label is unknown.
fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = args.get_or_undefined(0).to_string(context)?;
    let encoding = Encoding::for_label(label.to_std_string_lossy().as_bytes());
    let Some(encoding) = encoding.filter(|encoding| *encoding != REPLACEMENT) else {
        return Ok(JsValue::undefined());
    };
    let decoder = Decoder {
        encoding,
        is_fatal: args.get_or_undefined(1).to_boolean(),
        keeps_mark: args.get_or_undefined(2).to_boolean(),
        begun: RefCell::default(),
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
        0 => JsString::from(decoder.name()).into(),
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
        decoder.name()
    );
    let error = JsError::from(JsNativeError::typ().with_message(message)).into_opaque(context)?;
    if let Some(error) = error.as_object() {
        let code = js_string!("ERR_ENCODING_INVALID_ENCODED_DATA");
        error.create_data_property_or_throw(js_string!("code"), code, context)?;
    }
    Err(JsError::from_opaque(error))
}

impl Decoder {
    /// The name of the encoding, as programs see it.
    fn name(&self) -> String {
        self.encoding.name().to_ascii_lowercase()
    }

    /// The text, or none where the bytes are not valid and that is an error.
    fn decode(&self, bytes: &[u8], is_stream: bool) -> Option<JsString> {
        let begun = self.begun.take();
        let is_whole = begun.is_none() && !is_stream;
        if is_whole && self.encoding.is_ascii_compatible() && bytes.is_ascii() {
            return Some(JsStr::latin1(bytes).into());
        }
        let mut decoder = begun.unwrap_or_else(|| match self.keeps_mark {
            true => self.encoding.new_decoder_without_bom_handling(),
            false => self.encoding.new_decoder_with_bom_removal(),
        });
        let most = decoder.max_utf16_buffer_length(bytes.len())?;
        let mut units = vec![0; most];
        let written = if self.is_fatal {
            match decoder.decode_to_utf16_without_replacement(bytes, &mut units, !is_stream) {
                (DecoderResult::InputEmpty, _, written) => written,
                _ => return None,
            }
        } else {
            decoder.decode_to_utf16(bytes, &mut units, !is_stream).2
        };
        if is_stream {
            self.begun.replace(Some(decoder));
        }
        Some(JsString::from(&units[..written]))
    }
}
