//! Files and directories.
//!
//! The tag of a file is the SHA-256 of its content, so that equal contents have equal tags whoever wrote
//! them, and a condition of a request is about what the file holds.

mod conditions;
mod form;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use isolate_host::text::VPath;
use isolate_host::text::hash::{Algorithm, Hasher, hash};
use isolate_host::vfs::{FileKind, MkdirOptions, RemoveOptions, RunOptions, Timestamp, Tree};
use isolate_host::{Workspace, iso_time};
use schemars::JsonSchema;
use serde::Serialize;

use super::history::{BRANCH, wrong_cursor};
use super::workspaces::{CURSOR, LIMIT};
use crate::access::Permission;
use crate::body;
use crate::call::Call;
use crate::problem::Problem;
use crate::query::{Kind, Parameter};
use crate::respond;
use crate::runs::answer::ChangeForm;
use crate::shared::{Missing, Shared};
use crate::table::{Answer, Content, Header, Route, handler, route, schema};

use conditions::Conditions;
use form::{Range, http_date};

/// Bytes of a file that are read at once. A smaller file is read with its tag.
const PIECE_BYTES: u64 = 1 << 20;

/// The media type of every file: a browser shows none of them, whatever it holds.
const MEDIA: &str = "application/octet-stream";

/// A directory.
#[derive(Serialize, JsonSchema)]
struct DirectoryPage {
    path: String,
    /// Sorted by the bytes of their names.
    entries: Vec<EntryRow>,
    /// The cursor of the next page; missing on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// An entry of a directory.
#[derive(Serialize, JsonSchema)]
struct EntryRow {
    name: String,
    /// file, directory or symlink; a link is not followed.
    kind: String,
    /// Bytes of a file or of the target of a link.
    size: u64,
    /// When it was last changed.
    modified: String,
    /// Permission bits.
    mode: u32,
}

/// A file that was written.
#[derive(Serialize, JsonSchema)]
struct Written {
    path: String,
    size: u64,
    /// Its tag, as in the header ETag.
    etag: String,
    #[serde(flatten)]
    change: ChangeForm,
}

const CONDITIONS: &[Header] = &[
    Header {
        name: "If-Match",
        is_number: false,
        what: "The tags of which the file has to have one, or * if it only has to be there; otherwise 412.",
    },
    Header {
        name: "If-None-Match",
        is_number: false,
        what: "The tags of which the file may have none, or * if it may not be there; otherwise 412, or \
               304 where it is read.",
    },
];

const READING: &[Header] = &[
    CONDITIONS[0],
    CONDITIONS[1],
    Header {
        name: "Range",
        is_number: false,
        what: "One range of bytes, such as bytes=0-99.",
    },
];

const GET_ANSWERS: &[Answer] = &[
    Answer {
        status: 200,
        what: "The content of a file, or the entries of a directory as JSON.",
        content: &[
            Content::Bytes(MEDIA),
            Content::Json(schema::<DirectoryPage>),
        ],
    },
    Answer {
        status: 206,
        what: "A part of the content.",
        content: &[Content::Bytes(MEDIA)],
    },
    Answer {
        status: 304,
        what: "The client has the content.",
        content: &[],
    },
];

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "files",
        query: &[LIMIT, CURSOR, BRANCH],
        answers: &[Answer {
            status: 200,
            what: "The entries of the root directory.",
            content: &[Content::Json(schema::<DirectoryPage>)],
        }],
        problems: &[404],
        ..route(
            "GET",
            "/v1/workspaces/{name}/files",
            "listRoot",
            "List the root directory",
            handler!(get),
        )
    },
    Route {
        tag: "files",
        query: &[LIMIT, CURSOR, BRANCH],
        headers: READING,
        answers: GET_ANSWERS,
        problems: &[404, 409, 412, 416],
        ..route(
            "GET",
            "/v1/workspaces/{name}/files/{*path}",
            "readFile",
            "Read a file, or list a directory",
            handler!(get),
        )
    },
    Route {
        tag: "files",
        query: &[LIMIT, CURSOR, BRANCH],
        headers: READING,
        answers: &[
            Answer {
                status: 200,
                what: "What a GET answers, without the body.",
                content: &[],
            },
            GET_ANSWERS[1],
            GET_ANSWERS[2],
        ],
        problems: &[404, 409, 412, 416],
        ..route(
            "HEAD",
            "/v1/workspaces/{name}/files/{*path}",
            "statFile",
            "Read size, tag and time of a file",
            handler!(head),
        )
    },
    Route {
        tag: "files",
        permission: Some(Permission::Run),
        query: &[BRANCH],
        headers: CONDITIONS,
        body: Content::Bytes(MEDIA),
        answers: &[
            Answer {
                status: 200,
                what: "The file was there and has the new content.",
                content: &[Content::Json(schema::<Written>)],
            },
            Answer {
                status: 201,
                what: "The file was made, with the directories above it.",
                content: &[Content::Json(schema::<Written>)],
            },
        ],
        problems: &[404, 409, 412, 507],
        ..route(
            "PUT",
            "/v1/workspaces/{name}/files/{*path}",
            "writeFile",
            "Write a file",
            handler!(put),
        )
    },
    Route {
        tag: "files",
        permission: Some(Permission::Run),
        query: &[
            BRANCH,
            Parameter {
                name: "recursive",
                kind: Kind::Flag,
                what: "Removes a directory with all that is in it.",
            },
        ],
        headers: CONDITIONS,
        answers: &[Answer {
            status: 200,
            what: "What was removed.",
            content: &[Content::Json(schema::<ChangeForm>)],
        }],
        problems: &[404, 409, 412],
        ..route(
            "DELETE",
            "/v1/workspaces/{name}/files/{*path}",
            "removeFile",
            "Remove a file, a link or a directory",
            handler!(delete),
        )
    },
];

