//! Fair turns between workspaces, in front of the sandbox.
//!
//! Each workspace has a bounded queue, and the queues are served by deficit round robin: a workspace
//! is served while it has credit, gets a quantum of it in each round, and pays for a run what the run
//! has cost. The cost is known when a run has ended, so that at its begin an estimate is paid, and the
//! difference at its end. A workspace whose queue is empty keeps its debt until the rounds that it
//! misses would have paid it.
//!
//! A run that waits for a function gives its turn back, and enters the queue of its workspace again when it
//! goes on: before those that have not begun, and whatever the bounds of the queue are. So that not any number
//! of runs begins and waits, a workspace begins a further one only while it has begun fewer than others may
//! still begin.
//!
//! Invariant: a run that is no longer awaited leaves its queue at once.
//! Invariant: while a run may have a turn, none of those with a free turn waits.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// What a workspace gets in a round, in units of [`cost`](crate::turns::cost): that of one small run.
const QUANTUM: i64 = 2_000_000;

/// Workspaces without runs that are forgotten at the latest when so many are known.
const FORGOTTEN_MIN: usize = 64;

/// What a run has cost: about the instructions that it has taken the machine.
///
/// Starting a run takes about a tenth of a millisecond, a call of the host some thousand instructions, and
/// a byte one or two.
pub(crate) fn cost(usage: &isolate_host::Usage) -> u64 {
    const BEGIN: u64 = 1_000_000;
    const CALL: u64 = 5_000;
    let bytes = usage.bytes_read.saturating_add(usage.bytes_written);
    BEGIN
        .saturating_add(usage.fuel)
        .saturating_add(usage.host_calls.saturating_mul(CALL))
        .saturating_add(bytes)
}

/// What a part of a run has cost between two waits: less than to start one.
pub(crate) fn resumed_cost(fuel: u64) -> u64 {
    const GO_ON: u64 = 200_000;
    fuel.saturating_add(GO_ON)
}

/// Bounds of the queues.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Turns at the same time.
    pub(crate) turns: usize,
    pub(crate) turns_of_workspace: usize,
    /// Runs that have begun and not ended, with those that wait for functions.
    pub(crate) begun: usize,
    /// Runs that wait to begin.
    pub(crate) waiting: usize,
    pub(crate) waiting_of_workspace: usize,
    pub(crate) waiting_bytes: usize,
}

/// The queues. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Turns {
    bounds: Bounds,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The workspaces with runs that wait, in the order of their next turns.
    ring: VecDeque<Arc<str>>,
    of: BTreeMap<Arc<str>, Queue>,
    running: usize,
    begun: usize,
    waiting: usize,
    waiting_bytes: usize,
    next_number: u64,
    round: i64,
    /// Workspaces that were passed in this round.
    passed: usize,
    is_closed: bool,
}

/// The runs of one workspace.
#[derive(Default)]
struct Queue {
    /// Those that go on come before those that begin.
    waiting: BTreeMap<Number, Waiting>,
    running: usize,
    begun: usize,
    credit: i64,
    /// What its runs have cost of late.
    estimate: i64,
    /// The round in which its queue became empty.
    left_at: i64,
    is_in_ring: bool,
}

/// The place of a run in its queue: whether it is new, and when it came.
type Number = (bool, u64);

struct Waiting {
    sender: oneshot::Sender<Turn>,
    bytes: usize,
    /// Of a run that goes on.
    begun: Option<Begun>,
}

/// A run that has begun, until this is dropped.
pub(crate) struct Begun {
    turns: Turns,
    workspace: Arc<str>,
}

impl Drop for Begun {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        state.begun -= 1;
        if let Some(of) = state.of.get_mut(&self.workspace) {
            of.begun -= 1;
        }
        self.turns.give(state);
    }
}

/// Why a run may not even wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The queue of its workspace is full.
    Workspace,
    /// All queues together are full.
    Service,
    /// The service is ending.
    Closed,
}

/// The turns were closed while a run waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

/// A run that waits. Dropping it leaves the queue.
pub(crate) struct Ticket {
    turns: Turns,
    workspace: Arc<str>,
    number: Number,
    receiver: oneshot::Receiver<Turn>,
}

/// A run that may run. Dropping it ends the turn, at the estimated cost unless [`Turn::end`] told it.
pub(crate) struct Turn {
    turns: Turns,
    workspace: Arc<str>,
    paid: i64,
    cost: Option<i64>,
    /// Dropped behind the turn.
    begun: Option<Begun>,
}

