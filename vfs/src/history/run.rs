//! Runs: beginning one, and ending it.

use std::ops::Deref;
use std::time::{Duration, Instant};

use super::close::wait_at_end;
use super::record::EndRow;
use super::{Effects, EndError};
use crate::error::{Error, ErrorKind, Result};
use crate::run::{CommitMode, Part, RunId, RunOptions, RunState};
use crate::store::Durability;
use crate::tree::check_parts;
use crate::txn::{CurrentRun, ReadTxn, Tree, WriteTxn};

/// Longest label that is kept; what is beyond is cut.
const LABEL_BYTES_MAX: usize = 4096;
/// Longest word for how a run ended; what is beyond is cut.
const STATUS_BYTES_MAX: usize = 64;
/// How long a run that changed nothing waits for other connections to be recorded: they may write
/// for as long as they like, and nobody who only reads has to wait for them.
const RECORD_WAIT: Duration = Duration::from_millis(200);
/// Longest name of an actor. It is not cut: two that begin alike would become one.
const ACTOR_BYTES_MAX: usize = 4096;

/// What happens to the changes of a run that ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// They are kept, except those of a dry run.
    Changes,
    /// Those of an atomic run are rolled back. Calls that are permanent already remain.
    Nothing,
}

/// An open run: every change to the tree belongs to it until it ends.
///
/// [`OpenRun::commit`] ends it and keeps its changes. A run that is dropped is abandoned: an atomic
/// run is rolled back, and a run whose calls are permanent one by one is recorded as
/// [`RunState::Abandoned`]. Calls go through the run itself, which dereferences to its [`Tree`], or
/// through the tree.
///
/// ```
/// use isolate_text::VPath;
/// use isolate_vfs::{MemoryStore, OpenOptions, RunOptions, Tree};
///
/// let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
/// let (a, b) = (VPath::parse("/a")?, VPath::parse("/b")?);
///
/// let run = tree.begin(&RunOptions::new("first").atomic())?;
/// run.write(&a, b"kept")?;
/// let effects = run.commit()?;
/// assert_eq!(effects.created[0].path, a);
///
/// let run = tree.begin(&RunOptions::new("second").atomic())?;
/// run.write(&b, b"not kept")?;
/// drop(run);
/// assert!(tree.exists(&a)? && !tree.exists(&b)?);
/// # Ok::<(), isolate_vfs::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "a run that is dropped is rolled back"]
pub struct OpenRun<T: Deref<Target = Tree>> {
    tree: T,
}

impl<T: Deref<Target = Tree>> OpenRun<T> {
    /// Begins a run on a tree that the run holds until it ends. [`Tree::begin`] borrows the tree
    /// instead.
    ///
    /// # Errors
    /// As [`Tree::begin`].
    pub fn holding(tree: T, options: &RunOptions) -> Result<Self> {
        tree.begin_run(options)?;
        Ok(Self { tree })
    }

    /// The run that is open on a tree.
    pub(super) const fn of(tree: T) -> Self {
        Self { tree }
    }

    /// Ends the run and keeps its changes, except those of a dry run. They are on the disk when
    /// this returns. Returns what the run changed.
    ///
    /// # Errors
    /// Every kind of a write. After an error an atomic run has been rolled back; calls that were
    /// permanent by themselves remain.
    pub fn commit(self) -> Result<Effects> {
        let ended = self.tree.finish_run(Keep::Changes, None);
        ended.map_err(|error| error.cause)
    }

    /// As [`OpenRun::commit`], but stops optional work at a point in time: counting changes beyond
    /// [`EFFECTS_MAX`](crate::EFFECTS_MAX), pruning history, and giving free pages back. A later
    /// run does the rest. The tree has no deadline afterwards.
    ///
    /// # Errors
    /// As [`OpenRun::commit`], with what the run had changed.
    pub fn commit_by(self, until: Instant) -> Result<Effects, EndError> {
        self.tree.finish_run(Keep::Changes, Some(until))
    }

    /// What the run holds, for its owner to [rest](Tree::rest).
    pub const fn held_mut(&mut self) -> &mut T {
        &mut self.tree
    }

    /// Records that a run has begun, if it is to be recorded and is not yet: that it is in the history
    /// even if its process is killed. It costs a transaction, so a caller does this once the run has
    /// gone on for a while. A run in memory is recorded when it ends, and so is one whose calls become
    /// permanent together: that one is recorded before it begins.
    pub fn record(&self) {
        let run = self.tree.run.copied();
        if let Some(row) = run.and_then(|run| self.tree.record_beginning(&run)) {
            self.tree.run.change(|run| run.first_row = Some(row));
        }
    }

