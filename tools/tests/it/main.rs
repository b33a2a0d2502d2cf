//! Tools, as an agent calls them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod acting;
mod answers;
mod boundary;
mod cancelling;
mod caps;
mod conforming;
mod directories;
mod documented;
mod excluding;
mod hostile;
mod hostile_stores;
mod internal;
mod listing;
mod patching;
mod policy;
mod programs;
mod prompts;
mod race;
mod reading;
mod replacing;
mod schemas;
mod searching;
mod shell;
mod slashes;
mod structure;
mod telling;
mod twin;
mod undoing;
mod undoing_stores;
mod unreadable;
mod watching;
mod writing;

use std::sync::OnceLock;

use isolate_host::text::VPath;
use isolate_host::{Sandbox, Workspace};
use isolate_tools::{Boundary, Freshness, Reply, Settings, Toolbox};
use serde_json::Value as Json;

/// Tools over a new workspace with some files.
fn tools_with(files: &[(&str, &str)], settings: Settings) -> Toolbox {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    for (path, content) in files {
        tree.write(&VPath::parse(path).unwrap(), content.as_bytes())
            .unwrap();
    }
    drop(tree);
    twin::made(&settings);
    Toolbox::new(&workspace, &settings).unwrap()
}

fn tools(files: &[(&str, &str)]) -> Toolbox {
    let settings = Settings::new()
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    tools_with(files, settings)
}

/// One sandbox for all tests: what one run does must not reach another.
fn sandbox() -> Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().unwrap()).clone()
}

fn call(tools: &Toolbox, name: &str, args: Json) -> Reply {
    let reply = twin::call(tools, name, args);
    structure::check(tools, name, &reply);
    reply
}

/// The data of a call that works.
fn data(tools: &Toolbox, name: &str, args: Json) -> Json {
    let reply = call(tools, name, args);
    if let Some(error) = reply.error() {
        panic!("{name}: {error}");
    }
    reply.data()
}

/// Code, message and next step of a call that does not.
fn failure(tools: &Toolbox, name: &str, args: Json) -> String {
    let reply = call(tools, name, args);
    let error = reply.error().unwrap_or_else(|| panic!("{name} worked"));
    format!("{}: {error}", error.code.as_str())
}

fn content(tools: &Toolbox, path: &str) -> String {
    let tree = tools.workspace().tree().unwrap();
    String::from_utf8(tree.read(&VPath::parse(path).unwrap()).unwrap()).unwrap()
}
