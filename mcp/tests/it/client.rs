//! Servers as functions of programs.

mod bad;
mod http;
mod life;
mod values;

use std::path::Path;
use std::time::Duration;

use isolate_host::{Functions, Outcome, Run, RunOptions, Sandbox, Workspace, to_json};
use isolate_mcp::{Client, Connected};
use serde_json::Value as Json;

/// What no answer takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that is a script, which stands in `tests/server.sh`.
fn scripted() -> Client {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server.sh");
    Client::command(["/bin/sh".to_owned(), script.to_string_lossy().into_owned()]).timeout(PATIENCE)
}

async fn connected() -> Connected {
    scripted().connect("srv").await.unwrap()
}

fn functions_of(server: &Connected) -> Functions {
    let mut functions = Functions::new();
    server.add_to(&mut functions);
    functions
}

/// Runs a program that may call these functions.
async fn run_with(functions: Functions, code: &str) -> Run {
    static SANDBOX: std::sync::OnceLock<Sandbox> = std::sync::OnceLock::new();
    let sandbox = SANDBOX.get_or_init(|| Sandbox::new().unwrap()).clone();
    let options = RunOptions::new().functions(functions).timeout(PATIENCE);
    let workspace = Workspace::memory().unwrap();
    sandbox
        .run(&workspace, code)
        .options(&options)
        .await
        .unwrap()
}

/// What a program returns that may call the tools of a server.
async fn returned(server: &Connected, code: &str) -> Json {
    value(&run_with(functions_of(server), code).await)
}

fn value(run: &Run) -> Json {
    match &run.outcome {
        Outcome::Returned(value) => to_json(value).unwrap_or(Json::Null),
        other => panic!("{other:?}"),
    }
}

/// A program that returns the error of a call, as `{ name, code, message, data }`.
fn caught(call: &str) -> String {
    format!(
        "async () => {{
            try {{ return {{ answered: await {call} }}; }}
            catch (error) {{
                const {{ name, code, message, data }} = error;
                return {{ name, code, message, data }};
            }}
        }}"
    )
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_else(|| panic!("{json:#}"))
}
