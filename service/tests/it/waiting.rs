//! What can happen to a run while it waits: others answer, resume, change, delete, prune and damage.

use isolate_host::vfs::Retention;
use isolate_service::Permission;
use serde_json::{Value as Json, json};

use crate::client::Answer;
use crate::{Running, Start, Tokens, start};

const A: &str = "/v1/workspaces/a";

const ORDERS: &str = "async () => {
    await state.writeFile('/order', 'apples');
    await state.approve('Pay 3 euros?');
    await state.appendFile('/order', ', paid');
    return state.readFile('/order');
}";

async fn begin(running: &Running, body: Json) -> Json {
    let run = running.post(&format!("{A}/runs"), body).await.json();
    assert_eq!(run["status"], "suspended", "{run}");
    run
}

fn place(run: &Json, rest: &str) -> String {
    format!("{A}/runs/{}{rest}", run["id"].as_str().unwrap())
}

fn approval(run: &Json) -> Json {
    let call = &run["waitingFor"][0];
    json!({ "call": call["call"], "digest": call["digest"], "approve": true })
}

async fn approve(running: &Running, run: &Json) -> Answer {
    running.post(&place(run, "/answers"), approval(run)).await
}

async fn resume(running: &Running, run: &Json) -> Answer {
    running.request("POST", &place(run, "/resume")).send().await
}

/// Nothing of it is done twice, however many ask.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_resumed_by_many_at_once_goes_on_once() {
    let running = start().await;
    let run = begin(&running, json!({ "code": ORDERS })).await;
    let approvals = (0..8).map(|_| approve(&running, &run));
    let mut statuses: Vec<_> = futures_util::future::join_all(approvals).await;
    statuses.sort_by_key(|answer| answer.status);
    assert_eq!(statuses[0].status, 200, "{statuses:?}");
    for refused in &statuses[1..] {
        refused.is_problem(409, "ESTALE", "has an answer");
    }
    let resumed = (0..8).map(|_| resume(&running, &run));
    let mut resumed: Vec<_> = futures_util::future::join_all(resumed).await;
    resumed.sort_by_key(|answer| answer.status);
    assert_eq!(resumed[0].json()["result"], "apples, paid", "{resumed:?}");
    for refused in &resumed[1..] {
        refused.is_problem(409, "ESTALE", "does not wait for an answer");
    }
    let file = running.get(&format!("{A}/files/order")).await;
    assert_eq!(file.text(), "apples, paid");
    running.end().await;
}

#[tokio::test]
async fn an_approval_of_something_else_is_refused() {
    let tokens = Tokens::new();
    let all = tokens.of("all", "*", &Permission::ALL);
    let foreign = tokens.of("foreign", "b", &Permission::ALL);
    let running = tokens.start().go().await;
    let post = async |token: &str, path: &str, body: &Json| {
        let request = running.request("POST", path).token(token);
        request.json(body).send().await
    };
    let runs = format!("{A}/runs");
    let mut waits = Vec::new();
    for sum in [3, 4] {
        let body = json!({ "code": format!("() => state.approve('Pay {sum} euros?')") });
        waits.push(post(&all, &runs, &body).await.json());
    }
    assert_eq!(
        post(&all, "/v1/workspaces/b/runs", &json!({ "code": "1" }))
            .await
            .status,
        200
    );
    // What was shown of another run.
    let stale = post(&all, &place(&waits[1], "/answers"), &approval(&waits[0])).await;
    stale.is_problem(409, "ESTALE", "is not what was shown: its digest is");
    // With a token of another workspace, there and here.
    let here = post(
        &foreign,
        &place(&waits[0], "/answers"),
        &approval(&waits[0]),
    )
    .await;
    here.is_problem(403, "EACCES", "is not for the workspace a");
    let there = place(&waits[1], "/answers").replace(A, "/v1/workspaces/b");
    let there = post(&foreign, &there, &approval(&waits[1])).await;
    there.is_problem(404, "ENOENT", "no run 2");
    for run in &waits {
        let read = running
            .request("GET", &place(run, ""))
            .token(&all)
            .send()
            .await;
        assert_eq!(read.json()["waitingFor"], run["waitingFor"]);
    }
    running.end().await;
}

#[tokio::test]
async fn files_that_others_have_changed_are_seen_or_are_a_conflict() {
    let running = start().await;
    let theirs = async || {
        let written = running.put(&format!("{A}/files/order"), "theirs").await;
        assert!(matches!(written.status, 200 | 201 | 204), "{written:?}");
    };
    let run = begin(&running, json!({ "code": ORDERS })).await;
    theirs().await;
    assert_eq!(approve(&running, &run).await.status, 200);
    let done = resume(&running, &run).await.json();
    assert_eq!(done["result"], "theirs, paid", "{done}");
    let run = begin(&running, json!({ "code": ORDERS, "commit": "atomic" })).await;
    theirs().await;
    assert_eq!(approve(&running, &run).await.status, 200);
    let done = resume(&running, &run).await.json();
    assert_eq!(done["status"], "conflict", "{done}");
    assert_eq!(done["conflict"]["paths"], json!(["/order"]), "{done}");
    let words = done["error"]["message"].as_str().unwrap();
    assert!(words.contains("others have changed /order too"), "{words}");
    let file = running.get(&format!("{A}/files/order")).await;
    assert_eq!(file.text(), "theirs");
    let branch = done["conflict"]["branch"].as_str().unwrap();
    let kept = running
        .get(&format!("{A}/files/order?branch={branch}"))
        .await;
    assert_eq!(kept.text(), "apples, paid");
    running.end().await;
}

