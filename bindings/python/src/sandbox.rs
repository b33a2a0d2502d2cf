//! Sandboxes, and runs on their way.

use std::sync::{Arc, Mutex, PoisonError};

use isolate_bindings::{RunSettings, SandboxSettings};
use isolate_host::{
    CancelToken, Error, RunEvent, RunEvents, RunOptions, RunRequest, ShellRequest, vfs::RunId,
};
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value as Json;

use crate::awaited::Awaited;
use crate::call::{Callable, Caller};
use crate::functions::Functions;
use crate::process::{self, Process};
use crate::run::Run;
use crate::shell::{ShellHandle, ShellRun};
use crate::workspace::Workspace;
use crate::{convert, failure, json, shell, spans};

#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Sandbox {
    pub(crate) sandbox: isolate_host::Sandbox,
    pub(crate) process: Process,
}

/// Reads the options that `isolate_run._sandbox` has made: `settings` are JSON, the others are values of
/// Python.
fn options(given: &Bound<'_, PyDict>) -> PyResult<RunOptions> {
    let get = |name: &str| {
        given
            .get_item(name)
            .map(|item| item.filter(|item| !item.is_none()))
    };
    let settings = match get("settings")? {
        Some(settings) => json::members(settings.cast::<PyDict>()?)?,
        None => Json::Object(serde_json::Map::new()),
    };
    let settings: RunSettings = isolate_bindings::read(settings).map_err(failure::mistake)?;
    let mut options = settings.options().map_err(failure::mistake)?;
    if let Some(input) = given.get_item("input")? {
        options = options.input_value(convert::to_value(&input, "input")?);
    }
    if let Some(functions) = get("functions")? {
        let functions = functions.cast::<Functions>()?.get().added.now();
        options = options.functions(functions);
    }
    let Some(caller) = get("caller")? else {
        return Ok(options);
    };
    let caller = Caller(Arc::new(caller.unbind()));
    options = options.context(caller.clone());
    if let Some(confirm) = get("confirm")? {
        let is_async = get("confirm_is_async")?.is_some_and(|is| is.is_truthy().unwrap_or(false));
        let callable = Arc::new(Callable::new(confirm.unbind(), is_async)?);
        options = options.confirm_with(move |preview| {
            let effects = isolate_bindings::effects(preview.effects);
            let diff = preview.diff.map(str::to_owned);
            let (callable, caller) = (Arc::clone(&callable), caller.clone());
            async move {
                let asked = callable.call(Some(caller), move |py| {
                    (json::to_python(py, &effects)?, diff).into_pyobject(py)
                });
                // What fails is no yes.
                let answered = asked.await;
                Python::try_attach(|py| {
                    answered.is_ok_and(|answer| answer.is_truthy(py).unwrap_or(false))
                })
                .unwrap_or(false)
            }
        });
    }
    Ok(options)
}

#[pymethods]
impl Sandbox {
    #[new]
    fn new(
        py: Python<'_>,
        settings: &Bound<'_, PyDict>,
        image_key: Option<[u8; 32]>,
    ) -> PyResult<Self> {
        let settings = json::members(settings)?;
        let settings: SandboxSettings =
            isolate_bindings::read(settings).map_err(failure::mistake)?;
        let mut options = settings.options().map_err(failure::mistake)?;
        if let Some(key) = image_key {
            options = options.image_key(key);
        }
        spans::begin(py)?;
        let built = py.detach(|| options.build());
        Ok(Self {
            sandbox: built.map_err(|error| failure::fault(&error))?,
            process: Process::current(),
        })
    }

