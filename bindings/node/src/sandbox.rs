//! Sandboxes, and runs on their way.

use std::future::Future as _;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use isolate_bindings::{RunSettings, SandboxSettings};
use isolate_host::vfs::RunId;
use isolate_host::{CancelToken, Computes, Outcome, RunEvents, RunOptions, RunRequest};
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Buffer, BufferSlice, FnArgs, Function, Object};
use napi::threadsafe_function::ThreadsafeFunctionCallMode;
use napi_derive::napi;

use crate::calls::{self, CallArguments, RunContext, Told};
use crate::environment::{self, Entered, UnderWay};
use crate::failure;
use crate::functions::Functions;
use crate::shell::{self, ShellCall};
use crate::work::{self, Work, decoded};
use crate::workspace::Workspace;

/// A sandbox.
#[napi]
pub struct Sandbox {
    pub(crate) sandbox: isolate_host::Sandbox,
}

/// A sandbox that was built on another thread.
#[napi]
pub struct Built {
    sandbox: Mutex<Option<isolate_host::Sandbox>>,
}

/// The options of a run.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct Given<'a> {
    /// What is JSON; nothing where all has its default.
    pub settings: Option<String>,
    /// The argument as bytes.
    pub input: Option<Buffer>,
    /// The functions.
    pub functions: Option<napi::bindgen_prelude::ClassInstance<'a, Functions>>,
    /// The number of the context that it is started in.
    pub context: u32,
    /// Who is asked before changes are kept.
    pub confirm: Option<Function<'a, FnArgs<CallArguments>, ()>>,
}

fn options(given: Given<'_>) -> napi::Result<RunOptions> {
    let settings = match &given.settings {
        Some(settings) => crate::parsed(settings)?,
        None => RunSettings::default(),
    };
    let options = settings.options().map_err(failure::mistake)?;
    // To call a function of Node is to wake its event loop, which holds up no thread.
    let mut options = options.calls_on_workers();
    if let Some(input) = given.input {
        options = options.input_value(decoded(&input)?);
    }
    let context = RunContext(given.context);
    options = options.context(context);
    if let Some(functions) = given.functions {
        options = options.functions(functions.added.now());
    }
    if let Some(confirm) = given.confirm {
        let confirm = Arc::new(calls::called(confirm)?);
        options = options.confirm_with(move |preview| {
            let asked = serde_json::json!({
                "effects": isolate_bindings::effects(preview.effects),
                "diff": preview.diff,
            });
            let asked = isolate_host::from_json(&asked);
            let asked = calls::asked(Arc::clone(&confirm), asked, context);
            async move {
                // What fails is no yes.
                matches!(asked.await, Ok(isolate_host::Value::Boolean(true)))
            }
        });
    }
    Ok(options)
}

#[napi]
impl Sandbox {
    /// Builds a sandbox on a thread of the pool.
    #[napi]
    pub fn build(
        settings: String,
        image_key: Option<Buffer>,
    ) -> napi::Result<AsyncTask<Work<Built>>> {
        let settings: SandboxSettings = crate::parsed(&settings)?;
        let mut options = settings.options().map_err(failure::mistake)?;
        if let Some(key) = image_key {
            let key = <[u8; 32]>::try_from(&key[..]);
            let key = key.map_err(|_| failure::usage("imageKey takes 32 random bytes"))?;
            options = options.image_key(key);
        }
        Ok(work::promise(move || {
            crate::spans::begin();
            let sandbox = options.build().map_err(|error| failure::fault(&error))?;
            Ok(Built {
                sandbox: Mutex::new(Some(sandbox)),
            })
        }))
    }

    /// The sandbox that was built.
    #[napi(constructor)]
    pub fn new(built: &Built) -> napi::Result<Self> {
        let sandbox = built
            .sandbox
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let sandbox =
            sandbox.ok_or_else(|| failure::usage("make a sandbox with Sandbox.create()"))?;
        Ok(Self { sandbox })
    }

