//! Keeping what functions have answered that go on without their runs.

use std::sync::Arc;
use std::time::Duration;

use isolate_vfs::{ErrorKind, RunId, RunState};
use tokio::sync::oneshot;

use super::ended::written;
use super::form::Shown;
use crate::calls::CallErrorKind;
use crate::functions::{EndedCall, FunctionError};
use crate::watchdog::Watchdog;
use crate::workers::{Job, Workers};
use crate::workspace::Workspace;

/// How often it is tried to keep an answer: with the pauses between, for a quarter of an hour at least.
const TRIES_MAX: u32 = 100;

/// Tries that do not wait for others who write.
const QUICK_TRIES: u32 = 3;

/// The pauses between two tries: the first, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(10)];

/// Keeps answers of a run.
#[derive(Clone)]
pub(super) struct Keeper {
    pub(super) workspace: Workspace,
    pub(super) run: RunId,
    /// Threads that keep answers.
    pub(super) keepers: Arc<Workers<Job>>,
    pub(super) watchdog: Arc<Watchdog>,
}

/// What came of a try to keep an answer.
enum Tried {
    /// It is kept, or nobody waits for it any more.
    Done,
    /// The workspace has no room for it.
    NoRoom(String),
    /// It has to be tried again.
    Later,
}

impl Keeper {
    /// Keeps an answer, and returns whether it is kept or not wanted any more.
    pub(super) async fn keep(self, name: String, call: u32, mut bytes: Arc<[u8]>) -> bool {
        let mut has_room = true;
        let mut pause = PAUSES[0];
        for number in 0..TRIES_MAX {
            let (sender, tried) = oneshot::channel();
            let (keeper, same) = (self.clone(), Arc::clone(&bytes));
            let job = move || {
                // Nobody listens if the call was given up.
                let _ = sender.send(keeper.try_to_keep(call, &same, number < QUICK_TRIES));
            };
            let tried = match self.keepers.submit(Box::new(job)) {
                Ok(_) => tried.await.unwrap_or(Tried::Later),
                Err(_) => Tried::Later,
            };
            match tried {
                Tried::Done => return true,
                Tried::NoRoom(cause) if has_room => {
                    has_room = false;
                    let text = format!(
                        "{name} was called and has answered, and there is no room to keep its answer: {cause}"
                    );
                    let error = FunctionError::new(text).with_code("ENOSPC");
                    let ended = EndedCall {
                        result: Err(error.of_kind(CallErrorKind::Limit)),
                        took: Duration::ZERO,
                        note: None,
                    };
                    if let Ok(smaller) = written(ended) {
                        bytes = smaller.into();
                        continue;
                    }
                }
                Tried::NoRoom(_) | Tried::Later => {}
            }
            self.watchdog.alarm(pause).await;
            pause = (pause * 2).min(PAUSES[1]);
        }
        tracing::warn!(run = %self.run, call, function = %name, "the answer of a function cannot be kept, and is lost");
        false
    }

    fn try_to_keep(&self, call: u32, bytes: &[u8], is_quick: bool) -> Tried {
        let Ok(tree) = self.workspace.tree() else {
            return Tried::Later;
        };
        if is_quick && !tree.can_write_now().unwrap_or(false) {
            return Tried::Later;
        }
        let kept = tree.suspended_run(self.run).and_then(|waiting| {
            let shown = Shown::read(&waiting.waits);
            let is_waited_for = |shown: &Shown| shown.calls.iter().any(|known| known.call == call);
            match shown.as_ref().is_ok_and(is_waited_for) {
                true => tree.answer_suspended_for(self.run, &waiting.waits, call, bytes),
                // It has gone on with the answer of somebody else.
                false => Ok(()),
            }
        });
        let Err(error) = kept else {
            return Tried::Done;
        };
        match error.kind() {
            // Somebody else was faster, or the run is gone.
            ErrorKind::Exists | ErrorKind::NotFound => Tried::Done,
            ErrorKind::Invalid => match tree.run_info(self.run) {
                // It may be put away again, as it was.
                Ok(Some(info)) if info.state == RunState::Open => Tried::Later,
                Err(_) => Tried::Later,
                Ok(_) => Tried::Done,
            },
            ErrorKind::TooLarge | ErrorKind::NoSpace => Tried::NoRoom(error.to_string()),
            _ => Tried::Later,
        }
    }
}
