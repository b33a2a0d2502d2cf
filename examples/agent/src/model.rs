//! An endpoint, asked for the next answer of a conversation.

use std::sync::Once;
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures_util::StreamExt as _;
use genai::adapter::AdapterKind;
use genai::chat::{
    CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatStream, ChatStreamEvent, ContentPart,
    MessageContent, ReasoningEffort, StopReason, StreamEnd, ToolCall,
};
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, ModelIden, ServiceTarget};
use isolate_host::{Secrets, exact_json};
use serde_json::{Map, Value as Json};

use crate::calls::Calls;
use crate::config::{Api, Config};
use crate::heard::{Heard, Piece};
use crate::stop::Stop;
use crate::trouble::Trouble;

/// How long an endpoint may take to take a connection.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// How long it may send nothing: models think for minutes.
const SILENCE_MAX: Duration = Duration::from_secs(300);
/// The largest answer, in bytes: hundreds of times what a model writes at once.
const ANSWER_BYTES_MAX: usize = 64 << 20;
/// How often a pending request is reported as such.
const TICK: Duration = Duration::from_millis(120);

/// A model behind an endpoint.
#[derive(Clone, Debug)]
pub struct Model {
    client: Client,
    config: Config,
    /// The key, which an endpoint may repeat in an answer.
    secrets: Secrets,
    options: ChatOptions,
}

/// An answer.
#[derive(Debug, Default)]
pub struct Answer {
    /// The message that is added to the conversation; none for an answer without content.
    pub(crate) message: Option<ChatMessage>,
    /// The tools that it calls.
    pub calls: Vec<ToolCall>,
    /// What it says.
    pub text: String,
    /// Whether it was cut off, because it had become too long.
    pub is_cut_off: bool,
    /// Why it ended, in the words of the endpoint.
    pub stop_reason: Option<String>,
    /// Tokens of the request, as the endpoint counts them.
    pub tokens_in: u64,
    /// Tokens of the answer.
    pub tokens_out: u64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Missed {
    /// The turn was stopped; the text that had arrived.
    Stopped(String),
    /// Something went wrong.
    Trouble(Trouble),
}

impl Model {
    /// A model behind an endpoint. Nothing is asked yet.
    ///
    /// # Errors
    /// When there are no certificates to trust, for an endpoint over TLS.
    pub fn new(config: Config) -> Result<Self> {
        static PROVIDER: Once = Once::new();
        // An embedder may have chosen another one.
        PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let web = reqwest::Client::builder()
            .connect_timeout(CONNECT_MAX)
            .read_timeout(SILENCE_MAX)
            .user_agent("isolate-agent")
            .build()
            .context("no client for HTTP")?;
        let mut options = ChatOptions::default()
            .with_capture_content(true)
            .with_capture_reasoning_content(true)
            .with_capture_tool_calls(config.api == Api::Anthropic)
            .with_capture_usage(true);
        match config.api {
            // The prompt is the same in every request of a turn.
            Api::Anthropic => options = options.with_cache_control(CacheControl::Ephemeral),
            // The client takes `-high` at the end of a name for an effort, unless one is given;
            // this protocol has no budget, so none is sent.
            Api::OpenAi => options = options.with_reasoning_effort(ReasoningEffort::Budget(0)),
        }
        Ok(Self {
            client: Client::builder().with_reqwest(web).build()?,
            secrets: config.secrets(),
            config,
            options,
        })
    }

    /// Where it is.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    fn target(&self) -> ServiceTarget {
        let adapter = match self.config.api {
            Api::OpenAi => AdapterKind::OpenAI,
            Api::Anthropic => AdapterKind::Anthropic,
        };
        // An endpoint that needs no key accepts any.
        let key = match self.config.key.as_str() {
            "" => "none",
            key => key,
        };
        ServiceTarget {
            endpoint: Endpoint::from_owned(self.config.base_url.as_str()),
            auth: AuthData::from_single(key),
            model: ModelIden::new(adapter, self.config.model.as_str()),
        }
    }

