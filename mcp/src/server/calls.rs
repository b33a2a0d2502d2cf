//! Calls of tools, a bounded number at a time. What reads and writes the workspace runs on threads that may
//! block; a program is awaited without one, and has no slot while it waits for functions or an approval.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use isolate_host::{Decision, Pauses, json_bytes};
use isolate_tools::{BegunCall, CancelToken, RenderedReply, Toolbox};
use rmcp::model::{CallToolRequestParams, CallToolResult, ErrorData};
use rmcp::model::{ContentBlock, ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde_json::Value as Json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use super::approval::ApprovalErrorKind;
use super::slot::HeldSlot;
use super::{ServerLimits, Shared};

/// The interval of progress notifications.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// The slots and the queue for the calls of a server.
pub(super) struct Calls {
    slots: Arc<Semaphore>,
    slots_max: usize,
    waiting: AtomicUsize,
    waiting_max: usize,
    bytes: AtomicUsize,
    bytes_max: usize,
}

impl Calls {
    pub(super) fn new(limits: &ServerLimits) -> Self {
        let slots_max = limits.calls.max(1);
        Self {
            slots: Arc::new(Semaphore::new(slots_max)),
            slots_max,
            waiting: AtomicUsize::new(0),
            waiting_max: limits.waiting,
            bytes: AtomicUsize::new(0),
            bytes_max: limits.waiting_bytes,
        }
    }

    fn free(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.slots).try_acquire_owned().ok()
    }

    /// Enters the queue, if it has room.
    fn queue(&self, bytes: usize) -> Result<Queued<'_>, ErrorData> {
        // Counted before the check, so that two simultaneous calls cannot both take the last entry.
        let waiting = self.waiting.fetch_add(1, Ordering::SeqCst) + 1;
        let held = self.bytes.fetch_add(bytes, Ordering::SeqCst) + bytes;
        let queued = Queued { calls: self, bytes };
        if waiting > self.waiting_max || held > self.bytes_max {
            return Err(ErrorData::internal_error(
                format!(
                    "the server is busy: {} calls run, and {} more wait, with {held} bytes of \
                     arguments; at most {} calls and {} bytes may wait. Call again when some have \
                     been answered",
                    self.slots_max,
                    waiting - 1,
                    self.waiting_max,
                    self.bytes_max,
                ),
                None,
            ));
        }
        Ok(queued)
    }

    /// Waits for a slot. A cancelled call leaves the queue.
    async fn wait(
        &self,
        bytes: usize,
        ct: &CancellationToken,
    ) -> Result<OwnedSemaphorePermit, ErrorData> {
        let _queued = self.queue(bytes)?;
        tokio::select! {
            slot = Arc::clone(&self.slots).acquire_owned() => {
                slot.map_err(|_| ErrorData::internal_error("the server ends", None))
            }
            () = ct.cancelled() => Err(cancelled()),
        }
    }

    /// Runs a short operation on a thread that may block. It counts as a call.
    pub(super) async fn look<T: Send + 'static>(
        &self,
        ct: &CancellationToken,
        body: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let slot = match self.free() {
            Some(slot) => slot,
            None => self.wait(0, ct).await?,
        };
        let cancel = CancelToken::new();
        let _guard = CancelOnDrop(cancel.clone());
        let token = cancel.clone();
        let mut task = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            body(&token)
        });
        loop {
            tokio::select! {
                done = &mut task => return done.map_err(|_| failed()),
                () = ct.cancelled(), if !cancel.is_cancelled() => cancel.cancel(),
            }
        }
    }
}

/// A call in the queue. Dropping it leaves the queue.
struct Queued<'a> {
    calls: &'a Calls,
    bytes: usize,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.calls.waiting.fetch_sub(1, Ordering::SeqCst);
        self.calls.bytes.fetch_sub(self.bytes, Ordering::SeqCst);
    }
}

