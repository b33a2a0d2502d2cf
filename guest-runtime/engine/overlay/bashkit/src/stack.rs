//! How much of the stack is left.
//!
//! What nests in a script nests on the stack: functions, substitutions, subshells, `eval`, brackets. The
//! kinds take different amounts, so that no count of one of them is right; what is left is measured.

use crate::error::Result;
use crate::limits::LimitExceeded;

/// Bytes that have to be left for what does not ask: expansions, commands, destructors.
const SPARE_BYTES: usize = 3 << 20;

/// Bytes of the stack that are left: in WebAssembly it grows down to the address zero.
#[cfg(target_arch = "wasm32")]
#[inline(never)]
fn left() -> usize {
    let here = 0_u8;
    std::hint::black_box(&raw const here).addr()
}

/// Bytes of the stack that are left, of those that a thread has at the least where this runs natively.
#[cfg(not(target_arch = "wasm32"))]
#[inline(never)]
fn left() -> usize {
    use std::cell::Cell;

    /// What a thread gives to the shell: less than it has.
    const THREAD_BYTES: usize = 14 << 20;

    thread_local! {
        static BEGIN: Cell<usize> = const { Cell::new(0) };
    }
    let here = 0_u8;
    let here = std::hint::black_box(&raw const here).addr();
    BEGIN.with(|begin| {
        // The first to ask is not the least deep: whoever is less deep begins anew.
        begin.set(begin.get().max(here));
        THREAD_BYTES.saturating_sub(begin.get() - here)
    })
}

/// Whether something may nest once more.
pub(crate) fn is_short() -> bool {
    left() < SPARE_BYTES
}

/// Refuses to nest once more where the stack is nearly used up.
pub(crate) fn check() -> Result<()> {
    match is_short() {
        true => Err(LimitExceeded::Stack.into()),
        false => Ok(()),
    }
}
