//! The runs that wait in a workspace, and the answers to their calls.

use std::time::SystemTime;

use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::{ErrorKind as Cause, Held, OpenRun, RunId, SuspendedRun, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::form::Shown;
use crate::error::{Error, ErrorKind};
use crate::functions::{Decision, FunctionError, Resolved};
use crate::pending::{Awaits, CallState, PendingCall, waits_for};
use crate::underway::{self, GroupStage, Seen};
use crate::workspace::{Workspace, WorkspaceTree};

/// Bytes of what the runs of a page wait for, after which it ends.
const PAGE_BYTES: u64 = 1 << 20;

/// A run that waits, and is put away in its workspace.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PendingRun {
    /// Its number in the history.
    pub run: RunId,
    /// Since when it waits.
    pub since: SystemTime,
    /// Until when it waits; if it is resumed later, its calls fail with `ETIMEDOUT`.
    pub until: SystemTime,
    /// What it waits for and has no answer yet.
    pub waiting_for: Vec<PendingCall>,
    /// Calls that have an answer, which the run gets when it is resumed.
    pub answered: Vec<PendingCall>,
    /// The fuel that it has used.
    pub fuel: u64,
    /// Entries of its log: [`RunOptions::on_log`](fn@crate::RunOptions::on_log) of the one who resumes it
    /// is told those behind them.
    pub logs: usize,
    /// Calls in its record: the first of [`Run::calls`](field@crate::Run::calls) of the one who resumes it.
    pub recorded_calls: usize,
    /// Bytes that it takes in the workspace.
    pub bytes: u64,
    /// Why it cannot be read what it waits for: that is damaged, or of another version of this library. There
    /// are no calls then, and such a run cannot be answered or resumed:
    /// [end](Workspace::end_pending) it.
    pub damage: Option<String>,
}

/// An answer to a call that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The call is made; `state.approve` answers `true`; changes that were reviewed are taken over.
    Approve,
    /// The call is not made: it fails with `EAPPROVAL` and this reason, of at most 4 KiB. Changes that were
    /// reviewed are dropped.
    Deny(String),
    /// What a function answers that is [answered later](crate::FunctionMut::answered_later): at most 8 MiB as
    /// JSON text.
    Value(Json),
    /// Why such a function has failed: `code` and `message` of the error that the program catches, together
    /// at most 4 KiB.
    Failure {
        /// For branching, such as `EDECLINED`.
        code: String,
        /// What went wrong and what to do.
        message: String,
    },
}

impl Answer {
    /// Bytes of the reason of a refusal.
    pub const REASON_BYTES_MAX: usize = 4 << 10;

    /// Bytes of the answer of a function, as JSON text.
    pub const VALUE_BYTES_MAX: usize = 8 << 20;

    /// The answer of a function.
    #[must_use]
    pub fn value(value: impl Into<Json>) -> Self {
        Self::Value(value.into())
    }

    /// The failure of a function. Its data and source are not kept.
    #[must_use]
    pub fn failed(error: &FunctionError) -> Self {
        Self::Failure {
            code: error.code.clone(),
            message: error.message.clone(),
        }
    }

    /// Whether it decides about a call, instead of being what a function has answered.
    const fn is_decision(&self) -> bool {
        matches!(self, Self::Approve | Self::Deny(_))
    }

    /// A refusal with its reason.
    #[must_use]
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny(reason.into())
    }
}

/// An answer as it is kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "answer")]
pub(crate) enum Given {
    Approve,
    Deny { reason: String },
    Value { value: Json },
    Failure { code: String, message: String },
}

impl From<Given> for Resolved {
    fn from(given: Given) -> Self {
        match given {
            Given::Approve => Self::Decided(Decision::Approve),
            Given::Deny { reason } => Self::Decided(Decision::Refuse(reason)),
            Given::Value { value } => Self::Answered(Ok(value)),
            Given::Failure { code, message } => {
                Self::Answered(Err(FunctionError::new(message).with_code(code)))
            }
        }
    }
}

/// Refuses a text that is longer than what is kept.
fn check_reason(what: &str, bytes: usize) -> Result<(), Error> {
    if bytes <= Answer::REASON_BYTES_MAX {
        return Ok(());
    }
    Err(Error::refused(format!(
        "{what} has {bytes} bytes, at most {} are allowed",
        Answer::REASON_BYTES_MAX
    )))
}

