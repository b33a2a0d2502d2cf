//! The commands beside GNU coreutils, and on trees in memory.

#![expect(clippy::unwrap_used, reason = "a failed assumption fails the test")]

mod archives;
mod bc;
mod compare;
mod disk;
mod dumps;
mod git;
mod grammar;
mod hostile;
mod large;
mod modes;
mod ours;
mod outside;
mod packed;
mod patching;
mod recorded;
mod tree;
mod zips;
