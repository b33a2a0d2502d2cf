//! Tools for models.

use std::sync::Arc;

use isolate_bindings::{Failure, ToolboxSettings};
use isolate_host::CancelToken;
use isolate_tools::Reply;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value as Json;

use crate::awaited::Awaited;
use crate::call::Caller;
use crate::functions::Functions;
use crate::process::{self, Process};
use crate::sandbox::Sandbox;
use crate::workspace::Workspace;
use crate::{failure, json};

#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Toolbox {
    toolbox: isolate_tools::Toolbox,
    process: Process,
}

impl Toolbox {
    fn of(toolbox: isolate_tools::Toolbox) -> Self {
        Self {
            toolbox,
            process: Process::current(),
        }
    }
}

#[pymethods]
impl Toolbox {
    #[new]
    fn new(
        workspace: &Workspace,
        sandbox: Option<&Sandbox>,
        functions: Option<&Functions>,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let given = json::members(given)?;
        let settings: ToolboxSettings = isolate_bindings::read(given).map_err(failure::mistake)?;
        let settings = settings.settings().map_err(failure::mistake)?;
        let toolbox = isolate_tools::Toolbox::new(&workspace.opened()?, &settings);
        let mut toolbox = toolbox.map_err(|error| failure::usage(&error.to_string()))?;
        if let Some(sandbox) = sandbox {
            sandbox.process.check("Sandbox")?;
            toolbox = toolbox.with_sandbox(sandbox.sandbox.clone());
        }
        if let Some(functions) = functions {
            let added = functions.added.clone();
            toolbox = toolbox.with_functions_from(move || added.now());
        }
        Ok(Self::of(toolbox))
    }

    /// The same tools with a new record of what was read.
    fn new_session(&self) -> Self {
        Self::of(self.toolbox.new_session())
    }

    /// The tools that are listed.
    fn specs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &isolate_bindings::specs(&self.toolbox))
    }

    /// The same, as a model's interface takes them.
    fn schemas<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        let schemas = isolate_bindings::schemas(&self.toolbox, format);
        json::to_python(py, &schemas.map_err(failure::mistake)?)
    }

    fn prompt(&self) -> String {
        self.toolbox.prompt()
    }

    #[getter]
    fn is_read_only(&self) -> bool {
        self.toolbox.is_read_only()
    }

    /// Begins a call; functions of its program are called where `caller` was made.
    fn start(
        &self,
        tool: String,
        arguments: &Bound<'_, PyAny>,
        caller: Py<PyAny>,
    ) -> PyResult<ToolCall> {
        self.process.check("Toolbox")?;
        let arguments = json::of_python(arguments, "arguments")?;
        let runtime = process::runtime()?;
        let cancel = CancelToken::new();
        let toolbox = self.toolbox.clone().with_context(Caller(Arc::new(caller)));
        let called = isolate_bindings::call_tool(
            runtime.clone(),
            toolbox,
            tool.clone(),
            arguments,
            cancel.clone(),
        );
        Ok(ToolCall {
            toolbox: self.toolbox.clone(),
            tool,
            cancel,
            reply: Awaited::spawn(&runtime, called),
        })
    }

    /// The calls that wait for an approval.
    fn pending<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pending = self.toolbox.pending();
        let pending: Json = pending
            .iter()
            .map(isolate_bindings::pending_tool_call)
            .collect();
        json::to_python(py, &pending)
    }

    fn approve(&self, id: &str) -> bool {
        self.toolbox.approve(id)
    }

    fn refuse(&self, id: &str) -> bool {
        self.toolbox.refuse(id)
    }
}

/// A call on its way.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct ToolCall {
    toolbox: isolate_tools::Toolbox,
    tool: String,
    cancel: CancelToken,
    reply: Awaited<Result<Reply, Failure>>,
}

#[pymethods]
impl ToolCall {
    fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Calls this once it is done, on some thread.
    fn on_done(&self, py: Python<'_>, callback: Py<PyAny>) -> PyResult<()> {
        self.reply.on_done(py, callback)
    }

    /// Waits for it on this thread.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        self.reply.wait(py, || self.cancel.cancel())
    }

    /// The reply, once it is done. Once.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reply = self.reply.take()?;
        let reply = reply.map_err(|error| failure::raised(&error))?;
        json::to_python(
            py,
            &isolate_bindings::reply(&self.toolbox, &self.tool, &reply),
        )
    }
}

/// What a model is told.
#[pyfunction]
pub(crate) fn prompt(
    kind: &str,
    is_read_only: bool,
    functions: Option<&Functions>,
) -> PyResult<String> {
    let functions = functions.map(|functions| functions.added.now());
    let prompt = isolate_bindings::prompt(kind, is_read_only, functions.as_ref());
    prompt.map_err(failure::mistake)
}
