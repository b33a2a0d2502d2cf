//! A file in the making.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use isolate_vfs::Timestamp;
use rustix::fs::{Mode, OFlags};

use super::{Directory, Existing, checked, set_metadata};

const FLAGS: OFlags = OFlags::RDWR
    .union(OFlags::CREATE)
    .union(OFlags::EXCL)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// A file that has no name of its own yet. It is removed unless [`NewFile::commit`] gives it one.
#[derive(Debug)]
#[must_use = "a file that is dropped is removed"]
pub struct NewFile<'a> {
    directory: &'a Directory,
    file: File,
    /// Its temporary name; none when it has its own.
    temporary: Option<OsString>,
}

impl<'a> NewFile<'a> {
    pub(super) fn create(directory: &'a Directory, mode: Mode) -> io::Result<Self> {
        let (fd, temporary) = directory
            .with_temporary_name(|name| rustix::fs::openat(&directory.fd, name, FLAGS, mode))?;
        Ok(Self {
            directory,
            file: File::from(fd),
            temporary: Some(temporary),
        })
    }

    /// A file with this temporary name, which must be free.
    pub(super) fn create_as(
        directory: &'a Directory,
        temporary: &OsStr,
        mode: Mode,
    ) -> io::Result<Self> {
        let fd = rustix::fs::openat(&directory.fd, checked(temporary)?, FLAGS, mode)?;
        Ok(Self {
            directory,
            file: File::from(fd),
            temporary: Some(temporary.to_owned()),
        })
    }

    /// Gives the file its name, and before that, where a mode is given, that and a time.
    ///
    /// # Errors
    /// `AlreadyExists` with [`Existing::Keep`]; `IsADirectory`; and errors of the disk about the name. The
    /// file is removed then.
    pub fn commit(
        mut self,
        name: &OsStr,
        mode: Option<u32>,
        mtime: Option<Timestamp>,
        existing: Existing,
    ) -> io::Result<()> {
        let name = checked(name)?;
        if mode.is_some() {
            set_metadata(&self.file, mode, mtime)?;
        }
        let Some(temporary) = &self.temporary else {
            return Ok(());
        };
        self.directory.rename(temporary, name, existing)?;
        self.temporary = None;
        Ok(())
    }

    /// Adds zeros at the end that take no space on the disk.
    pub(crate) fn add_hole(&mut self, length: u64) -> io::Result<()> {
        let end = self.file.stream_position()?.saturating_add(length);
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    /// Leaves the file under its temporary name.
    pub(crate) fn keep(mut self) {
        self.temporary = None;
    }

    /// Waits until all that was written is on the disk.
    ///
    /// # Errors
    /// Faults of the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

impl Drop for NewFile<'_> {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            self.directory.remove_temporary(temporary);
        }
    }
}

impl Write for NewFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for NewFile<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read(bytes)
    }
}

impl Seek for NewFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
