//! A conversation: messages, calls of tools, and their results.

use std::sync::Arc;
use std::time::{Duration, Instant};

use genai::chat::{
    ChatMessage, ChatRequest, ChatRole, ContentPart, MessageContent, Tool, ToolCall, ToolResponse,
};

use isolate_host::exact_json;
use isolate_host::vfs::RunId;

use crate::heard::Piece;
use crate::model::{Answer, Missed, Model};
use crate::stop::Stop;
use crate::toolset::{CallOutcome, Toolset};
use crate::trouble::{PAUSE_MAX, Trouble};

/// Requests and calls of one turn. The default.
const STEPS_MAX: usize = 50;
/// How often a request with a temporary failure is retried.
const RETRIES_MAX: u32 = 4;
/// The first pause before that; each is twice as long as the one before.
const PAUSE_FIRST: Duration = Duration::from_millis(500);
/// Characters of arguments that an error repeats.
const ARGUMENTS_SHOWN: usize = 200;

/// Receives the events of a turn, to show them.
pub trait Ui {
    /// More of an answer.
    fn piece(&mut self, piece: Piece<'_>);
    /// A call of a tool begins.
    fn begins(&mut self, call: &ToolCall);
    /// A call of a tool has ended.
    fn ended(&mut self, call: &ToolCall, done: &CallOutcome);
    /// Something worth knowing, such as a pause.
    fn note(&mut self, text: &str);
}

/// How a turn ended.
#[derive(Clone, Debug)]
pub enum End {
    /// The model answered without a call of a tool.
    Answered(String),
    /// It was stopped.
    Stopped,
    /// The endpoint gave no answer. The conversation is as it was before this request, with what
    /// the programs before it did.
    Failed(Trouble),
    /// The model called tools until the bound was reached.
    Bounded,
}

/// Counts of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Requests to the endpoint, those that failed included.
    pub requests: usize,
    /// Calls of tools.
    pub calls: usize,
    /// Calls of tools that failed.
    pub calls_failed: usize,
    /// Tokens of all requests, as the endpoint counts them.
    pub tokens_in: u64,
    /// Tokens of all answers.
    pub tokens_out: u64,
    /// The longest time between an answer and the next request that was the agent's own: without
    /// the programs.
    pub own_max: Duration,
    /// The whole turn.
    pub wall: Duration,
}

/// The result of a turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// How it ended.
    pub end: End,
    /// The operations in the history that it made, in their order.
    pub ops: Vec<RunId>,
    /// Counts.
    pub stats: Stats,
}

/// A conversation with a model that has tools.
#[derive(Clone)]
pub struct Agent {
    model: Model,
    toolset: Arc<dyn Toolset>,
    system: String,
    tools: Vec<Tool>,
    messages: Vec<ChatMessage>,
    remarks: Vec<String>,
    steps_max: usize,
    pause_first: Duration,
}

impl std::fmt::Debug for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent")
            .field("model", &self.model)
            .field("messages", &self.messages.len())
            .finish_non_exhaustive()
    }
}

impl Agent {
    /// A new conversation.
    #[must_use]
    pub fn new(model: Model, toolset: Arc<dyn Toolset>) -> Self {
        let tools = toolset.tools().into_iter().map(|spec| {
            Tool::new(spec.name)
                .with_description(spec.description)
                .with_schema(spec.input)
        });
        Self {
            model,
            system: toolset.system(),
            tools: tools.collect(),
            toolset,
            messages: Vec::new(),
            remarks: Vec::new(),
            steps_max: STEPS_MAX,
            pause_first: PAUSE_FIRST,
        }
    }

    /// A conversation with the same beginning, which goes on with the same tools over other files.
    #[must_use]
    pub fn fork(&self, toolset: Arc<dyn Toolset>) -> Self {
        let mut fork = self.clone();
        fork.toolset = toolset;
        fork
    }

    /// Makes the conversation go on with the same tools over other files.
    pub fn set_toolset(&mut self, toolset: Arc<dyn Toolset>) {
        self.toolset = toolset;
    }

    /// Bounds the requests of a turn, and its calls of tools. Default: 50.
    #[must_use]
    pub const fn with_steps_max(mut self, steps_max: usize) -> Self {
        self.steps_max = steps_max;
        self
    }

