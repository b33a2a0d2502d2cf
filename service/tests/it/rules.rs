//! Runs that wait whose token has rules about paths.

use isolate_service::{NewToken, Permission};
use serde_json::{Value as Json, json};

use crate::client::Answer;
use crate::{Running, Tokens};

const A: &str = "/v1/workspaces/a";

/// What it can do before its wait and behind it.
const TRIES: &str = "async () => {
    const tries = async () => {
        const told = [(await state.readdir('/')).join(' ')];
        for (const path of ['/a', '/b']) {
            told.push(await state.readFile(path).catch((error) => error.code));
            await state.appendFile(path, '!').catch(() => {});
        }
        return told;
    };
    const before = await tries();
    await state.approve('go on?');
    return [before, await tries()];
}";

fn denies(path: &str) -> NewToken {
    let policy = json!({ "rules": [{ "effect": "deny", "paths": [path] }] });
    NewToken::new("bound")
        .workspace("a")
        .permissions(Permission::ALL)
        .policy(policy)
}

async fn send(running: &Running, token: &str, method: &str, path: &str, body: Json) -> Answer {
    let request = running.request(method, &format!("{A}/{path}")).token(token);
    match body.is_null() {
        true => request.send().await,
        false => request.json(&body).send().await,
    }
}

async fn begin(running: &Running, token: &str) -> Json {
    let body = json!({ "code": TRIES });
    let run = send(running, token, "POST", "runs", body).await.json();
    assert_eq!(run["status"], "suspended", "{run}");
    run
}

async fn approve(running: &Running, token: &str, run: &Json) -> Answer {
    let call = &run["waitingFor"][0];
    let body = json!({ "call": call["call"], "digest": call["digest"], "approve": true });
    let id = run["id"].as_str().unwrap();
    send(running, token, "POST", &format!("runs/{id}/answers"), body).await
}

async fn resume(running: &Running, token: &str, run: &Json) -> Answer {
    let id = run["id"].as_str().unwrap();
    let path = format!("runs/{id}/resume");
    send(running, token, "POST", &path, Json::Null).await
}

/// The tokens `free`, and `bound` with rules; and a server with the files `/a` and `/b`.
async fn started(bound: &NewToken) -> (Tokens, Running, String, String) {
    let tokens = Tokens::new();
    let free = tokens.of("free", "a", &Permission::ALL);
    let bound = tokens.add(bound);
    let running = tokens.start().own_sandbox().go().await;
    let made = json!({ "code": "async () => { for (const path of ['/a', '/b']) await state.writeFile(path, path); }" });
    let made = send(&running, &free, "POST", "runs", made).await.json();
    assert_eq!(made["status"], "ok", "{made}");
    (tokens, running, free, bound)
}

#[tokio::test]
async fn the_rules_of_the_start_hold_for_whoever_goes_on_with_a_run() {
    let (tokens, running, free, bound) = started(&denies("/a")).await;
    let before = json!(["b", "EPERM", "/b"]);
    // By a token without rules: those of the start are kept.
    let run = begin(&running, &bound).await;
    assert_eq!(approve(&running, &free, &run).await.status, 200);
    let done = resume(&running, &free, &run).await.json();
    assert_eq!(
        done["result"],
        json!([before, ["b", "EPERM", "/b!"]]),
        "{done}"
    );
    let changed = &done["effects"]["changed"];
    assert_eq!(changed, &json!(["/b"]), "{done}");
    // By the same token, which has other rules now: both.
    let run = begin(&running, &bound).await;
    let mut file: Json = serde_json::from_slice(&std::fs::read(&tokens.path).unwrap()).unwrap();
    file["tokens"][1]["policy"]["rules"][0]["paths"] = json!(["/b"]);
    std::fs::write(&tokens.path, file.to_string()).unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    assert_eq!(approve(&running, &bound, &run).await.status, 200);
    let done = resume(&running, &bound, &run).await.json();
    assert_eq!(done["result"][1], json!(["", "EPERM", "EPERM"]), "{done}");
    let kept = send(&running, &free, "GET", "files/a", Json::Null).await;
    assert_eq!(kept.text(), "/a");
    running.end().await;
}

