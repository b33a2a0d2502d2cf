//! Runs: started, followed, read and cancelled.

mod job;
mod keyed;

use std::sync::Arc;
use std::time::Duration;

use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use isolate_host::vfs::{RunId, RunState};
use isolate_host::{IdempotencyKey, PendingRun, RunOptions, Workspace, recorded_run};
use isolate_tools::Policy;
use serde_json::{Value as Json, json};
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument as _;

use crate::access::{Permission, Principal};
use crate::call::{Call, run_number};
use crate::metrics::Before;
use crate::problem::Problem;
use crate::respond;
use crate::runs::answer::{PendingForm, RunDocument, live_json, recorded_json};
use crate::runs::form::RunForm;
use crate::runs::{
    CancelOnDrop, Ended, Entry, Fate, LiveRun, Phase, RunEvents, Runs, Wanted, log_event,
};
use crate::shared::{Missing, Shared};
use crate::sse::{self, Event, Source};
use crate::table::{Answer, Content, Header, Route, handler, route, schema};

use job::Job;
pub(super) use job::{Work, stale};

/// How long a request to cancel a run waits for its end.
const CANCEL_TIME: Duration = Duration::from_secs(5);

pub(super) const RUN: &[Content] = &[Content::Json(schema::<RunDocument>)];
pub(super) const RUN_OR_EVENTS: &[Content] = &[
    Content::Json(schema::<RunDocument>),
    Content::Text(sse::MEDIA),
];
pub(super) const PREFER: Header = Header {
    name: "Prefer",
    is_number: false,
    what: "`respond-async`: the run goes on without its client, and is answered 202 at once.",
};
const LAST_EVENT: Header = Header {
    name: "Last-Event-ID",
    is_number: true,
    what: "The id of the last event that the client has: the stream goes on behind it.",
};

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "runs",
        permission: Some(Permission::Run),
        headers: &[
            PREFER,
            Header {
                name: keyed::HEADER,
                is_number: false,
                what: "A text of 1 to 255 characters that belongs to this request: if it is repeated with the \
                       same text, the program is not run again, and the answer is that of the first time.",
            },
        ],
        body: Content::Json(schema::<RunForm>),
        answers: &[
            Answer {
                status: 200,
                what: "The run has ended; the status of the run says how. With `Accept: text/event-stream`, \
                       its events.",
                content: RUN_OR_EVENTS,
            },
            Answer {
                status: 202,
                what: "The run was accepted, or was begun by an earlier request with the same key and waits for \
                       an approval; `Location` names it.",
                content: RUN,
            },
        ],
        problems: &[404, 409, 415, 422, 429, 503, 507],
        ..route(
            "POST",
            "/v1/workspaces/{name}/runs",
            "createRun",
            "Run a program",
            handler!(create),
        )
    },
    Route {
        tag: "runs",
        answers: &[Answer {
            status: 200,
            what: "The run, as far as it is known.",
            content: RUN,
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}/runs/{id}",
            "getRun",
            "Read a run: its program, result, log and report",
            handler!(get),
        )
    },
    Route {
        tag: "runs",
        headers: &[LAST_EVENT],
        answers: &[
            Answer {
                status: 200,
                what: "The events `queued`, `running`, `log` for each entry of the log, and `done` with the \
                       whole run.",
                content: &[Content::Text(sse::MEDIA)],
            },
            Answer {
                status: 204,
                what: "The client has all events.",
                content: &[],
            },
        ],
        problems: &[404, 503],
        ..route(
            "GET",
            "/v1/workspaces/{name}/runs/{id}/events",
            "followRun",
            "Follow a run: server-sent events with ids",
            handler!(events),
        )
    },
    Route {
        tag: "runs",
        permission: Some(Permission::Run),
        answers: &[
            Answer {
                status: 200,
                what: "The run has ended.",
                content: RUN,
            },
            Answer {
                status: 202,
                what: "The run will end.",
                content: RUN,
            },
        ],
        problems: &[404, 409],
        ..route(
            "DELETE",
            "/v1/workspaces/{name}/runs/{id}",
            "cancelRun",
            "Cancel a run that goes on or waits",
            handler!(cancel),
        )
    },
];