    /// The pause before the first retry after a temporary failure, unless the endpoint asks for
    /// another one. Each pause is twice as long as the one before. Default: 0.5 s.
    #[must_use]
    pub const fn with_pause(mut self, pause_first: Duration) -> Self {
        self.pause_first = pause_first;
        self
    }

    /// The model.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// What a model reads before the conversation: its rules, and each of its tools as JSON.
    #[must_use]
    pub fn preamble(&self) -> Vec<String> {
        let tools = self
            .tools
            .iter()
            .filter_map(|tool| serde_json::to_string(tool).ok());
        std::iter::once(self.system.clone()).chain(tools).collect()
    }

    /// The conversation: the texts of each message, and whether it is an answer of the model. A
    /// call of a tool is its name and its arguments.
    #[must_use]
    pub fn transcript(&self) -> Vec<(bool, Vec<String>)> {
        let texts = |message: &ChatMessage| -> Vec<String> {
            let parts = message.content.parts().iter();
            let texts = parts.filter_map(|part| match part {
                ContentPart::Text(text) => Some(text.clone()),
                ContentPart::ToolCall(call) => {
                    Some(format!("{}{}", call.fn_name, call.fn_arguments))
                }
                ContentPart::ToolResponse(response) => Some(response.content.clone()),
                _ => None,
            });
            texts.collect()
        };
        let messages = self.messages.iter();
        messages
            .map(|message| (matches!(message.role, ChatRole::Assistant), texts(message)))
            .collect()
    }

    /// Forgets the conversation. Files are kept.
    pub fn forget(&mut self) {
        self.messages.clear();
        self.remarks.clear();
    }

    /// Adds a note for the model to the next message.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// Whether the last turn can be continued: the last message has no answer.
    #[must_use]
    pub fn awaits_answer(&self) -> bool {
        let last = self.messages.last();
        last.is_some_and(|message| !matches!(message.role, ChatRole::Assistant))
    }

    /// Sends a message and lets the model work until it answers. Without a message, continues the
    /// last turn.
    pub async fn turn(&mut self, said: Option<&str>, ui: &mut dyn Ui, stop: &Stop) -> Turn {
        if let Some(said) = said {
            let mut text = String::new();
            for remark in self.remarks.drain(..) {
                text.push_str(&format!("[{remark}]\n\n"));
            }
            text.push_str(said);
            self.messages.push(ChatMessage::user(text));
        }
        let mut work = Work {
            started: Instant::now(),
            own_since: Instant::now(),
            ops: Vec::new(),
            stats: Stats::default(),
        };
        let end = self.work(&mut work, ui, stop).await;
        work.stats.wall = work.started.elapsed();
        Turn {
            end,
            ops: work.ops,
            stats: work.stats,
        }
    }

    async fn work(&mut self, work: &mut Work, ui: &mut dyn Ui, stop: &Stop) -> End {
        for _ in 0..self.steps_max {
            let answer = match self.ask(work, ui, stop).await {
                Ok(answer) => answer,
                Err(Missed::Trouble(trouble)) => return End::Failed(trouble),
                Err(Missed::Stopped(said)) => {
                    let said = said.trim_end();
                    if !said.is_empty() {
                        let text = format!("{said}\n[stopped by the user]");
                        self.messages.push(ChatMessage::assistant(text));
                    }
                    return End::Stopped;
                }
            };
            work.stats.tokens_in += answer.tokens_in;
            work.stats.tokens_out += answer.tokens_out;
            self.messages.extend(answer.message.clone());
            if answer.calls.is_empty() {
                if answer.message.is_none() || answer.is_cut_off {
                    ui.note(&unfinished(&answer));
                }
                return End::Answered(answer.text);
            }
            let mut responses = Vec::new();
            for call in &answer.calls {
                let done = self.perform(call, answer.is_cut_off, work, ui, stop).await;
                responses.push(ToolResponse::from_tool_call(call, done.text));
            }
            let responses = MessageContent::from_tool_responses(responses);
            self.messages
                .push(ChatMessage::new(ChatRole::Tool, responses));
            if stop.is_stopped() {
                return End::Stopped;
            }
            if work.stats.calls >= self.steps_max {
                return End::Bounded;
            }
        }
        End::Bounded
    }

