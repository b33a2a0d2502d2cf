//! Directories that several branches share. What is about to change in one branch is copied first,
//! directory by directory from the root down, so that the others keep what they have.
//!
//! A row of `directory` counts the entries that name a directory, if there are at least two: those of
//! the branches that share it, or of directories that do. A directory whose own count is one is shared
//! all the same if one above it is.
//!
//! Invariant: within one branch, one entry names a directory.

use std::borrow::Cow;
use std::collections::HashSet;

use isolate_text::budget;

use super::resolve::Position;
use crate::error::{Error, Result};
use crate::node::{FileKind, Node};
use crate::store::{ROW_BYTES, unsigned};
use crate::txn::{ROOT, ReadTxn, WriteTxn};

/// What the number of a directory takes in memory, twice.
const NUMBER_BYTES: usize = 64;

impl ReadTxn<'_> {
    /// Whether other branches may share directories of this one.
    fn may_share(&self) -> Result<bool> {
        Ok(self.state()?.branches > 0)
    }

    fn directories_in(&self, directory: i64) -> Result<Vec<(String, i64)>> {
        let mut found = Vec::new();
        self.store.each(
            "SELECT name, id FROM node WHERE parent = ?1 AND kind = ?2",
            (directory, FileKind::Directory.code()),
            |row| {
                found.push((row.get(0)?, row.get(1)?));
                Ok(())
            },
        )?;
        Ok(found)
    }

    /// How many entries name a directory, if it is more than one.
    fn directory_refs(&self, id: i64) -> Result<Option<i64>> {
        let refs = self
            .store
            .row("SELECT refs FROM directory WHERE id = ?1", [id], |row| {
                row.get::<i64>(0)
            })?;
        // So many entries no file has.
        match refs {
            Some(refs) if !(2..i64::from(u32::MAX)).contains(&refs) => Err(Error::corrupt(
                "a directory that is shared by no such number",
            )),
            refs => Ok(refs),
        }
    }
}

