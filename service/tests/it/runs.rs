//! Runs over HTTP.

use std::time::{Duration, Instant};

use isolate_host::{Functions, Limits, Scope};
use isolate_service::{Principal, ServiceLimits};
use serde_json::json;

use crate::{PATIENCE, Start, start};

const RUNS: &str = "/v1/workspaces/a/runs";

#[tokio::test]
async fn a_run_is_answered_with_its_result_and_what_it_did() {
    let running = start().await;
    let body = json!({
        "code": "async ({ text }) => { console.log('hi'); await state.writeFile('/a.txt', text); return text.length; }",
        "input": { "text": "one" },
        "label": "first",
        "diff": true,
    });
    let answer = running.post(RUNS, body).await;
    assert_eq!(answer.status, 200);
    let run = answer.json();
    assert_eq!(run["status"], "ok", "{run}");
    assert_eq!(run["result"], 3);
    assert_eq!(run["logs"], json!([{ "level": "log", "text": "hi" }]));
    assert_eq!(run["effects"]["created"], json!(["/a.txt"]));
    assert!(run["diff"].as_str().unwrap().contains("+one"), "{run}");
    assert_eq!(run["run"], 1);
    // The history has the same, with the program.
    let read = running.get(&format!("{RUNS}/1")).await.json();
    for member in ["status", "result", "logs", "effects", "workspace", "run"] {
        assert_eq!(read[member], run[member], "{member}");
    }
    assert_eq!(read["label"], "first");
    assert_eq!(read["actor"], "anyone");
    assert_eq!(read["input"], json!({ "text": "one" }));
    assert!(
        read["program"]
            .as_str()
            .unwrap()
            .starts_with("async ({ text })")
    );
    running.end().await;
}

#[tokio::test]
async fn what_a_program_does_wrong_is_a_run_and_no_problem() {
    let running = start().await;
    let thrown = running.run("() => { throw new Error('no') }").await;
    assert_eq!(thrown.status, 200);
    assert_eq!(thrown.json()["status"], "error");
    assert_eq!(thrown.json()["error"]["message"], "no");
    // The history has it, although it changed nothing.
    let number = thrown.json()["id"].as_str().unwrap().to_owned();
    let read = running.get(&format!("{RUNS}/{number}")).await.json();
    assert_eq!(
        (&read["status"], &read["error"]["message"]),
        (&json!("error"), &json!("no")),
        "{read}"
    );
    let missing = running.run("() => state.readFile('/no')").await.json();
    assert_eq!(missing["error"]["code"], "ENOENT");
    let body = json!({ "code": "() => { for (;;) {} }", "limits": { "fuel": 1_000_000 } });
    let limited = running.post(RUNS, body).await.json();
    assert_eq!(limited["status"], "limit");
    assert_eq!(limited["error"]["limit"], "fuel");
    running.end().await;
}

#[tokio::test]
async fn options_of_a_run_count() {
    let running = start().await;
    let dry = json!({ "code": "() => state.writeFile('/a', 'x')", "commit": "dryRun" });
    let dry = running.post(RUNS, dry).await.json();
    assert_eq!(dry["committed"], false, "{dry}");
    assert_eq!(dry["effects"]["created"], json!(["/a"]));
    assert_eq!(dry["run"], json!(null), "{dry}");
    // The history has nothing of it, and it can be read for a while all the same.
    let id = dry["id"].as_str().unwrap();
    assert_eq!(running.get(&format!("{RUNS}/{id}")).await.json(), dry);
    let diff = running.get(&format!("{RUNS}/{id}/diff")).await;
    diff.is_problem(409, "EINVAL", "changed nothing that the history has");
    let reading = json!({ "code": "() => state.writeFile('/a', 'x')", "readOnly": true });
    assert_eq!(
        running.post(RUNS, reading).await.json()["error"]["code"],
        "EROFS"
    );
    let commands =
        json!({ "code": "async () => (await state.exec('seq 2 | tail -1')).stdout", "exec": true });
    assert_eq!(running.post(RUNS, commands).await.json()["result"], "2\n");
    let code = "async () => (await state.exec('tail -1; seq 1')).exitCode";
    let exec = |exec: serde_json::Value| running.post(RUNS, json!({ "code": code, "exec": exec }));
    assert_eq!(exec(json!(["tail"])).await.json()["result"], 126);
    assert_eq!(exec(json!(["tail", "seq 1"])).await.json()["result"], 0);
    let off = exec(json!(false)).await.json();
    assert_eq!(off["error"]["name"], "TypeError", "{off}");
    let wrong = "exec is true, false, or a list of commands";
    exec(json!("ls")).await.is_problem(400, "EINVAL", wrong);
    exec(json!([" "]))
        .await
        .is_problem(400, "EINVAL", "an allowed command is a name");
    let atomic = json!({
        "code": "async () => { await state.writeFile('/a', 'x'); throw new Error('no'); }",
        "commit": "atomic",
    });
    assert_eq!(running.post(RUNS, atomic).await.json()["committed"], false);
    let random = json!({ "code": "Math.random()", "seed": 7 });
    let [one, other] = [
        running.post(RUNS, random.clone()).await.json(),
        running.post(RUNS, random).await.json(),
    ];
    assert_eq!(one["result"], other["result"]);
    // Null is an argument, and none is none.
    let given = json!({ "code": "(x) => x === null", "input": null });
    assert_eq!(running.post(RUNS, given).await.json()["result"], true);
    let none = running.run("(x) => x === undefined").await;
    assert_eq!(none.json()["result"], true);
    let branch = running.request("PUT", "/v1/workspaces/a/branches/idea");
    assert_eq!(branch.json(&json!({})).send().await.status, 201);
    let on_branch = json!({ "code": "() => state.writeFile('/b', 'x')", "branch": "idea" });
    assert_eq!(running.post(RUNS, on_branch).await.json()["status"], "ok");
    assert_eq!(running.get("/v1/workspaces/a/files/b").await.status, 404);
    assert_eq!(
        running
            .get("/v1/workspaces/a/files/b?branch=idea")
            .await
            .status,
        200
    );
    running.end().await;
}

