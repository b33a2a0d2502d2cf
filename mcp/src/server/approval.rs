//! Asks the person behind a client whether a function may be called.

use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema, ProtocolVersion};
use rmcp::service::{ElicitationMode, Peer, RoleServer};
use serde_json::Value as Json;

/// Bytes of an argument that a person is shown.
const SHOWN_BYTES_MAX: usize = 2 << 10;

/// Asks, by elicitation, whether a function of the embedder may be called with an argument.
///
/// Waits as long as the person takes: the limits of the run that asks end it. What is said is
/// shown by the client; the argument is cut beyond 2 KiB, and the cut is told.
///
/// # Errors
/// Why it must not be called: the person declines or dismisses the question, the client has no way
/// to ask, or it cannot be reached. The text is for the program and the model that wrote it.
pub async fn ask(
    peer: &Peer<RoleServer>,
    function: &str,
    description: &str,
    argument: &Json,
) -> Result<(), String> {
    let refused = |why: &str| {
        Err(format!(
            "{function} needs the approval of a person, and {why}"
        ))
    };
    let version = peer.peer_info().map(|info| info.protocol_version.clone());
    if version.is_none_or(|version| version > ProtocolVersion::LATEST_WITH_INITIALIZE) {
        return refused(
            "this connection has no session in which one can be asked: connect with a protocol \
             version up to 2025-11-25, and with the capability `elicitation`",
        );
    }
    if !peer
        .supported_elicitation_modes()
        .contains(&ElicitationMode::Form)
    {
        return refused(
            "this client cannot ask one: use a client that has the capability `elicitation`, or \
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
            ElicitationAction::Decline => refused("it was declined"),
            _ => refused("the question was dismissed without an answer"),
        },
        Err(fault) => refused(&format!("the client could not be asked: {fault}")),
    }
}

fn question(function: &str, description: &str, argument: &Json) -> String {
    let mut shown = format!("{argument:#}");
    if shown.len() > SHOWN_BYTES_MAX {
        let mut end = SHOWN_BYTES_MAX;
        while !shown.is_char_boundary(end) {
            end -= 1;
        }
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
    fn a_question_shows_what_is_asked_and_how_much_of_it_is_not_shown() {
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
