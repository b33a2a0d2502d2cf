//! The entry point: a sandbox, built once, that runs programs.

use std::sync::Arc;
use std::time::Instant;

use futures_executor::block_on;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::{Instrument as _, Span};
use wasmtime::{
    Enabled, Engine, InstanceAllocationStrategy, InstancePre, Linker, Module,
    PoolingAllocationConfig,
};

use crate::abi;
use crate::engine_config::base_config;
use crate::error::{Error, ErrorKind};
use crate::functions::first;
use crate::guest;
use crate::limits::Limits;
use crate::options::RunOptions;
use crate::outcome::Run;
use crate::run::{Progress, Session, SessionStart};
use crate::watchdog::{Control, Halt, Watchdog, end_of};
use crate::workers::Workers;
use crate::workspace::Workspace;

/// How to build a [`Sandbox`].
///
/// ```
/// use isolate_host::{Sandbox, SandboxOptions};
///
/// let sandbox = Sandbox::with_options(&SandboxOptions::new().threads(2).runs(16))?;
/// # Ok::<(), isolate_host::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SandboxOptions {
    /// Programs that compute at the same time, at most; further ones queue. Default: the number
    /// of the machine's cores.
    pub threads: usize,
    /// Runs that are alive at the same time, at most, including those that wait for host
    /// functions; further ones queue. Each reserves 4 GiB of address space, not of memory.
    /// Default: 128.
    pub runs: u32,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            runs: 128,
        }
    }
}

impl SandboxOptions {
    /// The default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many programs compute at the same time.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets how many runs are alive at the same time.
    #[must_use]
    pub const fn runs(mut self, runs: u32) -> Self {
        self.runs = runs;
        self
    }
}

