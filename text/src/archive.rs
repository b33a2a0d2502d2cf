//! Tar archives, also compressed with gzip, and zip archives, which are read and written by way of
//! tar.
//!
//! Knows nothing of any filesystem: a [`Writer`] turns entries into bytes, [`Entries`] turns
//! bytes into entries, and a [`Guard`] decides where each may be unpacked.
//!
//! Reads ustar, pax and GNU long names. Every archive may be hostile: it may lie about
//! sizes, name paths outside its folder, or set up links that lead there. The `tar` crate writes
//! archives; `docs/packages.md` says what it would lose when it reads them.
//!
//! Invariant: an entry borrows its content from the archive, so reading allocates no more
//! than the names.

mod charged;
mod form;
mod guard;
mod limited;
mod pack;
mod read;
mod stream;
#[cfg(test)]
mod tests;
mod write;
mod zip_entry;
mod zipped;

use std::borrow::Cow;

use form::Form;
pub use form::{foreign, foreign_name, refused};
pub use guard::{AbsolutePaths, Guard, leads_out};
pub use pack::{Format, NewEntry, Packer};
pub use read::Entries;
pub use stream::stream;
pub use write::{NewKind, Writer};
pub use zipped::to_zip;

use super::compress::{GunzipErrorKind, gunzip};
use super::lines::cut;
use super::stop::Stopped;

/// Bytes of a header, and what contents are padded to.
const BLOCK_BYTES: usize = 512;

/// Characters of a name that an error repeats.
const QUOTED_CHARS_MAX: usize = 200;

/// What reading an archive may cost.
///
/// Callers set every field, so that a new limit does not compile before they have a value for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Most entries.
    pub entries_max: usize,
    /// Most bytes: of the archive once decompressed, and so of all contents together.
    pub bytes_max: usize,
}

impl Default for Limits {
    /// 100,000 entries, which is more than a large project with its dependencies has, and
    /// 256 MiB.
    fn default() -> Self {
        Self {
            entries_max: 100_000,
            bytes_max: 256 * 1024 * 1024,
        }
    }
}

/// What an entry is.
///
/// The list is exhaustive on purpose: code that unpacks archives must decide about every kind, and
/// [`EntryKind::Unsupported`] stands for those that are not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link with this target.
    Symlink(String),
    /// The same content as the entry of this path.
    HardLink(String),
    /// Something that cannot be unpacked, in words: a device, a sparse file.
    Unsupported(&'static str),
}

/// One entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The path as the archive states it: `d/`, `./a.txt`, even `../x`.
    pub path: String,
    /// What it is.
    pub kind: EntryKind,
    /// The content; empty unless it is a file.
    pub data: &'a [u8],
    /// The permission bits.
    pub mode: u32,
    /// Seconds since 1970, if the archive states them.
    pub mtime: Option<u64>,
}

/// The tar data in these bytes, decompressed if they are gzip; of a zip archive, its entries as
/// tar data.
///
/// # Errors
/// The gzip or zip data is damaged, or becomes too large.
pub fn open<'a>(data: &'a [u8], limits: &Limits) -> Result<Cow<'a, [u8]>, ArchiveError> {
    let bytes_max = limits.bytes_max;
    match Form::of_all(data) {
        Form::Foreign(format) => Err(refused(format)),
        Form::Gzip => gunzip(data, bytes_max).map(Cow::Owned).map_err(|error| {
            let kind = match error.kind() {
                GunzipErrorKind::TooLarge => ArchiveErrorKind::TooLarge,
                GunzipErrorKind::Stopped => ArchiveErrorKind::Stopped,
                GunzipErrorKind::NotGzip | GunzipErrorKind::Damaged | GunzipErrorKind::Followed => {
                    ArchiveErrorKind::Damaged
                }
            };
            ArchiveError::new(kind, None, error.to_string())
        }),
        Form::Zip => zipped::to_tar(data, limits).map(Cow::Owned),
        Form::Tar if data.len() > bytes_max => {
            let problem = format!("the archive is larger than the {bytes_max} bytes allowed");
            Err(ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem))
        }
        Form::Tar => Ok(Cow::Borrowed(data)),
    }
}

/// Why an archive cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", entry.as_ref().map_or(String::new(), |entry| format!("archive entry '{entry}': ")))]
pub struct ArchiveError {
    kind: ArchiveErrorKind,
    entry: Option<String>,
    problem: String,
}

/// The kinds of [`ArchiveError`].
///
/// The list is exhaustive on purpose: a formatter of errors has words for each kind, and does not
/// compile without those for a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveErrorKind {
    /// The bytes are not a tar archive.
    NotTar,
    /// The archive is damaged or cut off.
    Damaged,
    /// The archive is past a limit.
    TooLarge,
    /// An entry would be unpacked outside its folder.
    Unsafe,
    /// An entry is of a sort that cannot be unpacked.
    Unsupported,
    /// The work had to [stop](super::stop).
    Stopped,
}

impl ArchiveError {
    fn new(kind: ArchiveErrorKind, entry: Option<&str>, problem: impl Into<String>) -> Self {
        Self {
            kind,
            entry: entry.map(|name| cut(name, QUOTED_CHARS_MAX)),
            problem: problem.into(),
        }
    }

    fn stopped() -> Self {
        Self::new(ArchiveErrorKind::Stopped, None, Stopped.to_string())
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ArchiveErrorKind {
        self.kind
    }
}
