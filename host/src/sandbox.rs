//! The entry point: a sandbox, built once, that runs programs.

mod blocking;
#[cfg(not(isolate_no_compiler))]
mod compiled;
mod nested;
mod options;
mod patience;
mod places;
mod pool;
mod queue;
mod repeating;
mod request;
mod shell;
mod stack;
mod stats;
mod task;
mod turns;

use std::sync::Arc;

use isolate_vfs::RunId;
use tracing::Instrument as _;

use crate::abi::Template;
use crate::busy;
use crate::error::Error;
use crate::guest;
use crate::image::{self, Image};
use crate::limits::Limits;
use crate::options::RunOptions;
use crate::outcome::Run;
use crate::pace::Slice;
use crate::prelude::{self, Digest};
use crate::source::Source;
use crate::spans;
use crate::stacks::Stacks;
use crate::suspend::{Detached, ImageKey};
use crate::watchdog::Watchdog;
use crate::workers::{Job, Workers};
use crate::workspace::Workspace;

use nested::Inner;
use places::Places;
use queue::Queue;
use shell::Shell;
use task::Task;
use turns::Work;

#[doc(hidden)]
pub use blocking::Computes;
pub use options::SandboxOptions;
pub(crate) use pool::engine;
pub use request::{RunHandle, RunRequest};
pub use shell::ShellRequest;
pub use stats::SandboxStats;
pub(crate) use turns::Repeat;

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
/// let run = sandbox.run(&workspace, code).blocking()?;
/// let Outcome::Returned(value) = &run.outcome else { panic!("{:?}", run.outcome) };
/// assert_eq!(to_json(value), Some(5.into()));
/// assert_eq!(run.effects.created[0].path, "/a.txt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Sandbox {
    shared: Arc<Shared>,
}

/// The preludes of a sandbox.
#[derive(Default)]
struct Preludes {
    names: Vec<String>,
    digest: Option<Digest>,
    /// Warnings of their loading, for the creator of the sandbox.
    notices: Vec<String>,
}

struct Shared {
    template: Template,
    shell: Shell,
    /// Instances of runs within others.
    inner: Inner,
    /// Where the code of its engine is.
    code: guest::Code,
    /// How many runs it has at the same time.
    runs: u32,
    preludes: Preludes,
    workers: Workers<Arc<Task>>,
    /// Threads for runs that end while they wait.
    enders: Arc<Workers<Job>>,
    /// Functions of runs that were put away.
    detached: Arc<Detached>,
    /// Threads for what `confirm` asks.
    askers: Arc<Workers<Job>>,
    slice: Slice,
    stacks: Arc<Stacks>,
    watchdog: Arc<Watchdog>,
    queue: Queue,
    /// Whether all runs refuse code from text.
    no_code_from_text: bool,
    /// What runs that wait are sealed with.
    image_key: Option<ImageKey>,
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
    /// [`Engine`](crate::ErrorKind::Engine) where this machine cannot run the sandbox's code.
    pub fn new() -> Result<Self, Error> {
        Self::builder().build()
    }

    /// Options of a sandbox, to be [built](SandboxOptions::build).
    #[must_use]
    pub fn builder() -> SandboxOptions {
        SandboxOptions::default()
    }

    fn with_options(options: &SandboxOptions) -> Result<Self, Error> {
        let SandboxOptions {
            threads,
            runs,
            ref preludes,
            ..
        } = *options;
        tracing::debug!(
            threads,
            runs,
            preludes = preludes.len(),
            "building a sandbox"
        );
        prelude::check(preludes)?;
        check(&options.prelude_limits)?;
        check_runs(runs)?;
        // Of as few places as there are threads, one workspace may have all: it has to compute on them.
        let at_least = u32::try_from(threads).unwrap_or(u32::MAX);
        let share = runs.div_ceil(2).max(at_least).min(runs);
        let of_workspace = options.runs_of_workspace.unwrap_or(share);
        check_share(runs, of_workspace)?;
        let places = Places::new(runs, of_workspace);
        let (engine, code) = engine(runs)?;
        let module = guest::load(&engine, guest::Module::Programs, code)?;
        let mut template = Template::new(engine, &module).map_err(not_set_up)?;
        let watchdog = Arc::new(Watchdog::new());
        let mut notices = Vec::new();
        if !preludes.is_empty() {
            let image;
            (image, notices) = load(&template, options, &watchdog)?;
            template.image = Some(Arc::new(image));
        }
        let preludes = Preludes {
            notices,
            names: preludes
                .iter()
                .map(|prelude| prelude.name.clone())
                .collect(),
            digest: (!preludes.is_empty()).then(|| Digest::of(preludes)),
        };
        let enders = Arc::new(Workers::enders());
        Ok(Self::of(Shared {
            template,
            shell: Shell::default(),
            inner: Inner::default(),
            code,
            runs,
            preludes,
            workers: Workers::new(threads.max(1), take_turn),
            detached: Detached::new(options.detached_calls, &enders, &watchdog),
            enders,
            askers: Arc::new(Workers::askers()),
            slice: options.slice,
            stacks: Arc::default(),
            watchdog,
            queue: Queue::new(places, options.queue_max, options.queue_wait),
            no_code_from_text: options.no_code_from_text,
            image_key: options.image_key.clone(),
        }))
    }

    fn of(shared: Shared) -> Self {
        let shared = Arc::new(shared);
        Self { shared }
    }

    /// The names of the libraries that its programs find loaded, in the order of their loading.
    ///
    /// ```
    /// use isolate_host::Sandbox;
    ///
    /// let sandbox = Sandbox::builder().prelude("text", "exports.a = 1;").build()?;
    /// assert_eq!(sandbox.preludes(), ["text"]);
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    #[must_use]
    pub fn preludes(&self) -> &[String] {
        &self.shared.preludes.names
    }

