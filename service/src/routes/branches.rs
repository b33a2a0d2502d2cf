//! Branches: listed, made, deleted and merged.

use axum::response::Response;
use http::StatusCode;
use isolate_host::iso_time;
use isolate_host::vfs::{BranchInfo, BranchOptions, MAIN, MergeOptions, Point, RunId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Permission;
use crate::call::Call;
use crate::problem::Problem;
use crate::respond;
use crate::runs::answer::ChangeForm;
use crate::table::{Answer, Content, Route, handler, route, schema};

/// A branch.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Branch {
    name: String,
    /// The branch that it was made from; null for main.
    parent: Option<String>,
    /// When it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<String>,
    /// The sum of the sizes of its files, in bytes.
    bytes: u64,
    /// Its files, directories and links.
    entries: u64,
    /// The last run on it; null if there was none since it was made.
    last_run: Option<i64>,
}

/// All branches: there are at most 1,001.
#[derive(Serialize, JsonSchema)]
struct BranchList {
    /// Main first, then sorted by name.
    branches: Vec<Branch>,
}

/// How a branch is made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BranchRequest {
    /// The branch that it is made from. Default: main.
    #[serde(default)]
    from: Option<String>,
    /// The run after which it begins. Default: the present state.
    #[serde(default)]
    at: Option<i64>,
}

/// How a branch is merged.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MergeRequest {
    /// The branch that it is merged into: the one that it was made from, or that was made from it. Default:
    /// main.
    #[serde(default)]
    into: Option<String>,
    /// Merges in spite of conflicts, with both versions between markers in the files.
    #[serde(default)]
    markers: bool,
}

/// What a merge did.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Merge {
    /// Whether it was done.
    is_done: bool,
    conflicts: Vec<MergeConflict>,
    #[serde(flatten)]
    change: ChangeForm,
}

/// A path that both branches changed in different ways.
#[derive(Serialize, JsonSchema)]
struct MergeConflict {
    path: String,
    /// A stable word, such as deleted-here.
    kind: String,
    /// The same for people.
    text: String,
}

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "branches",
        answers: &[Answer {
            status: 200,
            what: "The branches.",
            content: &[Content::Json(schema::<BranchList>)],
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}/branches",
            "listBranches",
            "List the branches",
            handler!(list),
        )
    },
    Route {
        tag: "branches",
        permission: Some(Permission::Run),
        body: Content::Json(schema::<BranchRequest>),
        answers: &[Answer {
            status: 201,
            what: "The branch was made.",
            content: &[Content::Json(schema::<Branch>)],
        }],
        problems: &[404, 409, 413, 415],
        ..route(
            "PUT",
            "/v1/workspaces/{name}/branches/{branch}",
            "createBranch",
            "Make a branch",
            handler!(create),
        )
    },
    Route {
        tag: "branches",
        permission: Some(Permission::Run),
        answers: &[Answer {
            status: 204,
            what: "The branch is gone; its runs stay in the history.",
            content: &[],
        }],
        problems: &[404, 409],
        ..route(
            "DELETE",
            "/v1/workspaces/{name}/branches/{branch}",
            "deleteBranch",
            "Delete a branch",
            handler!(delete),
        )
    },
    Route {
        tag: "branches",
        permission: Some(Permission::Run),
        body: Content::Json(schema::<MergeRequest>),
        answers: &[
            Answer {
                status: 200,
                what: "The branch was merged.",
                content: &[Content::Json(schema::<Merge>)],
            },
            Answer {
                status: 409,
                what: "There are conflicts, and nothing was changed.",
                content: &[Content::Json(schema::<Merge>)],
            },
        ],
        problems: &[404, 409, 415],
        ..route(
            "POST",
            "/v1/workspaces/{name}/branches/{branch}/merge",
            "mergeBranch",
            "Merge a branch into another",
            handler!(merge),
        )
    },
];

fn row(info: BranchInfo) -> Branch {
    Branch {
        parent: Some(info.parent),
        created: Some(iso_time(info.created)),
        bytes: info.stored.bytes,
        entries: info.stored.entries,
        last_run: info.last_run.map(i64::from),
        name: info.name,
    }
}

async fn list(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("the list of branches")?;
    let workspace = call.workspace().await?;
    let listed = call.storage(&workspace, |tree| {
        tree.snapshot(|tree| {
            let stored = tree.stored()?;
            let last = tree.log(&isolate_host::vfs::LogOptions::new().limit(1))?;
            let mut branches = vec![Branch {
                name: MAIN.to_owned(),
                parent: None,
                created: None,
                bytes: stored.bytes,
                entries: stored.entries,
                last_run: last.first().map(|run| run.id.into()),
            }];
            branches.extend(tree.branches()?.into_iter().map(row));
            Ok::<_, Problem>(BranchList { branches })
        })
    });
    respond::json(StatusCode::OK, &listed.await?)
}

async fn create(mut call: Call) -> Result<Response, Problem> {
    let BranchRequest { from, at } = call.json().await?;
    call.principal.check_whole("a branch")?;
    let name = call.part("branch").to_owned();
    let workspace = call.workspace().await?;
    let actor = call.principal.name().to_owned();
    let made = call.storage(&workspace, move |tree| {
        tree.switch_branch(from.as_deref().unwrap_or(MAIN))?;
        let mut options = BranchOptions::new().actor(actor);
        if let Some(run) = at {
            options = options.at(Point::After(RunId::from(run)));
        }
        tree.create_branch(&name, &options)?;
        let made = tree.branches()?.into_iter().find(|info| info.name == name);
        made.map(row)
            .ok_or_else(|| Problem::not_found(format!("the branch {name} was deleted again")))
    });
    respond::json(StatusCode::CREATED, &made.await?)
}

async fn delete(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("a branch")?;
    let name = call.part("branch").to_owned();
    let workspace = call.workspace().await?;
    call.storage(&workspace, move |tree| {
        tree.delete_branch(&name)?;
        Ok(())
    })
    .await?;
    Ok(respond::bytes(
        StatusCode::NO_CONTENT,
        respond::JSON,
        Vec::new(),
    ))
}

async fn merge(mut call: Call) -> Result<Response, Problem> {
    let MergeRequest { into, markers } = call.json().await?;
    call.principal.check_whole("a merge")?;
    let name = call.part("branch").to_owned();
    let workspace = call.workspace().await?;
    let actor = call.principal.name().to_owned();
    let merged = call.storage(&workspace, move |tree| {
        tree.switch_branch(into.as_deref().unwrap_or(MAIN))?;
        let mut options = MergeOptions::new().actor(actor);
        if markers {
            options = options.markers();
        }
        let merged = tree.merge_branch(&name, &options)?;
        let conflicts = merged.conflicts.iter().map(|conflict| MergeConflict {
            path: conflict.path.to_string(),
            kind: conflict.kind.as_str().to_owned(),
            text: conflict.kind.text().to_owned(),
        });
        Ok(Merge {
            is_done: merged.is_done,
            conflicts: conflicts.collect(),
            change: ChangeForm::from(&merged.effects),
        })
    });
    let merged = merged.await?;
    let status = match merged.is_done {
        true => StatusCode::OK,
        false => StatusCode::CONFLICT,
    };
    respond::json(status, &merged)
}
