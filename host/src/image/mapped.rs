//! A mapped memfd: copy-on-write, so that a run copies only the pages that it writes to.
//!
//! A mapping outlives the run. Before the memory of a run is released, the pages that it has written
//! to are restored, and the mapping is moved aside with all its pages, for the next run. So a short run
//! costs two moves and the bytes that it changed, and no page fault. A run that has touched too many
//! pages leaves them to the pool, which drops them.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::mm::{MapFlags, MremapFlags, ProtFlags, mmap, mremap_fixed, munmap};

use crate::busy;
use crate::lock::locked;
use crate::pages::{Pages, Region, Whose, faults};

/// Most present pages of a mapping that is kept: 16 MiB. The scan for written pages takes time for each
/// present one.
const PAGES_MAX: u64 = 4096;

/// Most bytes of written pages of a mapping that is kept.
const WRITTEN_BYTES_MAX: usize = 2 << 20;

/// Most regions of present pages.
const REGIONS_MAX: usize = 1024;

/// Moves within an alignment of this many bytes take whole tables of pages along.
const ALIGNMENT: usize = 2 << 20;

pub(super) struct Contents {
    file: File,
    bytes: usize,
    /// A read-only mapping, from when the file is sealed.
    original: Option<Mapping>,
    /// Mappings that no run uses.
    spare: Mutex<Vec<Mapping>>,
    /// None where written pages cannot be found.
    pages: Option<Pages>,
    /// Whether the kernel has refused to move a mapping.
    is_fixed: AtomicBool,
}

impl Contents {
    pub(super) fn zeroed(bytes: usize) -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = File::from(memfd_create("isolate-preludes", flags)?);
        file.set_len(bytes as u64)?;
        Ok(Self {
            file,
            bytes,
            original: None,
            spare: Mutex::default(),
            pages: Pages::new(),
            is_fixed: AtomicBool::new(false),
        })
    }

    pub(super) fn write(&mut self, offset: usize, part: &[u8]) -> io::Result<()> {
        self.file.write_all_at(part, offset as u64)
    }

    /// Makes the file immutable.
    pub(super) fn seal(&mut self) -> io::Result<()> {
        let seals = SealFlags::SEAL | SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE;
        let seal = || fcntl_add_seals(&self.file, seals).map_err(io::Error::from);
        busy::retried(seal, |error| busy::is_busy(error))?;
        self.original = Some(Mapping::new(&self.file, self.bytes, 0, ProtFlags::READ)?);
        Ok(())
    }

    pub(super) fn read(&self, bytes: usize) -> io::Result<Vec<u8>> {
        let mut contents = vec![0; bytes];
        self.file.read_exact_at(&mut contents, 0)?;
        Ok(contents)
    }

    /// Gives a memory these contents. The mapping that is returned belongs to the memory until
    /// [`Self::take_back`].
    pub(super) fn put_into(&self, place: &mut [u8]) -> io::Result<Option<Mapping>> {
        if place.len() != self.bytes {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        if self.pages.is_some()
            && !self.is_fixed.load(Relaxed)
            && let Some(mut mapping) = self.mapping_for(place)
        {
            if mapping.move_to(place).is_ok() {
                mapping.faults_before = faults(Whose::ThisProcess);
                return Ok(Some(mapping));
            }
            // Linux before 5.13.
            self.is_fixed.store(true, Relaxed);
        }
        self.map_over(place)?;
        Ok(None)
    }

    /// A mapping to be moved to a memory; none where there is no room for another one.
    fn mapping_for(&self, place: &[u8]) -> Option<Mapping> {
        let spare = locked(&self.spare).pop();
        spare.or_else(|| {
            let both = ProtFlags::READ | ProtFlags::WRITE;
            Mapping::new(&self.file, self.bytes, place.as_ptr().addr(), both).ok()
        })
    }

    #[expect(unsafe_code, reason = "the kernel takes an address")]
    fn map_over(&self, place: &mut [u8]) -> io::Result<()> {
        // SAFETY: the range is exclusively borrowed, begins at a page and is a number of pages long;
        // it is readable and writable before and after.
        unsafe {
            mmap(
                place.as_mut_ptr().cast(),
                place.len(),
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE | MapFlags::FIXED,
                &self.file,
                0,
            )?;
        }
        Ok(())
    }

    /// Takes back the mapping of a memory, whose contents are undefined afterwards.
    pub(super) fn take_back(&self, mut mapping: Mapping, place: &mut [u8]) {
        if !self.restore(&mut mapping, place) {
            mapping.written.clear();
        } else if mapping.move_from(place).is_err() {
            mapping.abandon();
            return;
        }
        locked(&self.spare).push(mapping);
    }

    /// Takes back a mapping whose pages remain in the memory, which drops them.
    pub(super) fn take_back_empty(&self, mut mapping: Mapping) {
        mapping.written.clear();
        locked(&self.spare).push(mapping);
    }

    /// Restores the pages that were written to. Returns whether it did.
    fn restore(&self, mapping: &mut Mapping, place: &mut [u8]) -> bool {
        let (Some(pages), Some(original)) = (&self.pages, &self.original) else {
            return false;
        };
        // A page that is written to for the first time is a page fault. Without any, the pages are
        // those that were found before.
        if mapping.faults_before.is_none() || faults(Whose::ThisProcess) != mapping.faults_before {
            let mut regions = [Region::default(); REGIONS_MAX];
            let Some(present) = pages.present(place, PAGES_MAX, &mut regions) else {
                return false;
            };
            let written = present.iter().filter(|region| region.is_written());
            mapping.written.clear();
            mapping
                .written
                .extend(written.map(|region| region.within(place)));
            if mapping.written.iter().map(Range::len).sum::<usize>() > WRITTEN_BYTES_MAX {
                return false;
            }
        }
        for range in &mapping.written {
            place[range.clone()].copy_from_slice(&original.contents()[range.clone()]);
        }
        true
    }
}

