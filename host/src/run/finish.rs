//! The end of a run: its commit or rollback, and its result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::ErrorCode;
use isolate_protocol::wire::message::Thrown;
use isolate_text::budget::{self, Budget};
use isolate_vfs::{OpenRun, SystemClock};

use super::{REPORT_TIME_MAX, Session};
use crate::answers::{Answers, Recording};
use crate::cuts::ResultCut;
use crate::error::Error;
use crate::options::{Commit, Confirm, Preview};
use crate::outcome::{Effects, Outcome, PartialRun, Run, Usage};
use crate::record;
use crate::state::HostState;
use crate::workspace::WorkspaceTree;

/// How a run ends in its workspace.
pub(super) struct Ending {
    /// The result as the history keeps it.
    pub(super) result_text: Option<Vec<u8>>,
    /// What was left out of the result.
    pub(super) cuts: Vec<ResultCut>,
    pub(super) commit: Commit,
    pub(super) is_recorded: bool,
    pub(super) diff_bytes: usize,
    pub(super) diff_memory_bytes: u64,
    pub(super) confirm: Option<Confirm>,
    pub(super) started: Instant,
    pub(super) deadline: Instant,
    /// Time in the queue, and how much of it since the run began.
    pub(super) queued: Duration,
    pub(super) paused: Duration,
}

/// What became of the changes of a run.
struct Ended {
    diff: Option<String>,
    /// Why the run could not be ended properly.
    failure: Option<Error>,
}

/// A run without its guest.
struct Parts {
    program: Arc<str>,
    ending: Ending,
    tree: OpenRun<WorkspaceTree>,
    partial: PartialRun,
    answers: Answers,
    storage_errors: Vec<ErrorCode>,
}

impl Session {
    /// Takes the run apart, which drops its guest and the calls that did not end.
    fn take_apart(mut self) -> Parts {
        let fuel_used = self.guest.fuel_used();
        let host = self.guest.into_host();
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
        } = host.state;
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
            tree,
            partial,
            answers,
            storage_errors,
        }
    }

    /// The result of a run that is put away already.
    pub(super) fn left(self, outcome: Outcome, effects: Effects) -> Box<Run> {
        let Parts {
            ending,
            tree,
            partial,
            ..
        } = self.take_apart();
        // It is not the run of this connection any more.
        drop(tree);
        Box::new(Run {
            outcome,
            cuts: Vec::new(),
            frame: None,
            is_storage_error: false,
            logs: partial.logs,
            logs_dropped: partial.logs_dropped,
            calls: partial.calls,
            is_committed: true,
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
    pub(super) fn finish(self, outcome: Result<Outcome, Error>) -> Result<Box<Run>, Error> {
        let Parts {
            program,
            mut ending,
            tree,
            mut partial,
            answers,
            storage_errors,
        } = self.take_apart();
        if let Some(script) = answers.script() {
            script.found().storage_errors.clone_from(&storage_errors);
        }
        let recording = match answers {
            Answers::Recorded(recording) => Some(recording),
            _ => None,
        };
        let Ended { diff, failure } =
            ending.end(tree, &outcome, &mut partial, recording, &storage_errors);
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
            cuts: ending.cuts,
            frame,
            is_storage_error,
            logs: partial.logs,
            logs_dropped: partial.logs_dropped,
            calls: partial.calls,
            effects: partial.effects,
            is_committed: partial.is_committed,
            run_id: partial.run_id,
            diff,
            usage: partial.usage,
        }))
    }
}

impl Ending {
    /// Ends the run, and fills in what became of it: its effects, whether they are kept, and the
    /// time.
    fn end(
        &mut self,
        tree: OpenRun<WorkspaceTree>,
        outcome: &Result<Outcome, Error>,
        partial: &mut PartialRun,
        recording: Option<Recording>,
        storage_errors: &[ErrorCode],
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
            Commit::Atomic => matches!(outcome, Ok(Outcome::Returned(_))),
            Commit::DryRun => false,
        };
        let mut asked = Duration::ZERO;
        if let (true, Some(confirm)) = (is_committed, &self.confirm) {
            match tree.effects() {
                Ok(effects) => {
                    let preview = Preview {
                        effects: &effects,
                        diff: diff.as_deref(),
                    };
                    let begun = Instant::now();
                    is_committed = effects.is_empty() || confirm.asks(&preview);
                    asked = begun.elapsed();
                    until += asked;
                }
                // Nobody can be asked. Dropping the tree rolls the run back.
                Err(cause) => {
                    partial.effects = unknown();
                    partial.usage.wall = self.lasted(asked);
                    let doing = "cannot list what the run has changed";
                    let failure = Some(Error::storage(doing, cause));
                    return Ended { diff, failure };
                }
            }
        }
        partial.is_committed = is_committed;
        partial.usage.wall = self.lasted(asked);
        if self.is_recorded {
            let returned = record::Returned {
                text: self.result_text.take(),
                cuts: &self.cuts,
            };
            record::end(&tree, outcome, returned, partial, recording, storage_errors);
        }
        // The run itself has the machine's time, even if its program had another.
        tree.set_clock(Box::new(SystemClock));
        let ended = match is_committed {
            true => tree.commit_by(until),
            false => tree.abandon_by(until),
        };
        let failure = match ended {
            Ok(effects) => {
                partial.effects = effects;
                None
            }
            Err(error) => {
                let doing = match (self.commit, is_committed) {
                    (Commit::Atomic, true) => "cannot keep what the run has changed",
                    _ => "cannot end the run in the workspace",
                };
                partial.effects = error.effects.map_or_else(unknown, |effects| *effects);
                // The calls of such a run are committed one by one.
                partial.is_committed = self.commit == Commit::PerCall;
                Some(Error::storage(doing, error.cause))
            }
        };
        // A run in the history that changed nothing, or of which nothing was kept, cannot be undone.
        let is_undoable = partial.is_committed && !partial.effects.is_empty();
        partial.run_id = partial.effects.run.filter(|_| is_undoable);
        partial.usage.wall = self.lasted(asked);
        Ended { diff, failure }
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
