//! How to run one program.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use isolate_protocol::Value;
use isolate_vfs::{Effects, Guard};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answers::Script;
use crate::cancel::CancelToken;
use crate::error::Error;
use crate::events::{EventQueue, RunEvent};
use crate::functions::{FunctionError, Functions, RunContext};
use crate::key::IdempotencyKey;
use crate::limits::{Limits, limit_setters};
use crate::nested::ExecRules;
use crate::outcome::LogEntry;
use crate::pauses::{Paused, Pauses};
use crate::rules::RulesReader;
use crate::trace::{TraceContents, TraceContext};
use crate::values::to_value;

/// How long a run waits that is put away: 30 days. The default.
const WAIT_MAX: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How long a run waits for a function in memory. The default.
const SUSPEND_AFTER: Duration = Duration::from_secs(10);

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

/// What hears the log of a program while it runs: see [`RunOptions::on_log`](fn@RunOptions::on_log).
#[derive(Clone)]
pub(crate) struct LogListener(Arc<dyn Fn(&LogEntry) + Send + Sync>);

impl LogListener {
    pub(crate) fn new(listen: impl Fn(&LogEntry) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listen))
    }

    pub(crate) fn tell(&self, entry: &LogEntry) {
        (self.0)(entry);
    }
}

impl fmt::Debug for LogListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogListener").finish_non_exhaustive()
    }
}

/// How to run one program.
///
/// ```
/// use isolate_host::{RunOptions, Sandbox, Workspace};
/// use serde_json::json;
///
/// let options = RunOptions::new()
///     .seed(7)
///     .fuel(5_000_000)
///     .input(&json!({ "name": "Ann" }))?
///     .function("clock", "hour", |(): ()| async { Ok(9) });
/// let code = "async ({ name }) => `${name} at ${await clock.hour()}`";
/// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(&options).blocking()?;
/// # assert!(matches!(run.outcome, isolate_host::Outcome::Returned(_)), "{:?}", run.outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunOptions {
    pub(crate) limits: Limits,
    /// The argument of the program; `None` calls it without one.
    pub(crate) input: Option<Value>,
    pub(crate) seed: Option<u64>,
    pub(crate) now: Option<SystemTime>,
    pub(crate) commit: Commit,
    pub(crate) diff_bytes: usize,
    pub(crate) confirm: Option<Confirm>,
    pub(crate) review: bool,
    pub(crate) read_only: bool,
    pub(crate) javascript_only: bool,
    pub(crate) no_code_from_text: bool,
    pub(crate) exec: Option<ExecRules>,
    pub(crate) branch: Option<String>,
    pub(crate) label: String,
    pub(crate) actor: Option<String>,
    pub(crate) cancel: Option<CancelToken>,
    pub(crate) functions: Functions,
    pub(crate) context: RunContext,
    pub(crate) no_suspension: Option<&'static str>,
    pub(crate) wait_max: Duration,
    pub(crate) read_rules: Option<RulesReader>,
    pub(crate) pauses: Paused,
    pub(crate) suspend_after: Option<Duration>,
    pub(crate) on_log: Option<LogListener>,
    pub(crate) calls_on_workers: bool,
    pub(crate) parent: Option<TraceContext>,
    pub(crate) idempotency_key: Option<IdempotencyKey>,
    /// The run that this one repeats.
    pub(crate) script: Option<Arc<Script>>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            input: None,
            seed: None,
            now: None,
            commit: Commit::default(),
            diff_bytes: 0,
            confirm: None,
            review: false,
            read_only: false,
            javascript_only: false,
            no_code_from_text: false,
            exec: None,
            branch: None,
            label: String::new(),
            actor: None,
            cancel: None,
            functions: Functions::default(),
            context: RunContext::default(),
            no_suspension: None,
            wait_max: WAIT_MAX,
            read_rules: None,
            pauses: Paused::default(),
            suspend_after: Some(SUSPEND_AFTER),
            on_log: None,
            calls_on_workers: false,
            parent: None,
            idempotency_key: None,
            script: None,
        }
    }
}

impl From<&Self> for RunOptions {
    fn from(options: &Self) -> Self {
        options.clone()
    }
}

impl RunOptions {
    /// The default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets all limits at once.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    limit_setters!();

    /// Sets the argument of the program to any type that is `Serialize`, as [`to_value`] converts it: in
    /// its JSON form, with a `BigInt` for an integer beyond ±(2^53 − 1) and a `Uint8Array` for bytes.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for a value that has no JSON form, such as a map
    /// whose keys are not text.
    pub fn input(self, input: &(impl Serialize + ?Sized)) -> Result<Self, Error> {
        match to_value(input) {
            Ok(input) => Ok(self.input_value(input)),
            Err(cause) => {
                let text = "the input has no JSON form";
                Err(Error::refused(text).with_source(cause))
            }
        }
    }

    /// Sets the argument of the program to a value of JavaScript, which may hold bytes and dates.
    #[must_use]
    pub fn input_value(mut self, input: impl Into<Value>) -> Self {
        self.input = Some(input.into());
        self
    }

