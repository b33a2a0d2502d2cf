//! Errors of connections.

use std::error::Error;

use isolate_host::FunctionError;
use rmcp::model::{ErrorCode, ErrorData};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};

/// Errors of HTTP.
type Http = StreamableHttpError<reqwest::Error>;

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

/// The causes of an error of a transport, each once, without the names of types and without the
/// address, which may hold a secret.
pub(super) fn of_transport(error: &DynamicTransportError) -> String {
    let mut text = String::new();
    let mut add = |cause: &(dyn Error + 'static)| {
        let is_closed = cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe);
        let cause = match is_closed {
            true => "it reads no messages".to_owned(),
            false => cause.to_string(),
        };
        if !text.contains(&cause) {
            text.push_str(if text.is_empty() { "" } else { ": " });
            text.push_str(&cause);
        }
    };
    for cause in causes(error) {
        match cause.downcast_ref::<Http>() {
            Some(Http::Client(cause)) => match cause.source() {
                Some(first) => chain(first).for_each(&mut add),
                // Its own words hold the address.
                None => add(&std::io::Error::other(kind_of(cause))),
            },
            _ => add(cause),
        }
    }
    text
}

fn causes(error: &DynamicTransportError) -> impl Iterator<Item = &(dyn Error + 'static)> {
    chain(error.error.as_ref())
}

fn chain<'a>(first: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(first), |&error| error.source())
}

/// What failed in a request that has no cause of its own.
fn kind_of(error: &reqwest::Error) -> &'static str {
    match error {
        _ if error.is_timeout() => "the request took too long",
        _ if error.is_redirect() => "it sends elsewhere",
        _ if error.is_body() || error.is_decode() => "its answer is damaged",
        _ => "the request failed",
    }
}
