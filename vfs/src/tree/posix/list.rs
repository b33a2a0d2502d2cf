//! Listing directories.

use isolate_text::{VPath, budget};

use super::Posix;
use super::walk::{End, find};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::guard::Verb;
use crate::node::{DirEntry, FileKind, Node, Stat};
use crate::tree::list::{ENTRIES_MAX_DEFAULT, check_entries};
use crate::txn::ReadTxn;

/// In which order directories below a directory are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOrder {
    /// Level by level, links to directories included.
    Levels,
    /// Those found last first, links to directories included.
    LastFirst,
    /// Those found last first, without what links lead to.
    LastFirstUnlinked,
}

/// The entries of one directory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listing {
    /// Its path from the listed directory, without a slash at the end; empty for that itself.
    pub below: String,
    /// Its entries, sorted by the bytes of their names.
    pub entries: Vec<DirEntry>,
}

/// The entries of one directory, with their metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DetailedListing {
    /// Its path from the listed directory, without a slash at the end; empty for that itself.
    pub below: String,
    /// Its entries, sorted by the bytes of their names; links are not followed.
    pub entries: Vec<(String, Stat)>,
}

/// Memory of a listing beside its path and entries.
const LISTING_BYTES: usize = 64;

impl Posix<'_> {
    /// The entries of a directory. The root shows none of what belongs to the workspace alone
    /// ([`is_internal`]).
    ///
    /// # Errors
    /// `NotFound`, `NotDirectory`, `Loop`, `NameTooLong`; `TooLarge` beyond 1,000,000 entries.
    pub fn list(&self, path: &str) -> Result<Vec<DirEntry>> {
        self.tree.snapshot(|txn| {
            let (position, node) = find(txn, path, End::Followed)?.existing()?;
            txn.guard(Verb::List, &position.path, 0)?;
            if !node.is_dir() {
                return Err(Error::new(ErrorKind::NotDirectory));
            }
            let mut entries = txn.read_dir(&position.path)?;
            if position.path.is_root() {
                entries.retain(|entry| {
                    !is_internal(&VPath::from_names([entry.name.as_str()].into_iter()))
                });
            }
            Ok(entries)
        })
    }

    /// The entries of a directory and of everything below it.
    ///
    /// # Errors
    /// As [`Posix::list`].
    pub fn list_all(&self, path: &str, order: ListOrder) -> Result<Vec<Listing>> {
        self.tree.snapshot(|txn| {
            let mut count = 0;
            let mut listed = Vec::new();
            let mut pending = std::collections::VecDeque::from([String::new()]);
            loop {
                let next = match order {
                    ListOrder::Levels => pending.pop_front(),
                    ListOrder::LastFirst | ListOrder::LastFirstUnlinked => pending.pop_back(),
                };
                let Some(below) = next else {
                    return Ok(listed);
                };
                txn.check_deadline()?;
                let entries = self.list(&joined(path, &below))?;
                count += entries.len();
                check_entries(count, ENTRIES_MAX_DEFAULT)?;
                for entry in &entries {
                    let name = joined(&below, &entry.name);
                    budget::charge(name.len() + LISTING_BYTES)?;
                    if self.is_entered(&joined(path, &name), entry.kind, order)? {
                        pending.push_back(name);
                    }
                }
                listed.push(Listing { below, entries });
            }
        })
    }

    /// The entries of the directory `from` below `path`, or of `path` itself where that is empty, and then of the
    /// directories that a walk of `path` enters next, while no more than `entries_max` entries were listed. A walk
    /// enters directories before what is below them, sorted by the bytes of their names, and follows no links.
    ///
    /// A directory is listed as a whole. Those that are left out have to be asked for, as well as those that a
    /// guard hides.
    ///
    /// # Errors
    /// As [`Posix::list`], of both paths.
    pub fn list_detailed(
        &self,
        path: &str,
        from: &str,
        entries_max: usize,
    ) -> Result<Vec<DetailedListing>> {
        self.tree.snapshot(|txn| {
            let (position, node) = find(txn, path, End::Followed)?.existing()?;
            txn.guard(Verb::List, &position.path, 0)?;
            if !node.is_dir() {
                return Err(Error::new(ErrorKind::NotDirectory));
            }
            let base = position.path.as_str().trim_end_matches('/');
            let mut pending = entered_from(txn, base, from, node.id)?;
            let mut listed = Vec::new();
            let mut count = 0;
            while let Some((below, id)) = pending.pop() {
                txn.check_deadline()?;
                let entries = shown_children(txn, base, &below, id)?;
                count += entries.len();
                if count < entries_max {
                    push_directories(&mut pending, &below, &entries, "")?;
                } else {
                    pending.clear();
                }
                let entries = entries.into_iter().map(|(name, node)| (name, node.stat()));
                listed.push(DetailedListing {
                    below,
                    entries: entries.collect(),
                });
            }
            Ok(listed)
        })
    }

    /// Whether an entry is a directory that is listed, too.
    fn is_entered(&self, path: &str, kind: FileKind, order: ListOrder) -> Result<bool> {
        match kind {
            FileKind::Directory => Ok(true),
            FileKind::File => Ok(false),
            FileKind::Symlink if order == ListOrder::LastFirstUnlinked => Ok(false),
            FileKind::Symlink => match self.facts(path, true) {
                Ok(facts) => Ok(facts.stat.kind == FileKind::Directory),
                Err(error) => match error.kind() {
                    ErrorKind::NotFound
                    | ErrorKind::NotDirectory
                    | ErrorKind::Loop
                    | ErrorKind::NameTooLong
                    | ErrorKind::NotPermitted
                    | ErrorKind::ApprovalNeeded => Ok(false),
                    _ => Err(error),
                },
            },
        }
    }
}

