//! Whole subtrees by a fixed number of statements.
//!
//! [`WriteTxn::gather`] puts a subtree into the scratch table `sub`; what follows joins it.

use isolate_text::{DEPTH_MAX, PATH_BYTES_MAX, VPath, budget, check_path_bounds};

use super::resolve::Position;
use crate::error::{Error, Result};
use crate::node::Node;
use crate::store::{ROW_BYTES, int, unsigned};
use crate::txn::{ReadTxn, WriteTxn};

/// Memory of a row of the scratch table beside its path.
const SCRATCH_ROW_BYTES: u64 = 128;

/// The totals of a gathered subtree, its top included.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    depth: usize,
    path_bytes: usize,
    /// Bytes of all paths and targets of links.
    text_bytes: u64,
    /// Bytes that the scratch table takes.
    scratch_bytes: u64,
}

impl Extent {
    /// The approximate size of the rows of history for all of it.
    pub(crate) fn row_bytes(self) -> u64 {
        self.text_bytes
            .saturating_add(self.entries.saturating_mul(ROW_BYTES))
    }

    /// The same where each path begins with `to` and not with `from`.
    pub(crate) fn row_bytes_at(self, from: &VPath, to: &VPath) -> u64 {
        let more = (to.as_str().len() as u64).saturating_mul(self.entries);
        let less = (from.as_str().len() as u64).saturating_mul(self.entries);
        self.row_bytes().saturating_add(more).saturating_sub(less)
    }
}

impl ReadTxn<'_> {
    /// Charges the scratch table of a subtree, and what follows from it: the paths of a tree may be
    /// a thousand times what its names are.
    fn charge_gathering(&self, position: &Position, entries: u64) -> Result<()> {
        let Some(left) = budget::left() else {
            return Ok(());
        };
        // Rows wait in a queue of their own before they are in the table. In a workspace in memory,
        // what is written of them is memory, too.
        let copies = if self.store.is_in_memory() { 4 } else { 2 };
        let most = entries.saturating_mul(PATH_BYTES_MAX as u64 + SCRATCH_ROW_BYTES);
        if most.saturating_mul(copies) <= left {
            return Ok(());
        }
        let bytes = self
            .store
            .row(
                "WITH RECURSIVE walk (kind, id, depth, bytes) AS (
                    SELECT kind, id, 0, ?3 FROM node WHERE parent = ?1 AND name = ?2
                    UNION ALL
                    SELECT n.kind, n.id, w.depth + 1, w.bytes + 1 + octet_length(n.name)
                    FROM walk w JOIN node n ON n.parent = w.id
                    WHERE w.kind = 1 AND w.depth <= ?4
                    LIMIT ?5
                )
                SELECT coalesce(sum(bytes + ?6), 0) FROM walk",
                (
                    position.parent().unwrap_or(0),
                    position.name(),
                    int(position.path.as_str().len() as u64),
                    int(DEPTH_MAX as u64),
                    int(entries.saturating_add(2)),
                    int(SCRATCH_ROW_BYTES),
                ),
                |row| unsigned(row, 0),
            )?
            .unwrap_or(0);
        self.charge_scratch(bytes, copies)
    }

    /// Charges the scratch table beyond the size that it has had: its pages stay.
    fn charge_scratch(&self, bytes: u64, copies: u64) -> Result<()> {
        let more = bytes.saturating_sub(self.scratch_bytes.get());
        let more = more.saturating_add(bytes.saturating_mul(copies - 1));
        Ok(budget::charge(usize::try_from(more).unwrap_or(usize::MAX))?)
    }

    /// Refuses a new position under which the gathered subtree would be too deep or too long.
    pub(crate) fn check_fits(&self, extent: Extent, from: &Position, to: &Position) -> Result<()> {
        let bytes = extent.path_bytes - from.path.as_str().len() + to.path.as_str().len();
        check_path_bounds(bytes, extent.depth + to.path.depth())
            .map_err(|error| Error::from(error).with_path(&to.path))
    }
}

