//! Writing an archive of any size, entry by entry, to where it is to lie.

use std::fmt;
use std::io::{self, Seek, Write};

use flate2::write::GzEncoder;
use tar::{Builder, EntryType};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::BLOCK_BYTES;
use super::write::header;
use super::zip_entry::zip_name;
use crate::compress;

/// The format of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Tar.
    Tar,
    /// Tar, compressed with gzip.
    Gzip,
    /// Zip.
    Zip,
    /// A format that is not written.
    Unsupported,
}

impl Format {
    /// The format that the name of a file stands for; `None` if it stands for none.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        const ENDS: &[(&str, Format)] = &[
            (".tar.gz", Format::Gzip),
            (".tgz", Format::Gzip),
            (".tar", Format::Tar),
            (".zip", Format::Zip),
            (".jar", Format::Zip),
            // One compressed file is no archive.
            (".gz", Format::Unsupported),
            (".tar.bz2", Format::Unsupported),
            (".tbz2", Format::Unsupported),
            (".tar.xz", Format::Unsupported),
            (".txz", Format::Unsupported),
            (".tar.zst", Format::Unsupported),
            (".tar.br", Format::Unsupported),
            (".7z", Format::Unsupported),
            (".rar", Format::Unsupported),
            (".bz2", Format::Unsupported),
            (".xz", Format::Unsupported),
            (".zst", Format::Unsupported),
        ];
        let name = name.to_lowercase();
        let found = ENDS.iter().find(|(end, _)| name.ends_with(end));
        found.map(|(_, format)| *format)
    }
}

/// What to add to an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewEntry<'a> {
    /// A file of this size in bytes, whose content follows.
    File(u64),
    /// A folder.
    Directory,
    /// A symbolic link with this target.
    Symlink(&'a str),
}

/// An archive that is written to a file. The same entries give the same bytes: there are no owners, and
/// every time is the first that the format has.
pub struct Packer<W: Write + Seek> {
    out: Out<W>,
    /// Bytes of the present file that are still to come, and how many it has.
    left: u64,
    size: u64,
}

enum Out<W: Write + Seek> {
    Tar(Builder<W>),
    Gzip(Builder<GzEncoder<W>>),
    Zip(Box<ZipWriter<W>>),
}

impl<W: Write + Seek> Packer<W> {
    /// Starts an archive.
    ///
    /// # Errors
    /// `Unsupported` for a format that is not written.
    pub fn new(format: Format, to: W) -> io::Result<Self> {
        let out = match format {
            Format::Tar => Out::Tar(Builder::new(to)),
            Format::Gzip => Out::Gzip(Builder::new(compress::encoder(to))),
            Format::Zip => Out::Zip(Box::new(ZipWriter::new(to))),
            Format::Unsupported => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Self {
            out,
            left: 0,
            size: 0,
        })
    }

    /// Adds an entry. The path is relative, without a slash at its end.
    ///
    /// # Errors
    /// Those of the file; `InvalidInput` while the content of a file is not complete.
    pub fn add(&mut self, path: &str, entry: NewEntry<'_>, mode: u32) -> io::Result<()> {
        self.end_file()?;
        match &mut self.out {
            Out::Tar(tar) => add_to_tar(tar, path, entry, mode)?,
            Out::Gzip(tar) => add_to_tar(tar, path, entry, mode)?,
            Out::Zip(zip) => {
                let path = zip_name(path);
                let options = SimpleFileOptions::default()
                    .compression_method(CompressionMethod::Deflated)
                    .unix_permissions(mode);
                match entry {
                    NewEntry::File(size) => {
                        let is_large = size >= u64::from(u32::MAX);
                        zip.start_file(path, options.large_file(is_large))?;
                    }
                    NewEntry::Directory => zip.add_directory(path, options)?,
                    NewEntry::Symlink(target) => zip.add_symlink(path, target, options)?,
                }
            }
        }
        if let NewEntry::File(size) = entry {
            (self.left, self.size) = (size, size);
        }
        Ok(())
    }

