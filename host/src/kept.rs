//! The pages of a memory that stay for the next run.
//!
//! The pool restores what a run has written: page by page while there are few, which costs the next run no
//! page fault. It finds 32 regions of pages at most, and 1 MiB; what is behind them it drops, and from then on
//! each run pays for page faults, because a page that was written once counts as written for as long as it
//! stays. So whatever a single run left would slow down all runs after it. Before the pool looks, small
//! gaps between regions are closed here, and what a large run has left is dropped at once.
//!
//! The pool does not find pages that the system has moved to a swap device, and leaves them to the next run
//! as they are. So they are dropped here, when a run ends and once more when the next one begins. Of tables,
//! whose addresses nobody tells, the pool must keep nothing where there is swap.

use wasmtime::{AsContextMut, Memory};

use crate::image::Installed;

/// Bytes of written pages that the pool restores; it drops what is more.
pub(crate) const KEPT_BYTES: usize = 1 << 20;

/// Bytes of the table that the pool restores, where the system has no swap.
const KEPT_TABLE_BYTES: usize = 128 << 10;

/// Address space for each memory.
pub(crate) const MEMORY_BYTES_MAX: usize = 4 << 30;

/// Bytes of a table that the pool may restore. It drops what is more, which makes the shortest run half as long
/// again.
pub(crate) fn kept_table_bytes() -> usize {
    #[cfg(target_os = "linux")]
    if crate::pages::swap().is_there {
        return 0;
    }
    KEPT_TABLE_BYTES
}

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{Keeper, Use};
#[cfg(target_os = "linux")]
pub(crate) use linux::{Keeper, Use};

#[cfg(target_os = "linux")]
mod linux {
    use std::ops::Range;
    use std::sync::Arc;
    use std::thread::{self, ThreadId};

    use super::{AsContextMut, Installed, KEPT_BYTES, MEMORY_BYTES_MAX, Memory};
    use crate::large_pages::forget;
    use crate::pages::{self, PAGE_BYTES, Pages, Region, Whose, faults};

    /// Most regions that are left: the scan of the pool ends where it has found 32.
    const REGIONS_MAX: usize = 31;

    /// Most bytes of written pages that are left. More costs each run more time to restore than the page
    /// faults of the few runs that need so much.
    const LEFT_BYTES: usize = KEPT_BYTES * 5 / 8;

    /// Most regions that are looked at.
    const FOUND_MAX: usize = 1024;

    /// Decides which pages of the memories of a sandbox stay.
    pub(crate) struct Keeper {
        /// The size that each memory begins with.
        base_bytes: usize,
        /// None where written pages cannot be found.
        pages: Option<Pages>,
    }

    impl Keeper {
        pub(crate) fn new(base_bytes: usize) -> Arc<Self> {
            Arc::new(Self {
                base_bytes,
                pages: Pages::new(),
            })
        }

        /// A run begins on this thread with a memory that the pool has prepared.
        pub(crate) fn begin(self: &Arc<Self>, memory: &Memory, store: impl AsContextMut) -> Use {
            self.forget_swapped(memory, store);
            Use {
                keeper: Arc::clone(self),
                before: Faults::of_this_thread(),
            }
        }

        /// Drops what is swapped out of a memory, and of the addresses that it may grow into.
        #[expect(unsafe_code, reason = "addresses beyond the end of a memory")]
        fn forget_swapped(&self, memory: &Memory, mut store: impl AsContextMut) {
            if !pages::swap().is_used {
                return;
            }
            // Without the scan the pool drops all pages.
            let Some(pages) = &self.pages else {
                return;
            };
            let base = memory.data_mut(&mut store).as_mut_ptr().expose_provenance();
            // SAFETY: the pool reserves so much for each memory, which is exclusively borrowed.
            unsafe { pages.forget_swapped(base..base + MEMORY_BYTES_MAX) }
        }
    }

    /// How many page faults a thread has had.
    #[derive(PartialEq, Eq)]
    struct Faults {
        thread: ThreadId,
        count: Option<u64>,
    }

    impl Faults {
        fn of_this_thread() -> Self {
            Self {
                thread: thread::current().id(),
                count: faults(Whose::ThisThread),
            }
        }
    }

    /// A run that uses a memory.
    pub(crate) struct Use {
        keeper: Arc<Keeper>,
        before: Faults,
    }

