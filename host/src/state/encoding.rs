//! The encodings of files: those of Node's `fs`, and all labels of the Encoding Standard.

mod labels;

use std::borrow::Cow;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose};
use isolate_protocol::{ErrorCode, Value};
use isolate_text::VPath;

use self::labels::Label;
use super::content::utf16_label;
use super::{Call, Fault};
use crate::stop::Stop;

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
    /// Another label, whose byte order mark wins.
    Labelled(Label),
    /// No text at all.
    Bytes,
}

impl Encoding {
    /// The encoding in the options at an index; `null` means bytes.
    pub(super) fn of(call: &Call<'_>, index: usize) -> Result<Self, Fault> {
        let options = call.options(index);
        if options.is_null("encoding") {
            return Ok(Self::Bytes);
        }
        let Some(name) = options.text("encoding") else {
            return Ok(Self::Utf8);
        };
        let lower = name.to_ascii_lowercase();
        let plain = || lower.replace(['-', '_', ' '], "");
        // The names of Node come first: some of them are labels of the standard too.
        let found = Self::of_node(&lower)
            .or_else(|| Label::of(name).map(Self::Labelled))
            .or_else(|| Self::of_node(&plain()));
        found.ok_or_else(|| {
            call.usage_error(format!(
                "\"options.encoding\" must be \"utf8\", \"utf16le\", \"latin1\", \"ascii\", \"base64\", \
                 \"base64url\", \"hex\", or a label of the Encoding Standard such as \"windows-1252\", \
                 \"shift_jis\", \"gbk\" or \"utf-16\", but is {name:?}"
            ))
        })
    }

    /// The encoding of a name that Node knows.
    fn of_node(name: &str) -> Option<Self> {
        Some(match name {
            "utf8" | "utf-8" | "text" => Self::Utf8,
            "base64" => Self::Base64,
            "base64url" => Self::Base64Url,
            "latin1" | "binary" => Self::Latin1,
            "ascii" => Self::Ascii,
            "hex" => Self::Hex,
            "utf16le" | "utf-16le" | "ucs2" | "ucs-2" => Self::Utf16,
            "buffer" => Self::Bytes,
            _ => return None,
        })
    }

    /// The encoding of what is written in the place of a file, or added to it.
    pub(super) fn after(self, old: &[u8], appends: bool) -> Self {
        match self {
            Self::Labelled(label) => Self::Labelled(label.after(old, appends)),
            other => other,
        }
    }

    /// Whether each line of a file is a line of the text.
    pub(super) const fn is_of_text(self) -> bool {
        !matches!(
            self,
            Self::Base64 | Self::Base64Url | Self::Hex | Self::Bytes
        )
    }

    /// The text for bytes, and whether some of them were not of this encoding.
    fn text(self, bytes: &[u8], is_start: bool) -> Result<(String, bool), Stop> {
        let text = match self {
            Self::Labelled(label) => return label.text(bytes, is_start),
            Self::Bytes | Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
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
        };
        Ok((text, false))
    }

    /// The bytes for a text; an error says why there are none.
    fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        Ok(match self {
            Self::Labelled(label) => label.bytes(text)?,
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
    pub(super) fn encoded(&self, index: usize, encoding: Encoding) -> Result<Cow<'_, [u8]>, Fault> {
        match (&self.values[index], encoding) {
            (_, Encoding::Utf8 | Encoding::Bytes) => self.content(index),
            (Value::String(text), encoding) => {
                let bytes = encoding.bytes(&text.text).map_err(|why| {
                    let what = match encoding {
                        Encoding::Labelled(_) => "encoded",
                        _ => "decoded",
                    };
                    self.argument_error(format!("\"content\" cannot be {what}: {why}"))
                })?;
                Ok(bytes.into())
            }
            _ => self.content(index),
        }
    }

    /// The text of the bytes of a file, or of a part of it that is not its start, with a note on what
    /// is not of its encoding.
    pub(super) fn decoded(
        &mut self,
        path: &VPath,
        bytes: &[u8],
        encoding: Encoding,
        is_start: bool,
    ) -> Result<String, Fault> {
        let (text, is_damaged) = encoding.text(bytes, is_start)?;
        if let (Encoding::Labelled(label), true) = (encoding, is_damaged) {
            self.note(format!(
                "'{path}' has bytes that are not {}: each is U+FFFD in the text",
                label.name()
            ));
        }
        Ok(text)
    }

    /// Notes that a file which is read as UTF-8 is UTF-16.
    pub(super) fn note_utf16(&mut self, path: &VPath, bytes: &[u8]) {
        if let Some(label) = utf16_label(bytes) {
            self.note(format!(
                "'{path}' is UTF-16, and was read as UTF-8: {{ encoding: \"{label}\" }} reads its text"
            ));
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
            let (text, _) = encoding.text(&bytes, true).unwrap();
            assert_eq!(encoding.bytes(&text).unwrap(), bytes, "{encoding:?} {text}");
        }
        assert_eq!(Encoding::Utf16.bytes("hé").unwrap(), [0x68, 0, 0xe9, 0]);
        assert!(Encoding::Hex.bytes("xy").is_err());
        assert!(Encoding::Hex.bytes("abc").is_err());
        assert!(Encoding::Base64.bytes("*").is_err());
    }
}