/// What an atomic run has changed needs its branch; any other run has its changes there.
#[tokio::test]
async fn the_history_keeps_what_waits_and_one_that_is_gone_is_told() {
    let running = start().await;
    let run = begin(&running, json!({ "code": ORDERS })).await;
    let ended = running.run("() => state.writeFile('/b', 'x')").await.json();
    running.run("() => state.writeFile('/b', 'y')").await;
    let workspace = isolate_host::Workspace::open(running.data().join("a.sqlite")).unwrap();
    let tree = workspace.tree().unwrap();
    tree.collect(&Retention::new().runs_max(1)).unwrap();
    drop(tree);
    running
        .get(&place(&ended, ""))
        .await
        .is_problem(404, "ENOENT", "there is no run");
    let body = json!({ "call": 1, "digest": "0", "approve": true });
    let answer = running.post(&place(&ended, "/answers"), body).await;
    answer.is_problem(404, "ENOENT", "no run");
    let resumed = resume(&running, &ended).await;
    resumed.is_problem(404, "ENOENT", "no run");
    assert_eq!(approve(&running, &run).await.status, 200);
    let done = resume(&running, &run).await.json();
    assert_eq!(done["result"], "apples, paid", "{done}");
    running.end().await;
}

/// What is kept of a run is compared with its checksums.
#[tokio::test]
async fn a_run_whose_bytes_are_damaged_says_so_and_can_be_ended() {
    let running = Start::default().own_sandbox().go().await;
    let damaged = begin(&running, json!({ "code": ORDERS })).await;
    let whole = begin(&running, json!({ "code": ORDERS })).await;
    assert_eq!(approve(&running, &damaged).await.status, 200);
    let number = damaged["id"].as_str().unwrap().parse::<i64>().unwrap();
    let file = running.data().join("a.sqlite");
    let damage = |item: i64| {
        let database = rusqlite::Connection::open(&file).unwrap();
        let change =
            "UPDATE suspension SET data = zeroblob(length(data)) WHERE run = ?1 AND item = ?2";
        assert_eq!(database.execute(change, (number, item)).unwrap(), 1);
    };
    let words = format!("what was kept of run {number} is damaged");
    // Its state.
    damage(1);
    for _ in 0..2 {
        resume(&running, &damaged)
            .await
            .is_problem(500, "ECORRUPT", &words);
        let listed = running.get(&format!("{A}/pending")).await.json();
        assert_eq!(listed["pending"].as_array().unwrap().len(), 2, "{listed}");
    }
    // What it waits for.
    damage(0);
    resume(&running, &damaged)
        .await
        .is_problem(500, "ECORRUPT", &words);
    let listed = running.get(&format!("{A}/pending")).await.json();
    let listed = listed["pending"].as_array().unwrap();
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert!(listed[0]["damage"].as_str().unwrap().contains(&words));
    assert_eq!(listed[1]["waitingFor"], whole["waitingFor"]);
    let ended = running.delete(&place(&damaged, "")).await;
    assert_eq!(
        (ended.status, &ended.json()["status"]),
        (200, &json!("cancelled"))
    );
    let listed = running.get(&format!("{A}/pending")).await.json();
    assert_eq!(listed["pending"].as_array().unwrap().len(), 1, "{listed}");
    // The other one is as it was.
    assert_eq!(approve(&running, &whole).await.status, 200);
    let done = resume(&running, &whole).await.json();
    assert_eq!(done["result"], "apples, paid", "{done}");
    running.end().await;
}

/// A branch does not go as long as a run waits on it. Where it has gone all the same, the run can be ended.
#[tokio::test]
async fn a_run_keeps_its_branch_and_says_so_where_it_is_gone() {
    let running = Start::default().own_sandbox().go().await;
    running.run("1").await;
    let branch = format!("{A}/branches/idea");
    let made = running
        .request("PUT", &branch)
        .json(&json!({}))
        .send()
        .await;
    assert_eq!(made.status, 201, "{made:?}");
    for commit in ["perCall", "atomic"] {
        let asked = json!({ "code": ORDERS, "branch": "idea", "commit": commit });
        let run = begin(&running, asked).await;
        let words = format!("run {}, whose changes are for idea", run["run"]);
        let refused = running.delete(&branch).await;
        refused.is_problem(409, "ENOTEMPTY", &words);
        assert_eq!(running.delete(&place(&run, "")).await.status, 200);
    }
    let run = begin(&running, json!({ "code": ORDERS, "branch": "idea" })).await;
    assert_eq!(approve(&running, &run).await.status, 200);
    let database = rusqlite::Connection::open(running.data().join("a.sqlite")).unwrap();
    database
        .execute("UPDATE branch SET deleted_ms = 1 WHERE name = 'idea'", ())
        .unwrap();
    drop(database);
    for _ in 0..2 {
        let resumed = resume(&running, &run).await;
        let words = format!(
            "run {0} cannot go on: its branch idea was deleted; end it: isolate-run end {0}",
            run["run"]
        );
        resumed.is_problem(409, "ESTALE", &words);
        let listed = running.get(&format!("{A}/pending")).await.json();
        assert_eq!(listed["pending"][0]["id"], run["id"], "{listed}");
        let read = running.get(&place(&run, "")).await.json();
        assert_eq!(
            (&read["status"], &read["branch"]),
            (&json!("suspended"), &json!("idea"))
        );
    }
    let ended = running.delete(&place(&run, "")).await.json();
    assert_eq!(ended["status"], "cancelled", "{ended}");
    running.end().await;
}