    /// Adds to the content of the last file.
    ///
    /// # Errors
    /// Those of the file; `InvalidInput` beyond the size that was stated.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or(io::ErrorKind::InvalidInput)?;
        match &mut self.out {
            Out::Tar(tar) => tar.get_mut().write_all(bytes),
            Out::Gzip(tar) => tar.get_mut().write_all(bytes),
            Out::Zip(zip) => zip.write_all(bytes),
        }
    }

    fn end_file(&mut self) -> io::Result<()> {
        if self.left > 0 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let beyond = usize::try_from(self.size % BLOCK_BYTES as u64).unwrap_or(0);
        self.size = 0;
        let padding = [0; BLOCK_BYTES];
        match &mut self.out {
            Out::Tar(tar) if beyond > 0 => tar.get_mut().write_all(&padding[beyond..]),
            Out::Gzip(tar) if beyond > 0 => tar.get_mut().write_all(&padding[beyond..]),
            _ => Ok(()),
        }
    }

    /// Ends the archive.
    ///
    /// # Errors
    /// As [`Packer::add`].
    pub fn finish(mut self) -> io::Result<W> {
        self.end_file()?;
        match self.out {
            Out::Tar(tar) => tar.into_inner(),
            Out::Gzip(tar) => tar.into_inner()?.finish(),
            Out::Zip(zip) => Ok(zip.finish()?),
        }
    }
}

impl<W: Write + Seek> fmt::Debug for Packer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packer").finish_non_exhaustive()
    }
}

fn add_to_tar<W: Write>(
    tar: &mut Builder<W>,
    path: &str,
    entry: NewEntry<'_>,
    mode: u32,
) -> io::Result<()> {
    let (kind, size, link) = match entry {
        NewEntry::File(size) => (EntryType::Regular, size, ""),
        NewEntry::Directory => (EntryType::Directory, 0, ""),
        NewEntry::Symlink(target) => (EntryType::Symlink, 0, target),
    };
    let (header, records) = header(path, kind, size, link, mode, 0);
    tar.append_pax_extensions(records)?;
    tar.get_mut().write_all(header.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{NewKind, Writer, to_zip};
    use super::*;
    use crate::compress::gzip;

    /// What is written piece by piece is what is written in memory.
    #[test]
    fn both_ways_to_write_an_archive_agree() {
        let long = "x/".repeat(150) + "y";
        let content = vec![b'z'; 70_000];
        let mut writer = Writer::new(1 << 20);
        writer.add("d", NewKind::Directory, 0o711, 0).unwrap();
        writer
            .add(&long, NewKind::File(&content), 0o755, 0)
            .unwrap();
        writer
            .add("d/l", NewKind::Symlink(&long), 0o777, 0)
            .unwrap();
        writer.add("empty", NewKind::File(b""), 0o600, 0).unwrap();
        let tar = writer.finish().unwrap();
        let expected = [
            (Format::Zip, to_zip(&tar, 1 << 20).unwrap()),
            (Format::Gzip, gzip(&tar).unwrap()),
            (Format::Tar, tar),
        ];
        for (format, bytes) in expected {
            let mut packer = Packer::new(format, Cursor::new(Vec::new())).unwrap();
            packer.add("d", NewEntry::Directory, 0o711).unwrap();
            packer.add(&long, NewEntry::File(70_000), 0o755).unwrap();
            for piece in content.chunks(6_789) {
                packer.write(piece).unwrap();
            }
            packer.add("d/l", NewEntry::Symlink(&long), 0o777).unwrap();
            packer.add("empty", NewEntry::File(0), 0o600).unwrap();
            assert_eq!(packer.finish().unwrap().into_inner(), bytes, "{format:?}");
        }
    }

    #[test]
    fn a_content_has_the_size_that_was_stated() {
        let mut packer = Packer::new(Format::Tar, Cursor::new(Vec::new())).unwrap();
        packer.add("a", NewEntry::File(2), 0o644).unwrap();
        assert!(packer.write(b"abc").is_err());
        packer.write(b"a").unwrap();
        assert!(packer.add("b", NewEntry::Directory, 0o755).is_err());
    }

    #[test]
    fn a_name_stands_for_a_format() {
        let formats = [
            ("a.tar", Some(Format::Tar)),
            ("A.TGZ", Some(Format::Gzip)),
            ("a.tar.gz", Some(Format::Gzip)),
            ("a.zip", Some(Format::Zip)),
            ("a.tar.xz", Some(Format::Unsupported)),
            ("a.gz", Some(Format::Unsupported)),
            ("a", None),
            ("tar", None),
        ];
        for (name, format) in formats {
            assert_eq!(Format::of_name(name), format, "{name}");
        }
    }
}
