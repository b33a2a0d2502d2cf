//! Programs over the Model Context Protocol take turns with the runs of the interface.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_host::Functions;
use isolate_service::{NewToken, Permission, Principal, ServiceLimits};
use serde_json::{Value as Json, json};
use tokio::sync::Semaphore;

use crate::client::{Answer, Request};
use crate::{Running, Start, Tokens};

/// A session in the workspace `a`.
struct Session<'a> {
    running: &'a Running,
    token: Option<String>,
    id: String,
}

impl<'a> Session<'a> {
    async fn begin(running: &'a Running, token: Option<&str>) -> Self {
        let mut session = Self {
            running,
            token: token.map(str::to_owned),
            id: String::new(),
        };
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let begun = session.send(json!({
            "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params,
        }));
        let begun = begun.await;
        assert_eq!(begun.status, 200, "{begun:?}");
        session.id = begun.header("mcp-session-id").unwrap().to_owned();
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(session.send(ready).await.status, 202);
        session
    }

    fn request(&self, message: &Json) -> Request {
        let mut request = self.running.request("POST", "/v1/workspaces/a/mcp");
        request = request.header("Accept", "application/json, text/event-stream");
        if let Some(token) = &self.token {
            request = request.token(token);
        }
        if !self.id.is_empty() {
            request = request.header("Mcp-Session-Id", &self.id);
        }
        request.json(message)
    }

    async fn send(&self, message: Json) -> Answer {
        self.request(&message).send().await
    }

    /// Calls a tool, and returns its result.
    async fn call(&self, tool: &str, arguments: Json) -> Json {
        let params = json!({ "name": tool, "arguments": arguments });
        let message =
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params });
        let answer = self.send(message).await;
        let text = answer.text();
        let mut messages = text.lines().filter_map(|line| {
            let message: Json = serde_json::from_str(line.strip_prefix("data:")?).ok()?;
            message.get("result").cloned()
        });
        messages.next().unwrap_or_else(|| panic!("{answer:?}"))
    }

    async fn run(&self, code: &str) -> Json {
        self.call("run", json!({ "code": code })).await
    }
}

fn is_busy(result: &Json, why: &str, seconds: std::ops::RangeInclusive<u64>) {
    assert_eq!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    let error = &serde_json::from_str::<Json>(text).unwrap()["error"];
    assert_eq!(error["code"], "busy", "{result}");
    assert_eq!(error["retry"], "later", "{result}");
    assert!(error["message"].as_str().unwrap().contains(why), "{result}");
    let after = error["details"]["retryAfterSeconds"].as_u64().unwrap();
    assert!(seconds.contains(&after), "{result}");
    assert_eq!(error["hint"], format!("call again in {after} s"));
}

#[tokio::test]
async fn programs_count_towards_the_rates_of_the_token() {
    let tokens = Tokens::new();
    let token = |name: &str| {
        let token = NewToken::new(name).workspace("*");
        token.permissions(Permission::ALL)
    };
    let ann = tokens.add(&token("ann").runs_per_minute(2));
    let spends = tokens.add(&token("spends").fuel_per_minute(1));
    let running = tokens.start().go().await;
    let session = Session::begin(&running, Some(&ann)).await;
    let first = session.run("() => 1").await;
    assert_eq!(first["isError"], false, "{first}");
    // A run over HTTP is the second one.
    let request = running.request("POST", "/v1/workspaces/a/runs").token(&ann);
    let second = request.json(&json!({ "code": "1" })).send().await;
    assert_eq!(second.status, 200);
    for tool in ["run", "exec"] {
        let argument = if tool == "run" { "code" } else { "command" };
        let refused = session.call(tool, json!({ argument: "() => 1" })).await;
        is_busy(&refused, "starts at most 2 runs a minute", 25..=30);
    }
    // Other tools are no runs.
    let listed = session.call("ls", json!({ "path": "/" })).await;
    assert_eq!(listed["isError"], false, "{listed}");

    let session = Session::begin(&running, Some(&spends)).await;
    assert_eq!(session.run("() => 1").await["isError"], false);
    let owes = session.run("() => 1").await;
    is_busy(&owes, "uses at most 1 of fuel a minute", 25..=86_400);
    running.end().await;
}

