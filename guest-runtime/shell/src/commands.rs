//! Commands of our own, in place of bashkit's of the same name.
//!
//! A command gets its arguments, environment, working directory and files, reads its input and writes
//! its output in pieces of bytes, and ends where nobody reads that any more.

mod sleep;
mod yes;

use bashkit::BashBuilder;

/// Gives a shell the commands.
pub(crate) fn added_to(builder: BashBuilder) -> BashBuilder {
    builder
        .command("sleep", sleep::Sleep)
        .command("yes", yes::Yes)
}
