//! What a run may use: one row for each limit.

mod row;

use std::time::Duration;

pub use row::{LimitFlag, LimitRow, LimitUnit};

/// Declares [`Limits`], [`Limit`] and the table of both.
///
/// A row is a field of [`Limits`] with its documentation, type and default; what it counts, with the
/// unit; its name in JSON; and, where there are, the option of the command and the way a run ends that
/// has reached it: variant, word, code, what is limited, and the message, in which `{}` is the limit.
macro_rules! limits {
    (
        setters $setters:ident;
        rows { $(
            $(#[doc = $doc:literal])*
            $field:ident: $type:ty = $default:expr,
            $what:literal in $unit:ident, json $json:literal
            $(, option $flag:literal up to $flag_max:expr)?
            $(, ends $variant:ident $word:literal $code:literal of $noun:literal: $message:literal)?;
        )* }
        others {
            $($(#[doc = $other_doc:literal])* $other:ident $other_word:literal $other_code:literal: $other_message:literal;)*
        }
    ) => {
        /// Limits of one run. Each is finite by default; reaching a limit exactly is allowed.
        ///
        /// ```
        /// use std::time::Duration;
        ///
        /// use isolate_host::{Limits, RunOptions};
        ///
        /// let limits = Limits::new().fuel(50_000_000).timeout(Duration::from_secs(5));
        /// let options = RunOptions::new().limits(limits);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Limits {
            $(pub(crate) $field: $type,)*
        }

        impl Limits {
            /// The default limits.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: $default,)* }
            }

            /// Every limit, with what the command and documents show of it.
            #[must_use]
            pub const fn rows() -> &'static [LimitRow] {
                const {
                    &[$(LimitRow {
                        name: stringify!($field),
                        what: $what,
                        unit: LimitUnit::$unit,
                        json: $json,
                        option: row::option(&[$(LimitFlag { name: $flag, max: $flag_max })?]),
                        limit: row::option(&[$(Limit::$variant)?]),
                        noun: concat!($($noun)?),
                        get: |limits| row::Amount::to_u64(limits.$field),
                        set: |limits, value| Some(Limits {
                            $field: row::Amount::from_u64(value)?,
                            ..limits
                        }),
                    },)*]
                }
            }

            $(
                $(#[doc = $doc])*
                #[must_use]
                pub const fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }

        /// The setters of [`RunOptions`](crate::RunOptions) for each limit by itself.
        macro_rules! $setters {
            () => {
                $(
                    #[doc = concat!("Sets [`Limits::", stringify!($field), "`].")]
                    #[must_use]
                    pub const fn $field(mut self, $field: $type) -> Self {
                        self.limits.$field = $field;
                        self
                    }
                )*
            };
        }

        /// Which limit ended a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Limit {
            $($(
                #[doc = concat!("[`Limits::", stringify!($field), "`].")]
                $variant,
            )?)*
            $($(#[doc = $other_doc])* $other,)*
        }

        impl Limit {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$($(Self::$variant,)?)* $(Self::$other,)*];

            /// Stable name, as in the command's JSON.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$variant => $word,)?)*
                    $(Self::$other => $other_word,)*
                }
            }

            /// Stable code, as in the command's JSON.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($(Self::$variant => $code,)?)*
                    $(Self::$other => $other_code,)*
                }
            }

            /// The message for the report of a run, with `{}` for the limit.
            const fn template(self) -> &'static str {
                match self {
                    $($(Self::$variant => $message,)?)*
                    $(Self::$other => $other_message,)*
                }
            }
        }
    };
}

