//! The memory that runs start from where a sandbox has preludes.

use std::io;
use std::ops::Range;

use wasmtime::{AsContextMut, Memory};

/// Size of a page of WebAssembly, in bytes.
const PAGE_BYTES: usize = 64 << 10;

/// Parts that are all zero are left out.
pub(crate) const PART_BYTES: usize = 4 << 10;

/// The contents of the guest's memory, as long as a number of its pages.
pub(crate) struct Image {
    bytes: usize,
    contents: Contents,
    /// Bytes that every run writes to, by whole parts.
    written: Vec<Range<usize>>,
}

impl Image {
    /// Keeps the contents of a memory.
    pub(crate) fn of(memory: &[u8]) -> io::Result<Self> {
        let parts = memory
            .chunks(PART_BYTES)
            .enumerate()
            .filter(|(_, part)| part.iter().any(|&byte| byte != 0))
            .map(|(index, part)| (index * PART_BYTES, part));
        Self::of_parts(memory.len(), parts)
    }

    /// Keeps a memory of this size, in which parts stand at these offsets and the rest is zero.
    pub(crate) fn of_parts<'a>(
        bytes: usize,
        parts: impl Iterator<Item = (usize, &'a [u8])>,
    ) -> io::Result<Self> {
        if bytes == 0 || !bytes.is_multiple_of(PAGE_BYTES) {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
        let mut contents = Contents::zeroed(bytes)?;
        for (offset, part) in parts {
            if offset.checked_add(part.len()).is_none_or(|end| end > bytes) {
                return Err(io::Error::from(io::ErrorKind::InvalidData));
            }
            contents.write(offset, part)?;
        }
        contents.seal()?;
        Ok(Self {
            bytes,
            contents,
            written: Vec::new(),
        })
    }

    /// Learns which parts a run has written to, from its memory at the end. Memories get these parts
    /// at once, which costs less than a page fault for each.
    pub(crate) fn learn(&mut self, memory: &[u8]) -> io::Result<()> {
        let before = self.read()?;
        let mut written: Vec<Range<usize>> = Vec::new();
        let parts = before.chunks(PART_BYTES).zip(memory.chunks(PART_BYTES));
        for (index, _) in parts.enumerate().filter(|(_, (old, new))| old != new) {
            let part = index * PART_BYTES..(index + 1) * PART_BYTES;
            match written.last_mut() {
                Some(last) if last.end == part.start => last.end = part.end,
                _ => written.push(part),
            }
        }
        self.set_written(written)
    }

    /// Sets the bytes that every run writes to.
    pub(crate) fn set_written(&mut self, written: Vec<Range<usize>>) -> io::Result<()> {
        if written.iter().any(|range| range.end > self.bytes) {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
        self.written = written;
        Ok(())
    }

    pub(crate) fn written(&self) -> &[Range<usize>] {
        &self.written
    }

    /// Bytes that every run writes to.
    pub(crate) fn written_bytes(&self) -> usize {
        self.written.iter().map(Range::len).sum()
    }

    /// Its size.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// A copy of its contents.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        self.contents.read(self.bytes)
    }

    /// Gives a memory, which is no longer than this, these contents.
    ///
    /// All memories of one engine must get theirs from the same image: the pool of the engine
    /// gives the place of a memory to a later one, and does not clear what was put there.
    pub(crate) fn install(
        &self,
        memory: &Memory,
        mut store: impl AsContextMut,
    ) -> wasmtime::Result<()> {
        let missing = self
            .bytes
            .checked_sub(memory.data_size(&store))
            .ok_or_else(|| wasmtime::Error::msg("an image that is shorter than its memory"))?;
        memory.grow(&mut store, (missing / PAGE_BYTES) as u64)?;
        self.contents.put_into(memory, store, &self.written)?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
use copied::Contents;
#[cfg(target_os = "linux")]
use mapped::Contents;

/// A file in memory, which is mapped: a run copies the pages that it writes to, and no others.
#[cfg(target_os = "linux")]
mod mapped {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt as _;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap};
    use wasmtime::{AsContextMut, Memory};

    use std::ops::Range;

    pub(super) struct Contents(File);

    impl Contents {
        pub(super) fn zeroed(bytes: usize) -> io::Result<Self> {
            let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
            let file = File::from(memfd_create("isolate-preludes", flags)?);
            file.set_len(bytes as u64)?;
            Ok(Self(file))
        }

        pub(super) fn write(&mut self, offset: usize, part: &[u8]) -> io::Result<()> {
            self.0.write_all_at(part, offset as u64)
        }

        /// From now on the file can be neither changed nor cut off.
        pub(super) fn seal(&mut self) -> io::Result<()> {
            let seals = SealFlags::SEAL | SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE;
            Ok(fcntl_add_seals(&self.0, seals)?)
        }

        pub(super) fn read(&self, bytes: usize) -> io::Result<Vec<u8>> {
            let mut contents = vec![0; bytes];
            self.0.read_exact_at(&mut contents, 0)?;
            Ok(contents)
        }

        #[expect(unsafe_code, reason = "the kernel takes an address")]
        pub(super) fn put_into(
            &self,
            memory: &Memory,
            mut store: impl AsContextMut,
            written: &[Range<usize>],
        ) -> io::Result<()> {
            // Exclusive access to the store: nobody else has a reference into the memory.
            let place = memory.data_mut(&mut store);
            let bytes = usize::try_from(self.0.metadata()?.len()).map_err(io::Error::other)?;
            if place.len() != bytes {
                return Err(io::Error::from(io::ErrorKind::InvalidInput));
            }
            // SAFETY: the range is the whole of an accessible memory, which begins at a page and is
            // a number of pages long; it is readable and writable before and after. The pool that
            // it belongs to maps, protects and unmaps addresses, whatever they are mapped to.
            unsafe {
                mmap(
                    place.as_mut_ptr().cast(),
                    bytes,
                    ProtFlags::READ | ProtFlags::WRITE,
                    MapFlags::PRIVATE | MapFlags::FIXED,
                    &self.0,
                    0,
                )?;
            }
            for range in written {
                let part = &mut place[range.clone()];
                // SAFETY: the range lies in the memory; it changes no contents. A kernel that does not
                // know the advice refuses it, and pages are copied when they are written to.
                let advised = unsafe {
                    madvise(
                        part.as_mut_ptr().cast(),
                        part.len(),
                        Advice::LinuxPopulateWrite,
                    )
                };
                if advised.is_err() {
                    break;
                }
            }
            Ok(())
        }
    }
}

/// Bytes that are copied, where there are no files in memory.
#[cfg(not(target_os = "linux"))]
mod copied {
    use std::io;
    use std::ops::Range;

    use wasmtime::{AsContextMut, Memory};

    pub(super) struct Contents(Vec<u8>);

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

        pub(super) fn put_into(
            &self,
            memory: &Memory,
            mut store: impl AsContextMut,
            _written: &[Range<usize>],
        ) -> io::Result<()> {
            memory.data_mut(&mut store).copy_from_slice(&self.0);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, PAGE_BYTES, PART_BYTES};

    #[test]
    fn an_image_has_the_contents_of_its_memory() {
        let mut memory = vec![0; 3 * PAGE_BYTES];
        memory[5] = 1;
        memory[PAGE_BYTES + PART_BYTES] = 2;
        memory[3 * PAGE_BYTES - 1] = 3;
        assert_eq!(Image::of(&memory).unwrap().read().unwrap(), memory);
        assert!(Image::of(&memory[..PAGE_BYTES + 1]).is_err());
        assert!(Image::of_parts(PAGE_BYTES, [(PAGE_BYTES, &[1][..])].into_iter()).is_err());
    }
}
