//! A run on its way, and its events.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use isolate_host::vfs::RunId;
use isolate_host::{CancelToken, IdempotencyKey, LogEntry};
use serde_json::json;
use tokio::sync::watch;

use crate::problem::Problem;
use crate::sse::{Event, Source};

/// How a client wants to have its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// When the run has ended.
    Answer,
    /// As events.
    Events,
    /// At once: the run goes on without its client.
    Accepted,
}

/// A run on its way, or one that has ended of late.
pub(crate) struct LiveRun {
    pub(crate) id: String,
    pub(crate) workspace: Arc<str>,
    /// Who has started it.
    pub(crate) by: Arc<str>,
    pub(crate) label: String,
    pub(crate) wanted: Wanted,
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) begun: SystemTime,
    /// Entries of its log from before it was resumed, which are no events of this.
    logs_before: usize,
    cancel: CancelToken,
    state: Mutex<State>,
    /// Counts the changes of the state.
    changes: watch::Sender<u64>,
    is_cancelled: watch::Sender<bool>,
}

struct State {
    has_begun: bool,
    logs: Vec<String>,
    logs_bytes: usize,
    ended: Option<Arc<Ended>>,
}

/// How a run ended.
pub(crate) struct Ended {
    /// The whole answer in JSON, or why there is none.
    pub(crate) answer: Result<Arc<str>, Problem>,
    /// Its number in the history.
    pub(crate) run: Option<RunId>,
}

/// How far a run is.
#[derive(Clone)]
pub(crate) enum Phase {
    Queued,
    Running,
    Ended(Arc<Ended>),
}

impl LiveRun {
    pub(crate) fn new(id: String, workspace: &str, by: &str, label: &str, wanted: Wanted) -> Self {
        Self {
            id,
            workspace: Arc::from(workspace),
            by: Arc::from(by),
            label: label.to_owned(),
            wanted,
            key: None,
            begun: SystemTime::now(),
            logs_before: 0,
            cancel: CancelToken::new(),
            state: Mutex::new(State {
                has_begun: false,
                logs: Vec::new(),
                logs_bytes: 0,
                ended: None,
            }),
            changes: watch::Sender::new(0),
            is_cancelled: watch::Sender::new(false),
        }
    }

    /// One that is resumed, with so many entries in its log.
    pub(crate) const fn after_logs(mut self, logs: usize) -> Self {
        self.logs_before = logs;
        self
    }

    /// One whose request has an idempotency key.
    pub(crate) const fn with_key(mut self, key: Option<IdempotencyKey>) -> Self {
        self.key = key;
        self
    }

    /// Whether it goes on when its client goes away, who may come back for its answer.
    pub(crate) fn outlives_client(&self) -> bool {
        self.is_async() || self.key.is_some()
    }

    /// Whether its client has its id, and its answer is not awaited.
    pub(crate) fn is_async(&self) -> bool {
        self.wanted == Wanted::Accepted
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    pub(crate) fn phase(&self) -> Phase {
        let state = self.state();
        match (&state.ended, state.has_begun) {
            (Some(ended), _) => Phase::Ended(Arc::clone(ended)),
            (None, true) => Phase::Running,
            (None, false) => Phase::Queued,
        }
    }

    /// Its size in memory.
    pub(super) fn bytes(&self) -> usize {
        let state = self.state();
        let answer = state
            .ended
            .as_ref()
            .and_then(|ended| ended.answer.as_ref().ok());
        state.logs_bytes + answer.map_or(0, |answer| answer.len()) + size_of::<Self>()
    }

    pub(crate) fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// Cancels it, wherever it is.
    pub(crate) fn cancel(&self) {
        self.cancel.cancel();
        self.is_cancelled.send_replace(true);
    }

    pub(crate) fn was_cancelled(&self) -> bool {
        *self.is_cancelled.borrow()
    }

    /// Waits until it is cancelled.
    pub(crate) async fn cancelled(&self) {
        // The sender is as old as this.
        let _ = self.is_cancelled.subscribe().wait_for(|is| *is).await;
    }

    pub(crate) fn begin(&self) {
        self.state().has_begun = true;
        self.changed();
    }

    /// Adds an entry of its log.
    pub(crate) fn log(&self, entry: &LogEntry) {
        let line = log_line(entry);
        let mut state = self.state();
        state.logs_bytes += line.len();
        state.logs.push(line);
        drop(state);
        self.changed();
    }

    /// Ends it, with its whole log.
    pub(crate) fn end(&self, ended: Ended, logs: &[LogEntry]) {
        let mut state = self.state();
        // Lines that the program has not finished have not been told.
        let told = self.logs_before + state.logs.len();
        for entry in logs.get(told..).unwrap_or_default() {
            let line = log_line(entry);
            state.logs_bytes += line.len();
            state.logs.push(line);
        }
        state.ended = Some(Arc::new(ended));
        drop(state);
        self.changed();
    }

    /// Waits for its end.
    pub(crate) async fn ended(&self) -> Arc<Ended> {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            if let Phase::Ended(ended) = self.phase() {
                return ended;
            }
            // The sender is as old as this.
            let _ = changes.changed().await;
        }
    }