/// How the sender of a request wants to have its answer.
fn wanted(headers: &HeaderMap) -> Wanted {
    let has = |name: header::HeaderName, word: &str| {
        let values = headers.get_all(name).iter();
        let mut words = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split([',', ';']));
        words.any(|given| given.trim().eq_ignore_ascii_case(word))
    };
    if has(header::HeaderName::from_static("prefer"), "respond-async") {
        return Wanted::Accepted;
    }
    match has(header::ACCEPT, sse::MEDIA) {
        true => Wanted::Events,
        false => Wanted::Answer,
    }
}

async fn create(mut call: Call) -> Result<Response, Problem> {
    let way = Way::of(&call)?;
    let key = keyed::key_of(&call)?;
    let (form, bytes): (RunForm, usize) = call.sized_json().await?;
    let limits = &call.shared.limits;
    let policy = call.principal.rules().map(|rules| &*rules.policy);
    let mut options = form.options(limits.run_limits, limits.diff_bytes, policy)?;
    let mut workspace = call.workspace_or(Missing::Make).await?;
    if let Some(branch) = &form.branch {
        workspace = call.branch(workspace, branch).await?;
    }
    if let Some(key) = key {
        options = options.idempotency_key(key);
        if let Some(answer) = keyed::earlier(&call, &workspace, &form.code, &options).await? {
            return Ok(answer);
        }
    }
    let begun = Begun {
        workspace,
        options,
        key,
        label: form.label,
        work: Work::Program(form.code),
        bytes,
        logs_before: 0,
    };
    begin(&call, begun, way).await
}

/// How the sender of a request wants to have its answer, with the permit for a stream of events.
pub(super) struct Way {
    wanted: Wanted,
    permit: Option<OwnedSemaphorePermit>,
}

impl Way {
    pub(super) fn of(call: &Call) -> Result<Self, Problem> {
        let wanted = wanted(&call.headers);
        let permit = match wanted {
            Wanted::Events => Some(call.shared.stream()?),
            _ => None,
        };
        Ok(Self { wanted, permit })
    }
}

/// A run that a request begins or resumes.
pub(super) struct Begun {
    pub(super) workspace: Workspace,
    pub(super) options: RunOptions,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) label: String,
    pub(super) work: Work,
    /// Bytes that it takes while it waits for its turn.
    pub(super) bytes: usize,
    pub(super) logs_before: usize,
}

/// Begins a run, and answers the request.
pub(super) async fn begin(call: &Call, begun: Begun, way: Way) -> Result<Response, Problem> {
    let Way { wanted, permit } = way;
    let shared = Arc::clone(&call.shared);
    let name = call.name().to_owned();
    let principal = call.principal.clone();
    shared.take_rate(&principal, &name)?;
    let options = begun.options.actor(principal.name());
    let options = in_service(&shared, &principal, &name, options);
    let options = options.trace_contents(shared.trace_contents);
    let ticket = shared.enter(&name, begun.bytes)?;
    let id = Runs::new_id().ok_or_else(Problem::internal)?;
    let is_async = wanted == Wanted::Accepted;
    let live = LiveRun::new(id, &name, principal.name(), &begun.label, wanted);
    let live = live.after_logs(begun.logs_before).with_key(begun.key);
    let live = Arc::new(live);
    let added = shared.runs.add(&live);
    added.map_err(|live| keyed::goes_on(&live))?;
    if is_async && let Err(problem) = keep_id(&shared, &live).await {
        shared.runs.forget(&live);
        return Err(problem);
    }
    let guard = (!live.outlives_client()).then(|| CancelOnDrop(Arc::clone(&live)));
    let job = Job {
        queue_time: match is_async {
            true => shared.limits.async_queue_time,
            false => shared.limits.queue_time,
        },
        live: Arc::clone(&live),
        shared: Arc::clone(&shared),
        principal,
        workspace: begun.workspace,
        work: begun.work,
        options,
        ticket,
    };
    // On a task of its own, so that a client that goes away drops nothing that takes time.
    tokio::spawn(job.run(shared.going()).in_current_span());
    match wanted {
        Wanted::Events => {
            let events = RunEvents::after(&live, 0);
            let keep_alive = shared.limits.keep_alive;
            Ok(sse::respond(events, keep_alive, (guard, permit)))
        }
        Wanted::Answer => {
            let ended = live.ended().await;
            answer_of(&ended)
        }
        Wanted::Accepted => accepted(&live),
    }
}

