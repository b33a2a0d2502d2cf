//! The Model Context Protocol: tools and files of a workspace, offered to clients.
//!
//! [`Server`] offers a [`Toolbox`](isolate_tools::Toolbox) over standard input and output, any
//! other pipe, or HTTP. The protocol itself is spoken by `rmcp`, which is exported here so that an
//! embedder needs no version of its own.
//!
//! Invariants:
//! - What a client sends is read at all times: no number of calls that run keeps a cancellation
//!   from being seen.
//! - A message that is refused leaves nothing behind, and the connection goes on.
//! - A policy holds for resources as for tools: both look through the same guarded workspace.

#![forbid(unsafe_code)]

mod server;

pub use rmcp;
pub use server::{
    Access, Caller, Extension, HttpOptions, Server, ServerLimits, Stop, Token, TokenError, ask,
    check_address, workspace_uri,
};
