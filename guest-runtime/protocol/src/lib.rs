//! What crosses the wall between the sandboxed guest and its host, and nothing else.
//!
//! - [`METHODS`]: one row per `state` method. Bindings in the guest, argument checks, dispatch
//!   in the host, declarations shown to a model and reference docs all follow from it.
//! - [`wire`]: values as bytes. Every length is checked before it is believed.
//! - [`message`]: what the two sides say to each other: start, request, reply, step.
//! - [`ErrorCode`] and [`StateError`]: the closed set of codes that a program can branch on.
//!
//! Invariant: this crate depends on nothing of ours and on no engine, so both sides of the
//! wall, native or wasm, compile the same bytes-to-values code.
//!
//! ```
//! use isolate_protocol::{METHODS, method_index};
//!
//! let index = method_index("readFile").unwrap();
//! assert_eq!(METHODS[index].signature(), "state.readFile(path, options?)");
//! ```
#![forbid(unsafe_code)]

mod bind;
mod error;
mod habits;
pub mod limits;
pub mod message;
mod methods;
mod names;
mod types;
pub mod wire;

pub use bind::{Arguments, bind};
pub use error::{ErrorCode, StateError};
pub use methods::{
    Alias, Effect, Group, METHODS, MORE, Method, Order, Param, ROWS, beyond, method_index,
    nearest_method, row,
};
pub use names::{Called, Lookup, absent, instead_of, lookup};
pub use types::{Also, Field, Given, Mismatch, Shape, Type, TypeDef, nearest_name};