/// A tag of bytes.
fn tag_of(bytes: &[u8]) -> String {
    format!("\"{}\"", hash(Algorithm::Sha256, bytes))
}

/// The tag of the content of a file, which is read for it.
fn tag_at(tree: &Tree, path: &VPath) -> Result<String, Problem> {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    tree.read_with(path, |reader| {
        reader.for_each_piece(|piece| hasher.update(piece))
    })?;
    Ok(format!("\"{}\"", hasher.finish()))
}

/// A file or a directory, as one state of the tree has it.
enum Read {
    Directory(DirectoryPage),
    File(FileState),
}

struct FileState {
    size: u64,
    modified: Timestamp,
    tag: String,
    /// The token of this state.
    version: String,
    /// The content, if it is small.
    content: Option<Vec<u8>>,
}

async fn get(call: Call) -> Result<Response, Problem> {
    read(call, true).await
}

async fn head(call: Call) -> Result<Response, Problem> {
    read(call, false).await
}

async fn read(call: Call, has_body: bool) -> Result<Response, Problem> {
    let path = call.file()?;
    let conditions = Conditions::of(&call.headers)?;
    let limits = &call.shared.limits;
    let limit = call
        .query
        .page(limits.page_entries, limits.page_entries_max)?;
    let cursor = call.query.text("cursor").map(str::to_owned);
    let workspace = call.on_branch(Missing::Refuse).await?;
    let place = path.clone();
    let found = call.storage(&workspace, move |tree| {
        tree.snapshot(|tree| state(tree, &place, limit, cursor.as_deref()))
    });
    let file = match found.await? {
        Read::Directory(page) => {
            let mut response = respond::json(StatusCode::OK, &page)?;
            if !has_body {
                *response.body_mut() = Body::empty();
            }
            return Ok(response);
        }
        Read::File(file) => file,
    };
    if let Err(problem) = conditions.check(Some(&file.tag), &path) {
        let is_known = conditions.needed.is_none();
        return match is_known {
            true => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                describe(response.headers_mut(), &file);
                Ok(response)
            }
            false => Err(problem),
        };
    }
    let range = Range::of(&call.headers, file.size)?;
    let (first, length) = range.map_or((0, file.size), |range| (range.first, range.length));
    let mut response = Response::new(Body::empty());
    describe(response.headers_mut(), &file);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    if range.is_some() {
        let place = format!("bytes {first}-{}/{}", first + length - 1, file.size);
        if let Ok(place) = HeaderValue::from_str(&place) {
            headers.insert(header::CONTENT_RANGE, place);
        }
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    }
    if has_body {
        *response.body_mut() = content(&call, workspace, path, file, first, length);
    }
    Ok(response)
}

