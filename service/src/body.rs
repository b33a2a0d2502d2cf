//! Bodies of requests, within their bounds of size and time.

use axum::body::Body;
use futures_util::StreamExt as _;
use http::{HeaderMap, StatusCode, header};
use isolate_host::{JsonCount, exact_json, json_as};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::limits::ServiceLimits;
use crate::problem::Problem;

/// The size in bytes up to which a body does not count as large.
const SMALL_BYTES: usize = 64 << 10;

/// Levels of the JSON of a body: the recursion limit of `serde_json`.
const DEPTH_MAX: u64 = 127;

/// A body in memory, with the permit that bounds the number of large ones.
pub(crate) struct Read<'a> {
    pub(crate) bytes: Vec<u8>,
    permit: Option<SemaphorePermit<'a>>,
}

/// The size that a request says its body has.
pub(crate) fn announced(headers: &HeaderMap) -> Option<u64> {
    let length = headers.get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

pub(crate) fn too_long(bytes_max: u64) -> Problem {
    Problem::too_large(format!(
        "the body has more than {bytes_max} bytes: send less, or in parts"
    ))
}

pub(crate) fn too_slow(limits: &ServiceLimits) -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "ETIMEDOUT",
        format!(
            "the body has not arrived within {} s: send it faster",
            limits.body_time.as_secs_f64()
        ),
    )
}

pub(crate) fn broken() -> Problem {
    Problem::invalid("the body ended before it was complete: send it again")
}

/// Reads a body into memory.
pub(crate) async fn read<'a>(
    body: Body,
    headers: &HeaderMap,
    bytes_max: usize,
    limits: &ServiceLimits,
    large: &'a Semaphore,
) -> Result<Read<'a>, Problem> {
    if announced(headers).is_some_and(|bytes| bytes > bytes_max as u64) {
        return Err(too_long(bytes_max as u64));
    }
    let collected = collect(body, bytes_max, large);
    match tokio::time::timeout(limits.body_time, collected).await {
        Ok(read) => read,
        Err(_) => Err(too_slow(limits)),
    }
}

async fn collect(body: Body, bytes_max: usize, large: &Semaphore) -> Result<Read<'_>, Problem> {
    let mut bytes = Vec::new();
    let mut permit = None;
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| broken())?;
        let sum = bytes.len() + piece.len();
        if sum > bytes_max {
            return Err(too_long(bytes_max as u64));
        }
        if sum > SMALL_BYTES && permit.is_none() {
            permit = large.acquire().await.ok();
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(Read { bytes, permit })
}

impl Read<'_> {
    /// The body as a value of a type. A body that is empty is an empty object.
    pub(crate) fn json<T: DeserializeOwned>(
        self,
        headers: &HeaderMap,
        limits: &ServiceLimits,
    ) -> Result<T, Problem> {
        if self.bytes.is_empty() {
            return parsed(Json::Object(serde_json::Map::new()));
        }
        check_media(headers)?;
        let count = JsonCount::of(&self.bytes);
        if count.depth > DEPTH_MAX {
            return Err(Problem::too_large(format!(
                "the body has {} levels of JSON, and at most {DEPTH_MAX} are read: make it flatter, or pass \
                 it as text",
                count.depth
            )));
        }
        if count.values > limits.body_values {
            return Err(Problem::too_large(format!(
                "the body has too many values, and at most {} are read: pass large data as text, or write \
                 it to a file first",
                limits.body_values
            )));
        }
        let json =
            exact_json(&self.bytes).map_err(|fault| Problem::invalid(fault.about("the body")))?;
        drop(self.bytes);
        drop(self.permit);
        parsed(json)
    }
}

fn parsed<T: DeserializeOwned>(json: Json) -> Result<T, Problem> {
    json_as(json).map_err(|cause| Problem::invalid(format!("the body does not fit: {cause}")))
}

/// Refuses other media: a page of another origin can send them without being asked first.
fn check_media(headers: &HeaderMap) -> Result<(), Problem> {
    let media = headers.get(header::CONTENT_TYPE);
    let media = media
        .and_then(|media| media.to_str().ok())
        .unwrap_or_default();
    let essence = media.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let shown: String = essence.chars().take(100).collect();
    Err(Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "EINVAL",
        format!("the body is {shown:?}: send JSON, with Content-Type: application/json"),
    ))
}