/// Runs programs, each in a fresh WebAssembly instance of the JavaScript engine.
///
/// Building the first takes about a millisecond; share it. A second one in the same process works
/// as well, but holds a copy of the engine's code, about 25 MiB. It is cheap to clone, `Send` and `Sync`.
///
/// ```
/// use isolate_host::{Outcome, Sandbox, Workspace, to_json};
///
/// let sandbox = Sandbox::new()?;
/// let workspace = Workspace::memory()?;
/// let code = r#"async () => {
///     await state.writeFile("/a.txt", "hello");
///     return (await state.readFile("/a.txt")).length;
/// }"#;
/// let run = sandbox.run_blocking(&workspace, code)?;
/// let Outcome::Returned(value) = &run.outcome else { panic!("{:?}", run.outcome) };
/// assert_eq!(to_json(value), Some(5.into()));
/// assert_eq!(run.effects.created[0].path, "/a.txt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Sandbox {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine,
    guest: InstancePre<abi::Host>,
    exports: abi::ExportIndices,
    workers: Workers,
    watchdog: Arc<Watchdog>,
    runs: Arc<Semaphore>,
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Builds a sandbox with default options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Engine`] where this machine cannot run the sandbox's code.
    pub fn new() -> Result<Self, Error> {
        Self::with_options(&SandboxOptions::default())
    }

    /// Builds a sandbox.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Engine`] where this machine cannot run the sandbox's code.
    pub fn with_options(options: &SandboxOptions) -> Result<Self, Error> {
        let SandboxOptions { threads, runs } = *options;
        tracing::debug!(threads, runs, "building a sandbox");
        let (engine, code) = engine(options.runs)?;
        let module = guest::load(&engine, code)?;
        Self::of(engine, &module, options).map_err(not_set_up)
    }

    /// A sandbox with another module as its guest, compiled now: see
    /// [`failing_sandbox`](crate::bridge::failing_sandbox).
    pub(crate) fn of_module(wasm: &[u8]) -> Result<Self, Error> {
        let options = SandboxOptions::new().threads(1).runs(1);
        let mut config = base_config();
        config.allocation_strategy(pool(options.runs));
        let engine = Engine::new(&config).map_err(not_set_up)?;
        let module = Module::new(&engine, wasm).map_err(not_set_up)?;
        Self::of(engine, &module, &options).map_err(not_set_up)
    }

    fn of(engine: Engine, module: &Module, options: &SandboxOptions) -> wasmtime::Result<Self> {
        let exports = abi::ExportIndices::new(module)?;
        let mut linker = Linker::new(&engine);
        abi::add_to_linker(&mut linker)?;
        let guest = linker.instantiate_pre(module)?;
        Ok(Self {
            shared: Arc::new(Shared {
                guest,
                exports,
                workers: Workers::new(options.threads.max(1)),
                watchdog: Arc::new(Watchdog::new()),
                runs: Arc::new(Semaphore::new(options.runs as usize)),
                engine,
            }),
        })
    }

    /// Runs a program against a workspace, with default options.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::run_with`].
    pub async fn run(&self, workspace: &Workspace, code: &str) -> Result<Run, Error> {
        self.run_with(workspace, code, &RunOptions::default()).await
    }

    /// Runs a program against a workspace.
    ///
    /// The program is the text of a function, a module with a default export, or plain
    /// statements; see the README. It runs on a thread of the sandbox's own, so this future never
    /// blocks its executor. Dropping the future cancels the run: committed calls stay committed. To
    /// learn what a cancelled run has done, cancel it with
    /// [`RunOptions::cancel`](field@RunOptions::cancel).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Refused`] for options out of their range, [`ErrorKind::Storage`] when the
    /// workspace cannot be opened or its last commit fails, [`ErrorKind::Engine`] when the program
    /// cannot be started, [`ErrorKind::Internal`] when the sandbox fails in the middle of the run.
    /// [`Error::partial_run`] says what a run had done that was started. What the program does wrong
    /// is an [`Outcome`](crate::Outcome), never an error.
    pub async fn run_with(
        &self,
        workspace: &Workspace,
        code: &str,
        options: &RunOptions,
    ) -> Result<Run, Error> {
        let span = tracing::debug_span!(
            "run",
            commit = ?options.commit,
            read_only = options.read_only,
            seed = options.seed,
        );
        let run = self.run_in(workspace, code, options, &span);
        run.instrument(span.clone()).await
    }

    /// Runs a program inside of a span, which its worker enters too.
    async fn run_in(
        &self,
        workspace: &Workspace,
        code: &str,
        options: &RunOptions,
        span: &Span,
    ) -> Result<Run, Error> {
        let started = Instant::now();
        check(&options.limits)?;
        options.check_confirm()?;
        options.functions.check_names()?;
        let permit = Arc::clone(&self.shared.runs)
            .acquire_owned()
            .await
            .map_err(|_| gone())?;
        let deadline = end_of(started, options.limits.timeout);
        let control = Arc::new(Control::default());
        let _watch = self
            .shared
            .watchdog
            .watch(&control, deadline)
            .map_err(no_thread)?;
        if let Some(token) = &options.cancel {
            token.watch(&control);
        }
        let mut cancel = CancelOnDrop {
            control: Arc::clone(&control),
            is_armed: true,
        };

        let start = SessionStart {
            source: code.to_owned(),
            options: options.clone(),
            workspace: workspace.clone(),
            control: Arc::clone(&control),
            watchdog: Arc::clone(&self.shared.watchdog),
            started,
            deadline,
            runtime: tokio::runtime::Handle::try_current().ok(),
        };
        let shared = Arc::clone(&self.shared);
        let mut progress = self
            .on_worker(permit, span, move || {
                Session::start(&shared.engine, &shared.guest, &shared.exports, start)
            })
            .await?;
        loop {
            match progress {
                (Progress::Finished(run), _permit) => {
                    cancel.is_armed = false;
                    let mut run = *run?;
                    run.frame = run.outcome.frame(code);
                    tracing::debug!(
                        ending = run.outcome.ending(),
                        fuel = run.usage.fuel,
                        wall = ?run.usage.wall,
                        calls = run.usage.host_calls,
                        "a run ended"
                    );
                    return Ok(run);
                }
                (Progress::Waiting(mut session), permit) => {
                    let completion = first(session.waiting(), &control).await;
                    progress = self
                        .on_worker(permit, span, move || session.resume(completion))
                        .await?;
                }
            }
        }
    }

    /// Runs a program with default options, and waits for it on the calling thread.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::run_with`].
    pub fn run_blocking(&self, workspace: &Workspace, code: &str) -> Result<Run, Error> {
        self.run_blocking_with(workspace, code, &RunOptions::default())
    }

    /// Runs a program and waits for it on the calling thread.
    ///
    /// Functions of the embedder that need a runtime must be used with [`Sandbox::run_with`]
    /// inside of it. They are polled on the calling thread and on threads of the sandbox, and must
    /// not block.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::run_with`].
    pub fn run_blocking_with(
        &self,
        workspace: &Workspace,
        code: &str,
        options: &RunOptions,
    ) -> Result<Run, Error> {
        block_on(self.run_with(workspace, code, options))
    }

    /// Does one step of a run on a worker. The permit moves with the work: a run whose future is
    /// dropped keeps its slot until its instance is dropped.
    async fn on_worker(
        &self,
        permit: OwnedSemaphorePermit,
        span: &Span,
        work: impl FnOnce() -> Progress + Send + 'static,
    ) -> Result<(Progress, OwnedSemaphorePermit), Error> {
        let (sender, receiver) = oneshot::channel();
        let span = span.clone();
        self.shared
            .workers
            .submit(Box::new(move || {
                let progress = span.in_scope(work);
                // Nobody listens when the run was cancelled.
                let _ = sender.send((progress, permit));
            }))
            .map_err(no_thread)?;
        receiver.await.map_err(|_| gone())
    }
}

