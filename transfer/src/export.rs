//! Writing a workspace to a directory or an archive.

mod folder;
mod packed;
mod selection;
mod target;

use std::path::Path;

use isolate_text::VPath;
use isolate_text::archive::Format;
use isolate_vfs::{Point, Tree, is_internal};

use crate::error::{Error, ErrorKind, Result};
use crate::report::{Progress, Report};
use selection::Selection;

/// How to write a workspace to a directory or an archive.
///
/// ```
/// use isolate_transfer::Export;
/// use isolate_text::VPath;
/// use isolate_vfs::{Point, RunId};
///
/// let export = Export::new()
///     .at(Point::After(RunId::from(7)))
///     .path(VPath::parse("/src")?);
/// # Ok::<(), isolate_text::PathError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Export {
    pub(crate) at: Point,
    /// What to write, with everything below it. Entries keep their whole paths. Default: everything.
    pub(crate) paths: Vec<VPath>,
    pub(crate) overwrite: bool,
    pub(crate) bytes_max: Option<u64>,
}

impl Default for Export {
    fn default() -> Self {
        Self {
            at: Point::Now,
            paths: Vec::new(),
            overwrite: false,
            bytes_max: None,
        }
    }
}

impl Export {
    /// The defaults: everything as it is now, over nothing that differs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the point of the history. Default: the present state.
    #[must_use]
    pub fn at(mut self, point: Point) -> Self {
        self.at = point;
        self
    }

    /// Adds a path to write; without any, everything is written.
    #[must_use]
    pub fn path(mut self, path: VPath) -> Self {
        self.paths.push(path);
        self
    }

    /// Replaces files and links that differ. Default: `false`, which makes them conflicts.
    #[must_use]
    pub fn overwrite(mut self) -> Self {
        self.overwrite = true;
        self
    }

    /// Sets the largest sum of the sizes of all files, in bytes: a prepared workspace can say that its
    /// files are thousands of times larger than itself. Default: none, which is the quota of the tree.
    #[must_use]
    pub fn bytes_max(mut self, bytes: u64) -> Self {
        self.bytes_max = Some(bytes);
        self
    }

    /// Writes the tree to `target`: to an archive if its name ends in `.tar`, `.tar.gz`, `.tgz` or
    /// `.zip` and no directory is there, and otherwise to a directory, which is made where it is
    /// missing.
    ///
    /// All that is written belongs to one state of the tree. Kept are names, bytes, permissions, times,
    /// and links that stay within the target; the bits that let a program run with the rights of its
    /// owner are not. What the disk cannot hold is skipped and reported.
    ///
    /// # Errors
    /// `Conflict` before anything is written; `Workspace` for a point or a path that is not there;
    /// `Target`, after which the files that are there are whole; `TooLarge`.
    pub fn run(&self, tree: &Tree, target: &Path) -> Result<Report> {
        self.run_with(tree, target, |_| {})
    }

    /// As [`Export::run`], and calls `progress` after each entry.
    ///
    /// # Errors
    /// As [`Export::run`].
    pub fn run_with(
        &self,
        tree: &Tree,
        target: &Path,
        mut progress: impl FnMut(Progress),
    ) -> Result<Report> {
        tree.at(self.at, |view| {
            let selection = Selection {
                view,
                paths: self.top_paths(),
            };
            let bytes_max = self.bytes_max.unwrap_or(tree.quota().bytes());
            selection.check_bytes(bytes_max)?;
            let name = target.file_name().unwrap_or_default().to_string_lossy();
            match Format::of_name(&name).filter(|_| !target.is_dir() && !names_directory(target)) {
                Some(format) => {
                    packed::write(self, tree, &selection, format, target, &mut progress)
                }
                None => folder::write(self, tree, &selection, target, &mut progress),
            }
        })
    }

    /// The paths, without those that lie below others. What belongs to the workspace alone is not
    /// written with what is above it.
    fn top_paths(&self) -> Vec<VPath> {
        let mut paths = self.paths.clone();
        if paths.is_empty() {
            paths.push(VPath::root());
        }
        paths.sort();
        let mut top: Vec<VPath> = Vec::with_capacity(paths.len());
        for path in paths {
            let is_within =
                |above: &VPath| path.starts_with(above) && is_internal(&path) == is_internal(above);
            if !top.iter().any(is_within) {
                top.push(path);
            }
        }
        top
    }
}

/// That the files are too large together.
fn too_large(bytes_max: u64) -> Error {
    Error::new(
        ErrorKind::TooLarge,
        format!("the files have more than the {bytes_max} bytes that are allowed together"),
    )
}

/// Whether a path of the disk ends in a slash, and so names a directory.
fn names_directory(target: &Path) -> bool {
    let text = target.as_os_str().as_encoded_bytes();
    text.ends_with(b"/") || text.ends_with(b"/.")
}