#[tokio::test]
async fn a_request_asks_for_less_than_the_server_allows_and_not_for_more() {
    let most = Limits::new().fuel(5_000_000);
    let limits = ServiceLimits::new().run_limits(most);
    let running = Start::default().limits(limits).go().await;
    let spin = "() => { for (;;) {} }";
    assert_eq!(running.run(spin).await.json()["error"]["limit"], "fuel");
    let more = json!({ "code": "1", "limits": { "fuel": 5_000_001 } });
    running.post(RUNS, more).await.is_problem(
        400,
        "EINVAL",
        "limits: fuel is 5000001, and at most 5000000 is allowed here",
    );
    let exactly = json!({ "code": "1", "limits": { "fuel": 5_000_000 } });
    assert_eq!(running.post(RUNS, exactly).await.status, 200);
    let unknown = json!({ "code": "1", "limits": { "time": 1 } });
    running.post(RUNS, unknown).await.is_problem(
        400,
        "EINVAL",
        "\"time\" is no limit: there are fuel, memoryBytes",
    );
    running.end().await;
}

#[tokio::test]
async fn an_accepted_run_goes_on_without_its_client() {
    let running = start().await;
    let begun = running
        .request("POST", RUNS)
        .header("Prefer", "respond-async")
        .json(&json!({ "code": "() => state.writeFile('/kept', '')" }))
        .send()
        .await;
    assert_eq!(begun.status, 202);
    assert_eq!(begun.header("preference-applied"), Some("respond-async"));
    let place = begun.header("location").unwrap().to_owned();
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(place, format!("{RUNS}/{id}"));
    let run = running.until_not(&id, &["queued", "running"]).await;
    assert_eq!(run["status"], "ok", "{run}");
    assert_eq!(run["id"], id.as_str());
    assert_eq!(run["effects"]["created"], json!(["/kept"]));
    // A run of the history has both names.
    let number = run["run"].as_i64().unwrap();
    let same = running.get(&format!("{RUNS}/{number}")).await.json();
    assert_eq!(same["program"], run["program"]);
    let undone = running.post(&format!("{RUNS}/{id}/undo"), json!({})).await;
    assert_eq!(undone.json()["effects"]["deleted"], json!(["/kept"]));
    running.end().await;
}

#[tokio::test]
async fn a_run_is_cancelled_where_it_is() {
    let running = Start::default()
        .limits(ServiceLimits::new().turns_of_workspace(1))
        .go()
        .await;
    let first = running.begin("async () => { for (;;) {} }").await;
    running.until_not(&first, &["queued"]).await;
    let second = running.begin("() => state.writeFile('/never', '')").await;
    let listed = running.get(RUNS).await.json();
    let going = listed["going"].as_array().unwrap();
    let statuses: Vec<_> = going
        .iter()
        .map(|run| run["status"].as_str().unwrap())
        .collect();
    assert_eq!(statuses, ["running", "queued"], "{listed}");
    // The one that waits, then the one that computes.
    let since = Instant::now();
    let cancelled = running.delete(&format!("{RUNS}/{second}")).await;
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    assert_eq!(cancelled.json()["problem"]["code"], "ECANCELED");
    let cancelled = running.delete(&format!("{RUNS}/{first}")).await;
    assert_eq!(
        cancelled.json()["error"]["limit"],
        "cancelled",
        "{cancelled:?}"
    );
    assert!(since.elapsed() < Duration::from_secs(5));
    running
        .delete(&format!("{RUNS}/{first}"))
        .await
        .is_problem(409, "EINVAL", "does not go on");
    let gone = running.get(&format!("{RUNS}/{second}")).await.json();
    assert_eq!(gone["status"], "failed", "{gone}");
    assert_eq!(
        running.get("/v1/workspaces/a/files/never").await.status,
        404
    );
    running.end().await;
}