impl Workspace {
    /// The runs that wait for an answer, the oldest first, of all branches. Nothing is changed.
    ///
    /// ```
    /// use isolate_host::{Answer, Outcome, Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let code = "async () => { await state.approve('Delete it?'); return 'done'; }";
    /// let run = sandbox.run(&workspace, code).blocking()?;
    /// assert!(matches!(run.outcome, Outcome::Suspended(_)));
    ///
    /// let [pending] = &workspace.pending()?[..] else { panic!("one run waits") };
    /// let call = &pending.waiting_for[0];
    /// assert_eq!(call.argument, "Delete it?");
    /// workspace.answer(pending.run, call, Answer::Approve)?;
    /// let run = sandbox.resume(&workspace, pending.run).blocking()?;
    /// assert_eq!(run.result::<String>()?, "done");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Workspace::open`]. A run that is damaged is no error: [`PendingRun::damage`] says so.
    pub fn pending(&self) -> Result<Vec<PendingRun>, Error> {
        let tree = self.tree()?;
        Seen::reading(self.writers().number(), |seen| {
            let runs = tree.suspended_runs().map_err(unread)?;
            Ok(runs.into_iter().map(|run| listed(run, seen)).collect())
        })
    }

    /// As [`Workspace::pending`], those behind a run: at most `runs_max`, and fewer where what they wait for
    /// is large, but at least one if there is one. About 1 MiB is read.
    ///
    /// # Errors
    ///
    /// As [`Workspace::pending`].
    pub fn pending_page(
        &self,
        after: Option<RunId>,
        runs_max: usize,
    ) -> Result<Vec<PendingRun>, Error> {
        let tree = self.tree()?;
        Seen::reading(self.writers().number(), |seen| {
            let runs = tree.suspended_page(after, runs_max, PAGE_BYTES);
            let runs = runs.map_err(unread)?;
            Ok(runs.into_iter().map(|run| listed(run, seen)).collect())
        })
    }

    /// One of [`Workspace::pending`].
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for a run that does not wait, with what became of it;
    /// [`Storage`](crate::ErrorKind::Storage) for one that is [damaged](PendingRun::damage); else as
    /// [`Workspace::pending`].
    pub fn pending_run(&self, run: RunId) -> Result<PendingRun, Error> {
        let tree = self.tree()?;
        Seen::reading(self.writers().number(), |seen| {
            let (kept, shown) = waiting(&tree, run)?;
            Ok(pending_run(kept, shown, seen))
        })
    }

