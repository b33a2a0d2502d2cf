//! Where a thread may wait for a run.

use std::future::ready;
use std::panic::catch_unwind;

use tokio::runtime::{Handle, RuntimeFlavor};

use crate::error::Error;
use crate::functions::is_in_function;

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