    /// The events behind the one with a number. The numbers are those that [`crate::routes::runs`] gives
    /// the events of a run of the history: `queued`, `running`, each entry of the log, and `done`.
    fn events_after(&self, id: u64) -> Vec<Event> {
        let state = self.state();
        let mut events = Vec::new();
        let mut add = |number: u64, name, data: String| {
            if number > id {
                events.push(Event {
                    id: Some(number),
                    name,
                    data,
                });
            }
        };
        add(1, "queued", json!({ "id": self.id }).to_string());
        if !state.has_begun {
            if let Some(ended) = &state.ended {
                add(2, "done", done_data(ended));
            }
            return events;
        }
        add(2, "running", json!({ "id": self.id }).to_string());
        let mut number = 2;
        let first = usize::try_from(id.saturating_sub(2)).unwrap_or(usize::MAX);
        for (index, line) in state.logs.iter().enumerate() {
            number += 1;
            if index >= first {
                add(number, "log", line.clone());
            }
        }
        if let Some(ended) = &state.ended {
            add(number + 1, "done", done_data(ended));
        }
        events
    }
}

fn done_data(ended: &Ended) -> String {
    match &ended.answer {
        Ok(answer) => answer.to_string(),
        Err(problem) => json!({ "status": "failed", "problem": problem.body() }).to_string(),
    }
}

/// An entry of the log as data of an event.
fn log_line(entry: &LogEntry) -> String {
    json!({ "level": entry.level.as_str(), "text": entry.text }).to_string()
}

/// An entry of a log of the history as an event.
pub(crate) fn log_event(number: u64, entry: &serde_json::Value) -> Event {
    Event {
        id: Some(number),
        name: "log",
        data: entry.to_string(),
    }
}

/// Cancels a run when its client has gone.
pub(crate) struct CancelOnDrop(pub(crate) Arc<LiveRun>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The events of a run, from any of them on.
pub(crate) struct RunEvents {
    run: Arc<LiveRun>,
    last: u64,
    is_done: bool,
    changes: watch::Receiver<u64>,
}

impl RunEvents {
    pub(crate) fn after(run: &Arc<LiveRun>, last: u64) -> Self {
        Self {
            changes: run.changes.subscribe(),
            run: Arc::clone(run),
            last,
            is_done: false,
        }
    }
}

impl Source for RunEvents {
    async fn next(&mut self) -> Option<Vec<Event>> {
        loop {
            if self.is_done {
                return None;
            }
            self.changes.mark_unchanged();
            let is_over = matches!(self.run.phase(), Phase::Ended(_));
            let events = self.run.events_after(self.last);
            if let Some(id) = events.last().and_then(|event| event.id) {
                self.last = id;
                self.is_done = events.last().is_some_and(|event| event.name == "done");
                return Some(events);
            }
            if is_over {
                return None;
            }
            // The sender is as old as the run.
            let _ = self.changes.changed().await;
        }
    }
}
