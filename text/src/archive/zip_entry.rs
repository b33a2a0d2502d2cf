//! What a zip archive says of an entry: its name, its sort, its compression.

use std::borrow::Cow;
use std::io::{Read, Seek};

use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{ArchiveError, ArchiveErrorKind, Entry, EntryKind};

/// What separates the names of folders in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// `/`, as the format says.
    Slash,
    /// `\\`, as some programs for Windows write it, and then nothing else.
    Backslash,
}

impl Separator {
    pub(super) fn of<R: Read + Seek>(archive: &ZipArchive<R>) -> Self {
        let mut has_backslash = false;
        for name in archive.file_names_raw() {
            if name.contains(&b'/') {
                return Self::Slash;
            }
            has_backslash |= name.contains(&b'\\');
        }
        match has_backslash {
            true => Self::Backslash,
            false => Self::Slash,
        }
    }
}

/// The name under which a path is written: one that holds a backslash and no slash would be taken for
/// one of Windows.
pub(super) fn zip_name(path: &str) -> Cow<'_, str> {
    match path.contains('\\') && !path.contains('/') {
        true => format!("./{path}").into(),
        false => path.into(),
    }
}

/// An entry without its content. The target of a link is its content.
pub(super) fn head<R: Read>(
    entry: &ZipFile<'_, R>,
    separator: Separator,
) -> Result<Entry<'static>, ArchiveError> {
    let name = entry.name().map_err(|error| damaged(None, &error))?;
    let name = match separator {
        Separator::Slash => name,
        Separator::Backslash => name.replace('\\', "/").into(),
    };
    let is_directory = name.ends_with('/');
    let kind = match (is_directory, entry.is_symlink()) {
        (true, _) => EntryKind::Directory,
        (false, true) => EntryKind::Symlink(String::new()),
        (false, false) => EntryKind::File,
    };
    let default_mode = if is_directory { 0o755 } else { 0o644 };
    Ok(Entry {
        path: name.trim_end_matches('/').to_owned(),
        kind,
        data: &[],
        mode: entry.unix_mode().unwrap_or(default_mode) & 0o777,
        mtime: None,
    })
}

/// Refuses an entry that is compressed in a way that is not read, or encrypted, by name.
pub(super) fn check_method<R: Read + Seek>(
    archive: &ZipArchive<R>,
    index: usize,
) -> Result<(), ArchiveError> {
    let entry = archive
        .by_index_data(index)
        .map_err(|error| unreadable(index, error))?;
    let what = if entry.encrypted() {
        "it is encrypted: pack it again without a password".to_owned()
    } else {
        match entry.compression() {
            CompressionMethod::Stored | CompressionMethod::Deflated => return Ok(()),
            method => format!(
                "it is compressed with {}, and only deflate is read: pack it again with deflate, or as .tar.gz",
                method_name(method)
            ),
        }
    };
    let name = entry.name().map_err(|error| damaged(None, &error))?;
    Err(ArchiveError::new(
        ArchiveErrorKind::Unsupported,
        Some(&name),
        what,
    ))
}

/// What a method of compression is called in the specification of zip.
fn method_name(method: CompressionMethod) -> &'static str {
    const NAMES: &[(CompressionMethod, &str)] = &[
        (CompressionMethod::SHRINK, "shrink"),
        (CompressionMethod::REDUCE_1, "reduce"),
        (CompressionMethod::REDUCE_2, "reduce"),
        (CompressionMethod::REDUCE_3, "reduce"),
        (CompressionMethod::REDUCE_4, "reduce"),
        (CompressionMethod::IMPLODE, "implode"),
        (CompressionMethod::DEFLATE64, "deflate64"),
        (CompressionMethod::BZIP2, "bzip2"),
        (CompressionMethod::LZMA, "lzma"),
        (CompressionMethod::ZSTD, "zstd"),
        (CompressionMethod::XZ, "xz"),
        (CompressionMethod::PPMD, "ppmd"),
    ];
    let found = NAMES.iter().find(|(other, _)| *other == method);
    found.map_or("a method that is not known", |(_, name)| name)
}

pub(super) fn unreadable(index: usize, error: ZipError) -> ArchiveError {
    match error {
        ZipError::UnsupportedArchive(what) => ArchiveError::new(
            ArchiveErrorKind::Unsupported,
            None,
            format!("entry {index} of the zip archive cannot be read: {what}"),
        ),
        error => damaged(None, &error),
    }
}

pub(super) fn damaged(entry: Option<&str>, error: &dyn std::fmt::Display) -> ArchiveError {
    ArchiveError::new(
        ArchiveErrorKind::Damaged,
        entry,
        format!("the zip archive is damaged: {error}"),
    )
}
