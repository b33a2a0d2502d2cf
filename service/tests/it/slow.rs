//! Runs that wait for functions that take long, over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use isolate_host::Functions;
use isolate_service::{Principal, ServeOptions, ServiceLimits};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::{PATIENCE, Start};

const A: &str = "/v1/workspaces/a";

/// `desk.reads` and `desk.writes` of an embedder, which wait for a permit.
fn desk(called: &Arc<AtomicUsize>, permits: &Arc<Semaphore>) -> Functions {
    let mut functions = Functions::new();
    for name in ["reads", "writes"] {
        let (called, permits) = (Arc::clone(called), Arc::clone(permits));
        let mut desk = functions.namespace("desk");
        let function = desk.add(name, move |number: u32| {
            called.fetch_add(1, Ordering::SeqCst);
            let permits = Arc::clone(&permits);
            async move {
                permits.acquire().await?.forget();
                Ok(number + 1)
            }
        });
        match name {
            "reads" => {
                function.reads();
            }
            _ => {
                function.writes();
            }
        }
    }
    functions
}

fn with_desk(start: Start, called: &Arc<AtomicUsize>, permits: &Arc<Semaphore>) -> Start {
    let functions = desk(called, permits);
    let functions = move |_: &Principal, _: &str| functions.clone();
    let limits = ServiceLimits::new().suspend_after(Duration::from_millis(50));
    let start = start.own_sandbox().limits(limits);
    start.with(move |builder| builder.functions(functions))
}