fn state(tree: &Tree, path: &VPath, limit: usize, cursor: Option<&str>) -> Result<Read, Problem> {
    let Some(stat) = tree.stat(path)? else {
        return Err(tree.not_found(path).into());
    };
    if stat.kind == FileKind::Directory {
        return directory(tree, path, limit, cursor).map(Read::Directory);
    }
    let is_small = stat.size <= PIECE_BYTES;
    let content = match is_small {
        true => Some(tree.read(path)?),
        false => None,
    };
    let tag = match &content {
        Some(content) => tag_of(content),
        None => tag_at(tree, path)?,
    };
    Ok(Read::File(FileState {
        size: stat.size,
        modified: stat.mtime,
        tag,
        version: tree.version(path)?.unwrap_or_default(),
        content,
    }))
}

fn directory(
    tree: &Tree,
    path: &VPath,
    limit: usize,
    cursor: Option<&str>,
) -> Result<DirectoryPage, Problem> {
    let after = match cursor {
        None => "",
        Some(cursor) => cursor
            .strip_prefix("after:")
            .ok_or_else(|| wrong_cursor(cursor))?,
    };
    let mut entries: Vec<_> = tree
        .read_dir(path)?
        .into_iter()
        .filter(|entry| cursor.is_none() || entry.name.as_str() > after)
        .take(limit + 1)
        .collect();
    let has_more = entries.len() > limit;
    entries.truncate(limit);
    let next = entries.last().filter(|_| has_more);
    let next = next.map(|entry| format!("after:{}", entry.name));
    let mut rows = Vec::with_capacity(entries.len());
    for entry in entries {
        let place = VPath::parse(&format!("{path}/{}", entry.name))?;
        let Some(stat) = tree.lstat(&place)? else {
            continue;
        };
        rows.push(EntryRow {
            name: entry.name,
            kind: entry.kind.as_str().to_owned(),
            size: stat.size,
            modified: iso_time(stat.mtime),
            mode: stat.mode,
        });
    }
    Ok(DirectoryPage {
        path: path.to_string(),
        entries: rows,
        next,
    })
}

