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
mod sought;

use std::collections::HashSet;
use std::rc::Rc;

use isolate_text::glob::Glob;
use isolate_text::glob::place::{self, Place};
use isolate_text::ignore::Level;
use isolate_text::{VPath, budget, check_path_bounds};

pub use find::{FindEntry, FindOptions};
pub use glob::GlobOptions;
pub use skip::{PathPatterns, Skip};
use sought::{Sought, lead};

use super::{ENTRIES_MAX_DEFAULT, NODE_BYTES, check_entries};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::txn::{ReadTxn, Tree};

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

/// Places in patterns that entries have in common; none without memory of its own.
type Places = Option<Rc<[Place]>>;

fn listed(places: &Places) -> &[Place] {
    places.as_deref().unwrap_or_default()
}

/// An entry on the way through a tree.
struct Visit {
    path: VPath,
    node: Node,
    depth: u32,
    /// The `.gitignore` rules that hold below its directory.
    level: Option<Rc<Level>>,
    /// Whether the patterns that are looked for match it.
    is_sought: bool,
    /// Where the patterns that are looked for go on below it.
    sought: Places,
    /// Where the patterns that leave out go on below it.
    skipped: Places,
    /// The pattern by which it, or a directory above it, is left out.
    left_out_by: Option<usize>,
}

impl Visit {
    fn root(path: VPath, node: Node) -> Self {
        Self {
            path,
            node,
            depth: 0,
            level: None,
            is_sought: true,
            sought: None,
            skipped: None,
            left_out_by: None,
        }
    }

    /// The memory that it takes, with room for a list that has grown by half.
    fn bytes(&self) -> usize {
        let places = listed(&self.sought).len() + listed(&self.skipped).len();
        self.path.as_str().len() + NODE_BYTES * 3 / 2 + places * size_of::<Place>()
    }
}

/// Visits a tree in pre-order, the entries of a directory by name.
///
/// In a sound tree each directory has a number of its own, and no path is beyond the bounds of
/// paths. In a forged file that need not hold: the walk then ends with `Corrupt`, having entered no
/// directory twice.
struct Walk<'tree> {
    txn: &'tree ReadTxn<'tree>,
    depth_max: u32,
    entries_left: usize,
    entries_max: usize,
    skip: Option<&'tree Skip>,
    /// Whether what patterns leave out is visited, too, and marked.
    marks_left_out: bool,
    sought: Option<&'tree Sought>,
    /// The path that was given, and the same path without links.
    root: (VPath, VPath),
    /// The numbers of the directories that were entered.
    entered: HashSet<i64>,
}

