//! Runs JavaScript written by language models, safely and fast, against a persistent virtual
//! filesystem.
//!
//! A [`Sandbox`] is built once. A [`Workspace`] is a filesystem in one SQLite file, or in memory.
//! [`Sandbox::run`] evaluates a program in a fresh WebAssembly instance, whose only door is the
//! global `state`, and answers a [`Run`]: how it ended, what it logged, what it changed, what it
//! used.
//!
//! Invariants:
//! - Whatever a program does is an [`Outcome`]; an [`Error`] is a fault of ours or of the request.
//! - Nothing that comes from the guest is believed: pointers, lengths, messages.
//! - No WebAssembly frame outlives a wait: a run that waits holds no thread.
//! - This crate never prints and never compiles WebAssembly.

mod abi;
mod engine_config;
mod error;
mod frame;
mod fuel;
mod functions;
mod guest;
mod json;
mod large_pages;
mod limits;
mod options;
mod outcome;
mod run;
mod sandbox;
mod state;
mod wasi;
mod watchdog;
mod workers;
mod workspace;

pub use error::{Error, ErrorKind};
pub use frame::frame;
pub use functions::HostFunctions;
pub use isolate_protocol::message::{Level, Thrown};
pub use isolate_protocol::wire::Value;
pub use isolate_vfs as vfs;
pub use json::{from_json, to_json};
pub use limits::Limits;
pub use options::{Commit, RunOptions};
pub use outcome::{
    EffectEntry, Effects, Limit, LimitExceeded, LogEntry, LogsDropped, Outcome, Run, Usage,
};
pub use sandbox::{Sandbox, SandboxOptions};
pub use workspace::{Workspace, WorkspaceOptions, WorkspaceTree};
