//! [`VPath`]: the only way from text to a path.
//!
//! A path is checked once, here: a leading `/` is added, empty and `.` components vanish,
//! `..` drops the component before it and stops at the root. Names are kept byte for byte. A text
//! that ends in a slash, `/.` or `/..` names a directory, which the tree checks where it resolves the
//! path.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Longest path in bytes, leading slash included: `PATH_MAX` of Linux.
pub const PATH_BYTES_MAX: usize = 4096;
/// Longest name in bytes: `NAME_MAX` of Linux.
pub const NAME_BYTES_MAX: usize = 255;
/// Most components of a path: deep enough for every real tree, and a bound for recursion.
pub const DEPTH_MAX: usize = 256;

/// An absolute, normalised path inside a tree.
///
/// ```
/// # use isolate_text::VPath;
/// assert_eq!(VPath::parse("src/./a/../b.txt")?, "/src/b.txt");
/// let same: VPath = "/src/b.txt".parse()?;
/// # Ok::<(), isolate_text::PathError>(())
/// ```
#[derive(Clone)]
pub struct VPath {
    text: Arc<str>,
    names_directory: bool,
}

impl VPath {
    /// The root directory.
    #[must_use]
    pub fn root() -> Self {
        Self::from_normal("/")
    }

    /// Parses text into a path.
    ///
    /// # Errors
    /// For a null character, a name beyond 255 bytes, a path beyond 4096 bytes, or more than 256
    /// components. Bounds themselves pass.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.as_bytes().contains(&0) {
            return Err(PathError::NullCharacter);
        }
        let mut normal = String::with_capacity(text.len() + 1);
        let mut depth = 0_usize;
        let mut ends_in_name = false;
        for name in text.split('/') {
            ends_in_name = !matches!(name, "" | "." | "..");
            match name {
                "" | "." => {}
                ".." => {
                    if let Some(slash) = normal.rfind('/') {
                        normal.truncate(slash);
                        depth -= 1;
                    }
                }
                _ => {
                    let bytes = name.len();
                    if bytes > NAME_BYTES_MAX {
                        return Err(PathError::NameTooLong { bytes });
                    }
                    normal.push('/');
                    normal.push_str(name);
                    depth += 1;
                }
            }
        }
        if normal.is_empty() {
            normal.push('/');
        }
        check_path_bounds(normal.len(), depth)?;
        Ok(Self {
            text: Arc::from(normal),
            names_directory: !ends_in_name && depth > 0,
        })
    }

    /// Joins components that came from the tree itself or were checked one by one.
    #[must_use]
    pub fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut text = String::new();
        for name in names {
            text.push('/');
            text.push_str(name);
        }
        if text.is_empty() {
            text.push('/');
        }
        Self::from_normal(text)
    }

    /// Takes text that is a path in normal form: one that came from the tree itself.
    #[must_use]
    pub fn from_normal(text: impl Into<Arc<str>>) -> Self {
        Self {
            text: text.into(),
            names_directory: false,
        }
    }

    /// The path as text, with a leading slash and none at the end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether this is the root directory.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.text.len() == 1
    }

    /// Whether the text that it was parsed from ended in a slash, `/.` or `/..`, and so names a
    /// directory: a file is not found there. Not part of the path itself: both forms are equal.
    #[must_use]
    pub fn names_directory(&self) -> bool {
        self.names_directory
    }

    /// The same path, which may name anything.
    #[must_use]
    pub fn without_slash(&self) -> Self {
        Self::from_normal(Arc::clone(&self.text))
    }

    /// The last component; none for the root.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let (_, name) = self.text.rsplit_once('/')?;
        (!name.is_empty()).then_some(name)
    }

    /// The directory that holds this path; none for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        let (parent, _) = self.text.rsplit_once('/')?;
        Some(match parent {
            "" => Self::root(),
            parent => Self::from_normal(parent),
        })
    }

    /// Resolves `text` against this path as a directory; absolute text replaces it.
    ///
    /// # Errors
    /// As [`VPath::parse`].
    pub fn join(&self, text: &str) -> Result<Self, PathError> {
        if text.starts_with('/') {
            Self::parse(text)
        } else {
            Self::parse(&format!("{}/{text}", self.text))
        }
    }

    /// The components from the root down; none for the root.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> + Clone {
        self.text.split('/').filter(|name| !name.is_empty())
    }

    /// The number of components.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.components().count()
    }

    /// Whether this is `other` or lies below it.
    #[must_use]
    pub fn starts_with(&self, other: &Self) -> bool {
        other.is_root()
            || self
                .text
                .strip_prefix(other.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Why a text is not a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The text contains a null character.
    #[error("path contains a null character")]
    NullCharacter,
    /// A name has more than [`NAME_BYTES_MAX`] bytes.
    #[error("name is {bytes} bytes, at most {NAME_BYTES_MAX} are allowed")]
    NameTooLong {
        /// Its size.
        bytes: usize,
    },
    /// The path has more than [`PATH_BYTES_MAX`] bytes.
    #[error("path is {bytes} bytes, at most {PATH_BYTES_MAX} are allowed")]
    PathTooLong {
        /// Its size.
        bytes: usize,
    },
    /// The path has more than [`DEPTH_MAX`] components.
    #[error("path has {levels} levels, at most {DEPTH_MAX} are allowed")]
    TooDeep {
        /// Their number.
        levels: usize,
    },
}

/// Whether a path of so many bytes and components is within [`PATH_BYTES_MAX`] and [`DEPTH_MAX`].
///
/// # Errors
/// It is not.
pub fn check_path_bounds(bytes: usize, levels: usize) -> Result<(), PathError> {
    if bytes > PATH_BYTES_MAX {
        return Err(PathError::PathTooLong { bytes });
    }
    if levels > DEPTH_MAX {
        return Err(PathError::TooDeep { levels });
    }
    Ok(())
}

impl FromStr for VPath {
    type Err = PathError;

    /// As [`VPath::parse`].
    fn from_str(text: &str) -> Result<Self, PathError> {
        Self::parse(text)
    }
}

impl PartialEq<str> for VPath {
    fn eq(&self, other: &str) -> bool {
        &*self.text == other
    }
}

impl PartialEq<&str> for VPath {
    fn eq(&self, other: &&str) -> bool {
        &*self.text == *other
    }
}

impl PartialEq for VPath {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for VPath {}

impl PartialOrd for VPath {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By the bytes of the text.
impl Ord for VPath {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.text.cmp(&other.text)
    }
}

impl std::hash::Hash for VPath {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for VPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for VPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text, f)
    }
}
