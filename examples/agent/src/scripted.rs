//! An endpoint with scripted answers, for tests and measurements: it speaks both protocols over
//! HTTP, on this machine only.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::post;
use futures_util::{StreamExt as _, stream};
use serde_json::{Value as Json, json};

use crate::config::{Api, Config};

/// Characters of one event of a stream.
const PIECE: usize = 48;

/// One answer.
#[derive(Clone, Debug)]
pub enum Said {
    /// Text, which ends a turn.
    Text(String),
    /// Text, and calls of tools with their arguments.
    Calls(String, Vec<(String, Json)>),
    /// A call whose arguments are this text, of JSON or not.
    Arguments(String, String),
    /// A status of an error, with headers and a body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// The beginning of a text, and then the connection ends.
    Cut(String),
    /// A body that is sent as it is, as a success.
    Body(String),
}

impl Said {
    /// A program.
    #[must_use]
    pub fn run(code: &str) -> Self {
        Self::call("run", json!({ "code": code }))
    }

    /// A call of a tool.
    #[must_use]
    pub fn call(name: &str, arguments: Json) -> Self {
        Self::Calls(String::new(), vec![(name.to_owned(), arguments)])
    }

    /// Text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// The answer to a request, given its number, from 0, and its body.
type Script = Arc<dyn Fn(usize, &Json) -> Said + Send + Sync>;

/// A running endpoint; it ends when it is dropped.
#[derive(Debug)]
pub struct Endpoint {
    config: Config,
    shared: Shared,
    serving: tokio::task::JoinHandle<()>,
}

#[derive(Clone)]
struct Shared {
    api: Api,
    script: Script,
    requests: Arc<Mutex<Vec<(HeaderMap, Json)>>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("api", &self.api)
            .finish_non_exhaustive()
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Endpoint {
    /// An endpoint on a free port.
    ///
    /// # Errors
    /// When there is none.
    pub async fn start(
        api: Api,
        script: impl Fn(usize, &Json) -> Said + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let config = Config {
            api,
            base_url: format!("http://{}/v1/", listener.local_addr()?),
            model: "scripted".to_owned(),
            key: "secret-key".to_owned(),
        };
        let shared = Shared {
            api,
            script: Arc::new(script),
            requests: Arc::default(),
        };
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .route("/v1/messages", post(answer))
            .with_state(shared.clone());
        let serving = tokio::spawn(async move {
            drop(axum::serve(listener, router).await);
        });
        Ok(Self {
            config,
            shared,
            serving,
        })
    }

    /// An endpoint that gives these answers in turn, and an error afterwards.
    ///
    /// # Errors
    /// As [`Endpoint::start`].
    pub async fn saying(api: Api, said: Vec<Said>) -> std::io::Result<Self> {
        Self::start(api, move |number, _| {
            let none = || Said::Status(400, Vec::new(), "the script is over".to_owned());
            said.get(number).cloned().unwrap_or_else(none)
        })
        .await
    }

    /// How to reach it.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config.clone()
    }

