//! Runs that wait and are put away: their state is in the workspace, and no connection and no process
//! holds them. One process takes each up again.
//!
//! Invariant: a run is put away or taken up in one transaction, so that of several that take it up one
//! succeeds.
//! Invariant: a run that was put away belongs to the workspace with the identity of then. A copy has
//! another, and there the run counts as interrupted.

use std::ops::Deref;

use isolate_text::budget;

use super::OpenRun;
use super::run::no_run;
use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::owner::{self, Holder};
use crate::quota::SUSPENDED_BYTES_MAX;
use crate::run::{CommitMode, RunId, RunState};
use crate::store::{Durability, int, sum, unsigned};
use crate::tree::UNCHANGED;
use crate::txn::{Aside, CurrentBranch, CurrentRun, RACES_MAX, ReadTxn, Stamps, Tree, WriteTxn};

/// Most runs of one workspace that are put away.
pub const SUSPENDED_MAX: u64 = 10_000;

/// Bytes of a row of an item.
const PART_BYTES: usize = 256 << 10;

/// The items that are kept of a run: its memory, what it waits for, its state, and behind those the answers
/// to its calls, each at the number of the call.
const MEMORY: i64 = -1;
pub(super) const WAITS: i64 = 0;
pub(super) const STATE: i64 = 1;
pub(super) const ANSWERS: i64 = 2;

/// What a run is put away with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspension {
    /// What it waits for, which [`Tree::suspended_runs`] shows without the rest.
    pub waits: Vec<u8>,
    /// What is needed to take it up again, beside the memory of its program.
    pub state: Vec<u8>,
    /// The memory of its program. It is kept apart: where it is damaged, [`Tree::suspended_state`] has the
    /// rest.
    pub memory: Vec<u8>,
    /// Until when it waits. Nothing happens then by itself.
    pub until: Timestamp,
    /// Who works on calls that it waits for.
    pub holder: Holder,
}

/// A run that is put away.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuspendedRun {
    /// Its number.
    pub run: RunId,
    /// Since when it waits.
    pub since: Timestamp,
    /// Until when it waits.
    pub until: Timestamp,
    /// What it waits for.
    pub waits: Vec<u8>,
    /// Bytes that it takes.
    pub bytes: u64,
    /// The calls that have an answer already.
    pub answered: Vec<u32>,
    /// Who works on the others.
    pub holder: Holder,
    /// Why what it waits for, or which calls have an answer, cannot be read, if it is damaged; both are empty
    /// then.
    pub damage: Option<String>,
}

/// What became of a run that was to be taken up.
#[derive(Debug)]
pub struct TakenUp<T: Deref<Target = Tree>> {
    /// The run, which is open again.
    pub run: OpenRun<T>,
    /// Its number.
    pub id: RunId,
    /// Since when it has waited.
    pub since: Timestamp,
    /// What it was put away with.
    pub suspension: Suspension,
    /// The answers that were given meanwhile, by the number of the call.
    pub answers: Vec<(u32, Vec<u8>)>,
}

impl<T: Deref<Target = Tree>> OpenRun<T> {
    /// Puts the run away until [`OpenRun::take_up`]. Its calls so far are permanent, and on the disk when
    /// this returns. After an error it is open as before.
    ///
    /// # Errors
    /// `Invalid` for a run that is one transaction ([`OpenRun::set_aside`] makes it another), and where no history is kept; `TooLarge` beyond
    /// [`SUSPENDED_MAX`] and [`SUSPENDED_BYTES_MAX`]; those of every write.
    pub fn suspend(&self, suspension: &Suspension) -> Result<RunId> {
        self.suspend_again(suspension, &[])
    }

    /// As [`OpenRun::suspend`], with answers to its calls: those of [`TakenUp::answers`], of a run that cannot go
    /// on and waits as before.
    ///
    /// # Errors
    /// As [`OpenRun::suspend`].
    pub fn suspend_again(
        &self,
        suspension: &Suspension,
        answers: &[(u32, Vec<u8>)],
    ) -> Result<RunId> {
        self.put_away(&|_run, _workspace| Ok(suspension.clone()), answers)
    }

