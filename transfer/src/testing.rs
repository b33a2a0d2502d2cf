//! Faults for tests: a write-back can fail, or end like a killed process, before each operation on the
//! disk.

use std::cell::Cell;
use std::io;

/// How a write-back ends at the chosen operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full.
    Full,
    /// The process is gone: nothing is cleaned up.
    Killed,
}

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static FAULT: Cell<Fault> = const { Cell::new(Fault::Full) };
    static HAS_FIRED: Cell<bool> = const { Cell::new(false) };
}

/// Makes the operation with this number on this thread fail, counted from 1; 0 none.
pub fn fail_at(number: u64, fault: Fault) {
    LEFT.set(number);
    FAULT.set(fault);
    HAS_FIRED.set(false);
}

/// Whether the fault has happened.
#[must_use]
pub fn has_fired() -> bool {
    HAS_FIRED.get()
}

/// Whether the process counts as killed.
pub(crate) fn is_killed() -> bool {
    HAS_FIRED.get() && FAULT.get() == Fault::Killed
}

/// Passed before each operation on the disk.
pub(crate) fn point() -> io::Result<()> {
    match LEFT.get() {
        0 => Ok(()),
        1 => {
            LEFT.set(0);
            HAS_FIRED.set(true);
            Err(io::ErrorKind::StorageFull.into())
        }
        left => {
            LEFT.set(left - 1);
            Ok(())
        }
    }
}
