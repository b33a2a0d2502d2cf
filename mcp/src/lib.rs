//! A server and a client of the Model Context Protocol: the server offers the tools and files of a
//! workspace, and the client provides the tools of other servers as functions of programs.
//!
//! [`Client`] connects to a server, whose tools become a namespace of
//! [`Functions`](isolate_host::Functions).
//! [`Server`] offers a [`Toolbox`](isolate_tools::Toolbox) over standard input and output, another
//! pipe, or HTTP. The crate `rmcp` implements the protocol; it is re-exported, so that an embedder
//! uses the same version.
//!
//! Invariants:
//! - Messages of a client are always read, so that running calls cannot delay a cancellation.
//! - A refused message has no effect, and the connection stays open.
//! - The memory for a message of a server is bounded, and a bad message fails only its own call.
//! - A policy holds for resources and tools alike: both use the same guarded workspace.

#![forbid(unsafe_code)]

mod client;
mod server;
mod sketch;

pub use client::{
    Client, ClientError, ClientErrorKind, CommandError, Connected, Elicitation, ElicitationAnswer,
    FunctionsExt, split_command,
};
pub use rmcp;
pub use server::{
    Access, AddressError, ApprovalError, ApprovalErrorKind, BoundedListener, Busy, Caller,
    Connection, Endpoint, Extension, HttpOptions, Peer, ProgramTurn, ProgramTurns, Server,
    ServerLimits, Stop, Token, TokenError, TurnFuture, ask, check_address, workspace_uri,
};
