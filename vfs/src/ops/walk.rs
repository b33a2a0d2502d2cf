//! Finding, walking, summing up and matching: one listing per directory that is entered.

mod skip;

use std::collections::HashSet;
use std::rc::Rc;

use skip::Level;
pub use skip::Skip;

use crate::budget;
use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::ops::glob::Glob;
use crate::path::{VPath, check_path_bounds};
use crate::tree::{ENTRIES_MAX_DEFAULT, NODE_BYTES, Tree, check_entries};

/// What an entry that was found takes beside its path, in a list that grows.
const FOUND_BYTES: usize = 128;

/// What [`Tree::find`] looks for. An entry is found if it meets every condition that is set.
///
/// ```
/// use isolate_vfs::{FileKind, FindOptions};
///
/// let options = FindOptions::new().kinds([FileKind::File]).depth_max(3);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FindOptions {
    /// Kinds of entries; an empty list finds nothing.
    pub kinds: Option<Vec<FileKind>>,
    /// A pattern for the last component.
    pub name: Option<Glob>,
    /// A pattern for the whole path.
    pub path: Option<Glob>,
    /// Smallest size in bytes.
    pub size_min: Option<u64>,
    /// Largest size in bytes.
    pub size_max: Option<u64>,
    /// Changed later than this. Both times are compared in whole milliseconds.
    pub mtime_after: Option<Timestamp>,
    /// Changed earlier than this.
    pub mtime_before: Option<Timestamp>,
    /// Whether to find what is empty, a directory without entries or a file without bytes,
    /// or what is not.
    pub empty: Option<bool>,
    /// Smallest depth; the root of the search has depth 0.
    pub depth_min: u32,
    /// Largest depth; what is deeper is not entered.
    pub depth_max: Option<u32>,
    /// What to leave out, with everything below it.
    pub skip: Skip,
    /// Most entries to look at. Default: 1,000,000.
    pub entries_max: usize,
}

/// How [`Tree::glob_with`] looks for what a pattern matches.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GlobOptions {
    /// What to leave out, with everything below it.
    pub skip: Skip,
    /// Largest depth below the literal beginning of the pattern; what is deeper is not entered.
    pub depth_max: Option<u32>,
    /// Most entries to find. Default: 1,000,000.
    pub entries_max: usize,
}

impl Default for GlobOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl GlobOptions {
    /// The defaults: any depth, and nothing is left out.
    #[must_use]
    pub fn new() -> Self {
        Self {
            skip: Skip::default(),
            depth_max: None,
            entries_max: ENTRIES_MAX_DEFAULT,
        }
    }

    /// Sets what to leave out.
    #[must_use]
    pub fn skip(mut self, skip: Skip) -> Self {
        self.skip = skip;
        self
    }

    /// Sets the largest depth below the literal beginning of the pattern.
    #[must_use]
    pub fn depth_max(mut self, depth: u32) -> Self {
        self.depth_max = Some(depth);
        self
    }

    /// Sets the largest number of entries to find.
    #[must_use]
    pub fn entries_max(mut self, entries: usize) -> Self {
        self.entries_max = entries;
        self
    }
}

impl Default for FindOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl FindOptions {
    /// No condition: finds every entry.
    #[must_use]
    pub fn new() -> Self {
        Self {
            kinds: None,
            name: None,
            path: None,
            size_min: None,
            size_max: None,
            mtime_after: None,
            mtime_before: None,
            empty: None,
            depth_min: 0,
            depth_max: None,
            skip: Skip::default(),
            entries_max: ENTRIES_MAX_DEFAULT,
        }
    }

    /// Finds only entries of these kinds.
    #[must_use]
    pub fn kinds(mut self, kinds: impl Into<Vec<FileKind>>) -> Self {
        self.kinds = Some(kinds.into());
        self
    }

    /// Finds only entries whose last component matches a pattern.
    #[must_use]
    pub fn name(mut self, pattern: Glob) -> Self {
        self.name = Some(pattern);
        self
    }

    /// Finds only entries whose whole path matches a pattern.
    #[must_use]
    pub fn path(mut self, pattern: Glob) -> Self {
        self.path = Some(pattern);
        self
    }

