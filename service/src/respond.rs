//! Answers.

use axum::body::{Body, Bytes};
use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::problem::Problem;

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// An answer with a body that no cache keeps and no browser takes for something else.
pub(crate) fn bytes(status: StatusCode, media: &'static str, body: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Body::from(body.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

/// An answer in JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Result<Response, Problem> {
    let text = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
    Ok(bytes(status, JSON, text))
}
