//! The Model Context Protocol, both ways: tools and files of a workspace, offered to clients, and
//! the tools of other servers as functions of programs.
//!
//! [`Client`] connects a server, whose tools become a namespace of
//! [`Functions`](isolate_host::Functions).
//! [`Server`] offers a [`Toolbox`](isolate_tools::Toolbox) over standard input and output, any
//! other pipe, or HTTP. The protocol itself is spoken by `rmcp`, which is exported here so that an
//! embedder needs no version of its own.
//!
//! Invariants:
//! - What a client sends is read at all times: no number of calls that run keeps a cancellation
//!   from being seen.
//! - A message that is refused leaves nothing behind, and the connection goes on.
//! - No message of a server takes more memory than its bound, and none fails more than its call.
//! - A policy holds for resources as for tools: both look through the same guarded workspace.

#![forbid(unsafe_code)]

mod client;
mod server;

pub use client::{
    Client, ClientError, Connected, Elicitation, ElicitationAnswer, FunctionsExt, split_command,
};
pub use rmcp;
pub use server::{
    Access, AddressError, Caller, Extension, HttpOptions, Server, ServerLimits, Stop, Token,
    TokenError, ask, check_address, workspace_uri,
};
