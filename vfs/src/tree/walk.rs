//! Walking a tree: one listing per directory that is entered.
//!
//! A walk from the root passes over the folders that belong to the workspace alone; one from a path in
//! them does not.

/// Setters of the bounds that all walks have.
macro_rules! bounds {
    ($depth_max:literal, $entries_max:literal) => {
        #[doc = $depth_max]
        #[must_use]
        pub fn depth_max(mut self, depth: u32) -> Self {
            self.depth_max = Some(depth);
            self
        }

        #[doc = $entries_max]
        #[must_use]
        pub fn entries_max(mut self, entries: usize) -> Self {
            self.entries_max = entries;
            self
        }
    };
}

mod find;
mod glob;
mod skip;

use std::collections::HashSet;
use std::rc::Rc;

pub use find::{FindEntry, FindOptions};
pub use glob::GlobOptions;
pub use skip::Skip;

use super::{ENTRIES_MAX_DEFAULT, NODE_BYTES, Tree, check_entries};
use crate::budget;
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::ops::ignore::Level;
use crate::path::{VPath, check_path_bounds};

/// Memory of a found entry beside its path, in a list that grows.
const FOUND_BYTES: usize = 128;

/// How far [`Tree::walk`] and [`Tree::summarize`] go.
///
/// ```
/// use isolate_vfs::WalkOptions;
///
/// let options = WalkOptions::new().depth_max(3).entries_max(10_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkOptions {
    /// Largest depth; what is deeper is not entered. The root of the walk has depth 0. Default:
    /// any depth.
    pub depth_max: Option<u32>,
    /// Most entries to look at, the root included. Default: 1,000,000.
    pub entries_max: usize,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl WalkOptions {
    /// The defaults: any depth, and at most 1,000,000 entries.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            depth_max: None,
            entries_max: ENTRIES_MAX_DEFAULT,
        }
    }

    bounds!(
        "Sets the largest depth.",
        "Sets the largest number of entries to look at."
    );
}

/// An entry and what is below it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeNode {
    /// Its path.
    pub path: VPath,
    /// What it is; links are not followed.
    pub kind: FileKind,
    /// Its size in bytes.
    pub size: u64,
    /// Its entries by name; none for a directory that was not entered.
    pub children: Option<Vec<Self>>,
}

/// The totals of a tree, its root included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TreeSummary {
    /// Files.
    pub files: u64,
    /// Directories.
    pub directories: u64,
    /// Links.
    pub symlinks: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// The depth of the deepest entry.
    pub depth_max: u32,
}

/// An entry on the way through a tree.
struct Visit {
    path: VPath,
    node: Node,
    depth: u32,
    /// The `.gitignore` rules that hold below its directory.
    level: Option<Rc<Level>>,
}

impl Visit {
    fn root(path: VPath, node: Node) -> Self {
        Self {
            path,
            node,
            depth: 0,
            level: None,
        }
    }

    /// The memory that it takes, with room for a list that has grown by half.
    fn bytes(&self) -> usize {
        self.path.as_str().len() + NODE_BYTES * 3 / 2
    }
}

/// Visits a tree in pre-order, the entries of a directory by name.
///
/// In a sound tree each directory has a number of its own, and no path is beyond the bounds of
/// paths. In a forged file that need not hold: the walk then ends with `Corrupt`, having entered no
/// directory twice.
struct Walk<'tree> {
    tree: &'tree Tree,
    depth_max: u32,
    entries_left: usize,
    entries_max: usize,
    skip: Option<&'tree Skip>,
    /// The path that was given, and the same path without links.
    root: (VPath, VPath),
    /// The numbers of the directories that were entered.
    entered: HashSet<i64>,
}

impl<'tree> Walk<'tree> {
    fn new(tree: &'tree Tree, depth_max: Option<u32>, entries_max: usize) -> Self {
        Self {
            tree,
            depth_max: depth_max.unwrap_or(u32::MAX),
            entries_left: entries_max,
            entries_max,
            skip: None,
            root: (VPath::root(), VPath::root()),
            entered: HashSet::new(),
        }
    }

    fn skipping(self, skip: &'tree Skip) -> Self {
        Self {
            skip: (!skip.is_nothing()).then_some(skip),
            ..self
        }
    }

    /// Sets the real path of the entries below a path.
    fn rooted(self, asked: &VPath, real: VPath) -> Self {
        Self {
            root: (asked.clone(), real),
            ..self
        }
    }

    /// Whether the guard of the tree hides an entry.
    fn is_hidden(&self, path: &VPath) -> bool {
        let (asked, real) = &self.root;
        if asked == real {
            return self.tree.is_hidden(path);
        }
        let below = path
            .as_str()
            .get(asked.as_str().len()..)
            .unwrap_or_default();
        self.tree.is_hidden(&VPath::from_normal(format!(
            "{}{below}",
            real.as_str().trim_end_matches('/')
        )))
    }

    fn run(&mut self, mut root: Visit, mut visit: impl FnMut(&Visit) -> Result<()>) -> Result<()> {
        self.spend(1)?;
        if let Some(skip) = self.skip {
            root.level = skip.above(self.tree, &root.path)?;
        }
        let mut pending = vec![root];
        while let Some(next) = pending.pop() {
            visit(&next)?;
            if next.node.is_dir() && next.depth < self.depth_max {
                let children = self.children(&next)?;
                pending.extend(children.into_iter().rev());
            }
            budget::release(next.bytes());
        }
        Ok(())
    }

