//! Whole trees as archives, in and out.

use std::path::PathBuf;

use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::{StreamExt as _, stream};
use http::{HeaderValue, StatusCode, header};
use isolate_host::text::VPath;
use isolate_host::vfs::{Point, RunId};
use isolate_transfer::{Export, Import};
use schemars::JsonSchema;
use serde::Serialize;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::history::BRANCH;
use crate::access::Permission;
use crate::body;
use crate::call::Call;
use crate::problem::Problem;
use crate::query::{Kind, Parameter};
use crate::respond;
use crate::runs::answer::ChangeForm;
use crate::shared::Missing;
use crate::table::{Answer, Content, Route, handler, route, schema};

/// The media type of an archive: generators of clients know no other one of bytes.
const TAR: &str = "application/octet-stream";

/// Bytes of an archive that are sent at once.
const PIECE_BYTES: usize = 256 << 10;

/// Entries that were left out and are named.
const SKIPPED_MAX: usize = 100;

/// What an import did.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Imported {
    files: u64,
    directories: u64,
    links: u64,
    /// The sum of the sizes of the files, in bytes.
    bytes: u64,
    /// Files and links that were there already with the same content.
    unchanged: u64,
    /// Entries that the workspace cannot hold; the first 100 are named.
    skipped: Vec<SkippedEntry>,
    skipped_total: u64,
    #[serde(flatten)]
    change: ChangeForm,
}

/// An entry that was left out.
#[derive(Serialize, JsonSchema)]
struct SkippedEntry {
    path: String,
    reason: String,
}

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "archives",
        query: &[
            BRANCH,
            Parameter {
                name: "path",
                kind: Kind::Text,
                what: "Only this path, with everything below it.",
            },
            Parameter {
                name: "at",
                kind: Kind::Number,
                what: "The number of the run after which the state was. Default: the present state.",
            },
        ],
        answers: &[Answer {
            status: 200,
            what: "A tar archive.",
            content: &[Content::Bytes(TAR)],
        }],
        problems: &[404, 503, 507],
        ..route(
            "GET",
            "/v1/workspaces/{name}/archive",
            "exportArchive",
            "Read all files as a tar archive",
            handler!(export),
        )
    },
    Route {
        tag: "archives",
        permission: Some(Permission::Run),
        query: &[
            BRANCH,
            Parameter {
                name: "to",
                kind: Kind::Text,
                what: "The directory to read into. Default: the root.",
            },
            Parameter {
                name: "overwrite",
                kind: Kind::Flag,
                what: "Replaces files and links that differ. Default: they are conflicts.",
            },
        ],
        body: Content::Bytes(TAR),
        answers: &[Answer {
            status: 200,
            what: "What was read, as one run.",
            content: &[Content::Json(schema::<Imported>)],
        }],
        problems: &[404, 409, 503, 507],
        ..route(
            "POST",
            "/v1/workspaces/{name}/archive",
            "importArchive",
            "Read a tar, tar.gz or zip archive into the workspace",
            handler!(import),
        )
    },
];

/// A folder that is removed when it is not needed any more.
fn temporary(call: &Call) -> Result<TempDir, Problem> {
    let folder = call.shared.temporary()?;
    TempDir::new_in(folder).map_err(|_| no_room())
}

fn no_room() -> Problem {
    Problem::new(
        StatusCode::INSUFFICIENT_STORAGE,
        "ENOSPC",
        "the server has no room for the archive on its disk",
    )
}

async fn export(call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("an archive")?;
    let mut export = Export::new();
    if let Some(path) = call.query.text("path") {
        export = export.path(VPath::parse(path)?);
    }
    if let Some(at) = call.query.number("at") {
        let run = i64::try_from(at).unwrap_or(i64::MAX);
        export = export.at(Point::After(RunId::from(run)));
    }
    let permit = call.shared.archive()?;
    let workspace = call.on_branch(Missing::Refuse).await?;
    let folder = temporary(&call)?;
    let file = folder.path().join("files.tar");
    let target = file.clone();
    let time = call.shared.limits.archive_time;
    let written = call
        .shared
        .storage_within(call.name(), &workspace, time, move |tree| {
            export.run(tree, &target)?;
            Ok(())
        });
    written.await?;
    let opened = tokio::fs::File::open(&file).await.map_err(|_| no_room())?;
    let size = opened.metadata().await.map_err(|_| no_room())?.len();
    let state = (opened, folder, permit);
    let pieces = stream::unfold(Some(state), |state| async {
        let (mut file, folder, permit) = state?;
        let mut piece = vec![0; PIECE_BYTES];
        match file.read(&mut piece).await {
            Ok(0) => None,
            Ok(length) => {
                piece.truncate(length);
                Some((Ok(Bytes::from(piece)), Some((file, folder, permit))))
            }
            Err(cause) => Some((Err(cause), None)),
        }
    });
    let mut response = Response::new(Body::from_stream(pieces));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(TAR));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment; filename=\"files.tar\""),
    );
    Ok(response)
}

async fn import(mut call: Call) -> Result<Response, Problem> {
    call.principal.check_whole("an import")?;
    let to = call.query.text("to").unwrap_or("/");
    let mut import = Import::new()
        .to(VPath::parse(to)?)
        .actor(call.principal.name());
    if call.query.flag("overwrite") {
        import = import.overwrite();
    }
    let _permit = call.shared.archive()?;
    let sent = call.take_body();
    let limits = &call.shared.limits;
    if body::announced(&call.headers).is_some_and(|bytes| bytes > limits.archive_bytes) {
        return Err(body::too_long(limits.archive_bytes));
    }
    let folder = temporary(&call)?;
    let file = folder.path().join("archive");
    let received = receive(sent, file.clone(), limits.archive_bytes);
    let received = tokio::time::timeout(limits.archive_time, received).await;
    received.map_err(|_| {
        Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "ETIMEDOUT",
            format!(
                "the archive has not arrived within {} s: send a smaller one",
                limits.archive_time.as_secs()
            ),
        )
    })??;
    let workspace = call.on_branch(Missing::Make).await?;
    let time = limits.archive_time;
    let imported = call
        .shared
        .storage_within(call.name(), &workspace, time, move |tree| {
            let report = import.run(tree, &file)?;
            let skipped = report.skipped.iter().take(SKIPPED_MAX);
            Ok(Imported {
                files: report.files,
                directories: report.directories,
                links: report.links,
                bytes: report.bytes,
                unchanged: report.unchanged,
                skipped: skipped
                    .map(|skipped| SkippedEntry {
                        path: skipped.path.clone(),
                        reason: skipped.reason.to_string(),
                    })
                    .collect(),
                skipped_total: report.skipped_total,
                change: ChangeForm::from(&report.effects),
            })
        });
    let imported = imported.await?;
    drop(folder);
    respond::json(StatusCode::OK, &imported)
}

/// Writes a body to a file.
async fn receive(body: Body, file: PathBuf, bytes_max: u64) -> Result<(), Problem> {
    let mut file = tokio::fs::File::create(file).await.map_err(|_| no_room())?;
    let mut bytes = 0_u64;
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| body::broken())?;
        bytes += piece.len() as u64;
        if bytes > bytes_max {
            return Err(body::too_long(bytes_max));
        }
        file.write_all(&piece).await.map_err(|_| no_room())?;
    }
    file.flush().await.map_err(|_| no_room())
}
