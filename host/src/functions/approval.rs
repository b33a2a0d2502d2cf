//! Approvals of calls.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value as Json;

use super::scope::RunContext;

/// Whether an approval is needed before a function is called.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum Approval {
    /// No call needs an approval.
    #[default]
    Never,
    /// Every call needs an approval.
    Always,
    /// A call needs an approval if this predicate is true for its argument.
    When(Arc<dyn Fn(&Json) -> bool + Send + Sync>),
}

impl Approval {
    /// A call needs an approval if the predicate is true for its argument.
    #[must_use]
    pub fn when(predicate: impl Fn(&Json) -> bool + Send + Sync + 'static) -> Self {
        Self::When(Arc::new(predicate))
    }

    /// Whether any call can need an approval.
    pub(crate) const fn is_possible(&self) -> bool {
        !matches!(self, Self::Never)
    }

    /// Whether a call with this argument needs an approval.
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

/// A call that waits for an approval.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ApprovalRequest {
    /// `NAMESPACE.NAME`.
    pub function: String,
    /// What the function does.
    pub description: String,
    /// Its argument, which matches its schema.
    pub argument: Json,
    pub(crate) context: RunContext,
}

impl ApprovalRequest {
    /// The value of this type that the run was started with, such as the user it runs for:
    /// [`RunOptions::context`](fn@crate::RunOptions::context).
    ///
    /// ```
    /// use isolate_host::{Decision, Functions, RunOptions, Sandbox, Workspace};
    ///
    /// struct User { name: String }
    ///
    /// let mut functions = Functions::new();
    /// functions.on_approval(|request| async move {
    ///     let user = request.context::<User>().expect("every run has a user");
    ///     Decision::refuse(format!("{} may not", user.name))
    /// });
    /// let user = User { name: "Ann".to_owned() };
    /// let options = RunOptions::new().functions(functions).context(user);
    /// let code = "async () => state.approve('Pay?').catch((error) => error.message)";
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(options).blocking()?;
    /// assert!(run.result::<String>()?.contains("Ann may not"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.context.shared()
    }
}

/// The answer to an [`ApprovalRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The call is made.
    Approve,
    /// The call is not made; the program catches an error with the code `EAPPROVAL` and this
    /// reason.
    Refuse(String),
    /// Nobody can decide now: the run is put away until somebody does, which may be another process, days
    /// later. See [`Outcome::Suspended`](crate::Outcome::Suspended). A run that cannot be put away gets an
    /// error with the code `EAPPROVAL`.
    Later,
}

impl Decision {
    /// A refusal with its reason.
    #[must_use]
    pub fn refuse(reason: impl Into<String>) -> Self {
        Self::Refuse(reason.into())
    }
}

pub(crate) type Approver = Arc<dyn Fn(ApprovalRequest) -> Asked + Send + Sync>;

pub(crate) type Asked = Pin<Box<dyn Future<Output = Decision> + Send>>;
