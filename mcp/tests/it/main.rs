//! The Model Context Protocol, as clients speak it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod approval;
mod client;
mod clients;
mod http;
mod lists;
mod pipe;
mod resources;
mod waiting;
mod watching;

use std::time::Duration;

use isolate_host::text::VPath;
use isolate_host::{Sandbox, Workspace};
use isolate_mcp::{Server, Stop};
use isolate_tools::{Settings, Toolbox};
use serde_json::{Value as Json, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

/// What no answer takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The newest version that has sessions.
const VERSION: &str = "2025-11-25";

fn sandbox() -> Sandbox {
    static SANDBOX: std::sync::OnceLock<Sandbox> = std::sync::OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().unwrap()).clone()
}

fn workspace(files: &[(&str, &[u8])]) -> Workspace {
    let workspace = Workspace::memory().unwrap();
    for (path, content) in files {
        write(&workspace, path, content);
    }
    workspace
}

fn write(workspace: &Workspace, path: &str, content: &[u8]) {
    let path = VPath::parse(path).unwrap();
    workspace.tree().unwrap().write(&path, content).unwrap();
}

fn toolbox(workspace: &Workspace, settings: Settings) -> Toolbox {
    Toolbox::new(workspace, &settings)
        .unwrap()
        .with_sandbox(sandbox())
}

/// A server over some files.
fn server(files: &[(&str, &[u8])]) -> Server {
    Server::new(toolbox(&workspace(files), Settings::default()))
}

/// A client that sends what it wants.
struct Raw {
    output: Option<WriteHalf<DuplexStream>>,
    input: Lines<BufReader<ReadHalf<DuplexStream>>>,
    served: JoinHandle<std::io::Result<()>>,
    stop: Stop,
    /// What came that was no answer to `ask`.
    others: Vec<Json>,
    id: i64,
}

impl Raw {
    /// A client that has not greeted.
    fn connect(server: &Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(ours);
        let (their_input, their_output) = tokio::io::split(theirs);
        let (server, stop) = (server.clone(), Stop::new());
        let token = stop.clone();
        let served =
            tokio::spawn(async move { server.serve_pipe(their_input, their_output, &token).await });
        Self {
            output: Some(output),
            input: BufReader::new(input).lines(),
            served,
            stop,
            others: Vec::new(),
            id: 0,
        }
    }

    /// A client that has a session.
    async fn greeted(server: &Server) -> Self {
        let mut raw = Self::connect(server);
        raw.greet(VERSION).await;
        raw
    }

    async fn greet(&mut self, version: &str) -> Json {
        let params = json!({
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        });
        let answer = self.ask("initialize", params).await;
        self.tell("notifications/initialized", json!({})).await;
        answer["result"].clone()
    }

    async fn line(&mut self, text: &str) {
        let output = self.output.as_mut().unwrap();
        output.write_all(text.as_bytes()).await.unwrap();
        output.write_all(b"\n").await.unwrap();
    }

    async fn tell(&mut self, method: &str, params: Json) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.line(&message.to_string()).await;
    }

    /// Sends a request, and answers its number.
    async fn request(&mut self, method: &str, params: Json) -> i64 {
        self.id += 1;
        let id = self.id;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.line(&message.to_string()).await;
        id
    }

    /// The next message; `None` at the end of them.
    async fn next(&mut self) -> Option<Json> {
        let line = tokio::time::timeout(PATIENCE, self.input.next_line());
        let line = line.await.expect("a message in time").unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The answer to a request; what comes before it is kept in `others`.
    async fn answer(&mut self, id: i64) -> Json {
        loop {
            if let Some(at) = self
                .others
                .iter()
                .position(|message| message["id"] == id && message.get("method").is_none())
            {
                return self.others.remove(at);
            }
            let message = self.next().await.expect("an answer");
            self.others.push(message);
        }
    }

    async fn ask(&mut self, method: &str, params: Json) -> Json {
        let id = self.request(method, params).await;
        self.answer(id).await
    }

    async fn call(&mut self, tool: &str, arguments: Json) -> Json {
        let params = json!({ "name": tool, "arguments": arguments });
        self.ask("tools/call", params).await["result"].clone()
    }

    /// The next notification of a method.
    async fn notified(&mut self, method: &str) -> Json {
        loop {
            if let Some(at) = self
                .others
                .iter()
                .position(|message| message["method"] == method)
            {
                return self.others.remove(at)["params"].clone();
            }
            let message = self.next().await.expect("a notification");
            self.others.push(message);
        }
    }

    /// Ends the input, and answers what still came.
    async fn end(mut self) -> Vec<Json> {
        // The half of a split stream that is dropped ends nothing by itself.
        self.output.take().unwrap().shutdown().await.unwrap();
        let mut rest = std::mem::take(&mut self.others);
        while let Some(message) = self.next().await {
            rest.push(message);
        }
        tokio::time::timeout(PATIENCE, self.served)
            .await
            .expect("the server ends")
            .unwrap()
            .unwrap();
        rest
    }
}

/// The text of a result.
fn text(result: &Json) -> &str {
    result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{result}"))
}
