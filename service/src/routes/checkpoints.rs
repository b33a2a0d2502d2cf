//! Checkpoints: names of states, to which a workspace can be taken back.

use axum::response::Response;
use http::StatusCode;
use isolate_host::vfs::{CheckpointOptions, RunOptions};
use schemars::JsonSchema;
use serde::Serialize;

use super::history::BRANCH;
use crate::access::Permission;
use crate::call::Call;
use crate::problem::Problem;
use crate::query::{Kind, Parameter};
use crate::respond;
use crate::runs::answer::ChangeForm;
use crate::shared::Missing;
use crate::table::{Answer, Content, Route, handler, route, schema};

/// The names of all checkpoints of a branch.
#[derive(Serialize, JsonSchema)]
struct CheckpointList {
    /// Sorted.
    checkpoints: Vec<String>,
}

/// A checkpoint that was made.
#[derive(Serialize, JsonSchema)]
struct Checkpoint {
    name: String,
    /// The last run before it; null if there was none.
    run: Option<i64>,
}

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "checkpoints",
        query: &[BRANCH],
        answers: &[Answer {
            status: 200,
            what: "The names of the checkpoints.",
            content: &[Content::Json(schema::<CheckpointList>)],
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}/checkpoints",
            "listCheckpoints",
            "List the checkpoints",
            handler!(list),
        )
    },
    Route {
        tag: "checkpoints",
        permission: Some(Permission::Run),
        query: &[
            BRANCH,
            Parameter {
                name: "overwrite",
                kind: Kind::Flag,
                what: "Replaces a checkpoint of the same name.",
            },
        ],
        answers: &[Answer {
            status: 201,
            what: "The present state has the name.",
            content: &[Content::Json(schema::<Checkpoint>)],
        }],
        problems: &[404, 409],
        ..route(
            "PUT",
            "/v1/workspaces/{name}/checkpoints/{checkpoint}",
            "createCheckpoint",
            "Give the present state a name",
            handler!(create),
        )
    },
    Route {
        tag: "checkpoints",
        permission: Some(Permission::Run),
        query: &[BRANCH],
        answers: &[Answer {
            status: 200,
            what: "What going back changed. It is a run, so it can be undone.",
            content: &[Content::Json(schema::<ChangeForm>)],
        }],
        problems: &[404, 409],
        ..route(
            "POST",
            "/v1/workspaces/{name}/checkpoints/{checkpoint}/restore",
            "restoreCheckpoint",
            "Take all files back to a checkpoint",
            handler!(restore),
        )
    },
];

async fn list(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("the list of checkpoints")?;
    let workspace = call.on_branch(Missing::Refuse).await?;
    let checkpoints = call
        .storage(&workspace, |tree| Ok(tree.checkpoints()?))
        .await?;
    respond::json(StatusCode::OK, &CheckpointList { checkpoints })
}

async fn create(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("a checkpoint")?;
    let name = call.part("checkpoint").to_owned();
    let mut options = CheckpointOptions::new();
    if call.query.flag("overwrite") {
        options = options.overwrite();
    }
    let workspace = call.on_branch(Missing::Refuse).await?;
    let made = call.storage(&workspace, move |tree| {
        let run = tree.checkpoint(&name, &options)?;
        Ok(Checkpoint {
            run: run.map(i64::from),
            name,
        })
    });
    respond::json(StatusCode::CREATED, &made.await?)
}

async fn restore(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("a checkpoint")?;
    let name = call.part("checkpoint").to_owned();
    let actor = call.principal.name().to_owned();
    let workspace = call.on_branch(Missing::Refuse).await?;
    let restored = call.storage(&workspace, move |tree| {
        let run = RunOptions::new(format!("restore {name}"));
        let run = tree.begin(&run.actor(actor).atomic())?;
        run.restore(&name)?;
        Ok(ChangeForm::from(&run.commit()?))
    });
    respond::json(StatusCode::OK, &restored.await?)
}
