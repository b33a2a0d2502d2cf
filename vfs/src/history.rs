//! Runs, what they changed, and undoing them.
//!
//! Each run that changes anything has a row in `run`, and each path that it changed one in
//! `change`: what was there before the run, and what is there after. The row holds a
//! reference on the bytes before; the bytes after are held by the tree or by the next
//! change of the path.

mod checkpoint;
mod effects;
mod page;
mod record;
mod retain;
mod reversal;
mod undo;
mod undone;
mod version;

use undo::{is_still, is_untouched};

use std::time::{Duration, Instant};

use rusqlite::Row;

pub use checkpoint::{CHECKPOINTS, CheckpointError, Restored};
pub use effects::{EFFECTS_MAX, EffectEntry, Effects, Omitted};
pub use retain::Retention;
pub(crate) use retain::rows_bytes_sql;
pub use undone::OUTPUTS;

use crate::budget;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node, Stat};
use crate::path::VPath;
use crate::store::{Durability, int, unsigned};
use crate::tree::Tree;

/// What a change in memory takes beside its path, both sides and a place in a map.
const CHANGE_BYTES: usize = 512;

/// What a run in memory takes beside its label.
const RUN_BYTES: usize = 128;

/// Longest label that is kept; what is beyond is cut.
const LABEL_BYTES_MAX: usize = 4096;

/// When the calls of a run become permanent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CommitMode {
    /// Each call by itself.
    #[default]
    PerCall,
    /// All of them at the end, or none. Other connections cannot write until then.
    Atomic,
    /// Never: what would have changed is reported.
    DryRun,
}

/// How to begin a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunOptions {
    /// What history calls it.
    pub label: String,
    /// When its calls become permanent.
    pub mode: CommitMode,
}

/// What to do with the changes of a run that ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Keep them, except those of a dry run.
    Changes,
    /// Undo those of an atomic run. Calls that were permanent by themselves remain.
    Nothing,
}

/// The run that is open on a tree.
#[derive(Debug)]
pub(crate) struct OpenRun {
    label: String,
    mode: CommitMode,
    started_ms: i64,
    /// Its history row, once it has changed something.
    id: Option<i64>,
    /// The run that it is about to take back.
    undoes: Option<i64>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunState {
    /// It has not: it is going on, or its process is gone.
    Open,
    /// With its changes kept.
    Finished,
    /// Given up after some of its calls had become permanent.
    Abandoned,
}

/// One run of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunInfo {
    /// Its number.
    pub id: i64,
    /// What it was called; empty for a call outside any run.
    pub label: String,
    /// How it ended.
    pub state: RunState,
    /// When its first change happened, in milliseconds since 1970.
    pub started_ms: i64,
    /// When it ended.
    pub finished_ms: Option<i64>,
    /// How many paths it changed.
    pub paths: u64,
}

/// One side of a change.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Side {
    /// What was there.
    pub stat: Stat,
    /// The target of a link.
    pub target: Option<String>,
    /// The token that [`Tree::version`] gave for a file while it was there.
    pub version: Option<String>,
}