    /// Adds what is kept with the run when it ends, if it is recorded or changes something. Parts that
    /// do not fit on the disk are left out.
    ///
    /// # Errors
    /// `Invalid` for a name that is empty, longer than 64 bytes, or used before.
    pub fn keep_part(&self, part: Part) -> Result<()> {
        let kept = self.tree.run.change(|run| {
            check_parts(run.parts.iter().chain(&run.last_parts).chain([&part]))?;
            run.last_parts.push(part);
            Ok(())
        });
        kept.unwrap_or_else(|| Err(no_run()))
    }

    /// Says how the run ended, in a word of the caller's, such as `error`. At most 64 bytes are kept.
    pub fn set_status(&self, status: &str) {
        let status = cut(status, STATUS_BYTES_MAX);
        self.tree
            .run
            .change(|run| run.status = Some(status.to_owned()));
    }

    /// Ends the run as dropping it does, and returns what it had changed.
    ///
    /// # Errors
    /// As [`OpenRun::commit`].
    pub fn abandon(self) -> Result<Effects> {
        let ended = self.tree.finish_run(Keep::Nothing, None);
        ended.map_err(|error| error.cause)
    }

    /// As [`OpenRun::abandon`], within the time of [`OpenRun::commit_by`].
    ///
    /// # Errors
    /// As [`OpenRun::commit_by`].
    pub fn abandon_by(self, until: Instant) -> Result<Effects, EndError> {
        self.tree.finish_run(Keep::Nothing, Some(until))
    }
}

impl<T: Deref<Target = Tree>> Deref for OpenRun<T> {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        &self.tree
    }
}

impl<T: Deref<Target = Tree>> Drop for OpenRun<T> {
    fn drop(&mut self) {
        self.tree.drop_run();
    }
}

impl Tree {
    /// Begins a run: every change belongs to it until it ends. See [`OpenRun`].
    ///
    /// # Errors
    /// `Invalid` when a run is open already, or for an actor beyond its bound; `Busy` for an atomic or dry run while another
    /// connection writes.
    pub fn begin(&self, options: &RunOptions) -> Result<OpenRun<&Self>> {
        OpenRun::holding(self, options)
    }

    /// Adds to the label of the open run, for what is known only after it began.
    ///
    /// # Errors
    /// `Invalid` when no run is open, or when it has changed something already.
    pub fn extend_label(&self, more: &str) -> Result<()> {
        let is_extended = self.run.change(|run| {
            let is_unchanged = run.id.is_none();
            if is_unchanged && run.label.len() + more.len() <= LABEL_BYTES_MAX {
                run.label.push_str(more);
            }
            is_unchanged
        });
        match is_extended {
            Some(true) => Ok(()),
            _ => Err(Error::new(ErrorKind::Invalid)
                .with_detail("a run gets its name before its first change")),
        }
    }

