//! A transactional filesystem in one SQLite file, or in memory.
//!
//! It knows paths, entries, bytes and history. It does not know who calls it or how results are
//! shown. Operations on text and bytes, and paths, are in [`isolate_text`].
//!
//! Each layer calls those below it alone: `store` sends statements to SQLite, `txn` has the connection
//! with its open transaction and run, `tree` keeps entries and bytes and records what changes, `check`
//! verifies a file, `history` reads the records and undoes them, `branch` makes and merges branches, and
//! `open` puts the layers together. What the history asks of the branches goes through a hook in `txn`.
//!
//! What needs a transaction is a method of [`ReadTxn`] or [`WriteTxn`]; calls of [`Tree`] open one, or
//! join the one that is open.
//!
//! Invariant: every public call of [`Tree`] is atomic.
//! Invariant: the bytes of a file are shared and never changed in place, so copying a file and
//! keeping an earlier version store no bytes.
//! Invariant: a file that is opened is untrusted, and a file that is not a workspace is never
//! written to.
//!
//! Commits and the ends of runs are reported as [`tracing`] events: `debug` for runs, `trace` for
//! transactions. An event never has the name or the content of a file.
//!
//! ```
//! use isolate_text::VPath;
//! use isolate_vfs::{MemoryStore, OpenOptions, Tree};
//!
//! let store = MemoryStore::new()?;
//! let tree = Tree::open_memory(&store, &OpenOptions::new())?;
//! let path = VPath::parse("/src/main.rs")?;
//! tree.write(&path, b"fn main() {}")?;
//! assert_eq!(tree.read(&path)?, b"fn main() {}");
//! # Ok::<(), isolate_vfs::Error>(())
//! ```

#![forbid(unsafe_code)]

mod branch;
mod check;
mod clock;
mod error;
mod folders;
mod guard;
mod history;
mod node;
mod open;
mod options;
mod outside;
mod owner;
mod quota;
mod retention;
mod run;
mod store;
#[doc(hidden)]
pub mod testing;
mod tree;
mod txn;

pub use branch::{
    BRANCHES_MAX, BranchInfo, BranchOptions, Conflict, ConflictKind, MergeOptions, Merged,
};
pub use check::{Finding, Repair, Repaired};
pub use clock::{Clock, FixedClock, SystemClock, Timestamp};
pub use error::{Error, ErrorKind, Result};
pub use folders::{CHECKPOINTS, OUTPUTS, is_internal};
pub use guard::{Guard, Refusal, Verb};
pub use history::{
    CONFLICT, Change, CheckpointError, CheckpointOptions, ClaimedKey, Collected, Difference,
    EFFECTS_MAX, EffectEntry, Effects, EndError, ForkOptions, KEYS_MAX, KeyDigest, KeyedRun,
    LogOptions, NamedPoint, Omitted, OpenRun, Point, PointDifference, PointEntry, Restored,
    RunInfo, SUSPENDED_MAX, Side, SuspendedRun, SuspendedState, Suspension, TakenUp, UndoOptions,
    View, ViewEntry,
};
pub use node::{DirEntry, FileKind, Stat};
pub use options::OpenOptions;
pub use outside::{ContentSource, Reseed, Seed, SeedKind};
pub use owner::{Held, Holder};
pub use quota::{Quota, SUSPENDED_BYTES_MAX, Stored};
pub use retention::Retention;
pub use run::{CommitMode, Part, RunId, RunOptions, RunState};
pub use store::{MemoryStore, NameFault, RowChanges};
pub use tree::{
    ContentReader, CopyLinks, CopyOptions, CopyRules, DEFAULT_UMASK, DetailedListing,
    ENTRIES_MAX_DEFAULT, Facts, FileFlags, FindEntry, FindOptions, GlobOptions, ListOrder, Listing,
    MkdirOptions, PathPatterns, Posix, RemoveOptions, Skip, Then, TreeNode, TreeSummary,
    WalkOptions,
};
pub use txn::{MAIN, Publisher, Publishers, RACES_MAX, ReadTxn, Tree, WriteTxn};
