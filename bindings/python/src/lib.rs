//! The native part of the Python package `isolate_run`: what `isolate_run/*.py` calls.

// Signatures of methods are those of Python.
#![allow(clippy::needless_pass_by_value)]

mod awaited;
mod call;
mod convert;
mod failure;
mod functions;
mod json;
mod process;
mod run;
mod sandbox;
mod shell;
mod spans;
mod toolbox;
mod workspace;
mod workspaces;

use pyo3::prelude::*;

/// Runs the command with these arguments, of which the first is its name. Returns its exit code.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| isolate_run::command(arguments))
}

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::call::Reply;
    #[pymodule_export]
    use super::command;
    #[pymodule_export]
    use super::functions::{CallScope, Functions};
    #[pymodule_export]
    use super::run::Run;
    #[pymodule_export]
    use super::sandbox::{Events, Handle, Sandbox};
    #[pymodule_export]
    use super::shell::{ShellHandle, ShellRun};
    #[pymodule_export]
    use super::toolbox::{ToolCall, Toolbox, prompt};
    #[pymodule_export]
    use super::workspace::Workspace;
    #[pymodule_export]
    use super::workspaces::Workspaces;
}
