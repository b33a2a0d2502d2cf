//! Errors of connections.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

use isolate_host::FunctionError;
use rmcp::model::{ErrorCode, ErrorData};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};

use super::notes::Notes;

/// Errors of HTTP.
type Http = StreamableHttpError<reqwest::Error>;

/// The code of an error of the protocol.
pub(super) const PROTOCOL_ERROR: &str = "EMCP";

/// What kind of error, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientErrorKind {
    /// The client was configured wrongly: the command, the address, a header or the name of the
    /// namespace is not valid.
    Configuration,
    /// The server cannot be started or reached, or has ended.
    Unreachable,
    /// The server requires authorization.
    Unauthorized,
    /// The server was not ready in time, or did not list its tools in time.
    Timeout,
    /// The server refused the connection, or does not follow the protocol.
    Protocol,
}

/// Why there is no connection to a server.
///
/// Its `Display` says what failed; [`source`](std::error::Error::source) says why. Neither contains
/// the values of the environment and of headers that the client was given.
#[derive(Clone, Debug)]
pub struct ClientError {
    server: String,
    fault: Fault,
}

impl ClientError {
    pub(super) fn new(server: impl Into<String>, fault: Fault) -> Self {
        Self {
            server: server.into(),
            fault,
        }
    }

    /// What kind of error it is.
    #[must_use]
    pub const fn kind(&self) -> ClientErrorKind {
        self.fault.kind
    }

    /// The name that the server was given.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// What failed, without the name of the server and without the source.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.fault.message
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the MCP server {:?}: {}",
            self.server, self.fault.message
        )
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.fault.source()
    }
}

/// An error of a connection, before it is known whose.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    kind: ClientErrorKind,
    message: String,
    source: Option<Source>,
}

/// What caused a fault.
#[derive(Clone, Debug)]
enum Source {
    Io(Arc<io::Error>),
    Cause(Box<Cause>),
}

/// A cause of a failed request: its text and the next cause. The errors themselves are not kept,
/// because they hold the address, which may contain a secret.
#[derive(Clone, Debug)]
struct Cause {
    text: String,
    source: Option<Box<Self>>,
}

