//! What runs wait for: listed, answered, and resumed.

use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use isolate_host::vfs::{RunId, Tree};
use isolate_host::{
    Answer as Given, Error, ErrorKind, FunctionError, PendingRun, RunOptions, Workspace,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::history::wrong_cursor;
use super::runs::{self, Begun, Way, Work, stale};
use super::workspaces::{CURSOR, LIMIT};
use crate::access::{Permission, Principal};
use crate::call::{Call, run_number};
use crate::metrics::Before;
use crate::problem::Problem;
use crate::respond;
use crate::runs::answer::PendingForm;
use crate::table::{Answer, Content, Handler, Route, handler, route, schema};

/// Runs that wait for approvals, oldest first.
#[derive(Serialize, JsonSchema)]
struct PendingPage {
    pending: Vec<PendingForm>,
    /// The cursor of the next page; missing on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// An answer to a call that waits.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnswerRequest {
    /// The number of the call.
    call: u32,
    /// The digest that was shown with it.
    digest: String,
    /// Whether it is approved; otherwise it is refused.
    approve: bool,
    /// Why it is refused, at most 4 KiB: the program reads it.
    #[serde(default)]
    reason: Option<String>,
}

/// The answer of a function that is answered later or was interrupted: `value`, or `error`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ResultRequest {
    /// The number of the call.
    call: u32,
    /// The digest that was shown with it.
    digest: String,
    /// What the function answers, at most 8 MiB.
    #[serde(default, deserialize_with = "present")]
    value: Option<Json>,
    /// Why it has failed: the program catches it.
    #[serde(default)]
    error: Option<FailureForm>,
}

/// Why a function has failed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Failure")]
struct FailureForm {
    /// For branching; EHOSTFN if it is missing.
    #[serde(default)]
    code: Option<String>,
    /// What went wrong and what to do; with the code at most 4 KiB.
    message: String,
}

/// A member that is there, also with `null`.
fn present<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(source).map(Some)
}

/// A row of a route that keeps an answer for a run.
const fn keeps(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    handler: Handler,
) -> Route {
    Route {
        tag: "approvals",
        answers: &[Answer {
            status: 200,
            what: "The answer is kept; the run gets it when it is resumed.",
            content: &[Content::Json(schema::<PendingForm>)],
        }],
        problems: &[404, 409, 413, 415],
        ..route("POST", path, id, summary, handler)
    }
}

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "approvals",
        query: &[LIMIT, CURSOR],
        answers: &[Answer {
            status: 200,
            what: "A page of the runs that wait. It may have fewer than `limit`, where what they wait for is \
                   large.",
            content: &[Content::Json(schema::<PendingPage>)],
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}/pending",
            "listPending",
            "List the runs that wait for approvals, oldest first",
            handler!(list),
        )
    },
    Route {
        permission: Some(Permission::Approve),
        body: Content::Json(schema::<AnswerRequest>),
        ..keeps(
            "/v1/workspaces/{name}/runs/{id}/answers",
            "answerRun",
            "Approve or refuse a call that a run waits for",
            handler!(answer),
        )
    },
    Route {
        permission: Some(Permission::Answer),
        body: Content::Json(schema::<ResultRequest>),
        ..keeps(
            "/v1/workspaces/{name}/runs/{id}/results",
            "giveResult",
            "Give the answer of a function that is answered later or was interrupted, or its error",
            handler!(give_result),
        )
    },
    Route {
        tag: "approvals",
        permission: Some(Permission::Run),
        headers: &[runs::PREFER],
        answers: &[
            Answer {
                status: 200,
                what: "The run has ended, or waits again. With `Accept: text/event-stream`, its events.",
                content: runs::RUN_OR_EVENTS,
            },
            Answer {
                status: 202,
                what: "The run goes on; `Location` names it.",
                content: runs::RUN,
            },
        ],
        problems: &[404, 409, 429, 503, 507],
        ..route(
            "POST",
            "/v1/workspaces/{name}/runs/{id}/resume",
            "resumeRun",
            "Go on with a run whose calls have an answer",
            handler!(resume),
        )
    },
];

async fn list(call: Call) -> Result<Response, Problem> {
    let limits = &call.shared.limits;
    let limit = call
        .query
        .page(limits.page_entries, limits.page_entries_max)?;
    let after = match call.query.text("cursor") {
        None => None,
        Some(cursor) => Some(run_number(cursor).ok_or_else(|| wrong_cursor(cursor))?),
    };
    let workspace = call.workspace().await?;
    let (same, principal) = (workspace.clone(), call.principal.clone());
    let listed = call.storage(&workspace, move |tree| {
        let pending = same.pending_page(after, limit)?;
        let next = match pending.last() {
            None => None,
            Some(last) => {
                let more = same.pending_page(Some(last.run), 1)?;
                (!more.is_empty()).then(|| last.run.to_string())
            }
        };
        let mut shown = Vec::with_capacity(pending.len());
        for pending in pending {
            if may_see(tree, &principal, pending.run)? {
                shown.push(PendingForm::from(pending));
            }
        }
        Ok(PendingPage {
            pending: shown,
            next,
        })
    });
    respond::json(StatusCode::OK, &listed.await?)
}

