//! The bounds of bashkit, set out of the way: those of the sandbox end a run.
//!
//! What it bounded whatever is set is patched: see docs/engine.md.

use std::time::Duration;

use bashkit::{ExecutionLimits, MemoryLimits, SessionLimits};

/// Far more than any run takes.
const FOREVER: Duration = Duration::from_secs(1 << 40);

/// How deep subshells and substitutions may nest: the stack bounds them.
const DEPTH: usize = usize::MAX;

/// Bytes of each output: what is more than the host takes is left out at the end.
const OUTPUT_BYTES: usize = 1 << 31;

/// Bounds of one command.
pub(crate) fn of_execution() -> ExecutionLimits {
    let mut limits = ExecutionLimits::new()
        .max_work_units(u64::MAX)
        .max_aggregate_input_bytes(u64::MAX)
        .max_live_intermediate_bytes(u64::MAX)
        .max_commands(usize::MAX)
        .max_loop_iterations(usize::MAX)
        .max_total_loop_iterations(usize::MAX)
        .max_function_depth(usize::MAX)
        .timeout(FOREVER)
        .parser_timeout(FOREVER)
        .max_input_bytes(usize::MAX)
        .max_ast_depth(usize::MAX)
        .max_parser_operations(usize::MAX)
        .max_stdout_bytes(OUTPUT_BYTES)
        .max_stderr_bytes(OUTPUT_BYTES)
        .max_subst_depth(DEPTH)
        .max_subshell_depth(DEPTH)
        .max_file_descriptors(usize::MAX)
        .max_word_split_fields(usize::MAX)
        .max_word_split_bytes(usize::MAX)
        .max_history_output_bytes(usize::MAX);
    limits.max_background_jobs = usize::MAX;
    limits
}

/// Bounds of what a shell keeps between commands.
pub(crate) fn of_memory() -> MemoryLimits {
    MemoryLimits::new()
        .max_variable_count(usize::MAX)
        .max_total_variable_bytes(usize::MAX)
        .max_array_entries(usize::MAX)
        .max_function_count(usize::MAX)
        .max_function_body_bytes(usize::MAX)
}

/// Bounds of all commands of a shell.
pub(crate) fn of_session() -> SessionLimits {
    SessionLimits::unlimited()
}
