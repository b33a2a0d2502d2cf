//! The stable names and codes of faults, as the command, and the packages for other languages, have them.

use isolate_host::vfs::{self, CheckpointError};
use isolate_host::{EarlierState, Error, ErrorKind};

/// What kind of fault it is, as the name of an error: `StorageError`, `UsageError`, `InternalError`,
/// `BusyError`, `RepeatedError` or `SandboxError`.
#[must_use]
pub const fn fault_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Storage => "StorageError",
        ErrorKind::Refused => "UsageError",
        ErrorKind::Internal => "InternalError",
        ErrorKind::Busy => "BusyError",
        ErrorKind::Repeated => "RepeatedError",
        _ => "SandboxError",
    }
}

/// A stable code of a fault of the storage or of the engine, of a request that was made before, and of one that
/// names what is not there (`ENOENT`), what is there already (`EEXIST`), or what has changed (`ESTALE`).
#[must_use]
pub fn fault_code(fault: &Error) -> Option<&'static str> {
    if fault.kind() == ErrorKind::Internal {
        return Some("EENGINE");
    }
    if let Some(earlier) = fault.earlier_run() {
        return Some(match earlier.state {
            EarlierState::OtherRequest => "EKEY",
            EarlierState::Going => "EBUSY",
            _ => "ESTALE",
        });
    }
    let cause = std::error::Error::source(fault)?;
    let of_files = cause
        .downcast_ref()
        .map(|cause: &vfs::Error| cause.kind().code());
    of_files.or_else(|| Some(cause.downcast_ref::<CheckpointError>()?.code()))
}
