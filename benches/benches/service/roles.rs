//! What the processes do that are measured.

use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, mpsc};

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use isolate_host::{Sandbox, Workspace, Workspaces};
use isolate_mcp::Stop;
use isolate_service::{ServeOptions, Service};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

use crate::{CONNECTIONS, WORKSPACES, name};

/// The variable that says which role a process plays.
pub(crate) const ROLE: &str = "ISOLATE_BENCH_ROLE";

/// An answer of the size of one of the service.
const CONSTANT: &str = r#"{"id":"1","workspace":"w00001","status":"ok","result":"hello","logs":[],"effects":{"created":[],"changed":[],"deleted":[],"omitted":0},"run":1,"usage":{"fuel":10000,"peakMemoryBytes":1000000,"peakHostMemoryBytes":1000,"wallMs":1,"queuedMs":0,"hostCalls":0,"bytesRead":0,"bytesWritten":0}}"#;

/// Plays a role, if this process has one.
pub(crate) fn played() -> bool {
    let Ok(role) = std::env::var(ROLE) else {
        return false;
    };
    let folder = std::env::args_os().nth(1).unwrap();
    let folder = Path::new(&folder);
    match role.as_str() {
        "server" => server(folder),
        #[cfg(feature = "otlp")]
        "traced" => traced(folder),
        "constant" => constant(folder),
        _ => library(folder),
    }
    true
}

fn runtime() -> Runtime {
    // As many threads as `Service::listen` has.
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap()
}

fn tell(text: impl std::fmt::Display) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").unwrap();
    out.flush().unwrap();
}

async fn listener() -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    tell(listener.local_addr().unwrap());
    listener
}

fn server(folder: &Path) {
    let workspaces = Workspaces::new(folder).unwrap();
    let service = Service::builder(workspaces, Sandbox::new().unwrap());
    let service = service.open_to_everyone().build().unwrap();
    runtime().block_on(async {
        let listener = listener().await;
        let options = ServeOptions::new();
        service
            .serve(listener, &options, &Stop::new())
            .await
            .unwrap();
    });
}

/// The server with spans.
#[cfg(feature = "otlp")]
fn traced(folder: &Path) {
    let _provider = isolate_benches::traces::switched_on(|_| true);
    server(folder);
}

/// Workspaces, and a sandbox that runs the program in them in turn.
struct Library {
    sandbox: Sandbox,
    workspaces: Vec<Workspace>,
}

impl Library {
    fn new(folder: &Path) -> Self {
        let workspaces = Workspaces::new(folder).unwrap();
        let open = |number| workspaces.open(&name(number)).unwrap();
        Self {
            sandbox: Sandbox::new().unwrap(),
            workspaces: (0..WORKSPACES).map(open).collect(),
        }
    }

    fn one(&self, number: usize) -> impl Future<Output = ()> + Send + 'static {
        let workspace = &self.workspaces[number % WORKSPACES];
        let run = self.sandbox.run(workspace, "() => 'hello'");
        async { assert_eq!(run.await.unwrap().result::<String>().unwrap(), "hello") }
    }

    /// So many runs, as many at a time as there are connections.
    async fn runs(&self, count: usize) {
        let mut tasks = JoinSet::new();
        for number in 0..count {
            if tasks.len() >= CONNECTIONS {
                tasks.join_next().await.unwrap().unwrap();
            }
            tasks.spawn(self.one(number));
        }
        while let Some(ended) = tasks.join_next().await {
            ended.unwrap();
        }
    }
}

/// The numbers of runs that are asked for, one a line.
fn asked() -> impl Iterator<Item = usize> {
    let lines = std::io::stdin().lines();
    lines.map_while(|line| line.ok()?.trim().parse().ok())
}

fn library(folder: &Path) {
    let library = Library::new(folder);
    let runtime = runtime();
    tell("ready");
    for runs in asked() {
        runtime.block_on(library.runs(runs));
        tell("done");
    }
}

/// Answers the same to everybody, while a thread makes a run of the library for each.
fn constant(folder: &Path) {
    let (sender, mut receiver) = unbounded_channel::<()>();
    let library = Library::new(folder);
    let (done, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        runtime.build().unwrap().block_on(async {
            for number in 0.. {
                let place = Arc::clone(&places).acquire_owned().await.unwrap();
                if receiver.recv().await.is_none() {
                    return;
                }
                let (run, done) = (library.one(number), done.clone());
                tokio::spawn(async move {
                    run.await;
                    drop(place);
                    done.send(()).unwrap();
                });
            }
        });
    });
    std::thread::spawn(move || {
        for runs in asked() {
            for _ in 0..runs {
                told.recv().unwrap();
            }
            tell("done");
        }
        std::process::exit(0);
    });
    runtime().block_on(async {
        let listener = listener().await;
        let router = Router::new().route(
            "/v1/workspaces/{name}/runs",
            axum::routing::any(answer).with_state(sender),
        );
        axum::serve(listener, router).await.unwrap();
    });
}

async fn answer(State(sender): State<UnboundedSender<()>>, _body: String) -> impl IntoResponse {
    sender.send(()).unwrap();
    ([(header::CONTENT_TYPE, "application/json")], CONSTANT)
}
