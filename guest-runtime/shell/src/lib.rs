//! The shell inside the sandbox: bashkit, over the files of the host.
//!
//! [`Shell`] holds one initialised shell. [`Shell::run`] runs one command to its end. Each operation on
//! files goes through one [`Host`] call, as bytes of `isolate_protocol`; nothing of a file is kept
//! between two operations.
//!
//! The crate decides no path rule, no quota and no limit: the bounds of bashkit are set out of the
//! way (`limits.rs`), so that those of the sandbox end a run.
//!
//! Invariant: building a [`Shell`] calls the host never, so that memory may be snapshotted after it.
//! Time and randomness of a run follow from the message that begins it.
//!
//! Invariant: all `unsafe` is in `abi.rs` and in the crate `isolate_boundary`, which exist in
//! wasm alone. Everything else compiles and is tested natively.
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

#[cfg(target_arch = "wasm32")]
mod abi;
mod allowed;
mod calls;
mod commands;
mod errors;
mod files;
mod limits;
mod lookup;
mod missing;
mod session;
mod shell;

pub use calls::Host;
pub use shell::Shell;
