//! What the standard library imports of WASI, answered inside of the module.
//!
//! The library is that of `wasm32-wasip1`, and asks its system for the seeds of hash tables, for the
//! time, and for what only a program that panics or waits needs. `cargo xtask guest` binds each of its
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

/// The clock that tells the time of day; all others begin with the run.
const REAL_TIME: i32 = 0;

thread_local! {
    static RANDOM: RefCell<SplitMix64> = RefCell::new(SplitMix64::seed_from_u64(0));
    static START_NANOS: Cell<u64> = const { Cell::new(0) };
    static ELAPSED_NANOS: Cell<u64> = const { Cell::new(0) };
    static READING_NANOS: Cell<u64> = const { Cell::new(0) };
}

/// Begins a run with its own seed and time, in milliseconds since 1970. Time passes when somebody
/// waits, and each reading of a clock takes `reading_nanos`.
pub fn restart(seed: u64, now_ms: f64, reading_nanos: u64) {
    RANDOM.replace(SplitMix64::seed_from_u64(seed));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    START_NANOS.set((now_ms * 1e6) as u64);
    ELAPSED_NANOS.set(0);
    READING_NANOS.set(reading_nanos);
}

/// Lets so much time pass.
pub fn pass(nanos: u64) {
    ELAPSED_NANOS.set(ELAPSED_NANOS.get().saturating_add(nanos));
}

/// Seeds of hash tables. No secret depends on them.
#[unsafe(export_name = "wasi_snapshot_preview1.random_get")]
unsafe extern "C" fn random_get(at: *mut u8, len: usize) -> i32 {
    // SAFETY: the library asks for its own bytes.
    let bytes = unsafe { std::slice::from_raw_parts_mut(at, len) };
    RANDOM.with_borrow_mut(|random| random.fill_bytes(bytes));
    SUCCESS
}

#[unsafe(export_name = "wasi_snapshot_preview1.clock_time_get")]
unsafe extern "C" fn clock_time_get(clock: i32, _precision: i64, at: *mut u64) -> i32 {
    let elapsed = ELAPSED_NANOS.get();
    let start = if clock == REAL_TIME {
        START_NANOS.get()
    } else {
        0
    };
    // SAFETY: the library gives the place of a number.
    unsafe { at.write_unaligned(start.saturating_add(elapsed)) };
    pass(READING_NANOS.get());
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

/// Functions of descriptors, of which there are none. Without one of a directory, the library opens no
/// path: it reads time zones of the system where there are some.
macro_rules! without_descriptors {
    ($($name:ident($($parameter:ident: $type:ty),*) = $export:literal;)*) => {$(
        #[unsafe(export_name = $export)]
        extern "C" fn $name($($parameter: $type),*) -> i32 {
            BADF
        }
    )*};
}

without_descriptors! {
    fd_close(_fd: i32) = "wasi_snapshot_preview1.fd_close";
    fd_fdstat_get(_fd: i32, _at: i32) = "wasi_snapshot_preview1.fd_fdstat_get";
    fd_filestat_get(_fd: i32, _at: i32) = "wasi_snapshot_preview1.fd_filestat_get";
    fd_prestat_dir_name(_fd: i32, _at: i32, _length: i32) =
        "wasi_snapshot_preview1.fd_prestat_dir_name";
    fd_prestat_get(_fd: i32, _at: i32) = "wasi_snapshot_preview1.fd_prestat_get";
    fd_read(_fd: i32, _vectors: i32, _count: i32, _read: i32) = "wasi_snapshot_preview1.fd_read";
    fd_readdir(_fd: i32, _at: i32, _length: i32, _cookie: i64, _used: i32) =
        "wasi_snapshot_preview1.fd_readdir";
    fd_seek(_fd: i32, _offset: i64, _whence: i32, _at: i32) = "wasi_snapshot_preview1.fd_seek";
    path_filestat_get(_fd: i32, _flags: i32, _path: i32, _length: i32, _at: i32) =
        "wasi_snapshot_preview1.path_filestat_get";
    path_open(
        _fd: i32, _flags: i32, _path: i32, _length: i32, _how: i32, _rights: i64,
        _inherited: i64, _fd_flags: i32, _at: i32
    ) = "wasi_snapshot_preview1.path_open";
}

/// What is waited for: a clock, and nothing else can be.
#[repr(C)]
struct Subscription {
    user: u64,
    kind: u8,
    wait: Wait,
}

/// For how long, or until when.
#[repr(C)]
struct Wait {
    clock: u32,
    timeout_nanos: u64,
    precision: u64,
    flags: u16,
}

/// That it has happened.
#[repr(C)]
struct Event {
    user: u64,
    error: u16,
    kind: u8,
    bytes: u64,
    flags: u16,
}

/// The kind of a subscription of a clock.
const CLOCK: u8 = 0;

/// The flag of a time that is no time from now.
const ABSOLUTE: u16 = 1;

/// Nobody sleeps here: time passes at once.
#[unsafe(export_name = "wasi_snapshot_preview1.poll_oneoff")]
unsafe extern "C" fn poll_oneoff(
    subscriptions: *const Subscription,
    events: *mut Event,
    count: i32,
    happened: *mut u32,
) -> i32 {
    if count != 1 {
        return NOSYS;
    }
    // SAFETY: the library gives one subscription, and the places of one event and a number.
    unsafe {
        let Subscription { user, kind, wait } = subscriptions.read_unaligned();
        if kind != CLOCK {
            return NOSYS;
        }
        let elapsed = ELAPSED_NANOS.get();
        let until = match wait.flags & ABSOLUTE {
            0 => elapsed.saturating_add(wait.timeout_nanos),
            _ if wait.clock.cast_signed() == REAL_TIME => {
                wait.timeout_nanos.saturating_sub(START_NANOS.get())
            }
            _ => wait.timeout_nanos,
        };
        ELAPSED_NANOS.set(elapsed.max(until));
        events.write_unaligned(Event {
            user,
            error: 0,
            kind,
            bytes: 0,
            flags: 0,
        });
        happened.write_unaligned(1);
    }
    SUCCESS
}

#[unsafe(export_name = "wasi_snapshot_preview1.proc_exit")]
extern "C" fn proc_exit(_code: i32) {
    std::arch::wasm32::unreachable();
}

#[unsafe(export_name = "wasi_snapshot_preview1.sched_yield")]
extern "C" fn sched_yield() -> i32 {
    SUCCESS
}