    /// Seeds everything that is random, and fixes the clock: the same program, input, files,
    /// limits and seed give the same run, byte for byte. Default: both are the machine's.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets the time at which the program begins, and fixes its clock there, as [`seed`](Self::seed) does
    /// with 2025-01-01; given with a seed, it replaces that time. Times before 1970 are 1970. Default: that
    /// of the machine.
    ///
    /// ```
    /// use std::time::{Duration, UNIX_EPOCH};
    ///
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let options = RunOptions::new().now(UNIX_EPOCH + Duration::from_secs(1_000_000_000));
    /// let code = "new Date().toISOString()";
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(options).blocking()?;
    /// assert_eq!(run.result::<String>()?, "2001-09-09T01:46:40.000Z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn now(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }

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
    /// [asked](Functions::on_approval) is asked, and otherwise the run is
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

    /// Refuses `confirm` and `review` for a run whose changes are committed before it, or not at all.
    pub(crate) fn check_confirm(&self) -> Result<(), Error> {
        if self.review && self.commit != Commit::Atomic {
            return Err(Error::refused(
                "`review` needs an atomic run: set `commit` to `Commit::Atomic`, or do not set it after `review`",
            ));
        }
        if self.confirm.is_none() || self.commit == Commit::Atomic {
            return Ok(());
        }
        Err(Error::refused(
            "`confirm` needs an atomic run: set `commit` to `Commit::Atomic`, or do not set it after `confirm`",
        ))
    }

    /// Sets the largest size of the diff of a run, in bytes. Default: 0, for none.
    #[must_use]
    pub const fn diff_bytes(mut self, diff_bytes: usize) -> Self {
        self.diff_bytes = diff_bytes;
        self
    }

    /// Refuses every `state` method that may change files, with `EROFS`. Default: `false`.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Refuses TypeScript. Otherwise its types are erased, which moves no line and no column.
    /// Default: `false`.
    #[must_use]
    pub const fn javascript_only(mut self) -> Self {
        self.javascript_only = true;
        self
    }

    /// Refuses `eval` and the constructors of functions, with an `EvalError` that the program may
    /// catch. Otherwise code from text runs as any other, under the limits of the run.
    /// [`SandboxOptions::no_code_from_text`](fn@crate::SandboxOptions::no_code_from_text) refuses it in
    /// all runs. Default: allowed.
    #[must_use]
    pub const fn no_code_from_text(mut self) -> Self {
        self.no_code_from_text = true;
        self
    }