    /// Sets the smallest size in bytes.
    #[must_use]
    pub fn size_min(mut self, bytes: u64) -> Self {
        self.size_min = Some(bytes);
        self
    }

    /// Sets the largest size in bytes.
    #[must_use]
    pub fn size_max(mut self, bytes: u64) -> Self {
        self.size_max = Some(bytes);
        self
    }

    /// Finds only what was changed later than this.
    #[must_use]
    pub fn mtime_after(mut self, time: Timestamp) -> Self {
        self.mtime_after = Some(time);
        self
    }

    /// Finds only what was changed earlier than this.
    #[must_use]
    pub fn mtime_before(mut self, time: Timestamp) -> Self {
        self.mtime_before = Some(time);
        self
    }

    /// Finds only what is empty, or only what is not: see [`FindOptions::empty`].
    #[must_use]
    pub fn empty(mut self, is_empty: bool) -> Self {
        self.empty = Some(is_empty);
        self
    }

    /// Sets the smallest depth.
    #[must_use]
    pub fn depth_min(mut self, depth: u32) -> Self {
        self.depth_min = depth;
        self
    }

    /// Sets the largest depth.
    #[must_use]
    pub fn depth_max(mut self, depth: u32) -> Self {
        self.depth_max = Some(depth);
        self
    }

    /// Sets what to leave out.
    #[must_use]
    pub fn skip(mut self, skip: Skip) -> Self {
        self.skip = skip;
        self
    }

    /// Sets the largest number of entries to look at.
    #[must_use]
    pub fn entries_max(mut self, entries: usize) -> Self {
        self.entries_max = entries;
        self
    }
}

/// One entry that [`Tree::find`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FindEntry {
    /// Its path, below the path that was searched.
    pub path: VPath,
    /// What it is; links are not followed.
    pub kind: FileKind,
    /// How far below the root of the search it is.
    pub depth: u32,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last changed.
    pub mtime: Timestamp,
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

