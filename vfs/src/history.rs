//! Runs, what they changed, and undoing them.
//!
//! Each run that changes anything has a row in `run`, and each path that it changed one in
//! `change`: what was there before the run, and what is there after. The row holds a
//! reference on the bytes before; the bytes after are held by the tree or by the next
//! change of the path.

mod answered;
mod aside;
mod at;
mod checkpoint;
mod close;
mod collect;
mod difference;
mod effects;
mod end;
mod fork;
mod kept;
mod keys;
mod log;
mod noted;
mod page;
mod record;
mod restore;
mod reversal;
mod rewind;
mod run;
mod suspend;
mod undo;
mod undone;
mod version;

use std::borrow::Cow;

use isolate_text::{VPath, budget};

use undo::is_untouched;

pub(crate) use difference::{Sides, differences_of};
pub(crate) use undo::{Scope as UndoScope, is_still};

pub use aside::CONFLICT;
pub use at::{View, ViewEntry};
pub use checkpoint::{CheckpointError, CheckpointOptions, Restored};
pub use collect::Collected;
pub use difference::{Difference, Point};
pub use effects::{EFFECTS_MAX, EffectEntry, Effects, Omitted};
pub use end::EndError;
pub use fork::ForkOptions;
pub use kept::SuspendedState;
pub use keys::{ClaimedKey, KEYS_MAX, KeyDigest, KeyedRun};
pub use log::LogOptions;
pub use noted::{NamedPoint, PointDifference, PointEntry};
pub use run::OpenRun;
pub use suspend::{SUSPENDED_MAX, SuspendedRun, Suspension, TakenUp};
pub use undo::UndoOptions;

use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node, Stat};
use crate::run::{RunId, RunState};
use crate::store::{Row, unsigned};
use crate::txn::{ReadTxn, Tree};

/// What a change in memory takes beside its path, both sides and an entry of a map.
pub(crate) const CHANGE_BYTES: usize = 512;

/// One run of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunInfo {
    /// Its number.
    pub id: RunId,
    /// Its label; empty for a call outside any run.
    pub label: String,
    /// Who made it, if that was said.
    pub actor: Option<String>,
    /// How it ended.
    pub state: RunState,
    /// How it ended in the words of its maker, as [`OpenRun::set_status`] got it.
    pub status: Option<String>,
    /// When it began by the clock of its tree, in whole milliseconds.
    pub started: Timestamp,
    /// When it began by the clock of the machine: a tree may have another.
    pub machine_started: Timestamp,
    /// When it ended, in whole milliseconds; none while it is open.
    pub finished: Option<Timestamp>,
    /// The earlier run that it was made to undo. [`Tree::undone`] checks that it undid it and
    /// changed nothing else.
    pub undoes: Option<RunId>,
    /// How many paths it changed.
    pub paths: u64,
    /// The branch that it was made on; none for the main branch.
    pub branch: Option<String>,
}

impl RunInfo {
    /// The run as a listing names it: the actor and the label with a colon in between, or the label
    /// alone.
    #[must_use]
    pub fn title(&self) -> Cow<'_, str> {
        match &self.actor {
            Some(actor) => format!("{actor}:{}", self.label).into(),
            None => self.label.as_str().into(),
        }
    }
}

/// One side of a change.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Side {
    /// What was there.
    pub stat: Stat,
    /// The target of a link.
    pub target: Option<String>,
    /// The token that [`Tree::version`] returned for a file at that time.
    pub version: Option<String>,
    /// The number of the bytes of a file, as [`Tree::content_number`] returned it; `None` for no bytes.
    pub number: Option<u64>,
}

/// What a run did to one path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The path.
    pub path: VPath,
    /// What was there before the run.
    pub before: Option<Side>,
    /// What was there after it.
    pub after: Option<Side>,
}

/// A row of the `change` table.
pub(crate) struct ChangeRow {
    pub(crate) path: VPath,
    pub(crate) before: Option<Node>,
    pub(crate) after: Option<Node>,
}

const CHANGE_SQL: &str =
    "SELECT path, before_kind, before_mode, before_size, before_mtime_us, before_content,
    before_target, after_kind, after_mode, after_size, after_mtime_us, after_content, after_target
    FROM change WHERE run = ?1 ORDER BY path";

fn read_side(row: &Row<'_>, first: usize) -> Result<Option<Node>> {
    let Some(kind) = row.get::<Option<i64>>(first)? else {
        return Ok(None);
    };
    Ok(Some(Node {
        kind: FileKind::from_code(kind)?,
        id: 0,
        mode: row.get(first + 1)?,
        size: unsigned(row, first + 2)?,
        mtime_us: row.get(first + 3)?,
        content: row.get(first + 4)?,
        target: row.get(first + 5)?,
    }))
}

fn read_row(row: &Row<'_>) -> Result<ChangeRow> {
    let path: String = row.get(0)?;
    Ok(ChangeRow {
        path: VPath::from_normal(path),
        before: read_side(row, 1)?,
        after: read_side(row, 7)?,
    })
}

