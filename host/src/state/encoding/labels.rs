//! The encodings of the Encoding Standard, by their labels.

use encoding_rs::{DecoderResult, EncoderResult, UTF_8, UTF_16BE, UTF_16LE};

use crate::stop::Stop;

/// Bytes that are converted between two checks of the deadline: less than a millisecond of work.
const PIECE_BYTES: usize = 1 << 16;

/// An encoding, and how it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Label {
    encoding: &'static encoding_rs::Encoding,
    /// Whether what is written begins with a byte order mark: where the label leaves the order of bytes
    /// open, and in the place of a file that has one.
    is_marked: bool,
}

impl Label {
    /// What a label names; spaces around it and its case do not count.
    pub(super) fn of(label: &str) -> Option<Self> {
        // The only one of the names in use that the standard lacks.
        let label = match label {
            "utf16" | "UTF16" => "utf-16",
            label => label,
        };
        let encoding = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?;
        let label = label.trim().to_ascii_lowercase();
        Some(Self {
            encoding,
            is_marked: encoding == UTF_16LE && label != "utf-16le",
        })
    }

    /// The encoding of what is written in the place of a file, or added to it.
    pub(super) fn after(self, old: &[u8], appends: bool) -> Self {
        let mark: &[u8] = match self.encoding {
            encoding if encoding == UTF_16LE => &[0xff, 0xfe],
            encoding if encoding == UTF_16BE => &[0xfe, 0xff],
            _ => return self,
        };
        let is_marked = match appends {
            true => self.is_marked && old.is_empty(),
            false => self.is_marked || old.starts_with(mark),
        };
        Self { is_marked, ..self }
    }

    pub(super) fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// The text of bytes, and whether some of them were not of this encoding. A byte order mark at the
    /// start wins over the label.
    pub(super) fn text(self, bytes: &[u8], is_start: bool) -> Result<(String, bool), Stop> {
        let mut decoder = if is_start {
            self.encoding.new_decoder()
        } else {
            self.encoding.new_decoder_without_bom_handling()
        };
        let mut text = String::new();
        let mut is_damaged = false;
        let mut rest = bytes;
        loop {
            Stop::check()?;
            let (piece, is_last) = match rest.get(..PIECE_BYTES) {
                Some(piece) => (piece, false),
                None => (rest, true),
            };
            let room = decoder.max_utf8_buffer_length_without_replacement(piece.len());
            text.reserve(room.unwrap_or(piece.len()));
            let (result, read) =
                decoder.decode_to_string_without_replacement(piece, &mut text, is_last);
            rest = &rest[read..];
            match result {
                DecoderResult::Malformed(..) => {
                    is_damaged = true;
                    text.push('\u{fffd}');
                }
                DecoderResult::InputEmpty if is_last => return Ok((text, is_damaged)),
                DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
            }
        }
    }

    /// The bytes of a text, or why it has none.
    pub(super) fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        // The standard writes no UTF-16.
        if self.encoding == UTF_16LE || self.encoding == UTF_16BE {
            let is_big = self.encoding == UTF_16BE;
            let mark = (self.is_marked && !text.starts_with('\u{feff}')).then_some(0xfeff);
            let units = mark.into_iter().chain(text.encode_utf16());
            return Ok(units
                .flat_map(|unit| match is_big {
                    true => unit.to_be_bytes(),
                    false => unit.to_le_bytes(),
                })
                .collect());
        }
        if self.encoding == UTF_8 {
            return Ok(text.as_bytes().to_vec());
        }
        let mut encoder = self.encoding.new_encoder();
        let room = encoder.max_buffer_length_from_utf8_without_replacement(text.len());
        let mut bytes = Vec::with_capacity(room.unwrap_or(text.len()));
        let (mut result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true);
        let mut at = read;
        while let EncoderResult::OutputFull = result {
            bytes.reserve(PIECE_BYTES);
            let more =
                encoder.encode_from_utf8_to_vec_without_replacement(&text[at..], &mut bytes, true);
            result = more.0;
            at += more.1;
        }
        if let EncoderResult::Unmappable(c) = result {
            let before = &text[..at - c.len_utf8()];
            let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
            return Err(format!(
                "{} has no {c:?} (line {line}); replace it, or write UTF-8",
                self.name()
            ));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(label: &str, bytes: &[u8]) -> (String, bool) {
        Label::of(label).unwrap().text(bytes, true).unwrap()
    }

    #[test]
    fn labels_read_and_write() {
        for (label, bytes) in [
            ("shift_jis", &[0x83, 0x65, 0x5c, 0x0a][..]),
            (" GBK ", &[0xc4, 0xe3]),
            ("windows-1252", &[0x80, 0x93]),
            ("iso-8859-1", &[0xe9]),
            (
                "iso-2022-jp",
                &[0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42],
            ),
            ("utf-16be", &[0, 0x68, 0xd8, 0x3d, 0xde, 0x00]),
            ("koi8-r", &[0xc1, 0xc2]),
        ] {
            let (text, is_damaged) = read(label, bytes);
            assert!(!is_damaged, "{label} {text}");
            assert_eq!(
                Label::of(label).unwrap().bytes(&text).unwrap(),
                bytes,
                "{label}"
            );
        }
        assert_eq!(Label::of("foo"), None);
        assert_eq!(Label::of("replacement"), None);
    }

    #[test]
    fn a_byte_order_mark_wins_at_the_start_alone() {
        assert_eq!(read("shift_jis", b"\xef\xbb\xbf\xc3\xa9").0, "\u{e9}");
        assert_eq!(read("utf-16", &[0xfe, 0xff, 0, 0x68]).0, "h");
        assert_eq!(read("utf-16be", &[0xff, 0xfe, 0x68, 0]).0, "h");
        let label = Label::of("utf-16be").unwrap();
        assert_eq!(label.bytes("h").unwrap(), [0, 0x68]);
        let label = label.after(&[0xfe, 0xff, 0, 0x61], false);
        assert_eq!(label.bytes("h").unwrap(), [0xfe, 0xff, 0, 0x68]);
        let label = Label::of("utf-16").unwrap();
        assert_eq!(label.after(&[0x61, 0], true).bytes("h").unwrap(), [0x68, 0]);
        assert_eq!(label.after(&[], true), label);
        assert_eq!(label.bytes("h").unwrap(), [0xff, 0xfe, 0x68, 0]);
        assert_eq!(
            label.text(&[0xff, 0xfe, 0x68, 0], false).unwrap().0,
            "\u{feff}h"
        );
    }

    #[test]
    fn damage_and_what_cannot_be_written_are_told() {
        assert_eq!(
            read("shift_jis", &[0x61, 0x81]),
            ("a\u{fffd}".to_owned(), true)
        );
        let label = Label::of("windows-1252").unwrap();
        let error = label.bytes("a\n\u{3042}b").unwrap_err();
        assert_eq!(
            error,
            "windows-1252 has no '\u{3042}' (line 2); replace it, or write UTF-8"
        );
        // Longer than one piece, with characters at the seams.
        let text = "\u{3042}x".repeat(PIECE_BYTES);
        let label = Label::of("euc-jp").unwrap();
        let bytes = label.bytes(&text).unwrap();
        assert_eq!(label.text(&bytes, true).unwrap(), (text, false));
    }
}
