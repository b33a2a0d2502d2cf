//! The pages of a memory that stay for the next run.
//!
//! The pool restores what a run has written: page by page while there are few, which costs the next run no
//! page fault. It finds 32 regions of pages at most, and 1 MiB; what is behind them it drops, and from then on
//! each run pays for page faults, because a page that was written once counts as written for as long as it
//! stays. So whatever a single run left would slow down all runs after it. Before the pool looks, small
//! gaps between regions are closed here, and what a large run has left is dropped at once.

use wasmtime::{AsContextMut, Memory};

/// Bytes of written pages that the pool restores; it drops what is more.
pub(crate) const KEPT_BYTES: usize = 1 << 20;

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{Keeper, Use};
#[cfg(target_os = "linux")]
pub(crate) use linux::{Keeper, Use};

#[cfg(target_os = "linux")]
mod linux {
    use std::ops::Range;
    use std::sync::Arc;
    use std::thread::{self, ThreadId};

    use super::{AsContextMut, KEPT_BYTES, Memory};
    use crate::large_pages::forget;
    use crate::pages::{PAGE_BYTES, Pages, Region, Whose, faults};

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

        /// A run begins on this thread.
        pub(crate) fn begin(self: &Arc<Self>) -> Use {
            Use {
                keeper: Arc::clone(self),
                before: Faults::of_this_thread(),
            }
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
        pub(crate) fn end(self, memory: &Memory, mut store: impl AsContextMut) {
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

    use super::{AsContextMut, Memory};

    /// The pool maps each memory anew.
    pub(crate) struct Keeper;

    impl Keeper {
        pub(crate) fn new(_base_bytes: usize) -> Arc<Self> {
            Arc::new(Self)
        }

        pub(crate) fn begin(self: &Arc<Self>) -> Use {
            Use
        }
    }

    pub(crate) struct Use;

    impl Use {
        pub(crate) fn end(self, _memory: &Memory, _store: impl AsContextMut) {}
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::linux::{gaps_to_close, largest_to_drop};
    use crate::pages::{Pages, Whose, faults};
    use crate::{Sandbox, Workspace};

    /// Most page faults of a short run that finds its pages.
    const FAULTS_MAX: u64 = 3;

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
        if Pages::new().is_none() {
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
        if Pages::new().is_none() {
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
