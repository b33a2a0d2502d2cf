//! The formats from outside.

#![expect(clippy::unwrap_used, reason = "a panic is a failed test")]

mod csv;
mod lines;
mod suite;
mod toml;
mod update;
mod write;
mod xml;
mod yaml;
