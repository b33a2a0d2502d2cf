//! Where a call checks whether it was cancelled.

use std::sync::Arc;

use isolate_host::CancelToken;
use isolate_text::stop::StopSignal;

use crate::error::{Code, ToolError};

/// The checks of a [`CancelToken`] within a call.
///
/// A call checks its token at every safe point, and the filesystem checks it within a statement. A
/// cancelled call has changed nothing. A call that had finished before the cancellation returns its
/// reply as usual.
pub(crate) trait SafePoints {
    /// The token in the form that the filesystem asks for.
    fn signal(&self) -> StopSignal;

    /// The error of a cancelled call: the filesystem reports a passed deadline.
    fn explain(&self, error: ToolError) -> ToolError;

    /// Checks the token at a safe point, where no change is incomplete.
    fn check(&self) -> Result<(), ToolError>;
}

impl SafePoints for CancelToken {
    fn signal(&self) -> StopSignal {
        let cancel = self.clone();
        Arc::new(move || is_cancelled(&cancel))
    }

    fn explain(&self, error: ToolError) -> ToolError {
        match error.code {
            Code::Timeout if self.is_cancelled() => cancelled(),
            _ => error,
        }
    }

    fn check(&self) -> Result<(), ToolError> {
        if is_cancelled(self) {
            return Err(cancelled());
        }
        Ok(())
    }
}

fn is_cancelled(cancel: &CancelToken) -> bool {
    #[cfg(test)]
    tests::count(cancel);
    cancel.is_cancelled()
}

fn cancelled() -> ToolError {
    ToolError::new(
        Code::Cancelled,
        "the call was cancelled; nothing was changed",
    )
}

#[cfg(test)]
mod tests;
