//! Contents of files, for the methods that work on text.

use isolate_text::VPath;

use super::{Call, Fault};

/// First bytes by which [`is_utf16`] judges.
pub(super) const HEAD_BYTES: usize = 256;

/// Whether bytes are UTF-16, by a byte order mark or by a NUL in every other one of the first bytes.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let has_nuls = |at: usize| {
        let mut places = head.iter().enumerate();
        places.all(|(place, byte)| (*byte == 0) == (place % 2 == at))
    };
    let is_marked = matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    is_marked || head.len() >= 4 && (has_nuls(0) || has_nuls(1))
}

/// The label that reads bytes in UTF-16.
pub(super) fn utf16_label(bytes: &[u8]) -> Option<&'static str> {
    // A NUL comes first where the larger byte does.
    let is_big = matches!(bytes, [0xfe, 0xff, ..] | [0, ..]);
    is_utf16(bytes).then_some(if is_big { "utf-16be" } else { "utf-16" })
}

/// The label that reads a file whose text as UTF-8 this is.
pub(super) fn utf16_label_of_text(text: &str) -> Option<&'static str> {
    // What became of the two bytes of a byte order mark.
    match text.strip_prefix("\u{fffd}\u{fffd}") {
        Some(rest) if rest.starts_with('\0') => Some("utf-16be"),
        Some(rest) => rest.contains('\0').then_some("utf-16"),
        None => utf16_label(text.as_bytes()),
    }
}

impl Call<'_> {
    /// Reads a file, and charges it.
    pub(super) fn read(&mut self, path: &VPath) -> Result<Vec<u8>, Fault> {
        self.operation(|access| access.read(path))
    }

    pub(super) fn file_bytes_max(&self) -> usize {
        usize::try_from(self.tree.quota().file_bytes()).unwrap_or(usize::MAX)
    }

    /// Writes a file, and charges it.
    pub(super) fn write(&mut self, path: &VPath, bytes: &[u8]) -> Result<(), Fault> {
        self.operation(|access| access.write(path, bytes))
    }
}
