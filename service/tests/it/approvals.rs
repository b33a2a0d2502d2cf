//! Approvals over HTTP: runs that wait, answers, and how they go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_host::Functions;
use isolate_host::vfs::{Holder, RunId, Suspension};
use isolate_service::{Permission, Principal};
use serde_json::{Value as Json, json};

use crate::client::Answer;
use crate::{Running, Start, Tokens, start};

const A: &str = "/v1/workspaces/a";

const PAYS: &str = "async () => {
    console.log('before');
    await state.writeFile('/order', 'apples');
    await state.approve('Pay 3 euros?');
    console.log('after');
    await state.appendFile('/order', ', paid');
    return state.readFile('/order');
}";

/// The only call that a run waits for.
fn call_of(run: &Json) -> (u64, String) {
    let calls = run["waitingFor"].as_array().unwrap();
    assert_eq!(calls.len(), 1, "{run}");
    let digest = calls[0]["digest"].as_str().unwrap().to_owned();
    (calls[0]["call"].as_u64().unwrap(), digest)
}

async fn approve(running: &Running, run: &Json) -> Answer {
    let (call, digest) = call_of(run);
    let body = json!({ "call": call, "digest": digest, "approve": true });
    let id = run["id"].as_str().unwrap();
    running.post(&format!("{A}/runs/{id}/answers"), body).await
}

async fn resume(running: &Running, id: &str) -> Answer {
    let request = running.request("POST", &format!("{A}/runs/{id}/resume"));
    request.send().await
}

#[tokio::test]
async fn a_run_waits_over_a_restart_and_goes_on_when_it_is_approved() {
    let running = Start::default().own_sandbox().go().await;
    let run = running.run(PAYS).await.json();
    assert_eq!(run["status"], "suspended", "{run}");
    assert_eq!(run["waitingFor"][0]["function"], "state.approve");
    assert_eq!(run["waitingFor"][0]["argument"], "Pay 3 euros?");
    let id = run["id"].as_str().unwrap().to_owned();
    let running = Start::again(running.end().await).own_sandbox().go().await;
    // Whoever reads it sees what it waits for.
    let read = running.get(&format!("{A}/runs/{id}")).await.json();
    assert_eq!(read["status"], "suspended");
    assert_eq!(read["waitingFor"], run["waitingFor"]);
    let listed = running.get(&format!("{A}/pending")).await.json();
    assert_eq!(listed["pending"][0]["id"], run["id"]);
    assert_eq!(listed["pending"][0]["waitingFor"], run["waitingFor"]);
    assert!(listed.get("next").is_none(), "{listed}");
    // It does not go on before it has an answer.
    let early = resume(&running, &id).await;
    assert_eq!(early.status, 409, "{early:?}");
    assert_eq!(early.json()["code"], "ESTALE");
    let answered = approve(&running, &read).await;
    assert_eq!(answered.status, 200, "{answered:?}");
    assert_eq!(answered.json()["waitingFor"], json!([]));
    assert_eq!(answered.json()["answered"], run["waitingFor"]);
    let twice = approve(&running, &read).await;
    assert_eq!(twice.status, 409, "{twice:?}");
    let done = resume(&running, &id).await;
    assert_eq!(done.status, 200, "{done:?}");
    let done = done.json();
    assert_eq!(done["result"], "apples, paid", "{done}");
    assert_eq!(done["id"], run["id"], "it is the same run of the history");
    let texts: Vec<_> = done["logs"].as_array().unwrap().iter().collect();
    assert_eq!(
        texts,
        [
            &json!({ "level": "log", "text": "before" }),
            &json!({ "level": "log", "text": "after" })
        ]
    );
    // And goes on once.
    let again = resume(&running, &id).await;
    assert_eq!(again.status, 409, "{again:?}");
    let late = approve(&running, &read).await;
    assert_eq!(late.status, 409, "{late:?}");
    let listed = running.get(&format!("{A}/pending")).await.json();
    assert_eq!(listed["pending"], json!([]));
    running.end().await;
}

