//! Workspaces: their files, their history, and the runs in them that wait.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use isolate_bindings::WorkspaceSettings;
use isolate_host::text::VPath;
use isolate_host::vfs::{
    BranchOptions, CheckpointOptions, CopyOptions, FileKind, LogOptions, MAIN, MergeOptions,
    MkdirOptions, Point, RemoveOptions, RunId, Stat, Tree, UndoOptions,
};
use isolate_host::{Answer, Error, FunctionError, PendingCall};
use isolate_tools::Policy;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Value as Json, json};

use crate::process::{self, Process};
use crate::{failure, json as python_json};

#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Workspace {
    /// `None` once it is closed.
    workspace: Mutex<Option<isolate_host::Workspace>>,
    process: Process,
}

fn path(text: &str) -> PyResult<VPath> {
    VPath::parse(text).map_err(|error| failure::of_files(&error.into()))
}

fn hosted<T>(result: Result<T, Error>) -> PyResult<T> {
    result.map_err(|error| failure::fault(&error))
}

impl Workspace {
    fn of(workspace: isolate_host::Workspace) -> Self {
        Self {
            workspace: Mutex::new(Some(workspace)),
            process: Process::current(),
        }
    }

    /// The workspace, unless it was closed or belongs to another process.
    pub(crate) fn opened(&self) -> PyResult<isolate_host::Workspace> {
        self.process.check("Workspace")?;
        let workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
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

fn settings(given: &Bound<'_, PyDict>) -> PyResult<isolate_host::WorkspaceOptions> {
    let given = python_json::of_python(given.as_any(), "options")?;
    let settings: WorkspaceSettings = isolate_bindings::read(given).map_err(failure::mistake)?;
    settings.options().map_err(failure::mistake)
}

fn stat_json(stat: &Stat) -> Json {
    json!({
        "kind": kind(stat.kind),
        "size": stat.size,
        "mode": stat.mode,
        "mtimeMs": stat.mtime.as_millis(),
    })
}

const fn kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Symlink => "symlink",
    }
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
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let closed = workspace.take();
        drop(workspace);
        // It may wait for the disk.
        py.detach(|| drop(closed));
    }

    #[getter]
    fn is_closed(&self) -> bool {
        let workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        workspace.is_none()
    }

    fn on_branch(&self, py: Python<'_>, name: &str) -> PyResult<Self> {
        self.with(py, |workspace| workspace.on_branch(name)).map(Self::of)
    }

    fn guarded(&self, policy: &Bound<'_, PyAny>) -> PyResult<Self> {
        let policy = python_json::of_python(policy, "policy")?;
        let policy: Policy = isolate_bindings::read(policy).map_err(failure::mistake)?;
        let guard = policy.guard().map_err(|error| failure::usage(&error.to_string()))?;
        Ok(Self::of(self.opened()?.guarded(guard)))
    }

    // The history.

    #[pyo3(signature = (limit, before, path_text, all_branches))]
    fn history<'py>(
        &self,
        py: Python<'py>,
        limit: usize,
        before: Option<i64>,
        path_text: Option<&str>,
        all_branches: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut options = LogOptions::new().limit(limit);
        if let Some(before) = before {
            options = options.before(RunId::from(before));
        }
        if let Some(text) = path_text {
            options = options.path(path(text)?);
        }
        if all_branches {
            options = options.all_branches();
        }
        let rows = self.with_tree(py, |tree| {
            tree.snapshot(|tree| {
                let runs = tree.log(&options)?;
                runs.iter()
                    .map(|run| isolate_bindings::run_row(tree, run))
                    .collect::<Result<Vec<_>, _>>()
            })
        })?;
        python_json::to_python(py, &Json::Array(rows))
    }

    fn undo<'py>(&self, py: Python<'py>, run: i64, force: bool) -> PyResult<Bound<'py, PyAny>> {
        let mut options = UndoOptions::new();
        if force {
            options = options.force();
        }
        let effects = self.with(py, |workspace| workspace.undo(RunId::from(run), &options))?;
        python_json::to_python(py, &isolate_bindings::effects(&effects))
    }

    fn diff(&self, py: Python<'_>, runs: Vec<i64>, bytes_max: usize) -> PyResult<String> {
        let runs: Vec<RunId> = runs.into_iter().map(RunId::from).collect();
        self.with_tree(py, |tree| isolate_host::diff_of_runs(tree, &runs, bytes_max))
    }

    fn checkpoint(&self, py: Python<'_>, name: &str, overwrite: bool) -> PyResult<Option<i64>> {
        let mut options = CheckpointOptions::new();
        if overwrite {
            options = options.overwrite();
        }
        let run = self.with(py, |workspace| workspace.checkpoint(name, &options))?;
        Ok(run.map(i64::from))
    }

    fn checkpoints(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with_tree(py, Tree::checkpoints)
    }

    fn restore<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let effects = self.with(py, |workspace| workspace.restore(name))?;
        python_json::to_python(py, &isolate_bindings::effects(&effects))
    }

    // Branches.

    fn branches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let branches = self.with_tree(py, Tree::branches)?;
        let rows: Vec<Json> = branches.iter().map(isolate_bindings::branch).collect();
        python_json::to_python(py, &Json::Array(rows))
    }

    fn create_branch(&self, py: Python<'_>, name: &str, from: Option<&str>, at: Option<i64>) -> PyResult<()> {
        self.with_tree(py, |tree| {
            if let Some(from) = from {
                tree.switch_branch(from)?;
            }
            let mut options = BranchOptions::new();
            if let Some(run) = at {
                options = options.at(Point::After(RunId::from(run)));
            }
            tree.create_branch(name, &options)
        })
    }

    fn delete_branch(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.with_tree(py, |tree| tree.delete_branch(name).map(drop))
    }

    fn merge_branch<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        into: Option<&str>,
        markers: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let merged = self.with_tree(py, |tree| {
            tree.switch_branch(into.unwrap_or(MAIN))?;
            let mut options = MergeOptions::new();
            if markers {
                options = options.markers();
            }
            tree.merge_branch(name, &options)
        })?;
        let conflicts: Vec<Json> = merged
            .conflicts
            .iter()
            .map(|conflict| {
                json!({ "path": conflict.path.as_str(), "kind": conflict.kind.as_str(), "text": conflict.kind.text() })
            })
            .collect();
        let form = json!({
            "isDone": merged.is_done,
            "conflicts": conflicts,
            "effects": isolate_bindings::effects(&merged.effects),
        });
        python_json::to_python(py, &form)
    }

    // Runs that wait.

    fn pending<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pending = self.with(py, isolate_host::Workspace::pending)?;
        let rows: Vec<Json> = pending.iter().map(isolate_bindings::pending).collect();
        python_json::to_python(py, &Json::Array(rows))
    }

    fn answer(
        &self,
        py: Python<'_>,
        run: i64,
        call: &Bound<'_, PyAny>,
        kind: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let call = python_json::of_python(call, "call")?;
        let call: PendingCall = isolate_bindings::read(call).map_err(failure::mistake)?;
        let text = |value: &Bound<'_, PyAny>| value.extract::<String>();
        let answer = match kind {
            "approve" => Answer::Approve,
            "deny" => Answer::deny(text(value)?),
            "value" => Answer::value(python_json::of_python(value, "the answer")?),
            _ => {
                let (code, message): (String, String) = value.extract()?;
                Answer::failed(&FunctionError::new(message).with_code(code))
            }
        };
        self.with(py, |workspace| workspace.answer(RunId::from(run), &call, answer))
    }

    fn end_pending(&self, py: Python<'_>, run: i64) -> PyResult<()> {
        self.with(py, |workspace| workspace.end_pending(RunId::from(run)))
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

    fn stat<'py>(&self, py: Python<'py>, path_text: &str, follow: bool) -> PyResult<Bound<'py, PyAny>> {
        let path = path(path_text)?;
        let stat = self.with_tree(py, |tree| match follow {
            true => tree.stat(&path),
            false => tree.lstat(&path),
        })?;
        python_json::to_python(py, &stat.as_ref().map_or(Json::Null, stat_json))
    }

    fn list<'py>(&self, py: Python<'py>, path_text: &str) -> PyResult<Bound<'py, PyAny>> {
        let path = path(path_text)?;
        let entries = self.with_tree(py, |tree| tree.read_dir(&path))?;
        let rows: Vec<Json> = entries
            .iter()
            .map(|entry| json!({ "name": entry.name, "kind": kind(entry.kind) }))
            .collect();
        python_json::to_python(py, &Json::Array(rows))
    }

    fn mkdir(&self, py: Python<'_>, path_text: &str, parents: bool) -> PyResult<()> {
        let path = path(path_text)?;
        let mut options = MkdirOptions::new();
        if parents {
            options = options.recursive();
        }
        self.with_tree(py, |tree| tree.mkdir(&path, &options))
    }

    fn remove(&self, py: Python<'_>, path_text: &str, recursive: bool, missing_ok: bool) -> PyResult<()> {
        let path = path(path_text)?;
        let mut options = RemoveOptions::new();
        if recursive {
            options = options.recursive();
        }
        if missing_ok {
            options = options.force();
        }
        self.with_tree(py, |tree| tree.remove(&path, &options))
    }

    fn rename(&self, py: Python<'_>, from: &str, to: &str) -> PyResult<()> {
        let (from, to) = (path(from)?, path(to)?);
        self.with_tree(py, |tree| tree.rename(&from, &to))
    }

    fn copy(&self, py: Python<'_>, from: &str, to: &str, recursive: bool) -> PyResult<()> {
        let (from, to) = (path(from)?, path(to)?);
        let mut options = CopyOptions::new();
        if recursive {
            options = options.recursive();
        }
        self.with_tree(py, |tree| tree.copy(&from, &to, &options))
    }

    fn symlink(&self, py: Python<'_>, target: &str, link: &str) -> PyResult<()> {
        let link = path(link)?;
        self.with_tree(py, |tree| tree.symlink(target, &link))
    }

    fn read_link(&self, py: Python<'_>, path_text: &str) -> PyResult<String> {
        let path = path(path_text)?;
        self.with_tree(py, |tree| tree.read_link(&path))
    }

    fn real_path(&self, py: Python<'_>, path_text: &str) -> PyResult<String> {
        let path = path(path_text)?;
        let real = self.with_tree(py, |tree| tree.real_path(&path))?;
        Ok(real.to_string())
    }
}