/// A mapping of the whole file, with its address.
///
/// Its addresses stay reserved while its pages are elsewhere.
pub(in crate::image) struct Mapping {
    address: usize,
    bytes: usize,
    /// Where its pages have been written to, before this run.
    written: Vec<Range<usize>>,
    /// Page faults of the process when it was moved to a memory; none where nobody counts them.
    faults_before: Option<u64>,
}

impl Mapping {
    /// Maps the file at an address that is congruent to another one modulo [`ALIGNMENT`].
    #[expect(unsafe_code, reason = "the kernel takes addresses")]
    fn new(file: &File, bytes: usize, like: usize, protection: ProtFlags) -> io::Result<Self> {
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: the kernel chooses an address that nobody uses.
        let room = unsafe {
            rustix::mm::mmap_anonymous(
                std::ptr::null_mut(),
                bytes + ALIGNMENT,
                ProtFlags::empty(),
                flags,
            )
        }?;
        let start = room.expose_provenance();
        let address = start + (like.wrapping_sub(start)) % ALIGNMENT;
        // SAFETY: the range lies in what was just mapped, which nobody else knows of.
        let mapped = unsafe {
            mmap(
                std::ptr::with_exposed_provenance_mut(address),
                bytes,
                protection,
                flags | MapFlags::FIXED,
                file,
                0,
            )
        };
        let mapping = Self {
            address,
            bytes,
            written: Vec::new(),
            faults_before: None,
        };
        if let Err(cause) = mapped {
            mapping.abandon();
            return Err(cause.into());
        }
        // What is before and behind it goes. SAFETY: these ranges lie in what was just mapped.
        unsafe {
            let before = address - start;
            if before > 0 {
                munmap(room, before)?;
            }
            let end = std::ptr::with_exposed_provenance_mut(address + bytes);
            munmap(end, ALIGNMENT - before)?;
        }
        Ok(mapping)
    }

    fn pointer(&self) -> *mut std::ffi::c_void {
        std::ptr::with_exposed_provenance_mut(self.address)
    }

    /// The contents of a mapping that is never moved or written to.
    #[expect(unsafe_code, reason = "the kernel gave an address")]
    fn contents(&self) -> &[u8] {
        // SAFETY: the range is mapped for as long as this lives, and the file is sealed.
        unsafe { std::slice::from_raw_parts(self.pointer().cast(), self.bytes) }
    }

    /// Moves its pages to a memory, in place of those there; the mapping remains, without any page. After
    /// an error the memory may be unmapped.
    #[expect(unsafe_code, reason = "the kernel takes addresses")]
    fn move_to(&self, place: &mut [u8]) -> io::Result<()> {
        // SAFETY: nobody else uses the addresses of this mapping, and `place` is exclusively
        // borrowed; it is as long as the mapping, and readable and writable before and after.
        unsafe {
            mremap_fixed(
                self.pointer(),
                self.bytes,
                self.bytes,
                MremapFlags::MAYMOVE | MremapFlags::DONTUNMAP,
                place.as_mut_ptr().cast(),
            )?;
        }
        Ok(())
    }

    /// Moves the pages of a memory here; the memory remains mapped to the file, without any page.
    /// After an error this mapping may be unmapped.
    #[expect(unsafe_code, reason = "the kernel takes addresses")]
    fn move_from(&self, place: &mut [u8]) -> io::Result<()> {
        // SAFETY: as above, the other way round.
        unsafe {
            mremap_fixed(
                place.as_mut_ptr().cast(),
                self.bytes,
                self.bytes,
                MremapFlags::MAYMOVE | MremapFlags::DONTUNMAP,
                self.pointer(),
            )?;
        }
        Ok(())
    }

    /// Leaks the addresses: after an error they may belong to another mapping.
    fn abandon(self) {
        std::mem::forget(self);
    }
}

impl Drop for Mapping {
    #[expect(unsafe_code, reason = "the kernel takes an address")]
    fn drop(&mut self) {
        // SAFETY: the addresses are those of this mapping alone.
        let unmapped = unsafe { munmap(self.pointer(), self.bytes) };
        debug_assert!(unmapped.is_ok(), "{unmapped:?}");
    }
}