/// A client that goes away cancels its run, wherever it is, and the next one has the turn.
#[tokio::test]
async fn a_client_that_goes_away_cancels_its_run() {
    let running = Start::default()
        .limits(ServiceLimits::new().turns_of_workspace(1))
        .go()
        .await;
    running.make("a").await;
    let body = json!({ "code": "async () => { for (;;) {} }" });
    let computing = running.request("POST", RUNS).json(&body).open().await;
    let waiting = running.request("POST", RUNS).json(&body).open().await;
    let until = Instant::now() + PATIENCE;
    let going = async || {
        let listed = running.get(RUNS).await.json();
        listed["going"].as_array().unwrap().len()
    };
    while going().await < 2 {
        assert!(Instant::now() < until);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    drop((computing, waiting));
    while going().await > 0 {
        assert!(Instant::now() < until);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(running.run("1").await.json()["result"], 1);
    let metrics = running.get("/metrics").await.text();
    assert!(metrics.contains("isolate_runs_waiting 0\n"), "{metrics}");
    assert!(
        metrics.contains("isolate_limits_total{limit=\"cancelled\"} 1\n"),
        "{metrics}"
    );
    running.end().await;
}

#[tokio::test]
async fn queues_are_bounded_and_the_answer_says_when_to_come_back() {
    let limits = ServiceLimits::new()
        .turns(2)
        .turns_of_workspace(1)
        .waiting(2)
        .waiting_of_workspace(1)
        .queue_time(Duration::from_millis(200));
    let running = Start::default().limits(limits).go().await;
    let spin = "async () => { for (;;) {} }";
    let first = running.begin(spin).await;
    running.until_not(&first, &["queued"]).await;
    let second = running.begin("1").await;
    let full = running.run("1").await;
    full.is_problem(429, "EAGAIN", "1 runs of the workspace a wait already");
    assert_eq!(full.header("retry-after"), Some("1"));
    // Another workspace has a queue of its own.
    let other = running
        .post("/v1/workspaces/b/runs", json!({ "code": "1" }))
        .await;
    assert_eq!(other.json()["result"], 1);
    for name in ["b", "c"] {
        let body = json!({ "code": spin });
        let begun = running
            .request("POST", &format!("/v1/workspaces/{name}/runs"))
            .header("Prefer", "respond-async")
            .json(&body);
        assert_eq!(begun.send().await.status, 202);
    }
    let full = running
        .post("/v1/workspaces/d/runs", json!({ "code": "1" }))
        .await;
    full.is_problem(503, "EBUSY", "at most 2 runs wait");
    // A client does not wait for ever.
    running.delete(&format!("{RUNS}/{second}")).await;
    let late = running.run("1").await;
    late.is_problem(503, "EBUSY", "has waited 0 s for its turn");
    let metrics = running.get("/metrics").await.text();
    for line in [
        "isolate_runs_refused_total{reason=\"service\"} 1\n",
        "isolate_runs_refused_total{reason=\"workspace\"} 1\n",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
    running.delete(&format!("{RUNS}/{first}")).await;
    running.stop.stop();
    running.service.drain(Duration::ZERO).await.unwrap();
}

#[tokio::test]
async fn functions_of_the_embedder_know_for_whom_they_are_called() {
    let functions = |_: &Principal, workspace: &str| {
        let workspace = workspace.to_owned();
        let mut functions = Functions::new();
        functions
            .namespace("who")
            .add_with("am", move |(): (), scope: Scope| {
                let workspace = workspace.clone();
                async move {
                    let principal = scope.context::<Principal>().unwrap();
                    Ok(format!("{} in {workspace}", principal.name()))
                }
            });
        functions
    };
    let running = Start::default()
        .with(move |builder| builder.open_to_everyone().functions(functions))
        .go()
        .await;
    let answer = running.run("() => who.am()").await.json();
    assert_eq!(answer["result"], "anyone in a", "{answer}");
    running.end().await;
}