    /// Starts a program. The event loop is told its `number` when it is to be polled, and computes for it if it
    /// `is_alone`. These are arguments of their own, since each member of an object costs calls of Node.
    #[napi]
    pub fn start(
        &self,
        workspace: &Workspace,
        code: String,
        event_loop: &EventLoop,
        number: u32,
        is_alone: bool,
        given: Option<Given<'_>>,
    ) -> napi::Result<Handle> {
        let polling = Polling {
            event_loop,
            number,
            is_alone,
        };
        let workspace = workspace.opened()?;
        let options = options(given.unwrap_or_default())?;
        let request = self.sandbox.run(&workspace, &code).options(options);
        Handle::of(request, &polling)
    }

    /// Starts to resume a run.
    #[napi]
    pub fn start_resume(
        &self,
        workspace: &Workspace,
        run: i64,
        event_loop: &EventLoop,
        number: u32,
        is_alone: bool,
        given: Option<Given<'_>>,
    ) -> napi::Result<Handle> {
        let polling = Polling {
            event_loop,
            number,
            is_alone,
        };
        let workspace = workspace.opened()?;
        let run = RunId::from(run);
        let options = options(given.unwrap_or_default())?;
        let request = self.sandbox.resume(&workspace, run).options(options);
        Handle::of(request, &polling)
    }

    /// Starts a command of a shell.
    #[napi]
    pub fn start_shell(
        &self,
        env: &Env,
        workspace: &Workspace,
        command: String,
        stdin: Option<Buffer>,
        settings: String,
        given: Option<Given<'_>>,
    ) -> napi::Result<ShellCall> {
        let workspace = workspace.opened()?;
        let cancel = CancelToken::new();
        let request = self
            .sandbox
            .shell(&workspace, &command)
            .stdin(stdin.map(Vec::from).unwrap_or_default())
            .options(options(given.unwrap_or_default())?.cancel(cancel.clone()));
        let request = shell::with_options(request, &settings)?;
        let runtime = work::runtime()?;
        let _inside = runtime.enter();
        ShellCall::of(env, request, cancel)
    }

    /// What it is doing, as JSON.
    #[napi]
    pub fn stats(&self) -> String {
        isolate_bindings::stats(&self.sandbox.stats()).to_string()
    }

    /// Ends it within so many milliseconds.
    #[napi]
    pub fn drain<'env>(&self, env: &'env Env, within_ms: f64) -> napi::Result<Object<'env>> {
        let within = std::time::Duration::try_from_secs_f64(within_ms / 1e3)
            .map_err(|_| failure::usage("within is a number of milliseconds, 0 or more"))?;
        let (deferred, promise) =
            env.create_deferred::<u32, Box<dyn FnOnce(Env) -> napi::Result<u32> + Send>>()?;
        let sandbox = self.sandbox.clone();
        work::runtime()?.spawn(async move {
            match sandbox.drain(within).await {
                Ok(cancelled) => deferred.resolve(Box::new(move |_| {
                    Ok(u32::try_from(cancelled).unwrap_or(u32::MAX))
                })),
                Err(error) => deferred.reject(failure::fault(&error)),
            }
        });
        Ok(promise)
    }
}

/// An event loop, which polls the runs that were started on it. Each copy of the package has its own.
#[napi]
pub struct EventLoop {
    told: Arc<Told>,
    under_way: UnderWay,
}

#[napi]
impl EventLoop {
    /// `woken` is told the number of a run that is to be polled.
    #[napi(constructor)]
    pub fn new(env: &Env, woken: Function<'_, FnArgs<(u32,)>, ()>) -> napi::Result<Self> {
        Ok(Self {
            told: Arc::new(calls::told(woken)?),
            under_way: environment::under_way(env)?,
        })
    }
}

/// How a run is polled.
struct Polling<'a> {
    event_loop: &'a EventLoop,
    /// By which number the event loop is told to.
    number: u32,
    /// Whether the event loop may compute for it.
    is_alone: bool,
}

/// Tells the event loop of a run to poll it.
struct Wakes {
    event_loop: Arc<Told>,
    number: u32,
    /// Whether it was told since it last did.
    is_told: AtomicBool,
}

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_told.swap(true, Ordering::AcqRel) {
            // The runs of an event loop that has ended have ended with it.
            let _ = self
                .event_loop
                .call(self.number, ThreadsafeFunctionCallMode::NonBlocking);
        }
    }
}

