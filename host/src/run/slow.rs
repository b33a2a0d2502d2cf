//! Runs that wait for functions that take long: they are put away, and the functions go on without them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use isolate_protocol::wire::message::Step;
use isolate_vfs::RunId;

use super::{Progress, Session, turn_to_begin};
use crate::abi::{Template, unless_halted};
use crate::error::Error;
use crate::functions::{Functions, Pending, Resolved, slow_since};
use crate::outcome::Outcome;
use crate::pending::{CallState, waits_for};
use crate::stop::Stop;
use crate::suspend::{Shown, go_on, resolved, waiting};
use crate::underway::{self, Beginning, GroupStage, HandedOver, Seen};
use crate::workspace::Workspace;

/// How long a run waits at least after it could not be put away.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

impl Session {
    /// After which time of its functions it is put away, if it is, and how long it waits at least now.
    pub(crate) fn patience(&self) -> Option<(Duration, Duration)> {
        let state = &self.guest.store.data().state;
        let is_whole = self.ending.is_whole && !state.tree.is_aside();
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
        self.around.control.is_put_away();
        let runtime = self.around.runtime.clone();
        let alone = std::mem::take(self.waiting()).into_iter();
        let calls = alone.filter(|call| !call.is_parked()).map(|mut call| {
            call.leaves(runtime.as_ref());
            call
        });
        let (key, calls) = ((lane, suspended.run), calls.collect());
        go_on(room, (key, &self.about.workspace), calls, runtime);
        drop(beginning);
        let outcome = Outcome::Suspended(suspended);
        Progress::Finished(Ok(self.left(outcome, effects).await))
    }

    /// Takes the functions back that have gone on without the run. Those that were given up stay as they are
    /// with it: nobody answers them while it is in memory.
    pub(super) async fn take_back(&mut self, run: RunId) -> Result<(), Stop> {
        let Some(group) = underway::find((self.around.writers.number(), run)) else {
            return Ok(());
        };
        let given = async {
            let mut stage = group.stage();
            let handed_over = group.hand_over().await.ok();
            // The workspace says nothing about them after that.
            let _ = stage.wait_for(|stage| *stage == GroupStage::Over).await;
            handed_over
        };
        let handed_over = unless_halted(&self.around.control, given).await;
        // Nobody waits for them then.
        let handed_over = handed_over.inspect_err(|_| group.end())?;
        let tree = &self.guest.store.data().state.tree;
        tree.set_deadline(Some(self.around.pace.deadline()));
        let Some(HandedOver { calls, answers }) = handed_over else {
            return Ok(());
        };
        let may_leave = self.about.suspend_after.is_some();
        let mut calls: BTreeMap<u32, Pending> =
            calls.into_iter().map(|call| (call.id, call)).collect();
        let mut answers: BTreeMap<u32, Arc<[u8]>> = answers.into_iter().collect();
        self.change_calls(|call| {
            if !call.was_under_way() {
                // Somebody else has answered, or it has waited for as long as it may.
                return;
            }
            if let Some(alone) = calls.remove(&call.id) {
                call.takes_over(alone, may_leave);
            } else if let Some(bytes) = answers.remove(&call.id)
                && let Ok(Resolved::Ended(ended)) = resolved(&bytes)
            {
                call.has_ended(ended);
            }
        });
        Ok(())
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

    /// Refuses to go on unless a call has an answer or is made again, and while a function is under way in another
    /// process. What is called again has to say that this may be, then and now.
    pub(super) fn check_states(
        mut self,
        run: RunId,
        functions: &Functions,
        has_answer: bool,
    ) -> Result<Self, Error> {
        let is_repeatable = |name: &str| {
            let found = functions.find(name);
            found.is_some_and(|function| function.is_repeatable())
        };
        for call in &mut self.calls {
            if call.state == Some(CallState::Interrupted) && !is_repeatable(&call.function) {
                call.state = Some(CallState::Unknown);
            }
        }
        let first = |wanted: &dyn Fn(CallState) -> bool| {
            let mut states = self
                .calls
                .iter()
                .filter_map(|call| Some((call, call.state?)));
            states.find(|(_, state)| wanted(*state))
        };
        let elsewhere = first(&|state| state == CallState::UnderWayElsewhere);
        let goes_on = has_answer || first(&|state| state == CallState::Interrupted).is_some();
        let (call, state) = match (elsewhere, goes_on) {
            (Some(elsewhere), _) => elsewhere,
            (None, true) => return Ok(self),
            (None, false) => match first(&|_| true) {
                Some(first) => first,
                None => {
                    let text = format!("run {run} cannot go on: {}", waits_for(&self.calls));
                    return Err(Error::refused(text));
                }
            },
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
