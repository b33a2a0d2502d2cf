//! What a host answers about many files at once: trees with their metadata, and lines that may match.
//!
//! A host that keeps all files can do so with far less work than commands that ask for each file. What it
//! answers is no more than what they would find: a file that is left out is asked for as without it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{DirEntry, FileSystem, vfs_join};
use crate::builtins::Context;
use crate::error::Result;

/// Entries that the first listing of a walk asks for, and each at most.
const ENTRIES_FIRST: usize = 64;
const ENTRIES_MAX: usize = 4096;

/// Files that the first search of a command asks for, and each at most.
const FILES_FIRST: usize = 16;
const FILES_MAX: usize = 1024;

/// A host that answers about many files at once; given to a command as an extension of its execution, in
/// an [`Arc`].
pub trait Lookup: Send + Sync {
    /// The entries of the directory `from` below `root`, or of `root` itself where that is empty, and of what a
    /// walk of `root` enters next, while no more than `entries` were listed: directories before what is below
    /// them, sorted by name. Links are not followed. Each comes with its path below `root`.
    fn list(
        &self,
        root: &Path,
        from: &Path,
        entries: usize,
    ) -> Result<Vec<(PathBuf, Vec<DirEntry>)>>;

    /// For each of the files, or for the first of them, the lines that an expression of the crate `regex`
    /// matches, at most so many; none where a file has to be read to know that. Nothing is answered for an
    /// expression that cannot be used.
    fn lines(&self, files: &[PathBuf], expression: &str, lines: usize) -> Vec<Option<FoundLines>>;
}

/// The lines of one file that match.
#[derive(Debug, Clone, Default)]
pub struct FoundLines {
    /// They, in their order.
    pub lines: Vec<FoundLine>,
    /// Whether there are more.
    pub has_more: bool,
}

/// One line.
#[derive(Debug, Clone)]
pub struct FoundLine {
    /// How many lines are before it.
    pub index: usize,
    /// How many bytes are before it.
    pub offset: u64,
    /// Its bytes, without the line break.
    pub bytes: Vec<u8>,
}

/// The host that a command may ask.
fn of(ctx: &Context<'_>) -> Option<Arc<dyn Lookup>> {
    ctx.execution_extension::<Arc<dyn Lookup>>()?
        .try_with(Arc::clone)
        .ok()
}

/// Whether a path may be one of the shell's own, as a device is.
fn is_own(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// The listings of a walk, asked for ahead of it.
pub(crate) struct Ahead {
    lookup: Option<Arc<dyn Lookup>>,
    /// Where the walk began.
    root: Option<PathBuf>,
    listed: HashMap<PathBuf, Vec<DirEntry>>,
    entries: usize,
}

impl Ahead {
    pub(crate) fn new(ctx: &Context<'_>) -> Self {
        Self {
            lookup: of(ctx),
            root: None,
            listed: HashMap::new(),
            entries: ENTRIES_FIRST,
        }
    }

    /// The entries of a directory.
    pub(crate) async fn list(&mut self, fs: &dyn FileSystem, path: &Path) -> Result<Vec<DirEntry>> {
        if let Some(entries) = self.listed.remove(path) {
            return Ok(entries);
        }
        if !is_own(path)
            && let Some(entries) = self.ask(path)
        {
            return Ok(entries);
        }
        fs.read_dir(path).await
    }
}

impl Ahead {
    /// The entries of a directory, as the host has them, which also tells what comes next.
    fn ask(&mut self, path: &Path) -> Option<Vec<DirEntry>> {
        let lookup = self.lookup.as_ref()?;
        let root = match self.root.take() {
            Some(root) if path.starts_with(&root) => root,
            _ => path.to_path_buf(),
        };
        let from = path.strip_prefix(&root).ok()?;
        let listings = lookup.list(&root, from, self.entries);
        self.entries = (self.entries * 4).min(ENTRIES_MAX);
        let mut listings = listings.ok()?.into_iter();
        let (_, entries) = listings.next()?;
        // What the walk has left out is not kept.
        self.listed.clear();
        self.listed
            .extend(listings.map(|(below, entries)| (vfs_join(&root, below), entries)));
        self.root = Some(root);
        Some(entries)
    }
}

/// The lines of files that may match, asked for ahead of the command that reads them.
pub(crate) struct Finder {
    lookup: Arc<dyn Lookup>,
    expression: String,
    lines: usize,
    found: HashMap<PathBuf, Option<FoundLines>>,
    files: usize,
}

impl Finder {
    /// Of an expression of the crate `regex`, and so many lines of each file.
    pub(crate) fn new(ctx: &Context<'_>, expression: String, lines: usize) -> Option<Self> {
        Some(Self {
            lookup: of(ctx)?,
            expression,
            lines,
            found: HashMap::new(),
            files: FILES_FIRST,
        })
    }

    /// The lines of a file that may match; none if it has to be read. `following` are those that are likely
    /// to be asked for next.
    pub(crate) fn take(
        &mut self,
        path: &Path,
        following: impl Iterator<Item = PathBuf>,
    ) -> Option<FoundLines> {
        if is_own(path) {
            return None;
        }
        if let Some(found) = self.found.remove(path) {
            return found;
        }
        let files: Vec<PathBuf> = std::iter::once(path.to_path_buf())
            .chain(following.filter(|path| !is_own(path)))
            .take(self.files)
            .collect();
        self.files = (self.files * 4).min(FILES_MAX);
        let answers = self.lookup.lines(&files, &self.expression, self.lines);
        self.found = files.into_iter().zip(answers).collect();
        self.found.remove(path).flatten()
    }
}
