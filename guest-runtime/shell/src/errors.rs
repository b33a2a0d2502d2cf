//! Errors of the host as the shell shows them: in the words of the system.

use std::io::{self, ErrorKind};

use isolate_protocol::{ErrorCode, StateError};

/// The error of an operation.
pub(crate) fn io_error(error: &StateError) -> io::Error {
    let (kind, text) = match error.code {
        ErrorCode::NotFound => (ErrorKind::NotFound, "No such file or directory"),
        ErrorCode::Exists => (ErrorKind::AlreadyExists, "File exists"),
        ErrorCode::IsDirectory => (ErrorKind::IsADirectory, "Is a directory"),
        ErrorCode::NotDirectory => (ErrorKind::NotADirectory, "Not a directory"),
        ErrorCode::NotEmpty => (ErrorKind::DirectoryNotEmpty, "Directory not empty"),
        ErrorCode::NotPermitted => (ErrorKind::PermissionDenied, "Operation not permitted"),
        ErrorCode::AccessDenied => (ErrorKind::PermissionDenied, "Permission denied"),
        ErrorCode::ReadOnly => (ErrorKind::ReadOnlyFilesystem, "Read-only file system"),
        ErrorCode::NoSpace => (ErrorKind::StorageFull, "No space left on device"),
        ErrorCode::FileTooLarge => (ErrorKind::FileTooLarge, "File too large"),
        ErrorCode::NameTooLong => (ErrorKind::InvalidFilename, "File name too long"),
        ErrorCode::Loop => (ErrorKind::Other, "Too many levels of symbolic links"),
        ErrorCode::Invalid => (ErrorKind::InvalidInput, "Invalid argument"),
        ErrorCode::TooBig => (ErrorKind::Other, "Argument list too long"),
        ErrorCode::NotSupported => (ErrorKind::Unsupported, "Operation not supported"),
        ErrorCode::Busy | ErrorCode::InUse => (ErrorKind::ResourceBusy, "Device or resource busy"),
        ErrorCode::TimedOut => (ErrorKind::TimedOut, "Connection timed out"),
        ErrorCode::Stale => (ErrorKind::StaleNetworkFileHandle, "Stale file handle"),
        ErrorCode::BadFormat => (ErrorKind::InvalidData, "Bad message"),
        ErrorCode::Io | ErrorCode::HostFunction => (ErrorKind::Other, "Input/output error"),
    };
    io::Error::new(kind, text)
}

/// The error for a name that is no text: files of a workspace have none.
pub(crate) fn not_text() -> io::Error {
    io::Error::new(
        ErrorKind::InvalidInput,
        "Invalid or incomplete multibyte or wide character",
    )
}
