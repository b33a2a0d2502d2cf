//! [`Directory`]: a directory of the disk whose entries are reached without following links.
//!
//! A handle stays with its directory, whatever is renamed or replaced above it meanwhile, and each
//! call names one entry of it. So nothing is read or written outside of the directory that was opened
//! at first, whoever chose the names and whoever else writes there.
//!
//! Invariant: a link at a name is never followed.
//! Invariant: a file appears under its name as a whole or not at all.

mod change;
mod new_file;
mod temporary;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use isolate_vfs::Timestamp;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, RawMode, RenameFlags, Stat, Timespec, Timestamps,
};
use rustix::io::Errno;

pub use new_file::NewFile;
pub(crate) use temporary::{InUse, is_name as is_temporary_name, name as temporary_name, token};

/// Permission bits that are kept. The bits that give a program the rights of its owner are not:
/// whoever wrote the entry does not decide who may run what with whose rights.
pub const MODE_BITS: u32 = 0o777;

/// The permission that counts when two files are compared, as for git: whether the owner may run it.
pub(crate) const EXECUTABLE: u32 = 0o100;

/// What temporary names begin with.
pub const TEMPORARY: &str = ".isolate-tmp-";

/// An open directory.
#[derive(Debug)]
pub struct Directory {
    fd: OwnedFd,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Symlink,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device, or something that only this system knows.
    Device,
}

impl Kind {
    /// The kind in words: `a socket`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::File => "a file",
            Self::Directory => "a directory",
            Self::Symlink => "a link",
            Self::Pipe => "a named pipe",
            Self::Socket => "a socket",
            Self::Device => "a device",
        }
    }

    const fn of(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Directory,
            FileType::Symlink => Self::Symlink,
            FileType::Fifo => Self::Pipe,
            FileType::Socket => Self::Socket,
            FileType::CharacterDevice | FileType::BlockDevice | FileType::Unknown => Self::Device,
        }
    }
}

/// The metadata of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// What it is; a link is not followed.
    pub kind: Kind,
    /// Its size in bytes.
    pub size: u64,
    /// Its permission bits.
    pub mode: u32,
    /// When it was last changed.
    pub mtime: Timestamp,
    stamp: Stamp,
    has_holes: bool,
}

/// Identifies a version of an entry without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    identity: Identity,
    size: u64,
    mode: u32,
    /// In seconds and nanoseconds.
    mtime: (i64, i64),
    /// When anything of it last changed, its name included: nobody can set this time.
    ctime: (i64, i64),
}

impl Stamp {
    /// Whether both have the same kind and permissions.
    pub(crate) fn has_mode_of(&self, other: &Self) -> bool {
        self.mode == other.mode
    }
}

/// Identifies a file: the numbers of its device and of its inode.
pub(crate) type Identity = (i128, u64);

/// A number of the system, whose type differs between systems.
fn widened<T>(number: impl Into<T>) -> T {
    number.into()
}

/// The identities of the files at these paths, as far as they exist.
pub(crate) fn identities(paths: &[PathBuf]) -> Vec<Identity> {
    let found = paths.iter().filter_map(|path| rustix::fs::stat(path).ok());
    found.map(|stat| Metadata::of(&stat).identity()).collect()
}

impl Metadata {
    pub(crate) fn identity(&self) -> Identity {
        self.stamp.identity
    }

    pub(crate) fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Identifies the version of the entry, as a text without meaning: it differs after every change of its
    /// bytes, its permissions or its name, and without reading them nobody can tell more.
    #[must_use]
    pub fn version(&self) -> String {
        let Stamp {
            identity,
            size,
            mode,
            mtime,
            ctime,
        } = self.stamp;
        format!(
            "{:x}.{:x}-{size:x}-{mode:x}-{:x}.{:x}-{:x}.{:x}",
            identity.0, identity.1, mtime.0, mtime.1, ctime.0, ctime.1
        )
    }

    /// Whether the file is sparse: it takes less space on the disk than its size.
    pub(crate) fn has_holes(&self) -> bool {
        self.has_holes
    }

