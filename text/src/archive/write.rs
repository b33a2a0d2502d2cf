//! From entries to bytes.

use std::fmt;

use tar::{Builder, EntryType, Header};

use crate::budget::{charge, release};

use super::charged::Charged;
use super::{ArchiveError, ArchiveErrorKind, BLOCK_BYTES};

/// Longest name in a header, in bytes.
const NAME_BYTES_MAX: usize = 100;

/// Bytes of a pax record beside its key and its value, at most: its own length, a space, `=` and a
/// line break.
const RECORD_BYTES: usize = 23;

/// Longest folder before the name in a header, in bytes.
const PREFIX_BYTES_MAX: usize = 155;

/// What to add to an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NewKind<'a> {
    /// A file with this content.
    File(&'a [u8]),
    /// A folder.
    Directory,
    /// A symbolic link with this target.
    Symlink(&'a str),
}

/// An archive under construction: ustar, with pax headers for names that do not fit.
///
/// The same entries give the same bytes. There is no owner, and the time is what the caller
/// states: 0 if it matters that archives of equal trees are equal.
pub struct Writer {
    archive: Builder<Charged>,
    bytes_max: usize,
}

impl Writer {
    /// Starts an archive of at most `bytes_max` bytes.
    #[must_use]
    pub fn new(bytes_max: usize) -> Self {
        Self {
            archive: Builder::new(Charged::default()),
            bytes_max,
        }
    }

    /// Adds an entry. The path is relative, without a slash at its end.
    ///
    /// # Errors
    /// The archive would be larger than allowed, and nothing is added; or the work had to
    /// [stop](crate::stop).
    pub fn add(
        &mut self,
        path: &str,
        kind: NewKind<'_>,
        mode: u32,
        mtime_seconds: u64,
    ) -> Result<(), ArchiveError> {
        let (entry_type, content, link) = match kind {
            NewKind::File(content) => (EntryType::Regular, content, ""),
            NewKind::Directory => (EntryType::Directory, &[][..], ""),
            NewKind::Symlink(target) => (EntryType::Symlink, &[][..], target),
        };
        let size = content.len() as u64;
        let (header, records) = header(path, entry_type, size, link, mode, mtime_seconds);

        let record_bytes = |(key, value): &(&str, &[u8])| key.len() + value.len() + RECORD_BYTES;
        let names: usize = records.iter().map(record_bytes).sum();
        let bytes = self.archive.get_ref().len() + content.len() + names + 6 * BLOCK_BYTES;
        if bytes > self.bytes_max {
            let problem = format!(
                "the archive would be larger than the {} bytes allowed",
                self.bytes_max
            );
            return Err(ArchiveError::new(
                ArchiveErrorKind::TooLarge,
                Some(path),
                problem,
            ));
        }
        // The records are put together before they are written, in a list that grows.
        charge(2 * names).map_err(|_| ArchiveError::stopped())?;
        let added = self
            .archive
            .append_pax_extensions(records)
            .and_then(|()| self.archive.append(&header, content));
        release(2 * names);
        added.map_err(|_| ArchiveError::stopped())
    }

    /// Ends the archive.
    ///
    /// # Errors
    /// The work had to [stop](crate::stop).
    pub fn finish(self) -> Result<Vec<u8>, ArchiveError> {
        let archive = self.archive.into_inner();
        let archive = archive.map_err(|_| ArchiveError::stopped())?;
        Ok(archive.into_bytes())
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("bytes", &self.archive.get_ref().len())
            .field("bytes_max", &self.bytes_max)
            .finish()
    }
}

/// The header of an entry, and the records before it for names that do not fit.
pub(super) fn header<'a>(
    path: &'a str,
    entry_type: EntryType,
    size: u64,
    link: &'a str,
    mode: u32,
    mtime_seconds: u64,
) -> (Header, Vec<(&'static str, &'a [u8])>) {
    let mut records: Vec<(&str, &[u8])> = Vec::new();
    let mut header = Header::new_ustar();
    header.set_entry_type(entry_type);
    header.set_mode(mode & 0o777);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(mtime_seconds);
    header.set_size(size);
    if let Some(fields) = header.as_ustar_mut() {
        match split(path) {
            Some((prefix, name)) => {
                put(&mut fields.prefix, prefix);
                put(&mut fields.name, name);
            }
            None => {
                records.push(("path", path.as_bytes()));
                put(&mut fields.name, path);
            }
        }
        if link.len() > NAME_BYTES_MAX {
            records.push(("linkpath", link.as_bytes()));
        }
        put(&mut fields.linkname, link);
    }
    set_checksum(&mut header);
    (header, records)
}

/// Sets the checksum in the form that the standard asks for: six digits, a NUL and a space.
fn set_checksum(header: &mut Header) {
    header.set_cksum();
    let field = &mut header.as_old_mut().cksum;
    // Sums of 512 bytes have six octal digits at most, and come as seven with a NUL.
    field.copy_within(1..7, 0);
    field[6..].copy_from_slice(b"\0 ");
}

/// Splits a path at a slash so that both parts fit a header.
///
/// `Header::set_path` refuses `..` and rewrites `a//b`. The entries of a zip archive pass here on
/// their way to the guard, which has to see their paths as they are.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= NAME_BYTES_MAX {
        return Some(("", path));
    }
    let fits = |&(at, _): &(usize, &str)| {
        at > 0 && at <= PREFIX_BYTES_MAX && path.len() - at - 1 <= NAME_BYTES_MAX
    };
    let (at, _) = path.match_indices('/').find(fits)?;
    Some((&path[..at], &path[at + 1..])).filter(|(_, name)| !name.is_empty())
}

/// Copies as much of a text into a field as fits, up to the start of a character.
fn put(field: &mut [u8], text: &str) {
    let mut len = text.len().min(field.len());
    while !text.is_char_boundary(len) {
        len -= 1;
    }
    field[..len].copy_from_slice(&text.as_bytes()[..len]);
}
