//! The end of runs whose changes are kept apart on a branch of their own.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use isolate_text::VPath;

use super::close::wait_at_end;
use super::{Effects, EndError};
use crate::error::{Error, ErrorKind, Result};
use crate::run::{CommitMode, Part, RunId, RunState};
use crate::store::Durability;
use crate::txn::{Aside, AsideEnd, CurrentRun, Tree, WriteTxn};

/// How the history says that a run ended whose changes others were in the way of ([`OpenRun::set_aside`]),
/// and the name of the part that is kept with it: the first 1,000 paths that others had changed too, each
/// in a line of its own.
///
/// [`OpenRun::set_aside`]: crate::OpenRun::set_aside
pub const CONFLICT: &str = "conflict";

/// Paths that are kept of a conflict.
const PATHS_MAX: usize = 1_000;

/// What became of a run.
pub(super) enum Ended {
    /// Its row in the history, if it has one, and the directories that others have made as well: they are
    /// no change of it.
    Row(Option<i64>, BTreeSet<VPath>),
    /// Its changes are a branch.
    Conflict(EndError),
}

impl Tree {
    /// Ends a run that was set aside: takes its changes over, or forgets them.
    pub(super) fn finish_aside(
        &self,
        run: &CurrentRun,
        id: i64,
        aside: &Aside,
        keeps_changes: bool,
        until: Option<Instant>,
    ) -> Result<Effects, EndError> {
        let effects = self.snapshot(|txn| txn.effects_of(id, until));
        let effects = match effects {
            Err(cause) if run.is_put_away => {
                self.enter(aside.home.clone());
                return Err(cause.into());
            }
            effects => effects,
        };
        // What cannot be told is not kept, as in any atomic run.
        let is_kept = keeps_changes && aside.mode == CommitMode::Atomic && effects.is_ok();
        let wait = match is_kept {
            true => self.store.busy_timeout(),
            false => wait_at_end(until, self.store.busy_timeout()),
        };
        let ended = self.end_aside(run, id, aside, is_kept, wait);
        let mut effects = effects?;
        let row = match ended {
            Ok(Ended::Row(row, made_by_both)) => {
                effects.forget_created(&made_by_both);
                row
            }
            Ok(Ended::Conflict(conflict)) => {
                effects.run = Some(RunId(id));
                return Err(EndError {
                    effects: Some(Box::new(effects)),
                    ..conflict
                });
            }
            // Its changes are seen nowhere: the branch can go later.
            Err(cause) if !is_kept && cause.kind() == ErrorKind::Busy => {
                self.keep_late(run, id, RunState::Abandoned);
                Some(id)
            }
            Err(cause) => {
                if is_kept && !run.is_put_away {
                    // As an atomic run that fails, it leaves nothing.
                    let _ = self.end_aside(run, id, aside, false, wait);
                }
                return Err(EndError {
                    effects: Some(Box::new(effects)),
                    ..EndError::from(cause)
                });
            }
        };
        if is_kept {
            self.barriers.set(self.barriers.get() + 1);
        }
        tracing::debug!(run = id, is_kept, "ended, set aside");
        self.tidy(true, until);
        effects.run = row.and_then(|id| self.kept_run(id));
        Ok(effects)
    }

    /// The same in one transaction, after which this connection is on the branch of before.
    pub(super) fn end_aside(
        &self,
        run: &CurrentRun,
        id: i64,
        aside: &Aside,
        is_kept: bool,
        wait: Duration,
    ) -> Result<Ended> {
        self.check_no_transaction()?;
        if is_kept {
            self.store.set_durability(Durability::Full)?;
        }
        let end = || {
            self.write_txn_within(wait, |txn| {
                if run.is_put_away {
                    txn.make_open(RunId(id))?;
                }
                match is_kept {
                    true => txn.keep_aside(run, id, aside).map(Some),
                    false => txn.forget_aside(run, id, aside).map(Some),
                }
            })
        };
        // What it has called cannot be taken back, so that it goes on trying.
        let ended = self.until_not_raced(1_000, || self.with_room_to_remove(end));
        self.settle_removal();
        self.relax();
        self.enter(aside.home.clone());
        ended?.ok_or_else(super::run::no_run)
    }
}

impl WriteTxn<'_> {
    fn keep_aside(&self, run: &CurrentRun, id: i64, aside: &Aside) -> Result<Ended> {
        match self.branches.take_over(self, id, &aside.home)? {
            AsideEnd::TakenOver { id, made_by_both } => {
                self.mark_if_unchanged(id)?;
                self.close_run(run, id, RunState::Finished)?;
                Ok(Ended::Row(Some(id), made_by_both))
            }
            AsideEnd::Conflict { branch, paths } => {
                let mut run = run.clone();
                run.status = Some(CONFLICT.to_owned());
                let listed = paths.iter().take(PATHS_MAX).map(|path| format!("{path}\n"));
                let listed: String = listed.collect();
                self.put_parts(id, &[Part::new(CONFLICT, listed.into_bytes())])?;
                self.close_run(&run, id, RunState::Finished)?;
                Ok(Ended::Conflict(conflict(branch, paths)))
            }
        }
    }

    fn forget_aside(&self, run: &CurrentRun, id: i64, aside: &Aside) -> Result<Ended> {
        self.branches.drop_aside(self, id)?;
        if aside.mode == CommitMode::Atomic && run.is_recorded && self.keeps_runs()? {
            self.close_run(run, id, RunState::Abandoned)?;
            return Ok(Ended::Row(Some(id), BTreeSet::new()));
        }
        // Nobody was told of it.
        let forgotten = self.forgotten()?;
        self.delete_run(id)?;
        self.set_forgotten(forgotten)?;
        Ok(Ended::Row(None, BTreeSet::new()))
    }
}

fn conflict(branch: String, paths: Vec<VPath>) -> EndError {
    let text = match paths.is_empty() {
        true => format!(
            "the history does not have all that the run has changed, for want of space, so it was not taken over: it is the branch {branch}"
        ),
        false => format!(
            "while the run waited, others have changed what it has changed too: its changes are the branch {branch}"
        ),
    };
    let cause = Error::new(ErrorKind::Stale)
        .with_detail(text)
        .with_paths(paths);
    EndError {
        branch: Some(branch),
        ..EndError::from(cause)
    }
}
