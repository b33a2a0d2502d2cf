//! How to run one program.

mod changes;
mod functions;
mod told;
mod waiting;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use isolate_protocol::Value;
use isolate_vfs::RunId;
use serde::Serialize;

use crate::answers::Script;
use crate::cancel::CancelToken;
use crate::error::Error;
use crate::functions::{Functions, RunContext};
use crate::key::IdempotencyKey;
use crate::limits::{Limits, limit_setters};
use crate::nested::ExecRules;
use crate::pauses::Paused;
use crate::rules::RulesReader;
use crate::trace::TraceContext;
use crate::values::to_value;

pub(crate) use changes::Ask;
pub use changes::{Commit, Confirm, Preview};
pub(crate) use told::LogListener;

/// How long a run waits that is put away: 30 days. The default.
const WAIT_MAX: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How long a run waits for a function in memory. The default.
const SUSPEND_AFTER: Duration = Duration::from_secs(10);

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
    /// What earlier attempts of a run in a copy have done.
    pub(crate) attempts: Option<Arc<Attempts>>,
}

/// What the attempts of a run in a copy have done that stays.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    /// The run that has its idempotency key.
    pub(crate) keyed: OnceLock<RunId>,
    /// Whether it is claimed in the log, and may have called functions: it is not made again.
    pub(crate) is_claimed: AtomicBool,
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
            attempts: None,
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
}