    /// A run that is about to begin.
    pub(super) fn new_run(&self, options: &RunOptions) -> Result<CurrentRun> {
        self.check_no_run()?;
        self.end_late_runs();
        let actor_bytes = options.actor.as_ref().map_or(0, String::len);
        if actor_bytes > ACTOR_BYTES_MAX {
            return Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                "the actor of a run has {actor_bytes} bytes, at most {ACTOR_BYTES_MAX} are allowed"
            )));
        }
        check_parts(&options.parts)?;
        let label = cut(&options.label, LABEL_BYTES_MAX);
        let mut run = CurrentRun::new(label, options.mode, self.now().as_millis());
        if let Some(started) = options.machine_started {
            run.machine_ms = started.as_millis();
        }
        run.actor.clone_from(&options.actor);
        run.parts.clone_from(&options.parts);
        run.is_recorded = options.is_recorded && options.mode != CommitMode::DryRun;
        if let Some(claimed) = options.claimed {
            (run.first_row, run.has_key) = (Some(claimed.0), true);
        }
        Ok(run)
    }

    fn begin_run(&self, options: &RunOptions) -> Result<()> {
        let mut run = self.new_run(options)?;
        if options.mode != CommitMode::PerCall {
            // Later it cannot be recorded on its own.
            run.first_row = self.record_beginning(&run);
            // What a copy loses with the power, it takes from the log again.
            if options.mode == CommitMode::Atomic && !self.is_published() {
                self.store.set_durability(Durability::Full)?;
            }
            if let Err(error) = self.hold_txn() {
                self.relax();
                return Err(error);
            }
        }
        self.run.begin(run);
        Ok(())
    }

    /// Ends the open run, and says what it changed.
    fn finish_run(&self, keep: Keep, until: Option<Instant>) -> Result<Effects, EndError> {
        let Some(run) = self.run.end() else {
            return Err(no_run().into());
        };
        let state = if keep == Keep::Changes {
            RunState::Finished
        } else {
            RunState::Abandoned
        };
        if let (Some(aside), Some(id)) = (&run.aside, run.id) {
            return self.finish_aside(&run, id, aside, keep == Keep::Changes, until);
        }
        if run.mode == CommitMode::PerCall {
            let Some(id) = run.id else {
                return Ok(self.end_unchanged_run(&run, state, until));
            };
            // The run ends even if its changes cannot be read.
            let effects = self.snapshot(|txn| txn.effects_of(id, until));
            let closed = self.close_committed_run(&run, id, state, until);
            let (mut effects, is_much) = match (effects, closed) {
                (Ok(effects), Ok(is_much)) => (effects, is_much),
                (Ok(mut effects), Err(cause)) => {
                    effects.run = Some(RunId(id));
                    return Err(EndError {
                        effects: Some(Box::new(effects)),
                        ..EndError::from(cause)
                    });
                }
                (Err(cause), _) => return Err(cause.into()),
            };
            self.barriers.set(self.barriers.get() + 1);
            log_end(keep, id, run.mode, &effects);
            self.tidy(is_much || self.wants_space(), until);
            effects.run = self.kept_run(id);
            return Ok(effects);
        }
        let kept = run.mode == CommitMode::Atomic && keep == Keep::Changes;
        let read = self.effects_of_whole_run(&run, kept, until);
        // The row of the run in the history, if it has one.
        let mut row = None;
        let ended = match read {
            Ok(effects) => match kept.then(|| self.with_held_txn(|txn| txn.commit_whole_run(&run)))
            {
                None => Ok(effects),
                Some(Ok(id)) => {
                    row = id;
                    Ok(effects)
                }
                Some(Err(cause)) => Err(EndError {
                    effects: Some(Box::new(effects)),
                    ..EndError::from(cause)
                }),
            },
            Err(cause) => Err(cause.into()),
        };
        if !kept || ended.is_err() {
            self.give_up();
            self.relax();
            // A run that is to be made again, or may be in the log, has no end yet.
            let is_refused = (ended.as_ref()).is_err_and(|error| error.cause.is_of_publishing());
            if !is_refused {
                row = self
                    .recorded_end(&run, RunState::Abandoned, until)
                    .map(|row| row.id);
            }
        }
        self.relax();
        let mut effects = ended?;
        if let (true, Some(id)) = (kept, run.id) {
            self.barriers.set(self.barriers.get() + 1);
            log_end(keep, id, run.mode, &effects);
            self.tidy(true, until);
        }
        effects.run = row.and_then(|id| self.kept_run(id));
        Ok(effects)
    }

    /// Ends a run whose calls are committed one by one, and that has changed nothing.
    fn end_unchanged_run(
        &self,
        run: &CurrentRun,
        state: RunState,
        until: Option<Instant>,
    ) -> Effects {
        let mut effects = Effects::default();
        if let Some(row) = self.recorded_end(run, state, until) {
            if row.is_much {
                self.tidy(true, until);
            }
            effects.run = self.kept_run(row.id);
        }
        effects
    }

    /// The row of a run that ends without changes, if it is to have one.
    fn recorded_end(
        &self,
        run: &CurrentRun,
        state: RunState,
        until: Option<Instant>,
    ) -> Option<EndRow> {
        if !run.has_key {
            let wait = wait_at_end(until, RECORD_WAIT);
            return run.is_recorded.then(|| self.record_end(run, state, wait))?;
        }
        // Whoever repeats the request of a run with a key has to find its end, also when power has failed. A
        // failure to say so leaves it to the next barrier.
        let _ = self.store.set_durability(Durability::Full);
        let wait = wait_at_end(until, self.store.busy_timeout());
        let row = self.record_end(run, state, wait);
        self.relax();
        row
    }

    /// Abandons the run that is open, if one is: its guard was dropped.
    fn drop_run(&self) {
        // Without a connection it ends as with the process.
        if self.is_resting() {
            return;
        }
        let Some(run) = self.run.end() else {
            return;
        };
        if let Some(run_id) = run.id {
            tracing::debug!(run = run_id, mode = ?run.mode, "abandoned");
        }
        if run.is_put_away {
            // It waits as before.
            if let Some(aside) = &run.aside {
                self.enter(aside.home.clone());
            }
            return;
        }
        // Its deadline may be over, and it has to end all the same.
        let _disarmed = self.store.interrupt().disarm();
        if let (Some(aside), Some(id)) = (&run.aside, run.id) {
            // Where this fails for another reason, whoever opens the workspace after this process does it.
            let ended = self.end_aside(&run, id, aside, false, RECORD_WAIT);
            if ended.is_err_and(|error| error.kind() == ErrorKind::Busy) {
                self.keep_late(&run, id, RunState::Abandoned);
            }
            return;
        }
        if run.mode != CommitMode::PerCall {
            self.give_up();
            self.relax();
        } else if let Some(id) = run.id {
            // Where this fails the history shows the run as open, as after the end of a process.
            let until = Some(Instant::now() + RECORD_WAIT);
            let _ = self.close_committed_run(&run, id, RunState::Abandoned, until);
            return;
        }
        if run.is_recorded {
            self.record_end(&run, RunState::Abandoned, Duration::ZERO);
        }
    }

    /// Prunes the history if there is much, and gives free pages back, within the time left.
    pub(super) fn tidy(&self, is_much: bool, until: Option<Instant>) {
        /// What takes less is not worth beginning.
        const TIME_MIN: Duration = Duration::from_millis(100);
        let left = || until.map(|until| until.saturating_duration_since(Instant::now()));
        if left().is_none_or(|left| left >= TIME_MIN) {
            self.set_deadline(until);
            if is_much && !self.is_published() {
                self.prune_quietly();
            } else {
                self.store.give_back_some();
            }
            self.set_deadline(None);
        }
        self.store.set_time_to_close(left());
    }

    /// The number of a run if the history still has it: a run larger than the history may be is
    /// pruned at once. The run is committed, so a query that fails changes nothing.
    pub(super) fn kept_run(&self, id: i64) -> Option<RunId> {
        let found = self
            .store
            .row("SELECT 1 FROM run WHERE id = ?1", [id], |_| Ok(()));
        (!matches!(found, Ok(None))).then_some(RunId(id))
    }

    /// What a run that is one transaction has changed.
    fn effects_of_whole_run(
        &self,
        run: &CurrentRun,
        kept: bool,
        until: Option<Instant>,
    ) -> Result<Effects> {
        if !kept && self.is_lost_to_deadline() {
            return Ok(Effects::default());
        }
        match run.id {
            Some(id) => self.snapshot(|txn| txn.effects_of(id, until)),
            None => Ok(Effects::default()),
        }
    }

    /// Lets commits return before they are on the disk again.
    pub(crate) fn relax(&self) {
        // A failure leaves commits slower, not less safe.
        let _ = self.store.set_durability(Durability::Normal);
    }
}

