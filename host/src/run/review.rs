//! Changes that need an approval before they are taken over.
//!
//! A run whose program has returned has no guest any more: what waits is its result, what it has logged, and
//! its changes, which are set aside.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use isolate_protocol::wire::Encoder;
use isolate_vfs::{Effects, Holder, OpenRun};
use serde_json::{Value as Json, json};

use super::Session;
use super::around::{Around, asked_aside};
use super::put_away::Parting;
use crate::error::Error;
use crate::functions::{ApprovalRequest, Approver, Decision, RunContext, of_embedder};
use crate::outcome::{Outcome, Suspended};
use crate::pending::{Awaits, PendingCall};
use crate::state::micros;
use crate::suspend::{Forms, ImageKey, Kept, KeptEnd, Shown, changes_digest};
use crate::watchdog::{Control, Halt};
use crate::workspace::{WorkspaceTree, WriteTurn};

/// The name under which the changes of a run are shown.
const REVIEW: &str = "state.review";
const DESCRIPTION: &str = "Takes over all that the run has changed.";

/// Paths that are shown of the changes, and bytes of their names.
const PATHS_MAX: usize = 100;
const PATHS_BYTES_MAX: usize = 16 << 10;

/// Time in which changes are taken over after they were approved: the program has ended.
const END_TIME: Duration = Duration::from_secs(60);

/// A run whose program has returned, and whose changes need an approval.
pub(super) struct Review {
    approver: Option<Approver>,
    context: RunContext,
    kept: Kept,
    /// What it waits for, without the call.
    shown: Shown,
    call: u32,
    wait_max: Duration,
    key: Option<ImageKey>,
    /// Whether it has had an answer that is not to be kept.
    is_withheld: bool,
}

/// What became of the question.
pub(super) enum Reviewed {
    Decided(Decision),
    /// The run is put away until somebody decides.
    Suspended(Suspended, Effects),
}

impl Session {
    /// What is needed to put a run away whose program has returned; none unless its changes need an
    /// approval.
    pub(super) fn review(&mut self, outcome: &Result<Outcome, Error>) -> Option<Review> {
        let (true, Ok(Outcome::Returned(value))) = (self.ending.is_reviewed, outcome) else {
            return None;
        };
        let mut encoded = Encoder::new();
        encoded.value(value);
        // Without the text whoever resumes it needs rules.
        let rules = self.about.rules.text().unwrap_or_default();
        let shown = self.shown(END_TIME, rules);
        let state = &self.guest.store.data().state;
        let shown = Shown {
            is_review: true,
            logs: state.log.entries.len(),
            ..shown
        };
        Some(Review {
            is_withheld: state.answers.is_withheld(),
            approver: state.functions().approver(),
            context: state.context().clone(),
            call: state.next_call(),
            wait_max: self.about.wait_max,
            key: self.about.key.clone(),
            kept: Kept {
                fuel_given: shown.fuel,
                ended: Some(KeptEnd {
                    value: encoded.into_bytes(),
                    cuts: self.ending.cuts.clone(),
                    result_text: self.ending.result_text.clone(),
                }),
                ..self.kept(state.kept().without_memory())
            },
            shown,
        })
    }
}

impl Review {
    /// Asks whoever can be asked at once, and puts the run away if nobody can. `used` is the time that the
    /// run has taken and has queued. After an error nothing of the run is kept.
    pub(super) async fn ask(
        self,
        effects: Effects,
        used: (Duration, Duration),
        tree: &mut OpenRun<WorkspaceTree>,
        turn: &mut Option<WriteTurn>,
        around: &Around,
    ) -> Result<Reviewed, Error> {
        let argument = summary(&effects);
        let decision = match &self.approver {
            None => Decision::Later,
            Some(approver) => {
                let request = ApprovalRequest {
                    function: REVIEW.to_owned(),
                    description: DESCRIPTION.to_owned(),
                    argument: argument.clone(),
                    context: self.context.clone(),
                };
                let asking = decided(approver, request, around.runtime.as_ref(), &around.control);
                asked_aside(asking, tree, turn, around).await?
            }
        };
        match decision {
            Decision::Later => self.put_away(argument, used, tree, turn.is_some(), effects),
            decided => Ok(Reviewed::Decided(decided)),
        }
    }

