//! A run within a run: a command that a program runs, and a program that a command runs.
//!
//! The inner one has an instance of its own, and everything else of the outer one, which waits for it
//! meanwhile: its tree, its fuel, its counters, its turn to write. So what it does is done by the outer run.
//! It cannot have another within it.

mod answer;
mod request;

use isolate_protocol::{ErrorCode, StateError};
use serde::{Deserialize, Serialize};

pub(crate) use answer::{Ended, Wants, answered, aside, ended, wants_all};
pub(crate) use request::{Asked, May, asked};

/// Which commands programs may run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExecRules {
    /// As [`ShellRequest::allowed_commands`](crate::ShellRequest::allowed_commands) has them, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) allowed: Option<Vec<String>>,
}

/// What a run has of those within it, and what is kept of that while it is put away.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Within {
    /// The seed of the run, from which theirs follow.
    pub(crate) seed: u64,
    /// How many there were.
    pub(crate) count: u64,
    /// Whether its program may run commands.
    pub(crate) exec: Option<ExecRules>,
}

impl Within {
    /// The seed of the next one.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.count += 1;
        mixed(self.seed ^ mixed(self.count))
    }
}

/// The finaliser of SplitMix64.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// The error where too many runs have others within them.
pub(crate) fn no_room(asked: &Asked) -> StateError {
    let text = "too many runs have a run within them now: try again later";
    refused(ErrorCode::Busy, asked.name(), text)
}

fn refused(code: ErrorCode, name: &str, text: &str) -> StateError {
    StateError {
        code,
        is_argument_error: false,
        message: format!("{name}: {text}"),
        path: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_within_has_a_seed_of_its_own() {
        let seeds = |seed| {
            let mut within = Within {
                seed,
                ..Within::default()
            };
            [within.next_seed(), within.next_seed(), within.next_seed()]
        };
        let (one, other) = (seeds(1), seeds(2));
        assert_eq!(one, seeds(1));
        let mut all = [one, other].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
    }
}
