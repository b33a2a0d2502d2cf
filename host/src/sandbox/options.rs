//! How a sandbox is built.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Sandbox;
use crate::error::Error;
use crate::limits::Limits;
use crate::pace::Slice;
use crate::prelude::Prelude;
use crate::suspend::ImageKey;

/// How to build a [`Sandbox`]: [`Sandbox::builder`].
///
/// ```
/// use isolate_host::Sandbox;
///
/// let sandbox = Sandbox::builder().threads(2).runs(16).build()?;
/// # Ok::<(), isolate_host::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    pub(super) threads: usize,
    pub(super) runs: u32,
    pub(super) runs_of_workspace: Option<u32>,
    pub(super) queue_max: usize,
    pub(super) queue_wait: Duration,
    pub(super) detached_calls: usize,
    pub(super) prelude_limits: Limits,
    pub(super) prelude_cache: Option<PathBuf>,
    pub(super) preludes: Vec<Prelude>,
    pub(super) no_code_from_text: bool,
    pub(super) image_key: Option<ImageKey>,
    pub(super) slice: Slice,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            runs: 128,
            runs_of_workspace: None,
            queue_max: 10_000,
            queue_wait: Duration::from_secs(60),
            detached_calls: 10_000,
            prelude_limits: Limits::default(),
            prelude_cache: None,
            preludes: Vec::new(),
            no_code_from_text: false,
            image_key: None,
            slice: Slice::default(),
        }
    }
}

impl SandboxOptions {
    /// Programs that compute at the same time, at most. Further ones take turns with them: a program that
    /// has computed for 5 ms while others wait goes on when it is its turn again, and the turns are fair
    /// between workspaces. Default: the number of the machine's cores.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Runs that are alive at the same time, at most, including those that wait for host
    /// functions; further ones [queue](Self::queue). Each reserves 8.4 GiB of address space, not of memory: half of
    /// it for a [run within it](fn@crate::RunOptions::exec), of which there are 4,096 at most.
    /// Default: 128.
    #[must_use]
    pub const fn runs(mut self, runs: u32) -> Self {
        self.runs = runs;
        self
    }

    /// Bounds how many of the [runs](Self::runs) may be of one workspace, so that none can hold all places
    /// with runs that wait. A workspace that is alone has at most so many; where others have runs too it
    /// has less in proportion, so that some places stay free: with the default two workspaces have a third
    /// of the places each, and nine a tenth. Further runs [queue](Self::queue), and the workspace with the
    /// fewest runs gets the next place. A sandbox for a single workspace can allow it all of its runs.
    /// Default: half of the runs, and at least as many as there are threads.
    ///
    /// ```
    /// use isolate_host::Sandbox;
    ///
    /// let sandbox = Sandbox::builder().runs(16).runs_of_workspace(16).build()?;
    /// let refused = Sandbox::builder().runs(16).runs_of_workspace(17).build().unwrap_err();
    /// assert!(refused.to_string().contains("set `SandboxOptions::runs_of_workspace` to 16 or less"));
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    #[must_use]
    pub const fn runs_of_workspace(mut self, runs: u32) -> Self {
        self.runs_of_workspace = Some(runs);
        self
    }

    /// Bounds the queue of runs that wait for one of the [places](Self::runs): how many may wait, and how
    /// long each waits for its first turn to compute. Beyond them a run fails with
    /// [`ErrorKind::Busy`](crate::ErrorKind::Busy), and nothing of it was done. The time in the queue is no
    /// time of the run: [`Usage::queued`](crate::Usage::queued) tells it. Default: 10,000 runs, 60 s.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use isolate_host::Sandbox;
    ///
    /// let sandbox = Sandbox::builder().runs(16).queue(100, Duration::from_secs(5)).build()?;
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    #[must_use]
    pub const fn queue(mut self, runs_max: usize, wait_max: Duration) -> Self {
        self.queue_max = runs_max;
        self.queue_wait = wait_max;
        self
    }

    /// Bounds the functions that go on without their runs, which were put away
    /// ([`RunOptions::suspend_after`](fn@crate::RunOptions::suspend_after)). Beyond it runs wait in memory.
    /// Default: 10,000 calls.
    #[must_use]
    pub const fn detached_calls(mut self, calls: usize) -> Self {
        self.detached_calls = calls;
        self
    }

