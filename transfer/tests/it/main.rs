//! Tests of imports and exports against real disks, other programs, and archives and workspaces that
//! were made to do harm.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archives;
mod checkouts;
mod directories;
mod faults;
mod folders;
mod hostile;
mod ignored;
mod internal;
mod links;
mod meanwhile;
mod outward;
mod points;
mod projects;
mod sparse;
