//! Copies directories and archives of the disk into a workspace, and out of it.
//!
//! [`Import`] reads a directory, or a tar, tar.gz or zip archive, into a [`Tree`](isolate_vfs::Tree);
//! [`Export`] writes the tree, as it is or as it was at a point of its history, to a directory or an
//! archive. Both return a [`Report`] that names what was left out and why. [`Checkout`] is a directory as
//! the files of a workspace, whose changes are written back. [`directory`] is the access to the disk that
//! all of them use.
//!
//! Invariant: an import is one atomic run. It happens as a whole or not at all.
//! Invariant: an export writes nothing outside of its target, whatever names and links the workspace
//! has, and replaces nothing without [`Export::overwrite`].
//! Invariant: a file that a checkout writes back has its old or its new content at every moment, and what
//! others have changed meanwhile is not overwritten.
//! Invariant: nothing that is read is trusted, neither an archive nor the names in a workspace.
//!
//! ```
//! use isolate_transfer::{Export, Import};
//! use isolate_text::VPath;
//! use isolate_vfs::{MemoryStore, OpenOptions, Tree};
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("a.txt"), "hello")?;
//!
//! let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
//! let report = Import::new().to(VPath::parse("/docs")?).run(&tree, folder.path())?;
//! assert_eq!(report.files, 1);
//!
//! let target = folder.path().join("out");
//! Export::new().run(&tree, &target)?;
//! assert_eq!(std::fs::read_to_string(target.join("docs/a.txt"))?, "hello");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// What unit tests share with the tests of the interface.
#[cfg(test)]
extern crate self as isolate_transfer;
#[cfg(test)]
#[path = "../tests/it/folders.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod folders;
#[cfg(test)]
#[path = "../tests/it/projects.rs"]
mod projects;

mod checkout;
mod compare;
pub mod directory;
mod error;
mod export;
mod ignored;
mod import;
mod report;
mod testing;
mod walk;

pub use checkout::{
    Change, ChangeKind, Checkout, CheckoutOptions, Recovered, Recovery, Written, preview_undo, undo,
};
pub use error::{Conflict, Error, ErrorKind, Result};
pub use export::Export;
pub use import::Import;
pub use report::{Progress, Reason, Report, Skipped, WrittenPaths};
