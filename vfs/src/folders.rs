//! Directories of the workspace whose content is not the user's work.

use isolate_text::VPath;

/// The directory of the checkpoints, each a file.
pub const CHECKPOINTS: &str = "/.checkpoints";

/// The directory for output of calls that did not fit into a reply.
pub const OUTPUTS: &str = "/.runs";

/// Directories whose content is not the user's work.
const INTERNAL_FOLDERS: [&str; 2] = [OUTPUTS, CHECKPOINTS];

/// Whether a path is in a directory that belongs to the workspace alone: [`CHECKPOINTS`] or [`OUTPUTS`],
/// whose content is not the user's work.
#[must_use]
pub fn is_internal(path: &VPath) -> bool {
    INTERNAL_FOLDERS.iter().any(|folder| {
        let below = path.as_str().strip_prefix(folder);
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    })
}
