//! The tree as it was at a point of the history: the present tree, and over it what the paths that
//! have changed since held then.
//!
//! Invariant: every path that leaves this module consists of names, also in a prepared file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use isolate_text::{VPath, budget, check_path_bounds};

use super::Point;
use super::difference::Sides;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{Node, Stat};
use crate::tree::check_kind_named;
use crate::txn::{ReadTxn, Tree};

/// What an entry takes in memory beside its path.
const ENTRY_BYTES: usize = 256;

/// The tree at a point of its history. [`Tree::at`] makes it.
#[derive(Debug)]
pub struct View<'tree> {
    txn: &'tree ReadTxn<'tree>,
    past: Past,
}

/// What has changed since the point.
#[derive(Debug, Default)]
struct Past {
    /// What was at these paths.
    nodes: BTreeMap<VPath, Option<Node>>,
    /// The names of these paths, by their directories.
    names: HashMap<VPath, BTreeSet<String>>,
}

/// An entry of a [`View`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ViewEntry {
    /// Its path.
    pub path: VPath,
    /// What it was. The time of a directory is that of the present where the directory is still there.
    pub stat: Stat,
    /// The target of a link.
    pub target: Option<String>,
    node: Node,
}

impl ViewEntry {
    fn new(path: VPath, node: Node) -> Self {
        Self {
            path,
            stat: node.stat(),
            target: node.target.clone(),
            node,
        }
    }

    fn bytes(&self) -> usize {
        self.path.as_str().len() + self.target.as_ref().map_or(0, String::len) + ENTRY_BYTES
    }
}

impl Tree {
    /// Calls `f` with the tree as it was at a point. All that it reads belongs to one state, whatever
    /// other connections write meanwhile.
    ///
    /// ```
    /// use isolate_text::VPath;
    /// use isolate_vfs::{MemoryStore, OpenOptions, Point, Tree};
    ///
    /// let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
    /// let path = VPath::parse("/a")?;
    /// tree.write(&path, b"one")?;
    /// let first = tree.history(1)?[0].id;
    /// tree.write(&path, b"three")?;
    /// let size = tree.at(Point::After(first), |view| {
    ///     Ok::<_, isolate_vfs::Error>(view.entry(&path)?.map(|entry| entry.stat.size))
    /// })?;
    /// assert_eq!(size, Some(3));
    /// # Ok::<(), isolate_vfs::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NotFound` for a run that the history does not have, or if it has forgotten something that was
    /// changed since; and the error that `f` returns.
    pub fn at<T, E: From<Error>>(
        &self,
        point: Point,
        f: impl FnOnce(&View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.snapshot(|txn| {
            let past = txn.past(point)?;
            f(&View { txn, past })
        })
    }
}

impl ReadTxn<'_> {
    fn past(&self, point: Point) -> Result<Past> {
        let Some(run) = point.run() else {
            return Ok(Past::default());
        };
        self.check_run_seen(run.0)?;
        let first = point.last_run().saturating_add(1);
        self.check_whole_between(first, i64::MAX).map_err(|error| {
            if error.kind() == ErrorKind::NotFound {
                error.with_detail(
                    "the history no longer has all changes since that point; choose a later one",
                )
            } else {
                error
            }
        })?;
        let mut sides = Sides::new();
        self.add_sides(first, i64::MAX, &mut sides)?;
        let mut past = Past::default();
        for (path, (before, _)) in sides {
            // In a prepared file it may be any text.
            let is_path = VPath::parse(path.as_str()).is_ok_and(|parsed| parsed == path);
            if !is_path {
                return Err(Error::corrupt("a change of a path that is none"));
            }
            budget::charge(path.as_str().len() + ENTRY_BYTES)?;
            if let (Some(directory), Some(name)) = (path.parent(), path.name()) {
                let names = past.names.entry(directory).or_default();
                names.insert(name.to_owned());
            }
            past.nodes.insert(path, before);
        }
        Ok(past)
    }
}