/// Whether a run is shown to somebody: with rules about paths, those that it has started.
fn may_see(tree: &Tree, principal: &Principal, run: RunId) -> Result<bool, Problem> {
    if principal.rules().is_none() {
        return Ok(true);
    }
    let actor = tree.run_info(run)?.and_then(|info| info.actor);
    Ok(runs::check_by(principal, actor.as_deref()).is_ok())
}

/// A run that waits, for somebody who may see it.
fn pending(
    tree: &Tree,
    workspace: &Workspace,
    principal: &Principal,
    run: RunId,
) -> Result<PendingRun, Problem> {
    let Some(info) = tree.run_info(run)? else {
        return Err(Problem::not_found(format!("the history has no run {run}")));
    };
    runs::check_by(principal, info.actor.as_deref())?;
    workspace.pending_run(run).map_err(refused)
}

/// Why a run that waits cannot be answered.
fn refused(error: Error) -> Problem {
    match error.kind() {
        ErrorKind::Refused => stale(error.reason()),
        _ => error.into(),
    }
}

async fn answer(mut call: Call) -> Result<Response, Problem> {
    let asked: AnswerRequest = call.json().await?;
    let given = match (asked.approve, asked.reason) {
        (true, None) => Given::Approve,
        (true, Some(_)) => {
            return Err(Problem::invalid(
                "an approval has no reason: leave out reason, or send approve: false",
            ));
        }
        (false, Some(reason)) if reason.len() > Given::REASON_BYTES_MAX => {
            return Err(Problem::too_large(format!(
                "the reason has {} bytes, and at most {} are kept: shorten it",
                reason.len(),
                Given::REASON_BYTES_MAX
            )));
        }
        (false, reason) => {
            Given::deny(reason.unwrap_or_else(|| "a person has refused it".to_owned()))
        }
    };
    keep(&call, (asked.call, asked.digest), given).await
}

async fn give_result(mut call: Call) -> Result<Response, Problem> {
    let asked: ResultRequest = call.json().await?;
    let given = match (asked.value, asked.error) {
        (Some(value), None) => Given::Value(value),
        (None, Some(FailureForm { code, message })) => {
            let code = code.unwrap_or_else(|| FunctionError::CODE.to_owned());
            let bytes = code.len() + message.len();
            if bytes > Given::REASON_BYTES_MAX {
                return Err(Problem::too_large(format!(
                    "the error has {bytes} bytes, and at most {} are kept: shorten it",
                    Given::REASON_BYTES_MAX
                )));
            }
            Given::failed(&FunctionError::new(message).with_code(code))
        }
        _ => {
            return Err(Problem::invalid(
                "send either value, which may be null, or error, an object with a message",
            ));
        }
    };
    keep(&call, (asked.call, asked.digest), given).await
}

/// Keeps an answer for a run that waits.
async fn keep(
    call: &Call,
    (number, digest): (u32, String),
    given: Given,
) -> Result<Response, Problem> {
    let run = runs::recorded_id(call)?;
    let workspace = call.workspace().await?;
    let same = workspace.clone();
    let (shared, name) = (Arc::clone(&call.shared), call.name().to_owned());
    let principal = call.principal.clone();
    let answered = call.storage(&workspace, move |tree| {
        let shown = pending(tree, &same, &principal, run)?;
        let mut calls = shown.waiting_for.into_iter().chain(shown.answered);
        let found = calls.find(|shown| shown.call == number);
        let mut shown = found.ok_or_else(|| {
            stale(&format!(
                "run {run} does not wait for call {number}: read it again"
            ))
        })?;
        shown.digest = digest;
        // Whoever answers over HTTP says when the run goes on.
        shared.answered.pass(&name, run, [number]);
        if let Err(error) = same.answer(run, &shown, given) {
            let now = same.pending_run(run);
            if now.is_ok_and(|now| now.waiting_for.iter().any(|call| call.call == number)) {
                shared.answered.forget(&name, run, number);
            }
            return Err(refused(error));
        }
        Ok(PendingForm::from(pending(tree, &same, &principal, run)?))
    });
    respond::json(StatusCode::OK, &answered.await?)
}

async fn resume(call: Call) -> Result<Response, Problem> {
    let way = Way::of(&call)?;
    let run = runs::recorded_id(&call)?;
    let workspace = call.workspace().await?;
    let (same, principal) = (workspace.clone(), call.principal.clone());
    let read = call.storage(&workspace, move |tree| {
        let shown = pending(tree, &same, &principal, run)?;
        let label = tree.run_info(run)?.map(|info| info.label);
        Ok((shown, label.unwrap_or_default()))
    });
    let (shown, label) = read.await?;
    let begun = Begun {
        workspace,
        options: RunOptions::new(),
        key: None,
        label,
        work: Work::Resume(run, Before::of(&shown)),
        bytes: 0,
        logs_before: shown.logs,
    };
    runs::begin(&call, begun, way).await
}
