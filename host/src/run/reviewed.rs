//! A run whose changes were reviewed, as it goes on: they are taken over, or dropped.

use std::time::{Duration, Instant};

use isolate_protocol::Value;
use isolate_vfs::OpenRun;

use super::around::Around;
use super::finish::{Decides, Ending, Parts};
use crate::answers::Answers;
use crate::error::Error;
use crate::functions::{Allowance, Decision, Functions};
use crate::options::Commit;
use crate::outcome::{Effects, Outcome, PartialRun, Run, Usage};
use crate::state::HostState;
use crate::suspend::{Given, Kept, KeptEnd};
use crate::workspace::WorkspaceTree;

/// A run whose changes were reviewed, as it goes on: without a guest.
pub(super) struct Resumed {
    parts: Parts,
    outcome: Outcome,
    decision: Decision,
}

impl Resumed {
    /// What was put away, with its result and with the answer that it has. Without an answer its time is
    /// over.
    pub(super) fn of(
        open: OpenRun<WorkspaceTree>,
        kept: Kept,
        (end, value): (KeptEnd, Value),
        given: Option<Given>,
        around: Around,
        deadline: Instant,
    ) -> Self {
        let decision = match given {
            Some(Given::Approve) => Decision::Approve,
            Some(Given::Deny { reason }) => Decision::Refuse(reason),
            _ => Decision::refuse("nobody has approved it in the time that the run may wait"),
        };
        let limits = &kept.limits;
        let mut state = HostState::new(
            open,
            Functions::new(),
            Answers::Given,
            limits,
            false,
            Allowance::anything(),
        );
        state.restore(kept.state);
        let started = Instant::now()
            .checked_sub(Duration::from_micros(kept.taken_us))
            .unwrap_or_else(Instant::now);
        let HostState {
            tree,
            meter,
            log,
            storage_errors,
            peak_before,
            records,
            answers,
            ..
        } = state;
        let partial = PartialRun {
            outcome: None,
            logs: log.entries,
            logs_dropped: log.dropped,
            calls: records.take(),
            effects: Effects::default(),
            is_committed: false,
            run_id: None,
            usage: Usage {
                fuel: kept.fuel_given,
                peak_memory_bytes: kept.peak_memory_bytes,
                peak_host_memory_bytes: peak_before,
                host_calls: meter.host_calls,
                bytes_read: meter.bytes_read,
                bytes_written: meter.bytes_written,
                ..Usage::default()
            },
        };
        Self {
            outcome: Outcome::Returned(value),
            decision,
            parts: Parts {
                program: kept.program.into(),
                ending: Ending {
                    result_text: end.result_text,
                    output: None,
                    cuts: end.cuts,
                    commit: Commit::Atomic,
                    is_whole: true,
                    is_recorded: kept.is_recorded,
                    keeps_on_success: false,
                    session: None,
                    is_reviewed: true,
                    diff_bytes: kept.diff_bytes,
                    diff_memory_bytes: limits.host_memory_bytes,
                    confirm: None,
                    started,
                    deadline,
                    queued: Duration::from_micros(kept.queued_us),
                    paused: Duration::ZERO,
                },
                around,
                turn_of_run: None,
                has_written: true,
                tree,
                partial,
                answers,
                storage_errors,
            },
        }
    }

    /// Ends the run: its changes are taken over, or dropped.
    pub(super) async fn conclude(self) -> Result<Box<Run>, Error> {
        let Self {
            parts,
            outcome,
            decision,
        } = self;
        parts
            .conclude(Ok(outcome), Decides::Decided(decision))
            .await
    }
}