    fn of(stat: &Stat) -> Self {
        /// The unit of `st_blocks`, whatever the block size of the disk is.
        const BLOCK_BYTES: u64 = 512;
        let nanos = i64::try_from(stat.st_mtime_nsec).unwrap_or(0);
        let size = u64::try_from(stat.st_size).unwrap_or(0);
        let blocks = u64::try_from(stat.st_blocks).unwrap_or(u64::MAX);
        Self {
            has_holes: blocks.saturating_mul(BLOCK_BYTES) < size,
            kind: Kind::of(FileType::from_raw_mode(stat.st_mode)),
            size,
            mode: widened::<u32>(stat.st_mode) & MODE_BITS,
            mtime: Timestamp::from_micros(
                stat.st_mtime
                    .saturating_mul(1_000_000)
                    .saturating_add(nanos / 1_000),
            ),
            stamp: Stamp {
                identity: (widened(stat.st_dev), stat.st_ino),
                size,
                mode: widened(stat.st_mode),
                mtime: (stat.st_mtime, nanos),
                ctime: (
                    stat.st_ctime,
                    i64::try_from(stat.st_ctime_nsec).unwrap_or(0),
                ),
            },
        }
    }
}

/// What to do when an entry of the name exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Leave it, and fail with `AlreadyExists`.
    Keep,
    /// Replace it, unless it is a directory.
    Replace,
}

impl Directory {
    /// Opens a directory by a path of the caller, in which links are followed.
    ///
    /// # Errors
    /// `NotFound`, `NotADirectory`, `PermissionDenied`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = rustix::fs::openat(CWD, path, flags, Mode::empty())?;
        Ok(Self { fd })
    }

    /// Opens an entry that is a directory.
    ///
    /// # Errors
    /// `NotADirectory` for a link and for everything else that is none.
    pub fn open_dir(&self, name: &OsStr) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::openat(&self.fd, checked(name)?, flags, Mode::empty()) {
            // The error of some systems for a link.
            Err(Errno::LOOP) => Err(Errno::NOTDIR.into()),
            opened => Ok(Self { fd: opened? }),
        }
    }

    /// Makes a directory that only its owner may use, until [`Directory::set_metadata`] gives it its
    /// mode.
    ///
    /// # Errors
    /// `AlreadyExists`, and errors of the disk about the name.
    pub fn make_dir(&self, name: &OsStr) -> io::Result<()> {
        self.make_dir_with(name, 0o700)
    }

    /// The names of all entries, sorted by their bytes.
    ///
    /// # Errors
    /// `PermissionDenied`, and faults of the disk.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.fd)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if !matches!(name, b"." | b"..") {
                names.push(OsString::from_vec(name.to_vec()));
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// The metadata of an entry; `None` if there is none of the name.
    ///
    /// # Errors
    /// Faults of the disk.
    pub fn metadata(&self, name: &OsStr) -> io::Result<Option<Metadata>> {
        match rustix::fs::statat(&self.fd, checked(name)?, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => Ok(None),
            stat => Ok(Some(Metadata::of(&stat?))),
        }
    }

    /// The metadata of the directory itself.
    ///
    /// # Errors
    /// Faults of the disk.
    pub fn own_metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata::of(&rustix::fs::fstat(&self.fd)?))
    }

    /// Opens a regular file for reading. Nothing else is opened, so this waits for no other side of a
    /// pipe and touches no device.
    ///
    /// # Errors
    /// `InvalidInput` for what is no regular file.
    pub fn open_file(&self, name: &OsStr) -> io::Result<(File, Metadata)> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        regular(rustix::fs::openat(
            &self.fd,
            checked(name)?,
            flags,
            Mode::empty(),
        )?)
    }

    /// Another handle of the same directory.
    ///
    /// # Errors
    /// Faults of the system, such as too many open files.
    pub fn again(&self) -> io::Result<Self> {
        let fd = rustix::io::fcntl_dupfd_cloexec(&self.fd, 0)?;
        Ok(Self { fd })
    }

    /// Opens a directory by a path from this one, in which links are followed.
    pub(crate) fn open_dir_at(&self, path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = rustix::fs::openat(&self.fd, path, flags, Mode::empty())?;
        Ok(Self { fd })
    }

    /// Opens a regular file by a path from this directory, in which links are followed.
    pub(crate) fn open_file_at(&self, path: &Path) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let fd = rustix::fs::openat(&self.fd, path, flags, Mode::empty())?;
        regular(fd).map(|(file, _)| file)
    }

    /// The target of a link.
    ///
    /// # Errors
    /// `InvalidInput` for what is no link.
    pub fn read_link(&self, name: &OsStr) -> io::Result<OsString> {
        let target = rustix::fs::readlinkat(&self.fd, checked(name)?, Vec::new())?;
        Ok(OsString::from_vec(target.into_bytes()))
    }

    /// Begins a file with these permissions, as far as the process lets new files have them. It has a
    /// temporary name until [`NewFile::commit`].
    ///
    /// # Errors
    /// `PermissionDenied`, `StorageFull`, and other faults of the disk.
    pub fn create_file(&self, mode: u32) -> io::Result<NewFile<'_>> {
        NewFile::create(self, mode_of(mode))
    }

    /// Makes a link, at once even where it replaces something.
    ///
    /// # Errors
    /// `AlreadyExists`, and errors of the disk about the name.
    pub fn make_link(&self, name: &OsStr, target: &OsStr, existing: Existing) -> io::Result<()> {
        let name = checked(name)?;
        if existing == Existing::Keep {
            return Ok(rustix::fs::symlinkat(target, &self.fd, name)?);
        }
        let temporary = self
            .with_temporary_name(|temporary| rustix::fs::symlinkat(target, &self.fd, temporary))?;
        let renamed = rustix::fs::renameat(&self.fd, &temporary.1, &self.fd, name);
        if renamed.is_err() {
            self.remove_temporary(&temporary.1);
        }
        Ok(renamed?)
    }

    /// Gives the directory a mode and a time.
    ///
    /// # Errors
    /// `PermissionDenied`, and faults of the disk.
    pub fn set_metadata(&self, mode: u32, mtime: Option<Timestamp>) -> io::Result<()> {
        set_metadata(&self.fd, Some(mode), mtime)
    }

    /// Makes an entry with a name that nothing has.
    fn with_temporary_name<T>(
        &self,
        make: impl Fn(&OsStr) -> Result<T, Errno>,
    ) -> io::Result<(T, OsString)> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        /// An entry of each such name would be a fault of ours.
        const ATTEMPTS: u32 = 1_000;
        for _ in 0..ATTEMPTS {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = temporary_name(temporary::token_of_process(), number);
            match make(&name) {
                Err(Errno::EXIST) => {}
                made => return Ok((made?, name)),
            }
        }
        Err(Errno::EXIST.into())
    }

    /// Gives an entry another name.
    fn rename(&self, from: &OsStr, to: &OsStr, existing: Existing) -> io::Result<()> {
        if existing == Existing::Replace {
            return Ok(rustix::fs::renameat(&self.fd, from, &self.fd, to)?);
        }
        match rustix::fs::renameat_with(&self.fd, from, &self.fd, to, RenameFlags::NOREPLACE) {
            // Not every filesystem has it.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                rustix::fs::linkat(&self.fd, from, &self.fd, to, AtFlags::empty())?;
                self.remove_temporary(from);
                Ok(())
            }
            renamed => Ok(renamed?),
        }
    }

    /// Removes a file or link under a temporary name. A failure leaves the temporary name behind, and
    /// nothing else.
    pub(crate) fn remove_temporary(&self, name: &OsStr) {
        let _ = rustix::fs::unlinkat(&self.fd, name, AtFlags::empty());
    }
}