    /// What its maker should know although nothing failed: a file or folder of the
    /// [cache](SandboxOptions::prelude_cache) that was not used, and why. Usually none.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.shared.preludes.notices
    }

    /// The digest of the preludes and of their engine.
    pub(crate) fn prelude_digest(&self) -> Option<&str> {
        let digest = self.shared.preludes.digest.as_ref();
        digest.map(|digest| digest.0.as_str())
    }

    /// A program to run against a workspace.
    ///
    /// The program is the text of a function, a module with a default export, or plain
    /// statements; see the README. The request owns what it needs: it can be awaited, spawned,
    /// [started](RunRequest::start), or [waited for](RunRequest::blocking) on the calling thread.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use isolate_host::{RunOptions, Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let run = sandbox.run(&workspace, "1 + 1").await?;
    /// assert_eq!(run.result::<u32>()?, 2);
    /// let options = RunOptions::new().input(&20)?;
    /// let run = sandbox.run(&workspace, "(n) => n + 1").options(options).await?;
    /// assert_eq!(run.result::<u32>()?, 21);
    /// # Ok(())
    /// # }
    /// ```
    pub fn run(&self, workspace: &Workspace, code: impl AsRef<str>) -> RunRequest {
        let work = Work::New(Source::Program(Arc::from(code.as_ref())));
        RunRequest::new(self.clone(), workspace.clone(), work)
    }

    /// A run to be resumed, which `repeat` repeats if its memory cannot be used.
    pub(crate) fn resumed(&self, workspace: &Workspace, run: RunId, repeat: Repeat) -> RunRequest {
        let work = Work::Resumed(run, repeat);
        RunRequest::new(self.clone(), workspace.clone(), work)
    }

    /// The memory that every run starts from.
    pub(crate) fn start_memory(&self) -> Result<Vec<u8>, Error> {
        prelude::start_of(&self.shared.template).map(<[u8]>::to_vec)
    }

    /// What runs that wait are sealed with.
    pub(crate) fn image_key(&self) -> Option<&ImageKey> {
        self.shared.image_key.as_ref()
    }

    /// Runs a program in a span of its own.
    async fn traced(
        self,
        workspace: Workspace,
        work: Work,
        options: RunOptions,
    ) -> Result<Run, Error> {
        let span = spans::run(&spans::Begun {
            commit: options.commit.as_str(),
            is_read_only: options.read_only,
            is_resumed: matches!(work, Work::Resumed(..)),
            parent: options.parent.as_ref(),
        });
        let contents = options.context.trace_contents();
        let asked = spans::Asked::of(&span, contents, options.functions.secrets());
        if let Some(asked) = &asked {
            asked.record(&span, work.program(), options.input.as_ref());
        }
        let run = self.run_or_repeat(workspace, work, options, &span);
        let done = run.instrument(span.clone()).await;
        spans::run_ended(&span, &done, asked);
        done
    }
}

/// Loads preludes.
fn load(
    template: &Template,
    options: &SandboxOptions,
    watchdog: &Arc<Watchdog>,
) -> Result<(Image, Vec<String>), Error> {
    prelude::image(
        template,
        &options.preludes,
        &options.prelude_limits,
        options.prelude_cache.as_deref(),
        watchdog,
    )
}

fn not_set_up(cause: wasmtime::Error) -> Error {
    if cause.chain().any(busy::is_too_large) {
        return Error::refused(image::FILE_LIMIT);
    }
    Error::engine("the sandbox could not be set up", cause)
}

/// Refuses a number of runs that no sandbox can have.
fn check_runs(runs: u32) -> Result<(), Error> {
    /// Their memories fill the address space of a process, 128 TiB.
    const RUNS_MAX: u32 = 32_767;
    let text = match runs {
        0 => {
            "a sandbox for 0 runs runs nothing: set `SandboxOptions::runs` to 1 or more".to_owned()
        }
        1..=RUNS_MAX => return Ok(()),
        _ => format!(
            "a sandbox cannot have {runs} runs at the same time: set `SandboxOptions::runs` to \
             {RUNS_MAX} or less; further runs wait for their turn"
        ),
    };
    Err(Error::refused(text))
}

/// Refuses a share of the runs that no workspace can have.
fn check_share(runs: u32, of_workspace: u32) -> Result<(), Error> {
    match of_workspace {
        0 => Err(Error::refused(
            "a workspace with 0 of the runs of a sandbox runs nothing: set \
             `SandboxOptions::runs_of_workspace` to 1 or more",
        )),
        _ if of_workspace > runs => Err(Error::refused(format!(
            "one workspace cannot have {of_workspace} of the {runs} runs of a sandbox: set \
             `SandboxOptions::runs_of_workspace` to {runs} or less, or `SandboxOptions::runs` to more"
        ))),
        _ => Ok(()),
    }
}

fn check(limits: &Limits) -> Result<(), Error> {
    let (bytes, bytes_max) = (limits.memory_bytes, Limits::MEMORY_BYTES_CEILING);
    match bytes <= bytes_max {
        true => Ok(()),
        false => Err(Error::refused(format!(
            "a memory limit of {bytes} bytes is too large: at most {bytes_max} bytes"
        ))),
    }
}

/// Does a turn on the worker that it was submitted to.
fn take_turn(task: Arc<Task>) {
    task.takes_turn(true);
}

fn gone() -> Error {
    Error::internal("the sandbox stopped in the middle of a run")
}
