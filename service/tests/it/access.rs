//! Tokens: who may do what.

use std::time::Duration;

use isolate_service::{NewToken, Permission, Principal, Service};
use serde_json::json;

use crate::{Tokens, start};

const RUNS: &str = "/v1/workspaces/ann/runs";

#[tokio::test]
async fn a_request_without_a_known_token_is_told_what_is_needed() {
    let tokens = Tokens::new();
    let ann = tokens.of("ann", "ann", &Permission::ALL);
    let running = tokens.start().go().await;
    let none = running.get("/v1/workspaces").await;
    none.is_problem(
        401,
        "ETOKEN",
        "a token is needed: send it as Authorization: Bearer TOKEN",
    );
    assert_eq!(none.header("www-authenticate"), Some("Bearer"));
    for (header, words) in [
        ("Bearer isolate_0000", "not known"),
        ("Basic YTpi", "another form"),
        ("Bearer", "another form"),
        (&*format!("Bearer {}0", &ann[..ann.len() - 1]), "not known"),
    ] {
        if header.ends_with(&ann) {
            continue;
        }
        let request = running.request("GET", "/v1/workspaces");
        let answer = request.header("Authorization", header).send().await;
        answer.is_problem(401, "ETOKEN", words);
    }
    let twice = running
        .request("GET", "/v1/workspaces")
        .token(&ann)
        .token(&ann);
    twice.send().await.is_problem(401, "ETOKEN", "two headers");
    let known = running
        .request("GET", "/v1/workspaces")
        .token(&ann)
        .send()
        .await;
    assert_eq!(known.status, 200);
    // These need none, and tell nothing of a workspace.
    for path in ["/healthz", "/readyz", "/v1/openapi.json", "/"] {
        assert_eq!(running.get(path).await.status, 200, "{path}");
    }
    running
        .get("/metrics")
        .await
        .is_problem(401, "ETOKEN", "a token is needed");
    running.end().await;
}

#[tokio::test]
async fn a_token_is_for_its_workspaces_and_permissions_alone() {
    let tokens = Tokens::new();
    let all = tokens.of("all", "*", &Permission::ALL);
    let reads = tokens.of("reads", "ann", &[Permission::Read]);
    let team = tokens.of("team", "team-*", &[Permission::Read, Permission::Run]);
    let running = tokens.start().go().await;
    for name in ["ann", "ben", "team-a"] {
        let made = running
            .request("PUT", &format!("/v1/workspaces/{name}"))
            .token(&all);
        assert_eq!(made.send().await.status, 201);
    }
    let get =
        async |token: &str, path: &str| running.request("GET", path).token(token).send().await;
    assert_eq!(get(&reads, RUNS).await.status, 200);
    // The words are the same whether there is such a workspace or not.
    let foreign = get(&reads, "/v1/workspaces/ben/runs").await;
    foreign.is_problem(
        403,
        "EACCES",
        "the token reads is not for the workspace ben: use a token of",
    );
    let missing = get(&reads, "/v1/workspaces/none/runs").await;
    assert_eq!(missing.text().replace("none", "ben"), foreign.text());
    let listed = get(&team, "/v1/workspaces").await.json();
    assert_eq!(listed, json!({ "workspaces": ["team-a"] }));
    let body = json!({ "code": "1" });
    let run = running
        .request("POST", RUNS)
        .token(&reads)
        .json(&body)
        .send()
        .await;
    run.is_problem(
        403,
        "EACCES",
        "the token reads has not the permission \"run\"",
    );
    assert_eq!(
        run.header("www-authenticate"),
        Some("Bearer error=\"insufficient_scope\", scope=\"run\"")
    );
    for (method, path) in [
        ("PUT", "/v1/workspaces/ann/files/a"),
        ("DELETE", "/v1/workspaces/ann/files/a"),
        ("POST", "/v1/workspaces/ann/runs/1/undo"),
        ("POST", "/v1/workspaces/ann/archive"),
        ("PUT", "/v1/workspaces/ann/branches/b"),
        ("PUT", "/v1/workspaces/ann/checkpoints/c"),
    ] {
        let answer = running
            .request(method, path)
            .token(&reads)
            .bytes("")
            .send()
            .await;
        answer.is_problem(403, "EACCES", "\"run\"");
    }
    let create = running.request("PUT", "/v1/workspaces/team-b").token(&team);
    create.send().await.is_problem(403, "EACCES", "\"create\"");
    let delete = running
        .request("DELETE", "/v1/workspaces/team-a")
        .token(&team);
    delete.send().await.is_problem(403, "EACCES", "\"admin\"");
    running.end().await;
}

