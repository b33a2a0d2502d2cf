//! What an error of PostgreSQL says of a statement.

use std::error::Error as _;

use isolate_ledger::objects::ObjectsErrorKind;
use tokio_postgres::Error;

/// Why a statement failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: ObjectsErrorKind,
    pub(super) why: String,
    /// Whether the connection is gone, or may be: another one may do.
    pub(super) is_lost: bool,
}

impl Failure {
    pub(super) fn new(kind: ObjectsErrorKind, why: impl Into<String>) -> Self {
        Self {
            kind,
            why: why.into(),
            is_lost: false,
        }
    }

    /// The connection could not be made: nothing was asked for.
    pub(super) fn connecting(error: &Error) -> Self {
        let kind = match error
            .as_db_error()
            .map(|error| of_code(error.code().code()))
        {
            None | Some(ObjectsErrorKind::Unclear) => ObjectsErrorKind::Unavailable,
            Some(kind) => kind,
        };
        Self::new(kind, message(error))
    }

    /// A statement that is a transaction of its own has failed.
    pub(super) fn running(error: &Error) -> Self {
        let code = error.as_db_error().map(|error| error.code().code());
        // Without an answer nobody knows whether it was committed.
        let kind = code.map_or(ObjectsErrorKind::Unclear, of_code);
        Self {
            is_lost: code.is_none_or(|code| code.starts_with("08") || code.starts_with("57P")),
            ..Self::new(kind, message(error))
        }
    }
}

/// The kind of an error of the server, by its code of five letters.
fn of_code(code: &str) -> ObjectsErrorKind {
    match (code.get(..2).unwrap_or_default(), code) {
        // Not allowed; no such user, or another password.
        (_, "42501") | ("28", _) => ObjectsErrorKind::Denied,
        // The server starts, or is a copy that only reads; there are too many connections; the
        // statement was cancelled, or would wait for another one too long.
        (_, "57P03" | "57014" | "25006") | ("53" | "55", _) => ObjectsErrorKind::Unavailable,
        // Known only to have ended.
        (_, "40003") => ObjectsErrorKind::Unclear,
        ("40", _) => ObjectsErrorKind::Unavailable,
        // A value, a limit, a missing table or database: the same comes of it each time.
        ("0A" | "22" | "23" | "3D" | "3F" | "42" | "54", _) => ObjectsErrorKind::Invalid,
        // The server was ended or has failed, perhaps after the commit.
        _ => ObjectsErrorKind::Unclear,
    }
}

/// The message, with its causes.
fn message(error: &Error) -> String {
    if let Some(error) = error.as_db_error() {
        let detail = error
            .detail()
            .map_or(String::new(), |detail| format!(" ({detail})"));
        return format!("{}{detail} [{}]", error.message(), error.code().code());
    }
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
