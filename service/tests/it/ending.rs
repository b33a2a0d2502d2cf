//! The end of a server, and the start of the next one.

use std::sync::Arc;
use std::time::Duration;

use isolate_service::{FolderLock, ServeOptions, ServiceLimits};
use serde_json::json;

use crate::client::Request;
use crate::{Start, start};

const RUNS: &str = "/v1/workspaces/a/runs";

/// What runs may end, what waits is interrupted, and the next server knows both.
#[tokio::test]
async fn a_server_that_ends_loses_no_accepted_run() {
    let running = Start::default()
        .own_sandbox()
        .limits(ServiceLimits::new().turns_of_workspace(1))
        .go()
        .await;
    let code = "async () => {
        while (!(await state.exists('/go'))) {}
        await state.writeFile('/ended', '');
        return 'whole';
    }";
    let computing = running.begin(code).await;
    running.until_not(&computing, &["queued"]).await;
    let waiting = running.begin("() => state.writeFile('/never', '')").await;
    running.stop.stop();
    // The run that has its turn goes on meanwhile.
    let path = running.data().join("a.sqlite");
    let other = isolate_host::Workspace::open(path).unwrap();
    let go = isolate_host::text::VPath::parse("/go").unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    other.tree().unwrap().write(&go, b"").unwrap();
    let folder = running.end().await;
    let running = Start::again(folder).go().await;
    let run = running.get(&format!("{RUNS}/{computing}")).await.json();
    assert_eq!(
        (&run["status"], &run["result"]),
        (&json!("ok"), &json!("whole")),
        "{run}"
    );
    let lost = running.get(&format!("{RUNS}/{waiting}")).await.json();
    assert_eq!(lost["status"], "interrupted", "{lost}");
    assert_eq!(
        running.get("/v1/workspaces/a/files/ended").await.status,
        200
    );
    assert_eq!(
        running.get("/v1/workspaces/a/files/never").await.status,
        404
    );
    // Its events say so too.
    let events = running.request("GET", &format!("{RUNS}/{waiting}/events"));
    let events = events.events().await.all().await;
    assert_eq!(events.last().unwrap().data["status"], "interrupted");
    running.end().await;
}

#[tokio::test]
async fn a_run_that_takes_too_long_is_cancelled_and_told_as_interrupted() {
    let mut begin = Start::default().own_sandbox();
    begin.options = ServeOptions::new().drain_time(Duration::from_millis(100));
    let running = begin.go().await;
    let id = running
        .begin("async () => { await state.writeFile('/kept', ''); for (;;) {} }")
        .await;
    running.until_not(&id, &["queued"]).await;
    let until = std::time::Instant::now() + crate::PATIENCE;
    while running.get("/v1/workspaces/a/files/kept").await.status != 200 {
        assert!(std::time::Instant::now() < until);
    }
    let folder = running.end().await;
    let running = Start::again(folder).go().await;
    let run = running.get(&format!("{RUNS}/{id}")).await.json();
    assert_eq!(run["status"], "interrupted", "{run}");
    assert_eq!(run["effects"]["created"], json!(["/kept"]));
    running.end().await;
}

/// A client whose run is cut off by the end is told, and no new run is taken.
#[tokio::test]
async fn no_run_is_taken_at_the_end() {
    let running = Start::default().own_sandbox().go().await;
    let service = running.service.clone();
    running.run("1").await;
    service.drain(Duration::ZERO).await.unwrap();
    let late = running.run("1").await;
    late.is_problem(503, "EBUSY", "the server is ending");
    running
        .get("/readyz")
        .await
        .is_problem(503, "EBUSY", "the server is ending");
    assert_eq!(running.get("/healthz").await.status, 200);
    running.end().await;
}

/// A kill leaves the file as it is at any moment.
#[tokio::test]
async fn a_run_of_a_killed_server_is_interrupted() {
    let running = start().await;
    let id = running.begin("async () => { for (;;) {} }").await;
    running.until_not(&id, &["queued"]).await;
    // What the disk has now, for another server.
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let data = folder.path().join("data/.service");
    std::fs::create_dir_all(&data).unwrap();
    let kept = running.data().join(".service/accepted.jsonl");
    std::fs::copy(kept, data.join("accepted.jsonl")).unwrap();
    let other = Start::again(folder).own_sandbox().go().await;
    other.make("a").await;
    let run = other.get(&format!("{RUNS}/{id}")).await.json();
    assert_eq!(run["status"], "interrupted", "{run}");
    let foreign = Request::new(other.address, "GET", &format!("/v1/workspaces/b/runs/{id}"));
    foreign.send().await.is_problem(404, "ENOENT", "no run");
    other.end().await;
    running.delete(&format!("{RUNS}/{id}")).await;
    running.end().await;
}

#[test]
fn two_servers_never_have_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = FolderLock::take(folder.path()).unwrap();
    first.say("http://127.0.0.1:7").unwrap();
    let second = FolderLock::take(folder.path()).unwrap_err().to_string();
    let process = std::process::id();
    assert_eq!(
        second,
        format!(
            "another server has the folder {}, process {process} at http://127.0.0.1:7: use that one, or end it",
            folder.path().display()
        )
    );
    drop(first);
    FolderLock::take(folder.path()).unwrap();
}
