//! Answers to requests that failed, as `application/problem+json` (RFC 9457).

use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use isolate_host::vfs::{self, CheckpointError};
use isolate_host::{EarlierState, Error, ErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The media type of a problem.
pub(crate) const MEDIA: &str = "application/problem+json";

/// A request that failed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    body: Box<ProblemBody>,
    retry_after: Option<Duration>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// A request that failed: what is wrong, and what to do about it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemBody {
    /// The name of the status.
    title: String,
    /// The status of the answer.
    status: u16,
    /// What is wrong with which input, and the way out.
    detail: String,
    /// A stable code, such as ENOENT.
    code: String,
    /// The path in the workspace that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// All paths that it is about, where there can be several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    paths: Vec<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self {
            status,
            body: Box::new(ProblemBody {
                title: status.canonical_reason().unwrap_or("Error").to_owned(),
                status: status.as_u16(),
                detail: detail.into(),
                code: code.to_owned(),
                path: None,
                paths: Vec::new(),
            }),
            retry_after: None,
            headers: Vec::new(),
        }
    }

    /// The request is wrong in every state of the service.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "EINVAL", detail)
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "ENOENT", detail)
    }

    pub(crate) fn too_large(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "E2BIG", detail)
    }

    pub(crate) fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "EACCES", detail)
    }

    /// The service cannot do it now.
    pub(crate) fn busy(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "EBUSY", detail).after(Duration::from_secs(1))
    }

    /// The same request is being done.
    pub(crate) fn going(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "EBUSY", detail).after(Duration::from_secs(1))
    }

    /// A defect of the service.
    pub(crate) fn internal() -> Self {
        let detail = "internal error of the server: the request is not at fault";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "EINTERNAL", detail)
    }

    /// When to try again.
    pub(crate) const fn after(mut self, time: Duration) -> Self {
        self.retry_after = Some(time);
        self
    }

    pub(crate) const fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    fn about(mut self, path: Option<&isolate_host::text::VPath>) -> Self {
        self.body.path = path.map(|path| path.to_string());
        self
    }

    pub(crate) fn body(&self) -> &ProblemBody {
        &self.body
    }

    pub(crate) fn detail(&self) -> &str {
        &self.body.detail
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        // It has names as keys and nothing that JSON lacks.
        let bytes = serde_json::to_vec(&self.body).unwrap_or_default();
        let mut response = Response::new(Body::from(bytes));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(time) = self.retry_after {
            // Whole seconds, and not too early.
            let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        headers.extend(self.headers);
        response
    }
}

/// The status of an error of the files.
const fn status_of(kind: vfs::ErrorKind) -> StatusCode {
    use vfs::ErrorKind as Kind;
    match kind {
        Kind::NotFound | Kind::NoBranch | Kind::Removed => StatusCode::NOT_FOUND,
        Kind::Exists
        | Kind::IsDirectory
        | Kind::NotDirectory
        | Kind::NotEmpty
        | Kind::InUse
        | Kind::Loop
        | Kind::Stale => StatusCode::CONFLICT,
        Kind::Invalid | Kind::NameTooLong => StatusCode::BAD_REQUEST,
        Kind::NotPermitted | Kind::ApprovalNeeded | Kind::ReadOnly => StatusCode::FORBIDDEN,
        Kind::FileTooLarge | Kind::TooLarge | Kind::OutOfMemory => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::NoSpace => StatusCode::INSUFFICIENT_STORAGE,
        Kind::Deadline | Kind::Busy | Kind::Raced | Kind::Unavailable => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        // Damaged, foreign, of another version, or the disk failed.
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The code of an error of the files. A workspace that is not there has one code, whenever it went.
fn code_of(kind: vfs::ErrorKind) -> &'static str {
    match kind {
        vfs::ErrorKind::Removed => vfs::ErrorKind::NotFound.code(),
        kind => kind.code(),
    }
}

impl From<vfs::Error> for Problem {
    fn from(error: vfs::Error) -> Self {
        let status = status_of(error.kind());
        let mut problem =
            Self::new(status, code_of(error.kind()), error.to_string()).about(error.path());
        problem.body.paths = error.paths().iter().map(ToString::to_string).collect();
        match status {
            StatusCode::SERVICE_UNAVAILABLE => problem.after(Duration::from_secs(1)),
            _ => problem,
        }
    }
}

impl From<isolate_host::text::PathError> for Problem {
    fn from(error: isolate_host::text::PathError) -> Self {
        vfs::Error::from(error).into()
    }
}

impl From<CheckpointError> for Problem {
    fn from(error: CheckpointError) -> Self {
        let text = error.to_string();
        match error {
            CheckpointError::Tree(error) => error.into(),
            CheckpointError::Missing { .. } => Self::not_found(text),
            CheckpointError::Name(_) => Self::invalid(text),
            other => Self::new(StatusCode::CONFLICT, other.code(), text),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let cause = std::error::Error::source(&error);
        let of_files = cause.and_then(|cause| cause.downcast_ref::<vfs::Error>());
        // Without the path of the machine.
        let reason = error.reason().to_owned();
        match (error.kind(), of_files) {
            (ErrorKind::Refused | ErrorKind::Storage, Some(cause)) => {
                let status = status_of(cause.kind());
                let mut problem =
                    Self::new(status, code_of(cause.kind()), reason).about(cause.path());
                problem.body.paths = cause.paths().iter().map(ToString::to_string).collect();
                match status {
                    StatusCode::SERVICE_UNAVAILABLE => problem.after(Duration::from_secs(1)),
                    _ => problem,
                }
            }
            (ErrorKind::Refused, None) => Self::invalid(reason),
            (ErrorKind::Busy, _) => Self::busy(reason),
            (ErrorKind::Repeated, _) => match error.earlier_run().map(|earlier| earlier.state) {
                Some(EarlierState::OtherRequest) => {
                    Self::new(StatusCode::UNPROCESSABLE_ENTITY, "EKEY", reason)
                }
                Some(EarlierState::Going) => Self::going(reason),
                _ => Self::new(StatusCode::CONFLICT, "ESTALE", reason),
            },
            (ErrorKind::Storage, None) => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "EIO", reason)
            }
            _ => Self::internal(),
        }
    }
}