    fn put_away(
        self,
        argument: Json,
        (taken, queued): (Duration, Duration),
        tree: &OpenRun<WorkspaceTree>,
        has_turn: bool,
        mut effects: Effects,
    ) -> Result<Reviewed, Error> {
        let storage = |cause: isolate_vfs::Error| match cause.kind() {
            isolate_vfs::ErrorKind::TooLarge | isolate_vfs::ErrorKind::Invalid => {
                cannot_wait(&cause.to_string())
            }
            _ => Error::storage("cannot put the run away", cause),
        };
        if self.is_withheld && self.key.is_none() {
            return Err(cannot_wait(
                "it has had an answer that is not to be kept, and the sandbox has no image key",
            ));
        }
        if !has_turn {
            return Err(cannot_wait("others have written for too long"));
        }
        if !tree.set_aside().map_err(storage)? {
            return Err(cannot_wait(
                "what it has changed cannot be kept apart from what others see",
            ));
        }
        let Self {
            mut kept,
            mut shown,
            call,
            wait_max,
            key,
            ..
        } = self;
        let changes = changes_digest(tree).map_err(storage)?;
        let waits_for = PendingCall {
            call,
            function: REVIEW.to_owned(),
            awaits: Awaits::Review,
            state: None,
            description: DESCRIPTION.to_owned(),
            argument,
            digest: String::new(),
        };
        shown.calls = vec![waits_for.bound_to(&changes)];
        kept.taken_us = micros(taken);
        kept.queued_us = micros(queued);
        let forms = Forms::of(&shown, &kept, Vec::new()).map_err(Error::internal)?;
        let parting = Parting {
            key: key.as_ref(),
            wait_max,
            holder: Holder::NOBODY,
            waiting_for: shown.calls,
        };
        let suspended = parting.suspend(tree, &forms).map_err(storage)?;
        effects.run = Some(suspended.run);
        Ok(Reviewed::Suspended(suspended, effects))
    }
}

/// What is shown of changes: how many there are, and the first paths.
fn summary(effects: &Effects) -> Json {
    let [created, changed, deleted] = effects.counts();
    let lists = [&effects.created, &effects.changed, &effects.deleted];
    let mut paths = Vec::new();
    let mut bytes = 0;
    for entry in lists.into_iter().flatten() {
        bytes += entry.path.as_str().len();
        if paths.len() == PATHS_MAX || bytes > PATHS_BYTES_MAX {
            break;
        }
        paths.push(entry.path.as_str());
    }
    let left_out = (created + changed + deleted).saturating_sub(paths.len() as u64);
    let mut summary = json!({
        "created": created,
        "changed": changed,
        "deleted": deleted,
        "paths": paths,
    });
    if left_out > 0 {
        summary["pathsLeftOut"] = left_out.into();
    }
    summary
}

/// Asks, and waits for the answer. A run that is cancelled meanwhile keeps nothing.
async fn decided(
    approver: &Approver,
    request: ApprovalRequest,
    runtime: Option<&tokio::runtime::Handle>,
    control: &Control,
) -> Result<Decision, Error> {
    let failed = || Decision::refuse("whoever was asked failed");
    let Ok(mut asked) = of_embedder(|| approver(request)) else {
        return Ok(failed());
    };
    let decision = poll_fn(|context| {
        if control.halted() == Some(Halt::Cancelled) {
            return Poll::Ready(Decision::refuse("the run was cancelled"));
        }
        // Makes the timers and other services of the caller's runtime available on this thread.
        let _entered = runtime.map(tokio::runtime::Handle::enter);
        of_embedder(|| asked.as_mut().poll(context)).unwrap_or_else(|_| Poll::Ready(failed()))
    });
    Ok(decision.await)
}

fn cannot_wait(why: &str) -> Error {
    Error::refused(format!(
        "the changes of the run cannot wait for an approval, and were dropped: {why}"
    ))
}
