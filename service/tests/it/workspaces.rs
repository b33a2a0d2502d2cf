//! Workspaces over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_host::{Error, WorkspaceCopy, WorkspaceSource, Workspaces};
use isolate_service::{Permission, Principal, Service, ServiceLimits};
use serde_json::json;

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
    let made = run(&makes).send().await;
    assert_eq!(made.status, 200, "{made:?}");
    assert_eq!(run(&runs).send().await.status, 200);
    running.end().await;
}

/// A store of many workspaces, of which most are for others.
#[derive(Debug)]
struct Many(AtomicUsize);

impl WorkspaceSource for Many {
    fn open(&self, _: &str, _: bool) -> Result<Option<WorkspaceCopy>, Error> {
        Ok(None)
    }

    fn remove(&self, _: &str) -> Result<bool, Error> {
        Ok(false)
    }

    fn names(&self, after: &str, most: usize) -> Result<Vec<String>, Error> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let others = (0..25_000).map(|number| format!("n{number:05}"));
        let ours = ["team-1", "team-2", "team-3"].map(str::to_owned);
        let names = others.chain(ours).filter(|name| name.as_str() > after);
        Ok(names.take(most).collect())
    }
}

#[tokio::test]
async fn a_list_looks_at_a_bounded_number_of_names_of_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let many = Arc::new(Many(AtomicUsize::new(0)));
    let source = Arc::clone(&many) as Arc<dyn WorkspaceSource>;
    let workspaces = Workspaces::builder().over(source, folder.path()).unwrap();
    let service = Service::builder(workspaces, crate::SANDBOX.clone())
        .build()
        .unwrap();
    let sign_in = |mut request: axum::extract::Request, next: axum::middleware::Next| async {
        let team = Principal::new("ann").workspaces(["team-*"]).unwrap();
        request
            .extensions_mut()
            .insert(team.permissions(Permission::ALL));
        next.run(request).await
    };
    let router = service.router().layer(axum::middleware::from_fn(sign_in));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let task = tokio::spawn(async move { axum::serve(listener, router).await });
    let list = async |query: &str| {
        let path = format!("/v1/workspaces{query}");
        crate::Request::new(address, "GET", &path)
            .send()
            .await
            .json()
    };
    assert_eq!(
        list("").await,
        json!({ "workspaces": [], "next": "n19999" })
    );
    assert_eq!(many.0.swap(0, Ordering::Relaxed), 20);
    assert_eq!(
        list("?cursor=n19999").await,
        json!({ "workspaces": ["team-1", "team-2", "team-3"] })
    );
    assert_eq!(many.0.swap(0, Ordering::Relaxed), 6);
    assert_eq!(
        list("?cursor=n24999&limit=2").await,
        json!({ "workspaces": ["team-1", "team-2"], "next": "team-2" })
    );
    let missing = crate::Request::new(address, "GET", "/v1/workspaces/team-1")
        .send()
        .await;
    missing.is_problem(404, "ENOENT", "there is no workspace team-1");
    task.abort();
}
