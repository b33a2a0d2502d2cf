//! Operations on text and bytes: differences, patches, merges, edits, JSON, searches, path patterns,
//! archives, digests.
//!
//! Nothing here knows a filesystem, an engine or a protocol. What grows with its input charges the
//! [`budget`] of its thread first, and loops that may be long check the [`stop`] signal.

#![forbid(unsafe_code)]

pub mod archive;
pub mod aside;
pub mod budget;
pub mod compress;
pub mod detect;
pub mod diff;
pub mod edit;
pub mod git;
pub mod glob;
pub mod hash;
pub mod ignore;
pub mod json;
pub mod lines;
mod lossy;
pub mod merge;
pub mod outline;
pub mod patch;
mod path;
pub mod quoting;
pub mod search;
pub mod stop;
pub mod text_edit;

pub use lossy::lossy;
pub use path::{DEPTH_MAX, NAME_BYTES_MAX, PATH_BYTES_MAX, PathError, VPath, check_path_bounds};
