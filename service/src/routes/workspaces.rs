//! Workspaces: listed, made and deleted.

use axum::response::Response;
use http::StatusCode;
use isolate_host::vfs::LogOptions;
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Permission;
use crate::call::Call;
use crate::problem::Problem;
use crate::query::{Kind, Parameter};
use crate::respond;
use crate::table::{Answer, Content, Route, handler, route, schema};

/// The parameters of a list.
pub(crate) const LIMIT: Parameter = Parameter {
    name: "limit",
    kind: Kind::Number,
    what: "The number of entries on the page. Default: 100, at most 1,000.",
};
pub(crate) const CURSOR: Parameter = Parameter {
    name: "cursor",
    kind: Kind::Text,
    what: "The member `next` of the page before.",
};

/// Names that a store is asked for at once, among which are those that the token is for.
const NAMES: usize = 1000;

/// How often a store is asked for one answer. An answer with fewer names than it may have has the next page then.
const PAGES: usize = 20;

/// The names of workspaces.
#[derive(Serialize, JsonSchema)]
struct WorkspacePage {
    /// Sorted by name.
    workspaces: Vec<String>,
    /// The cursor of the next page; missing on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A workspace.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Workspace {
    name: String,
    /// The sum of the sizes of all files, in bytes.
    bytes: u64,
    /// Files, directories and links.
    entries: u64,
    /// The largest sum of the sizes of all files, in bytes.
    bytes_max: u64,
    /// The largest size of one file, in bytes.
    file_bytes_max: u64,
    /// The number of the last run in the history.
    last_run: Option<i64>,
}

const ONE: &[Content] = &[Content::Json(schema::<Workspace>)];

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "workspaces",
        query: &[LIMIT, CURSOR],
        answers: &[Answer {
            status: 200,
            what: "The names of the workspaces that the token is for.",
            content: &[Content::Json(schema::<WorkspacePage>)],
        }],
        ..route(
            "GET",
            "/v1/workspaces",
            "listWorkspaces",
            "List the workspaces that the token is for",
            handler!(list),
        )
    },
    Route {
        tag: "workspaces",
        answers: &[Answer {
            status: 200,
            what: "The workspace.",
            content: ONE,
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}",
            "getWorkspace",
            "Tell how much a workspace holds",
            handler!(get),
        )
    },
    Route {
        tag: "workspaces",
        permission: Some(Permission::Create),
        answers: &[
            Answer {
                status: 200,
                what: "The workspace was there already.",
                content: ONE,
            },
            Answer {
                status: 201,
                what: "The workspace was made.",
                content: ONE,
            },
        ],
        problems: &[507],
        ..route(
            "PUT",
            "/v1/workspaces/{name}",
            "createWorkspace",
            "Make a workspace, if there is none of the name",
            handler!(put),
        )
    },
    Route {
        tag: "workspaces",
        permission: Some(Permission::Admin),
        answers: &[Answer {
            status: 204,
            what: "The workspace and its history are gone.",
            content: &[],
        }],
        problems: &[404, 409],
        ..route(
            "DELETE",
            "/v1/workspaces/{name}",
            "deleteWorkspace",
            "Delete a workspace with its history, for good",
            handler!(delete),
        )
    },
];

async fn list(call: Call) -> Result<Response, Problem> {
    let limits = &call.shared.limits;
    let limit = call
        .query
        .page(limits.page_entries, limits.page_entries_max)?;
    let mut names: Vec<String> = Vec::new();
    let mut after = call.query.text("cursor").unwrap_or_default().to_owned();
    let mut next = None;
    let most = match call.shared.workspaces.source() {
        // A folder is read as a whole.
        None => usize::MAX,
        Some(_) => NAMES,
    };
    for page in 1.. {
        let (shared, from) = (std::sync::Arc::clone(&call.shared), after.clone());
        let listed =
            tokio::task::spawn_blocking(move || shared.workspaces.names_after(&from, most));
        let listed = listed.await.map_err(|_| Problem::internal())??;
        let (count, last) = (listed.len(), listed.last().cloned());
        names.extend(
            listed
                .into_iter()
                .filter(|name| call.principal.covers(name)),
        );
        if names.len() > limit {
            names.truncate(limit);
            next = names.last().cloned();
            break;
        }
        let Some(last) = last.filter(|_| count == most) else {
            break;
        };
        if page == PAGES {
            next = Some(last);
            break;
        }
        after = last;
    }
    respond::json(
        StatusCode::OK,
        &WorkspacePage {
            workspaces: names,
            next,
        },
    )
}

async fn get(call: Call) -> Result<Response, Problem> {
    let workspace = call.workspace().await?;
    describe(&call, &workspace, StatusCode::OK).await
}

async fn put(call: Call) -> Result<Response, Problem> {
    let found = call.workspace().await;
    let (workspace, status) = match found {
        Ok(workspace) => (workspace, StatusCode::OK),
        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
            call.shared.make(call.name()).await?;
            (call.workspace().await?, StatusCode::CREATED)
        }
        Err(problem) => return Err(problem),
    };
    describe(&call, &workspace, status).await
}

async fn describe(
    call: &Call,
    workspace: &isolate_host::Workspace,
    status: StatusCode,
) -> Result<Response, Problem> {
    let name = call.name().to_owned();
    let described = call.storage(workspace, move |tree| {
        let stored = tree.stored()?;
        let last = tree.log(&LogOptions::new().limit(1).all_branches())?;
        Ok(Workspace {
            name,
            bytes: stored.bytes,
            entries: stored.entries,
            bytes_max: tree.quota().bytes(),
            file_bytes_max: tree.quota().file_bytes(),
            last_run: last.first().map(|run| run.id.into()),
        })
    });
    respond::json(status, &described.await?)
}

async fn delete(call: Call) -> Result<Response, Problem> {
    let name = call.name();
    let going = call.shared.runs.going(name, 1);
    if !going.is_empty() {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "EBUSY",
            format!("runs of the workspace {name} go on: wait for their ends, or cancel them"),
        ));
    }
    match call.shared.remove(name).await? {
        true => Ok(respond::bytes(
            StatusCode::NO_CONTENT,
            respond::JSON,
            Vec::new(),
        )),
        false => Err(Problem::not_found(format!("there is no workspace {name}"))),
    }
}
