//! What a store could not do.

use std::fmt;

/// What kind of failure it was, for who decides what to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectsErrorKind {
    /// Nobody knows whether the operation was done, or will be: a timeout, a connection that was
    /// reset, a failure of the server.
    Unclear,
    /// Nothing was done, and the same may succeed later: the store is throttled or not there.
    Unavailable,
    /// Nothing was done, and the credentials are wrong or do not allow it.
    Denied,
    /// Nothing was done, and it cannot be: a name, a size or a setting.
    Invalid,
}

/// A failure of a store: its name, what was asked for, and why.
#[derive(Debug)]
pub struct ObjectsError {
    store: String,
    object: String,
    kind: ObjectsErrorKind,
    why: String,
}

impl ObjectsError {
    /// A failure of the store with this [name](super::Objects::name), at this object.
    #[must_use]
    pub fn new(
        store: impl Into<String>,
        object: impl Into<String>,
        kind: ObjectsErrorKind,
        why: impl fmt::Display,
    ) -> Self {
        Self {
            store: store.into(),
            object: object.into(),
            kind,
            why: why.to_string(),
        }
    }

    /// What kind of failure it was.
    #[must_use]
    pub fn kind(&self) -> ObjectsErrorKind {
        self.kind
    }
}

impl fmt::Display for ObjectsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            store, object, why, ..
        } = self;
        let what = match self.kind {
            ObjectsErrorKind::Unclear => "may or may not have done it",
            ObjectsErrorKind::Unavailable => "is not available",
            ObjectsErrorKind::Denied => "denies access",
            ObjectsErrorKind::Invalid => "cannot do it",
        };
        write!(f, "{store} {what} ({object}): {why}")
    }
}

impl std::error::Error for ObjectsError {}
