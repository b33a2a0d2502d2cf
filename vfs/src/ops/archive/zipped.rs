//! Zip archives, converted from and to tar, so that the same guard applies.

use std::io::{Cursor, Read, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::budget::{charge, release};
use crate::ops::stop::is_due;

use super::charged::Charged;
use super::{ArchiveError, ArchiveErrorKind, Entries, EntryKind, Limits, NewKind, Writer};

/// Memory of the metadata of an entry of a zip archive.
const ENTRY_BYTES: usize = 512;

/// Bytes packed or unpacked between two checks whether to stop.
const CHUNK_BYTES: usize = 64 * 1024;

/// Whether the bytes are a zip archive: its first entry, or the end of an empty one.
pub(super) fn is_zip(data: &[u8]) -> bool {
    data.starts_with(b"PK\x03\x04") || data.starts_with(b"PK\x05\x06")
}

/// The entries of a zip archive as tar data.
pub(super) fn to_tar(data: &[u8], limits: &Limits) -> Result<Vec<u8>, ArchiveError> {
    let damaged = |entry: Option<&str>, error: &dyn std::fmt::Display| {
        ArchiveError::new(
            ArchiveErrorKind::Damaged,
            entry,
            format!("the zip archive is damaged: {error}"),
        )
    };
    let stopped = |_| ArchiveError::stopped();
    // The whole directory of the archive is read before its entries are counted.
    let entries = data.windows(4).filter(|head| *head == b"PK\x01\x02");
    charge(entries.count() * ENTRY_BYTES).map_err(stopped)?;
    let mut archive = ZipArchive::new(Cursor::new(data)).map_err(|error| damaged(None, &error))?;
    if archive.len() > limits.entries_max {
        let problem = format!(
            "the archive has more than the {} entries allowed",
            limits.entries_max
        );
        return Err(ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem));
    }
    let mut writer = Writer::new(limits.bytes_max);
    // The unpacked bytes are counted, because sizes in headers may be wrong.
    let mut left = limits.bytes_max;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(what) => ArchiveError::new(
                ArchiveErrorKind::Unsupported,
                None,
                format!("entry {index} of the zip archive cannot be read: {what}"),
            ),
            error => damaged(None, &error),
        })?;
        let name = entry
            .name()
            .map_err(|error| damaged(None, &error))?
            .into_owned();
        let is_directory = entry.is_dir();
        let is_link = entry.is_symlink();
        let mode = entry
            .unix_mode()
            .unwrap_or(if is_directory { 0o755 } else { 0o644 });
        let mut content = Vec::new();
        let mut charged = 0;
        if !is_directory {
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
        let path = name.trim_end_matches('/');
        let kind = if is_directory {
            NewKind::Directory
        } else if is_link {
            let target =
                std::str::from_utf8(&content).map_err(|error| damaged(Some(&name), &error))?;
            NewKind::Symlink(target)
        } else {
            NewKind::File(&content)
        };
        writer.add(path, kind, mode, 0)?;
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
        let started = match &entry.kind {
            EntryKind::Directory => writer.add_directory(entry.path.as_str(), options),
            EntryKind::Symlink(target) => {
                writer.add_symlink(entry.path.as_str(), target.as_str(), options)
            }
            _ => writer.start_file(entry.path.as_str(), options),
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
    let bytes = writer
        .finish()
        .map_err(|error| failed(&error))?
        .into_bytes();
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
