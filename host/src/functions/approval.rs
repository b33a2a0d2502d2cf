//! Asking before a function is called.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value as Json;

/// Whether somebody is asked before a function is called.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum Approval {
    /// Nobody is asked.
    #[default]
    Never,
    /// Every call is asked about.
    Always,
    /// Calls are asked about whose argument this says yes to.
    When(Arc<dyn Fn(&Json) -> bool + Send + Sync>),
}

impl Approval {
    /// Asks where the predicate over the argument says so.
    #[must_use]
    pub fn when(predicate: impl Fn(&Json) -> bool + Send + Sync + 'static) -> Self {
        Self::When(Arc::new(predicate))
    }

    /// Whether any call is asked about.
    pub(crate) const fn is_possible(&self) -> bool {
        !matches!(self, Self::Never)
    }

    /// Whether a call with this argument is asked about.
    #[must_use]
    pub fn is_needed(&self, argument: &Json) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::When(predicate) => predicate(argument),
        }
    }
}

impl fmt::Debug for Approval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Never => "Never",
            Self::Always => "Always",
            Self::When(_) => "When",
        })
    }
}

/// A call that waits for a word.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ApprovalRequest {
    /// `NAMESPACE.NAME`.
    pub function: String,
    /// What the function does.
    pub description: String,
    /// Its argument, which fits its schema.
    pub argument: Json,
}

/// The word on a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The call is made.
    Approve,
    /// The call is not made; the program catches an error of the code `EAPPROVAL` with this
    /// reason.
    Refuse(String),
}

impl Decision {
    /// A refusal with its reason.
    #[must_use]
    pub fn refuse(reason: impl Into<String>) -> Self {
        Self::Refuse(reason.into())
    }
}

type Asked = Pin<Box<dyn Future<Output = Decision> + Send>>;

/// Whom to ask.
#[derive(Clone)]
pub(super) struct Approver {
    ask: Arc<dyn Fn(ApprovalRequest) -> Asked + Send + Sync>,
}

impl Approver {
    pub(super) fn new<F, R>(ask: F) -> Self
    where
        F: Fn(ApprovalRequest) -> R + Send + Sync + 'static,
        R: Future<Output = Decision> + Send + 'static,
    {
        Self {
            ask: Arc::new(move |request| Box::pin(ask(request))),
        }
    }

    pub(super) fn ask(&self, request: ApprovalRequest) -> Asked {
        (self.ask)(request)
    }
}
