//! HTTP for programs, within an allow list that is empty by default.
//!
//! [`add_fetch`] gives programs the global `fetch`, within a [`FetchPolicy`]: an allow list of
//! origins, methods and paths, credentials that programs never see, and bounds.
//! [`add_openapi`] adds the operations of an OpenAPI document as functions, within the same policy.
//!
//! The crate does not depend on JavaScript or WebAssembly: it adds functions to
//! [`isolate_host::Functions`].
//!
//! Invariants:
//! - Every request, including each redirect, is checked against the policy before it is sent.
//! - A connection goes to an address that was checked, never to a second answer of the resolver.
//! - Credentials are sent only to the origins that they were given for. They never appear in
//!   programs, messages or records.
//! - No more of a response is held in memory than its bound.
//!
//! ```
//! use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Workspace};
//! use isolate_net::{FetchPolicy, add_fetch};
//!
//! let mut policy = FetchPolicy::new();
//! policy.allow("GET https://api.example.com/items/**")?;
//! let mut functions = Functions::new();
//! add_fetch(&mut functions, &policy);
//!
//! let options = RunOptions::new().functions(functions);
//! let code = "async () => (await fetch('https://other.example.com/')).status";
//! let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(&options).blocking()?;
//! let Outcome::Threw(thrown) = &run.outcome else { panic!("{:?}", run.outcome) };
//! assert_eq!(
//!     thrown.message,
//!     "GET https://other.example.com/ cannot be fetched: its origin is not allowed in this run. \
//!      Allowed: GET https://api.example.com/items/**"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod address;
mod checked;
mod client;
mod fetch;
mod headers;
mod io;
mod method;
mod openapi;
mod policy;
mod resolve;
mod runs;

pub use fetch::add_fetch;
pub use openapi::{OpenApiError, OpenApiOptions, add_openapi, parse_openapi};
pub use policy::{FetchPolicy, PolicyError};
pub use resolve::{Resolve, Resolved};
