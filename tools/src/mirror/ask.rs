//! Asking a store, for a bounded time, without a runtime.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use isolate_host::CancelToken;
use isolate_text::VPath;
use isolate_text::quoting::quote;

use crate::error::{Code, ToolError};
use crate::store::wait::{Ended, wait};
use crate::store::{Capabilities, FileStore, StoreErrorKind, StoreFuture, StoreOptions};

/// Bytes of what a store says that are shown.
const MESSAGE_BYTES_MAX: usize = 500;
/// Characters of the name of a store that are shown.
const NAME_CHARS_MAX: usize = 100;

/// A store, and what is known of it.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) store: Arc<dyn FileStore>,
    pub(super) can: Capabilities,
    pub(super) options: StoreOptions,
    name: Arc<str>,
}

/// Why a store did not do what it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    name: Arc<str>,
    /// What was asked for: `read`.
    doing: &'static str,
    path: VPath,
    pub(super) cause: Cause,
}

/// What went wrong.
#[derive(Clone, Debug)]
pub(super) enum Cause {
    /// The store says so.
    Said(StoreErrorKind, String),
    /// Its answer contradicts itself, or what it has said before.
    Lie(String),
    /// More than is taken.
    TooMuch(String),
    /// It has not answered in time.
    Late(Duration),
    Cancelled,
    Panicked,
}

impl Fault {
    /// Whether the store may have done what it was asked for.
    pub(super) fn is_open(&self) -> bool {
        match &self.cause {
            Cause::Late(_) | Cause::Cancelled | Cause::Panicked | Cause::Lie(_) => true,
            Cause::Said(kind, _) => {
                matches!(kind, StoreErrorKind::Failed | StoreErrorKind::Unavailable)
            }
            Cause::TooMuch(_) => false,
        }
    }

    /// Whether the path is not as it was when it was looked at.
    pub(super) fn is_change(&self) -> bool {
        matches!(
            self.cause,
            Cause::Said(StoreErrorKind::Changed | StoreErrorKind::NotFound, _)
        )
    }

    /// Whether the call is over: no other file can be read instead.
    pub(super) fn ends_call(&self) -> bool {
        matches!(self.cause, Cause::Late(_) | Cause::Cancelled)
    }

    pub(super) fn path(&self) -> &VPath {
        &self.path
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name, doing, path, ..
        } = self;
        let path = quote(path.as_str());
        match &self.cause {
            Cause::Said(_, message) => {
                write!(f, "the store {name} could not {doing} {path}: {message}")
            }
            Cause::Lie(what) => {
                write!(
                    f,
                    "the store {name} gave a wrong answer ({doing} {path}): {what}"
                )
            }
            Cause::TooMuch(what) => write!(f, "the store {name} ({doing} {path}): {what}"),
            Cause::Late(time) => write!(
                f,
                "the store {name} has not answered for {} s ({doing} {path})",
                time.as_secs_f32()
            ),
            Cause::Cancelled => write!(
                f,
                "the call was cancelled while the store {name} was asked ({doing} {path})"
            ),
            Cause::Panicked => {
                write!(
                    f,
                    "the store {name} has failed with a panic ({doing} {path})"
                )
            }
        }
    }
}

impl From<Fault> for ToolError {
    fn from(fault: Fault) -> Self {
        let code = match &fault.cause {
            Cause::Said(kind, _) => match kind {
                StoreErrorKind::NotFound | StoreErrorKind::Changed => Code::Stale,
                StoreErrorKind::IsADirectory => Code::IsDirectory,
                StoreErrorKind::NotADirectory => Code::NotADirectory,
                StoreErrorKind::NotEmpty => Code::NotEmpty,
                StoreErrorKind::Denied => Code::Denied,
                StoreErrorKind::Full => Code::Quota,
                StoreErrorKind::Unavailable => Code::Busy,
                StoreErrorKind::Unsupported => Code::Unsupported,
                StoreErrorKind::Failed => Code::StoreFailed,
            },
            Cause::Lie(_) | Cause::Panicked => Code::StoreFailed,
            Cause::TooMuch(_) => Code::TooLarge,
            Cause::Late(_) => Code::Timeout,
            Cause::Cancelled => Code::Cancelled,
        };
        let error = Self::new(code, fault.to_string())
            .about(&fault.path)
            .with("store", &*fault.name);
        match &fault.cause {
            Cause::Late(_) => error.with_hint("try again later, or ask for less at once"),
            Cause::Said(StoreErrorKind::Unavailable, _) => error.with_hint("try again later"),
            Cause::Said(StoreErrorKind::Denied, _) => {
                error.with_hint("the store does not allow it: use another path, or tell the user")
            }
            Cause::TooMuch(_) => error.with_hint("use a narrower path"),
            _ => error,
        }
    }
}

impl Link {
    pub(super) fn new(store: Arc<dyn FileStore>, options: &StoreOptions) -> Self {
        let name: String = store.name().chars().take(NAME_CHARS_MAX).collect();
        Self {
            can: store.capabilities(),
            name: crate::text::shown(&name).into(),
            options: options.clone(),
            store,
        }
    }

    pub(super) fn patience(&self) -> Duration {
        self.options.timeout
    }

    pub(super) fn fault(&self, doing: &'static str, path: &VPath, cause: Cause) -> Fault {
        Fault {
            name: Arc::clone(&self.name),
            doing,
            path: path.clone(),
            cause,
        }
    }

    pub(super) fn lie(&self, doing: &'static str, path: &VPath, what: impl Into<String>) -> Fault {
        self.fault(doing, path, Cause::Lie(what.into()))
    }

    /// The error for what the store cannot do, by its capabilities.
    pub(super) fn lacks(&self, capability: &str, what: &str) -> ToolError {
        let name = &self.name;
        ToolError::new(
            Code::Unsupported,
            format!("the store {name} cannot {what}: it does not have the capability {capability}"),
        )
        .with("store", &**name)
        .with("capability", capability)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Asks the store, and waits for its answer.
    pub(super) fn ask<'f, T>(
        &self,
        doing: &'static str,
        path: &VPath,
        cancel: &CancelToken,
        future: impl FnOnce() -> StoreFuture<'f, T>,
    ) -> Result<T, Fault> {
        // A store that panics has failed; what it holds is its own.
        let waited = catch_unwind(AssertUnwindSafe(|| {
            wait(future(), cancel, self.options.timeout)
        }));
        let cause = match waited {
            Ok(Ok(Ok(answer))) => return Ok(answer),
            Ok(Ok(Err(error))) => {
                let message = crate::cut::head(error.message(), MESSAGE_BYTES_MAX);
                let message = quote(message).into_owned();
                let cause = Cause::Said(error.kind(), message);
                return Err(self.fault(doing, error.path().unwrap_or(path), cause));
            }
            Ok(Err(Ended::Late)) => Cause::Late(self.options.timeout),
            Ok(Err(Ended::Cancelled)) => Cause::Cancelled,
            Err(_) => Cause::Panicked,
        };
        Err(self.fault(doing, path, cause))
    }
}
