//! Zip archives, converted from and to tar, so that the same guard applies.

use std::io::{self, Cursor, Read, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::budget::{charge, release};
use crate::stop::is_due;

use super::charged::Charged;
use super::limited::Limited;
use super::zip_entry::{Separator, check_method, damaged, head, unreadable, zip_name};
use super::{ArchiveError, ArchiveErrorKind, Entries, Entry, EntryKind, Limits, NewKind, Writer};

/// Memory of the metadata of an entry of a zip archive.
const ENTRY_BYTES: usize = 512;

/// Bytes packed or unpacked between two checks whether to stop.
const CHUNK_BYTES: usize = 64 * 1024;

/// Whether the bytes are a zip archive: its first entry, or the end of an empty one.
pub(super) fn is_zip(data: &[u8]) -> bool {
    data.starts_with(b"PK\x03\x04") || data.starts_with(b"PK\x05\x06")
}

/// Bytes at the end of a zip archive that say where its directory is, at most: with a comment of
/// 65,535 bytes.
pub(super) const END_BYTES_MAX: usize = 22 + 65_535;

/// Whether data ends as a zip archive does, whatever is before it.
pub(super) fn has_end(data: &[u8]) -> bool {
    const SIGNATURE: &[u8] = b"PK\x05\x06";
    const BYTES: usize = 22;
    let Some(last) = data.len().checked_sub(BYTES) else {
        return false;
    };
    (0..=last).rev().take(END_BYTES_MAX).any(|at| {
        let comment = usize::from(data[at + 20]) | usize::from(data[at + 21]) << 8;
        data[at..].starts_with(SIGNATURE) && at + BYTES + comment == data.len()
    })
}

fn too_many(entries_max: usize) -> ArchiveError {
    let problem = format!("the archive has more than the {entries_max} entries allowed");
    ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem)
}

/// Calls `each` with every entry of a zip archive and its content.
pub(super) fn each<R: Read + Seek, E: From<ArchiveError>>(
    mut from: R,
    limits: &Limits,
    mut each: impl FnMut(&Entry<'_>, &mut dyn Read) -> Result<(), E>,
) -> Result<(), E> {
    /// Longest target of a link: that of a path.
    const TARGET_BYTES_MAX: u64 = 4096;
    // The whole directory of the archive is read before its entries are counted.
    let entries = count_entries(&mut from).map_err(ArchiveError::of_content)?;
    if entries > limits.entries_max {
        return Err(too_many(limits.entries_max).into());
    }
    let mut archive = ZipArchive::new(from).map_err(|error| damaged(None, &error))?;
    let separator = Separator::of(&archive);
    // What is unpacked is counted as it comes: sizes in headers may lie.
    let mut limited = Limited::new(limits.bytes_max as u64);
    for index in 0..archive.len() {
        check_method(&archive, index)?;
        let mut found = archive
            .by_index(index)
            .map_err(|error| unreadable(index, error))?;
        let mut entry = head(&found, separator)?;
        let name = entry.path.clone();
        let mut content = Unpacked {
            from: &mut found,
            limited: &mut limited,
            name: &name,
        };
        match &mut entry.kind {
            EntryKind::Directory => each(&entry, &mut io::empty())?,
            EntryKind::Symlink(target) => {
                let read = (&mut content)
                    .take(TARGET_BYTES_MAX + 1)
                    .read_to_string(target);
                read.map_err(|error| match error.kind() {
                    io::ErrorKind::InvalidData => damaged(Some(&name), &error),
                    _ => ArchiveError::of_content(error),
                })?;
                each(&entry, &mut io::empty())?;
            }
            _ => {
                each(&entry, &mut content)?;
                io::copy(&mut content, &mut io::sink()).map_err(ArchiveError::of_content)?;
            }
        }
    }
    Ok(())
}

/// How many entries the directory of an archive can have: as many as their signature is found.
fn count_entries(from: &mut (impl Read + Seek)) -> io::Result<usize> {
    const SIGNATURE: &[u8] = b"PK\x01\x02";
    let mut chunk = vec![0; CHUNK_BYTES];
    let (mut kept, mut count) = (0, 0);
    loop {
        let read = from.read(&mut chunk[kept..])?;
        if read == 0 {
            from.rewind()?;
            return Ok(count);
        }
        let filled = kept + read;
        let windows = chunk[..filled].windows(SIGNATURE.len());
        count += windows.filter(|bytes| *bytes == SIGNATURE).count();
        // One may begin at the end.
        kept = filled.min(SIGNATURE.len() - 1);
        chunk.copy_within(filled - kept..filled, 0);
    }
}

/// The content of an entry.
struct Unpacked<'a, R> {
    from: R,
    limited: &'a mut Limited,
    name: &'a str,
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self
            .from
            .read(into)
            .map_err(|error| match error.raw_os_error() {
                Some(_) => error,
                None => io::Error::other(damaged(Some(self.name), &error)),
            })?;
        self.limited.take(count)?;
        Ok(count)
    }
}

