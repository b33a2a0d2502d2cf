//! Entries of a directory of the disk by their paths, reached without following links.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;

use crate::directory::{Directory, Kind, Metadata, Stamp};
use crate::error::{Error, ErrorKind, Result};

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
    /// Identifies this version of the entry; none for a missing entry and for kinds that are never
    /// copied.
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
    /// `NotFound` or `NotADirectory` if a directory of the path is missing, a link, or something else.
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

    /// What is at a path; nothing if a component of the path is not a directory.
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
