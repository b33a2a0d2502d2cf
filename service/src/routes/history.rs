//! The history of a workspace: its log, diffs of runs, and undo.

use axum::response::Response;
use http::StatusCode;
use isolate_host::diff_of_runs;
use isolate_host::text::VPath;
use isolate_host::vfs::{LogOptions, RunId, RunOptions, UndoOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::workspaces::{CURSOR, LIMIT};
use crate::access::Permission;
use crate::call::{Call, run_number};
use crate::problem::Problem;
use crate::query::{Kind, Parameter};
use crate::respond;
use crate::runs::answer::{ChangeForm, RunDocument, RunRow, live_json};
use crate::table::{Answer, Content, Route, handler, route, schema};

/// Runs on their way that a list has.
const GOING_MAX: usize = 100;

/// The media type of a patch.
const PATCH: &str = "text/x-diff; charset=utf-8";

/// The branch that a request is about.
pub(crate) const BRANCH: Parameter = Parameter {
    name: "branch",
    kind: Kind::Text,
    what: "The branch. Default: main.",
};

/// Runs of the history, newest first.
#[derive(Serialize, JsonSchema)]
struct RunPage {
    runs: Vec<RunRow>,
    /// Runs that have not ended and were started by this server, oldest first; on the first page alone.
    #[schemars(with = "Vec<RunDocument>")]
    going: Vec<Json>,
    /// The cursor of the next page; missing on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// How a run is undone.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UndoRequest {
    /// Also takes back what was changed since.
    #[serde(default)]
    force: bool,
}

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "runs",
        query: &[
            LIMIT,
            CURSOR,
            BRANCH,
            Parameter {
                name: "path",
                kind: Kind::Text,
                what: "Only runs that changed this path or something below it.",
            },
            Parameter {
                name: "all",
                kind: Kind::Flag,
                what: "Runs of all branches.",
            },
        ],
        answers: &[Answer {
            status: 200,
            what: "A page of the log.",
            content: &[Content::Json(schema::<RunPage>)],
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}/runs",
            "listRuns",
            "List the runs of the history, newest first",
            handler!(list),
        )
    },
    Route {
        tag: "runs",
        answers: &[Answer {
            status: 200,
            what: "A patch in git's format; binary files are named.",
            content: &[Content::Text(PATCH)],
        }],
        problems: &[404, 409],
        ..route(
            "GET",
            "/v1/workspaces/{name}/runs/{id}/diff",
            "diffRun",
            "Read what a run changed, as a patch",
            handler!(diff),
        )
    },
    Route {
        tag: "runs",
        permission: Some(Permission::Run),
        body: Content::Json(schema::<UndoRequest>),
        answers: &[Answer {
            status: 200,
            what: "What the undo changed. It is a run, so it can be undone.",
            content: &[Content::Json(schema::<ChangeForm>)],
        }],
        problems: &[404, 409, 415],
        ..route(
            "POST",
            "/v1/workspaces/{name}/runs/{id}/undo",
            "undoRun",
            "Take back what a run changed",
            handler!(undo),
        )
    },
];

async fn list(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("the log")?;
    let limits = &call.shared.limits;
    let limit = call
        .query
        .page(limits.page_entries, limits.page_entries_max)?;
    let mut options = LogOptions::new().limit(limit + 1);
    let cursor = call.query.text("cursor");
    if let Some(cursor) = cursor {
        let before = run_number(cursor).ok_or_else(|| wrong_cursor(cursor))?;
        options = options.before(before);
    }
    if let Some(path) = call.query.text("path") {
        options = options.path(VPath::parse(path)?);
    }
    if call.query.flag("all") {
        options = options.all_branches();
    }
    let workspace = call.on_branch(crate::shared::Missing::Refuse).await?;
    let going = match cursor {
        Some(_) => Vec::new(),
        None => call.shared.runs.going(call.name(), GOING_MAX),
    };
    let listed = call.storage(&workspace, move |tree| {
        // Others may write and prune meanwhile.
        tree.snapshot(|tree| {
            let mut runs = tree.log(&options)?;
            let has_more = runs.len() > limit;
            runs.truncate(limit);
            let undone = tree.undone(&runs)?;
            let mut rows = Vec::with_capacity(runs.len());
            for run in &runs {
                rows.push(RunRow::of(tree, run, undone.get(&run.id).copied())?);
            }
            let next = runs.last().filter(|_| has_more);
            let next = next.map(|run| run.id.to_string());
            Ok::<_, Problem>((rows, next))
        })
    });
    let (runs, next) = listed.await?;
    let going = going.iter().map(|run| live_json(run)).collect();
    respond::json(StatusCode::OK, &RunPage { runs, going, next })
}

pub(crate) fn wrong_cursor(cursor: &str) -> Problem {
    let shown: String = cursor.chars().take(100).collect();
    Problem::invalid(format!(
        "the cursor {shown:?} is none of this list: take `next` of the page before, or begin without one"
    ))
}

/// The run that a request names, which has to be in the history.
fn number(call: &Call) -> Result<RunId, Problem> {
    let id = call.part("id");
    if let Some(run) = run_number(id) {
        return Ok(run);
    }
    let runs = &call.shared.runs;
    let live = runs.find(call.name(), id);
    if let Some(live) = live {
        return match live.phase() {
            crate::runs::Phase::Ended(ended) => ended.run.ok_or_else(|| no_number(id)),
            _ => Err(Problem::new(
                StatusCode::CONFLICT,
                "EBUSY",
                format!("the run {id} has not ended: wait for its end, or cancel it"),
            )),
        };
    }
    match runs.accepted.find(call.name(), id).map(|entry| entry.fate) {
        Some(crate::runs::Fate::Recorded(run) | crate::runs::Fate::Interrupted(Some(run))) => {
            Ok(run)
        }
        Some(_) => Err(no_number(id)),
        None => Err(Problem::not_found(format!("there is no run {id:?}"))),
    }
}

fn no_number(id: &str) -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "EINVAL",
        format!("the run {id} has changed nothing that the history has"),
    )
}

async fn diff(call: Call) -> Result<Response, Problem> {
    let run = number(&call)?;
    call.principal.check_whole("a diff")?;
    let workspace = call.workspace().await?;
    let bytes_max = call.shared.limits.diff_bytes;
    let patch = call.storage(&workspace, move |tree| {
        let Some(info) = tree.run_info(run)? else {
            return Err(Problem::not_found(format!("the history has no run {run}")));
        };
        Ok(diff_of_runs(tree, &[info.id], bytes_max)?)
    });
    Ok(respond::bytes(StatusCode::OK, PATCH, patch.await?))
}

async fn undo(mut call: Call) -> Result<Response, Problem> {
    let UndoRequest { force } = call.json().await?;
    let run = number(&call)?;
    let workspace = call.workspace().await?;
    let actor = call.principal.name().to_owned();
    let undone = call.storage(&workspace, move |tree| {
        let mut options = UndoOptions::new();
        if force {
            options = options.force();
        }
        if tree.run_info(run)?.is_none() {
            return Err(Problem::not_found(format!("the history has no run {run}")));
        }
        // On the branch of the run.
        let branch = tree.run_info(run)?.and_then(|info| info.branch);
        if let Some(branch) = branch {
            tree.switch_branch(&branch)?;
        }
        let own = RunOptions::new(format!("undo {run}")).actor(actor).atomic();
        let own = tree.begin(&own)?;
        own.undo_with(run, &options)?;
        Ok(ChangeForm::from(&own.commit()?))
    });
    respond::json(StatusCode::OK, &undone.await?)
}
