//! How a run waits, and how it goes on.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use isolate_vfs::Guard;

use super::RunOptions;
use crate::pauses::{Paused, Pauses};
use crate::rules::RulesReader;

impl RunOptions {
    /// Keeps the run from being put away ([`Outcome::Suspended`](crate::Outcome::Suspended)): a call that
    /// needs an approval, and that nobody approves at once, fails with `EAPPROVAL`. Default: it is put away,
    /// unless it is a dry run or a replay, or its workspace is a directory or opened for reading
    /// only. `reason` is a part of the error.
    #[must_use]
    pub const fn no_suspension(mut self, reason: &'static str) -> Self {
        self.no_suspension = Some(reason);
        self
    }

    /// Sets how long the run waits in memory for functions that have not answered. Then it is put away
    /// ([`Outcome::Suspended`](crate::Outcome::Suspended)), while they go on without it: they are not called
    /// again, and each answer is kept in the workspace when it comes.
    /// [`Workspace::until_answered`](crate::Workspace::until_answered) waits for that, and
    /// [`Sandbox::resume`](crate::Sandbox::resume) goes on. If all places that the run may have are
    /// [taken](crate::SandboxOptions::runs) and one is wanted, the run that has waited longest is put away at
    /// once, though not before it has waited for 100 ms.
    ///
    /// A function without a [`timeout`](crate::FunctionMut::timeout) of its own may take as long as it needs
    /// then; the time limit of the run counts while it waits in memory. Functions that
    /// [wait in memory](crate::FunctionMut::waits_in_memory) or are
    /// [unrecorded](crate::FunctionMut::unrecorded) keep their run there, as does an approval that is being
    /// asked for. A run that cannot be put away, as with [`no_suspension`](Self::no_suspension), waits in
    /// memory too. `None`: it waits there in any case. Default: 10 s.
    ///
    /// ```
    /// use isolate_host::RunOptions;
    ///
    /// let options = RunOptions::new().suspend_after(std::time::Duration::from_secs(60));
    /// let options = RunOptions::new().suspend_after(None);
    /// ```
    #[must_use]
    pub fn suspend_after(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.suspend_after = time.into();
        self
    }

    /// Sets how long the run may wait for answers while it is put away. If it is resumed later, the calls
    /// without an answer fail with `ETIMEDOUT`. Default: 30 days.
    #[must_use]
    pub const fn wait_max(mut self, wait_max: Duration) -> Self {
        self.wait_max = wait_max;
        self
    }

    /// Sets how the rules about paths are read that are kept with a run which is
    /// [resumed](crate::Sandbox::resume): the text of the [`Guard`] of its start
    /// ([`Guard::text`](isolate_vfs::Guard::text)). They apply beside those of the workspace that it is
    /// resumed on: what it does needs the consent of both. `Policy::read_guard` of `isolate-tools` reads
    /// those of a policy. Default: a run with such rules is not resumed.
    #[must_use]
    pub fn read_rules<E: fmt::Display>(
        mut self,
        read: impl Fn(&str) -> Result<Arc<dyn Guard>, E> + Send + Sync + 'static,
    ) -> Self {
        let read = move |text: &str| read(text).map_err(|error| error.to_string());
        self.read_rules = Some(RulesReader::new(read));
        self
    }

    /// Sets who is told when the run waits, and asked before it goes on. Default: nobody, and it goes on when
    /// it can.
    ///
    /// ```
    /// use std::future::ready;
    /// use std::pin::Pin;
    /// use std::sync::Arc;
    ///
    /// use isolate_host::{Pauses, RunOptions};
    ///
    /// struct Told;
    ///
    /// impl Pauses for Told {
    ///     fn waits(&self, fuel: u64) {
    ///         println!("it waits, and has used {fuel} instructions");
    ///     }
    ///
    ///     fn goes_on(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
    ///         Box::pin(ready(()))
    ///     }
    /// }
    ///
    /// let options = RunOptions::new().pauses(Arc::new(Told));
    /// # drop(options);
    /// ```
    #[must_use]
    pub fn pauses(mut self, pauses: Arc<dyn Pauses>) -> Self {
        self.pauses = Paused::new(pauses);
        self
    }
}