    impl Use {
        /// Prepares the memory for the pool. The run is over, and nobody needs its contents.
        pub(crate) fn end(
            self,
            memory: &Memory,
            mut store: impl AsContextMut,
            image: Option<Installed>,
        ) {
            self.keeper.forget_swapped(memory, &mut store);
            if let Some(image) = image {
                image.take_back(memory, store);
                return;
            }
            // Without a page fault the run has written where others had before. One that was on other threads
            // as well may be missed: it is found out after one of the next.
            if self.before.count.is_some() && self.before == Faults::of_this_thread() {
                return;
            }
            let base_bytes = self.keeper.base_bytes;
            let Some(pages) = &self.keeper.pages else {
                return;
            };
            let memory = memory.data_mut(&mut store);
            let (base, added) = memory.split_at_mut(base_bytes.min(memory.len()));
            // To look for what is written there would take longer than to write it again.
            let memory = if added.len() > LEFT_BYTES {
                forget(added);
                base
            } else {
                memory
            };
            let mut regions = [Region::default(); FOUND_MAX];
            let present_max = (memory.len() / PAGE_BYTES) as u64;
            let Some(found) = pages.present(memory, present_max, &mut regions) else {
                forget(memory);
                return;
            };
            let written = found.iter().filter(|region| region.is_written());
            let mut written: Vec<_> = written.map(|region| region.within(memory)).collect();
            for large in largest_to_drop(&mut written, LEFT_BYTES) {
                forget(&mut memory[large]);
            }
            let gaps = gaps_to_close(&written, REGIONS_MAX);
            if bytes_of(&written) + bytes_of(&gaps) > LEFT_BYTES {
                forget(memory);
                return;
            }
            for at in gaps.into_iter().flat_map(|gap| gap.step_by(PAGE_BYTES)) {
                // A write, which makes the page the memory's own.
                memory[at] = std::hint::black_box(memory[at]);
            }
        }
    }

    fn bytes_of(ranges: &[Range<usize>]) -> usize {
        ranges.iter().map(Range::len).sum()
    }

    /// Takes the largest of the ranges out, until so many bytes remain at most.
    pub(super) fn largest_to_drop(
        ranges: &mut Vec<Range<usize>>,
        bytes_max: usize,
    ) -> Vec<Range<usize>> {
        let mut surplus = bytes_of(ranges).saturating_sub(bytes_max);
        let mut dropped = Vec::new();
        while surplus > 0
            && let Some((index, largest)) = ranges
                .iter()
                .enumerate()
                .max_by_key(|(_, range)| range.len())
        {
            surplus = surplus.saturating_sub(largest.len());
            dropped.push(ranges.remove(index));
        }
        dropped
    }

