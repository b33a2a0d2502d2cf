//! Runs that wait for functions that take long: they are put away, and the functions go on without them.

use std::time::Duration;

use isolate_protocol::wire::message::Step;
use isolate_vfs::RunId;

use super::{Progress, Session, turn_to_begin};
use crate::abi::Template;
use crate::error::Error;
use crate::functions::{Functions, Waiting, slow_since};
use crate::options::Commit;
use crate::outcome::Outcome;
use crate::pending::{CallState, PendingCall};
use crate::suspend::{Shown, go_on, waiting};
use crate::underway::{Beginning, Seen};
use crate::workspace::Workspace;

/// How long a run waits at least after it could not be put away.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

impl Session {
    /// After which time of its functions it is put away, if it is, and how long it waits at least now.
    pub(crate) fn patience(&self) -> Option<(Duration, Duration)> {
        let state = &self.guest.store.data().state;
        let is_whole = self.ending.commit != Commit::PerCall && !state.tree.is_aside();
        if is_whole || state.answers.is_withheld() {
            return None;
        }
        let least = match self.stays_in_memory {
            true => AGAIN_AFTER,
            false => Duration::ZERO,
        };
        Some((self.about.suspend_after?, least))
    }

    /// Puts the run away, and lets its functions go on. Where that is not possible, it waits for them in
    /// memory.
    pub(super) async fn put_slow_away(mut self: Box<Self>, template: &Template) -> Progress {
        let is_slow = self.patience().is_some() && slow_since(self.waiting()).is_some();
        let calls = self.waiting().iter().filter(|call| !call.is_parked());
        let calls = calls.count();
        let room = match is_slow {
            true => self.around.detached.room(calls),
            false => None,
        };
        let Some(room) = room else {
            return self.waits_on("there is no room for its functions").await;
        };
        let Ok(turn) = turn_to_begin(&self.around.pace, &self.around.writers).await else {
            let outcome = self.halted();
            return Progress::Finished(self.finish(outcome).await);
        };
        let lane = self.around.writers.number();
        let beginning = Beginning::of(lane);
        let kept = self.keep(template);
        drop(turn);
        let (suspended, effects) = match kept {
            Ok(kept) => kept,
            Err(error) => return self.waits_on(&error.message).await,
        };
        self.control.is_put_away();
        let alone = |waiting: Waiting| waiting.into_iter().filter(|call| !call.is_parked());
        let calls = alone(std::mem::take(self.waiting())).collect();
        let key = (lane, suspended.run);
        let runtime = self.around.runtime.clone();
        go_on(room, (key, &self.about.workspace), calls, runtime);
        drop(beginning);
        let outcome = Outcome::Suspended(suspended);
        Progress::Finished(Ok(self.left(outcome, effects).await))
    }

    /// Waits on in memory.
    async fn waits_on(mut self: Box<Self>, why: &str) -> Progress {
        tracing::debug!(why, "a run waits for its functions in memory");
        self.stays_in_memory = true;
        self.after(Ok(Step::Waiting)).await
    }
}

impl Shown {
    /// As it is now, with how far its functions are.
    pub(super) fn seen_in(&self, workspace: &Workspace, run: RunId) -> Result<Self, Error> {
        let tree = workspace.tree()?;
        Seen::reading(workspace.writers().number(), |seen| {
            let (kept, shown) = waiting(&tree, run)?;
            Ok(shown.seen(run, kept.holder.held(), &kept.answered, seen))
        })
    }

    /// Refuses to go on while a function may still answer, or somebody has to say what it has done. What is
    /// called again has to say that this may be, then and now.
    pub(super) fn check_states(mut self, run: RunId, functions: &Functions) -> Result<Self, Error> {
        let is_repeatable = |name: &str| {
            let found = functions.find(name);
            found.is_some_and(|function| function.is_repeatable())
        };
        for call in &mut self.calls {
            if call.state == Some(CallState::Interrupted) && !is_repeatable(&call.function) {
                call.state = Some(CallState::Unknown);
            }
        }
        let is_in_the_way = |call: &&PendingCall| {
            let state = call.state;
            state.is_some_and(|state| state != CallState::Interrupted)
        };
        let Some((call, state)) =
            (self.calls.iter().find(is_in_the_way)).and_then(|call| Some((call, call.state?)))
        else {
            return Ok(self);
        };
        let (number, function) = (call.call, &call.function);
        let way_out = match state {
            CallState::Unknown => format!(
                "; find out, and give its answer: isolate-run answer {run} --call {number} --value JSON, or --error TEXT (`Workspace::answer`)"
            ),
            CallState::UnderWay => " (`Workspace::until_answered`)".to_owned(),
            _ => String::new(),
        };
        Err(Error::refused(format!(
            "run {run} cannot go on: {function} (call {number}) {}{way_out}",
            state.text()
        )))
    }

    /// Whether a call was interrupted, and is made again.
    pub(super) fn is_made_again(&self, number: u32) -> bool {
        let mut calls = self.calls.iter();
        calls.any(|call| call.call == number && call.state == Some(CallState::Interrupted))
    }
}
