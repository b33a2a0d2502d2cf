//! The agent against an endpoint that speaks the protocols over HTTP, without any network.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod attempts;
mod config;
mod directories;
mod echoes;
mod functions;
mod libraries;
mod recovery;
mod sessions;
mod troubles;

use std::sync::Arc;
use std::time::Duration;

use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Agent, Api, CodeMode, Colours, Model, Session, Terminal};
use isolate_host::text::VPath;
use isolate_host::{Functions, Limits, Sandbox, Workspace};
use isolate_tools::{Settings, Toolbox};
use serde_json::Value as Json;

const APIS: [Api; 2] = [Api::OpenAi, Api::Anthropic];

/// An agent, an endpoint, and files.
struct World {
    endpoint: Endpoint,
    session: Session<Vec<u8>>,
    workspace: Workspace,
}

impl World {
    async fn new(api: Api, said: Vec<Said>) -> Self {
        Self::with(Endpoint::saying(api, said).await.unwrap())
    }

    fn with(endpoint: Endpoint) -> Self {
        Self::with_fuel(endpoint, 100_000_000)
    }

    fn with_fuel(endpoint: Endpoint, fuel_max: u64) -> Self {
        Self::made(endpoint, fuel_max, Functions::new())
    }

    /// The same with functions for programs.
    async fn giving(api: Api, said: Vec<Said>, functions: Functions) -> Self {
        let endpoint = Endpoint::saying(api, said).await.unwrap();
        Self::made(endpoint, 100_000_000, functions)
    }

    fn made(endpoint: Endpoint, fuel_max: u64, functions: Functions) -> Self {
        Self::over(Workspace::memory().unwrap(), endpoint, fuel_max, functions)
    }

    /// The same with a library that programs find loaded.
    async fn knowing(api: Api, said: Vec<Said>, name: &str, source: &str) -> Self {
        let endpoint = Endpoint::saying(api, said).await.unwrap();
        let sandbox = Sandbox::builder().prelude(name, source).build().unwrap();
        let workspace = Workspace::memory().unwrap();
        Self::on(sandbox, workspace, endpoint, 100_000_000, Functions::new())
    }

    /// The same over files that are there.
    fn over(workspace: Workspace, endpoint: Endpoint, fuel_max: u64, functions: Functions) -> Self {
        let sandbox = Sandbox::new().unwrap();
        Self::on(sandbox, workspace, endpoint, fuel_max, functions)
    }

    fn on(
        sandbox: Sandbox,
        workspace: Workspace,
        endpoint: Endpoint,
        fuel_max: u64,
        functions: Functions,
    ) -> Self {
        let libraries = sandbox.preludes().to_vec();
        let settings = Settings::new()
            .actor("agent")
            .run_limits(Limits::new().fuel(fuel_max));
        let toolbox = Toolbox::new(&workspace, &settings).unwrap();
        let toolbox = toolbox.with_sandbox(sandbox);
        let toolbox = toolbox.with_functions(functions);
        let model = Model::new(endpoint.config()).unwrap();
        let toolset = CodeMode::new(toolbox.clone()).with_libraries(libraries);
        let agent = Agent::new(model, Arc::new(toolset))
            .with_pause(Duration::from_millis(1))
            .with_steps_max(20);
        let terminal = Terminal::new(Vec::new(), Colours::Off, workspace.clone());
        Self {
            endpoint,
            session: Session::new(agent, toolbox, terminal),
            workspace,
        }
    }

    fn write(&self, path: &str, text: &str) {
        let tree = self.workspace.tree().unwrap();
        tree.write(&VPath::parse(path).unwrap(), text.as_bytes())
            .unwrap();
    }

    fn read(&self, path: &str) -> Option<String> {
        let tree = self.workspace.tree().unwrap();
        let bytes = tree.read(&VPath::parse(path).unwrap()).ok()?;
        Some(String::from_utf8(bytes).unwrap())
    }

    fn screen(&mut self) -> String {
        String::from_utf8(self.session.terminal().out().clone()).unwrap()
    }

    /// What the model was told in the N-th request after its last call: the results of tools.
    fn told(&self, request: usize) -> String {
        let (_, body) = self.endpoint.requests()[request].clone();
        let last = body["messages"].as_array().unwrap().last().unwrap().clone();
        let content = &last["content"];
        let text = |content: &Json| content.as_str().map(str::to_owned);
        text(content)
            .or_else(|| text(&content[0]["content"]))
            .unwrap_or_else(|| panic!("{last}"))
    }
}
