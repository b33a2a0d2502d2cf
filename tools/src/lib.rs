//! The filesystem of a workspace as plain agent tools: data in, data out.
//!
//! A [`Toolbox`] is a set of tools over one [`Workspace`](isolate_host::Workspace). A call is a
//! name and a JSON object; the answer is a [`Reply`]: what was done, or an error whose text says
//! what to do next. Nothing that a model sends makes a call panic.
//!
//! Invariants:
//! - A call is one transaction and one run of the workspace's history: it happens whole or not
//!   at all, also when it is cancelled.
//! - The [`Policy`] is enforced below the tools, by the filesystem, for programs as well.
//! - Whatever is left out of an answer is counted, and the answer says how to get it.
//! - It does not know Wasmtime, terminals, or the machine's own files.
//!
//! ```
//! use isolate_host::Workspace;
//! use isolate_tools::{Cancel, Settings, Toolbox};
//! use serde_json::json;
//!
//! let tools = Toolbox::new(&Workspace::memory()?, &Settings::default())?;
//! let cancel = Cancel::new();
//! tools.call("write", json!({ "path": "/a.txt", "content": "one\ntwo\n" }), &cancel);
//! let edits = json!([{ "oldText": "two", "newText": "2" }]);
//! let reply = tools.call("edit", json!({ "path": "/a.txt", "edits": edits }), &cancel);
//! assert!(reply.is_ok());
//! let reply = tools.call("read", json!({ "path": "/b.txt" }), &cancel);
//! assert_eq!(reply.error().unwrap().code.as_str(), "not_found");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod actions;
mod approval;
mod arguments;
mod boundary;
mod cancel;
mod context;
mod cut;
mod diffs;
mod error;
mod exec;
mod exit;
mod files;
mod functions;
mod fuzz;
mod js;
mod ledger;
mod nearby;
mod parts;
mod passed;
mod policy;
mod reply;
mod services;
mod session;
mod settings;
mod spill;
mod structure;
#[doc(hidden)]
pub mod testing;
mod text;
mod thrown;
mod told;
mod tool;
mod toolbox;
mod utf16;
mod versions;
mod watch;

pub use actions::ActionsReply;
pub use approval::Approval;
pub use boundary::Boundary;
pub use cancel::Cancel;
pub use error::{Code, Retry, ToolError};
pub use exec::{ExecBackend, ExecChange, ExecFault, ExecRequest, ExecResult};
pub use exit::ExitCode;
pub use files::{FileContent, FileEntry, FilePage, PathCompletion};
pub use isolate_prompt::ToolSet;
pub use js::JsBackend;
pub use policy::{Decision, Policy, PolicyError, Rule, RuleVerb};
pub use reply::{Receipt, Reply, Told};
pub use settings::{Caps, Freshness, Own, Settings};
pub use thrown::thrown_text;
pub use told::tokens_estimated;
pub use toolbox::Toolbox;
pub use watch::{Event, EventKind, Feed, Polled};