/// What was opened, if it is a regular file.
fn regular(fd: OwnedFd) -> io::Result<(File, Metadata)> {
    let metadata = Metadata::of(&rustix::fs::fstat(&fd)?);
    match metadata.kind {
        Kind::File => Ok((File::from(fd), metadata)),
        kind => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("it is {}", kind.words()),
        )),
    }
}

fn set_metadata(fd: impl AsFd, mode: Option<u32>, mtime: Option<Timestamp>) -> io::Result<()> {
    if let Some(mode) = mode {
        rustix::fs::fchmod(fd.as_fd(), mode_of(mode))?;
    }
    if let Some(mtime) = mtime {
        let micros = mtime.as_micros();
        let time = Timespec {
            tv_sec: micros.div_euclid(1_000_000),
            tv_nsec: micros.rem_euclid(1_000_000) * 1_000,
        };
        let times = Timestamps {
            last_access: Timespec {
                tv_sec: 0,
                tv_nsec: rustix::fs::UTIME_OMIT,
            },
            last_modification: time,
        };
        match rustix::fs::futimens(fd.as_fd(), &times) {
            // A time that the disk cannot hold.
            Err(Errno::INVAL | Errno::OVERFLOW) => {}
            set => set?,
        }
    }
    Ok(())
}

fn mode_of(mode: u32) -> Mode {
    Mode::from_raw_mode(RawMode::try_from(mode & MODE_BITS).unwrap_or(0))
}

/// Refuses what is not the name of one entry.
fn checked(name: &OsStr) -> io::Result<&OsStr> {
    let bytes = name.as_bytes();
    if matches!(bytes, b"" | b"." | b"..") || bytes.iter().any(|byte| matches!(byte, b'/' | 0)) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not the name of an entry",
        ));
    }
    Ok(name)
}
