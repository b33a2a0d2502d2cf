//! Resuming a run whose memory cannot be used: it is repeated up to where it waits, and then goes on.

use std::sync::Arc;

use futures_util::future::{Either, select};
use isolate_vfs::RunId;
use tokio::sync::oneshot;
use tracing::Span;

use super::turns::{Repeat, Work};
use super::{Sandbox, gone};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind};
use crate::options::RunOptions;
use crate::outcome::Run;
use crate::watchdog::Control;
use crate::workspace::Workspace;

/// Cancels a repetition that nobody waits for any more.
struct Cancelled(CancelToken);

impl Drop for Cancelled {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Sandbox {
    pub(super) async fn run_or_repeat(
        &self,
        workspace: Workspace,
        work: Work,
        options: RunOptions,
        span: &Span,
    ) -> Result<Run, Error> {
        let Work::Resumed(run, repeat) = work else {
            return self.run_in(workspace, work, options, span).await;
        };
        let again = (workspace.clone(), options.clone());
        let first = self.run_in(workspace, work.clone(), options, span).await;
        let unusable = match first {
            Err(error) if error.is_of_image() => error,
            done => return done,
        };
        let (workspace, options) = again;
        // No place of the sandbox is held here: the repetition needs one.
        let repeated = self.repeated(&workspace, (run, repeat), &options, span);
        repeated.await.map_err(|why| {
            if why.kind() != ErrorKind::Refused {
                return why;
            }
            let text = format!(
                "{unusable}, and cannot be repeated up to where it waits: {why}; resume it with the engine \
                 and the preludes that it was begun with, or end it"
            );
            Error::refused(text).with_source(why)
        })?;
        tracing::debug!(run = i64::from(run), why = %unusable, "repeated a run that waits");
        self.run_in(workspace, work, options, span).await
    }

    /// Repeats a run on a thread of its own, which copies the workspace.
    async fn repeated(
        &self,
        workspace: &Workspace,
        (run, repeat): (RunId, Repeat),
        options: &RunOptions,
        span: &Span,
    ) -> Result<(), Error> {
        let token = CancelToken::new();
        let _cancelled = Cancelled(token.clone());
        let (sender, receiver) = oneshot::channel();
        let (sandbox, workspace, span) = (self.clone(), workspace.clone(), span.clone());
        let of_thread = token.clone();
        let rules = options.read_rules.clone();
        let thread = std::thread::Builder::new().name("isolate-repeat".to_owned());
        let spawned = thread.spawn(move || {
            let repeated =
                span.in_scope(|| repeat(&sandbox, &workspace, run, rules.as_ref(), of_thread));
            // Nobody listens when the request was dropped.
            let _ = sender.send(repeated);
        });
        spawned.map_err(Error::no_thread)?;
        let control = Arc::new(Control::default());
        if let Some(cancel) = &options.cancel {
            cancel.watch(&control);
        }
        match select(receiver, control.halts()).await {
            Either::Left((repeated, _)) => repeated.map_err(|_| gone())?,
            Either::Right(_) => Err(Error::refused("it was cancelled")),
        }
    }
}
