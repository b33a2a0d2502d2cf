//! Errors that a program can catch.

use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// Code of an error thrown by a `state` method, stable across versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum ErrorCode {
            $($(#[$doc])* $variant,)*
        }

        impl ErrorCode {
            /// Every code, in the order of its number on the wire.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The code as a program sees it in `error.code`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

codes! {
    /// Something with that name exists already.
    Exists = "EEXIST",
    /// The content is larger than a file may be, or than the operation handles.
    FileTooLarge = "EFBIG",
    /// An argument is wrong.
    Invalid = "EINVAL",
    /// The path is a directory, and a file is needed.
    IsDirectory = "EISDIR",
    /// Too many symbolic links.
    Loop = "ELOOP",
    /// A path, a name or a link target is too long.
    NameTooLong = "ENAMETOOLONG",
    /// No such file or directory.
    NotFound = "ENOENT",
    /// The quota or the disk is full.
    NoSpace = "ENOSPC",
    /// The method or form is not supported.
    NotSupported = "ENOTSUP",
    /// The path is a file, and a directory is needed.
    NotDirectory = "ENOTDIR",
    /// The directory has entries.
    NotEmpty = "ENOTEMPTY",
    /// The operation is never permitted.
    NotPermitted = "EPERM",
    /// The filesystem may only be read.
    ReadOnly = "EROFS",
    /// Another process holds the database.
    Busy = "EBUSY",
    /// A result or the work for it is larger than the operation's bound.
    TooBig = "E2BIG",
    /// The files have changed since the plan was made.
    Stale = "ESTALE",
    /// The content is not in the format that the operation reads.
    BadFormat = "EBADMSG",
    /// Storage failed.
    Io = "EIO",
    /// A host function failed.
    HostFunction = "EHOSTFN",
    /// The call was cancelled, or ran out of its own time.
    TimedOut = "ETIMEDOUT",
    /// The file may not be executed.
    AccessDenied = "EACCES",
    /// The directory is one that the operation works from.
    InUse = "EBUSY",
}

impl ErrorCode {
    /// The code with this number on the wire.
    #[must_use]
    pub fn from_wire(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The number of this code on the wire.
    #[must_use]
    pub const fn to_wire(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An error that a `state` call throws in the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError {
    /// What a program branches on.
    pub code: ErrorCode,
    /// Whether the caller passed a wrong argument: the guest then throws a `TypeError`.
    pub is_argument_error: bool,
    /// The whole sentence, with the code at its front where it is a filesystem error.
    pub message: String,
    /// The path at fault, where there is one.
    pub path: Option<String>,
}

impl StateError {
    /// A wrong argument: `message` names the method, the parameter and the right form.
    #[must_use]
    pub fn argument(message: impl Into<String>) -> Self {
        Self {
            code: ErrorCode::Invalid,
            is_argument_error: true,
            message: message.into(),
            path: None,
        }
    }

    /// An error in the form that Node uses: `ENOENT: no such file or directory, readFile '/a'`.
    #[must_use]
    pub fn at_path(code: ErrorCode, text: &str, method: &str, path: &str) -> Self {
        Self {
            code,
            is_argument_error: false,
            message: format!("{code}: {text}, {method} '{path}'"),
            path: Some(path.to_owned()),
        }
    }

    /// An error that concerns no path: `EBUSY: text, method`.
    #[must_use]
    pub fn plain(code: ErrorCode, text: &str, method: &str) -> Self {
        Self {
            code,
            is_argument_error: false,
            message: format!("{code}: {text}, {method}"),
            path: None,
        }
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StateError {}