    /// Lets the program run commands of a shell: `await state.exec(command, { cwd, env, stdin, encoding })`
    /// gives an object with `exitCode`, `stdout` and `stderr`.
    ///
    /// A command is a part of the run: it changes the same files under the same rules, and what it uses counts
    /// for the limits of the run. Where it reaches one, the run ends there. In an atomic run its changes are
    /// kept or dropped with all others, and otherwise each as it is made. It cannot run programs. Default:
    /// there is no `state.exec`, and a program that calls it fails with what it can do instead.
    ///
    /// ```
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let code = "async () => (await state.exec('seq 3 | tail -1')).stdout";
    /// let run = sandbox.run(&workspace, code).options(RunOptions::new().exec()).blocking()?;
    /// assert_eq!(run.result::<String>()?, "3\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exec(mut self) -> Self {
        self.exec = Some(ExecRules::default());
        self
    }

    /// As [`exec`](Self::exec), with these commands alone:
    /// [`ShellRequest::allowed_commands`](crate::ShellRequest::allowed_commands).
    #[must_use]
    pub fn exec_commands<I, S>(mut self, commands: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<String>,
    {
        let commands = commands.into_iter().map(Into::into).collect();
        self.exec = Some(ExecRules {
            allowed: Some(commands),
        });
        self
    }

    /// Sets the branch of the workspace that the run reads and changes. Default: that of the
    /// [`Workspace`](crate::Workspace), which is `main` unless
    /// [`Workspace::on_branch`](crate::Workspace::on_branch) chose another.
    #[must_use]
    pub fn branch(mut self, branch: impl Into<String>) -> Self {
        self.branch = Some(branch.into());
        self
    }

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

    /// Names the request, so that it is done once, however often it is repeated, also by other processes
    /// and after a crash. A run whose key is new begins; its key is on the disk before it can have an effect.
    /// Otherwise the run is [answered as the one before](field@crate::Run::is_repeated), with its result or
    /// its error, or with what it [waits for](crate::Outcome::Suspended), and nothing is done.
    ///
    /// The same request is one with the same program, input, branch, [`commit`](Self::commit),
    /// [`read_only`](Self::read_only), [`seed`](Self::seed) and [`now`](Self::now). Keys are of a workspace
    /// and a [principal](IdempotencyKey::of). A key is kept as long as the history has the run, and for 24
    /// hours at least; a workspace has at most 100,000 of the last 24 hours.
    ///
    /// A run fails with [`Repeated`](crate::ErrorKind::Repeated) where the earlier one has not ended, was
    /// interrupted, or was another request; with [`Refused`](crate::ErrorKind::Refused) where it is a dry run
    /// or its workspace records no runs; and with [`Busy`](crate::ErrorKind::Busy) where the workspace has
    /// too many keys. Default: none.
    #[must_use]
    pub const fn idempotency_key(mut self, key: IdempotencyKey) -> Self {
        self.idempotency_key = Some(key);
        self
    }

    /// Names the run in the workspace's history. Default: empty.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Names who makes the changes in the workspace's history. At most 4096 bytes. Default: none.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into());
        self
    }

    /// Ends the run when `token` is cancelled. Default: none.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// Calls `listen` with each entry of the log while the program runs: in the order of
    /// [`Run::logs`](field@crate::Run::logs), once each, as soon as the entry is complete. A line that the
    /// program never finishes is in the log of the run alone. `listen` is called on the thread that
    /// computes, and must not block. Default: none.
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let (sender, receiver) = mpsc::channel();
    /// let options = RunOptions::new().on_log(move |entry| {
    ///     let _ = sender.send(entry.text.clone());
    /// });
    /// let code = "() => { console.log('one'); console.log('two'); }";
    /// Sandbox::new()?.run(&Workspace::memory()?, code).options(options).blocking()?;
    /// assert_eq!(receiver.iter().collect::<Vec<_>>(), ["one", "two"]);
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    #[must_use]
    pub fn on_log(mut self, listen: impl Fn(&LogEntry) + Send + Sync + 'static) -> Self {
        self.on_log = Some(LogListener::new(listen));
        self
    }

    /// Makes the span of the run the child of one of another process, given by the value of the header
    /// `traceparent` of W3C Trace Context; one that is not well formed is ignored. This needs a
    /// [`Propagator`](crate::trace::Propagator). Default: the span of the run is the child of the span in
    /// which it is started.
    #[must_use]
    pub fn traceparent(self, traceparent: impl AsRef<str>) -> Self {
        match TraceContext::parse(traceparent.as_ref(), None) {
            Some(parent) => self.parent(parent),
            None => self,
        }
    }

    /// As [`traceparent`](Self::traceparent), with a context that was read already.
    #[must_use]
    pub fn parent(mut self, parent: TraceContext) -> Self {
        self.parent = Some(parent);
        self
    }

    /// Sets which contents the spans of the run have, beside names and numbers. Credentials that the
    /// functions [hide](Functions::hide) are hidden in them, and each has at most 16 KiB. Default: none.
    #[must_use]
    pub fn trace_contents(self, contents: TraceContents) -> Self {
        self.context(contents)
    }

    /// Tells what the run does to a queue, beside who listens to its log.
    pub(crate) fn tell_events(mut self, events: &EventQueue) -> Self {
        let (queue, listener) = (events.clone(), self.on_log.take());
        self.on_log = Some(LogListener::new(move |entry| {
            queue.push(RunEvent::Log(entry.clone()));
            if let Some(listener) = &listener {
                listener.tell(entry);
            }
        }));
        self.context(events.clone())
    }

    /// Sets the functions that the program may call, in place of those that were set before. Default:
    /// none.
    #[must_use]
    pub fn functions(mut self, functions: Functions) -> Self {
        self.functions = functions;
        self
    }

    /// Lets threads of the sandbox poll the functions first. A call that answers at once then takes some 6 µs
    /// instead of two changes of threads, but what belongs to the caller's task, such as a task-local of
    /// tokio, is there only from a function's second poll on; its span always is. Default: whoever awaits
    /// the run polls its functions, and what belongs to that task is there from the first poll on.
    /// [`blocking`](crate::RunRequest::blocking) sets this by itself.
    #[must_use]
    pub const fn calls_on_workers(mut self) -> Self {
        self.calls_on_workers = true;
        self
    }

    /// Gives the functions that the program calls a value, such as the user it runs for, which they read
    /// from their [`Scope`](crate::Scope::context): the same functions can serve many users. One value of
    /// each type; the last one wins.
    ///
    /// ```
    /// use isolate_host::{Functions, RunOptions, Sandbox, Scope, Workspace};
    ///
    /// struct User { name: String }
    ///
    /// let mut functions = Functions::new();
    /// functions.namespace("mail").add_with("me", |(): (), scope: Scope| async move {
    ///     let user = scope.context::<User>().expect("every run has a user");
    ///     Ok(user.name.clone())
    /// });
    /// let user = User { name: "Ann".to_owned() };
    /// let options = RunOptions::new().functions(functions).context(user);
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, "mail.me()").options(options).blocking()?;
    /// assert_eq!(run.result::<String>()?, "Ann");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.context.set(value);
        self
    }

    /// Adds a function that the program calls as `namespace.name(argument)`: see
    /// [`NamespaceMut::add`](crate::NamespaceMut::add).
    #[must_use]
    pub fn function<I, O, F, R>(
        mut self,
        namespace: impl Into<String>,
        name: impl Into<String>,
        function: F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
        F: Fn(I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, FunctionError>> + Send + 'static,
    {
        self.functions.namespace(namespace).add(name, function);
        self
    }
}