    /// As [`OpenRun::suspend`], with what `make` makes for the number of the run and the
    /// [identity](Tree::identity) of the workspace. It may be called more than once.
    ///
    /// # Errors
    /// As [`OpenRun::suspend`], and those of `make`.
    pub fn suspend_with(&self, make: impl Fn(RunId, &[u8]) -> Result<Suspension>) -> Result<RunId> {
        self.put_away(&make, &[])
    }

    fn put_away(
        &self,
        make: &dyn Fn(RunId, &[u8]) -> Result<Suspension>,
        answers: &[(u32, Vec<u8>)],
    ) -> Result<RunId> {
        let Some(run) = self.run.copied() else {
            return Err(no_run());
        };
        if run.mode != CommitMode::PerCall {
            return Err(Error::new(ErrorKind::Invalid).with_detail(
                "a run that is one transaction cannot be put away: others could not write until it is taken up",
            ));
        }
        self.check_no_transaction()?;
        let id = self.durably(|txn| {
            let id = txn.put_away(&run, make)?;
            for (call, answer) in answers {
                txn.add_answer(id, *call, answer)?;
            }
            Ok(id)
        })?;
        // The run is not that of this connection any more.
        self.run.end();
        if let Some(aside) = run.aside {
            self.enter(aside.home);
        }
        tracing::debug!(run = id, "suspended");
        Ok(RunId(id))
    }

    /// Takes a run up again that was put away, and removes what was kept of it. It continues on its own
    /// branch.
    ///
    /// # Errors
    /// `NotFound` for a run that the history does not have; `Invalid` for one that is not put away, with
    /// what became of it, and while a run is open on the tree; `Corrupt` if what was kept of it is
    /// damaged; those of every write. The run is as it was then.
    pub fn take_up(tree: T, run: RunId) -> Result<TakenUp<T>> {
        tree.check_no_run()?;
        let taken = tree.durably(|txn| txn.take_up(run))?;
        Ok(Self::continued(tree, run, taken))
    }

    /// As [`OpenRun::take_up`], for a run that was [set aside](OpenRun::set_aside) and only ends: the
    /// transaction that ends it takes it up. Until then, and when that fails, when this is dropped, or when the
    /// process ends, it is put away as before. It may change nothing more.
    ///
    /// # Errors
    /// As [`OpenRun::take_up`], and `Invalid` for a run that was not set aside.
    pub fn take_up_to_end(tree: T, run: RunId) -> Result<TakenUp<T>> {
        tree.check_no_run()?;
        let mut taken = tree.snapshot(|txn| {
            txn.check_suspended(run)?;
            txn.kept_run(run)
        })?;
        if taken.0.aside.is_none() {
            let text = format!("run {run} has changes that others see");
            return Err(Error::new(ErrorKind::Invalid).with_detail(text));
        }
        taken.0.is_put_away = true;
        Ok(Self::continued(tree, run, taken))
    }

    /// Goes on with a run.
    fn continued(tree: T, run: RunId, (current, kept, branch): Kept) -> TakenUp<T> {
        tree.run.begin(current);
        if let Some(branch) = branch {
            tree.enter(branch);
        }
        let KeptRun {
            since,
            until,
            waits,
            state,
            memory,
            answers,
            holder,
        } = kept;
        tracing::debug!(run = run.0, "taken up");
        TakenUp {
            run: Self::of(tree),
            id: run,
            since,
            suspension: Suspension {
                waits,
                state,
                memory,
                until,
                holder,
            },
            answers,
        }
    }
}

/// A run, what is kept of it, and the branch that it goes on on.
type Kept = (CurrentRun, KeptRun, Option<CurrentBranch>);

/// What is kept of a run.
struct KeptRun {
    since: Timestamp,
    until: Timestamp,
    waits: Vec<u8>,
    state: Vec<u8>,
    memory: Vec<u8>,
    answers: Vec<(u32, Vec<u8>)>,
    holder: Holder,
}

