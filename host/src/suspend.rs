//! Runs that wait for somebody who answers later: what is kept of them, and how they go on.
//!
//! A run that waits has no WebAssembly frame, so its memory, two globals and the host's state of the run
//! are all that there is of it. They are kept in its workspace, the memory as the difference to the memory
//! that every run of the sandbox starts from. It goes on in a sandbox with the same guest and the same
//! preludes.

mod answered;
mod answers;
mod detached;
mod driving;
mod ended;
mod form;
mod keeper;
mod reached;
mod seal;

pub use answers::{Answer, PendingRun};

pub(crate) use answers::{Given, changes_digest, unread, waiting};
pub(crate) use detached::{Detached, go_on};
pub(crate) use ended::resolved;
pub(crate) use form::{Forms, Kept, KeptCall, KeptEnd, KeptTrace, Shown, packed, unpacked};
pub(crate) use reached::{Reached, Reaching};
pub(crate) use seal::{ImageKey, Item, Seal};
