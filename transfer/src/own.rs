//! Folders that belong to a workspace alone.

use isolate_vfs::{CHECKPOINTS, OUTPUTS, VPath};

/// Whether a path is in a folder of the workspace that is not written to the disk.
pub(crate) fn is_own(path: &VPath) -> bool {
    [OUTPUTS, CHECKPOINTS].iter().any(|folder| {
        let below = path.as_str().strip_prefix(folder);
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    })
}
