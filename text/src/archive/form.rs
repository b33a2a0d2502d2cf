//! What bytes are, by their content.

use tar::Header;

use super::read::is_checksum;
use super::zipped::{END_BYTES_MAX, has_end, is_zip};
use super::{ArchiveError, ArchiveErrorKind, BLOCK_BYTES};
use crate::compress::is_gzip;

/// How archives and compressed files begin that are not read.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x5d\0\0", "lzma"),
    (b"LZIP", "lzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\x04\x22\x4d\x18", "lz4"),
    (b"\x1f\x9d", "compress (.Z)"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"MSCF\0\0\0\0", "cab"),
    (b"!<arch>\n", "ar"),
];

/// What the bytes of an archive are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Tar, or nothing that is known.
    Tar,
    Gzip,
    Zip,
    /// Something else, of this name.
    Foreign(&'static str),
}

impl Form {
    /// By the first block and the last bytes of an archive, of which there are at most
    /// [`END_BYTES_MAX`]. A zip archive may lie behind a program that unpacks it.
    pub(super) fn of(start: &[u8], end: &[u8]) -> Self {
        if is_gzip(start) {
            return Self::Gzip;
        }
        if is_zip(start) {
            return Self::Zip;
        }
        if is_tar(start) {
            return Self::Tar;
        }
        if has_end(end) {
            return Self::Zip;
        }
        foreign(start).map_or(Self::Tar, Self::Foreign)
    }

    /// As [`Form::of`], of all bytes.
    pub(super) fn of_all(data: &[u8]) -> Self {
        let start = &data[..data.len().min(BLOCK_BYTES)];
        Self::of(start, &data[data.len().saturating_sub(END_BYTES_MAX)..])
    }
}

/// Whether data begins with a header of a tar archive.
fn is_tar(data: &[u8]) -> bool {
    let Some(block) = data.get(..BLOCK_BYTES) else {
        return false;
    };
    let mut header = Header::new_old();
    header.as_mut_bytes().copy_from_slice(block);
    header.cksum().is_ok_and(|sum| is_checksum(block, sum))
}

/// The name of a format that is not read, by how the data begins.
#[must_use]
pub fn foreign(data: &[u8]) -> Option<&'static str> {
    let found = FOREIGN.iter().find(|(start, _)| data.starts_with(start));
    found.map(|(_, name)| *name)
}

/// The name of a format that is not read, by the name of a file.
#[must_use]
pub fn foreign_name(name: &str) -> Option<&'static str> {
    const ENDS: &[(&str, &str)] = &[
        (".bz2", "bzip2"),
        (".tbz2", "bzip2"),
        (".tbz", "bzip2"),
        (".xz", "xz"),
        (".txz", "xz"),
        (".zst", "zstd"),
        (".tzst", "zstd"),
        (".lz", "lzip"),
        (".lz4", "lz4"),
        (".br", "brotli"),
        (".7z", "7z"),
        (".rar", "rar"),
        (".cab", "cab"),
    ];
    let name = name.to_lowercase();
    let found = ENDS.iter().find(|(end, _)| name.ends_with(end));
    found.map(|(_, format)| *format)
}

/// The error for an archive of a format that is not read.
#[must_use]
pub fn refused(format: &str) -> ArchiveError {
    let problem = format!(
        "{format} is not read, only tar, tar.gz and zip: pack it again as .tar.gz or .zip outside, or \
         unpack it there and import the directory"
    );
    ArchiveError::new(ArchiveErrorKind::Unsupported, None, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_content_and_by_name() {
        for (data, expected) in [
            (&b"BZh91AY&SY"[..], Form::Foreign("bzip2")),
            (b"\xfd7zXZ\0\0", Form::Foreign("xz")),
            (b"7z\xbc\xaf\x27\x1c\0\x04", Form::Foreign("7z")),
            (b"\x1f\x8b\x08", Form::Gzip),
            (b"PK\x03\x04", Form::Zip),
            (b"anything", Form::Tar),
            (b"", Form::Tar),
        ] {
            assert_eq!(Form::of_all(data), expected, "{data:?}");
        }
        assert_eq!(foreign_name("/a/B.TAR.BZ2"), Some("bzip2"));
        assert_eq!(foreign_name("a.tar.gz"), None);
    }

    /// A tar archive whose first name begins as another format does is one.
    #[test]
    fn a_header_of_tar_comes_first() {
        let mut writer = super::super::Writer::new(1 << 20);
        let kind = super::super::NewKind::File(b"x");
        writer.add("LZIP/BZh", kind, 0o644, 0).unwrap();
        assert_eq!(Form::of_all(&writer.finish().unwrap()), Form::Tar);
    }
}
