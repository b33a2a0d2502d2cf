//! Contents of files, for the methods that work on text.

use std::sync::Arc;

use isolate_ops::OpError;
use isolate_text::edit::version;
use isolate_text::{VPath, budget};
use isolate_vfs::{ErrorKind, Tree};

use super::{Call, Trouble};

/// Bytes at the start of a file in which a NUL makes it binary, even if it is UTF-8.
const BINARY_HEAD_BYTES: usize = 8 * 1024;

/// What is at a path.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Nothing.
    Missing,
    /// UTF-8.
    Text(Arc<str>),
    /// Something else.
    Bytes(Arc<[u8]>),
}

/// Whether bytes are UTF-16, as its mark in front tells, or a NUL in every other byte of the first ones.
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

impl Content {
    fn of(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text.into()),
            Err(error) => Self::Bytes(error.into_bytes().into()),
        }
    }

    /// The text to compare with: empty for a missing file, `None` for one that is not text.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Missing => Some(""),
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }

    pub(super) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// Whether it is not text, so that rewriting would damage it.
    pub(super) fn is_binary(&self) -> bool {
        match self {
            Self::Missing => false,
            Self::Text(text) => {
                let head = &text.as_bytes()[..text.len().min(BINARY_HEAD_BYTES)];
                head.contains(&0)
            }
            Self::Bytes(_) => true,
        }
    }

    pub(super) fn equals(&self, text: &str) -> bool {
        matches!(self, Self::Text(own) if **own == *text)
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Missing => 0,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// The token of this version, for a plan.
    pub(super) fn version(&self) -> String {
        match self {
            Self::Missing => version(None),
            Self::Text(text) => version(Some(text.as_bytes())),
            Self::Bytes(bytes) => version(Some(bytes)),
        }
    }
}

impl Call<'_> {
    /// Reads a file, and charges it.
    pub(super) fn read(&mut self, path: &VPath) -> Result<Vec<u8>, Trouble> {
        self.with_access(|access| access.read(path))
    }

    /// The content of a file that must exist.
    pub(super) fn content_at(&mut self, path: &VPath) -> Result<Content, Trouble> {
        let bytes = self.read(path)?;
        let length = bytes.len();
        // For a moment there are two copies.
        budget::charge(length)?;
        let content = Content::of(bytes);
        budget::release(length);
        Ok(content)
    }

    /// The content at a path, which may be missing.
    pub(super) fn content_if_any(&mut self, path: &VPath) -> Result<Content, Trouble> {
        match self.content_at(path) {
            Err(Trouble::Op(OpError::Tree(error))) if error.kind() == ErrorKind::NotFound => {
                Tree::check_file_path(path)?;
                Ok(Content::Missing)
            }
            content => content,
        }
    }

    /// Writes a file, and charges it.
    pub(super) fn write(&mut self, path: &VPath, bytes: &[u8]) -> Result<(), Trouble> {
        self.with_access(|access| access.write(path, bytes))
    }
}
