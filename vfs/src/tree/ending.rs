//! Paths that end in a slash, and so name a directory.

use isolate_text::VPath;

use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::txn::Tree;

impl Tree {
    /// Refuses the path of a file that is to be made, where it ends in a slash.
    ///
    /// # Errors
    /// `IsDirectory`.
    pub fn check_file_path(path: &VPath) -> Result<()> {
        if !path.names_directory() {
            return Ok(());
        }
        Err(Error::at(ErrorKind::IsDirectory, path)
            .with_detail("a slash at the end names a directory, not a file")
            .with_suggestion(path.without_slash()))
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

/// The error for a path that ends in a slash where there is no directory, with the path that the
/// caller probably wanted.
pub(super) fn no_directory_at(path: &VPath, suggestion: Option<VPath>) -> Error {
    let error = Error::at(ErrorKind::NotDirectory, path)
        .with_detail("not a directory, which the slash at its end asks for");
    match suggestion {
        Some(path) => error.with_suggestion(path),
        None => error,
    }
}
