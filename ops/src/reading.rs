//! Reading the files of an operation one by one.

use isolate_text::VPath;
use isolate_text::detect::NotText;
use isolate_vfs::ErrorKind;

use crate::access::Access;
use crate::error::{OpError, Problem};

/// Why an operation on many files skips one.
#[derive(Debug)]
pub enum PassedOver {
    /// It has more bytes than the caller wants to read of one file.
    TooLarge,
    /// It is not text.
    NotText(NotText),
    /// A rule of the workspace refuses to read it.
    Refused(isolate_vfs::Error),
    /// Its bytes are outside of the workspace and cannot be read.
    Unreadable(isolate_vfs::Error),
}

impl PassedOver {
    /// The same as an error, for an operation that needs this file.
    #[must_use]
    pub fn into_error(self, path: &VPath) -> OpError {
        match self {
            Self::TooLarge => isolate_vfs::Error::at(ErrorKind::TooLarge, path).into(),
            Self::NotText(_) => Problem::NotText(path.clone()).into(),
            Self::Refused(error) | Self::Unreadable(error) => error.into(),
        }
    }
}

/// The result of reading a file.
pub(crate) enum Read {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It is skipped.
    PassedOver(PassedOver),
    /// It does not fit into the bytes that are left.
    Full,
}

/// The bytes that an operation may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadBounds {
    /// Bytes of one file; a larger one is passed over.
    pub file_bytes_max: u64,
    /// Bytes of all files together.
    pub bytes_max: u64,
}

impl Default for ReadBounds {
    /// As much as the rules of the caller allow.
    fn default() -> Self {
        Self {
            file_bytes_max: u64::MAX,
            bytes_max: u64::MAX,
        }
    }
}

impl ReadBounds {
    /// Reads the next file, and subtracts its bytes.
    pub(crate) fn read(&mut self, access: &Access<'_>, path: &VPath) -> Result<Read, OpError> {
        let read = access.tree.read_with(path, |reader| {
            if reader.size() > self.file_bytes_max {
                return Ok(Read::PassedOver(PassedOver::TooLarge));
            }
            let Some(left) = self.bytes_max.checked_sub(reader.size()) else {
                return Ok(Read::Full);
            };
            self.bytes_max = left;
            access.take(path, reader).map(Read::Bytes)
        });
        match read {
            Err(OpError::Tree(error)) if is_refused(&error) => {
                Ok(Read::PassedOver(PassedOver::Refused(error)))
            }
            Err(OpError::Tree(error)) if error.is_of_unreadable_file() => {
                Ok(Read::PassedOver(PassedOver::Unreadable(error)))
            }
            read => read,
        }
    }
}

/// Whether a rule of the workspace refused it.
fn is_refused(error: &isolate_vfs::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotPermitted | ErrorKind::ApprovalNeeded
    )
}
