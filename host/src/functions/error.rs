//! Errors of functions.

use std::error::Error;
use std::sync::Arc;

use isolate_protocol::wire::message::FunctionFault;
use serde_json::Value as Json;

use crate::calls::CallErrorKind;
use crate::json::{from_json, to_json};
use crate::messages::shortened;
use crate::secrets::Secrets;

/// An error of a function of the embedder. The program catches a JavaScript `Error` with this
/// message and with the members `code` and `data`.
///
/// ```
/// use isolate_host::{FunctionError, RunOptions};
///
/// async fn port(text: String) -> Result<u16, FunctionError> {
///     match text.parse()? {
///         0 => Err(FunctionError::new("0 is no port").with_code("E_PORT")),
///         port => Ok(port),
///     }
/// }
/// let options = RunOptions::new().function("net", "port", port);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FunctionError {
    /// The code, for branching: `error.code`. Default: `EHOSTFN`.
    pub code: String,
    /// What went wrong and what to do: `error.message`. Models read it.
    pub message: String,
    /// Details for programs: `error.data`. Default: none.
    pub data: Option<Box<Json>>,
    /// Whether the argument was wrong; then the program catches a `TypeError`. Default: `false`.
    pub is_argument_error: bool,
    /// Whose fault it is.
    kind: CallErrorKind,
    /// The error that it was converted from.
    source: Option<Arc<dyn Error + Send + Sync>>,
}

/// Ignores the sources.
impl PartialEq for FunctionError {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
            && self.message == other.message
            && self.data == other.data
            && self.is_argument_error == other.is_argument_error
    }
}

impl FunctionError {
    /// The default code.
    pub const CODE: &'static str = "EHOSTFN";

    /// An error with this message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            code: Self::CODE.to_owned(),
            message: message.into(),
            data: None,
            is_argument_error: false,
            kind: CallErrorKind::Function,
            source: None,
        }
    }

    /// The error of a wrong argument: a `TypeError` with the code `EINVAL`.
    #[must_use]
    pub fn argument(message: impl Into<String>) -> Self {
        Self {
            is_argument_error: true,
            kind: CallErrorKind::Argument,
            ..Self::new(message).with_code("EINVAL")
        }
    }

    /// Sets whose fault it is.
    pub(crate) const fn of_kind(mut self, kind: CallErrorKind) -> Self {
        self.kind = kind;
        self
    }

    pub(crate) const fn kind(&self) -> CallErrorKind {
        self.kind
    }

    /// The error of which a program receives this.
    pub(crate) fn of_fault(fault: FunctionFault, kind: CallErrorKind) -> Self {
        Self {
            data: fault.data.as_ref().and_then(to_json).map(Box::new),
            is_argument_error: fault.is_argument_error,
            ..Self::new(fault.message).with_code(fault.code).of_kind(kind)
        }
    }

    /// Replaces the credentials in it.
    pub(super) fn hide(&mut self, secrets: &Secrets) {
        if secrets.is_empty() {
            return;
        }
        secrets.hide_in(&mut self.message);
        secrets.hide_in(&mut self.code);
        if let Some(data) = &mut self.data {
            secrets.hide_in_json(data);
        }
    }

    /// Sets the code.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = code.into();
        self
    }

    /// Sets the data.
    #[must_use]
    pub fn with_data(mut self, data: Json) -> Self {
        self.data = Some(Box::new(data));
        self
    }
}

impl std::fmt::Display for FunctionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

/// For `?` on any Rust error: its message, followed by those of its sources. A type of error that
/// chooses its own code and message says so with
/// [`Functions::map_error`](crate::Functions::map_error).
///
/// [`FunctionError`] itself does not implement [`std::error::Error`], since that would conflict with
/// this conversion.
impl<E: Error + Send + Sync + 'static> From<E> for FunctionError {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            message.push_str(&format!(": {cause}"));
            source = cause.source();
        }
        Self {
            source: Some(Arc::new(error)),
            ..Self::new(message)
        }
    }
}

type MapError = dyn Fn(&(dyn Error + 'static)) -> Option<FunctionError> + Send + Sync;

/// How errors are mapped, by their types.
#[derive(Clone, Default)]
pub(super) struct ErrorMaps(Vec<Arc<MapError>>);

impl ErrorMaps {
    pub(super) fn add<E: Error + 'static>(
        &mut self,
        map: impl Fn(&E) -> FunctionError + Send + Sync + 'static,
    ) {
        self.0
            .push(Arc::new(move |error| error.downcast_ref().map(&map)));
    }

    pub(super) fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.iter().cloned());
    }

    /// Maps an error with the last map for its type, if there is one.
    pub(super) fn apply(&self, error: FunctionError) -> FunctionError {
        let Some(source) = &error.source else {
            return error;
        };
        let mapped = self.0.iter().rev().find_map(|map| map(&**source));
        mapped.unwrap_or(error)
    }
}

/// Bytes of data that a program sees; more than that is left out.
const DATA_BYTES_MAX: usize = 1 << 20;

/// An error as the program receives it.
pub(crate) fn fault_of(error: FunctionError) -> FunctionFault {
    let data = error.data.as_deref().map(from_json);
    let is_small =
        |data: &isolate_protocol::Value| super::answer_weight(data, DATA_BYTES_MAX).is_some();
    FunctionFault {
        code: cut(error.code),
        message: cut(error.message),
        data: data.filter(is_small),
        is_argument_error: error.is_argument_error,
    }
}

fn cut(text: String) -> String {
    shortened(&text).unwrap_or(text)
}
