//! Entries of a directory of the disk by their paths, reached without following links.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};

use crate::directory::{Directory, Kind, Metadata, Stamp};
use crate::error::{Error, ErrorKind, Result};

/// Bytes that are read at once.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;

/// What is at a path.
#[derive(Debug)]
pub(super) enum Now {
    Nothing,
    Directory(Metadata),
    File(Metadata),
    Link(OsString, Metadata),
    /// A socket, a pipe or a device.
    Other,
}

impl Now {
    /// What tells this version of the entry from others; none where nothing is, or something that is
    /// never taken along.
    pub(super) fn stamp(&self) -> Option<Stamp> {
        match self {
            Self::File(metadata) | Self::Directory(metadata) | Self::Link(_, metadata) => {
                Some(metadata.stamp())
            }
            Self::Nothing | Self::Other => None,
        }
    }
}

/// A directory of the disk, by which everything in it is reached.
#[derive(Debug)]
pub(super) struct Disk {
    top: Directory,
}

impl Disk {
    pub(super) fn new(top: Directory) -> Self {
        Self { top }
    }

    pub(super) fn top(&self) -> &Directory {
        &self.top
    }

    /// The number of the directory on its disk.
    pub(super) fn number(&self) -> Result<u64> {
        let metadata = self.top.own_metadata();
        let metadata = metadata
            .map_err(|cause| Error::io(ErrorKind::Source, "read", "the directory", cause))?;
        Ok(metadata.identity().1)
    }

    /// Calls `f` with the directory that holds a path, and its name there. A path begins with a slash.
    ///
    /// # Errors
    /// `NotFound` or `NotADirectory` if a directory on the way is missing, a link, or something else.
    pub(super) fn within<T>(
        &self,
        path: &str,
        f: impl FnOnce(&Directory, &OsStr) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut below: Option<Directory> = None;
        let mut names = path.trim_start_matches('/').split('/').peekable();
        while let Some(name) = names.next() {
            let directory = below.as_ref().unwrap_or(&self.top);
            let name = OsStr::new(name);
            if names.peek().is_none() {
                return f(directory, name);
            }
            below = Some(directory.open_dir(name)?);
        }
        Err(io::ErrorKind::InvalidInput.into())
    }

    /// What is at a path; nothing if a directory on the way is none.
    pub(super) fn look(&self, path: &str) -> io::Result<Now> {
        let found = self.within(path, |directory, name| {
            let Some(metadata) = directory.metadata(name)? else {
                return Ok(Now::Nothing);
            };
            Ok(match metadata.kind {
                Kind::Directory => Now::Directory(metadata),
                Kind::File => Now::File(metadata),
                Kind::Symlink => Now::Link(directory.read_link(name)?, metadata),
                Kind::Pipe | Kind::Socket | Kind::Device => Now::Other,
            })
        });
        match found {
            Err(cause) if is_missing(&cause) => Ok(Now::Nothing),
            found => found,
        }
    }

    /// Opens a regular file.
    pub(super) fn open(&self, path: &str) -> io::Result<(File, Metadata)> {
        self.within(path, Directory::open_file)
    }

    /// The names in a directory.
    pub(super) fn names(&self, path: &str) -> io::Result<Vec<OsString>> {
        self.within(path, |directory, name| directory.open_dir(name)?.names())
    }
}

/// Whether an error says that there is nothing at a path.
pub(super) fn is_missing(cause: &io::Error) -> bool {
    matches!(
        cause.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Reads a file to its end, piece by piece.
pub(super) fn each_piece<E: From<io::Error>>(
    mut file: impl io::Read,
    mut sink: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer = vec![0; CHUNK_BYTES];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => sink(&buffer[..count])?,
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause.into()),
        }
    }
}

/// Whether a file has exactly these bytes, which come piece by piece.
#[derive(Debug)]
pub(super) struct Comparison {
    file: File,
    is_equal: bool,
}

impl Comparison {
    pub(super) fn new(file: File) -> Self {
        Self {
            file,
            is_equal: true,
        }
    }

    pub(super) fn next(&mut self, piece: &[u8]) -> io::Result<()> {
        for part in piece.chunks(CHUNK_BYTES) {
            if !self.is_equal {
                return Ok(());
            }
            let mut there = vec![0; part.len()];
            match self.file.read_exact(&mut there) {
                Ok(()) => self.is_equal = there == part,
                Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_equal = false;
                }
                Err(cause) => return Err(cause),
            }
        }
        Ok(())
    }

    /// The same for zeros.
    pub(super) fn next_zeros(&mut self, mut left: u64) -> io::Result<()> {
        static ZEROS: [u8; CHUNK_BYTES] = [0; CHUNK_BYTES];
        while left > 0 && self.is_equal {
            let part = usize::try_from(left).map_or(CHUNK_BYTES, |left| left.min(CHUNK_BYTES));
            self.next(&ZEROS[..part])?;
            left -= part as u64;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<bool> {
        Ok(self.is_equal && self.file.read(&mut [0])? == 0)
    }
}
