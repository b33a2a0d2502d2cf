//! The native part of the Node package `isolate-run`: what its TypeScript calls.
//!
//! Options, reports and answers cross as JSON, values of programs as the bytes of the protocol, and an
//! error as one whose message is JSON.

// Values are handed over by Node.
#![allow(clippy::needless_pass_by_value)]
// What Node calls is public, and nothing else is.
#![allow(unreachable_pub)]
// What registers functions with Node is left out of tests.
#![cfg_attr(test, allow(dead_code))]

mod calls;
mod environment;
mod failure;
mod functions;
mod sandbox;
mod shell;
mod spans;
mod toolbox;
mod work;
mod workspace;
mod workspaces;

use napi_derive::napi;
use serde::de::DeserializeOwned;

/// Options from JSON.
fn parsed<T: DeserializeOwned>(text: &str) -> napi::Result<T> {
    isolate_bindings::read(json(text)?).map_err(failure::mistake)
}

fn json(text: &str) -> napi::Result<serde_json::Value> {
    let json = serde_json::from_str(text);
    json.map_err(|error| failure::usage(&format!("options that are no JSON: {error}")))
}

/// Runs the command with these arguments, of which the first is its name. Returns its exit code.
#[napi]
pub fn command(arguments: Vec<String>) -> u32 {
    isolate_run::command(arguments).into()
}
