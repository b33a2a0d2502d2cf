//! Files in UTF-16, which begin with a byte order mark.

/// The byte orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Utf16 {
    Little,
    Big,
}

impl Utf16 {
    /// Detects the encoding from the beginning of a file.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        match head {
            // UTF-32 begins with the same mark.
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            _ => None,
        }
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Little => "utf16le",
            Self::Big => "utf16be",
        }
    }

    /// The text after the mark, and the number of code units that are not text.
    pub(crate) fn decode(self, bytes: &[u8]) -> (String, usize) {
        let (units, rest) = bytes.get(2..).unwrap_or_default().as_chunks::<2>();
        let units = units.iter().map(|unit| match self {
            Self::Little => u16::from_le_bytes(*unit),
            Self::Big => u16::from_be_bytes(*unit),
        });
        let mut replaced = usize::from(!rest.is_empty());
        let mut text: String = char::decode_utf16(units)
            .map(|unit| {
                unit.unwrap_or_else(|_| {
                    replaced += 1;
                    char::REPLACEMENT_CHARACTER
                })
            })
            .collect();
        if !rest.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        (text, replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_order_mark_decides_the_order() {
        assert_eq!(Utf16::of(b"\xff\xfea\0"), Some(Utf16::Little));
        assert_eq!(Utf16::of(b"\xfe\xff\0a"), Some(Utf16::Big));
        assert_eq!(Utf16::of(b"\xff\xfe\0\0"), None);
        assert_eq!(Utf16::of(b"a"), None);
    }

    #[test]
    fn halves_of_characters_are_counted() {
        let decoded = |bytes: &[u8]| Utf16::Little.decode(bytes);
        assert_eq!(
            decoded(b"\xff\xfea\0\x3d\xd8\x00\xde"),
            ("a😀".to_owned(), 0)
        );
        assert_eq!(
            decoded(b"\xff\xfe\x3d\xd8a"),
            ("\u{fffd}\u{fffd}".to_owned(), 2)
        );
        assert_eq!(Utf16::Big.decode(b"\xfe\xff\0a"), ("a".to_owned(), 0));
    }
}
