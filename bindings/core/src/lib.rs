//! What the packages for Python and TypeScript share: options by name, and errors and runs as JSON.
//!
//! A package converts its own values to [`isolate_host::Value`] and back. All else crosses the boundary
//! as JSON, whose members have the names of TypeScript, so that a new option is written once here.

mod failure;
mod forms;
mod functions;
mod operations;
mod properties;
mod settings;
mod shell;
mod store;
mod toolbox;

pub use failure::Failure;
pub use forms::{branch, effects, event, pending, report, run_row, stats, status};
pub use functions::{AddedFunctions, decision};
pub use operations::{GivenAnswer, Operation, path};
pub use properties::FunctionProperties;
pub use settings::{Mistake, RunSettings, SandboxSettings, WorkspaceSettings, read};
pub use shell::{ShellSettings, shell_report};
pub use store::StoreSettings;
pub use toolbox::{ToolboxSettings, call_tool, pending_tool_call, prompt, reply, schemas, specs};