impl Tree {
    /// All changes of a run, sorted by path. [`Tree::changes_page`] reads them in parts. Paths of
    /// which only the time changed are included, and paths that the guard hides are not.
    ///
    /// # Errors
    /// `NotFound` for a run that is not in history.
    pub fn changes(&self, run: RunId) -> Result<Vec<Change>> {
        let rows = self.snapshot(|txn| {
            txn.check_run_exists(run.0)?;
            txn.change_rows(run.0)
        })?;
        let seen = rows.into_iter().filter(|row| !self.is_hidden(&row.path));
        Ok(seen.map(Change::from).collect())
    }

    /// Whether the open run has changed a path.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn is_changed_by_open_run(&self, path: &VPath) -> Result<bool> {
        self.has_change_of_open_run(path)
    }

    fn has_run(&self, run: i64) -> Result<bool> {
        let found = self
            .store
            .row("SELECT 1 FROM run WHERE id = ?1", [run], |_| Ok(()))?;
        Ok(found.is_some())
    }

    fn check_run_exists(&self, run: i64) -> Result<()> {
        if self.has_run(run)? {
            return Ok(());
        }
        let detail = match self.number_now(run)? {
            Some(now) => format!(
                "run {run} has another number since it ended, because others have written while it waited: {now}"
            ),
            None => format!("no run {run} in the history"),
        };
        Err(Error::new(ErrorKind::NotFound).with_detail(detail))
    }

    /// Whether what a run has changed is set aside.
    fn is_apart(&self, run: i64) -> Result<bool> {
        let found = self
            .store
            .row("SELECT 1 FROM aside WHERE run = ?1", [run], |_| Ok(()))?;
        Ok(found.is_some())
    }

    /// The number that a run has now which had this one while its changes were kept apart.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    fn number_now(&self, run: i64) -> Result<Option<i64>> {
        let part = format!("{}{run}", crate::tree::FORMER);
        self.store
            .row("SELECT run FROM part WHERE name = ?1", [part], |row| {
                row.get(0)
            })
    }

    /// Refuses a run that the history does not have, and one that this branch does not see.
    fn check_run_seen(&self, run: i64) -> Result<()> {
        self.check_run_exists(run)?;
        let sql = format!("SELECT 1 FROM run WHERE id = ?1 AND {}", &*self.seen_runs());
        if self.store.row(&sql, [run], |_| Ok(()))?.is_some() {
            return Ok(());
        }
        if self.is_apart(run)? {
            return Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                "run {run} has not ended: what it has changed is not in the workspace yet"
            )));
        }
        let info = self.run_info(RunId(run))?;
        let branch = info.and_then(|info| info.branch);
        let branch = branch.as_deref().unwrap_or(crate::txn::MAIN);
        Err(Error::new(ErrorKind::NotFound).with_detail(format!(
            "run {run} is one of the branch {branch}, and this is the branch {}",
            self.branch()
        )))
    }

    /// The bytes of a file as they were before a run that changed it.
    ///
    /// # Errors
    /// `NotFound` when the run is not in history, did not change the path, or no file was there.
    pub fn read_before(&self, run: RunId, path: &VPath) -> Result<Vec<u8>> {
        self.read_side(run.0, path, |row| row.before)
    }

    /// The bytes of a file as they were after a run that changed it.
    ///
    /// # Errors
    /// As [`Tree::read_before`].
    pub fn read_after(&self, run: RunId, path: &VPath) -> Result<Vec<u8>> {
        self.read_side(run.0, path, |row| row.after)
    }

    fn change_row(&self, run: i64, path: &VPath) -> Result<Option<ChangeRow>> {
        self.store.row(
            "SELECT path, before_kind, before_mode, before_size, before_mtime_us, before_content,
                before_target, after_kind, after_mode, after_size, after_mtime_us, after_content, after_target
             FROM change WHERE run = ?1 AND path = ?2 AND +run = ?1 AND +path = ?2",
            (run, path.as_str()),
            |row| {
                Ok(ChangeRow {
                    path: path.clone(),
                    before: read_side(row, 1)?,
                    after: read_side(row, 7)?,
                })
            },
        )
    }

    fn read_side(
        &self,
        run: i64,
        path: &VPath,
        side: fn(ChangeRow) -> Option<Node>,
    ) -> Result<Vec<u8>> {
        self.snapshot(|txn| {
            let row = txn.change_row(run, path)?;
            let node = row
                .and_then(side)
                .filter(|node| node.kind == FileKind::File);
            let Some(node) = node else {
                return Err(Error::at(ErrorKind::NotFound, path));
            };
            txn.guard(crate::guard::Verb::Read, path, node.size)?;
            let reader = txn.content_reader(path, node.content, node.size)?;
            reader.charge(node.size)?;
            let mut bytes = Vec::new();
            reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
            Ok(bytes)
        })
    }
}

impl ReadTxn<'_> {
    pub(crate) fn change_rows(&self, run: i64) -> Result<Vec<ChangeRow>> {
        let mut rows = Vec::new();
        self.store.each(CHANGE_SQL, [run], |row| {
            let row = read_row(row)?;
            budget::charge(row.path.as_str().len() + CHANGE_BYTES)?;
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }
}