    /// The gaps between ranges, smallest first, without which at most so many ranges remain.
    pub(super) fn gaps_to_close(ranges: &[Range<usize>], ranges_max: usize) -> Vec<Range<usize>> {
        let surplus = ranges.len().saturating_sub(ranges_max);
        if surplus == 0 {
            return Vec::new();
        }
        let between = ranges.windows(2).map(|pair| pair[0].end..pair[1].start);
        let mut gaps: Vec<_> = between.collect();
        gaps.sort_by_key(Range::len);
        gaps.truncate(surplus);
        gaps
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::sync::Arc;

    use super::{AsContextMut, Installed, Memory};

    /// The pool maps each memory anew.
    pub(crate) struct Keeper;

    impl Keeper {
        pub(crate) fn new(_base_bytes: usize) -> Arc<Self> {
            Arc::new(Self)
        }

        pub(crate) fn begin(self: &Arc<Self>, _memory: &Memory, _store: impl AsContextMut) -> Use {
            Use
        }
    }

    pub(crate) struct Use;

    impl Use {
        pub(crate) fn end(
            self,
            memory: &Memory,
            store: impl AsContextMut,
            image: Option<Installed>,
        ) {
            if let Some(image) = image {
                image.take_back(memory, store);
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::linux::{gaps_to_close, largest_to_drop};
    use crate::pages::{Pages, Whose, faults, swap};
    use crate::{Sandbox, Workspace};

    /// Most page faults of a short run that finds its pages.
    const FAULTS_MAX: u64 = 3;

    /// Whether runs here find all their pages: where there is swap, tables are dropped.
    fn keeps_pages() -> bool {
        Pages::new().is_some() && !swap().is_there
    }

    /// The fewest page faults of the process in some runs: other tests have theirs meanwhile.
    fn faults_of(sandbox: &Sandbox, workspace: &Workspace, program: &str) -> u64 {
        let count = || faults(Whose::ThisProcess).expect("Linux counts");
        let of_one = |_| {
            let before = count();
            let run = sandbox.run(workspace, program).blocking();
            run.expect("the program runs");
            count() - before
        };
        (0..100).map(of_one).min().expect("there are some")
    }

    #[test]
    fn what_one_run_has_used_costs_the_next_ones_nothing() {
        if !keeps_pages() {
            return;
        }
        let (sandbox, workspace) = (Sandbox::new().unwrap(), Workspace::memory().unwrap());
        let hello = "() => 'hello'";
        for other in [
            "() => { let sum = 0; for (let i = 0; i < 1000; i++) sum += i % 7; return sum; }",
            "() => Array.from({ length: 1000 }, (_, i) => ({ i })).length",
            "() => { const deep = (n) => (n ? 1 + deep(n - 1) : 0); return deep(1000); }",
            "() => [...'a'.repeat(100_000)].map((c, i) => c + i).sort().join('').length",
            "async () => { await state.writeFile('/a', 'x'.repeat(300_000)); \
             return (await state.readFile('/a')).length; }",
            "() => Array.from({ length: 100_000 }, (_, i) => ({ i })).length",
        ] {
            for _ in 0..2 {
                sandbox.run(&workspace, other).blocking().unwrap();
            }
            sandbox.run(&workspace, hello).blocking().unwrap();
            let faults = faults_of(&sandbox, &workspace, hello);
            assert!(faults <= FAULTS_MAX, "{faults} page faults after {other}");
        }
    }

    #[test]
    fn a_run_finds_the_pages_of_the_last_one_like_it() {
        if !keeps_pages() {
            return;
        }
        let (sandbox, workspace) = (Sandbox::new().unwrap(), Workspace::memory().unwrap());
        for program in [
            "() => { let sum = 0; for (let i = 0; i < 1000; i++) sum += i % 7; return sum; }",
            "() => Array.from({ length: 300 }, (_, i) => ({ i })).length",
        ] {
            sandbox.run(&workspace, program).blocking().unwrap();
            let faults = faults_of(&sandbox, &workspace, program);
            assert!(faults <= FAULTS_MAX, "{faults} page faults of {program}");
        }
    }

    #[test]
    fn the_smallest_gaps_are_closed() {
        let ranges = [0..2, 3..5, 9..10, 12..13, 30..31];
        assert!(gaps_to_close(&ranges, 5).is_empty());
        assert_eq!(gaps_to_close(&ranges, 2), [2..3, 10..12, 5..9]);
        assert_eq!(gaps_to_close(&ranges, 3), [2..3, 10..12]);
        assert!(gaps_to_close(&[], 3).is_empty());
    }

    #[test]
    fn the_largest_ranges_are_dropped() {
        let mut ranges = vec![0..10, 20..25, 30..70, 80..81];
        assert!(largest_to_drop(&mut ranges, 56).is_empty());
        assert_eq!(largest_to_drop(&mut ranges, 15), [30..70, 0..10]);
        assert_eq!(ranges, [20..25, 80..81]);
    }
}

#[cfg(all(test, target_os = "linux", not(isolate_no_compiler)))]
mod swap_tests {
    use wasmtime::{
        Config, Enabled, Engine, Instance, InstanceAllocationStrategy, Module,
        PoolingAllocationConfig, Store,
    };

    use super::linux::Keeper;
    use super::{KEPT_BYTES, MEMORY_BYTES_MAX};
    use crate::image::tests::WITH_MEMORY;
    use crate::pages::swap;

    /// Moves what a memory holds to a swap device, if there is one.
    #[expect(unsafe_code, reason = "the kernel takes an address")]
    fn swap_out(memory: &mut [u8]) -> bool {
        // SAFETY: the pages keep their contents.
        let moved =
            unsafe { libc::madvise(memory.as_mut_ptr().cast(), memory.len(), libc::MADV_PAGEOUT) };
        moved == 0 && swap().is_used
    }

    #[test]
    fn the_next_run_does_not_find_what_was_swapped_out() {
        const PAGES: u64 = 8;
        let mut pool = PoolingAllocationConfig::new();
        pool.total_core_instances(1)
            .total_memories(1)
            .max_memory_size(MEMORY_BYTES_MAX)
            .linear_memory_keep_resident(KEPT_BYTES)
            .pagemap_scan(Enabled::Auto);
        let mut config = Config::new();
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
        let engine = Engine::new(&config).unwrap();
        let module = Module::new(&engine, WITH_MEMORY).unwrap();
        let keeper = Keeper::new(64 << 10);
        let mut is_swapped = true;
        for round in 0..5 {
            let mut store = Store::new(&engine, ());
            let instance = Instance::new(&mut store, &module, &[]).unwrap();
            let memory = instance.get_memory(&mut store, "m").unwrap();
            let of_run = keeper.begin(&memory, &mut store);
            memory.grow(&mut store, PAGES).unwrap();
            let bytes = memory.data_mut(&mut store);
            assert!(bytes.iter().all(|&byte| byte == 0), "in round {round}");
            for (index, page) in bytes.chunks_mut(4096).enumerate() {
                if index % 3 != round % 3 {
                    page.fill(7);
                }
            }
            is_swapped &= swap_out(bytes);
            bytes[(round * 5) << 12] = 8;
            of_run.end(&memory, &mut store, None);
        }
        if !is_swapped {
            isolate_oracles::skipped("swap", "the system has no swap device");
        }
    }
}