impl Turns {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            state: Arc::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters the queue of a workspace, with the size of the request.
    pub(crate) fn enter(&self, workspace: &str, bytes: usize) -> Result<Ticket, Full> {
        let state = self.state();
        if state.is_closed {
            return Err(Full::Closed);
        }
        let waiting = state.of.get(workspace).map_or(0, |of| of.waiting.len());
        if waiting >= self.bounds.waiting_of_workspace {
            return Err(Full::Workspace);
        }
        let is_too_much = state.waiting_bytes.saturating_add(bytes) > self.bounds.waiting_bytes;
        if state.waiting >= self.bounds.waiting || is_too_much && state.waiting > 0 {
            return Err(Full::Service);
        }
        Ok(self.queued(state, &Arc::from(workspace), bytes, None))
    }

    /// Enters the queue again with a run that has given its turn back. No bound refuses it.
    pub(crate) fn enter_again(&self, begun: Begun) -> Result<Ticket, Closed> {
        let workspace = Arc::clone(&begun.workspace);
        let state = self.state();
        if state.is_closed {
            drop(state);
            return Err(Closed);
        }
        Ok(self.queued(state, &workspace, 0, Some(begun)))
    }

    fn queued(
        &self,
        mut state: MutexGuard<'_, State>,
        workspace: &Arc<str>,
        bytes: usize,
        begun: Option<Begun>,
    ) -> Ticket {
        let (sender, receiver) = oneshot::channel();
        let waiting = Waiting {
            sender,
            bytes,
            begun,
        };
        let number = state.add(workspace, waiting);
        let ticket = Ticket {
            turns: self.clone(),
            workspace: Arc::clone(workspace),
            number,
            receiver,
        };
        self.give(state);
        ticket
    }

    /// Gives the turns that are free.
    fn give(&self, mut state: MutexGuard<'_, State>) {
        let mut given = Vec::new();
        while let Some((workspace, waiting, paid)) = state.next(&self.bounds) {
            let begun = waiting.begun.unwrap_or_else(|| Begun {
                turns: self.clone(),
                workspace: Arc::clone(&workspace),
            });
            let turn = Turn {
                turns: self.clone(),
                workspace,
                paid,
                cost: None,
                begun: Some(begun),
            };
            given.push((waiting.sender, turn));
        }
        drop(state);
        for (sender, turn) in given {
            // One that is not awaited any more ends its turn, which gives it to the next.
            if let Err(mut unused) = sender.send(turn) {
                unused.cost = Some(0);
            }
        }
    }

    /// Turns that a workspace may have at the same time.
    pub(crate) const fn of_workspace(&self) -> usize {
        self.bounds.turns_of_workspace
    }

    /// Runs that have a turn, and runs that wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.state();
        (state.running, state.waiting)
    }

    /// Takes no more runs. Those that wait are told.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        (state.waiting, state.waiting_bytes) = (0, 0);
        let queues = state.of.values_mut();
        let waiting: Vec<_> = queues.map(|of| std::mem::take(&mut of.waiting)).collect();
        drop(state);
        // Those that wait wake up.
        drop(waiting);
    }
}

impl State {
    fn add(&mut self, workspace: &Arc<str>, waiting: Waiting) -> Number {
        if self.of.len() >= FORGOTTEN_MIN && self.of.len().is_power_of_two() {
            let round = self.round;
            self.of
                .retain(|_, of| of.is_in_ring || of.begun > 0 || of.credit_at(round) < 0);
        }
        if self.begun == 0 && self.waiting == 0 {
            // Nobody has waited for anybody.
            self.of.clear();
            self.ring.clear();
        }
        let number = (waiting.begun.is_none(), self.next_number);
        self.next_number += 1;
        self.waiting += 1;
        self.waiting_bytes += waiting.bytes;
        let round = self.round;
        let of = self
            .of
            .entry(Arc::clone(workspace))
            .or_insert_with(|| Queue {
                estimate: QUANTUM,
                left_at: round,
                ..Queue::default()
            });
        of.waiting.insert(number, waiting);
        if !of.is_in_ring {
            of.credit = of.credit_at(round);
            of.is_in_ring = true;
            self.ring.push_back(Arc::clone(workspace));
        }
        number
    }

    /// Takes a run out of its queue. What is returned is not to be dropped before this is unlocked.
    fn remove(&mut self, workspace: &str, number: Number) -> Option<Waiting> {
        let waiting = self.of.get_mut(workspace)?.waiting.remove(&number)?;
        self.waiting -= 1;
        self.waiting_bytes -= waiting.bytes;
        Some(waiting)
    }

