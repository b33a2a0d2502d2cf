//! Temporary files that killed processes have left: those of a journal that is gone, or of a directory that
//! was moved or copied since. A journal that is there removes its own.

use std::ffi::OsString;
use std::path::Path;

use super::disk::Disk;
use crate::directory::{Directory, InUse};

/// A temporary file that was found.
#[derive(Debug)]
pub(super) struct Leftover {
    /// The path of its directory: empty for the top, otherwise with a slash at its start.
    pub(super) within: String,
    pub(super) name: OsString,
}

/// Removes those whose directory, and all directories above it, are not in use. What fails is tried again
/// at the next start.
pub(super) fn remove(disk: &Disk, top: &Path, found: &[Leftover]) {
    if found.is_empty() {
        return;
    }
    let above = top.ancestors();
    let locked: Option<Vec<InUse>> = above
        .map(|folder| Directory::open(folder).ok()?.not_in_use())
        .collect();
    let Some(_locked) = locked else { return };
    for group in found.chunk_by(|one, other| one.within == other.within) {
        let [first, ..] = group else { continue };
        remove_in(disk, &first.within, group);
    }
}

fn remove_in(disk: &Disk, within: &str, found: &[Leftover]) {
    let mut _locked = Vec::new();
    let mut below: Option<Directory> = None;
    for name in within.split('/').filter(|name| !name.is_empty()) {
        let directory = below.as_ref().unwrap_or_else(|| disk.top());
        let Ok(next) = directory.open_dir(name.as_ref()) else {
            return;
        };
        let Some(lock) = next.not_in_use() else {
            return;
        };
        _locked.push(lock);
        below = Some(next);
    }
    let directory = below.as_ref().unwrap_or_else(|| disk.top());
    for leftover in found {
        directory.remove_temporary(&leftover.name);
    }
}