#[tokio::test]
async fn a_run_goes_on_by_itself_when_its_function_has_answered() {
    let (called, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
    let running = with_desk(Start::default(), &called, &permits).go().await;
    let code = "async () => { await state.writeFile('/a', 'x'); return await desk.writes(6); }";
    let run = running.run(code).await.json();
    assert_eq!(run["status"], "suspended", "{run}");
    let call = &run["waitingFor"][0];
    assert_eq!(
        (&call["function"], &call["awaits"], &call["state"]),
        (
            &json!("desk.writes"),
            &json!("function"),
            &json!("underWay")
        )
    );
    let id = run["id"].as_str().unwrap();
    let listed = running.get(&format!("{A}/pending")).await.json();
    assert_eq!(listed["pending"][0]["waitingFor"], run["waitingFor"]);
    let early = running.request("POST", &format!("{A}/runs/{id}/resume"));
    let early = early.send().await;
    assert_eq!(early.status, 409, "{early:?}");
    assert!(
        early.text().contains("is under way in this process"),
        "{early:?}"
    );
    permits.add_permits(1);
    let done = running
        .until_not(id, &["suspended", "running", "queued"])
        .await;
    assert_eq!(
        (&done["status"], &done["result"]),
        (&json!("ok"), &json!(7))
    );
    assert_eq!(called.load(Ordering::SeqCst), 1);

    // One that is ended drops its function.
    let run = running.run(code).await.json();
    let place = format!("{A}/runs/{}", run["id"].as_str().unwrap());
    let ended = running.delete(&place).await;
    assert_eq!(ended.status, 200, "{ended:?}");
    running.end().await;
}

/// The server goes on with the first answer, while another function is under way.
#[tokio::test]
async fn a_run_goes_on_by_itself_with_the_first_answer() {
    let (called, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
    let running = with_desk(Start::default(), &called, &permits).go().await;
    let code = "async () => {
      const all = [desk.writes(1), desk.reads(2)];
      await state.writeFile('/first', String(await Promise.race(all)));
      return await Promise.all(all);
    }";
    let run = running.run(code).await.json();
    assert_eq!(run["waitingFor"].as_array().unwrap().len(), 2, "{run}");
    let id = run["id"].as_str().unwrap();
    permits.add_permits(1);
    let gone_on = async {
        while running.get(&format!("{A}/files/first")).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, gone_on).await.unwrap();
    let run = running.until_not(id, &["running", "queued"]).await;
    assert_eq!(run["status"], "suspended", "{run}");
    let waiting = run["waitingFor"].as_array().unwrap();
    assert_eq!(
        (waiting.len(), &waiting[0]["state"]),
        (1, &json!("underWay"))
    );
    permits.add_permits(1);
    let done = running
        .until_not(id, &["suspended", "running", "queued"])
        .await;
    assert_eq!(done["result"], json!([2, 3]), "{done}");
    assert_eq!(called.load(Ordering::SeqCst), 2);
    running.end().await;
}

#[tokio::test]
async fn a_start_calls_again_what_only_reads() {
    let (called, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
    let mut start = with_desk(Start::default(), &called, &permits);
    start.options = ServeOptions::new().drain_time(Duration::from_millis(100));
    let running = start.go().await;
    let mut ids = Vec::new();
    for name in ["reads", "writes"] {
        let run = running.run(&format!("desk.{name}(1)")).await.json();
        assert_eq!(run["status"], "suspended", "{run}");
        ids.push(run["id"].as_str().unwrap().to_owned());
    }
    let folder = running.end().await;
    permits.add_permits(2);
    let running = with_desk(Start::again(folder), &called, &permits)
        .go()
        .await;
    let done = running
        .until_not(&ids[0], &["suspended", "running", "queued"])
        .await;
    assert_eq!(done["result"], 2, "{done}");
    assert_eq!(called.load(Ordering::SeqCst), 3);
    let place = format!("{A}/runs/{}", ids[1]);
    let run = running.get(&place).await.json();
    assert_eq!(run["waitingFor"][0]["state"], "unknown", "{run}");
    let refused = running.request("POST", &format!("{place}/resume"));
    let refused = refused.send().await;
    assert_eq!(refused.status, 409, "{refused:?}");
    assert!(
        refused
            .text()
            .contains("whether it has done its work is not known"),
        "{refused:?}"
    );
    let call = &run["waitingFor"][0];
    let body = json!({ "call": call["call"], "digest": call["digest"], "value": 5 });
    let given = running.post(&format!("{place}/results"), body).await;
    assert_eq!(given.status, 200, "{given:?}");
    let done = running.request("POST", &format!("{place}/resume"));
    let done = tokio::time::timeout(PATIENCE, done.send()).await.unwrap();
    assert_eq!(done.json()["result"], 5, "{done:?}");
    assert_eq!(called.load(Ordering::SeqCst), 3);
    running.end().await;
}

/// A server that is stopped puts away what waits, and waits itself only for a function that is not called again.
#[tokio::test]
async fn a_stop_is_held_up_by_nothing_that_goes_on_later() {
    let (called, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
    let mut folder = None;
    for name in ["writes", "reads"] {
        let start = folder.take().map_or_else(Start::default, Start::again);
        let limits = ServiceLimits::new().suspend_after(Duration::from_secs(3_600));
        let mut start = with_desk(start, &called, &permits).limits(limits);
        start.options = ServeOptions::new().drain_time(Duration::from_secs(3_600));
        let running = start.go().await;
        let before = called.load(Ordering::SeqCst);
        let (stop, seen) = (running.stop.clone(), Arc::clone(&called));
        tokio::spawn(async move {
            while seen.load(Ordering::SeqCst) == before {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            stop.stop();
        });
        // The client is told what it waits for, instead of a closed connection.
        let run = running.run(&format!("desk.{name}(1)")).await.json();
        assert_eq!(run["status"], "suspended", "{run}");
        assert_eq!(run["waitingFor"][0]["function"], format!("desk.{name}"));
        if name == "writes" {
            permits.add_permits(1);
        }
        folder = Some(running.end().await);
    }
    // Both go on at the next start; the one that only reads was called again.
    permits.add_permits(1);
    let folder = folder.unwrap();
    let running = with_desk(Start::again(folder), &called, &permits)
        .go()
        .await;
    for id in ["1", "2"] {
        let done = running
            .until_not(id, &["suspended", "running", "queued"])
            .await;
        assert_eq!(
            (&done["status"], &done["result"]),
            (&json!("ok"), &json!(2)),
            "{done}"
        );
    }
    assert_eq!(called.load(Ordering::SeqCst), 3);
    running.end().await;
}
