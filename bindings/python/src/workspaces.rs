//! The workspaces of many users: of a folder, or of a store.

use std::path::PathBuf;

use isolate_bindings::StoreSettings;
use isolate_host::Workspaces as Folder;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failure;
use crate::json as python_json;
use crate::process::Process;
use crate::workspace::{self, Workspace, hosted};

#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Workspaces {
    folder: Folder,
    process: Process,
}

#[pymethods]
impl Workspaces {
    #[new]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        idle_connections: Option<usize>,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let mut options = Folder::builder().workspace(workspace::settings(given)?);
        if let Some(idle_connections) = idle_connections {
            options = options.idle_connections(idle_connections);
        }
        Ok(Self {
            folder: hosted(py.detach(|| options.open(folder)))?,
            process: Process::current(),
        })
    }

    /// The workspaces of a store.
    #[staticmethod]
    fn of_store(
        py: Python<'_>,
        store: &Bound<'_, PyDict>,
        key: Option<[u8; 32]>,
        idle_connections: Option<usize>,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let mut options = Folder::builder().workspace(workspace::settings(given)?);
        if let Some(idle_connections) = idle_connections {
            options = options.idle_connections(idle_connections);
        }
        let store = python_json::members(store)?;
        let store: StoreSettings = isolate_bindings::read(store).map_err(failure::mistake)?;
        let opened = py.detach(|| store.open(key, &options));
        Ok(Self {
            folder: hosted(opened.map_err(failure::mistake)?)?,
            process: Process::current(),
        })
    }

    fn open(&self, py: Python<'_>, name: &str) -> PyResult<Workspace> {
        self.process.check("Workspaces")?;
        hosted(py.detach(|| self.folder.open(name))).map(Workspace::of)
    }

    /// The workspace of a name, if there is one.
    fn find(&self, py: Python<'_>, name: &str) -> PyResult<Option<Workspace>> {
        self.process.check("Workspaces")?;
        let found = hosted(py.detach(|| self.folder.find(name)))?;
        Ok(found.map(Workspace::of))
    }

    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.process.check("Workspaces")?;
        hosted(py.detach(|| self.folder.names()))
    }

    fn remove(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.process.check("Workspaces")?;
        hosted(py.detach(|| self.folder.remove(name)))
    }
}
