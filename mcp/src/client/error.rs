//! Errors of connections.

use std::error::Error;

use isolate_host::FunctionError;
use rmcp::model::{ErrorCode, ErrorData};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};

/// The code of an error of the protocol.
pub(super) const PROTOCOL_ERROR: &str = "EMCP";

/// Why there is no connection to a server: a text for the user, with the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientError {
    /// The name that the server was given.
    pub server: String,
    /// What went wrong, and what can be done.
    pub message: String,
}

impl std::fmt::Display for ClientError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the MCP server {:?}: {}", self.server, self.message)
    }
}

impl Error for ClientError {}

/// Why a session did not begin.
pub(super) fn of_initialize(error: &ClientInitializeError) -> String {
    use ClientInitializeError as E;
    match error {
        _ if error.is_authorization_required() => {
            "it wants an authorization: give it a header, such as `Authorization: Bearer …`"
                .to_owned()
        }
        E::JsonRpcError(error) => format!("it refused the connection: {}", of_protocol(error)),
        E::TransportError { error, .. } => of_transport(error),
        E::ConnectionClosed(_) => "it closed the connection before it was ready".to_owned(),
        E::NoCompatibleProtocolVersion {
            server_supported, ..
        } => {
            let versions: Vec<&str> = server_supported
                .iter()
                .map(|version| version.as_str())
                .collect();
            format!("it speaks no version of the protocol that is known here, but {versions:?}")
        }
        E::LegacyFallbackFailed { fallback, .. } => of_initialize(fallback),
        E::ExpectedInitResult(_) | E::ExpectedInitResponse(_) | E::ConflictInitResponseId(..) => {
            "it does not answer as a server of this protocol does".to_owned()
        }
        other => other.to_string(),
    }
}

/// Whether the server may speak a version of the protocol that begins otherwise.
pub(super) fn knows_no_initialize(error: &ClientInitializeError) -> bool {
    let ClientInitializeError::JsonRpcError(error) = error else {
        return false;
    };
    matches!(
        error.code,
        ErrorCode::METHOD_NOT_FOUND | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
    )
}

/// The error of a call that the server answered.
pub(super) fn of_answer(tool: &str, error: ErrorData) -> FunctionError {
    let text = of_protocol(&error);
    let told = match error.code {
        ErrorCode::INVALID_PARAMS => FunctionError::argument(text),
        _ => FunctionError::new(format!("{tool}: {text}")).with_code(PROTOCOL_ERROR),
    };
    match error.data {
        Some(data) => told.with_data(data),
        None => told,
    }
}

/// What a server said, with the number of its error.
pub(super) fn of_protocol(error: &ErrorData) -> String {
    format!("{} (error {} of the server)", error.message, error.code.0)
}

/// Whether the connection is over with this error, so that a new one has to be made.
pub(super) fn ends_session(error: &ServiceError) -> bool {
    type Http = StreamableHttpError<reqwest::Error>;
    match error {
        ServiceError::TransportClosed => true,
        ServiceError::TransportSend(error) => {
            // The server works: it says no, not now, or too much.
            let is_one_answer = causes(error).any(|cause| {
                cause.is::<HttpStatusError>()
                    || matches!(
                        cause.downcast_ref(),
                        Some(
                            Http::ResponseBodyTooLarge { .. }
                                | Http::Deserialize(_)
                                | Http::UnexpectedContentType(_)
                                | Http::HttpStatus(_)
                        )
                    )
            });
            !is_one_answer
        }
        _ => false,
    }
}

/// The causes of an error of a transport, each once, without the names of types.
pub(super) fn of_transport(error: &DynamicTransportError) -> String {
    let mut text = String::new();
    for cause in causes(error) {
        let cause = cause.to_string();
        if text.contains(&cause) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&cause);
    }
    text
}

fn causes(error: &DynamicTransportError) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let first: &(dyn Error + 'static) = error.error.as_ref();
    std::iter::successors(Some(first), |&error| error.source())
}