    /// The run that comes next, and what it pays; `None` if no turn is free or nobody may have it.
    fn next(&mut self, bounds: &Bounds) -> Option<(Arc<str>, Waiting, i64)> {
        if self.running >= bounds.turns {
            return None;
        }
        loop {
            // The smallest debt of those that may run.
            let mut least: Option<i64> = None;
            let mut seen = 0;
            while seen < self.ring.len() {
                let name = Arc::clone(self.ring.front()?);
                let round = self.round;
                let of = self.of.get_mut(&name)?;
                if of.waiting.is_empty() {
                    of.is_in_ring = false;
                    of.left_at = round;
                    self.ring.pop_front();
                    continue;
                }
                let free = bounds.begun.saturating_sub(self.begun);
                if of.may_have_a_turn(bounds, free) {
                    if of.credit > 0 {
                        let (_, waiting) = of.waiting.pop_first()?;
                        if waiting.begun.is_none() {
                            of.begun += 1;
                            self.begun += 1;
                        }
                        let paid = of.estimate;
                        of.credit -= paid;
                        of.running += 1;
                        self.running += 1;
                        self.waiting -= 1;
                        self.waiting_bytes -= waiting.bytes;
                        return Some((name, waiting, paid));
                    }
                    of.credit += QUANTUM;
                    least = Some(least.map_or(of.credit, |least| least.max(of.credit)));
                }
                self.ring.rotate_left(1);
                seen += 1;
                self.passed += 1;
                if self.passed >= self.ring.len() {
                    self.passed = 0;
                    self.round += 1;
                }
            }
            // Rounds in which nobody would be served are done at once.
            let rounds = -least?.min(0) / QUANTUM;
            if rounds > 0 {
                self.round += rounds;
                let free = bounds.begun.saturating_sub(self.begun);
                for of in self.of.values_mut().filter(|of| of.is_in_ring) {
                    if of.may_have_a_turn(bounds, free) {
                        of.credit = of.credit.saturating_add(rounds.saturating_mul(QUANTUM));
                    }
                }
            }
        }
    }

    fn end(&mut self, workspace: &str, paid: i64, cost: i64) {
        self.running -= 1;
        if let Some(of) = self.of.get_mut(workspace) {
            of.running -= 1;
            of.credit = of.credit.saturating_sub(cost - paid);
            of.estimate += (cost - of.estimate) / 8;
        }
    }
}

impl Queue {
    /// Whether its first run may have a turn, while so many may still begin.
    fn may_have_a_turn(&self, bounds: &Bounds, free: usize) -> bool {
        let is_new = self
            .waiting
            .keys()
            .next()
            .is_some_and(|(is_new, _)| *is_new);
        self.running < bounds.turns_of_workspace && (!is_new || self.begun < free)
    }

    /// What is left of its debt when rounds have passed without it. A queue that has been empty has no
    /// credit.
    fn credit_at(&self, round: i64) -> i64 {
        let missed = round.saturating_sub(self.left_at).saturating_mul(QUANTUM);
        self.credit.saturating_add(missed).min(0)
    }
}

impl Ticket {
    /// Waits for the turn.
    pub(crate) async fn turn(mut self) -> Result<Turn, Closed> {
        (&mut self.receiver).await.map_err(|_| Closed)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        let waiting = state.remove(&self.workspace, self.number);
        drop(state);
        drop(waiting);
        self.receiver.close();
        // A turn that has come meanwhile goes to the next, and costs nothing.
        if let Ok(mut unused) = self.receiver.try_recv() {
            unused.cost = Some(0);
        }
    }
}

impl Turn {
    /// Gives the turn back, at a cost, while the run waits.
    pub(crate) fn pause(mut self, cost: u64) -> Option<Begun> {
        let begun = self.begun.take();
        self.end(cost);
        begun
    }

    /// Ends the turn of a run that has cost so much.
    pub(crate) fn end(mut self, cost: u64) {
        self.cost = Some(
            i64::try_from(cost)
                .unwrap_or(i64::MAX / 4)
                .min(i64::MAX / 4),
        );
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let cost = self.cost.unwrap_or(self.paid);
        let mut state = self.turns.state();
        state.end(&self.workspace, self.paid, cost);
        self.turns.give(state);
    }
}

#[cfg(test)]
mod tests;
