//! The stable names and codes of faults, as the command, and the packages for other languages, have them.

use isolate_host::{EarlierState, Error, ErrorKind, vfs};

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

/// A stable code of a fault of the storage or of the engine, and of a request that was made before.
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
    let cause = std::error::Error::source(fault)?.downcast_ref::<vfs::Error>()?;
    Some(cause.kind().code())
}
