//! Finding entries by what they are.

use isolate_text::glob::Glob;
use isolate_text::{VPath, budget};

use super::{FOUND_BYTES, Skip, Sought, Visit, Walk};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::guard::Verb;
use crate::node::FileKind;
use crate::tree::ENTRIES_MAX_DEFAULT;
use crate::txn::{ReadTxn, Tree};

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
    /// Patterns for the whole path, one of which has to match; an empty list is no condition.
    pub any_of: Vec<Glob>,
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
    /// Whether entries that patterns of [`FindOptions::skip`] leave out are found, too, with
    /// [`FindEntry::left_out_by`] set.
    pub marks_left_out: bool,
    /// Most entries to look at. Default: 1,000,000.
    pub entries_max: usize,
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
            any_of: Vec::new(),
            size_min: None,
            size_max: None,
            mtime_after: None,
            mtime_before: None,
            empty: None,
            depth_min: 0,
            depth_max: None,
            skip: Skip::default(),
            marks_left_out: false,
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

    /// Finds only entries whose whole path matches one of the patterns.
    #[must_use]
    pub fn any_of(mut self, patterns: impl Into<Vec<Glob>>) -> Self {
        self.any_of = patterns.into();
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

    /// Finds only empty entries, or only others: see [`FindOptions::empty`].
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

    /// Sets what to leave out.
    #[must_use]
    pub fn skip(mut self, skip: Skip) -> Self {
        self.skip = skip;
        self
    }

    /// Finds what patterns leave out, too, and marks it: see [`FindOptions::marks_left_out`].
    #[must_use]
    pub fn mark_left_out(mut self) -> Self {
        self.marks_left_out = true;
        self
    }

    bounds!(
        "Sets the largest depth.",
        "Sets the largest number of entries to look at."
    );
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
    /// The number of the pattern of [`FindOptions::skip`] that leaves it out, or a directory above it.
    pub left_out_by: Option<usize>,
}

impl Tree {
    /// Finds entries below a path and at it, in pre-order; a missing path has none.
    ///
    /// # Errors
    /// `TooLarge` when more than `entries_max` entries have to be visited; `Loop`,
    /// `Deadline`.
    pub fn find(&self, path: &VPath, options: &FindOptions) -> Result<Vec<FindEntry>> {
        self.snapshot(|txn| {
            let mut found = Vec::new();
            let Some((real, node)) = txn.entry(path)? else {
                return Ok(found);
            };
            txn.guard(Verb::List, &real, 0)?;
            // Entries are reported below the path that was given, with the names of links in it.
            let sought = Sought::default()
                .and(options.name.clone())
                .and(options.path.clone())
                .and(options.any_of.iter().cloned());
            let mut walk =
                Walk::new(txn, options.depth_max, options.entries_max).rooted(path, real.clone());
            walk.marks_left_out = options.marks_left_out;
            let root = Visit::root(if real == *path { real } else { path.clone() }, node);
            walk.skipping(&options.skip)
                .seeking(&sought)
                .run(root, |visit| {
                    if txn.is_wanted(visit, options)? {
                        let stat = visit.node.stat();
                        budget::charge(visit.path.as_str().len() + FOUND_BYTES)?;
                        found.push(FindEntry {
                            path: visit.path.clone(),
                            kind: stat.kind,
                            depth: visit.depth,
                            size: stat.size,
                            mtime: stat.mtime,
                            left_out_by: visit.left_out_by,
                        });
                    }
                    Ok(())
                })?;
            Ok(found)
        })
    }
}

impl ReadTxn<'_> {
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
                .is_none_or(|before| stat.mtime.as_millis() < before.as_millis());
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
}
