//! The log of a workspace that many hosts share, and the protocol by which they agree about it.
//!
//! A workspace is a log. Entry *n* holds what one run, or several that were queued, changed, and
//! names the hash of entry *n − 1*. An entry is created only if its number is free: exactly one host
//! wins each number. That is the whole agreement; there is no owner, no lease and no clock.
//!
//! [`Machine`] is the protocol of one host for one workspace, as a function of events to effects. It
//! does no I/O and knows neither time nor chance, so that production and the simulator of the tests
//! drive the same code. [`Entry`] is what is stored, [`objects`] where, [`log`] under which names, and
//! [`collect`] decides what may be removed.
//!
//! Invariant: a number that was taken is never free again. What is collected of an entry is its
//! body; its header stays, and tells a host that slept whether the entry was its own.
//! Invariant: a copy has only what the log has. A transaction is committed when its entry is won.

#![forbid(unsafe_code)]

pub mod collect;
mod entry;
pub mod log;
mod machine;
pub mod objects;
mod variant;

pub use entry::{Author, Entry, EntryError, FORMAT, Hash, Header, JobId, Part, Position, Stored};
pub use machine::{
    Answer, Append, Config, Effect, Event, Fetch, Fetched, Loaded, Machine, Outcome, PackName, Stop,
};
#[cfg(feature = "variants")]
pub use variant::Variant;