impl From<isolate_transfer::Error> for Problem {
    fn from(error: isolate_transfer::Error) -> Self {
        use isolate_transfer::ErrorKind as Kind;
        let cause = std::error::Error::source(&error);
        let of_files = cause.and_then(|cause| cause.downcast_ref::<vfs::Error>());
        let text = error.to_string();
        match (error.kind(), of_files) {
            (Kind::Workspace, Some(cause)) => {
                let (status, code) = (status_of(cause.kind()), cause.kind().code());
                Self::new(status, code, text).about(cause.path())
            }
            (Kind::Conflict, _) => {
                let mut problem = Self::new(
                    StatusCode::CONFLICT,
                    "EEXIST",
                    format!("{text}; nothing was changed: overwrite=true replaces files and links"),
                );
                let conflicts = error.conflicts().iter();
                problem.body.paths = conflicts.map(|conflict| conflict.path.clone()).collect();
                problem
            }
            (Kind::Archive, _) => Self::invalid(text),
            (Kind::TooLarge, _) => Self::too_large(text),
            // They name places of the machine.
            _ => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "EIO",
                "the server cannot keep the archive on its disk",
            ),
        }
    }
}

impl From<isolate_tools::ToolError> for Problem {
    fn from(error: isolate_tools::ToolError) -> Self {
        tracing::debug!(code = error.code.as_str(), "a feed of changes failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "EIO", error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only what is no fault of the request is a fault of the server.
    #[test]
    fn every_kind_of_error_has_a_status() {
        use vfs::ErrorKind as Kind;
        for kind in Kind::ALL {
            let (status, code) = (status_of(*kind), kind.code());
            let is_ours = matches!(
                kind,
                Kind::Corrupt
                    | Kind::Foreign
                    | Kind::Outdated
                    | Kind::Newer
                    | Kind::Unreadable
                    | Kind::Storage
                    | Kind::Unclear
            );
            assert_eq!(
                is_ours,
                status == StatusCode::INTERNAL_SERVER_ERROR,
                "{kind:?}"
            );
            assert!(code.starts_with('E'), "{kind:?}");
        }
    }

    #[test]
    fn an_error_of_the_host_tells_no_path_of_the_machine() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sqlite");
        std::fs::write(&file, "no database, but a text that is long enough").unwrap();
        let problem = Problem::from(isolate_host::Workspace::open(&file).unwrap_err());
        assert_eq!(problem.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!problem.detail().contains(&*folder.path().to_string_lossy()));
        assert!(problem.detail().contains("not a workspace"), "{problem:?}");
    }
}
