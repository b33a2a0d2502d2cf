//! Paths that end in a slash, and so name a directory.

use super::Tree;
use super::resolve::Follow;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::path::VPath;

impl Tree {
    /// The error for a path that [`Tree::stat`] does not find: that it is missing, or that it is a
    /// file whose path ends in a slash.
    #[must_use]
    pub fn not_found(&self, path: &VPath) -> Error {
        match self.read_scope(|| self.existing(path, Follow::Yes)) {
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
            true => self.read_scope(|| self.locate(path, Follow::No)).map(drop),
            false => Ok(()),
        }
    }
}

/// Refuses a file whose path ends in a slash. A link that was not followed is what it is, whatever it
/// leads to.
pub(crate) fn check_kind_named(path: &VPath, node: Option<&Node>) -> Result<()> {
    match node {
        Some(node) if path.names_directory() && node.kind == FileKind::File => {
            Err(no_directory_at(path, Some(path.without_slash())))
        }
        _ => Ok(()),
    }
}

/// The error for a path that ends in a slash where there is no directory, with the path that was
/// probably meant.
pub(super) fn no_directory_at(path: &VPath, meant: Option<VPath>) -> Error {
    let error = Error::at(ErrorKind::NotDirectory, path)
        .with_detail("not a directory, which the slash at its end asks for");
    match meant {
        Some(meant) => error.with_meant(meant),
        None => error,
    }
}
