//! Changes of entries, and waiting until they are on the disk.

use std::ffi::OsStr;
use std::io;

use isolate_vfs::Timestamp;
use rustix::fs::AtFlags;
use rustix::io::Errno;

use super::{Directory, Existing, NewFile, checked, mode_of, set_metadata};

impl Directory {
    /// Removes an entry that is no directory.
    ///
    /// # Errors
    /// `NotFound`; `IsADirectory` or `PermissionDenied` for a directory.
    pub fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.fd,
            checked(name)?,
            AtFlags::empty(),
        )?)
    }

    /// Removes an empty directory.
    ///
    /// # Errors
    /// `NotFound`, `NotADirectory`; `DirectoryNotEmpty`.
    pub fn remove_dir(&self, name: &OsStr) -> io::Result<()> {
        match rustix::fs::unlinkat(&self.fd, checked(name)?, AtFlags::REMOVEDIR) {
            // The error of some systems for one that is not empty.
            Err(Errno::EXIST) => Err(Errno::NOTEMPTY.into()),
            removed => Ok(removed?),
        }
    }

    /// Gives a regular file other permissions.
    ///
    /// # Errors
    /// As [`Directory::open_file`].
    pub fn set_file_mode(&self, name: &OsStr, mode: u32) -> io::Result<()> {
        let (file, _) = self.open_file(name)?;
        set_metadata(&file, Some(mode), None)
    }

    /// Waits until the names of the entries are on the disk.
    ///
    /// # Errors
    /// Faults of the disk.
    pub fn sync(&self) -> io::Result<()> {
        match rustix::fs::fsync(&self.fd) {
            // Not every filesystem can do this for directories.
            Err(Errno::INVAL) => Ok(()),
            synced => Ok(synced?),
        }
    }

    /// Begins a file with this temporary name. What has it is removed.
    pub(crate) fn create_file_as(&self, temporary: &OsStr, mode: u32) -> io::Result<NewFile<'_>> {
        self.remove_temporary(checked(temporary)?);
        NewFile::create_as(self, temporary, mode_of(mode))
    }

    /// Makes a directory with these permissions, as far as the process lets new ones have them.
    pub(crate) fn make_dir_with(&self, name: &OsStr, mode: u32) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(
            &self.fd,
            checked(name)?,
            mode_of(mode),
        )?)
    }

    /// Gives a file under a temporary name permissions and a time, where there are some, and waits until
    /// it is on the disk.
    pub(crate) fn settle_temporary(
        &self,
        temporary: &OsStr,
        mode: Option<u32>,
        mtime: Option<Timestamp>,
    ) -> io::Result<()> {
        let (file, _) = self.open_file(temporary)?;
        set_metadata(&file, mode, mtime)?;
        file.sync_all()
    }

    /// Gives a file under a temporary name its own.
    pub(crate) fn commit_temporary(
        &self,
        temporary: &OsStr,
        name: &OsStr,
        existing: Existing,
    ) -> io::Result<()> {
        self.rename(checked(temporary)?, checked(name)?, existing)
    }

    /// Makes a link, at once even where it replaces something. What has the temporary name is removed.
    pub(crate) fn make_link_as(
        &self,
        temporary: &OsStr,
        name: &OsStr,
        target: &OsStr,
        existing: Existing,
    ) -> io::Result<()> {
        self.remove_temporary(checked(temporary)?);
        rustix::fs::symlinkat(target, &self.fd, temporary)?;
        let renamed = self.rename(temporary, checked(name)?, existing);
        if renamed.is_err() {
            self.remove_temporary(temporary);
        }
        renamed
    }
}