#[tokio::test]
async fn a_refusal_is_an_error_of_the_program() {
    let running = start().await;
    let code = "async () => { try { await state.approve('Delete?'); } \
                catch (error) { return [error.code, error.message]; } }";
    let run = running.run(code).await.json();
    let (call, digest) = call_of(&run);
    let id = run["id"].as_str().unwrap();
    let place = format!("{A}/runs/{id}/answers");
    for (wrong, status) in [
        (json!({ "call": 7, "digest": digest, "approve": true }), 409),
        (json!({ "call": call, "digest": "0", "approve": true }), 409),
        (
            json!({ "call": call, "digest": digest, "approve": true, "reason": "no" }),
            400,
        ),
        (
            json!({ "call": call, "digest": digest, "approve": false, "reason": "x".repeat(5_000) }),
            413,
        ),
        (json!({ "call": call, "digest": digest }), 400),
    ] {
        let answer = running.post(&place, wrong).await;
        assert_eq!(answer.status, status, "{answer:?}");
    }
    let body =
        json!({ "call": call, "digest": digest, "approve": false, "reason": "it is needed" });
    assert_eq!(running.post(&place, body.clone()).await.status, 200);
    let done = resume(&running, id).await.json();
    assert_eq!(done["result"][0], "EAPPROVAL", "{done}");
    assert!(
        done["result"][1].as_str().unwrap().contains("it is needed"),
        "{done}"
    );
    for missing in [format!("{A}/runs/999"), format!("{A}/runs/rabc")] {
        let answer = running
            .post(&format!("{missing}/answers"), body.clone())
            .await;
        assert_eq!(answer.status, 404, "{answer:?}");
        let request = running.request("POST", &format!("{missing}/resume"));
        assert_eq!(request.send().await.status, 404);
    }
    running.end().await;
}

#[tokio::test]
async fn a_run_is_accepted_answered_and_resumed_without_its_client() {
    let running = start().await;
    let id = running.begin(PAYS).await;
    let run = running.until_not(&id, &["queued", "running"]).await;
    assert_eq!(run["status"], "suspended", "{run}");
    // By the id of the answer 202.
    assert_eq!(approve(&running, &run).await.status, 200);
    let resumed = running.request("POST", &format!("{A}/runs/{id}/resume"));
    let resumed = resumed.header("Prefer", "respond-async").send().await;
    assert_eq!(resumed.status, 202, "{resumed:?}");
    let new = resumed.json()["id"].as_str().unwrap().to_owned();
    for id in [&new, &id] {
        let done = running.until_not(id, &["queued", "running"]).await;
        assert_eq!(done["result"], "apples, paid", "{done}");
    }
    // Events of a run that goes on are those behind the wait.
    let run = running.run(PAYS).await.json();
    assert_eq!(approve(&running, &run).await.status, 200);
    let place = format!("{A}/runs/{}/resume", run["id"].as_str().unwrap());
    let request = running
        .request("POST", &place)
        .header("Accept", "text/event-stream");
    let mut events = request.events().await;
    let mut texts = Vec::new();
    while let Some(event) = events.next().await {
        if event.name == "log" {
            texts.push(event.data["text"].as_str().unwrap().to_owned());
        }
        if event.name == "done" {
            break;
        }
    }
    assert_eq!(texts, ["after"]);
    running.end().await;
}

#[tokio::test]
async fn a_run_that_waits_can_be_ended() {
    let running = start().await;
    let run = running.run(PAYS).await.json();
    let place = format!("{A}/runs/{}", run["id"].as_str().unwrap());
    let ended = running.delete(&place).await;
    assert_eq!(ended.status, 200, "{ended:?}");
    assert_ne!(ended.json()["status"], "suspended");
    assert_eq!(approve(&running, &run).await.status, 409);
    assert_eq!(running.delete(&place).await.status, 409);
    // What it had changed can be taken back.
    let undone = running.post(&format!("{place}/undo"), json!({})).await;
    assert_eq!(undone.status, 200, "{undone:?}");
    assert_eq!(running.get(&format!("{A}/files/order")).await.status, 404);
    running.end().await;
}

