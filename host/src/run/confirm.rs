//! Asking whether the changes of a run are kept. Nobody who computes waits for the answer.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use isolate_vfs::Effects;
use tokio::sync::oneshot;

use crate::error::Error;
use crate::functions::of_embedder;
use crate::options::{Ask, Confirm, Preview};
use crate::watchdog::{Control, Halt};
use crate::workers::{Job, Workers};

/// What is asked about, and where.
pub(super) struct Question<'a> {
    pub(super) effects: Effects,
    pub(super) diff: Option<&'a str>,
    pub(super) askers: &'a Workers<Job>,
    pub(super) runtime: Option<&'a tokio::runtime::Handle>,
    pub(super) control: &'a Control,
}

impl Question<'_> {
    /// Asks, and waits for the answer. A run that is cancelled meanwhile keeps nothing.
    pub(super) async fn ask(self, confirm: &Confirm) -> Result<bool, Error> {
        let (runtime, control) = (self.runtime, self.control);
        let mut answer = self.answer(confirm)?;
        poll_fn(|context| {
            if control.halted() == Some(Halt::Cancelled) {
                return Poll::Ready(Ok(false));
            }
            // Makes the timers and other services of the caller's runtime available on this thread.
            let _entered = runtime.map(tokio::runtime::Handle::enter);
            match of_embedder(|| answer.as_mut().poll(context)) {
                Ok(Poll::Ready(Some(answer))) => Poll::Ready(Ok(answer)),
                Ok(Poll::Pending) => Poll::Pending,
                Ok(Poll::Ready(None)) | Err(_) => Poll::Ready(Err(panicked())),
            }
        })
        .await
    }

    /// The answer; none from code that panicked.
    fn answer(
        self,
        confirm: &Confirm,
    ) -> Result<Pin<Box<dyn Future<Output = Option<bool>> + Send>>, Error> {
        match confirm.ask() {
            Ask::Waiting(ask) => {
                let preview = Preview {
                    effects: &self.effects,
                    diff: self.diff,
                };
                let answer = of_embedder(|| ask(&preview)).map_err(|_| panicked())?;
                Ok(Box::pin(async move { Some(answer.await) }))
            }
            Ask::Blocking(ask) => {
                let (sender, receiver) = oneshot::channel();
                let (ask, effects) = (ask.clone(), self.effects);
                let diff = self.diff.map(str::to_owned);
                let job = move || {
                    let preview = Preview {
                        effects: &effects,
                        diff: diff.as_deref(),
                    };
                    // Nobody listens to an answer that comes after the run was cancelled.
                    let _ = sender.send(ask(&preview));
                };
                let asked = self.askers.submit(Box::new(job));
                asked.map_err(Error::no_thread)?;
                Ok(Box::pin(async move { receiver.await.ok() }))
            }
        }
    }
}

fn panicked() -> Error {
    Error::internal("the function of `RunOptions::confirm` panicked")
}
