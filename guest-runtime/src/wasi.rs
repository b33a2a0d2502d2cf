//! What the standard library imports of WASI, answered inside of the module.
//!
//! The library is that of `wasm32-wasip1`, and asks its system for the seeds of hash tables, and
//! for what only a program that panics or waits needs. `cargo xtask guest` binds each of its
//! imports to the function here with its name (`xtask/src/bind.rs`), so that the module imports
//! nothing of WASI: there is no system behind it.
#![expect(unsafe_code, reason = "results go to addresses that the library gives")]

use std::cell::{Cell, RefCell};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// WASI's codes: success, no such descriptor, no such function.
const SUCCESS: i32 = 0;
const BADF: i32 = 8;
const NOSYS: i32 = 52;

thread_local! {
    static RANDOM: RefCell<SplitMix64> = RefCell::new(SplitMix64::seed_from_u64(0));
    static NOW_NANOS: Cell<u64> = const { Cell::new(0) };
}

/// Begins a run with its own seed and time.
pub(crate) fn restart(seed: u64, now_ms: f64) {
    RANDOM.replace(SplitMix64::seed_from_u64(seed));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    NOW_NANOS.set((now_ms * 1e6) as u64);
}

/// Seeds of hash tables. No secret depends on them.
#[unsafe(export_name = "wasi_snapshot_preview1.random_get")]
unsafe extern "C" fn random_get(at: *mut u8, len: usize) -> i32 {
    // SAFETY: the library asks for its own bytes.
    let bytes = unsafe { std::slice::from_raw_parts_mut(at, len) };
    RANDOM.with_borrow_mut(|random| random.fill_bytes(bytes));
    SUCCESS
}

/// The time at which the run began: the program's own clock is another one.
#[unsafe(export_name = "wasi_snapshot_preview1.clock_time_get")]
unsafe extern "C" fn clock_time_get(_clock: i32, _precision: i64, at: *mut u64) -> i32 {
    // SAFETY: the library gives the place of a number.
    unsafe { at.write_unaligned(NOW_NANOS.get()) };
    SUCCESS
}

/// There are no variables.
#[unsafe(export_name = "wasi_snapshot_preview1.environ_get")]
extern "C" fn environ_get(_variables: i32, _bytes: i32) -> i32 {
    SUCCESS
}

#[unsafe(export_name = "wasi_snapshot_preview1.environ_sizes_get")]
unsafe extern "C" fn environ_sizes_get(count: *mut u32, bytes: *mut u32) -> i32 {
    // SAFETY: the library gives the places of two numbers.
    unsafe {
        count.write_unaligned(0);
        bytes.write_unaligned(0);
    }
    SUCCESS
}

/// There are no descriptors.
#[unsafe(export_name = "wasi_snapshot_preview1.fd_write")]
extern "C" fn fd_write(_descriptor: i32, _vectors: i32, _count: i32, _written: i32) -> i32 {
    BADF
}

/// Nobody sleeps here: a run that waits returns to the host.
#[unsafe(export_name = "wasi_snapshot_preview1.poll_oneoff")]
extern "C" fn poll_oneoff(_events: i32, _results: i32, _count: i32, _happened: i32) -> i32 {
    NOSYS
}

#[unsafe(export_name = "wasi_snapshot_preview1.proc_exit")]
extern "C" fn proc_exit(_code: i32) {
    std::arch::wasm32::unreachable();
}

#[unsafe(export_name = "wasi_snapshot_preview1.sched_yield")]
extern "C" fn sched_yield() -> i32 {
    SUCCESS
}