/// Nobody resumes it by a request: the service does, without rules of its own.
#[tokio::test]
async fn a_run_under_rules_that_others_have_answered_goes_on_by_itself() {
    let (_tokens, running, free, bound) = started(&denies("/a")).await;
    let run = begin(&running, &bound).await;
    let number: i64 = run["id"].as_str().unwrap().parse().unwrap();
    let workspace = isolate_host::Workspace::open(running.data().join("a.sqlite")).unwrap();
    let pending = workspace.pending_run(number.into()).unwrap();
    let call = &pending.waiting_for[0];
    let answer = isolate_host::Answer::Approve;
    workspace.answer(number.into(), call, answer).unwrap();
    let until = std::time::Instant::now() + crate::PATIENCE;
    let done = loop {
        let read = send(
            &running,
            &free,
            "GET",
            &format!("runs/{number}"),
            Json::Null,
        )
        .await;
        let read = read.json();
        if read["status"] == "ok" {
            break read;
        }
        assert!(std::time::Instant::now() < until, "{read}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(done["result"][1], json!(["b", "EPERM", "/b!"]), "{done}");
    running.end().await;
}

#[tokio::test]
async fn a_token_with_rules_has_its_own_runs_that_wait_alone() {
    let (_tokens, running, free, bound) = started(&denies("/a")).await;
    let foreign = begin(&running, &free).await;
    let own = begin(&running, &bound).await;
    let listed = send(&running, &bound, "GET", "pending", Json::Null)
        .await
        .json();
    let ids: Vec<_> = listed["pending"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| &run["id"])
        .collect();
    assert_eq!(ids, [&own["id"]]);
    let all = send(&running, &free, "GET", "pending", Json::Null)
        .await
        .json();
    assert_eq!(all["pending"].as_array().unwrap().len(), 2, "{all}");
    let words = "shows the whole workspace";
    let read = async |run: &Json| {
        let id = run["id"].as_str().unwrap();
        send(&running, &bound, "GET", &format!("runs/{id}"), Json::Null).await
    };
    read(&foreign).await.is_problem(403, "EACCES", words);
    let shown = read(&own).await.json();
    assert_eq!(shown["waitingFor"], own["waitingFor"], "{shown}");
    assert!(shown.get("program").is_none(), "{shown}");
    approve(&running, &bound, &foreign)
        .await
        .is_problem(403, "EACCES", words);
    resume(&running, &bound, &foreign)
        .await
        .is_problem(403, "EACCES", words);
    let path = |run: &Json| format!("runs/{}", run["id"].as_str().unwrap());
    let ended = send(&running, &bound, "DELETE", &path(&foreign), Json::Null).await;
    ended.is_problem(403, "EACCES", words);
    // Its own it may end, and what was done is for others to read.
    let ended = send(&running, &bound, "DELETE", &path(&own), Json::Null).await;
    assert_eq!(
        (ended.status, &ended.json()["run"]),
        (200, &own["run"]),
        "{ended:?}"
    );
    let again = send(&running, &bound, "DELETE", &path(&own), Json::Null).await;
    assert_eq!(again.status, 409, "{again:?}");
    let left = send(&running, &free, "GET", "pending", Json::Null)
        .await
        .json();
    assert_eq!(left["pending"][0]["id"], foreign["id"], "{left}");
    running.end().await;
}

/// The commands that the policy of a token allows are all that its commands and its programs may run,
/// whatever they ask for.
#[tokio::test]
async fn a_token_allows_commands() {
    let tokens = Tokens::new();
    let token = tokens.add(
        &NewToken::new("bound")
            .workspace("a")
            .permissions(Permission::ALL)
            .policy(json!({ "allowedCommands": ["cat", "ls"] })),
    );
    let running = tokens.start().go().await;
    for (body, code) in [
        (json!({ "command": "ls" }), 0),
        (json!({ "command": "touch f" }), 126),
        (json!({ "command": "bash -c 'touch f'" }), 126),
        (
            json!({ "command": "touch f", "allowedCommands": ["touch"] }),
            126,
        ),
        (
            json!({ "command": "ls", "allowedCommands": ["touch", "ls"] }),
            0,
        ),
        (
            json!({ "command": "ls", "allowedCommands": ["touch"] }),
            126,
        ),
    ] {
        let answer = send(&running, &token, "POST", "commands", body.clone()).await;
        assert_eq!(answer.json()["exitCode"], code, "{body}");
    }
    for exec in [json!(true), json!(["touch"]), json!(["touch", "ls"])] {
        let body = json!({
            "code": "async () => (await state.exec('touch f')).exitCode",
            "exec": exec,
        });
        let answer = send(&running, &token, "POST", "runs", body).await;
        assert_eq!(answer.json()["result"], 126, "{exec}: {answer:?}");
    }
    running.end().await;
}