/// What a run did to one path.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    let Some(kind) = row.get::<_, Option<i64>>(first)? else {
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
    /// Begins a run: until [`Tree::finish_run`], every change belongs to it.
    ///
    /// # Errors
    /// `Invalid` when one is open; `Busy` for an atomic or dry run while another
    /// connection writes.
    pub fn begin_run(&self, options: RunOptions) -> Result<()> {
        if self.run.borrow().is_some() || self.is_writing() {
            return Err(Error::new(ErrorKind::Invalid).with_detail("a run is open already"));
        }
        if options.mode != CommitMode::PerCall {
            if options.mode == CommitMode::Atomic {
                self.store.set_durability(Durability::Full)?;
            }
            if let Err(error) = self.begin_write() {
                self.relax();
                return Err(error);
            }
        }
        let mut label = options.label;
        let mut length = label.len().min(LABEL_BYTES_MAX);
        while !label.is_char_boundary(length) {
            length -= 1;
        }
        label.truncate(length);
        let started_ms = self.now_us().div_euclid(1000);
        *self.run.borrow_mut() = Some(OpenRun {
            label,
            mode: options.mode,
            started_ms,
            id: None,
            undoes: None,
        });
        Ok(())
    }

    /// Adds to what history calls the open run: what it is about may be known only in its course.
    ///
    /// # Errors
    /// `Invalid` when no run is open, or when it has changed something already.
    pub fn extend_label(&self, more: &str) -> Result<()> {
        match self.run.borrow_mut().as_mut() {
            Some(run) if run.id.is_none() => {
                if run.label.len() + more.len() <= LABEL_BYTES_MAX {
                    run.label.push_str(more);
                }
                Ok(())
            }
            _ => Err(Error::new(ErrorKind::Invalid)
                .with_detail("a run gets its name before its first change")),
        }
    }

    /// Ends the run, telling what it changed; a run that kept changes is then on disk.
    ///
    /// # Errors
    /// `Invalid` when no run is open. After any other error an atomic run has been undone;
    /// calls that were permanent by themselves remain.
    pub fn finish_run(&self, keep: Keep) -> Result<Effects> {
        self.finish_run_by(keep, None)
    }

    /// As [`Tree::finish_run`], with a time until which changes beyond [`EFFECTS_MAX`] are
    /// counted, history is pruned and free pages are given back. What is left of that is done at
    /// the end of a later run. The deadline of the tree is none afterwards.
    ///
    /// # Errors
    /// As [`Tree::finish_run`].
    pub fn finish_run_by(&self, keep: Keep, until: Option<Instant>) -> Result<Effects> {
        let Some(run) = self.run.borrow_mut().take() else {
            return Err(Error::new(ErrorKind::Invalid).with_detail("no run is open"));
        };
        let state = if keep == Keep::Changes {
            RunState::Finished
        } else {
            RunState::Abandoned
        };
        if run.mode == CommitMode::PerCall {
            let Some(id) = run.id else {
                return Ok(Effects::default());
            };
            let mut effects = self.snapshot(|tree| tree.effects_of(id, until))?;
            self.store.set_durability(Durability::Full)?;
            let mut closed = self.close_committed_run(id, state);
            if matches!(&closed, Err(error) if error.kind() == ErrorKind::NoSpace)
                && self.store.release_reserve()
            {
                closed = self.close_committed_run(id, state);
            }
            self.relax();
            let is_much = closed?;
            self.barriers.set(self.barriers.get() + 1);
            self.tidy(is_much || self.wants_space(), until);
            effects.run = self.kept_run(id);
            return Ok(effects);
        }
        let kept = run.mode == CommitMode::Atomic && keep == Keep::Changes;
        let closed = self.close_whole_run(&run, kept, until);
        if !kept || closed.is_err() {
            self.give_up();
        }
        self.relax();
        let mut effects = closed?;
        if let (true, Some(id)) = (kept, run.id) {
            self.barriers.set(self.barriers.get() + 1);
            self.tidy(true, until);
            effects.run = self.kept_run(id);
        }
        Ok(effects)
    }

    /// Prunes history where there is much, and gives free pages back, as far as there is time.
    fn tidy(&self, is_much: bool, until: Option<Instant>) {
        /// What takes less is not worth beginning.
        const TIME_MIN: Duration = Duration::from_millis(100);
        let left = || until.map(|until| until.saturating_duration_since(Instant::now()));
        if left().is_none_or(|left| left >= TIME_MIN) {
            self.set_deadline(until);
            if is_much {
                self.prune_quietly();
            } else {
                self.store.give_back_some();
            }
            self.set_deadline(None);
        }
        self.store.set_time_to_close(left());
    }

    /// The number of a run if history still has it: one that is larger than history may be does not
    /// stay. The run is committed, so a question that fails changes nothing.
    fn kept_run(&self, id: i64) -> Option<i64> {
        let found = self
            .store
            .row("SELECT 1 FROM run WHERE id = ?1", [id], |_| Ok(()));
        (!matches!(found, Ok(None))).then_some(id)
    }

    /// Ends a run whose calls are committed; tells whether history may have to be pruned.
    fn close_committed_run(&self, id: i64, state: RunState) -> Result<bool> {
        let closed = self.begin_write().and_then(|()| {
            self.close_run_row(id, state)?;
            // Numbers of runs only grow, so there are no more runs than this.
            let is_much = int(self.retention.runs_max) < id
                || self.state()?.history_bytes > self.retention.bytes_max;
            self.commit()?;
            Ok(is_much)
        });
        if closed.is_err() {
            self.give_up();
        }
        closed
    }

    /// Ends a run that is one transaction, up to and including its commit when it is kept.
    fn close_whole_run(
        &self,
        run: &OpenRun,
        kept: bool,
        until: Option<Instant>,
    ) -> Result<Effects> {
        if !kept && self.is_lost_to_deadline() {
            return Ok(Effects::default());
        }
        let effects = match run.id {
            Some(id) => self.snapshot(|tree| tree.effects_of(id, until))?,
            None => Effects::default(),
        };
        if kept {
            if let Some(id) = run.id {
                self.close_run_row(id, RunState::Finished)?;
            }
            self.flush_state()?;
            self.make_room_to_commit();
            self.commit()?;
        }
        Ok(effects)
    }

    fn close_run_row(&self, id: i64, state: RunState) -> Result<()> {
        let finished_ms = self.now_us().div_euclid(1000);
        self.store.execute(
            "UPDATE run SET state = ?2, finished_ms = ?3 WHERE id = ?1",
            (id, state_code(state), finished_ms),
        )?;
        Ok(())
    }

    /// Back to a commit that a power failure may lose until the end of the run.
    fn relax(&self) {
        // A failure leaves commits slower, not less safe.
        let _ = self.store.set_durability(Durability::Normal);
    }

    fn change_rows(&self, run: i64) -> Result<Vec<ChangeRow>> {
        let mut rows = Vec::new();
        self.store.each(CHANGE_SQL, [run], |row| {
            let row = read_row(row)?;
            budget::charge(row.path.as_str().len() + CHANGE_BYTES)?;
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    /// The last runs, newest first.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn history(&self, limit: usize) -> Result<Vec<RunInfo>> {
        let mut runs = Vec::new();
        self.store.each(
            "SELECT id, label, state, started_ms, finished_ms,
                (SELECT count(*) FROM change WHERE change.run = run.id)
             FROM run ORDER BY id DESC LIMIT ?1",
            [int(limit as u64)],
            |row| {
                let label: String = row.get(1)?;
                budget::charge(label.len() + RUN_BYTES)?;
                runs.push(RunInfo {
                    id: row.get(0)?,
                    label,
                    state: match row.get(2)? {
                        0 => RunState::Open,
                        1 => RunState::Finished,
                        _ => RunState::Abandoned,
                    },
                    started_ms: row.get(3)?,
                    finished_ms: row.get(4)?,
                    paths: unsigned(row, 5)?,
                });
                Ok(())
            },
        )?;
        Ok(runs)
    }

    /// What a run did, sorted by path, all in memory; [`Tree::changes_page`] gives it in parts. Paths of which only the time changed are included,
    /// those that the guard hides are not.
    ///
    /// # Errors
    /// `NotFound` for a run that is not in history.
    pub fn changes(&self, run: i64) -> Result<Vec<Change>> {
        let rows = self.snapshot(|tree| {
            tree.check_run_exists(run)?;
            tree.change_rows(run)
        })?;
        let seen = rows.into_iter().filter(|row| !self.is_hidden(&row.path));
        Ok(seen.map(Change::from).collect())
    }

    /// Whether the open run has changed a path.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn is_changed_by_open_run(&self, path: &VPath) -> Result<bool> {
        let Some(run) = self.run_row() else {
            return Ok(false);
        };
        let found = self.store.row(
            "SELECT 1 FROM change WHERE run = ?1 AND path = ?2",
            (run, path.as_str()),
            |_| Ok(()),
        )?;
        Ok(found.is_some())
    }

    fn check_run_exists(&self, run: i64) -> Result<()> {
        match self
            .store
            .row("SELECT 1 FROM run WHERE id = ?1", [run], |_| Ok(()))?
        {
            Some(()) => Ok(()),
            None => {
                Err(Error::new(ErrorKind::NotFound)
                    .with_detail(format!("no run {run} in the history")))
            }
        }
    }

    /// The bytes of a file as they were before a run that changed it.
    ///
    /// # Errors
    /// `NotFound` when the run is not in history, did not change the path, or no file was there.
    pub fn read_before(&self, run: i64, path: &VPath) -> Result<Vec<u8>> {
        self.read_side(run, path, |row| row.before)
    }

    /// The bytes of a file as they were after a run that changed it.
    ///
    /// # Errors
    /// As [`Tree::read_before`].
    pub fn read_after(&self, run: i64, path: &VPath) -> Result<Vec<u8>> {
        self.read_side(run, path, |row| row.after)
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
        self.read_scope(|| {
            let row = self.change_row(run, path)?;
            let node = row
                .and_then(side)
                .filter(|node| node.kind == FileKind::File);
            let Some(node) = node else {
                return Err(Error::at(ErrorKind::NotFound, path));
            };
            self.guard(crate::guard::Verb::Read, path, node.size)?;
            let reader = self.content_reader(path, node.content, node.size)?;
            reader.charge(node.size)?;
            let mut bytes = Vec::new();
            reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
            Ok(bytes)
        })
    }
}

fn state_code(state: RunState) -> i64 {
    match state {
        RunState::Open => 0,
        RunState::Finished => 1,
        RunState::Abandoned => 2,
    }
}
