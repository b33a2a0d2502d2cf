//! Contents of files before and after a change.

use std::sync::Arc;

use isolate_text::diff::{LINES_MAX, binary_notice, unified};
use isolate_text::edit::version;
use isolate_text::{VPath, budget};
use isolate_vfs::{ErrorKind, Tree};

use crate::access::Access;
use crate::error::{BatchPart, OpError, Problem};

/// Memory of a change besides its texts: a file may be empty.
const CHANGE_BYTES: usize = 256;

/// What is at a path.
///
/// The list is exhaustive on purpose: what is not text must not be treated as text.
#[derive(Clone, Debug)]
pub enum Content {
    /// Nothing.
    Missing,
    /// UTF-8.
    Text(Arc<str>),
    /// Something else.
    Bytes(Arc<[u8]>),
}

impl Content {
    fn of(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text.into()),
            Err(error) => Self::Bytes(error.into_bytes().into()),
        }
    }

    /// The text to compare with: empty for a missing file, `None` for one that is not text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Missing => Some(""),
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }

    /// Whether there is no file.
    #[must_use]
    pub const fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// Whether it is not text, so that rewriting would damage it.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        match self {
            Self::Missing => false,
            Self::Text(text) => text.as_bytes().contains(&0),
            Self::Bytes(_) => true,
        }
    }

    /// Whether it is a file with this text.
    #[must_use]
    pub fn equals(&self, text: &str) -> bool {
        matches!(self, Self::Text(own) if **own == *text)
    }

    fn len(&self) -> usize {
        match self {
            Self::Missing => 0,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// The token of this version, for a plan.
    #[must_use]
    pub fn version(&self) -> String {
        match self {
            Self::Missing => version(None),
            Self::Text(text) => version(Some(text.as_bytes())),
            Self::Bytes(bytes) => version(Some(bytes)),
        }
    }
}

impl Access<'_> {
    /// The content of a file that must exist.
    ///
    /// # Errors
    /// As [`Access::read`].
    pub fn content(&self, path: &VPath) -> Result<Content, OpError> {
        let bytes = self.read(path)?;
        let length = bytes.len();
        // For a moment there are two copies.
        budget::charge(length)?;
        let content = Content::of(bytes);
        budget::release(length);
        Ok(content)
    }

    /// The content at a path, which may be missing.
    ///
    /// # Errors
    /// As [`Access::read`], but that nothing is there.
    pub fn content_if_any(&self, path: &VPath) -> Result<Content, OpError> {
        match self.content(path) {
            Err(OpError::Tree(error)) if error.kind() == ErrorKind::NotFound => {
                Tree::check_file_path(path)?;
                Ok(Content::Missing)
            }
            content => content,
        }
    }
}

/// A text file before and after a change.
#[derive(Debug)]
pub struct TextChange {
    /// The path as the caller gave it, for the labels of the diff.
    pub label: Arc<str>,
    /// What was there.
    pub before: Content,
    /// What is there now.
    pub after: Arc<str>,
}

impl TextChange {
    /// Whether nothing changes.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.before.equals(&self.after)
    }

    /// The memory of its texts, if both are kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let texts = if self.is_same() { 0 } else { self.before.len() };
        texts + self.after.len() + CHANGE_BYTES
    }

    /// The length of both texts.
    #[must_use]
    pub fn length(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Refuses a change whose diff cannot be computed.
    ///
    /// # Errors
    /// [`Problem::NoDiff`].
    pub fn check_diff(&self) -> Result<(), Problem> {
        let fits = |text: &str| {
            text.len() < LINES_MAX || text.bytes().filter(|&byte| byte == b'\n').count() < LINES_MAX
        };
        if self.is_same() || fits(self.before.text().unwrap_or_default()) && fits(&self.after) {
            return Ok(());
        }
        Err(Problem::NoDiff(Arc::clone(&self.label)))
    }

    /// The unified diff.
    #[must_use]
    pub fn diff(&self) -> String {
        match self.before.text() {
            Some(before) => {
                unified(before, &self.after, &self.label, &self.label).unwrap_or_default()
            }
            None => binary_notice(&self.label, &self.label),
        }
    }
}

/// Refuses changes of which a diff cannot be computed, before they are committed.
///
/// # Errors
/// [`Problem::NoDiff`] of the first one.
pub fn check_diffs<'c>(changes: impl IntoIterator<Item = &'c TextChange>) -> Result<(), OpError> {
    for change in changes {
        change.check_diff().map_err(|problem| {
            OpError::from(problem).in_batch(BatchPart::File(Arc::clone(&change.label)))
        })?;
    }
    Ok(())
}

/// The texts before and after that a caller can still keep.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Their memory.
    pub bytes: usize,
    /// Their number.
    pub texts: usize,
    /// The memory that the caller began with, for the error.
    pub bytes_max: usize,
}

impl Room {
    /// Takes the room of one change.
    ///
    /// # Errors
    /// [`Problem::TooMuchToKeep`].
    pub fn take(&mut self, change: &TextChange) -> Result<(), Problem> {
        let left = self.bytes.checked_sub(change.bytes());
        let Some((bytes, texts)) = left.zip(self.texts.checked_sub(2)) else {
            return Err(Problem::TooMuchToKeep {
                bytes_max: self.bytes_max,
            });
        };
        (self.bytes, self.texts) = (bytes, texts);
        Ok(())
    }
}