/// Options with what every run of the service has.
fn in_service(
    shared: &Shared,
    principal: &Principal,
    name: &str,
    options: RunOptions,
) -> RunOptions {
    let options = options
        .context(principal.clone())
        .suspend_after(shared.limits.suspend_after)
        // A run that waits keeps the rules of the token that has started it.
        .read_rules(Policy::read_guard);
    match &shared.functions {
        Some(functions) => options.functions(functions(principal, name)),
        None => options,
    }
}

/// Goes on with a run that somebody has answered who does not wait for it.
pub(crate) fn go_on(
    shared: &Arc<Shared>,
    name: &str,
    principal: Principal,
    workspace: &Workspace,
    shown: &PendingRun,
    label: &str,
) -> Result<Arc<LiveRun>, Problem> {
    let ticket = shared.enter(name, 0)?;
    let options = in_service(shared, &principal, name, RunOptions::new());
    let id = Runs::new_id().ok_or_else(Problem::internal)?;
    let live = LiveRun::new(id, name, principal.name(), label, Wanted::Answer);
    let live = Arc::new(live.after_logs(shown.logs));
    // It has no key, so no other run is in its way.
    let _ = shared.runs.add(&live);
    let job = Job {
        queue_time: shared.limits.async_queue_time,
        live: Arc::clone(&live),
        shared: Arc::clone(shared),
        principal,
        workspace: workspace.clone(),
        work: Work::Resume(shown.run, Before::of(shown)),
        options,
        ticket,
    };
    tokio::spawn(job.run(shared.going()));
    Ok(live)
}

/// Keeps the id of an accepted run, before it is answered.
async fn keep_id(shared: &Arc<Shared>, live: &Arc<LiveRun>) -> Result<(), Problem> {
    let (shared, live) = (Arc::clone(shared), Arc::clone(live));
    let kept =
        tokio::task::spawn_blocking(move || shared.runs.accepted.accept(&live.id, &live.workspace));
    let kept = kept.await.map_err(|_| Problem::internal())?;
    kept.map_err(|cause| {
        tracing::warn!(kind = ?cause.kind(), "the id of a run cannot be kept");
        Problem::new(
            StatusCode::INSUFFICIENT_STORAGE,
            "EIO",
            "the server cannot keep the id of the run on its disk: send the request without Prefer",
        )
    })
}

fn accepted(live: &LiveRun) -> Result<Response, Problem> {
    let place = format!("/v1/workspaces/{}/runs/{}", live.workspace, live.id);
    let mut response = respond::json(StatusCode::ACCEPTED, &live_json(live))?;
    let headers = response.headers_mut();
    if let Ok(place) = HeaderValue::from_str(&place) {
        headers.insert(header::LOCATION, place);
    }
    headers.insert(
        header::HeaderName::from_static("preference-applied"),
        HeaderValue::from_static("respond-async"),
    );
    Ok(response)
}

fn answer_of(ended: &Ended) -> Result<Response, Problem> {
    match &ended.answer {
        Ok(text) => Ok(respond::bytes(
            StatusCode::OK,
            respond::JSON,
            text.as_bytes().to_vec(),
        )),
        Err(problem) => Err(problem.clone()),
    }
}

/// What there is of a run that a request names.
enum Found {
    Live(Arc<LiveRun>),
    /// In the history, with the name that the request gave, and whether its process ended before it.
    Recorded(RunId, bool),
    /// It left nothing in the history.
    Lost(Fate),
}

fn find(call: &Call) -> Result<Found, Problem> {
    let (name, id) = (call.name(), call.part("id"));
    if let Some(run) = run_number(id) {
        return Ok(Found::Recorded(run, false));
    }
    if let Some(live) = call.shared.runs.find(name, id) {
        return Ok(Found::Live(live));
    }
    match call.shared.runs.accepted.find(name, id) {
        Some(Entry {
            fate: Fate::Recorded(run),
            ..
        }) => Ok(Found::Recorded(run, false)),
        Some(Entry {
            fate: Fate::Interrupted(Some(run)),
            ..
        }) => Ok(Found::Recorded(run, true)),
        Some(Entry { fate, .. }) => Ok(Found::Lost(fate)),
        None => Err(unknown(id)),
    }
}

fn unknown(id: &str) -> Problem {
    let shown: String = id.chars().take(100).collect();
    Problem::not_found(format!(
        "there is no run {shown:?}: the log of the workspace lists those that there are"
    ))
}

