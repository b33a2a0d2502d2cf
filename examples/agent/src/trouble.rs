//! Errors of an endpoint, and how to handle them.

use std::error::Error as StdError;
use std::time::Duration;

use genai::Error;
use isolate_host::Secrets;
use serde_json::Value as Json;

use crate::config::Config;

/// Bytes of what an endpoint says that a message repeats.
const SAID_BYTES_MAX: usize = 400;
/// A longer pause that an endpoint asks for is left to the person.
pub(crate) const PAUSE_MAX: Duration = Duration::from_secs(60);

/// What sort of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The key was refused.
    Key,
    /// The request was: a wrong model or URL, or more than the model can take.
    Request,
    /// Too many requests, or too many tokens, in a time.
    Rate,
    /// The endpoint failed, or is overloaded.
    Endpoint,
    /// It could not be reached.
    Connection,
    /// The answer ended before its end.
    Cut,
    /// The answer is not of the protocol.
    Protocol,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// What sort it is.
    pub kind: Kind,
    /// What happened, and what to do.
    pub message: String,
    /// The pause that the endpoint asks for.
    pub pause: Option<Duration>,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for Trouble {}

impl Trouble {
    fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            pause: None,
        }
    }

    /// Whether the same request may work in a moment.
    pub(crate) fn may_pass(&self) -> bool {
        let is_passing = match self.kind {
            Kind::Rate | Kind::Endpoint | Kind::Connection | Kind::Cut => true,
            Kind::Key | Kind::Request | Kind::Protocol => false,
        };
        is_passing && self.pause.is_none_or(|pause| pause <= PAUSE_MAX)
    }

    /// The answer ended before its end.
    pub(crate) fn cut(config: &Config, has_begun: bool) -> Self {
        match has_begun {
            true => Self::new(
                Kind::Cut,
                "the connection ended in the middle of the answer",
            ),
            false => Self::new(
                Kind::Protocol,
                format!(
                    "{} answered nothing of the protocol: is AGENT_BASE_URL right? It ends where \
                     {} follows, mostly with /v1",
                    config.base_url,
                    match config.api {
                        crate::Api::OpenAi => "/chat/completions",
                        crate::Api::Anthropic => "/messages",
                    }
                ),
            ),
        }
    }

    /// What an error of the client means. What the endpoint says may repeat the key.
    pub(crate) fn of(error: &Error, config: &Config) -> Self {
        let secrets = config.secrets();
        let mut trouble = Self::of_error(error, config, &secrets);
        secrets.hide_in(&mut trouble.message);
        trouble
    }

    fn of_error(error: &Error, config: &Config, secrets: &Secrets) -> Self {
        match error {
            Error::HttpError {
                status,
                body,
                headers,
                ..
            } => {
                let header = |name: &str| {
                    let text = headers.get(name)?.to_str().ok()?;
                    text.trim().parse::<f64>().ok()
                };
                let pause = header("retry-after-ms")
                    .map(|ms| ms / 1_000.0)
                    .or_else(|| header("retry-after"))
                    .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                Self::of_status(status.as_u16(), &said(body, secrets), pause, config)
            }
            Error::WebStream { error, cause, .. } => {
                Self::of_box(error.as_ref(), cause, config, secrets)
            }
            Error::ChatResponse { body, .. } => Self::new(
                Kind::Endpoint,
                format!(
                    "the endpoint failed in the middle of the answer: {}",
                    said_json(body, secrets)
                ),
            ),
            Error::StreamParse { serde_error, .. } => {
                Self::nonsense(&serde_error.to_string(), secrets)
            }
            Error::JsonValueExt(cause) => Self::nonsense(&cause.to_string(), secrets),
            Error::SerdeJson(cause) => Self::nonsense(&cause.to_string(), secrets),
            other => Self::new(Kind::Request, shortened(&other.to_string(), secrets)),
        }
    }

    fn of_box(
        error: &(dyn StdError + Send + Sync + 'static),
        cause: &str,
        config: &Config,
        secrets: &Secrets,
    ) -> Self {
        if let Some(inner) = error.downcast_ref::<Error>() {
            return Self::of_error(inner, config, secrets);
        }
        let Some(web) = error.downcast_ref::<reqwest::Error>() else {
            return Self::nonsense(cause, secrets);
        };
        let mut root: &dyn StdError = web;
        while let Some(source) = root.source() {
            root = source;
        }
        let root = shortened(&root.to_string(), secrets);
        if web.is_body() || web.is_decode() {
            return Self::new(
                Kind::Cut,
                format!("the connection ended in the middle of the answer: {root}"),
            );
        }
        if web.is_builder() {
            return Self::new(
                Kind::Request,
                format!(
                    "{} is no address: {root}; set AGENT_BASE_URL",
                    config.base_url
                ),
            );
        }
        let what = match (web.is_timeout(), web.is_connect()) {
            (true, _) => "does not answer",
            (false, true) => "cannot be reached",
            (false, false) => "ended the connection without an answer",
        };
        Self::new(
            Kind::Connection,
            format!("{} {what}: {root}", config.base_url),
        )
    }

    pub(crate) fn nonsense(cause: &str, secrets: &Secrets) -> Self {
        Self::new(
            Kind::Protocol,
            format!(
                "the endpoint sent an event that is not of its protocol: {}",
                shortened(cause, secrets)
            ),
        )
    }

    fn of_status(status: u16, said: &str, pause: Option<Duration>, config: &Config) -> Self {
        let said = match said.is_empty() {
            true => String::new(),
            false => format!(": {said}"),
        };
        let model = &config.model;
        let (kind, message) = match status {
            401 | 403 => (
                Kind::Key,
                format!("the endpoint refuses the key ({status}){said}; set AGENT_API_KEY"),
            ),
            404 => (
                Kind::Request,
                format!(
                    "{} knows no model {model:?}, or nothing is there (404){said}; set AGENT_MODEL \
                     or AGENT_BASE_URL",
                    config.base_url
                ),
            ),
            408 => (
                Kind::Connection,
                format!("the endpoint waited too long (408){said}"),
            ),
            413 => (
                Kind::Request,
                format!("the conversation is too large (413){said}; /new begins another one"),
            ),
            429 => {
                let wait = pause.map_or_else(String::new, |pause| {
                    format!("; it asks to wait {} s", pause.as_secs_f64().ceil())
                });
                (Kind::Rate, format!("too many requests (429){said}{wait}"))
            }
            500.. => (
                Kind::Endpoint,
                format!("the endpoint failed ({status}){said}"),
            ),
            _ => (
                Kind::Request,
                format!("the endpoint refuses the request ({status}){said}"),
            ),
        };
        Self {
            pause,
            ..Self::new(kind, message)
        }
    }
}

/// What the body of an error says: the message, where it is JSON.
fn said(body: &str, secrets: &Secrets) -> String {
    match serde_json::from_str::<Json>(body) {
        Ok(json) => said_json(&json, secrets),
        Err(_) => shortened(body, secrets),
    }
}

fn said_json(body: &Json, secrets: &Secrets) -> String {
    let inner = body.get("error").unwrap_or(body);
    let message = inner
        .get("message")
        .or_else(|| inner.get("detail"))
        .unwrap_or(inner);
    match message.as_str() {
        Some(text) => shortened(text, secrets),
        None => shortened(&message.to_string(), secrets),
    }
}

/// The beginning of a text, in one line. The key is hidden before: half of it would not be found.
fn shortened(text: &str, secrets: &Secrets) -> String {
    let text = secrets.hide_text(text);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SAID_BYTES_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
