//! Requests with an idempotency key: what was done before is answered again.

use axum::response::Response;
use http::{HeaderName, HeaderValue, StatusCode, header};
use isolate_host::{EarlierRun, EarlierState, IdempotencyKey, Outcome, Run, RunOptions, Workspace};
use serde_json::json;

use crate::call::Call;
use crate::problem::Problem;
use crate::respond;
use crate::runs::LiveRun;
use crate::runs::answer::RunAnswer;

/// The header with the key.
pub(super) const HEADER: &str = "Idempotency-Key";

/// The header of an answer that was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// The key of a request, which belongs to its token.
pub(super) fn key_of(call: &Call) -> Result<Option<IdempotencyKey>, Problem> {
    let mut values = call.headers.get_all(HEADER).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let wrong = |why: &str| Problem::invalid(format!("the header {HEADER} {why}"));
    if values.next().is_some() {
        return Err(wrong("is there more than once: send one key"));
    }
    let text = value.to_str().map_err(|_| wrong("is no ASCII text"))?;
    // A string of a structured field has quotes, which do not belong to it.
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let key = IdempotencyKey::new(inner.unwrap_or(text))
        .map_err(|error| wrong(&format!("is wrong: {}", error.reason())))?;
    Ok(Some(key.of(call.principal.name())))
}

/// The answer to a request that was done before.
pub(super) async fn earlier(
    call: &Call,
    workspace: &Workspace,
    code: &str,
    options: &RunOptions,
) -> Result<Option<Response>, Problem> {
    let (same, code, options) = (workspace.clone(), code.to_owned(), options.clone());
    let found = call.storage(workspace, move |_| Ok(same.earlier_run(&code, &options)));
    match found.await? {
        Ok(None) => Ok(None),
        Ok(Some(run)) => again(call, &run).map(Some),
        Err(error) => match error.earlier_run() {
            Some(EarlierRun {
                run,
                state: EarlierState::Interrupted,
                ..
            }) => {
                let whole = json!({
                    "id": run.to_string(),
                    "workspace": call.name(),
                    "status": "interrupted",
                    "run": i64::from(run),
                    "detail": error.reason(),
                });
                let response = respond::json(StatusCode::OK, &whole)?;
                Ok(Some(marked(response)))
            }
            _ => Err(error.into()),
        },
    }
}

/// The answer of a run that was done before. One that waits is no answer yet.
fn again(call: &Call, run: &Run) -> Result<Response, Problem> {
    let number = run.run_id.map(|run| run.to_string()).unwrap_or_default();
    let answer = RunAnswer {
        id: &number,
        workspace: call.name(),
        run,
    };
    let is_waiting = matches!(run.outcome, Outcome::Suspended(_));
    let status = match is_waiting {
        true => StatusCode::ACCEPTED,
        false => StatusCode::OK,
    };
    let mut response = respond::json(status, &answer)?;
    let place = format!("/v1/workspaces/{}/runs/{number}", call.name());
    if let (true, Ok(place)) = (is_waiting, HeaderValue::from_str(&place)) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(marked(response))
}

fn marked(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

/// The request goes on in this process.
pub(super) fn goes_on(live: &LiveRun) -> Problem {
    Problem::going(format!(
        "the run {} is doing this request, and has not ended: follow it, or ask again later",
        live.id
    ))
}
