//! The copy of a file that is about to be repaired.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind, Result, system_reason};
use crate::txn::Tree;

/// Most copies beside one file.
const COPIES_MAX: u32 = 10_000;

/// An empty file for the copy, which is removed again unless it is kept.
pub(super) struct Copy {
    path: PathBuf,
    is_kept: bool,
}

impl Copy {
    /// Makes the file `.before-repair-N` beside the workspace, with the first number that is free.
    pub(super) fn beside(tree: &Tree) -> Result<Self> {
        let Some(database) = tree.files_on_disk().into_iter().next() else {
            return Err(Error::new(ErrorKind::Invalid).with_detail("the workspace is in memory"));
        };
        for number in 1..=COPIES_MAX {
            let mut name = database.as_os_str().to_owned();
            name.push(format!(".before-repair-{number}"));
            let path = PathBuf::from(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => {
                    let copy = Self {
                        path,
                        is_kept: false,
                    };
                    // Who may not read the workspace may not read its copy.
                    if let Ok(metadata) = fs::metadata(&database) {
                        fs::set_permissions(&copy.path, metadata.permissions()).map_err(failed)?;
                    }
                    return Ok(copy);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(Error::new(ErrorKind::Exists).with_detail(
            "there are too many copies from before earlier repairs: remove those named .before-repair-N",
        ))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the file, which is on the disk then.
    pub(super) fn keep(mut self) -> Result<PathBuf> {
        let file = File::open(&self.path).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        if let Some(folder) = self.path.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        self.is_kept = true;
        Ok(self.path.clone())
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        if !self.is_kept {
            // What fails leaves a file behind, which the next copy does not touch.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn failed(cause: io::Error) -> Error {
    let kind = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ErrorKind::NoSpace,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => ErrorKind::ReadOnly,
        _ => ErrorKind::Storage,
    };
    Error::new(kind).with_detail(format!(
        "nothing is repaired, because the copy cannot be made: {}",
        system_reason(&cause)
    ))
}
