//! The client of `rmcp` over HTTP and over a pipe, end to end.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use isolate_mcp::rmcp::model::{
    CallToolRequestParams, ClientConfig, ReadResourceRequestParams, ResourceContents,
    ResourceUpdatedNotificationParam, SubscribeRequestParams,
};
use isolate_mcp::rmcp::service::{NotificationContext, RoleClient, RunningService};
use isolate_mcp::rmcp::transport::StreamableHttpClientTransport;
use isolate_mcp::rmcp::{ClientHandler, ServiceExt as _};
use isolate_mcp::{HttpOptions, Server, Stop};
use isolate_tools::Settings;
use serde_json::json;
use tokio::sync::mpsc;

use crate::{toolbox, workspace};

/// Keeps what it is told.
struct Watcher {
    updated: Mutex<mpsc::UnboundedSender<String>>,
}

impl ClientHandler for Watcher {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::default()
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let _ = self.updated.lock().unwrap().send(params.uri);
    }
}

type Client = RunningService<RoleClient, Watcher>;

fn watcher() -> (Watcher, mpsc::UnboundedReceiver<String>) {
    let (updated, told) = mpsc::unbounded_channel();
    let updated = Mutex::new(updated);
    (Watcher { updated }, told)
}

#[expect(deprecated, reason = "versions with sessions subscribe")]
async fn used(client: Client, mut told: mpsc::UnboundedReceiver<String>) {
    let tools = client.list_all_tools().await.unwrap();
    assert!(
        tools
            .iter()
            .any(|tool| tool.name == "run" && tool.output_schema.is_some())
    );
    let uri = "isolate://workspace/a";
    client
        .subscribe(SubscribeRequestParams::new(uri))
        .await
        .unwrap();
    let arguments = json!({ "code": "state.writeFile('/a', 'two')" });
    let call =
        CallToolRequestParams::new("run").with_arguments(arguments.as_object().unwrap().clone());
    let result = client.call_tool(call).await.unwrap();
    assert_eq!(result.is_error, Some(false));
    assert_eq!(result.structured_content.unwrap()["changed"], 1);
    let updated = tokio::time::timeout(crate::PATIENCE, told.recv())
        .await
        .unwrap();
    assert_eq!(updated.as_deref(), Some(uri));
    let read = client
        .read_resource(ReadResourceRequestParams::new(uri))
        .await
        .unwrap();
    let ResourceContents::TextResourceContents { text, .. } = &read.contents[0] else {
        panic!("{read:?}");
    };
    assert_eq!(text, "two");
    let resources = client.list_all_resources().await.unwrap();
    assert_eq!(resources.len(), 1);
    assert_eq!(client.list_all_prompts().await.unwrap()[0].name, "system");
    client.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_over_a_pipe_and_one_over_http_do_the_same() {
    let server = || {
        let files = workspace(&[("/a", b"one")]);
        Server::new(toolbox(&files, Settings::default()))
    };
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let piped = server();
    tokio::spawn(async move { piped.serve_pipe(input, output, &Stop::new()).await });
    let (handler, told) = watcher();
    used(handler.serve(ours).await.unwrap(), told).await;

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = Stop::new();
    let token = stop.clone();
    let served = tokio::spawn(async move {
        server()
            .serve_http(listener, &HttpOptions::default(), &token)
            .await
    });
    // The client of HTTP wants to know who encrypts, although nothing is here.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let transport = StreamableHttpClientTransport::from_uri(format!("http://{address}/mcp"));
    let (handler, told) = watcher();
    used(handler.serve(transport).await.unwrap(), told).await;
    stop.stop();
    tokio::time::timeout(crate::PATIENCE, served)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
}

/// What the protocol adds to a call is told, and is far below what anybody would notice. The bound
/// is loose, because machines are busy; `cargo xtask mcp` prints the figure.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_costs_little_more_than_the_library() {
    const CALLS: u32 = 100;
    let files = workspace(&[]);
    let tools = toolbox(&files, Settings::default());
    let arguments = json!({ "code": "async () => 1 + 1" });
    let library = {
        let (tools, arguments) = (tools.clone(), arguments.clone());
        tokio::task::spawn_blocking(move || {
            let cancel = isolate_tools::CancelToken::new();
            let mut times: Vec<Duration> = (0..CALLS)
                .map(|_| {
                    let started = std::time::Instant::now();
                    let reply = tools.call("run", arguments.clone(), &cancel);
                    assert!(reply.is_ok());
                    started.elapsed()
                })
                .collect();
            times.sort_unstable();
            times[times.len() / 2]
        })
        .await
        .unwrap()
    };
    let server = Server::new(tools);
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    tokio::spawn(async move { server.serve_pipe(input, output, &Stop::new()).await });
    let (handler, _told) = watcher();
    let client = Arc::new(handler.serve(ours).await.unwrap());
    let mut times = Vec::new();
    for _ in 0..CALLS {
        let call = CallToolRequestParams::new("run")
            .with_arguments(arguments.as_object().unwrap().clone());
        let started = std::time::Instant::now();
        assert_eq!(client.call_tool(call).await.unwrap().is_error, Some(false));
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let protocol = times[times.len() / 2];
    let added = protocol.saturating_sub(library);
    println!("library {library:?}, over the protocol {protocol:?}, added {added:?}");
    println!("NIGHTLY mcp_call_added {} us", added.as_micros());
    assert!(added < Duration::from_millis(50), "{added:?}");
}