impl WriteTxn<'_> {
    /// Fills `sub` with the entry at a position and everything below it, parents first.
    pub(crate) fn gather(&self, position: &Position, node: &Node) -> Result<Extent> {
        self.check_deadline()?;
        let entries = self.state()?.entries;
        self.charge_gathering(position, entries)?;
        self.store.make_scratch()?;
        self.execute("DELETE FROM temp.sub", [])?;
        // The bounds hold in every sound tree. They stop a prepared file, together with the unique
        // index of the scratch table: a cycle would reach a directory for the second time.
        self.execute(
            "WITH RECURSIVE walk (path, depth, parent, name, kind, id, mode, size, mtime_us, content, target) AS (
                SELECT ?3, 0, parent, name, kind, id, mode, size, mtime_us, content, target
                FROM node WHERE parent = ?1 AND name = ?2
                UNION ALL
                SELECT w.path || '/' || n.name, w.depth + 1, n.parent, n.name, n.kind, n.id, n.mode, n.size,
                    n.mtime_us, n.content, n.target
                FROM walk w JOIN node n ON n.parent = w.id
                WHERE w.kind = 1 AND w.depth <= ?4 AND octet_length(w.path) <= ?6
                LIMIT ?5
            )
            INSERT OR FAIL INTO temp.sub
                (path, depth, parent, name, kind, id, mode, size, mtime_us, content, target, known)
            SELECT path, depth, parent, name, kind, id, mode, size, mtime_us, content, target, 0 FROM walk",
            (
                position.parent().unwrap_or(0),
                position.name(),
                position.path.as_str(),
                int(DEPTH_MAX as u64),
                int(entries.saturating_add(2)),
                int(PATH_BYTES_MAX as u64),
            ),
        )?;
        let extent = self
            .store
            .row(
                "SELECT count(*), coalesce(sum(CASE WHEN kind = 0 THEN size ELSE 0 END), 0), max(depth),
                    max(octet_length(path)), coalesce(sum(octet_length(path) + coalesce(octet_length(target), 0)), 0),
                    coalesce(sum(depth > 0 AND (name IN ('', '.', '..')
                    OR instr(name, '/') > 0 OR instr(name, char(0)) > 0)), 0),
                    coalesce(sum(octet_length(path) + ?1), 0) FROM temp.sub",
                [int(SCRATCH_ROW_BYTES)],
                |row| {
                    if row.get::<i64>(5)? > 0 {
                        return Err(Error::corrupt("a name that is none"));
                    }
                    Ok(Extent {
                        entries: unsigned(row, 0)?,
                        bytes: unsigned(row, 1)?,
                        depth: usize::try_from(unsigned(row, 2)?).unwrap_or(usize::MAX),
                        path_bytes: usize::try_from(unsigned(row, 3)?).unwrap_or(usize::MAX),
                        text_bytes: unsigned(row, 4)?,
                        scratch_bytes: unsigned(row, 6)?,
                    })
                },
            )?
            .ok_or_else(|| Error::corrupt("a subtree without a top"))?;
        let kept = self.scratch_bytes.get();
        self.scratch_bytes.set(extent.scratch_bytes.max(kept));
        let is_bounded = extent.entries <= entries
            && extent.depth <= DEPTH_MAX
            && extent.path_bytes <= PATH_BYTES_MAX;
        if !is_bounded || node.kind.code() != 1 {
            return Err(Error::corrupt("a directory that holds more than there is"));
        }
        self.check_deadline()?;
        Ok(extent)
    }

    /// Removes the gathered subtree from the nodes, not its references.
    pub(crate) fn delete_gathered(&self, position: &Position) -> Result<()> {
        self.execute(
            "DELETE FROM node WHERE parent IN (SELECT id FROM temp.sub WHERE kind = 1)",
            [],
        )?;
        self.delete_node(position)
    }

    /// Makes a copy of the gathered subtree at a position where nothing is, sharing contents.
    pub(crate) fn insert_gathered(&self, extent: Extent, to: &Position) -> Result<()> {
        let parent = self.own_parent(to)?;
        let first = self.new_ids(extent.entries.saturating_add(1))?;
        let stamp = self.stamp()?;
        self.execute(
            "INSERT INTO node (parent, name, kind, id, mode, size, mtime_us, content, target)
             SELECT CASE s.depth WHEN 0 THEN ?1 ELSE ?3 + p.ord END,
                CASE s.depth WHEN 0 THEN ?2 ELSE s.name END,
                s.kind, CASE s.kind WHEN 1 THEN ?3 + s.ord ELSE 0 END, s.mode, s.size, ?4, s.content, s.target
             FROM temp.sub s LEFT JOIN temp.sub p ON p.kind = 1 AND p.id = s.parent AND s.depth > 0",
            (parent, to.name(), first, stamp),
        )?;
        self.execute("DELETE FROM temp.touched", [])?;
        self.execute(
            "INSERT INTO temp.touched (id, n)
             SELECT content, count(*) FROM temp.sub WHERE content IS NOT NULL GROUP BY content",
            [],
        )?;
        self.hold_touched()?;
        self.touch_parent(to)
    }
}
