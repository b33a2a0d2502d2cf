//! A code-mode agent: a model writes programs, the sandbox runs them on durable files.
//!
//! An [`Agent`] holds a conversation. Its [`Model`] is any endpoint that speaks OpenAI's chat
//! completions or Anthropic's messages; its [`Toolset`] are the tools that the model is given, which
//! for code mode is one: `run`. A [`Session`] adds what a person wants: to see what changed, and to
//! take back a whole turn. It can work on a directory of the disk, a [`Folder`], and let several agents
//! try a task at the same time, each on a branch of the workspace.
//!
//! Invariants:
//! - A conversation is always one that an endpoint accepts: every call of a tool has an answer.
//! - No message and no result is lost when an endpoint fails in the middle of a turn.
//! - What a model or a program wrote reaches a terminal only with its control characters escaped.

#![forbid(unsafe_code)]

mod agent;
mod attempt;
mod attempts;
mod calls;
mod changes;
mod config;
mod folder;
mod heard;
mod model;
mod partial;
#[doc(hidden)]
pub mod scripted;
mod session;
mod stop;
mod terminal;
mod toolset;
mod trouble;

pub use agent::{Agent, End, Stats, Turn, Ui};
pub use attempt::{ATTEMPTS_MAX, Choice};
pub use changes::Kept;
pub use config::{Api, Config};
pub use folder::{Asking, Folder};
pub use heard::Piece;
pub use model::{Answer, Model};
pub use session::{Next, Session};
pub use stop::Stop;
pub use terminal::{Colours, Terminal, escaped};
pub use toolset::{CallOutcome, CodeMode, Toolset};
pub use trouble::{Kind, Trouble};
