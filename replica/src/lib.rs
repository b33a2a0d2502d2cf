//! A local copy of a workspace that many hosts share.
//!
//! A [`Replica`] is a workspace file that follows the log of its workspace in a store. What a connection with
//! its [publisher](Replica::publisher) changes is committed when its entry is in the log, and not before. A
//! transaction that another host was faster than fails with
//! [`Raced`](isolate_vfs::ErrorKind::Raced): the copy has the other's changes then, and the same can be
//! done again.
//!
//! The protocol is [`isolate_ledger::Machine`]; here are the tasks, threads, files and bytes around it.
//!
//! ```
//! use std::sync::Arc;
//!
//! use isolate_ledger::objects::MemoryObjects;
//! use isolate_replica::{Replica, ReplicaOptions};
//! use isolate_text::VPath;
//! use isolate_vfs::{OpenOptions, Tree};
//!
//! # let folders = (tempfile::tempdir()?, tempfile::tempdir()?);
//! let store = Arc::new(MemoryObjects::new());
//! let path = VPath::parse("/notes.txt")?;
//!
//! let here = Replica::open(store.clone(), "notes", folders.0.path(), &ReplicaOptions::new())?;
//! let tree = Tree::open(here.path(), &OpenOptions::new().copy())?;
//! tree.set_publisher(Some(here.publisher()))?;
//! tree.write(&path, b"shared")?;
//!
//! let there = Replica::open(store, "notes", folders.1.path(), &ReplicaOptions::new())?;
//! let tree = Tree::open(there.path(), &OpenOptions::new().copy())?;
//! assert_eq!(tree.read(&path)?, b"shared");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod body;
mod cache;
mod collect;
mod counted;
mod driver;
mod names;
mod place;
mod publisher;
mod replica;
mod sealed;
mod snapshot;
mod source;
mod store;

pub use isolate_ledger::{Hash, Position};
pub use isolate_stores::{Settings, shown};

pub use collect::Collected;
pub use counted::Requests;
pub use replica::{Metrics, Replica, ReplicaOptions};
pub use sealed::WorkspaceKey;
pub use store::{Store, StoreOptions};