/// They leave it to a run over HTTP, and go on behind it.
#[tokio::test(flavor = "multi_thread")]
async fn programs_that_wait_for_a_function_give_their_turn_back() {
    let (release, released) = tokio::sync::watch::channel(false);
    let functions = move |_: &Principal, _: &str| {
        let (mut functions, released) = (Functions::new(), released.clone());
        functions.namespace("tools").add("wait", move |(): ()| {
            let mut released = released.clone();
            async move {
                let _ = released.wait_for(|is_released| *is_released).await;
                Ok("released")
            }
        });
        functions
    };
    let limits = ServiceLimits::new().turns(2).turns_of_workspace(1);
    let start = Start::default().limits(limits);
    let start = start.with(move |builder| builder.functions(functions));
    let running = start.go().await;
    let session = Session::begin(&running, None).await;
    let waits = session.run("async () => [await tools.wait(), await tools.wait()]");
    let others = async {
        let until = Instant::now() + crate::PATIENCE;
        while running.run("() => 'hello'").await.json()["result"] != "hello"
            || !running
                .get("/metrics")
                .await
                .text()
                .contains("isolate_sandbox_runs 1\n")
        {
            assert!(Instant::now() < until, "the program begins");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(running.run("() => 'hello'").await.json()["result"], "hello");
        release.send(true).unwrap();
    };
    let (waited, ()) = tokio::join!(waits, others);
    assert_eq!(waited["isError"], false, "{waited}");
    assert!(
        waited.to_string().matches("released").count() >= 2,
        "{waited}"
    );
    running.end().await;
}

#[tokio::test]
async fn programs_wait_in_the_queue_of_their_workspace() {
    let limits = ServiceLimits::new()
        .turns(2)
        .turns_of_workspace(1)
        .waiting_of_workspace(1)
        .queue_time(Duration::from_millis(200));
    let running = Start::default().limits(limits).go().await;
    let session = Session::begin(&running, None).await;
    let spins = running.begin("async () => { for (;;) {} }").await;
    running.until_not(&spins, &["queued"]).await;
    let late = session.run("() => 1").await;
    is_busy(&late, "has waited 0 s for its turn", 1..=1);
    // While programs wait, other tools are answered.
    let queued = running.begin("1").await;
    let full = session.run("() => 1").await;
    is_busy(&full, "1 runs of the workspace a wait already", 1..=1);
    let listed = session.call("ls", json!({ "path": "/" })).await;
    assert_eq!(listed["isError"], false, "{listed}");
    running
        .delete(&format!("/v1/workspaces/a/runs/{spins}"))
        .await;
    running.until_not(&queued, &["queued", "running"]).await;
    let ran = session.run("() => 1").await;
    assert_eq!(ran["isError"], false, "{ran}");
    let metrics = running.get("/metrics").await.text();
    assert!(
        metrics.contains("isolate_runs_total{outcome=\"ok\"} 2\n"),
        "{metrics}"
    );
    running.stop.stop();
    running.service.drain(Duration::ZERO).await.unwrap();
}

/// With fewer threads that may block than calls that wait: somebody else's request finds one.
#[test]
fn programs_that_wait_hold_no_thread() {
    const CALLS: usize = 30;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(6)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (called, permits) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
        let (count, gate) = (Arc::clone(&called), Arc::clone(&permits));
        let functions = move |_: &Principal, _: &str| {
            let (count, gate) = (Arc::clone(&count), Arc::clone(&gate));
            let mut functions = Functions::new();
            functions.namespace("tools").add("wait", move |(): ()| {
                count.fetch_add(1, Ordering::SeqCst);
                let gate = Arc::clone(&gate);
                async move {
                    gate.acquire().await?.forget();
                    Ok("released")
                }
            });
            functions
        };
        let start = Start::default().own_sandbox();
        let start = start.with(move |builder| builder.functions(functions));
        let running = start.go().await;
        let mut sessions = Vec::new();
        for _ in 0..CALLS {
            sessions.push(Session::begin(&running, None).await);
        }
        let calls = (sessions.iter()).map(|session| session.run("() => tools.wait()"));
        let others = async {
            let until = Instant::now() + crate::PATIENCE;
            while called.load(Ordering::SeqCst) < CALLS {
                assert!(Instant::now() < until, "{called:?} wait");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let mut least = Duration::MAX;
            for _ in 0..10 {
                let begun = Instant::now();
                let code = json!({ "code": "() => 'hello'" });
                let other = running.request("POST", "/v1/workspaces/other/runs");
                let hello = other.json(&code).send().await.json();
                assert_eq!(hello["result"], "hello", "{hello}");
                least = least.min(begun.elapsed());
            }
            assert!(least < Duration::from_millis(50), "{least:?}");
            permits.add_permits(CALLS);
        };
        let (done, ()) = tokio::join!(futures_util::future::join_all(calls), others);
        for call in done {
            assert!(call.to_string().contains("released"), "{call}");
        }
        running.end().await;
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_run_commands_where_the_service_lets_them() {
    let code = "async () => (await state.exec('seq 2 | tail -1; ls')).exitCode";
    for (only, expected) in [
        (None, "\n0\n"),
        (Some(vec!["seq".to_owned(), "tail".to_owned()]), "\n126\n"),
    ] {
        let start = Start::default();
        let start = start.with(move |builder| builder.program_commands(only));
        let running = start.go().await;
        let session = Session::begin(&running, None).await;
        let result = session.run(code).await;
        let text = result["structuredContent"]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{result}");
    }
    let running = Start::default().go().await;
    let session = Session::begin(&running, None).await;
    let result = session.run(code).await;
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("the tool exec runs commands"), "{result}");
}
