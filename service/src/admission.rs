//! Whether a run may begin: the rate of its token, the queue of its workspace, and its turn.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use http::StatusCode;
use isolate_host::{Error, Pauses, Run};
use isolate_mcp::{ProgramTurn, ProgramTurns, TurnFuture};
use isolate_tools::{Code, ToolError};

use crate::access::Principal;
use crate::pausing::HeldTurn;
use crate::problem::Problem;
use crate::shared::Shared;
use crate::turns::{Full, Ticket, cost};

pub(crate) fn service_ends() -> Problem {
    Problem::busy(
        "the server is ending, and nothing of the run was done: try again when it is back",
    )
}

pub(crate) fn waited_too_long(time: Duration) -> Problem {
    Problem::busy(format!(
        "the run has waited {} s for its turn, and nothing of it was done: try again later",
        time.as_secs()
    ))
}

impl Shared {
    /// Takes a run from what the token may do in a minute.
    pub(crate) fn take_rate(&self, principal: &Principal, workspace: &str) -> Result<(), Problem> {
        let taken = self.rates.take(principal, workspace, Instant::now());
        taken.inspect_err(|_| self.metrics.refused("rate"))
    }

    /// Enters the queue of a workspace with a request of so many bytes.
    pub(crate) fn enter(&self, workspace: &str, bytes: usize) -> Result<Ticket, Problem> {
        let entered = self.turns.enter(workspace, bytes);
        entered.map_err(|full| self.refused(full, workspace))
    }

    /// Why a run may not wait.
    fn refused(&self, full: Full, name: &str) -> Problem {
        let limits = &self.limits;
        match full {
            Full::Workspace => {
                self.metrics.refused("workspace");
                let detail = format!(
                    "{} runs of the workspace {name} wait already, no more are taken: try again when some have \
                     ended",
                    limits.waiting_of_workspace
                );
                Problem::new(StatusCode::TOO_MANY_REQUESTS, "EAGAIN", detail)
                    .after(Duration::from_secs(1))
            }
            Full::Service => {
                self.metrics.refused("service");
                Problem::busy(format!(
                    "the server is busy: at most {} runs wait, with {} bytes of requests: try again later",
                    limits.waiting, limits.waiting_bytes
                ))
            }
            Full::Closed => service_ends(),
        }
    }
}

/// Turns for the calls of one token in one workspace over the Model Context Protocol, and for its commands: the
/// same as those of runs over HTTP.
pub(crate) struct McpTurns {
    /// The server of the protocol belongs to it.
    pub(crate) shared: Weak<Shared>,
    pub(crate) principal: Principal,
    pub(crate) workspace: String,
}

impl ProgramTurns for McpTurns {
    fn turn(&self, bytes: usize) -> TurnFuture<'_> {
        Box::pin(async move {
            let turn = self.take(bytes).await.map_err(tool_error)?;
            Ok(Box::new(turn) as Box<dyn ProgramTurn>)
        })
    }
}

impl McpTurns {
    pub(crate) async fn take(&self, bytes: usize) -> Result<McpTurn, Problem> {
        let shared = self.shared.upgrade().ok_or_else(service_ends)?;
        shared.take_rate(&self.principal, &self.workspace)?;
        let ticket = shared.enter(&self.workspace, bytes)?;
        let (since, time) = (Instant::now(), shared.limits.queue_time);
        match tokio::time::timeout(time, ticket.turn()).await {
            Ok(Ok(turn)) => Ok(McpTurn {
                turn: Arc::new(HeldTurn::new(&shared.turns, turn, 0)),
                shared,
                principal: self.principal.clone(),
                workspace: self.workspace.clone(),
                waited: since.elapsed(),
                cost: None,
            }),
            Ok(Err(_closed)) => Err(service_ends()),
            Err(_) => Err(waited_too_long(time)),
        }
    }
}

/// A refusal as the result of a call.
fn tool_error(problem: Problem) -> ToolError {
    let after = problem.retry_after().unwrap_or(Duration::from_secs(1));
    let seconds = after.as_secs() + u64::from(after.subsec_nanos() > 0);
    ToolError::new(Code::Busy, problem.detail())
        .with_hint(format!("call again in {seconds} s"))
        .with("retryAfterSeconds", seconds)
}

/// The turn of one call, which ends when this is dropped.
pub(crate) struct McpTurn {
    shared: Arc<Shared>,
    principal: Principal,
    workspace: String,
    waited: Duration,
    turn: Arc<HeldTurn>,
    cost: Option<u64>,
}

impl ProgramTurn for McpTurn {
    fn ended(&mut self, program: Result<&Run, &Error>) {
        let usage = match program {
            Ok(run) => {
                self.shared.metrics.run(run, None, self.waited);
                &run.usage
            }
            Err(error) => {
                self.shared.metrics.failed();
                let Some(partial) = error.partial_run() else {
                    return;
                };
                &partial.usage
            }
        };
        let (rates, now) = (&self.shared.rates, Instant::now());
        rates.used(&self.principal, &self.workspace, usage.fuel, now);
        let before = self.cost.unwrap_or_default();
        self.cost = Some(before.saturating_add(cost(usage)));
        self.turn.program_ended();
    }

    fn pauses(&self) -> Option<Arc<dyn Pauses>> {
        Some(Arc::clone(&self.turn) as Arc<dyn Pauses>)
    }
}

impl Drop for McpTurn {
    fn drop(&mut self) {
        self.turn.end(self.cost);
    }
}
