//! Faults for unit tests: a write-back can fail, or end like a killed process, before each operation on
//! the disk. Without tests there are none.

#[cfg(test)]
pub(crate) use faults::{Fault, fail_at, fail_ends, has_fired};
pub(crate) use faults::{is_killed, journal_point, point};

#[cfg(not(test))]
mod faults {
    use std::io;

    pub(crate) fn journal_point() -> isolate_vfs::Result<()> {
        Ok(())
    }

    pub(crate) fn is_killed() -> bool {
        false
    }

    pub(crate) fn point() -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod faults {
    use std::cell::Cell;
    use std::io;

    /// How a write-back ends at the chosen operation.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Fault {
        /// The disk is full.
        Full,
        /// The process is gone: nothing is cleaned up.
        Killed,
    }

    thread_local! {
        static LEFT: Cell<u64> = const { Cell::new(0) };
        static FAULT: Cell<Fault> = const { Cell::new(Fault::Full) };
        static IS_JOURNAL_FULL: Cell<bool> = const { Cell::new(false) };
        static HAS_FIRED: Cell<bool> = const { Cell::new(false) };
    }

    /// Makes the operation with this number on this thread fail, counted from 1; 0 none.
    pub(crate) fn fail_at(number: u64, fault: Fault) {
        LEFT.set(number);
        FAULT.set(fault);
        HAS_FIRED.set(false);
    }

    /// Whether the journal fails, on this thread, to record that a write-back has ended.
    pub(crate) fn fail_ends(is_failing: bool) {
        IS_JOURNAL_FULL.set(is_failing);
    }

    /// Called before the journal records how a write-back has ended.
    pub(crate) fn journal_point() -> isolate_vfs::Result<()> {
        match IS_JOURNAL_FULL.get() {
            true => Err(isolate_vfs::Error::new(isolate_vfs::ErrorKind::NoSpace)),
            false => Ok(()),
        }
    }

    /// Whether the fault has happened.
    pub(crate) fn has_fired() -> bool {
        HAS_FIRED.get()
    }

    /// Whether the process counts as killed.
    pub(crate) fn is_killed() -> bool {
        HAS_FIRED.get() && FAULT.get() == Fault::Killed
    }

    /// Called before each operation on the disk.
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
}