    /// The next answer of a conversation. `sent` is called when the request is made.
    pub(crate) async fn answer(
        &self,
        request: ChatRequest,
        sent: &mut dyn FnMut(),
        told: &mut dyn FnMut(Piece<'_>),
        stop: &Stop,
    ) -> Result<Answer, Missed> {
        let response = self
            .client
            .exec_chat_stream(self.target(), request, Some(&self.options))
            .await;
        sent();
        let response =
            response.map_err(|error| Missed::Trouble(Trouble::of(&error, &self.config)))?;
        let mut heard = Heard::new(&self.secrets, told);
        let mut calls = Calls::new(self.config.api == Api::Anthropic);
        let end = self
            .hear(response.stream, &mut heard, &mut calls, stop)
            .await;
        // All that has come is told, also of an answer that is not whole.
        let said = heard.finish();
        match end.map_err(Missed::Trouble)? {
            Some(end) => Ok(answered(end, calls, &self.secrets)),
            None => Err(Missed::Stopped(said)),
        }
    }

    /// Takes an answer as it comes, to its end; `None` if the turn is stopped before.
    async fn hear(
        &self,
        mut stream: ChatStream,
        heard: &mut Heard<'_>,
        calls: &mut Calls,
        stop: &Stop,
    ) -> Result<Option<StreamEnd>, Trouble> {
        let mut bytes = 0_usize;
        let mut has_begun = false;
        loop {
            let event = tokio::select! {
                event = stream.next() => event,
                () = stop.stopped() => return Ok(None),
                () = tokio::time::sleep(TICK) => {
                    heard.nothing();
                    continue;
                }
            };
            let event = match event {
                None => return Err(Trouble::cut(&self.config, has_begun)),
                Some(Err(error)) => return Err(Trouble::of(&error, &self.config)),
                Some(Ok(event)) => event,
            };
            match event {
                ChatStreamEvent::Start | ChatStreamEvent::Heartbeat => continue,
                ChatStreamEvent::Chunk(chunk) => {
                    bytes += chunk.content.len();
                    heard.text(&chunk.content);
                }
                ChatStreamEvent::ReasoningChunk(chunk) => {
                    bytes += chunk.content.len();
                    heard.thinking(&chunk.content);
                }
                ChatStreamEvent::ThoughtSignatureChunk(_) => {}
                ChatStreamEvent::ToolCallChunk(chunk) => {
                    let (index, arguments) = calls
                        .add(&chunk.tool_call)
                        .map_err(|wrong| Trouble::nonsense(&wrong, &self.secrets))?;
                    heard.arguments(index, arguments);
                }
                ChatStreamEvent::End(end) => return Ok(Some(end)),
            }
            if bytes.saturating_add(calls.bytes()) > ANSWER_BYTES_MAX {
                let wrong = format!("an answer of more than {ANSWER_BYTES_MAX} bytes");
                return Err(Trouble::nonsense(&wrong, &self.secrets));
            }
            has_begun = true;
        }
    }
}

/// `calls` are those that the client has not captured itself.
fn answered(end: StreamEnd, calls: Calls, secrets: &Secrets) -> Answer {
    let mut answer = Answer::default();
    if let Some(usage) = &end.captured_usage {
        let count = |tokens: Option<i32>| tokens.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        answer.tokens_in = count(usage.prompt_tokens);
        answer.tokens_out = count(usage.completion_tokens);
    }
    answer.stop_reason = end.captured_stop_reason.map(|reason| match reason {
        StopReason::MaxTokens(said) => {
            answer.is_cut_off = true;
            said
        }
        StopReason::Completed(said)
        | StopReason::ToolCall(said)
        | StopReason::ContentFilter(said)
        | StopReason::StopSequence(said)
        | StopReason::Other(said) => said,
    });
    if let Some(reason) = &mut answer.stop_reason {
        secrets.hide_in(reason);
    }
    let mut parts = end
        .captured_content
        .map(MessageContent::into_parts)
        .unwrap_or_default();
    let has_captured = parts
        .iter()
        .any(|part| matches!(part, ContentPart::ToolCall(_)));
    if !has_captured {
        parts.extend(calls.into_calls().map(ContentPart::ToolCall));
    } else {
        calls.restore(&mut parts);
    }
    for part in &mut parts {
        match part {
            ContentPart::Text(text) => {
                *text = hidden(text, secrets);
                answer.text.push_str(text);
            }
            ContentPart::ReasoningContent(text) => *text = hidden(text, secrets),
            ContentPart::ToolCall(call) => {
                // Some write the object as JSON in a text.
                if let Some(inner) = call.fn_arguments.as_str()
                    && let Ok(object @ Json::Object(_)) = exact_json(inner.as_bytes())
                {
                    call.fn_arguments = object;
                }
                secrets.hide_in_json(&mut call.fn_arguments);
                secrets.hide_in(&mut call.fn_name);
                secrets.hide_in(&mut call.call_id);
                answer.calls.push(call.clone());
                // Arguments that are not an object are not sent back to the endpoint, which would refuse them.
                if !call.fn_arguments.is_object() {
                    call.fn_arguments = Json::Object(Map::new());
                }
            }
            _ => {}
        }
    }
    let has_content = !answer.text.trim().is_empty() || !answer.calls.is_empty();
    if has_content {
        let content = MessageContent::from_parts(parts);
        let has_reasoning = content.contains_reasoning_content();
        let mut message = ChatMessage::assistant(content);
        // Some models need their own reasoning between calls.
        if !has_reasoning && !answer.calls.is_empty() {
            let reasoning = end.captured_reasoning_content;
            message = message.with_reasoning_content(reasoning.map(|text| hidden(&text, secrets)));
        }
        answer.message = Some(message);
    }
    answer
}

/// What is kept of a text: no key, and no beginning of one at its end.
fn hidden(text: &str, secrets: &Secrets) -> String {
    let mut stream = secrets.stream();
    let mut kept = stream.push(text);
    kept.push_str(&stream.finish());
    kept
}
