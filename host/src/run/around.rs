//! What a run ends among: its turn to write, and whoever is asked before.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use isolate_text::stop::StopSignal;
use isolate_vfs::OpenRun;

use super::REPORT_TIME_MAX;
use crate::abi::{Guests, unlocked};
use crate::error::Error;
use crate::pace::Pace;
use crate::suspend::Detached;
use crate::watchdog::{Control, Watchdog};
use crate::workers::{Job, Workers};
use crate::workspace::{WorkspaceTree, WriteTurn, Writers};

/// How long the end of a run waits for others that write to the workspace, if it has changed nothing. Then
/// it is not recorded.
const RECORD_WAIT_MAX: Duration = Duration::from_millis(200);

/// What a run ends among.
pub(crate) struct Around {
    pub(crate) control: Arc<Control>,
    pub(crate) pace: Arc<Pace>,
    pub(crate) watchdog: Arc<Watchdog>,
    pub(crate) writers: Arc<Writers>,
    /// Threads for what `confirm` asks.
    pub(crate) askers: Arc<Workers<Job>>,
    /// Where functions go on without the run.
    pub(crate) detached: Arc<Detached>,
    /// What runs within this one need, if there may be some.
    pub(crate) guests: Option<Arc<dyn Guests>>,
    /// The runtime of the caller.
    pub(crate) runtime: Option<tokio::runtime::Handle>,
}

impl Around {
    /// What tells the storage that the run has to stop.
    pub(super) fn stop_signal(&self) -> StopSignal {
        let control = Arc::clone(&self.control);
        Arc::new(move || control.halted().is_some())
    }
}

/// Asks, and lets others write if the answer takes time.
pub(super) async fn asked_aside<T>(
    asking: impl Future<Output = Result<T, Error>>,
    tree: &mut OpenRun<WorkspaceTree>,
    turn: &mut Option<WriteTurn>,
    around: &Around,
) -> Result<T, Error> {
    let mut asking = pin!(asking);
    let first = poll_fn(|context| Poll::Ready(asking.as_mut().poll(context)));
    if let Poll::Ready(answer) = first.await {
        return answer;
    }
    let aside = tree.set_aside();
    if aside.map_err(|cause| Error::storage("cannot go on with the run", cause))? {
        *turn = None;
    }
    let answer = asking.await?;
    if turn.is_none() {
        *turn = turn_to_end(tree, true, around).await;
    }
    Ok(answer)
}

/// The turn to write for the end of the run; none if others write for too long.
pub(super) async fn turn_to_end(
    tree: &mut OpenRun<WorkspaceTree>,
    has_written: bool,
    around: &Around,
) -> Option<WriteTurn> {
    let until = wait_until(has_written, tree.busy_timeout(), around);
    let (pace, writers) = (&*around.pace, &*around.writers);
    let turn = match writers.try_turn() {
        Some(turn) => turn,
        None => {
            let left = until.saturating_duration_since(Instant::now());
            let turn = pin!(writers.turn());
            match select(turn, around.watchdog.alarm(left)).await {
                Either::Left((turn, _)) => turn,
                Either::Right(_) => return None,
            }
        }
    };
    if writers.has_strangers() {
        // What fails here fails again at the end of the run, where it is reported.
        let is_unlocked = unlocked(tree, (pace, writers), (until, false)).await;
        is_unlocked.unwrap_or(true).then_some(turn)
    } else {
        Some(turn)
    }
}

/// Until when the end of a run waits for others that write.
fn wait_until(has_written: bool, busy_timeout: Duration, around: &Around) -> Instant {
    let now = Instant::now();
    if around.writers.excludes_readers() {
        // What it has changed cannot be listed before.
        now + busy_timeout
    } else if around.control.halted().is_some() {
        now + REPORT_TIME_MAX
    } else if has_written {
        (around.pace.deadline() + REPORT_TIME_MAX).min(now + busy_timeout)
    } else {
        now + RECORD_WAIT_MAX
    }
}
