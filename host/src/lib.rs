//! Runs JavaScript written by language models, safely and fast, against a persistent virtual
//! filesystem.
//!
//! A [`Sandbox`] is built once. A [`Workspace`] is a filesystem in one SQLite file, or in memory.
//! [`Sandbox::run`] evaluates a program in a fresh WebAssembly instance, which has access to the
//! global `state` and to nothing else, and returns a [`Run`]: how it ended, what it logged, what it
//! changed, and what it used.
//!
//! ```
//! use isolate_host::vfs::UndoOptions;
//! use isolate_host::{RunOptions, Sandbox, Workspace};
//! use serde_json::json;
//!
//! let sandbox = Sandbox::new()?; // once: it is cheap to clone, Send and Sync
//! let workspace = Workspace::memory()?; // or Workspace::open("state.sqlite")
//! let code = r#"async ({ name }) => {
//!     await state.writeJson("/users/ann.json", { name });
//!     return state.glob("/users/*.json");
//! }"#;
//! let options = RunOptions::new().input(&json!({ "name": "Ann" }))?.label("first");
//! let run = sandbox.run(&workspace, code).options(options).blocking()?;
//! let paths: Vec<String> = run.result()?;
//! assert_eq!(paths, ["/users/ann.json"]);
//! // Its changes can be undone, like those of every other run.
//! let run_id = run.run_id.expect("it has changed something");
//! workspace.undo(run_id, &UndoOptions::new())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Runs are reported as [`tracing`] spans and events, which take at most 0.3 % of the instructions of
//! a run without a subscriber: at the level `info` a span `run`, in it a span `segment` for each part of it
//! between two waits, and in that a span `call` for each call of a function of the embedder; at `debug` an
//! event at the end of each; at `trace` a span `state` with the name of each method of `state`.
//! They hold names and numbers, never the text of a program, its values, or contents of files, unless
//! [`RunOptions::trace_contents`] asks for them. [`trace`] connects them with traces of other processes.
//!
//! Invariants:
//! - Whatever a program does is an [`Outcome`]; an [`Error`] is a fault of the sandbox, of its
//!   storage or of the request.
//! - Nothing that comes from the guest is trusted: pointers, lengths, messages.
//! - A run that waits holds no thread. While it waits for functions, it has no WebAssembly frame either.
//! - This crate never prints and never compiles WebAssembly.

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod abi;
mod answers;
mod bounds;
#[doc(hidden)]
pub mod bridge;
#[cfg(not(isolate_no_compiler))]
mod broken_guest;
mod busy;
mod calls;
mod cancel;
mod cast;
mod charge;
mod cuts;
mod decode;
mod difference;
mod earlier;
mod engine_config;
mod error;
mod events;
mod fair;
mod frame;
mod fuel;
mod functions;
mod guest;
mod held;
mod idempotency;
mod image;
mod inexact;
mod json;
mod kept;
mod key;
mod large_pages;
mod lent;
mod limits;
mod lock;
mod memory_difference;
mod messages;
mod mismatch;
mod nested;
mod options;
mod outcome;
mod pace;
#[cfg(target_os = "linux")]
mod pages;
mod pauses;
mod pending;
mod prelude;
mod program_error;
mod record;
mod replay;
mod report;
mod resuming;
mod rules;
mod run;
mod sandbox;
mod secrets;
mod shell_run;
mod source;
mod spans;
mod stacks;
mod state;
mod stop;
mod suspend;
pub mod trace;
mod underway;
mod values;
mod watchdog;
mod words;
mod workers;
mod workspace;

#[doc(hidden)]
pub use bounds::Bound;
pub use calls::{CallError, CallErrorKind, CallRecord, CallStatus, Calls};
pub use cancel::CancelToken;
pub use cuts::ResultCut;
pub use difference::{diff_between, diff_of_open_run, diff_of_runs};
pub use earlier::{EarlierRun, EarlierState};
pub use error::{Error, ErrorKind};
pub use events::{RunEvent, RunEvents};
pub use frame::frame;
pub use functions::{
    Approval, ApprovalRequest, Decision, Dynamic, FunctionError, FunctionInfo, FunctionMut,
    Functions, Identifiers, NamespaceInfo, NamespaceMut, Scope, identifier, is_namespace_name,
};
pub use inexact::InexactInteger;
pub use isolate_protocol::wire::message::{Level, Thrown};
pub use isolate_protocol::{Text, Value, ValueError, ValueErrorKind};
pub use isolate_text as text;
pub use isolate_vfs as vfs;
pub use json::{
    JsonCount, JsonFault, exact_json, from_json, integer_beyond_64_bits, iso_time, json_as,
    json_bytes, parse_iso_date, parse_json_as, strict_json, to_json, without_half_surrogates,
};
pub use key::IdempotencyKey;
pub use limits::{Limit, LimitFlag, LimitRow, LimitUnit, Limits};
pub use mismatch::{Aspect, Mismatch};
pub use options::{Commit, Confirm, Preview, RunOptions};
pub use outcome::{
    Conflict, EffectEntry, Effects, LimitExceeded, LogEntry, LogsDropped, Omitted, Outcome,
    PartialRun, Run, Suspended, Usage, message_of,
};
pub use pauses::Pauses;
pub use pending::{Awaits, CallState, PendingCall};
pub use prelude::{PreludeFile, user_prelude_cache};
pub use program_error::{ProgramError, ProgramErrorKind};
pub use record::{RECORDED_STATUSES, RecordedRun, recorded_fuel, recorded_run, recorded_status};
pub use replay::{Obstacle, ObstacleKind, Replay, ReplayCounts, ReplayOptions};
#[doc(hidden)]
pub use sandbox::Computes;
pub use sandbox::{RunHandle, RunRequest, Sandbox, SandboxOptions, SandboxStats, ShellRequest};
pub use schemars;
pub use secrets::{SecretStream, Secrets};
pub use shell_run::ShellRun;
pub use source::SESSION_BYTES_MAX;
pub use suspend::{Answer, PendingRun};
pub use values::{ConversionError, from_json_as, from_value, to_value};
pub use workspace::{
    SourceCounter, Workspace, WorkspaceCopy, WorkspaceOptions, WorkspaceSource, WorkspaceTree,
    Workspaces, WorkspacesOptions,
};