impl<'tree> Walk<'tree> {
    fn new(txn: &'tree ReadTxn<'tree>, depth_max: Option<u32>, entries_max: usize) -> Self {
        Self {
            txn,
            depth_max: depth_max.unwrap_or(u32::MAX),
            entries_left: entries_max,
            entries_max,
            skip: None,
            marks_left_out: false,
            sought: None,
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

    fn seeking(self, sought: &'tree Sought) -> Self {
        Self {
            sought: (!sought.is_nothing()).then_some(sought),
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
            return self.txn.is_hidden(path);
        }
        let below = path
            .as_str()
            .get(asked.as_str().len()..)
            .unwrap_or_default();
        self.txn.is_hidden(&VPath::from_normal(format!(
            "{}{below}",
            real.as_str().trim_end_matches('/')
        )))
    }

    fn run(&mut self, mut root: Visit, mut visit: impl FnMut(&Visit) -> Result<()>) -> Result<()> {
        self.spend(1)?;
        if !self.start(&mut root)? {
            return Ok(());
        }
        let mut pending = vec![root];
        while let Some(next) = pending.pop() {
            if next.is_sought {
                visit(&next)?;
            }
            let leads_on = self.sought.is_none() || next.sought.is_some();
            if next.node.is_dir() && leads_on && next.depth < self.depth_max {
                let children = self.children(&next)?;
                pending.extend(children.into_iter().rev());
            }
            budget::release(next.bytes());
        }
        Ok(())
    }

    /// Brings patterns and rules to where the walk starts. Answers whether there is anything to visit.
    fn start(&self, root: &mut Visit) -> Result<bool> {
        if let Some(sought) = self.sought {
            sought.start(self.txn, root);
        }
        if let Some(skip) = self.skip {
            root.level = skip.above(self.txn, &root.path)?;
            skip.begin_walk();
            let led = lead(self.txn, skip.globs(), &root.path, |glob| {
                !glob.is_relative()
            });
            let mut places = led.places;
            root.left_out_by = skip.leaves_out(&led.passed, &root.node);
            places.extend(place::begin(skip.globs(), Glob::is_relative));
            root.skipped = shared(&None, places);
        }
        Ok(root.left_out_by.is_none() || self.marks_left_out)
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
        let rows = match self.txn.children(of.node.id, self.entries_left) {
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
            Some(skip) => skip.level(self.txn, base, &rows, of.level.as_ref())?,
            None => None,
        };
        let is_of_root = of.depth == 0 && self.root.1.is_root();
        let has = |name: &str| {
            let at = rows.binary_search_by(|(own, _)| own.as_str().cmp(name));
            at.is_ok()
        };
        let start = base.len() + 1;
        let sought = self
            .sought
            .map(|sought| sought.enter(listed(&of.sought), start, &has));
        let left_out = match self.skip {
            Some(skip) if of.left_out_by.is_none() => {
                place::enter(skip.globs(), listed(&of.skipped), start, &has)
            }
            _ => Vec::new(),
        };
        let mut found = Vec::with_capacity(rows.len());
        for (name, node) in rows {
            let path = VPath::from_normal(format!("{base}/{name}"));
            let is_internal = is_of_root && is_internal(&path);
            if self.txn.is_guarded() && self.is_hidden(&path) {
                continue;
            }
            let mut visit = Visit {
                depth: of.depth + 1,
                level: level.clone(),
                left_out_by: of.left_out_by,
                ..Visit::root(path, node)
            };
            let is_wanted = match (self.sought, &sought) {
                (Some(globs), Some(wanted)) => {
                    self.txn.check_deadline()?;
                    globs.step(self.txn, wanted, &mut visit, (of, is_internal))
                }
                _ => !is_internal,
            };
            if is_wanted && !self.is_left_out(of, &mut visit, &left_out)? {
                budget::charge(visit.bytes())?;
                found.push(visit);
            }
        }
        budget::release(rows_bytes);
        Ok(found)
    }

    /// Whether an entry is not visited because of what is to be left out.
    fn is_left_out(
        &self,
        of: &Visit,
        visit: &mut Visit,
        left_out: &[place::Wanted<'_>],
    ) -> Result<bool> {
        let Some(skip) = self.skip else {
            return Ok(false);
        };
        self.txn.check_deadline()?;
        if skip.ignores(&visit.path, &visit.node, visit.level.as_deref()) {
            return Ok(true);
        }
        if visit.left_out_by.is_some() || left_out.is_empty() {
            return Ok(false);
        }
        let mut matched = Vec::new();
        let below = place::step(left_out, visit.path.as_str(), false, &mut matched);
        visit.left_out_by = skip.leaves_out(&matched, &visit.node);
        if visit.node.is_dir() {
            visit.skipped = shared(&of.skipped, below);
        }
        Ok(visit.left_out_by.is_some() && !self.marks_left_out)
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

/// Places, in the memory of others if they are the same.
fn shared(known: &Places, places: Vec<Place>) -> Places {
    if listed(known) == places {
        return known.clone();
    }
    (!places.is_empty()).then(|| places.into())
}

impl Tree {
    /// An entry with everything below it, within a depth.
    ///
    /// # Errors
    /// `NotFound`; `TooLarge` beyond [`WalkOptions::entries_max`]; `Loop`, `Deadline`.
    pub fn walk(&self, path: &VPath, options: &WalkOptions) -> Result<TreeNode> {
        self.snapshot(|txn| {
            let (real, node) = txn
                .entry(path)?
                .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
            txn.guard(Verb::List, &real, 0)?;
            let mut walk =
                Walk::new(txn, options.depth_max, options.entries_max).rooted(path, real);
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
        self.snapshot(|txn| {
            let (real, node) = txn
                .entry(path)?
                .ok_or_else(|| Error::at(ErrorKind::NotFound, path))?;
            txn.guard(Verb::List, &real, 0)?;
            let mut summary = TreeSummary::default();
            let root = Visit::root(path.clone(), node);
            let mut walk =
                Walk::new(txn, options.depth_max, options.entries_max).rooted(path, real);
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
