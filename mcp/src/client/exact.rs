//! Messages over HTTP, whose integers are checked before they lose digits.
//!
//! `rmcp` reads an answer into JSON values, in which an integer beyond 64 bits is the nearest
//! floating-point number. Here such an answer fails its call, as it does over the pipes of a process.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use http::{HeaderName, HeaderValue, StatusCode};
use isolate_host::{integer_beyond_64_bits, without_half_surrogates};
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
    StreamableHttpResponseLimits,
};
use serde_json::Value as Json;
use sse_stream::Sse;

use super::mend;
use super::pipe::failure;
use crate::sketch::Sketch;

/// The maximum number of redirects that one request follows.
const REDIRECTS_MAX: usize = 10;

/// One more than the largest integer of 64 bits.
const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;

/// The smallest integer of 64 bits. As an integer it would not be a floating-point number, so such a
/// number was a smaller integer.
const TOO_SMALL: f64 = -9_223_372_036_854_775_808.0;

type Events = BoxStream<'static, Result<Sse, SseError>>;
type Failed = StreamableHttpError<reqwest::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;

/// A client of HTTP that passes no rounded integers on.
#[derive(Clone, Debug)]
pub(super) struct Exact(reqwest::Client);

impl Exact {
    /// A client as that of `rmcp`: it follows redirects that keep the message, within one origin, so
    /// that no other host sees the headers.
    pub(super) fn new() -> reqwest::Result<Self> {
        let redirects = reqwest::redirect::Policy::custom(|attempt| {
            let keeps_body = matches!(
                attempt.status(),
                StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
            );
            let first = attempt.previous().first();
            let is_same = first.is_some_and(|first| first.origin() == attempt.url().origin());
            if !keeps_body || !is_same {
                attempt.stop()
            } else if attempt.previous().len() > REDIRECTS_MAX {
                attempt.error(format!("exceeded {REDIRECTS_MAX} redirects"))
            } else {
                attempt.follow()
            }
        });
        let client = reqwest::Client::builder()
            // An idle connection whose last answer was not read to its end would wait.
            .pool_max_idle_per_host(0)
            .redirect(redirects)
            .build()?;
        Ok(Self(client))
    }
}

impl StreamableHttpClient for Exact {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let limits = StreamableHttpResponseLimits::default();
        self.post_message_with_response_limits(uri, message, session, token, headers, limits)
            .await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let answer = self
            .0
            .post_message_with_response_limits(uri, message, session, token, headers, limits)
            .await?;
        Ok(match answer {
            StreamableHttpPostResponse::Sse(events, session) => {
                StreamableHttpPostResponse::Sse(exact_events(events), session)
            }
            StreamableHttpPostResponse::Json(message, session) => {
                StreamableHttpPostResponse::Json(exact_message(message), session)
            }
            other => other,
        })
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), Failed> {
        self.0.delete_session(uri, session, token, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<Events, Failed> {
        let events = self.0.get_stream(uri, session, last, token, headers);
        Ok(exact_events(events.await?))
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: Headers,
        bytes_max: usize,
    ) -> Result<Events, Failed> {
        let events = self
            .0
            .get_stream_with_max_sse_event_size(uri, session, last, token, headers, bytes_max);
        Ok(exact_events(events.await?))
    }
}

/// Events whose messages are still text.
fn exact_events(events: Events) -> Events {
    let exact = |event: Result<Sse, SseError>| {
        event.map(|mut event| {
            event.data = event.data.map(readable);
            event
        })
    };
    events.map(exact).boxed()
}

/// The text of a message that can be read, or an error response instead.
fn readable(text: String) -> String {
    let text = match without_half_surrogates(text.as_bytes()) {
        Cow::Borrowed(_) => text,
        // Only escapes were replaced.
        Cow::Owned(bytes) => String::from_utf8(bytes).unwrap_or(text),
    };
    refusal_of_text(&text)
        .or_else(|| mend::text(&text))
        .unwrap_or(text)
}

/// An error response instead of an answer that would lose digits.
fn refusal_of_text(text: &str) -> Option<String> {
    let inexact = integer_beyond_64_bits(text.as_bytes())?;
    match Sketch::of(text.as_bytes()) {
        Sketch {
            id: Some(id),
            has_method: false,
        } => serde_json::to_string(&refusal(id, &inexact.to_string())).ok(),
        _ => None,
    }
}

/// A message that has been read already, or an error response instead if a number in it may have
/// been an integer beyond 64 bits.
fn exact_message(message: ServerJsonRpcMessage) -> ServerJsonRpcMessage {
    let JsonRpcMessage::Response(response) = &message else {
        return message;
    };
    let rounded = serde_json::to_value(&response.result)
        .ok()
        .and_then(|result| rounded(&result));
    match rounded {
        None => mended(message),
        Some((path, number)) => {
            let text = format!(
                ".result{path}: {number} may be an integer beyond 64 bits, whose digits are lost: write it as text"
            );
            refusal(response.id.clone(), &text)
        }
    }
}

/// A message that has been read already, of which a part was not one of the protocol.
fn mended(message: ServerJsonRpcMessage) -> ServerJsonRpcMessage {
    let Ok(mut json) = serde_json::to_value(&message) else {
        return message;
    };
    match mend::result(&mut json) {
        true => serde_json::from_value(json).unwrap_or(message),
        false => message,
    }
}

/// The path and the number of the first that may have been rounded.
fn rounded(value: &Json) -> Option<(String, f64)> {
    let within = |step: String, value| {
        rounded(value).map(|(path, number)| (format!("{step}{path}"), number))
    };
    match value {
        Json::Number(number) if number.is_f64() => {
            let number = number.as_f64()?;
            let is_beyond = number >= TOO_LARGE || number <= TOO_SMALL;
            (is_beyond && number.fract() == 0.0).then(|| (String::new(), number))
        }
        Json::Array(items) => {
            (items.iter().enumerate()).find_map(|(at, item)| within(format!("[{at}]"), item))
        }
        Json::Object(members) => members
            .iter()
            .find_map(|(name, member)| within(format!(".{name}"), member)),
        _ => None,
    }
}

fn refusal(id: RequestId, why: &str) -> ServerJsonRpcMessage {
    failure(id, format!("its answer cannot be read: {why}"))
}