/// A run that left nothing in the history.
fn lost_json(call: &Call, fate: &Fate) -> Json {
    let (status, detail) = match fate {
        Fate::Interrupted(_) | Fate::Open => (
            "interrupted",
            "the server ended before the run did; the history has what was kept of it".to_owned(),
        ),
        Fate::Gone(Some(failure)) => ("failed", failure.clone()),
        Fate::Gone(None) | Fate::Recorded(_) => (
            "ok",
            "the run has ended and the history has nothing of it".to_owned(),
        ),
    };
    json!({
        "id": call.part("id"),
        "workspace": call.name(),
        "status": status,
        "run": null,
        "detail": detail,
    })
}

/// A run of the history as JSON.
async fn recorded(call: &Call, run: RunId, is_interrupted: bool) -> Result<Json, Problem> {
    if call.principal.rules().is_some() {
        return own_waiting(call, run).await;
    }
    let workspace = call.workspace().await?;
    let (id, name) = (call.part("id").to_owned(), call.name().to_owned());
    let same = workspace.clone();
    let read = call.storage(&workspace, move |tree| {
        tree.snapshot(|tree| {
            let recorded = recorded_run(tree, run)?.ok_or_else(|| unknown(&id))?;
            let mut whole = recorded_json(tree, &id, &name, &recorded)?;
            if is_interrupted {
                whole["status"] = "interrupted".into();
            }
            if recorded.info.state == RunState::Suspended {
                add_waits(&mut whole, &same, run)?;
            }
            Ok(whole)
        })
    });
    read.await
}

/// What a token with rules about paths sees of a run of the history: what its own runs wait for.
async fn own_waiting(call: &Call, run: RunId) -> Result<Json, Problem> {
    let workspace = call.workspace().await?;
    let (same, principal) = (workspace.clone(), call.principal.clone());
    let (id, name) = (call.part("id").to_owned(), call.name().to_owned());
    let read = call.storage(&workspace, move |tree| {
        let info = tree.run_info(run)?.filter(|info| {
            let is_own = info.actor.as_deref() == Some(principal.name());
            is_own && info.state == RunState::Suspended
        });
        let Some(info) = info else {
            principal.check_whole("the history")?;
            return Err(unknown(&id));
        };
        let mut whole = json!({
            "id": id,
            "workspace": name,
            "status": "suspended",
            "run": i64::from(run),
            "label": info.label,
        });
        add_waits(&mut whole, &same, run)?;
        Ok(whole)
    });
    read.await
}

/// Adds what a run waits for, or why that is not known: it is damaged, or the run has gone on since.
fn add_waits(whole: &mut Json, workspace: &Workspace, run: RunId) -> Result<(), Problem> {
    match workspace.pending_run(run) {
        Ok(pending) => {
            let calls = serde_json::to_value(PendingForm::from(pending).waiting_for);
            whole["waitingFor"] = calls.map_err(|_| Problem::internal())?;
        }
        Err(error) => whole["detail"] = error.reason().into(),
    }
    Ok(())
}

async fn get(call: Call) -> Result<Response, Problem> {
    let whole = match find(&call)? {
        Found::Recorded(run, is_interrupted) => recorded(&call, run, is_interrupted).await?,
        Found::Lost(fate) => {
            call.workspace().await?;
            lost_json(&call, &fate)
        }
        Found::Live(live) => {
            check_own(&call, &live)?;
            match live.phase() {
                Phase::Ended(ended) => match (ended.run, &ended.answer) {
                    (Some(run), _) if call.principal.rules().is_none() => {
                        recorded(&call, run, false).await?
                    }
                    (_, Ok(_)) => return answer_of(&ended),
                    (_, Err(problem)) => failed_json(&live, problem),
                },
                _ => live_json(&live),
            }
        }
    };
    respond::json(StatusCode::OK, &whole)
}

/// A run that did not take place, or whose storage failed.
fn failed_json(live: &LiveRun, problem: &Problem) -> Json {
    json!({
        "id": live.id,
        "workspace": &*live.workspace,
        "status": "failed",
        "problem": problem.body(),
    })
}

/// With rules about paths, a token sees its own runs alone.
fn check_own(call: &Call, live: &LiveRun) -> Result<(), Problem> {
    check_by(&call.principal, Some(&live.by))
}

/// As [`check_own`], for a run by somebody.
pub(super) fn check_by(principal: &Principal, by: Option<&str>) -> Result<(), Problem> {
    match by == Some(principal.name()) {
        true => Ok(()),
        false => principal.check_whole("the run of another token"),
    }
}