#[tokio::test]
async fn runs_of_branches_wait_and_pages_have_all() {
    let running = start().await;
    running.make("a").await;
    let branch = running.request("PUT", &format!("{A}/branches/idea"));
    assert_eq!(branch.json(&json!({})).send().await.status, 201);
    let mut ids = Vec::new();
    for branch in ["main", "idea", "idea"] {
        let body = json!({ "code": PAYS, "branch": branch });
        let run = running.post(&format!("{A}/runs"), body).await.json();
        ids.push(run["id"].as_str().unwrap().to_owned());
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = running
            .get(&format!("{A}/pending?limit=2{cursor}"))
            .await
            .json();
        for run in page["pending"].as_array().unwrap() {
            seen.push(run["id"].as_str().unwrap().to_owned());
        }
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen, ids);
    let wrong = running.get(&format!("{A}/pending?cursor=x")).await;
    assert_eq!(wrong.status, 400);
    let read = running.get(&format!("{A}/runs/{}", ids[1])).await.json();
    assert_eq!(approve(&running, &read).await.status, 200);
    let done = resume(&running, &ids[1]).await.json();
    assert_eq!(done["status"], "ok", "{done}");
    let file = |branch: &str| format!("{A}/files/order?branch={branch}");
    assert_eq!(running.get(&file("idea")).await.text(), "apples, paid");
    assert_eq!(running.get(&file("main")).await.text(), "apples");
    running.end().await;
}

/// A function of the embedder that must be approved is called once, after the approval.
#[tokio::test]
async fn functions_wait_for_an_approval() {
    let paid = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&paid);
    let shop = move |_: &Principal, _: &str| {
        let counted = Arc::clone(&counted);
        let mut functions = Functions::new();
        functions
            .namespace("shop")
            .add("pay", move |euros: u32| {
                counted.fetch_add(1, Ordering::Relaxed);
                async move { Ok(format!("paid {euros}")) }
            })
            .needs_approval();
        functions
    };
    let running = Start::default()
        .with(move |builder| builder.open_to_everyone().functions(shop))
        .go()
        .await;
    let run = running.run("() => shop.pay(3)").await.json();
    assert_eq!(run["status"], "suspended", "{run}");
    assert_eq!(run["waitingFor"][0]["function"], "shop.pay");
    assert_eq!(run["waitingFor"][0]["argument"], 3);
    assert_eq!(paid.load(Ordering::Relaxed), 0);
    assert_eq!(approve(&running, &run).await.status, 200);
    let done = resume(&running, run["id"].as_str().unwrap()).await.json();
    assert_eq!(done["result"], "paid 3", "{done}");
    assert_eq!(paid.load(Ordering::Relaxed), 1);
    running.end().await;
}

#[tokio::test]
async fn approving_is_a_permission_of_its_own() {
    let tokens = Tokens::new();
    let program = tokens.of(
        "program",
        "a",
        &[Permission::Read, Permission::Run, Permission::Create],
    );
    let person = tokens.of("person", "a", &[Permission::Read, Permission::Approve]);
    let running = tokens.start().go().await;
    let as_one = |token: &str, method: &str, path: &str| {
        let request = running.request(method, &format!("{A}/{path}"));
        request.header("Authorization", &format!("Bearer {token}"))
    };
    let run = as_one(&program, "POST", "runs").json(&json!({ "code": PAYS }));
    let run = run.send().await.json();
    let (call, digest) = call_of(&run);
    let id = run["id"].as_str().unwrap();
    let yes = json!({ "call": call, "digest": digest, "approve": true });
    let answers = format!("runs/{id}/answers");
    let own = as_one(&program, "POST", &answers).json(&yes).send().await;
    assert_eq!(own.status, 403, "{own:?}");
    let given = as_one(&person, "POST", &answers).json(&yes).send().await;
    assert_eq!(given.status, 200, "{given:?}");
    let place = format!("runs/{id}/resume");
    assert_eq!(as_one(&person, "POST", &place).send().await.status, 403);
    let done = as_one(&program, "POST", &place).send().await;
    assert_eq!(done.json()["result"], "apples, paid");
    running.end().await;
}

