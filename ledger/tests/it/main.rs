//! Tests of the log: what is stored, and the protocol in a simulated world.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test that cannot go on has failed, and its numbers are small"
)]

mod collecting;
mod entries;
mod exhaustive;
mod folder;
mod given_up;
mod logs;
mod objects;
mod sim;
mod variants;

/// Whether tests take their time, as by night.
fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}
