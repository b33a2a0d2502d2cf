//! What a model intended by a name, a value or a call, and what it should write instead.
//!
//! - [`bind`]: the arguments of a call, in any spelling that the tables know, as the parameters of its
//!   row. Other names of parameters are in `params.rs`, those of options and members in
//!   `spellings/table.rs`.
//! - [`argument_of`]: the argument of a tool, or the member of an action, that another name stands for.
//! - [`nearest`]: the name that is most similar to a misspelt one.
//! - [`of_error`]: what to write instead of a call that failed. What this needs to know of the files, it
//!   asks its caller.
//! - [`words`]: the words of questions, for the search in the declaration.
//! - [`notes`]: warnings about calls that succeeded and probably did not do what was intended.
//!
//! Which line is proposed for which call is data, in tables that are keyed by
//! [`MethodId`](isolate_protocol::MethodId), parameter and error code (`advice.rs`); their fields are
//! filled by [`Fault::line`].
//!
//! Invariant: nothing here is compiled into the guest.
#![forbid(unsafe_code)]

mod advice;
mod calls;
mod check;
mod line;
pub mod notes;
mod params;
mod source;
mod spellings;
pub mod words;

pub use advice::{Fact, Found, of_error};
pub use calls::{Arguments, bind};
pub use isolate_protocol::{nearest, plain};
pub use line::Fault;
pub use params::{Options, Order, argument_of, order, other_names, presets};
pub use source::source;
pub use spellings::{Also, Given, also, fields};
