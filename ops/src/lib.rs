//! Operations on a filesystem, each once: for the methods of programs and for the tools of agents.
//!
//! An operation is one function. It takes an [`Access`] and typed options, has its own bounds, is
//! atomic, and returns a report or an [`OpError`]. A caller decodes arguments, calls it and encodes
//! the report; its [`Rules`] count, limit and refuse on the way.
//!
//! Invariant: an operation that fails, or whose dry run was asked for, leaves the tree as it was.
//! Invariant: an [`OpError`] has kinds and fields; each caller words the remedy.

#![forbid(unsafe_code)]

mod access;
mod content;
pub mod edit;
mod error;
pub mod history;
pub mod outline;
pub mod patch;
mod reading;
pub mod replace;
pub mod search;

pub use access::{Access, Free, Rules};
pub use content::{Content, Room, TextChange, check_diffs};
pub use error::{BatchPart, FailedPart, OpError, Problem, Target};
pub use reading::{PassedOver, ReadBounds};