async fn cancel(call: Call) -> Result<Response, Problem> {
    let live = match find(&call)? {
        Found::Live(live) => live,
        Found::Recorded(run, _) => return end_pending(&call, run).await,
        Found::Lost(_) => return Err(over(&call)),
    };
    check_own(&call, &live)?;
    if let Phase::Ended(ended) = live.phase() {
        return match ended.run {
            Some(run) => end_pending(&call, run).await,
            None => Err(over(&call)),
        };
    }
    live.cancel();
    match tokio::time::timeout(CANCEL_TIME, live.ended()).await {
        Ok(ended) => match &ended.answer {
            Ok(_) => answer_of(&ended),
            Err(problem) => respond::json(StatusCode::OK, &failed_json(&live, problem)),
        },
        Err(_) => respond::json(StatusCode::ACCEPTED, &live_json(&live)),
    }
}

/// Ends a run that waits for an approval.
async fn end_pending(call: &Call, run: RunId) -> Result<Response, Problem> {
    let workspace = call.workspace().await?;
    let (same, principal) = (workspace.clone(), call.principal.clone());
    let over = over(call);
    let ended = call.storage(&workspace, move |tree| {
        let info = tree.run_info(run)?;
        check_by(
            &principal,
            info.as_ref().and_then(|info| info.actor.as_deref()),
        )?;
        match info.is_some_and(|info| info.state == RunState::Suspended) {
            true => same.end_pending(run).map_err(|error| stale(error.reason())),
            false => Err(over),
        }
    });
    ended.await?;
    let whole = match call.principal.rules() {
        None => recorded(call, run, false).await?,
        Some(_) => json!({
            "id": call.part("id"),
            "workspace": call.name(),
            "status": "cancelled",
            "run": i64::from(run),
            "detail": "the run waits no more",
        }),
    };
    respond::json(StatusCode::OK, &whole)
}

/// The run of the history that a request names.
pub(super) fn recorded_id(call: &Call) -> Result<RunId, Problem> {
    let ended = match find(call)? {
        Found::Recorded(run, _) => Some(run),
        Found::Live(live) => match live.phase() {
            Phase::Ended(ended) => ended.run,
            _ => None,
        },
        Found::Lost(_) => None,
    };
    let id = call.part("id");
    ended.ok_or_else(|| stale(&format!("the run {id} does not wait for an approval")))
}

fn over(call: &Call) -> Problem {
    let id = call.part("id");
    Problem::new(
        StatusCode::CONFLICT,
        "EINVAL",
        format!(
            "the run {id} does not go on, so it cannot be cancelled: undo takes back what it changed"
        ),
    )
}

/// The events of a run of the history.
struct Told(Option<Vec<Event>>);

impl Source for Told {
    async fn next(&mut self) -> Option<Vec<Event>> {
        self.0.take()
    }
}

async fn events(call: Call) -> Result<Response, Problem> {
    let last = sse::last_id(&call.headers)?.unwrap_or(0);
    let permit = call.shared.stream()?;
    let keep_alive = call.shared.limits.keep_alive;
    let whole = match find(&call)? {
        Found::Live(live) => {
            check_own(&call, &live)?;
            return Ok(sse::respond(
                RunEvents::after(&live, last),
                keep_alive,
                permit,
            ));
        }
        Found::Recorded(run, is_interrupted) => recorded(&call, run, is_interrupted).await?,
        Found::Lost(fate) => lost_json(&call, &fate),
    };
    let id = call.part("id");
    let mut events = Vec::new();
    let mut add = |number: u64, name, data: Json| {
        events.push(Event {
            id: Some(number),
            name,
            data: data.to_string(),
        });
    };
    add(1, "queued", json!({ "id": id }));
    let mut number = 1;
    if whole.get("run").is_some_and(|run| !run.is_null()) {
        number = 2;
        add(2, "running", json!({ "id": id }));
    }
    for entry in whole
        .get("logs")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
    {
        number += 1;
        events.push(log_event(number, entry));
    }
    events.push(Event {
        id: Some(number + 1),
        name: "done",
        data: whole.to_string(),
    });
    events.retain(|event| event.id.is_some_and(|id| id > last));
    if events.is_empty() {
        // This tells a client not to come back.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(sse::respond(Told(Some(events)), keep_alive, permit))
}
