//! A program to run, and a run on its way.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use futures_executor::block_on;

use super::turns::Work;
use super::{Sandbox, blocking};
use crate::cancel::CancelToken;
use crate::error::Error;
use crate::events::{EventQueue, RunEvents};
use crate::options::RunOptions;
use crate::outcome::Run;
use crate::workspace::Workspace;

/// A program to run: [`Sandbox::run`]. Nothing happens before it is awaited, started or waited for.
///
/// It runs on a thread of the sandbox, so that awaiting it never blocks an executor.
///
/// # Errors
///
/// However it is run, it fails with [`Refused`](crate::ErrorKind::Refused) for options out of their
/// range, [`Storage`](crate::ErrorKind::Storage) when the workspace cannot be opened or its last
/// commit fails, [`Engine`](crate::ErrorKind::Engine) when the program cannot be started, and
/// [`Internal`](crate::ErrorKind::Internal) when the sandbox fails in the middle of the run.
/// [`Error::partial_run`] says what a run had done that was started. What the program does wrong is
/// an [`Outcome`](crate::Outcome), never an error.
#[must_use = "a request does nothing until it is awaited, started or waited for"]
#[derive(Clone)]
pub struct RunRequest {
    sandbox: Sandbox,
    workspace: Workspace,
    work: Work,
    options: RunOptions,
}

impl fmt::Debug for RunRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunRequest")
            .field("workspace", &self.workspace)
            .field("work", &self.work)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl RunRequest {
    pub(super) fn new(sandbox: Sandbox, workspace: Workspace, work: Work) -> Self {
        Self {
            sandbox,
            workspace,
            work,
            options: RunOptions::default(),
        }
    }

    /// Sets the options of the run, in place of the defaults: owned, or by reference, which copies
    /// them.
    pub fn options(mut self, options: impl Into<RunOptions>) -> Self {
        self.options = options.into();
        self
    }

    /// Starts the run, if the sandbox has a slot for it; else it starts when there is one and the
    /// handle is polled. Functions of the embedder are called as long as the handle is polled.
    pub fn start(mut self) -> RunHandle {
        let events = EventQueue::default();
        self.options = self.options.tell_events(&events);
        self.started(Some(events))
    }

    fn started(mut self, events: Option<EventQueue>) -> RunHandle {
        let cancel = self.options.cancel.get_or_insert_default().clone();
        let mut handle = RunHandle {
            run: Box::pin(self.into_run()),
            done: None,
            cancel,
            events: Events {
                queue: events,
                is_taken: false,
            },
        };
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(done) = handle.run.as_mut().poll(&mut context) {
            handle.done = Some(done);
            handle.events.end();
        }
        handle
    }

    /// Runs the program and waits for it on the calling thread.
    ///
    /// That thread computes for the run where a worker would be idle, which saves waking one and being woken:
    /// for at most 5 ms at a time, in place of a worker, and if 6 MiB of its stack are left.
    ///
    /// Functions of the embedder that need a runtime must be awaited inside of it. They are polled on
    /// the calling thread and on threads of the sandbox, and must not block.
    ///
    /// # Errors
    ///
    /// As every run, and [`Refused`](crate::ErrorKind::Refused) on a thread that the run would need:
    /// inside of a function of the embedder, of another executor, or of a current-thread runtime of
    /// tokio.
    pub fn blocking(mut self) -> Result<Run, Error> {
        blocking::check()?;
        // There is no task of the caller.
        self.options.calls_on_workers = true;
        let _computes = blocking::Computes::while_it_waits();
        block_on(self.into_run())
    }

    fn into_run(self) -> impl Future<Output = Result<Run, Error>> + Send + 'static {
        self.sandbox.traced(self.workspace, self.work, self.options)
    }
}

impl IntoFuture for RunRequest {
    type Output = Result<Run, Error>;
    type IntoFuture = RunHandle;

    fn into_future(self) -> RunHandle {
        self.started(None)
    }
}

/// A run on its way: a future of its [`Run`].
///
/// Dropping it cancels the run: committed calls stay committed. To learn what a cancelled run has done,
/// [cancel](Self::cancel) it and await it.
///
/// ```
/// use isolate_host::{Sandbox, Workspace};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let code = "async () => { await state.writeFile('/kept', ''); for (;;) {} }";
/// let handle = Sandbox::new()?.run(&Workspace::memory()?, code).start();
/// let token = handle.cancel_token();
/// std::thread::spawn(move || {
///     std::thread::sleep(std::time::Duration::from_millis(50));
///     token.cancel();
/// });
/// let run = handle.await?;
/// assert_eq!(run.effects.created[0].path, "/kept");
/// # Ok(())
/// # }
/// ```
#[must_use = "dropping the handle of a run cancels it"]
pub struct RunHandle {
    run: Pin<Box<dyn Future<Output = Result<Run, Error>> + Send>>,
    /// The result, if there was one at once.
    done: Option<Result<Run, Error>>,
    cancel: CancelToken,
    events: Events,
}

/// The events of a run, which end with it or with its handle.
struct Events {
    queue: Option<EventQueue>,
    is_taken: bool,
}

impl Events {
    fn end(&self) {
        if let Some(queue) = &self.queue {
            queue.end();
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.end();
    }
}

impl RunHandle {
    /// What the run does, from its start on: its log, and the calls of functions. The stream ends with the
    /// run, or when the handle is dropped. It is there once, for a run that was
    /// [started](RunRequest::start); later, or for another one, it ends at once. The handle has to be polled
    /// meanwhile, as the run calls functions.
    ///
    /// ```
    /// use isolate_host::{RunEvent, Sandbox, Workspace};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let code = "() => { console.log('one'); console.log('two'); }";
    /// let mut handle = Sandbox::new()?.run(&Workspace::memory()?, code).start();
    /// let mut events = handle.events();
    /// let run = tokio::spawn(handle);
    /// let mut texts = Vec::new();
    /// while let Some(event) = events.next().await {
    ///     if let RunEvent::Log(entry) = event {
    ///         texts.push(entry.text);
    ///     }
    /// }
    /// assert_eq!(texts, ["one", "two"]);
    /// assert_eq!(run.await??.logs.len(), 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn events(&mut self) -> RunEvents {
        let events = &mut self.events;
        match (&events.queue, std::mem::replace(&mut events.is_taken, true)) {
            (Some(queue), false) => queue.reader(),
            _ => {
                let none = EventQueue::default();
                none.end();
                none.reader()
            }
        }
    }

    /// Cancels the run. Its result lists what it has done.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// What cancels the run from elsewhere: [`RunOptions::cancel`](fn@RunOptions::cancel), or a
    /// token of its own.
    #[must_use]
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }
}

impl fmt::Debug for RunHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunHandle").finish_non_exhaustive()
    }
}

impl Future for RunHandle {
    type Output = Result<Run, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let done = match self.done.take() {
            Some(done) => Poll::Ready(done),
            None => self.run.as_mut().poll(context),
        };
        if done.is_ready() {
            self.events.end();
        }
        done
    }
}