impl Tree {
    /// The runs that are put away, the oldest first. Those of a workspace that this one was copied from
    /// are not among them. One that is damaged [says so](SuspendedRun::damage), so that the others are found.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`; `OutOfMemory` if the budget of the memory is used
    /// up.
    pub fn suspended_runs(&self) -> Result<Vec<SuspendedRun>> {
        self.suspended_page(None, usize::MAX, u64::MAX)
    }

    /// As [`Tree::suspended_runs`], those behind a run: at most so many, and at least one if there is one,
    /// but no more once their descriptions have so many bytes.
    ///
    /// # Errors
    /// Those of every read.
    pub fn suspended_page(
        &self,
        after: Option<RunId>,
        runs_max: usize,
        bytes_max: u64,
    ) -> Result<Vec<SuspendedRun>> {
        let after = after.map_or(i64::MIN, i64::from);
        let most = i64::try_from(runs_max).unwrap_or(i64::MAX);
        self.snapshot(|txn| {
            let mut runs = Vec::new();
            self.store.each(
                "SELECT s.run, s.since_ms, s.until_ms, s.size, r.owner FROM suspended s
                 JOIN run r ON r.id = s.run AND r.state = ?1
                 JOIN identity i ON i.name = s.workspace
                 WHERE s.run > ?2 ORDER BY s.run LIMIT ?3",
                (RunState::Suspended.code(), after, most),
                |row| {
                    budget::charge(size_of::<SuspendedRun>())?;
                    runs.push(SuspendedRun {
                        run: RunId(row.get(0)?),
                        since: Timestamp::from_millis(row.get(1)?),
                        until: Timestamp::from_millis(row.get(2)?),
                        waits: Vec::new(),
                        bytes: unsigned(row, 3)?,
                        answered: Vec::new(),
                        holder: Holder::of(row.get(4)?, self.is_shared),
                        damage: None,
                    });
                    Ok(())
                },
            )?;
            let (mut bytes, mut shown) = (0, 0);
            for run in &mut runs {
                if bytes >= bytes_max {
                    break;
                }
                match txn.waits(run.run.0) {
                    Ok(read) => (run.waits, run.answered) = read,
                    Err(error) if error.kind() == ErrorKind::Corrupt => {
                        run.damage = Some(error.to_string());
                    }
                    Err(error) => return Err(error),
                }
                bytes += run.waits.len() as u64;
                shown += 1;
            }
            runs.truncate(shown);
            Ok(runs)
        })
    }

    /// One of [`Tree::suspended_runs`].
    ///
    /// # Errors
    /// `NotFound` and `Invalid` as [`OpenRun::take_up`]; `Corrupt` if it is damaged; those of every read.
    pub fn suspended_run(&self, run: RunId) -> Result<SuspendedRun> {
        self.snapshot(|txn| {
            txn.check_suspended(run)?;
            let row = self.store.row(
                "SELECT s.since_ms, s.until_ms, s.size, r.owner
                 FROM suspended s JOIN run r ON r.id = s.run WHERE s.run = ?1",
                [run.0],
                |row| Ok((row.get(0)?, row.get(1)?, unsigned(row, 2)?, row.get(3)?)),
            )?;
            let (since, until, bytes, owner) =
                row.ok_or_else(|| Error::corrupt("a run that waits without what was kept of it"))?;
            let (waits, answered) = txn.waits(run.0)?;
            Ok(SuspendedRun {
                run,
                since: Timestamp::from_millis(since),
                until: Timestamp::from_millis(until),
                waits,
                bytes,
                answered,
                holder: Holder::of(owner, self.is_shared),
                damage: None,
            })
        })
    }

    /// Keeps the answer to a call of a run that is put away, for whoever takes it up. It is on the disk
    /// when this returns.
    ///
    /// # Errors
    /// `Exists` if the call has an answer; `NotFound` and `Invalid` as [`OpenRun::take_up`]; `TooLarge`
    /// beyond [`SUSPENDED_BYTES_MAX`]; those of every write.
    pub fn answer_suspended(&self, run: RunId, call: u32, answer: &[u8]) -> Result<()> {
        self.keep_answer(run, None, call, answer)
    }