/// A payment that a bank confirms later, with a token that can do nothing else.
#[tokio::test]
async fn a_function_is_answered_later_with_a_permission_of_its_own() {
    let tokens = Tokens::new();
    let program = tokens.of(
        "program",
        "a",
        &[Permission::Read, Permission::Run, Permission::Create],
    );
    let bank = tokens.of("bank", "a", &[Permission::Answer]);
    let functions = |_: &Principal, _: &str| {
        let mut functions = Functions::new();
        functions
            .namespace("bank")
            .add("pay", |_: u32| async { Ok(()) })
            .answered_later();
        functions
    };
    let start = tokens.start();
    let running = start
        .with(move |builder| builder.functions(functions))
        .go()
        .await;
    let as_one = |token: &str, method: &str, path: &str| {
        let request = running.request(method, &format!("{A}/{path}"));
        request.header("Authorization", &format!("Bearer {token}"))
    };
    let code = "async () => { try { return await bank.pay(3) } catch (error) { return [error.code, error.message] } }";
    for (given, expected) in [
        (
            json!({ "value": { "receipt": 17 } }),
            json!({ "receipt": 17 }),
        ),
        (json!({ "value": null }), json!(null)),
        (
            json!({ "error": { "code": "EDECLINED", "message": "no money" } }),
            json!(["EDECLINED", "no money"]),
        ),
        (
            json!({ "error": { "message": "no money" } }),
            json!(["EHOSTFN", "no money"]),
        ),
    ] {
        let run = as_one(&program, "POST", "runs").json(&json!({ "code": code }));
        let run = run.send().await.json();
        assert_eq!(run["waitingFor"][0]["awaits"], "answer", "{run}");
        let (call, digest) = call_of(&run);
        let id = run["id"].as_str().unwrap();
        let mut body = given;
        body["call"] = json!(call);
        body["digest"] = json!(digest);
        let results = format!("runs/{id}/results");
        for wrong in [
            json!({ "call": call, "digest": digest }),
            json!({ "call": call, "digest": digest, "value": 1, "error": { "message": "" } }),
        ] {
            let refused = as_one(&bank, "POST", &results).json(&wrong).send().await;
            assert_eq!(refused.status, 400, "{refused:?}");
        }
        assert_eq!(
            as_one(&program, "POST", &results)
                .json(&body)
                .send()
                .await
                .status,
            403
        );
        let kept = as_one(&bank, "POST", &results).json(&body).send().await;
        assert_eq!(kept.status, 200, "{kept:?}");
        let twice = as_one(&bank, "POST", &results).json(&body).send().await;
        assert_eq!(twice.status, 409, "{twice:?}");
        let done = as_one(&program, "POST", &format!("runs/{id}/resume"))
            .send()
            .await;
        assert_eq!(
            done.json().get("result").cloned().unwrap_or_default(),
            expected
        );
    }
    running.end().await;
}

/// A run that was put away is counted in two parts, and nothing of it twice.
#[tokio::test]
async fn the_metrics_have_both_parts_of_a_run_that_waited() {
    let functions = |_: &Principal, _: &str| {
        let mut functions = Functions::new();
        let mut tools = functions.namespace("tools");
        tools.add("ok", |(): ()| async { Ok(1) });
        tools.add("no", |(): ()| async {
            Err::<(), _>(isolate_host::FunctionError::new("no"))
        });
        functions
    };
    let start =
        Start::default().with(move |builder| builder.open_to_everyone().functions(functions));
    let running = start.go().await;
    let code = "async () => {
        await tools.ok();
        await state.writeFile('/a', '1');
        await state.approve('go on?');
        await tools.ok();
        await tools.no().catch(() => {});
        return 1;
    }";
    let lines = async || {
        let metrics = running.get("/metrics").await.text();
        let names = [
            "isolate_runs_total{",
            "isolate_runs_resumed_total ",
            "isolate_commits_total{",
            "isolate_call_duration_seconds_count{",
        ];
        let lines = metrics
            .lines()
            .filter(|line| names.iter().any(|name| line.starts_with(name)));
        let fuel = metrics
            .lines()
            .find_map(|line| line.strip_prefix("isolate_fuel_total "));
        let lines: Vec<_> = lines.map(str::to_owned).collect();
        (lines, fuel.unwrap().parse::<u64>().unwrap())
    };
    let run = running.run(code).await.json();
    let (before, _) = lines().await;
    assert_eq!(
        before,
        [
            "isolate_runs_total{outcome=\"suspended\"} 1",
            "isolate_commits_total{outcome=\"suspended\"} 1",
            "isolate_runs_resumed_total 0",
            "isolate_call_duration_seconds_count{status=\"ok\"} 1",
        ]
    );
    assert_eq!(approve(&running, &run).await.status, 200);
    let done = resume(&running, run["id"].as_str().unwrap()).await.json();
    assert_eq!(done["result"], 1, "{done}");
    let (after, fuel) = lines().await;
    assert_eq!(
        after,
        [
            "isolate_runs_total{outcome=\"ok\"} 1",
            "isolate_runs_total{outcome=\"suspended\"} 1",
            "isolate_commits_total{outcome=\"ok\"} 1",
            "isolate_commits_total{outcome=\"suspended\"} 1",
            "isolate_runs_resumed_total 1",
            "isolate_call_duration_seconds_count{status=\"error\"} 1",
            "isolate_call_duration_seconds_count{status=\"ok\"} 2",
        ]
    );
    assert_eq!(done["usage"]["fuel"].as_u64(), Some(fuel));
    running.end().await;
}

