//! Events of runs and of changes.

use std::time::Duration;

use isolate_service::ServiceLimits;
use serde_json::json;

use crate::client::Event;
use crate::{Start, start};

const RUNS: &str = "/v1/workspaces/a/runs";

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.name.as_str()).collect()
}

#[tokio::test]
async fn a_log_comes_while_the_program_runs() {
    let running = start().await;
    let code = "async () => {
        console.log('one');
        await state.writeFile('/begun', '');
        while (!(await state.exists('/go'))) {}
        console.log('two');
        return 7;
    }";
    let mut events = running
        .request("POST", RUNS)
        .header("Accept", "text/event-stream")
        .json(&json!({ "code": code }))
        .events()
        .await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(events.next().await.unwrap());
    }
    assert_eq!(names(&seen), ["queued", "running", "log"]);
    assert_eq!(seen[2].data, json!({ "level": "log", "text": "one" }));
    // The program goes on only now.
    assert_eq!(
        running.put("/v1/workspaces/a/files/go", "").await.status,
        201
    );
    seen.extend(events.all().await);
    assert_eq!(names(&seen), ["queued", "running", "log", "log", "done"]);
    let ids: Vec<_> = seen.iter().map(|event| event.id).collect();
    assert_eq!(ids, [Some(1), Some(2), Some(3), Some(4), Some(5)]);
    assert_eq!(seen[4].data["result"], 7);
    // The id of the first event is known for a while after the end.
    let id = seen[0].data["id"].as_str().unwrap();
    let rest = running
        .request("GET", &format!("{RUNS}/{id}/events"))
        .header("Last-Event-ID", "3");
    assert_eq!(names(&rest.events().await.all().await), ["log", "done"]);
    running.end().await;
}

/// Whichever event a client has seen last, it gets exactly the others: while the run goes on, when it has
/// ended, and from the history.
#[tokio::test]
async fn a_reconnect_goes_on_exactly() {
    let running = start().await;
    let id = running
        .begin("async () => { for (let i = 0; i < 20; i++) console.log(i); return 'end'; }")
        .await;
    let of = |id: &str| format!("{RUNS}/{id}/events");
    let whole = running.request("GET", &of(&id)).events().await.all().await;
    assert_eq!(whole.len(), 23, "{whole:?}");
    let number = whole[22].data["run"].as_i64().unwrap().to_string();
    for name in [&id, &number] {
        for last in [0, 1, 2, 3, 21, 22] {
            let rest = running
                .request("GET", &of(name))
                .header("Last-Event-ID", &last.to_string())
                .events()
                .await
                .all()
                .await;
            let expected = &whole[last..];
            assert_eq!(names(&rest), names(expected), "{name} {last}");
            for (one, other) in rest.iter().zip(expected) {
                assert_eq!(one.id, other.id);
                if one.name == "log" {
                    assert_eq!(one.data, other.data);
                }
            }
            let done = &rest.last().unwrap().data;
            assert_eq!(done["result"], "end");
            assert_eq!(done["logs"].as_array().unwrap().len(), 20);
        }
    }
    // One that has all of them need not come back.
    let all = running
        .request("GET", &of(&number))
        .header("Last-Event-ID", "23");
    assert_eq!(all.send().await.status, 204);
    let wrong = running
        .request("GET", &of(&number))
        .header("Last-Event-ID", "x");
    wrong
        .send()
        .await
        .is_problem(400, "EINVAL", "Last-Event-ID");
    running.end().await;
}

#[tokio::test]
async fn a_stream_without_events_sends_comments() {
    let limits = ServiceLimits::new().keep_alive(Duration::from_millis(50));
    let running = Start::default().limits(limits).go().await;
    let id = running.begin("async () => { for (;;) {} }").await;
    running.until_not(&id, &["queued"]).await;
    let mut events = running
        .request("GET", &format!("{RUNS}/{id}/events"))
        .events()
        .await;
    let mut text = String::new();
    while !text.contains(": waiting\n\n: waiting\n\n") {
        text.push_str(&events.chunk().await);
    }
    assert!(text.starts_with("retry: 1000\n\n"), "{text}");
    running.delete(&format!("{RUNS}/{id}")).await;
    let last = events.all().await;
    assert_eq!(last.last().unwrap().name, "done");
    running.end().await;
}

#[tokio::test]
async fn streams_are_bounded() {
    let running = Start::default()
        .limits(ServiceLimits::new().streams(1))
        .go()
        .await;
    running.make("a").await;
    let changes = "/v1/workspaces/a/changes";
    let open = running.request("GET", changes).events().await;
    let refused = running.get(changes).await;
    refused.is_problem(503, "EBUSY", "1 streams of events are open");
    assert_eq!(refused.header("retry-after"), Some("1"));
    drop(open);
    let until = std::time::Instant::now() + crate::PATIENCE;
    loop {
        let metrics = running.get("/metrics").await.text();
        if metrics.contains("isolate_streams_open 0\n") {
            break;
        }
        assert!(std::time::Instant::now() < until, "{metrics}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    running.end().await;
}

#[tokio::test]
async fn changes_by_anyone_are_events_and_a_reconnect_misses_none() {
    let running = start().await;
    running.make("a").await;
    let changes = "/v1/workspaces/a/changes";
    let mut events = running.request("GET", changes).events().await;
    running.run("() => state.writeFile('/one', '')").await;
    let first = events.next().await.unwrap();
    assert_eq!(
        (first.name.as_str(), &first.data["path"]),
        ("change", &json!("/one"))
    );
    drop(events);
    // Another process.
    let path = running.data().join("a.sqlite");
    let workspace = isolate_host::Workspace::open(path).unwrap();
    let two = isolate_host::text::VPath::parse("/two").unwrap();
    workspace.tree().unwrap().write(&two, b"x").unwrap();
    let mut events = running
        .request("GET", changes)
        .header("Last-Event-ID", &first.id.unwrap().to_string())
        .events()
        .await;
    assert_eq!(events.next().await.unwrap().data["path"], "/two");
    running.end().await;
}