/// The entries of a zip archive as tar data.
pub(super) fn to_tar(data: &[u8], limits: &Limits) -> Result<Vec<u8>, ArchiveError> {
    let stopped = |_| ArchiveError::stopped();
    // The whole directory of the archive is read before its entries are counted.
    let entries = data.windows(4).filter(|head| *head == b"PK\x01\x02");
    charge(entries.count() * ENTRY_BYTES).map_err(stopped)?;
    let mut archive = ZipArchive::new(Cursor::new(data)).map_err(|error| damaged(None, &error))?;
    if archive.len() > limits.entries_max {
        return Err(too_many(limits.entries_max));
    }
    let separator = Separator::of(&archive);
    let mut writer = Writer::new(limits.bytes_max);
    // The unpacked bytes are counted, because sizes in headers may be wrong.
    let mut left = limits.bytes_max;
    for index in 0..archive.len() {
        check_method(&archive, index)?;
        let mut entry = archive
            .by_index(index)
            .map_err(|error| unreadable(index, error))?;
        let head = head(&entry, separator)?;
        let (name, mode) = (head.path, head.mode);
        let mut content = Vec::new();
        let mut charged = 0;
        if head.kind != EntryKind::Directory {
            let most = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
            let mut entry = (&mut entry).take(most);
            loop {
                if is_due() {
                    return Err(ArchiveError::stopped());
                }
                charge(CHUNK_BYTES).map_err(stopped)?;
                let chunk = (&mut entry)
                    .take(CHUNK_BYTES as u64)
                    .read_to_end(&mut content);
                charged += CHUNK_BYTES;
                if chunk.map_err(|error| damaged(Some(&name), &error))? == 0 {
                    break;
                }
            }
            left = left.checked_sub(content.len()).ok_or_else(|| {
                let problem = format!(
                    "the archive is larger than the {} bytes allowed once unpacked",
                    limits.bytes_max
                );
                ArchiveError::new(ArchiveErrorKind::TooLarge, Some(&name), problem)
            })?;
        }
        let kind = match head.kind {
            EntryKind::Directory => NewKind::Directory,
            EntryKind::Symlink(_) => {
                let target =
                    std::str::from_utf8(&content).map_err(|error| damaged(Some(&name), &error))?;
                NewKind::Symlink(target)
            }
            _ => NewKind::File(&content),
        };
        writer.add(&name, kind, mode, 0)?;
        release(charged);
    }
    writer.finish()
}

/// The entries of tar data as a zip archive of at most so many bytes.
///
/// # Errors
/// The tar data is damaged, or the archive would be larger than allowed.
pub fn to_zip(tar: &[u8], bytes_max: usize) -> Result<Vec<u8>, ArchiveError> {
    let failed = |error: &dyn std::fmt::Display| {
        if is_due() {
            return ArchiveError::stopped();
        }
        ArchiveError::new(
            ArchiveErrorKind::Unsupported,
            None,
            format!("the zip archive cannot be written: {error}"),
        )
    };
    let mut writer = ZipWriter::new(Charged::default());
    for entry in Entries::new(tar, &Limits::default()) {
        let entry = entry?;
        charge(ENTRY_BYTES).map_err(|_| ArchiveError::stopped())?;
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(entry.mode);
        let path = zip_name(&entry.path);
        let started = match &entry.kind {
            EntryKind::Directory => writer.add_directory(path, options),
            EntryKind::Symlink(target) => writer.add_symlink(path, target.as_str(), options),
            _ => writer.start_file(path, options),
        };
        started.map_err(|error| failed(&error))?;
        if entry.kind == EntryKind::File {
            for chunk in entry.data.chunks(CHUNK_BYTES) {
                if is_due() {
                    return Err(ArchiveError::stopped());
                }
                writer.write_all(chunk).map_err(|error| failed(&error))?;
            }
        }
    }
    let bytes = writer.finish().map_err(|error| failed(&error))?;
    let bytes = bytes.into_bytes();
    if bytes.len() > bytes_max {
        let problem = format!("the archive would be larger than the {bytes_max} bytes allowed");
        return Err(ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::open;
    use super::*;

    fn tar(entries: &[(&str, NewKind<'_>)]) -> Vec<u8> {
        let mut writer = Writer::new(1 << 20);
        for (path, kind) in entries {
            writer.add(path, *kind, 0o644, 0).unwrap();
        }
        writer.finish().unwrap()
    }

    fn listed(data: &[u8], limits: &Limits) -> Result<Vec<String>, ArchiveError> {
        let tar = open(data, limits)?;
        Entries::new(&tar, limits)
            .map(|entry| entry.map(|entry| format!("{} {}", entry.path, entry.data.len())))
            .collect()
    }

    #[test]
    fn a_zip_archive_has_the_entries_of_the_tar_archive() {
        let tar = tar(&[
            ("d", NewKind::Directory),
            ("d/é.txt", NewKind::File(b"hello")),
            ("../x", NewKind::File(b"")),
        ]);
        let zipped = to_zip(&tar, 1 << 20).unwrap();
        assert!(is_zip(&zipped));
        assert_eq!(
            to_zip(&tar, 1 << 20).unwrap(),
            zipped,
            "equal trees make equal archives"
        );
        let limits = Limits::default();
        let entries = listed(&zipped, &limits).unwrap();
        assert_eq!(entries, ["d 0", "d/é.txt 5", "../x 0"]);
    }

    #[test]
    fn a_zip_archive_is_bounded() {
        let content = vec![0; 100_000];
        let zipped = to_zip(&tar(&[("a", NewKind::File(&content))]), 1 << 20).unwrap();
        assert!(zipped.len() < 1_000);
        let small = Limits {
            bytes_max: 50_000,
            ..Limits::default()
        };
        assert_eq!(
            listed(&zipped, &small).unwrap_err().kind(),
            ArchiveErrorKind::TooLarge
        );
        let few = Limits {
            entries_max: 0,
            ..Limits::default()
        };
        assert_eq!(
            listed(&zipped, &few).unwrap_err().kind(),
            ArchiveErrorKind::TooLarge
        );
        assert_eq!(
            to_zip(&tar(&[("a", NewKind::File(b"x"))]), 10)
                .unwrap_err()
                .kind(),
            ArchiveErrorKind::TooLarge
        );
        assert_eq!(
            listed(&zipped[..zipped.len() - 30], &Limits::default())
                .unwrap_err()
                .kind(),
            ArchiveErrorKind::Damaged
        );
    }
}