    /// As [`Tree::answer_suspended`], if the run still waits for what it waited for
    /// ([`SuspendedRun::waits`]): it may have gone on and wait for something else.
    ///
    /// # Errors
    /// `Stale` if that has changed; else as [`Tree::answer_suspended`].
    pub fn answer_suspended_for(
        &self,
        run: RunId,
        waits: &[u8],
        call: u32,
        answer: &[u8],
    ) -> Result<()> {
        self.keep_answer(run, Some(waits), call, answer)
    }

    fn keep_answer(
        &self,
        run: RunId,
        waits: Option<&[u8]>,
        call: u32,
        answer: &[u8],
    ) -> Result<()> {
        self.check_no_transaction()?;
        self.durably(|txn| {
            txn.check_suspended(run)?;
            if let Some(waits) = waits
                && txn.item(run.0, WAITS)? != waits
            {
                return Err(Error::new(ErrorKind::Stale)
                    .with_detail(format!("run {run} waits for something else now")));
            }
            if txn.answered(run.0)?.contains(&call) {
                return Err(Error::new(ErrorKind::Exists)
                    .with_detail(format!("call {call} of run {run} has an answer already")));
            }
            txn.add_answer(run.0, call, answer)
        })
    }

    /// Says that this process works on no call of a run any more ([`Suspension::holder`]), and returns whether
    /// the workspace said otherwise. Nothing happens to a run that is not put away, or that another process
    /// holds.
    ///
    /// # Errors
    /// Those of every write.
    pub fn give_up_suspended(&self, run: RunId) -> Result<bool> {
        self.check_no_transaction()?;
        self.durably(|txn| {
            let given_up = txn.execute(
                "UPDATE run SET owner = ?2 WHERE id = ?1 AND state = ?3 AND owner IS ?4",
                (
                    run.0,
                    Holder::given_up().name(),
                    RunState::Suspended.code(),
                    Holder::this_process().name(),
                ),
            )?;
            Ok(given_up > 0)
        })
    }

    /// Ends a run that is put away without taking it up: its changes so far stay, unless they were
    /// [set aside](OpenRun::set_aside), and it counts as abandoned. `status` says why, in a word.
    ///
    /// # Errors
    /// `NotFound` and `Invalid` as [`OpenRun::take_up`]; those of every write.
    pub fn end_suspended(&self, run: RunId, status: &str) -> Result<()> {
        self.check_no_transaction()?;
        self.durably(|txn| {
            txn.check_suspended(run)?;
            txn.forget_suspended(run.0)?;
            txn.abandon(run, status)
        })
    }

    /// Ends a run of a workspace that many hosts share, which a host has begun, and will not end: a person says
    /// so, because no host can know it of another one. What it has changed and was not permanent yet is
    /// dropped, and it counts as abandoned. A host that goes on with it after all fails to end it.
    ///
    /// # Errors
    /// `NotFound`; `Invalid` for a run that is not open, or whose process is seen to be going on; those of every
    /// write.
    pub fn end_left(&self, run: RunId, status: &str) -> Result<()> {
        self.check_no_transaction()?;
        self.durably(|txn| {
            let owner = self.store.row(
                "SELECT owner FROM run WHERE id = ?1 AND state = ?2",
                (run.0, RunState::Open.code()),
                |row| row.get::<Option<String>>(0),
            )?;
            let Some(owner) = owner.filter(|_| self.is_shared) else {
                return txn.check_suspended(run);
            };
            if owner.as_deref().is_some_and(owner::is_seen) {
                return Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                    "run {run} is going on in a process of this machine"
                )));
            }
            txn.abandon(run, status)
        })
    }

    /// Whether a row of a run that is put away was copied from another workspace.
    pub(crate) fn is_of_copy(&self, run: i64) -> Result<bool> {
        let own = self.store.row(
            "SELECT 1 FROM suspended s JOIN identity i ON i.name = s.workspace WHERE s.run = ?1",
            [run],
            |_| Ok(()),
        )?;
        Ok(own.is_none())
    }

    /// Calls `f` in a transaction that is on the disk at its end.
    pub(super) fn durably<T>(&self, f: impl Fn(&WriteTxn<'_>) -> Result<T>) -> Result<T> {
        self.store.set_durability(Durability::Full)?;
        let wait = self.store.busy_timeout();
        let done = self.until_not_raced(RACES_MAX, || {
            self.write_txn_within(wait, |txn| f(txn).map(Some))
        });
        self.relax();
        done?.ok_or_else(no_run)
    }
}

