//! What a run may use.

use std::time::Duration;

/// Bounds of one run. Every one is finite by default; exactly at the bound still passes.
///
/// ```
/// use isolate_host::Limits;
///
/// let limits = Limits { fuel_max: 50_000_000, ..Limits::default() };
/// assert_eq!(limits.wall_max.as_secs(), 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions of WebAssembly, as many as a pass through each loop and function that runs is
    /// expected to take; one for each eight bytes that are copied at once. Default:
    /// 20,000,000,000, which is 2 to 8 seconds of pure computing. The same program with the same
    /// input, files and seed uses the same fuel. Work that the host does for the program
    /// (searching, copying) costs no fuel; it has its own bounds.
    pub fuel_max: u64,
    /// Memory that the program adds to the sandbox, in bytes; the engine's own initial memory
    /// does not count, nor does memory of the host. Default: 256 MiB. Growing happens in steps
    /// of 64 KiB, and past the first MiB to the next multiple of 2 MiB where the limit allows.
    pub memory_bytes_max: u64,
    /// Memory that the host holds for the program, in bytes: what calls read, find, decode, compare
    /// and answer, archives and JSON in work, texts kept for later, the log, and what the run adds
    /// to a workspace in memory. It is charged before it is allocated, and given back when it is
    /// freed. Default: 256 MiB. Tables of SQLite and of the engine, some 50 MiB for a process, do
    /// not count.
    pub host_memory_bytes_max: u64,
    /// Time from the start of the run to its end, waits for host functions included.
    /// Default: 30 s. Unlike the others it depends on the machine.
    pub wall_max: Duration,
    /// Encoded size of the result, in bytes; what is beyond is cut with a mark that counts it.
    /// Default: 8 MiB.
    pub result_bytes_max: u32,
    /// Text of all log entries together, in bytes; entries beyond are dropped and counted.
    /// Default: 1 MiB.
    pub log_bytes_max: u32,
    /// Text of one log entry, in bytes; the rest is cut with a mark that counts it.
    /// Default: 64 KiB.
    pub log_entry_bytes_max: u32,
    /// Number of log entries; entries beyond are dropped and counted. Default: 10,000.
    pub log_entries_max: u32,
    /// Calls of `state` methods and host functions. Default: 1,000,000.
    pub host_calls_max: u64,
    /// Bytes read from and written to files, and looked at in searches, each. Default: 16 GiB.
    pub io_bytes_max: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel_max: 20_000_000_000,
            memory_bytes_max: 256 << 20,
            host_memory_bytes_max: 256 << 20,
            wall_max: Duration::from_secs(30),
            result_bytes_max: 8 << 20,
            log_bytes_max: 1 << 20,
            log_entry_bytes_max: 64 << 10,
            log_entries_max: 10_000,
            host_calls_max: 1_000_000,
            io_bytes_max: 16 << 30,
        }
    }
}

impl Limits {
    /// Largest memory that a run can be given, in bytes: 2 GiB.
    ///
    /// A 32-bit guest addresses 4 GiB; half of that leaves room for its own snapshot and stack.
    pub const MEMORY_BYTES_CEILING: u64 = 2 << 30;
}
