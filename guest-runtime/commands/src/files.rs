//! Files as system calls see them: the only way from a command to the outside.

use crate::Errno;
use crate::history::History;

/// The answer of an operation.
pub type Answer<T> = Result<T, Errno>;

/// What an entry of a directory is. There are no devices, sockets or pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
}

/// What `stat` tells of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// The twelve permission bits, without the type.
    pub mode: u32,
    /// Bytes of a file, of the target of a link, or whatever a directory has.
    pub size: u64,
    /// When it was changed last, in microseconds since 1970. There is no other time.
    pub mtime_us: i64,
    /// How many names it has. A directory has those of its subdirectories, too.
    pub links: u64,
    /// The number that no other entry has: the inode.
    pub number: u64,
}

impl Stat {
    /// Whether it is a directory.
    #[must_use]
    pub fn is_directory(&self) -> bool {
        self.kind == Kind::Directory
    }

    /// Whether it is a symbolic link.
    #[must_use]
    pub fn is_link(&self) -> bool {
        self.kind == Kind::Link
    }

    /// Whether it is a regular file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.kind == Kind::File
    }

    /// The mode with the bits of the type.
    #[must_use]
    pub fn full_mode(&self) -> u32 {
        let kind = match self.kind {
            Kind::File => 0o100_000,
            Kind::Directory => 0o040_000,
            Kind::Link => 0o120_000,
        };
        kind | self.mode
    }
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name: any bytes but `/` and NUL.
    pub name: Vec<u8>,
    /// What has the name; a link is not followed.
    pub kind: Kind,
}

/// How a file is opened, as the flags of `open` say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// `O_CREAT`: makes the file where it is missing.
    pub create: bool,
    /// `O_EXCL`: fails where the name is taken, also by a link to nothing.
    pub exclusive: bool,
    /// `O_TRUNC`: empties the file.
    pub truncate: bool,
    /// `O_APPEND`: what is written goes to the end.
    pub append: bool,
}

/// What is done with an opened file before it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then<'a> {
    /// Nothing.
    Close,
    /// Writes bytes at the beginning, or at the end with [`Open::append`].
    Write(&'a [u8]),
    /// Sets the length; what is added is zero.
    Length(u64),
}

/// System calls on files.
///
/// Paths are absolute and resolved as a kernel does: links on the way are followed, `.` and `..` are
/// resolved after links, and a slash at the end demands a directory and follows a link. An empty path
/// is [`Errno::NotFound`]. Modes are set as they are given: the caller applies the umask.
/// The methods take `&self`; what changes inside is the implementation's affair.
///
/// # Errors
///
/// Every method fails with the code that the system call of its name has on Linux.
pub trait Files: Sync {
    /// `stat`, or `lstat` unless `follow`.
    fn stat(&self, path: &[u8], follow: bool) -> Answer<Stat>;

    /// The target of a link; [`Errno::Invalid`] for anything else.
    fn read_link(&self, path: &[u8]) -> Answer<Vec<u8>>;

    /// The path without links and dots; all of it exists.
    fn real_path(&self, path: &[u8]) -> Answer<Vec<u8>>;

    /// The names in a directory, without `.` and `..`, in any order.
    fn list(&self, path: &[u8]) -> Answer<Vec<Entry>>;

    /// Up to `length` bytes of a file from `offset` on; fewer at its end alone.
    fn read(&self, path: &[u8], offset: u64, length: usize) -> Answer<Vec<u8>>;

    /// Opens a file for writing; `mode` is that of a file that is made.
    fn open(&self, path: &[u8], how: Open, mode: u32, then: Then<'_>) -> Answer<()>;

    /// Makes a directory.
    fn make_directory(&self, path: &[u8], mode: u32) -> Answer<()>;

    /// Removes an empty directory.
    fn remove_directory(&self, path: &[u8]) -> Answer<()>;

    /// Removes a file or a link.
    fn unlink(&self, path: &[u8]) -> Answer<()>;

    /// `rename`: replaces a file or an empty directory of that name.
    fn rename(&self, from: &[u8], to: &[u8]) -> Answer<()>;

    /// Makes a symbolic link.
    fn symlink(&self, target: &[u8], path: &[u8]) -> Answer<()>;

    /// Sets the twelve permission bits; a link is followed.
    fn set_mode(&self, path: &[u8], mode: u32) -> Answer<()>;

    /// Sets the time of the last change, in microseconds since 1970.
    fn set_time(&self, path: &[u8], mtime_us: i64, follow: bool) -> Answer<()>;

    /// Copies the bytes and the mode of a file; links are followed on both sides. With `exclusive`
    /// it fails where the name is taken.
    fn copy_file(&self, from: &[u8], to: &[u8], exclusive: bool) -> Answer<()>;

    /// The history of the files, if they have one. By default, none.
    fn history(&self) -> Option<&dyn History> {
        None
    }
}
