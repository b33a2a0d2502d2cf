//! The engine of a sandbox, and the pool of its instances.

use wasmtime::{Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use super::nested::inner_max;
use crate::engine_config::base_config;
use crate::error::{Error, ErrorKind};
use crate::guest;
use crate::kept::{KEPT_BYTES, MEMORY_BYTES_MAX, kept_table_bytes};

/// An engine for so many runs.
pub(crate) fn engine(runs_max: u32) -> Result<(Engine, guest::Code), Error> {
    let mut config = base_config();
    #[cfg(not(isolate_no_compiler))]
    config.enable_compiler(false);
    let code = guest::configure(&mut config);
    config.allocation_strategy(instances(runs_max));
    let engine = Engine::new(&config).map_err(|cause| {
        Error::new(
            ErrorKind::Engine,
            format!(
                "the WebAssembly engine could not be set up for {runs_max} runs at the same time, each of \
                 which reserves 4 GiB of address space: if there are too many, set a lower \
                 `SandboxOptions::runs`"
            ),
        )
        .with_source(cause)
    })?;
    Ok((engine, code))
}

/// Stacks for one run, and for one within another: that of its program, and one on which the guest makes room
/// for a large answer meanwhile.
const STACKS_OF_RUN: u32 = 2;

/// A pool for this many runs with those within them, and for an instance in which nothing runs: what runs start
/// from is read from it.
pub(super) fn instances(runs_max: u32) -> InstanceAllocationStrategy {
    let runs_max = runs_max.saturating_add(inner_max(runs_max));
    let instances = runs_max.saturating_add(1);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(instances)
        .total_memories(instances)
        .total_tables(instances)
        // Stacks are not cleared: the guest cannot read them. What is deep is given back by
        // `abi/stack.rs`.
        .total_stacks(runs_max.saturating_mul(STACKS_OF_RUN))
        .max_memory_size(MEMORY_BYTES_MAX)
        // The guest's table holds about 10,000 functions.
        .table_elements(32 << 10)
        .linear_memory_keep_resident(KEPT_BYTES)
        .table_keep_resident(kept_table_bytes())
        .pagemap_scan(Enabled::Auto);
    InstanceAllocationStrategy::Pooling(pool)
}
