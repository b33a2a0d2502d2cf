//! Changes that need an approval before they are taken over.
//!
//! A run whose program has returned has no guest any more: what waits is its result, what it has logged, and
//! its changes, which are set aside.

use std::future::poll_fn;
use std::task::Poll;
use std::time::{Duration, SystemTime};

use isolate_protocol::wire::Encoder;
use isolate_vfs::{Effects, Holder, OpenRun, Suspension, SystemClock};
use serde_json::{Value as Json, json};

use super::around::{Around, asked_aside};
use super::{Session, milliseconds, timestamp};
use crate::error::Error;
use crate::functions::{ApprovalRequest, Approver, Decision, of_embedder};
use crate::outcome::{Outcome, Suspended};
use crate::pending::{Awaits, PendingCall};
use crate::state::micros;
use crate::suspend::{
    ImageKey, Kept, KeptEnd, KeptTrace, Sealed, Shown, call_digest, changes_digest, sealed,
};
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
        let (balance, _) = self.guest.globals();
        let host = self.guest.store.data();
        let state = &host.state;
        let fuel = host.fuel.used(balance).min(self.limits.fuel);
        let mut encoded = Encoder::new();
        encoded.value(value);
        let mut shown = Shown::new(
            self.about.preludes.clone(),
            Vec::new(),
            micros(END_TIME),
            Vec::new(),
        );
        shown.is_review = true;
        shown.is_guarded = self.about.rules.are_some();
        // Without the text whoever resumes it needs rules.
        shown.rules = self.about.rules.text().unwrap_or_default();
        shown.fuel = fuel;
        shown.logs = state.log.entries.len();
        shown.recorded_calls = state.records.copied().entries.len();
        shown.trace = KeptTrace::current();
        shown.key = self.about.key.as_ref().map(ImageKey::name);
        Some(Review {
            is_withheld: state.answers.is_withheld(),
            approver: state.functions().approver(),
            call: state.next_call(),
            wait_max: self.about.wait_max,
            key: self.about.key.clone(),
            shown,
            kept: Kept {
                program: self.about.program.as_ref().to_owned(),
                limits: self.limits,
                is_read_only: self.about.is_read_only,
                diff_bytes: self.ending.diff_bytes,
                is_recorded: self.ending.is_recorded,
                has_fixed_clock: self.has_fixed_clock,
                clock_ms: self.about.clock_ms,
                taken_us: 0,
                queued_us: 0,
                fuel_left: 0,
                fuel_given: fuel,
                fuel_balance: 0,
                stack_pointer: 0,
                peak_memory_bytes: host.memory.peak_bytes,
                calls: Vec::new(),
                state: state.kept().without_memory(),
                ended: Some(KeptEnd {
                    value: encoded.into_bytes(),
                    cuts: self.ending.cuts.clone(),
                    result_text: self.ending.result_text.clone(),
                }),
            },
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
        let waiting_for = vec![PendingCall {
            call,
            function: REVIEW.to_owned(),
            awaits: Awaits::Review,
            state: None,
            description: DESCRIPTION.to_owned(),
            digest: call_digest(REVIEW, &argument, &changes),
            argument,
        }];
        shown.calls.clone_from(&waiting_for);
        kept.taken_us = micros(taken);
        kept.queued_us = micros(queued);
        let form = kept.write().map_err(Error::internal)?;
        let waits = serde_json::to_vec(&shown).map_err(Error::internal)?;
        let until = SystemTime::now() + wait_max;
        // Since when it waits is the machine's time.
        tree.set_clock(Box::new(SystemClock));
        let suspended = tree.suspend_with(|run, workspace| {
            let of = Sealed {
                workspace,
                run,
                item: "state",
            };
            Ok(Suspension {
                waits: waits.clone(),
                state: sealed(key.as_ref(), of, &form)?,
                memory: Vec::new(),
                until: timestamp(milliseconds(until)),
                holder: Holder::NOBODY,
            })
        });
        let run = suspended.map_err(storage)?;
        effects.run = Some(run);
        let suspended = Suspended {
            run,
            waiting_for,
            until,
        };
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
