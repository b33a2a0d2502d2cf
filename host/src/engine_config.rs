// Settings that decide what machine code Cranelift makes. Compiled into the library and, by
// `#[path]`, into its build script, so that the engine that loads the guest and the engine that
// compiled it can never disagree.

use wasmtime::{Config, WasmBacktraceDetails};

/// Native stack that the guest may use, in bytes: 64 MiB.
///
/// The engine's parser and its calls from native code into JavaScript recurse: a nested bracket
/// costs about 20 KiB, so 64 MiB is about 3,000 of them. The pages are the run's own and are
/// only touched by programs that nest.
pub(crate) const GUEST_STACK_BYTES: usize = 64 << 20;

/// Stack that host code may use on top of the guest's, in bytes: 8 MiB.
///
/// Handlers run on the guest's stack, and JSON of 2,000 levels recurses.
pub(crate) const HOST_STACK_BYTES: usize = 8 << 20;

/// The configuration shared by compiling and running.
pub(crate) fn base_config() -> Config {
    let mut config = Config::new();
    // Neither fuel nor epochs: the guest counts its own work, at a third of their price. See
    // `fuel.rs`.
    config.consume_fuel(false);
    config.epoch_interruption(false);
    // The guest says which of its branches are hardly ever taken.
    config.wasm_branch_hinting(true);
    config.max_wasm_stack(GUEST_STACK_BYTES);
    // The guest runs on a stack of its own, so that a run can give its thread away at any time.
    config.async_stack_size(GUEST_STACK_BYTES + HOST_STACK_BYTES);
    // A program never sees a wasm backtrace, so collecting one is wasted work at every trap.
    config.wasm_backtrace_max_frames(None);
    // Otherwise a variable of the environment says how modules are compiled, and whether they run.
    config.wasm_backtrace_details(WasmBacktraceDetails::Disable);
    config.generate_address_map(false);
    config
}