    /// Answers a call that waits, as [`Workspace::pending`] showed it. The answer is on the disk when this
    /// returns; the run gets it when it is [resumed](crate::Sandbox::resume).
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused), and nothing is answered, for a run that does not wait, a call
    /// that it does not wait for, one that is not what was shown (its digest is another) or waits for another
    /// kind of answer, one that has an answer, and an answer beyond its bound; else as [`Workspace::pending`].
    pub fn answer(&self, run: RunId, call: &PendingCall, answer: Answer) -> Result<(), Error> {
        let is_decision = answer.is_decision();
        let given = match answer {
            Answer::Approve => Given::Approve,
            Answer::Deny(reason) => {
                check_reason("the reason", reason.len())?;
                Given::Deny { reason }
            }
            Answer::Value(value) => Given::Value { value },
            Answer::Failure { code, message } => {
                check_reason("the error", code.len() + message.len())?;
                Given::Failure { code, message }
            }
        };
        let pending = self.pending_run(run)?;
        let number = call.call;
        let all = || pending.waiting_for.iter().chain(&pending.answered);
        let Some(shown) = all().find(|shown| shown.call == number) else {
            return Err(Error::refused(format!(
                "run {run} does not wait for call {number}: {}",
                waits_for(&pending.waiting_for)
            )));
        };
        if shown.digest != call.digest {
            return Err(Error::refused(format!(
                "call {number} of run {run} is not what was shown: its digest is {}, and the answer is for {}; \
                 look at it again",
                shown.digest, call.digest
            )));
        }
        let wants_decision = matches!(shown.awaits, Awaits::Approval | Awaits::Review);
        if is_decision != wants_decision {
            let way_out = match wants_decision {
                true => "an approval: approve or deny it",
                false => "the answer of its function: give that, or an error",
            };
            return Err(Error::refused(format!(
                "call {number} of run {run} waits for {way_out}"
            )));
        }
        let bytes = serde_json::to_vec(&given).map_err(Error::internal)?;
        if bytes.len() > Answer::VALUE_BYTES_MAX {
            return Err(Error::refused(format!(
                "the answer has {} bytes as JSON, at most {} are allowed",
                bytes.len(),
                Answer::VALUE_BYTES_MAX
            )));
        }
        let tree = self.tree()?;
        let answered = tree.answer_suspended(run, number, &bytes);
        answered.map_err(|cause| unanswered("cannot keep the answer", cause))?;
        if let Some(group) = underway::find((self.writers().number(), run)) {
            group.is_answered();
        }
        Ok(())
    }

    /// Ends a run that waits without resuming it. What its calls have changed stays. In a workspace that many
    /// hosts share, this also ends a run that a host has begun and left open, such as one that died while a
    /// function worked: nobody but a person can say so of another host. Functions that are under
    /// way for it in this process are dropped; of those in another process the answer is dropped.
    ///
    /// # Errors
    ///
    /// As [`Workspace::pending_run`].
    pub fn end_pending(&self, run: RunId) -> Result<(), Error> {
        let tree = self.tree()?;
        let ended = match tree.end_suspended(run, "cancelled") {
            Err(cause) if cause.kind() == Cause::Invalid && self.is_copy() => {
                tree.end_left(run, "cancelled")
            }
            ended => ended,
        };
        ended.map_err(|cause| unanswered("cannot end the run", cause))?;
        if let Some(group) = underway::find((self.writers().number(), run)) {
            group.end();
        }
        Ok(())
    }

    /// Waits until a run that was put away can go on, as far as functions are concerned that are under way for it
    /// in this process: one of its calls has an answer in the workspace, of a function or given in this
    /// process, or nothing is under way any more. Then the run can be [resumed](crate::Sandbox::resume), unless nothing
    /// has answered and it waits for others, or one of its functions is under way in another process. Returns
    /// at once for any other run.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use isolate_host::{Outcome, RunOptions, Sandbox, Workspace};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let options = RunOptions::new()
    ///     .suspend_after(Duration::from_millis(20))
    ///     .function("slow", "work", |item: String| async move {
    ///         tokio::time::sleep(Duration::from_millis(200)).await;
    ///         Ok(format!("{item} done"))
    ///     });
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let mut run = sandbox.run(&workspace, "slow.work('all')").options(&options).await?;
    /// while let Outcome::Suspended(waiting) = &run.outcome {
    ///     workspace.until_answered(waiting.run).await;
    ///     run = sandbox.resume(&workspace, waiting.run).options(&options).await?;
    /// }
    /// assert_eq!(run.result::<String>()?, "all done");
    /// # Ok(())
    /// # }
    /// ```
    pub async fn until_answered(&self, run: RunId) {
        let Some(group) = underway::find((self.writers().number(), run)) else {
            return;
        };
        let mut stage = group.stage();
        drop(group);
        // Who tells it is gone only when it is over.
        let _ = stage.wait_for(|stage| *stage != GroupStage::UnderWay).await;
    }
}

/// A run that is put away, with what it waits for.
pub(crate) fn waiting(
    tree: &isolate_vfs::Tree,
    run: RunId,
) -> Result<(SuspendedRun, Shown), Error> {
    let damaged = |why: &str| {
        let text = format!(
            "it cannot be read what run {run} waits for: {why}; end it: isolate-run end {run} \
             (`Workspace::end_pending`)"
        );
        Error::new(ErrorKind::Storage, text)
    };
    let kept = tree.suspended_run(run);
    let kept = kept.map_err(|cause| match cause.kind() {
        isolate_vfs::ErrorKind::Corrupt => damaged(&cause.to_string()).with_source(cause),
        _ => unread(cause),
    })?;
    match Shown::read(&kept.waits) {
        Ok(shown) => Ok((kept, shown)),
        Err(error) => Err(damaged(&unreadable(&error))),
    }
}

