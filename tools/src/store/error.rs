//! Why a store could not do something.

use std::fmt;

use isolate_text::VPath;

/// What went wrong, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// Nothing is there, or not what is asked for.
    NotFound,
    /// The path is not as was expected: somebody else has changed it.
    Changed,
    /// A file is needed, and the path is a directory.
    IsADirectory,
    /// A directory is needed, and the path is something else.
    NotADirectory,
    /// The directory has entries.
    NotEmpty,
    /// The store does not allow it.
    Denied,
    /// There is no room, or the file is larger than the store takes.
    Full,
    /// The store cannot be reached now: the same call may work later.
    Unavailable,
    /// The store cannot do this at all.
    Unsupported,
    /// It failed in another way.
    Failed,
}

/// Why a store could not do something.
#[derive(Debug)]
pub struct StoreError {
    kind: StoreErrorKind,
    message: String,
    path: Option<VPath>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl StoreError {
    /// An error with a message for people and models, which follows what was to be done: `could not read /a:
    /// MESSAGE`. At most 500 bytes are shown.
    #[must_use]
    pub fn new(kind: StoreErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            path: None,
            source: None,
        }
    }

    /// The error for a path that is not as was expected.
    #[must_use]
    pub fn changed() -> Self {
        Self::new(StoreErrorKind::Changed, "it has changed")
    }

    /// The error for a path where nothing is.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StoreErrorKind::NotFound, "it does not exist")
    }

    /// The error for what a store cannot do.
    pub(crate) fn unsupported(capability: &str) -> Self {
        Self::new(
            StoreErrorKind::Unsupported,
            format!("the store does not have the capability {capability}"),
        )
    }

    /// Says which path it is about, where a call is about several.
    #[must_use]
    pub fn at(mut self, path: &VPath) -> Self {
        self.path = Some(path.clone());
        self
    }

    /// Keeps the cause, for those who debug a store. It is not shown.
    #[must_use]
    pub fn with_source(
        mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        self.source = Some(source.into());
        self
    }

    /// What went wrong, for branching.
    #[must_use]
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// The path that it is about, if it says so.
    #[must_use]
    pub const fn path(&self) -> Option<&VPath> {
        self.path.as_ref()
    }

    /// Its message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}

/// The system's reason, without paths of the machine.
impl From<std::io::Error> for StoreError {
    fn from(cause: std::io::Error) -> Self {
        use std::io::ErrorKind;
        let kind = match cause.kind() {
            ErrorKind::NotFound => StoreErrorKind::NotFound,
            ErrorKind::AlreadyExists => StoreErrorKind::Changed,
            ErrorKind::IsADirectory => StoreErrorKind::IsADirectory,
            ErrorKind::NotADirectory => StoreErrorKind::NotADirectory,
            ErrorKind::DirectoryNotEmpty => StoreErrorKind::NotEmpty,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreErrorKind::Denied,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                StoreErrorKind::Full
            }
            ErrorKind::TimedOut | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused => {
                StoreErrorKind::Unavailable
            }
            _ => StoreErrorKind::Failed,
        };
        let message = match cause.raw_os_error() {
            Some(_) => cause.kind().to_string(),
            None => cause.to_string(),
        };
        Self::new(kind, message).with_source(cause)
    }
}
