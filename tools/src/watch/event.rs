//! One change of a workspace.

use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use isolate_text::VPath;
use isolate_vfs::RunId;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::interface::Interface;

/// What happened to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// The path was created.
    Created,
    /// The content, the kind, the mode or the target changed.
    Changed,
    /// The path was deleted.
    Deleted,
    /// The path was moved here from another one.
    Moved,
}

impl EventKind {
    /// The name of the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Deleted => "deleted",
            Self::Moved => "moved",
        }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Event {
    /// The run that made the change.
    pub run_id: RunId,
    /// The path; for a move, the new one.
    pub path: VPath,
    /// What happened.
    pub kind: EventKind,
    /// The old path, for a move.
    pub from: Option<VPath>,
    /// The actor and the label of the run in the history, such as `agent:edit /a`.
    pub label: String,
    /// When the run began, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Event {
    pub(super) fn bytes(&self) -> usize {
        let from = self.from.as_ref().map_or(0, |from| from.as_str().len());
        size_of::<Self>() + self.path.as_str().len() + self.label.len() + from
    }

    /// A hash of what happened to the path.
    pub(super) fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.path, self.kind, &self.from).hash(&mut hasher);
        hasher.finish()
    }

    /// The event as a line, in the form that an interface has for names.
    pub(crate) fn line(&self, interface: Interface) -> String {
        let mut line = format!("{} {} ", self.run_id, self.kind.as_str());
        if let Some(from) = &self.from {
            line.push_str(&interface.name(from.as_str()));
            line.push_str(" -> ");
        }
        line.push_str(&interface.name(self.path.as_str()));
        if !self.label.is_empty() {
            line.push_str(&format!(" ({})", interface.name(&self.label)));
        }
        line
    }

    /// The event as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        // It has names as keys and nothing that JSON lacks.
        serde_json::to_value(EventRow::of(self)).unwrap_or_default()
    }
}

/// An event as an answer lists it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventRow {
    run: i64,
    kind: &'static str,
    path: String,
    by: String,
    at_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

impl EventRow {
    pub(crate) fn of(event: &Event) -> Self {
        Self {
            run: event.run_id.into(),
            kind: event.kind.as_str(),
            path: event.path.to_string(),
            by: event.label.clone(),
            at_ms: event.at_ms,
            from: event.from.as_ref().map(VPath::to_string),
        }
    }
}

/// One line, with paths as the command takes them.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(Interface::CommandLine))
    }
}
