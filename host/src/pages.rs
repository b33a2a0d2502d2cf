//! Which pages of a private mapping are present, and which have been written to. Needs Linux 6.7.

use std::ffi::c_void;
use std::fs::File;
use std::ops::Range;

use rustix::ioctl::{Ioctl, IoctlOutput, Opcode, ioctl, opcode};
use rustix::mm::{Advice, madvise};

/// Size of a page of the system, in bytes: of memory that is not in large pages.
pub(crate) const PAGE_BYTES: usize = 4 << 10;

/// The page belongs to a file, and has not been written to.
const FILE: u64 = 1 << 2;
const PRESENT: u64 = 1 << 3;
const SWAPPED: u64 = 1 << 4;

/// The table of pages of this process.
pub(crate) struct Pages {
    table: File,
    /// The process that opened the table: a fork has other pages.
    process: u32,
}

impl Pages {
    /// `None` if the kernel does not support the scan.
    pub(crate) fn new() -> Option<Self> {
        let table = File::open("/proc/self/pagemap").ok()?;
        let pages = Self {
            table,
            process: std::process::id(),
        };
        pages.present_in(0..0, 1, &mut [Region::default()])?;
        Some(pages)
    }

    /// The present pages of a mapping, as regions; `None` if the scan fails, or if there are more
    /// pages or regions.
    pub(crate) fn present<'a>(
        &self,
        place: &[u8],
        pages_max: u64,
        regions: &'a mut [Region],
    ) -> Option<&'a [Region]> {
        if self.process != std::process::id() {
            return None;
        }
        let start = place.as_ptr().addr() as u64;
        self.present_in(start..start + place.len() as u64, pages_max, regions)
    }

    /// Gives the pages of a range of addresses that the system has moved to a swap device back to it: they have
    /// their first contents again. Where they cannot be found, all pages of the range are given back.
    ///
    /// # Safety
    ///
    /// The range belongs to a memory of WebAssembly, and nobody has borrowed any of it.
    #[expect(unsafe_code, reason = "the kernel takes addresses")]
    pub(crate) unsafe fn forget_swapped(&self, range: Range<usize>) {
        let forget = |range: Range<usize>| {
            let start = std::ptr::with_exposed_provenance_mut::<c_void>(range.start);
            // SAFETY: the pages lie in the range of the caller.
            unsafe { madvise(start, range.len(), Advice::LinuxDontNeed) }.is_ok()
        };
        let mut start = range.start as u64;
        let end = range.end as u64;
        let mut regions = [Region::default(); 64];
        while start < end {
            let mut scan = Scan::new(start..end, u64::MAX, &mut regions);
            scan.any_of = SWAPPED;
            // A fork has other pages than the table.
            let found = match self.process == std::process::id() {
                true => scan.ask(&self.table).ok(),
                false => None,
            };
            let walked = scan.walk_end;
            let swapped = found.map_or(&[][..], |found| &regions[..found]);
            let is_forgotten = swapped.iter().all(|region| {
                let addresses = (usize::try_from(region.start), usize::try_from(region.end));
                matches!(addresses, (Ok(start), Ok(end)) if forget(start..end))
            });
            if found.is_none() || !is_forgotten || walked <= start {
                // Pages that are locked stay, and are never swapped out.
                forget(range);
                return;
            }
            start = walked;
        }
    }

    fn present_in<'a>(
        &self,
        range: Range<u64>,
        pages_max: u64,
        regions: &'a mut [Region],
    ) -> Option<&'a [Region]> {
        let end = range.end;
        let mut scan = Scan::new(range, pages_max, regions);
        scan.any_of = PRESENT | SWAPPED;
        let found = scan.ask(&self.table).ok()?;
        (scan.walk_end == end).then(|| &regions[..found])
    }
}

/// A region as the kernel writes it.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Region {
    start: u64,
    end: u64,
    categories: u64,
}

impl Region {
    /// Whether it has been written to.
    pub(crate) fn is_written(&self) -> bool {
        self.categories & FILE == 0
    }

