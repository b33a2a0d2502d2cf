//! A run from its place in the queue to its answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::StatusCode;
use isolate_host::vfs::RunId;
use isolate_host::{ErrorKind, Limit, LogEntry, Outcome, Pauses, RunOptions, Workspace};

use crate::access::Principal;
use crate::admission;
use crate::metrics::Before;
use crate::pausing::HeldTurn;
use crate::problem::Problem;
use crate::runs::answer::RunAnswer;
use crate::runs::{Ended, Fate, LiveRun};
use crate::shared::Shared;
use crate::turns::{Ticket, cost};

/// A run that held so much memory is made an answer on a thread that may block.
const LARGE_RUN_BYTES: u64 = 1 << 20;

/// A run that waits is not what the request takes it for.
pub(in crate::routes) fn stale(why: &str) -> Problem {
    Problem::new(StatusCode::CONFLICT, "ESTALE", why)
}

/// What a run does.
pub(in crate::routes) enum Work {
    Program(String),
    /// Goes on with a run that was put away.
    Resume(RunId, Before),
}

/// A run that is about to start.
pub(super) struct Job {
    pub(super) shared: Arc<Shared>,
    pub(super) live: Arc<LiveRun>,
    pub(super) principal: Principal,
    pub(super) workspace: Workspace,
    pub(super) work: Work,
    pub(super) options: RunOptions,
    pub(super) ticket: Ticket,
    pub(super) queue_time: Duration,
}

/// Ends a run for those who wait for it, also after a panic.
struct Ending {
    shared: Arc<Shared>,
    live: Arc<LiveRun>,
    is_done: bool,
}

impl Ending {
    fn end(&mut self, ended: Ended, logs: &[LogEntry], fate: Fate) {
        self.is_done = true;
        if self.live.is_async() {
            self.shared.runs.accepted.end(&self.live.id, fate);
        }
        self.live.end(ended, logs);
        self.shared.runs.ended(&self.live);
    }

    fn fail(&mut self, problem: Problem, logs: &[LogEntry], run: Option<RunId>, fate: Fate) {
        self.shared.metrics.failed();
        let answer = Err(problem);
        self.end(Ended { answer, run }, logs, fate);
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if !self.is_done {
            let problem = Problem::internal();
            let fate = Fate::Gone(Some(problem.detail().to_owned()));
            self.fail(problem, &[], None, fate);
        }
    }
}

impl Job {
    /// Waits for the turn, runs the program, and tells its end. The guard is dropped at the end.
    pub(super) async fn run(self, _going: impl Send) {
        let Self {
            shared,
            live,
            principal,
            workspace,
            work,
            options,
            ticket,
            queue_time,
        } = self;
        let mut ending = Ending {
            shared: Arc::clone(&shared),
            live: Arc::clone(&live),
            is_done: false,
        };
        let since = Instant::now();
        let turn = tokio::select! {
            turn = tokio::time::timeout(queue_time, ticket.turn()) => turn,
            () = live.cancelled() => {
                let detail = "the run was cancelled while it waited for its turn: nothing of it was done";
                let problem = Problem::new(StatusCode::CONFLICT, "ECANCELED", detail);
                let fate = Fate::Gone(Some(detail.to_owned()));
                return ending.fail(problem, &[], None, fate);
            }
        };
        let turn = match turn {
            Ok(Ok(turn)) => turn,
            Ok(Err(_closed)) => {
                let problem = admission::service_ends();
                return ending.fail(problem, &[], None, Fate::Interrupted(None));
            }
            Err(_) => {
                let problem = admission::waited_too_long(queue_time);
                let fate = Fate::Gone(Some(problem.detail().to_owned()));
                return ending.fail(problem, &[], None, fate);
            }
        };
        let waited = since.elapsed();
        live.begin();
        let hearing = Arc::clone(&live);
        let fuel_before = match &work {
            Work::Program(_) => 0,
            Work::Resume(_, before) => before.fuel,
        };
        let turn = Arc::new(HeldTurn::new(&shared.turns, turn, fuel_before));
        let options = options
            .cancel(live.cancel_token())
            .pauses(Arc::clone(&turn) as Arc<dyn Pauses>)
            .on_log(move |entry| hearing.log(entry));
        let is_resumed = matches!(work, Work::Resume(..));
        let (request, before) = match work {
            Work::Program(code) => (shared.sandbox.run(&workspace, code), None),
            Work::Resume(run, before) => (shared.sandbox.resume(&workspace, run), Some(before)),
        };
        match request.options(options).await {
            Ok(run) => {
                if run.is_repeated {
                    // Another process was faster with the same request.
                    turn.end(Some(0));
                } else {
                    let fuel = run.usage.fuel.saturating_sub(fuel_before);
                    turn.end(Some(cost(&run.usage).saturating_sub(fuel_before)));
                    let name = &*live.workspace;
                    shared.rates.used(&principal, name, fuel, Instant::now());
                    shared.metrics.run(&run, before, waited);
                }
                let is_interrupted = shared.is_ending()
                    && !live.was_cancelled()
                    && matches!(&run.outcome, Outcome::LimitExceeded(exceeded) if exceeded.limit == Limit::Cancelled);
                // Also of a run that changed nothing.
                let run_id = run.effects.run;
                let fate = match run_id {
                    run if is_interrupted => Fate::Interrupted(run),
                    Some(run) => Fate::Recorded(run),
                    None => Fate::Gone(None),
                };
                let (answer, logs) = text_of(run, &live).await;
                let ended = Ended {
                    answer,
                    run: run_id,
                };
                ending.end(ended, &logs, fate);
            }
            Err(error) => {
                turn.end(None);
                let partial = error.partial_run();
                let logs = partial.map(|run| run.logs.clone()).unwrap_or_default();
                let run = partial.and_then(|run| run.effects.run);
                let problem = match error.kind() {
                    // It is as it was: somebody else was faster, or something is missing here.
                    ErrorKind::Refused if is_resumed => stale(error.reason()),
                    _ => Problem::from(error),
                };
                let fate = match run {
                    Some(run) => Fate::Recorded(run),
                    None => Fate::Gone(Some(problem.detail().to_owned())),
                };
                ending.fail(problem, &logs, run, fate);
            }
        }
    }
}

/// The answer of a run, and its log.
async fn text_of(
    run: isolate_host::Run,
    live: &Arc<LiveRun>,
) -> (Result<Arc<str>, Problem>, Vec<LogEntry>) {
    let is_large = run.usage.peak_host_memory_bytes > LARGE_RUN_BYTES;
    let of = Arc::clone(live);
    let write = move || {
        let number = run.effects.run.map(|run| run.to_string());
        let answer = RunAnswer {
            // An accepted run keeps the name that its client has.
            id: match &number {
                Some(number) if !of.is_async() => number,
                _ => &of.id,
            },
            workspace: &of.workspace,
            run: &run,
        };
        let text = serde_json::to_string(&answer).map(Arc::from);
        (text.map_err(|_| Problem::internal()), run.logs)
    };
    match is_large {
        false => write(),
        true => {
            let written = tokio::task::spawn_blocking(write).await;
            written.unwrap_or_else(|_| (Err(Problem::internal()), Vec::new()))
        }
    }
}