/// Another process has answered: here another handle of the file.
#[tokio::test]
async fn a_run_that_others_have_answered_goes_on_by_itself_with_the_functions_of_the_server() {
    let functions = |principal: &Principal, workspace: &str| {
        let name = format!("{} in {workspace}", principal.name());
        let mut functions = Functions::new();
        let mut bank = functions.namespace("bank");
        bank.add("pay", move |(): ()| {
            let name = name.clone();
            async move { Ok(name) }
        })
        .needs_approval();
        functions
    };
    let with = move |builder: isolate_service::ServiceBuilder| {
        builder.open_to_everyone().functions(functions)
    };
    let running = Start::default().own_sandbox().with(with).go().await;
    let run = running.run("() => bank.pay()").await.json();
    assert_eq!(run["status"], "suspended", "{run}");
    let file = running.data().join("a.sqlite");
    let answer = |number: i64, answer: isolate_host::Answer| {
        let workspace = isolate_host::Workspace::open(&file).unwrap();
        let pending = workspace.pending_run(number.into()).unwrap();
        workspace
            .answer(number.into(), &pending.waiting_for[0], answer)
            .unwrap();
    };
    answer(1, isolate_host::Answer::Approve);
    let done = running.until_not("1", &["suspended", "running"]).await;
    assert_eq!(
        (&done["status"], &done["result"]),
        (&json!("ok"), &json!("anyone in a"))
    );
    // One that waits for more, and one that is refused.
    let two = "async () => { await state.approve('one'); return state.approve('two'); }";
    let two = running.run(two).await.json();
    answer(2, isolate_host::Answer::Approve);
    let waits = running.until_not("2", &["running"]).await;
    assert_eq!(waits["status"], "suspended", "{two}");
    let mut second = waits;
    while second["waitingFor"][0]["argument"] != "two" {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        second = running.until_not("2", &["running"]).await;
    }
    answer(2, isolate_host::Answer::deny("too dear"));
    let done = running.until_not("2", &["suspended", "running"]).await;
    assert_eq!(done["error"]["code"], "EAPPROVAL", "{done}");
    // One that was answered over HTTP, also twice, is left to whoever resumes it, until the next start.
    let run = running.run("() => state.approve('three')").await.json();
    assert_eq!(approve(&running, &run).await.status, 200);
    assert_eq!(approve(&running, &run).await.status, 409);
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let waits = running.get(&format!("{A}/runs/3")).await.json();
    assert_eq!(waits["status"], "suspended", "{waits}");
    let running = Start::again(running.end().await)
        .own_sandbox()
        .with(with)
        .go()
        .await;
    let done = running.until_not("3", &["suspended", "running"]).await;
    assert_eq!(done["result"], true, "{done}");
    running.end().await;
}

/// It is told once, and stays as it is.
#[tokio::test]
async fn a_run_that_cannot_go_on_here_waits_as_before() {
    let functions = |_: &Principal, _: &str| {
        let mut functions = Functions::new();
        let mut bank = functions.namespace("bank");
        bank.add("pay", |(): ()| async { Ok(1) }).needs_approval();
        functions
    };
    let with = move |builder: isolate_service::ServiceBuilder| {
        builder.open_to_everyone().functions(functions)
    };
    let running = Start::default().own_sandbox().with(with).go().await;
    let run = running.run("() => bank.pay()").await.json();
    assert_eq!(approve(&running, &run).await.status, 200);
    let running = Start::again(running.end().await).own_sandbox().go().await;
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let waits = running.get(&format!("{A}/runs/1")).await.json();
    assert_eq!(waits["status"], "suspended", "{waits}");
    let limits = isolate_service::ServiceLimits::new().answers_every(std::time::Duration::ZERO);
    let off = Start::again(running.end().await)
        .own_sandbox()
        .limits(limits)
        .with(with)
        .go()
        .await;
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let waits = off.get(&format!("{A}/runs/1")).await.json();
    assert_eq!(waits["status"], "suspended", "{waits}");
    let on = Start::again(off.end().await)
        .own_sandbox()
        .with(with)
        .go()
        .await;
    let done = on.until_not("1", &["suspended", "running"]).await;
    assert_eq!(done["result"], 1, "{done}");
    on.end().await;
}