    /// Where in a mapping it is.
    pub(crate) fn within(&self, place: &[u8]) -> Range<usize> {
        let base = place.as_ptr().addr() as u64;
        let offset = |address: u64| usize::try_from(address - base).expect("an address in a slice");
        offset(self.start)..offset(self.end)
    }
}

/// The argument of `PAGEMAP_SCAN`, as the kernel has it.
#[repr(C)]
struct Scan {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    regions: u64,
    regions_max: u64,
    pages_max: u64,
    inverted: u64,
    all_of: u64,
    any_of: u64,
    returned: u64,
}

impl Scan {
    /// A scan that finds nothing yet.
    fn new(Range { start, end }: Range<u64>, pages_max: u64, regions: &mut [Region]) -> Self {
        Self {
            size: size_of::<Self>() as u64,
            flags: 0,
            start,
            end,
            walk_end: 0,
            regions: regions.as_mut_ptr().expose_provenance() as u64,
            regions_max: regions.len() as u64,
            pages_max,
            inverted: 0,
            all_of: 0,
            any_of: 0,
            returned: FILE,
        }
    }

    /// Calls the kernel. Returns the number of regions.
    #[expect(unsafe_code, reason = "a call of the kernel that rustix does not have")]
    fn ask(&mut self, table: &File) -> rustix::io::Result<usize> {
        // SAFETY: the operation reads the structure, of the size that it names, and writes `walk_end`
        // and as many regions as there is room for.
        unsafe { ioctl(table, Asking(self)) }
    }
}

struct Asking<'a>(&'a mut Scan);

// SAFETY: the opcode is that of `PAGEMAP_SCAN`, whose argument is this structure.
#[expect(unsafe_code, reason = "a call of the kernel that rustix does not have")]
unsafe impl Ioctl for Asking<'_> {
    type Output = usize;

    const IS_MUTATING: bool = true;

    fn opcode(&self) -> Opcode {
        opcode::read_write::<Scan>(b'f', 16)
    }

    fn as_ptr(&mut self) -> *mut c_void {
        std::ptr::from_mut(self.0).cast()
    }

    unsafe fn output_from_ptr(
        found: IoctlOutput,
        _: *mut c_void,
    ) -> rustix::io::Result<Self::Output> {
        usize::try_from(found).map_err(|_| rustix::io::Errno::INVAL)
    }
}

/// Whose page faults are counted.
#[derive(Clone, Copy)]
pub(crate) enum Whose {
    ThisThread,
    /// All threads of the process.
    ThisProcess,
}

/// Page faults so far.
#[expect(unsafe_code, reason = "a call of the system that rustix does not have")]
pub(crate) fn faults(whose: Whose) -> Option<u64> {
    let whose = match whose {
        Whose::ThisThread => libc::RUSAGE_THREAD,
        Whose::ThisProcess => libc::RUSAGE_SELF,
    };
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the system fills the structure if it returns 0.
    let usage = unsafe {
        if libc::getrusage(whose, usage.as_mut_ptr()) != 0 {
            return None;
        }
        usage.assume_init()
    };
    u64::try_from(usage.ru_minflt.checked_add(usage.ru_majflt)?).ok()
}

/// What the system has of swap devices.
#[derive(Clone, Copy)]
pub(crate) struct Swap {
    /// Whether there is any.
    pub(crate) is_there: bool,
    /// Whether any page is on it.
    pub(crate) is_used: bool,
}

/// Asks the system, which takes a fraction of a microsecond.
#[expect(
    unsafe_code,
    reason = "a call of the system that rustix has behind a feature"
)]
pub(crate) fn swap() -> Swap {
    let mut info = std::mem::MaybeUninit::<libc::sysinfo>::uninit();
    // SAFETY: the system fills the structure if it returns 0.
    let info = unsafe {
        if libc::sysinfo(info.as_mut_ptr()) != 0 {
            // Nobody knows.
            return Swap {
                is_there: true,
                is_used: true,
            };
        }
        info.assume_init()
    };
    Swap {
        is_there: info.totalswap > 0,
        is_used: info.freeswap < info.totalswap,
    }
}
