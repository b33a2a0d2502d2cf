//! Faults of the sandbox, of its storage, or of the request.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::earlier::EarlierRun;
use crate::outcome::PartialRun;

/// What kind of fault, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The WebAssembly engine could not be set up on this machine.
    Engine,
    /// The sandbox failed in the middle of a run, by a defect of its own. The reason is the
    /// [`source`](std::error::Error::source) of the error: please report it.
    /// [`Error::partial_run`] says what the run had done before.
    Internal,
    /// The database could not be opened, read or written. If that happened at the end of a run,
    /// [`Error::partial_run`] says what the run had done before.
    Storage,
    /// The request is invalid, for example an option is out of its range.
    Refused,
    /// The sandbox has as many runs as it may, and as many that wait
    /// ([`SandboxOptions::queue`](fn@crate::SandboxOptions::queue)), or is
    /// [shutting down](crate::Sandbox::drain). Nothing was done; the same request may succeed later.
    Busy,
    /// A run with the same [idempotency key](fn@crate::RunOptions::idempotency_key) was begun before, and
    /// has no answer for this request; [`Error::earlier_run`] says why. Nothing was done.
    Repeated,
}

/// A fault of the sandbox or of its storage, or a request that was refused.
///
/// What a program does wrong is never one: that is an [`Outcome`](crate::Outcome).
///
/// Its `Display` says what was being done; [`source`](std::error::Error::source) says why it
/// failed.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    /// What was being done, or what is wrong.
    message: String,
    /// What went wrong, if the message does not say it.
    reason: Option<String>,
    path: Option<PathBuf>,
    partial_run: Option<Box<PartialRun>>,
    earlier_run: Option<EarlierRun>,
    source: Option<Source>,
    /// Whether the memory of a run that waits cannot be used, so that it may be repeated instead.
    is_of_image: bool,
}

type Source = Box<dyn std::error::Error + Send + Sync>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            reason: None,
            path: None,
            partial_run: None,
            earlier_run: None,
            source: None,
            is_of_image: false,
        }
    }

    /// The storage failed while something was done, such as `cannot open the workspace`.
    #[must_use]
    pub fn storage(doing: impl Into<String>, cause: isolate_vfs::Error) -> Self {
        Self {
            reason: Some(cause.to_string()),
            ..Self::new(ErrorKind::Storage, doing).with_source(cause)
        }
    }

    /// The request is invalid.
    #[must_use]
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Refused, message)
    }

    /// The request is invalid, as the storage says it.
    pub(crate) fn refused_by(cause: isolate_vfs::Error) -> Self {
        Self::refused(cause.to_string()).with_source(cause)
    }

    /// Whether another host was faster, so that nothing was done, and the same can be done again.
    pub(crate) fn is_raced(&self) -> bool {
        let cause = self.source.as_deref();
        let cause = cause.and_then(|cause| cause.downcast_ref::<isolate_vfs::Error>());
        cause.is_some_and(|cause| cause.kind() == isolate_vfs::ErrorKind::Raced)
    }

    /// The sandbox has no place for the run.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Busy, message)
    }

    /// The engine cannot be set up, for this reason.
    pub(crate) fn engine(message: impl Into<String>, cause: impl Into<Source>) -> Self {
        Self::new(ErrorKind::Engine, message).with_source(cause)
    }

    /// The system has no thread for the sandbox.
    pub(crate) fn no_thread(cause: std::io::Error) -> Self {
        Self::engine("the system gave the sandbox no thread", cause)
    }

    /// The engine or the sandbox has failed for this reason.
    pub(crate) fn internal(reason: impl Into<Source>) -> Self {
        let message = "internal engine error (please report it)";
        Self::new(ErrorKind::Internal, message).with_source(reason)
    }

    /// Adds what it follows from.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Source>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Sets what went wrong, if neither the message nor the source says it.
    pub(crate) fn with_reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Sets the file of the machine that it concerns.
    pub(crate) fn at(mut self, path: &Path) -> Self {
        self.path = Some(path.to_path_buf());
        self
    }

    /// Sets what the run had done before.
    pub(crate) fn with_partial_run(mut self, run: PartialRun) -> Self {
        self.partial_run = Some(Box::new(run));
        self
    }

    /// Sets the run that was begun before.
    pub(crate) const fn with_earlier_run(mut self, run: EarlierRun) -> Self {
        self.earlier_run = Some(run);
        self
    }

    /// The memory of a run that waits cannot be used.
    pub(crate) const fn of_image(mut self) -> Self {
        self.is_of_image = true;
        self
    }

    /// Whether the memory of a run that waits cannot be used.
    pub(crate) const fn is_of_image(&self) -> bool {
        self.is_of_image
    }

    /// The run that was begun before with the same idempotency key, and why it has no answer
    /// ([`ErrorKind::Repeated`]).
    #[must_use]
    pub const fn earlier_run(&self) -> Option<EarlierRun> {
        self.earlier_run
    }

    /// What the run had done when the sandbox failed in the middle of it
    /// ([`ErrorKind::Internal`]), or when the storage failed at its end ([`ErrorKind::Storage`]):
    /// what it logged and changed, and whether its changes were kept. If both failed, this is the
    /// first failure.
    ///
    /// Without [`RunOptions::atomic`](fn@crate::RunOptions::atomic) each call of `state` is committed
    /// when it returns, so an error does not mean that nothing was changed. `None` where no program
    /// was started, or where nothing is known of what it did.
    #[must_use]
    pub fn partial_run(&self) -> Option<&PartialRun> {
        self.partial_run.as_deref()
    }

    /// The file of the machine that it is about: that of a workspace that cannot be opened.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What went wrong, in one sentence and without the path.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.reason.as_deref().unwrap_or(&self.message)
    }

    /// What kind of fault it is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
