//! Workspaces: their files, their history, and the runs in them that wait.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use isolate_bindings::{Operation, WorkspaceSettings};
use isolate_host::Error;
use isolate_host::text::VPath;
use isolate_host::vfs::{RunId, Tree};
use isolate_tools::Policy;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::process::{self, Process};
use crate::{failure, json as python_json};

#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Workspace {
    /// `None` once it is closed.
    workspace: Mutex<Option<isolate_host::Workspace>>,
    process: Process,
}

fn path(text: &str) -> PyResult<VPath> {
    isolate_bindings::path(text).map_err(|error| failure::raised(&error))
}

pub(crate) fn hosted<T>(result: Result<T, Error>) -> PyResult<T> {
    result.map_err(|error| failure::fault(&error))
}

impl Workspace {
    pub(crate) fn of(workspace: isolate_host::Workspace) -> Self {
        Self {
            workspace: Mutex::new(Some(workspace)),
            process: Process::current(),
        }
    }

    /// The workspace, unless it was closed or belongs to another process.
    pub(crate) fn opened(&self) -> PyResult<isolate_host::Workspace> {
        self.process.check("Workspace")?;
        let workspace = self
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let opened = workspace.clone();
        opened.ok_or_else(|| {
            failure::usage("the workspace was closed: open it again with Workspace.open")
        })
    }

    /// Works on its files, without the interpreter.
    fn with_tree<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Tree) -> Result<T, isolate_host::vfs::Error> + Send,
    ) -> PyResult<T> {
        let workspace = self.opened()?;
        let done = py.detach(|| {
            let tree = workspace.tree().map_err(Failed::Host)?;
            work(&tree).map_err(Failed::Files)
        });
        done.map_err(Failed::raised)
    }

    /// Asks the workspace itself, without the interpreter.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&isolate_host::Workspace) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let workspace = self.opened()?;
        hosted(py.detach(|| work(&workspace)))
    }
}

/// What failed.
enum Failed {
    Host(Error),
    Files(isolate_host::vfs::Error),
}

impl Failed {
    fn raised(self) -> PyErr {
        match self {
            Self::Host(error) => failure::fault(&error),
            Self::Files(error) => failure::of_files(&error),
        }
    }
}

pub(crate) fn settings(given: &Bound<'_, PyDict>) -> PyResult<isolate_host::WorkspaceOptions> {
    let given = python_json::of_python(given.as_any(), "options")?;
    let settings: WorkspaceSettings = isolate_bindings::read(given).map_err(failure::mistake)?;
    settings.options().map_err(failure::mistake)
}

#[pymethods]
impl Workspace {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let options = settings(given)?;
        hosted(py.detach(|| options.open(&path))).map(Self::of)
    }

    #[staticmethod]
    fn memory(py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let options = settings(given)?;
        hosted(py.detach(|| options.memory())).map(Self::of)
    }

    fn close(&self, py: Python<'_>) {
        let mut workspace = self
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let closed = workspace.take();
        drop(workspace);
        // It may wait for the disk.
        py.detach(|| drop(closed));
    }

    #[getter]
    fn is_closed(&self) -> bool {
        let workspace = self
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        workspace.is_none()
    }

    fn on_branch(&self, py: Python<'_>, name: &str) -> PyResult<Self> {
        self.with(py, |workspace| workspace.on_branch(name))
            .map(Self::of)
    }

    fn guarded(&self, policy: &Bound<'_, PyAny>) -> PyResult<Self> {
        let policy = python_json::of_python(policy, "policy")?;
        let policy: Policy = isolate_bindings::read(policy).map_err(failure::mistake)?;
        let guard = policy
            .guard()
            .map_err(|error| failure::usage(&error.to_string()))?;
        Ok(Self::of(self.opened()?.guarded(guard)))
    }

    /// Does something by its name, with its arguments: `isolate_bindings::Operation` has all.
    fn perform<'py>(
        &self,
        py: Python<'py>,
        operation: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let operation = python_json::of_python(operation, "an argument")?;
        let operation: Operation = isolate_bindings::read(operation).map_err(failure::mistake)?;
        let workspace = self.opened()?;
        let done = py.detach(|| operation.perform(&workspace));
        let answer = done.map_err(|error| failure::raised(&error))?;
        python_json::to_python(py, &answer)
    }

    /// Waits on this thread.
    fn until_answered(&self, py: Python<'_>, run: i64) -> PyResult<()> {
        let workspace = self.opened()?;
        let waited = async move { workspace.until_answered(RunId::from(run)).await };
        process::wait(py, waited, || ())
    }

    /// Calls this when it has waited.
    fn on_answered(&self, run: i64, callback: Py<PyAny>) -> PyResult<()> {
        let workspace = self.opened()?;
        process::runtime()?.spawn(async move {
            workspace.until_answered(RunId::from(run)).await;
            Python::try_attach(|py| {
                let _ = callback.call0(py);
            });
        });
        Ok(())
    }

    // Files.

    fn read<'py>(&self, py: Python<'py>, path_text: &str) -> PyResult<Bound<'py, PyBytes>> {
        let path = path(path_text)?;
        let bytes = self.with_tree(py, |tree| tree.read(&path))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn write(&self, py: Python<'_>, path_text: &str, data: Vec<u8>, append: bool) -> PyResult<()> {
        let path = path(path_text)?;
        self.with_tree(py, |tree| match append {
            true => tree.append(&path, &data),
            false => tree.write(&path, &data),
        })
    }
}