    /// Runs a program and waits for it.
    fn run(
        &self,
        py: Python<'_>,
        workspace: &Workspace,
        code: &str,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Run> {
        let cancel = CancelToken::new();
        let request = self.request(workspace, code, given, &cancel)?;
        waited(py, request, &cancel)
    }

    /// Resumes a run and waits for it.
    fn resume(
        &self,
        py: Python<'_>,
        workspace: &Workspace,
        run: i64,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Run> {
        let cancel = CancelToken::new();
        let request = self.resumption(workspace, run, given, &cancel)?;
        waited(py, request, &cancel)
    }

    /// Starts a program.
    fn start(
        &self,
        workspace: &Workspace,
        code: &str,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Handle> {
        Handle::of(self.request(workspace, code, given, &CancelToken::new())?)
    }

    /// Starts to resume a run.
    fn start_resume(
        &self,
        workspace: &Workspace,
        run: i64,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Handle> {
        Handle::of(self.resumption(workspace, run, given, &CancelToken::new())?)
    }

    /// Runs a command of a shell and waits for it.
    fn shell(
        &self,
        py: Python<'_>,
        workspace: &Workspace,
        command: &str,
        stdin: Vec<u8>,
        settings: &Bound<'_, PyDict>,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<ShellRun> {
        let cancel = CancelToken::new();
        let request = self.command(workspace, command, stdin, settings, given, &cancel)?;
        shell::waited(py, request, &cancel)
    }

    /// Starts a command of a shell.
    fn start_shell(
        &self,
        workspace: &Workspace,
        command: &str,
        stdin: Vec<u8>,
        settings: &Bound<'_, PyDict>,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<ShellHandle> {
        let cancel = CancelToken::new();
        let request = self.command(workspace, command, stdin, settings, given, &cancel)?;
        ShellHandle::of(request, cancel)
    }

    /// What it is doing.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.process.check("Sandbox")?;
        let stats = self.sandbox.stats();
        json::to_python(py, &isolate_bindings::stats(&stats))
    }

    /// Ends it within so many seconds.
    fn drain(&self, py: Python<'_>, within: f64) -> PyResult<usize> {
        self.process.check("Sandbox")?;
        let within = std::time::Duration::try_from_secs_f64(within)
            .map_err(|_| failure::usage("within is a number of seconds, 0 or more"))?;
        let runtime = process::runtime()?;
        let sandbox = self.sandbox.clone();
        let drained = runtime.spawn(async move { sandbox.drain(within).await });
        let drained = process::wait(py, drained, || ())?;
        match drained {
            Ok(drained) => drained.map_err(|error| failure::fault(&error)),
            Err(error) => Err(failure::usage(&error.to_string())),
        }
    }
}

impl Sandbox {
    fn request(
        &self,
        workspace: &Workspace,
        code: &str,
        given: &Bound<'_, PyDict>,
        cancel: &CancelToken,
    ) -> PyResult<RunRequest> {
        self.process.check("Sandbox")?;
        let workspace = workspace.opened()?;
        Ok(self
            .sandbox
            .run(&workspace, code)
            .options(options(given)?.cancel(cancel.clone())))
    }

    fn command(
        &self,
        workspace: &Workspace,
        command: &str,
        stdin: Vec<u8>,
        settings: &Bound<'_, PyDict>,
        given: &Bound<'_, PyDict>,
        cancel: &CancelToken,
    ) -> PyResult<ShellRequest> {
        self.process.check("Sandbox")?;
        let workspace = workspace.opened()?;
        let request = self
            .sandbox
            .shell(&workspace, command)
            .stdin(stdin)
            .options(options(given)?.cancel(cancel.clone()));
        shell::with_options(request, settings)
    }

    fn resumption(
        &self,
        workspace: &Workspace,
        run: i64,
        given: &Bound<'_, PyDict>,
        cancel: &CancelToken,
    ) -> PyResult<RunRequest> {
        self.process.check("Sandbox")?;
        let workspace = workspace.opened()?;
        let run = RunId::from(run);
        Ok(self
            .sandbox
            .resume(&workspace, run)
            .options(options(given)?.cancel(cancel.clone())))
    }
}

/// Waits for a run on this thread, which may compute for it meanwhile.
fn waited(py: Python<'_>, request: RunRequest, cancel: &CancelToken) -> PyResult<Run> {
    let runtime = process::runtime()?;
    let _inside = runtime.enter();
    let run = async move { request.await };
    finished(process::wait(py, run, || cancel.cancel())?)
}

fn finished(done: Result<isolate_host::Run, Error>) -> PyResult<Run> {
    match done {
        Ok(run) => Ok(Run { run }),
        Err(error) => Err(failure::fault(&error)),
    }
}

/// A run on its way.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Handle {
    cancel: CancelToken,
    run: Awaited<Result<isolate_host::Run, Error>>,
    events: Mutex<Option<RunEvents>>,
}

impl Handle {
    fn of(request: RunRequest) -> PyResult<Self> {
        let runtime = process::runtime()?;
        let _inside = runtime.enter();
        let mut handle = request.start();
        Ok(Self {
            cancel: handle.cancel_token(),
            events: Mutex::new(Some(handle.events())),
            run: Awaited::spawn(&runtime, handle),
        })
    }
}

#[pymethods]
impl Handle {
    fn cancel(&self) {
        self.cancel.cancel();
    }

    #[getter]
    fn is_done(&self) -> bool {
        self.run.is_done()
    }

    /// Calls this once it is done, on some thread.
    fn on_done(&self, py: Python<'_>, callback: Py<PyAny>) -> PyResult<()> {
        self.run.on_done(py, callback)
    }

    /// The run, once it is done. Once.
    fn result(&self) -> PyResult<Run> {
        finished(self.run.take()?)
    }

    /// Waits for it on this thread.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        self.run.wait(py, || self.cancel.cancel())
    }

    /// The events of the run, once.
    fn events(&self) -> Option<Events> {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let events = events.take()?;
        Some(Events {
            events: Arc::new(tokio::sync::Mutex::new(events)),
        })
    }
}

/// What a run does meanwhile.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Events {
    events: Arc<tokio::sync::Mutex<RunEvents>>,
}

fn event_to_python(py: Python<'_>, event: Option<RunEvent>) -> PyResult<Bound<'_, PyAny>> {
    match event {
        Some(event) => json::to_python(py, &isolate_bindings::event(&event)),
        None => Err(PyStopIteration::new_err(())),
    }
}

#[pymethods]
impl Events {
    /// Waits for the next one on this thread.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let events = Arc::clone(&self.events);
        let next = async move { events.lock().await.next().await };
        let event = process::wait(py, next, || ())?;
        event_to_python(py, event)
    }

    /// Calls this with the next one, or with `None` at the end, on some thread.
    fn next(&self, callback: Py<PyAny>) -> PyResult<()> {
        let events = Arc::clone(&self.events);
        process::runtime()?.spawn(async move {
            let event = events.lock().await.next().await;
            Python::try_attach(|py| {
                let told = match event {
                    Some(event) => json::to_python(py, &isolate_bindings::event(&event)),
                    None => Ok(py.None().into_bound(py)),
                };
                if let Ok(told) = told {
                    let _ = callback.call1(py, (told,));
                }
            });
        });
        Ok(())
    }
}
