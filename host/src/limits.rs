//! What a run may use.

use std::time::Duration;

/// Limits of one run. Each is finite by default; reaching a limit exactly is allowed.
///
/// Each field has a setter of the same name.
///
/// ```
/// use isolate_host::Limits;
///
/// let limits = Limits::new().fuel(50_000_000);
/// assert_eq!(limits.timeout.as_secs(), 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// WebAssembly instructions, estimated for each pass through a loop and each call of a
    /// function; bulk copies cost one per eight bytes. The same program with the same input, files
    /// and seed uses the same fuel. Work of the host for the program (searching, copying) costs no
    /// fuel and has limits of its own. Default: 500,000,000,000, which is 15 to 50 seconds of pure
    /// computing, about as much as [`Limits::timeout`](field@Self::timeout) allows.
    pub fuel: u64,
    /// Memory that the program adds to the sandbox, in bytes; the engine's own initial memory
    /// does not count, nor does memory of the host. Default: 256 MiB; at most
    /// [`Limits::MEMORY_BYTES_CEILING`]. Growing happens in steps of 64 KiB, and past the first
    /// MiB to the next multiple of 2 MiB where the limit allows.
    pub memory_bytes: u64,
    /// Memory that the host holds for the program, in bytes: data that calls read, find, decode,
    /// compare and return, archives and JSON that are being processed, texts kept for later, the
    /// log, and what the run adds to a workspace in memory. It is charged before it is allocated.
    /// The memory of SQLite and of the engine, about 50 MiB per process, does not count. Default:
    /// 256 MiB.
    pub host_memory_bytes: u64,
    /// Time from the start of the run to its end, waits for host functions included.
    /// Default: 30 s. Unlike the others it depends on the machine.
    pub timeout: Duration,
    /// Encoded size of the result, in bytes; the rest is replaced by a mark that counts it.
    /// Default: 8 MiB.
    pub result_bytes: u32,
    /// Text of all log entries together, in bytes; later entries are dropped and counted.
    /// Default: 1 MiB.
    pub log_bytes: u32,
    /// Text of one log entry, in bytes; the rest is replaced by a mark that counts it.
    /// Default: 64 KiB.
    pub log_entry_bytes: u32,
    /// Number of log entries; later entries are dropped and counted. Default: 10,000.
    pub log_entries: u32,
    /// Calls of `state` methods and host functions. Default: 1,000,000.
    pub host_calls: u64,
    /// Bytes read from files, including those that are searched, and bytes written to files; the
    /// limit applies to each of the two. Default: 16 GiB.
    pub io_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

impl Limits {
    /// Largest memory that a run can be given, in bytes: 2 GiB.
    ///
    /// A 32-bit guest addresses 4 GiB; half of that leaves room for its own snapshot and stack.
    pub const MEMORY_BYTES_CEILING: u64 = 2 << 30;

    /// The default limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            fuel: 500_000_000_000,
            memory_bytes: 256 << 20,
            host_memory_bytes: 256 << 20,
            timeout: Duration::from_secs(30),
            result_bytes: 8 << 20,
            log_bytes: 1 << 20,
            log_entry_bytes: 64 << 10,
            log_entries: 10_000,
            host_calls: 1_000_000,
            io_bytes: 16 << 30,
        }
    }

    /// Sets the field [`fuel`](#structfield.fuel).
    #[must_use]
    pub const fn fuel(mut self, fuel: u64) -> Self {
        self.fuel = fuel;
        self
    }

    /// Sets the field [`memory_bytes`](#structfield.memory_bytes).
    #[must_use]
    pub const fn memory_bytes(mut self, memory_bytes: u64) -> Self {
        self.memory_bytes = memory_bytes;
        self
    }

    /// Sets the field [`host_memory_bytes`](#structfield.host_memory_bytes).
    #[must_use]
    pub const fn host_memory_bytes(mut self, host_memory_bytes: u64) -> Self {
        self.host_memory_bytes = host_memory_bytes;
        self
    }

    /// Sets the field [`timeout`](#structfield.timeout).
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the field [`result_bytes`](#structfield.result_bytes).
    #[must_use]
    pub const fn result_bytes(mut self, result_bytes: u32) -> Self {
        self.result_bytes = result_bytes;
        self
    }

    /// Sets the field [`log_bytes`](#structfield.log_bytes).
    #[must_use]
    pub const fn log_bytes(mut self, log_bytes: u32) -> Self {
        self.log_bytes = log_bytes;
        self
    }

    /// Sets the field [`log_entry_bytes`](#structfield.log_entry_bytes).
    #[must_use]
    pub const fn log_entry_bytes(mut self, log_entry_bytes: u32) -> Self {
        self.log_entry_bytes = log_entry_bytes;
        self
    }

    /// Sets the field [`log_entries`](#structfield.log_entries).
    #[must_use]
    pub const fn log_entries(mut self, log_entries: u32) -> Self {
        self.log_entries = log_entries;
        self
    }

    /// Sets the field [`host_calls`](#structfield.host_calls).
    #[must_use]
    pub const fn host_calls(mut self, host_calls: u64) -> Self {
        self.host_calls = host_calls;
        self
    }

    /// Sets the field [`io_bytes`](#structfield.io_bytes).
    #[must_use]
    pub const fn io_bytes(mut self, io_bytes: u64) -> Self {
        self.io_bytes = io_bytes;
        self
    }
}