/// A run on its way.
#[napi]
pub struct Handle {
    cancel: CancelToken,
    run: Mutex<Option<(isolate_host::RunHandle, Entered)>>,
    wakes: Arc<Wakes>,
    events: Arc<tokio::sync::Mutex<RunEvents>>,
}

pub(crate) type Resolver<T> = Box<dyn FnOnce(Env) -> napi::Result<T> + Send>;

impl Handle {
    fn of(request: RunRequest, polling: &Polling<'_>) -> napi::Result<Self> {
        let wakes = Arc::new(Wakes {
            event_loop: Arc::clone(&polling.event_loop.told),
            number: polling.number,
            is_told: AtomicBool::new(false),
        });
        let runtime = work::runtime()?;
        let _inside = runtime.enter();
        let _computes = polling.is_alone.then(Computes::in_passing);
        let mut handle = request.start();
        let cancel = handle.cancel_token();
        let events = handle.events();
        let entered = polling.event_loop.under_way.enter(cancel.clone());
        Ok(Self {
            cancel,
            run: Mutex::new(Some((handle, entered))),
            wakes,
            events: Arc::new(tokio::sync::Mutex::new(events)),
        })
    }
}

#[napi]
impl Handle {
    /// Cancels the run.
    #[napi]
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Goes on with the run as far as it can, and computes for it for a moment if it `is_alone`. Answers the run
    /// when it has ended, once; else the event loop is told when it has to be polled again.
    #[napi]
    pub fn poll(&self, is_alone: bool) -> napi::Result<Option<Run>> {
        let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((handle, _)) = run.as_mut() else {
            return Err(failure::usage("the run has ended"));
        };
        let runtime = work::runtime()?;
        let _inside = runtime.enter();
        let _computes = is_alone.then(Computes::in_passing);
        // Before it is polled, so that what it is woken for meanwhile is told.
        self.wakes.is_told.store(false, Ordering::Release);
        let waker = Waker::from(Arc::clone(&self.wakes));
        let Poll::Ready(ended) = Pin::new(handle).poll(&mut Context::from_waker(&waker)) else {
            return Ok(None);
        };
        *run = None;
        let run = ended.map_err(|error| failure::fault(&error))?;
        Ok(Some(Run { run }))
    }

    /// A promise of the next event as JSON; of nothing at the end.
    #[napi]
    pub fn next_event<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (deferred, promise) =
            env.create_deferred::<Option<String>, Resolver<Option<String>>>()?;
        let events = Arc::clone(&self.events);
        work::runtime()?.spawn(async move {
            let event = events.lock().await.next().await;
            let event = event.map(|event| isolate_bindings::event(&event).to_string());
            deferred.resolve(Box::new(move |_| Ok(event)));
        });
        Ok(promise)
    }
}

/// A finished run, whose parts become values of Node when they are asked for.
#[napi]
pub struct Run {
    run: isolate_host::Run,
}

#[napi]
impl Run {
    /// The word for how it ended.
    #[napi(getter)]
    pub fn status(&self) -> &'static str {
        isolate_bindings::status(&self.run)
    }

    /// The value that it returned, as bytes.
    #[napi]
    pub fn value<'env>(&self, env: &'env Env) -> napi::Result<Option<BufferSlice<'env>>> {
        match &self.run.outcome {
            Outcome::Returned(value) => work::handed_over(env, value).map(Some),
            _ => Ok(None),
        }
    }

    /// The value that it returned, as bytes; nothing where something was left out of it.
    #[napi]
    pub fn whole_value<'env>(&self, env: &'env Env) -> napi::Result<Option<BufferSlice<'env>>> {
        match self.run.is_cut() {
            false => self.value(env),
            true => Ok(None),
        }
    }

    /// Whether something was left out of its value.
    #[napi(getter)]
    pub fn is_cut(&self) -> bool {
        self.run.is_cut()
    }

    /// All of it but the value, as JSON.
    #[napi]
    pub fn report(&self) -> napi::Result<String> {
        let report = isolate_bindings::report(&self.run);
        Ok(report
            .map_err(|error| failure::usage(&error.to_string()))?
            .to_string())
    }
}
