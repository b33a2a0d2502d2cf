//! What a run waits for.

use std::time::SystemTime;

use isolate_vfs::RunId;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// What a call waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Awaits {
    /// An approval, before the function is called.
    #[default]
    Approval,
    /// The answer of a function that was called and is
    /// [answered later](crate::FunctionMut::answered_later).
    Answer,
    /// An approval of all that the run has changed, before it is taken over:
    /// [`RunOptions::review`](fn@crate::RunOptions::review).
    Review,
    /// The answer of a function that was called and takes long; [`PendingCall::state`] says how far it is.
    Function,
}

impl Awaits {
    /// A stable word: `approval`, `answer`, `review` or `function`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approval => "approval",
            Self::Answer => "answer",
            Self::Review => "review",
            Self::Function => "function",
        }
    }
}

/// How far a function is that was called by a run and has not answered, while the run is put away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum CallState {
    /// It is under way in this process, which keeps its answer in the workspace when it comes. The run goes on
    /// with the answers of other calls meanwhile.
    UnderWay,
    /// It is under way in another process, as far as can be seen. The run does not go on here until it has
    /// answered.
    UnderWayElsewhere,
    /// Its process has ended, or has given it up. It only reads, or is
    /// [idempotent](crate::FunctionMut::idempotent): it is called again when the run is resumed.
    Interrupted,
    /// The same of any other function: whether it has done its work is not known, and it is not called
    /// again. Somebody has to give its answer, as that of a function that is answered later; the run goes on
    /// with the answers of other calls meanwhile.
    Unknown,
}

impl CallState {
    /// That of a call that nobody works on any more.
    pub(crate) const fn given_up(is_repeatable: bool) -> Self {
        match is_repeatable {
            true => Self::Interrupted,
            false => Self::Unknown,
        }
    }

    /// A stable word: `underWay`, `underWayElsewhere`, `interrupted` or `unknown`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnderWay => "underWay",
            Self::UnderWayElsewhere => "underWayElsewhere",
            Self::Interrupted => "interrupted",
            Self::Unknown => "unknown",
        }
    }

    /// What it means, as the end of a sentence about the call.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::UnderWay => "is under way in this process, which keeps its answer when it comes",
            Self::UnderWayElsewhere => {
                "is under way in another process, which keeps its answer when it comes"
            }
            Self::Interrupted => {
                "was interrupted before it answered; it is called again when the run is resumed"
            }
            Self::Unknown => {
                "was interrupted before it answered: whether it has done its work is not known, and it is not called again"
            }
        }
    }
}

/// A call of a function with which a run was put away: it waits for an approval or for its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PendingCall {
    /// Its number in the run.
    pub call: u32,
    /// `NAMESPACE.NAME`; `state.approve` where the program itself asks, and `state.review` where all that it
    /// has changed is to be approved.
    pub function: String,
    /// What it waits for.
    #[serde(default)]
    pub awaits: Awaits,
    /// How far it is, if it waits for the answer of a function that takes long and has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<CallState>,
    /// What the function does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its argument; for `state.approve` what the program says, and for `state.review` how many paths were
    /// created, changed and deleted, and the first of them.
    pub argument: Json,
    /// What an approval is bound to: a digest of the function, the argument, and what the run has changed
    /// so far. It differs where one of them does.
    pub digest: String,
}

/// A run that was put away while it waits.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Suspended {
    /// Its number in the history of its workspace.
    pub run: RunId,
    /// What it waits for.
    pub waiting_for: Vec<PendingCall>,
    /// Until when it waits; if it is resumed later, its calls fail with `ETIMEDOUT`.
    pub until: SystemTime,
}

/// What a run waits for, in words.
pub(crate) fn waits_for(calls: &[PendingCall]) -> String {
    match calls {
        [] => "all of its calls have an answer: resume it".to_owned(),
        calls => {
            let shown: Vec<String> = calls
                .iter()
                .map(|call| format!("{} (call {})", call.function, call.call))
                .collect();
            format!("it waits for {}", shown.join(", "))
        }
    }
}