impl Suspension {
    pub(super) fn bytes(&self) -> u64 {
        (self.waits.len() + self.state.len() + self.memory.len()) as u64
    }
}

impl ReadTxn<'_> {
    /// Refuses a run that is not put away, with what became of it.
    pub(super) fn check_suspended(&self, run: RunId) -> Result<()> {
        let Some(info) = self.run_info(run)? else {
            return Err(
                Error::new(ErrorKind::NotFound).with_detail(format!("no run {run} in the history"))
            );
        };
        let state = match info.state {
            RunState::Suspended => return Ok(()),
            RunState::Open => "it is going on",
            RunState::Finished => "it has ended",
            RunState::Abandoned => "it was given up",
            RunState::Interrupted => "it was interrupted",
        };
        Err(Error::new(ErrorKind::Invalid)
            .with_detail(format!("run {run} does not wait for an answer: {state}")))
    }

    /// A run that is put away, as it goes on.
    fn kept_run(&self, run: RunId) -> Result<Kept> {
        let id = run.0;
        let row = self.store.row(
            "SELECT r.label, r.actor, r.started_ms, r.machine_ms, r.branch, s.since_ms, s.until_ms, s.stamp_before,
                s.stamp_last, s.stamp_shared, r.owner
             FROM run r JOIN suspended s ON s.run = r.id WHERE r.id = ?1",
            [id],
            |row| {
                let label: String = row.get(0)?;
                let mut current = CurrentRun::new(&label, CommitMode::PerCall, row.get(2)?);
                current.actor = row.get(1)?;
                current.machine_ms = row.get(3)?;
                current.is_recorded = true;
                // From now on its number is its own, also if it has changed nothing yet.
                current.id = Some(id);
                current.stamps = Stamps {
                    before: row.get(7)?,
                    last: row.get(8)?,
                    is_shared: row.get(9)?,
                };
                let kept = KeptRun {
                    since: Timestamp::from_millis(row.get(5)?),
                    until: Timestamp::from_millis(row.get(6)?),
                    waits: Vec::new(),
                    state: Vec::new(),
                    memory: Vec::new(),
                    answers: Vec::new(),
                    holder: Holder::of(row.get(10)?, self.is_shared),
                };
                Ok((current, kept, row.get::<Option<i64>>(4)?))
            },
        )?;
        let Some((mut current, mut kept, branch)) = row else {
            return Err(Error::corrupt(format!(
                "what was kept of run {run} is missing"
            )));
        };
        let (own, home) = match self.branches.aside(self, id)? {
            Some((own, home)) => {
                let number = home.number;
                current.aside = Some(Aside {
                    home,
                    mode: CommitMode::Atomic,
                });
                (Some(own), number)
            }
            None => (None, branch),
        };
        if home != self.branch_number() {
            return Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                "run {run} is one of another branch than this: switch to its branch"
            )));
        }
        kept.waits = self.item(id, WAITS)?;
        kept.state = self.item(id, STATE)?;
        kept.memory = self.item(id, MEMORY)?;
        for call in self.answered(id)? {
            kept.answers
                .push((call, self.item(id, ANSWERS + i64::from(call))?));
        }
        Ok((current, kept, own))
    }

    /// What a run waits for, and its calls that have an answer.
    fn waits(&self, run: i64) -> Result<(Vec<u8>, Vec<u32>)> {
        Ok((self.item(run, WAITS)?, self.answered(run)?))
    }

    /// The calls of a run that have an answer.
    fn answered(&self, run: i64) -> Result<Vec<u32>> {
        let mut calls = Vec::new();
        self.store.each(
            "SELECT DISTINCT item - ?2 FROM suspension WHERE run = ?1 AND item >= ?2 ORDER BY item",
            (run, ANSWERS),
            |row| {
                budget::charge(size_of::<u32>())?;
                let call = u32::try_from(row.get::<i64>(0)?);
                calls.push(call.map_err(|_| Error::corrupt("a call without a number"))?);
                Ok(())
            },
        )?;
        Ok(calls)
    }

    /// What is kept of a run under a number.
    pub(super) fn item(&self, run: i64, item: i64) -> Result<Vec<u8>> {
        let damaged = || Error::corrupt(format!("what was kept of run {run} is damaged"));
        let (mut bytes, mut next) = (Vec::new(), 0);
        self.store.each(
            "SELECT number, data, sum FROM suspension WHERE run = ?1 AND item = ?2 ORDER BY number",
            (run, item),
            |row| {
                let (number, data) = (row.get::<i64>(0)?, row.blob(1)?);
                if number != next || row.get::<i64>(2)? != sum::of_part(run, item, number, data) {
                    return Err(damaged());
                }
                next += 1;
                budget::charge(data.len())?;
                bytes.extend_from_slice(data);
                Ok(())
            },
        )?;
        match next {
            0 => Err(damaged()),
            _ => Ok(bytes),
        }
    }

    /// Makes room for more bytes beside the quota.
    pub(super) fn check_suspended_room(&self, bytes: u64) -> Result<()> {
        let all = self.suspended_bytes()?.saturating_add(bytes);
        if all <= SUSPENDED_BYTES_MAX {
            return self.bound_database(all);
        }
        Err(Error::new(ErrorKind::TooLarge).with_detail(format!(
            "the runs of this workspace that wait would take more than {SUSPENDED_BYTES_MAX} bytes: answer or end some of them first"
        )))
    }
}