/// All that a run has changed is approved at its end, or refused.
#[tokio::test]
async fn the_changes_of_a_run_are_reviewed() {
    let running = start().await;
    let code = "async () => { await state.writeFile('/plan', 'rest'); return 'done'; }";
    let place = format!("{A}/runs");
    for is_approved in [false, true] {
        let body = json!({ "code": code, "review": true, "diff": true });
        let run = running.post(&place, body).await.json();
        assert_eq!(run["status"], "suspended", "{run}");
        let waits = &run["waitingFor"][0];
        assert_eq!(
            (&waits["function"], &waits["awaits"]),
            (&json!("state.review"), &json!("review"))
        );
        assert_eq!(waits["argument"]["paths"], json!(["/plan"]));
        assert!(run["diff"].as_str().unwrap().contains("+rest"), "{run}");
        assert_eq!(running.get(&format!("{A}/files/plan")).await.status, 404);
        let id = run["id"].as_str().unwrap();
        if is_approved {
            assert_eq!(approve(&running, &run).await.status, 200);
        } else {
            let (call, digest) = call_of(&run);
            let body = json!({ "call": call, "digest": digest, "approve": false, "reason": "no" });
            let answered = running.post(&format!("{A}/runs/{id}/answers"), body).await;
            assert_eq!(answered.status, 200, "{answered:?}");
        }
        let done = resume(&running, id).await.json();
        assert_eq!(done["result"], "done", "{done}");
        match is_approved {
            true => assert!(done.get("committed").is_none() && done.get("refusal").is_none()),
            false => assert_eq!(
                (&done["committed"], &done["refusal"]),
                (&json!(false), &json!("no"))
            ),
        }
    }
    assert_eq!(running.get(&format!("{A}/files/plan")).await.status, 200);
    let body = json!({ "code": code, "review": true, "commit": "dryRun" });
    let refused = running.post(&place, body).await;
    assert_eq!(refused.status, 400, "{refused:?}");
    running.end().await;
}

/// A run whose description is damaged is told, and does not keep the others from being listed.
#[tokio::test]
async fn a_damaged_run_is_listed_and_can_be_ended() {
    let running = Start::default().own_sandbox().go().await;
    let damaged = running.run(PAYS).await.json();
    let other = running.run(PAYS).await.json();
    let id = damaged["id"].as_str().unwrap().to_owned();
    let run = RunId::from(damaged["run"].as_i64().unwrap());
    let workspace = isolate_host::Workspace::open(running.data().join("a.sqlite")).unwrap();
    {
        let tree = workspace.tree().unwrap();
        let known = tree.suspended_state(run).unwrap();
        let suspension = Suspension {
            waits: b"[]".to_vec(),
            state: known.state.clone(),
            memory: Vec::new(),
            until: known.until,
            holder: Holder::NOBODY,
        };
        tree.replace_suspended(run, &known, &suspension).unwrap();
    }
    let listed = running.get(&format!("{A}/pending")).await.json();
    let listed = listed["pending"].as_array().unwrap();
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert_eq!(
        (&listed[0]["id"], &listed[0]["waitingFor"]),
        (&damaged["id"], &json!([]))
    );
    let damage = listed[0]["damage"].as_str().unwrap();
    assert!(damage.contains("cannot be read"), "{damage}");
    assert_eq!(listed[1]["waitingFor"], other["waitingFor"]);
    assert!(listed[1].get("damage").is_none(), "{listed:?}");
    let read = running.get(&format!("{A}/runs/{id}")).await.json();
    assert_eq!(read["status"], "suspended", "{read}");
    assert!(
        read["detail"].as_str().unwrap().contains("end it"),
        "{read}"
    );
    for refused in [
        approve(&running, &damaged).await,
        resume(&running, &id).await,
    ] {
        refused.is_problem(500, "EIO", "it cannot be read what run");
    }
    let ended = running.delete(&format!("{A}/runs/{id}")).await;
    assert_eq!(
        (ended.status, &ended.json()["status"]),
        (200, &json!("cancelled"))
    );
    let listed = running.get(&format!("{A}/pending")).await.json();
    assert_eq!(listed["pending"].as_array().unwrap().len(), 1, "{listed}");
    running.end().await;
}
