//! Who is told how programs end.

use std::sync::Arc;

use isolate_host::{Error, Run};

/// Whoever is told how programs end, if anybody is.
#[derive(Clone, Default)]
pub(crate) struct Heard(pub(crate) Option<Arc<HearsPrograms>>);

/// Is told how a program ended, or why it could not be run to its end.
pub(crate) type HearsPrograms = dyn Fn(Result<&Run, &Error>) + Send + Sync;

impl Heard {
    pub(crate) fn tell(&self, ended: &Result<Run, Error>) {
        if let Some(heard) = &self.0 {
            heard(ended.as_ref());
        }
    }
}

impl std::fmt::Debug for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Heard").finish_non_exhaustive()
    }
}