    /// Refuses to enter a directory twice, or one whose entries cannot have a path.
    fn enter(&mut self, directory: &Visit) -> Result<()> {
        if !self.entered.insert(directory.node.id) {
            return Err(Error::corrupt("a directory that is in two places").naming(&directory.path));
        }
        let (asked, real) = &self.root;
        let below = directory.path.as_str().len() - asked.as_str().len();
        let depth = real.depth() + usize::try_from(directory.depth).unwrap_or(usize::MAX);
        check_path_bounds(real.as_str().len() + below, depth)
            .map_err(|_| Error::corrupt("a path beyond all bounds"))
    }

    fn children(&mut self, of: &Visit) -> Result<Vec<Visit>> {
        self.enter(of)?;
        let rows = match self.tree.children(of.node.id, self.entries_left) {
            Err(error) if error.kind() == ErrorKind::TooLarge => return Err(self.too_large()),
            rows => rows?,
        };
        self.spend(rows.len())?;
        let names = rows.iter().map(|(name, _)| name.len() + NODE_BYTES);
        let rows_bytes = names.sum::<usize>();
        let base = if of.path.is_root() {
            ""
        } else {
            of.path.as_str()
        };
        let level = match self.skip {
            Some(skip) => skip.level(self.tree, base, &rows, of.level.as_ref())?,
            None => None,
        };
        let is_of_root = of.depth == 0 && self.root.1.is_root();
        let mut visits = Vec::with_capacity(rows.len());
        for (name, node) in rows {
            let path = VPath::from_normal(format!("{base}/{name}"));
            if is_of_root && is_internal(&path) {
                continue;
            }
            if self.tree.is_guarded() && self.is_hidden(&path) {
                continue;
            }
            if let Some(skip) = self.skip {
                self.tree.check_deadline()?;
                if skip.leaves_out(&path, &node, level.as_deref()) {
                    continue;
                }
            }
            let visit = Visit {
                path,
                node,
                depth: of.depth + 1,
                level: level.clone(),
            };
            budget::charge(visit.bytes())?;
            visits.push(visit);
        }
        budget::release(rows_bytes);
        Ok(visits)
    }

    fn spend(&mut self, count: usize) -> Result<()> {
        self.entries_left = self
            .entries_left
            .checked_sub(count)
            .ok_or_else(|| self.too_large())?;
        Ok(())
    }

    fn too_large(&self) -> Error {
        check_entries(usize::MAX, self.entries_max)
            .err()
            .unwrap_or_else(|| Error::new(ErrorKind::TooLarge))
    }
}

impl Tree {
    /// An entry with everything below it, within a depth.
    ///
    /// # Errors
    /// `NotFound`; `TooLarge` beyond [`WalkOptions::entries_max`]; `Loop`, `Deadline`.
    pub fn walk(&self, path: &VPath, options: &WalkOptions) -> Result<TreeNode> {
        self.read_scope(|| {
            let (real, node) = self
                .entry(path)?
                .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
            self.guard(Verb::List, &real, 0)?;
            let mut walk =
                Walk::new(self, options.depth_max, options.entries_max).rooted(path, real);
            walk.spend(1)?;
            // The directories being filled, from the root down.
            let mut open: Vec<(TreeNode, std::vec::IntoIter<Visit>)> = Vec::new();
            let mut next = Some(Visit::root(path.clone(), node));
            loop {
                let mut done = None;
                if let Some(visit) = next.take() {
                    let mut tree = TreeNode {
                        path: visit.path.clone(),
                        kind: visit.node.kind,
                        size: visit.node.size,
                        children: None,
                    };
                    budget::release(visit.bytes());
                    budget::charge(visit.path.as_str().len() + FOUND_BYTES)?;
                    if visit.node.is_dir() && visit.depth < walk.depth_max {
                        tree.children = Some(Vec::new());
                        let children = walk.children(&visit)?;
                        open.push((tree, children.into_iter()));
                    } else {
                        done = Some(tree);
                    }
                }
                match (open.last_mut(), done) {
                    (None, Some(tree)) => return Ok(tree),
                    (Some((parent, _)), Some(tree)) => {
                        parent.children.get_or_insert_default().push(tree)
                    }
                    (_, None) => {}
                }
                let Some((_, rest)) = open.last_mut() else {
                    return Err(Error::corrupt("a tree without a root"));
                };
                next = rest.next();
                if next.is_none() {
                    let (tree, _) = open.pop().expect("the list was not empty above");
                    match open.last_mut() {
                        None => return Ok(tree),
                        Some((parent, _)) => parent.children.get_or_insert_default().push(tree),
                    }
                }
            }
        })
    }

    /// Counts what is at a path and below it, within a depth.
    ///
    /// # Errors
    /// As [`Tree::walk`].
    pub fn summarize(&self, path: &VPath, options: &WalkOptions) -> Result<TreeSummary> {
        self.read_scope(|| {
            let (real, node) = self
                .entry(path)?
                .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
            self.guard(Verb::List, &real, 0)?;
            let mut summary = TreeSummary::default();
            let root = Visit::root(path.clone(), node);
            let mut walk =
                Walk::new(self, options.depth_max, options.entries_max).rooted(path, real);
            walk.run(root, |visit| {
                match visit.node.kind {
                    FileKind::File => {
                        summary.files += 1;
                        summary.bytes = summary.bytes.saturating_add(visit.node.size);
                    }
                    FileKind::Directory => summary.directories += 1,
                    FileKind::Symlink => summary.symlinks += 1,
                }
                summary.depth_max = summary.depth_max.max(visit.depth);
                Ok(())
            })?;
            Ok(summary)
        })
    }
}
