//! Encodings of texts, and how their lines end.

/// Lines longer than this are worth a word.
const LONG_LINE: usize = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Ascii,
    Utf8,
    Utf8WithMark,
    Utf16Little,
    Utf16Big,
    Latin,
    Extended,
}

/// What is known of a text.
pub(super) struct Text {
    encoding: Encoding,
    /// Lines that end in CR LF, CR and LF.
    ends: [usize; 3],
    longest: usize,
    has_escapes: bool,
    has_overstrikes: bool,
}

/// Whether a byte is one of text, as far as ASCII goes.
const fn is_text(byte: u8) -> bool {
    matches!(byte, 7..=13 | 27 | 0x20..=0x7e)
}

impl Text {
    /// What the text is; none if it is no text.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let encoding = encoding(bytes)?;
        let wide: Vec<u8>;
        let plain = match encoding {
            Encoding::Utf16Little | Encoding::Utf16Big => {
                let at = usize::from(encoding == Encoding::Utf16Big);
                wide = bytes[2..].chunks_exact(2).map(|pair| pair[at]).collect();
                &wide
            }
            _ => bytes,
        };
        let mut text = Self {
            encoding,
            ends: [0; 3],
            longest: 0,
            has_escapes: plain.contains(&27),
            has_overstrikes: plain.contains(&8),
        };
        let mut length = 0;
        let mut at = 0;
        while at < plain.len() {
            let is_pair = plain[at] == b'\r' && plain.get(at + 1) == Some(&b'\n');
            let end = match plain[at] {
                b'\r' if is_pair => Some(0),
                b'\r' => Some(1),
                b'\n' => Some(2),
                _ => None,
            };
            match end {
                Some(kind) => {
                    text.ends[kind] += 1;
                    text.longest = text.longest.max(length);
                    length = 0;
                }
                None => length += 1,
            }
            at += if is_pair { 2 } else { 1 };
        }
        text.longest = text.longest.max(length);
        Some(text)
    }

    /// The encoding in words.
    pub(super) fn name(&self) -> &'static str {
        match self.encoding {
            Encoding::Ascii => "ASCII text",
            Encoding::Utf8 => "Unicode text, UTF-8 text",
            Encoding::Utf8WithMark => "Unicode text, UTF-8 (with BOM) text",
            Encoding::Utf16Little => "Unicode text, UTF-16, little-endian text",
            Encoding::Utf16Big => "Unicode text, UTF-16, big-endian text",
            Encoding::Latin => "ISO-8859 text",
            Encoding::Extended => "Non-ISO extended-ASCII text",
        }
    }

    /// The encoding as a media type has it.
    pub(super) fn charset(&self) -> &'static str {
        match self.encoding {
            Encoding::Ascii => "us-ascii",
            Encoding::Utf8 | Encoding::Utf8WithMark => "utf-8",
            Encoding::Utf16Little => "utf-16le",
            Encoding::Utf16Big => "utf-16be",
            Encoding::Latin => "iso-8859-1",
            Encoding::Extended => "unknown-8bit",
        }
    }

    /// What is unusual in its lines.
    pub(super) fn lines(&self) -> String {
        let mut words = String::new();
        if self.longest > LONG_LINE {
            words.push_str(&format!(", with very long lines ({})", self.longest));
        }
        let [pairs, returns, feeds] = self.ends;
        if pairs + returns + feeds == 0 {
            words.push_str(", with no line terminators");
        } else if pairs + returns > 0 {
            let kinds = [("CRLF", pairs), ("CR", returns), ("LF", feeds)];
            let kinds: Vec<&str> = kinds
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .map(|(name, _)| name)
                .collect();
            words.push_str(&format!(", with {} line terminators", kinds.join(", ")));
        }
        if self.has_escapes {
            words.push_str(", with escape sequences");
        }
        if self.has_overstrikes {
            words.push_str(", with overstriking");
        }
        words
    }
}

fn encoding(bytes: &[u8]) -> Option<Encoding> {
    if bytes.starts_with(b"\xff\xfe") && bytes.len() > 2 {
        return Some(Encoding::Utf16Little);
    }
    if bytes.starts_with(b"\xfe\xff") && bytes.len() > 2 {
        return Some(Encoding::Utf16Big);
    }
    if bytes.iter().all(|byte| is_text(*byte)) {
        return Some(Encoding::Ascii);
    }
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        // The last character may have been cut.
        Err(error) => error.error_len().is_none() && error.valid_up_to() > 0,
    };
    if valid && bytes.iter().all(|byte| !byte.is_ascii() || is_text(*byte)) {
        let has_mark = bytes.starts_with(b"\xef\xbb\xbf");
        return Some(if has_mark {
            Encoding::Utf8WithMark
        } else {
            Encoding::Utf8
        });
    }
    if bytes
        .iter()
        .all(|byte| is_text(*byte) || *byte == 0x85 || *byte >= 0xa0)
    {
        return Some(Encoding::Latin);
    }
    let is_extended = bytes.iter().all(|byte| is_text(*byte) || *byte >= 0x80);
    is_extended.then_some(Encoding::Extended)
}
