//! The end of a run: its commit or rollback, and its result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::ErrorCode;
use isolate_protocol::wire::message::Thrown;
use isolate_protocol::wire::shell::Exit;
use isolate_text::budget::{self, Budget};
use isolate_vfs::{EndError, OpenRun, Part, SystemClock};

use super::around::{Around, asked_aside, turn_to_end};
use super::aside::waits_aside;
use super::confirm::Question;
use super::review::{Review, Reviewed};
use super::{REPORT_TIME_MAX, Session};
use crate::answers::{Answers, Recording};
use crate::cuts::ResultCut;
use crate::error::Error;
use crate::functions::Decision;
use crate::limits::Limit;
use crate::options::{Commit, Confirm};
use crate::outcome::{
    Conflict, Effects, LimitExceeded, Outcome, PartialRun, Run, Suspended, Usage,
};
use crate::record;
use crate::source::SESSION_BYTES_MAX;
use crate::state::HostState;
use crate::workspace::{WorkspaceTree, WriteTurn};

/// How a run ends in its workspace.
pub(super) struct Ending {
    /// The result as the history keeps it.
    pub(super) result_text: Option<Vec<u8>>,
    /// How a command has ended, and what it has written.
    pub(super) output: Option<Exit>,
    /// What was left out of the result.
    pub(super) cuts: Vec<ResultCut>,
    pub(super) commit: Commit,
    /// Whether it is one transaction, until it waits.
    pub(super) is_whole: bool,
    pub(super) is_recorded: bool,
    pub(super) diff_bytes: usize,
    pub(super) diff_memory_bytes: u64,
    pub(super) confirm: Option<Confirm>,
    /// Whether its changes need an approval.
    pub(super) is_reviewed: bool,
    /// Whether the changes of a command are kept at exit code 0 only.
    pub(super) keeps_on_success: bool,
    /// The part that keeps the state of the session of a command.
    pub(super) session: Option<String>,
    pub(super) started: Instant,
    pub(super) deadline: Instant,
    /// Time in the queue, and how much of it since the run began.
    pub(super) queued: Duration,
    pub(super) paused: Duration,
}

/// What the end of a run is recorded with.
struct History<'a> {
    recording: Option<Recording>,
    storage_errors: &'a [ErrorCode],
    /// Whether it may not wait for others that write.
    has_to_hurry: bool,
}

/// What became of the changes of a run.
#[derive(Default)]
struct Ended {
    diff: Option<String>,
    /// What was in the way of its changes.
    conflict: Option<Conflict>,
    /// Why they were refused.
    refusal: Option<String>,
    /// What it waits for, if it was put away.
    suspended: Option<Suspended>,
    /// Why the run could not be ended properly.
    failure: Option<Error>,
}

/// A run without its guest.
pub(super) struct Parts {
    pub(super) program: Arc<str>,
    pub(super) ending: Ending,
    pub(super) around: Around,
    /// Its turn to write, if it is for the whole run.
    pub(super) turn_of_run: Option<WriteTurn>,
    /// Whether it has had a turn to write.
    pub(super) has_written: bool,
    pub(super) tree: OpenRun<WorkspaceTree>,
    pub(super) partial: PartialRun,
    pub(super) answers: Answers,
    pub(super) storage_errors: Vec<ErrorCode>,
}

/// Who decides whether the changes are kept, beside `confirm`.
pub(super) enum Decides {
    Nobody,
    /// An approval of all of them, which is asked for.
    Review(Box<Review>),
    /// It has decided.
    Decided(Decision),
}

impl Session {
    /// Takes the run apart, which drops its guest and the calls that did not end.
    async fn take_apart(mut self, is_stack_used_up: bool) -> Parts {
        self.guest.give_back_stack(is_stack_used_up).await;
        let fuel_used = self.guest.fuel_used();
        let host = self.guest.into_host();
        let (turn_of_run, has_written) = host.waits.into_end();
        let HostState {
            tree,
            meter,
            log,
            storage_errors,
            budget: spent,
            peak_before,
            lazy,
            waiting,
            records,
            answers,
            ..
        } = host.state.into_inner();
        drop(lazy);
        // The calls that did not end are dropped before the record is read.
        drop(waiting);
        let calls = records.take();
        let partial = PartialRun {
            outcome: None,
            logs: log.entries,
            logs_dropped: log.dropped,
            calls,
            effects: Effects::default(),
            is_committed: false,
            run_id: None,
            usage: Usage {
                fuel: fuel_used.min(self.limits.fuel),
                wall: Duration::ZERO,
                queued: self.ending.queued,
                peak_memory_bytes: host.memory.peak_bytes,
                peak_host_memory_bytes: spent.peak().max(peak_before),
                host_calls: meter.host_calls,
                bytes_read: meter.bytes_read,
                bytes_written: meter.bytes_written,
            },
        };
        Parts {
            program: self.about.program,
            ending: self.ending,
            around: self.around,
            turn_of_run,
            has_written,
            tree,
            partial,
            answers,
            storage_errors,
        }
    }

