//! Error codes of system calls, with the words that GNU tools print for them.

/// Why an operation on files failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Errno {
    /// EACCES.
    Access,
    /// EBUSY.
    Busy,
    /// EEXIST.
    Exists,
    /// EFBIG: longer than a file may be.
    TooLarge,
    /// EINVAL.
    Invalid,
    /// EIO: anything that has no better code.
    Io,
    /// EISDIR.
    IsDirectory,
    /// ELOOP.
    Loop,
    /// ENAMETOOLONG.
    NameTooLong,
    /// ENOENT.
    NotFound,
    /// ENOSPC.
    NoSpace,
    /// EILSEQ: a name that is no text, where files have no such names.
    NotText,
    /// ENOTDIR.
    NotDirectory,
    /// ENOTEMPTY.
    NotEmpty,
    /// EOPNOTSUPP.
    NotSupported,
    /// EPERM.
    NotPermitted,
    /// EROFS.
    ReadOnly,
    /// ESTALE: of a history that no longer has what is asked for.
    Stale,
    /// EXDEV.
    CrossDevice,
}

impl Errno {
    /// The name of the code, as `ENOENT`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Access => "EACCES",
            Self::Busy => "EBUSY",
            Self::Exists => "EEXIST",
            Self::TooLarge => "EFBIG",
            Self::Invalid => "EINVAL",
            Self::Io => "EIO",
            Self::IsDirectory => "EISDIR",
            Self::Loop => "ELOOP",
            Self::NameTooLong => "ENAMETOOLONG",
            Self::NotFound => "ENOENT",
            Self::NoSpace => "ENOSPC",
            Self::NotText => "EILSEQ",
            Self::NotDirectory => "ENOTDIR",
            Self::NotEmpty => "ENOTEMPTY",
            Self::NotSupported => "EOPNOTSUPP",
            Self::NotPermitted => "EPERM",
            Self::ReadOnly => "EROFS",
            Self::Stale => "ESTALE",
            Self::CrossDevice => "EXDEV",
        }
    }

    /// The error of a code's name; [`Errno::Io`] for any other.
    #[must_use]
    pub fn from_code(code: &str) -> Self {
        const ALL: [Errno; 19] = [
            Errno::Access,
            Errno::Busy,
            Errno::Exists,
            Errno::TooLarge,
            Errno::Invalid,
            Errno::Io,
            Errno::IsDirectory,
            Errno::Loop,
            Errno::NameTooLong,
            Errno::NotFound,
            Errno::NoSpace,
            Errno::NotText,
            Errno::NotDirectory,
            Errno::NotEmpty,
            Errno::NotSupported,
            Errno::NotPermitted,
            Errno::ReadOnly,
            Errno::Stale,
            Errno::CrossDevice,
        ];
        ALL.into_iter()
            .find(|errno| errno.code() == code)
            .unwrap_or(Self::Io)
    }

    /// The words of the C library.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Access => "Permission denied",
            Self::Busy => "Device or resource busy",
            Self::Exists => "File exists",
            Self::TooLarge => "File too large",
            Self::Invalid => "Invalid argument",
            Self::Io => "Input/output error",
            Self::IsDirectory => "Is a directory",
            Self::Loop => "Too many levels of symbolic links",
            Self::NameTooLong => "File name too long",
            Self::NotFound => "No such file or directory",
            Self::NoSpace => "No space left on device",
            Self::NotText => "Invalid or incomplete multibyte or wide character",
            Self::NotDirectory => "Not a directory",
            Self::NotEmpty => "Directory not empty",
            Self::NotSupported => "Operation not supported",
            Self::NotPermitted => "Operation not permitted",
            Self::ReadOnly => "Read-only file system",
            Self::Stale => "Stale file handle",
            Self::CrossDevice => "Invalid cross-device link",
        }
    }
}

impl AsRef<[u8]> for Errno {
    fn as_ref(&self) -> &[u8] {
        self.words().as_bytes()
    }
}

impl std::fmt::Display for Errno {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.words())
    }
}

impl std::error::Error for Errno {}
