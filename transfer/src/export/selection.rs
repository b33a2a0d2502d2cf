//! What of a view is written.

use isolate_text::VPath;
use isolate_vfs::{ErrorKind as VfsErrorKind, FileKind, View, ViewEntry, is_internal};

use super::too_large;
use crate::error::Result;

/// Some paths of a view, with the directories above them and everything below.
pub(super) struct Selection<'a> {
    pub(super) view: &'a View<'a>,
    /// None lies below another that it is written with.
    pub(super) paths: Vec<VPath>,
}

impl Selection<'_> {
    /// Visits each entry but the root, a directory before its entries. Directories above the paths come
    /// first, without their other entries. Checkpoints and the folder `/.runs` belong to the workspace
    /// alone, and are left out unless one of the paths is in them.
    pub(super) fn each(&self, mut visit: impl FnMut(&ViewEntry) -> Result<()>) -> Result<()> {
        let mut last = VPath::root();
        for path in &self.paths {
            let mut above: Vec<VPath> = Vec::new();
            let mut next = path.parent();
            while let Some(directory) = next.filter(|directory| !directory.is_root()) {
                next = directory.parent();
                above.push(directory);
            }
            for directory in above.into_iter().rev() {
                if last.starts_with(&directory) {
                    continue;
                }
                let entry = self.view.entry(&directory)?.ok_or_else(|| missing(path))?;
                visit(&entry)?;
                last = directory;
            }
            self.view.walk(path, |entry| {
                if entry.path.is_root() || is_internal(&entry.path) && !is_internal(path) {
                    return Ok(());
                }
                last = entry.path.clone();
                visit(entry)
            })?;
        }
        Ok(())
    }

    /// Refuses files that are too large together, by their recorded sizes. No more than that size is read
    /// of a file.
    pub(super) fn check_bytes(&self, bytes_max: u64) -> Result<()> {
        let mut bytes = 0_u64;
        self.each(|entry| {
            if entry.stat.kind == FileKind::File {
                bytes = bytes.saturating_add(entry.stat.size);
            }
            if bytes > bytes_max {
                return Err(too_large(bytes_max));
            }
            Ok(())
        })
    }
}

fn missing(path: &VPath) -> isolate_vfs::Error {
    isolate_vfs::Error::at(VfsErrorKind::NotFound, path)
}
