//! Paths where nothing is found.

use isolate_text::VPath;

use super::resolve::Follow;
use crate::error::{Error, ErrorKind, Result};
use crate::txn::Tree;

impl Tree {
    /// The error for a path that [`Tree::stat`] does not find: that it is missing, or that it is a
    /// file whose path ends in a slash.
    #[must_use]
    pub fn not_found(&self, path: &VPath) -> Error {
        match self.snapshot(|txn| txn.existing(path, Follow::Yes)) {
            Err(error) if error.kind() == ErrorKind::NotDirectory => error,
            _ => Error::at(ErrorKind::NotFound, path),
        }
    }

    /// Refuses a path that ends in a slash and is a file now. For operations that look for a path in
    /// the history, or among other paths, and do not resolve it.
    ///
    /// # Errors
    /// `NotDirectory`, `Loop`.
    pub fn check_ending(&self, path: &VPath) -> Result<()> {
        match path.names_directory() {
            true => self.snapshot(|txn| txn.locate(path, Follow::No)).map(drop),
            false => Ok(()),
        }
    }
}
