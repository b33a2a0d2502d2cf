//! Streams of events for clients (server-sent events).

use std::convert::Infallible;
use std::fmt::Write as _;
use std::future::Future;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

use crate::problem::Problem;

/// The media type of a stream of events.
pub(crate) const MEDIA: &str = "text/event-stream";

/// How long a client waits before it connects again, in milliseconds.
const RETRY_MS: u64 = 1_000;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// Where a client goes on that has it; none in the middle of what has to be sent whole.
    pub(crate) id: Option<u64>,
    pub(crate) name: &'static str,
    /// JSON, which has no line feeds.
    pub(crate) data: String,
}

impl Event {
    fn write(&self, text: &mut String) {
        if let Some(id) = self.id {
            let _infallible = writeln!(text, "id: {id}");
        }
        let _infallible = write!(text, "event: {}\ndata: {}\n\n", self.name, self.data);
    }
}

/// Where events come from.
pub(crate) trait Source: Send + 'static {
    /// The next events; `None` when there are no more. It may be dropped while it waits, and nothing is
    /// lost then.
    fn next(&mut self) -> impl Future<Output = Option<Vec<Event>>> + Send;
}

struct Streaming<S> {
    source: S,
    keep_alive: Duration,
    has_begun: bool,
}

/// An answer that streams events, and a comment where none has come for a time. The guard is dropped with
/// the stream.
pub(crate) fn respond<S: Source>(
    source: S,
    keep_alive: Duration,
    guard: impl Send + 'static,
) -> Response {
    let streaming = Streaming {
        source,
        keep_alive,
        has_begun: false,
    };
    let pieces = stream::unfold(Some((streaming, guard)), |state| async {
        let (mut streaming, guard) = state?;
        if !streaming.has_begun {
            // So that the client has the head of the answer before the first event.
            streaming.has_begun = true;
            let text = format!("retry: {RETRY_MS}\n\n");
            return Some((
                Ok::<_, Infallible>(Bytes::from(text)),
                Some((streaming, guard)),
            ));
        }
        let next = tokio::time::timeout(streaming.keep_alive, streaming.source.next()).await;
        let text = match next {
            Err(_) => ": waiting\n\n".to_owned(),
            Ok(None) => return None,
            Ok(Some(events)) => {
                let mut text = String::new();
                for event in &events {
                    event.write(&mut text);
                }
                text
            }
        };
        Some((Ok(Bytes::from(text)), Some((streaming, guard))))
    });
    let mut response = Response::new(Body::from_stream(pieces));
    *response.status_mut() = StatusCode::OK;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would collect them.
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response
}

/// The id of the last event that a client has.
pub(crate) fn last_id(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id") else {
        return Ok(None);
    };
    let id = value.to_str().ok().and_then(|text| text.parse().ok());
    id.map(Some).ok_or_else(|| {
        Problem::invalid("Last-Event-ID is not the id of an event here: leave it out")
    })
}