    /// The result of a run that is put away already.
    pub(super) async fn left(self, outcome: Outcome, effects: Effects) -> Box<Run> {
        let is_committed = !self.ending.is_whole;
        let Parts {
            mut ending,
            around,
            tree,
            mut partial,
            ..
        } = self.take_apart(false).await;
        ending.waited(&around, &mut partial);
        // It is not the run of this connection any more.
        drop(tree);
        Box::new(Run {
            outcome,
            output: None,
            cuts: Vec::new(),
            frame: None,
            is_storage_error: false,
            is_repeated: false,
            logs: partial.logs,
            logs_dropped: partial.logs_dropped,
            calls: partial.calls,
            is_committed,
            refusal: None,
            run_id: effects.run,
            effects,
            diff: None,
            usage: Usage {
                wall: ending.taken(),
                ..partial.usage
            },
        })
    }

    /// Ends the run in the workspace and builds its result.
    pub(super) async fn finish(
        mut self,
        outcome: Result<Outcome, Error>,
    ) -> Result<Box<Run>, Error> {
        let is_stack_used_up = matches!(
            outcome,
            Ok(Outcome::LimitExceeded(LimitExceeded {
                limit: Limit::Stack,
                ..
            }))
        );
        let review = self.review(&outcome);
        let decides = review.map_or(Decides::Nobody, |review| Decides::Review(Box::new(review)));
        let parts = self.take_apart(is_stack_used_up).await;
        parts.conclude(outcome, decides).await
    }
}

impl Parts {
    /// Ends a run that has no guest any more.
    pub(super) async fn conclude(
        self,
        outcome: Result<Outcome, Error>,
        decides: Decides,
    ) -> Result<Box<Run>, Error> {
        let Self {
            program,
            mut ending,
            around,
            turn_of_run,
            has_written,
            mut tree,
            mut partial,
            answers,
            storage_errors,
        } = self;
        let asks_to_write = turn_of_run.is_none() && (has_written || ending.is_recorded);
        let mut turn = match asks_to_write {
            true => turn_to_end(&mut tree, has_written, &around).await,
            false => turn_of_run,
        };
        ending.waited(&around, &mut partial);
        // Others have written for longer than it may wait.
        let has_to_hurry = asks_to_write && turn.is_none();
        if let Some(script) = answers.script() {
            script.found().storage_errors.clone_from(&storage_errors);
        }
        let recording = match answers {
            Answers::Recorded(recording) => Some(recording),
            _ => None,
        };
        let history = History {
            recording,
            storage_errors: &storage_errors,
            has_to_hurry,
        };
        let Ended {
            diff,
            conflict,
            refusal,
            suspended,
            failure,
        } = ending
            .end(
                tree,
                &mut turn,
                (&outcome, decides),
                &mut partial,
                history,
                &around,
            )
            .await;
        drop(turn);
        let outcome = outcome.map(|outcome| match (conflict, suspended) {
            (Some(conflict), _) => Outcome::Conflict(conflict),
            (None, Some(suspended)) => Outcome::Suspended(suspended),
            (None, None) => outcome,
        });
        let outcome = match (outcome, failure) {
            (Ok(outcome), None) => outcome,
            (Ok(outcome), Some(failure)) => {
                partial.outcome = Some(outcome);
                return Err(failure.with_partial_run(partial));
            }
            (Err(first), later) => {
                // The first failure is the error: the later one may be a consequence of it.
                if let Some(later) = later {
                    tracing::debug!(kind = ?later.kind(), "the failed run could not be ended");
                }
                return Err(first.with_partial_run(partial));
            }
        };
        let is_storage_error = match &outcome {
            Outcome::Threw(Thrown {
                code: Some(code), ..
            }) => storage_errors.iter().any(|error| error.as_str() == code),
            _ => false,
        };
        let frame = outcome.frame(&program);
        Ok(Box::new(Run {
            outcome,
            output: ending.output,
            cuts: ending.cuts,
            frame,
            is_storage_error,
            is_repeated: false,
            logs: partial.logs,
            logs_dropped: partial.logs_dropped,
            calls: partial.calls,
            effects: partial.effects,
            is_committed: partial.is_committed,
            refusal,
            run_id: partial.run_id,
            diff,
            usage: partial.usage,
        }))
    }
}

