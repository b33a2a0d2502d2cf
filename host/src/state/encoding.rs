//! The encodings of Node's `fs`: bytes as text.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose};
use isolate_protocol::{ErrorCode, Value};

use super::args::Options;
use super::{Call, Fault};

/// Decodes with or without padding.
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

/// The conversion between the bytes of a file and text of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Base64,
    Base64Url,
    Latin1,
    Ascii,
    Hex,
    Utf16,
    /// No text at all.
    Bytes,
}

impl Encoding {
    /// The encoding in the options; `null` means bytes.
    pub(super) fn of(options: Options<'_>) -> Self {
        if options.is_null("encoding") {
            return Self::Bytes;
        }
        match options.text("encoding") {
            Some("base64") => Self::Base64,
            Some("base64url") => Self::Base64Url,
            Some("latin1") => Self::Latin1,
            Some("ascii") => Self::Ascii,
            Some("hex") => Self::Hex,
            Some("utf16le") => Self::Utf16,
            Some("buffer") => Self::Bytes,
            _ => Self::Utf8,
        }
    }

    /// The text for bytes; `None` where they stay bytes.
    pub(super) fn text(self, bytes: &[u8]) -> Option<String> {
        Some(match self {
            Self::Bytes => return None,
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Base64 => general_purpose::STANDARD.encode(bytes),
            Self::Base64Url => general_purpose::URL_SAFE_NO_PAD.encode(bytes),
            Self::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
            Self::Ascii => bytes.iter().map(|byte| char::from(byte & 0x7f)).collect(),
            Self::Hex => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            Self::Utf16 => {
                let units: Vec<u16> = bytes
                    .chunks_exact(2)
                    .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                    .collect();
                String::from_utf16_lossy(&units)
            }
        })
    }

    /// The bytes for a text; an error says why it cannot be decoded.
    fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        Ok(match self {
            Self::Utf8 | Self::Bytes => text.as_bytes().to_vec(),
            Self::Base64 | Self::Base64Url => {
                let plain: String = text
                    .chars()
                    .filter(|c| !c.is_ascii_whitespace())
                    .map(|c| match c {
                        '-' => '+',
                        '_' => '/',
                        other => other,
                    })
                    .collect();
                GeneralPurpose::new(&alphabet::STANDARD, LENIENT)
                    .decode(plain)
                    .map_err(|_| "it is no base64".to_owned())?
            }
            Self::Latin1 | Self::Ascii => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)))
                .collect::<Result<_, _>>()
                .map_err(|_| "it has characters beyond Latin-1".to_owned())?,
            Self::Hex => {
                let digit = |byte: u8| {
                    char::from(byte)
                        .to_digit(16)
                        .and_then(|d| u8::try_from(d).ok())
                };
                if !text.len().is_multiple_of(2) {
                    return Err("it has half a byte of hex digits".to_owned());
                }
                text.as_bytes()
                    .chunks_exact(2)
                    .map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
                    .collect::<Option<_>>()
                    .ok_or_else(|| "it is no hex".to_owned())?
            }
            Self::Utf16 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        })
    }
}

impl Call<'_> {
    /// The bytes at parameter `index`: of bytes, or of text in the encoding of the options.
    pub(super) fn encoded(
        &self,
        index: usize,
        encoding: Encoding,
    ) -> Result<std::borrow::Cow<'_, [u8]>, Fault> {
        match (&self.values[index], encoding) {
            (_, Encoding::Utf8 | Encoding::Bytes) => self.content(index),
            (Value::String(text), encoding) => {
                let bytes = encoding.bytes(&text.text).map_err(|why| {
                    self.argument_error(format!("\"content\" cannot be decoded: {why}"))
                })?;
                Ok(bytes.into())
            }
            _ => self.content(index),
        }
    }

    pub(super) fn exists_already(&self, path: &str) -> Fault {
        self.error_at(ErrorCode::Exists, "file already exists", path)
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn texts_and_bytes() {
        let bytes = [0x68, 0xc3, 0xa9, 0xff];
        for encoding in [
            Encoding::Base64,
            Encoding::Base64Url,
            Encoding::Latin1,
            Encoding::Hex,
        ] {
            let text = encoding.text(&bytes).unwrap();
            assert_eq!(encoding.bytes(&text).unwrap(), bytes, "{encoding:?} {text}");
        }
        assert_eq!(Encoding::Utf16.bytes("hé").unwrap(), [0x68, 0, 0xe9, 0]);
        assert!(Encoding::Hex.bytes("xy").is_err());
        assert!(Encoding::Hex.bytes("abc").is_err());
        assert!(Encoding::Base64.bytes("*").is_err());
        assert_eq!(Encoding::Bytes.text(&bytes), None);
    }
}