    /// The requests so far.
    #[must_use]
    pub fn requests(&self) -> Vec<(HeaderMap, Json)> {
        let requests = self.shared.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn answer(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Response<Body> {
    let request: Json = serde_json::from_slice(&body).unwrap_or(Json::Null);
    let number = {
        let mut requests = shared
            .requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        requests.push((headers, request.clone()));
        requests.len() - 1
    };
    let said = (shared.script)(number, &request);
    match said {
        Said::Status(status, headers, body) => {
            let mut response = Response::new(Body::from(body));
            *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
            for (name, value) in headers {
                if let Ok(value) = value.parse() {
                    response.headers_mut().insert(name, value);
                }
            }
            response
        }
        Said::Body(body) => Response::new(Body::from(body)),
        Said::Cut(text) => {
            let events = events(shared.api, number, &text, &[], false);
            // Only after everything before it was sent: an error drops the rest.
            let broken = async {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                Err(std::io::Error::other("the connection ends"))
            };
            let parts = stream::iter(events.into_iter().map(Ok)).chain(stream::once(broken));
            Response::new(Body::from_stream(parts))
        }
        Said::Text(text) => streamed(events(shared.api, number, &text, &[], true)),
        Said::Calls(text, calls) => {
            let calls: Vec<(String, String)> = calls
                .into_iter()
                .map(|(name, arguments)| (name, arguments.to_string()))
                .collect();
            streamed(events(shared.api, number, &text, &calls, true))
        }
        Said::Arguments(name, arguments) => {
            streamed(events(shared.api, number, "", &[(name, arguments)], true))
        }
    }
}

fn streamed(events: Vec<String>) -> Response<Body> {
    let parts = events.into_iter().map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(stream::iter(parts)));
    let kind = axum::http::HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert("content-type", kind);
    response
}

fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters
        .chunks(PIECE)
        .map(|piece| piece.iter().collect())
        .collect()
}

fn events(
    api: Api,
    number: usize,
    text: &str,
    calls: &[(String, String)],
    is_whole: bool,
) -> Vec<String> {
    match api {
        Api::OpenAi => open_ai(number, text, calls, is_whole),
        Api::Anthropic => anthropic(number, text, calls, is_whole),
    }
}

fn open_ai(number: usize, text: &str, calls: &[(String, String)], is_whole: bool) -> Vec<String> {
    let event = |choice: Json| {
        let data = json!({ "id": "c", "object": "chat.completion.chunk", "choices": [choice] });
        format!("data: {data}\n\n")
    };
    let delta = |delta: Json| event(json!({ "index": 0, "delta": delta, "finish_reason": null }));
    let mut events = vec![delta(json!({ "role": "assistant", "content": "" }))];
    for piece in pieces(text) {
        events.push(delta(json!({ "content": piece })));
    }
    for (index, (name, arguments)) in calls.iter().enumerate() {
        let id = format!("call-{number}-{index}");
        let function = json!({ "name": name, "arguments": "" });
        let call = json!({ "index": index, "id": id, "type": "function", "function": function });
        events.push(delta(json!({ "tool_calls": [call] })));
        for piece in pieces(arguments) {
            let call = json!({ "index": index, "function": { "arguments": piece } });
            events.push(delta(json!({ "tool_calls": [call] })));
        }
    }
    if is_whole {
        let reason = if calls.is_empty() {
            "stop"
        } else {
            "tool_calls"
        };
        events.push(event(
            json!({ "index": 0, "delta": {}, "finish_reason": reason }),
        ));
        let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110 });
        events.push(format!(
            "data: {}\n\n",
            json!({ "choices": [], "usage": usage })
        ));
        events.push("data: [DONE]\n\n".to_owned());
    }
    events
}

fn anthropic(number: usize, text: &str, calls: &[(String, String)], is_whole: bool) -> Vec<String> {
    let event = |kind: &str, mut data: Json| {
        data["type"] = kind.into();
        format!("event: {kind}\ndata: {data}\n\n")
    };
    let usage = json!({ "input_tokens": 100, "output_tokens": 1 });
    let message = json!({ "id": "m", "role": "assistant", "content": [], "usage": usage });
    let mut events = vec![event("message_start", json!({ "message": message }))];
    let mut index = 0;
    let mut block = |start: Json, deltas: Vec<Json>, events: &mut Vec<String>| {
        let start = json!({ "index": index, "content_block": start });
        events.push(event("content_block_start", start));
        for delta in deltas {
            events.push(event(
                "content_block_delta",
                json!({ "index": index, "delta": delta }),
            ));
        }
        if is_whole {
            events.push(event("content_block_stop", json!({ "index": index })));
        }
        index += 1;
    };
    if !text.is_empty() {
        let deltas = pieces(text).into_iter();
        let deltas = deltas
            .map(|text| json!({ "type": "text_delta", "text": text }))
            .collect();
        block(json!({ "type": "text", "text": "" }), deltas, &mut events);
    }
    for (at, (name, arguments)) in calls.iter().enumerate() {
        let id = format!("call-{number}-{at}");
        let deltas = pieces(arguments).into_iter();
        let deltas = deltas
            .map(|piece| json!({ "type": "input_json_delta", "partial_json": piece }))
            .collect();
        let start = json!({ "type": "tool_use", "id": id, "name": name, "input": {} });
        block(start, deltas, &mut events);
    }
    if is_whole {
        let reason = if calls.is_empty() {
            "end_turn"
        } else {
            "tool_use"
        };
        let delta = json!({ "delta": { "stop_reason": reason }, "usage": { "output_tokens": 10 } });
        events.push(event("message_delta", delta));
        events.push(event("message_stop", json!({})));
    }
    events
}
