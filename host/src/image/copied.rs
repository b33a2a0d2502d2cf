//! Bytes that are copied, where there are no files in memory.

use std::io;

pub(super) struct Contents(Vec<u8>);

/// A copy needs no mapping.
pub(in crate::image) struct Mapping;

impl Contents {
    pub(super) fn zeroed(bytes: usize) -> io::Result<Self> {
        Ok(Self(vec![0; bytes]))
    }

    pub(super) fn write(&mut self, offset: usize, part: &[u8]) -> io::Result<()> {
        self.0[offset..offset + part.len()].copy_from_slice(part);
        Ok(())
    }

    pub(super) fn seal(&mut self) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn read(&self, _bytes: usize) -> io::Result<Vec<u8>> {
        Ok(self.0.clone())
    }

    pub(super) fn put_into(&self, place: &mut [u8]) -> io::Result<Option<Mapping>> {
        place.copy_from_slice(&self.0);
        Ok(None)
    }

    pub(super) fn take_back(&self, _mapping: Mapping, _place: &mut [u8]) {}

    pub(super) fn take_back_empty(&self, _mapping: Mapping) {}
}
