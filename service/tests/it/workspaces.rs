//! Workspaces over HTTP.

use serde_json::json;

use isolate_service::{Permission, ServiceLimits};

use crate::{Start, Tokens, start};

#[tokio::test]
async fn workspaces_are_made_listed_and_deleted() {
    let running = start().await;
    for name in ["c", "a", "b"] {
        let made = running.request("PUT", &format!("/v1/workspaces/{name}"));
        assert_eq!(made.send().await.status, 201);
    }
    let again = running.request("PUT", "/v1/workspaces/a").send().await;
    assert_eq!(again.status, 200);
    let first = running.get("/v1/workspaces?limit=2").await.json();
    assert_eq!(first, json!({ "workspaces": ["a", "b"], "next": "b" }));
    let last = running.get("/v1/workspaces?limit=2&cursor=b").await.json();
    assert_eq!(last, json!({ "workspaces": ["c"] }));
    running.run("() => state.writeFile('/f', 'four')").await;
    let one = running.get("/v1/workspaces/a").await.json();
    assert_eq!(
        (&one["bytes"], &one["entries"], &one["lastRun"]),
        (&json!(4), &json!(1), &json!(1))
    );
    assert_eq!(running.delete("/v1/workspaces/a").await.status, 204);
    running.get("/v1/workspaces/a").await.is_problem(
        404,
        "ENOENT",
        "there is no workspace a: make it with PUT",
    );
    running
        .delete("/v1/workspaces/a")
        .await
        .is_problem(404, "ENOENT", "a");
    let files: Vec<_> = std::fs::read_dir(running.data())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('a'))
        .collect();
    assert!(files.is_empty(), "{files:?}");
    // A new one of the name has nothing of the old one.
    running.make("a").await;
    assert_eq!(running.get("/v1/workspaces/a").await.json()["entries"], 0);
    running.end().await;
}

#[tokio::test]
async fn a_workspace_with_a_run_is_not_deleted() {
    let running = start().await;
    let id = running.begin("async () => { for (;;) {} }").await;
    running.delete("/v1/workspaces/a").await.is_problem(
        409,
        "EBUSY",
        "runs of the workspace a go on",
    );
    running.delete(&format!("/v1/workspaces/a/runs/{id}")).await;
    assert_eq!(running.delete("/v1/workspaces/a").await.status, 204);
    running.end().await;
}

#[tokio::test]
async fn names_that_are_no_names_are_refused_everywhere() {
    let running = start().await;
    for (name, words) in [
        ("..", "the first character"),
        ("%2e%2e%2fetc", "the first character"),
        ("a%2Fb", "lower-case letters"),
        ("A", "the first character is a lower-case letter"),
        ("aB", "lower-case letters"),
        (".service", "the first character"),
        (&"n".repeat(101), "more than 100 characters"),
    ] {
        for (method, rest) in [
            ("PUT", ""),
            ("GET", "/runs"),
            ("DELETE", ""),
            ("GET", "/files/a"),
        ] {
            let path = format!("/v1/workspaces/{name}{rest}");
            let answer = running.request(method, &path).send().await;
            answer.is_problem(400, "EINVAL", words);
        }
    }
    running.end().await;
}

#[tokio::test]
async fn the_number_of_workspaces_is_bounded() {
    let limits = ServiceLimits::new().workspaces(2).workspaces_open(1);
    let running = Start::default().limits(limits).go().await;
    running.make("a").await;
    running.make("b").await;
    let third = running.request("PUT", "/v1/workspaces/c").send().await;
    third.is_problem(507, "ENOSPC", "there are 2 workspaces");
    let run = running
        .post("/v1/workspaces/c/runs", json!({ "code": "1" }))
        .await;
    run.is_problem(507, "ENOSPC", "there are 2 workspaces");
    running.delete("/v1/workspaces/a").await;
    running.make("c").await;
    let metrics = running.get("/metrics").await.text();
    assert!(metrics.contains("isolate_workspaces_open 1\n"), "{metrics}");
    running.end().await;
}

#[tokio::test]
async fn only_tokens_that_may_make_workspaces() {
    let tokens = Tokens::new();
    let makes = tokens.of("makes", "*", &[Permission::Run, Permission::Create]);
    let runs = tokens.of("runs", "*", &[Permission::Run]);
    let running = tokens.start().go().await;
    let body = json!({ "code": "1" });
    let run = |token: &str| {
        running
            .request("POST", "/v1/workspaces/a/runs")
            .token(token)
            .json(&body)
    };
    run(&runs)
        .send()
        .await
        .is_problem(404, "ENOENT", "there is no workspace a");
    assert_eq!(run(&makes).send().await.status, 200);
    assert_eq!(run(&runs).send().await.status, 200);
    running.end().await;
}
