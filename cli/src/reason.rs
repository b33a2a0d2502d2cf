//! The reasons of failed system operations, without their numbers.

use std::io;

/// The reason of a failed system operation.
pub(crate) fn of(cause: &io::Error) -> String {
    use io::ErrorKind as Kind;
    let text = match cause.kind() {
        // Not an error of the system: it has a text of its own.
        _ if cause.raw_os_error().is_none() => return cause.to_string(),
        Kind::NotFound => "no such file or directory",
        Kind::IsADirectory => "is a directory",
        Kind::NotADirectory => "not a directory",
        Kind::StorageFull => "no space left on the device",
        Kind::AddrInUse => "the address is in use",
        Kind::AddrNotAvailable => "the address is not one of this machine",
        Kind::PermissionDenied | Kind::FileTooLarge | Kind::ReadOnlyFilesystem => {
            return cause.kind().to_string();
        }
        _ => return cause.to_string(),
    };
    text.to_owned()
}
