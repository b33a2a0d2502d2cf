//! The stack that the guest runs on.
//!
//! The pool gives each run stacks of its own, and never clears them. Pages that a program has touched
//! by deep recursion are given back to the system when it waits, and when it is over.

use wasmtime::{Func, Store};

use super::Host;
use crate::engine_config::{GUEST_STACK_BYTES, HOST_STACK_BYTES};
use crate::stacks::USUAL_BYTES;

/// How deep the stack of a run has been, as its imports have seen it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Depth {
    /// The lowest and the highest address; both 0 before the first.
    lowest: usize,
    highest: usize,
    /// Whether the guest is on its second stack, where it makes room for a message.
    is_elsewhere: bool,
    /// How deep the stack of the run is that this one is within.
    outer_bytes: usize,
}

impl Depth {
    /// Notes the depth of the caller.
    pub(super) fn note(&mut self) {
        if self.is_elsewhere {
            return;
        }
        let here = address();
        self.highest = self.highest.max(here);
        self.lowest = match self.lowest {
            0 => here,
            lowest => lowest.min(here),
        };
    }

    /// Says whether the guest is on its second stack.
    pub(super) const fn set_elsewhere(&mut self, is_elsewhere: bool) {
        self.is_elsewhere = is_elsewhere;
    }

    /// That of a run within another.
    pub(super) fn within(outer: Self) -> Self {
        Self {
            outer_bytes: outer.bytes(),
            ..Self::default()
        }
    }

    /// Bytes between the highest and the lowest address, and those of the run around it.
    pub(super) const fn bytes(self) -> usize {
        self.own_bytes() + self.outer_bytes
    }

    /// Sets how deep the run around it is now.
    pub(super) const fn set_outer(&mut self, bytes: usize) {
        self.outer_bytes = bytes;
    }

    /// Bytes between the highest and the lowest address of its own stack.
    pub(super) const fn own_bytes(self) -> usize {
        self.highest - self.lowest
    }
}

/// An address in the frame of a function that is called now.
#[inline(never)]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

/// Gives the pages of a stack back that no frame is on, if there are many.
pub(super) async fn give_back(store: &mut Store<Host>, is_used_up: bool) {
    let depth = &mut store.data_mut().depth;
    if depth.own_bytes() < USUAL_BYTES && !is_used_up {
        return;
    }
    *depth = Depth {
        outer_bytes: depth.outer_bytes,
        ..Depth::default()
    };
    // The store calls it on the stack that it called the guest on before.
    let give_back = Func::wrap(&mut *store, || unused::give_back(STACK_BYTES));
    let Ok(give_back) = give_back.typed::<(), ()>(&*store) else {
        return;
    };
    // Without a stack there is nothing to give back.
    let _ = give_back.call_async(&mut *store, ()).await;
}

/// The size of a stack.
const STACK_BYTES: usize = GUEST_STACK_BYTES + HOST_STACK_BYTES;

#[cfg(target_os = "linux")]
mod unused {
    use rustix::mm::{Advice, madvise};

    /// Bytes around the present frame that stay: far more than what a host function and its callers
    /// have on a stack that is otherwise empty, or than a call of the system takes.
    const KEPT_BYTES: usize = 64 << 10;

    /// Gives back what lies below the present frame, which is the first on a stack of this size.
    #[expect(unsafe_code, reason = "the kernel takes an address")]
    pub(super) fn give_back(stack_bytes: usize) {
        let here = super::address();
        let page = rustix::param::page_size();
        let end = (here - KEPT_BYTES) / page * page;
        // The stack ends at most so many bytes above this frame, and so begins no later than here.
        let start = (here + KEPT_BYTES - stack_bytes).next_multiple_of(page);
        let start_pointer = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the range lies in the stack that this function runs on, below its frame and those
        // of all that it calls: nothing is there that is still used.
        let given = unsafe { madvise(start_pointer, end - start, Advice::LinuxDontNeed) };
        // Pages that stay are used by the next run.
        let _ = given;
    }
}

#[cfg(not(target_os = "linux"))]
mod unused {
    pub(super) fn give_back(_stack_bytes: usize) {}
}
