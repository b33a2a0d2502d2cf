//! The filesystem of a workspace as plain agent tools: data in, data out.
//!
//! A [`Toolbox`] is a set of tools over one [`Workspace`](isolate_host::Workspace), or over the files of a
//! [`store`]. A call takes
//! the name of a tool and a JSON object. It returns a [`Reply`]: the result, or an error whose text
//! says what to do next. No input makes a call panic.
//!
//! Invariants:
//! - A call is one transaction and one run of the workspace's history. It takes effect completely
//!   or not at all, also when it is cancelled.
//! - The filesystem enforces the [`Policy`], so it holds for tools and for programs.
//! - A truncated reply says how much was left out and how to get it.
//! - This crate does not use Wasmtime, terminals, or the machine's own files, but for the
//!   [store](store::DirectoryFiles) that is a directory of the disk.
//!
//! ```
//! use isolate_host::Workspace;
//! use isolate_tools::{CancelToken, Settings, Toolbox};
//! use serde_json::json;
//!
//! let tools = Toolbox::new(&Workspace::memory()?, &Settings::default())?;
//! let cancel = CancelToken::new();
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
mod fault;
mod files;
mod functions;
mod fuzz;
mod heard;
mod interface;
mod js;
mod ledger;
mod members;
mod mirror;
mod nearby;
mod op_error;
mod parts;
mod paths;
mod policy;
mod program;
mod refused;
mod reply;
mod services;
mod session;
mod settings;
mod shell;
mod shorten;
mod skills;
mod skipped;
mod spill;
pub mod store;
mod structure;
mod text;
mod thrown;
mod tool;
mod toolbox;
mod utf16;
mod versions;
mod watch;

pub use actions::ActionsReply;
pub use approval::PendingCall;
pub use boundary::Boundary;
pub use error::{Code, Retry, ToolError};
pub use exec::{ExecBackend, ExecChange, ExecFault, ExecRequest, ExecResult};
pub use exit::ExitCode;
pub use fault::{fault_code, fault_name};
pub use files::{FileContent, FileEntry, FilePage, PathCompletion};
pub use interface::Interface;
pub use isolate_host::CancelToken;
pub use isolate_prompt::ToolSet;
pub use js::JsBackend;
pub use policy::{Policy, PolicyError, Rule, RuleEffect, RuleVerb};
pub use reply::{Receipt, RenderedReply, Reply};
pub use settings::{Caps, Freshness, Settings, UndoScope};
pub use shell::ShellBackend;
pub use shorten::tokens_estimated;
pub use thrown::{limit_text, thrown_text};
pub use toolbox::{BegunCall, Toolbox};
pub use watch::{Event, EventKind, Feed, Polled};