    /// Adds a library that every run finds loaded: an ES module, a CommonJS module, or a script whose
    /// declarations become global. It is evaluated once, when the sandbox is built, after the
    /// preludes that were added before; a run starts from a snapshot of the memory then, at the price
    /// of the pages that it touches.
    ///
    /// Programs `import` or `require` it by `name`, and use it as the global of that name, if the
    /// name can be one and is free: the value that it exports if that is all that it exports, or all
    /// of its exports. A library can use what was loaded before it. It cannot use files or functions
    /// of the embedder while it is loaded, its clock shows 2025-01-01, and its random numbers are the
    /// same each time.
    ///
    /// The name has at most 200 bytes, and the text at most 16 MiB.
    ///
    /// ```
    /// use isolate_host::{Outcome, Sandbox, Workspace, to_json};
    ///
    /// let slug = "exports.slug = (text) => text.toLowerCase().replaceAll(' ', '-');";
    /// let sandbox = Sandbox::builder().prelude("text", slug).build()?;
    /// let run = sandbox.run(&Workspace::memory()?, "text.slug('Hello World')").blocking()?;
    /// let Outcome::Returned(value) = &run.outcome else { panic!("{:?}", run.outcome) };
    /// assert_eq!(to_json(value), Some("hello-world".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prelude(mut self, name: impl Into<String>, source: impl Into<Arc<str>>) -> Self {
        self.preludes.push(Prelude {
            name: name.into(),
            source: source.into(),
        });
        self
    }

    /// What the preludes may use while they are loaded, all of them together: fuel, memory of the
    /// guest and of the host, and time. Default: the defaults of a run.
    #[must_use]
    pub fn prelude_limits(mut self, limits: Limits) -> Self {
        self.prelude_limits = limits;
        self
    }

    /// The folder where the preludes are kept loaded, so that another process need not load them
    /// again. It is made if it is missing, so that only its user may enter it (mode 0700); one that
    /// others may enter is not used. The files are checked when they are read, and the 16 that were
    /// used last stay. What is not a regular file of the same user, or is larger than what is kept,
    /// is not used. [`Sandbox::notices`](crate::Sandbox::notices) says what was not used, and why.
    /// Default: none, so that nothing is kept.
    #[must_use]
    pub fn prelude_cache(mut self, folder: impl Into<PathBuf>) -> Self {
        self.prelude_cache = Some(folder.into());
        self
    }

    /// Refuses `eval` and the constructors of functions in all runs, as
    /// [`RunOptions::no_code_from_text`](crate::RunOptions::no_code_from_text) does in one. A prelude
    /// may make code from text while it is loaded, and not when programs call it. Default: such code
    /// runs as any other.
    #[must_use]
    pub const fn no_code_from_text(mut self) -> Self {
        self.no_code_from_text = true;
        self
    }

    /// Sets the key that seals what is kept of a run that waits: its memory, and what the host holds for it.
    /// With a key, runs can wait that have had the answer of an
    /// [unrecorded](crate::FunctionMut::unrecorded) function. A run that was sealed is resumed by a sandbox
    /// with the same key alone. The key must be 32 bytes of a good source of randomness.
    ///
    /// What a run waits for is not sealed, since those who approve it have to see it: neither the function
    /// and its argument nor the answer. Files, the history and the log of a run that has ended are not either.
    /// The cipher is XChaCha20-Poly1305. Default: none, so that nothing is sealed.
    ///
    /// ```
    /// use isolate_host::{Answer, Outcome, Sandbox, Workspace};
    ///
    /// let sandbox = Sandbox::builder().image_key([7; 32]).build()?;
    /// let workspace = Workspace::memory()?;
    /// let run = sandbox.run(&workspace, "() => state.approve('Go on?')").blocking()?;
    /// let Outcome::Suspended(waits) = &run.outcome else { panic!("{:?}", run.outcome) };
    /// workspace.answer(waits.run, &waits.waiting_for[0], Answer::Approve)?;
    ///
    /// let refused = Sandbox::new()?.resume(&workspace, waits.run).blocking().unwrap_err();
    /// assert!(refused.to_string().contains("it is sealed with the image key"));
    /// assert!(sandbox.resume(&workspace, waits.run).blocking()?.result::<bool>()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn image_key(mut self, key: [u8; 32]) -> Self {
        self.image_key = Some(ImageKey::new(key));
        self
    }

    /// Sets when a run gives its thread away: see [`yielding`](crate::bridge::yielding).
    pub(crate) const fn slice(mut self, slice: Slice) -> Self {
        self.slice = slice;
        self
    }

    /// Builds the sandbox, and loads its preludes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Engine`](crate::ErrorKind::Engine) where this machine cannot run the sandbox's
    /// code, and [`ErrorKind::Refused`](crate::ErrorKind::Refused) for a prelude that cannot be loaded;
    /// the message says why.
    pub fn build(&self) -> Result<Sandbox, Error> {
        Sandbox::with_options(self)
    }
}
