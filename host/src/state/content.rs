//! Contents of files, for the methods that work on text.

use isolate_text::VPath;

use super::{Call, Fault};

/// Whether bytes are UTF-16, by a byte order mark or by a NUL in every other one of the first bytes.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    const HEAD_BYTES: usize = 256;
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let has_nuls = |at: usize| {
        let mut places = head.iter().enumerate();
        places.all(|(place, byte)| (*byte == 0) == (place % 2 == at))
    };
    let is_marked = matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    is_marked || head.len() >= 4 && (has_nuls(0) || has_nuls(1))
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
