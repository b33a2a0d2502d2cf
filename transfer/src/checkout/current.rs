//! What is different between a workspace and its directory.

use isolate_vfs::{Difference, Point, SeedKind, Tree, is_internal};

use super::{Checkout, scan};
use crate::error::Result;

impl Checkout {
    /// What has changed in the workspace since it was opened or written back, sorted by path, for
    /// [`Tree::write_patch`]. Checkpoints and the folder `/.runs` belong to the workspace alone.
    ///
    /// # Errors
    /// As every read: `Workspace`.
    pub fn differences(&self, tree: &Tree) -> Result<Vec<Difference>> {
        let mut differences = tree.differences(Point::After(self.base), Point::Now)?;
        differences.retain_mut(|difference| {
            let is_from_inside = difference.moved_from.as_ref().is_some_and(is_internal);
            if is_internal(&difference.path) {
                // What was moved there is gone.
                let from = difference.moved_from.take().filter(|_| !is_from_inside);
                difference.after = None;
                return from.is_some_and(|from| {
                    difference.path = from;
                    true
                });
            }
            if is_from_inside {
                (difference.moved_from, difference.before) = (None, None);
            }
            true
        });
        Ok(differences)
    }

    /// Whether the directory on the disk is what it was when it was opened, or became by write-backs.
    /// Looks at every entry, as opening does, and reads no file. After `false`, open it again to see
    /// what is there now.
    ///
    /// # Errors
    /// As [`Checkout::open`].
    pub fn is_current(&self) -> Result<bool> {
        let lock = self.journal.exists().then(|| self.journal.lock());
        let _lock = lock.transpose()?;
        let scanned = scan::scan(self.disk.top(), &self.path, &self.options, &self.state)?;
        let mut entries = scanned.entries.iter().zip(&scanned.stamps);
        let is_known = entries.all(|(entry, stamp)| {
            let known = self.known.get(entry.path.as_str());
            known.is_some_and(|known| match entry.kind {
                // Its time is that of the last change of what is in it.
                SeedKind::Directory => known.stamp.has_mode_of(stamp),
                SeedKind::File(_) | SeedKind::Symlink(_) => known.stamp == *stamp,
            })
        });
        Ok(is_known && scanned.entries.len() == self.known.len())
    }
}