impl ReadTxn<'_> {
    pub(super) fn finished_ms(&self, run: &CurrentRun) -> i64 {
        self.now().as_millis().max(run.started_ms)
    }
}

impl WriteTxn<'_> {
    /// Calls `f` as a run of its own, within the open transaction.
    pub(crate) fn as_call_of<T>(
        &self,
        options: &RunOptions,
        f: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let mut run = CurrentRun::new(&options.label, CommitMode::PerCall, self.now().as_millis());
        run.actor.clone_from(&options.actor);
        self.run.begin(run);
        let done = f();
        let run = self.run.end();
        let value = done?;
        if let Some(run) = run
            && let Some(id) = run.id
        {
            self.close_run(&run, id, RunState::Finished)?;
        }
        Ok(value)
    }

    /// Commits a run that is one transaction. Returns its row in the history.
    fn commit_whole_run(&self, run: &CurrentRun) -> Result<Option<i64>> {
        let row = match run.id {
            Some(id) => {
                self.close_run(run, id, RunState::Finished)?;
                Some(id)
            }
            None if run.is_recorded && self.keeps_runs()? => {
                Some(self.close_unchanged_run(run, RunState::Finished)?)
            }
            None => None,
        };
        self.prune_within();
        self.flush_state()?;
        self.make_room_to_commit();
        self.commit_removal()?;
        Ok(row)
    }
}

/// The error of a call that needs an open run.
pub(super) fn no_run() -> Error {
    Error::new(ErrorKind::Invalid).with_detail("no run is open")
}

/// The beginning of a text, of at most so many bytes.
fn cut(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}

/// Reports the end of a run as an event. Names and contents of files are never part of it.
fn log_end(keep: Keep, run: i64, mode: CommitMode, effects: &Effects) {
    let [created, changed, deleted] = effects.counts();
    match keep {
        Keep::Changes => {
            tracing::debug!(run, ?mode, created, changed, deleted, "committed");
        }
        Keep::Nothing => {
            tracing::debug!(run, ?mode, created, changed, deleted, "abandoned");
        }
    }
}
