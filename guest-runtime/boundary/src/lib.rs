//! The boundary of a guest, as its side of it is the same for all of them.
//!
//! - `imports`: all that a guest can reach: one call of the host, and two ways to end the run.
//! - `mailbox`: where the host writes its messages, and where answers lie.
//! - `alloc`: the allocator, which ends the run when there is no memory.
//! - `wasi`: what the standard library asks of a system, answered inside of the module.
//! - `memcmp`, which the compiler calls.
//!
//! The crate knows no engine, and nothing of what the messages say.
//!
//! Invariant: there is one thread. All of this exists in WebAssembly alone.
#![cfg(target_arch = "wasm32")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod alloc;
pub mod imports;
pub mod mailbox;
mod memcmp;
pub mod wasi;
