//! Bytes of an archive, charged before they grow.

use std::io::{self, Cursor, Seek, SeekFrom, Write};

use crate::budget::charge;
use crate::stop::is_due;

use super::Stopped;

/// An archive in memory. Writing fails when the budget of memory is used up or the work has to
/// [stop](crate::stop), and only then.
#[derive(Default)]
pub(super) struct Charged {
    out: Cursor<Vec<u8>>,
}

impl Charged {
    /// How many bytes there are.
    pub(super) fn len(&self) -> usize {
        self.out.get_ref().len()
    }

    /// The bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out.into_inner()
    }
}

impl Write for Charged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_due() {
            return Err(io::Error::other(Stopped));
        }
        let end = usize::try_from(self.out.position()).unwrap_or(usize::MAX);
        let more = end.saturating_add(bytes.len()).saturating_sub(self.len());
        charge(more).map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Charged {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.out.seek(to)
    }
}
