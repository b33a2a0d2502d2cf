//! How a program failed, as a Rust error.

use std::fmt;

use isolate_protocol::Value;
use isolate_protocol::wire::message::Thrown;
use serde::de::DeserializeOwned;

use crate::cuts::cut_message;
use crate::limits::Limit;
use crate::outcome::{LimitExceeded, Outcome, Run, message_of};
use crate::pending::waits_for;
use crate::values::Reader;

/// Why a run has no result.
///
/// Returned by [`Outcome::into_result`](crate::Outcome::into_result) and
/// [`Run::result`](crate::Run::result).
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramError {
    kind: ProgramErrorKind,
    thrown: Box<Thrown>,
}

/// What kind of failure, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgramErrorKind {
    /// The program threw, or its promise was rejected.
    Threw,
    /// The text of the program does not parse. Nothing ran.
    Unparsable,
    /// A limit ended the program.
    Limit(Limit),
    /// The program returned a value that does not fit the type that was asked for.
    Mismatch,
    /// The program returned a value of which a part was left out: see [`Run::cuts`](field@Run::cuts).
    Cut,
    /// The program has not ended: it [waits for an answer](crate::Outcome::Suspended).
    Suspended,
    /// Others were in the way of [what it has changed](crate::Outcome::Conflict).
    Conflict,
}

impl ProgramError {
    fn new(kind: ProgramErrorKind, thrown: Thrown) -> Self {
        let thrown = Box::new(thrown);
        Self { kind, thrown }
    }

    /// An error without a name.
    fn nameless(kind: ProgramErrorKind, message: String) -> Self {
        let thrown = Thrown {
            message,
            ..Thrown::default()
        };
        Self::new(kind, thrown)
    }

    fn limit(exceeded: LimitExceeded) -> Self {
        let LimitExceeded {
            limit,
            message,
            line,
            column,
        } = exceeded;
        let thrown = Thrown {
            name: "LimitExceeded".to_owned(),
            message,
            code: Some(limit.code().to_owned()),
            line,
            column,
            ..Thrown::default()
        };
        Self::new(ProgramErrorKind::Limit(limit), thrown)
    }

    /// `path` is where the value does not fit, as a program writes it: empty for the whole result.
    fn mismatch(path: &str, reason: &impl fmt::Display) -> Self {
        let place = match path {
            "" | "." => "the result".to_owned(),
            path => format!("`{path}` of the result"),
        };
        let message = format!("{place} does not fit: {reason}");
        Self::nameless(ProgramErrorKind::Mismatch, message)
    }

    /// What kind of failure it is.
    #[must_use]
    pub const fn kind(&self) -> ProgramErrorKind {
        self.kind
    }

    /// The name of the error, such as `TypeError`; `LimitExceeded` for a limit. Empty where
    /// nothing was thrown.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.thrown.name
    }

    /// The message of the error, without its name.
    #[must_use]
    pub fn message(&self) -> &str {
        message_of(&self.thrown)
    }

    /// The code of the error, such as `ENOENT`, where it has one; that of the limit for a limit.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.thrown.code.as_deref()
    }

    /// The line of the program that it concerns, from 1, where that is known.
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        self.thrown.line
    }

    /// The column in that line, in UTF-16 units, from 1, where that is known.
    #[must_use]
    pub const fn column(&self) -> Option<u32> {
        self.thrown.column
    }

    /// What was thrown, with its stack; `None` where nothing was.
    #[must_use]
    pub fn thrown(&self) -> Option<&Thrown> {
        use ProgramErrorKind as Kind;
        matches!(self.kind, Kind::Threw | Kind::Unparsable).then_some(&*self.thrown)
    }
}

impl Run {
    /// Whether something was left out of its result: see [`cuts`](field@Self::cuts).
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// The value that the program returned, as a Rust type.
    ///
    /// The value is read as [`from_value`](crate::from_value) reads it: bytes as bytes or as a list of
    /// `u8`, a `BigInt` as any integer that holds it, a `Map` as a map, and anything else in its JSON
    /// form; `undefined` is read as `null`.
    ///
    /// ```
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, "['a', 'b']").blocking()?;
    /// let names: Vec<String> = run.result()?;
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What ended the program, where its value does not match the type, or what was left out of its
    /// value.
    pub fn result<T: DeserializeOwned>(&self) -> Result<T, ProgramError> {
        match &self.outcome {
            Outcome::Returned(_) if !self.cuts.is_empty() => Err(ProgramError::nameless(
                ProgramErrorKind::Cut,
                cut_message(&self.cuts),
            )),
            Outcome::Returned(value) => {
                serde_path_to_error::deserialize(Reader(value)).map_err(|error| {
                    let path = error.path().to_string();
                    ProgramError::mismatch(&path, error.inner())
                })
            }
            other => {
                let error = other.clone().into_result().err();
                Err(error.expect("every other outcome has no value"))
            }
        }
    }

    /// A sentence on what was left out of the returned value, with the remedy; `None` if
    /// the value is whole.
    #[must_use]
    pub fn cut_notice(&self) -> Option<String> {
        (!self.cuts.is_empty()).then(|| cut_message(&self.cuts))
    }
}

impl Outcome {
    /// The value that the program returned, or the error that ended it. A value that was cut has a
    /// [`Value::Cut`] wherever something was left out: see [`Run::cuts`](field@Run::cuts).
    ///
    /// # Errors
    ///
    /// What was thrown, the limit that ended the program, or what it waits for.
    pub fn into_result(self) -> Result<Value, ProgramError> {
        match self {
            Self::Returned(value) => Ok(value),
            Self::Threw(thrown) => Err(ProgramError::new(ProgramErrorKind::Threw, thrown)),
            Self::Unparsable(thrown) => {
                Err(ProgramError::new(ProgramErrorKind::Unparsable, thrown))
            }
            Self::LimitExceeded(exceeded) => Err(ProgramError::limit(exceeded)),
            Self::Suspended(suspended) => Err(ProgramError::nameless(
                ProgramErrorKind::Suspended,
                format!(
                    "run {} has not ended: {}",
                    suspended.run,
                    waits_for(&suspended.waiting_for)
                ),
            )),
            Self::Conflict(conflict) => Err(ProgramError::nameless(
                ProgramErrorKind::Conflict,
                conflict.text(),
            )),
        }
    }

    /// The error that ended the program; `None` where it returned, or has not ended.
    #[must_use]
    pub fn error(&self) -> Option<ProgramError> {
        match self {
            Self::Returned(_) | Self::Suspended(_) => None,
            failed => failed.clone().into_result().err(),
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(_), false) = (self.thrown(), self.name().is_empty()) {
            write!(f, "{}: ", self.name())?;
        }
        f.write_str(self.message())?;
        if let (Some(line), Some(column)) = (self.line(), self.column()) {
            write!(f, " (line {line}, column {column})")?;
        }
        Ok(())
    }
}

impl std::error::Error for ProgramError {}