pub(crate) fn engine(runs_max: u32) -> Result<(Engine, guest::Code), Error> {
    let mut config = base_config();
    config.enable_compiler(false);
    let code = guest::configure(&mut config);
    config.allocation_strategy(pool(runs_max));
    let engine = Engine::new(&config).map_err(|cause| {
        Error::new(
            ErrorKind::Engine,
            "the WebAssembly engine could not be set up",
        )
        .with_source(cause)
    })?;
    Ok((engine, code))
}

/// A pool of this many instances.
fn pool(runs_max: u32) -> InstanceAllocationStrategy {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(runs_max)
        .total_memories(runs_max)
        .total_tables(runs_max)
        .max_memory_size(4 << 30)
        // The guest's table holds about 10,000 functions.
        .table_elements(32 << 10)
        // Memory that a small run has used is zeroed; unmapping it costs more.
        .linear_memory_keep_resident(1 << 20)
        .table_keep_resident(128 << 10)
        .pagemap_scan(Enabled::Auto);
    InstanceAllocationStrategy::Pooling(pool)
}

fn not_set_up(cause: wasmtime::Error) -> Error {
    Error::new(ErrorKind::Engine, "the sandbox could not be set up").with_source(cause)
}

fn check(limits: &Limits) -> Result<(), Error> {
    if limits.memory_bytes > Limits::MEMORY_BYTES_CEILING {
        return Err(Error::new(
            ErrorKind::Refused,
            format!(
                "a memory limit of {} bytes is too large: at most {} bytes",
                limits.memory_bytes,
                Limits::MEMORY_BYTES_CEILING
            ),
        ));
    }
    Ok(())
}

fn gone() -> Error {
    Error::internal("the sandbox stopped in the middle of a run")
}

fn no_thread(cause: std::io::Error) -> Error {
    Error::new(ErrorKind::Engine, "the system gave the sandbox no thread").with_source(cause)
}

struct CancelOnDrop {
    control: Arc<Control>,
    is_armed: bool,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if self.is_armed {
            self.control.halt(Halt::Cancelled);
        }
    }
}
