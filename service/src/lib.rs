//! Many workspaces over HTTP: runs, files and history, with tokens and fair turns.
//!
//! A [`Service`] is made of [`Workspaces`](isolate_host::Workspaces), one
//! [`Sandbox`](isolate_host::Sandbox) and settings. [`Service::router`] is mounted in an application of
//! your own, with your authentication and your functions; [`Service::serve`] listens by itself.
//!
//! ```
//! use isolate_host::{Sandbox, Workspaces};
//! use isolate_service::Service;
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().join("data");
//! let workspaces = Workspaces::new(&folder)?;
//! let service = Service::builder(workspaces, Sandbox::new()?).open_to_everyone().build()?;
//! let application: axum::Router = axum::Router::new().merge(service.router());
//! # drop(application);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants:
//! - Nothing of a request is done before its sender, the permission and the workspace were checked.
//! - A run that was answered 202 is known by its id afterwards, also to the process that is started after
//!   this one was killed.
//! - No request holds a thread while it waits, and what waits is bounded.
//! - A router, a document and metrics are made of the same table of routes.
//! - This crate does not use Wasmtime, SQL or terminals.

#![forbid(unsafe_code)]

/// The examples of the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the documentation are compiled.
#[cfg(doctest)]
#[doc = include_str!("../../docs/service.md")]
struct Documentation;

mod access;
mod admission;
mod answered;
mod body;
mod call;
mod front;
mod limits;
mod lock;
mod metrics;
mod mounts;
mod names;
mod openapi;
mod pausing;
mod problem;
mod query;
mod respond;
mod resuming;
mod routes;
mod runs;
mod server;
mod service;
mod shared;
mod sse;
mod table;
mod trace;
mod turns;

pub use access::{
    Authority, NewToken, PatternError, Permission, Principal, TokenFile, TokenFileError, add_token,
};
pub use limits::ServiceLimits;
pub use lock::{FolderLock, LockError};
pub use server::ServeOptions;
pub use service::{Service, ServiceBuilder, ServiceError, openapi};

/// The folder of the service within that of the workspaces. No workspace can have its name.
pub(crate) const FOLDER: &str = ".service";