impl Cause {
    /// An error with its sources.
    fn of(error: &(dyn Error + 'static)) -> Box<Self> {
        Box::new(Self {
            text: text_of(error),
            source: error.source().map(Self::of),
        })
    }

    fn redacted(&mut self, notes: &Notes) {
        self.text = notes.redacted(&self.text);
        if let Some(source) = &mut self.source {
            source.redacted(notes);
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl Fault {
    pub(super) fn new(kind: ClientErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            source: None,
        }
    }

    pub(super) fn protocol(message: impl Into<String>) -> Self {
        Self::new(ClientErrorKind::Protocol, message)
    }

    pub(super) fn with_io(mut self, cause: io::Error) -> Self {
        self.source = Some(Source::Io(Arc::new(cause)));
        self
    }

    fn with_cause(mut self, cause: &(dyn Error + 'static)) -> Self {
        self.source = Some(Source::Cause(Cause::of(cause)));
        self
    }

    /// Adds what is known of the server, and removes what was given in confidence.
    pub(super) async fn noted(mut self, notes: &Notes, has_ended: bool) -> Self {
        self.message.push_str(&notes.summary(has_ended).await);
        self.message = notes.redacted(&self.message);
        if let Some(Source::Cause(cause)) = &mut self.source {
            cause.redacted(notes);
        }
        self
    }

    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.source.as_ref()? {
            Source::Io(cause) => Some(cause.as_ref()),
            Source::Cause(cause) => Some(cause.as_ref()),
        }
    }

    /// The message with all causes, for programs.
    pub(super) fn whole(&self) -> String {
        let mut text = self.message.clone();
        for cause in self.source().into_iter().flat_map(chain) {
            text.push_str(": ");
            text.push_str(&text_of(cause));
        }
        text
    }
}

/// The text of an error; of one of the system, without its number.
fn text_of(error: &(dyn Error + 'static)) -> String {
    match error.downcast_ref::<io::Error>() {
        Some(cause) if cause.raw_os_error().is_some() => cause.kind().to_string(),
        _ => error.to_string(),
    }
}

/// Why a session did not begin.
pub(super) fn of_initialize(error: &ClientInitializeError) -> Fault {
    use ClientInitializeError as E;
    match error {
        _ if error.is_authorization_required() => Fault::new(
            ClientErrorKind::Unauthorized,
            "it requires authorization: give it a header, such as `Authorization: Bearer …`",
        ),
        E::JsonRpcError(error) => {
            Fault::protocol(format!("it refused the connection: {}", of_protocol(error)))
        }
        E::TransportError { error, .. } => of_transport(error),
        E::ConnectionClosed(_) => Fault::new(
            ClientErrorKind::Unreachable,
            "it closed the connection before it was ready",
        ),
        E::NoCompatibleProtocolVersion {
            server_supported, ..
        } => {
            let versions: Vec<&str> = server_supported
                .iter()
                .map(|version| version.as_str())
                .collect();
            Fault::protocol(format!(
                "it supports only versions of the protocol that are not known here: {}",
                versions.join(", ")
            ))
        }
        E::LegacyFallbackFailed { fallback, .. } => of_initialize(fallback),
        E::ExpectedInitResult(_) | E::ExpectedInitResponse(_) | E::ConflictInitResponseId(..) => {
            Fault::protocol("its answer does not follow the protocol")
        }
        other => Fault::protocol(other.to_string()),
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

/// Why a list of tools was not read.
pub(super) fn of_list(error: &ServiceError) -> Fault {
    match error {
        ServiceError::McpError(error) => Fault::protocol(format!(
            "it does not list its tools: {}",
            of_protocol(error)
        )),
        ServiceError::TransportSend(error) => of_transport(error),
        ServiceError::TransportClosed => Fault::new(
            ClientErrorKind::Unreachable,
            "it closed the connection before it listed its tools",
        ),
        other => Fault::protocol(format!("it does not list its tools: {other}")),
    }
}

/// The error of a call that the server answered.
pub(super) fn of_answer(tool: &str, error: ErrorData) -> FunctionError {
    let text = of_protocol(&error);
    let failure = match error.code {
        ErrorCode::INVALID_PARAMS => FunctionError::argument(text),
        _ => FunctionError::new(format!("{tool}: {text}")).with_code(PROTOCOL_ERROR),
    };
    match error.data {
        Some(data) => failure.with_data(data),
        None => failure,
    }
}

/// The message of the server, with the number of its error.
fn of_protocol(error: &ErrorData) -> String {
    format!("{} (error {} of the server)", error.message, error.code.0)
}

/// Whether the connection is over with this error, so that a new one has to be made.
pub(super) fn ends_session(error: &ServiceError) -> bool {
    match error {
        ServiceError::TransportClosed => true,
        ServiceError::TransportSend(error) => {
            // The server works: it refuses, is busy, or answers too much.
            let is_one_answer = chain(error.error.as_ref()).any(|cause| {
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

/// An error of a transport, without the address, which may contain a secret.
pub(super) fn of_transport(error: &DynamicTransportError) -> Fault {
    let error = error.error.as_ref();
    if let Some(cause) = error.downcast_ref::<io::Error>() {
        return of_pipe(cause);
    }
    match error.downcast_ref::<Http>() {
        Some(Http::Client(cause)) => of_request(cause),
        // Their texts contain those of their sources.
        Some(other) => Fault::protocol(other.to_string()),
        None => Fault::new(ClientErrorKind::Unreachable, error.to_string()),
    }
}

fn of_pipe(cause: &io::Error) -> Fault {
    if cause.kind() == io::ErrorKind::BrokenPipe {
        return Fault::new(ClientErrorKind::Unreachable, "it reads no messages");
    }
    // Errors of the system cannot be cloned.
    let cause = match cause.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(cause.kind(), cause.to_string()),
    };
    Fault::new(
        ClientErrorKind::Unreachable,
        "a message cannot be sent to it",
    )
    .with_io(cause)
}

/// A request that failed. The text of the error itself contains the address; its sources do not.
fn of_request(error: &reqwest::Error) -> Fault {
    let kind = match error {
        _ if error.is_timeout() => ClientErrorKind::Timeout,
        _ if error.is_body() || error.is_decode() => ClientErrorKind::Protocol,
        _ => ClientErrorKind::Unreachable,
    };
    let fault = Fault::new(
        kind,
        match error {
            _ if error.is_timeout() => "the request took too long",
            _ if error.is_connect() => "cannot connect to it",
            _ if error.is_redirect() => "it redirects the request",
            _ if error.is_body() || error.is_decode() => "its answer is damaged",
            _ => "the request failed",
        },
    );
    match error.source() {
        Some(cause) => fault.with_cause(cause),
        None => fault,
    }
}

fn chain<'a>(first: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(first), |&error| error.source())
}
