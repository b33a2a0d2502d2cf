//! Requests that are repeated with an idempotency key.

use std::time::Duration;

use isolate_host::Functions;
use isolate_service::{Permission, Principal, ServiceLimits};
use serde_json::{Value as Json, json};

use crate::client::Answer;
use crate::{Running, Start, Tokens};

const RUNS: &str = "/v1/workspaces/a/runs";

async fn post(running: &Running, key: &str, code: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = running.request("POST", RUNS).header("Idempotency-Key", key);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request.json(&json!({ "code": code })).send().await
}

/// The answer without the time that it took.
fn timeless(answer: &Answer) -> Json {
    let mut json = answer.json();
    json["usage"]["wallMs"] = Json::Null;
    json
}

#[tokio::test]
async fn a_request_is_done_once_and_answered_again_after_a_restart() {
    let mut running = Start::default().own_sandbox().go().await;
    let codes = [
        "async () => { console.log('hi'); await state.appendFile('/a', 'x'); return { n: 1 }; }",
        "async () => { await state.appendFile('/a', 'y'); throw new TypeError('no'); }",
    ];
    let mut first = Vec::new();
    for (key, code) in ["one", "two"].iter().zip(codes) {
        let answer = post(&running, key, code, &[]).await;
        assert_eq!(
            (answer.status, answer.header("idempotent-replayed")),
            (200, None)
        );
        first.push(timeless(&answer));
    }
    for _ in 0..2 {
        for ((key, code), first) in ["one", "\"two\""].iter().zip(codes).zip(&first) {
            for headers in [&[][..], &[("Prefer", "respond-async")]] {
                let again = post(&running, key, code, headers).await;
                assert_eq!((again.status, &timeless(&again)), (200, first), "{again:?}");
                assert_eq!(again.header("idempotent-replayed"), Some("true"));
            }
        }
        let file = running.get("/v1/workspaces/a/files/a").await;
        assert_eq!(file.text(), "xy");
        running = Start::again(running.end().await).own_sandbox().go().await;
    }
    let other = post(&running, "one", "2", &[]).await;
    other.is_problem(422, "EKEY", "was used for another request, by run 1");
    let body = json!({ "code": codes[0], "branch": "main", "limits": { "timeoutMs": 1000 } });
    let same = running
        .request("POST", RUNS)
        .header("Idempotency-Key", "one")
        .json(&body);
    assert_eq!(
        same.send().await.header("idempotent-replayed"),
        Some("true")
    );
    running.end().await;
}

#[tokio::test]
async fn wrong_keys_are_refused_and_each_token_has_its_own() {
    let tokens = Tokens::new();
    let [ann, ben] = ["ann", "ben"].map(|name| tokens.of(name, "*", &Permission::ALL));
    let running = tokens.start().go().await;
    let long = "k".repeat(256);
    for (key, why) in [
        ("", "has 1 to 255 bytes, this one has 0"),
        (&*long, "this one has 256"),
    ] {
        let refused = post(
            &running,
            key,
            "1",
            &[("Authorization", &format!("Bearer {ann}"))],
        )
        .await;
        refused.is_problem(400, "EINVAL", why);
    }
    let request = running
        .request("POST", RUNS)
        .token(&ann)
        .json(&json!({ "code": "1" }));
    let twice = request
        .header("Idempotency-Key", "a")
        .header("Idempotency-Key", "b");
    twice
        .send()
        .await
        .is_problem(400, "EINVAL", "is there more than once");
    for token in [&ann, &ben] {
        let authorization = format!("Bearer {token}");
        let answer = post(&running, "key", "1", &[("Authorization", &authorization)]).await;
        assert_eq!(
            (answer.status, answer.header("idempotent-replayed")),
            (200, None)
        );
    }
    let body = json!({ "code": "1", "commit": "dryRun" });
    let dry = running
        .request("POST", RUNS)
        .token(&ann)
        .header("Idempotency-Key", "dry");
    dry.json(&body)
        .send()
        .await
        .is_problem(400, "EINVAL", "a dry run keeps nothing");
    running.end().await;
}

#[tokio::test]
async fn a_request_that_goes_on_waits_or_has_lost_its_client_is_not_done_again() {
    let limits = ServiceLimits::new().turns(2).turns_of_workspace(1);
    let (release, released) = tokio::sync::watch::channel(false);
    let functions = move |_: &Principal, _: &str| {
        let (mut functions, released) = (Functions::new(), released.clone());
        functions.namespace("tools").add("wait", move |(): ()| {
            let mut released = released.clone();
            async move {
                released.wait_for(|is_released| *is_released).await.unwrap();
                Ok(())
            }
        });
        functions
    };
    let running = Start::default()
        .limits(limits)
        .with(move |builder| builder.open_to_everyone().functions(functions))
        .go()
        .await;
    let slow = "async () => { await tools.wait(); await state.appendFile('/a', 'x'); return 1; }";
    let accepted = post(&running, "slow", slow, &[("Prefer", "respond-async")]).await;
    assert_eq!(accepted.status, 202);
    let id = accepted.json()["id"].as_str().unwrap().to_owned();
    // It gives its turn back, and one that computes has it.
    let computes = running.begin("() => { for (;;); }").await;
    running.until_not(&computes, &["queued"]).await;
    // Another one waits for its turn, and its client goes away.
    let queued = "async () => { await state.appendFile('/a', 'y'); return 2; }";
    let gone = running
        .request("POST", RUNS)
        .header("Idempotency-Key", "queued");
    let gone = gone.json(&json!({ "code": queued })).open().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    drop(gone);
    let busy = post(&running, "queued", queued, &[]).await;
    busy.is_problem(409, "EBUSY", "is doing this request");
    assert_eq!(busy.header("retry-after"), Some("1"));
    let busy = post(&running, "slow", slow, &[]).await;
    busy.is_problem(409, "EBUSY", "is doing this request");
    release.send(true).unwrap();
    assert_eq!(
        running.delete(&format!("{RUNS}/{computes}")).await.status,
        200
    );
    running.until_not(&id, &["queued", "running"]).await;
    let mut answer = post(&running, "queued", queued, &[]).await;
    while answer.status == 409 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        answer = post(&running, "queued", queued, &[]).await;
    }
    assert_eq!((answer.status, &answer.json()["result"]), (200, &json!(2)));
    let again = post(&running, "slow", slow, &[]).await;
    assert_eq!((again.status, &again.json()["result"]), (200, &json!(1)));
    let file = running.get("/v1/workspaces/a/files/a").await;
    assert_eq!(file.text(), "xy");

    let asks = "async () => { await state.approve('pay?'); return 3; }";
    let first = post(&running, "asks", asks, &[]).await;
    assert_eq!(first.status, 200);
    let waits = post(&running, "asks", asks, &[]).await;
    let run = waits.json();
    assert_eq!((waits.status, &run["status"]), (202, &json!("suspended")));
    assert_eq!(run["waitingFor"], first.json()["waitingFor"]);
    let id = run["id"].as_str().unwrap();
    assert_eq!(waits.header("location"), Some(&*format!("{RUNS}/{id}")));
    running.end().await;
}
