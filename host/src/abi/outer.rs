//! What a run that another is within gives to that one.

use std::sync::Arc;

use isolate_protocol::wire::message::Start;
use isolate_protocol::wire::shell::Command;

use super::{Beginning, Template};
use crate::error::Error;
use crate::limits::Limits;
use crate::nested::{Asked, May, Within};

/// Bytes of each output of a command that its program is answered.
const OUTPUT_BYTES_MAX: u32 = 32 << 20;

/// What a run within another needs of the sandbox.
pub(crate) trait Guests: Send + Sync {
    /// What instances that run programs are created from.
    fn of_programs(&self) -> &Template;

    /// What instances that run commands are created from.
    fn of_commands(&self) -> Result<&Template, Error>;

    /// Takes room for one more instance; whether there was some. Nobody waits for it: each outer run would
    /// wait for others that wait for the same.
    fn enter(&self, lasts: Lasts) -> bool;

    /// Gives it back.
    fn leave(&self, lasts: Lasts);
}

/// How long the instance of a run within another lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lasts {
    /// For one call of the run around it.
    Call,
    /// It steps aside, and lasts until it ends.
    Long,
}

/// The room for the instance of a run within another, until this is dropped.
pub(crate) struct Entered(Arc<dyn Guests>, Lasts);

impl Entered {
    pub(crate) fn of(guests: &Arc<dyn Guests>, lasts: Lasts) -> Option<Self> {
        guests.enter(lasts).then(|| Self(Arc::clone(guests), lasts))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.0.leave(self.1);
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

impl Nesting {
    /// What the guest may ask for.
    pub(super) const fn may(&self, within: &Within) -> May {
        match self {
            Self::Refused => May::Nothing,
            Self::Inner => May::NoMore,
            Self::Open(_) if within.exec.is_some() => May::Both,
            Self::Open(_) => May::Programs,
        }
    }
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
            Asked::Command(_) => self.guests.of_commands(),
            Asked::Program(_) => Ok(self.guests.of_programs()),
        }
    }
}
