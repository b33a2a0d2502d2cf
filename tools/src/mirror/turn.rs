//! One call at a time.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use isolate_host::CancelToken;

use super::Mirror;
use crate::cancel::SafePoints;
use crate::error::{Code, ToolError};

/// How often a call that waits looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(10);

/// Whose turn it is.
#[derive(Default)]
pub(super) struct Turns {
    is_taken: Mutex<bool>,
    freed: Condvar,
}

/// The right to use a mirror, until it is dropped.
pub(crate) struct Turn {
    mirror: Arc<Mirror>,
}

impl Turns {
    pub(super) fn take(
        &self,
        mirror: Arc<Mirror>,
        cancel: &CancelToken,
        wait: Duration,
    ) -> Result<Turn, ToolError> {
        let until = Instant::now() + wait;
        let mut is_taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *is_taken {
            cancel.check()?;
            if Instant::now() >= until {
                return Err(ToolError::new(
                    Code::Busy,
                    format!(
                        "another call has used the files for {} s",
                        wait.as_secs_f32()
                    ),
                ));
            }
            let waited = self.freed.wait_timeout(is_taken, LOOK);
            is_taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *is_taken = true;
        Ok(Turn { mirror })
    }
}

impl Turn {
    pub(super) fn mirror(&self) -> &Mirror {
        &self.mirror
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.mirror.source.end_call();
        let turns = &self.mirror.turns;
        *turns
            .is_taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = false;
        turns.freed.notify_one();
    }
}
