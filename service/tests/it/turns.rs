//! Turns of runs that wait for functions.

use std::time::Duration;

use isolate_host::{Functions, Sandbox};
use isolate_service::{Principal, ServiceBuilder, ServiceLimits};
use serde_json::{Value as Json, json};
use tokio::sync::watch;

use crate::{PATIENCE, Running, Start};

/// `tools.wait` answers when the sender says so.
fn with_wait() -> (
    impl FnOnce(ServiceBuilder) -> ServiceBuilder,
    watch::Sender<bool>,
) {
    let (release, released) = watch::channel(false);
    let functions = move |_: &Principal, _: &str| {
        let released = released.clone();
        let mut functions = Functions::new();
        let mut tools = functions.namespace("tools");
        let wait = move |(): ()| {
            let mut released = released.clone();
            async move {
                let _ = released.wait_for(|is_released| *is_released).await;
                Ok("released")
            }
        };
        tools
            .add("wait", wait)
            .timeout(Duration::from_secs(60))
            .reads();
        functions
    };
    (
        move |builder: ServiceBuilder| builder.functions(functions),
        release,
    )
}

async fn run(running: &Running, name: &str, code: &str) -> Json {
    let path = format!("/v1/workspaces/{name}/runs");
    running.post(&path, json!({ "code": code })).await.json()
}

async fn metric(running: &Running, name: &str) -> u64 {
    let text = running.get("/metrics").await.text();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap().trim().parse().unwrap()
}

#[tokio::test]
async fn runs_that_wait_for_a_function_leave_their_turns_to_others() {
    let (with, release) = with_wait();
    let mut start = Start::default()
        .limits(ServiceLimits::new().turns(2).turns_of_workspace(1))
        .with(with);
    start.sandbox = Some(Sandbox::builder().threads(2).runs(20).build().unwrap());
    let running = start.go().await;
    running.make("a").await;
    let waits = "async () => {
        let text = 'before';
        for (let step = 0; step < 3; step++) text = `${text} ${await tools.wait()}`;
        return text;
    }";
    let mut ids = Vec::new();
    for _ in 0..8 {
        ids.push(running.begin(waits).await);
    }
    let until = std::time::Instant::now() + PATIENCE;
    while metric(&running, "isolate_sandbox_runs ").await < 8 {
        assert!(std::time::Instant::now() < until, "all of them begin");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // None of them has a turn, and none waits for one.
    while metric(&running, "isolate_runs_running ").await > 0 {
        assert!(
            std::time::Instant::now() < until,
            "they give their turns back"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(metric(&running, "isolate_runs_waiting ").await, 0);
    for name in ["a", "b"] {
        let hello = tokio::time::timeout(PATIENCE, run(&running, name, "() => 'hello'"));
        assert_eq!(hello.await.expect("others have turns")["result"], "hello");
    }
    release.send(true).unwrap();
    for id in ids {
        let done = running.until_not(&id, &["queued", "running"]).await;
        assert_eq!(
            done["result"], "before released released released",
            "{done}"
        );
    }
    assert_eq!(metric(&running, "isolate_runs_running ").await, 0);
    running.end().await;
}

/// They end with the server, also those that would have to wait for a turn, or go on in the next one.
#[tokio::test]
async fn runs_that_wait_go_on_while_the_server_ends() {
    let (with, release) = with_wait();
    let limits = ServiceLimits::new().turns(1).turns_of_workspace(1);
    let running = Start::default()
        .own_sandbox()
        .limits(limits)
        .with(with)
        .go()
        .await;
    running.make("a").await;
    let id = running
        .begin("async () => [await tools.wait(), await tools.wait()]")
        .await;
    let until = std::time::Instant::now() + PATIENCE;
    while metric(&running, "isolate_sandbox_runs ").await < 1 {
        assert!(std::time::Instant::now() < until, "it begins");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let folder = running.folder.clone();
    let ended = tokio::spawn(running.end());
    tokio::time::sleep(Duration::from_millis(100)).await;
    release.send(true).unwrap();
    ended.await.unwrap();
    let (with, release) = with_wait();
    release.send(true).unwrap();
    let again = Start::again(folder).own_sandbox().with(with).go().await;
    let done = again
        .until_not(&id, &["suspended", "queued", "running"])
        .await;
    assert_eq!(done["result"], json!(["released", "released"]), "{done}");
    again.end().await;
}

/// More runs wait than the sandbox has places: the others wait for a place without a turn.
#[tokio::test]
async fn runs_that_wait_for_a_place_leave_their_turns_to_others() {
    let (with, release) = with_wait();
    let mut start = Start::default()
        .limits(ServiceLimits::new().turns(2).turns_of_workspace(1))
        .with(with);
    let sandbox = Sandbox::builder().threads(2).runs(4).runs_of_workspace(3);
    start.sandbox = Some(sandbox.build().unwrap());
    let running = start.go().await;
    running.make("a").await;
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.push(running.begin("() => tools.wait()").await);
    }
    let until = std::time::Instant::now() + PATIENCE;
    while metric(&running, "isolate_sandbox_runs ").await < 3
        || metric(&running, "isolate_runs_running ").await > 0
    {
        assert!(
            std::time::Instant::now() < until,
            "they give their turns back"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let hello = tokio::time::timeout(PATIENCE, run(&running, "b", "() => 'hello'"));
    assert_eq!(hello.await.expect("others have places")["result"], "hello");
    release.send(true).unwrap();
    for id in ids {
        // One whose place was wanted was put away.
        let done = running
            .until_not(&id, &["queued", "running", "suspended"])
            .await;
        assert_eq!(done["result"], "released", "{done}");
    }
    running.end().await;
}
