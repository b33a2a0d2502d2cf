//! What is told of a run while it goes on.

use std::fmt;
use std::sync::Arc;

use super::RunOptions;
use crate::events::{EventQueue, RunEvent};
use crate::outcome::LogEntry;
use crate::trace::{TraceContents, TraceContext};

/// What hears the log of a program while it runs: see [`RunOptions::on_log`](fn@RunOptions::on_log).
#[derive(Clone)]
pub(crate) struct LogListener(Arc<dyn Fn(&LogEntry) + Send + Sync>);

impl LogListener {
    pub(crate) fn new(listen: impl Fn(&LogEntry) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listen))
    }

    pub(crate) fn tell(&self, entry: &LogEntry) {
        (self.0)(entry);
    }
}

impl fmt::Debug for LogListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogListener").finish_non_exhaustive()
    }
}

impl RunOptions {
    /// Calls `listen` with each entry of the log while the program runs: in the order of
    /// [`Run::logs`](field@crate::Run::logs), once each, as soon as the entry is complete. A line that the
    /// program never finishes is in the log of the run alone. `listen` is called on the thread that
    /// computes, and must not block. Default: none.
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let (sender, receiver) = mpsc::channel();
    /// let options = RunOptions::new().on_log(move |entry| {
    ///     let _ = sender.send(entry.text.clone());
    /// });
    /// let code = "() => { console.log('one'); console.log('two'); }";
    /// Sandbox::new()?.run(&Workspace::memory()?, code).options(options).blocking()?;
    /// assert_eq!(receiver.iter().collect::<Vec<_>>(), ["one", "two"]);
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    #[must_use]
    pub fn on_log(mut self, listen: impl Fn(&LogEntry) + Send + Sync + 'static) -> Self {
        self.on_log = Some(LogListener::new(listen));
        self
    }

    /// Makes the span of the run the child of one of another process, given by the value of the header
    /// `traceparent` of W3C Trace Context; one that is not well formed is ignored. This needs a
    /// [`Propagator`](crate::trace::Propagator). Default: the span of the run is the child of the span in
    /// which it is started.
    #[must_use]
    pub fn traceparent(self, traceparent: impl AsRef<str>) -> Self {
        match TraceContext::parse(traceparent.as_ref(), None) {
            Some(parent) => self.parent(parent),
            None => self,
        }
    }

    /// As [`traceparent`](Self::traceparent), with a context that was read already.
    #[must_use]
    pub fn parent(mut self, parent: TraceContext) -> Self {
        self.parent = Some(parent);
        self
    }

    /// Sets which contents the spans of the run have, beside names and numbers. Credentials that the
    /// functions [hide](crate::Functions::hide) are hidden in them, and each has at most 16 KiB. Default: none.
    #[must_use]
    pub fn trace_contents(self, contents: TraceContents) -> Self {
        self.context(contents)
    }

    /// Tells what the run does to a queue, beside who listens to its log.
    pub(crate) fn tell_events(mut self, events: &EventQueue) -> Self {
        let (queue, listener) = (events.clone(), self.on_log.take());
        self.on_log = Some(LogListener::new(move |entry| {
            queue.push(RunEvent::Log(entry.clone()));
            if let Some(listener) = &listener {
                listener.tell(entry);
            }
        }));
        self.context(events.clone())
    }
}
