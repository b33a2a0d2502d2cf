//! Prompts and declarations agree with the table of methods.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod asking;
mod generated;
mod schemas;
mod telling;
