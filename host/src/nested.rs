//! A run within a run: a command that a program runs, and a program that a command runs.
//!
//! The inner one has an instance of its own, and everything else of the outer one, which waits for it
//! meanwhile: its tree, its fuel, its counters, its turn to write. So what it does is done by the outer run.
//! It cannot have another within it.

mod answer;
mod request;

use std::sync::Arc;

use isolate_protocol::wire::message::Start;
use isolate_protocol::wire::shell::Command;
use isolate_protocol::{ErrorCode, StateError};
use serde::{Deserialize, Serialize};

use crate::abi::{Beginning, Template};
use crate::error::Error;
use crate::limits::Limits;

pub(crate) use answer::{Ended, answered};
pub(crate) use request::{Asked, asked};

/// Bytes of each output of a command that its program is answered.
const OUTPUT_BYTES_MAX: u32 = 32 << 20;

/// Which commands programs may run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExecRules {
    /// As [`ShellRequest::allowed_commands`](crate::ShellRequest::allowed_commands) has them, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) allowed: Option<Vec<String>>,
}

/// What a run within another needs of the sandbox.
pub(crate) trait Guests: Send + Sync {
    /// What instances that run programs are created from.
    fn programs(&self) -> &Template;

    /// What instances that run commands are created from.
    fn shell(&self) -> Result<&Template, Error>;

    /// Takes room for one more instance; whether there was some. Nobody waits for it: each outer run would
    /// wait for others that wait for the same.
    fn enter(&self) -> bool;

    /// Gives it back.
    fn leave(&self);
}

/// The room for the instance of a run within another, until this is dropped.
pub(crate) struct Entered(Arc<dyn Guests>);

impl Entered {
    pub(crate) fn of(guests: &Arc<dyn Guests>) -> Option<Self> {
        guests.enter().then(|| Self(Arc::clone(guests)))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// Whether the guest of a run may have another run within it.
#[derive(Default)]
pub(crate) enum Nesting {
    /// It is none that anybody has asked for.
    #[default]
    Refused,
    /// It is within another run itself.
    Inner,
    Open(Box<Outer>),
}

/// What is known of a run that another may be within.
#[derive(Clone)]
pub(crate) struct Outer {
    pub(crate) guests: Arc<dyn Guests>,
    pub(crate) limits: Limits,
    pub(crate) file_bytes_max: u64,
    pub(crate) is_javascript_only: bool,
    pub(crate) is_code_from_text_refused: bool,
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

impl Outer {
    /// What the inner run begins with.
    pub(crate) fn beginning(&self, asked: &mut Asked, within: &mut Within) -> Beginning {
        let seed = within.next_seed();
        match asked {
            Asked::Command(wanted) => Beginning::Command(Command {
                source: std::mem::take(&mut wanted.command),
                directory: std::mem::take(&mut wanted.directory),
                environment: std::mem::take(&mut wanted.environment),
                stdin: std::mem::take(&mut wanted.stdin),
                seed,
                now_ms: wanted.now_ms,
                output_bytes_max: OUTPUT_BYTES_MAX,
                allowed: within.exec.as_ref().and_then(|rules| rules.allowed.clone()),
                session: None,
            }),
            Asked::Program(program) => Beginning::Program(Start {
                source: std::mem::take(&mut program.source),
                input: None,
                seed,
                now_ms: program.now_ms,
                functions: Vec::new(),
                is_javascript_only: program.is_javascript_only || self.is_javascript_only,
                is_code_from_text_refused: self.is_code_from_text_refused,
                result_bytes_max: self.limits.result_bytes,
                log_entry_bytes_max: u32::MAX,
                file_bytes_max: self.file_bytes_max,
                // It says why it cannot be called.
                has_exec: true,
                process: Some(std::mem::take(&mut program.process)),
            }),
        }
    }

    /// What instances of the inner run are created from.
    pub(crate) fn template(&self, asked: &Asked) -> Result<&Template, Error> {
        match asked {
            Asked::Command(_) => self.guests.shell(),
            Asked::Program(_) => Ok(self.guests.programs()),
        }
    }
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