impl Ending {
    /// Ends the run, and fills in what became of it: its effects, whether they are kept, and the
    /// time.
    async fn end(
        &mut self,
        mut tree: OpenRun<WorkspaceTree>,
        turn: &mut Option<WriteTurn>,
        (outcome, decides): (&Result<Outcome, Error>, Decides),
        partial: &mut PartialRun,
        history: History<'_>,
        around: &Around,
    ) -> Ended {
        // The last commit is made even after the deadline.
        tree.set_deadline(None);
        tree.set_stop_signal(None);
        // Listing the changes may take the rest of the time, or a moment if there is none left.
        let mut until = self.deadline.max(Instant::now()) + REPORT_TIME_MAX;
        // Before the run ends, which may discard its changes.
        let diff = self.diff(&tree, until);
        let mut is_committed = match self.commit {
            Commit::PerCall => true,
            Commit::Atomic => matches!(outcome, Ok(Outcome::Returned(_))) && !self.has_failed(),
            Commit::DryRun => false,
        };
        let mut asked = Duration::ZERO;
        if let (true, Some(confirm)) = (is_committed, self.confirm.take()) {
            match tree.effects() {
                Ok(effects) if effects.is_empty() => {}
                Ok(effects) => {
                    let begun = Instant::now();
                    around.pace.stops();
                    let question = Question {
                        effects,
                        diff: diff.as_deref(),
                        askers: &around.askers,
                        runtime: around.runtime.as_ref(),
                        control: &around.control,
                    };
                    let asking = question.ask(&confirm);
                    let answer = asked_aside(asking, &mut tree, turn, around).await;
                    asked = begun.elapsed();
                    until += asked;
                    match answer {
                        Ok(answer) => is_committed = answer,
                        // Dropping the tree rolls the run back.
                        Err(failure) => {
                            partial.usage.wall = self.lasted(asked);
                            return Ended {
                                diff,
                                failure: Some(failure),
                                ..Ended::default()
                            };
                        }
                    }
                }
                // Nobody can be asked. Dropping the tree rolls the run back.
                Err(cause) => {
                    partial.effects = unknown();
                    partial.usage.wall = self.lasted(asked);
                    let doing = "cannot list what the run has changed";
                    return Ended {
                        diff,
                        failure: Some(Error::storage(doing, cause)),
                        ..Ended::default()
                    };
                }
            }
        }
        let mut refusal = None;
        if is_committed {
            let begun = Instant::now();
            let reviewed = self.reviewed(decides, asked, &mut tree, turn, around).await;
            asked += begun.elapsed();
            until += begun.elapsed();
            match reviewed {
                Ok(Reviewed::Decided(Decision::Refuse(reason))) => {
                    is_committed = false;
                    refusal = Some(reason);
                }
                Ok(Reviewed::Decided(_)) => {}
                Ok(Reviewed::Suspended(suspended, effects)) => {
                    partial.run_id = effects.run;
                    partial.effects = effects;
                    partial.usage.wall = self.lasted(asked);
                    return Ended {
                        diff,
                        suspended: Some(suspended),
                        ..Ended::default()
                    };
                }
                // Dropping the tree rolls the run back.
                Err(failure) => {
                    partial.usage.wall = self.lasted(asked);
                    return Ended {
                        diff,
                        failure: Some(failure),
                        ..Ended::default()
                    };
                }
            }
        }
        partial.is_committed = is_committed;
        partial.usage.wall = self.lasted(asked);
        if is_committed {
            self.keep_session(&tree);
        }
        if self.is_recorded {
            let returned = record::Returned {
                text: self.result_text.take(),
                cuts: &self.cuts,
                refusal: refusal.as_deref(),
            };
            let (recording, errors) = (history.recording, history.storage_errors);
            record::end(&tree, outcome, returned, partial, recording, errors);
        }
        if history.has_to_hurry {
            until = Instant::now();
        }
        let is_published = tree.is_published();
        // The run itself has the machine's time, even if its program had another.
        tree.set_clock(Box::new(SystemClock));
        let end = move || match is_committed {
            true => tree.commit_by(until),
            false => tree.abandon_by(until),
        };
        let ended = match is_published {
            true => match waits_aside(end).await {
                Ok(ended) => ended,
                Err(failure) => {
                    partial.effects = unknown();
                    partial.is_committed = false;
                    return Ended {
                        diff,
                        failure: Some(failure),
                        ..Ended::default()
                    };
                }
            },
            false => end(),
        };
        let mut conflict = None;
        let failure = match ended {
            Ok(effects) => {
                partial.effects = effects;
                None
            }
            Err(EndError {
                cause,
                effects,
                branch: Some(branch),
                ..
            }) => {
                partial.effects = effects.map_or_else(unknown, |effects| *effects);
                partial.is_committed = false;
                conflict = partial.effects.run.map(|run| Conflict {
                    run,
                    branch,
                    paths: cause.paths().to_vec(),
                });
                None
            }
            Err(error) => {
                let doing = match (self.commit, is_committed) {
                    (Commit::Atomic, true) => "cannot keep what the run has changed",
                    _ => "cannot end the run in the workspace",
                };
                partial.effects = error.effects.map_or_else(unknown, |effects| *effects);
                // The calls of such a run are committed one by one.
                partial.is_committed = !self.is_whole;
                Some(Error::storage(doing, error.cause))
            }
        };
        // A run in the history that changed nothing, or of which nothing was kept, cannot be undone.
        let is_undoable = partial.is_committed && !partial.effects.is_empty();
        partial.run_id = partial.effects.run.filter(|_| is_undoable);
        partial.usage.wall = self.lasted(asked);
        Ended {
            diff,
            conflict,
            refusal,
            suspended: None,
            failure,
        }
    }

