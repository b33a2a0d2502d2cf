//! Where a thread may wait for a run.

use std::cell::Cell;
use std::future::ready;
use std::panic::catch_unwind;

use tokio::runtime::{Handle, RuntimeFlavor};

use super::stack;
use crate::engine_config::HOST_STACK_BYTES;
use crate::error::Error;
use crate::functions::is_in_function;
use crate::pace::Help;

/// What a thread needs of its stack to compute: most of what workers have, whose results and records may nest
/// deeply. The guest has a stack of its own.
const STACK_BYTES_MIN: usize = HOST_STACK_BYTES / 4 * 3;

thread_local! {
    static HELP: Cell<Option<Help>> = const { Cell::new(None) };
}

/// This thread may compute for the runs that it polls until this is dropped.
///
/// Only for our crates.
#[doc(hidden)]
#[derive(Debug)]
#[must_use = "it ends when it is dropped"]
pub struct Computes {
    outer: Option<Help>,
}

impl Computes {
    /// It waits for a run, and does nothing else.
    pub fn while_it_waits() -> Self {
        Self::set(Some(Help::Waiting))
    }

    /// It has other work as well: it computes for a moment, and waits for no file.
    pub fn in_passing() -> Self {
        Self::set(Some(Help::InPassing))
    }

    fn set(help: Option<Help>) -> Self {
        Self {
            outer: HELP.replace(help),
        }
    }
}

/// This thread computes until this is dropped, and does nothing else meanwhile.
#[must_use = "it ends when it is dropped"]
pub(super) fn is_computing() -> impl Drop {
    Computes::set(None)
}

impl Drop for Computes {
    fn drop(&mut self) {
        HELP.set(self.outer);
    }
}

/// How this thread may compute for a run that it polls, if it has the stack for it.
pub(super) fn help() -> Option<Help> {
    let help = HELP.get()?;
    let has_room = stack::left_bytes().is_some_and(|left| left >= STACK_BYTES_MIN);
    has_room.then_some(help)
}

/// Refuses to wait on a thread that the run itself needs.
pub(super) fn check() -> Result<(), Error> {
    let refused = |place: &str, way_out: &str| {
        let text = format!("`blocking` would wait for itself {place}: {way_out}");
        Err(Error::refused(text))
    };
    if is_in_function() {
        return refused(
            "inside of a function that a program calls",
            "await the run there",
        );
    }
    if futures_executor::enter().is_err() {
        return refused(
            "inside of a future that another executor of this thread runs",
            "await the run there",
        );
    }
    match Handle::try_current() {
        Ok(runtime) if is_driven_here(&runtime) => refused(
            "on the only thread of a tokio runtime, whose timers and tasks stand still meanwhile",
            "await the run, or call it inside of `tokio::task::spawn_blocking`",
        ),
        _ => Ok(()),
    }
}

/// Whether this thread is the only one of the runtime, and runs a future of it now; threads for blocking
/// work belong to the runtime too, and may block.
fn is_driven_here(runtime: &Handle) -> bool {
    // Tokio has no query for it, but panics where a thread must not block.
    runtime.runtime_flavor() == RuntimeFlavor::CurrentThread
        && catch_unwind(|| runtime.block_on(ready(()))).is_err()
}
