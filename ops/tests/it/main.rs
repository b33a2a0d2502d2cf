//! Tests of operations, from outside.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

#[path = "../../../vfs/tests/it/disk_trees.rs"]
mod disk_trees;
mod patches;
