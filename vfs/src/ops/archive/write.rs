//! From entries to bytes.

use tar::{EntryType, Header};

use crate::budget::charge;

use super::{ArchiveError, ArchiveErrorKind, BLOCK_BYTES};

/// Longest name in a header, in bytes.
const NAME_BYTES_MAX: usize = 100;

/// Longest folder before the name in a header, in bytes.
const PREFIX_BYTES_MAX: usize = 155;

/// What to add to an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewKind<'a> {
    /// A file with this content.
    File(&'a [u8]),
    /// A folder.
    Directory,
    /// A symbolic link with this target.
    Symlink(&'a str),
}

/// An archive in the making: ustar, with pax headers for names that do not fit.
///
/// The same entries give the same bytes. There is no owner, and the time is what the caller
/// states: 0 if it matters that archives of equal trees are equal.
#[derive(Debug)]
pub struct Writer {
    out: Vec<u8>,
    bytes_max: usize,
}

impl Writer {
    /// Starts an archive of at most `bytes_max` bytes.
    #[must_use]
    pub fn new(bytes_max: usize) -> Self {
        Self {
            out: Vec::new(),
            bytes_max,
        }
    }

    /// Adds an entry. The path is relative, without a slash at its end.
    ///
    /// # Errors
    /// The archive would be larger than allowed; nothing is added.
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
        let mut records = String::new();
        let mut header = Header::new_ustar();
        header.set_entry_type(entry_type);
        header.set_mode(mode & 0o777);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(mtime_seconds);
        header.set_size(u64::try_from(content.len()).unwrap_or(u64::MAX));
        if let Some(fields) = header.as_ustar_mut() {
            match split(path) {
                Some((prefix, name)) => {
                    put(&mut fields.prefix, prefix);
                    put(&mut fields.name, name);
                }
                None => {
                    record("path", path, &mut records);
                    put(&mut fields.name, path);
                }
            }
            if link.len() > NAME_BYTES_MAX {
                record("linkpath", link, &mut records);
            }
            put(&mut fields.linkname, link);
        }
        set_checksum(&mut header);

        let bytes = self.out.len() + content.len() + records.len() + 6 * BLOCK_BYTES;
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
        charge(content.len() + records.len() + 4 * BLOCK_BYTES)
            .map_err(|_| ArchiveError::stopped())?;
        if !records.is_empty() {
            let mut extended = Header::new_ustar();
            extended.set_entry_type(EntryType::XHeader);
            extended.set_mode(0o644);
            extended.set_uid(0);
            extended.set_gid(0);
            extended.set_mtime(mtime_seconds);
            extended.set_size(u64::try_from(records.len()).unwrap_or(u64::MAX));
            if let Some(fields) = extended.as_ustar_mut() {
                put(&mut fields.name, "PaxHeader");
            }
            set_checksum(&mut extended);
            self.put_entry(&extended, records.as_bytes());
        }
        self.put_entry(&header, content);
        Ok(())
    }

    fn put_entry(&mut self, header: &Header, content: &[u8]) {
        self.out.extend_from_slice(header.as_bytes());
        self.out.extend_from_slice(content);
        self.out
            .resize(self.out.len().next_multiple_of(BLOCK_BYTES), 0);
    }

    /// Ends the archive.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.out.resize(self.out.len() + 2 * BLOCK_BYTES, 0);
        self.out
    }
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

/// Appends a pax record, which starts with its own length.
fn record(key: &str, value: &str, records: &mut String) {
    let rest = key.len() + value.len() + 3;
    let mut length = rest;
    while length != rest + length.to_string().len() {
        length = rest + length.to_string().len();
    }
    records.push_str(&format!("{length} {key}={value}\n"));
}
