//! What a function gets beside its argument.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::cancel::CancelToken;
use crate::charge::Bounds;
use crate::events::EventQueue;
use crate::lock::locked;
use crate::trace::TraceContents;

/// Characters of a note, and of the message of an error in the record.
const NOTE_CHARS_MAX: usize = 500;

/// The context of a call: what a function gets beside its argument.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The bounds of the run, for the conversion of the answer.
    pub(super) bounds: Bounds,
    pub(super) note: Arc<Mutex<Option<String>>>,
    pub(super) cancel: CancelToken,
    pub(super) of_run: OfRun,
    pub(super) context: RunContext,
}

impl Scope {
    /// A token that is cancelled when nobody waits for the answer of this call any more, because it takes
    /// too long, or because its run has ended or was cancelled. For what goes on without the future of the
    /// function: a function that [blocks](crate::NamespaceMut::add_blocking), a task that it has spawned, or
    /// a run of another program.
    #[must_use]
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// Whether nobody waits for the answer any more: see [`cancel_token`](Self::cancel_token).
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// A number for the run, by which its calls take turns with those of others.
    pub(super) fn lane(&self) -> u64 {
        Arc::as_ptr(&self.of_run.0).addr() as u64
    }

    /// Sets the note of this call in the record of the run: what was done outside of the sandbox,
    /// such as a request. At most 500 characters; the last note wins.
    pub fn note(&self, text: impl Into<String>) {
        *locked(&self.note) = Some(noted(text.into()));
    }

    /// The value of this type that the run was started with:
    /// [`RunOptions::context`](fn@crate::RunOptions::context).
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.context.shared()
    }

    /// A value that all calls of one run share, such as a counter. It is made by the first call that
    /// asks for its type, and dropped with the run.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// use isolate_host::{FunctionError, Scope};
    ///
    /// fn count(scope: &Scope) -> Result<(), FunctionError> {
    ///     let calls = scope.of_run::<AtomicU64>();
    ///     match calls.fetch_add(1, Ordering::Relaxed) < 10 {
    ///         true => Ok(()),
    ///         false => Err(FunctionError::new("a run may call this ten times")),
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn of_run<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut of_run = locked(&self.of_run.0);
        let shared = of_run
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Arc::new(T::default()));
        let shared = Arc::clone(shared).downcast::<T>();
        shared.expect("it is kept by its type")
    }
}

/// A text for the record of a run.
pub(super) fn noted(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(NOTE_CHARS_MAX) {
        text.truncate(end);
    }
    text
}

/// The values that an embedder gives to the functions of a run, by type.
#[derive(Clone, Default)]
pub(crate) struct RunContext(Arc<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl RunContext {
    pub(crate) fn set<T: Send + Sync + 'static>(&mut self, value: T) {
        Arc::make_mut(&mut self.0).insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// The value of a type, which the functions share.
    pub(super) fn shared<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = self.0.get(&TypeId::of::<T>())?;
        Arc::clone(value).downcast::<T>().ok()
    }

    pub(crate) fn value<T: Clone + 'static>(&self) -> Option<T> {
        let value = self.0.get(&TypeId::of::<T>())?;
        value.downcast_ref::<T>().cloned()
    }

    /// Which contents the spans of the run may have.
    pub(crate) fn trace_contents(&self) -> TraceContents {
        self.value().unwrap_or_default()
    }

    /// Who is told what the run does.
    pub(crate) fn events(&self) -> Option<EventQueue> {
        self.value()
    }
}

/// Those of one run are the same; values cannot be compared.
impl PartialEq for RunContext {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for RunContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RunContext")
    }
}

/// The shared values of one run, by type.
#[derive(Clone, Default)]
pub(super) struct OfRun(Arc<Mutex<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>>);

impl std::fmt::Debug for OfRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OfRun")
    }
}