    /// Whether a command has failed whose changes are kept only if it does not.
    fn has_failed(&self) -> bool {
        let output = self.output.as_ref();
        self.keeps_on_success && output.is_some_and(|exit| exit.code != 0)
    }

    /// Keeps the state of the session of a command with its run.
    fn keep_session(&mut self, tree: &OpenRun<WorkspaceTree>) {
        let (Some(part), Some(exit)) = (self.session.take(), &mut self.output) else {
            return;
        };
        let Some(state) = exit.session.take() else {
            return;
        };
        if state.len() > SESSION_BYTES_MAX {
            let text = format!(
                "bash: the session is not kept as it is now: it has {} bytes, and at most {SESSION_BYTES_MAX} are kept; \
                 write what is large to a file, and unset it\n",
                state.len()
            );
            exit.stderr.bytes.extend_from_slice(text.as_bytes());
            return;
        }
        // The name was checked, and nothing else can be wrong.
        let _ = tree.keep_part(Part::new(part, state).shared());
    }

    /// What an approval of all changes says, where one is needed and there are any.
    async fn reviewed(
        &self,
        decides: Decides,
        asked: Duration,
        tree: &mut OpenRun<WorkspaceTree>,
        turn: &mut Option<WriteTurn>,
        around: &Around,
    ) -> Result<Reviewed, Error> {
        let review = match decides {
            Decides::Nobody => return Ok(Reviewed::Decided(Decision::Approve)),
            Decides::Decided(decision) => return Ok(Reviewed::Decided(decision)),
            Decides::Review(review) => review,
        };
        let effects = tree.effects();
        let effects = effects
            .map_err(|cause| Error::storage("cannot list what the run has changed", cause))?;
        if effects.is_empty() {
            return Ok(Reviewed::Decided(Decision::Approve));
        }
        around.pace.stops();
        let used = (self.lasted(asked), self.queued);
        review.ask(effects, used, tree, turn, around).await
    }

    /// Takes what the run has waited for turns.
    fn waited(&mut self, around: &Around, partial: &mut PartialRun) {
        self.deadline = around.pace.deadline();
        self.paused = around.pace.waited();
        self.queued += self.paused;
        partial.usage.queued = self.queued;
    }

    /// Time that the run has taken so far.
    pub(super) fn taken(&self) -> Duration {
        self.lasted(Duration::ZERO)
    }

    /// Time since the run began, in which it neither waited for a turn nor for a confirmation.
    fn lasted(&self, asked: Duration) -> Duration {
        let waited = self.paused + asked;
        self.started.elapsed().saturating_sub(waited)
    }

    /// The diff of the open run, if it is wanted. A failure does not fail the run; damaged bytes are
    /// reported in place of the diff.
    fn diff(&self, tree: &OpenRun<WorkspaceTree>, until: Instant) -> Option<String> {
        if self.diff_bytes == 0 {
            return None;
        }
        tree.set_deadline(Some(until));
        let own = Budget::new(self.diff_memory_bytes);
        let diff = budget::within(&own, || {
            match crate::difference::diff_of_open_run(tree, self.diff_bytes) {
                Ok(diff) => Some(diff),
                Err(error) if error.kind() == isolate_vfs::ErrorKind::Corrupt => {
                    Some(format!("the changes cannot be shown: {error}\n"))
                }
                Err(_) => None,
            }
        });
        tree.set_deadline(None);
        diff
    }
}

/// The effects of a run whose changes cannot be read.
fn unknown() -> Effects {
    let mut effects = Effects::default();
    effects.omitted.is_partial = true;
    effects
}
