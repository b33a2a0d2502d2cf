//! Operations on text and bytes. They know nothing of trees.

pub mod archive;
pub mod compress;
pub mod detect;
pub mod diff;
pub mod edit;
pub mod git;
pub mod glob;
pub mod hash;
pub mod ignore;
pub mod json;
pub mod merge;
pub mod outline;
pub mod patch;
pub mod search;
pub mod stop;
pub mod text;
pub mod text_edit;
