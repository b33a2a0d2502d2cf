//! An attempt at a task, one of several.

use crate::agent::{Agent, Turn};

/// Most attempts at a time.
pub const ATTEMPTS_MAX: usize = 8;

/// An attempt that has ended.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// The branch that it worked on.
    pub(crate) branch: String,
    /// Its conversation.
    pub(crate) agent: Agent,
    pub(crate) turn: Turn,
}

/// Which attempt is kept without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one with this number, from 1, if it ended with an answer.
    Number(usize),
    /// The first one, by number, that ended with an answer.
    First,
}

impl std::str::FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("first", _) => Ok(Self::First),
            (_, Ok(number @ 1..=ATTEMPTS_MAX)) => Ok(Self::Number(number)),
            _ => Err(format!("a number from 1 to {ATTEMPTS_MAX}, or first")),
        }
    }
}
