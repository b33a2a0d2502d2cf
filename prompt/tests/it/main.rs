//! What models are told is what runs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod asking;
mod generated;
mod schemas;
mod telling;