fn unreadable(error: &Error) -> String {
    format!("{error}: {}", error.reason())
}

/// A run in a list, also if it is damaged.
fn listed(kept: SuspendedRun, seen: &Seen) -> PendingRun {
    let read = match &kept.damage {
        Some(damage) => Err(damage.clone()),
        None => Shown::read(&kept.waits).map_err(|error| unreadable(&error)),
    };
    match read {
        Ok(shown) => pending_run(kept, shown, seen),
        Err(damage) => PendingRun {
            run: kept.run,
            since: time(kept.since),
            until: time(kept.until),
            waiting_for: Vec::new(),
            answered: Vec::new(),
            fuel: 0,
            logs: 0,
            recorded_calls: 0,
            bytes: kept.bytes,
            damage: Some(damage),
        },
    }
}

fn pending_run(kept: SuspendedRun, shown: Shown, seen: &Seen) -> PendingRun {
    let shown = shown.seen(kept.run, kept.holder.held(), &kept.answered, seen);
    let (fuel, logs, recorded_calls) = (shown.fuel, shown.logs, shown.recorded_calls);
    let (answered, waiting_for) = shown
        .calls
        .into_iter()
        .partition(|call| kept.answered.contains(&call.call));
    PendingRun {
        run: kept.run,
        since: time(kept.since),
        until: time(kept.until),
        waiting_for,
        answered,
        fuel,
        logs,
        recorded_calls,
        bytes: kept.bytes,
        damage: None,
    }
}

impl Shown {
    /// Says how far the functions are that have not answered.
    pub(crate) fn seen(mut self, run: RunId, held: Held, answered: &[u32], seen: &Seen) -> Self {
        for call in &mut self.calls {
            call.state = None;
            if call.awaits != Awaits::Function || answered.contains(&call.call) {
                continue;
            }
            if held == Held::Here && !seen.has(run) {
                seen.doubt();
            }
            let is_repeatable = self.repeatable.contains(&call.call);
            call.state = Some(match held {
                _ if self.given_up.contains(&call.call) => CallState::given_up(is_repeatable),
                Held::Here if seen.has(run) => CallState::UnderWay,
                // Without names of processes it is not known that it is this one.
                Held::Ended if seen.knows(run) => CallState::UnderWay,
                Held::Elsewhere => CallState::UnderWayElsewhere,
                _ => CallState::given_up(is_repeatable),
            });
        }
        self
    }
}

impl PendingCall {
    /// Binds what is answered to the function, the argument, and what the run has changed so far.
    pub(crate) fn bound_to(mut self, changes: &str) -> Self {
        let text = serde_json::json!([self.function, self.argument, changes]).to_string();
        self.digest = hash(Algorithm::Sha256, text.as_bytes());
        self.digest.truncate(32);
        self
    }
}

/// A digest of what a run has changed so far.
pub(crate) fn changes_digest(tree: &OpenRun<WorkspaceTree>) -> isolate_vfs::Result<String> {
    let Some(run) = tree.open_run() else {
        return Ok(String::new());
    };
    let mut text = String::new();
    for change in tree.changes(run)? {
        let after = change.after.as_ref();
        let side = after.map(|side| (side.stat.kind, side.stat.mode, &side.version, &side.target));
        text.push_str(&format!("{:?} {side:?}\n", change.path.as_str()));
    }
    Ok(hash(Algorithm::Sha256, text.as_bytes()))
}

pub(crate) fn time(time: Timestamp) -> SystemTime {
    let millis = u64::try_from(time.as_millis()).unwrap_or_default();
    SystemTime::UNIX_EPOCH + std::time::Duration::from_millis(millis)
}

/// The error of a run that is not there, or whose state cannot be read.
pub(crate) fn unread(cause: isolate_vfs::Error) -> Error {
    unanswered("cannot read the runs that wait", cause)
}

fn unanswered(doing: &str, cause: isolate_vfs::Error) -> Error {
    use isolate_vfs::ErrorKind as Kind;
    match cause.kind() {
        Kind::NotFound | Kind::Invalid | Kind::Exists | Kind::TooLarge => Error::refused_by(cause),
        _ => Error::storage(doing, cause),
    }
}
