//! What an error of a cloud says of the operation.

use isolate_ledger::objects::ObjectsErrorKind;
use object_store::Error;
use object_store::client::HttpErrorKind;

use super::watched::Seen;

/// Characters of a message at most: a store may answer with a whole page.
const MESSAGE_CHARS: usize = 400;

/// What was to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doing {
    Create,
    Put,
    Read,
    Delete,
}

/// The kind of a failure, and its message.
pub(super) fn failure(doing: Doing, error: &Error, seen: Seen) -> (ObjectsErrorKind, String) {
    let kind = match kind(error, seen) {
        // What only reads has done nothing, whatever became of it.
        ObjectsErrorKind::Unclear if doing == Doing::Read => ObjectsErrorKind::Unavailable,
        kind => kind,
    };
    (kind, message(error))
}

fn kind(error: &Error, seen: Seen) -> ObjectsErrorKind {
    match seen {
        Seen::Nothing => match error {
            Error::Unauthenticated { .. } | Error::PermissionDenied { .. } => {
                ObjectsErrorKind::Denied
            }
            Error::InvalidPath { .. }
            | Error::NotSupported { .. }
            | Error::NotImplemented { .. }
            | Error::UnknownConfigurationKey { .. } => ObjectsErrorKind::Invalid,
            _ => ObjectsErrorKind::Unavailable,
        },
        Seen::Failed(HttpErrorKind::Connect) => ObjectsErrorKind::Unavailable,
        // An answer of success that was not understood is none.
        Seen::Sent | Seen::Failed(_) | Seen::Status(..=299) => ObjectsErrorKind::Unclear,
        Seen::Status(401 | 403 | 407) => ObjectsErrorKind::Denied,
        // Nothing was written, as the object is being changed by somebody else, or too often.
        Seen::Status(409 | 412 | 425 | 429) => ObjectsErrorKind::Unavailable,
        // The request took too long to arrive; a part of the way may have seen all of it.
        Seen::Status(408) => ObjectsErrorKind::Unclear,
        Seen::Status(300..=499 | 501 | 505) => ObjectsErrorKind::Invalid,
        // A store may have written, and then failed to say so.
        Seen::Status(_) => ObjectsErrorKind::Unclear,
    }
}

/// The message on one line, without the parameters of URLs, which may be signatures.
fn message(error: &Error) -> String {
    let text = error.to_string();
    let words = text
        .split_whitespace()
        .map(|word| match word.split_once('?') {
            Some((front, _)) if front.contains("://") => front,
            _ => word,
        });
    let mut message = words.collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = message.char_indices().nth(MESSAGE_CHARS) {
        message.truncate(end);
        message.push('…');
    }
    message
}
