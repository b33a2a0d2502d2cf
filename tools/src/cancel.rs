//! Cancellation of calls.

use std::sync::Arc;

use isolate_host::CancelToken;
use isolate_text::stop::StopSignal;

use crate::error::{Code, ToolError};

/// Cancels the calls that it was given to, from any thread.
///
/// A call checks it at every safe point, and the filesystem checks it within a statement. A
/// cancelled call has changed nothing. A call that had finished before the cancellation returns its
/// reply as usual.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// The same for programs.
    programs: CancelToken,
    #[cfg(test)]
    looks: tests::Looks,
}

impl Cancel {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels every call that has this token.
    pub fn cancel(&self) {
        self.shared.programs.cancel();
    }

    /// Whether it is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        #[cfg(test)]
        if self.shared.looks.is_last() {
            self.cancel();
        }
        self.shared.programs.is_cancelled()
    }

    /// The token in the form that the sandbox asks for.
    pub(crate) fn token(&self) -> CancelToken {
        self.shared.programs.clone()
    }

    /// The token in the form that the filesystem asks for.
    pub(crate) fn signal(&self) -> StopSignal {
        let cancel = self.clone();
        Arc::new(move || cancel.is_cancelled())
    }

    /// The error of a cancelled call: the filesystem reports a passed deadline.
    pub(crate) fn explain(&self, error: ToolError) -> ToolError {
        match error.code {
            Code::Timeout if self.shared.programs.is_cancelled() => cancelled(),
            _ => error,
        }
    }

    /// Checks the token at a safe point, where no change is incomplete.
    pub(crate) fn check(&self) -> Result<(), ToolError> {
        if self.is_cancelled() {
            return Err(cancelled());
        }
        Ok(())
    }
}

fn cancelled() -> ToolError {
    ToolError::new(
        Code::Cancelled,
        "the call was cancelled; nothing was changed",
    )
}

#[cfg(test)]
mod tests;