/// What a browser and a cache need to know of a file. It is never shown as a page.
fn describe(headers: &mut HeaderMap, file: &FileState) {
    for (name, value) in [
        (header::CONTENT_TYPE, MEDIA),
        (header::ACCEPT_RANGES, "bytes"),
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_DISPOSITION, "attachment"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let modified = http_date(file.modified);
    for (name, value) in [
        (header::ETAG, &file.tag),
        (header::LAST_MODIFIED, &modified),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
}

/// The bytes of a file that is read piece by piece while it is sent.
struct Reading {
    shared: Arc<Shared>,
    name: String,
    workspace: Workspace,
    path: VPath,
    version: String,
    at: u64,
    end: u64,
}

impl Reading {
    /// The next piece, if the file is still the same.
    async fn piece(&self) -> Result<Vec<u8>, Problem> {
        let (path, version) = (self.path.clone(), self.version.clone());
        let (at, length) = (self.at, PIECE_BYTES.min(self.end - self.at));
        let read = self
            .shared
            .storage(&self.name, &self.workspace, move |tree| {
                tree.snapshot(|tree| {
                    if tree.version(&path)?.as_ref() != Some(&version) {
                        let detail = format!("{path} was changed while it was read");
                        return Err(Problem::new(StatusCode::CONFLICT, "ESTALE", detail));
                    }
                    Ok(tree.read_range(&path, at, length)?)
                })
            });
        read.await
    }
}

fn content(
    call: &Call,
    workspace: Workspace,
    path: VPath,
    file: FileState,
    first: u64,
    length: u64,
) -> Body {
    if let Some(content) = file.content {
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let part = Bytes::from(content).slice(index(first)..index(first + length));
        return Body::from(part);
    }
    let reading = Reading {
        shared: Arc::clone(&call.shared),
        name: call.name().to_owned(),
        workspace,
        path,
        version: file.version,
        at: first,
        end: first + length,
    };
    Body::from_stream(stream::unfold(Some(reading), |reading| async {
        let mut reading = reading.filter(|reading| reading.at < reading.end)?;
        match reading.piece().await {
            Ok(piece) if !piece.is_empty() => {
                reading.at += piece.len() as u64;
                Some((Ok(Bytes::from(piece)), Some(reading)))
            }
            // The client sees that the body is shorter than announced.
            Ok(_) => Some((Err(std::io::Error::other("the file became shorter")), None)),
            Err(problem) => Some((
                Err(std::io::Error::other(problem.detail().to_owned())),
                None,
            )),
        }
    }))
}

async fn put(mut call: Call) -> Result<Response, Problem> {
    let path = call.file()?;
    let conditions = Conditions::of(&call.headers)?;
    let sent = call.take_body();
    let limits = &call.shared.limits;
    let large = &call.shared.large;
    let read = body::read(sent, &call.headers, limits.file_bytes, limits, large).await?;
    let workspace = call.on_branch(Missing::Make).await?;
    let actor = call.principal.name().to_owned();
    // The permit of a large body is held until it is written.
    let bytes = read.bytes.clone();
    let written = call.storage(&workspace, move |tree| {
        write(tree, &path, &bytes, &conditions, actor)
    });
    let (written, is_new) = written.await?;
    drop(read);
    let status = match is_new {
        true => StatusCode::CREATED,
        false => StatusCode::OK,
    };
    let mut response = respond::json(status, &written)?;
    if let Ok(tag) = HeaderValue::from_str(&written.etag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

fn write(
    tree: &Tree,
    path: &VPath,
    bytes: &[u8],
    conditions: &Conditions,
    actor: String,
) -> Result<(Written, bool), Problem> {
    let run = RunOptions::new(format!("write {path}"))
        .actor(actor)
        .atomic();
    let run = tree.begin(&run)?;
    let is_new = run.atomically(|_| {
        let there = run.stat(path)?;
        check(&run, path, conditions)?;
        if let Some(above) = path.parent() {
            run.mkdir(&above, &MkdirOptions::new().recursive())?;
        }
        run.write(path, bytes)?;
        Ok::<_, Problem>(there.is_none())
    })?;
    let effects = run.commit()?;
    let written = Written {
        path: path.to_string(),
        size: bytes.len() as u64,
        etag: tag_of(bytes),
        change: ChangeForm::from(&effects),
    };
    Ok((written, is_new))
}

/// Checks the conditions, for which the file is read.
fn check(tree: &Tree, path: &VPath, conditions: &Conditions) -> Result<(), Problem> {
    if conditions.is_empty() {
        return Ok(());
    }
    let tag = match tree.stat(path)? {
        None => None,
        Some(stat) if stat.kind == FileKind::Directory => Some("\"directory\"".to_owned()),
        Some(_) => Some(tag_at(tree, path)?),
    };
    conditions.check(tag.as_deref(), path)
}

async fn delete(call: Call) -> Result<Response, Problem> {
    let path = call.file()?;
    let conditions = Conditions::of(&call.headers)?;
    let is_recursive = call.query.flag("recursive");
    let workspace = call.on_branch(Missing::Refuse).await?;
    let actor = call.principal.name().to_owned();
    let removed = call.storage(&workspace, move |tree| {
        let run = RunOptions::new(format!("remove {path}"))
            .actor(actor)
            .atomic();
        let run = tree.begin(&run)?;
        run.atomically(|_| {
            check(&run, &path, &conditions)?;
            let mut options = RemoveOptions::new();
            if is_recursive {
                options = options.recursive();
            }
            run.remove(&path, &options)?;
            Ok::<_, Problem>(())
        })?;
        Ok(ChangeForm::from(&run.commit()?))
    });
    respond::json(StatusCode::OK, &removed.await?)
}