    /// The next answer; temporary failures are retried.
    async fn ask(&self, work: &mut Work, ui: &mut dyn Ui, stop: &Stop) -> Result<Answer, Missed> {
        let mut pause = self.pause_first;
        for attempt in 0.. {
            let mut request = ChatRequest::new(self.messages.clone()).with_system(&*self.system);
            request = request.with_tools(self.tools.clone());
            work.stats.requests += 1;
            let mut own = None;
            let answered = self
                .model
                .answer(
                    request,
                    &mut || own = Some(work.own_since.elapsed()),
                    &mut |piece| ui.piece(piece),
                    stop,
                )
                .await;
            work.stats.own_max = work.stats.own_max.max(own.unwrap_or_default());
            let trouble = match answered {
                Err(Missed::Trouble(trouble)) if trouble.may_pass() && attempt < RETRIES_MAX => {
                    trouble
                }
                other => {
                    work.own_since = Instant::now();
                    return other;
                }
            };
            let wait = trouble.pause.unwrap_or(pause).min(PAUSE_MAX);
            pause *= 2;
            let seconds = wait.as_secs_f64();
            ui.note(&format!("{trouble}; asking again in {seconds:.1} s"));
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.stopped() => return Err(Missed::Stopped(String::new())),
            }
            work.own_since = Instant::now();
        }
        unreachable!("the last attempt answers")
    }

    async fn perform(
        &self,
        call: &ToolCall,
        is_cut_off: bool,
        work: &mut Work,
        ui: &mut dyn Ui,
        stop: &Stop,
    ) -> CallOutcome {
        ui.begins(call);
        let done = if stop.is_stopped() {
            CallOutcome::refused("not run: the user has stopped this turn".to_owned())
        } else if work.stats.calls >= self.steps_max {
            CallOutcome::refused(format!(
                "not run: a turn has at most {} calls; say what is done and what is left",
                self.steps_max
            ))
        } else if !call.fn_arguments.is_object() {
            CallOutcome::refused(broken(call, is_cut_off))
        } else {
            let (toolset, cancel) = (Arc::clone(&self.toolset), stop.cancel().clone());
            let (name, arguments) = (call.fn_name.clone(), call.fn_arguments.clone());
            let begun = Instant::now();
            let done =
                tokio::task::spawn_blocking(move || toolset.call(&name, arguments, &cancel)).await;
            // The time of the program is not time of the agent.
            work.own_since += begun.elapsed();
            done.unwrap_or_else(|fault| CallOutcome::refused(format!("the tool failed: {fault}")))
        };
        work.stats.calls += 1;
        work.stats.calls_failed += usize::from(!done.is_ok);
        work.ops.extend(done.run_id);
        ui.ended(call, &done);
        done
    }
}

/// A turn in progress.
struct Work {
    started: Instant,
    /// When the agent's own time began, moved forward by the time of programs.
    own_since: Instant,
    ops: Vec<RunId>,
    stats: Stats,
}

fn unfinished(answer: &Answer) -> String {
    let reason = answer.stop_reason.as_deref().unwrap_or("no reason given");
    match answer.message {
        Some(_) => format!("the answer was cut off at the model's limit ({reason}); say \"go on\""),
        None => format!("the model answered nothing ({reason})"),
    }
}

/// The error for a call whose arguments are not an object.
fn broken(call: &ToolCall, is_cut_off: bool) -> String {
    let text = match call.fn_arguments.as_str() {
        Some(text) => text.to_owned(),
        None => call.fn_arguments.to_string(),
    };
    let why = match exact_json(text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(_) => "they are another value".to_owned(),
    };
    let shown: String = text.chars().take(ARGUMENTS_SHOWN).collect();
    let next = match is_cut_off {
        true => "the answer was cut off at the limit of its length: write a shorter program",
        false => "call it again with an object such as {\"code\": \"async () => …\"}",
    };
    format!(
        "nothing was run: the arguments of {} are no JSON object ({why}); {next}. They begin: {shown}",
        call.fn_name
    )
}
