//! Commands of a shell.

use isolate_bindings::ShellSettings;
use isolate_host::{CancelToken, Error, ShellRequest};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::awaited::Awaited;
use crate::{failure, json, process};

/// The command with the options in a dict.
pub(crate) fn with_options(
    request: ShellRequest,
    settings: &Bound<'_, PyDict>,
) -> PyResult<ShellRequest> {
    let settings = json::members(settings)?;
    let settings: ShellSettings = isolate_bindings::read(settings).map_err(failure::mistake)?;
    Ok(settings.set(request))
}

/// Waits for a command on this thread.
pub(crate) fn waited(
    py: Python<'_>,
    request: ShellRequest,
    cancel: &CancelToken,
) -> PyResult<ShellRun> {
    let runtime = process::runtime()?;
    let _inside = runtime.enter();
    let run = request.into_future();
    finished(process::wait(py, run, || cancel.cancel())?)
}

fn finished(done: Result<isolate_host::ShellRun, Error>) -> PyResult<ShellRun> {
    match done {
        Ok(run) => Ok(ShellRun { run }),
        Err(error) => Err(failure::fault(&error)),
    }
}

/// A command that has ended.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct ShellRun {
    run: isolate_host::ShellRun,
}

#[pymethods]
impl ShellRun {
    #[getter]
    fn stdout<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.run.stdout)
    }

    #[getter]
    fn stderr<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.run.stderr)
    }

    /// All but the outputs.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &isolate_bindings::shell_report(&self.run))
    }
}

/// A command on its way.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct ShellHandle {
    cancel: CancelToken,
    run: Awaited<Result<isolate_host::ShellRun, Error>>,
}

impl ShellHandle {
    pub(crate) fn of(request: ShellRequest, cancel: CancelToken) -> PyResult<Self> {
        let runtime = process::runtime()?;
        let _inside = runtime.enter();
        let run = Awaited::spawn(&runtime, request.into_future());
        Ok(Self { cancel, run })
    }
}

#[pymethods]
impl ShellHandle {
    fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Calls this once it is done, on some thread.
    fn on_done(&self, py: Python<'_>, callback: Py<PyAny>) -> PyResult<()> {
        self.run.on_done(py, callback)
    }

    /// The command, once it is done. Once.
    fn result(&self) -> PyResult<ShellRun> {
        finished(self.run.take()?)
    }
}