/// The number of calls of one client that have not ended.
#[derive(Clone, Default)]
pub(super) struct Running {
    count: watch::Sender<usize>,
}

impl Running {
    pub(super) fn enter(&self) -> Inside {
        self.count.send_modify(|count| *count += 1);
        Inside {
            running: self.clone(),
        }
    }

    /// Waits until all calls have ended.
    pub(super) async fn none(&self) {
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// A call that has not ended.
pub(super) struct Inside {
    running: Running,
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.running.count.send_modify(|count| *count -= 1);
    }
}

/// Cancels a call when its response is no longer awaited.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Calls a tool of a toolbox when a slot is free.
pub(super) async fn call(
    shared: &Shared,
    running: [&Running; 2],
    toolbox: Toolbox,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let inside = running.map(Running::enter);
    let mut progress = Progress::of(context, &toolbox, &request.name);
    let arguments = request.arguments.map_or(Json::Null, Json::Object);
    let (calls, bytes) = (&shared.calls, json_bytes(&arguments));
    let (mut slot, mut turn) = (None, None);
    match &shared.turns {
        Some(turns) if toolbox.runs_programs(&request.name) => {
            progress.notify("waits for its turn").await;
            let given = tokio::select! {
                given = turns.turn(bytes) => given,
                () = context.ct.cancelled() => return Err(cancelled()),
            };
            match given {
                Ok(given) => turn = Some(Arc::new(Mutex::new(given))),
                Err(error) => {
                    let reply = toolbox.refusal(&request.name, error);
                    return Ok(result(reply.render(toolbox.boundary()), false));
                }
            }
        }
        _ => match calls.free() {
            Some(free) => slot = Some(free),
            None => {
                progress.notify("waits for other calls").await;
                slot = Some(calls.wait(bytes, &context.ct).await?);
            }
        },
    }
    progress.notify("runs").await;
    let cancel = CancelToken::new();
    let _guard = CancelOnDrop(cancel.clone());
    let name = request.name.into_owned();
    let token = cancel.clone();
    let runs_program = toolbox.runs_programs(&name);
    let mut toolbox = asking(toolbox, context.peer.clone());
    let slot = slot.map(|slot| Arc::new(HeldSlot::new(&calls.slots, slot)));
    if let Some(slot) = slot
        .as_ref()
        .filter(|_| runs_program && !toolbox.has_pauses())
    {
        toolbox = toolbox.pauses(Arc::clone(slot) as Arc<dyn Pauses>);
    }
    if let Some(turn) = &turn {
        let turn = Arc::clone(turn);
        let pauses = (turn.lock().unwrap_or_else(PoisonError::into_inner)).pauses();
        if let Some(pauses) = pauses {
            toolbox = toolbox.pauses(pauses);
        }
        toolbox = toolbox.on_program(move |ended| {
            turn.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .ended(ended);
        });
    }
    // The slot is free or the turn over, and the call has ended, when its work has, not when the client stops
    // waiting.
    let held = (slot, turn, inside);
    let called = async move {
        let rendered = rendered(toolbox, name, arguments, token).await;
        drop(held);
        rendered
    };
    let mut task = tokio::spawn(called.instrument(Span::current()));
    let done = loop {
        tokio::select! {
            done = &mut task => break done,
            () = context.ct.cancelled(), if !cancel.is_cancelled() => cancel.cancel(),
            () = progress.tick() => progress.notify("runs").await,
        }
    };
    let (rendered, is_ok) = done.map_err(|_| failed())??;
    Ok(result(rendered, is_ok))
}

/// Calls a tool, and returns its reply and whether that is good. No thread waits for a program.
async fn rendered(
    toolbox: Toolbox,
    name: String,
    arguments: Json,
    cancel: CancelToken,
) -> Result<(RenderedReply, bool), ErrorData> {
    let boundary = toolbox.boundary();
    let render = move |call: BegunCall| {
        let reply = call.reply();
        (reply.render(boundary), reply.is_ok())
    };
    let begun = on_a_thread(move || match toolbox.begin(&name, arguments, &cancel) {
        call if call.is_going() => Err(call),
        call => Ok(render(call)),
    });
    match begun.await? {
        Ok(rendered) => Ok(rendered),
        Err(call) => {
            let ended = call.ended().await;
            on_a_thread(move || render(ended)).await
        }
    }
}

/// Does work that may block, in the current span.
async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ErrorData> {
    let span = Span::current();
    let task = tokio::task::spawn_blocking(move || span.in_scope(work));
    task.await.map_err(|_| failed())
}

/// The toolbox for one call: what requires an approval asks the user of the client.
fn asking(toolbox: Toolbox, peer: Peer<RoleServer>) -> Toolbox {
    let runtime = tokio::runtime::Handle::current();
    let waits = toolbox.outlives_process();
    toolbox.with_approver(move |request| {
        // The program does not run on a thread of the runtime.
        let peer = peer.clone();
        let asked = runtime.spawn(async move {
            super::approval::ask(
                &peer,
                &request.function,
                &request.description,
                &request.argument,
            )
            .await
        });
        async move {
            match asked.await {
                Ok(Ok(())) => Decision::Approve,
                // Somebody else may: the result says which run waits.
                Ok(Err(error)) if waits && error.kind() == ApprovalErrorKind::Unsupported => {
                    Decision::Later
                }
                Ok(Err(error)) => Decision::refuse(error.to_string()),
                Err(_) => Decision::refuse("the server ends"),
            }
        }
    })
}

fn failed() -> ErrorData {
    ErrorData::internal_error(
        "internal error of the server: the call is not at fault",
        None,
    )
}

/// The result for a client.
fn result(rendered: RenderedReply, is_ok: bool) -> CallToolResult {
    let content = vec![ContentBlock::text(rendered.text)];
    let mut result = match is_ok {
        true => CallToolResult::success(content),
        false => CallToolResult::error(content),
    };
    result.structured_content = rendered.structured;
    result
}

fn cancelled() -> ErrorData {
    ErrorData::internal_error("the call was cancelled before it began", None)
}

/// Sends progress notifications to a client that requested them: elapsed seconds, and the time limit
/// if there is one.
struct Progress {
    to: Option<(Peer<RoleServer>, ProgressToken)>,
    started: Instant,
    total: Option<Duration>,
    last: f64,
    ct: CancellationToken,
}

impl Progress {
    fn of(context: &RequestContext<RoleServer>, toolbox: &Toolbox, tool: &str) -> Self {
        let token = context.meta.get_progress_token();
        let is_program = matches!(tool, "run" | "run_readonly");
        Self {
            to: token.map(|token| (context.peer.clone(), token)),
            started: Instant::now(),
            total: is_program.then_some(toolbox.program_timeout()),
            last: -1.0,
            ct: context.ct.clone(),
        }
    }

    /// Completes when a notification is due; never for a client that did not request progress.
    async fn tick(&self) {
        match self.to {
            Some(_) => tokio::time::sleep(PROGRESS_EVERY).await,
            None => std::future::pending().await,
        }
    }

    async fn notify(&mut self, what: &str) {
        let Some((peer, token)) = &self.to else {
            return;
        };
        if self.ct.is_cancelled() {
            return;
        }
        // The protocol requires that each number is larger than the one before.
        let seconds = self.started.elapsed().as_secs_f64();
        let seconds = (seconds * 1_000.0).round() / 1_000.0;
        self.last = if seconds > self.last {
            seconds
        } else {
            self.last + 0.001
        };
        let mut param = ProgressNotificationParam::new(token.clone(), self.last).with_message(what);
        if let Some(total) = self.total {
            param = param.with_total(total.as_secs_f64().max(self.last));
        }
        // The client may have disconnected.
        let _ = peer.notify_progress(param).await;
    }
}
