//! Tests of the service over a socket. Every answer is compared with the OpenAPI document.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod approvals;
mod assistants;
mod bad_input;
mod client;
mod commands;
mod document;
mod ending;
mod events;
mod files;
mod history;
mod idempotency;
mod rules;
mod runs;
mod slow;
mod traced;
mod turns;
mod waiting;
mod workspaces;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use isolate_host::{Sandbox, Workspaces};
use isolate_mcp::{ServerLimits, Stop};
use isolate_service::{
    NewToken, Permission, ServeOptions, Service, ServiceBuilder, ServiceLimits, TokenFile,
    add_token,
};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use client::{Answer, Request};

/// How long a test waits for what has to happen.
const PATIENCE: Duration = Duration::from_secs(20);

/// A sandbox is built once.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

/// A server that runs.
struct Running {
    address: SocketAddr,
    folder: Arc<TempDir>,
    service: Service,
    stop: Stop,
    task: JoinHandle<std::io::Result<()>>,
}

/// How a server is started.
struct Start {
    folder: Arc<TempDir>,
    limits: ServiceLimits,
    options: ServeOptions,
    sandbox: Option<Sandbox>,
    with: Box<dyn FnOnce(ServiceBuilder) -> ServiceBuilder>,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            folder: Arc::new(tempfile::tempdir().unwrap()),
            limits: ServiceLimits::new(),
            options: ServeOptions::new(),
            sandbox: None,
            with: Box::new(ServiceBuilder::open_to_everyone),
        }
    }
}

impl Start {
    /// Over the workspaces of an earlier server.
    fn again(folder: Arc<TempDir>) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }

    fn limits(mut self, limits: ServiceLimits) -> Self {
        self.limits = limits;
        self
    }

    fn connections(mut self, limits: ServerLimits) -> Self {
        self.options = self.options.connections(limits);
        self
    }

    /// A sandbox of its own, which can be drained.
    fn own_sandbox(mut self) -> Self {
        self.sandbox = Some(Sandbox::builder().threads(2).build().unwrap());
        self
    }

    fn with(mut self, with: impl FnOnce(ServiceBuilder) -> ServiceBuilder + 'static) -> Self {
        let before = self.with;
        self.with = Box::new(|builder| with(before(builder)));
        self
    }

    async fn go(self) -> Running {
        let workspaces = Workspaces::new(self.folder.path().join("data")).unwrap();
        let sandbox = self.sandbox.unwrap_or_else(|| SANDBOX.clone());
        let builder = Service::builder(workspaces, sandbox).limits(self.limits);
        let service = (self.with)(builder).build().unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Stop::new();
        let task = tokio::spawn({
            let (service, stop) = (service.clone(), stop.clone());
            let options = self.options;
            async move { service.serve(listener, &options, &stop).await }
        });
        Running {
            address,
            folder: self.folder,
            service,
            stop,
            task,
        }
    }
}

/// A server that is open to everyone.
async fn start() -> Running {
    Start::default().go().await
}

/// A file of tokens, and the tokens by their names.
struct Tokens {
    path: PathBuf,
    _folder: TempDir,
}

impl Tokens {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            path: folder.path().join("tokens.json"),
            _folder: folder,
        }
    }

    fn add(&self, token: &NewToken) -> String {
        add_token(&self.path, token).unwrap()
    }

    fn of(&self, name: &str, workspace: &str, permissions: &[Permission]) -> String {
        let token = NewToken::new(name).workspace(workspace);
        self.add(&token.permissions(permissions.iter().copied()))
    }

    fn start(&self) -> Start {
        let path = self.path.clone();
        Start::default().with(move |builder| builder.authority(TokenFile::open(path).unwrap()))
    }
}

impl Running {
    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path)
    }

    async fn get(&self, path: &str) -> Answer {
        self.request("GET", path).send().await
    }

    async fn put(&self, path: &str, body: &str) -> Answer {
        self.request("PUT", path).bytes(body).send().await
    }

    async fn delete(&self, path: &str) -> Answer {
        self.request("DELETE", path).send().await
    }

    async fn post(&self, path: &str, body: serde_json::Value) -> Answer {
        self.request("POST", path).json(&body).send().await
    }

    /// Makes a workspace.
    async fn make(&self, name: &str) {
        let made = self.request("PUT", &format!("/v1/workspaces/{name}"));
        let made = made.send().await;
        assert!(matches!(made.status, 200 | 201), "{made:?}");
    }

    /// Runs a program in the workspace `a`, and returns its answer.
    async fn run(&self, code: &str) -> Answer {
        let body = serde_json::json!({ "code": code });
        self.post("/v1/workspaces/a/runs", body).await
    }

    /// Starts a program in the workspace `a` without waiting for it. Returns its id.
    async fn begin(&self, code: &str) -> String {
        let body = serde_json::json!({ "code": code });
        let begun = self
            .request("POST", "/v1/workspaces/a/runs")
            .header("Prefer", "respond-async")
            .json(&body)
            .send()
            .await;
        assert_eq!(begun.status, 202, "{begun:?}");
        begun.json()["id"].as_str().unwrap().to_owned()
    }

    /// Waits until a run of the workspace `a` has a status other than these.
    async fn until_not(&self, id: &str, statuses: &[&str]) -> serde_json::Value {
        let until = std::time::Instant::now() + PATIENCE;
        loop {
            let answer = self.get(&format!("/v1/workspaces/a/runs/{id}")).await;
            let run = answer.json();
            let status = run["status"].as_str().unwrap_or_default();
            if answer.status != 200 || !statuses.contains(&status) {
                return run;
            }
            assert!(std::time::Instant::now() < until, "{run}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn end(self) -> Arc<TempDir> {
        self.stop.stop();
        tokio::time::timeout(PATIENCE, self.task)
            .await
            .expect("the server ends")
            .unwrap()
            .unwrap();
        self.folder
    }
}

/// The committed document.
fn committed_document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json")
}
