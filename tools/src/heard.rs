//! Who is told how programs end, and when they wait.

use std::sync::Arc;

use isolate_host::{Error, Pauses, Run, RunOptions};

/// Whoever is told of programs, if anybody is.
#[derive(Clone, Default)]
pub(crate) struct Heard {
    pub(crate) ends: Option<Arc<HearsPrograms>>,
    pub(crate) pauses: Option<Arc<dyn Pauses>>,
    pub(crate) context: Option<Arc<SetsContext>>,
}

/// Gives the functions of a program what they read from their scope.
pub(crate) type SetsContext = dyn Fn(RunOptions) -> RunOptions + Send + Sync;

/// Is told how a program ended, or why it could not be run to its end.
pub(crate) type HearsPrograms = dyn Fn(Result<&Run, &Error>) + Send + Sync;

impl Heard {
    pub(crate) fn tell(&self, ended: Result<&Run, &Error>) {
        if let Some(heard) = &self.ends {
            heard(ended);
        }
    }

    /// Options of a program that it is told of.
    pub(crate) fn in_options(&self, mut options: RunOptions) -> RunOptions {
        if let Some(set_context) = &self.context {
            options = set_context(options);
        }
        match &self.pauses {
            Some(pauses) => options.pauses(Arc::clone(pauses)),
            None => options,
        }
    }
}

impl std::fmt::Debug for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Heard").finish_non_exhaustive()
    }
}