limits! {
    setters limit_setters;
    rows {
        /// Sets the WebAssembly instructions, estimated for each pass through a loop and each call of a
        /// function; bulk copies cost one per eight bytes. The same program with the same input, files
        /// and seed uses the same fuel. Work of the host for the program (searching, copying) costs no
        /// fuel and has limits of its own. Default: 500,000,000,000, which is 15 to 50 seconds of pure
        /// computing, about as much as [`Limits::timeout`](fn@Limits::timeout) allows.
        fuel: u64 = 500_000_000_000,
            "WebAssembly instructions that a program may use" in Count, json "fuel",
            option "fuel" up to i64::MAX.cast_unsigned(),
            ends Fuel "fuel" "EFUEL" of "fuel":
            "the program used all of its fuel ({}): look for an endless loop, do less in one run, or raise the fuel limit";

        /// Sets the memory that the program adds to the sandbox, in bytes; the engine's own initial
        /// memory does not count, nor does memory of the host. Default: 256 MiB; at most
        /// [`Limits::MEMORY_BYTES_CEILING`]. Growing happens in steps of 64 KiB, and past the first
        /// MiB to the next multiple of 2 MiB where the limit allows.
        memory_bytes: u64 = 256 << 20,
            "Memory that a program may add to the sandbox" in Mebibytes, json "memoryBytes",
            option "memory" up to Limits::MEMORY_BYTES_CEILING,
            ends Memory "memory" "EMEMORY" of "memory":
            "the program needs more memory than its limit of {}: work on smaller pieces, or raise the memory limit";

        /// Sets the memory that the host holds for the program, in bytes: data that calls read, find,
        /// decode, compare and return, archives and JSON that are being processed, texts kept for later,
        /// the log, and what the run adds to a workspace in memory. It is charged before it is allocated.
        /// The memory of SQLite and of the engine, about 50 MiB per process, does not count. Default:
        /// 256 MiB.
        host_memory_bytes: u64 = 256 << 20,
            "Memory that the host may hold for a program" in Mebibytes, json "hostMemoryBytes",
            option "host-memory" up to 64 << 30,
            ends HostMemory "hostMemory" "EHOSTMEMORY" of "memory of the host":
            "the calls of the program need more memory of the host than its limit of {}: ask for less at once (narrower patterns, parts of files, fewer files in a batch), or raise the limit of host memory";

        /// Sets the time from the start of the run to its end, waits for host functions included.
        /// Default: 30 s. Unlike the others it depends on the machine.
        timeout: Duration = Duration::from_secs(30),
            "Time that a program may take" in Time, json "timeoutMs",
            option "timeout" up to 86_400_000,
            ends Timeout "wall" "ETIMEOUT" of "time":
            "the program ran longer than its time limit of {}: do less in one run, or raise the time limit";

        /// Sets the calls of `state` methods and host functions. Default: 1,000,000.
        host_calls: u64 = 1_000_000,
            "Calls of `state`, of Node's `fs` and of host functions" in Count, json "hostCalls",
            ends HostCalls "hostCalls" "ECALLS" of "calls":
            "the program made more than {} calls to state: use the batch methods (glob, searchFiles, replaceInFiles, applyEdits), or raise the limit of host calls";

        /// Sets the bytes read from files, including those that are searched, and the bytes written to
        /// files; the limit applies to each of the two. Default: 16 GiB.
        io_bytes: u64 = 16 << 30,
            "Bytes read from files and bytes written to files, each" in Bytes, json "ioBytes",
            ends Io "io" "EIOBYTES" of "bytes of files":
            "the program read or wrote more than {}: narrow what it reads, or raise the limit of bytes";

        /// Sets the encoded size of the result, in bytes; the rest is replaced by a mark that counts it.
        /// Default: 8 MiB.
        result_bytes: u32 = 8 << 20,
            "Encoded bytes of the result; the rest is replaced by a mark" in Bytes, json "resultBytes";

        /// Sets the text of all log entries together, in bytes; later entries are dropped and counted.
        /// Default: 1 MiB.
        log_bytes: u32 = 1 << 20,
            "Bytes of all log entries; later ones are dropped and counted" in Bytes, json "logBytes";

        /// Sets the text of one log entry, in bytes; the rest is replaced by a mark that counts it.
        /// Default: 64 KiB.
        log_entry_bytes: u32 = 64 << 10,
            "Bytes of one log entry; the rest is replaced by a mark" in Bytes, json "logEntryBytes";

        /// Sets the number of log entries; later entries are dropped and counted. Default: 10,000.
        log_entries: u32 = 10_000,
            "Log entries; later ones are dropped and counted" in Count, json "logEntries";
    }

    others {
        /// The sandbox's stack: the program's text nests too deeply, or native code and the
        /// program call each other too deeply.
        Stack "stack" "ESTACK":
            "the program nests too deeply for the sandbox's stack: flatten nested brackets in its text, or turn deep recursion through callbacks into a loop";
        /// The run was cancelled: [`RunOptions::cancel`](fn@crate::RunOptions::cancel).
        Cancelled "cancelled" "ECANCELED": "the run was cancelled";
    }
}

#[expect(
    clippy::single_component_path_imports,
    reason = "it gives the macro a path"
)]
pub(crate) use limit_setters;

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

    /// The time that a run may take.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.timeout
    }
}

impl Limit {
    /// The row of the limit, if it is one of [`Limits`].
    pub(crate) fn row(self) -> Option<&'static LimitRow> {
        Limits::rows().iter().find(|row| row.limit == Some(self))
    }

    /// The message for a run that has reached it.
    pub(crate) fn message(self, limits: &Limits) -> String {
        match self.row() {
            Some(row) => self.template().replace("{}", &row.shown(limits)),
            None => self.template().to_owned(),
        }
    }
}