impl WriteTxn<'_> {
    /// Keeps a run, and makes its row that of one that nobody holds.
    fn put_away(
        &self,
        run: &CurrentRun,
        make: &dyn Fn(RunId, &[u8]) -> Result<Suspension>,
    ) -> Result<i64> {
        if !self.keeps_runs()? {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("a run can be put away only where the history keeps runs"));
        }
        let count = self
            .store
            .row("SELECT count(*) FROM suspended", [], |row| unsigned(row, 0))?;
        if count.unwrap_or_default() >= SUSPENDED_MAX {
            return Err(Error::new(ErrorKind::TooLarge).with_detail(format!(
                "{SUSPENDED_MAX} runs of this workspace wait already: answer or end some of them first"
            )));
        }
        let id = match (run.id, run.first_row) {
            (Some(id), _) => id,
            (None, Some(row)) if self.has_run_row(row)? => row,
            (None, _) => self.insert_open_run(run, UNCHANGED)?,
        };
        let suspension = make(RunId(id), &self.identity()?)?;
        let bytes = suspension.bytes();
        self.check_suspended_room(bytes)?;
        let put = self.execute(
            "UPDATE run SET state = ?2, owner = ?4 WHERE id = ?1 AND state = ?3",
            (
                id,
                RunState::Suspended.code(),
                RunState::Open.code(),
                suspension.holder.name(),
            ),
        )?;
        if put == 0 {
            return Err(Error::new(ErrorKind::NotFound)
                .with_detail(format!("run {id} is not in the history any more")));
        }
        self.execute(
            "INSERT INTO suspended (run, workspace, since_ms, until_ms, size, stamp_before, stamp_last, stamp_shared)
             VALUES (?1, (SELECT name FROM identity WHERE id = 1), ?2, ?3, ?4, ?5, ?6, ?7)",
            (
                id,
                self.now().as_millis(),
                suspension.until.as_millis(),
                int(bytes),
                run.stamps.before,
                run.stamps.last,
                run.stamps.is_shared,
            ),
        )?;
        self.keep_items(id, &suspension)?;
        Ok(id)
    }

    pub(super) fn keep_items(&self, run: i64, suspension: &Suspension) -> Result<()> {
        self.keep_item(run, WAITS, &suspension.waits)?;
        self.keep_item(run, STATE, &suspension.state)?;
        self.keep_item(run, MEMORY, &suspension.memory)
    }

    /// Keeps an answer to a call that has none.
    fn add_answer(&self, run: i64, call: u32, answer: &[u8]) -> Result<()> {
        let bytes = answer.len() as u64;
        self.check_suspended_room(bytes)?;
        self.execute(
            "UPDATE suspended SET size = size + ?2 WHERE run = ?1",
            (run, int(bytes)),
        )?;
        self.keep_item(run, ANSWERS + i64::from(call), answer)
    }

    fn has_run_row(&self, run: i64) -> Result<bool> {
        let found = self
            .store
            .row("SELECT 1 FROM run WHERE id = ?1", [run], |_| Ok(()))?;
        Ok(found.is_some())
    }

    fn keep_item(&self, run: i64, item: i64, bytes: &[u8]) -> Result<()> {
        // What is empty has a row too: otherwise it would be missing.
        let parts = bytes
            .chunks(PART_BYTES)
            .chain(bytes.is_empty().then_some(bytes));
        for (number, data) in (0_i64..).zip(parts) {
            self.make_room(data.len() as u64)?;
            self.execute(
                "INSERT INTO suspension (run, item, number, data, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
                (
                    run,
                    item,
                    number,
                    data,
                    sum::of_part(run, item, number, data),
                ),
            )?;
        }
        Ok(())
    }

    /// Ends a run that nobody goes on with.
    fn abandon(&self, run: RunId, status: &str) -> Result<()> {
        self.branches.drop_aside(self, run.0)?;
        self.execute(
            "UPDATE run SET state = ?2, finished_ms = max(started_ms, ?3), status = ?4, owner = NULL WHERE id = ?1",
            (
                run.0,
                RunState::Abandoned.code(),
                self.now().as_millis(),
                status,
            ),
        )?;
        Ok(())
    }

    /// Makes a run that was put away that of this process.
    fn take_up(&self, run: RunId) -> Result<Kept> {
        self.check_suspended(run)?;
        let kept = self.kept_run(run)?;
        self.make_open(run)?;
        Ok(kept)
    }

    /// The same to its row, and removes what is kept of it.
    pub(super) fn make_open(&self, run: RunId) -> Result<()> {
        self.check_suspended(run)?;
        self.forget_suspended(run.0)?;
        self.execute(
            "UPDATE run SET state = ?2, owner = ?3, mode = mode & ~?4 WHERE id = ?1",
            (
                run.0,
                RunState::Open.code(),
                owner::this_process(),
                UNCHANGED,
            ),
        )?;
        Ok(())
    }

    /// Removes what is kept of a run that is put away.
    pub(crate) fn forget_suspended(&self, run: i64) -> Result<()> {
        self.execute("DELETE FROM suspended WHERE run = ?1", [run])?;
        self.execute("DELETE FROM suspension WHERE run = ?1", [run])?;
        Ok(())
    }

    /// Gives the workspace another identity: it is a copy. The runs that are put away in the original
    /// are not its own. Returns whether there were any.
    pub(super) fn become_copy(&self) -> Result<bool> {
        self.execute("UPDATE identity SET name = randomblob(16)", [])?;
        self.execute("DELETE FROM place", [])?;
        self.execute(
            "UPDATE run SET state = ?1, owner = NULL WHERE state = ?2",
            (RunState::Interrupted.code(), RunState::Suspended.code()),
        )?;
        self.execute("DELETE FROM suspension", [])?;
        let was_apart = self.branches.drop_all_aside(self)?;
        Ok(self.execute("DELETE FROM suspended", [])? > 0 || was_apart)
    }
}
