//! Listing directories.

use isolate_text::{NAME_BYTES_MAX, VPath, budget};

use super::resolve::{Follow, Position, read_node};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::guard::Verb;
use crate::node::{DirEntry, FileKind, Node};
use crate::store::{Row, int};
use crate::txn::{ReadTxn, Tree};

/// The default for the entries of one listing, at most.
pub const ENTRIES_MAX_DEFAULT: usize = 1_000_000;

/// Memory of an entry of a list beside its name or path.
const ENTRY_BYTES: usize = 48;

/// Memory of an entry with its metadata beside its name or path.
pub(crate) const NODE_BYTES: usize = 160;

impl Tree {
    /// The entries of a directory, sorted by the bytes of their names. Those of the root are without the
    /// folders that belong to the workspace alone: see [`is_internal`].
    ///
    /// # Errors
    /// `NotFound`, `NotDirectory`, `Loop`; `TooLarge` beyond 1,000,000 entries.
    pub fn read_dir(&self, path: &VPath) -> Result<Vec<DirEntry>> {
        self.snapshot(|txn| {
            let (position, node) = txn.existing(path, Follow::Yes)?;
            txn.guard(Verb::List, &position.path, 0)?;
            if !node.is_dir() {
                return Err(Error::at(ErrorKind::NotDirectory, path));
            }
            let mut entries = Vec::new();
            txn.store.each(
                "SELECT name, kind FROM node WHERE parent = ?1 ORDER BY name LIMIT ?2",
                (node.id, int(ENTRIES_MAX_DEFAULT as u64 + 1)),
                |row| {
                    let name = read_name(row)?;
                    budget::charge(name.len() + ENTRY_BYTES)?;
                    entries.push(DirEntry {
                        name,
                        kind: FileKind::from_code(row.get(1)?)?,
                    });
                    Ok(())
                },
            )?;
            check_entries(entries.len(), ENTRIES_MAX_DEFAULT)?;
            if position.path.is_root() {
                entries.retain(|entry: &DirEntry| {
                    !is_internal(&VPath::from_normal(format!("/{}", entry.name)))
                });
            }
            if txn.is_guarded() {
                let base = position.path.as_str().trim_end_matches('/');
                entries.retain(|entry: &DirEntry| {
                    !txn.is_hidden(&VPath::from_normal(format!("{base}/{}", entry.name)))
                });
            }
            Ok(entries)
        })
    }
}

impl ReadTxn<'_> {
    /// What is at a path, not followed, with the path itself free of links above it.
    pub(crate) fn entry(&self, path: &VPath) -> Result<Option<(VPath, Node)>> {
        let Some(Position { path, node, .. }) = self.locate(path, Follow::No)? else {
            return Ok(None);
        };
        Ok(node.map(|node| (path, node)))
    }

    /// The entries of a directory by its number, at most `entries_max` of them.
    pub(crate) fn children(&self, id: i64, entries_max: usize) -> Result<Vec<(String, Node)>> {
        self.check_deadline()?;
        let mut entries = Vec::new();
        self.store.each(
            "SELECT name, kind, id, mode, size, mtime_us, content, target FROM node WHERE parent = ?1 ORDER BY name",
            [id],
            |row| {
                check_entries(entries.len() + 1, entries_max)?;
                let name = read_name(row)?;
                budget::charge(name.len() + NODE_BYTES)?;
                entries.push((name, read_node(row, 1)?));
                Ok(())
            },
        )?;
        Ok(entries)
    }
}

/// The name of an entry, which is one component of a path and nothing else: in a prepared file
/// it may be any text.
fn read_name(row: &Row<'_>) -> Result<String> {
    let name: String = row.get(0)?;
    let is_name = !name.is_empty()
        && name.len() <= NAME_BYTES_MAX
        && !matches!(name.as_str(), "." | "..")
        && !name.bytes().any(|byte| matches!(byte, b'/' | 0));
    if is_name {
        Ok(name)
    } else {
        Err(Error::corrupt("a name that is none"))
    }
}

/// Refuses a result beyond its bound.
pub(crate) fn check_entries(count: usize, entries_max: usize) -> Result<()> {
    if count > entries_max {
        return Err(Error::new(ErrorKind::TooLarge)
            .with_detail(format!("result too large: more than {entries_max} entries")));
    }
    Ok(())
}