impl View<'_> {
    /// What was at a path, whose directories are no links; `None` if nothing was. A link at its end is
    /// not followed.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn entry(&self, path: &VPath) -> Result<Option<ViewEntry>> {
        if let Some(parent) = path.parent()
            && !self.is_directory(&parent)?
        {
            return Ok(None);
        }
        let node = match self.txn.is_hidden(path) {
            true => None,
            false => self.node(path)?,
        };
        Ok(node.map(|node| ViewEntry::new(path.clone(), node)))
    }

    /// Whether a path and all that are above it were directories.
    fn is_directory(&self, path: &VPath) -> Result<bool> {
        let mut next = Some(path.clone());
        while let Some(path) = next {
            if !self.node(&path)?.is_some_and(|node| node.is_dir()) {
                return Ok(false);
            }
            next = path.parent();
        }
        Ok(true)
    }

    fn node(&self, path: &VPath) -> Result<Option<Node>> {
        let now = || Ok(self.txn.exact(path)?.and_then(|position| position.node));
        let Some(then) = self.past.nodes.get(path) else {
            return now();
        };
        let mut then = then.clone();
        if let Some(node) = &mut then
            && node.is_dir()
        {
            // By its number the entries that it still has are found.
            let now: Option<Node> = now()?;
            node.id = now.filter(Node::is_dir).map_or(0, |now| now.id);
        }
        Ok(then)
    }

    /// Visits what was at a path and below it, a directory before its entries, which are sorted by the
    /// bytes of their names.
    ///
    /// # Errors
    /// `NotFound` for a path at which nothing was; `NotDirectory` for one that ends in a slash, and at
    /// which a file was; `Deadline`; and the error that `visit` returns.
    pub fn walk<E: From<Error>>(
        &self,
        path: &VPath,
        mut visit: impl FnMut(&ViewEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        let root = self
            .entry(path)?
            .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
        check_kind_named(path, Some(&root.node))?;
        // In a sound file each directory has a number of its own. In a prepared one this ends.
        let mut entered = HashSet::new();
        budget::charge(root.bytes()).map_err(Error::from)?;
        let mut pending = vec![root];
        while let Some(next) = pending.pop() {
            self.txn.check_deadline()?;
            visit(&next)?;
            if next.node.is_dir() {
                if next.node.id != 0 && !entered.insert(next.node.id) {
                    return Err(Error::corrupt("a directory that is in two places").into());
                }
                check_path_bounds(next.path.as_str().len(), next.path.depth())
                    .map_err(|_| Error::corrupt("a path beyond all bounds"))?;
                pending.extend(self.children(&next)?.into_iter().rev());
            }
            budget::release(next.bytes());
        }
        Ok(())
    }

    fn children(&self, of: &ViewEntry) -> Result<Vec<ViewEntry>> {
        let base = of.path.as_str().trim_end_matches('/');
        let mut entries = BTreeMap::new();
        if of.node.id != 0 {
            for (name, node) in self.txn.children(of.node.id, usize::MAX)? {
                let path = VPath::from_normal(format!("{base}/{name}"));
                if !self.past.nodes.contains_key(&path) {
                    entries.insert(name, (path, node));
                }
            }
        }
        for name in self.past.names.get(&of.path).into_iter().flatten() {
            let path = VPath::from_normal(format!("{base}/{name}"));
            if let Some(node) = self.node(&path)? {
                entries.insert(name.clone(), (path, node));
            }
        }
        let mut children = Vec::with_capacity(entries.len());
        for (path, node) in entries.into_values() {
            if !self.txn.is_hidden(&path) {
                let entry = ViewEntry::new(path, node);
                budget::charge(entry.bytes())?;
                children.push(entry);
            }
        }
        Ok(children)
    }

    /// Calls `sink` with the bytes of a file, piece by piece; there are none of anything else.
    ///
    /// # Errors
    /// `Corrupt`, with the path, when the bytes are not what was stored; what the guard refuses;
    /// `Deadline`, `Storage`.
    pub fn read(&self, entry: &ViewEntry, sink: impl FnMut(&[u8])) -> Result<()> {
        if entry.stat.kind != crate::node::FileKind::File {
            return Ok(());
        }
        self.txn.guard(Verb::Read, &entry.path, entry.stat.size)?;
        self.txn
            .content_reader(&entry.path, entry.node.content, entry.node.size)?
            .for_each_piece(sink)
    }
}
