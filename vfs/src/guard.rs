//! Guards: rules of the embedder that may refuse any path to any call.
//!
//! The tree asks its guard below every operation, so the same rules apply to all users of a
//! connection.

use std::fmt;

use isolate_text::VPath;

/// What a call is about to do to a path.
///
/// The list is exhaustive on purpose: a guard that does not consider an action would allow it or
/// refuse it by accident, so a new one is a breaking change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// See that it exists, its kind and its size.
    List,
    /// Read its bytes.
    Read,
    /// Create it or replace its content: a file or a link.
    Write,
    /// Create it as a directory.
    MakeDirectory,
    /// Remove it, or move it away.
    Delete,
}

/// Why a [`Guard`] refuses an action. The text is shown to the caller and should name the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The action is not allowed.
    Denied(String),
    /// The action is allowed after somebody has approved it.
    ApprovalNeeded(String),
}

/// Rules about paths. Links are resolved in every path that a guard is asked about.
pub trait Guard: Send + Sync + fmt::Debug {
    /// Why an action is refused; `None` allows it. `bytes` is the size that a file has or will have.
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<Refusal>;

    /// Whether a refused path looks as if it did not exist. Default: no.
    fn hides(&self, path: &VPath) -> bool {
        let _ = path;
        false
    }

    /// The rules as text, of which whoever has made the guard can make it again. It is kept with a run that
    /// is put away, in plain form, so that its rules also apply when somebody else resumes it. Default:
    /// none, and whoever resumes such a run needs rules of its own.
    fn text(&self) -> Option<String> {
        None
    }
}