impl WriteTxn<'_> {
    /// The directories of a position from the root down, none of which another branch has afterwards.
    pub(super) fn own_dirs<'a>(&self, position: &'a Position) -> Result<Cow<'a, [i64]>> {
        if position.dirs.is_empty() || !self.may_share()? {
            return Ok(Cow::Borrowed(&position.dirs));
        }
        let mut dirs = Vec::with_capacity(position.dirs.len());
        let (mut parent, mut name) = (self.root_holder(), "");
        let mut below = position.path.components();
        while dirs.len() < position.dirs.len() {
            let node = self
                .lookup(parent, name)?
                .filter(Node::is_dir)
                .ok_or_else(|| Error::corrupt("a directory that is gone"))?;
            let own = self.own_dir(parent, name, node.id)?;
            dirs.push(own);
            (parent, name) = (own, below.next().unwrap_or_default());
        }
        Ok(Cow::Owned(dirs))
    }

    /// Makes the directories of a position those of this branch alone.
    pub(super) fn own(&self, position: &mut Position) -> Result<()> {
        if let Cow::Owned(dirs) = self.own_dirs(position)? {
            position.dirs = dirs;
        }
        Ok(())
    }

    /// Makes everything at and below a position that of this branch alone, and returns what is there.
    pub(crate) fn own_below(&self, position: &mut Position, node: Node) -> Result<Node> {
        if !node.is_dir() || !self.may_share()? {
            return Ok(node);
        }
        self.own(position)?;
        let parent = position
            .parent()
            .ok_or_else(|| Error::corrupt("an entry without a directory"))?;
        let top = self.own_dir(parent, position.name(), node.id)?;
        // In a sound file one entry of a branch names a directory. In a prepared one this ends.
        let mut entered = HashSet::from([node.id, top]);
        let mut pending = vec![top];
        while let Some(directory) = pending.pop() {
            self.check_deadline()?;
            for (name, child) in self.directories_in(directory)? {
                budget::charge(NUMBER_BYTES)?;
                if !entered.insert(child) {
                    return Err(Error::corrupt("a directory that is in two places"));
                }
                let own = self.own_dir(directory, &name, child)?;
                entered.insert(own);
                pending.push(own);
            }
        }
        Ok(Node { id: top, ..node })
    }

    /// The directory that an entry names, which no other entry names afterwards. The entry itself is in
    /// a directory that is not shared.
    fn own_dir(&self, parent: i64, name: &str, id: i64) -> Result<i64> {
        let Some(refs) = self.directory_refs(id)? else {
            return Ok(id);
        };
        let copy = self.copy_directory(id)?;
        if id == ROOT && parent == 0 {
            // The main branch keeps the number of its root: the others get the copy.
            self.execute(
                "UPDATE node SET id = ?1 WHERE parent < 0 AND id = ?2",
                (copy, ROOT),
            )?;
            self.set_directory_refs(ROOT, 1)?;
            self.set_directory_refs(copy, refs - 1)?;
            return Ok(ROOT);
        }
        self.set_directory_refs(id, refs - 1)?;
        self.execute(
            "UPDATE node SET id = ?3 WHERE parent = ?1 AND name = ?2",
            (parent, name, copy),
        )?;
        Ok(copy)
    }

    fn set_directory_refs(&self, id: i64, refs: i64) -> Result<()> {
        let sql = match refs {
            ..2 => "DELETE FROM directory WHERE id = ?1 AND ?2 < 2",
            _ => "INSERT INTO directory VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET refs = ?2",
        };
        self.execute(sql, (id, refs)).map(drop)
    }

    /// Counts one more entry that names a directory.
    pub(crate) fn share_directory(&self, id: i64) -> Result<()> {
        let refs = self.directory_refs(id)?.unwrap_or(1);
        self.set_directory_refs(id, refs + 1)
    }

    /// Makes a directory with the entries of another, which share what they hold.
    fn copy_directory(&self, from: i64) -> Result<i64> {
        let bytes = self.store.row(
            "SELECT coalesce(sum(?2 + octet_length(name) + coalesce(octet_length(target), 0)), 0) FROM node WHERE parent = ?1",
            (from, crate::store::int(ROW_BYTES)),
            |row| unsigned(row, 0),
        )?;
        self.make_room(bytes.unwrap_or(0))?;
        let copy = self.new_id()?;
        self.execute(
            "INSERT INTO node (parent, name, kind, id, mode, size, mtime_us, content, target)
             SELECT ?2, name, kind, id, mode, size, mtime_us, content, target FROM node WHERE parent = ?1",
            (from, copy),
        )?;
        self.execute(
            "INSERT INTO directory (id, refs) SELECT id, 2 FROM node WHERE parent = ?1 AND kind = ?2
             ON CONFLICT (id) DO UPDATE SET refs = refs + 1",
            (copy, FileKind::Directory.code()),
        )?;
        self.hold_contents_in(copy)?;
        Ok(copy)
    }

    /// Removes a root with all directories below it that nothing else shares, and their references.
    /// Contents that the history has stay.
    pub(crate) fn release_root(&self, holder: i64, name: &str) -> Result<()> {
        let Some(root) = self.lookup(holder, name)? else {
            return Ok(());
        };
        self.execute(
            "DELETE FROM node WHERE parent = ?1 AND name = ?2",
            (holder, name),
        )?;
        let mut pending = vec![root.id];
        while let Some(directory) = pending.pop() {
            self.check_deadline()?;
            if let Some(refs) = self.directory_refs(directory)? {
                self.set_directory_refs(directory, refs - 1)?;
                continue;
            }
            let below = self.directories_in(directory)?;
            pending.extend(below.into_iter().map(|(_, id)| id));
            self.release_directory(directory)?;
        }
        Ok(())
    }

    /// Removes the entries of a directory, and their references on contents.
    fn release_directory(&self, directory: i64) -> Result<()> {
        self.store.make_scratch()?;
        self.execute("DELETE FROM temp.touched", [])?;
        self.execute(
            "INSERT INTO temp.touched (id, n)
             SELECT content, count(*) FROM node WHERE parent = ?1 AND content IS NOT NULL GROUP BY content",
            [directory],
        )?;
        let held = self.store.row(
            "SELECT coalesce(sum(size), 0) FROM node WHERE parent = ?1 AND content IS NOT NULL",
            [directory],
            |row| unsigned(row, 0),
        )?;
        let freed = self.release_touched()?;
        self.execute("DELETE FROM node WHERE parent = ?1", [directory])?;
        // What was not freed another branch has, or the history alone.
        self.charge_history(held.unwrap_or(0).saturating_sub(freed))
    }
}