/// What a tree amounts to, its root included.
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
/// `enter` tells for each entry whether to go below it; it is told the number of entries
/// of a directory when `counts` asks for it.
///
/// In a sound tree each directory has a number of its own, and no path is beyond the bounds of
/// paths. A prepared file may say otherwise: the walk then ends with `Corrupt`, having entered no
/// directory twice.
struct Walk<'tree> {
    tree: &'tree Tree,
    depth_max: u32,
    entries_left: usize,
    entries_max: usize,
    skip: Option<&'tree Skip>,
    /// The path that was asked for, and the same path free of links.
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

    /// Says where the entries below a path really are.
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
        let mut visits = Vec::with_capacity(rows.len());
        for (name, node) in rows {
            let path = VPath::from_normal(format!("{base}/{name}"));
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
    /// Finds entries below a path and at it, in pre-order; a missing path has none.
    ///
    /// # Errors
    /// `TooLarge` when more than `entries_max` entries have to be looked at; `Loop`,
    /// `Deadline`.
    pub fn find(&self, path: &VPath, options: &FindOptions) -> Result<Vec<FindEntry>> {
        self.read_scope(|| {
            let mut found = Vec::new();
            let Some((real, node)) = self.entry(path)? else {
                return Ok(found);
            };
            self.guard(Verb::List, &real, 0)?;
            // Entries are told below the path that was asked for; a link on the way keeps its name.
            let walk =
                Walk::new(self, options.depth_max, options.entries_max).rooted(path, real.clone());
            let root = Visit::root(if real == *path { real } else { path.clone() }, node);
            walk.skipping(&options.skip).run(root, |visit| {
                if self.is_wanted(visit, options)? {
                    let stat = visit.node.stat();
                    budget::charge(visit.path.as_str().len() + FOUND_BYTES)?;
                    found.push(FindEntry {
                        path: visit.path.clone(),
                        kind: stat.kind,
                        depth: visit.depth,
                        size: stat.size,
                        mtime: stat.mtime,
                    });
                }
                Ok(())
            })?;
            Ok(found)
        })
    }

    fn is_wanted(&self, visit: &Visit, options: &FindOptions) -> Result<bool> {
        let stat = visit.node.stat();
        let fits = visit.depth >= options.depth_min
            && options
                .kinds
                .as_ref()
                .is_none_or(|kinds| kinds.contains(&stat.kind))
            && options.size_min.is_none_or(|min| stat.size >= min)
            && options.size_max.is_none_or(|max| stat.size <= max)
            && options
                .mtime_after
                .is_none_or(|after| stat.mtime.as_millis() > after.as_millis())
            && options
                .mtime_before
                .is_none_or(|before| stat.mtime.as_millis() < before.as_millis())
            && options
                .name
                .as_ref()
                .is_none_or(|glob| glob.is_match(visit.path.name().unwrap_or("/")))
            && options
                .path
                .as_ref()
                .is_none_or(|glob| glob.is_match(visit.path.as_str()));
        match options.empty {
            Some(wanted) if fits => {
                let empty = match stat.kind {
                    FileKind::File => stat.size == 0,
                    FileKind::Directory => self.is_empty_dir(visit.node.id)?,
                    FileKind::Symlink => false,
                };
                Ok(empty == wanted)
            }
            _ => Ok(fits),
        }
    }

    /// An entry with everything below it, down to `depth_max`.
    ///
    /// # Errors
    /// `NotFound`; `TooLarge` beyond `entries_max` entries; `Loop`, `Deadline`.
    pub fn walk(
        &self,
        path: &VPath,
        depth_max: Option<u32>,
        entries_max: usize,
    ) -> Result<TreeNode> {
        self.read_scope(|| {
            let (real, node) = self
                .entry(path)?
                .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
            self.guard(Verb::List, &real, 0)?;
            let mut walk = Walk::new(self, depth_max, entries_max).rooted(path, real);
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

    /// Counts what is at a path and below it, down to `depth_max`.
    ///
    /// # Errors
    /// `NotFound`; `TooLarge` beyond `entries_max` entries; `Loop`, `Deadline`.
    pub fn summarize(
        &self,
        path: &VPath,
        depth_max: Option<u32>,
        entries_max: usize,
    ) -> Result<TreeSummary> {
        self.read_scope(|| {
            let (real, node) = self
                .entry(path)?
                .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
            self.guard(Verb::List, &real, 0)?;
            let mut summary = TreeSummary::default();
            let root = Visit::root(path.clone(), node);
            let mut walk = Walk::new(self, depth_max, entries_max).rooted(path, real);
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

    /// The entries that a pattern matches, sorted by the bytes of their paths; never the root.
    ///
    /// Only what lies below the literal beginning of the pattern is looked at. Links match
    /// by their own path and are not entered.
    ///
    /// # Errors
    /// `TooLarge` beyond `entries_max` matches; `Deadline`.
    pub fn glob(&self, glob: &Glob, entries_max: usize) -> Result<Vec<(VPath, FileKind)>> {
        self.glob_with(glob, &GlobOptions::new().entries_max(entries_max))
    }

    /// As [`Tree::glob`], within a depth and without what is to be left out.
    ///
    /// # Errors
    /// As [`Tree::glob`].
    pub fn glob_with(&self, glob: &Glob, options: &GlobOptions) -> Result<Vec<(VPath, FileKind)>> {
        self.read_scope(|| {
            let mut found = Vec::new();
            // A pattern too long to be a path matches nothing.
            let Ok(prefix) = VPath::parse(glob.literal_prefix()) else {
                return Ok(found);
            };
            // A way through a link is not a path of the entries that lie behind it.
            let Some(place) = self.locate(&prefix, crate::tree::Follow::No)? else {
                return Ok(found);
            };
            let Some(node) = place.node.filter(|_| place.path == prefix) else {
                return Ok(found);
            };
            if self.is_hidden(&prefix) {
                return Ok(found);
            }
            let walk =
                Walk::new(self, options.depth_max, usize::MAX).rooted(&prefix, prefix.clone());
            let root = Visit::root(prefix, node);
            let mut walk = walk.skipping(&options.skip);
            walk.run(root, |visit| {
                if !visit.path.is_root() && glob.is_match(visit.path.as_str()) {
                    check_entries(found.len() + 1, options.entries_max)?;
                    budget::charge(visit.path.as_str().len() + FOUND_BYTES)?;
                    found.push((visit.path.clone(), visit.node.kind));
                }
                Ok(())
            })?;
            found.sort_unstable();
            Ok(found)
        })
    }
}