#[tokio::test]
async fn rules_of_a_token_hold_for_programs_and_files() {
    let tokens = Tokens::new();
    let policy = json!({ "rules": [{ "effect": "deny", "paths": ["/secret"] }] });
    let token = NewToken::new("ann").workspace("ann").permissions([
        Permission::Read,
        Permission::Run,
        Permission::Create,
    ]);
    let bound = tokens.add(&token.policy(policy));
    let free = tokens.of("free", "ann", &Permission::ALL);
    let running = tokens.start().go().await;
    let secret = "/v1/workspaces/ann/files/secret/a";
    let put = |token: &str| running.request("PUT", secret).token(token).bytes("x");
    assert_eq!(put(&free).send().await.status, 201);
    let denied = put(&bound).send().await;
    assert!(matches!(denied.status, 403 | 404), "{denied:?}");
    let read = running.request("GET", secret).token(&bound).send().await;
    assert!(matches!(read.status, 403 | 404), "{read:?}");
    let run = async |token: &str, code: &str| {
        let request = running.request("POST", RUNS).token(token);
        request.json(&json!({ "code": code })).send().await.json()
    };
    let denied = run(&bound, "() => state.readFile('/secret/a')").await;
    assert_eq!(denied["status"], "error", "{denied}");
    assert_eq!(
        run(&free, "() => state.readFile('/secret/a')").await["result"],
        "x"
    );
    let own = run(&bound, "() => state.writeFile('/own', 'x')").await;
    assert_eq!(own["status"], "ok", "{own}");
    // What shows the whole is for others.
    for path in [
        "runs",
        "runs/1",
        "runs/1/diff",
        "branches",
        "checkpoints",
        "archive",
    ] {
        let path = format!("/v1/workspaces/ann/{path}");
        let answer = running.request("GET", &path).token(&bound).send().await;
        answer.is_problem(403, "EACCES", "shows the whole workspace");
    }
    running.end().await;
}

#[tokio::test]
async fn a_token_has_a_rate_in_each_workspace() {
    let tokens = Tokens::new();
    let token = NewToken::new("ann")
        .workspace("*")
        .permissions(Permission::ALL);
    let ann = tokens.add(&token.runs_per_minute(2));
    let spends = NewToken::new("spends")
        .workspace("*")
        .permissions(Permission::ALL);
    let spends = tokens.add(&spends.fuel_per_minute(1));
    let running = tokens.start().go().await;
    let run = async |token: &str, name: &str| {
        let request = running.request("POST", &format!("/v1/workspaces/{name}/runs"));
        request
            .token(token)
            .json(&json!({ "code": "1" }))
            .send()
            .await
    };
    for expected in [200, 200, 429] {
        let answer = run(&ann, "ann").await;
        assert_eq!(answer.status, expected, "{answer:?}");
        if expected == 429 {
            answer.is_problem(429, "EAGAIN", "starts at most 2 runs a minute");
            let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
            assert!((25..=30).contains(&seconds), "{seconds}");
        }
    }
    assert_eq!(run(&ann, "ben").await.status, 200);
    assert_eq!(run(&spends, "ann").await.status, 200);
    let owed = run(&spends, "ann").await;
    owed.is_problem(429, "EAGAIN", "uses at most 1 of fuel a minute");
    running.end().await;
}

#[tokio::test]
async fn a_token_that_is_taken_away_is_refused() {
    let tokens = Tokens::new();
    let ann = tokens.of("ann", "*", &Permission::ALL);
    let running = tokens.start().go().await;
    let list = || running.request("GET", "/v1/workspaces").token(&ann).send();
    assert_eq!(list().await.status, 200);
    std::fs::write(&tokens.path, "{\"tokens\": []}").unwrap();
    let until = std::time::Instant::now() + crate::PATIENCE;
    while list().await.status == 200 {
        assert!(std::time::Instant::now() < until);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    list()
        .await
        .is_problem(401, "ETOKEN", "not known, or no longer");
    running.end().await;
}

#[tokio::test]
async fn a_service_without_an_authority_needs_a_principal_from_its_embedder() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = isolate_host::Workspaces::new(folder.path()).unwrap();
    let service = Service::builder(workspaces, crate::SANDBOX.clone())
        .build()
        .unwrap();
    let refused = service.router();
    let sign_in = |mut request: axum::extract::Request, next: axum::middleware::Next| async {
        let ann = Principal::new("ann").workspaces(["ann"]).unwrap();
        request
            .extensions_mut()
            .insert(ann.permissions(Permission::ALL));
        next.run(request).await
    };
    let admitted = service.router().layer(axum::middleware::from_fn(sign_in));
    for (router, expected) in [(refused, 401), (admitted, 201)] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move { axum::serve(listener, router).await });
        let made = crate::Request::new(address, "PUT", "/v1/workspaces/ann")
            .send()
            .await;
        assert_eq!(made.status, expected, "{made:?}");
        if expected == 401 {
            made.is_problem(401, "ETOKEN", "sign in first");
        }
        task.abort();
    }
}

/// Without tokens, only this machine may reach the server.
#[tokio::test]
async fn an_open_service_does_not_listen_to_others() {
    let running = start().await;
    let service = running.service.clone();
    let all = "0.0.0.0:80".parse().unwrap();
    let why = service.check_address(all).unwrap_err().to_string();
    assert!(why.contains("can be reached from other machines"), "{why}");
    service
        .check_address("127.0.0.1:80".parse().unwrap())
        .unwrap();
    let foreign = running
        .request("GET", "/v1/workspaces")
        .header("Host", "evil.example.com");
    foreign
        .send()
        .await
        .is_problem(403, "EACCES", "evil.example.com");
    let page = running
        .request("GET", "/healthz")
        .header("Origin", "https://evil.example.com");
    page.send()
        .await
        .is_problem(403, "EACCES", "may not use the server");
    running.end().await;
}
