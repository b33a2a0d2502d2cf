//! The JavaScript engine inside the sandbox, which reaches files through the global `state` alone.
//!
//! [`Runtime`] holds one engine. [`Runtime::start`] runs a program until it has ended or waits,
//! [`Runtime::resume`] completes a call that it waited for. Whatever leaves the engine goes
//! through one [`Host`] call, as bytes of `isolate_protocol`.
//!
//! The crate decides no path rule, no quota and no limit, and names no `state` method: the
//! methods are installed from `isolate_protocol::METHODS`.
//!
//! Invariant: building a [`Runtime`] calls the host never, reads no clock and takes no random
//! number, so that memory may be snapshotted after it, and again after each [`Runtime::load`] of a
//! library; [`Runtime::start`] seeds what is random.
//!
//! Invariant: all `unsafe` is in `abi.rs` and in the crate `isolate_boundary`, which exist in wasm
//! alone. Everything else compiles and is tested natively.
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

#[cfg(target_arch = "wasm32")]
mod abi;
#[cfg(target_arch = "wasm32")]
mod alloc;
mod clock;
mod console;
mod convert;
mod errors;
mod exit;
mod frames;
mod globals;
mod host;
mod inspect;
mod jobs;
mod libraries;
mod loaded;
mod modules;
mod namespaces;
mod peek;
mod program;
mod runtime;
mod script;
mod shared;
mod state;
mod timers;
mod unawaited;

pub use host::Host;
pub use runtime::Runtime;
