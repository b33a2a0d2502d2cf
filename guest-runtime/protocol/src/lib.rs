//! What crosses the boundary between the sandboxed guest and its host, and nothing else.
//!
//! - [`METHODS`]: one row per `state` method. Bindings in the guest, argument checks, dispatch
//!   in the host, declarations shown to a model and reference docs all follow from it.
//! - [`Type`]: the types that the rows name, as data, and whether a [`Value`] is of one.
//! - [`Value`]: a value of a program as the native side holds it.
//! - [`wire`]: values and messages as bytes. Every length is checked before it is believed.
//! - [`ErrorCode`] and [`StateError`]: the closed set of codes that a program can branch on.
//!
//! Invariant: this crate depends on nothing of ours and on no engine, so both sides of the
//! boundary, native or wasm, compile the same bytes-to-values code.
//!
//! ```
//! use isolate_protocol::{METHODS, method_index};
//!
//! let index = method_index("readFile").unwrap();
//! assert_eq!(METHODS[index].signature(), "state.readFile(path, options?)");
//! ```
#![forbid(unsafe_code)]

mod error;
pub mod limits;
mod names;
mod table;
mod types;
mod value;
pub mod wire;

pub use error::{ErrorCode, StateError};
pub use names::{nearest, plain};
pub use table::{
    APPROVE, CSV_CALLS, Called, EXEC, Effect, FIRST_OF_NODE, FORMAT_CALLS, FRONT_MATTER, Group,
    KEPT, LINES, Lookup, METHODS, MORE, Method, MethodId, NODE, Param, ROWS, STATE_APPROVE, absent,
    beyond, defs, instead_of, lookup, method_index, row,
};
pub use types::{Field, Mismatch, Shape, Type, TypeDef, field, object_text, optional};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use value::JsonForm;
pub use value::{Text, Value};
#[cfg(not(target_family = "wasm"))]
pub use value::{ValueError, ValueErrorKind};
#[doc(hidden)]
pub use wire::message;
