//! When the changes of a run are kept, and who is asked.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use isolate_vfs::Effects;

use super::RunOptions;

/// When the changes of a program are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Commit {
    /// The changes of each call are kept when it returns, even if the program fails later.
    #[default]
    PerCall,
    /// All changes are kept when the program returns, and none when it throws or a limit ends it. Others
    /// cannot write while it computes. They can while it waits for a function; if they then change paths that
    /// it changes too, none are kept, and the outcome is a [`Conflict`](crate::Outcome::Conflict).
    Atomic,
    /// No change is kept: the effects are reported and undone.
    DryRun,
}

impl Commit {
    /// A stable word: `perCall`, `atomic` or `dryRun`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PerCall => "perCall",
            Self::Atomic => "atomic",
            Self::DryRun => "dryRun",
        }
    }

    /// The inverse of [`Commit::as_str`].
    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [Self::PerCall, Self::Atomic, Self::DryRun];
        all.into_iter().find(|commit| commit.as_str() == name)
    }
}

/// What a program has changed, before it is kept.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Preview<'a> {
    /// The paths that it created, changed and deleted.
    pub effects: &'a Effects,
    /// How its files would change, if [`RunOptions::diff_bytes`](fn@RunOptions::diff_bytes) is
    /// not 0.
    pub diff: Option<&'a str>,
}

/// Decides whether the changes of a program are kept: see
/// [`RunOptions::confirm`](fn@RunOptions::confirm).
#[derive(Clone)]
pub struct Confirm(Ask);

/// How it is asked.
#[derive(Clone)]
pub(crate) enum Ask {
    /// By a function that may block.
    Blocking(Asking<bool>),
    /// By a future.
    Waiting(Asking<BoxFuture<'static, bool>>),
}

type Asking<T> = Arc<dyn Fn(&Preview<'_>) -> T + Send + Sync>;

impl Confirm {
    pub(crate) const fn ask(&self) -> &Ask {
        &self.0
    }
}

impl fmt::Debug for Confirm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirm").finish_non_exhaustive()
    }
}

impl RunOptions {
    /// Sets when the changes are kept. Default: [`Commit::PerCall`].
    #[must_use]
    pub const fn commit(mut self, commit: Commit) -> Self {
        self.commit = commit;
        self
    }

    /// Keeps all changes or none: [`Commit::Atomic`].
    #[must_use]
    pub const fn atomic(self) -> Self {
        self.commit(Commit::Atomic)
    }

    /// Keeps no change: [`Commit::DryRun`].
    #[must_use]
    pub const fn dry_run(self) -> Self {
        self.commit(Commit::DryRun)
    }

    /// Asks before the changes of the program are kept, which makes the run atomic. `ask` is called
    /// when the program has returned and has changed something. If it answers `false`, nothing is
    /// kept and [`Run::is_committed`](field@crate::Run::is_committed) is `false`.
    ///
    /// It may block, for example to ask on a terminal: it is called on a thread of its own, of which a
    /// sandbox has at most 64. [`confirm_with`](Self::confirm_with) takes a future.
    ///
    /// Others can read and write meanwhile; if they change the same paths, the outcome is a
    /// [`Conflict`](crate::Outcome::Conflict). The time limit of the run does not include the time that
    /// `ask` takes. If the run is cancelled meanwhile, nothing is kept.
    ///
    /// ```
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let options = RunOptions::new().diff_bytes(1 << 20).confirm(|preview| {
    ///     println!("{}", preview.diff.unwrap_or_default());
    ///     preview.effects.deleted.is_empty()
    /// });
    /// let workspace = Workspace::memory()?;
    /// let code = "() => state.writeFile('/a', 'one\\n')";
    /// let run = Sandbox::new()?.run(&workspace, code).options(&options).blocking()?;
    /// assert!(run.is_committed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn confirm(mut self, ask: impl Fn(&Preview<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.commit = Commit::Atomic;
        self.confirm = Some(Confirm(Ask::Blocking(Arc::new(ask))));
        self
    }

    /// As [`confirm`](Self::confirm), for an answer that comes as a future: it holds no thread,
    /// however long it takes. It may use the services of the tokio runtime that the run was started in.
    ///
    /// ```
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let (sender, answer) = tokio::sync::watch::channel(None);
    /// let options = RunOptions::new().confirm_with(move |preview| {
    ///     println!("may {} files be made?", preview.effects.created.len());
    ///     let mut answer = answer.clone();
    ///     async move { answer.wait_for(Option::is_some).await.is_ok_and(|yes| *yes == Some(true)) }
    /// });
    /// std::thread::spawn(move || sender.send(Some(true)));
    /// let code = "() => state.writeFile('/a', 'one\\n')";
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(&options).blocking()?;
    /// assert!(run.is_committed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn confirm_with<F>(
        mut self,
        ask: impl Fn(&Preview<'_>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        self.commit = Commit::Atomic;
        let ask = move |preview: &Preview<'_>| ask(preview).boxed();
        self.confirm = Some(Confirm(Ask::Waiting(Arc::new(ask))));
        self
    }

    /// Sets whether all that the program has changed needs an approval before it is kept, which makes the
    /// run atomic. When the program has returned and has changed something, the run waits for a call of
    /// `state.review` ([`Awaits::Review`](crate::Awaits::Review)), whose argument says how many paths were
    /// created, changed and deleted, and names the first: whoever can be
    /// [asked](crate::Functions::on_approval) is asked, and otherwise the run is
    /// [put away](crate::Outcome::Suspended) with its changes and its result.
    ///
    /// When it is approved and [resumed](crate::Sandbox::resume), its changes are taken over, and the
    /// result is that of the program; or the outcome is a [`Conflict`](crate::Outcome::Conflict), where
    /// others have changed the same paths meanwhile. When it is refused, they are dropped:
    /// [`Run::is_committed`](field@crate::Run::is_committed) is `false`, and
    /// [`Run::refusal`](field@crate::Run::refusal) says why. The same happens when it is resumed without an
    /// answer after [`wait_max`](Self::wait_max). A program that fails keeps nothing and asks nobody.
    ///
    /// A run that cannot wait is refused before it begins: a dry run, one with
    /// [`no_suspension`](Self::no_suspension), and one whose workspace is a directory or opened for reading
    /// only. Default: `false`.
    ///
    /// ```
    /// use isolate_host::{Answer, Outcome, RunOptions, Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let code = "async () => { await state.writeFile('/plan.md', 'rest'); return 'done'; }";
    /// let run = sandbox.run(&workspace, code).options(RunOptions::new().review(true)).blocking()?;
    /// let Outcome::Suspended(waits) = &run.outcome else { panic!("{:?}", run.outcome) };
    /// assert_eq!(waits.waiting_for[0].argument["paths"][0], "/plan.md");
    ///
    /// workspace.answer(waits.run, &waits.waiting_for[0], Answer::Approve)?;
    /// let run = sandbox.resume(&workspace, waits.run).blocking()?;
    /// assert_eq!(run.result::<String>()?, "done");
    /// assert!(run.is_committed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn review(mut self, review: bool) -> Self {
        self.review = review;
        if review {
            self.commit = Commit::Atomic;
        }
        self
    }
}
