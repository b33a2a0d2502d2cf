//! Asks the user of a client whether a function may be called.

use std::fmt;

use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema, ProtocolVersion};
use rmcp::service::{ElicitationMode, Peer, RoleServer};
use serde_json::Value as Json;

/// Bytes of an argument that the user is shown.
const SHOWN_BYTES_MAX: usize = 2 << 10;

/// Why a call was not approved, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ApprovalErrorKind {
    /// The user declined the call.
    Declined,
    /// The user dismissed the question without an answer.
    Dismissed,
    /// The client or the version of the protocol does not support elicitation.
    Unsupported,
    /// The client could not be asked.
    Failed,
}

/// Why a call was not approved. The text is for the program that called, and for its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalError {
    kind: ApprovalErrorKind,
    function: String,
    reason: String,
}

impl ApprovalError {
    /// What kind of reason it is.
    #[must_use]
    pub const fn kind(&self) -> ApprovalErrorKind {
        self.kind
    }
}

impl fmt::Display for ApprovalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            function, reason, ..
        } = self;
        write!(f, "{function} needs the approval of the user, but {reason}")
    }
}

impl std::error::Error for ApprovalError {}

/// Asks the user, by elicitation, whether a function of the embedder may be called with an
/// argument.
///
/// Waits until the user answers or the limits of the run are reached. The client shows the name,
/// the description and the argument; an argument of more than 2 KiB is truncated, and the question
/// says so.
///
/// # Errors
/// The call was not approved: see [`ApprovalErrorKind`].
pub async fn ask(
    peer: &Peer<RoleServer>,
    function: &str,
    description: &str,
    argument: &Json,
) -> Result<(), ApprovalError> {
    use ApprovalErrorKind as Kind;
    let refused = |kind, reason: &str| {
        Err(ApprovalError {
            kind,
            function: function.to_owned(),
            reason: reason.to_owned(),
        })
    };
    let version = peer.peer_info().map(|info| info.protocol_version.clone());
    if version.is_none_or(|version| version > ProtocolVersion::LATEST_WITH_INITIALIZE) {
        return refused(
            Kind::Unsupported,
            "this connection has no session in which the server can ask: connect with a protocol \
             version up to 2025-11-25, and with the capability `elicitation`",
        );
    }
    if !peer
        .supported_elicitation_modes()
        .contains(&ElicitationMode::Form)
    {
        return refused(
            Kind::Unsupported,
            "this client cannot ask: use a client that has the capability `elicitation`, or \
             approve the function where the server is started",
        );
    }
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question(function, description, argument),
        requested_schema: ElicitationSchema::builder().build_unchecked(),
    };
    match peer.create_elicitation(params).await {
        Ok(answer) => match answer.action {
            ElicitationAction::Accept => Ok(()),
            ElicitationAction::Decline => refused(Kind::Declined, "it was declined"),
            _ => refused(
                Kind::Dismissed,
                "the question was dismissed without an answer",
            ),
        },
        Err(fault) => refused(
            Kind::Failed,
            &format!("the client could not be asked: {fault}"),
        ),
    }
}

fn question(function: &str, description: &str, argument: &Json) -> String {
    let mut shown = format!("{argument:#}");
    if shown.len() > SHOWN_BYTES_MAX {
        let end = shown.floor_char_boundary(SHOWN_BYTES_MAX);
        let left_out = shown.len() - end;
        shown.truncate(end);
        shown.push_str(&format!("… ({left_out} bytes more)"));
    }
    let about = match description {
        "" => String::new(),
        text => format!("\n{text}"),
    };
    format!("A program wants to call {function} with:\n{shown}{about}\nAllow this call?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_shows_the_call_and_how_much_was_left_out() {
        let short = question(
            "github.createIssue",
            "Opens an issue.",
            &serde_json::json!({ "a": 1 }),
        );
        assert!(
            short.contains("github.createIssue with:\n{\n  \"a\": 1\n}"),
            "{short}"
        );
        assert!(short.contains("\nOpens an issue.\n"), "{short}");
        let long = question("f", "", &"\u{e9}".repeat(3_000).into());
        assert!(
            long.contains("bytes more)") && long.len() < 2_400,
            "{}",
            long.len()
        );
    }
}