/// Directories that a walk enters, the next one last: their paths below its root, and their numbers.
type Pending = Vec<(String, i64)>;

/// What a walk of a directory enters from a directory below it on.
fn entered_from(txn: &ReadTxn<'_>, base: &str, from: &str, root: i64) -> Result<Pending> {
    let mut pending = Pending::new();
    let (mut below, mut id) = (String::new(), root);
    for name in from.split('/').filter(|name| !name.is_empty()) {
        let entries = shown_children(txn, base, &below, id)?;
        push_directories(&mut pending, &below, &entries, name)?;
        let found = entries.into_iter().find(|(entry, _)| entry == name);
        let (_, node) = found.ok_or_else(|| Error::new(ErrorKind::NotFound))?;
        if !node.is_dir() {
            return Err(Error::new(ErrorKind::NotDirectory));
        }
        (below, id) = (joined(&below, name), node.id);
    }
    pending.push((below, id));
    Ok(pending)
}

/// Adds the directories among entries whose names come behind one.
fn push_directories(
    pending: &mut Pending,
    below: &str,
    entries: &[(String, Node)],
    behind: &str,
) -> Result<()> {
    let directories = entries.iter().rev().filter(|(_, node)| node.is_dir());
    for (name, node) in directories.take_while(|(name, _)| name.as_str() > behind) {
        let below = joined(below, name);
        budget::charge(below.len() + LISTING_BYTES)?;
        pending.push((below, node.id));
    }
    Ok(())
}

/// The entries of a directory that a listing shows, sorted by name.
fn shown_children(
    txn: &ReadTxn<'_>,
    base: &str,
    below: &str,
    id: i64,
) -> Result<Vec<(String, Node)>> {
    let mut entries = txn.children(id, ENTRIES_MAX_DEFAULT)?;
    let path_of = |name: &str| {
        VPath::from_normal(match below {
            "" => format!("{base}/{name}"),
            below => format!("{base}/{below}/{name}"),
        })
    };
    if base.is_empty() && below.is_empty() {
        entries.retain(|(name, _)| !is_internal(&path_of(name)));
    }
    if txn.is_guarded() {
        entries.retain(|(name, _)| !txn.is_hidden(&path_of(name)));
    }
    Ok(entries)
}

/// A path and what is below it, either of which may be empty.
fn joined(path: &str, below: &str) -> String {
    match (path, below) {
        (path, "") => path.to_owned(),
        ("", below) => below.to_owned(),
        _ if path.ends_with('/') => format!("{path}{below}"),
        _ => format!("{path}/{below}"),
    }
}
